/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/work_private.h"

/*
 * A board event can no longer be taken back: which moves explain the board now?
 * The order of reading is one legal move, putting right, two hands, putting
 * right with an answer; only otherwise is anybody out of turn.
 */

/* His move is made but not pressed, and the opponent has answered. */
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

/* The men taken for captured ones are part of a move. */
static void no_strays(struct touch_hands *hands)
{
	for (rules_set strays = hands->strays; strays;)
		touch_hands_new(hands, rules_take(&strays));
}

/* Both hands at once: every man lifted belongs to the side that moved or captured it. */
static void two_hands(struct work *w, struct touch_pair pair, enum touch_certainty certainty)
{
	if (w->game->turn.made != pair.move) /* it may have been told */
		touch_make(w, pair.move, certainty, true);
	if (w->game->state != TOUCH_ST_MADE)
		return;
	touch_pass_uncompleted(w);
	touch_make(w, pair.answer, certainty, true);
}

/* The answer takes the man that made the move. */
static bool is_retaken(const struct rules_position *pos, const struct touch_pair *pair)
{
	struct rules_position then = *pos;

	rules_apply(&then, pair->move, NULL);
	return touch_victim_of(&then, pair->answer) == rules_to(pair->move);
}

/*
 * The man that was taken, as the pair has it, was never seen there, and comes
 * down now: he is in a hand.
 */
static bool is_refuted(const struct work *w, const struct rules_position *pos,
		       const struct touch_pair *pair)
{
	const struct touch_hands *hands = &w->game->hands;

	for (size_t i = 0; i < hands->count; i++)
		if (hands->air[i].piece == w->next && hands->air[i].from == rules_to(pair->move))
			return false;
	return w->next != RULES_NO_PIECE && w->next == pos->at[rules_from(pair->move)] &&
	       touch_hands_who(hands, rules_to(pair->answer), w->next) == rules_from(pair->move) &&
	       is_retaken(pos, pair);
}

/* A man whose square an enemy stands on has been taken there, and is on his way off. */
static bool hide_taken(const struct touch_hands *hands, rules_piece view[64])
{
	bool has_hidden = false;

	for (rules_square square = 0; square < 64; square++) {
		uint8_t man = hands->who[square];

		if (man >= TOUCH_MAN_NEW || man == square || hands->at[man] == RULES_NO_PIECE ||
		    rules_color_of(hands->at[man]) == rules_color_of(hands->at[square]))
			continue;
		view[square] = RULES_NO_PIECE;
		has_hidden = true;
	}
	return has_hidden;
}

static bool find_two_hands(struct work *w, const rules_piece view[64],
			   enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_hands *hands = &game->hands;
	struct touch_pair pair;
	rules_piece rest[64];
	int found = touch_explain_pair(&game->turn.base, view, hands, &pair);

	if (found == 0 && hands->strays &&
	    touch_explain_pair(&game->turn.base, hands->at, hands, &pair) == 1) {
		no_strays(hands);
		found = 1;
	}
	memcpy(rest, view, sizeof(rest));
	if (found == 0 && hide_taken(hands, rest))
		found = touch_explain_pair(&game->turn.base, rest, hands, &pair) == 1;
	if (found == 1 && is_refuted(w, &game->turn.base, &pair))
		return false;
	if (found == 1)
		two_hands(w, pair, certainty);
	else if (found > 1)
		touch_doubt(w, 0);
	return found > 0;
}

/* A captured man came down while one of his kind was in the air, and was taken for that one. */
static rules_move explain_mistaken(struct touch_hands *hands, const struct rules_position *pos)
{
	for (rules_set strays = hands->strays; strays;) {
		rules_square stray = rules_take(&strays);

		for (rules_square square = 0; square < 64; square++) {
			struct touch_hands other = *hands;
			rules_piece view[64];
			rules_move move;

			if (hands->who[square] >= TOUCH_MAN_NEW || hands->who[square] == square ||
			    hands->at[square] != hands->at[stray])
				continue;
			other.who[stray] = hands->who[square];
			other.who[square] = TOUCH_MAN_STRAY;
			other.strays ^= rules_set_of(stray) | rules_set_of(square);
			touch_hands_view(&other, view);
			move = touch_explain_move(pos, view, NULL);
			if (move == RULES_NO_MOVE)
				continue;
			*hands = other;
			return move;
		}
	}
	return RULES_NO_MOVE;
}

