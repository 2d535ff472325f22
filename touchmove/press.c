/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/check.h"
#include "touchmove/work_private.h"

/*
 * The press (section 7 of the procedure): a move that is made is completed at
 * once (Art. 6.2.1); otherwise what is on the board one scan later is judged
 * (Art. 7.4, 7.5).
 */

/* --- completing --- */

/* 2023 A.5.4: an illegal position that has survived the next completed move. */
static bool is_illegal_position(const struct rules_position *pos)
{
	rules_set ends = rules_rank_set(0) | rules_rank_set(7);
	struct rules_position other = *pos;

	other.turn = (uint8_t)rules_opponent((enum rules_color)pos->turn);
	return (pos->of_kind[RULES_PAWN] & ends) || (rules_in_check(pos) && rules_in_check(&other));
}

static void look_for_illegal_position(struct work *w, const struct rules_position *pos)
{
	if (!w->game->illegal_position)
		return;
	w->game->illegal_position = false;
	if (is_illegal_position(pos))
		touch_find(w, TOUCH_KIND_ILLEGAL_POSITION_REMAINS, TOUCH_LAW_POSITION_REMAINS,
			   TOUCH_BOTH, TOUCH_OBSERVED);
}

static uint8_t whose_disorder(const struct touch_game *game, rules_move move)
{
	const struct touch_turn *turn = &game->turn;
	const struct touch_hands *hands = &game->hands;
	rules_square victim =
		move == RULES_NO_MOVE ? RULES_NO_SQUARE : touch_victim_of(&turn->base, move);
	rules_set enemy =
		hands->lifted & turn->base.of_color[touch_opponent(game)] & ~turn->adjusted;
	rules_set early = turn->early;

	if (victim != RULES_NO_SQUARE) {
		rules_square stands = touch_hands_find(hands, victim);

		enemy &= ~rules_set_of(victim);
		if (stands != RULES_NO_SQUARE && stands != victim)
			return TOUCH_BOTH;
	}
	while (early)
		if (touch_hands_find(hands, rules_take(&early)) == RULES_NO_SQUARE)
			return TOUCH_BOTH;
	return enemy || (hands->strays & ~game->said_strays) ? TOUCH_BOTH
							     : (uint8_t)touch_player(game);
}

/* Captured men that may be the opponent's new piece: he is promoting already (Art. 4.6). */
static rules_set new_pieces(const struct touch_game *game)
{
	enum rules_color color = touch_opponent(game);
	rules_set last = rules_rank_set(color == RULES_WHITE ? 7 : 0), found = 0;
	struct rules_moves moves;

	if (!(game->hands.strays & last))
		return 0;
	touch_legal_between(&game->turn.after, rules_men(&game->turn.after, color, RULES_PAWN),
			    game->hands.strays & last, &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_color_of(game->hands.at[rules_to(moves.move[i])]) == color)
			found |= rules_set_of(rules_to(moves.move[i]));
	return found;
}

/* Men of the side that has moved and stands wrong; carried-off men; each said once. */
static bool leaves_disorder(struct touch_game *game, uint8_t *ret_color)
{
	rules_set others = game->hands.strays & ~new_pieces(game);
	rules_set strays = others & ~game->said_strays;
	const struct touch_turn *turn = &game->turn;

	game->said_strays |= others;
	*ret_color = TOUCH_BOTH;
	if (strays)
		return true;
	if (turn->said_out_of_turn)
		return false;
	*ret_color = whose_disorder(game, turn->made);
	for (rules_square square = 0; square < 64; square++) {
		uint8_t man = game->hands.who[square];

		if (man < TOUCH_MAN_NEW && man != square &&
		    rules_color_of(game->hands.at[square]) == touch_player(game) &&
		    turn->after.at[square] != game->hands.at[square])
			return true;
	}
	return false;
}

/* The man in the air at the press is one the opponent is about to capture. */
static void give_pending_to_opponent(struct touch_game *game)
{
	struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++)
		if (touches->touch[i].by == TOUCH_BY_PENDING &&
		    touch_hands_hold(&game->hands, touches->touch[i].man))
			touches->touch[i].by = TOUCH_BY_OPPONENT;
}

static void say_turn_completed(struct work *w)
{
	struct touch_game *game = w->game;

	touch_say_completed(w, (uint8_t)touch_player(game), (uint16_t)(game->plies + 1),
			    game->turn.made, game->turn.san);
	look_for_illegal_position(w, &game->turn.after);
}

