/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/judge.h"
#include "rules-core/check.h"
#include "touchmove/law/begun.h"
#include "touchmove/law/breach.h"
#include "touchmove/law/complete.h"
#include "touchmove/law/disorder.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/finish.h"
#include "touchmove/law/half_done.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"

/*
 * What a press finds on the board when no move is made (section 7 of the
 * procedure): an offence with its replacement, men displaced, or nothing that
 * anybody can be blamed for (Art. 7.4, 7.5).
 */

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

/* Of these only what an earlier release has left (Art. 4.7); false if that is nothing. */
static bool keep_committed(const struct touch_commitment *commitment, struct touch_set *set)
{
	uint16_t kept = 0;

	if (commitment->kind == TOUCH_COMMITTED_NOT)
		return true;
	for (size_t i = 0; i < set->count; i++)
		if (touch_set_has(&commitment->set, set->move[i]))
			set->move[kept++] = set->move[i];
	set->count = kept;
	return kept > 0;
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
		if (!code->release_binds_again || keep_committed(&game->turn.commitment, ret))
			return rules_is_promotion(offence->move) ? TOUCH_LAW_PAWN_QUEEN
								 : TOUCH_LAW_RELEASED_AGAIN;
	}
	if (code->release_binds_again && game->turn.commitment.kind != TOUCH_COMMITTED_NOT) {
		touch_set_copy(ret, &game->turn.commitment.set);
		return TOUCH_LAW_RELEASED_AGAIN;
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

	touch_close_reported(w, TOUCH_FINDING_FILED);
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

static void displace(struct work *w, struct touch_press_fit fit, enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	rules_move move = fit.men == 1 ? fit.move : RULES_NO_MOVE;
	uint8_t color = touch_disorder_color(game, move);

	if (color == TOUCH_BOTH || touch_answer_left_men(game))
		certainty = TOUCH_PRESUMED; /* whoever took them off */
	if (move != RULES_NO_MOVE) {
		touch_disorder_strike(game, move);
		touch_make_only(w, move, certainty, false);
	}
	game->said_strays |= game->hands.strays;
	touch_find(w, TOUCH_KIND_DISPLACED_PIECE, TOUCH_LAW_DISPLACED, color, certainty);
	if (move != RULES_NO_MOVE) {
		touch_finish_by_move(w);
		game->ending = false; /* the press has come */
		if (game->state == TOUCH_ST_ENDED)
			return;
		touch_say_turn_completed(w);
	}
	touch_turn_pass_irregular(w, move);
}

/* --- what is on the board? --- */

/* Men are missing, nothing is new and nothing stands elsewhere. */
bool touch_only_misses_men(const struct touch_game *game, const rules_piece view[64])
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
	if (touch_promotion_wrong_piece(game)) {
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

/* A man of the opponent stands where he does not belong, and nobody was accused for it. */
bool touch_enemy_stands_elsewhere(const struct touch_game *game)
{
	for (rules_square square = 0; square < 64; square++) {
		uint8_t man = game->hands.who[square];

		if (man < TOUCH_MAN_NEW && man != square &&
		    rules_color_of(game->hands.at[square]) == touch_opponent(game))
			return true;
	}
	return false;
}

/* Never in hand as far as was seen: a new piece, or one taken for a captured man. */
static bool may_be_unmissed(const struct touch_hands *hands, rules_square square)
{
	return hands->who[square] == TOUCH_MAN_NEW ||
	       (hands->who[square] == TOUCH_MAN_STRAY && hands->newest == square);
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
		    !may_be_unmissed(hands, rules_to(move)))
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

/* --- a later truth corrects an earlier reading --- */

static rules_move last_played(const struct touch_game *game)
{
	return game->can_revise && game->plies > 0 ? game->played[game->plies - 1] : RULES_NO_MOVE;
}

static bool revise_with_answer(struct work *w, enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	rules_move last = last_played(game);
	struct rules_moves moves;
	struct touch_set others = {.count = 0};
	struct touch_pair pair;
	rules_piece view[64];

	if (last == RULES_NO_MOVE || game->turn.said_out_of_turn)
		return false;
	touch_legal_between(&game->before, rules_set_of(rules_from(last)), RULES_ALL_SQUARES,
			    &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (moves.move[i] != last)
			touch_set_add(&others, moves.move[i]);
	touch_hands_view(&game->hands, view);
	if (touch_explain_answer(&game->before, &others, view, &pair) != 1)
		return false;
	touch_turn_revise(w, pair.move);
	touch_make(w, pair.answer, certainty, false);
	return true;
}

/* The offender puts his press right while it is answered (section 3): by which answer? */
static rules_move answer_to_put_right(const struct touch_game *game, const rules_piece view[64])
{
	rules_move only = game->displaced_move, found = RULES_NO_MOVE;
	struct touch_set legal;

	if (!game->turn.after_irregular || !game->irregular)
		return RULES_NO_MOVE;
	touch_set_legal(&legal, &game->offender.base);
	for (size_t i = 0; i < legal.count && found == RULES_NO_MOVE; i++) {
		struct rules_position after = game->offender.base;

		if (only != RULES_NO_MOVE && only != legal.move[i])
			continue;
		rules_apply(&after, legal.move[i], NULL);
		found = touch_explain_move(&after, view, NULL);
	}
	return found != RULES_NO_MOVE && rules_is_legal(&game->turn.base, found) ? found
										 : RULES_NO_MOVE;
}

/* An open press: men are missing, and one of them will tell. */
static bool waits_for_men(const struct touch_game *game, const rules_piece view[64])
{
	return touch_differs(&game->turn.base, view) != 0 && !touch_promotion_wrong_piece(game) &&
	       (touch_only_misses_men(game, view) || touch_castling_half_done(game, view));
}

void touch_judge_board(struct work *w, enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_press_fit fit;
	struct offence offence;
	struct touch_set legal;
	rules_piece view[64];
	rules_move answer;

	touch_hands_view(&game->hands, view);
	if (game->turn.after_gap && !waits_for_men(game, view)) {
		touch_leave_to_reader(game);
		return;
	}
	touch_set_legal(&legal, &game->turn.base);
	if (touch_differs(&game->turn.base, view) == 0) {
		offence = (struct offence){TOUCH_KIND_PRESS_WITHOUT_MOVE, TOUCH_LAW_PRESS,
					   RULES_NO_MOVE};
		if (game->hands.strays && complete_lost_lift(w, &legal))
			touch_complete_if_made(w);
		else
			offend(w, &offence, certainty);
		return;
	}
	if (waits_for_men(game, view)) {
		game->state = TOUCH_ST_OPEN_PRESS;
		game->board_event_since = false;
		return;
	}
	if (touch_answer_begun(w, view, certainty))
		return;
	answer = answer_to_put_right(game, view);
	if (answer != RULES_NO_MOVE) {
		touch_make(w, answer, certainty, true);
		touch_complete_if_made(w);
		return;
	}
	fit = touch_explain_press(&game->turn.base, &legal, view, &game->hands);
	if (find_named_offence(game, view, &offence))
		offend(w, &offence, certainty);
	else if (fit.fit != TOUCH_FIT_NOT)
		displace(w, fit, certainty);
	else if (revise_with_answer(w, certainty) || complete_lost_lift(w, &legal))
		touch_complete_if_made(w);
	else if ((game->turn.said_out_of_turn || game->turn.after_irregular) &&
		 touch_enemy_stands_elsewhere(game))
		touch_leave_to_reader(
			game); /* what the opponent moved in this turn is not his offence */
	else
		offend(w,
		       &(struct offence){TOUCH_KIND_ILLEGAL_MOVE, TOUCH_LAW_ILLEGAL, RULES_NO_MOVE},
		       certainty);
}
