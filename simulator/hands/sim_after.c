/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/hands/sim_hands_private.h"

/* Before and after a game: men set up, the clock, the result told by the kings. */

static rules_set all_men(const struct sim_hands *h)
{
	rules_set men = 0;

	for (rules_square square = 0; square < 64; square++)
		if (h->men[square] != RULES_NO_PIECE)
			men |= rules_set_of(square);
	return men;
}

/* Takes the squares of a set in an order by lot. */
static rules_square take_any(struct sim_hands *h, rules_set *set)
{
	rules_square square = sim_hand_choose(h, *set);

	*set &= ~rules_set_of(square);
	return square;
}

static void arrange(struct sim_hands *h, bool is_at_once)
{
	rules_set wrong = 0, missing = 0;

	for (rules_square square = 0; square < 64; square++) {
		rules_piece wanted = h->game.start.at[square];

		if (h->men[square] == wanted)
			continue;
		if (h->men[square] != RULES_NO_PIECE)
			wrong |= rules_set_of(square);
		if (wanted != RULES_NO_PIECE)
			missing |= rules_set_of(square);
	}
	while (wrong) {
		sim_hand_lift(h, take_any(h, &wrong));
		sim_hand_rest(h, 120, 500);
	}
	while (missing) {
		rules_square square = take_any(h, &missing);

		sim_hand_place(h, square, h->game.start.at[square]);
		if (!is_at_once)
			sim_hand_rest(h, 120, 500);
	}
}

static bool is_due(struct sim_hands *h, enum sim_violation violation)
{
	return !h->has_played && sim_random_chance(&h->random, h->config.violation[violation]);
}

/* Two men of a player that are not alike change places. */
static void swap_men(struct sim_hands *h)
{
	rules_set men = h->game.start.of_color[sim_random_below(&h->random, 2)] &
			~h->game.start.of_kind[RULES_PAWN];
	rules_square one = take_any(h, &men), other = take_any(h, &men);
	rules_piece piece = h->men[one];

	while (h->men[other] == piece)
		other = take_any(h, &men);
	sim_hand_place(h, one, h->men[other]);
	sim_hand_place(h, other, piece);
}

/* Each player has a dark corner at his right hand. */
static void turn_board(struct sim_hands *h)
{
	rules_set men = all_men(h);

	while (men)
		sim_hand_lift(h, rules_take(&men));
	for (rules_square square = 0; square < 64; square++) {
		rules_square to = rules_square_at(rules_rank_of(square), 7 - rules_file_of(square));

		if (h->game.start.at[square] != RULES_NO_PIECE)
			sim_hand_place(h, to, h->game.start.at[square]);
	}
}

/* The first set-up of the day may be wrong (Art. 7.2.1, 7.2.2); done before anybody looks. */
static enum sim_violation spoil(struct sim_hands *h)
{
	if (is_due(h, SIM_VIOLATION_WRONG_START)) {
		swap_men(h);
		return SIM_VIOLATION_WRONG_START;
	}
	if (is_due(h, SIM_VIOLATION_WRONG_ORIENTATION)) {
		turn_board(h);
		return SIM_VIOLATION_WRONG_ORIENTATION;
	}
	return SIM_VIOLATION_NONE;
}

static void say(struct sim_hands *h, const char *words)
{
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_SAY, .text = rules_slice_of(words)});
	sim_hand_rest(h, 2000, 4000);
}

/* The arbiter goes round, and it is put right. */
static void inspect(struct sim_hands *h, enum sim_violation violation)
{
	sim_hand_do(h,
		    (struct sim_act){.type = SIM_ACT_VIOLATION, .ply = 1, .violation = violation});
	say(h, "start");
	arrange(h, false);
	sim_hand_rest(h, 2000, 4000);
	say(h, "resume");
}

