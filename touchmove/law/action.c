/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/action.h"
#include "touchmove/law/game.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

struct rules_slice touch_word_next(struct rules_slice *text)
{
	struct rules_slice word;

	while (text->len > 0 && is_blank(text->at[0])) {
		text->at++;
		text->len--;
	}
	word = (struct rules_slice){text->at, 0};
	while (text->len > 0 && !is_blank(text->at[0])) {
		text->at++;
		text->len--;
		word.len++;
	}
	return word;
}

bool touch_color_read(uint8_t *ret, struct rules_slice word)
{
	if (rules_slice_is(word, "white"))
		*ret = RULES_WHITE;
	else if (rules_slice_is(word, "black"))
		*ret = RULES_BLACK;
	else
		return false;
	return true;
}

/* What may follow an action's name. */
enum operands {
	TAKES_NOTHING,
	TAKES_COLOR,
	TAKES_COLOR_OR_BOTH,
	TAKES_COLOR_AND_TEXT,
	TAKES_COLOR_AND_NUMBER,
	TAKES_COLOR_AND_MINUTES_OR_NOTHING,
	TAKES_NUMBER,
	TAKES_NUMBER_OR_NOTHING,
	TAKES_RULING,
	TAKES_NUMBER_AND_MOVE,
	TAKES_CLAIM,
	TAKES_SEEN,
	TAKES_RESULT,
	TAKES_PENALTY,
};

static const struct {
	const char *name;
	enum touch_event_type type;
	enum touch_action action;
	enum operands operands;
} actions[] = {
	{"start", TOUCH_EV_ARBITER, TOUCH_ACT_START, TAKES_NOTHING},
	{"report", TOUCH_EV_ARBITER, TOUCH_ACT_REPORT, TAKES_SEEN},
	{"accidental", TOUCH_EV_ARBITER, TOUCH_ACT_ACCIDENTAL, TAKES_NOTHING},
	{"attribute", TOUCH_EV_ARBITER, TOUCH_ACT_ATTRIBUTE, TAKES_COLOR},
	{"claim", TOUCH_EV_ARBITER, TOUCH_ACT_CLAIM, TAKES_CLAIM},
	{"offer", TOUCH_EV_ARBITER, TOUCH_ACT_OFFER, TAKES_COLOR},
	{"accept", TOUCH_EV_ARBITER, TOUCH_ACT_ACCEPT, TAKES_COLOR},
	{"decline", TOUCH_EV_ARBITER, TOUCH_ACT_DECLINE, TAKES_COLOR},
	{"resign", TOUCH_EV_ARBITER, TOUCH_ACT_RESIGN, TAKES_COLOR},
	{"flag", TOUCH_EV_ARBITER, TOUCH_ACT_FLAG, TAKES_COLOR_OR_BOTH},
	{"count", TOUCH_EV_ARBITER, TOUCH_ACT_COUNT, TAKES_COLOR_AND_NUMBER},
	{"uphold", TOUCH_EV_ARBITER, TOUCH_ACT_UPHOLD, TAKES_RULING},
	{"dismiss", TOUCH_EV_ARBITER, TOUCH_ACT_DISMISS, TAKES_NUMBER_OR_NOTHING},
	{"pause", TOUCH_EV_ARBITER, TOUCH_ACT_PAUSE, TAKES_NOTHING},
	{"resume", TOUCH_EV_ARBITER, TOUCH_ACT_RESUME, TAKES_NOTHING},
	{"seal", TOUCH_EV_ARBITER, TOUCH_ACT_SEAL, TAKES_COLOR_AND_MINUTES_OR_NOTHING},
	{"set-move", TOUCH_EV_ARBITER, TOUCH_ACT_SET_MOVE, TAKES_NUMBER_AND_MOVE},
	{"takeback", TOUCH_EV_ARBITER, TOUCH_ACT_TAKEBACK, TAKES_NUMBER_OR_NOTHING},
	{"choose", TOUCH_EV_ARBITER, TOUCH_ACT_CHOOSE, TAKES_NUMBER},
	{"result", TOUCH_EV_ARBITER, TOUCH_ACT_RESULT, TAKES_RESULT},
	{"penalty", TOUCH_EV_ARBITER, TOUCH_ACT_PENALTY, TAKES_PENALTY},
	{"postpone", TOUCH_EV_ARBITER, TOUCH_ACT_POSTPONE, TAKES_NUMBER_OR_NOTHING},
	{"sealed", TOUCH_EV_ARBITER, TOUCH_ACT_SEALED, TAKES_COLOR_AND_TEXT},
	{"arrived", TOUCH_EV_ARBITER, TOUCH_ACT_ARRIVED, TAKES_COLOR},
	{"record", TOUCH_EV_ARBITER, TOUCH_ACT_RECORD, TAKES_COLOR},
	{"other-board", TOUCH_EV_ARBITER, TOUCH_ACT_OTHER_BOARD, TAKES_NUMBER_AND_MOVE},
	{"announce", TOUCH_EV_ARBITER, TOUCH_ACT_ANNOUNCE, TAKES_COLOR_AND_TEXT},
	{"adjust", TOUCH_EV_ADJUSTED, TOUCH_ACTIONS, TAKES_COLOR},
};

