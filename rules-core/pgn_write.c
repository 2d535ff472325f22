/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/pgn.h"
#include "rules-core/san.h"

#define LINE_MAX_COLUMNS 79
#define WORD_MAX         200 /* of a comment; longer ones are cut in pieces */

const char *const rules_pgn_roster[7] = {"Event", "Site",  "Date",  "Round",
					 "White", "Black", "Result"};

static int roster_place(struct rules_slice name)
{
	for (int i = 0; i < 7; i++)
		if (rules_slice_is(name, rules_pgn_roster[i]))
			return i;
	return 7;
}

int rules_pgn_tag_order(struct rules_slice a, struct rules_slice b)
{
	int place = roster_place(a) - roster_place(b);
	size_t both = a.len < b.len ? a.len : b.len;
	int order = place ? place : memcmp(a.at, b.at, both);

	return order ? order : (a.len > b.len) - (a.len < b.len);
}

/* --- characters --- */

/* The length of the UTF-8 character here, or 0 if it is none. */
static size_t utf8_len(const char *at, size_t left)
{
	const unsigned char *b = (const unsigned char *)at;
	size_t len = b[0] < 0x80 ? 1 : b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;

	if (len == 1)
		return 1;
	if (b[0] < 0xc2 || b[0] > 0xf4 || len > left)
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((b[i] & 0xc0) != 0x80)
			return 0;
	if ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] > 0x9f) ||
	    (b[0] == 0xf0 && b[1] < 0x90) || (b[0] == 0xf4 && b[1] > 0x8f))
		return 0;
	return len;
}

/* Copies one character; a byte that is no UTF-8 is taken for ISO 8859-1, PGN's old encoding. */
static size_t copy_char(struct rules_text *out, const char *at, size_t left)
{
	unsigned char c = (unsigned char)*at;
	size_t len = utf8_len(at, left);

	if (len > 0) {
		rules_text_bytes(out, at, len);
		return len;
	}
	if (c < 0xa0) /* a control character there */
		c = '?' | 0x80;
	rules_text_char(out, (char)(0xc0 | c >> 6));
	rules_text_char(out, (char)(0x80 | (c & 0x3f)));
	return 1;
}

static bool is_blank(char c)
{
	return (unsigned char)c <= ' ' || c == 0x7f;
}

/* --- tokens and lines --- */

static void new_line(struct rules_pgn_writer *w)
{
	rules_text_char(w->out, '\n');
	w->column = 0;
}

/* One token, a blank or a new line before it. */
static void put(struct rules_pgn_writer *w, const char *token, size_t len)
{
	size_t width = len + (w->opened ? 1 : 0);

	if (w->column > 0) {
		if (w->column + 1 + width > LINE_MAX_COLUMNS) {
			new_line(w);
		} else {
			rules_text_char(w->out, ' ');
			w->column++;
		}
	}
	if (w->opened)
		rules_text_char(w->out, '(');
	rules_text_bytes(w->out, token, len);
	w->column += width;
	w->opened = false;
}

void rules_pgn_write(struct rules_pgn_writer *w, struct rules_text *out)
{
	*w = (struct rules_pgn_writer){.out = out, .numbered = true};
}

void rules_pgn_write_tag(struct rules_pgn_writer *w, struct rules_slice name,
			 struct rules_slice value)
{
	rules_text_char(w->out, '[');
	rules_text_bytes(w->out, name.at, name.len);
	rules_text_string(w->out, " \"");
	for (size_t i = 0; i < value.len;) {
		char c = value.at[i];

		if (c == '"' || c == '\\')
			rules_text_char(w->out, '\\');
		if (is_blank(c)) {
			rules_text_char(w->out, ' ');
			i++;
		} else {
			i += copy_char(w->out, value.at + i, value.len - i);
		}
	}
	rules_text_string(w->out, "\"]\n");
}

void rules_pgn_write_tags_end(struct rules_pgn_writer *w)
{
	rules_text_char(w->out, '\n');
}

static void put_number(struct rules_pgn_writer *w, const struct rules_position *before)
{
	char bytes[16];
	struct rules_text number = rules_text_in(bytes, sizeof(bytes));

	if (before->turn == RULES_BLACK && !w->numbered)
		return;
	rules_text_number(&number, before->number);
	rules_text_string(&number, before->turn == RULES_WHITE ? "." : "...");
	put(w, bytes, number.len);
}

