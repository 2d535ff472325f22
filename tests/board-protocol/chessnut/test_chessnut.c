/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/board.h"
#include "board-protocol/chessnut/message.h"
#include "tests/support/words.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct board_session session;

/* The start position, as boards of the maker were seen to send it, and the same turned. */
static const uint8_t start[] = {0x01, 0x24, 0x58, 0x23, 0x31, 0x85, 0x44, 0x44, 0x44, 0x44,
				0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
				0,    0,    0,    0,    0,    0,    0x77, 0x77, 0x77, 0x77,
				0xa6, 0xc9, 0x9b, 0x6a, 0xff, 0xff, 0xff, 0xff};
static const uint8_t turned[] = {0x01, 0x24, 0xa6, 0xb9, 0x9c, 0x6a, 0x77, 0x77, 0x77, 0x77,
				 0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
				 0,    0,    0,    0,    0,    0,    0x44, 0x44, 0x44, 0x44,
				 0x58, 0x13, 0x32, 0x85, 0xff, 0xff, 0xff, 0xff};

static struct chessnut_message first_of(const uint8_t *bytes, size_t len)
{
	struct chessnut_parser parser;
	struct chessnut_message msg;

	chessnut_parser_init(&parser);
	(void)chessnut_parser_feed(&parser, bytes, len, &msg);
	return msg;
}

START_TEST(the_start_position)
{
	struct board_men men = board_men_start(false);
	uint8_t bytes[CHESSNUT_BOARD_BYTES];
	struct chessnut_message msg = first_of(start, sizeof(start));

	ck_assert(board_men_equal(&msg.men, &men));
	ck_assert_uint_eq(chessnut_encode_board(&men, bytes, sizeof(bytes)), sizeof(start));
	ck_assert_mem_eq(bytes, start, sizeof(start));
	ck_assert_uint_eq(chessnut_encode_board(&men, bytes, 10), 0);
}
END_TEST

START_TEST(a_turned_board_is_shown_as_it_is)
{
	struct board_men men = board_men_start(true);
	struct chessnut_message msg = first_of(turned, sizeof(turned));

	ck_assert(board_men_equal(&msg.men, &men));
}
END_TEST

/* By the maker's own words a board has 34 bytes. */
START_TEST(the_length_is_not_always_the_same)
{
	uint8_t bytes[sizeof(start)];

	memcpy(bytes, start, sizeof(bytes));
	bytes[1] = 34;
	ck_assert_int_eq(first_of(bytes, 36).type, CHESSNUT_BOARD);
	ck_assert_uint_eq(first_of(bytes, 36).len, 36);
}
END_TEST

static struct board_battery battery_of(uint8_t level, uint8_t flags)
{
	uint8_t bytes[] = {0x2a, 0x02, level, flags};

	ck_assert_int_eq(first_of(bytes, 4).type, CHESSNUT_BATTERY);
	return first_of(bytes, 4).battery;
}

START_TEST(the_battery)
{
	ck_assert_uint_eq(battery_of(0x58, 0).percent, 88);
	ck_assert(!battery_of(0x58, 0).charging);
	ck_assert(battery_of(0x58, 1).charging);
	ck_assert(battery_of(0xd8, 0).charging);
	ck_assert_uint_eq(battery_of(0xd8, 0).percent, 88);
	ck_assert_uint_eq(battery_of(0x7f, 0).percent, 100);
}
END_TEST

/* A report of USB is filled up with zeros; noise is skipped, and what follows is read. */
START_TEST(messages_in_pieces_of_every_size)
{
	static const uint8_t lead[] = {0x00, 0x99, 0x00, 0x2a, 0x02, 0x58, 0x00, 0x00, 0x00};
	uint8_t bytes[sizeof(lead) + sizeof(start) + 26] = {0};

	memcpy(bytes, lead, sizeof(lead));
	memcpy(bytes + sizeof(lead), start, sizeof(start));
	for (size_t piece = 1; piece <= sizeof(bytes); piece++) {
		struct chessnut_parser parser;
		struct chessnut_message msg;
		unsigned boards = 0, batteries = 0, damages = 0;

		chessnut_parser_init(&parser);
		for (size_t at = 0; at < sizeof(bytes);) {
			size_t part = sizeof(bytes) - at < piece ? sizeof(bytes) - at : piece;

			at += chessnut_parser_feed(&parser, bytes + at, part, &msg);
			boards += msg.type == CHESSNUT_BOARD;
			batteries += msg.type == CHESSNUT_BATTERY;
			damages += msg.type == CHESSNUT_DAMAGED;
		}
		ck_assert(!chessnut_parser_end(&parser, &msg));
		ck_assert_uint_eq(boards, 1);
		ck_assert_uint_eq(batteries, 1);
		ck_assert_uint_eq(damages, 1);
	}
}
END_TEST

