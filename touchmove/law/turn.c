/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/adopt.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/half_done.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"

#define PASSED_FACTOR 0x9e3779b97f4a7c15u /* spreads a square over the key */

enum rules_color touch_on_move(const struct touch_game *game)
{
	return touch_is_made(game) ? touch_opponent(game) : touch_player(game);
}

/* --- repetition (Art. 9.2) --- */

/* Of what makes two positions the same: unequal keys, unequal positions. */
static uint64_t history_key(const struct rules_position *pos)
{
	struct rules_identity id = rules_identity_of(pos);

	return id.passed == RULES_NO_SQUARE ? id.key : id.key ^ (id.passed + 1u) * PASSED_FACTOR;
}

/* A pawn move or a capture makes every earlier position impossible. */
void touch_history_push(struct touch_game *game, const struct rules_position *pos)
{
	if (pos->halfmoves == 0)
		game->history_count = 0;
	if (game->history_count == TOUCH_HISTORY_MAX) {
		memmove(game->history, game->history + 1,
			(TOUCH_HISTORY_MAX - 1) * sizeof(game->history[0]));
		memmove(game->history_ply, game->history_ply + 1,
			(TOUCH_HISTORY_MAX - 1) * sizeof(game->history_ply[0]));
		game->history_count--;
	}
	game->history[game->history_count] = history_key(pos);
	game->history_ply[game->history_count++] = game->plies;
}

/* Played anew, to compare more than a key. False: the moves do not lead to what stood there. */
static bool position_of_history(const struct touch_game *game, size_t i, struct rules_position *ret)
{
	*ret = game->start;
	for (size_t ply = game->start_ply; ply < game->history_ply[i]; ply++) {
		if (ply >= game->plies || game->played[ply] == RULES_NO_MOVE)
			return false;
		rules_apply(ret, game->played[ply], NULL);
	}
	return history_key(ret) == game->history[i];
}

size_t touch_history_plies(const struct touch_game *game, const struct rules_position *pos,
			   size_t most, uint16_t *ret_plies)
{
	uint64_t key = history_key(pos);
	struct rules_position stood;
	size_t times = 0;

	for (size_t i = 0; i < game->history_count && times < most; i++) {
		if (game->history[i] != key ||
		    (position_of_history(game, i, &stood) && !rules_same_position(&stood, pos)))
			continue;
		if (ret_plies)
			ret_plies[times] = game->history_ply[i];
		times++;
	}
	return times;
}

/* How often it stood on the board before; it need not stand there now. */
unsigned touch_history_count(const struct touch_game *game, const struct rules_position *pos)
{
	if (pos->halfmoves == 0)
		return 0;
	return (unsigned)touch_history_plies(game, pos, TOUCH_HISTORY_MAX, NULL);
}

/* Counted anew from the moves played, after some were taken back. */
void touch_history_rebuild(struct touch_game *game)
{
	struct rules_position pos = game->start;

	game->history_count = 0;
	touch_history_push(game, &pos);
	game->history_ply[0] = game->start_ply;
	for (size_t i = game->start_ply; i < game->plies; i++) {
		if (game->played[i] == RULES_NO_MOVE) {
			game->history_count = 0; /* an illegal move stands: nothing before counts */
			return;
		}
		rules_apply(&pos, game->played[i], NULL);
		touch_history_push(game, &pos);
		game->history_ply[game->history_count - 1] = (uint16_t)(i + 1);
	}
}

/* --- the touches of a turn --- */

void touch_turn_players_list(const struct touch_game *game, bool with_pending,
			     struct touch_list *ret)
{
	const struct touch_list *all = &game->turn.touches;

	ret->count = 0;
	for (size_t i = 0; i < all->count; i++) {
		const struct touch_touch *touch = &all->touch[i];

		if (touch->struck || touch_list_has(ret, touch->man))
			continue;
		if (touch->by == TOUCH_BY_PLAYER || (with_pending && touch->by == TOUCH_BY_PENDING))
			ret->touch[ret->count++] = *touch;
	}
}

void touch_turn_obligation(const struct touch_game *game, bool with_pending,
			   struct touch_obligation *ret)
{
	struct touch_list list;
	struct touch_set legal;

