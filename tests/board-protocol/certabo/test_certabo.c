/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/board.h"
#include "board-protocol/certabo/tags.h"
#include "tests/support/words.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct board_session session;
static struct certabo_tag tags[BOARD_SQUARES]; /* what lies on the board */
static uint64_t now_ms;
static char story[1024];

/* A tag of its own for each man of a set. */
static struct certabo_tag tag_number(uint8_t number)
{
	return (struct certabo_tag){{number, 0x10, 0x54, 0xfc, 0x99}};
}

static void set_up(void)
{
	memset(tags, 0, sizeof(tags));
	for (uint8_t i = 0; i < BOARD_SQUARES; i++)
		if (i < 16 || i >= 48)
			tags[i] = tag_number((uint8_t)(i + 1));
	tags[19] = tag_number(101); /* the spare queens, on d3 and d6 */
	tags[43] = tag_number(102);
}

/* --- lines --- */

static struct certabo_message first_of(const char *text)
{
	static struct certabo_parser parser;
	struct certabo_message msg;

	certabo_parser_init(&parser);
	(void)certabo_parser_feed(&parser, (const uint8_t *)text, strlen(text), &msg);
	return msg;
}

/* The first two squares as they were seen on a real board; the rest is empty. */
static size_t seen_line(char *ret, size_t size)
{
	size_t len = (size_t)snprintf(ret, size, ":3 0 84 252 153 196 3 166 0 65");

	for (size_t i = 10; i < CERTABO_NUMBERS; i++)
		len += (size_t)snprintf(ret + len, size - len, " 0");
	return len + (size_t)snprintf(ret + len, size - len, "\r\n");
}

START_TEST(a_line_that_was_seen)
{
	static const struct certabo_tag a8 = {{0x03, 0x00, 0x54, 0xfc, 0x99}};
	static const struct certabo_tag b8 = {{0xc4, 0x03, 0xa6, 0x00, 0x41}};
	char text[CERTABO_LINE_MAX];
	struct certabo_message msg;

	(void)seen_line(text, sizeof(text));
	msg = first_of(text);
	ck_assert_int_eq(msg.type, CERTABO_TAGS);
	ck_assert_mem_eq(&msg.tag[56], &a8, sizeof(a8));
	ck_assert_mem_eq(&msg.tag[57], &b8, sizeof(b8));
	ck_assert_uint_eq(msg.tag[0].bytes[0], 0);
}
END_TEST

/* Some firmware breaks the line after 65 signs, be it inside a number. */
START_TEST(a_broken_line_is_whole)
{
	char text[CERTABO_LINE_MAX], broken[2 * CERTABO_LINE_MAX];
	size_t len = seen_line(text, sizeof(text)), out = 0;
	struct certabo_message msg;

	for (size_t i = 0; i < len; i++) {
		broken[out++] = text[i];
		if (i % 12 == 11)
			broken[out++] = '\n';
	}
	broken[out] = '\0';
	msg = first_of(broken);
	ck_assert_int_eq(msg.type, CERTABO_TAGS);
	ck_assert_uint_eq(msg.tag[57].bytes[2], 0xa6);
}
END_TEST

START_TEST(what_is_written_is_read)
{
	uint8_t bytes[CERTABO_LINE_MAX + 1];
	struct certabo_message msg;
	size_t len;

	set_up();
	len = certabo_encode(tags, bytes, sizeof(bytes));
	ck_assert_uint_gt(len, CERTABO_NUMBERS);
	bytes[len] = '\0';
	msg = first_of((const char *)bytes);
	ck_assert_int_eq(msg.type, CERTABO_TAGS);
	ck_assert_mem_eq(msg.tag, tags, sizeof(tags));
	ck_assert_uint_eq(certabo_encode(tags, bytes, 100), 0);
}
END_TEST

START_TEST(what_is_no_line_is_named)
{
	ck_assert_int_eq(first_of(":1 2 3\r").damage, BOARD_DAMAGE_LENGTH);
	ck_assert_int_eq(first_of(":1 256 ").damage, BOARD_DAMAGE_CONTENT);
	ck_assert_int_eq(first_of(":1 x").damage, BOARD_DAMAGE_CONTENT);
	ck_assert_int_eq(first_of(":1 2:").damage, BOARD_DAMAGE_CUT);
	ck_assert_int_eq(first_of("12 34\r\n:").damage, BOARD_DAMAGE_STRAY);
	ck_assert_int_eq(first_of("L\r\nD\r\n:").type, CERTABO_NONE);
	ck_assert_int_eq(first_of(":").type, CERTABO_NONE);
}
END_TEST

START_TEST(too_many_numbers_are_no_line)
{
	char text[CERTABO_LINE_MAX + 8];
	size_t len = seen_line(text, sizeof(text));

	snprintf(text + len - 2, sizeof(text) - len, " 0 0\r\n");
	ck_assert_int_eq(first_of(text).damage, BOARD_DAMAGE_LENGTH);
}
END_TEST

/* --- the session --- */

static void take_story(void)
{
	struct board_event event;

	while (board_session_next(&session, &event)) {
		strcat(story, story[0] ? ", " : "");
		strcat(story, board_event_name(event.type));
	}
}