START_TEST(what_is_no_man_is_no_board)
{
	uint8_t bytes[sizeof(start)];
	struct chessnut_parser parser;
	struct chessnut_message msg;

	memcpy(bytes, start, sizeof(bytes));
	bytes[20] = 0x0d;
	ck_assert_int_eq(first_of(bytes, sizeof(bytes)).damage, BOARD_DAMAGE_CONTENT);
	bytes[1] = 20; /* too short for a board */
	ck_assert_int_eq(first_of(bytes, sizeof(bytes)).damage, BOARD_DAMAGE_LENGTH);
	chessnut_parser_init(&parser);
	(void)chessnut_parser_feed(&parser, start, 10, &msg);
	ck_assert(chessnut_parser_end(&parser, &msg));
	ck_assert_int_eq(msg.damage, BOARD_DAMAGE_END);
}
END_TEST

/* --- the session --- */

static char story[512];

static void hears(uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	struct board_event event;

	ck_assert_uint_eq(board_session_feed(&session, at_ms, bytes, len), len);
	while (board_session_next(&session, &event)) {
		strcat(story, story[0] ? ", " : "");
		strcat(story, board_event_name(event.type));
	}
}

static void expect_told(const char *what)
{
	ck_assert_str_eq(story, what);
	story[0] = '\0';
}

static void expect_asked(uint64_t at_ms, uint8_t kind)
{
	uint8_t bytes[BOARD_OUT_MAX];

	board_session_tick(&session, at_ms);
	ck_assert_uint_eq(board_session_take(&session, bytes, sizeof(bytes)), 3);
	ck_assert_uint_eq(bytes[0], kind);
}

START_TEST(a_board_is_met_moves_and_lives)
{
	static const uint8_t battery[] = {0x2a, 0x02, 0x58, 0x00};
	struct board_config config = {.wiring = BOARD_WIRING_SINGLE};
	uint8_t moved[sizeof(start)], bytes[BOARD_OUT_MAX];

	story[0] = '\0';
	memcpy(moved, start, sizeof(moved));
	ck_assert(board_make_find("chessnut", &config.make));
	board_session_init(&session, &config);
	board_session_open(&session, 1000);
	expect_asked(1000, 0x21);
	hears(1020, start, sizeof(start));
	expect_told("connected, dump");
	ck_assert_uint_eq(board_session_take(&session, bytes, sizeof(bytes)), 0); /* not so soon */
	hears(1500, start, sizeof(start));
	expect_told("");
	moved[2 + 25] = 0x07; /* nothing on e2 */
	hears(2000, moved, sizeof(moved));
	expect_told("lifted");
	moved[2 + 17] = 0x70; /* and a pawn on e4 */
	hears(2400, moved, sizeof(moved));
	expect_told("placed");
	expect_asked(4400, 0x29);
	hears(4410, battery, sizeof(battery));
	expect_told("battery");
	expect_asked(6410, 0x29);
	hears(6420, battery, sizeof(battery));
	expect_told(""); /* the same */
	board_session_tick(&session, 20000);
	ck_assert_int_eq(board_session_state(&session), BOARD_ST_LOST);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("chessnut");
	TCase *tcase = tcase_create("chessnut");

	tcase_add_test(tcase, the_start_position);
	tcase_add_test(tcase, a_turned_board_is_shown_as_it_is);
	tcase_add_test(tcase, the_length_is_not_always_the_same);
	tcase_add_test(tcase, the_battery);
	tcase_add_test(tcase, messages_in_pieces_of_every_size);
	tcase_add_test(tcase, what_is_no_man_is_no_board);
	tcase_add_test(tcase, a_board_is_met_moves_and_lives);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
