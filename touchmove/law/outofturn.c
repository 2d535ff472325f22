/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/outofturn.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"

/*
 * A man of the player who does not have the move was put elsewhere (Art. 1.2).
 * Whose hand it was nobody saw: the finding is always presumed.
 */

/* --- a man moved out of turn --- */

/* The touches of that man are its owner's: they bind nobody else. */
static void strike_touches_of(struct touch_game *game, uint8_t man)
{
	struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++)
		if (touches->touch[i].man == man && touches->touch[i].by == TOUCH_BY_PLAYER)
			touches->touch[i].struck = true;
}

static void say_out_of_turn(struct work *w, enum rules_color color)
{
	w->game->turn.said_out_of_turn = true;
	touch_find(w, TOUCH_KIND_OUT_OF_TURN, TOUCH_LAW_TURN, (uint8_t)color, TOUCH_PRESUMED);
}

/* The man may only be on its way off the board: can the next move capture it? */
static bool may_be_captured(const struct touch_game *game, uint8_t man)
{
	struct rules_moves moves;

	if (game->state != TOUCH_ST_TO_MOVE)
		return false;
	touch_legal_between(&game->turn.base, RULES_ALL_SQUARES, rules_set_of(man), &moves);
	return moves.count > 0;
}

void touch_find_out_of_turn(struct work *w, const struct touch_released *released,
			    const struct rules_position *pos, rules_square stood,
			    enum rules_color color)
{
	struct touch_game *game = w->game;

	if (released->man >= TOUCH_MAN_NEW || rules_color_of(released->piece) != color ||
	    released->square == stood || game->turn.after_irregular || game->judging ||
	    !touch_hands_empty(&game->hands) || !touch_could_reach(pos, stood, released->square))
		return;
	if (color == touch_player(game) && rules_has(game->turn.judged, released->man))
		return; /* he stood there at a press that was judged and given back */
	if (color != touch_player(game))
		strike_touches_of(game, released->man);
	if (game->turn.said_out_of_turn)
		return;
	/* Rather it is his turn: more was played than we know, and neither press nor time tell. */
	if (game->turn.after_gap || (game->rules.no_clock && game->rules.late_ms > 0))
		return;
	if (game->now_ms - released->at_ms < game->rules.settle_ms &&
	    may_be_captured(game, released->man))
		game->turn.moved_on = (struct touch_moved_on){.is = true,
							      .man = released->man,
							      .square = released->square,
							      .down_ms = released->at_ms,
							      .at_ms = game->now_ms};
	else
		say_out_of_turn(w, color);
}

/* --- a man of a completed move that is taken to yet another square --- */

static uint64_t lifted_at(const struct touch_game *game, uint8_t man)
{
	const struct touch_list *touches = &game->turn.touches;

	for (size_t i = touches->count; i-- > 0;)
		if (touches->touch[i].man == man)
			return touches->touch[i].at_ms;
	return 0;
}

/*
 * Long after the press he has gone on. Unless he is captured now, and was only
 * on his way off, that is a second move: the next event tells, or time does.
 */
bool touch_moves_on(struct work *w, const struct touch_released *released)
{
	struct touch_game *game = w->game;
	struct touch_moved_on *moved_on = &game->turn.moved_on;

	if (released->man >= TOUCH_MAN_NEW || released->square == released->man ||
	    !rules_has(game->last_men, released->man) ||
	    rules_color_of(released->piece) != touch_opponent(game) ||
	    !touch_hands_empty(&game->hands))
		return false;
	if (game->rules.no_clock || game->rules.late_ms > 0 || game->turn.after_gap ||
	    game->turn.after_irregular || game->judging ||
	    game->uncompleted[touch_opponent(game)].is ||
	    lifted_at(game, released->man) <= game->passed_at_ms + game->rules.settle_ms)
		return false;
	*moved_on = (struct touch_moved_on){.is = true,
					    .stays = true,
					    .man = released->man,
					    .square = released->square,
					    .down_ms = released->at_ms,
					    .at_ms = game->now_ms};
	return true;
}

/* The base with that man where he stands now. */
static struct rules_position base_of(const struct rules_position *before,
				     const struct touch_moved_on *moved_on)
{
	struct rules_position base = *before;
	rules_piece piece = base.at[moved_on->man];

	rules_position_put(&base, moved_on->man, RULES_NO_PIECE);
	rules_position_put(&base, moved_on->square, piece);
	base.castling &= base.of_kind[RULES_ROOK];
	if (rules_kind_of(piece) == RULES_KING)
		base.castling &= ~base.of_color[rules_color_of(piece)];
	if (rules_kind_of(piece) == RULES_PAWN)
		base.passed = RULES_NO_SQUARE;
	base.key = rules_position_key(&base);
	return base;
}

/* The man was not captured: the finding is raised, and the answer is read from where it stands. */
void touch_say_moved_on(struct work *w)
{
	struct touch_game *game = w->game;
	struct touch_turn *turn = &game->turn;
	struct touch_moved_on moved_on = turn->moved_on;

	if (!moved_on.is || game->hands.who[moved_on.square] != moved_on.man ||
	    game->state != TOUCH_ST_TO_MOVE) {
		turn->moved_on.is = false;
		return;
	}
	strike_touches_of(game, moved_on.man);
	if (!turn->said_out_of_turn)
		say_out_of_turn(w, touch_opponent(game));
	turn->moved_on.is = false;
	if (!moved_on.stays)
		return;
	turn->base = base_of(&turn->base, &moved_on);
	game->hands.who[moved_on.square] = moved_on.square;
	game->hands.lifted &= ~rules_set_of(moved_on.man);
	game->last_men =
		(game->last_men & ~rules_set_of(moved_on.man)) | rules_set_of(moved_on.square);
	game->can_revise = false;
	game->passed_at_ms = game->now_ms;
}

uint64_t touch_moved_on_at(const struct touch_game *game)
{
	return game->turn.moved_on.is ? game->turn.moved_on.at_ms + game->rules.rest_ms
				      : UINT64_MAX;
}
