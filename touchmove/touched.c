/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/attacks.h"
#include "touchmove/work_private.h"

/*
 * A man leaves the board or comes down: whose touch is that (section 3 of the
 * procedure), and was it one at all?
 */

/* --- whose touch --- */

/* The man the mover has in the air is one the opponent is about to capture. */
static void pending_is_opponents(struct touch_game *game)
{
	struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++)
		if (touches->touch[i].by == TOUCH_BY_PENDING &&
		    touch_hands_hold(&game->hands, touches->touch[i].man))
			touches->touch[i].by = TOUCH_BY_OPPONENT;
}

static enum touch_by whose(struct touch_game *game, rules_piece piece)
{
	bool enemy = rules_color_of(piece) == touch_opponent(game);

	switch (game->state) {
	case TOUCH_ST_MADE:
		if (enemy)
			pending_is_opponents(game);
		return enemy ? TOUCH_BY_OPPONENT : TOUCH_BY_PENDING;
	case TOUCH_ST_OPEN_PRESS: return enemy ? TOUCH_BY_OPPONENT : TOUCH_BY_NOBODY;
	case TOUCH_ST_UNSURE: return TOUCH_BY_NOBODY;
	case TOUCH_ST_TO_MOVE:
	case TOUCH_ST_HANDLING:
	case TOUCH_ST_ENDED: break;
	}
	return TOUCH_BY_PLAYER;
}

/*
 * A touch of an own man ends rights, unless the other's clock still runs (Art. 4.8).
 * A lift that puts the opponent's move right is none unless the man is put down again.
 */
static void may_lapse(struct work *w, const struct touch_touch *touch, rules_piece piece,
		      bool at_once)
{
	struct touch_game *game = w->game;
	enum rules_color color = rules_color_of(piece);

	if (touch->early || color != touch_on_move(game) || touch->by == TOUCH_BY_NOBODY ||
	    touch->by == TOUCH_BY_PENDING)
		return;
	if (game->lapse_waits && game->lapse_man != touch->man)
		touch_lapse_flush(w); /* the turn has gone on */
	game->lapse_by = (uint8_t)color;
	game->lapse_man = touch->man;
	game->lapse_waits = false;
	game->lapse_event = touch->event;
	game->lapsing = true;
	game->lapse_at_ms =
		touch->at_ms + (touch_putting_right(game) != RULES_NO_MOVE ? game->rules.settle_ms
									   : game->rules.knock_ms);
	if (at_once)
		touch_lapse_flush(w);
}

static bool is_listed(const struct touch_list *touches, uint8_t man, enum touch_by by)
{
	for (size_t i = 0; i < touches->count; i++)
		if (!touches->touch[i].struck && touches->touch[i].man == man &&
		    touches->touch[i].by == by)
			return true;
	return false;
}

static void say_touch(struct work *w, const struct touch_touch *touch, rules_piece piece)
{
	struct touch_report *report = touch_say(w, TOUCH_REPORT_TOUCH);

	report->square = touch->man;
	report->piece = piece;
	report->certainty = touch->is_sure ? TOUCH_OBSERVED : TOUCH_PRESUMED;
	if (touch->by == TOUCH_BY_OPPONENT)
		report->color = (uint8_t)touch_opponent(w->game);
}

static void note_touch(struct work *w, uint8_t man, rules_piece piece, uint64_t at_ms, bool at_once)
{
	struct touch_game *game = w->game;
	struct touch_list *touches = &game->turn.touches;
	struct touch_touch touch = {.at_ms = at_ms,
				    .event = game->now_event,
				    .man = man,
				    .by = (uint8_t)whose(game, piece)};

	if (touch.by == TOUCH_BY_PLAYER && rules_has(game->turn.out_of_turn, man))
		return;
	touch.early = game->running == rules_opponent(touch_on_move(game));
	touch.is_sure = touch.by == TOUCH_BY_PLAYER &&
			touch_sure_at_lift(game, touch_player(game), piece, at_ms);
	if (!is_listed(touches, man, (enum touch_by)touch.by)) {
		if (touches->count == TOUCH_TOUCHES_MAX)
			return;
		touches->touch[touches->count++] = touch;
		if (touch.by != TOUCH_BY_NOBODY)
			say_touch(w, &touch, piece);
	}
	may_lapse(w, &touch, piece, at_once);
}

