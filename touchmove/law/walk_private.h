/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_WALK_PRIVATE_H
#define BOARDD_LAW_WALK_PRIVATE_H

#include "touchmove/law/law.h"
#include "touchmove/law/work.h"

/*
 * The acts of a turn, in their order: which men were touched (Art. 4.3), what
 * was released and binds (4.7), which moves were made and perhaps taken back.
 * Worked out anew whenever something happens: nothing of it is remembered but
 * what was said.
 */
enum law_how {
	LAW_LIVE, /* the turn goes on: nothing is said but touches */
	LAW_TOLD, /* the reader's move is said, and what was made before it */
	LAW_FIRM, /* everything that lies on the board was released */
};

/* A man leaves a square, or comes to one. */
struct law_stride {
	uint64_t at_ms;
	uint8_t act;
	bool is_off;
};

#define LAW_STRIDES_MAX (2 * READ_ACTS_MAX)

struct law_walk {
	struct law *law;
	struct work *w;
	const struct read_acts *acts;
	enum law_how how;
	struct touch_list before; /* the touches as they were known */
	rules_move final;         /* the reader's move, while it is not made */
	bool is_forced, can_say;  /* it is made in any case; it can be said now */
	size_t made_count;        /* moves made in this turn so far */
	rules_set off;            /* men of an adjust window not yet home */
	uint64_t window_until_ms;
	uint64_t at_ms; /* of the stride that is looked at */
	size_t count;
	struct law_stride stride[LAW_STRIDES_MAX];
};

static inline struct touch_game *law_game(struct law_walk *k)
{
	return k->w->game;
}

/* Of a man on the square it had when the turn began. */
static inline bool law_is_home_act(const struct read_act *act)
{
	return act->from != RULES_NO_SQUARE && act->from == act->square;
}

/* All that was done in this turn, what was done after its made move included. */
void law_acts(const struct law *law, const struct reader *r, struct read_acts *ret);

/* Brings touches, commitments, hands and the made move of the game up to date. */
void law_walk(struct law *law, struct work *w, const struct reader *r, const struct read_acts *acts,
	      enum law_how how);

/* What the opponent touched after an open press, up to then: the turn has passed. */
void law_keep_opponents_acts(struct law *law, const struct read_acts *acts, uint64_t until_ms,
			     enum rules_color opponent);

/* --- strides.c --- */

void law_list_strides(struct law_walk *k);

/* Section 1 of the procedure: released, or only slid over the square? */
bool law_is_released(const struct law_walk *k, size_t act);
bool law_stays_home(const struct law_walk *k, const struct law_stride *stride);
void law_take_up(struct touch_hands *hands, uint8_t man, rules_square square, uint64_t at_ms);
void law_put_down(struct touch_hands *hands, uint8_t man, rules_square square, rules_piece piece,
		  uint64_t at_ms);

/* --- touches.c --- */

void law_note_touch(struct law_walk *k, const struct read_act *act, uint64_t at_ms);

/* Art. 4.8: does a touch of this turn end rights? */
void law_look_for_lapse(struct law_walk *k);
void law_follow_lapse(struct law_walk *k);

/* --- made.c --- */

/* A man was released there, or one that is part of a move was taken off: is a move made? */
void law_look_at_release(struct law_walk *k, const struct read_act *act);
void law_look_at_lift(struct law_walk *k, const struct read_act *act);
void law_make_told(struct law_walk *k);
void law_stand_again(struct touch_game *game);

#endif
