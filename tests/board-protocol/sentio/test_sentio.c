/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/sentio/message.h"
#include "tests/support/told.h"
#include "tests/support/words.h"

/* The start position, as its firmware was seen to send it. */
static const char start[] = ":255 255 0 0 0 0 255 255\r\n";

static struct sentio_message first_of(const char *text)
{
	struct sentio_parser parser;
	struct sentio_message msg;

	sentio_parser_init(&parser);
	(void)sentio_parser_feed(&parser, (const uint8_t *)text, strlen(text), &msg);
	return msg;
}

START_TEST(the_start_position)
{
	struct board_men men = board_men_start(false);
	uint8_t bytes[SENTIO_LINE_MAX];
	struct sentio_message msg = first_of(start);

	ck_assert_int_eq(msg.type, SENTIO_BOARD);
	for (unsigned i = 0; i < BOARD_SQUARES; i++)
		ck_assert_int_eq(msg.men.at[i], men.at[i] == '.' ? '.' : '?');
	ck_assert_uint_eq(sentio_encode(&men, bytes, sizeof(bytes)), strlen(start));
	ck_assert_mem_eq(bytes, start, strlen(start));
	ck_assert_uint_eq(sentio_encode(&men, bytes, 10), 0);
}
END_TEST

/* The highest bit is the a-file, the first number the eighth rank. */
START_TEST(files_and_ranks)
{
	struct sentio_message msg = first_of(":128 0 0 0 0 0 0 1\r\n");

	ck_assert_int_eq(msg.men.at[56], '?');
	ck_assert_int_eq(msg.men.at[7], '?');
	ck_assert_int_eq(msg.men.at[0], '.');
	ck_assert_int_eq(msg.men.at[63], '.');
}
END_TEST

START_TEST(lines_in_pieces_of_every_size)
{
	static const char text[] = "55 255\r\n:255 255 0 0 0 0 255 255\r\nL\r\n"
				   ":255 2\n55 0 0 0 0 247 255\r\nnoise:255 2";

	for (size_t piece = 1; piece <= strlen(text); piece++) {
		struct sentio_parser parser;
		struct sentio_message msg;
		unsigned boards = 0, damages = 0;

		sentio_parser_init(&parser);
		for (size_t at = 0; at < strlen(text);) {
			size_t left = strlen(text) - at;

			at += sentio_parser_feed(&parser, (const uint8_t *)text + at,
						 left < piece ? left : piece, &msg);
			boards += msg.type == SENTIO_BOARD;
			damages += msg.type == SENTIO_DAMAGED;
		}
		ck_assert_uint_eq(boards, 2);
		ck_assert_uint_eq(damages, 2);
		ck_assert(sentio_parser_end(&parser, &msg));
		ck_assert_int_eq(msg.damage, BOARD_DAMAGE_END);
		ck_assert(!sentio_parser_end(&parser, &msg));
	}
}
END_TEST

START_TEST(what_is_no_line_is_said)
{
	ck_assert_int_eq(first_of(":256 0 0 0 0 0 0 0\r\n").damage, BOARD_DAMAGE_CONTENT);
	ck_assert_int_eq(first_of(":1 0 0 0 0 0 0\r\n").damage, BOARD_DAMAGE_LENGTH);
	ck_assert_int_eq(first_of(":1 0 0 0 0 0 0 0 0 \r\n").damage, BOARD_DAMAGE_LENGTH);
	ck_assert_int_eq(first_of(":1 0 x").damage, BOARD_DAMAGE_CONTENT);
	ck_assert_int_eq(first_of(":1 0 :").damage, BOARD_DAMAGE_CUT);
	ck_assert_int_eq(first_of("abc:").damage, BOARD_DAMAGE_STRAY);
}
END_TEST

/* A line has no check: what only one of them shows is not told. */
START_TEST(a_board_is_believed_when_it_is_shown_twice)
{
	begin_talk("sentio", false, 1000);
	expect_asked(1000, "");
	hears_text(1100, "5 255\r\n");
	hears_text(1300, start);
	expect_told("");
	hears_text(1550, start);
	expect_told("connected, dump");
	expect_men(START_MEN);
	hears_text(1800, ":255 255 0 0 0 0 247 255\r\n");
	expect_told("");
	hears_text(2050, ":255 255 0 0 0 0 247 255\r\n");
	expect_told("lifted e2");
	hears_text(2300, ":255 255 0 0 8 0 247 255\r\n");
	hears_text(2550, ":255 255 0 0 8 0 247 255\r\n");
	expect_told("placed e4");
	hears_text(2800, ":255 255 0 0 8 0 247 25\r\n:255 255 0 0 8 0 247 255\r\n");
	hears_text(3050, ":255 255 0 0 8 0 247 255\r\n");
	expect_told("");
	expect_asked(9000, "");
	expect_told("lost");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sentio");
	TCase *tcase = tcase_create("sentio");

	tcase_add_test(tcase, the_start_position);
	tcase_add_test(tcase, files_and_ranks);
	tcase_add_test(tcase, lines_in_pieces_of_every_size);
	tcase_add_test(tcase, what_is_no_line_is_said);
	tcase_add_test(tcase, a_board_is_believed_when_it_is_shown_twice);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
