/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_PGN_SCAN_PRIVATE_H
#define BOARDD_RULES_PGN_SCAN_PRIVATE_H

#include <string.h>

#include "rules-core/pgn.h"

/* The text of PGN, character by character: where the reader stands, and what is there. */

static inline char look_ahead(const struct rules_pgn_reader *r, size_t by)
{
	return r->text.len - r->at > by ? r->text.at[r->at + by] : '\0';
}

static inline char here(const struct rules_pgn_reader *r)
{
	return look_ahead(r, 0);
}

static inline bool at_end(const struct rules_pgn_reader *r)
{
	return r->at >= r->text.len;
}

static inline bool at_line_start(const struct rules_pgn_reader *r)
{
	return r->at == 0 || r->text.at[r->at - 1] == '\n' || r->text.at[r->at - 1] == '\r';
}

/* Zero bytes and DOS's end of file count as blanks, too. */
static inline bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0' || c == '\x1a';
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_name(char c)
{
	return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static inline bool starts_with(const struct rules_pgn_reader *r, const char *word)
{
	size_t len = strlen(word);

	return r->text.len - r->at >= len && memcmp(r->text.at + r->at, word, len) == 0;
}

/* One character on; lines end in LF, CRLF or CR. */
static inline void step(struct rules_pgn_reader *r)
{
	char c = r->text.at[r->at++];

	if (c == '\n' || (c == '\r' && here(r) != '\n'))
		r->line++;
}

static inline void skip_line(struct rules_pgn_reader *r)
{
	while (!at_end(r) && here(r) != '\n' && here(r) != '\r')
		r->at++;
}

static inline void skip_blanks(struct rules_pgn_reader *r)
{
	while (!at_end(r)) {
		if (here(r) == '%' && at_line_start(r))
			skip_line(r); /* a line for private use */
		else if (is_space(here(r)))
			step(r);
		else
			return;
	}
}

static inline struct rules_slice slice_from(const struct rules_pgn_reader *r, size_t start)
{
	return (struct rules_slice){.at = r->text.at + start, .len = r->at - start};
}

/* A line that is [Name "value"]: a tag, not a command in a comment. */
static inline bool at_tag(const struct rules_pgn_reader *r)
{
	size_t i = 1, last = 0;

	if (here(r) != '[' || !is_name(look_ahead(r, i)))
		return false;
	while (is_name(look_ahead(r, i)))
		i++;
	while (look_ahead(r, i) == ' ' || look_ahead(r, i) == '\t')
		i++;
	if (look_ahead(r, i) != '"')
		return false;
	for (; r->at + i < r->text.len && look_ahead(r, i) != '\n' && look_ahead(r, i) != '\r'; i++)
		if (!is_space(look_ahead(r, i)))
			last = i;
	return look_ahead(r, last) == ']';
}

static inline bool after_empty_line(const struct rules_pgn_reader *r)
{
	int ends = 0;

	for (size_t i = r->at; i > 0 && is_space(r->text.at[i - 1]) && ends < 2; i--)
		ends += r->text.at[i - 1] == '\n' ||
			(r->text.at[i - 1] == '\r' && r->text.at[i] != '\n');
	return ends == 2;
}

#endif