/* --- knocked over --- */

void touch_forget_lifts(struct touch_game *game)
{
	memset(game->recent, 0, sizeof(game->recent));
}

/* The men of a turn that were lifted last, each once. */
static void note_recent(struct touch_game *game, uint8_t man, uint64_t at_ms)
{
	size_t i = 0;

	while (i < 2 && game->recent[i].man != man)
		i++;
	for (; i > 0; i--)
		game->recent[i] = game->recent[i - 1];
	game->recent[0].at_ms = at_ms + 1;
	game->recent[0].man = man;
}

/* Three men within half a second were swept over: none of them was touched. */
static void look_for_sweep(struct touch_game *game, uint8_t man, uint64_t at_ms)
{
	struct touch_list *touches = &game->turn.touches;
	uint64_t first;

	note_recent(game, man, at_ms);
	first = game->recent[2].at_ms;
	if (first == 0 || game->recent[0].at_ms - first > game->rules.knock_ms)
		return;
	game->lapsing = false;
	for (size_t i = 0; i < touches->count; i++)
		if (touches->touch[i].at_ms + 1 >= first)
			touches->touch[i].struck = touches->touch[i].knocked = true;
}

/* --- lifted --- */

/* The result stands unless the hand that gave mate was still on the man. */
static void lift_after_end(struct touch_game *game, uint8_t man)
{
	if (!game->ending)
		return;
	game->ending = false;
	if (touch_moved_to(&game->turn, man) == RULES_NO_SQUARE)
		return;
	game->withdrawn = true;
	game->state = TOUCH_ST_MADE;
}

/* He was put down before he was missed: what is not sure yet is that he stays there. */
static void wait_where_seen(struct touch_game *game, uint8_t man, const struct touch_event *event)
{
	rules_square square = touch_hands_find(&game->hands, man);

	if (square == RULES_NO_SQUARE)
		return;
	game->fresh = (struct touch_fresh){.type = TOUCH_FRESH_PLACED,
					   .square = square,
					   .piece = game->hands.at[square],
					   .man = man,
					   .event = event->id,
					   .at_ms = event->at_ms};
}

/* A pawn that mates is not the man that stands there: its new piece has no name yet. */
static bool is_new_piece_of_end(const struct touch_game *game, uint8_t man, rules_square square)
{
	return game->state == TOUCH_ST_ENDED && man == TOUCH_MAN_NEW &&
	       rules_is_promotion(game->turn.made) && rules_to(game->turn.made) == square;
}

static void lift(struct work *w, rules_square square, const struct touch_event *event)
{
	struct touch_game *game = w->game;
	rules_piece piece = game->hands.at[square];
	uint64_t seen_ms = game->hands.newest_ms;
	size_t in_air = game->hands.count;
	uint8_t man = touch_hands_lift(&game->hands, square, event->at_ms, touch_twice_ms(game));
	bool seen_before = man < TOUCH_MAN_NEW && game->hands.count == in_air;

	game->said_strays &= ~rules_set_of(square);
	game->just_lifted = square;
	game->board_event_since = true;
	if (is_new_piece_of_end(game, man, square))
		lift_after_end(game, man);
	if (game->state == TOUCH_ST_HANDLING || man >= TOUCH_MAN_NEW)
		return;
	if (game->state == TOUCH_ST_ENDED) {
		lift_after_end(game, man);
		if (game->state == TOUCH_ST_ENDED)
			return;
	}
	if (game->adjust.open) {
		game->adjust.men |= rules_set_of(man);
		game->adjust.until_ms = UINT64_MAX;
		game->turn.adjusted |= rules_set_of(man);
		return;
	}
	/* A lever may be seen before the last square: the man is still on its way. */
	game->crept |= game->can_revise && game->state == TOUCH_ST_TO_MOVE &&
		       rules_has(game->last_men, man) &&
		       event->at_ms - game->passed_at_ms <= touch_late_ms(&game->rules);
	if (rules_has(game->last_men, man) && !game->crept && !game->turn.after_gap)
		game->sure_plies = game->plies; /* it stood there after the press */
	note_touch(w, man, piece, seen_before ? seen_ms : event->at_ms, false);
	look_for_sweep(game, man, event->at_ms);
	if (seen_before)
		wait_where_seen(game, man, event);
}