	touch_turn_players_list(game, with_pending, &list);
	if (game->turn.is_forced)
		touch_set_copy(&legal, &game->turn.forced);
	else
		touch_set_legal(&legal, &game->turn.base);
	touch_obligation_of(ret, &game->turn.base, &legal, &list, &game->homes,
			    game->rules.scan_ms);
	if (game->turn.is_forced && ret->law == TOUCH_LAW_FREE)
		ret->law = game->turn.forced_law;
}

/* --- from one turn to the next --- */

/* Only what is looked at is set: a turn is mostly empty room. */
void touch_turn_begin(struct touch_game *game, const struct rules_position *base)
{
	struct touch_turn *turn = &game->turn;

	turn->base = *base;
	turn->touches.count = 0;
	turn->commitment.kind = TOUCH_COMMITTED_NOT;
	turn->is_forced = false;
	turn->king_two_squares = turn->said_out_of_turn = false;
	turn->moved_on.is = false;
	turn->after_irregular = false;
	turn->begun_with = RULES_NO_SQUARE;
	turn->after_gap = game->shaken > 0;
	turn->early = turn->adjusted = turn->judged = turn->flashing = 0;
	turn->reported = 0;
	turn->has_made = false;
	turn->made = RULES_NO_MOVE;
	game->judging = false;
	game->state = TOUCH_ST_TO_MOVE;
}

/* Men are named by their squares, so a move renames the men it moved. */
static void names_after(const struct touch_turn *turn, uint8_t ret_map[64])
{
	rules_move move = turn->made;
	rules_square from = rules_from(move), victim = touch_victim_of(&turn->base, move);

	for (uint8_t i = 0; i < 64; i++)
		ret_map[i] = i;
	if (victim != RULES_NO_SQUARE)
		ret_map[victim] = TOUCH_NO_MAN;
	if (rules_is_castling(move)) {
		enum rules_side side = rules_castling_side(move);

		ret_map[rules_to(move)] = rules_castled_rook(from, side);
		ret_map[from] = rules_castled_king(from, side);
	} else {
		ret_map[from] = rules_is_promotion(move) ? TOUCH_NO_MAN : rules_to(move);
	}
}

/* The opponent's touches become those of the player to move. */
static void inherit_touches(struct touch_game *game, const struct touch_list *old,
			    const uint8_t map[64])
{
	struct touch_list *list = &game->turn.touches;

	for (size_t i = 0; i < old->count; i++) {
		struct touch_touch touch = old->touch[i];

		touch.man = map[touch.man];
		if (touch.by != TOUCH_BY_OPPONENT || touch.man >= 64)
			continue;
		touch.by = TOUCH_BY_PLAYER;
		list->touch[list->count++] = touch;
		if (rules_has(game->turn.base.of_color[game->turn.base.turn], touch.man))
			game->turn.early |= rules_set_of(touch.man);
	}
}

/* Of the men lifted before, only those in the air or touched early count in the new turn. */
static rules_set still_lifted(const struct touch_game *game)
{
	rules_set lifted = 0;

	for (size_t i = 0; i < game->hands.count; i++)
		if (game->hands.air[i].man < TOUCH_MAN_NEW)
			lifted |= rules_set_of(game->hands.air[i].man);
	for (size_t i = 0; i < game->turn.touches.count; i++)
		lifted |= rules_set_of(game->turn.touches.touch[i].man);
	return lifted;
}

/* An enemy stands on his square: he was taken there, and is on his way off. */
static bool is_taken(const struct touch_hands *hands, uint8_t man, uint8_t enemy)
{
	return hands->at[man] != RULES_NO_PIECE && rules_color_of(hands->at[man]) == enemy;
}

/* A man of the side that has moved and stands wrong is taken as standing there. */
static void adopt_strangers(struct touch_game *game, struct rules_position *base)
{
	struct touch_hands *hands = &game->hands;

	for (rules_square square = 0; square < 64; square++) {
		uint8_t man = hands->who[square];

		if (man >= TOUCH_MAN_NEW || man == square ||
		    rules_color_of(hands->at[square]) == base->turn ||
		    is_taken(hands, man, base->turn))
			continue;
		if (base->at[man] == hands->at[square])
			rules_position_put(base, man, RULES_NO_PIECE);
		rules_position_put(base, square, hands->at[square]);
		hands->who[square] = square;
	}
	base->castling &= base->of_kind[RULES_ROOK];
	base->key = rules_position_key(base);
}

