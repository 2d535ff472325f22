/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/mirror.h"

/*
 * Finding our place in a log. The last changes we saw, in order, are looked
 * for in it; where the log also tells the whole position, that must agree.
 * Of several places the best and then the latest is taken: nothing may be
 * told twice.
 */

#define TRAIL_ENOUGH  4    /* changes in a row are no accident */
#define SAME_POSITION 1000 /* outweighs any trail */
#define SAME_BUT_ONE  500  /* the one square whose last change was overwritten */

struct search {
	const struct dgt_mirror *seen;
	const struct board_men *now;
	/* The log, replayed from its beginning. */
	struct dgt_trail trail;
	struct board_men board;
	bool is_anchored; /* board is known: a start tag or power-up has been read */
	/* The best place so far, and where the log leads from there. */
	bool is_found;
	size_t at, score;
	struct board_men then;
	bool reaches_now;
};

static void follow(struct search *s, const struct dgt_log_event *ev)
{
	if (ev->type == DGT_LOG_CHANGE)
		s->then.at[ev->square] = ev->piece;
	else if (ev->type == DGT_LOG_POWER_UP || ev->type == DGT_LOG_BOARD_EMPTY)
		s->then = board_men_of(BOARD_EMPTY);
	else if (ev->type == DGT_LOG_START || ev->type == DGT_LOG_START_ROTATED)
		s->then = board_men_start(ev->type == DGT_LOG_START_ROTATED);
	s->reaches_now = s->reaches_now || !s->now || board_men_equal(&s->then, s->now);
}

static void take(struct search *s, size_t at, size_t score)
{
	s->is_found = true;
	s->at = at;
	s->score = score;
	s->then = s->seen->board;
	s->reaches_now = !s->now || board_men_equal(&s->then, s->now);
}

/* The log's own view of the board. */
static void track(struct search *s, const struct dgt_log_event *ev)
{
	if (ev->type == DGT_LOG_CHANGE) {
		s->board.at[ev->square] = ev->piece;
		dgt_trail_add(&s->trail, (struct dgt_field){ev->square, ev->piece});
	} else if (ev->type == DGT_LOG_POWER_UP || ev->type == DGT_LOG_GAME_STARTED ||
		   ev->type == DGT_LOG_BOARD_EMPTY) {
		s->board = board_men_of(BOARD_EMPTY); /* and the pieces follow */
		s->is_anchored = true;
	} else if (ev->type == DGT_LOG_START || ev->type == DGT_LOG_START_ROTATED) {
		s->board = board_men_start(ev->type == DGT_LOG_START_ROTATED);
		s->is_anchored = true;
	}
}

/* How well the place behind the last event fits; 0: not at all. */
static size_t fit(const struct search *s)
{
	size_t common = dgt_trail_common(&s->trail, &s->seen->trail, 0);
	bool is_same = s->is_anchored && board_men_equal(&s->board, &s->seen->board);

	if (is_same)
		return SAME_POSITION + common;
	return common >= TRAIL_ENOUGH ? common : 0;
}

/*
 * The board overwrites a tag when the same square changes again: then our
 * last change is not in the log, and what took its place is new to us.
 */
static size_t fit_overwritten(const struct search *s, board_square square)
{
	const struct dgt_trail *seen = &s->seen->trail;
	size_t common = dgt_trail_common(&s->trail, seen, 1);
	struct board_men board = s->board;

	if (seen->count == 0 || seen->changes[seen->count - 1].square != square)
		return 0;
	board.at[square] = s->seen->board.at[square];
	if (s->is_anchored && board_men_equal(&board, &s->seen->board))
		return SAME_BUT_ONE + common;
	return common >= TRAIL_ENOUGH ? common : 0;
}

/* Behind what the gap may begin: a press only if we had heard it. */
static bool may_begin_behind(const struct search *s, const struct dgt_log_event *ev)
{
	if (ev->type == DGT_LOG_TIME)
		return s->seen->is_pressed;
	return ev->type == DGT_LOG_CHANGE || ev->type == DGT_LOG_START ||
	       ev->type == DGT_LOG_START_ROTATED || ev->type == DGT_LOG_BOARD_EMPTY;
}

static void consider(struct search *s, const struct dgt_log_event *ev, size_t behind)
{
	size_t score = may_begin_behind(s, ev) ? fit(s) : 0;

	if (score > 0 && score >= s->score) {
		take(s, behind, score);
		return;
	}
	score = ev->type == DGT_LOG_CHANGE ? fit_overwritten(s, ev->square) : 0;
	if (score > 0 && score >= s->score) {
		take(s, ev->at, score);
		follow(s, ev);
	}
}

bool dgt_gap_find(const uint8_t *log, size_t len, const struct dgt_mirror *seen,
		  const struct board_men *now, size_t *ret_at)
{
	struct search s = {.seen = seen, .now = now};
	struct dgt_log_event ev;
	struct dgt_log reader;

	dgt_log_init(&reader, log, len, false);
	/* Newer firmware sends only what was not asked for before: then all of it is new. */
	if (now && len < DGT_LOG_RING)
		take(&s, 0, 0);
	while (dgt_log_next(&reader, &ev)) {
		if (s.is_found)
			follow(&s, &ev);
		track(&s, &ev);
		consider(&s, &ev, reader.at);
	}
	if (!s.is_found || !s.reaches_now)
		return false;
	if (s.score == 0 && !board_men_equal(&s.then, now))
		return false;
	*ret_at = s.at;
	return true;
}

/* The changes from a place in the log on. Returns false when the board was off meanwhile. */
static bool read_changes(const uint8_t *log, size_t len, size_t at, struct dgt_trail *ret)
{
	struct dgt_log_event ev;
	struct dgt_log reader;

	dgt_log_init(&reader, log + at, len - at, true);
	while (dgt_log_next(&reader, &ev)) {
		if (ev.type == DGT_LOG_POWER_UP)
			return false;
		if (ev.type != DGT_LOG_CHANGE)
			continue;
		dgt_trail_add(ret, (struct dgt_field){ev.square, ev.piece});
	}
	return true;
}

bool dgt_gap_has_moved(const uint8_t *log, size_t len, size_t at, const struct dgt_mirror *left,
		       const struct dgt_trail *since)
{
	struct dgt_trail all = {.count = 0};

	if (!read_changes(log, len, at, &all) || dgt_trail_common(&all, since, 0) < since->count)
		return false;
	for (size_t i = 0; i < all.count - since->count; i++) {
		struct dgt_field change = all.changes[i];

		if (change.piece != BOARD_EMPTY && change.piece != left->board.at[change.square])
			return true;
	}
	return false;
}
