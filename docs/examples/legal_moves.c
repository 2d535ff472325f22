/* SPDX-License-Identifier: GPL-3.0-or-later */
/* legal_moves FEN: the legal moves of a position, and whether it is mate or stalemate. */
#include <stdio.h>

#include "rules-core/draw.h"
#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/san.h"

int main(int argc, char **argv)
{
	static const char *const state[] = {"in play", "checkmate", "stalemate"};
	struct rules_position pos;
	struct rules_moves moves;
	struct rules_fault fault;

	if (!rules_fen_read(&pos, rules_slice_of(argc > 1 ? argv[1] : RULES_START_FEN), &fault)) {
		fprintf(stderr, "FEN, character %zu: %s\n", fault.at + 1, fault.why);
		return 1;
	}
	rules_legal_moves(&pos, &moves);
	for (size_t i = 0; i < moves.count; i++) {
		char san[RULES_SAN_MAX];
		struct rules_text text = rules_text_in(san, sizeof(san));

		rules_san_write(&text, &pos, moves.move[i], RULES_EN, RULES_SAN_PGN);
		puts(san);
	}
	printf("%zu legal moves, %s\n", moves.count, state[rules_state_of(&pos)]);
	return 0;
}
