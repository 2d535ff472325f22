/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/squareoff/message.h"
#include "tests/support/told.h"
#include "tests/support/words.h"

static const char start[] = "30#1100001111000011110000111100001111000011110000111100001111000011*";
/* After 1. e4 e5, as it was seen. */
static const char after_e4_e5[] =
	"30#1100001111000011110000111100001110011001110000111100001111000011*";

static struct squareoff_message first_of(const char *text)
{
	struct squareoff_parser parser;
	struct squareoff_message msg;

	squareoff_parser_init(&parser);
	(void)squareoff_parser_feed(&parser, (const uint8_t *)text, strlen(text), &msg);
	return msg;
}

START_TEST(boards_go_file_by_file)
{
	struct board_men men = board_men_start(false);
	uint8_t bytes[SQUAREOFF_FRAME_MAX];
	struct squareoff_message msg = first_of(after_e4_e5);

	ck_assert_int_eq(msg.type, SQUAREOFF_BOARD);
	ck_assert_int_eq(msg.men.at[on("e4")], '?');
	ck_assert_int_eq(msg.men.at[on("e5")], '?');
	ck_assert_int_eq(msg.men.at[on("e2")], '.');
	ck_assert_int_eq(msg.men.at[on("e7")], '.');
	ck_assert_int_eq(msg.men.at[on("a2")], '?');
	ck_assert_uint_eq(squareoff_encode_board(&men, bytes, sizeof(bytes)), strlen(start));
	ck_assert_mem_eq(bytes, start, strlen(start));
	ck_assert_uint_eq(squareoff_encode_board(&men, bytes, 10), 0);
}
END_TEST

START_TEST(lifts_and_places)
{
	uint8_t bytes[8];

	ck_assert_int_eq(first_of("0#e2u*").type, SQUAREOFF_LIFTED);
	ck_assert_uint_eq(first_of("0#e2u*").square, on("e2"));
	ck_assert_int_eq(first_of("0#e4d*").type, SQUAREOFF_PLACED);
	ck_assert_uint_eq(first_of("0#e4d*").square, on("e4"));
	ck_assert_uint_eq(squareoff_encode_change(on("h8"), true, bytes, sizeof(bytes)), 6);
	ck_assert_mem_eq(bytes, "0#h8u*", 6);
	ck_assert_uint_eq(squareoff_encode_change(on("h8"), true, bytes, 5), 0);
}
END_TEST

START_TEST(the_battery_is_told_in_volts)
{
	ck_assert_int_eq(first_of("22#3.65*").type, SQUAREOFF_BATTERY);
	ck_assert_uint_eq(first_of("22#3.65*").millivolts, 3650);
	ck_assert_uint_eq(first_of("22#4*").millivolts, 4000);
	ck_assert_int_eq(first_of("22#*").damage, BOARD_DAMAGE_CONTENT);
	ck_assert_int_eq(first_of("22#3.6.5*").damage, BOARD_DAMAGE_CONTENT);
	ck_assert_int_eq(first_of("22#36.5*").damage, BOARD_DAMAGE_CONTENT);
	ck_assert_int_eq(first_of("22#3.65432*").damage, BOARD_DAMAGE_CONTENT);
}
END_TEST

START_TEST(what_is_no_message_is_said)
{
	char longer[SQUAREOFF_FRAME_MAX + 8];

	ck_assert_int_eq(first_of("14#GO*").type, SQUAREOFF_OTHER);
	ck_assert_int_eq(first_of("\r\n9#*").type, SQUAREOFF_OTHER);
	ck_assert_int_eq(first_of("0#e9u*").damage, BOARD_DAMAGE_CONTENT);
	ck_assert_int_eq(first_of("0#e2e4*").damage, BOARD_DAMAGE_CONTENT);
	ck_assert_int_eq(first_of("30#11*").damage, BOARD_DAMAGE_CONTENT);
	ck_assert_int_eq(first_of("300#").damage, BOARD_DAMAGE_CUT);
	ck_assert_int_eq(first_of("x").damage, BOARD_DAMAGE_STRAY);
	ck_assert_int_eq(first_of("3\x80").damage, BOARD_DAMAGE_CUT);
	memset(longer, '1', sizeof(longer));
	memcpy(longer, "30#", 3);
	longer[sizeof(longer) - 1] = '\0';
	ck_assert_int_eq(first_of(longer).damage, BOARD_DAMAGE_LENGTH);
}
END_TEST

