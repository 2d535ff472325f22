/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_PUBLISH_H
#define BOARDD_READ_PUBLISH_H

#include "touchmove/read/read.h"

/* What is told, when: the part of the reader that turns readings into news. */

/* How much dearer a reading may be and still speak against the best, in sixteenths. */
#define READ_MARGIN       96
#define READ_MARGIN_BLIND 144 /* where no men are seen: less is told by each square */

static inline int32_t read_margin(const struct reader *r)
{
	return r->sense.sees_men ? READ_MARGIN : READ_MARGIN_BLIND;
}

/* A reading that much dearer than the best dies. */
#define READ_DROP 288

struct read_view read_view_of(const struct reader *r);

struct read_news *read_tell(struct reader *r, enum read_news_type type);

/* The worlds and a brood become the worlds again: cheapest first, each once, the rest dropped. */
void read_prune(struct reader *r, struct read_brood *brood);

/* Tells what is certain by now. */
void read_publish(struct reader *r);

/* Tells presses, with the half-move each belongs to. */
void read_publish_presses(struct reader *r);

/* Tells all of the best reading, certain or not. */
void read_publish_now(struct reader *r);

/* Only worlds with this half-move stay, as one that was not seen; false: there are none. */
bool read_keep_with(struct reader *r, unsigned k, rules_move move);

/* Play goes on: of several routes to the same position the best is followed. */
void read_leave_routes(struct reader *r);

/* Says so when the readings do not come together. */
void read_publish_doubt(struct reader *r);

/* The next half-move is not known: says so, with the lines that may have been played. */
void read_say_unsure(struct reader *r);

/* Half-moves that all worlds share and that are told need not be doubted any longer. */
void read_move_anchor(struct reader *r);

/* The end of the game: see over.c. */
void read_spawn_over(struct reader *r, struct read_brood *brood);
void read_publish_end(struct reader *r);

/* A king has just gone to the centre: perhaps no move. */
bool read_is_end_begun(const struct reader *r, const struct read_ply *ply);

/*
 * One has, and the other king is in the air or stands where no half-move put it;
 * where there is a clock, since before the first came down.
 */
bool read_is_second_king_off(const struct reader *r, const struct read_ply *ply);

/* Asks for a whole board while an update may have been lost. */
void read_want_board(struct reader *r);

/* Lost updates are believed to have come: see heal.c. */
void read_heal(struct reader *r);

#endif