/* Placed and lifted again with nothing between: still in the hand, slid. */
static bool is_slid(const struct touch_game *game, rules_square square, uint64_t at_ms)
{
	return game->fresh.type == TOUCH_FRESH_PLACED && game->fresh.square == square &&
	       at_ms - game->fresh.at_ms < game->rules.settle_ms;
}

/*
 * A press takes the other player's man for released, but says nothing about
 * his hand: lifted again before the settle time, the man was slid after all.
 */
static void look_for_slide_over_press(struct touch_game *game, rules_square square, uint64_t at_ms)
{
	const struct touch_fresh *pressed = &game->pressed;
	struct touch_turn *turn = &game->turn;

	if (pressed->type == TOUCH_FRESH_PLACED && pressed->square == square &&
	    at_ms - pressed->at_ms < game->rules.settle_ms &&
	    turn->commitment.kind == TOUCH_COMMITTED_MOVE && touch_is_made(game) &&
	    touch_moved_to(turn, game->hands.who[square]) == square)
		turn->commitment.kind = TOUCH_COMMITTED_NOT;
}

/* On the last rank, with a pawn of his own that could go there. */
static bool may_promote(const struct touch_game *game, rules_square square, enum rules_color color)
{
	bool is_white = color == RULES_WHITE;
	rules_set near = rules_sight[square].king & rules_rank_set(is_white ? 6 : 1);

	return rules_rank_of(square) == (is_white ? 7 : 0) &&
	       (near & rules_men(&game->turn.base, color, RULES_PAWN)) != 0;
}

/*
 * A captured man on his way off is in another hand: he says nothing about the
 * man just put down. Nor does a second sight of that man himself. On the last
 * rank it may be a new piece.
 */
static bool passes_by(const struct touch_game *game, rules_square square, rules_piece piece,
		      uint8_t man, uint64_t at_ms)
{
	const struct touch_fresh *fresh = &game->fresh;
	bool is_same = man == TOUCH_MAN_NEW && piece == fresh->piece &&
		       at_ms - fresh->at_ms <= game->rules.slide_ms;

	return (man == TOUCH_MAN_STRAY || is_same) && fresh->type == TOUCH_FRESH_PLACED &&
	       fresh->square != square && !may_promote(game, square, rules_color_of(piece));
}

/*
 * The rook is seen on its castled square, and the king lifted in the scan in
 * which the rook was: their order is the board's, so the rook move is not made.
 */
static bool is_castling(const struct touch_game *game, const struct touch_event *event)
{
	const struct touch_fresh *fresh = &game->fresh;
	const struct touch_list *touches = &game->turn.touches;
	struct rules_moves moves;
	rules_move castling = RULES_NO_MOVE;

	if (game->state != TOUCH_ST_TO_MOVE || fresh->type != TOUCH_FRESH_PLACED ||
	    rules_kind_of(fresh->piece) != RULES_ROOK || fresh->man >= TOUCH_MAN_NEW ||
	    event->square >= 64 ||
	    event->square != rules_king_square(&game->turn.base, touch_player(game)))
		return false;
	touch_legal_between(&game->turn.base, rules_set_of(event->square), RULES_ALL_SQUARES,
			    &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_is_castling(moves.move[i]) && rules_to(moves.move[i]) == fresh->man &&
		    rules_castled_rook(event->square, rules_castling_side(moves.move[i])) ==
			    fresh->square)
			castling = moves.move[i];
	for (size_t i = 0; castling != RULES_NO_MOVE && i < touches->count; i++)
		if (touches->touch[i].man == fresh->man)
			return event->at_ms - touches->touch[i].at_ms <= game->rules.scan_ms;
	return false;
}

