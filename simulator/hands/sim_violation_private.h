/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_VIOLATION_PRIVATE_H
#define BOARDD_SIM_VIOLATION_PRIVATE_H

#include "rules-core/movegen.h"
#include "simulator/hands/sim_hands_private.h"
#include "simulator/hands/sim_violation.h"

/* One turn in which something is to go wrong, and the words it is done in. */
struct sim_wrong {
	struct sim_hands *h;
	struct sim_turn *turn; /* with the move of the game */
	enum sim_violation violation;
	struct rules_moves moves; /* that are legal instead */
};

/* False, with nothing done, where the turn gives no occasion for it. */
typedef bool sim_wrong_play(struct sim_wrong *w);

/* Tries one violation; sim_violation.c. */
bool sim_wrong_try(struct sim_hands *h, struct sim_turn *turn, enum sim_violation violation);

/* --- sim_wrong.c: what is possible --- */

/* A man to an empty square, nothing else: only own men are touched then. */
bool sim_wrong_is_plain(const struct sim_wrong *w);
bool sim_wrong_is_king(const struct sim_wrong *w);

/* Own men that can move, and men of the opponent that can be taken. */
rules_set sim_wrong_movable(const struct rules_moves *moves);
rules_set sim_wrong_capturable(const struct sim_wrong *w);

/* Where a man can go without taking anything. */
rules_set sim_wrong_targets(const struct rules_position *pos, const struct rules_moves *moves,
			    rules_square from);

/* Free squares where a man that is no king has no business, none of them on a last rank. */
rules_set sim_wrong_squares(const struct sim_wrong *w, rules_square from);

/* The men the opponent moved last: lifting those is taken for straightening. */
rules_set sim_wrong_last_moved(const struct sim_hands *h);

/* The position if a man stood there instead, and whether both kings are attacked then. */
struct rules_position sim_wrong_if(const struct sim_wrong *w, rules_square from, rules_square to,
				   rules_piece piece);
bool sim_wrong_both_kings(const struct rules_position *pos);

/* --- sim_wrong.c: what hands do --- */

void sim_wrong_carry(struct sim_hands *h, rules_square from, rules_square to);
void sim_wrong_press(struct sim_hands *h, enum rules_color color);

/* Longer than any hand needs to slide: it is released. */
void sim_wrong_release(struct sim_hands *h);

/* Words that only an arbiter hears, of White or of Black. */
void sim_wrong_say(struct sim_hands *h, const char *const words[2], enum rules_color color);

/* From now on it is to be seen. */
void sim_wrong_confess(struct sim_wrong *w, enum rules_color color);

/* The move is made, and that is the moment the breach shows. */
bool sim_wrong_made(struct sim_wrong *w, enum sim_manner manner);
bool sim_wrong_make(struct sim_wrong *w);

/* Promotion: the pawn, and what it takes, off the board. */
void sim_wrong_lift_pawn(struct sim_wrong *w);

/* The clock is pressed, which shows it, and the opponent gives it back. */
void sim_wrong_caught(struct sim_wrong *w);

/* The same, and the arbiter rules: the board goes back to where it was. */
void sim_wrong_ruled(struct sim_wrong *w);

/* All is well now, and the clock is pressed again. */
bool sim_wrong_mended(struct sim_wrong *w, enum sim_manner manner);

/* --- the violations: Article 4 and the turn, sim_breach.c; the press, sim_irregular.c --- */

sim_wrong_play sim_wrong_touched_own, sim_wrong_touched_enemy, sim_wrong_must_castle,
	sim_wrong_must_move_king, sim_wrong_king_two_squares, sim_wrong_rook_first,
	sim_wrong_rook_played, sim_wrong_released, sim_wrong_taken_back, sim_wrong_king_released,
	sim_wrong_pawn_released, sim_wrong_promotion_changed, sim_wrong_out_of_turn,
	sim_wrong_adjusted;
sim_wrong_play sim_wrong_press_only, sim_wrong_illegal, sim_wrong_castling, sim_wrong_passed,
	sim_wrong_not_replaced, sim_wrong_piece, sim_wrong_king_captured, sim_wrong_displaced,
	sim_wrong_replacement, sim_wrong_not_queen, sim_wrong_kings, sim_wrong_remains;

#endif
