/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/adopt.h"
#include "touchmove/law/judge_private.h"
#include "touchmove/law/outofturn.h"
#include "touchmove/law/turn.h"

/*
 * Law and reader start from one position. Where law declares another one, after
 * an irregular press or when play goes on, the reader is told.
 */

/* The move that is made in this turn was said before. */
void law_remember_said(struct law *law)
{
	struct touch_game *game = &law->game;

	if (!touch_is_made(game))
		return;
	law->said.plies = game->plies;
	law->said.move[0] = game->turn.made;
	law->said.count = 1;
}

/* The reader starts again from where law stands. */
void law_give_base(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	uint16_t plies = (uint16_t)(game->plies + touch_is_made(game));
	struct read_list list;

	law->followed = law->reader.adopted;
	read_base(&law->reader, touch_position_now(game), plies,
		  law->reader.zero_ms + law->reader.now_ms, &list);
	if (!game->irregular && !touch_is_made(game) && law->reader.told > 0)
		read_base_in_hand(&law->reader);
	law->told.ply = 0;
	if (touch_is_made(game)) {
		law->told.acts.count = 0;
		law->told.rest_ms = game->now_ms;
		law->told.ply = plies;
		law->told.move = game->turn.made;
		law_remember_said(law);
	}
	law_take_news(law, w, &list);
}

/* The reader has told one more half-move than law has said, and from the same position. */
static bool is_only_ahead(const struct law *law, const struct rules_position *read)
{
	struct rules_position after = *touch_position_now(&law->game);

	if (touch_is_made(&law->game) || law->told.ply != law->game.plies + 1 ||
	    law->reader.told != law->told.ply || !rules_is_legal(&after, law->told.move))
		return false;
	rules_apply(&after, law->told.move, NULL);
	return after.key == read->key;
}

/* After what law did, do both still speak of the same position? */
void law_agree_on_base(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	uint16_t plies = (uint16_t)(game->plies + touch_is_made(game));
	struct rules_position told;

	if (game->state != TOUCH_ST_TO_MOVE && game->state != TOUCH_ST_MADE)
		return;
	read_position(&law->reader, &told);
	if (is_only_ahead(law, &told))
		return;
	if (law->reader.told != plies || told.key != touch_position_now(game)->key)
		law_give_base(law, w);
}

/* The same after a press: the reader may know more half-moves already. */
void law_agree_after_press(struct law *law, struct work *w)
{
	if (law->reader.told <= law->game.plies + touch_is_made(&law->game))
		law_agree_on_base(law, w);
}

/* While play stands only the board matters. */
void law_see_board(struct law *law)
{
	if (law->game.rules
		    .sees_no_men) { /* it shows nobody's name: the men stand as they should */
		memcpy(law->game.hands.at, touch_position_now(&law->game)->at,
		       sizeof(law->game.hands.at));
		return;
	}
	memcpy(law->game.hands.at, law->reader.sense.seen.at, sizeof(law->game.hands.at));
}

bool law_is_playing(const struct touch_game *game)
{
	return game->state == TOUCH_ST_TO_MOVE || game->state == TOUCH_ST_MADE ||
	       game->state == TOUCH_ST_OPEN_PRESS;
}

void law_refresh(struct law *law, struct work *w, enum law_how how)
{
	struct read_acts acts;

	if (!law_is_playing(&law->game)) {
		law_see_board(law);
		return;
	}
	/* The reader has taken the board as its base: its acts are none of the turn that law is
	 * still in. law_follow_reader() goes there. */
	if (law->followed != law->reader.adopted)
		return;
	law_acts(law, &law->reader, &acts);
	law_walk(law, w, &law->reader, &acts, how);
}

/* The told move is said once its man has stood for the settle time, if nothing releases it before.
 */
void law_wait_for_release(struct law *law)
{
	uint64_t released_ms = law->told.rest_ms + law->game.rules.settle_ms;

	if (law->told.ply == law->game.plies + 1 && law->game.state == TOUCH_ST_TO_MOVE &&
	    released_ms > law->game.now_ms && released_ms < law->noise_ms)
		law->noise_ms = released_ms;
}

