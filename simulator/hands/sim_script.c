/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/hands/sim_script.h"

#include <string.h>

#include "rules-core/start.h"
#include "simulator/board/sim_list.h"

#define GAP_MS        300
#define SECONDS_LIMIT UINT64_C(100000000000) /* a day and more, in millionths */

/* --- words --- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct rules_slice trimmed(struct rules_slice text)
{
	while (text.len > 0 && is_blank(text.at[0])) {
		text.at++;
		text.len--;
	}
	while (text.len > 0 && is_blank(text.at[text.len - 1]))
		text.len--;
	return text;
}

/* Takes the first word off; what is left begins with the next one. */
static struct rules_slice take_word(struct rules_slice *text)
{
	struct rules_slice word = *text;
	size_t len = 0;

	while (len < text->len && !is_blank(text->at[len]))
		len++;
	word.len = len;
	*text = trimmed((struct rules_slice){text->at + len, text->len - len});
	return word;
}

static bool read_square(struct rules_slice word, rules_square *ret)
{
	if (word.len != 2 || !rules_is_file(word.at[0]) || !rules_is_rank(word.at[1]))
		return false;
	*ret = rules_square_at(word.at[0] - 'a', word.at[1] - '1');
	return true;
}

static bool read_color(struct rules_slice word, enum rules_color *ret)
{
	*ret = rules_slice_is(word, "black") ? RULES_BLACK : RULES_WHITE;
	return rules_slice_is(word, "white") || rules_slice_is(word, "black");
}

static bool read_seconds(struct rules_slice word, uint64_t *ret_ms)
{
	uint64_t millionths;

	if (!sim_decimal_read(word, SECONDS_LIMIT, &millionths))
		return false;
	*ret_ms = millionths / 1000;
	return true;
}

/* --- events --- */

/* What an event reads into; a wait makes no act. */
struct event {
	struct sim_act act;
	bool is_wait;
	uint64_t ms;
};

/* Each returns NULL, or what is wrong; words is what follows the name. */

static const char *read_lift(struct rules_slice words, struct event *ret)
{
	ret->act.type = SIM_ACT_LIFT;
	return read_square(words, &ret->act.square) ? NULL : "lift needs a square, such as e2";
}

static const char *read_place(struct rules_slice words, struct event *ret)
{
	struct rules_slice square = take_word(&words);

	ret->act.type = SIM_ACT_PLACE;
	if (!read_square(square, &ret->act.square))
		return "place needs a square and a piece, such as e4 P";
	ret->act.piece = words.len == 1 ? rules_fen_piece(words.at[0]) : RULES_NO_PIECE;
	return ret->act.piece != RULES_NO_PIECE ? NULL : "place needs a piece: one of PNBRQKpnbrqk";
}

static const char *read_press(struct rules_slice words, struct event *ret)
{
	ret->act.type = SIM_ACT_PRESS;
	return read_color(words, &ret->act.color) ? NULL : "press needs white or black";
}

static const char *read_wait(struct rules_slice words, struct event *ret)
{
	ret->is_wait = true;
	return read_seconds(words, &ret->ms) ? NULL : "wait needs a number of seconds";
}

static const char *read_adjust(struct rules_slice words, struct event *ret)
{
	ret->act.type = SIM_ACT_SAY;
	return read_color(words, &ret->act.color) ? NULL : "adjust needs white or black";
}

static const char *read_arbiter(struct rules_slice words, struct event *ret)
{
	ret->act.type = SIM_ACT_SAY;
	ret->act.text = words;
	return words.len > 0 ? NULL : "arbiter needs an action";
}

static const char *read_fault(struct rules_slice words, struct event *ret, enum sim_fault_kind kind)
{
	ret->act.type = SIM_ACT_FAULT;
	ret->act.fault = kind;
	if (!read_seconds(words, &ret->act.length_ms))
		return "how many seconds does it last?";
	return NULL;
}

static const char *read_unplug(struct rules_slice words, struct event *ret)
{
	return read_fault(words, ret, SIM_FAULT_UNPLUG);
}

static const char *read_silence(struct rules_slice words, struct event *ret)
{
	return read_fault(words, ret, SIM_FAULT_SILENCE);
}

static const char *read_power(struct rules_slice words, struct event *ret)
{
	return read_fault(words, ret, SIM_FAULT_POWER);
}

static const struct {
	const char *name;
	const char *(*read)(struct rules_slice words, struct event *ret);
} kinds[] = {
	{"lift", read_lift},     {"place", read_place},     {"press", read_press},
	{"wait", read_wait},     {"adjust", read_adjust},   {"arbiter", read_arbiter},
	{"unplug", read_unplug}, {"silence", read_silence}, {"power", read_power},
};

