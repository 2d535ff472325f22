/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vectors.h"

#include "board-protocol/dgt/encode.h"

#include "tests/support/words.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct text said;
static struct dgt_parser parser;

/* A small generator of our own: the same numbers on every machine. */
static uint32_t next_random(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

static void hear(enum dgt_mode mode, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	struct dgt_message msg;

	while (len > 0) {
		size_t n = dgt_parser_feed(&parser, mode, at_ms, bytes, len, &msg);

		if (n > len || (n == 0 && msg.type != DGT_MSG_DAMAGED))
			ck_abort_msg("%zu of %zu bytes consumed", n, len);
		if (msg.type != DGT_MSG_NONE)
			text_message(&said, &msg);
		bytes += n;
		len -= n;
	}
}

static void hear_end(void)
{
	struct dgt_message msg;

	if (dgt_parser_end(&parser, &msg))
		text_message(&said, &msg);
}

static void start(void)
{
	text_clear(&said);
	dgt_parser_init(&parser);
}

/* Where the next cut is: every size, or random when size is 0. */
static size_t cut(size_t size, size_t left, uint32_t *seed)
{
	size_t n = size > 0 ? size : 1 + next_random(seed) % 16;

	return n < left ? n : left;
}

static void read_frames(const struct vector *v, enum dgt_mode mode, size_t size, uint32_t seed)
{
	struct dgt_message msg;

	dgt_parser_init(&parser);
	for (size_t at = 0; at < v->len;) {
		size_t n = cut(size, v->len - at, &seed);

		hear(mode, 0, v->bytes + at, n);
		at += n;
	}
	if (v->wait_ms > 0 && dgt_parser_expire(&parser, v->wait_ms, &msg))
		text_message(&said, &msg);
	hear_end();
}

static void read_requests(const struct vector *v, size_t size, uint32_t seed)
{
	struct dgt_host_request request;
	struct dgt_host host;

	dgt_host_init(&host);
	for (size_t at = 0; at < v->len;) {
		size_t n = cut(size, v->len - at, &seed);

		at += dgt_host_feed(&host, v->bytes + at, n, &request);
		text_request(&said, &request);
	}
}

static void check_vector(const struct vector *v, size_t size, uint32_t seed)
{
	text_clear(&said);
	if (strcmp(v->reader, "single") == 0)
		read_frames(v, DGT_MODE_SINGLE, size, seed);
	else if (strcmp(v->reader, "bus") == 0)
		read_frames(v, DGT_MODE_BUS, size, seed);
	else if (strcmp(v->reader, "host") == 0)
		read_requests(v, size, seed);
	else if (strcmp(v->reader, "log") == 0)
		text_log(&said, v->bytes, v->len, false);
	else if (strcmp(v->reader, "changes") == 0)
		text_log(&said, v->bytes, v->len, true);
	else
		ck_abort_msg("vector %s: no reader '%s'", v->name, v->reader);
	if (strcmp(said.line, v->says) != 0)
		ck_abort_msg("vector %s in chunks of %zu (seed %u)\nsays:\n%sshould say:\n%s",
			     v->name, size, seed, said.line, v->says);
}

static struct vector vectors[VECTORS_MAX];

START_TEST(every_vector_is_read_as_documented)
{
	size_t count = vectors_read(vectors, VECTORS_MAX);

	ck_assert_uint_eq(count, 108); /* 107, of which one has a request and a reply */
	for (size_t i = 0; i < count; i++)
		check_vector(&vectors[i], vectors[i].len, 0);
}
END_TEST

START_TEST(every_vector_is_the_same_in_every_chunking)
{
	size_t count = vectors_read(vectors, VECTORS_MAX);

	for (size_t i = 0; i < count; i++) {
		for (size_t size = 1; size <= vectors[i].len; size++)
			check_vector(&vectors[i], size, 0);
	}
}
END_TEST

START_TEST(every_vector_is_the_same_in_random_chunks)
{
	size_t count = vectors_read(vectors, VECTORS_MAX);

	for (size_t i = 0; i < count; i++) {
		for (uint32_t seed = 1; seed <= 50; seed++)
			check_vector(&vectors[i], 0, seed);
	}
}
END_TEST

START_TEST(every_vector_is_the_same_cut_in_two_at_any_byte)
{
	size_t count = vectors_read(vectors, VECTORS_MAX);

	for (size_t i = 0; i < count; i++) {
		const struct vector *v = &vectors[i];
		bool is_single = strcmp(v->reader, "single") == 0;

		if ((!is_single && strcmp(v->reader, "bus") != 0) || v->wait_ms > 0)
			continue;
		for (size_t at = 0; at <= v->len; at++) {
			enum dgt_mode mode = is_single ? DGT_MODE_SINGLE : DGT_MODE_BUS;

			start();
			hear(mode, 0, v->bytes, at);
			hear(mode, 0, v->bytes + at, v->len - at);
			hear_end();
			if (strcmp(said.line, v->says) != 0)
				ck_abort_msg("vector %s cut at %zu: %s", v->name, at, said.line);
		}
	}
}
END_TEST

static void hear_single(uint64_t at_ms, const char *hex)
{
	uint8_t bytes[512];
	size_t len = 0;
	char *end;

	while (*hex != '\0') {
		bytes[len++] = (uint8_t)strtoul(hex, &end, 16);
		hex = *end == ' ' ? end + 1 : end;
	}
	hear(DGT_MODE_SINGLE, at_ms, bytes, len);
}

START_TEST(rule_1_a_top_bit_drops_the_open_frame_and_counts_it)
{
	start();
	hear_single(0, "8e 00 05 8e 00 05 24 01");
	ck_assert_str_eq(said.line, "damaged damaged=8e0005 why=cut\n"
				    "field_update square=e4 piece=P\n");
	ck_assert_uint_eq(parser.dropped_frames, 1);
	ck_assert_uint_eq(parser.dropped_bytes, 3);
}
END_TEST

START_TEST(rule_2_bytes_outside_a_frame_are_dropped)
{
	start();
	hear_single(0, "01 02 03");
	ck_assert_uint_eq(parser.dropped_bytes, 3); /* known at once, told at the next start */
	ck_assert_str_eq(said.line, "");
	hear_single(0, "8e 00 05 24 01");
	ck_assert_str_eq(said.line, "damaged damaged=010203 why=stray\n"
				    "field_update square=e4 piece=P\n");
	ck_assert_uint_eq(parser.dropped_frames, 0);
}
END_TEST

START_TEST(rule_3_a_length_below_the_header_is_never_a_frame)
{
	for (int len = 0; len < 3; len++) {
		start();
		hear(DGT_MODE_SINGLE, 0, (const uint8_t[]){0x92, 0, (uint8_t)len, 0x41}, 4);
		hear_end();
		ck_assert_ptr_nonnull(strstr(said.line, "why=length"));
	}
}
END_TEST

START_TEST(rule_3_the_longest_trademark_is_300_and_the_longest_log_8192)
{
	ck_assert(dgt_message_fits(DGT_MODE_SINGLE, DGT_MSG_TRADEMARK, 300));
	ck_assert(!dgt_message_fits(DGT_MODE_SINGLE, DGT_MSG_TRADEMARK, 301));
	ck_assert(dgt_message_fits(DGT_MODE_SINGLE, DGT_MSG_LOG, 8192));
	ck_assert(!dgt_message_fits(DGT_MODE_SINGLE, DGT_MSG_LOG, 8193));
	ck_assert(!dgt_message_fits(DGT_MODE_SINGLE, DGT_MSG_LOG, 3));
	ck_assert(dgt_message_fits(DGT_MODE_SINGLE, DGT_MSG_SERIAL, 8));
	ck_assert(dgt_message_fits(DGT_MODE_SINGLE, DGT_MSG_SERIAL, 12));
	ck_assert(!dgt_message_fits(DGT_MODE_SINGLE, DGT_MSG_SERIAL, 9));
	ck_assert(dgt_message_fits(DGT_MODE_SINGLE, DGT_MSG_BOARD_DUMP, 103));
}
END_TEST

START_TEST(rule_3_no_id_outside_the_table_is_accepted)
{
	for (unsigned id = 0x80; id <= 0xff; id++) {
		bool is_known = dgt_message_is_known(DGT_MODE_SINGLE, (uint8_t)id);
		bool is_named = strcmp(dgt_message_name((enum dgt_message_type)id), "unknown") != 0;

		ck_assert_int_eq(is_known, is_named);
	}
	start();
	hear_single(0, "80 00 03 99 00 05 01 02 8e 00 05 24 01");
	ck_assert_str_eq(said.line, "damaged damaged=800003 why=unknown_id\n"
				    "damaged damaged=9900050102 why=unknown_id\n"
				    "field_update square=e4 piece=P\n");
}
END_TEST

START_TEST(rule_4_squares_codes_and_digits_are_checked)
{
	start();
	hear_single(0, "8e 00 05 3f 0f 8e 00 05 40 00 8e 00 05 00 10");
	hear_single(0, "8d 00 0a 00 59 59 09 59 59 09 8d 00 0a 00 60 00 00 00 00 09");
	hear_single(0, "91 00 08 31 32 0a 34 35");
	ck_assert_str_eq(said.line, "field_update square=h1 piece=-\n"
				    "damaged damaged=8e00054000 why=content\n"
				    "damaged damaged=8e00050010 why=content\n"
				    "time right_s=3599 left_s=35999 running=yes to_move=left "
				    "right_per_move=no left_per_move=no battery_low=no\n"
				    "damaged damaged=8d000a00600000000009 why=content\n"
				    "damaged damaged=91000831320a3435 why=content\n");
}
END_TEST

START_TEST(rule_4_upper_bits_in_a_dump_are_masked)
{
	struct board_men board = board_men_start(false), read;
	uint8_t bytes[67];
	struct dgt_message msg;

	ck_assert_uint_eq(dgt_encode_board(&board, bytes, sizeof(bytes)), 67);
	for (size_t i = 3; i < sizeof(bytes); i++)
		bytes[i] |= 0x50;
	start();
	ck_assert_uint_eq(dgt_parser_feed(&parser, DGT_MODE_SINGLE, 0, bytes, 67, &msg), 67);
	ck_assert(dgt_message_board(&msg, &read));
	ck_assert(board_men_equal(&board, &read));
}
END_TEST

START_TEST(rule_5_a_frame_may_pause_a_second_and_no_longer)
{
	start();
	hear_single(100, "8e 00 05");
	ck_assert_uint_eq(dgt_parser_deadline(&parser), 1101);
	hear_single(1100, "24 01");
	ck_assert_str_eq(said.line, "field_update square=e4 piece=P\n");
	ck_assert_uint_eq(dgt_parser_deadline(&parser), UINT64_MAX);

	start();
	hear_single(100, "8e 00 05");
	hear_single(1101, "24 01 8e 00 05 34 00");
	ck_assert_str_eq(said.line, "damaged damaged=8e0005 why=timeout\n"
				    "damaged damaged=2401 why=stray\n"
				    "field_update square=e2 piece=.\n");
}
END_TEST

START_TEST(rule_5_the_log_may_pause_three_seconds)
{
	start();
	hear_single(0, "8f 00 05 6f");
	ck_assert_uint_eq(dgt_parser_deadline(&parser), 3001);
	hear_single(3000, "6b");
	ck_assert_str_eq(said.line, "log\n- start_position trusted=yes\n");
}
END_TEST

START_TEST(rule_6_every_drop_is_counted_at_once)
{
	static const char *const damages[] = {"8e 00 02", "86 00 05",       "99 00 05",
					      "00",       "8e 00 05 40 00", "8e 00 8e"};

	for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
		start();
		hear_single(0, damages[i]);
		ck_assert_msg(parser.dropped_bytes > 0, "%s", damages[i]);
	}
}
END_TEST

