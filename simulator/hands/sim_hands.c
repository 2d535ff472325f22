/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/hands/sim_hands.h"

#include <assert.h>
#include <string.h>

#include "rules-core/draw.h"
#include "rules-core/movegen.h"
#include "simulator/hands/sim_hands_private.h"
#include "simulator/hands/sim_kind_private.h"

struct sim_hands_config sim_hands_usual(uint64_t seed)
{
	return (struct sim_hands_config){
		.seed = seed,
		.think_ms = 4000,
		.seen_ms = 260,
		.time_ms = 90 * 60000,
		.increment_ms = 30000,
		.habits = sim_habits_counted(),
	};
}

void sim_hands_become(struct sim_hands_config *config, const struct sim_kind *kind)
{
	config->kind = kind;
	if (kind->think_ms)
		config->think_ms = kind->think_ms;
}

void sim_hands_init(struct sim_hands *h, struct sim_hands_config config)
{
	memset(h, 0, sizeof(*h));
	memset(h->men, RULES_NO_PIECE, sizeof(h->men));
	h->config = config;
	h->random = sim_random_of(config.seed, 2);
	h->calm = SIM_PLIES_MAX;
}

void sim_hands_play(struct sim_hands *h, const struct sim_game *game, uint64_t at_ms)
{
	assert(h->stage == SIM_STAGE_OVER);
	h->game = *game;
	h->pos = game->start;
	h->ply = 0;
	h->loose = 0;
	h->stage = SIM_STAGE_SET_UP;
	if (h->next_ms < at_ms)
		h->next_ms = at_ms;
}

/* --- the words --- */

void sim_hand_do(struct sim_hands *h, struct sim_act act)
{
	size_t i = h->count;

	assert(h->count < SIM_ACTS_MAX);
	act.at_ms = h->at_ms;
	for (; i > 0 && h->acts[i - 1].at_ms > act.at_ms; i--)
		h->acts[i] = h->acts[i - 1];
	h->acts[i] = act;
	h->count++;
}

void sim_hand_lift(struct sim_hands *h, rules_square square)
{
	sim_hand_do(h, (struct sim_act){
			       .type = SIM_ACT_LIFT, .square = square, .piece = h->men[square]});
	h->men[square] = RULES_NO_PIECE;
}

void sim_hand_place(struct sim_hands *h, rules_square square, rules_piece piece)
{
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_PLACE, .square = square, .piece = piece});
	h->men[square] = piece;
}

void sim_hand_press(struct sim_hands *h, enum rules_color color)
{
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_PRESS, .color = color});
}

void sim_hand_rest(struct sim_hands *h, uint32_t low_ms, uint32_t high_ms)
{
	h->at_ms += sim_random_between(&h->random, low_ms, high_ms);
}

void sim_hand_travel(struct sim_hands *h)
{
	sim_hand_rest(h, h->config.seen_ms, h->config.seen_ms + 450);
}

void sim_hand_touch(struct sim_hands *h, rules_square square)
{
	rules_piece piece = h->men[square];

	sim_hand_lift(h, square);
	/* More than a scan and a tenth: less would be taken for noise of the sensor. */
	sim_hand_rest(h, 2 * h->config.seen_ms + 20, 2 * h->config.seen_ms + 900);
	sim_hand_place(h, square, piece);
	sim_hand_travel(h);
}

void sim_hand_made(struct sim_hands *h, const struct sim_turn *turn)
{
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_MADE,
					.color = turn->color,
					.ply = (uint16_t)(h->ply + 1),
					.move = turn->move,
					.manner = turn->manner});
}

bool sim_hand_chance(struct sim_hands *h, enum sim_quirk quirk)
{
	return sim_random_chance(&h->random, h->config.habits.quirk[quirk]);
}

rules_square sim_hand_choose(struct sim_hands *h, rules_set squares)
{
	uint32_t skip;

	if (squares == 0)
		return RULES_NO_SQUARE;
	skip = sim_random_below(&h->random, (uint32_t)rules_count(squares));
	while (skip-- > 0)
		rules_take(&squares);
	return rules_lowest(squares);
}

rules_set sim_hand_free(const struct sim_hands *h)
{
	rules_set free = 0;

	for (rules_square square = 0; square < 64; square++)
		if (h->men[square] == RULES_NO_PIECE)
			free |= rules_set_of(square);
	return free & ~h->avoid;
}