static void complete(struct work *w)
{
	struct touch_game *game = w->game;
	uint8_t color;

	if (leaves_disorder(game, &color))
		touch_find(w, TOUCH_KIND_DISPLACED_PIECE, TOUCH_LAW_DISPLACED, color,
			   TOUCH_OBSERVED);
	say_turn_completed(w);
	give_pending_to_opponent(game);
	touch_turn_pass(w);
}

/* Art. 6.2.2: a player may press after the answer too. */
static bool complete_earlier(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;

	if (!game->uncompleted[color].is)
		return false;
	game->uncompleted[color].is = false;
	touch_say_completed(w, (uint8_t)color, game->uncompleted[color].ply,
			    game->uncompleted[color].move, game->uncompleted[color].san);
	look_for_illegal_position(w, &game->turn.base);
	return true;
}

/* --- the offence --- */

/* 2023 A.5.4, 2009 A4c: neither king may be left to the other side. */
static bool both_kings_in_check(const struct touch_game *game)
{
	struct rules_position pos = game->turn.base, other;

	for (rules_square square = 0; square < 64; square++)
		if (pos.at[square] != game->hands.at[square])
			rules_position_put(&pos, square, game->hands.at[square]);
	other = pos;
	other.turn = (uint8_t)rules_opponent((enum rules_color)pos.turn);
	return rules_in_check(&pos) && rules_in_check(&other);
}

void touch_illegal_offence(struct work *w, enum rules_color color, bool both_kings)
{
	struct touch_game *game = w->game;
	const struct touch_code *code = touch_code_of(&game->rules);

	if (both_kings && touch_reports_both_kings(&game->rules)) {
		touch_find(w, TOUCH_KIND_BOTH_KINGS_IN_CHECK, TOUCH_LAW_BOTH_KINGS, TOUCH_BOTH,
			   TOUCH_OBSERVED);
		game->illegal_position = touch_draws_illegal_position(&game->rules);
	}
	if (!touch_claim_wins(&game->rules) &&
	    game->illegal_count[color] + 1 >= code->illegal_limit)
		touch_find(w, TOUCH_KIND_ILLEGAL_COUNT, TOUCH_LAW_COUNT, (uint8_t)color,
			   TOUCH_OBSERVED);
}

struct offence {
	enum touch_kind kind;
	enum touch_law law;
	rules_move move; /* what it was to be, for the move that replaces it */
};

/* All moves of the man of a move, or some of them. */
static void moves_like(const struct touch_game *game, rules_move like, bool same_square,
		       bool queen_only, struct touch_set *ret)
{
	struct touch_set legal;

	touch_set_legal(&legal, &game->turn.base);
	touch_set_clear(ret);
	for (size_t i = 0; i < legal.count; i++) {
		rules_move move = legal.move[i];

		if (rules_from(move) != rules_from(like) ||
		    (same_square && (rules_to(move) != rules_to(like) ||
				     rules_is_castling(move) != rules_is_castling(like))) ||
		    (queen_only && rules_promoted_to(move) != RULES_QUEEN))
			continue;
		touch_set_add(ret, move);
	}
}

/* Section 8: the move that replaces an illegal one; 2001 knows only the touches again. */
static enum touch_law replacement(const struct touch_game *game, const struct offence *offence,
				  struct touch_set *ret)
{
	const struct touch_code *code = touch_code_of(&game->rules);
	struct touch_obligation due;
	struct touch_list list;

	touch_turn_players_list(game, true, &list);
	if (offence->move != RULES_NO_MOVE &&
	    !(rules_is_castling(offence->move) &&
	      touch_rook_was_first(&game->turn.base, offence->move, &list, game->rules.scan_ms))) {
		bool queen = code->pawn_becomes_queen && rules_is_promotion(offence->move);

		moves_like(game, offence->move, code->release_binds_again, queen, ret);
		if (rules_is_promotion(offence->move))
			return TOUCH_LAW_PAWN_QUEEN;
		return code->release_binds_again ? TOUCH_LAW_RELEASED : TOUCH_LAW_OWN;
	}
	if (code->release_binds_again && game->turn.commitment.kind != TOUCH_COMMITTED_NOT) {
		touch_set_copy(ret, &game->turn.commitment.set);
		return TOUCH_LAW_RELEASED;
	}
	touch_turn_obligation(game, true, &due);
	touch_set_copy(ret, &due.set);
	return TOUCH_LAW_OWN;
}

