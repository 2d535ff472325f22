/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_WINNABLE_H
#define BOARDD_RULES_WINNABLE_H

#include "libboardd/public.h"
#include "rules-core/position.h"

BOARDD_PUBLIC_BEGIN

/*
 * Can a side still checkmate by any possible series of legal moves (Art. 5.2.2,
 * 6.9)? Both players may help; the answer is exact or it is "unknown".
 *
 * Yes comes with the moves that lead to the mate. No is proven: either nothing
 * the side has can ever give mate where the men are locked (winnable_locked.c),
 * or every position that can still arise was looked at. Unknown means that the
 * effort allowed was used up, or that the position is none of chess (not one
 * king each, a pawn on the first or last rank, a king that can be taken).
 *
 * The counts of Art. 9.6 (fivefold repetition, 75 moves) are left out: what is
 * asked is whether a mate exists on the board.
 *
 * The memory is the caller's, nothing is allocated, and the same question with
 * the same effort has the same answer everywhere.
 */
enum rules_winnable { RULES_WINNABLE_UNKNOWN, RULES_WINNABLE_YES, RULES_WINNABLE_NO };

/* Longer helpmates are not told: the answer is then unknown. */
#define RULES_HELPMATE_MAX 1000

struct rules_helpmate {
	size_t count;
	rules_move move[RULES_HELPMATE_MAX];
};

/* Effort: how many positions may be made. On a common machine 1,000 take about 0.2 ms. */
#define RULES_WINNABLE_NODES     90000
#define RULES_WINNABLE_TRY_NODES 550

/* How many bytes of memory a search of so many nodes needs. */
size_t rules_winnable_room(uint32_t nodes);

struct rules_winnable_effort {
	uint32_t nodes;
	void *memory; /* rules_winnable_room(nodes) bytes, aligned as malloc() does */
};

/*
 * Can color still give mate? ret_line is the helpmate of a yes, from
 * pos on, and empty otherwise. ret_nodes (may be NULL): the effort it took.
 */
enum rules_winnable rules_winnable(const struct rules_position *pos, enum rules_color color,
				   struct rules_winnable_effort effort,
				   struct rules_helpmate *ret_line, uint32_t *ret_nodes);

/*
 * Can either of them? Both share effort: nodes for each, and what one side leaves unused
 * goes to the other. The memory is rules_winnable_room(2 * nodes) bytes.
 */
struct rules_winnable_sides {
	enum rules_winnable can[2]; /* by enum rules_color */
	struct rules_helpmate line[2];
	uint32_t nodes; /* the effort it took */
};

void rules_winnable_sides(const struct rules_position *pos, struct rules_winnable_effort effort,
			  struct rules_winnable_sides *ret);

/*
 * The questions of the Laws while a game goes on, with the effort of a try, on the
 * stack: true is proven, false is "can" or "not found". They know the material too.
 */
bool rules_cannot_mate(const struct rules_position *pos, enum rules_color color);
bool rules_is_dead(const struct rules_position *pos); /* neither can: Art. 5.2.2 */

BOARDD_PUBLIC_END

#endif
