/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/pgn.h"
#include "rules-core/san.h"

#define LINE_MAX_COLUMNS 79
#define LINE_MAX_BYTES   255 /* of any line (PGN standard, 4.3) */
#define LIST_MAX         64  /* bytes after which a comma ends a word */
#define WORD_MAX         200 /* bytes of a word in a comment; longer ones are cut in pieces */

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

/* Copies one character; a byte that is no UTF-8 is taken for ISO 8859-1, PGN's old encoding. */
static size_t copy_char(struct rules_text *out, const char *at, size_t left)
{
	unsigned char c = (unsigned char)*at;
	size_t len = rules_utf8_len(at, left);

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

/* The length of the blank or control character here, 0 if it is none. */
static size_t blank_len(const char *at, size_t left)
{
	return *at == ' ' ? 1 : rules_control_len(at, left);
}

/* Characters, not bytes, fill a line. */
static size_t width_of(const char *bytes, size_t len)
{
	size_t width = 0;

	for (size_t i = 0; i < len; i++)
		width += ((unsigned char)bytes[i] & 0xc0) != 0x80;
	return width;
}

/* --- tokens and lines --- */

static void new_line(struct rules_pgn_writer *w)
{
	rules_text_char(w->out, '\n');
	w->column = 0;
}

/*
 * One token, a blank or a new line before it. A line that begins with % is
 * skipped by readers, and one that begins with [ may be a tag to them: a word of
 * a comment that would do so gets a blank before it.
 */
static void put(struct rules_pgn_writer *w, const char *token, size_t len)
{
	size_t width = width_of(token, len) + (w->opened ? 1 : 0);

	if (w->column > 0 && w->column + 1 + width > LINE_MAX_COLUMNS)
		new_line(w);
	if (w->column > 0 || (len > 0 && (token[0] == '%' || token[0] == '['))) {
		rules_text_char(w->out, ' ');
		w->column++;
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

/* One character of a value, escaped; returns how many bytes of the value it was. */
static size_t put_in_value(struct rules_text *out, const char *at, size_t left)
{
	size_t blank = blank_len(at, left);

	if (blank > 0) {
		rules_text_char(out, ' ');
		return blank;
	}
	if (*at == '"' || *at == '\\')
		rules_text_char(out, '\\');
	return copy_char(out, at, left);
}

/* What does not fit a line is cut off, at a character's end. */
void rules_pgn_write_tag(struct rules_pgn_writer *w, struct rules_slice name,
			 struct rules_slice value)
{
	size_t start = w->out->len, used = 0;

	rules_text_char(w->out, '[');
	rules_text_bytes(w->out, name.at, name.len);
	rules_text_string(w->out, " \"");
	while (used < value.len) {
		char bytes[8];
		struct rules_text one = rules_text_in(bytes, sizeof(bytes));

		used += put_in_value(&one, value.at + used, value.len - used);
		if (w->out->len - start + one.len + 2 > LINE_MAX_BYTES)
			break;
		rules_text_bytes(w->out, bytes, one.len);
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

/*
 * A comment is read word by word; a command such as [%clk 1:30:48] is one word.
 * Braces, which a comment cannot hold, become brackets.
 */
struct words {
	struct rules_slice rest;
	char word[WORD_MAX + 8];
	size_t len;
	bool more; /* another word follows */
};

static void advance(struct words *s, size_t by)
{
	s->rest.at += by;
	s->rest.len -= by;
}

static void skip_blanks(struct words *s)
{
	while (s->rest.len > 0 && blank_len(s->rest.at, s->rest.len) > 0)
		advance(s, blank_len(s->rest.at, s->rest.len));
}

static bool at_blank(const struct words *s)
{
	return blank_len(s->rest.at, s->rest.len) > 0;
}

/* One character as it will be written; many blanks are one. */
static char take_char(struct words *s, struct rules_text *word)
{
	char c = *s->rest.at;

	if (at_blank(s)) {
		skip_blanks(s);
		rules_text_char(word, ' ');
	} else if (c == '{' || c == '}') {
		rules_text_char(word, c == '{' ? '(' : ')');
		advance(s, 1);
	} else {
		advance(s, copy_char(word, s->rest.at, s->rest.len));
	}
	return c;
}

/* A command that fits a line, up to its bracket; false, and nothing taken, if there is none. */
static bool take_command(struct words *s, struct rules_text *word)
{
	struct words rest = *s;

	if (s->rest.len < 2 || s->rest.at[0] != '[' || s->rest.at[1] != '%')
		return false;
	while (rest.rest.len > 0 && word->len < WORD_MAX &&
	       width_of(word->bytes, word->len) < LINE_MAX_COLUMNS - 3) {
		if (take_char(&rest, word) == ']') {
			s->rest = rest.rest;
			return true;
		}
	}
	*word = rules_text_in(s->word, sizeof(s->word));
	return false;
}

static void next_word(struct words *s)
{
	struct rules_text word = rules_text_in(s->word, sizeof(s->word));

	take_command(s, &word);
	while (s->rest.len > 0 && !at_blank(s) && word.len < WORD_MAX)
		if (take_char(s, &word) == ',' && word.len >= LIST_MAX)
			break; /* a long list of arrows is cut between two of them */
	skip_blanks(s);
	s->len = word.len;
	s->more = s->rest.len > 0;
}

/* The comment's width as one token, braces included; stops counting when it is too wide. */
static size_t width_of_all(struct words s)
{
	size_t width = 1;

	do {
		next_word(&s);
		width += width_of(s.word, s.len) + 1;
	} while (s.more && width <= LINE_MAX_COLUMNS);
	return width;
}

/* The next word, with a brace where the comment begins or ends. */
static void put_word(struct rules_pgn_writer *w, struct words *s, bool first)
{
	char bytes[sizeof(s->word) + 2];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	next_word(s);
	if (first)
		rules_text_char(&text, '{');
	rules_text_bytes(&text, s->word, s->len);
	if (!s->more)
		rules_text_char(&text, '}');
	put(w, bytes, text.len);
}

/* As one token where it fits a line. */
static void put_whole(struct rules_pgn_writer *w, struct words *s)
{
	char bytes[4 * LINE_MAX_COLUMNS + 2];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	rules_text_char(&text, '{');
	do {
		next_word(s);
		rules_text_bytes(&text, s->word, s->len);
		rules_text_char(&text, s->more ? ' ' : '}');
	} while (s->more);
	put(w, bytes, text.len);
}

void rules_pgn_write_comment(struct rules_pgn_writer *w, struct rules_slice comment)
{
	struct words s = {.rest = comment};
	bool first = true;

	skip_blanks(&s);
	if (s.rest.len == 0)
		return;
	if (width_of_all(s) + (w->opened ? 1 : 0) <= LINE_MAX_COLUMNS)
		put_whole(w, &s);
	else
		for (s.more = true; s.more; first = false)
			put_word(w, &s, first);
	w->numbered = true;
}
