/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/summary.h"

static const char *const summaries[TOUCH_KINDS] = {
	[TOUCH_KIND_TOUCH_MOVE] = "A man was touched, and another move was played.",
	[TOUCH_KIND_MUST_CASTLE] = "King and rook were touched, and castling was not played.",
	[TOUCH_KIND_CASTLING_ROOK_FIRST] = "The rook was touched before the king in castling.",
	[TOUCH_KIND_RELEASED_THEN_MOVED] = "A man was released on a square and then moved on.",
	[TOUCH_KIND_PROMOTION_CHANGED] = "The piece of a promotion was released and exchanged.",
	[TOUCH_KIND_ADJUST_OUT_OF_TURN] = "Men were adjusted by the player not on the move.",
	[TOUCH_KIND_OUT_OF_TURN] = "A move was made by the player not on the move.",
	[TOUCH_KIND_TWO_HANDS] = "A move was made with two hands.",
	[TOUCH_KIND_RIGHT_LAPSED] = "The right to claim an earlier breach has lapsed.",
	[TOUCH_KIND_PRESS_WITHOUT_MOVE] = "The clock was pressed without a move made.",
	[TOUCH_KIND_ILLEGAL_MOVE] = "An illegal move was completed.",
	[TOUCH_KIND_CASTLING_INCOMPLETE] = "The clock was pressed before castling was finished.",
	[TOUCH_KIND_CAPTURE_NOT_REMOVED] = "A captured man was left on the board.",
	[TOUCH_KIND_PROMOTION_WRONG_PIECE] = "A pawn was replaced by a piece it cannot become.",
	[TOUCH_KIND_KING_CAPTURED] = "A king was captured.",
	[TOUCH_KIND_PROMOTION_NOT_REPLACED] = "A pawn on the last rank was not replaced.",
	[TOUCH_KIND_ILLEGAL_COUNT] = "The player has completed as many illegal moves as lose.",
	[TOUCH_KIND_BOTH_KINGS_IN_CHECK] = "Both kings are in check.",
	[TOUCH_KIND_ILLEGAL_POSITION_REMAINS] = "An illegal position remains on the board.",
	[TOUCH_KIND_DISPLACED_PIECE] = "Another man was displaced and not put back.",
	[TOUCH_KIND_WRONG_START_POSITION] = "The game began from a wrong position.",
	[TOUCH_KIND_WRONG_ORIENTATION] = "The board lies the wrong way.",
	[TOUCH_KIND_SETUP_CLAIM_TOO_LATE] = "The set-up was claimed to be wrong too late.",
	[TOUCH_KIND_COLOURS_REVERSED_RESTART] = "Colours are reversed, and a new game is due.",
	[TOUCH_KIND_COLOURS_REVERSED_CONTINUE] = "Colours are reversed, and the game goes on.",
	[TOUCH_KIND_CLAIM_RIGHT_LOST] = "A draw was claimed when the right to it was lost.",
	[TOUCH_KIND_CLAIM_WRONG] = "A claim was found to be incorrect.",
	[TOUCH_KIND_CLAIM_NOT_ON_MOVE] = "A draw was claimed by the player not on the move.",
	[TOUCH_KIND_OFFER_WRONG_TIME] = "A draw was offered at the wrong time.",
	[TOUCH_KIND_OFFER_LAPSED] = "A draw offer was accepted when it had lapsed.",
	[TOUCH_KIND_DRAW_TOO_EARLY] = "A draw was agreed before both had moved.",
	[TOUCH_KIND_SEALED_MOVE_ON_BOARD] = "A move to be sealed was made on the board.",
};

const char *summary_of(enum touch_kind kind)
{
	return summaries[kind];
}

const char *summary_of_remedy(enum touch_remedy remedy)
{
	switch (remedy) {
	case TOUCH_REMEDY_NONE: return NULL;
	case TOUCH_REMEDY_REPLACE: return "replace";
	case TOUCH_REMEDY_COUNT: return "replace-and-count";
	case TOUCH_REMEDY_LOSS: return "loss";
	case TOUCH_REMEDY_RIGHT_SQUARE: return "right-square";
	case TOUCH_REMEDY_DRAW: return "draw";
	case TOUCH_REMEDY_RESTART: return "restart";
	case TOUCH_REMEDY_TIME: return "time";
	}
	return NULL;
}