START_TEST(a_bus_reply_is_believed_only_with_its_checksum)
{
	static const uint8_t good[] = {0x87, 0x00, 0x06, 0x08, 0x01, 0x16};

	for (unsigned bit = 0; bit < 8 * sizeof(good); bit++) {
		uint8_t bytes[sizeof(good)];

		memcpy(bytes, good, sizeof(good));
		bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		start();
		hear(DGT_MODE_BUS, 0, bytes, sizeof(bytes));
		hear_end();
		ck_assert_ptr_null(strstr(said.line, "bus_ping"));
	}
}
END_TEST

START_TEST(offsets_cover_every_byte_of_the_stream_once)
{
	uint32_t seed = 7;
	uint64_t next = 0;
	struct dgt_message msg = {0};

	start();
	for (int i = 0; i < 200000;) {
		uint8_t bytes[64];
		size_t len = 1 + next_random(&seed) % sizeof(bytes), at = 0;

		for (size_t k = 0; k < len; k++) {
			static const uint8_t likely[] = {0x8e, 0x00, 0x05, 0x86, 0x43, 0x8d, 0x0a};
			uint32_t r = next_random(&seed);

			bytes[k] = r % 3 == 0 ? (uint8_t)(r >> 8) : likely[(r >> 8) % 7];
		}
		while (at < len) {
			at += dgt_parser_feed(&parser, DGT_MODE_SINGLE, 0, bytes + at, len - at,
					      &msg);
			if (msg.type == DGT_MSG_NONE)
				continue;
			if (msg.at != next)
				ck_abort_msg("a message at %llu instead of %llu",
					     (unsigned long long)msg.at, (unsigned long long)next);
			next += msg.frame_len;
		}
		i += (int)len;
	}
	if (dgt_parser_end(&parser, &msg))
		next += msg.frame_len;
	ck_assert_uint_eq(next, parser.seen);
}
END_TEST

