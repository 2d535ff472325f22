/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tests/simulator/sim_pair.h"
#include "tests/support/words.h"

/* Board and session together: what one does the other tells, in order and once. */

#define MINUTE_MS UINT64_C(60000)
#define HOUR_MS   (60 * MINUTE_MS)

static void give_game(struct pair *p, uint64_t seed, size_t plies)
{
	struct sim_random random = sim_random_of(seed, 50);
	static struct sim_game game;

	sim_game_random(&random, plies, &game);
	sim_table_give_game(&p->table, &game);
}

static struct sim_table_config patient(uint64_t seed)
{
	struct sim_table_config config = sim_table_usual(seed);

	config.is_patient = true;
	return config;
}

static size_t count(const struct pair *p, enum board_event_type type)
{
	size_t found = 0;

	for (size_t i = 0; i < p->event_count; i++)
		found += p->events[i].type == type;
	return found;
}

static bool is_change(const struct board_event *event)
{
	return event->type == BOARD_EV_LIFTED || event->type == BOARD_EV_PLACED ||
	       event->type == BOARD_EV_REPLACED;
}

/* The changes told are those the sensors noticed: all of them, in order, none twice. */
static void expect_all_changes(const struct pair *p)
{
	size_t told = 0;

	for (size_t i = 0; i < p->event_count; i++) {
		const struct board_event *event = &p->events[i];
		board_piece piece = event->type == BOARD_EV_LIFTED ? BOARD_EMPTY : event->piece;

		if (!is_change(event))
			continue;
		ck_assert_uint_lt(told, p->seen_count);
		ck_assert_msg(event->square == p->seen[told].square && piece == p->seen[told].piece,
			      "change %zu: %c on %u was told, %c on %u happened", told, piece,
			      event->square, p->seen[told].piece, p->seen[told].square);
		told++;
	}
	ck_assert_uint_eq(told, p->seen_count);
}

static void expect_all_presses(const struct pair *p)
{
	size_t told = 0;

	for (size_t i = 0; i < p->event_count; i++) {
		if (p->events[i].type != BOARD_EV_PRESSED)
			continue;
		ck_assert_uint_lt(told, p->press_count);
		ck_assert_int_eq(p->events[i].side, p->presses[told]);
		told++;
	}
	ck_assert_uint_eq(told, p->press_count);
}

static void expect_same_board(const struct pair *p)
{
	const struct board_men *board = dgt_session_board(&p->session, 0);

	ck_assert_ptr_nonnull(board);
	ck_assert(board_men_equal(board, &p->table.board.sensor.seen));
}

START_TEST(a_whole_game_is_told)
{
	static struct pair p;

	pair_begin(&p, patient(1), (struct board_config){.wiring = BOARD_WIRING_SINGLE});
	give_game(&p, 1, 80);
	ck_assert(!pair_run(&p, 2 * HOUR_MS));
	pair_run(&p, p.now_ms + 1);
	ck_assert_uint_eq(p.events[0].type, BOARD_EV_CONNECTED);
	ck_assert_str_eq(p.events[0].identity.serial, "01025");
	ck_assert_uint_eq(p.made, p.table.hands.game.plies);
	expect_all_changes(&p);
	expect_all_presses(&p);
	expect_same_board(&p);
	ck_assert_uint_eq(count(&p, BOARD_EV_RESYNCED), 0);
	ck_assert_uint_eq(count(&p, BOARD_EV_DAMAGED), 0);
	ck_assert_uint_eq(p.table.board.harmful, 0);
}
END_TEST

START_TEST(a_rotated_board_over_bluetooth_is_told_unturned)
{
	struct sim_table_config config = patient(2);
	static struct pair p;
	struct board_men start = board_men_start(true);

	config.board = sim_board_bluetooth(2);
	config.hands.seen_ms = 510;
	config.is_rotated = true;
	pair_begin(&p, config, (struct board_config){.is_bluetooth = true});
	give_game(&p, 2, 20);
	ck_assert(pair_run(&p, 3000));
	ck_assert(board_men_equal(dgt_session_board(&p.session, 0), &start));
	ck_assert(!pair_run(&p, HOUR_MS));
	expect_all_changes(&p);
	expect_all_presses(&p);
}
END_TEST

/* A part of the changes is told, but in order and none twice. */
static void expect_some_changes(const struct pair *p)
{
	size_t at = 0;

	for (size_t i = 0; i < p->event_count; i++) {
		const struct board_event *event = &p->events[i];
		board_piece piece = event->type == BOARD_EV_LIFTED ? BOARD_EMPTY : event->piece;

		if (!is_change(event))
			continue;
		while (at < p->seen_count &&
		       (event->square != p->seen[at].square || piece != p->seen[at].piece))
			at++;
		ck_assert_uint_lt(at, p->seen_count);
		at++;
	}
}

/*
 * A minute without a cable, at least six half-moves in it; the log has them.
 * Then the players may pause for as long as reading the log takes.
 */
