/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "simulator/board/sim_sensor.h"
#include "simulator/hands/sim_hands.h"
#include "tests/support/games.h"
#include "tests/support/words.h"

/*
 * Hands of a kind: whatever slips, the men obey physics, the game comes to its
 * end on the board, and what the row promises does happen.
 */

#define SCAN_MS   250
#define SETTLE_MS 1000
#define ACTS_MAX  16384
#define GAMES     6

static struct sim_act acts[ACTS_MAX];
static size_t act_count;
static struct sim_game game;

static const struct sim_kind *kind_of(const char *name)
{
	const struct sim_kind *kind = sim_kind_of(rules_slice_of(name));

	ck_assert_msg(kind != NULL, "there is no kind %s", name);
	return kind;
}

static void play(const struct sim_kind *kind, uint64_t seed)
{
	static struct sim_hands hands;
	struct sim_hands_config config = sim_hands_usual(seed);
	struct sim_random random = sim_random_of(seed, 1);

	sim_hands_become(&config, kind);
	if (kind->is_sharp)
		sim_game_sharp(&random, 120, &game);
	else
		sim_game_random(&random, 120, &game);
	sim_hands_init(&hands, config);
	sim_hands_play(&hands, &game, 0);
	for (act_count = 0; sim_hands_next(&hands, &acts[act_count]); act_count++)
		ck_assert_uint_lt(act_count + 1, ACTS_MAX);
}

/* The act a game begins with: what is before it sets up the men. */
static size_t ready(void)
{
	size_t i = 0;

	while (acts[i].type != SIM_ACT_READY)
		i++;
	return i;
}

static size_t find(size_t from, enum sim_act_type type)
{
	while (from < act_count && acts[from].type != type)
		from++;
	return from;
}

/* --- physics --- */

static void put(rules_piece men[64], const struct sim_act *act)
{
	if (act->type == SIM_ACT_PLACE)
		men[act->square] = act->piece;
	else if (act->type == SIM_ACT_LIFT)
		men[act->square] = RULES_NO_PIECE;
}

START_TEST(men_obey_physics_and_games_end_on_the_board)
{
	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		rules_piece men[64];
		struct rules_position pos;
		size_t made = 0, end;

		play(&sim_kinds[_i], seed);
		memset(men, RULES_NO_PIECE, sizeof(men));
		end = find(0, SIM_ACT_RESULT);
		ck_assert_uint_lt(end, act_count);
		pos = game.start;
		for (size_t i = 0; i < end; i++) {
			if (i > 0)
				ck_assert_uint_ge(acts[i].at_ms, acts[i - 1].at_ms);
			if (acts[i].type == SIM_ACT_LIFT) /* what is lifted stood there */
				ck_assert_int_ne(men[acts[i].square], RULES_NO_PIECE);
			put(men, &acts[i]);
			if (acts[i].type == SIM_ACT_MADE) {
				ck_assert_uint_eq(acts[i].move, game.moves[made++]);
				rules_apply(&pos, acts[i].move, NULL);
			}
		}
		ck_assert_uint_eq(made, game.plies);
		for (rules_square square = 0; square < 64; square++)
			ck_assert_msg(men[square] == pos.at[square], "%s, seed %lu: %c%c is wrong",
				      sim_kinds[_i].name, (unsigned long)seed,
				      'a' + rules_file_of(square), '1' + rules_rank_of(square));
	}
}
END_TEST

START_TEST(the_same_seed_gives_the_same_acts)
{
	static struct sim_act first[ACTS_MAX];
	size_t count;

	play(&sim_kinds[_i], 7);
	memcpy(first, acts, sizeof(acts));
	count = act_count;
	play(&sim_kinds[_i], 7);
	ck_assert_uint_eq(act_count, count);
	for (size_t i = 0; i < count; i++) {
		ck_assert_uint_eq(first[i].at_ms, acts[i].at_ms);
		ck_assert_int_eq(first[i].type, acts[i].type);
		ck_assert_uint_eq(first[i].square, acts[i].square);
	}
}
END_TEST

/* No answer lands before the move it answers, and no lever is pressed before the other's. */
START_TEST(turns_follow_each_other)
{
	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		uint64_t made_ms = 0;
		int last = -1;

		play(&sim_kinds[_i], seed);
		for (size_t i = 0; i < act_count; i++) {
			if (acts[i].type == SIM_ACT_MADE) {
				ck_assert_uint_ge(acts[i].at_ms, made_ms);
				made_ms = acts[i].at_ms;
			}
			if (acts[i].type != SIM_ACT_PRESS)
				continue;
			if (sim_kinds[_i].slip[SIM_SLIP_FORGET] == 0)
				ck_assert_int_ne(last, (int)acts[i].color);
			last = (int)acts[i].color;
		}
	}
}
END_TEST

