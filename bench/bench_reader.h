/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BENCH_READER_H
#define BOARDD_BENCH_READER_H

#include <stdio.h>

#include "tests/simulator/verdict.h"

/*
 * Whatever reads a board, behind one interface, so that bench_read measures an
 * old and a new reader with the same games: the board's bytes and the time go
 * in, bytes for the board and news come out.
 */

enum bench_news_type {
	BENCH_NEWS_MOVE,    /* ply, move: published */
	BENCH_NEWS_REVISED, /* the same instead of another; RULES_NO_MOVE: withdrawn */
	BENCH_NEWS_FINDING, /* ply, finding, is_presumed */
	BENCH_NEWS_UNSURE,
};

struct bench_news {
	enum bench_news_type type;
	uint16_t ply; /* from 1 */
	rules_move move;
	struct sim_finding finding;
	bool is_presumed; /* else observed */
};

/* What a reader was given, for who wants to give it again. */
enum bench_input_type {
	BENCH_INPUT_SQUARE,
	BENCH_INPUT_PRESS,
	BENCH_INPUT_CLOCK,
	BENCH_INPUT_BOARD,
	BENCH_INPUT_GAP,
	BENCH_INPUT_RECALL,
};

struct bench_input {
	uint64_t at_ms;
	enum bench_input_type type;
	rules_square square;
	rules_piece piece;
	uint8_t color; /* who pressed; whose clock runs, or none */
	bool is_blind; /* of a gap */
	rules_piece men[64];
};

struct bench_inputs {
	struct rules_position start;
	size_t count, cap;
	struct bench_input *input; /* the caller's to free */
};

typedef void bench_tell(void *data, const struct bench_news *news);

struct bench_seat {
	const struct contest *contest; /* the Laws, the clock, Bluetooth */
	struct rules_position start;
	bool skip_log;               /* after a gap the board's log is not fetched */
	bool sees_no_men;            /* the board tells occupied from empty only */
	FILE *story;                 /* where a reader explains itself; NULL: nobody asks */
	struct bench_inputs *inputs; /* where they are kept; NULL: nowhere */
	bench_tell *tell;
	void *data;
};

struct bench_reader {
	const char *name;
	size_t size; /* of its state, which is zeroed before begin() */
	void (*begin)(void *state, const struct bench_seat *seat);
	void (*open)(void *state, uint64_t at_ms);  /* the port */
	void (*close)(void *state, uint64_t at_ms); /* the cable was pulled, or boardd ended */
	bool (*is_lost)(const void *state);         /* it wants the port closed and opened */
	void (*bytes)(void *state, uint64_t at_ms, const uint8_t *bytes, size_t len);
	void (*tick)(void *state, uint64_t at_ms);
	uint64_t (*deadline)(const void *state);
	size_t (*take)(void *state, uint8_t *ret_bytes, size_t cap);        /* for the board */
	void (*say)(void *state, uint64_t at_ms, struct rules_slice words); /* an arbiter's */
};

/* boardd's own table: session, touch-move machine, and what both do about gaps. */
extern const struct bench_reader bench_reader_table;

/* touchmove/read alone behind a session: half-moves and doubts, no law. */
extern const struct bench_reader bench_reader_read;

#endif