struct sim_turn sim_turn_of(const struct rules_position *pos, rules_move move)
{
	struct sim_turn turn = {
		.move = move,
		.color = (enum rules_color)pos->turn,
		.piece = pos->at[rules_from(move)],
		.from = rules_from(move),
		.to = rules_to(move),
		.victim = RULES_NO_SQUARE,
		.rook_from = RULES_NO_SQUARE,
		.rook_to = RULES_NO_SQUARE,
		.new_piece = pos->at[rules_from(move)],
	};

	if (rules_is_castling(move)) {
		turn.rook_from = turn.to;
		turn.rook_to = rules_castled_rook(turn.from, rules_castling_side(move));
		turn.to = rules_castled_king(turn.from, rules_castling_side(move));
	} else if (rules_special_of(move) == RULES_EN_PASSANT) {
		turn.victim = rules_square_at(rules_file_of(turn.to), rules_rank_of(turn.from));
	} else if (pos->at[turn.to] != RULES_NO_PIECE) {
		turn.victim = turn.to;
	}
	if (rules_is_promotion(move))
		turn.new_piece = rules_piece_of(turn.color, rules_promoted_to(move));
	return turn;
}

rules_set sim_turn_squares(const struct sim_turn *turn)
{
	rules_set squares = rules_set_of(turn->from) | rules_set_of(turn->to);

	if (turn->victim != RULES_NO_SQUARE)
		squares |= rules_set_of(turn->victim);
	if (turn->rook_from != RULES_NO_SQUARE)
		squares |= rules_set_of(turn->rook_from) | rules_set_of(turn->rook_to);
	return squares;
}

/* --- one turn --- */

/* An own man that cannot move: touching it obliges to nothing (Art. 4.5). */
static rules_square blocked_man(struct sim_hands *h, const struct sim_turn *turn)
{
	rules_set own = h->pos.of_color[turn->color];
	rules_set stuck = own & ~(h->pos.of_kind[RULES_KING] | h->pos.of_kind[RULES_ROOK]);
	struct rules_moves moves;

	rules_legal_moves(&h->pos, &moves);
	for (size_t i = 0; i < moves.count; i++)
		stuck &= ~rules_set_of(rules_from(moves.move[i]));
	return sim_hand_choose(h, stuck);
}

/* What may happen before the move itself. */
static void dither(struct sim_hands *h, const struct sim_turn *turn)
{
	rules_square stuck;

	if (sim_hand_chance(h, SIM_QUIRK_ADJUST)) {
		rules_square square =
			sim_hand_choose(h, rules_all_men(&h->pos) & ~sim_turn_squares(turn));

		if (square != RULES_NO_SQUARE) {
			rules_piece piece = h->men[square];

			sim_hand_lift(h, square);
			sim_hand_rest(h, 60, 200);
			sim_hand_place(h, square, piece);
			sim_hand_rest(h, 700, 2000);
		}
	}
	stuck = blocked_man(h, turn);
	if (sim_hand_chance(h, SIM_QUIRK_TOUCH_BLOCKED) && stuck != RULES_NO_SQUARE) {
		sim_hand_touch(h, stuck);
		sim_hand_rest(h, 800, 3000);
	}
	if (sim_hand_chance(h, SIM_QUIRK_PUT_BACK)) {
		sim_hand_touch(h, turn->from);
		sim_hand_rest(h, 1200, 5000);
	}
}

static void press(struct sim_hands *h, const struct sim_turn *turn, bool is_last)
{
	uint64_t made_ms = h->at_ms;

	/* A quick reply is not itself replied to before both have pressed. */
	h->is_quick =
		!is_last && made_ms > h->pressed_ms && sim_hand_chance(h, SIM_QUIRK_QUICK_REPLY);
	if (h->is_quick)
		sim_hand_rest(h, 1500, 3000);
	else if (!h->was_slow && sim_hand_chance(h, SIM_QUIRK_QUICK_PRESS))
		sim_hand_rest(h, 10, 120);
	else
		sim_hand_rest(h, h->config.seen_ms + 40, h->config.seen_ms + 900);
	if (h->at_ms < h->pressed_ms + 400) /* the other one has to press first */
		h->at_ms = h->pressed_ms + 400;
	if (!is_last || !sim_hand_chance(h, SIM_QUIRK_NO_LAST_PRESS))
		sim_hand_press(h, turn->color);
	h->pressed_ms = h->at_ms;
	h->next_ms = h->is_quick ? made_ms + h->config.seen_ms + 100 : h->at_ms;
}

/* A man's owner centres the man he moved, in the other player's time. */
static void straighten(struct sim_hands *h, const struct sim_turn *turn)
{
	sim_hand_rest(h, h->config.seen_ms + 200, h->config.seen_ms + 700);
	sim_hand_touch(h, turn->to);
	h->next_ms = h->at_ms + 200;
}

