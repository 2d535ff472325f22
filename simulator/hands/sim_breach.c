/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/check.h"
#include "simulator/hands/sim_violation_private.h"

/* Breaches of Article 4, which show when the wrong move is made, and moves out of turn. */

/* --- touched --- */

static bool touch_and_play(struct sim_wrong *w, rules_set men)
{
	if (!sim_wrong_is_plain(w) || !men)
		return false;
	sim_hand_touch(w->h, sim_hand_choose(w->h, men));
	sim_hand_rest(w->h, 1200, 3000);
	return sim_wrong_make(w);
}

bool sim_wrong_touched_own(struct sim_wrong *w)
{
	const struct rules_position *pos = &w->h->pos;

	return touch_and_play(w, sim_wrong_movable(&w->moves) & ~rules_set_of(w->turn->from) &
					 ~(pos->of_kind[RULES_KING] | pos->of_kind[RULES_ROOK]));
}

bool sim_wrong_touched_enemy(struct sim_wrong *w)
{
	return touch_and_play(w, sim_wrong_capturable(w) & ~sim_wrong_last_moved(w->h));
}

/* --- castling --- */

static void touch_king_and_rook(struct sim_hands *h, rules_square king, rules_square rook)
{
	rules_piece men[2] = {h->men[king], h->men[rook]};

	sim_hand_lift(h, king);
	sim_hand_rest(h, 3 * h->config.seen_ms, 4 * h->config.seen_ms);
	sim_hand_lift(h, rook);
	sim_hand_rest(h, 2 * h->config.seen_ms, 4 * h->config.seen_ms);
	sim_hand_place(h, rook, men[1]);
	sim_hand_travel(h);
	sim_hand_place(h, king, men[0]);
	sim_hand_rest(h, 1200, 3000);
}

static rules_move castling_among(const struct rules_moves *moves)
{
	for (size_t i = 0; i < moves->count; i++)
		if (rules_is_castling(moves->move[i]))
			return moves->move[i];
	return RULES_NO_MOVE;
}

bool sim_wrong_must_castle(struct sim_wrong *w)
{
	rules_move castling = castling_among(&w->moves);

	if (!sim_wrong_is_plain(w) || sim_wrong_is_king(w) || castling == RULES_NO_MOVE)
		return false;
	touch_king_and_rook(w->h, rules_from(castling), rules_to(castling));
	return sim_wrong_make(w);
}

/* The king at home, able to move, and the rooks in corners it cannot castle with. */
static rules_set idle_rooks(const struct sim_wrong *w, rules_square *ret_king)
{
	const struct rules_position *pos = &w->h->pos;
	int rank = w->turn->color == RULES_WHITE ? 0 : 7;
	rules_square king = rules_square_at(4, rank);
	rules_set corners =
		rules_set_of(rules_square_at(0, rank)) | rules_set_of(rules_square_at(7, rank));

	*ret_king = king;
	if (!sim_wrong_is_plain(w) || pos->chess960 || w->turn->from == king ||
	    rules_king_square(pos, w->turn->color) != king ||
	    !rules_has(sim_wrong_movable(&w->moves), king))
		return 0;
	corners &= rules_men(pos, w->turn->color, RULES_ROOK) & ~rules_set_of(w->turn->from);
	for (size_t i = 0; i < w->moves.count; i++)
		if (rules_is_castling(w->moves.move[i]))
			corners &= ~rules_set_of(rules_to(w->moves.move[i]));
	return corners;
}

bool sim_wrong_must_move_king(struct sim_wrong *w)
{
	rules_square king;
	rules_square rook = sim_hand_choose(w->h, idle_rooks(w, &king));

	if (rook == RULES_NO_SQUARE)
		return false;
	touch_king_and_rook(w->h, king, rook);
	return sim_wrong_make(w);
}

