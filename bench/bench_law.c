/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench/bench.h"
#include "tests/support/games.h"
#include "tests/support/hands.h"
#include "touchmove/law/law.h"

/*
 * Whole games through read and law, one core, nothing else: events
 * are made beforehand by human-like hands. Budget: 200,000 events a second.
 * Instructions are counted, because they repeat exactly: a number much above
 * the one that is known is a slow-down of the last change.
 */
#define GAMES   200
#define COUNTED 10 /* games whose instructions are counted */
#define BUDGET  200000.0
#define KNOWN   88239.0 /* instructions an event; write down what is printed */
#define MORE    1.1     /* times that is too many */

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

static size_t play_some(const struct stream *streams, size_t games)
{
	static struct law law;
	static struct touch_reports reports;
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	size_t events = 0;

	for (size_t i = 0; i < games; i++) {
		law_begin(&law, &rules, &streams[i].start, 0);
		for (size_t k = 0; k < streams[i].count; k++)
			law_step(&law, &streams[i].events[k], &reports);
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

/* The same program again, with so many rounds of the same games and nothing else. */
static double instructions_of(const char *self, const char *rounds)
{
	const char *const argv[] = {self, rounds, NULL};

	return bench_instructions((struct bench_program){argv, NULL});
}

static bool count_instructions(const char *self, const struct stream *streams)
{
	double two = instructions_of(self, "2"), one = instructions_of(self, "1");
	double an_event = (two - one) / (double)play_some(streams, COUNTED);

	if (one == 0)
		return true; /* no valgrind here */
	printf("touch-move: %.1f instructions an event (%.1f are known): %s\n", an_event, KNOWN,
	       an_event <= KNOWN * MORE ? "good" : "TOO MANY");
	return an_event <= KNOWN * MORE;
}

static bool measure(const struct stream *streams)
{
	double best = 0;

	for (int run = 0; run < BENCH_RUNS; run++) {
		double began = seconds(), rate;

		rate = (double)play_some(streams, GAMES) / (seconds() - began);
		best = rate > best ? rate : best;
	}
	printf("touch-move: %.0f events a second, %d whole games (budget %.0f): %s\n", best, GAMES,
	       BUDGET, best >= BUDGET ? "good" : "TOO SLOW");
	printf("touch-move: a game is %zu bytes, nothing is allocated\n", sizeof(struct law));
	return best >= BUDGET;
}

int main(int argc, char **argv)
{
	struct stream *streams = calloc(GAMES, sizeof(*streams));
	struct random random = {.state = 11};
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	bool is_good = true;

	if (!streams)
		return 1;
	for (size_t i = 0; i < (rounds > 0 ? COUNTED : GAMES); i++)
		make_stream(&random, &streams[i]);
	for (unsigned long i = 0; i < rounds; i++)
		play_some(streams, COUNTED);
	if (rounds == 0) {
		bench_pin();
		is_good = measure(streams);
		is_good &= count_instructions(argv[0], streams);
	}
	free(streams);
	return is_good ? 0 : 1;
}