static rules_set squares_of_reply(const struct sim_hands *h)
{
	struct rules_position pos = h->pos;
	struct sim_turn reply;

	if (h->ply + 1 >= h->game.plies)
		return 0;
	rules_apply(&pos, h->game.moves[h->ply], NULL);
	reply = sim_turn_of(&pos, h->game.moves[h->ply + 1]);
	return sim_turn_squares(&reply);
}

static void think(struct sim_hands *h)
{
	uint32_t mean = h->config.think_ms;

	h->at_ms = h->next_ms;
	if (h->is_quick)
		sim_hand_rest(h, 0, 300);
	else if (sim_hand_chance(h, SIM_QUIRK_AT_ONCE))
		sim_hand_rest(h, 0, 250);
	else
		sim_hand_rest(h, 300 + mean / 3, 300 + mean / 3 + mean * 4 / 3);
	h->is_quick = false;
}

/* With the other hand, while this one presses. */
static bool carry_off_early(struct sim_hands *h, const struct sim_turn *turn, rules_piece victim,
			    rules_set keep_off)
{
	uint64_t made_ms = h->at_ms;

	if (h->config.habits.quirk[SIM_QUIRK_BRUSH_EARLY] == 0 ||
	    !sim_hand_chance(h, SIM_QUIRK_BRUSH) || !sim_hand_chance(h, SIM_QUIRK_BRUSH_EARLY))
		return false;
	sim_move_brush_early(h, turn, victim, keep_off);
	h->at_ms = made_ms;
	return true;
}

static void play_cleanly(struct sim_hands *h, struct sim_turn *turn)
{
	bool is_last = h->ply + 1 == h->game.plies;
	rules_piece victim =
		turn->victim == RULES_NO_SQUARE ? RULES_NO_PIECE : h->men[turn->victim];
	rules_set keep_off = squares_of_reply(h) | sim_turn_squares(turn);
	uint64_t pressed_ms;

	dither(h, turn);
	sim_move_make(h, turn);
	h->avoid = 0;
	if (victim != RULES_NO_PIECE && !is_last && carry_off_early(h, turn, victim, keep_off)) {
		press(h, turn, is_last);
		return;
	}
	press(h, turn, is_last);
	pressed_ms = h->at_ms;
	if (is_last || h->is_quick)
		return;
	if (victim != RULES_NO_PIECE && sim_hand_chance(h, SIM_QUIRK_BRUSH)) {
		sim_move_brush(h, turn, victim, keep_off);
		h->at_ms = pressed_ms; /* the other hand does not wait for it */
	} else if (sim_hand_chance(h, SIM_QUIRK_STRAIGHTEN)) {
		straighten(h, turn);
	}
}

static void plan_turn(struct sim_hands *h)
{
	struct sim_turn turn = sim_turn_of(&h->pos, h->game.moves[h->ply]);
	bool was_quick = h->is_quick;

	if (h->config.kind)
		sim_kind_think(h);
	else
		think(h);
	if (!was_quick && sim_violation_play(h, &turn)) {
		h->calm = 0;
		h->avoid = 0;
		h->next_ms = h->pressed_ms = h->at_ms;
	} else if (h->config.kind) {
		sim_kind_turn(h, &turn);
		h->calm++;
	} else {
		play_cleanly(h, &turn);
		h->calm++;
	}
	rules_apply(&h->pos, h->game.moves[h->ply], NULL);
	h->ply++;
}

static void plan(struct sim_hands *h)
{
	h->at_ms = h->next_ms;
	switch (h->stage) {
	case SIM_STAGE_OVER: break;
	case SIM_STAGE_SET_UP:
		sim_after_set_up(h);
		h->stage = SIM_STAGE_PLAY;
		break;
	case SIM_STAGE_PLAY:
		if (h->ply < h->game.plies)
			plan_turn(h);
		else
			h->stage = SIM_STAGE_END;
		break;
	case SIM_STAGE_END:
		sim_after_end(h);
		h->stage = SIM_STAGE_OVER;
		break;
	}
}

/* What is planned later may come before what is planned already: a quick reply. */
static bool make_sure_of_first(struct sim_hands *h)
{
	while (h->stage != SIM_STAGE_OVER && (h->count == 0 || h->acts[0].at_ms > h->next_ms))
		plan(h);
	return h->count > 0;
}

bool sim_hands_next(struct sim_hands *h, struct sim_act *ret_act)
{
	if (!make_sure_of_first(h))
		return false;
	*ret_act = h->acts[0];
	h->count--;
	memmove(&h->acts[0], &h->acts[1], h->count * sizeof(h->acts[0]));
	return true;
}