bool sim_wrong_king_two_squares(struct sim_wrong *w)
{
	rules_square king;
	rules_set rooks = idle_rooks(w, &king), goals = 0;
	rules_square to;

	if (rules_kind_of(w->turn->piece) == RULES_ROOK) /* that would be Art. 4.4.3 */
		return false;
	while (rooks)
		goals |= rules_set_of(
			(rules_square)(rules_take(&rooks) < king ? king - 2 : king + 2));
	to = sim_hand_choose(w->h, goals & sim_hand_free(w->h));
	if (to == RULES_NO_SQUARE)
		return false;
	sim_wrong_carry(w->h, king, to);
	sim_wrong_release(w->h);
	sim_wrong_carry(w->h, to, king);
	sim_hand_rest(w->h, 1200, 3000);
	return sim_wrong_make(w);
}

static bool castles(const struct sim_wrong *w)
{
	return rules_is_castling(w->turn->move) && !w->h->pos.chess960;
}

bool sim_wrong_rook_first(struct sim_wrong *w)
{
	struct sim_hands *h = w->h;
	rules_piece rook;

	if (!castles(w))
		return false;
	rook = h->men[w->turn->rook_from];
	sim_hand_lift(h, w->turn->rook_from);
	sim_hand_rest(h, 3 * h->config.seen_ms, 4 * h->config.seen_ms);
	sim_wrong_carry(h, w->turn->from, w->turn->to);
	sim_hand_travel(h);
	sim_hand_place(h, w->turn->rook_to, rook);
	return sim_wrong_made(w, SIM_MANNER_BOTH_IN_HAND);
}

bool sim_wrong_rook_played(struct sim_wrong *w)
{
	if (!castles(w))
		return false;
	sim_wrong_carry(w->h, w->turn->rook_from, w->turn->rook_to);
	sim_wrong_release(w->h);
	sim_wrong_carry(w->h, w->turn->from, w->turn->to);
	return sim_wrong_made(w, SIM_MANNER_KING_THEN_ROOK);
}

/* --- released --- */

static bool move_on(struct sim_wrong *w, rules_square first)
{
	if (first == RULES_NO_SQUARE)
		return false;
	sim_wrong_carry(w->h, w->turn->from, first);
	sim_wrong_release(w->h);
	sim_wrong_carry(w->h, first, w->turn->to);
	return sim_wrong_made(w, SIM_MANNER_LIFT);
}

bool sim_wrong_released(struct sim_wrong *w)
{
	rules_set first = sim_wrong_targets(&w->h->pos, &w->moves, w->turn->from) &
			  sim_hand_free(w->h) & ~rules_set_of(w->turn->to);

	return sim_wrong_is_plain(w) && move_on(w, sim_hand_choose(w->h, first));
}

bool sim_wrong_taken_back(struct sim_wrong *w)
{
	rules_square man =
		sim_hand_choose(w->h, sim_wrong_movable(&w->moves) & ~rules_set_of(w->turn->from) &
					      ~w->h->pos.of_kind[RULES_KING]);
	rules_square to;

	if (!sim_wrong_is_plain(w) || man == RULES_NO_SQUARE)
		return false;
	to = sim_hand_choose(w->h,
			     sim_wrong_targets(&w->h->pos, &w->moves, man) & sim_hand_free(w->h));
	if (to == RULES_NO_SQUARE)
		return false;
	sim_wrong_carry(w->h, man, to);
	sim_wrong_release(w->h);
	sim_wrong_carry(w->h, to, man);
	sim_wrong_release(w->h);
	return sim_wrong_make(w);
}

bool sim_wrong_king_released(struct sim_wrong *w)
{
	rules_move castling = castling_among(&w->moves);

	if (!sim_wrong_is_plain(w) || !sim_wrong_is_king(w) || w->h->pos.chess960 ||
	    castling == RULES_NO_MOVE)
		return false;
	return move_on(w, sim_turn_of(&w->h->pos, castling).to);
}

/* --- promotion --- */

