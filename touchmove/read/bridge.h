/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_BRIDGE_H
#define BOARDD_READ_BRIDGE_H

#include "touchmove/read/read.h"

/*
 * Over a gap in the data: when nothing cheap explains the board, the legal
 * lines that lead to it become readings; how many half-moves there was time
 * for, and whose clock runs, weigh them.
 */

/* Something was lost; is_blind: until the next whole board nothing is seen. */
void read_bridge_gap(struct reader *r, bool is_blind);

/* What stands there was not seen to come: when it did is not known. False: it is no news. */
bool read_bridge_note(struct reader *r, rules_square square, rules_piece piece);

/* A square changed while nothing is known of the rest: one of the last things that happened. */
void read_bridge_square(struct reader *r, rules_square square, rules_piece piece);

/* A whole board came; these squares were not as we had them. */
void read_bridge_board(struct reader *r, rules_set changed);

/* The board changed while lines were looked for. */
void read_bridge_board_changed(struct reader *r);

/* A man may be there because the man that moved last went elsewhere: where it ended was lost. */
void read_bridge_other_goal(struct reader *r);

/* No reading explains the board for long: the thread is lost without a gap. */
void read_bridge_mind_thread(struct reader *r);

/* The first word of the clock after a gap. */
void read_bridge_clock(struct reader *r, uint8_t running);

/* All readings start from this position, so many half-moves having gone before. */
void read_start_from(struct reader *r, const struct rules_position *base, uint16_t plies);

/* When the thread is lost and the board is at rest, the board is where play goes on from. */
void read_adopt_board(struct reader *r);

/* Goes on with the search. */
void read_bridge_go_on(struct reader *r);

#endif
