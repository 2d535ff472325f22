/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/draw.h"
#include "rules-core/movegen.h"
#include "rules-core/pgn_scan_private.h"
#include "rules-core/san.h"
#include "rules-core/setup.h"
#include "rules-core/start.h"

/* --- faults --- */

/* On to the next game: past the tags of this one, if in_moves is not yet reached, and its moves. */
static void skip_game(struct rules_pgn_reader *r)
{
	bool in_moves = r->in_moves;

	while (!at_end(r)) {
		if (at_line_start(r)) {
			if ((in_moves && at_tag(r)) || starts_with(r, "[Event "))
				break;
			if (!is_space(here(r)) && here(r) != '[' && here(r) != '%')
				in_moves = true;
		}
		step(r);
	}
	r->in_game = false;
}

static struct rules_text fault(struct rules_pgn_item *item)
{
	item->kind = RULES_PGN_FAULT;
	return rules_text_in(item->why, sizeof(item->why));
}

static void fail(struct rules_pgn_reader *r, struct rules_pgn_item *item, const char *why)
{
	struct rules_text out = fault(item);

	rules_text_string(&out, why);
	skip_game(r);
}

/* Somebody's text in a message: no control characters, and not without end. */
static void quote(struct rules_text *out, struct rules_slice text)
{
	size_t most = text.len < 40 ? text.len : 40;

	while (most < text.len && most > 0 && ((unsigned char)text.at[most] & 0xc0) == 0x80)
		most--; /* not within a character */
	for (size_t i = 0, len; i < most; i += len) {
		len = rules_utf8_len(text.at + i, most - i);
		if (len > 0 && rules_control_len(text.at + i, most - i) == 0)
			rules_text_bytes(out, text.at + i, len);
		else
			rules_text_char(out, '?');
		len = len > 0 ? len : 1;
	}
	if (most < text.len)
		rules_text_string(out, "...");
}

/* "12... Nxd5: own king left in check by the bishop on b4" */
static void fail_move(struct rules_pgn_reader *r, struct rules_pgn_item *item,
		      struct rules_slice text, const char *why)
{
	struct rules_text out = fault(item);

	rules_text_number(&out, r->pos.number);
	rules_text_string(&out, r->pos.turn == RULES_WHITE ? ". " : "... ");
	quote(&out, text);
	rules_text_string(&out, ": ");
	rules_text_string(&out, why);
	skip_game(r);
}

/* --- tags --- */

/* Of two tags with one name the first counts. */
static void note_tag(struct rules_pgn_reader *r, const struct rules_pgn_item *item)
{
	r->has_event |= rules_slice_is(item->name, "Event");
	if (rules_slice_is(item->name, "FEN") && !r->fen.at && item->text.len > 0) {
		r->fen = item->text;
		r->fen_line = item->line;
	} else if (rules_slice_is(item->name, "Variant") && !r->variant.at) {
		r->variant = item->text;
		r->variant_line = item->line;
	}
}

static void skip_spaces(struct rules_pgn_reader *r)
{
	while (here(r) == ' ' || here(r) == '\t')
		r->at++;
}

/* A value ends at its quote; a backslash keeps the next character from ending it. */
static bool read_value(struct rules_pgn_reader *r, struct rules_slice *ret)
{
	size_t start = r->at;

	while (!at_end(r) && here(r) != '"' && here(r) != '\n' && here(r) != '\r') {
		if (here(r) == '\\' && (look_ahead(r, 1) == '"' || look_ahead(r, 1) == '\\'))
			r->at++;
		r->at++;
	}
	*ret = slice_from(r, start);
	return here(r) == '"';
}

static void read_tag(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	size_t start;

	r->at++;
	skip_spaces(r);
	start = r->at;
	while (is_name(here(r)))
		r->at++;
	item->name = slice_from(r, start);
	if (item->name.len == 0) {
		fail(r, item, "a tag without a name");
		return;
	}
	skip_spaces(r);
	if (here(r) != '"') {
		fail(r, item, "a tag without a value in quotes");
		return;
	}
	r->at++;
	if (!read_value(r, &item->text)) {
		fail(r, item, "a tag whose value is not closed by a quote");
		return;
	}
	r->at++;
	skip_spaces(r);
	if (here(r) != ']') {
		fail(r, item, "a tag that is not closed by a bracket");
		return;
	}
	r->at++;
	item->kind = RULES_PGN_TAG;
	note_tag(r, item);
}