static void gap(struct pair *p, uint64_t seed, uint64_t pause_ms)
{
	struct sim_table_config config = patient(seed);
	size_t before;

	/* One thing after the other: the log keeps only the last of one square's changes. */
	config.hands.habits = sim_habits_careful();
	pair_begin(p, config, (struct board_config){.wiring = BOARD_WIRING_SINGLE});
	give_game(p, seed, 60);
	ck_assert(pair_run(p, MINUTE_MS));
	before = p->made;
	sim_fault_begin(&p->table.fault, SIM_FAULT_UNPLUG, p->now_ms, MINUTE_MS);
	ck_assert(pair_run(p, 2 * MINUTE_MS));
	ck_assert_uint_ge(p->made, before + 6);
	p->table.delay_ms += pause_ms;
	pair_run(p, 2 * HOUR_MS);
}

START_TEST(a_gap_is_filled_from_the_log_of_a_board_with_power)
{
	static struct pair p;
	size_t from_log = 0;

	gap(&p, (uint64_t)_i, 30000);
	for (size_t i = 0; i < p.event_count; i++)
		from_log += is_change(&p.events[i]) && p.events[i].source == BOARD_FROM_LOG;
	ck_assert_uint_ge(from_log, 12);
	ck_assert_uint_eq(count(&p, BOARD_EV_LOST), 1);
	ck_assert_uint_eq(count(&p, BOARD_EV_RESYNCED), 1);
	expect_all_changes(&p);
	expect_all_presses(&p);
	expect_same_board(&p);
}
END_TEST

START_TEST(a_gap_is_never_told_twice_though_the_game_goes_on)
{
	static struct pair p;

	gap(&p, (uint64_t)_i, 0);
	ck_assert_uint_eq(count(&p, BOARD_EV_LOST), 1);
	expect_some_changes(&p);
	expect_same_board(&p);
}
END_TEST

START_TEST(a_board_powered_by_its_cable_says_that_it_was_off)
{
	struct sim_table_config config = patient(20);
	static struct pair p;
	bool is_told = false;

	config.is_self_powered = false;
	pair_begin(&p, config, (struct board_config){.wiring = BOARD_WIRING_SINGLE});
	give_game(&p, 20, 60);
	ck_assert(pair_run(&p, MINUTE_MS));
	sim_fault_begin(&p.table.fault, SIM_FAULT_UNPLUG, p.now_ms, MINUTE_MS);
	ck_assert(pair_run(&p, 3 * MINUTE_MS));
	for (size_t i = 0; i < p.event_count; i++)
		is_told = is_told || (p.events[i].type == BOARD_EV_RESYNCED &&
				      p.events[i].resync != BOARD_RESYNC_UNCHANGED &&
				      p.events[i].resync != BOARD_RESYNC_RECOVERED);
	ck_assert(is_told);
	pair_freeze(&p);
	ck_assert(pair_run(&p, 4 * MINUTE_MS));
	expect_same_board(&p);
}
END_TEST

START_TEST(after_random_faults_and_quiet_the_boards_agree)
{
	struct sim_table_config config = patient((uint64_t)_i);
	const struct board_men *board;
	struct rules_fault why;
	static struct pair p;

	ck_assert(sim_fault_read(
		rules_slice_of("drop=0.002,dup=0.001,flip=0.002,unplug=0.01,silence=0.01,"
			       "power=0.005,bus=0.005,code=0.01"),
		&config.faults, &why));
	config.is_self_powered = _i % 2 == 0;
	pair_begin(&p, config, (struct board_config){.wiring = BOARD_WIRING_SINGLE});
	give_game(&p, (uint64_t)_i, 400);
	while (p.now_ms < 20 * MINUTE_MS)
		if (!pair_run(&p, 20 * MINUTE_MS))
			give_game(&p, p.now_ms, 400);
	ck_assert_uint_gt(p.faults, 10);
	sim_fault_quiet(&p.table.fault);
	p.table.board.config.wrong_code = 0;
	pair_freeze(&p);
	ck_assert(pair_run(&p, p.now_ms + 2 * MINUTE_MS));
	board = dgt_session_board(&p.session, 0);
	ck_assert(!board || board_men_equal(board, &p.table.board.sensor.seen));
	ck_assert_ptr_nonnull(board); /* two minutes are enough to know again */
	ck_assert_uint_eq(p.session.state, DGT_ST_RUNNING);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: a board and its session");
	TCase *tc = tcase_create("session");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_whole_game_is_told);
	tcase_add_test(tc, a_rotated_board_over_bluetooth_is_told_unturned);
	tcase_add_loop_test(tc, a_gap_is_filled_from_the_log_of_a_board_with_power, 10, 16);
	tcase_add_loop_test(tc, a_gap_is_never_told_twice_though_the_game_goes_on, 10, 16);
	tcase_add_test(tc, a_board_powered_by_its_cable_says_that_it_was_off);
	tcase_add_loop_test(tc, after_random_faults_and_quiet_the_boards_agree, 30, 38);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
