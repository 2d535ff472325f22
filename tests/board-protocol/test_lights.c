/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/certabo/message.h"
#include "board-protocol/chesslink/message.h"
#include "tests/support/told.h"
#include "tests/support/words.h"

/* What each make is told that some squares shine, and that none does. */

static void meet(const char *make)
{
	begin_talk(make, false, 0);
}

/* As a driver of another program was seen to send them. */
START_TEST(certabo_and_sentio_count_files_from_the_lowest_bit)
{
	static const char *const makes[] = {"certabo", "sentio"};

	meet(makes[_i]);
	expect_lights("e2 e4", "0000000010001000");
	expect_lights("d2 d4", "0000000008000800");
	expect_lights("a8 h1", "0100000000000080");
	expect_lights("", "0000000000000000");
}
END_TEST

START_TEST(chessnut_counts_files_from_the_highest_bit)
{
	meet("chessnut");
	expect_lights("e2 e4", "0a080000000008000800");
	expect_lights("c4", "0a080000000020000000");
	expect_lights("", "0a080000000000000000");
}
END_TEST

START_TEST(a_pegasus_is_told_numbers_of_squares)
{
	meet("pegasus");
	expect_lights("c8", "6006050700010200");
	expect_lights("e2 e4", "600705070001342400");
	expect_lights("", "60020000");
}
END_TEST

/* More than one message of the radio takes is no order to it: the first squares are told. */
START_TEST(a_pegasus_is_told_few_squares_at_once)
{
	meet("pegasus");
	expect_lights("a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2",
		      "601205070001"
		      "38393a3b3c3d3e3f303132333400");
}
END_TEST

START_TEST(square_off_is_told_names_of_squares)
{
	meet("squareoff");
	expect_lights("e2 e4", "323523653265342a");
	expect_lights("", "3235232a");
}
END_TEST

START_TEST(chesslink_has_lights_where_squares_meet)
{
	static const char *const makes[] = {"chesslink", "eone"};
	uint8_t bytes[CHESSLINK_ORDER_MAX];
	uint8_t sum = 0;

	meet(makes[_i]);
	expect_lights("", "58b538");
	ck_assert_uint_eq(chesslink_encode_lights((uint64_t)1 << 12, bytes, sizeof(bytes)),
			  sizeof(bytes));
	ck_assert_uint_eq(bytes[0] & 0x7f, 'L');
	for (unsigned light = 1; light <= CHESSLINK_LIGHTS; light++) {
		bool shines = light == 43 || light == 44 || light == 52 || light == 53;

		ck_assert_int_eq(bytes[3 + 2 * (light - 1)] & 0x7f, shines ? 'F' : '0');
		ck_assert_int_eq(bytes[4 + 2 * (light - 1)] & 0x7f, shines ? 'F' : '0');
	}
	for (size_t i = 0; i < sizeof(bytes) - 2; i++)
		sum ^= bytes[i] & 0x7f;
	ck_assert_int_eq(bytes[sizeof(bytes) - 2] & 0x7f, "0123456789ABCDEF"[sum >> 4]);
	ck_assert_int_eq(bytes[sizeof(bytes) - 1] & 0x7f, "0123456789ABCDEF"[sum & 15]);
	for (size_t i = 0; i < sizeof(bytes); i++)
		ck_assert_int_eq(__builtin_parity(bytes[i]), 1);
}
END_TEST

/* e1: its lights are the fourth and fifth from the corner of h1, and those above them. */
START_TEST(a_certabo_board_with_coloured_lights_says_so)
{
	uint8_t bytes[CERTABO_COLOURED];
	unsigned shining = 0;

	meet("certabo");
	hears_text(100, "D\r\n");
	ck_assert_uint_eq(board_session_lights(&session, 1 << 4, bytes, sizeof(bytes)), 247);
	ck_assert_uint_eq(bytes[0], 0xff);
	ck_assert_uint_eq(bytes[1], 0x55);
	ck_assert_uint_eq(bytes[245], '\r');
	ck_assert_uint_eq(bytes[246], '\n');
	for (size_t i = 2; i < 245; i++)
		shining += bytes[i] != 0;
	ck_assert_uint_eq(shining, 4);
	ck_assert_uint_ne(bytes[2 + 3 * 3 + 2], 0);
	ck_assert_uint_ne(bytes[2 + 3 * 4 + 2], 0);
	ck_assert_uint_ne(bytes[2 + 3 * 12 + 2], 0);
	ck_assert_uint_ne(bytes[2 + 3 * 13 + 2], 0);
	hears_text(200, "L\r\n");
	expect_lights("e2 e4", "0000000010001000");
}
END_TEST

START_TEST(who_says_to_have_lights_has_them_and_nobody_else)
{
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	for (size_t i = 0; i < count; i++) {
		bool says = (makes[i]->tells & BOARD_HAS_LIGHTS) != 0;

		ck_assert_msg((makes[i]->lights != NULL) == says, "%s", makes[i]->name);
		ck_assert_msg((makes[i]->lights_ms > 0) == says, "%s", makes[i]->name);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lights");
	TCase *tcase = tcase_create("lights");

	tcase_add_loop_test(tcase, certabo_and_sentio_count_files_from_the_lowest_bit, 0, 2);
	tcase_add_test(tcase, chessnut_counts_files_from_the_highest_bit);
	tcase_add_test(tcase, a_pegasus_is_told_numbers_of_squares);
	tcase_add_test(tcase, a_pegasus_is_told_few_squares_at_once);
	tcase_add_test(tcase, square_off_is_told_names_of_squares);
	tcase_add_loop_test(tcase, chesslink_has_lights_where_squares_meet, 0, 2);
	tcase_add_test(tcase, a_certabo_board_with_coloured_lights_says_so);
	tcase_add_test(tcase, who_says_to_have_lights_has_them_and_nobody_else);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