static void offend(struct work *w, const struct offence *offence, enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	enum rules_color color = touch_player(game);
	struct touch_finding *finding;
	struct touch_set must;
	enum touch_law must_law = replacement(game, offence, &must);
	bool illegal;

	finding = touch_find(w, offence->kind, offence->law, (uint8_t)color, certainty);
	touch_find_must(finding, &must, must_law);
	illegal = finding->breach == TOUCH_BREACH_ILLEGAL;
	if (offence->kind == TOUCH_KIND_PROMOTION_NOT_REPLACED)
		game->illegal_position = touch_draws_illegal_position(&game->rules);
	if (illegal)
		touch_illegal_offence(w, color, both_kings_in_check(game));
	touch_turn_pass_irregular(w, RULES_NO_MOVE);
}

/* --- displaced men (Art. 7.4) --- */

/* A knocked man was not touched in order to move it. */
static void strike_displaced(struct touch_game *game, rules_move move)
{
	struct touch_list *touches = &game->turn.touches;
	rules_square victim = touch_victim_of(&game->turn.base, move);

	for (size_t i = 0; i < touches->count; i++) {
		rules_square man = touches->touch[i].man;

		if (man != rules_from(move) && man != victim && game->hands.who[man] != man)
			touches->touch[i].struck = true;
	}
}

static void displace(struct work *w, struct touch_press_fit fit, enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	rules_move move = fit.men == 1 ? fit.move : RULES_NO_MOVE;
	uint8_t color = whose_disorder(game, move);

	if (move != RULES_NO_MOVE) {
		strike_displaced(game, move);
		touch_make(w, move, certainty, false);
	}
	game->said_strays |= game->hands.strays;
	touch_find(w, TOUCH_KIND_DISPLACED_PIECE, TOUCH_LAW_DISPLACED, color, certainty);
	if (game->state == TOUCH_ST_ENDED)
		return;
	if (move != RULES_NO_MOVE)
		say_turn_completed(w);
	touch_turn_pass_irregular(w, move);
}

/* --- what is on the board? --- */

/* Men are missing, nothing is new and nothing stands elsewhere. */
static bool only_misses_men(const struct touch_game *game, const rules_piece view[64])
{
	rules_set wrong = touch_differs(&game->turn.base, view);

	while (wrong)
		if (view[rules_take(&wrong)] != RULES_NO_PIECE)
			return false;
	return true;
}

static rules_move unfinished_en_passant(const struct touch_game *game, const rules_piece view[64])
{
	const struct rules_position *base = &game->turn.base;
	struct touch_set legal;

	if (base->passed == RULES_NO_SQUARE)
		return RULES_NO_MOVE;
	touch_set_legal(&legal, base);
	for (size_t i = 0; i < legal.count; i++) {
		rules_move move = legal.move[i];
		rules_square victim = touch_victim_of(base, move);

		if (rules_special_of(move) == RULES_EN_PASSANT &&
		    view[rules_to(move)] == base->at[rules_from(move)] &&
		    view[rules_from(move)] == RULES_NO_PIECE && view[victim] == base->at[victim])
			return move;
	}
	return RULES_NO_MOVE;
}

static bool took_king(const struct touch_game *game, const rules_piece view[64])
{
	enum rules_color enemy = touch_opponent(game);
	rules_square king = rules_king_square(&game->turn.base, enemy);

	if (king == RULES_NO_SQUARE || view[king] == RULES_NO_PIECE ||
	    rules_color_of(view[king]) == enemy)
		return false;
	for (rules_square square = 0; square < 64; square++)
		if (view[square] == rules_piece_of(enemy, RULES_KING))
			return false;
	return true;
}

/* The rows of section 7 that are offences with a name of their own; the first that fits. */
static bool find_named_offence(const struct touch_game *game, const rules_piece view[64],
			       struct offence *ret)
{
	rules_move move;

	*ret = (struct offence){TOUCH_KIND_ILLEGAL_MOVE, TOUCH_LAW_ILLEGAL, RULES_NO_MOVE};
	if (touch_promotion_pawn_left(game, view, &move)) {
		*ret = (struct offence){TOUCH_KIND_PROMOTION_NOT_REPLACED, TOUCH_LAW_PAWN_LEFT,
					move};
		return true;
	}
	if (touch_promotion_wrong_piece(game, &move)) {
		ret->kind = TOUCH_KIND_PROMOTION_WRONG_PIECE;
		return true;
	}
	if (touch_castling_is_incomplete(game, view, &ret->move)) {
		ret->kind = TOUCH_KIND_CASTLING_INCOMPLETE;
		return true;
	}
	ret->move = unfinished_en_passant(game, view);
	if (ret->move != RULES_NO_MOVE) {
		ret->kind = TOUCH_KIND_CAPTURE_NOT_REMOVED;
		return true;
	}
	ret->kind = TOUCH_KIND_KING_CAPTURED;
	return took_king(game, view);
}

