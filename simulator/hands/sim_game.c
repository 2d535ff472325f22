/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/hands/sim_game.h"

#include "rules-core/draw.h"
#include "rules-core/movegen.h"
#include "rules-core/start.h"

#define RETAKE 8 /* times as likely as another capture */

static bool is_capture(const struct rules_position *pos, rules_move move)
{
	return !rules_is_castling(move) && pos->at[rules_to(move)] != RULES_NO_PIECE;
}

/* How eager a player is; among random moves castling and promotion would hardly ever come up. */
static uint32_t weight(const struct rules_position *pos, rules_move move)
{
	enum rules_kind kind = rules_kind_of(pos->at[rules_from(move)]);
	bool may_castle = (pos->castling & pos->of_color[pos->turn]) != 0;

	if (rules_is_castling(move) || rules_special_of(move) == RULES_EN_PASSANT)
		return 400;
	if (rules_is_promotion(move))
		return rules_promoted_to(move) == RULES_QUEEN ? 240 : 24;
	if (kind == RULES_KING || (kind == RULES_ROOK && may_castle))
		return may_castle ? 1 : 8;
	if (is_capture(pos, move))
		return 40;
	return kind == RULES_PAWN ? 18 : 16;
}

/* What has just taken is taken back, more often than not. */
static uint32_t weight_after(const struct rules_position *pos, rules_move move, rules_square taken)
{
	uint32_t one = weight(pos, move);

	return taken != RULES_NO_SQUARE && is_capture(pos, move) && rules_to(move) == taken
		       ? RETAKE * one
		       : one;
}

static rules_move random_move(struct sim_random *random, const struct rules_position *pos,
			      rules_square taken)
{
	struct rules_moves moves;
	uint32_t total = 0, chosen;

	rules_legal_moves(pos, &moves);
	for (size_t i = 0; i < moves.count; i++)
		total += weight_after(pos, moves.move[i], taken);
	chosen = sim_random_below(random, total);
	for (size_t i = 0; i < moves.count; i++) {
		uint32_t one = weight_after(pos, moves.move[i], taken);

		if (chosen < one)
			return moves.move[i];
		chosen -= one;
	}
	return RULES_NO_MOVE;
}

static enum rules_result result_of(struct sim_random *random, const struct rules_position *pos)
{
	switch (rules_state_of(pos)) {
	case RULES_IN_PLAY:
		return (enum rules_result)sim_random_between(random, RULES_WHITE_WINS, RULES_DRAWN);
	case RULES_STALEMATE: return RULES_DRAWN;
	case RULES_CHECKMATE: break;
	}
	return pos->turn == RULES_WHITE ? RULES_BLACK_WINS : RULES_WHITE_WINS;
}

/* Art. 5.2.2, 9.6: nobody plays on from here. */
static bool is_dead_or_too_long(const struct rules_position *pos)
{
	return pos->halfmoves >= RULES_SEVENTYFIVE_HALFMOVES ||
	       (rules_material_cannot_mate(pos, RULES_WHITE) &&
		rules_material_cannot_mate(pos, RULES_BLACK));
}

static void go_on(struct sim_random *random, size_t max_plies, bool is_sharp, struct sim_game *game)
{
	struct rules_position pos = game->start;
	rules_square taken = RULES_NO_SQUARE;

	for (size_t i = 0; i < game->plies; i++)
		rules_apply(&pos, game->moves[i], NULL);
	while (game->plies < max_plies && game->plies < SIM_PLIES_MAX &&
	       rules_has_legal_move(&pos) && !is_dead_or_too_long(&pos)) {
		rules_move move = random_move(random, &pos, taken);

		game->moves[game->plies++] = move;
		taken = is_sharp && is_capture(&pos, move) ? rules_to(move) : RULES_NO_SQUARE;
		rules_apply(&pos, move, NULL);
	}
	game->result = is_dead_or_too_long(&pos) ? RULES_DRAWN : result_of(random, &pos);
}

void sim_game_go_on(struct sim_random *random, size_t max_plies, struct sim_game *game)
{
	go_on(random, max_plies, false, game);
}

void sim_game_sharp(struct sim_random *random, size_t max_plies, struct sim_game *ret)
{
	rules_start(&ret->start);
	ret->plies = 0;
	go_on(random, max_plies, true, ret);
}

void sim_game_random(struct sim_random *random, size_t max_plies, struct sim_game *ret)
{
	rules_start(&ret->start);
	ret->plies = 0;
	sim_game_go_on(random, max_plies, ret);
}

void sim_game_random960(struct sim_random *random, size_t max_plies, struct sim_game *ret)
{
	rules_chess960_start(&ret->start, sim_random_below(random, RULES_CHESS960_COUNT));
	ret->plies = 0;
	sim_game_go_on(random, max_plies, ret);
}

bool sim_game_read(struct rules_pgn_reader *reader, struct sim_game *ret,
		   struct rules_pgn_item *ret_item)
{
	bool has_begun = false;

	ret->plies = 0;
	for (;;) {
		enum rules_pgn_kind kind = rules_pgn_next(reader, ret_item);

		if (kind == RULES_PGN_END || kind == RULES_PGN_FAULT)
			return false;
		if (kind == RULES_PGN_RESULT) {
			if (!has_begun)
				ret->start = reader->pos;
			ret->result = ret_item->result;
			return true;
		}
		if (kind != RULES_PGN_MOVE || reader->depth > 0)
			continue;
		if (!has_begun)
			ret->start = reader->before;
		has_begun = true;
		if (ret->plies < SIM_PLIES_MAX)
			ret->moves[ret->plies++] = ret_item->move;
	}
}
