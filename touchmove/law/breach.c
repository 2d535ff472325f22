/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/breach.h"
#include "touchmove/law/commitment.h"
#include "touchmove/law/complete.h"
#include "touchmove/law/finish.h"
#include "touchmove/law/lapse.h"
#include "touchmove/law/report.h"
#include "touchmove/law/sure.h"
#include "touchmove/law/turn.h"

/*
 * A move has been made (Art. 4.7). A breach of Article 4 does not make it
 * illegal: it is a move, and the breach is reported beside it, the strongest
 * alone (section 5 of the procedure).
 */

/* --- was it allowed? --- */

struct breach {
	enum touch_kind kind;
	enum touch_law law, must_law;
	const struct touch_set *must;
};

static enum touch_law law_of_release(enum touch_commitment_kind kind)
{
	static const enum touch_law law[] = {
		[TOUCH_COMMITTED_NOT] = TOUCH_LAW_NONE,
		[TOUCH_COMMITTED_MOVE] = TOUCH_LAW_RELEASED,
		[TOUCH_COMMITTED_CASTLING] = TOUCH_LAW_RELEASED_KING,
		[TOUCH_COMMITTED_PROMOTION_SQUARE] = TOUCH_LAW_RELEASED_PAWN,
		[TOUCH_COMMITTED_PROMOTION_PIECE] = TOUCH_LAW_NEW_PIECE,
		[TOUCH_COMMITTED_EN_PASSANT] = TOUCH_LAW_RELEASED,
	};

	return law[kind];
}

static bool breaks_commitment(const struct touch_turn *turn)
{
	return turn->commitment.kind != TOUCH_COMMITTED_NOT &&
	       !touch_set_has(&turn->commitment.set, turn->made);
}

/* Art. 4.4.2 stands by itself, whatever else was touched. */
static bool castled_rook_first(const struct touch_game *game, const struct touch_list *list)
{
	return rules_is_castling(game->turn.made) &&
	       touch_rook_was_first(&game->turn.base, game->turn.made, list, game->rules.scan_ms);
}

static struct breach breach_of_release(const struct touch_turn *turn)
{
	bool new_piece = turn->commitment.kind == TOUCH_COMMITTED_PROMOTION_PIECE;

	return (struct breach){.kind = new_piece ? TOUCH_KIND_PROMOTION_CHANGED
						 : TOUCH_KIND_RELEASED_THEN_MOVED,
			       .law = law_of_release(turn->commitment.kind),
			       .must_law = TOUCH_LAW_RELEASED_AGAIN,
			       .must = &turn->commitment.set};
}

/* Art. 4.7.2: the king stood two squares away, castling was illegal, and a king move was due. */
static bool was_about_king(const struct touch_game *game, const struct touch_obligation *due)
{
	return game->turn.king_two_squares && due->law == TOUCH_LAW_OWN &&
	       rules_from(due->set.move[0]) ==
		       rules_king_square(&game->turn.base, touch_player(game));
}

static struct breach breach_of_touch(const struct touch_game *game,
				     const struct touch_obligation *due)
{
	enum touch_law law = due->law;

	if (was_about_king(game, due))
		law = TOUCH_LAW_KING_TWO_SQUARES;
	return (struct breach){.kind = law == TOUCH_LAW_CASTLING_DUE ? TOUCH_KIND_MUST_CASTLE
								     : TOUCH_KIND_TOUCH_MOVE,
			       .law = law,
			       .must_law = TOUCH_LAW_OWN,
			       .must = &due->set};
}

/*
 * Chess960: a king that castles where it stands is hardly ever seen to be
 * touched. The rook alone then says nothing about which came first.
 */
static bool castled_on_the_spot(const struct touch_turn *turn, const struct touch_obligation *due)
{
	return rules_is_castling(turn->made) &&
	       rules_castled_king(rules_from(turn->made), rules_castling_side(turn->made)) ==
		       rules_from(turn->made) &&
	       due->law == TOUCH_LAW_OWN && rules_from(due->set.move[0]) == rules_to(turn->made);
}

/* The strongest breach, or false if there is none. */
static bool find_breach(const struct touch_game *game, const struct touch_list *list,
			const struct touch_obligation *due, struct breach *ret)
{
	const struct touch_turn *turn = &game->turn;

	if (turn->is_forced && !touch_set_has(&turn->forced, turn->made)) {
		*ret = (struct breach){TOUCH_KIND_TOUCH_MOVE, turn->forced_law, turn->forced_law,
				       &turn->forced};
		return true;
	}
	if (castled_rook_first(game, list)) {
		*ret = (struct breach){TOUCH_KIND_CASTLING_ROOK_FIRST, TOUCH_LAW_ROOK_FIRST,
				       TOUCH_LAW_OWN, &due->set};
		if (breaks_commitment(turn))
			ret->must = &turn->commitment.set;
		return true;
	}
	if (breaks_commitment(turn)) {
		*ret = breach_of_release(turn);
		return true;
	}
	if (touch_set_has(&due->set, turn->made) || castled_on_the_spot(turn, due))
		return false;
	*ret = breach_of_touch(game, due);
	return true;
}

/* Several men lifted and put home, none of them moved: perhaps somebody only adjusted. */
static bool looks_like_adjusting(const struct touch_game *game, const struct touch_list *list)
{
	int home = 0;

	for (size_t i = 0; i < list->count; i++)
		if (game->hands.who[list->touch[i].man] == list->touch[i].man)
			home++;
	return home >= 2;
}