static const char *const claims[TOUCH_CLAIMS] = {
	[TOUCH_CLAIM_TOUCH_MOVE] = "touch-move",
	[TOUCH_CLAIM_ILLEGAL_MOVE] = "illegal-move",
	[TOUCH_CLAIM_FLAG] = "flag",
	[TOUCH_CLAIM_THREEFOLD] = "threefold",
	[TOUCH_CLAIM_FIFTY] = "fifty",
	[TOUCH_CLAIM_QUICKPLAY] = "quickplay",
	[TOUCH_CLAIM_INCREMENT] = "increment",
};

static const char *const sights[] = {
	[TOUCH_SEEN_TWO_HANDS] = "two-hands",
	[TOUCH_SEEN_COLOURS_REVERSED] = "colours-reversed",
	[TOUCH_SEEN_WRONG_START] = "wrong-start-position",
	[TOUCH_SEEN_ORIENTATION] = "wrong-orientation",
	[TOUCH_SEEN_POSITION_LOST] = "position-lost",
};

static const char *const penalties[TOUCH_PENALTIES] = {
	[TOUCH_PENALTY_WARNING] = "warning",
	[TOUCH_PENALTY_OPPONENT_TIME] = "opponent-time",
	[TOUCH_PENALTY_OWN_TIME] = "own-time",
	[TOUCH_PENALTY_LOSS] = "loss",
	[TOUCH_PENALTY_OWN_POINTS] = "own-points",
	[TOUCH_PENALTY_OPPONENT_POINTS] = "opponent-points",
	[TOUCH_PENALTY_FINE] = "fine",
	[TOUCH_PENALTY_EXCLUSION] = "exclusion",
	[TOUCH_PENALTY_EXPULSION] = "expulsion",
};

const char *touch_claim_name(enum touch_claim claim)
{
	return claims[claim];
}

const char *touch_penalty_name(enum touch_penalty penalty)
{
	return penalties[penalty];
}

struct reader {
	struct rules_slice all, rest, word; /* word: read last */
	struct touch_event event;
	const char *why;
};

static bool fail(struct reader *r, const char *why)
{
	r->why = why;
	return false;
}

static bool read_color(struct reader *r, bool or_both)
{
	r->word = touch_word_next(&r->rest);
	if (touch_color_read(&r->event.color, r->word))
		return true;
	if (!or_both || !rules_slice_is(r->word, "both"))
		return fail(r, or_both ? "white, black or both?" : "white or black?");
	r->event.color = TOUCH_BOTH;
	return true;
}

static bool read_number(struct reader *r)
{
	r->event.number = 0;
	for (size_t i = 0; i < r->word.len; i++) {
		if (r->word.at[i] < '0' || r->word.at[i] > '9' || i > 5)
			return fail(r, "a number is missing");
		r->event.number = 10 * r->event.number + (uint32_t)(r->word.at[i] - '0');
	}
	return r->word.len > 0 || fail(r, "a number is missing");
}

static bool read_name(struct reader *r, const char *const *names, size_t count)
{
	r->word = touch_word_next(&r->rest);
	for (size_t i = 0; i < count; i++) {
		if (rules_slice_is(r->word, names[i])) {
			r->event.detail = (uint8_t)i;
			return true;
		}
	}
	return fail(r, "unknown word");
}

static bool read_move(struct reader *r)
{
	r->word = touch_word_next(&r->rest);
	if (r->word.len >= sizeof(r->event.text))
		return fail(r, "this is no move");
	memcpy(r->event.text, r->word.at, r->word.len);
	return true;
}

/* "absent": no arbiter is there (2001 and 2009 D1, 2023 III.6). */
static bool read_absent(struct reader *r)
{
	r->word = touch_word_next(&r->rest);
	r->event.number = r->word.len > 0;
	return r->word.len == 0 || rules_slice_is(r->word, "absent") ||
	       fail(r, "absent, or nothing?");
}

static bool read_claim(struct reader *r)
{
	if (!read_color(r, false) || !read_name(r, claims, TOUCH_CLAIMS))
		return false;
	if (r->event.detail == TOUCH_CLAIM_QUICKPLAY)
		return read_absent(r);
	if (r->event.detail != TOUCH_CLAIM_THREEFOLD && r->event.detail != TOUCH_CLAIM_FIFTY)
		return true;
	return read_move(r);
}

