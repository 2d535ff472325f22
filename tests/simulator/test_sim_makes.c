/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "board-protocol/board.h"
#include "simulator/sim_table.h"
#include "tests/support/words.h"

/*
 * Every make of board with human hands at one end of its line and its session at the
 * other, on one clock: when a half-move is made and the hands rest, the session knows what
 * the sensors see, and what it tells adds up to that.
 */

#define GAMES     3
#define PLIES     60
#define SETTLE_MS 2500 /* the slowest board has shown it twice by then */
#define REOPEN_MS 1000

struct line {
	struct sim_table table;
	struct board_session session;
	struct board_men told; /* what lifts, places and dumps make together */
	bool is_open, is_blind;
	uint64_t now_ms, reopen_ms;
	unsigned connected, compared, faults;
};

static struct line line;

static void take_events(void)
{
	struct board_event event;

	while (board_session_next(&line.session, &event)) {
		line.connected += event.type == BOARD_EV_CONNECTED;
		if (event.type == BOARD_EV_DUMP)
			line.told = event.board;
		if (event.type == BOARD_EV_LIFTED)
			line.told.at[event.square] = BOARD_EMPTY;
		if (event.type == BOARD_EV_PLACED || event.type == BOARD_EV_REPLACED)
			line.told.at[event.square] = event.piece;
	}
}

static void listen_and_speak(void)
{
	uint8_t bytes[BOARD_OUT_MAX];
	uint64_t at_us;
	size_t len;

	while ((len = sim_table_say(&line.table, bytes, &at_us)) > 0) {
		for (size_t used = 0; line.is_open && used < len;) {
			used += board_session_feed(&line.session, line.now_ms, bytes + used,
						   len - used);
			take_events();
		}
	}
	board_session_tick(&line.session, line.now_ms);
	take_events();
	while ((len = board_session_take(&line.session, bytes, sizeof(bytes))) > 0)
		sim_table_hear(&line.table, bytes, len);
}

static void mind_the_cable(void)
{
	bool is_plugged = sim_table_is_plugged(&line.table);

	if (line.is_open && (!is_plugged || board_session_state(&line.session) == BOARD_ST_LOST)) {
		board_session_close(&line.session, line.now_ms);
		take_events();
		line.is_open = false;
		line.reopen_ms = line.now_ms + REOPEN_MS;
	}
	if (!line.is_open && is_plugged && line.now_ms >= line.reopen_ms) {
		board_session_open(&line.session, line.now_ms);
		line.is_open = true;
	}
}

/* What the sensors see, as far as this make can tell it. */
static void compare(void)
{
	const struct board_men *seen = &line.table.board.sensor.seen;
	const struct board_men *known = board_session_men(&line.session, 0);

	if (!known)
		return;
	for (unsigned i = 0; i < BOARD_SQUARES; i++) {
		board_piece wanted = seen->at[i];

		if (line.is_blind && wanted != BOARD_EMPTY)
			wanted = BOARD_UNKNOWN;
		must_hold(known->at[i] == wanted, "square %u: %c, and %c is there", i, known->at[i],
			  wanted);
		must_hold(line.told.at[i] == wanted, "square %u: %c was told, and %c is there", i,
			  line.told.at[i], wanted);
	}
	line.compared++;
}

static void step(uint64_t at_ms)
{
	struct sim_truth truth;
	bool is_more;

	do {
		is_more = sim_table_step(&line.table, at_ms, &truth);
		line.now_ms = line.table.now_ms;
		listen_and_speak();
		mind_the_cable();
		line.faults += is_more && truth.is_fault;
	} while (is_more);
}

static uint64_t next_ms(void)
{
	uint64_t next = sim_table_deadline(&line.table);
	uint64_t host = board_session_deadline(&line.session);

	next = host < next ? host : next;
	if (!line.is_open && line.reopen_ms < next)
		next = line.reopen_ms;
	return next > line.now_ms ? next : line.now_ms + 1;
}

/* When the sensor has been still for long enough, what is known must be what is there. */
static void play(void)
{
	struct board_men last = line.table.board.sensor.seen;
	uint64_t still_ms = line.now_ms;

	while (!sim_table_is_over(&line.table)) {
		uint64_t to = next_ms(), check = still_ms + SETTLE_MS;

		if (check > line.now_ms && check < to)
			to = check;
		step(to);
		if (!board_men_equal(&last, &line.table.board.sensor.seen)) {
			last = line.table.board.sensor.seen;
			still_ms = line.now_ms;
		} else if (line.is_open && line.now_ms == check) {
			compare();
		}
	}
}

static void begin(enum sim_make make, uint64_t seed, bool has_faults)
{
	struct board_config config = {.wiring = BOARD_WIRING_SINGLE};
	struct sim_table_config sim = sim_table_usual(seed);

	memset(&line, 0, sizeof(line));
	ck_assert(board_make_find(sim_make_name(make), &config.make));
	line.is_blind = (board_make_at(config.make)->tells & BOARD_TELLS_MEN) == 0;
	sim.board = sim_board_of(make, seed);
	sim.is_patient = true;
	sim.has_no_clock = make != SIM_DGT;
	sim.hands.think_ms = 6000;
	if (has_faults)
		sim.faults.chance[SIM_FAULT_UNPLUG] = SIM_MILLION / 40;
	sim_table_init(&line.table, sim);
	board_session_init(&line.session, &config);
}

START_TEST(what_is_there_is_known)
{
	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		struct sim_random random = sim_random_of(seed, 7);
		struct sim_game game;

		begin((enum sim_make)_i, seed, false);
		sim_game_random(&random, PLIES, &game);
		sim_table_give_game(&line.table, &game);
		play();
		ck_assert_uint_eq(line.connected, 1);
		ck_assert_uint_gt(line.compared, 5);
		ck_assert_uint_eq(line.table.board.harmful, 0);
	}
}
END_TEST

/* A man that comes back while the cable is out is no more than what is there then. */
START_TEST(what_is_there_is_known_after_a_pulled_cable)
{
	struct sim_random random = sim_random_of(5, 7);
	struct sim_game game;

	begin((enum sim_make)_i, 5, true);
	sim_game_random(&random, PLIES, &game);
	sim_table_give_game(&line.table, &game);
	play();
	ck_assert_uint_gt(line.faults, 0);
	ck_assert_uint_gt(line.connected, 1);
	ck_assert_uint_gt(line.compared, 5);
	ck_assert_uint_eq(line.table.board.harmful, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("makes on their lines");
	TCase *tcase = tcase_create("makes");

	/* Certabo's spare queens stand on the board only for the host: test_makes.py plays it. */
	tcase_add_loop_test(tcase, what_is_there_is_known, SIM_CHESSLINK, SIM_MAKES);
	tcase_add_loop_test(tcase, what_is_there_is_known_after_a_pulled_cable, SIM_CHESSLINK,
			    SIM_MAKES);
	tcase_set_timeout(tcase, 120);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
