/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/simulator/sim_pair.h"

/*
 * A session and a simulated board with everything going wrong, for as long as
 * is asked (60 s, or the first argument). Each run is twenty minutes of faults
 * and two of quiet on the clock of both; then they must agree on what stands on
 * the board, or the session must say that it does not know.
 */

#define MINUTE_MS    UINT64_C(60000)
#define FAULTY_MS    (20 * MINUTE_MS)
#define QUIET_MS     (2 * MINUTE_MS)
#define WALL_SECONDS 60

static double wall(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void give_game(struct pair *p, uint64_t seed)
{
	struct sim_random random = sim_random_of(seed, 50);
	struct sim_game game;

	sim_game_random(&random, 400, &game);
	sim_table_give_game(&p->table, &game);
}

static struct sim_table_config configure(uint64_t seed)
{
	static const char list[] = "drop=0.002,dup=0.001,flip=0.002,unplug=0.01,silence=0.01,"
				   "power=0.005,bus=0.005,code=0.01";
	struct sim_table_config config = sim_table_usual(seed);
	struct rules_fault why;

	if (!sim_fault_read(rules_slice_of(list), &config.faults, &why))
		abort();
	config.is_patient = true;
	config.is_self_powered = seed % 2 == 0;
	config.hands.think_ms = 500 + 1000 * (uint32_t)(seed % 8);
	return config;
}

enum outcome { AGREED, NOT_KNOWN, WRONG };

static enum outcome run(struct pair *p, uint64_t seed)
{
	const struct board_men *board;

	pair_begin(p, configure(seed), (struct board_config){.wiring = BOARD_WIRING_SINGLE});
	give_game(p, seed);
	while (p->now_ms < FAULTY_MS)
		if (!pair_run(p, FAULTY_MS))
			give_game(p, seed + p->now_ms);
	sim_fault_quiet(&p->table.fault);
	p->table.board.config.wrong_code = 0;
	pair_freeze(p);
	pair_run(p, FAULTY_MS + QUIET_MS);
	board = dgt_session_board(&p->session, 0);
	if (!board)
		return NOT_KNOWN;
	return board_men_equal(board, &p->table.board.sensor.seen) ? AGREED : WRONG;
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? strtod(argv[1], NULL) : WALL_SECONDS;
	double until = wall() + seconds;
	unsigned long counts[3] = {0}, faults = 0, runs = 0;
	struct pair *p = malloc(sizeof(*p));

	if (!p)
		return 1;
	for (; wall() < until; runs++) {
		enum outcome outcome = run(p, 1000 + runs);

		counts[outcome]++;
		faults += p->faults;
		if (outcome == WRONG)
			printf("seed %lu: the session's board is wrong\n", 1000 + runs);
	}
	printf("faults: %lu runs, %.1f h of play, %lu long faults: %lu agreed, %lu not known, "
	       "%lu wrong (budget 0)\n",
	       runs, (double)runs * (double)(FAULTY_MS + QUIET_MS) / 3.6e6, faults, counts[AGREED],
	       counts[NOT_KNOWN], counts[WRONG]);
	free(p);
	return counts[WRONG] == 0 ? 0 : 1;
}