START_TEST(messages_in_pieces_of_every_size)
{
	static const char text[] = "x0#e2u*\r\n0#e4d*22#3.65*0#";

	for (size_t piece = 1; piece <= strlen(text); piece++) {
		struct squareoff_parser parser;
		struct squareoff_message msg;
		unsigned messages = 0, damages = 0;

		squareoff_parser_init(&parser);
		for (size_t at = 0; at < strlen(text);) {
			size_t left = strlen(text) - at;

			at += squareoff_parser_feed(&parser, (const uint8_t *)text + at,
						    left < piece ? left : piece, &msg);
			damages += msg.type == SQUAREOFF_DAMAGED;
			messages += msg.type > SQUAREOFF_DAMAGED;
		}
		ck_assert_uint_eq(messages, 3);
		ck_assert_uint_eq(damages, 1);
		ck_assert(squareoff_parser_end(&parser, &msg));
		ck_assert_int_eq(msg.damage, BOARD_DAMAGE_END);
	}
}
END_TEST

START_TEST(a_board_is_met_and_tells_of_changes)
{
	begin_talk("squareoff", false, 1000);
	expect_asked(1000, "30#R*");
	expect_asked(1150, "14#1*");
	hears_text(1200, "14#GO*");
	hears_text(1250, start);
	expect_told("connected, dump");
	expect_men(START_MEN);
	hears_text(2000, "0#e2u*");
	expect_told("lifted e2");
	hears_text(2100, "0#e2u*");
	expect_told(""); /* an echo */
	hears_text(2400, "0#e4d*");
	expect_told("placed e4");
	expect_asked(2750, "4#*");
	hears_text(2800, "22#3.75*");
	expect_told("battery");
	expect_asked(5799, "");
	expect_asked(5800, "30#R*");
	hears_text(5850, after_e4_e5);
	expect_told("lifted e7, placed e5"); /* two changes were lost */
}
END_TEST

/* A reset would end the game that the board follows by itself. */
START_TEST(after_a_loss_it_is_not_told_to_begin)
{
	begin_talk("squareoff", false, 1000);
	hears_text(1100, start);
	expect_asked(1900, "30#R*14#1*"); /* nobody took the first ones */
	board_session_close(&session, 2000);
	take_events();
	story[0] = '\0';
	board_session_open(&session, 3000);
	expect_asked(3000, "30#R*");
	expect_asked(3400, "");
	hears_text(3450, start);
	expect_told("connected, dump, resynced");
}
END_TEST

START_TEST(who_is_only_met_is_told_nothing_unless_silent)
{
	begin_talk("squareoff", true, 1000);
	expect_asked(1000, "30#R*");
	hears_text(1100, start);
	expect_told("connected");
	expect_asked(1900, "");
	begin_talk("squareoff", true, 1000);
	expect_asked(1000, "30#R*");
	expect_asked(1600, "30#R*");
	expect_asked(1700, "14#1*");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("squareoff");
	TCase *tcase = tcase_create("squareoff");

	tcase_add_test(tcase, boards_go_file_by_file);
	tcase_add_test(tcase, lifts_and_places);
	tcase_add_test(tcase, the_battery_is_told_in_volts);
	tcase_add_test(tcase, what_is_no_message_is_said);
	tcase_add_test(tcase, messages_in_pieces_of_every_size);
	tcase_add_test(tcase, a_board_is_met_and_tells_of_changes);
	tcase_add_test(tcase, after_a_loss_it_is_not_told_to_begin);
	tcase_add_test(tcase, who_is_only_met_is_told_nothing_unless_silent);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
