/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/encode.h"
#include "tests/support/told.h"
#include "tests/support/words.h"

/* The men of the start position with one code, and now and then another, for all. */
static void shows_start(uint64_t at_ms)
{
	struct board_men men = board_men_start(false);
	uint8_t bytes[DGT_HEADER + BOARD_SQUARES];
	size_t len = dgt_encode_board(&men, bytes, sizeof(bytes));

	bytes[DGT_HEADER] = 0x7f;
	/* In as many notifications as it takes. */
	for (size_t at = 0; at < len; at += 20)
		hears(at_ms, bytes + at, len - at < 20 ? len - at : 20);
}

static void says_serial(uint64_t at_ms)
{
	uint8_t bytes[16];

	hears(at_ms, bytes, dgt_encode_text(DGT_MSG_SERIAL, "12345", bytes, sizeof(bytes)));
}

START_TEST(a_board_is_met_and_tells_of_changes)
{
	static const uint8_t lifted[] = {0x8e, 0x00, 0x05, 0x34, 0x00};
	static const uint8_t placed[] = {0x8e, 0x00, 0x05, 0x24, 0x01};
	static const uint8_t strange[] = {0x8e, 0x00, 0x05, 0x23, 0x40};
	static const uint8_t battery[] = {0xa0, 0x00, 0x0c, 0x58, 0x00, 0x00,
					  0x00, 0x00, 0x00, 0x00, 0x00, 0x02};

	begin_talk("pegasus", false, 1000);
	expect_asked(1000, "45");
	says_serial(1100);
	expect_told("");
	expect_asked(1250, "42");
	shows_start(1300);
	expect_told("connected, dump");
	expect_men(START_MEN);
	expect_asked(1450, "44");
	hears(2000, lifted, sizeof(lifted));
	expect_told("lifted e2");
	hears(2200, placed, sizeof(placed));
	expect_told("placed e4");
	hears(2250, strange, sizeof(strange));
	expect_told("placed d4"); /* a code of no man is a man */
	expect_asked(2300, "4c");
	hears(2400, battery, sizeof(battery));
	expect_told("battery");
}
END_TEST

START_TEST(who_is_only_met_is_not_begun)
{
	begin_talk("pegasus", true, 1000);
	expect_asked(1000, "45");
	says_serial(1100);
	expect_told("connected");
	expect_asked(3000, "");
}
END_TEST

START_TEST(after_a_loss_it_is_begun_anew)
{
	begin_talk("pegasus", false, 1000);
	says_serial(1100);
	shows_start(1300);
	board_session_close(&session, 2000);
	take_events();
	story[0] = '\0';
	board_session_open(&session, 3000);
	expect_asked(3000, "45");
	says_serial(3100);
	expect_asked(3250, "42");
	shows_start(3300);
	expect_told("connected, dump, resynced");
	expect_asked(3450, "44");
}
END_TEST

START_TEST(the_key_of_the_maker)
{
	static const uint8_t key[BOARD_KEY] = {1, 2, 3, 4, 5, 6};
	static const uint8_t wanted[] = {0x63, 0x07, 1, 2, 3, 4, 5, 6, 0};
	uint8_t bytes[16], make;

	ck_assert(board_make_find("pegasus", &make));
	ck_assert_uint_eq(board_make_unlock(board_make_at(make), key, bytes, sizeof(bytes)), 9);
	ck_assert_mem_eq(bytes, wanted, sizeof(wanted));
	ck_assert_uint_eq(board_make_unlock(board_make_at(make), key, bytes, 8), 0);
	ck_assert_uint_eq(board_make_unlock(board_make_at(0), key, bytes, sizeof(bytes)), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pegasus");
	TCase *tcase = tcase_create("pegasus");

	tcase_add_test(tcase, a_board_is_met_and_tells_of_changes);
	tcase_add_test(tcase, who_is_only_met_is_not_begun);
	tcase_add_test(tcase, after_a_loss_it_is_begun_anew);
	tcase_add_test(tcase, the_key_of_the_maker);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
