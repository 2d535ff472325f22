/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/games.h"

/*
 * make-games SEED COUNT [chess960]: that many random games as PGN, for other
 * programs to read. The same seed gives the same games everywhere.
 */
int main(int argc, char **argv)
{
	struct random random;
	long count;

	if (argc < 3) {
		fputs("usage: make-games SEED COUNT [chess960]\n", stderr);
		return 2;
	}
	random.state = strtoull(argv[1], NULL, 10);
	count = strtol(argv[2], NULL, 10);
	for (long i = 0; i < count; i++) {
		static struct game game;
		static char bytes[1 << 16];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		random_game(&random, argc > 3 && strcmp(argv[3], "chess960") == 0, &game);
		write_game(&text, &game, (size_t)i + 1);
		if (fwrite(bytes, 1, text.len, stdout) != text.len)
			return 1;
	}
	return fflush(stdout) == 0 ? 0 : 1;
}