void touch_on_lifted(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;
	rules_square square = event->square;

	if (game->hands.at[square] == RULES_NO_PIECE)
		return;
	if (passes_by(game, square, game->hands.at[square], game->hands.who[square],
		      event->at_ms)) {
		lift(w, square, event);
		return;
	}
	if (is_slid(game, event->square, event->at_ms)) {
		game->fresh.type = TOUCH_FRESH_NONE;
		if (game->fresh.man < TOUCH_MAN_NEW)
			game->turn.slid |= rules_set_of(game->fresh.man);
	} else if (is_castling(game, event)) {
		game->fresh.type = TOUCH_FRESH_NONE;
	} else {
		touch_confirm(w, TOUCH_OBSERVED);
	}
	look_for_slide_over_press(game, event->square, event->at_ms);
	game->pressed.type = TOUCH_FRESH_NONE;
	game->fresh = (struct touch_fresh){.type = TOUCH_FRESH_LIFTED,
					   .square = event->square,
					   .piece = game->hands.at[event->square],
					   .man = game->hands.who[event->square],
					   .event = event->id,
					   .at_ms = event->at_ms};
	lift(w, event->square, event);
	if (game->state == TOUCH_ST_HANDLING)
		game->fresh.type = TOUCH_FRESH_NONE;
}

/* --- placed --- */

/*
 * A man that has just moved, centred by its owner: no touch (Art. 4.2.1). One
 * that was touched before, with another in the air, stays touched.
 */
static void look_for_straightening(struct touch_game *game, uint8_t man, rules_square square)
{
	struct touch_list *touches = &game->turn.touches;
	struct touch_touch *last;

	if (game->state != TOUCH_ST_TO_MOVE || touches->count == 0 || man != square ||
	    game->just_lifted != square || !rules_has(game->last_men, square) ||
	    !touch_hands_empty(&game->hands))
		return;
	last = &touches->touch[touches->count - 1];
	if (last->man == man && !last->struck && last->at_ms + 1 == game->recent[0].at_ms)
		last->struck = last->straightened = true;
}

/* A new piece is put down: the pawn lifted in the window for it was lifted to be moved. */
static void promoted_in_window(struct work *w, rules_piece piece)
{
	struct touch_game *game = w->game;
	enum rules_color color = rules_color_of(piece);
	rules_set pawns = game->adjust.men & rules_men(&game->turn.base, color, RULES_PAWN) &
			  rules_rank_set(color == RULES_WHITE ? 6 : 1);

	game->adjust.open = false;
	game->turn.adjusted &= ~pawns;
	while (pawns)
		note_touch(w, rules_take(&pawns), rules_piece_of(color, RULES_PAWN), game->now_ms,
			   true);
}

/*
 * Art. 4.2.1: a man that comes home was adjusted, any other has been touched,
 * even if the move of another man has closed the window meanwhile.
 */
static void adjusted(struct work *w, uint8_t man, rules_piece piece, bool is_home)
{
	struct touch_game *game = w->game;
	struct touch_adjust *adjust = &game->adjust;

	if (man == TOUCH_MAN_NEW && adjust->open)
		promoted_in_window(w, piece);
	if (man >= TOUCH_MAN_NEW || !rules_has(game->turn.adjusted, man))
		return;
	adjust->men &= ~rules_set_of(man);
	if (!is_home) {
		adjust->open = false;
		game->turn.adjusted &= ~rules_set_of(man);
		note_touch(w, man, piece, game->now_ms, true);
	} else if (adjust->open && adjust->men == 0) {
		adjust->open = adjust->in_turn;
		adjust->until_ms = game->now_ms + game->rules.adjust_ms;
	}
}

/* The man as he was taken up, or NULL. */
static const struct touch_lifted *find_lifted(const struct touch_hands *hands, uint8_t man)
{
	for (size_t i = hands->count; i-- > 0;)
		if (hands->air[i].man == man)
			return &hands->air[i];
	return NULL;
}

static void keep_fresh(struct touch_game *game, const struct touch_event *event, uint8_t man)
{
	game->fresh = (struct touch_fresh){.type = TOUCH_FRESH_PLACED,
					   .square = event->square,
					   .piece = event->piece,
					   .man = man,
					   .event = event->id,
					   .at_ms = event->at_ms};
}