/* Straight on, released there, and then a man beside it is taken instead. */
bool sim_wrong_pawn_released(struct sim_wrong *w)
{
	struct sim_hands *h = w->h;
	rules_square ahead =
		rules_square_at(rules_file_of(w->turn->from), rules_rank_of(w->turn->to));

	if (!rules_is_promotion(w->turn->move) || w->turn->victim == RULES_NO_SQUARE ||
	    !rules_has(sim_hand_free(h), ahead))
		return false;
	for (size_t i = 0; i < w->moves.count; i++) {
		if (rules_from(w->moves.move[i]) != w->turn->from ||
		    rules_to(w->moves.move[i]) != ahead)
			continue;
		sim_wrong_carry(h, w->turn->from, ahead);
		sim_wrong_release(h);
		sim_hand_lift(h, ahead);
		sim_hand_travel(h);
		sim_hand_lift(h, w->turn->victim);
		sim_hand_travel(h);
		sim_hand_place(h, w->turn->to, w->turn->new_piece);
		return sim_wrong_made(w, SIM_MANNER_PAWN_KEPT);
	}
	return false;
}

bool sim_wrong_promotion_changed(struct sim_wrong *w)
{
	struct sim_hands *h = w->h;
	enum rules_kind other;

	if (!rules_is_promotion(w->turn->move))
		return false;
	other = rules_kind_of(w->turn->new_piece) == RULES_QUEEN ? RULES_ROOK : RULES_QUEEN;
	sim_wrong_lift_pawn(w);
	sim_hand_place(h, w->turn->to, rules_piece_of(w->turn->color, other));
	sim_wrong_release(h);
	sim_hand_lift(h, w->turn->to);
	sim_hand_travel(h);
	sim_hand_place(h, w->turn->to, w->turn->new_piece);
	return sim_wrong_made(w, SIM_MANNER_PAWN_KEPT);
}

/* --- out of turn --- */

/* The turn is played as if nothing had been. */
static bool play_on(struct sim_wrong *w)
{
	sim_wrong_release(w->h);
	sim_move_make(w->h, w->turn);
	sim_wrong_press(w->h, w->turn->color);
	return true;
}

/* Men of the player who has just pressed that nobody can be obliged to take. */
static rules_set men_of_other(const struct sim_wrong *w)
{
	return w->h->pos.of_color[rules_opponent(w->turn->color)] &
	       ~(sim_wrong_last_moved(w->h) | sim_wrong_capturable(w));
}

/* The player who has just pressed moves again, and puts it back. */
bool sim_wrong_out_of_turn(struct sim_wrong *w)
{
	struct sim_hands *h = w->h;
	struct rules_position other = h->pos;
	struct rules_moves theirs;
	rules_square from, to;

	if (h->ply == 0 || rules_in_check(&h->pos))
		return false;
	other.turn = (uint8_t)rules_opponent(w->turn->color);
	other.passed = RULES_NO_SQUARE;
	rules_legal_moves(&other, &theirs);
	from = sim_hand_choose(h, sim_wrong_movable(&theirs) & men_of_other(w));
	if (from == RULES_NO_SQUARE)
		return false;
	to = sim_hand_choose(h, sim_wrong_targets(&other, &theirs, from) & sim_hand_free(h));
	if (to == RULES_NO_SQUARE)
		return false;
	sim_wrong_carry(h, from, to);
	sim_wrong_release(h);
	sim_wrong_confess(w, rules_opponent(w->turn->color));
	sim_wrong_carry(h, to, from);
	return play_on(w);
}

/* A player says that he adjusts, in his opponent's time (Art. 4.2.1). */
bool sim_wrong_adjusted(struct sim_wrong *w)
{
	static const char *const adjust[2] = {"adjust white", "adjust black"};
	enum rules_color color = rules_opponent(w->turn->color);
	rules_square man = sim_hand_choose(w->h, men_of_other(w));

	if (w->h->ply == 0 || man == RULES_NO_SQUARE)
		return false;
	sim_wrong_release(w->h);
	sim_wrong_say(w->h, adjust, color);
	sim_wrong_confess(w, color);
	sim_hand_rest(w->h, 300, 900);
	sim_hand_touch(w->h, man);
	return play_on(w);
}