START_TEST(any_noise_gives_the_same_messages_in_any_chunks)
{
	static uint8_t noise[4096];
	static struct text whole;

	for (uint32_t seed = 1; seed <= 40; seed++) {
		uint32_t random = seed;
		struct vector v = {.reader = "single", .len = sizeof(noise)};
		enum dgt_mode mode = seed % 2 ? DGT_MODE_SINGLE : DGT_MODE_BUS;

		for (size_t i = 0; i < sizeof(noise); i++) {
			uint32_t r = next_random(&random);

			noise[i] = (uint8_t)(r % 4 == 0 ? 0x80 | (r >> 8 & 0x0f) : r >> 8 & 0x0f);
		}
		memcpy(v.bytes, noise, sizeof(noise));
		text_clear(&said);
		read_frames(&v, mode, v.len, 0);
		whole = said;
		for (size_t size = 0; size < 20; size++) {
			text_clear(&said);
			read_frames(&v, mode, size, seed + 100);
			ck_assert_str_eq(said.line, whole.line);
		}
	}
}
END_TEST

START_TEST(a_flood_of_stray_bytes_is_told_in_pieces)
{
	static uint8_t flood[100000];
	struct dgt_message msg;
	size_t at = 0, pieces = 0;

	start();
	while (at < sizeof(flood)) {
		at += dgt_parser_feed(&parser, DGT_MODE_SINGLE, 0, flood + at, sizeof(flood) - at,
				      &msg);
		if (msg.type == DGT_MSG_DAMAGED) {
			ck_assert_uint_le(msg.frame_len, DGT_NOISE_MAX);
			pieces++;
		}
	}
	ck_assert_uint_eq(pieces, sizeof(flood) / DGT_NOISE_MAX);
	ck_assert_uint_eq(parser.dropped_bytes, sizeof(flood));
}
END_TEST