static bool read_result(struct reader *r)
{
	enum rules_result result = RULES_BOTH_LOST;

	r->word = touch_word_next(&r->rest);
	if (!rules_slice_is(r->word, rules_result_text(result)) &&
	    !rules_result_read(r->word, &result))
		return fail(r, "1-0, 0-1, 1/2-1/2, 0-0 or *?");
	r->event.detail = (uint8_t)result;
	r->word = touch_word_next(&r->rest);
	if (r->word.len == 0)
		return true;
	if (result == RULES_UNDECIDED)
		return fail(r, "too many words");
	for (uint32_t i = TOUCH_REASON_NONE + 1; i < TOUCH_REASON_WITHDRAWN; i++) {
		if (rules_slice_is(r->word, touch_reason_name((enum touch_reason)i))) {
			r->event.number = i;
			return true;
		}
	}
	return fail(r, "unknown reason");
}

/* Minutes belong to the two penalties on the clock, and to no other. */
static bool read_penalty(struct reader *r)
{
	if (!read_color(r, false) || !read_name(r, penalties, TOUCH_PENALTIES))
		return false;
	if (r->event.detail != TOUCH_PENALTY_OPPONENT_TIME &&
	    r->event.detail != TOUCH_PENALTY_OWN_TIME)
		return true;
	r->word = touch_word_next(&r->rest);
	if (!read_number(r) || r->event.number == 0 || r->event.number > 600)
		return fail(r, "how many minutes, 1 to 600?");
	return true;
}

/* "uphold", "uphold 3", "uphold claimed", "uphold 3 unclaimed". */
static bool read_ruling(struct reader *r)
{
	r->word = touch_word_next(&r->rest);
	if (r->word.len > 0 && r->word.at[0] >= '0' && r->word.at[0] <= '9') {
		if (!read_number(r))
			return false;
		r->word = touch_word_next(&r->rest);
	}
	if (rules_slice_is(r->word, "claimed"))
		r->event.detail = TOUCH_ASKED_CLAIMED;
	else if (rules_slice_is(r->word, "unclaimed"))
		r->event.detail = TOUCH_ASKED_UNCLAIMED;
	else
		return r->word.len == 0 || fail(r, "a number, claimed or unclaimed?");
	return true;
}

static bool read_operands(struct reader *r, enum operands operands)
{
	switch (operands) {
	case TAKES_NOTHING: return true;
	case TAKES_COLOR: return read_color(r, false);
	case TAKES_COLOR_OR_BOTH: return read_color(r, true);
	case TAKES_COLOR_AND_TEXT:
		return read_color(r, false) && read_move(r) &&
		       (r->word.len > 0 || fail(r, "the move is missing"));
	case TAKES_COLOR_AND_NUMBER:
		if (!read_color(r, false))
			return false;
		r->word = touch_word_next(&r->rest);
		return read_number(r);
	case TAKES_COLOR_AND_MINUTES_OR_NOTHING:
		if (!read_color(r, false))
			return false;
		r->word = touch_word_next(&r->rest);
		return r->word.len == 0 ||
		       (read_number(r) && r->event.number > 0 && r->event.number <= 600) ||
		       fail(r, "how many minutes before the end of the session, 1 to 600?");
	case TAKES_NUMBER: r->word = touch_word_next(&r->rest); return read_number(r);
	case TAKES_NUMBER_OR_NOTHING:
		r->word = touch_word_next(&r->rest);
		return r->word.len == 0 || read_number(r);
	case TAKES_RULING: return read_ruling(r);
	case TAKES_NUMBER_AND_MOVE:
		r->word = touch_word_next(&r->rest);
		return read_number(r) && read_move(r);
	case TAKES_CLAIM: return read_claim(r);
	case TAKES_SEEN:
		return read_name(r, sights, sizeof(sights) / sizeof(sights[0])) &&
		       read_color(r, true);
	case TAKES_RESULT: return read_result(r);
	case TAKES_PENALTY: return read_penalty(r);
	}
	return false;
}

static bool read_action(struct reader *r)
{
	r->word = touch_word_next(&r->rest);
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		if (!rules_slice_is(r->word, actions[i].name))
			continue;
		r->event.type = actions[i].type;
		r->event.action = (uint8_t)actions[i].action;
		if (!read_operands(r, actions[i].operands))
			return false;
		r->word = touch_word_next(&r->rest);
		if (r->event.action == TOUCH_ACT_TAKEBACK && r->event.number == 0)
			r->event.number = 1;
		return r->word.len == 0 || fail(r, "too many words");
	}
	return fail(r, "unknown action");
}

bool touch_action_read(struct touch_event *ret, struct rules_slice text,
		       struct rules_fault *ret_fault)
{
	struct reader r = {.all = text, .rest = text};

	r.event.square = RULES_NO_SQUARE;
	r.event.piece = RULES_NO_PIECE;
	r.event.color = TOUCH_BOTH;
	if (read_action(&r)) {
		*ret = r.event;
		return true;
	}
	if (ret_fault) {
		struct rules_text why = rules_text_in(ret_fault->why, sizeof(ret_fault->why));

		ret_fault->at = (size_t)(r.word.at - text.at);
		rules_text_string(&why, r.why ? r.why : "unknown action");
	}
	return false;
}
