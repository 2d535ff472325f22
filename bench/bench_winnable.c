/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "rules-core/fen.h"
#include "rules-core/winnable.h"
#include "tests/support/words.h"

/*
 * Can they still mate? The bounded try after each move, and the full answer, for
 * both sides of each position: of the file named, a FEN in each line (two letters
 * and a blank may stand before it), or else of random games.
 */

#define POSITIONS_MAX 20000
#define RANDOM_GAMES  2000

static struct rules_position positions[POSITIONS_MAX];
static double times[2 * POSITIONS_MAX];
static size_t count;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void read_positions(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[256];

	if (!file) {
		perror(path);
		exit(1);
	}
	while (count < POSITIONS_MAX && fgets(line, sizeof(line), file)) {
		const char *fen = strlen(line) > 3 && line[2] == ' ' ? line + 3 : line;
		size_t len = strcspn(fen, "\r\n");

		count += rules_fen_read(&positions[count], (struct rules_slice){fen, len}, NULL);
	}
	fclose(file);
}

static void make_positions(void)
{
	struct random random = {.state = 3};

	for (count = 0; count < RANDOM_GAMES; count++)
		positions[count] = random_position(&random, 200);
}

struct budget {
	const char *name;
	uint32_t nodes;
	double mean_us, p99_us, answered;
};

static void run(const struct budget *b)
{
	static struct rules_helpmate line;
	void *memory = malloc(rules_winnable_room(b->nodes));
	size_t unknown = 0, n = 2 * count;
	double sum = 0;

	if (!memory)
		exit(1);
	for (size_t i = 0; i < n; i++) {
		double start = now();
		enum rules_winnable answer = rules_winnable(
			&positions[i / 2], (enum rules_color)(i % 2),
			(struct rules_winnable_effort){b->nodes, memory}, &line, NULL);

		times[i] = now() - start;
		sum += times[i];
		unknown += answer == RULES_WINNABLE_UNKNOWN;
	}
	free(memory);
	qsort(times, n, sizeof(times[0]), by_size);
	printf("%s: %zu sides, %.2f %% answered (budget %.0f), mean %.1f us: %.2f of the budget, "
	       "p99 %.0f us: %.2f of the budget, p99.9 %.0f us, worst %.2f ms\n",
	       b->name, n, 100.0 * (double)(n - unknown) / (double)n, b->answered,
	       sum / (double)n * 1e6, sum / (double)n * 1e6 / b->mean_us, times[n * 99 / 100] * 1e6,
	       times[n * 99 / 100] * 1e6 / b->p99_us, times[n * 999 / 1000] * 1e6,
	       times[n - 1] * 1e3);
}

/* As boardctl asks: both sides of a position, and what one does not need is the other's. */
static void run_sides(void)
{
	enum { NODES = RULES_WINNABLE_NODES };
	static struct rules_winnable_sides sides;
	void *memory = malloc(rules_winnable_room(2 * NODES));
	size_t unknown = 0;
	double worst = 0;

	if (!memory)
		exit(1);
	for (size_t i = 0; i < count; i++) {
		double start = now(), took;

		rules_winnable_sides(&positions[i], (struct rules_winnable_effort){NODES, memory},
				     &sides);
		took = now() - start;
		worst = took > worst ? took : worst;
		for (int color = 0; color < 2; color++)
			unknown += sides.can[color] == RULES_WINNABLE_UNKNOWN;
	}
	free(memory);
	printf("both sides: %zu sides, %.2f %% unknown (budget 1), slowest %.1f ms: %.2f of the "
	       "budget\n",
	       2 * count, 100.0 * (double)unknown / (double)(2 * count), worst * 1e3,
	       worst / 0.050);
}

static void count_instructions(const char *name, const char *fen)
{
	const char *const argv[] = {BENCH_BOARDCTL, "winnable", fen, NULL};
	const char *const empty[] = {BENCH_BOARDCTL, "winnable", "8/8/8/8/8/8/8/8 w - -", NULL};
	double all = bench_instructions((struct bench_program){argv, NULL});
	double start = bench_instructions((struct bench_program){empty, NULL});

	if (all > 0)
		printf("%s: %.0f thousand instructions for both sides\n", name,
		       (all - start) / 1e3);
}

int main(int argc, char **argv)
{
	static const struct budget budgets[] = {
		{"try after a move", RULES_WINNABLE_TRY_NODES, 100, 200, 99},
		{"full answer", RULES_WINNABLE_NODES, 100, 1000, 99},
	};

	bench_pin();
	if (argc > 1)
		read_positions(argv[1]);
	else
		make_positions();
	if (count == 0)
		return 1;
	for (size_t i = 0; i < sizeof(budgets) / sizeof(budgets[0]); i++)
		run(&budgets[i]);
	run_sides();
	count_instructions("the initial position", RULES_START_FEN);
	count_instructions("a locked position", "8/2k5/8/p1p1p1p1/P1P1P1P1/8/5K2/8 w - -");
	return 0;
}
