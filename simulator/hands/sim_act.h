/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_ACT_H
#define BOARDD_SIM_ACT_H

#include "rules-core/pgn.h"
#include "rules-core/position.h"
#include "simulator/board/sim_fault.h"

/*
 * What people do at a board, one act at a time, in the order in which it
 * happens, and what it means. The board sees men and presses only; the rest is
 * the truth that a reader of the board has to find out.
 *
 * Squares are those of chess: turning a rotated board is sim_table.h's.
 */

enum sim_act_type {
	SIM_ACT_LIFT,        /* square */
	SIM_ACT_PLACE,       /* square, piece; what stood there goes with the same hand */
	SIM_ACT_PRESS,       /* color */
	SIM_ACT_SET_CLOCK,   /* both sides anew; color is to move first */
	SIM_ACT_START_CLOCK, /* by its button */
	SIM_ACT_STOP_CLOCK,
	SIM_ACT_SAY,   /* text: words only an arbiter hears */
	SIM_ACT_FAULT, /* fault, length_ms: a cable is pulled, a plug */
	/* What it means. */
	SIM_ACT_READY,     /* the men of a new game stand; a rules_position is in the game */
	SIM_ACT_MADE,      /* color, ply, move, manner: the move now stands on the board;
			      RULES_NO_MOVE: an illegal one that nobody minds */
	SIM_ACT_VIOLATION, /* color, ply, violation: it is now to be seen */
	SIM_ACT_RESULT,    /* result: the game is over */
};

/* How a move was made by hand. Which of them a move can have depends on the move. */
enum sim_manner {
	/* a man to an empty square */
	SIM_MANNER_LIFT,        /* lifted, then placed */
	SIM_MANNER_SLIDE,       /* seen on squares in between */
	SIM_MANNER_PLACE_FIRST, /* pushed: seen on both squares for a while */
	/* a capture */
	SIM_MANNER_SWAP,         /* the victim leaves as the capturer comes */
	SIM_MANNER_VICTIM_FIRST, /* victim, then capturer lifted */
	SIM_MANNER_MOVER_FIRST,  /* capturer, then victim lifted */
	/* en passant */
	SIM_MANNER_PASSED_LAST,    /* the passed pawn is taken off at the end */
	SIM_MANNER_PASSED_FIRST,   /* at the beginning */
	SIM_MANNER_PASSED_BETWEEN, /* while the other pawn is in the hand */
	/* castling; the king is always touched first */
	SIM_MANNER_KING_THEN_ROOK,  /* one after the other */
	SIM_MANNER_BOTH_IN_HAND,    /* both lifted, king down first */
	SIM_MANNER_ROOK_DOWN_FIRST, /* both lifted, rook down first */
	SIM_MANNER_TWO_HANDS,       /* both at once */
	/* promotion */
	SIM_MANNER_PAWN_DOWN, /* pawn placed, lifted, exchanged */
	SIM_MANNER_PAWN_KEPT, /* pawn lifted and never put down */
	SIM_MANNER_PAWN_SWAP, /* pawn placed, then the new piece put in its place */
	SIM_MANNER_NEW_FIRST, /* new piece placed, pawn taken off last */
	SIM_MANNERS,
};

/* What the Laws forbid, as far as a board can show it. See sim_violation.h. */
enum sim_violation {
	SIM_VIOLATION_NONE,
	SIM_VIOLATION_TOUCHED_OWN,       /* another own man touched first */
	SIM_VIOLATION_TOUCHED_ENEMY,     /* a man that could be taken touched, not taken */
	SIM_VIOLATION_MUST_CASTLE,       /* king and rook touched, something else played */
	SIM_VIOLATION_MUST_MOVE_KING,    /* the same where castling is illegal */
	SIM_VIOLATION_KING_TWO_SQUARES,  /* as if to castle where that is illegal, and moves not */
	SIM_VIOLATION_ROOK_FIRST,        /* castled, rook touched first */
	SIM_VIOLATION_ROOK_PLAYED,       /* the rook's move made, and then castled */
	SIM_VIOLATION_RELEASED,          /* released on one square, moved on to another */
	SIM_VIOLATION_TAKEN_BACK,        /* a move made, taken back, and another one played */
	SIM_VIOLATION_KING_RELEASED,     /* king released where it castles, then moved elsewhere */
	SIM_VIOLATION_PAWN_RELEASED,     /* on the last rank, and promoted on another square */
	SIM_VIOLATION_PROMOTION_CHANGED, /* new piece released, then exchanged */
	SIM_VIOLATION_OUT_OF_TURN,
	SIM_VIOLATION_ADJUST_OUT_OF_TURN, /* the words are needed, and not the board's to tell */
	SIM_VIOLATION_PRESS_WITHOUT_MOVE,
	SIM_VIOLATION_ILLEGAL_MOVE,
	SIM_VIOLATION_CASTLING_INCOMPLETE,
	SIM_VIOLATION_PASSED_NOT_REMOVED,
	SIM_VIOLATION_NOT_REPLACED, /* a pawn stays on the last rank */
	SIM_VIOLATION_WRONG_PIECE,  /* replaced by a piece of the wrong colour */
	SIM_VIOLATION_KING_CAPTURED,
	SIM_VIOLATION_DISPLACED,         /* another man knocked to the next square and left */
	SIM_VIOLATION_WRONG_REPLACEMENT, /* of an illegal move, by another man's move */
	SIM_VIOLATION_NOT_QUEEN,         /* a pawn that stayed there, replaced by another piece */
	SIM_VIOLATION_BOTH_KINGS,        /* an illegal move that leaves both kings in check */
	SIM_VIOLATION_POSITION_REMAINS,  /* a pawn stays there, and the opponent plays on */
	/* before the first move, if the arbiter looks */
	SIM_VIOLATION_WRONG_START,       /* two men have changed places */
	SIM_VIOLATION_WRONG_ORIENTATION, /* the board lies the wrong way */
	SIM_VIOLATIONS,
};

struct sim_act {
	uint64_t at_ms;
	enum sim_act_type type;
	rules_square square;
	rules_piece piece;
	uint16_t ply; /* of the game, from 1 */
	enum rules_color color;
	rules_move move;
	enum sim_manner manner;
	enum sim_violation violation;
	enum rules_result result;
	enum sim_fault_kind fault;
	struct rules_slice text;
	uint64_t length_ms;
};

/* "swap", "king_then_rook" */
const char *sim_manner_name(enum sim_manner manner);

#endif