static void name_new_pieces(struct touch_game *game, const struct rules_position *base)
{
	for (rules_square square = 0; square < 64; square++)
		if (game->hands.who[square] == TOUCH_MAN_NEW &&
		    base->at[square] == game->hands.at[square])
			game->hands.who[square] = square;
}

static rules_set men_of_move(rules_move move)
{
	if (rules_is_castling(move)) {
		enum rules_side side = rules_castling_side(move);

		return rules_set_of(rules_castled_king(rules_from(move), side)) |
		       rules_set_of(rules_castled_rook(rules_from(move), side));
	}
	return rules_set_of(rules_to(move));
}

static void record(struct touch_game *game, rules_move move)
{
	if (game->plies < TOUCH_PLIES_MAX)
		game->played[game->plies++] = move;
}

void touch_turn_obligation_of_opponent(const struct touch_game *game, struct touch_obligation *ret)
{
	const struct touch_list *all = &game->turn.touches;
	struct touch_list list = {.count = 0};
	struct touch_set legal;
	uint8_t map[64];

	names_after(&game->turn, map);
	for (size_t i = 0; i < all->count; i++) {
		struct touch_touch touch = all->touch[i];

		touch.man = map[touch.man];
		if (!touch.struck && touch.by == TOUCH_BY_OPPONENT && touch.man < 64 &&
		    !touch_list_has(&list, touch.man))
			list.touch[list.count++] = touch;
	}
	touch_set_legal(&legal, &game->turn.after);
	touch_obligation_of(ret, &game->turn.after, &legal, &list, &game->homes,
			    game->rules.scan_ms);
}

/* The offender has put his press right while it was being answered (section 3): by which move? */
static rules_move put_right_answered(const struct touch_game *game, struct rules_position *after)
{
	rules_move only = game->displaced_move, found = RULES_NO_MOVE;
	rules_piece view[64];
	struct touch_set legal;
	struct touch_pair pair;

	if (!game->turn.after_irregular)
		return RULES_NO_MOVE;
	touch_hands_view(&game->hands, view);
	if (touch_differs(after, view) == 0 ||
	    touch_explain_pair(&game->turn.base, view, &game->hands, &pair) > 0)
		return RULES_NO_MOVE; /* two hands come first */
	touch_set_legal(&legal, &game->offender.base);
	for (size_t i = 0; i < legal.count; i++) {
		struct rules_position pos = game->offender.base;

		rules_apply(&pos, legal.move[i], NULL);
		if ((only != RULES_NO_MOVE && only != legal.move[i]) ||
		    !rules_is_legal(&pos, game->turn.made))
			continue;
		rules_apply(&pos, game->turn.made, NULL);
		if (touch_differs(&pos, view) != 0)
			continue;
		*after = pos;
		found = legal.move[i];
	}
	return found;
}

bool touch_turn_is_put_right(const struct touch_game *game)
{
	struct rules_position after = game->turn.after;

	return put_right_answered(game, &after) != RULES_NO_MOVE;
}

static void pass(struct work *w, bool is_explained)
{
	struct touch_game *game = w->game;
	struct touch_list old = game->turn.touches;
	struct rules_position base = game->turn.after;
	rules_move right = put_right_answered(game, &base);
	rules_move move = game->turn.made;
	uint8_t map[64];

	game->before = game->turn.base;
	names_after(&game->turn, map);
	touch_hands_rename(&game->hands, map);
	name_new_pieces(game, &base);
	if (!is_explained && right == RULES_NO_MOVE)
		adopt_strangers(game, &base);
	if (right != RULES_NO_MOVE && game->plies > 0)
		game->played[game->plies - 1] = right;
	record(game, move);
	game->shaken = (uint8_t)(game->shaken > 0 ? game->shaken - 1 : 0);
	touch_turn_begin(game, &base);
	inherit_touches(game, &old, map);
	game->hands.lifted = still_lifted(game);
	game->last_men = men_of_move(move);
	game->irregular = false;
	game->can_revise = true;
	game->passed_at_ms = game->now_ms;
	if (right != RULES_NO_MOVE)
		touch_history_rebuild(game);
	else
		touch_history_push(game, &base);
	touch_promotion_from_box(game); /* he may have promoted before the press */
}

