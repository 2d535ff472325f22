/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include "board-protocol/dgt/encode.h"
#include "board-protocol/dgt/parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * How fast bytes become messages. The mix is that of a blitz game: a time
 * message for most, some changes, now and then a dump, and a little noise,
 * in reads as an FTDI adapter gives them. A thousand boards make 1 MB/s.
 */

#define BUDGET_MB_S  20.0
#define STREAM_BYTES (1 << 20)
#define READ_BYTES   62
#define ROUNDS       20

static uint8_t stream[STREAM_BYTES + 128];
static struct dgt_parser parser;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static size_t fill(void)
{
	struct board_time time = {.connected = true, .running = true};
	struct board_men board = board_men_start(false);
	size_t len = 0;

	for (unsigned i = 0; len < STREAM_BYTES; i++) {
		uint8_t *to = stream + len;

		time.side[BOARD_LEFT].seconds = (uint8_t)(i % 60);
		if (i % 97 == 0)
			len += dgt_encode_board(&board, to, 128);
		else if (i % 211 == 0)
			stream[len++] = 0x33;
		else if (i % 5 == 0)
			len += dgt_encode_field((struct dgt_field){i % 64, 'P'}, to, 128);
		else
			len += dgt_encode_time(&time, to, 128);
	}
	return len;
}

/* Returns how many messages, to be used so that nothing is optimised away. */
static size_t decode(size_t len, size_t read_bytes)
{
	struct dgt_message msg;
	size_t messages = 0;

	dgt_parser_init(&parser);
	for (size_t at = 0; at < len;) {
		size_t chunk = len - at < read_bytes ? len - at : read_bytes;

		at += dgt_parser_feed(&parser, DGT_MODE_SINGLE, at / 1000, stream + at, chunk,
				      &msg);
		messages += msg.type != DGT_MSG_NONE;
	}
	return messages;
}

static double measure(const char *what, size_t len, size_t read_bytes)
{
	double best = 0;
	size_t messages = 0;

	for (int i = 0; i < ROUNDS; i++) {
		double start = now(), speed;

		messages = decode(len, read_bytes);
		speed = (double)len / 1e6 / (now() - start);
		best = speed > best ? speed : best;
	}
	printf("dgt decoder, %s: %.0f MB/s, %.1f million messages/s (budget %.0f MB/s)\n", what,
	       best, best * (double)messages / (double)len, BUDGET_MB_S);
	return best;
}

int main(void)
{
	size_t len = fill();
	double reads, bytes;

	bench_pin();
	reads = measure("reads of 62 bytes", len, READ_BYTES);
	bytes = measure("byte by byte", len, 1);
	return reads >= BUDGET_MB_S && bytes >= BUDGET_MB_S ? EXIT_SUCCESS : EXIT_FAILURE;
}
