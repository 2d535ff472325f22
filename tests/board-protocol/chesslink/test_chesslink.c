/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/board.h"
#include "board-protocol/chesslink/message.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START  "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"
#define AFTER  "rnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR"
#define TURNED "RNBKQBNRPPPPPPPP................................pppppppprnbkqbnr"

static struct board_session session;
static char story[4096]; /* what was told since last asked */

/* --- the words of these tests --- */

static size_t encode(const char *signs, uint8_t *bytes)
{
	size_t len = chesslink_encode(signs, bytes, CHESSLINK_FRAME_MAX);

	ck_assert_uint_eq(len, strlen(signs) + 2);
	return len;
}

static void expect_encoded(const char *signs, size_t len, const uint8_t *wanted)
{
	uint8_t bytes[CHESSLINK_FRAME_MAX];

	ck_assert_uint_eq(encode(signs, bytes), len);
	ck_assert_mem_eq(bytes, wanted, len);
}

static void tell_message(const struct chesslink_message *msg)
{
	size_t len = strlen(story);

	len += (size_t)snprintf(story + len, sizeof(story) - len, "%s%llu %s", len > 0 ? ", " : "",
				(unsigned long long)msg->at, chesslink_message_name(msg->type));
	if (msg->type == CHESSLINK_DAMAGED)
		snprintf(story + len, sizeof(story) - len, " %zu %s", msg->len,
			 board_damage_name(msg->damage));
	if (msg->type == CHESSLINK_VERSION)
		snprintf(story + len, sizeof(story) - len, " %u.%u", msg->firmware.main,
			 msg->firmware.sub);
	if (msg->type == CHESSLINK_WRITTEN || msg->type == CHESSLINK_READ)
		snprintf(story + len, sizeof(story) - len, " %u=%u", msg->address, msg->value);
}

/* All bytes in pieces of one size. */
static void parse(const uint8_t *bytes, size_t len, size_t piece)
{
	struct chesslink_parser parser;
	struct chesslink_message msg;

	story[0] = '\0';
	chesslink_parser_init(&parser);
	for (size_t at = 0; at < len; at += piece) {
		size_t part = len - at < piece ? len - at : piece, used = 0;

		do {
			used += chesslink_parser_feed(&parser, bytes + at + used, part - used,
						      &msg);
			if (msg.type != CHESSLINK_NONE)
				tell_message(&msg);
		} while (used < part || msg.type != CHESSLINK_NONE);
	}
	while (chesslink_parser_end(&parser, &msg))
		tell_message(&msg);
}

static void expect_parsed(const uint8_t *bytes, size_t len, const char *wanted)
{
	for (size_t piece = 1; piece <= len; piece++) {
		parse(bytes, len, piece);
		ck_assert_str_eq(story, wanted);
	}
}

static void tell_event(const struct board_event *event)
{
	size_t len = strlen(story);

	len += (size_t)snprintf(story + len, sizeof(story) - len, "%s%s", len > 0 ? ", " : "",
				board_event_name(event->type));
	if (event->type == BOARD_EV_LIFTED || event->type == BOARD_EV_PLACED)
		snprintf(story + len, sizeof(story) - len, " %c%c", 'a' + event->square % 8,
			 '1' + event->square / 8);
}

static void take_events(void)
{
	struct board_event event;

	while (board_session_next(&session, &event))
		tell_event(&event);
}

static void hears(uint64_t at_ms, const char *signs)
{
	uint8_t bytes[CHESSLINK_FRAME_MAX];
	size_t len = encode(signs, bytes), used = 0;

	while (used < len) {
		used += board_session_feed(&session, at_ms, bytes + used, len - used);
		take_events();
	}
}

static void expect_told(const char *wanted)
{
	ck_assert_str_eq(story, wanted);
	story[0] = '\0';
}

static void expect_asked(const char *signs)
{
	uint8_t bytes[BOARD_OUT_MAX], wanted[CHESSLINK_FRAME_MAX];
	size_t len = board_session_take(&session, bytes, sizeof(bytes));

	if (signs[0] == '\0') {
		ck_assert_uint_eq(len, 0);
		return;
	}
	ck_assert_uint_eq(len, encode(signs, wanted));
	ck_assert_mem_eq(bytes, wanted, len);
}

static void begin(void)
{
	struct board_config config = {.wiring = BOARD_WIRING_SINGLE};

	ck_assert(board_make_find("chesslink", &config.make));
	story[0] = '\0';
	board_session_init(&session, &config);
	board_session_open(&session, 1000);
	expect_asked("V");
	hears(1010, "v0103");
	expect_asked("S");
	hears(1050, "s" START);
	expect_told("connected, dump");
}

