/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/manner.h"

/*
 * Counted (R) in three recorded games: 201 half-moves, 36 captures, 458
 * updates. The rest is judgement, checked on simulated hands. A scan's
 * sixteenths in the third column: 16 is one scan.
 */
static const struct read_manner_row rows[READ_MANNERS] = {
	/* name, cost, free_scan16, per_s, most, reason */
	[READ_PASSING] = {"own man on its way", 43, 0, 0, 0,
			  "R: 10 of about 150 moves that could be seen on a square between"},
	[READ_PASSING_ON] = {"own man further on its way", 11, 0, 0, 0,
			     "who slides over one square usually slides over the next"},
	[READ_OFF_PATH] = {"own man off its way", 67, 0, 0, 0,
			   "a detour goes through the air and is rarely seen"},
	[READ_MISPLACED] = {"own man where it cannot go", 104, 0, 0, 0,
			    "illegal moves happen, once in some hundred moves"},
	[READ_BEFORE_LIFT] = {"seen on the new square before the old is empty", 37, 24, 160, 155,
			      "R: 2 of 200; a scan and a half later hardly anything explains it"},
	[READ_TRAIL] = {"last mover still seen where it came from", 5, 24, 160, 120,
			"its squares are looked at in the board's order"},
	[READ_ON_THE_LINE] = {"last mover on the line between two squares", 72, 32, 8, 0,
			      "a man badly placed shows on both squares until it is nudged"},
	[READ_BESIDE_GOAL] = {"last mover beside the square it went to", 84, 8, 128, 0,
			      "nudged over the line for a moment"},
	[READ_SLID] = {"last mover seen on its way before", 43, 24, 160, 220,
		       "as an own man on its way: a slide, whether it is over or not"},
	[READ_OVERSHOT] = {"last mover seen beside its goal before", 43, 24, 160, 220,
			   "lands beside its goal and is pushed there"},
	[READ_TRIED] = {"last mover seen elsewhere before", 67, 24, 160, 220,
			"held down on another square first, and missed there only after its goal "
			"was seen"},
	[READ_BRUSHED] = {"captured man on its way off", 32, 12, 40, 0,
			  "R: 5 of 36 captures; a hand does not stop there"},
	[READ_DRAGGED] = {"man to be captured, elsewhere", 80, 0, 40, 0,
			  "R: victim first 7 of 36, dragged 5 of 36"},
	[READ_HALF_DONE] = {"castling, en passant or promotion half done", 5, 0, 0, 0,
			    "these moves have two parts"},
	[READ_NEW_PIECE_FIRST] = {"new piece before the pawn is off", 13, 0, 0, 0,
				  "allowed in any order (Art. 4.6.2)"},
	[READ_NEW_PIECE_HELD] = {"new piece perhaps changed again", 24, 0, 0, 0,
				 "a piece at hand is tried first"},
	[READ_ENEMY_ELSEWHERE] = {"man of the side not to move elsewhere", 104, 0, 32, 80,
				  "a move out of turn is as rare as an illegal one"},
	[READ_ALIEN] = {"man that cannot be there", 208, 0, 0, 0, "nothing fits"},

	[READ_OWN_OFF] = {"own man in the air", 2, 0, 0, 0, "how every move begins"},
	[READ_OWN_OFF_STUCK] = {"own man in the air that cannot move", 26, 0, 0, 0,
				"no move begins so"},
	[READ_FURTHER_OFF] = {"further man in the air", 19, 0, 0, 0,
			      "a move needs one, its capture another; only castling two"},
	[READ_PREY_OFF] = {"man that can be captured in the air", 6, 0, 0, 0,
			   "R: 7 of 36 captures begin so"},
	[READ_LAST_MOVER_OFF] = {"last mover in the air", 14, 0, 0, 0,
				 "its owner straightens it, or is not done yet"},
	[READ_ENEMY_OFF] = {"man of the other side in the air", 35, 24, 16, 48,
			    "knocked, straightened, or a loose contact"},
	[READ_ENEMY_KING_OFF] = {"king of the other side in the air", 80, 0, 0, 0,
				 "nobody takes it"},
	[READ_LONG_GONE] = {"missing since before the last half-move", 64, 16, 16, 96,
			    "a man does not stay in the hand while others move"},
	[READ_KNOCKED] = {"three men or more knocked over", 80, 0, 0, 0,
			  "one accident, however many men"},

	[READ_BACK_NOISE] = {"gone and back within a scan", 32, 0, 0, 0, "contact noise"},
	[READ_BACK_OWN] = {"own man put back", 48, 0, 0, 0, "R: 0 of 201 half-moves"},
	[READ_BACK_LAST_MOVER] = {"last mover straightened", 37, 0, 0, 0,
				  "by its owner, after the move"},
	[READ_BACK_ENEMY] = {"man of the other side put back", 61, 0, 0, 0,
			     "knocked, or a loose contact"},
	[READ_BACK_KNOCKED] = {"knocked man set up again", 5, 0, 0, 0, "part of the same accident"},

	[READ_OUT_OF_ORDER] = {"at rest before the move it answers", 16, 0, 0, 240,
			       "hands cannot answer what is not there; 4 for a scan, then 10"},
	[READ_AT_ONCE] = {"answered within a scan", 20, 0, 0, 0,
			  "the answer was ready; hands need a moment"},
	[READ_MOVED_AGAIN] = {"the same man moved again at once", 64, 0, 0, 0,
			      "released, answered and taken up again takes hands three scans; "
			      "in less it slides: nothing from then on"},
	[READ_ROOK_FIRST] = {"castled with the rook first", 48, 0, 0, 0, "Art. 4.4.2 forbids it"},
	[READ_NEVER_SEEN] = {"arrived and captured within a scan", 42, 0, 0, 0,
			     "quick recaptures on one square"},
	[READ_PASSED_UNSEEN] = {"arrived and taken in passing within a scan", 28, 0, 0, 0,
				"taken off by itself, not as its captor lands: R 7 of 36"},
	[READ_UPDATE_LOST] = {"an update was lost", 120, 0, 0, 0,
			      "R: 0 of 458; bad cable 1 in 100"},
	[READ_SWAPPED_UNSEEN] = {"captured within a scan", 32, 0, 0, 0,
				 "a board that sees no men shows no change"},
	[READ_INFERRED] = {"made while nobody looked", 16, 0, 0, 0, "a gap in the data"},
	[READ_PLAYED_OVER_GAP] = {"moved while an own man was long missing", 40, 0, 0, 0,
				  "players put right first"},
	[READ_PLAYED_OVER_MAN] = {"moved while a foreign man stood about", 80, 0, 0, 0,
				  "players put right first"},
	[READ_PLAYED_OVER_LINE] = {"moved while a man stood on a line", 16, 0, 0, 0,
				   "nobody but the board minds"},
	[READ_ANSWERED_EARLY] = {"answered before the press", 11, 0, 0, 0, "allowed, and not rare"},
	[READ_NEVER_PRESSED] = {"never pressed", 24, 0, 0, 0, "forgotten presses"},

	[READ_PRESS_LATE] = {"pressed after the answer", 11, 0, 0, 0, "allowed, Art. 6.2.2"},
	[READ_PRESS_EARLY] = {"press reported before the last square", 35, 0, 0, 0,
			      "R: 0 of 199, about 2 % in haste"},
	[READ_PRESS_FOR_NOTHING] = {"press without a move", 80, 0, 0, 0, "Art. 7.5.3"},
	[READ_PRESS_BY_OTHER] = {"press by the player not to move", 64, 0, 0, 0,
				 "the lever set right"},
	[READ_PRESS_BACK] = {"clock given back", 104, 0, 0, 0, "after a press without a move"},

	[READ_GAME_OVER] = {"the game has ended", 224, 0, 0, 0,
			    "cheaper would end damaged games, dearer publish analysis"},
	[READ_GAME_OVER_NO_CLOCK] = {"the game has ended, without a clock", 208, 0, 0, 0,
				     "no press speaks against it"},
	[READ_GAME_OVER_STOPPED] = {"the game has ended, clock stopped", 56, 0, 0, 0,
				    "a stopped clock is the usual end"},
	[READ_EVENT_AFTER_END] = {"men handled after the end", 16, 0, 0, 0, "freely"},
	[READ_PRESS_AFTER_END] = {"press after the end", 80, 0, 0, 0, "hardly ever"},
};