void sim_after_set_up(struct sim_hands *h)
{
	enum rules_color first = (enum rules_color)h->game.start.turn;
	enum sim_violation violation;

	if (h->has_played)
		sim_hand_rest(h, 2000, 6000);
	arrange(h, !h->has_played);
	violation = spoil(h);
	h->has_played = true;
	h->avoid = 0;
	h->was_ruled = false;
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_SET_CLOCK, .color = first});
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_READY});
	sim_hand_rest(h, 2000, 4000);
	if (violation != SIM_VIOLATION_NONE)
		inspect(h, violation);
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_START_CLOCK});
	h->next_ms = h->at_ms;
	h->is_quick = false;
}

/* Both on light squares: 1-0; both on dark: 0-1; one each: drawn. */
static void centre_of(enum rules_result result, rules_square ret[2])
{
	static const rules_square d4 = 27, e4 = 28, d5 = 35, e5 = 36;

	switch (result) {
	case RULES_WHITE_WINS:
		ret[0] = e4;
		ret[1] = d5;
		return;
	case RULES_BLACK_WINS:
		ret[0] = d4;
		ret[1] = e5;
		return;
	case RULES_DRAWN:
	case RULES_BOTH_LOST:
	case RULES_UNDECIDED: break;
	}
	ret[0] = e4;
	ret[1] = e5;
}

/* Each player brings his own, the one whose square the other stands on last. */
static void one_by_one(struct sim_hands *h, const rules_square centre[2], const rules_piece king[2])
{
	int first = h->men[centre[0]] == king[1];

	for (int i = 0; i < 2; i++) {
		int who = i == 0 ? first : 1 - first;
		rules_square on = 0;

		while (h->men[on] != king[who])
			on++;
		if (on == centre[who])
			continue;
		sim_hand_lift(h, on);
		sim_hand_travel(h);
		sim_hand_place(h, centre[who], king[who]);
		sim_hand_travel(h);
	}
}

static void kings_to_centre(struct sim_hands *h)
{
	rules_piece king[2] = {rules_piece_of(RULES_WHITE, RULES_KING),
			       rules_piece_of(RULES_BLACK, RULES_KING)};
	rules_square centre[2];

	centre_of(h->game.result, centre);
	for (int i = 0; i < 2; i++) {
		rules_piece there = h->men[centre[i]];

		if (there == RULES_NO_PIECE || there == king[0] || there == king[1])
			continue;
		sim_hand_lift(h, centre[i]);
		sim_hand_travel(h);
	}
	if (sim_hand_chance(h, SIM_QUIRK_KING_BY_KING)) {
		one_by_one(h, centre, king);
	} else {
		for (rules_square square = 0; square < 64; square++) {
			if (h->men[square] != king[0] && h->men[square] != king[1])
				continue;
			sim_hand_lift(h, square);
			sim_hand_rest(h, 50, 300);
		}
		sim_hand_travel(h);
		for (int i = 0; i < 2; i++) {
			sim_hand_place(h, centre[i], king[i]);
			sim_hand_travel(h);
		}
	}
	sim_hand_rest(h, 5000, 8000);
}

static void sweep_off(struct sim_hands *h)
{
	rules_set men = all_men(h);

	while (men) {
		sim_hand_lift(h, take_any(h, &men));
		sim_hand_rest(h, 10, 150);
	}
}

void sim_after_end(struct sim_hands *h)
{
	bool is_running = sim_hand_chance(h, SIM_QUIRK_RUNNING_END);

	h->is_quick = false;
	sim_hand_rest(h, 1500, 4000);
	if (!is_running)
		sim_hand_do(h, (struct sim_act){.type = SIM_ACT_STOP_CLOCK});
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_RESULT, .result = h->game.result});
	sim_hand_rest(h, 1500, 4000);
	if (h->game.result != RULES_UNDECIDED && sim_hand_chance(h, SIM_QUIRK_KINGS))
		kings_to_centre(h);
	else if (h->game.result != RULES_UNDECIDED && sim_hand_chance(h, SIM_QUIRK_SWEEP))
		sweep_off(h);
	if (is_running)
		sim_hand_do(h, (struct sim_act){.type = SIM_ACT_STOP_CLOCK});
	h->next_ms = h->at_ms;
}
