/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/read_speed.h"

#include <stdlib.h>
#include <time.h>

#include "touchmove/read/read.h"

#define RUNS        3
#define BUDGET      300000.0 /* events a second */
#define BUDGET_US   200.0    /* one input */
#define BUDGET_SIZE 49152    /* a game's state, with law */

static double now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void give(struct reader *reader, const struct bench_input *input, struct read_list *list)
{
	switch (input->type) {
	case BENCH_INPUT_SQUARE:
		read_square(reader, input->square, input->piece, input->at_ms, 0, list);
		break;
	case BENCH_INPUT_PRESS:
		read_press(reader, (enum rules_color)input->color, input->at_ms, 0, list);
		break;
	case BENCH_INPUT_CLOCK: read_clock(reader, input->color, input->at_ms, list); break;
	case BENCH_INPUT_BOARD: read_board(reader, input->men, input->at_ms, list); break;
	case BENCH_INPUT_GAP: read_gap(reader, input->is_blind, input->at_ms, list); break;
	case BENCH_INPUT_RECALL: read_recall(reader); break;
	}
}

/* What is due before an input, as a loop does it: each at its own time. */
static bool tick(struct reader *reader, uint64_t until_ms, struct read_list *list)
{
	uint64_t due_ms = read_deadline(reader);

	if (due_ms > until_ms)
		return false;
	read_tick(reader, due_ms, list);
	return true;
}

static struct read_config config_of(const struct read_setting *setting)
{
	return read_config_of(setting->contest.is_bluetooth ? SENSE_BLUETOOTH : SENSE_CABLE, true,
			      !contest_rules(&setting->contest).no_clock);
}

/* All inputs of the games, one after the other. */
static double run_all(const struct read_setting *setting, const struct bench_inputs *kept,
		      unsigned long games)
{
	struct read_config config = config_of(setting);
	static struct reader reader;
	static struct read_list list;
	double began = now_us();

	for (unsigned long i = 0; i < games; i++) {
		read_begin(&reader, &config, &kept[i].start, 0);
		for (size_t k = 0; k < kept[i].count; k++) {
			while (tick(&reader, kept[i].input[k].at_ms, &list))
				;
			give(&reader, &kept[i].input[k], &list);
		}
	}
	return now_us() - began;
}

/* The cheapest of some runs of one step: another program may have been in the way. */
static double measure(struct reader *reader, const struct bench_input *input, bool is_tick)
{
	static struct reader before;
	static struct read_list list;
	double best = 1e9;

	before = *reader;
	for (int run = 0; run < RUNS; run++) {
		double began, took;

		*reader = before;
		began = now_us();
		if (is_tick)
			tick(reader, input->at_ms, &list);
		else
			give(reader, input, &list);
		took = now_us() - began;
		best = took < best ? took : best;
	}
	return best;
}

/* The dearest input or look at what is due. */
static double find_dearest(const struct read_setting *setting, const struct bench_inputs *kept,
			   unsigned long games)
{
	struct read_config config = config_of(setting);
	static struct reader reader;
	double dearest = 0;

	for (unsigned long i = 0; i < games; i++) {
		read_begin(&reader, &config, &kept[i].start, 0);
		for (size_t k = 0; k < kept[i].count; k++) {
			const struct bench_input *input = &kept[i].input[k];
			bool is_tick;

			do {
				double us;

				is_tick = read_deadline(&reader) <= input->at_ms;
				us = measure(&reader, input, is_tick);
				dearest = us > dearest ? us : dearest;
			} while (is_tick);
		}
	}
	return dearest;
}

static struct bench_inputs *keep_inputs(const struct read_setting *setting, unsigned long games)
{
	struct bench_inputs *kept = calloc(games, sizeof(*kept));
	struct read_score score = {0};
	char why[200];

	if (!kept)
		abort();
	for (unsigned long i = 0; i < games; i++) {
		struct read_setting set = *setting;

		set.contest.seed = i + 1;
		if (set.gap_at)
			set.gap_at += (unsigned)(10 * (i % 12));
		set.inputs = &kept[i];
		read_game(&set, &score, why, sizeof(why));
	}
	return kept;
}

bool read_speed(const char *name, const struct read_setting *setting, unsigned long games)
{
	struct bench_inputs *kept = keep_inputs(setting, games);
	double best_us = 1e12, dearest, rate;
	size_t events = 0;

	for (unsigned long i = 0; i < games; i++)
		for (size_t k = 0; k < kept[i].count; k++)
			events += kept[i].input[k].type < BENCH_INPUT_CLOCK;
	for (int run = 0; run < RUNS; run++) {
		double us = run_all(setting, kept, games);

		best_us = us < best_us ? us : best_us;
	}
	dearest = find_dearest(setting, kept, games);
	rate = (double)events / best_us * 1e6;
	printf("%-26s %8.0f events a second (%.0f), dearest %.0f us (%.0f), a game %zu bytes\n",
	       name, rate, BUDGET, dearest, BUDGET_US, sizeof(struct reader));
	for (unsigned long i = 0; i < games; i++)
		free(kept[i].input);
	free(kept);
	return rate >= BUDGET && dearest <= BUDGET_US && sizeof(struct reader) <= BUDGET_SIZE;
}
