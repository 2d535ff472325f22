/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "bench/bench.h"

/*
 * Counting legal moves: boardctl perft beside Stockfish's go perft, one thread
 * each, no hash table; at the leaves both make a list of legal moves and take
 * its length. What Stockfish needs to start is taken off.
 */
static const struct contest {
	const char *name, *fen, *depth, *chess960;
	const char *shallow; /* for counting instructions */
	double shallow_nodes;
} contests[] = {
	{"Kiwipete depth 5", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	 "5", "false", "4", 4085603},
	{"Chess960 depth 6", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	 "6", "true", "4", 326672},
};

static void stockfish_input(char *input, size_t room, const struct contest *c, const char *depth)
{
	snprintf(input, room,
		 "setoption name UCI_Chess960 value %s\nposition fen %s\ngo perft %s\nquit\n",
		 c->chess960, c->fen, depth);
}

static void run_contest(const struct contest *c)
{
	const char *const ours[] = {BENCH_BOARDCTL, "perft", c->depth, "--fen", c->fen, NULL};
	const char *const shallow[] = {BENCH_BOARDCTL, "perft", c->shallow, "--fen", c->fen, NULL};
	const char *const theirs[] = {BENCH_STOCKFISH, NULL};
	char deep[512], start[512];
	struct bench_program programs[] = {{ours, NULL}, {theirs, deep}, {theirs, start}};
	double times[3], instructions;

	stockfish_input(deep, sizeof(deep), c, c->depth);
	stockfish_input(start, sizeof(start), c, "1");
	bench_take_turns(programs, 3, times);
	bench_print_ratio(c->name, times[0], "stockfish", times[1] - times[2], 1.5);
	instructions = bench_instructions((struct bench_program){shallow, NULL});
	if (instructions > 0)
		printf("%s: boardctl %.1f instructions a node (at depth %s)\n", c->name,
		       instructions / c->shallow_nodes, c->shallow);
}

int main(void)
{
	bench_pin();
	for (size_t i = 0; i < sizeof(contests) / sizeof(contests[0]); i++)
		run_contest(&contests[i]);
	return 0;
}