START_TEST(every_prefix_of_every_vector_is_survived)
{
	size_t count = vectors_read(vectors, VECTORS_MAX);

	for (size_t i = 0; i < count; i++) {
		for (size_t len = 0; len < vectors[i].len && len < 300; len++) {
			start();
			hear(DGT_MODE_SINGLE, 0, vectors[i].bytes, len);
			hear_single(0, "8e 00 05 24 01"); /* the stream recovers at once */
			if (!strstr(said.line, "square=e4 piece=P\n"))
				ck_abort_msg("vector %s up to %zu: %s", vectors[i].name, len,
					     said.line);
		}
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dgt_parser");
	TCase *tests = tcase_create("parser");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, every_vector_is_read_as_documented);
	tcase_add_test(tests, every_vector_is_the_same_in_every_chunking);
	tcase_add_test(tests, every_vector_is_the_same_in_random_chunks);
	tcase_add_test(tests, every_vector_is_the_same_cut_in_two_at_any_byte);
	tcase_add_test(tests, rule_1_a_top_bit_drops_the_open_frame_and_counts_it);
	tcase_add_test(tests, rule_2_bytes_outside_a_frame_are_dropped);
	tcase_add_test(tests, rule_3_a_length_below_the_header_is_never_a_frame);
	tcase_add_test(tests, rule_3_the_longest_trademark_is_300_and_the_longest_log_8192);
	tcase_add_test(tests, rule_3_no_id_outside_the_table_is_accepted);
	tcase_add_test(tests, rule_4_squares_codes_and_digits_are_checked);
	tcase_add_test(tests, rule_4_upper_bits_in_a_dump_are_masked);
	tcase_add_test(tests, rule_5_a_frame_may_pause_a_second_and_no_longer);
	tcase_add_test(tests, rule_5_the_log_may_pause_three_seconds);
	tcase_add_test(tests, rule_6_every_drop_is_counted_at_once);
	tcase_add_test(tests, a_bus_reply_is_believed_only_with_its_checksum);
	tcase_add_test(tests, offsets_cover_every_byte_of_the_stream_once);
	tcase_add_test(tests, any_noise_gives_the_same_messages_in_any_chunks);
	tcase_add_test(tests, a_flood_of_stray_bytes_is_told_in_pieces);
	tcase_add_test(tests, every_prefix_of_every_vector_is_survived);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