void touch_turn_pass(struct work *w)
{
	pass(w, !w->game->turn.said_out_of_turn);
}

void touch_turn_pass_in_disorder(struct work *w)
{
	pass(w, false);
}

void touch_turn_pass_explained(struct work *w)
{
	pass(w, true);
}

/* --- an irregular press: the board as it stands is the opponent's base --- */

/* The one man the opponent has in hand: perhaps he begins his answer with it. */
static rules_square begun_with(const struct touch_game *game)
{
	const struct touch_hands *hands = &game->hands;
	rules_square found = RULES_NO_SQUARE;

	for (size_t i = 0; i < hands->count; i++) {
		const struct touch_lifted *lifted = &hands->air[i];

		if (lifted->captured || rules_color_of(lifted->piece) != touch_opponent(game))
			continue;
		if (found != RULES_NO_SQUARE || lifted->man >= TOUCH_MAN_NEW ||
		    lifted->from != lifted->man || hands->at[lifted->man] != RULES_NO_PIECE)
			return RULES_NO_SQUARE;
		found = lifted->man;
	}
	return found;
}

/* False: it stood otherwise than the position given. */
static bool board_as_it_stands(const struct touch_game *game, struct rules_position *base)
{
	rules_piece view[64];
	rules_set wrong;
	bool in_order;

	touch_hands_view(&game->hands, view);
	wrong = touch_differs(base, view);
	in_order = wrong == 0;
	while (wrong) {
		rules_square square = rules_take(&wrong);

		rules_position_put(base, square, view[square]);
	}
	base->castling &= base->of_kind[RULES_ROOK];
	for (int color = 0; color < 2; color++)
		if (rules_king_square(base, (enum rules_color)color) != game->homes.king[color])
			base->castling &= ~base->of_color[color];
	if (base->passed != RULES_NO_SQUARE && !rules_can_have_passed(base, base->passed))
		base->passed = RULES_NO_SQUARE;
	base->key = rules_position_key(base);
	return in_order;
}

static void pass_over(struct rules_position *pos)
{
	pos->number = (uint16_t)(pos->number + (pos->turn == RULES_BLACK));
	pos->turn = (uint8_t)rules_opponent((enum rules_color)pos->turn);
	pos->passed = RULES_NO_SQUARE;
	pos->halfmoves++;
}

/* Every man is named by where he stands now; one in the air joins later. */
static void names_where_they_stand(const struct touch_hands *hands, uint8_t ret_map[64])
{
	memset(ret_map, TOUCH_MAN_LATE, 64);
	for (rules_square square = 0; square < 64; square++)
		if (hands->who[square] < TOUCH_MAN_NEW)
			ret_map[hands->who[square]] = square;
}

static void settle_names(struct touch_hands *hands)
{
	for (rules_square square = 0; square < 64; square++)
		if (hands->who[square] != TOUCH_NO_MAN && hands->who[square] != TOUCH_MAN_STRAY)
			hands->who[square] = square;
}

/* Men of the offender that stand where they did not: his last move, whatever it was. */
static rules_set men_that_moved(const struct touch_game *game)
{
	const struct rules_position *base = &game->turn.base;

	return touch_differs(&game->offender.base, base->at) &
	       base->of_color[game->offender.base.turn];
}

/* Where a man like this one stands that the position does not have there, or RULES_NO_SQUARE. */
static rules_square stray_like(const struct rules_position *base,
			       const struct rules_position *in_order, rules_piece piece)
{
	for (rules_square square = 0; square < 64; square++)
		if (base->at[square] == piece && in_order->at[square] != piece)
			return square;
	return RULES_NO_SQUARE;
}

/* The men whose squares the base as it stands shows empty: they may come home later. */
static void note_astray(struct touch_game *game, const struct rules_position *base,
			const struct rules_position *in_order)
{
	rules_set wrong = touch_differs(base, in_order->at);

	while (wrong && game->astray_count < TOUCH_ASTRAY_MAX) {
		rules_square home = rules_take(&wrong);
		rules_piece piece = in_order->at[home];

		if (base->at[home] == RULES_NO_PIECE && piece != RULES_NO_PIECE)
			game->astray[game->astray_count++] =
				(struct touch_astray){.piece = piece,
						      .home = home,
						      .stands = stray_like(base, in_order, piece)};
	}
}