static void put_down(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;
	rules_square square = event->square;
	uint8_t man = touch_hands_who(&game->hands, square, event->piece);
	const struct touch_lifted *lifted = find_lifted(&game->hands, man);
	uint64_t gap_ms = lifted ? event->at_ms - lifted->at_ms : UINT64_MAX;
	bool is_home = lifted && lifted->from == square;

	man = touch_hands_place(&game->hands, square, event->piece, event->at_ms);
	game->board_event_since = true;
	if (game->state == TOUCH_ST_HANDLING) {
		if (rules_kind_of(event->piece) == RULES_KING)
			keep_fresh(game, event, man);
		return;
	}
	if (man == TOUCH_MAN_STRAY) {
		touch_promotion_from_box(game);
		man = game->hands.who[square];
	}
	look_for_straightening(game, man, square);
	touch_flash_back(w, man, square, gap_ms);
	game->just_lifted = RULES_NO_SQUARE;
	adjusted(w, man, event->piece, is_home);
	if (man == TOUCH_MAN_NEW &&
	    (game->state == TOUCH_ST_TO_MOVE || game->state == TOUCH_ST_OPEN_PRESS) &&
	    touch_code_of(&game->rules)->choice_is_final_at_once)
		touch_commit_new_piece(w, square, event->piece, TOUCH_OBSERVED);
	keep_fresh(game, event, man);
}

/* The same man only goes on with what it began; everything else makes that sure. */
static bool goes_on(const struct touch_game *game, const struct touch_event *event)
{
	const struct touch_fresh *fresh = &game->fresh;

	if (fresh->type == TOUCH_FRESH_LIFTED)
		return touch_hands_who(&game->hands, event->square, event->piece) == fresh->man;
	return fresh->type == TOUCH_FRESH_PLACED && fresh->square == event->square &&
	       rules_color_of(fresh->piece) == rules_color_of(event->piece);
}

/*
 * A man like the one that was captured there takes the capturer's place: he is
 * taken back, for to put the victim back the capturer has to go first.
 */
static bool is_taken_back(const struct touch_game *game, const struct touch_event *event)
{
	const struct touch_turn *turn = &game->turn;

	return game->state == TOUCH_ST_MADE &&
	       touch_victim_of(&turn->base, turn->made) == event->square &&
	       turn->base.at[event->square] == event->piece &&
	       touch_moved_to(turn, game->hands.who[event->square]) == event->square;
}

void touch_on_placed(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;
	rules_piece there = game->hands.at[event->square];
	struct touch_fresh fresh = game->fresh;

	if (there == event->piece)
		return;
	if (there == RULES_NO_PIECE &&
	    passes_by(game, event->square, event->piece,
		      touch_hands_who(&game->hands, event->square, event->piece), event->at_ms)) {
		put_down(w, event);
		game->fresh = fresh;
		return;
	}
	game->pressed.type = TOUCH_FRESH_NONE;
	w->next = event->piece;
	if (goes_on(game, event))
		game->fresh.type = TOUCH_FRESH_NONE;
	else
		touch_confirm(w, TOUCH_OBSERVED);
	w->next = RULES_NO_PIECE;
	if (there != RULES_NO_PIECE) { /* a swap: taken in the same scan as the other came */
		if (is_taken_back(game, event))
			touch_hands_box(&game->hands, event->square);
		lift(w, event->square, event);
	}
	put_down(w, event);
}

/* --- adjusting (Art. 4.2.1) --- */

void touch_on_adjusted(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;
	enum rules_color color = (enum rules_color)event->color;
	bool after_own_move;

	if (event->color == TOUCH_BOTH)
		return;
	touch_confirm(w, TOUCH_OBSERVED);
	touch_lapse_flush(w); /* a touch before it ends no right about it */
	if (game->state == TOUCH_ST_ENDED || game->state == TOUCH_ST_HANDLING)
		return;
	after_own_move =
		touch_is_made(game) && color == touch_player(game) && game->running == color;
	game->adjust =
		(struct touch_adjust){.open = true,
				      .color = event->color,
				      .in_turn = color == touch_on_move(game) || after_own_move,
				      .until_ms = UINT64_MAX};
	if (!game->adjust.in_turn)
		touch_find(w, TOUCH_KIND_ADJUST_OUT_OF_TURN, TOUCH_LAW_ADJUST, event->color,
			   TOUCH_OBSERVED);
}