/* --- the line --- */

/* Seen in a public log, or computed from the description. */
START_TEST(known_bytes)
{
	expect_encoded("V", 3, (const uint8_t[]){0xd6, 0xb5, 0xb6});
	expect_encoded("v0103", 7, (const uint8_t[]){0x76, 0xb0, 0x31, 0xb0, 0xb3, 0x37, 0x34});
	expect_encoded("S", 3, (const uint8_t[]){0xd3, 0xb5, 0xb3});
	expect_encoded("X", 3, (const uint8_t[]){0x58, 0xb5, 0x38});
	expect_encoded("W0203", 7, (const uint8_t[]){0x57, 0xb0, 0x32, 0xb0, 0xb3, 0xb5, 0xb6});
}
END_TEST

START_TEST(the_start_position)
{
	uint8_t bytes[CHESSLINK_FRAME_MAX], again[CHESSLINK_FRAME_MAX];
	struct board_men start = board_men_start(false);
	struct chesslink_parser parser;
	struct chesslink_message msg;
	size_t len = encode("s" START, bytes);

	ck_assert_uint_eq(len, 67);
	ck_assert_int_eq(bytes[65] & 0x7f, '7');
	ck_assert_int_eq(bytes[66] & 0x7f, '3');
	chesslink_parser_init(&parser);
	ck_assert_uint_eq(chesslink_parser_feed(&parser, bytes, len, &msg), len);
	ck_assert_int_eq(msg.type, CHESSLINK_BOARD);
	ck_assert(board_men_equal(&msg.men, &start));
	ck_assert_uint_eq(chesslink_encode_board(&start, again, sizeof(again)), len);
	ck_assert_mem_eq(bytes, again, len);
}
END_TEST

START_TEST(messages_in_pieces_of_every_size)
{
	uint8_t bytes[200];
	size_t len = encode("v0103", bytes);

	len += encode("s" START, bytes + len);
	len += encode("w0203", bytes + len);
	len += encode("l", bytes + len);
	len += encode("x", bytes + len);
	len += encode("r0114", bytes + len);
	expect_parsed(bytes, len,
		      "0 version 1.3, 7 board, 74 written 2=3, 81 leds, 84 leds_off, 87 read 1=20");
}
END_TEST

/* By Bluetooth and by cable the top bit may be anything. */
START_TEST(the_top_bit_is_not_looked_at)
{
	uint8_t bytes[16];
	size_t len = encode("v0103", bytes);

	for (size_t i = 0; i < len; i++)
		bytes[i] &= 0x7f;
	expect_parsed(bytes, len, "0 version 1.3");
}
END_TEST

START_TEST(noise_is_named_and_skipped)
{
	uint8_t bytes[200] = {'?', '!', 'v', '0'};
	size_t len = 4 + encode("v0103", bytes + 4);

	expect_parsed(bytes, len, "0 damaged 4 stray, 4 version 1.3");
	len = encode("v0103", bytes);
	bytes[2] ^= 2; /* another digit, and a check that is none */
	len += encode("x", bytes + len);
	expect_parsed(bytes, len, "0 damaged 7 checksum, 7 leds_off");
}
END_TEST

/* A board that was cut short must not swallow what follows. */
START_TEST(a_message_that_is_cut_swallows_no_other)
{
	uint8_t bytes[300];
	size_t len;

	(void)encode("s" START, bytes);
	len = 30 + encode("v0103", bytes + 30);
	len += encode("s" AFTER, bytes + len);
	expect_parsed(bytes, len, "0 damaged 30 cut, 30 version 1.3, 37 board");
	expect_parsed(bytes, 10, "0 damaged 10 end");
}
END_TEST

START_TEST(much_noise_is_told_in_parts)
{
	uint8_t bytes[64 * 3];

	memset(bytes, '#', sizeof(bytes));
	expect_parsed(bytes, sizeof(bytes),
		      "0 damaged 64 stray, 64 damaged 64 stray, 128 damaged 64 stray");
}
END_TEST

/* --- the session --- */

START_TEST(a_move)
{
	begin();
	hears(1100, "s" START);
	hears(1141, "s" AFTER);
	expect_told("lifted e2, placed e4");
	ck_assert_int_eq(board_session_men(&session, 0)->at[28], 'P');
	ck_assert_int_eq(board_session_state(&session), BOARD_ST_RUNNING);
}
END_TEST

