/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BENCH_READ_GAME_H
#define BOARDD_BENCH_READ_GAME_H

#include <stdio.h>

#include "bench/bench_reader.h"

/*
 * One simulated game, read by a reader, and how well that went. In memory, on
 * one clock; the same seed is the same game.
 */

#define READ_BUCKET_MS 10
#define READ_BUCKETS   600 /* the last one takes what is later */

enum read_gap_kind {
	READ_NO_GAP,
	READ_GAP_CABLE,   /* is pulled; the board has its own power */
	READ_GAP_RESTART, /* nobody listens; the board goes on */
};

struct read_setting {
	const struct bench_reader *reader;
	struct contest contest;
	enum read_gap_kind gap;
	unsigned gap_at; /* the number of the act it begins with */
	uint32_t gap_ms;
	unsigned gap_again; /* acts to the next gap at most, at random; 0: there is one. Then each
			     * lasts up to gap_ms, at random */
	bool skip_log;
	bool sees_no_men;            /* the board tells occupied from empty only */
	struct bench_inputs *inputs; /* of the reader `read`, kept; NULL: nobody wants them */
	FILE *story; /* all that is done, seen and told, as text; NULL: nobody wants it */
};

/* Sums over games; all of them counters, so that results can be added. */
struct read_score {
	unsigned long games, right;       /* every half-move, in time, never unsure */
	unsigned long ends_right;         /* whatever was said on the way */
	unsigned long silently_wrong;     /* ends wrong, and never said unsure */
	unsigned long made, wrong, late;  /* half-moves: played; published wrongly, late */
	unsigned long missing;            /* never published right */
	unsigned long withdrawn;          /* told, and told otherwise */
	unsigned long observed, presumed; /* innocents accused */
	unsigned long after_doubt;        /* of those: after the first `unsure` */
	unsigned long unsure;             /* said */
	unsigned long silent;             /* so often many half-moves in a row were not told */
	unsigned long violations, due, found;
	unsigned long pressed[READ_BUCKETS], unpressed[READ_BUCKETS]; /* how late published */
};

/* Plays one game and adds to the score. ret_why: what was wrong, empty when nothing was. */
void read_game(const struct read_setting *setting, struct read_score *score, char *ret_why,
	       size_t why_size);

#endif
