/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench/bench.h"
#include "tests/support/games.h"
#include "tests/support/hands.h"

/*
 * Whole games through the touch-move machine, one core, nothing else: events
 * are made beforehand by human-like hands. Budget: 200,000 events a second.
 */
#define GAMES  200
#define BUDGET 200000.0

struct stream {
	struct rules_position start;
	size_t count;
	struct touch_event events[GAME_PLIES_MAX * 8];
};

static void make_stream(struct random *random, struct stream *ret)
{
	static struct game script;
	struct hands hands = {.random = random, .at_ms = 1000, .stray = RULES_NO_PIECE};
	struct rules_position pos;

	random_game(random, false, &script);
	pos = ret->start = script.start;
	for (size_t i = 0; i < script.plies; i++) {
		struct hands_events events;

		hands_move(&hands, &pos, script.moves[i], &events);
		for (size_t k = 0; k < events.count; k++)
			ret->events[ret->count++] = events.event[k];
		rules_apply(&pos, script.moves[i], NULL);
	}
}

static size_t play_all(const struct stream *streams)
{
	static struct touch_game game;
	static struct touch_reports reports;
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	size_t events = 0;

	for (size_t i = 0; i < GAMES; i++) {
		touch_game_begin(&game, &rules, &streams[i].start, 0);
		for (size_t k = 0; k < streams[i].count; k++)
			touch_step(&game, &streams[i].events[k], &reports);
		events += streams[i].count;
	}
	return events;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(void)
{
	struct stream *streams = calloc(GAMES, sizeof(*streams));
	struct random random = {.state = 11};
	double best = 0;

	if (!streams)
		return 1;
	bench_pin();
	for (size_t i = 0; i < GAMES; i++)
		make_stream(&random, &streams[i]);
	for (int run = 0; run < BENCH_RUNS; run++) {
		double began = seconds(), rate;

		rate = (double)play_all(streams) / (seconds() - began);
		best = rate > best ? rate : best;
	}
	printf("touch-move: %.0f events a second, %d whole games (budget %.0f): %s\n", best, GAMES,
	       BUDGET, best >= BUDGET ? "good" : "TOO SLOW");
	printf("touch-move: a game is %zu bytes, nothing is allocated\n",
	       sizeof(struct touch_game));
	free(streams);
	return best >= BUDGET ? 0 : 1;
}
