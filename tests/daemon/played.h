/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_PLAYED_H
#define BOARDD_TESTS_PLAYED_H

#include "daemon/table.h"
#include "simulator/sim_table.h"

/*
 * A simulated game, played in memory from hands to reports: a simulated board
 * with its clock and players at one end, a table at the other, on one clock.
 * What was done and what was read of it are kept side by side.
 */

#define PLAYED_MAX 64 /* violations, and findings, that are kept */

struct played_config {
	uint64_t seed;
	bool is_careful;
	enum sim_violation violation; /* NONE: no player does wrong */
	uint32_t violation_chance;    /* millionths of the moves that give the occasion */
	uint32_t lose;                /* millionths of field updates that never arrive */
};

struct played {
	struct sim_table sim;
	struct table table;
	uint64_t now_ms;
	/* done */
	size_t made;
	rules_move moves[SIM_PLIES_MAX];
	size_t violation_count;
	struct {
		uint64_t at_ms;
		enum rules_color color;
		enum sim_violation violation;
		bool is_found;
	} violations[PLAYED_MAX];
	/* read */
	size_t found; /* the highest ply told */
	rules_move read[SIM_PLIES_MAX];
	size_t again;  /* moves told anew, or revised */
	size_t unsure; /* said */
	size_t finding_count;
	struct {
		uint64_t at_ms;
		enum touch_kind kind;
		const char *article;
		uint8_t color;
		uint16_t ply;
		bool is_due;
	} findings[PLAYED_MAX];
	/* The rest is private. */
	struct sim_random random;
	uint32_t lose;
	size_t len, lost;
	uint8_t message[DGT_FRAME_MAX];
};

/* Plays one game to its end. */
void played_run(struct played *p, struct played_config config);

/* How many half-moves were read as they were made; and is the last position right? */
size_t played_right(const struct played *p);
bool played_ends_right(const struct played *p);

/* Pairs violations with findings. Returns how many violations were found. */
size_t played_match(struct played *p);

/* Findings that no violation explains; notes about a right that lapsed do not count. */
size_t played_accusations(const struct played *p);

/* The first thing that was not so, in one line; false: all was right. */
bool played_complain(const struct played *p, struct rules_text *out);

#endif
