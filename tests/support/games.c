/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "rules-core/draw.h"
#include "rules-core/movegen.h"
#include "rules-core/start.h"
#include "tests/support/games.h"

static enum rules_result result_of(const struct rules_position *pos)
{
	switch (rules_state_of(pos)) {
	case RULES_IN_PLAY: return RULES_UNDECIDED;
	case RULES_STALEMATE: return RULES_DRAWN;
	case RULES_CHECKMATE: break;
	}
	return pos->turn == RULES_WHITE ? RULES_BLACK_WINS : RULES_WHITE_WINS;
}

/* Captures and pawn moves twice as often: games that change rather than shuffle. */
static rules_move random_move(struct random *random, const struct rules_position *pos)
{
	struct rules_moves moves;
	rules_move chosen = RULES_NO_MOVE;

	rules_legal_moves(pos, &moves);
	for (int tries = 0; tries < 2; tries++) {
		chosen = moves.move[random_below(random, moves.count)];
		if (pos->at[rules_to(chosen)] != RULES_NO_PIECE ||
		    rules_kind_of(pos->at[rules_from(chosen)]) == RULES_PAWN)
			break;
	}
	return chosen;
}

void random_game(struct random *random, bool chess960, struct game *ret)
{
	size_t length = 20 + random_below(random, GAME_PLIES_MAX - 20);

	if (chess960)
		rules_chess960_start(&ret->start,
				     (unsigned)random_below(random, RULES_CHESS960_COUNT));
	else
		rules_start(&ret->start);
	ret->end = ret->start;
	ret->plies = 0;
	while (ret->plies < length && rules_has_legal_move(&ret->end)) {
		rules_move move = random_move(random, &ret->end);

		ret->moves[ret->plies++] = move;
		rules_apply(&ret->end, move, NULL);
	}
	ret->result = result_of(&ret->end);
}

static void tag(struct rules_pgn_writer *writer, const char *name, const char *value)
{
	rules_pgn_write_tag(writer, rules_slice_of(name), rules_slice_of(value));
}

void write_game(struct rules_text *out, const struct game *game, size_t number)
{
	struct rules_position pos = game->start;
	struct rules_pgn_writer writer;
	char round[32];

	snprintf(round, sizeof(round), "1.%zu", number);
	rules_pgn_write(&writer, out);
	tag(&writer, "Event", "Random Open");
	tag(&writer, "Site", "Nowhere");
	tag(&writer, "Date", "2026.01.01");
	tag(&writer, "Round", round);
	tag(&writer, "White", "Light, Player");
	tag(&writer, "Black", "Dark, Player");
	tag(&writer, "Result", rules_result_text(game->result));
	if (pos.chess960) {
		char fen[RULES_FEN_MAX];
		struct rules_text text = rules_text_in(fen, sizeof(fen));

		rules_fen_write(&text, &pos, RULES_FEN_PLAIN);
		tag(&writer, "FEN", fen);
		tag(&writer, "SetUp", "1");
		tag(&writer, "Variant", "Chess960");
	}
	rules_pgn_write_tags_end(&writer);
	for (size_t i = 0; i < game->plies; i++) {
		rules_pgn_write_move(&writer, &pos, game->moves[i]);
		rules_apply(&pos, game->moves[i], NULL);
	}
	rules_pgn_write_result(&writer, game->result);
}
