/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_PLAYED_H
#define BOARDD_TESTS_PLAYED_H

#include "daemon/table/table.h"
#include "tests/simulator/verdict.h"

/*
 * A simulated game, played in memory from hands to reports: a simulated board
 * with its clock and players at one end, a table at the other, on one clock.
 */

struct played {
	struct verdict verdict;
	/* The rest is private. */
	struct contest contest;
	struct sim_table sim;
	struct table table;
	uint64_t now_ms;
	bool is_open; /* the port */
	uint64_t reopen_ms;
	bool has_faults;
	struct sim_random random;
	table_tell *also;
	void *data;
	size_t len, lost;
	uint8_t message[DGT_FRAME_MAX];
};

/* Plays one game to its end; the verdict is matched. */
void played_run(struct played *p, const struct contest *contest);

/* Somebody else is told too, and numbers the news. */
void played_run_telling(struct played *p, const struct contest *contest, table_tell *also,
			void *data);

/* The same in parts: the simulator's table made ready, the truth and the news kept. */
void played_seat(struct played *p, const struct contest *contest);
void played_keep(struct played *p, const struct sim_truth *truth);
uint64_t played_tell(void *data, const struct table *table, const struct table_news *news);

#endif