/* Is one of these men off its square that might have come to this one instead? */
static bool may_have_come(const struct rules_position *base, const rules_piece seen[64],
			  const struct touch_astray *astray)
{
	for (rules_square square = 0; square < 64; square++)
		if (square != astray->stands && base->at[square] == astray->piece &&
		    seen[square] != astray->piece)
			return true;
	return false;
}

/* The square the base has him on, if any, is empty, and he is seen at home. */
static bool is_home(const struct rules_position *base, const rules_piece seen[64],
		    const struct touch_astray *astray)
{
	return seen[astray->home] == astray->piece && base->at[astray->home] == RULES_NO_PIECE &&
	       (astray->stands == RULES_NO_SQUARE || (base->at[astray->stands] == astray->piece &&
						      seen[astray->stands] != astray->piece)) &&
	       !may_have_come(base, seen, astray);
}

bool touch_turn_come_home(struct touch_game *game, const rules_piece seen[64])
{
	struct rules_position *base = &game->turn.base;
	bool has_come = false;
	uint8_t kept = 0;

	for (uint8_t i = 0; i < game->astray_count; i++) {
		struct touch_astray astray = game->astray[i];

		if (!is_home(base, seen, &astray)) {
			game->astray[kept++] = astray;
			continue;
		}
		if (astray.stands != RULES_NO_SQUARE)
			rules_position_put(base, astray.stands, RULES_NO_PIECE);
		rules_position_put(base, astray.home, astray.piece);
		base->key = rules_position_key(base);
		has_come = true;
	}
	game->astray_count = kept;
	return has_come;
}

void touch_turn_pass_irregular(struct work *w, rules_move displaced)
{
	struct touch_game *game = w->game;
	struct rules_position base = game->turn.base, orderly;
	rules_square begun = begun_with(game);
	uint8_t map[64];
	bool in_order;

	game->before = game->turn.base;
	game->offender = game->turn;
	game->hands_then = game->hands;
	game->displaced_move = displaced;
	if (displaced != RULES_NO_MOVE)
		rules_apply(&base, displaced, NULL);
	else
		pass_over(&base);
	orderly = base;
	in_order = board_as_it_stands(game, &base);
	game->astray_count = 0;
	if (displaced != RULES_NO_MOVE)
		note_astray(game, &base, &orderly);
	names_where_they_stand(&game->hands, map);
	touch_hands_rename(&game->hands, map);
	settle_names(&game->hands);
	record(game, displaced);
	touch_turn_begin(game, &base);
	inherit_touches(game, &game->offender.touches, map);
	game->hands.lifted = still_lifted(game);
	game->last_men = displaced == RULES_NO_MOVE ? men_that_moved(game) : men_of_move(displaced);
	game->irregular = game->turn.after_irregular = true;
	game->turn.begun_with = begun;
	game->can_revise = false;
	game->board_event_since = false;
	if (displaced != RULES_NO_MOVE && in_order) /* only captured men lie about */
		touch_history_push(game, &base);
}

/* Men that stand elsewhere: what the report was about. */
static rules_set displaced_men(const struct touch_hands *hands)
{
	rules_set men = 0;

	for (rules_square square = 0; square < 64; square++)
		if (hands->who[square] < TOUCH_MAN_NEW && hands->who[square] != square)
			men |= rules_set_of(hands->who[square]);
	return men;
}

/* The opponent presses back at once: nobody has lost anything but the report. */
void touch_turn_give_back(struct work *w)
{
	struct touch_game *game = w->game;

	game->turn = game->offender;
	game->hands = game->hands_then;
	game->turn.judged |= displaced_men(&game->hands_then);
	game->irregular = false;
	game->state = touch_is_made(game) ? TOUCH_ST_MADE : TOUCH_ST_TO_MOVE;
	if (game->plies > 0)
		game->plies--;
}

/* The touches of men that now stand differently were the offender's putting right. */
static void forget_touches_of_changed(struct touch_game *game, const struct rules_position *base)
{
	struct touch_list *list = &game->turn.touches;
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct touch_touch *touch = &list->touch[i];

		if (base->at[touch->man] == game->turn.base.at[touch->man])
			list->touch[kept++] = *touch;
		else if (touch->event == game->lapse_event)
			game->lapsing = false; /* nor did it end a right */
	}
	list->count = (uint8_t)kept;
}