static const char *read_event(struct rules_slice text, struct event *ret)
{
	struct rules_slice words = text;
	struct rules_slice name = take_word(&words);

	*ret = (struct event){.is_wait = false};
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!rules_slice_is(name, kinds[i].name))
			continue;
		ret->act.text = text; /* of adjust: both words are the action */
		return kinds[i].read(words, ret);
	}
	return "no such event: lift, place, press, wait, adjust, arbiter, unplug, silence, power";
}

/* --- lines --- */

/* Up to the end of the line, or of the event; a comment is no part of it. */
static struct rules_slice take_piece(struct sim_script *s, bool is_line)
{
	struct rules_slice piece = {s->text.at + s->at, 0};
	bool is_comment = false;

	for (; s->at < s->text.len; s->at++) {
		char c = s->text.at[s->at];

		if (c == '\n' || (c == ';' && !is_line && !is_comment))
			break;
		is_comment = is_comment || c == '#';
		piece.len += !is_comment;
	}
	if (s->at < s->text.len)
		s->at++;
	return trimmed(piece);
}

static bool is_line_start(const struct sim_script *s)
{
	return s->at == 0 || s->text.at[s->at - 1] == '\n';
}

static void skip_blanks(struct sim_script *s)
{
	while (s->at < s->text.len && is_blank(s->text.at[s->at]))
		s->at++;
}

/* The key a line begins with, without its colon; empty: none. Only keys of the format count. */
static struct rules_slice take_key(struct sim_script *s)
{
	static const char *const keys[] = {"scenario", "edition", "mode",  "supervised",
					   "fen",      "events",  "expect"};
	struct rules_slice key = {s->text.at + s->at, 0};

	while (s->at + key.len < s->text.len && key.at[key.len] >= 'a' && key.at[key.len] <= 'z')
		key.len++;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (!rules_slice_is(key, keys[i]) || s->at + key.len >= s->text.len ||
		    key.at[key.len] != ':')
			continue;
		s->at += key.len + 1;
		return key;
	}
	key.len = 0;
	return key;
}

/*
 * The next event, or the value of a fen line. False: the end. Lines that are
 * not for us are passed over.
 */
static bool next_piece(struct sim_script *s, struct rules_slice *ret, bool *ret_is_fen)
{
	while (s->at < s->text.len) {
		struct rules_slice key = {0};
		bool is_start = is_line_start(s);

		skip_blanks(s);
		if (is_start)
			key = take_key(s);
		*ret_is_fen = rules_slice_is(key, "fen");
		*ret = take_piece(s, key.len > 0 && !rules_slice_is(key, "events"));
		if (ret->len > 0 && (key.len == 0 || *ret_is_fen || rules_slice_is(key, "events")))
			return true;
	}
	return false;
}

static void locate(const struct sim_script *s, const char *at, struct sim_script_fault *fault)
{
	fault->line = 1;
	fault->column = 1;
	for (const char *c = s->text.at; c < at; c++) {
		fault->column = *c == '\n' ? 1 : fault->column + 1;
		fault->line += *c == '\n';
	}
}

static bool fail(const struct sim_script *s, const char *at, const char *why,
		 struct sim_script_fault *fault)
{
	struct rules_text text = rules_text_in(fault->why, sizeof(fault->why));

	locate(s, at, fault);
	rules_text_string(&text, why);
	return false;
}

bool sim_script_open(struct sim_script *script, struct rules_slice text,
		     struct sim_script_fault *ret_fault)
{
	struct rules_fault fault;
	struct rules_slice piece;
	struct event event;
	bool is_fen, has_fen = false, has_event = false;

	*script = (struct sim_script){.text = text};
	rules_start(&script->start);
	while (next_piece(script, &piece, &is_fen)) {
		const char *why = is_fen ? NULL : read_event(piece, &event);

		if (why)
			return fail(script, piece.at, why, ret_fault);
		if (is_fen && (has_fen || has_event))
			return fail(script, piece.at,
				    "a script has one position, before its events", ret_fault);
		if (is_fen && !rules_fen_read(&script->start, piece, &fault))
			return fail(script, piece.at + fault.at, fault.why, ret_fault);
		has_fen = has_fen || is_fen;
		has_event = has_event || !is_fen;
	}
	script->at = 0;
	return true;
}

bool sim_script_next(struct sim_script *script, struct sim_act *ret_act)
{
	struct rules_slice piece;
	struct event event;
	bool is_fen;

	while (next_piece(script, &piece, &is_fen)) {
		if (is_fen || read_event(piece, &event))
			continue;
		if (event.is_wait) {
			script->wait_ms += event.ms;
			script->is_joined = event.ms == 0;
			continue;
		}
		script->at_ms += script->wait_ms + (script->is_joined ? 0 : GAP_MS);
		script->wait_ms = 0;
		script->is_joined = false;
		*ret_act = event.act;
		ret_act->at_ms = script->at_ms;
		return true;
	}
	return false;
}
