/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/simulator/sim_words.h"

#include <stdio.h>
#include <string.h>

static void remember(struct bench *b, const struct dgt_message *msg)
{
	struct heard *heard = &b->heard[b->count];

	ck_assert_uint_lt(b->count, sizeof(b->heard) / sizeof(b->heard[0]));
	b->count++;
	*heard = (struct heard){.type = msg->type, .at_ms = b->heard_us / 1000, .len = msg->len};
	memcpy(heard->payload, msg->payload,
	       msg->len < sizeof(heard->payload) ? msg->len : sizeof(heard->payload));
	if (msg->type == DGT_MSG_BOARD_DUMP || msg->type == DGT_MSG_BUS_BOARD) {
		ck_assert(dgt_message_board(msg, &b->mirror));
	} else if (msg->type == DGT_MSG_FIELD_UPDATE) {
		struct dgt_field field = dgt_message_field(msg);

		b->mirror.at[field.square] = field.piece;
	} else if (msg->type == DGT_MSG_LOG || msg->type == DGT_MSG_BUS_CHANGES ||
		   msg->type == DGT_MSG_BUS_FROM_START) {
		memcpy(b->log, msg->payload, msg->len);
		b->log_len = msg->len;
	}
}

static void read_all(struct bench *b)
{
	struct dgt_message msg;
	uint8_t byte;

	while (sim_board_say(&b->board, &byte, &b->heard_us)) {
		size_t used = 0;

		while (used == 0) {
			used = dgt_parser_feed(&b->parser, b->mode, b->heard_us / 1000, &byte, 1,
					       &msg);
			if (msg.type != DGT_MSG_NONE)
				remember(b, &msg);
		}
	}
}

void bench_start(struct bench *b, struct sim_board_config config)
{
	struct board_men start = board_men_start(false);

	memset(b, 0, sizeof(*b));
	dgt_parser_init(&b->parser);
	sim_board_init(&b->board, config);
	for (board_square square = 0; square < BOARD_SQUARES; square++)
		sim_board_put(&b->board, 0, square, start.at[square]);
	sim_board_power(&b->board, 0, true);
}

void bench_wait(struct bench *b, uint64_t ms)
{
	b->now_ms += ms;
	sim_board_tick(&b->board, b->now_ms);
	read_all(b);
}

void bench_write(struct bench *b, const char *hex)
{
	uint8_t bytes[64];
	size_t len = 0;
	unsigned byte;
	int used;

	while (sscanf(hex, "%2x%n", &byte, &used) == 1) {
		ck_assert_uint_lt(len, sizeof(bytes));
		bytes[len++] = (uint8_t)byte;
		hex += used;
		hex += strspn(hex, " ");
	}
	sim_board_hear(&b->board, b->now_ms, bytes, len);
	read_all(b);
}

void bench_lift(struct bench *b, const char *square)
{
	sim_board_put(&b->board, b->now_ms, on(square), BOARD_EMPTY);
}

void bench_place(struct bench *b, const char *square, char piece)
{
	sim_board_put(&b->board, b->now_ms, on(square), piece);
}

void bench_forget(struct bench *b)
{
	b->count = 0;
}

size_t bench_count(const struct bench *b, enum dgt_message_type type)
{
	size_t count = 0;

	for (size_t i = 0; i < b->count; i++)
		count += b->heard[i].type == type;
	return count;
}

const struct heard *bench_last(const struct bench *b, enum dgt_message_type type)
{
	for (size_t i = b->count; i > 0; i--)
		if (b->heard[i - 1].type == type)
			return &b->heard[i - 1];
	ck_abort_msg("no %s was heard", dgt_message_name(type));
	return NULL;
}

static void add_change(struct rules_text *text, board_square square, board_piece piece)
{
	if (text->len > 0)
		rules_text_char(text, ' ');
	rules_text_square(text, square);
	rules_text_char(text, piece);
}

const char *bench_changes(const struct bench *b)
{
	static char buffer[4096];
	struct rules_text text = rules_text_in(buffer, sizeof(buffer));

	for (size_t i = 0; i < b->count; i++)
		if (b->heard[i].type == DGT_MSG_FIELD_UPDATE)
			add_change(&text, dgt_square_of(b->heard[i].payload[0]),
				   dgt_piece_of(b->heard[i].payload[1]));
	return buffer;
}

const char *log_text(const uint8_t *bytes, size_t len, bool is_trusted)
{
	static char buffer[32768];
	struct rules_text text = rules_text_in(buffer, sizeof(buffer));
	struct dgt_log_event event;
	struct dgt_log log;

	dgt_log_init(&log, bytes, len, is_trusted);
	while (dgt_log_next(&log, &event)) {
		if (event.type == DGT_LOG_NOTHING)
			continue;
		if (event.type == DGT_LOG_CHANGE) {
			add_change(&text, event.square, event.piece);
			continue;
		}
		if (text.len > 0)
			rules_text_char(&text, ' ');
		rules_text_string(&text, dgt_log_name(event.type));
	}
	return buffer;
}