/* A board that reports by itself needs no questions; one that does not is asked. */
START_TEST(a_silent_board_is_asked)
{
	begin();
	hears(1091, "s" START);
	board_session_tick(&session, 1190);
	expect_asked("");
	board_session_tick(&session, 1191);
	expect_asked("S");
	hears(1200, "s" AFTER);
	expect_told("lifted e2, placed e4");
}
END_TEST

/* Answers come in any order: a board may stand between a question and its answer. */
START_TEST(a_board_before_the_version)
{
	struct board_config config = {.make = 0};

	ck_assert(board_make_find("chesslink", &config.make));
	story[0] = '\0';
	board_session_init(&session, &config);
	board_session_open(&session, 0);
	hears(10, "s" START);
	expect_told("");
	hears(20, "v0103");
	hears(60, "s" START);
	expect_told("connected, dump");
}
END_TEST

/* Which way the board lies is for others to find out. */
START_TEST(a_turned_board_is_shown_as_it_is)
{
	struct board_men turned = board_men_start(true);

	begin();
	board_session_close(&session, 2000);
	board_session_open(&session, 3000);
	hears(3010, "v0103");
	hears(3050, "s" TURNED);
	expect_told("lost, connected, dump, resynced");
	ck_assert(board_men_equal(board_session_men(&session, 0), &turned));
}
END_TEST

/* --- what a board of another make makes of our question --- */

/* The line while three bytes pass at 38400 baud: each a start bit, eight bits, a stop bit. */
static bool level_at(const uint8_t bytes[3], unsigned bit)
{
	unsigned in_byte = bit % 10;

	if (bit >= 30 || in_byte == 9)
		return true;
	return in_byte > 0 && (bytes[bit / 10] >> (in_byte - 1) & 1);
}

/* A port of 9600 baud looks at every fourth of these bits, a little early or a little late. */
static uint8_t taken_for(const uint8_t bytes[3], unsigned start, unsigned late)
{
	uint8_t byte = 0;

	for (unsigned i = 0; i < 8; i++)
		byte |= (uint8_t)(level_at(bytes, start + 4 * i + 5 + late) << i);
	return byte;
}

/* All commands of a DGT board are below 0x80: none of them comes of it, wherever it begins to read.
 */
START_TEST(our_question_is_no_command_to_a_dgt_board)
{
	static const uint8_t asked[3] = {0xd6, 0xb5, 0xb6};

	begin();
	ck_assert_uint_eq(board_make_at(session.make)->greeting.len, 3);
	ck_assert_mem_eq(board_make_at(session.make)->greeting.bytes, asked, 3);
	for (unsigned start = 0; start < 30; start++)
		for (unsigned late = 0; late < 2; late++)
			ck_assert_uint_ge(taken_for(asked, start, late), 0x80);
}
END_TEST

/* As the contract of a recording has it: whoever reads one gets on, whatever stands there. */
START_TEST(a_recording_is_read_byte_by_byte_at_least)
{
	static const uint8_t noise[] = {0x00, 0x76, 0xc3, 0x31, 0x37, 0xb0,
					0xb0, 0xb3, 0x62, 0x62, 0x62, 0x59};
	struct board_config config = {.is_recorded = true};
	struct board_event event;

	ck_assert(board_make_find("chesslink", &config.make));
	board_session_init(&session, &config);
	for (size_t at = 0; at < sizeof(noise);) {
		size_t used =
			board_session_peek(&session, at, noise + at, sizeof(noise) - at, &event);

		ck_assert_uint_gt(used, 0);
		at += used;
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("chesslink");
	TCase *tcase = tcase_create("chesslink");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_test(tcase, known_bytes);
	tcase_add_test(tcase, the_start_position);
	tcase_add_test(tcase, messages_in_pieces_of_every_size);
	tcase_add_test(tcase, the_top_bit_is_not_looked_at);
	tcase_add_test(tcase, noise_is_named_and_skipped);
	tcase_add_test(tcase, a_message_that_is_cut_swallows_no_other);
	tcase_add_test(tcase, much_noise_is_told_in_parts);
	tcase_add_test(tcase, a_move);
	tcase_add_test(tcase, a_silent_board_is_asked);
	tcase_add_test(tcase, a_board_before_the_version);
	tcase_add_test(tcase, a_turned_board_is_shown_as_it_is);
	tcase_add_test(tcase, our_question_is_no_command_to_a_dgt_board);
	tcase_add_test(tcase, a_recording_is_read_byte_by_byte_at_least);
	suite_add_tcase(suite, tcase);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0;
}