/* --- what the rows promise --- */

/* A man that is down where its move does not end, and goes on: how long was it there? */
static unsigned count_stops(uint64_t *ret_longest_ms)
{
	unsigned count = 0;

	for (size_t i = ready(); i < find(0, SIM_ACT_RESULT); i++) {
		size_t j = i + 1, made = find(i, SIM_ACT_MADE);

		if (acts[i].type != SIM_ACT_PLACE || made == act_count ||
		    acts[i].square == rules_to(acts[made].move) ||
		    acts[i].square == rules_from(acts[made].move))
			continue;
		while (j < made &&
		       !(acts[j].type == SIM_ACT_LIFT && acts[j].square == acts[i].square))
			j++;
		if (j == made)
			continue;
		count++;
		if (acts[j].at_ms - acts[i].at_ms > *ret_longest_ms)
			*ret_longest_ms = acts[j].at_ms - acts[i].at_ms;
	}
	return count;
}

START_TEST(men_that_land_short_are_not_released_there)
{
	uint64_t longest_ms = 0;
	unsigned count = 0;

	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		play(kind_of("short"), seed);
		count += count_stops(&longest_ms);
	}
	ck_assert_uint_ge(count, 20);
	ck_assert_uint_lt(longest_ms + SCAN_MS, SETTLE_MS);
}
END_TEST

/* The sensors' order: of a man that leaves one square and comes to the next in one scan. */
static void count_orders(unsigned ret[2])
{
	struct sim_sensor sensor;
	struct dgt_field change, last = {0};
	uint64_t at_ms, last_ms = 0;

	sim_sensor_init(&sensor, SCAN_MS, 0);
	for (size_t i = 0; i < find(0, SIM_ACT_RESULT); i++) {
		while (sim_sensor_next(&sensor, acts[i].at_ms, &change, &at_ms)) {
			bool is_one_scan = at_ms / SCAN_MS == last_ms / SCAN_MS;

			if (is_one_scan &&
			    (change.piece == BOARD_EMPTY) != (last.piece == BOARD_EMPTY))
				ret[change.piece == BOARD_EMPTY]++;
			last = change;
			last_ms = at_ms;
		}
		if (acts[i].type == SIM_ACT_LIFT)
			sim_sensor_put(&sensor, acts[i].at_ms, acts[i].square, BOARD_EMPTY);
		else if (acts[i].type == SIM_ACT_PLACE)
			sim_sensor_put(&sensor, acts[i].at_ms, acts[i].square,
				       rules_fen_letter(acts[i].piece));
	}
}

START_TEST(both_orders_are_seen_within_a_scan)
{
	unsigned orders[2] = {0};

	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		play(kind_of("short"), seed);
		count_orders(orders);
	}
	ck_assert_uint_ge(orders[0], 5);
	ck_assert_uint_ge(orders[1], 5);
}
END_TEST

/* A man gone from its square and back, alone: the same man, between two moves. */
static unsigned count_blinks(bool after_press)
{
	unsigned count = 0;

	for (size_t i = ready(); i < find(0, SIM_ACT_RESULT); i++) {
		size_t press = find(i, SIM_ACT_PRESS), made = find(i, SIM_ACT_MADE);

		if (acts[i].type != SIM_ACT_LIFT || (after_press && press < made))
			continue;
		for (size_t j = i + 1; j < act_count && acts[j].at_ms < acts[i].at_ms + 2000; j++) {
			if (acts[j].square != acts[i].square)
				continue;
			if (acts[j].type == SIM_ACT_PLACE && acts[j].piece == acts[i].piece)
				count++;
			if (acts[j].type == SIM_ACT_PLACE || acts[j].type == SIM_ACT_LIFT)
				break;
		}
	}
	return count;
}

START_TEST(men_flash_fall_over_and_are_straightened)
{
	static const char *const names[] = {"flashing", "knocking", "straightening"};

	for (size_t k = 0; k < 3; k++) {
		unsigned count = 0;

		for (uint64_t seed = 1; seed <= GAMES; seed++) {
			play(kind_of(names[k]), seed);
			count += count_blinks(k == 2);
		}
		ck_assert_msg(count >= 10, "%s: %u", names[k], count);
	}
}
END_TEST

