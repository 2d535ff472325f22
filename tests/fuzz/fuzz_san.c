/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/movegen.h"
#include "rules-core/san.h"
#include "rules-core/start.h"
#include "rules-core/uci.h"
#include "tests/fuzz/fuzz.h"

/*
 * Three lines: the code of a language, or nothing; a FEN, or nothing; a move.
 * What is read as a move is legal, and its one strict spelling reads back.
 */

static struct rules_slice take_line(struct rules_slice *text)
{
	const char *end = text->len ? memchr(text->at, '\n', text->len) : NULL;
	struct rules_slice line = {.at = text->at,
				   .len = end ? (size_t)(end - text->at) : text->len};
	size_t used = line.len + (end ? 1 : 0);

	text->at += used;
	text->len -= used;
	return line;
}

static void check_written(const struct rules_position *pos, rules_move move,
			  enum rules_language language, enum rules_san_style style)
{
	char san[RULES_SAN_MAX];
	struct rules_text text = rules_text_in(san, sizeof(san));
	struct rules_fault fault = {.why = "another move"};
	rules_move found = RULES_NO_MOVE;

	rules_san_write(&text, pos, move, language, style);
	expect(rules_text_fits(&text), "%s", san);
	rules_san_read(pos, rules_slice_of(san), language, &found, &fault);
	expect(found == move, "%s, language %d: %s", san, (int)language, fault.why);
}

static void check_move(const struct rules_position *pos, rules_move move,
		       enum rules_language language)
{
	char uci[RULES_UCI_MAX];
	struct rules_text text = rules_text_in(uci, sizeof(uci));

	expect(rules_is_legal(pos, move), "move %#x", move);
	rules_uci_write(&text, pos, move);
	expect(rules_uci_read(pos, rules_slice_of(uci)) == move, "%s", uci);
	check_written(pos, move, RULES_EN, RULES_SAN_PGN);
	if (language < RULES_LANGUAGES)
		check_written(pos, move, language, RULES_SAN_LAWS);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct rules_slice text = {.at = (const char *)bytes, .len = len};
	enum rules_language language = rules_language_of(take_line(&text));
	struct rules_slice fen = take_line(&text);
	struct rules_fault fault = {.at = len + 1};
	struct rules_position pos;
	rules_move move;

	if (!rules_fen_read(&pos, fen, NULL))
		rules_start(&pos);
	if (rules_san_read(&pos, text, language, &move, &fault) == RULES_SAN_GOOD) {
		check_move(&pos, move, language);
	} else {
		expect(fault.at <= text.len && fault.why[0], "%zu: %s", fault.at, fault.why);
		expect(strlen(fault.why) < sizeof(fault.why) - 1, "cut off: %s", fault.why);
	}
	move = rules_uci_read(&pos, text);
	if (move != RULES_NO_MOVE)
		check_move(&pos, move, language);
	return 0;
}