/*
 * A man like one captured earlier may be no stray at all: if the board with it
 * is one legal move away, that move explains it.
 */
static rules_move explain_with_strays(struct touch_game *game, const struct rules_position *pos,
				      bool is_answer)
{
	struct touch_hands *hands = &game->hands;
	rules_move move;

	if (!hands->strays)
		return RULES_NO_MOVE;
	move = touch_explain_move(pos, hands->at, is_answer ? NULL : hands);
	if (move != RULES_NO_MOVE)
		no_strays(hands);
	else
		move = explain_mistaken(hands, pos);
	return move;
}

/* --- putting right after an irregular press --- */

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

static bool put_right_and_answered(struct work *w, const rules_piece view[64],
				   enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_pair pair;
	struct touch_set moves;

	if (!game->irregular)
		return false;
	touch_set_clear(&moves);
	if (game->displaced_move != RULES_NO_MOVE)
		touch_set_add(&moves, game->displaced_move);
	else
		touch_set_legal(&moves, &game->offender.base);
	if (touch_explain_answer(&game->offender.base, &moves, view, &pair) != 1)
		return false;
	touch_turn_put_right(w, pair.move);
	touch_make(w, pair.answer, certainty, false);
	return true;
}

/* A man that was in the air at the irregular press belongs where he comes down. */
static void join_base(struct touch_game *game, const struct touch_fresh *fresh)
{
	struct rules_position *base = &game->turn.base;

	rules_position_put(base, fresh->square, fresh->piece);
	base->castling &= base->of_kind[RULES_ROOK];
	base->key = rules_position_key(base);
	game->hands.who[fresh->square] = fresh->square;
}

/* The man comes down where it may go from its own square: the answer, begun before the press. */
static bool begun_answer(struct work *w, const struct touch_fresh *fresh,
			 const rules_piece view[64], enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	rules_square home = game->turn.begun_with;
	struct rules_position base = game->turn.base;
	rules_move move;

	if (home == RULES_NO_SQUARE || fresh->square == home || base.at[home] != RULES_NO_PIECE ||
	    rules_color_of(fresh->piece) != touch_player(game) ||
	    game->before.at[home] != fresh->piece)
		return false;
	rules_position_put(&base, home, fresh->piece);
	base.key = rules_position_key(&base);
	move = touch_explain_move(&base, view, NULL);
	if (move == RULES_NO_MOVE || rules_from(move) != home)
		return false;
	game->turn.base = base;
	game->hands.who[fresh->square] = home;
	touch_make(w, move, certainty, false);
	game->irregular = false;
	return true;
}

/* --- a later truth corrects an earlier reading --- */

static rules_move last_played(const struct touch_game *game)
{
	return game->can_revise && game->plies > 0 ? game->played[game->plies - 1] : RULES_NO_MOVE;
}

/* The man was still on its way when the lever was seen: where it ends is the move. */
static bool revise_crept(struct work *w, const rules_piece view[64])
{
	struct touch_game *game = w->game;
	rules_move move;

	if (!game->crept || last_played(game) == RULES_NO_MOVE)
		return false;
	move = touch_explain_move(&game->before, view, NULL);
	if (move == RULES_NO_MOVE || rules_from(move) != rules_from(last_played(game)))
		return false;
	touch_turn_revise(w, move);
	return true;
}

bool touch_revise_with_answer(struct work *w, enum touch_certainty certainty)
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

/* --- one function per state --- */