void touch_turn_put_right(struct work *w, rules_move move)
{
	struct touch_game *game = w->game;
	struct rules_position base = game->offender.base;

	rules_apply(&base, move, NULL);
	forget_touches_of_changed(game, &base);
	settle_names(&game->hands);
	game->hands.lifted = still_lifted(game);
	game->turn.base = base;
	game->last_men = men_of_move(move);
	/* Until the opponent has made a move, another legal move puts it right as well. */
	game->irregular = game->displaced_move == RULES_NO_MOVE;
	if (game->plies > 0)
		game->played[game->plies - 1] = move;
	touch_history_rebuild(game);
	if (game->history_count == 0)
		touch_history_push(game, &base);
}

/* The move before is read anew: the board cannot follow from the first reading. */
void touch_turn_revise(struct work *w, rules_move move)
{
	struct touch_game *game = w->game;
	struct rules_position base = game->before;

	touch_say_revised(w, game->plies, move, &game->before);
	rules_apply(&base, move, NULL);
	forget_touches_of_changed(game, &base);
	settle_names(&game->hands);
	game->hands.lifted = still_lifted(game);
	game->turn.base = base;
	game->last_men = men_of_move(move);
	if (game->plies > 0)
		game->played[game->plies - 1] = move;
	touch_history_rebuild(game);
}

/* --- a move that was not pressed, put right or taken back --- */

/* A player's move is made but not pressed, and the opponent has answered. */
static void note_uncompleted(struct work *w)
{
	struct touch_game *game = w->game;
	const struct touch_turn *turn = &game->turn;
	enum rules_color color = touch_player(game);

	game->uncompleted[color].is = true;
	game->uncompleted[color].ply = (uint16_t)(game->plies + 1);
	game->uncompleted[color].move = turn->made;
	for (size_t i = 0; i < RULES_SAN_MAX; i++)
		game->uncompleted[color].san[i] = turn->san[i];
}

void touch_pass_uncompleted(struct work *w)
{
	note_uncompleted(w);
	touch_turn_pass(w);
}

/* No man of it is where hands left it: nobody's displaced piece. */
void touch_pass_unseen(struct work *w)
{
	struct touch_game *game = w->game;

	memset(game->hands.who, TOUCH_MAN_NEW, sizeof(game->hands.who));
	touch_pass_uncompleted(w);
	game->can_revise = false;
	touch_adopt_names(game);
}

/* The new piece of a promotion may be one that was captured before. */
static rules_move put_right_by(const struct touch_game *game, const rules_piece view[64])
{
	rules_move move;

	if (!game->irregular)
		return RULES_NO_MOVE;
	move = touch_explain_move(&game->offender.base, view, NULL);
	if (move == RULES_NO_MOVE && game->hands.strays)
		move = touch_explain_move(&game->offender.base, game->hands.at, NULL);
	if (game->displaced_move != RULES_NO_MOVE && move != game->displaced_move)
		return RULES_NO_MOVE;
	return move;
}

rules_move touch_putting_right(const struct touch_game *game)
{
	rules_piece view[64];

	touch_hands_view(&game->hands, view);
	return put_right_by(game, view);
}

/* Where the move put this man, or RULES_NO_SQUARE if it is none of the move. */
rules_square touch_moved_to(const struct touch_turn *turn, uint8_t man)
{
	rules_square from = rules_from(turn->made);

	if (rules_is_castling(turn->made)) {
		enum rules_side side = rules_castling_side(turn->made);

		if (man == from)
			return rules_castled_king(from, side);
		return man == rules_to(turn->made) ? rules_castled_rook(from, side)
						   : RULES_NO_SQUARE;
	}
	if (rules_is_promotion(turn->made) ? man == TOUCH_MAN_NEW || man == from : man == from)
		return rules_to(turn->made);
	return RULES_NO_SQUARE;
}

void touch_undo_made(struct touch_game *game)
{
	game->turn.made = RULES_NO_MOVE;
	game->state = TOUCH_ST_TO_MOVE;
	game->held = game->withdrawn = false;
	for (size_t i = 0; i < game->hands.count; i++)
		game->hands.air[i].captured = false;
}