/* Art. 7.4.1: at a press nothing lies about but what the move took. */
START_TEST(whoever_knocks_a_man_over_sets_it_up_before_he_presses)
{
	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		struct rules_position pos;
		rules_piece men[64];
		bool is_made = false;

		play(kind_of("knocking"), seed);
		memset(men, RULES_NO_PIECE, sizeof(men));
		pos = game.start;
		for (size_t i = 0; i < find(0, SIM_ACT_RESULT); i++) {
			put(men, &acts[i]);
			if (acts[i].type == SIM_ACT_MADE)
				rules_apply(&pos, acts[i].move, NULL);
			is_made |= acts[i].type == SIM_ACT_MADE;
			if (acts[i].type != SIM_ACT_PRESS || !is_made)
				continue;
			for (rules_square square = 0; square < 64; square++)
				if (pos.at[square] != RULES_NO_PIECE)
					ck_assert_int_eq(men[square], pos.at[square]);
		}
	}
}
END_TEST

START_TEST(an_early_answer_begins_before_the_press)
{
	unsigned before_press = 0, before_made = 0;

	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		struct rules_position pos;

		play(kind_of("early"), seed);
		pos = game.start;
		for (size_t i = ready(); i < find(0, SIM_ACT_RESULT); i++) {
			enum rules_color mover = (enum rules_color)pos.turn;

			if (acts[i].type == SIM_ACT_MADE)
				rules_apply(&pos, acts[i].move, NULL);
			else if (acts[i].type == SIM_ACT_LIFT &&
				 rules_color_of(acts[i].piece) != mover &&
				 acts[i].square != rules_to(acts[find(i, SIM_ACT_MADE)].move))
				before_made++;
			else if (acts[i].type == SIM_ACT_LIFT &&
				 find(i, SIM_ACT_PRESS) < find(i, SIM_ACT_MADE))
				before_press++;
		}
	}
	ck_assert_uint_ge(before_made, 3);
	ck_assert_uint_ge(before_press, 20);
}
END_TEST

START_TEST(forgetful_hands_do_not_press_every_move)
{
	size_t presses = 0, plies = 0;

	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		play(kind_of("forgetful"), seed);
		for (size_t i = 0; i < act_count; i++)
			presses += acts[i].type == SIM_ACT_PRESS;
		plies += game.plies;
	}
	ck_assert_uint_lt(presses, plies - plies / 30);
	ck_assert_uint_gt(presses, plies / 2);
}
END_TEST

START_TEST(recaptures_follow_within_a_second)
{
	unsigned quick = 0;

	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		const struct sim_act *last = NULL;

		play(kind_of("recapture"), seed);
		for (size_t i = ready(); i < act_count; i++) {
			if (acts[i].type != SIM_ACT_MADE)
				continue;
			if (last && rules_to(last->move) == rules_to(acts[i].move))
				quick += acts[i].at_ms < last->at_ms + 1000;
			last = &acts[i];
		}
	}
	ck_assert_uint_ge(quick, 5);
}
END_TEST

START_TEST(kinds_are_known_by_their_names)
{
	for (size_t i = 0; i < sim_kind_count; i++) {
		ck_assert_ptr_eq(sim_kind_of(rules_slice_of(sim_kinds[i].name)), &sim_kinds[i]);
		ck_assert_uint_gt(strlen(sim_kinds[i].what), 0);
	}
	ck_assert_ptr_null(sim_kind_of(rules_slice_of("clumsy")));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kinds of hands");
	TCase *tc = tcase_create("kinds");
	int count = (int)sim_kind_count;

	tcase_add_loop_test(tc, men_obey_physics_and_games_end_on_the_board, 0, count);
	tcase_add_loop_test(tc, the_same_seed_gives_the_same_acts, 0, count);
	tcase_add_loop_test(tc, turns_follow_each_other, 0, count);
	tcase_add_test(tc, men_that_land_short_are_not_released_there);
	tcase_add_test(tc, both_orders_are_seen_within_a_scan);
	tcase_add_test(tc, men_flash_fall_over_and_are_straightened);
	tcase_add_test(tc, whoever_knocks_a_man_over_sets_it_up_before_he_presses);
	tcase_add_test(tc, an_early_answer_begins_before_the_press);
	tcase_add_test(tc, forgetful_hands_do_not_press_every_move);
	tcase_add_test(tc, recaptures_follow_within_a_second);
	tcase_add_test(tc, kinds_are_known_by_their_names);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
