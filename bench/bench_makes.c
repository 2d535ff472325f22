/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include "board-protocol/certabo/message.h"
#include "board-protocol/chesslink/message.h"
#include "board-protocol/chessnut/message.h"
#include "board-protocol/sentio/message.h"
#include "board-protocol/squareoff/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * How fast the bytes of boards that show all their squares become messages:
 * whole boards, one after the other, with a stray byte now and then, in reads as
 * an adapter gives them and byte by byte. bench_dgt does the same for DGT.
 */

#define BUDGET_MB_S  20.0
#define STREAM_BYTES (1 << 20)
#define MESSAGE_MAX  2048
#define READ_BYTES   62
#define ROUNDS       10
#define STRAY_EVERY  50 /* messages */

static uint8_t stream[STREAM_BYTES + MESSAGE_MAX];

struct decoder {
	const char *name;
	size_t (*encode)(uint8_t *to, size_t cap);
	size_t (*decode)(size_t len, size_t read_bytes); /* returns how many boards were read */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static size_t chunk_of(size_t left, size_t read_bytes)
{
	return left < read_bytes ? left : read_bytes;
}

static size_t encode_chesslink(uint8_t *to, size_t cap)
{
	const struct board_men men = board_men_start(false);

	return chesslink_encode_board(&men, to, cap);
}

static size_t decode_chesslink(size_t len, size_t read_bytes)
{
	struct chesslink_parser parser;
	struct chesslink_message msg;
	size_t boards = 0;

	chesslink_parser_init(&parser);
	for (size_t at = 0; at < len; boards += msg.type == CHESSLINK_BOARD)
		at += chesslink_parser_feed(&parser, stream + at, chunk_of(len - at, read_bytes),
					    &msg);
	return boards;
}

static size_t encode_chessnut(uint8_t *to, size_t cap)
{
	const struct board_men men = board_men_start(false);

	return chessnut_encode_board(&men, to, cap);
}

static size_t decode_chessnut(size_t len, size_t read_bytes)
{
	struct chessnut_parser parser;
	struct chessnut_message msg;
	size_t boards = 0;

	chessnut_parser_init(&parser);
	for (size_t at = 0; at < len; boards += msg.type == CHESSNUT_BOARD)
		at += chessnut_parser_feed(&parser, stream + at, chunk_of(len - at, read_bytes),
					   &msg);
	return boards;
}

static size_t encode_certabo(uint8_t *to, size_t cap)
{
	struct certabo_tag tag[BOARD_SQUARES] = {0};

	for (unsigned square = 0; square < BOARD_SQUARES; square++)
		if (square < 16 || square >= 48)
			memset(tag[square].bytes, (int)(100 + square), CERTABO_TAG);
	return certabo_encode(tag, to, cap);
}

static size_t decode_certabo(size_t len, size_t read_bytes)
{
	struct certabo_parser parser;
	struct certabo_message msg;
	size_t boards = 0;

	certabo_parser_init(&parser);
	for (size_t at = 0; at < len; boards += msg.type == CERTABO_TAGS)
		at += certabo_parser_feed(&parser, stream + at, chunk_of(len - at, read_bytes),
					  &msg);
	return boards;
}

static size_t encode_sentio(uint8_t *to, size_t cap)
{
	const struct board_men men = board_men_start(false);

	return sentio_encode(&men, to, cap);
}

static size_t decode_sentio(size_t len, size_t read_bytes)
{
	struct sentio_parser parser;
	struct sentio_message msg;
	size_t boards = 0;

	sentio_parser_init(&parser);
	for (size_t at = 0; at < len; boards += msg.type == SENTIO_BOARD)
		at += sentio_parser_feed(&parser, stream + at, chunk_of(len - at, read_bytes),
					 &msg);
	return boards;
}

static size_t encode_squareoff(uint8_t *to, size_t cap)
{
	const struct board_men men = board_men_start(false);

	return squareoff_encode_board(&men, to, cap);
}

static size_t decode_squareoff(size_t len, size_t read_bytes)
{
	struct squareoff_parser parser;
	struct squareoff_message msg;
	size_t boards = 0;

	squareoff_parser_init(&parser);
	for (size_t at = 0; at < len; boards += msg.type == SQUAREOFF_BOARD)
		at += squareoff_parser_feed(&parser, stream + at, chunk_of(len - at, read_bytes),
					    &msg);
	return boards;
}

static size_t fill(const struct decoder *d, size_t *ret_boards)
{
	size_t len = 0, boards = 0;

	while (len < STREAM_BYTES) {
		len += d->encode(stream + len, sizeof(stream) - len);
		if (++boards % STRAY_EVERY == 0)
			stream[len++] = 0;
	}
	*ret_boards = boards;
	return len;
}

/* Returns whether every board was read, and fast enough. */
static bool measure(const struct decoder *d, const char *how, size_t read_bytes)
{
	size_t boards, read = 0, len = fill(d, &boards);
	double best = 0;

	for (int i = 0; i < ROUNDS; i++) {
		double start = now(), speed;

		read = d->decode(len, read_bytes);
		speed = (double)len / 1e6 / (now() - start);
		best = speed > best ? speed : best;
	}
	printf("%s decoder, %s: %.0f MB/s, %zu of %zu boards (budget %.0f MB/s)\n", d->name, how,
	       best, read, boards, BUDGET_MB_S);
	return best >= BUDGET_MB_S && read + 1 >= boards;
}

int main(void)
{
	static const struct decoder decoders[] = {
		{"chesslink", encode_chesslink, decode_chesslink},
		{"certabo", encode_certabo, decode_certabo},
		{"chessnut", encode_chessnut, decode_chessnut},
		{"sentio", encode_sentio, decode_sentio},
		{"squareoff", encode_squareoff, decode_squareoff},
	};
	bool is_good = true;

	bench_pin();
	for (size_t i = 0; i < sizeof(decoders) / sizeof(decoders[0]); i++) {
		is_good &= measure(&decoders[i], "reads of 62 bytes", READ_BYTES);
		is_good &= measure(&decoders[i], "byte by byte", 1);
	}
	return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
