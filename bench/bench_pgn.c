/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/bench.h"
#include "tests/support/games.h"

/*
 * Reading games: boardctl pgn reads 20,000, checks every move and writes them
 * again; pgn-extract -r only reads and checks the same file.
 */
#define GAMES 20000

static void make_games(char *path)
{
	struct random random = {.state = 1};
	int fd = mkstemp(path);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w");

	if (!file) {
		perror(path);
		exit(1);
	}
	for (size_t i = 0; i < GAMES; i++) {
		static struct game game;
		static char bytes[1 << 16];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		random_game(&random, false, &game);
		write_game(&text, &game, i + 1);
		fwrite(bytes, 1, text.len, file);
	}
	if (fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

int main(void)
{
	char path[] = "/tmp/boardd-bench-XXXXXX";
	const char *const ours[] = {BENCH_BOARDCTL, "pgn", path, NULL};
	const char *const theirs[] = {BENCH_PGN_EXTRACT, "-r", path, NULL};
	struct bench_program programs[] = {{ours, NULL}, {theirs, NULL}};
	double times[2];

	make_games(path);
	bench_pin();
	bench_take_turns(programs, 2, times);
	unlink(path);
	bench_print_ratio("PGN, 20000 games", times[0], "pgn-extract -r", times[1], 3.0);
	printf("PGN: boardctl %.0f games a second\n", GAMES / times[0]);
	return 0;
}
