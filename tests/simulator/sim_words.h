/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_SIM_WORDS_H
#define BOARDD_TESTS_SIM_WORDS_H

#include "board-protocol/dgt/parser.h"
#include "simulator/board/sim_board.h"
#include "tests/support/words.h"

/*
 * One simulated board and whoever reads it: what the tests do to it and what
 * it answered, message by message.
 */
struct bench {
	struct sim_board board;
	struct dgt_parser parser;
	enum dgt_mode mode;        /* how its bytes are read */
	uint64_t now_ms, heard_us; /* of the last byte */
	size_t count;              /* messages since the last call of forget() */
	struct heard {
		enum dgt_message_type type;
		uint64_t at_ms;
		size_t len;
		uint8_t payload[256]; /* as much as fits */
	} heard[4096];
	struct board_men mirror;   /* from dumps and changes */
	uint8_t log[DGT_LOG_RING]; /* of the last one heard */
	size_t log_len;
};

/* A board with the start position on it, switched on. */
void bench_start(struct bench *b, struct sim_board_config config);

/* Time passes, and what the board says is read. */
void bench_wait(struct bench *b, uint64_t ms);

/* The host writes bytes given in hex, "4b 42". */
void bench_write(struct bench *b, const char *hex);

void bench_lift(struct bench *b, const char *square);
void bench_place(struct bench *b, const char *square, char piece);
void bench_forget(struct bench *b);

/* How many of a kind were heard, and the last of them. */
size_t bench_count(const struct bench *b, enum dgt_message_type type);
const struct heard *bench_last(const struct bench *b, enum dgt_message_type type);

/* The changes heard, as text: "e2. e4P". Good until the next call. */
const char *bench_changes(const struct bench *b);

/* The events of a log as text: "nothing start_position e2. time". Good until the next call. */
const char *log_text(const uint8_t *bytes, size_t len, bool is_trusted);

#endif
