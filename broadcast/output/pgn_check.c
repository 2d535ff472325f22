/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/pgn_check.h"

#include <stdio.h>
#include <string.h>

#include "rules-core/pgn.h"

static bool is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static const char *fault_of_name(struct rules_slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if (!is_letter(name.at[i]))
			return "the name of a tag has more than letters";
	return NULL;
}

static const char *fault_of_value(struct rules_slice value)
{
	for (size_t i = 0; i < value.len; i++) {
		if ((unsigned char)value.at[i] < ' ')
			return "a tag has a control character";
		if (value.at[i] != '\\')
			continue;
		if (i + 1 == value.len || (value.at[i + 1] != '"' && value.at[i + 1] != '\\'))
			return "a tag has a backslash of its own";
		i++;
	}
	return NULL;
}

/* NULL: nothing is wrong with it. */
static const char *fault_of(const struct rules_pgn_item *item)
{
	const char *why = NULL;

	switch (item->kind) {
	case RULES_PGN_TAG:
		why = fault_of_name(item->name);
		return why ? why : fault_of_value(item->text);
	case RULES_PGN_NULL: return "a move is passed";
	case RULES_PGN_OPEN:
	case RULES_PGN_CLOSE: return "a variation";
	case RULES_PGN_RESULT: return item->text.len == 0 ? "no marker ends the game" : NULL;
	case RULES_PGN_FAULT: return item->why;
	case RULES_PGN_MOVE:
	case RULES_PGN_COMMENT:
	case RULES_PGN_NAG:
	case RULES_PGN_END: return NULL;
	}
	return NULL;
}

/* Where Lichess cuts: before a bracket behind an empty line, and where the text begins. */
static size_t count_pieces(struct rules_slice text)
{
	size_t count = text.len > 0;

	for (size_t i = 2; i < text.len; i++)
		count += memcmp(&text.at[i - 2], "\n\n[", 3) == 0;
	return count;
}

bool pgn_is_readable(struct rules_slice text, char ret_why[PGN_WHY_MAX])
{
	struct rules_pgn_reader reader;
	struct rules_pgn_item item;
	size_t games = 0;
	const char *why;

	rules_pgn_open(&reader, text, RULES_EN);
	while (rules_pgn_next(&reader, &item) != RULES_PGN_END) {
		why = fault_of(&item);
		if (why) {
			snprintf(ret_why, PGN_WHY_MAX, "line %zu: %s", item.line, why);
			return false;
		}
		games += item.kind == RULES_PGN_RESULT;
	}
	if (games != count_pieces(text)) {
		snprintf(ret_why, PGN_WHY_MAX, "%zu games would be cut into %zu", games,
			 count_pieces(text));
		return false;
	}
	return true;
}