/* Was the man put there in the turn of the half-move that is told, by this moment? */
static bool is_told(const struct law *law, rules_square square, uint8_t man, uint64_t at_ms)
{
	const struct read_acts *acts = &law->told.acts;

	for (size_t i = 0; i < acts->count; i++)
		if (acts->act[i].square == square && acts->act[i].from == man &&
		    acts->act[i].at_ms <= at_ms)
			return true;
	return false;
}

/* What was put down after this moment is no part of the turn that passes now. */
void law_forget_later(struct law *law, uint64_t at_ms)
{
	struct touch_hands *hands = &law->game.hands;

	if (law->told.ply != law->game.plies + 1)
		return;
	for (rules_square square = 0; square < 64; square++) {
		uint8_t man = hands->who[square];

		if (man < TOUCH_MAN_NEW && man != square && !is_told(law, square, man, at_ms))
			hands->who[square] = TOUCH_MAN_NEW;
	}
}

/* A man of the completed move has gone on: the answer is read from where he stands. */
void law_say_moved_on(struct law *law, struct work *w)
{
	struct touch_turn *turn = &law->game.turn;

	if (law->told.ply == law->game.plies + 1 &&
	    touch_victim_of(&turn->base, law->told.move) == turn->moved_on.man) {
		turn->moved_on.is = false; /* he was captured, and only carried off */
		return;
	}
	touch_say_moved_on(w);
	law_agree_on_base(law, w);
	law_refresh(law, w, LAW_LIVE);
}

/* Until the opponent has moved, the offender may put his irregular press right. */
void law_put_right(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	rules_move move;

	if (!game->irregular || !game->board_event_since || game->state != TOUCH_ST_TO_MOVE)
		return;
	move = touch_putting_right(game);
	if (move == RULES_NO_MOVE)
		return;
	touch_turn_put_right(w, move);
	law_agree_on_base(law, w);
	law_refresh(law, w, LAW_LIVE);
}

/* Who was displaced, and was put right only after the answer, is nobody's move. */
void law_bring_home(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;

	if (game->astray_count == 0 || game->irregular || game->state != TOUCH_ST_TO_MOVE ||
	    law_has_untold_move(&law->reader) || law->told.ply > game->plies ||
	    !touch_turn_come_home(game, law->reader.sense.seen.at))
		return;
	law_give_base(law, w);
	law_refresh(law, w, LAW_LIVE);
}

/* The opponent had him in hand at the press: he is the answer (section 3). */
static bool is_answer(const struct touch_game *game, rules_square square)
{
	struct rules_moves moves;

	if (game->turn.begun_with == RULES_NO_SQUARE)
		return false;
	touch_legal_between(&game->turn.base, rules_set_of(game->turn.begun_with),
			    rules_set_of(square), &moves);
	return moves.count > 0;
}

/* A man in the air at an irregular press belongs where he comes down. */
void law_join_base(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	struct touch_hands *then = &game->hands_then;
	struct read_acts acts;

	if (!game->irregular || game->state != TOUCH_ST_TO_MOVE)
		return;
	read_acts_now(&law->reader, &acts);
	for (size_t i = 0; i < acts.count; i++) {
		const struct read_act *act = &acts.act[i];

		if (act->kind != READ_ACT_NEW_PIECE || act->until_ms != UINT64_MAX ||
		    is_answer(game, act->square))
			continue;
		for (size_t n = 0; n < then->count; n++) {
			if (then->air[n].captured || then->air[n].piece != act->piece)
				continue;
			then->air[n].captured = true;
			rules_position_put(&game->turn.base, act->square, act->piece);
			game->turn.base.castling &= game->turn.base.of_kind[RULES_ROOK];
			game->turn.base.key = rules_position_key(&game->turn.base);
			law_give_base(law, w);
			return;
		}
	}
}
