/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/control.h"

struct reader {
	struct rules_slice text;
	size_t at;
	const char *why;
};

static bool fail(struct reader *r, const char *why)
{
	r->why = why;
	return false;
}

static bool take(struct reader *r, char c)
{
	if (r->at >= r->text.len || r->text.at[r->at] != c)
		return false;
	r->at++;
	return true;
}

static bool read_number(struct reader *r, uint32_t limit, uint32_t *ret)
{
	size_t first = r->at;

	*ret = 0;
	while (r->at < r->text.len && r->text.at[r->at] >= '0' && r->text.at[r->at] <= '9') {
		*ret = 10 * *ret + (uint32_t)(r->text.at[r->at++] - '0');
		if (*ret > limit)
			return fail(r, "the number is too great");
	}
	return r->at > first || fail(r, "a number is missing");
}

/* "40/5400+30", "5400+30", "5400". */
static bool read_period(struct reader *r, struct touch_period *ret)
{
	uint32_t first, second = 0, added = 0;
	bool has_moves;

	if (!read_number(r, 100 * 3600, &first))
		return false;
	has_moves = take(r, '/');
	if (has_moves && first > 500)
		return fail(r, "the number of moves is too great");
	if (has_moves && !read_number(r, 100 * 3600, &second))
		return false;
	if (take(r, '+') && !read_number(r, 3600, &added))
		return false;
	*ret = (struct touch_period){.moves = (uint16_t)(has_moves ? first : 0),
				     .time_s = has_moves ? second : first,
				     .increment_s = (uint16_t)added};
	return !has_moves || first > 0 || fail(r, "a period has at least one move");
}

static bool read_all(struct reader *r, struct touch_control *ret)
{
	do {
		if (ret->count == TOUCH_PERIODS_MAX)
			return fail(r, "a clock has five periods at most");
		if (ret->count > 0 && ret->period[ret->count - 1].moves == 0)
			return fail(r, "nothing follows a period for all moves");
		if (!read_period(r, &ret->period[ret->count]))
			return false;
		ret->count++;
	} while (take(r, ':'));
	return r->at == r->text.len || fail(r, "this is no time control");
}

bool touch_control_read(struct touch_control *ret, struct rules_slice text,
			struct rules_fault *ret_fault)
{
	struct touch_control control = {0};
	struct reader r = {.text = text};

	if (read_all(&r, &control)) {
		*ret = control;
		return true;
	}
	if (ret_fault) {
		struct rules_text why = rules_text_in(ret_fault->why, sizeof(ret_fault->why));

		ret_fault->at = r.at;
		rules_text_string(&why, r.why);
	}
	return false;
}

void touch_control_write(struct rules_text *text, const struct touch_control *control)
{
	for (unsigned i = 0; i < control->count; i++) {
		const struct touch_period *period = &control->period[i];

		if (i > 0)
			rules_text_char(text, ':');
		if (period->moves > 0) {
			rules_text_number(text, period->moves);
			rules_text_char(text, '/');
		}
		rules_text_number(text, period->time_s);
		if (period->increment_s > 0) {
			rules_text_char(text, '+');
			rules_text_number(text, period->increment_s);
		}
	}
}

unsigned touch_control_moves(const struct touch_control *control, unsigned period)
{
	unsigned moves = 0;

	for (unsigned i = 0; i <= period && i < control->count; i++) {
		if (control->period[i].moves == 0)
			return 0;
		moves += control->period[i].moves;
	}
	return moves;
}

/* The last period comes again and again if it has a number of moves. */
unsigned touch_control_period(const struct touch_control *control, unsigned completed)
{
	unsigned period = 0;

	while (period + 1 < control->count && completed >= touch_control_moves(control, period))
		period++;
	return period;
}