/* The men missing are the opponent's only: his hand is on the board already. */
static void complete_with_enemy_hand(struct work *w, rules_move move,
				     enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++) {
		struct touch_touch *touch = &touches->touch[i];

		if (touch_hands_hold(&game->hands, touch->man) &&
		    touch->man != touch_victim_of(&game->turn.base, move) &&
		    rules_has(game->turn.base.of_color[touch_opponent(game)], touch->man)) {
			touch->by = TOUCH_BY_OPPONENT;
			touch->early = true;
		}
	}
	touch_make(w, move, certainty, true);
	if (game->state == TOUCH_ST_MADE)
		complete(w);
}

/* A man of the opponent stands where he does not belong, and nobody was accused for it. */
static bool enemy_stands_elsewhere(const struct touch_game *game)
{
	for (rules_square square = 0; square < 64; square++) {
		uint8_t man = game->hands.who[square];

		if (man < TOUCH_MAN_NEW && man != square &&
		    rules_color_of(game->hands.at[square]) == touch_opponent(game))
			return true;
	}
	return false;
}

/*
 * A man stands where a legal move ends, was never in hand, and the man that
 * makes that move is still shown on its square: its lift was lost on the way.
 */
static bool complete_lost_lift(struct work *w, const struct touch_set *legal)
{
	struct touch_game *game = w->game;
	struct touch_hands *hands = &game->hands;
	rules_move found = RULES_NO_MOVE;

	for (size_t i = 0; i < legal->count; i++) {
		rules_move move = legal->move[i];
		rules_set ends = rules_set_of(rules_from(move));
		struct rules_position after = game->turn.base;

		if (rules_is_castling(move) || rules_is_promotion(move) ||
		    hands->who[rules_to(move)] != TOUCH_MAN_NEW)
			continue;
		rules_apply(&after, move, NULL);
		if (touch_differs(&after, hands->at) != ends)
			continue;
		if (found != RULES_NO_MOVE)
			return false;
		found = move;
	}
	if (found == RULES_NO_MOVE)
		return false;
	hands->at[rules_from(found)] = RULES_NO_PIECE;
	hands->who[rules_from(found)] = TOUCH_NO_MAN;
	touch_make(w, found, TOUCH_INFERRED, true);
	return true;
}

void touch_complete_if_made(struct work *w)
{
	if (w->game->state == TOUCH_ST_MADE)
		complete(w);
}

static void judge_board(struct work *w, enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_press_fit fit;
	struct offence offence;
	struct touch_set legal;
	rules_piece view[64];

	touch_hands_view(&game->hands, view);
	if (touch_differs(&game->turn.base, view) == 0) {
		offence = (struct offence){TOUCH_KIND_PRESS_WITHOUT_MOVE, TOUCH_LAW_PRESS,
					   RULES_NO_MOVE};
		offend(w, &offence, certainty);
		return;
	}
	if (!touch_promotion_wrong_piece(game, &offence.move) &&
	    (only_misses_men(game, view) || touch_castling_half_done(game, view))) {
		game->state = TOUCH_ST_OPEN_PRESS;
		game->board_event_since = false;
		return;
	}
	touch_set_legal(&legal, &game->turn.base);
	fit = touch_explain_press(&game->turn.base, &legal, view, &game->hands);
	if (fit.fit == TOUCH_FIT_ENEMY_MISSING && fit.men == 1)
		complete_with_enemy_hand(w, fit.move, certainty);
	else if (find_named_offence(game, view, &offence))
		offend(w, &offence, certainty);
	else if (fit.fit != TOUCH_FIT_NOT)
		displace(w, fit, certainty);
	else if (touch_revise_with_answer(w, certainty) || complete_lost_lift(w, &legal))
		touch_complete_if_made(w);
	else if (game->turn.said_out_of_turn && enemy_stands_elsewhere(game))
		touch_unsure(w); /* the opponent moved out of turn: not this player's offence */
	else
		offend(w,
		       &(struct offence){TOUCH_KIND_ILLEGAL_MOVE, TOUCH_LAW_ILLEGAL, RULES_NO_MOVE},
		       certainty);
}

