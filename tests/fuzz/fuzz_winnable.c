/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/draw.h"
#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/winnable.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any men have an answer: a yes is a line of legal moves to a mate, and a no is
 * not refuted by anything within two moves.
 */

enum { NODES = 2000 };

static void check_line(const struct rules_position *pos, const struct rules_helpmate *line,
		       enum rules_color color)
{
	struct rules_position at = *pos;

	for (size_t i = 0; i < line->count; i++) {
		expect(rules_is_legal(&at, line->move[i]), "move %zu", i);
		rules_apply(&at, line->move[i], NULL);
	}
	expect(rules_state_of(&at) == RULES_CHECKMATE && at.turn != color, "no mate");
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep */
static void check_no_mate(const struct rules_position *pos, enum rules_color color, int depth)
{
	struct rules_moves moves;

	rules_legal_moves(pos, &moves);
	expect(moves.count > 0 || pos->turn == color || !rules_in_check(pos), "a mate after all");
	for (size_t i = 0; depth > 0 && i < moves.count; i++) {
		struct rules_position next = *pos;

		rules_apply(&next, moves.move[i], NULL);
		check_no_mate(&next, color, depth - 1);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static struct rules_helpmate line;
	static void *memory;
	struct rules_slice text = {.at = (const char *)bytes, .len = len};
	struct rules_position pos;

	if (!memory)
		memory = malloc(rules_winnable_room(NODES));
	if (!rules_fen_read(&pos, text, NULL))
		return 0;
	for (int color = 0; color < 2; color++) {
		struct rules_winnable_effort effort = {NODES, memory};

		switch (rules_winnable(&pos, (enum rules_color)color, effort, &line, NULL)) {
		case RULES_WINNABLE_YES: check_line(&pos, &line, (enum rules_color)color); break;
		case RULES_WINNABLE_NO: check_no_mate(&pos, (enum rules_color)color, 2); break;
		case RULES_WINNABLE_UNKNOWN: break;
		}
	}
	return 0;
}