void rules_pgn_write_move(struct rules_pgn_writer *w, const struct rules_position *before,
			  rules_move move)
{
	char bytes[RULES_SAN_MAX];
	struct rules_text san = rules_text_in(bytes, sizeof(bytes));

	put_number(w, before);
	rules_san_write(&san, before, move, RULES_EN, RULES_SAN_PGN);
	put(w, bytes, san.len);
	w->numbered = false;
}

void rules_pgn_write_nag(struct rules_pgn_writer *w, unsigned nag)
{
	char bytes[16];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	rules_text_char(&text, '$');
	rules_text_number(&text, nag);
	put(w, bytes, text.len);
}

void rules_pgn_write_open(struct rules_pgn_writer *w)
{
	if (w->opened) /* a variation that begins with a variation */
		put(w, "", 0);
	w->opened = true;
	w->numbered = true;
}

void rules_pgn_write_close(struct rules_pgn_writer *w)
{
	if (w->opened)
		put(w, "", 0);
	if (w->column + 1 > LINE_MAX_COLUMNS)
		new_line(w);
	rules_text_char(w->out, ')');
	w->column++;
	w->numbered = true;
}

void rules_pgn_write_result(struct rules_pgn_writer *w, enum rules_result result)
{
	const char *text = rules_result_text(result);

	put(w, text, strlen(text));
	rules_text_string(w->out, "\n\n");
	*w = (struct rules_pgn_writer){.out = w->out, .numbered = true};
}

/* --- comments --- */

/* A comment is read word by word; braces, which it cannot hold, become brackets. */
struct words {
	struct rules_slice rest;
	char word[WORD_MAX + 8];
	size_t len;
	bool more; /* another word follows */
};

static void skip_blanks(struct words *s)
{
	while (s->rest.len > 0 && is_blank(*s->rest.at)) {
		s->rest.at++;
		s->rest.len--;
	}
}

static void next_word(struct words *s)
{
	struct rules_text word = rules_text_in(s->word, sizeof(s->word));

	while (s->rest.len > 0 && !is_blank(*s->rest.at) && word.len < WORD_MAX) {
		char c = *s->rest.at;
		size_t used = 1;

		if (c == '{' || c == '}')
			rules_text_char(&word, c == '{' ? '(' : ')');
		else
			used = copy_char(&word, s->rest.at, s->rest.len);
		s->rest.at += used;
		s->rest.len -= used;
	}
	skip_blanks(s);
	s->len = word.len;
	s->more = s->rest.len > 0;
}

/* The comment's length as one token, braces included; stops counting when it is too long. */
static size_t width_of(struct words s)
{
	size_t width = 1;

	do {
		next_word(&s);
		width += s.len + 1;
	} while (s.more && width <= LINE_MAX_COLUMNS);
	return width;
}

/* As one token where it fits a line, so that no command is torn apart. */
static void put_whole(struct rules_pgn_writer *w, struct words *s)
{
	char bytes[LINE_MAX_COLUMNS + 2];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	rules_text_char(&text, '{');
	do {
		next_word(s);
		rules_text_bytes(&text, s->word, s->len);
		rules_text_char(&text, s->more ? ' ' : '}');
	} while (s->more);
	put(w, bytes, text.len);
}

/* Word by word; a line beginning with % would be skipped by readers, so such a word stays put. */
static void put_words(struct rules_pgn_writer *w, struct words *s)
{
	bool first = true;

	do {
		char bytes[sizeof(s->word) + 2];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		next_word(s);
		if (first)
			rules_text_char(&text, '{');
		rules_text_bytes(&text, s->word, s->len);
		if (!s->more)
			rules_text_char(&text, '}');
		if (s->word[0] == '%' && !first) {
			rules_text_char(w->out, ' ');
			rules_text_bytes(w->out, bytes, text.len);
			w->column += 1 + text.len;
		} else {
			put(w, bytes, text.len);
		}
		first = false;
	} while (s->more);
}

void rules_pgn_write_comment(struct rules_pgn_writer *w, struct rules_slice comment)
{
	struct words s = {.rest = comment};

	skip_blanks(&s);
	if (s.rest.len == 0)
		return;
	if (width_of(s) <= LINE_MAX_COLUMNS)
		put_whole(w, &s);
	else
		put_words(w, &s);
	w->numbered = true;
}