static void report_breach(struct work *w, const struct breach *breach,
			  const struct touch_list *list)
{
	struct touch_game *game = w->game;
	enum touch_certainty certainty = game->turn.certainty;
	struct touch_finding *finding;

	if (certainty != TOUCH_PRESUMED && breach->must == &game->turn.commitment.set)
		certainty = game->turn.commitment.certainty;
	else if (certainty != TOUCH_PRESUMED && !game->turn.is_forced)
		certainty = touch_sure_of_breach(game, list,
						 breach->kind == TOUCH_KIND_CASTLING_ROOK_FIRST);
	finding = touch_find(w, breach->kind, breach->law, (uint8_t)touch_player(game), certainty);
	finding->adjusting = looks_like_adjusting(game, list);
	touch_find_must(finding, breach->must, breach->must_law);
	game->turn.reported = finding->id;
}

void touch_close_reported(struct work *w, enum touch_finding_state state)
{
	struct touch_game *game = w->game;
	struct touch_finding *finding = touch_finding_open(game, game->turn.reported);

	if (finding)
		touch_finding_becomes(w, finding, state);
	game->turn.reported = 0;
}

static void judge(struct work *w)
{
	struct touch_obligation due;
	struct touch_list list;
	struct breach breach;

	touch_turn_players_list(w->game, true, &list);
	touch_turn_obligation(w->game, true, &due);
	if (find_breach(w->game, &list, &due, &breach)) {
		touch_close_reported(w, TOUCH_FINDING_FILED);
		report_breach(w, &breach, &list);
		return;
	}
	touch_close_reported(w, TOUCH_FINDING_PUT_RIGHT);
	touch_commit_made(w);
}

/* --- made --- */

void touch_place_men(struct touch_game *game)
{
	struct touch_hands *hands = &game->hands;
	rules_move move = game->turn.made;
	const rules_piece *at = game->turn.base.at;
	rules_square from = rules_from(move), victim = touch_victim_of(&game->turn.base, move);

	if (victim != RULES_NO_SQUARE)
		touch_hands_capture(hands, victim, game->now_ms);
	if (hands->newest == rules_to(move))
		hands->newest = RULES_NO_SQUARE; /* he is known */
	if (rules_is_castling(move)) {
		enum rules_side side = rules_castling_side(move);

		touch_hands_arrived(hands, rules_to(move), at[rules_to(move)],
				    rules_castled_rook(from, side));
		touch_hands_arrived(hands, from, at[from], rules_castled_king(from, side));
	} else if (rules_is_promotion(move)) {
		touch_hands_capture(hands, from, game->now_ms); /* the pawn goes to the box */
		if (hands->at[rules_to(move)] == game->turn.after.at[rules_to(move)])
			touch_hands_new(hands, rules_to(move));
	} else {
		touch_hands_arrived(hands, from, at[from], rules_to(move));
	}
}

static void say_made(struct work *w)
{
	struct touch_turn *turn = &w->game->turn;
	struct touch_report *report = touch_say(w, TOUCH_REPORT_MOVE);

	report->law = TOUCH_LAW_MADE;
	report->certainty = turn->certainty;
	report->ply = (uint16_t)(w->game->plies + 1);
	report->move = turn->made;
	memcpy(report->san, turn->san, sizeof(report->san));
}

static void write_san(struct touch_turn *turn)
{
	struct rules_text text = rules_text_in(turn->san, sizeof(turn->san));

	rules_san_write(&text, &turn->base, turn->made, RULES_EN, RULES_SAN_PGN);
}

/* Art. 6.2.1.2 completes the player's earlier move; without a clock the answer does. */
static void complete_earlier(struct work *w)
{
	struct touch_game *game = w->game;
	enum rules_color color = touch_player(game);
	bool heals = touch_code_of(&game->rules)->next_move_completes;

	if (game->rules.no_clock) {
		color = rules_opponent(color);
		heals = true;
	}
	if (game->uncompleted[color].is && heals) {
		touch_say_completed(w, (uint8_t)color, game->uncompleted[color].ply,
				    game->uncompleted[color].move, game->uncompleted[color].san);
		touch_look_for_illegal_position(w, &game->turn.after);
	}
	game->uncompleted[color].is = false;
}

static void settle_pending(struct touch_list *touches)
{
	for (size_t i = 0; i < touches->count; i++)
		if (touches->touch[i].by == TOUCH_BY_PENDING)
			touches->touch[i].by = TOUCH_BY_PLAYER;
}

void touch_make_only(struct work *w, rules_move move, enum touch_certainty certainty,
		     bool unchecked)
{
	struct touch_game *game = w->game;
	struct touch_turn *turn = &game->turn;
	enum rules_color player = touch_player(game);

	touch_lapse_flush(w);
	if (game->state == TOUCH_ST_ENDED)
		return; /* with the right to claim what kept the game from ending */
	settle_pending(&turn->touches);
	turn->made = move;
	turn->has_made = true;
	turn->after = turn->base;
	rules_apply(&turn->after, move, NULL);
	turn->certainty = certainty;
	game->state = TOUCH_ST_MADE;
	game->ending = game->withdrawn = game->held = false;
	touch_place_men(game);
	write_san(turn);
	if (w->said == move)
		return;
	say_made(w);
	if (!unchecked && !turn->after_gap)
		judge(w);
	if (game->told_to_seal[player])
		touch_find(w, TOUCH_KIND_SEALED_MOVE_ON_BOARD, TOUCH_LAW_SEALED, (uint8_t)player,
			   certainty);
	game->told_to_seal[player] = false;
	touch_lapse_by(w, player, TOUCH_LAPSE_ON_MOVE);
	complete_earlier(w);
}

void touch_make(struct work *w, rules_move move, enum touch_certainty certainty, bool unchecked)
{
	touch_make_only(w, move, certainty, unchecked);
	if (w->game->state == TOUCH_ST_MADE)
		touch_finish_by_move(w);
}