/* --- the start of the moves --- */

static bool is_one_of(struct rules_slice text, const char *const *names)
{
	for (; *names; names++)
		if (rules_slice_is(text, *names))
			return true;
	return false;
}

/* A name in small letters, without blanks, and not longer than we know any. */
static struct rules_slice plain_name(struct rules_slice name, char *bytes, size_t room)
{
	struct rules_text text = rules_text_in(bytes, room);

	for (size_t i = 0; i < name.len && rules_text_fits(&text); i++) {
		char c = name.at[i];

		if (!is_space(c))
			rules_text_char(&text, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
	}
	return (struct rules_slice){.at = bytes, .len = text.len < room ? text.len : room - 1};
}

static bool fail_fen(struct rules_pgn_reader *r, struct rules_pgn_item *item, const char *why)
{
	struct rules_text out = fault(item);

	item->line = r->fen_line;
	rules_text_string(&out, "FEN");
	rules_text_string(&out, why);
	skip_game(r);
	return false;
}

static bool begin_at_fen(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	char bytes[160];
	struct rules_text why = rules_text_in(bytes, sizeof(bytes));
	struct rules_fault fault_found;
	struct rules_setup setup;

	if (!rules_fen_read(&r->pos, r->fen, &fault_found)) {
		rules_text_string(&why, ", character ");
		rules_text_number(&why, fault_found.at + 1);
		rules_text_string(&why, ": ");
		rules_text_string(&why, fault_found.why);
		return fail_fen(r, item, bytes);
	}
	setup = rules_setup_check(&r->pos);
	if (rules_setup_is_playable(setup))
		return true;
	rules_text_string(&why, ": ");
	rules_setup_explain(&why, setup);
	return fail_fen(r, item, bytes);
}

static bool begin_moves(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	static const char *const usual[] = {
		"", "?", "-", "standard", "chess", "normal", "fromposition", NULL};
	static const char *const shuffled[] = {"chess960", "fischerandom", "fischerrandom", NULL};
	char bytes[24];
	struct rules_slice variant = plain_name(r->variant, bytes, sizeof(bytes));
	bool chess960 = is_one_of(variant, shuffled);

	r->in_moves = true;
	rules_start(&r->pos);
	if (!chess960 && !is_one_of(variant, usual)) {
		struct rules_text out = fault(item);

		item->line = r->variant_line;
		rules_text_string(&out, "the variant ");
		quote(&out, r->variant);
		rules_text_string(&out, " is not known");
		skip_game(r);
		return false;
	}
	if (r->fen.at && !begin_at_fen(r, item))
		return false;
	r->pos.chess960 |= chess960;
	r->before = r->pos;
	r->depth = 0;
	return true;
}

/* --- moves and what stands between them --- */

static void end_game(struct rules_pgn_reader *r, struct rules_pgn_item *item,
		     enum rules_result result, struct rules_slice text)
{
	if (r->depth > 0) {
		item->line = r->outer[r->depth - 1].line;
		fail(r, item, "a variation is not closed");
		return;
	}
	item->kind = RULES_PGN_RESULT;
	item->result = result;
	item->text = text;
	r->in_game = false;
}

/*
 * Past a comment in braces. A line that is a tag ends it: its brace was
 * forgotten, and a game begins. False if it is not closed.
 */
static bool skip_brace(struct rules_pgn_reader *r)
{
	while (!at_end(r) && here(r) != '}' && !(at_line_start(r) && at_tag(r)))
		step(r);
	if (here(r) != '}')
		return false;
	r->at++;
	return true;
}

static void read_brace_comment(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	size_t start = r->at + 1;

	if (!skip_brace(r)) {
		fail(r, item, "a comment is not closed");
		return;
	}
	item->kind = RULES_PGN_COMMENT;
	item->text = (struct rules_slice){.at = r->text.at + start, .len = r->at - 1 - start};
}

static void read_line_comment(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	size_t start = ++r->at;

	skip_line(r);
	item->kind = RULES_PGN_COMMENT;
	item->text = slice_from(r, start);
}

static void read_nag(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	unsigned nag = 0;
	size_t start = ++r->at;

	for (; is_digit(here(r)) && nag < 1000; r->at++)
		nag = nag * 10 + (unsigned)(here(r) - '0');
	if (r->at == start || nag > 255) {
		fail(r, item, "a $ without a number from 0 to 255");
		return;
	}
	item->kind = RULES_PGN_NAG;
	item->nag = nag;
}

static void open_variation(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	if (r->depth == RULES_PGN_DEPTH) {
		fail(r, item, "variations too deep");
		return;
	}
	if (!r->has_moved) {
		fail(r, item, "a variation without a move that it could replace");
		return;
	}
	r->at++;
	r->outer[r->depth].before = r->before;
	r->outer[r->depth].pos = r->pos;
	r->outer[r->depth].line = r->line;
	r->depth++;
	r->has_moved = false;
	r->pos = r->before; /* a variation replaces the last move */
	item->kind = RULES_PGN_OPEN;
}

static void close_variation(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	if (r->depth == 0) {
		fail(r, item, "a bracket closes no variation");
		return;
	}
	r->at++;
	r->depth--;
	r->before = r->outer[r->depth].before;
	r->pos = r->outer[r->depth].pos;
	r->has_moved = true;
	item->kind = RULES_PGN_CLOSE;
}

/* The remarks players put behind a move, as numbers: ! ? !! ?? !? ?! */
static unsigned nag_of(struct rules_slice marks)
{
	static const char *const nags[] = {"!", "?", "!!", "??", "!?", "?!"};

	for (unsigned i = 0; i < 6; i++)
		if (rules_slice_is(marks, nags[i]))
			return i + 1;
	return 0;
}

static bool ends_word(char c)
{
	return !is_name(c) && (c == '\0' || is_space(c) || strchr("{}();[]<>$*,", c));
}

/* e8(Q) and (=): a bracket that belongs to the move. */
static bool at_inner_bracket(const struct rules_pgn_reader *r)
{
	return here(r) == '(' && look_ahead(r, 2) == ')' &&
	       (look_ahead(r, 1) == '=' || (look_ahead(r, 1) >= 'A' && look_ahead(r, 1) <= 'Z'));
}

static struct rules_slice read_word(struct rules_pgn_reader *r)
{
	size_t start = r->at;

