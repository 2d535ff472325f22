/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/identity.h"

#include <check.h>
#include <stdlib.h>

static void is_board(const char *name, uint16_t vendor, uint16_t product, const char *maker,
		     const char *product_name)
{
	const struct board_usb *identity = driver_identity_of(vendor, product, maker, product_name);

	ck_assert_ptr_nonnull(identity);
	ck_assert_str_eq(identity->name, name);
}

START_TEST(known_boards_are_known)
{
	is_board("DGT board (FTDI chip)", 0x0403, 0x6001, "FTDI", "USB <-> Serial");
	is_board("DGT board (FTDI chip)", 0x0403, 0x6001, NULL, NULL);
	is_board("DGT board with USB-C", 0x045b, 0x8111, "", "");
	is_board("DGT board (Microchip)", 0x04d8, 0x000a, NULL, NULL);
	is_board("DGT board", 0x1234, 0x5678, "DGT", "DGT Chessboard");
	is_board("DGT board", 0x0403, 0x6001, "DGT", "DGT Chessboard");
}
END_TEST

static uint32_t bit_of(const char *make)
{
	uint8_t number;

	ck_assert(board_make_find(make, &number));
	return UINT32_C(1) << number;
}

START_TEST(a_chip_that_many_use_may_be_of_several_makes)
{
	uint32_t dgt = bit_of("dgt"), chesslink = bit_of("chesslink");

	ck_assert_uint_eq(driver_identity_makes(0x0403, 0x6001, "FTDI", NULL), dgt | chesslink);
	ck_assert_uint_eq(driver_identity_makes(0x0403, 0x6001, "DGT", "DGT Chessboard"), dgt);
	ck_assert_uint_eq(driver_identity_makes(0x045b, 0x8111, NULL, NULL), dgt);
	ck_assert_uint_eq(driver_identity_makes(0x0403, 0x6015, NULL, NULL), 0);
	ck_assert_uint_eq(driver_identity_named("/dev/ttyS0") & (dgt | chesslink), dgt | chesslink);
}
END_TEST

/* A Pegasus speaks the words of a DGT board, which may answer late. */
START_TEST(behind_a_port_is_no_board_without_a_cable)
{
	uint32_t radio = bit_of("pegasus") | bit_of("squareoff");

	ck_assert_uint_eq(driver_identity_named("/dev/ttyS0") & radio, 0);
	ck_assert_uint_ne(driver_identity_named("/dev/ttyS0") & bit_of("certabo"), 0);
	ck_assert_uint_eq(driver_identity_named("bluetooth:AA:BB:CC:DD:EE:FF") & radio, radio);
	ck_assert_uint_eq(driver_identity_named("unix:/run/board") & radio, radio);
}
END_TEST

START_TEST(other_devices_are_not)
{
	ck_assert_ptr_null(driver_identity_of(0x0403, 0x6015, "FTDI", "FT231X"));
	ck_assert_ptr_null(driver_identity_of(0x8111, 0x045b, NULL, NULL));
	ck_assert_ptr_null(driver_identity_of(0x1234, 0x5678, "DGT", NULL));
	ck_assert_ptr_null(driver_identity_of(0, 0, NULL, NULL));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("identity");
	TCase *tcase = tcase_create("identity");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_test(tcase, known_boards_are_known);
	tcase_add_test(tcase, other_devices_are_not);
	tcase_add_test(tcase, a_chip_that_many_use_may_be_of_several_makes);
	tcase_add_test(tcase, behind_a_port_is_no_board_without_a_cable);
	suite_add_tcase(suite, tcase);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0;
}