/* So many lines come. */
static void lines(unsigned count)
{
	uint8_t bytes[CERTABO_LINE_MAX];
	size_t len = certabo_encode(tags, bytes, sizeof(bytes));

	while (count-- > 0) {
		size_t used = 0;

		now_ms += 340;
		while (used < len) {
			used += board_session_feed(&session, now_ms, bytes + used, len - used);
			take_story();
		}
	}
}

static void expect_told(const char *what)
{
	ck_assert_str_eq(story, what);
	story[0] = '\0';
}

static board_piece at(board_square square)
{
	const struct board_men *men = board_session_men(&session, 0);

	ck_assert_ptr_nonnull(men);
	return men->at[square];
}

static void begin(void)
{
	struct board_config config = {.wiring = BOARD_WIRING_SINGLE};
	uint8_t bytes[BOARD_OUT_MAX];

	now_ms = 1000;
	story[0] = '\0';
	ck_assert(board_make_find("certabo", &config.make));
	board_session_init(&session, &config);
	board_session_open(&session, now_ms);
	set_up();
	lines(3);
	expect_told("connected, dump");
	ck_assert_int_eq(at(4), BOARD_UNKNOWN);
	lines(6);
	story[0] = '\0'; /* men that are known now */
	ck_assert_uint_eq(board_session_take(&session, bytes, sizeof(bytes)), 0);
}

START_TEST(tags_are_learned_from_the_start_position)
{
	struct board_men start = board_men_start(false);

	begin();
	for (board_square i = 0; i < BOARD_SQUARES; i++)
		if (i != 19 && i != 43)
			ck_assert_int_eq(at(i), start.at[i]);
	ck_assert_int_eq(at(19), 'Q');
	ck_assert_int_eq(at(43), 'q');
}
END_TEST

/* With the spare queens on e3 and e6 Black sits where others have White. */
START_TEST(spare_queens_tell_a_turned_board)
{
	struct board_men turned = board_men_start(true);

	begin();
	board_session_init(&session, &(struct board_config){.make = session.make});
	board_session_open(&session, now_ms);
	tags[20] = tags[19];
	tags[44] = tags[43];
	tags[19] = tags[43] = (struct certabo_tag){0};
	lines(10);
	ck_assert_int_eq(at(0), turned.at[0]);
	ck_assert_int_eq(at(3), turned.at[3]);
	ck_assert_int_eq(at(20), 'q');
}
END_TEST

/* e2-e4: seen when two of three lines say so. */
START_TEST(a_move)
{
	begin();
	tags[19] = tags[43] = (struct certabo_tag){0};
	lines(3);
	expect_told("lifted, lifted");
	tags[28] = tags[12];
	tags[12] = (struct certabo_tag){0};
	lines(1);
	expect_told("");
	lines(1);
	expect_told("lifted, placed");
	ck_assert_int_eq(at(28), 'P');
}
END_TEST

START_TEST(a_weak_tag_is_no_lift)
{
	static const struct certabo_tag noise = {{0, 0, 7, 0, 9}};
	struct certabo_tag good;

	begin();
	good = tags[12];
	for (int i = 0; i < 5; i++) {
		tags[12] = i % 2 == 0 ? noise : (struct certabo_tag){0};
		lines(1);
		tags[12] = good;
		lines(2);
	}
	expect_told("");
}
END_TEST

/* A king and a queen that stand wrongly are the players' affair. */
START_TEST(what_is_known_is_not_learned_anew)
{
	struct certabo_tag king;

	begin();
	king = tags[4];
	tags[4] = tags[3];
	tags[3] = king;
	lines(12);
	ck_assert_int_eq(at(3), 'K');
	tags[8] = tag_number(77); /* a pawn of another set, at the start of a game */
	lines(12);
	ck_assert_int_eq(at(8), 'P');
	tags[30] = tag_number(78); /* and a man nobody knows, in the middle of it */
	lines(12);
	ck_assert_int_eq(at(30), BOARD_UNKNOWN);
}
END_TEST

/* What was learned is known when the board comes back. */
START_TEST(a_board_comes_back)
{
	begin();
	board_session_close(&session, now_ms);
	take_story();
	tags[28] = tags[12];
	tags[12] = (struct certabo_tag){0};
	board_session_open(&session, now_ms);
	lines(4);
	expect_told("lost, connected, dump, resynced");
	ck_assert_int_eq(at(28), 'P');
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("certabo");
	TCase *tcase = tcase_create("certabo");

	tcase_add_test(tcase, a_line_that_was_seen);
	tcase_add_test(tcase, a_broken_line_is_whole);
	tcase_add_test(tcase, what_is_written_is_read);
	tcase_add_test(tcase, what_is_no_line_is_named);
	tcase_add_test(tcase, too_many_numbers_are_no_line);
	tcase_add_test(tcase, tags_are_learned_from_the_start_position);
	tcase_add_test(tcase, spare_queens_tell_a_turned_board);
	tcase_add_test(tcase, a_move);
	tcase_add_test(tcase, a_weak_tag_is_no_lift);
	tcase_add_test(tcase, what_is_known_is_not_learned_anew);
	tcase_add_test(tcase, a_board_comes_back);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