static void when_to_move(struct work *w, const struct touch_fresh *fresh,
			 enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	rules_piece view[64];
	rules_move move;

	touch_promotion_from_box(game);
	touch_hands_view(&game->hands, view);
	if (fresh->man == TOUCH_MAN_LATE && fresh->type == TOUCH_FRESH_PLACED) {
		move = put_right_by(game, view);
		if (move != RULES_NO_MOVE)
			touch_turn_put_right(w, move);
		else if (!begun_answer(w, fresh, view, certainty))
			join_base(game, fresh);
		return;
	}
	if (touch_differs(&game->turn.base, view) == 0) {
		game->turn.moved_on.is = false;
		return;
	}
	if (touch_find_over(w, view))
		return;
	move = touch_explain_move(&game->turn.base, view, &game->hands);
	if (move == RULES_NO_MOVE)
		move = touch_explain_moved_on(w, view);
	if (move == RULES_NO_MOVE)
		move = explain_with_strays(game, &game->turn.base, false);
	else if (touch_castling_may_follow(&game->turn.base, move))
		return; /* the rook, or the press, will tell */
	if (move != RULES_NO_MOVE) {
		touch_make(w, move, certainty, false);
		game->irregular = false;
		return;
	}
	move = put_right_by(game, view);
	if (move != RULES_NO_MOVE) {
		touch_turn_put_right(w, move);
		return;
	}
	if (find_two_hands(w, view, certainty) || put_right_and_answered(w, view, certainty) ||
	    revise_crept(w, view))
		return;
	if (fresh->type == TOUCH_FRESH_PLACED)
		touch_commit_release(w, fresh, certainty);
	if (game->turn.moved_on.is && !game->turn.moved_on.stays &&
	    fresh->type == TOUCH_FRESH_PLACED && touch_hands_empty(&game->hands))
		touch_say_moved_on(w); /* nothing explains the board: he was not captured */
	if (!touch_moves_on(w, fresh))
		touch_find_out_of_turn(w, fresh, &game->turn.base, fresh->man,
				       touch_opponent(game));
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

/* A man of the opponent stands there before he is missed elsewhere: he may have captured. */
static bool may_be_answer(const struct touch_game *game, const struct touch_fresh *fresh)
{
	struct rules_moves moves;

	touch_legal_between(
		&game->turn.after,
		rules_men(&game->turn.after, touch_opponent(game), rules_kind_of(fresh->piece)),
		rules_set_of(fresh->square), &moves);
	return moves.count > 0;
}

/* Taken back: the man is home, or the victim is; or the man has walked on, or is another. */
static bool is_undone(const struct touch_game *game, const struct touch_fresh *fresh)
{
	const struct touch_turn *turn = &game->turn;
	rules_square moved = touch_moved_to(turn, fresh->man);

	if (fresh->type != TOUCH_FRESH_PLACED)
		return false;
	if (fresh->man == TOUCH_MAN_NEW && rules_color_of(fresh->piece) != touch_player(game))
		return moved != RULES_NO_SQUARE && fresh->square == moved &&
		       !may_be_answer(game, fresh);
	if (moved != RULES_NO_SQUARE && fresh->square == moved)
		return fresh->piece != turn->after.at[moved];
	if (moved != RULES_NO_SQUARE) /* or has the opponent, whose man is in the air, taken it? */
		return fresh->square == fresh->man ||
		       !touch_hands_hold_color(&game->hands, touch_opponent(game));
	return fresh->man < TOUCH_MAN_NEW && fresh->square == fresh->man &&
	       fresh->man == touch_victim_of(&turn->base, turn->made);
}

void touch_undo_made(struct touch_game *game)
{
	game->turn.made = RULES_NO_MOVE;
	game->state = TOUCH_ST_TO_MOVE;
	game->held = game->withdrawn = false;
	for (size_t i = 0; i < game->hands.count; i++)
		game->hands.air[i].captured = false;
}

static void stand_again(struct touch_game *game)
{
	if (!game->withdrawn)
		return;
	game->withdrawn = false;
	game->ending = true;
	game->ends_at_ms = game->now_ms + game->rules.rest_ms;
	game->state = TOUCH_ST_ENDED;
}

/* The made move has been answered, and the answer taken, before anybody pressed. */
static bool find_answer_taken(struct work *w, const rules_piece view[64],
			      enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_hands hands;
	struct touch_pair pair;

	touch_turn_hands_after(game, &hands);
	if (touch_explain_pair(&game->turn.after, view, &hands, &pair) != 1 ||
	    is_refuted(w, &game->turn.after, &pair))
		return false;
	note_uncompleted(w);
	touch_turn_pass_explained(w);
	two_hands(w, pair, certainty);
	return true;
}

/* A man like that was put down there, and is in the air again: captured at once, if anything. */
static bool was_seen_made(const struct touch_game *game, rules_move move)
{
	const struct touch_hands *hands = &game->hands;

	for (size_t i = 0; i < hands->count; i++) {
		struct rules_position then;

		if (hands->air[i].from != rules_to(move))
			continue;
		then = game->turn.after;
		rules_apply(&then, move, NULL);
		if (then.at[rules_to(move)] == hands->air[i].piece)
			return true;
	}
	return false;
}

/*
 * The move was not pressed, or there is no clock to press, and two hands have
 * played on from it: a move, and a capture of the man that made it.
 */
static bool find_two_hands_after(struct work *w, const rules_piece view[64],
				 enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_pair pair;
	struct touch_set legal, moves;

	touch_set_legal(&legal, &game->turn.after);
	touch_set_clear(&moves);
	for (size_t i = 0; i < legal.count; i++)
		if (was_seen_made(game, legal.move[i]))
			touch_set_add(&moves, legal.move[i]);
	if (moves.count == 0 || touch_explain_answer(&game->turn.after, &moves, view, &pair) != 1 ||
	    !is_retaken(&game->turn.after, &pair))
		return false;
	touch_hands_new(&game->hands, rules_to(pair.answer)); /* not left there by the mover */
	touch_pass_uncompleted(w);
	two_hands(w, pair, certainty);
	return true;
}

/* The answer; the man it takes may be on his way off. */
static rules_move explain_answer(struct touch_game *game, const rules_piece view[64])
{
	rules_move move = touch_explain_move(&game->turn.after, view, NULL);
	struct touch_hands hands;

	if (move != RULES_NO_MOVE)
		return move;
	touch_turn_hands_after(game, &hands);
	move = touch_explain_move(&game->turn.after, view, &hands);
	return move != RULES_NO_MOVE ? move : explain_with_strays(game, &game->turn.after, true);
}

static void when_made(struct work *w, const struct touch_fresh *fresh,
		      enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	rules_square stood = fresh->man;
	rules_piece view[64];
	rules_move move;

	touch_hands_view(&game->hands, view);
	if (touch_differs(&game->turn.after, view) == 0) {
		stand_again(game);
		return;
	}
	if (touch_find_over(w, view))
		return;
	move = touch_explain_move(&game->turn.base, view, &game->hands);
	if (move != RULES_NO_MOVE) {
		touch_make(w, move, certainty, false);
		return;
	}
	move = explain_answer(game, view);
	if (move != RULES_NO_MOVE && touch_castling_may_follow(&game->turn.after, move))
		return;
	if (move != RULES_NO_MOVE) {
		touch_pass_uncompleted(w);
		touch_make(w, move, certainty, false);
		return;
	}
	if (find_answer_taken(w, view, certainty) || find_two_hands_after(w, view, certainty))
		return;
	if (is_undone(game, fresh)) {
		touch_undo_made(game);
		when_to_move(w, fresh, certainty);
		return;
	}
	if (!find_two_hands(w, view, certainty))
		touch_find_out_of_turn(w, fresh, &game->turn.after, stood, touch_player(game));
}

/* Explained after all: one legal move away, or the board as it was. */
static bool is_explained(const struct rules_position *pos, const rules_piece view[64])
{
	return touch_differs(pos, view) == 0 ||
	       touch_explain_move(pos, view, NULL) != RULES_NO_MOVE;
}

static void when_unsure(struct work *w, const struct touch_fresh *fresh,
			enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	rules_piece view[64];

	if (game->doubt.is_open) {
		touch_doubt_again(w);
		return;
	}
	touch_hands_view(&game->hands, view);
	if (touch_is_made(game) && is_explained(&game->turn.after, view)) {
		game->state = TOUCH_ST_MADE;
		when_made(w, fresh, certainty);
	} else if (!touch_is_made(game) && is_explained(&game->turn.base, view)) {
		game->state = TOUCH_ST_TO_MOVE;
		when_to_move(w, fresh, certainty);
	}
}

void touch_understand(struct work *w, const struct touch_fresh *fresh,
		      enum touch_certainty certainty)
{
	switch (w->game->state) {
	case TOUCH_ST_TO_MOVE: when_to_move(w, fresh, certainty); break;
	case TOUCH_ST_MADE: when_made(w, fresh, certainty); break;
	case TOUCH_ST_OPEN_PRESS: touch_press_open(w, certainty); break;
	case TOUCH_ST_UNSURE: when_unsure(w, fresh, certainty); break;
	case TOUCH_ST_HANDLING: touch_find_over_in_handling(w); break;
	case TOUCH_ST_ENDED: break;
	}
}