/* --- the open press --- */

void touch_press_open(struct work *w, enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_pair pair;
	rules_piece view[64];
	rules_move move;
	int found;

	touch_promotion_from_box(game);
	touch_hands_view(&game->hands, view);
	move = touch_explain_move(&game->turn.base, view, &game->hands);
	if (move != RULES_NO_MOVE) {
		touch_make(w, move, certainty, false);
		if (game->state == TOUCH_ST_MADE)
			complete(w);
		return;
	}
	found = touch_explain_pair(&game->turn.base, view, &game->hands, &pair);
	if (found == 1) {
		touch_make(w, pair.move, certainty, true);
		if (game->state != TOUCH_ST_MADE)
			return;
		complete(w);
		touch_make(w, pair.answer, certainty, true);
	} else if (found > 1) {
		touch_unsure(w);
	} else if (touch_differs(&game->turn.base, view) == 0) {
		judge_board(w, certainty);
	} else if (!only_misses_men(game, view) && !touch_castling_half_done(game, view) &&
		   !touch_hands_hold_color(&game->hands, touch_opponent(game))) {
		if (enemy_stands_elsewhere(game))
			touch_unsure(w);
		else
			judge_board(w, certainty);
	}
}

/* --- the press itself --- */

/* One scan has passed: what was seen meanwhile counts as before the press. */
void touch_press_judge(struct work *w)
{
	struct touch_game *game = w->game;
	enum rules_color color = (enum rules_color)game->judge_color;

	game->judging = false;
	touch_confirm(w, TOUCH_OBSERVED);
	if (game->state == TOUCH_ST_MADE && touch_player(game) == color)
		complete(w);
	else if (game->state == TOUCH_ST_TO_MOVE && touch_player(game) == color)
		judge_board(w, TOUCH_OBSERVED);
	else
		complete_earlier(w, color);
}

static void press_open(struct work *w)
{
	struct touch_game *game = w->game;

	if (game->board_event_since) {
		touch_unsure(w);
		return;
	}
	game->state = TOUCH_ST_TO_MOVE;
	game->running = (uint8_t)touch_player(game);
}

/* In Chess960 a king's step waits for the rook; the press says there is none to come. */
static bool complete_step(struct work *w)
{
	struct touch_game *game = w->game;
	rules_piece view[64];
	rules_move move;

	touch_hands_view(&game->hands, view);
	move = touch_explain_move(&game->turn.base, view, &game->hands);
	if (move == RULES_NO_MOVE)
		return false;
	touch_make(w, move, TOUCH_OBSERVED, false);
	if (game->state == TOUCH_ST_MADE)
		complete(w);
	return true;
}

static void press_unmade(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;

	if (color != touch_player(game) || complete_earlier(w, color)) {
		if (color != touch_player(game))
			complete_earlier(w, color);
		return;
	}
	if (game->irregular && !game->board_event_since && touch_finding_newest(game)) {
		touch_turn_give_back(w);
		game->running = (uint8_t)touch_player(game);
		return;
	}
	if (complete_step(w))
		return;
	game->judging = true;
	game->judge_color = (uint8_t)color;
	game->judge_at_ms = game->now_ms + game->rules.scan_ms;
}

void touch_press(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;

	if (game->rules.no_clock || game->running != color)
		return;
	if (game->adjust.open && game->adjust.color == color)
		game->adjust.open = false;
	game->pressed = game->fresh;
	if (game->fresh.piece != RULES_NO_PIECE && rules_color_of(game->fresh.piece) == color)
		game->pressed.type = TOUCH_FRESH_NONE;
	touch_confirm(w, TOUCH_OBSERVED);
	if (game->state == TOUCH_ST_HANDLING)
		return;
	game->running = (uint8_t)rules_opponent(color);
	switch (game->state) {
	case TOUCH_ST_MADE:
		if (touch_player(game) == color)
			complete(w);
		else
			complete_earlier(w, color);
		break;
	case TOUCH_ST_TO_MOVE: press_unmade(w, color); break;
	case TOUCH_ST_OPEN_PRESS: press_open(w); break;
	case TOUCH_ST_ENDED: game->ending = false; break;
	case TOUCH_ST_UNSURE:
	case TOUCH_ST_HANDLING: break;
	}
}
