/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules-core/start.h"
#include "rules-core/uci.h"
#include "tests/daemon/table/recorded.h"

/*
 * make-recording SEED TIMES HOST [rotated] [hasty]: the capture of a simulated blitz game
 * as another program recorded it, on standard output, and its moves on standard
 * error. TIMES and HOST are the numbers of recorded.h.
 */
int main(int argc, char **argv)
{
	static struct recorded r;
	struct rules_position pos;
	struct recorded_config config = {.played = {.is_blitz = true, .is_timeless = true}};

	if (argc < 4) {
		fputs("usage: make-recording SEED TIMES HOST [rotated] [hasty]\n", stderr);
		return 2;
	}
	config.played.seed = strtoull(argv[1], NULL, 10);
	config.times = (enum recorded_times)strtoul(argv[2], NULL, 10);
	config.host = (enum recorded_host)strtoul(argv[3], NULL, 10);
	for (int i = 4; i < argc; i++) {
		config.played.is_rotated |= strcmp(argv[i], "rotated") == 0;
		config.played.is_hasty |= strcmp(argv[i], "hasty") == 0;
	}
	recorded_run(&r, config);
	rules_start(&pos);
	for (size_t i = 0; i < r.played.verdict.made; i++) {
		char bytes[RULES_UCI_MAX];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		rules_uci_write(&text, &pos, r.played.verdict.moves[i]);
		rules_apply(&pos, r.played.verdict.moves[i], NULL);
		fprintf(stderr, "%zu %s\n", i + 1, bytes);
	}
	return fwrite(r.text, 1, r.text_len, stdout) == r.text_len && fflush(stdout) == 0 ? 0 : 1;
}