const struct read_manner_row *read_manner_row(enum read_manner manner)
{
	return &rows[manner];
}

int32_t read_manner_cost(enum read_manner manner, uint32_t ms, uint32_t scan_ms)
{
	const struct read_manner_row *row = &rows[manner];
	uint32_t free_ms = row->free_scan16 * scan_ms / 16;
	int64_t growth;

	if (row->per_s == 0 || ms <= free_ms)
		return row->cost;
	growth = (int64_t)(ms - free_ms) * row->per_s / 1000;
	if (row->most > 0 && growth > row->most)
		growth = row->most;
	return row->cost + (int32_t)(growth < INT16_MAX ? growth : INT16_MAX);
}

/*
 * -16 ln(0.96 exp(-t/220) + 0.04 exp(-t/2500)), t in steps of 50 ms at a scan
 * of 250: most squares of a slide are left at once, one in 25 is a hesitation.
 */
#define STEP_MS 50
static const uint8_t slide[] = {0,  3,  7,  10, 14, 17, 20, 23, 27, 30, 32, 35, 38, 40,
				43, 45, 47, 48, 50, 51, 53, 54, 55, 56, 57, 57, 58, 59,
				59, 60, 60, 61, 61, 62, 62, 62, 63, 63, 64, 64, 64};
#define STEPS ((uint32_t)(sizeof(slide) - 1))

int32_t read_passing_growth(uint32_t ms, uint32_t scan_ms)
{
	uint64_t usual_ms = (uint64_t)ms * 250 / (scan_ms > 0 ? scan_ms : 250);
	uint64_t step = usual_ms / STEP_MS, rest = usual_ms % STEP_MS;

	if (step >= STEPS) { /* from here on a hesitation: 16 in 2,500 ms */
		uint64_t more = (usual_ms - (uint64_t)STEPS * STEP_MS) * 16 / 2500;

		return slide[STEPS] + (int32_t)(more < INT16_MAX ? more : INT16_MAX);
	}
	return slide[step] + (int32_t)((uint64_t)(slide[step + 1] - slide[step]) * rest / STEP_MS);
}