	for (;;) {
		if (!at_end(r) && !ends_word(here(r)))
			r->at++;
		else if (at_inner_bracket(r))
			r->at += 3;
		else
			break;
	}
	if (r->at == start)
		r->at++;
	return slice_from(r, start);
}

#define ELLIPSIS "\xe2\x80\xa6" /* three dots as one character */

/* 12. or 12... or 12 with nothing behind; the move may follow without a blank. */
static bool skip_number(struct rules_pgn_reader *r)
{
	size_t i = 0;

	while (is_digit(look_ahead(r, i)))
		i++;
	if (i == 0)
		return false;
	r->at += i;
	if (here(r) == '.' || starts_with(r, ELLIPSIS) || at_end(r) || ends_word(here(r)))
		return true;
	r->at -= i;
	return false;
}

static bool skip_dots(struct rules_pgn_reader *r)
{
	size_t start = r->at;

	for (;;) {
		if (here(r) == '.')
			r->at++;
		else if (starts_with(r, ELLIPSIS))
			r->at += 3;
		else
			return r->at > start;
	}
}

static bool is_null_move(struct rules_slice word)
{
	static const char *const nulls[] = {"--", "Z0", "@@@@", "null", "pass", NULL};

	return is_one_of(word, nulls);
}

/* Remarks that stand alone and say nothing we keep, check behind them or not. */
static bool is_remark(struct rules_slice word)
{
	static const char *const remarks[] = {"", "e.p.", "e.p", "ep", "mate", "=", NULL};

	while (word.len > 0 && (word.at[word.len - 1] == '+' || word.at[word.len - 1] == '#'))
		word.len--;
	return is_one_of(word, remarks);
}

/* In a variation a null move asks "and if it were the other's turn?"; in a game it cannot be. */
static void pass(struct rules_pgn_reader *r, struct rules_pgn_item *item, struct rules_slice word)
{
	if (r->depth == 0 || rules_in_check(&r->pos)) {
		fail_move(r, item, word, "passing is not a legal move");
		return;
	}
	r->before = r->pos;
	r->pos.passed = RULES_NO_SQUARE;
	r->pos.turn ^= 1;
	if (r->pos.turn == RULES_WHITE && r->pos.number < UINT16_MAX)
		r->pos.number++;
	r->pos.key = rules_position_key(&r->pos);
	r->has_moved = true;
	item->kind = RULES_PGN_NULL;
	item->text = word;
}

/* Why no move at all is legal any more; NULL if one is. */
static const char *has_ended(const struct rules_position *pos)
{
	switch (rules_state_of(pos)) {
	case RULES_CHECKMATE: return "the game has ended by checkmate";
	case RULES_STALEMATE: return "the game has ended by stalemate";
	case RULES_IN_PLAY: break;
	}
	return NULL;
}

static void play(struct rules_pgn_reader *r, struct rules_pgn_item *item, struct rules_slice word)
{
	struct rules_fault why;
	struct rules_slice marks = {.at = word.at + word.len, .len = 0};

	while (word.len > 1 && (word.at[word.len - 1] == '!' || word.at[word.len - 1] == '?')) {
		word.len--;
		marks.at--;
		marks.len++;
	}
	if (rules_san_read(&r->pos, word, r->language, &item->move, &why) != RULES_SAN_GOOD) {
		fail_move(r, item, word, has_ended(&r->pos) ? has_ended(&r->pos) : why.why);
		return;
	}
	r->before = r->pos;
	rules_apply(&r->pos, item->move, NULL);
	r->has_moved = true;
	r->pending_nag = nag_of(marks);
	item->kind = RULES_PGN_MOVE;
	item->text = word;
}

/* One of the four results, or a draw written short or with the fraction's own character. */
static bool is_result(struct rules_slice word, enum rules_result *ret)
{
	static const char *const drawn[] = {"1/2", "\xc2\xbd", "\xc2\xbd-\xc2\xbd", NULL};

	*ret = RULES_DRAWN;
	return is_one_of(word, drawn) || rules_result_read(word, ret);
}

/* Most words are moves, and most moves begin like this: Nf3, O-O, e4, exd5. No other word does. */
static bool looks_like_move(struct rules_slice word)
{
	char first = word.at[0], second = word.len > 1 ? word.at[1] : '\0';

	if (rules_is_file(first))
		return rules_is_rank(second) || rules_is_file(second) || second == 'x';
	return first >= 'A' && first <= 'Y' && second != '\0';
}

/* A word that is no bracket, number or sign: a result, a mark, or a move. False: nothing to tell.
 */
static bool read_move_word(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	struct rules_slice word = read_word(r);
	enum rules_result result;

	if (looks_like_move(word)) {
		play(r, item, word);
		return true;
	}
	if (is_result(word, &result)) {
		if (r->depth > 0)
			return false; /* some programs repeat the result in a variation */
		end_game(r, item, result, word);
		return true;
	}
	if (nag_of(word)) {
		item->kind = RULES_PGN_NAG;
		item->nag = nag_of(word);
		return true;
	}
	if (is_remark(word))
		return false;
	if (is_null_move(word))
		pass(r, item, word);
	else
		play(r, item, word);
	return true;
}

/* (=), an offer of a draw (Art. 8.1.5), is no variation. */
static void read_bracket(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	if (!starts_with(r, "(=)")) {
		open_variation(r, item);
		return;
	}
	item->kind = RULES_PGN_COMMENT;
	item->text = (struct rules_slice){.at = r->text.at + r->at, .len = 3};
	r->at += 3;
}

/* Something in the moves; false if it was nothing worth an item. */
static bool read_in_moves(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	switch (here(r)) {
	case '{': read_brace_comment(r, item); return true;
	case ';': read_line_comment(r, item); return true;
	case '$': read_nag(r, item); return true;
	case '(': read_bracket(r, item); return true;
	case ')': close_variation(r, item); return true;
	case '<': /* reserved by the standard */
		while (!at_end(r) && here(r) != '>' && here(r) != '\n' && here(r) != '\r')
			r->at++;
		if (here(r) == '>')
			r->at++;
		return false;
	case '*':
		r->at++;
		if (r->depth > 0)
			return false;
		end_game(r, item, RULES_UNDECIDED, slice_from(r, r->at - 1));
		return true;
	default: break;
	}
	if (skip_number(r) || skip_dots(r))
		return false;
	return read_move_word(r, item);
}

static void begin_game(struct rules_pgn_reader *r)
{
	r->game++;
	r->in_game = true;
	r->in_moves = r->has_event = r->has_moved = false;
	r->pending_nag = 0;
	r->fen = r->variant = (struct rules_slice){.at = NULL};
}

void rules_pgn_open(struct rules_pgn_reader *r, struct rules_slice text,
		    enum rules_language language)
{
	memset(r, 0, sizeof(*r));
	r->text = text;
	r->language = language;
	r->line = 1;
	if (starts_with(r, "\xef\xbb\xbf")) /* a byte order mark */
		r->at = 3;
}

/*
 * A comment between games or tags is no game's: about the file, or about a
 * result. One before the first move of a game is kept.
 */
static bool skip_remark(struct rules_pgn_reader *r)
{
	size_t at = r->at, line = r->line;

	while (here(r) == ';' || here(r) == '{') {
		if (here(r) == ';')
			skip_line(r);
		else if (!skip_brace(r))
			break;
		skip_blanks(r);
	}
	if (r->at > at && (at_end(r) || here(r) == '['))
		return true;
	r->at = at;
	r->line = line;
	return false;
}

/* One step; false if there was nothing worth an item. */
static bool read_item(struct rules_pgn_reader *r, struct rules_pgn_item *item)
{
	if (r->pending_nag) {
		item->kind = RULES_PGN_NAG;
		item->nag = r->pending_nag;
		item->line = r->line; /* a word ends where its line does */
		r->pending_nag = 0;
		return true;
	}
	skip_blanks(r);
	item->line = r->line;
	if (r->in_moves && here(r) == ',') { /* 1.d4,Sf6: so Appendix E of 2001 writes */
		step(r);
		return false;
	}
	if (at_end(r) && !r->in_game) {
		item->kind = RULES_PGN_END;
		return true;
	}
	if (!r->in_game && skip_remark(r))
		return false;
	if (!r->in_game)
		begin_game(r);
	if (here(r) == '[' && !r->in_moves &&
	    !(r->has_event && starts_with(r, "[Event ") && after_empty_line(r))) {
		read_tag(r, item);
		return true;
	}
	if (!r->in_moves && skip_remark(r))
		return false;
	if (!r->in_moves)
		return !begin_moves(r, item);
	if (at_end(r) || (at_tag(r) && at_line_start(r))) {
		end_game(r, item, RULES_UNDECIDED, (struct rules_slice){.at = "", .len = 0});
		return true;
	}
	return read_in_moves(r, item);
}

enum rules_pgn_kind rules_pgn_next(struct rules_pgn_reader *r, struct rules_pgn_item *ret_item)
{
	ret_item->name = ret_item->text = (struct rules_slice){.at = "", .len = 0};
	ret_item->move = RULES_NO_MOVE;
	ret_item->why[0] = '\0';
	while (!read_item(r, ret_item))
		;
	return ret_item->kind;
}
