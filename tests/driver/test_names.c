/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/identity.h"
#include "driver/names.h"
#include "tests/support/words.h"

#include <check.h>
#include <stdio.h>

static struct driver_names names;

static void claims(const char *serial, const char *place, const char *name)
{
	ck_assert_str_eq(driver_names_claim(&names, serial, place), name);
}

static void leaves(const char *name)
{
	driver_names_release(&names, name);
}

START_TEST(a_board_is_its_serial_number)
{
	claims("12345", "usb-1-2", "12345");
	claims("67890", "usb-1-3", "67890");
	claims("12345", "usb-1-2", "12345"); /* it said so again */
	driver_names_clear(&names);
}
END_TEST

START_TEST(a_board_keeps_its_name_on_another_port)
{
	claims("12345", "usb-1-2", "12345");
	leaves("12345");
	claims("12345", "usb-3-1.4", "12345");
	driver_names_clear(&names);
}
END_TEST

START_TEST(two_boards_with_one_number_are_told_apart)
{
	claims("12345", "usb-1-2", "12345");
	claims("12345", "usb-1-3", "12345-2");
	claims("12345", "usb-1-4", "12345-3");
	leaves("12345-2");
	leaves("12345");
	claims("12345", "usb-1-3", "12345-2"); /* by its place, not by who comes first */
	claims("12345", "usb-1-2", "12345");
	leaves("12345");
	claims("12345", "usb-1-9", "12345"); /* the only one that is missing */
	driver_names_clear(&names);
}
END_TEST

START_TEST(what_cannot_be_told_apart_gets_a_new_name)
{
	claims("12345", "usb-1-2", "12345");
	claims("12345", "usb-1-3", "12345-2");
	leaves("12345");
	leaves("12345-2");
	claims("12345", "usb-1-9", "12345-3");
	driver_names_clear(&names);
}
END_TEST

START_TEST(a_board_without_a_number_is_its_place)
{
	claims("", "usb-1-2", "dev-1");
	claims("", "/dev/pts/4", "dev-2");
	leaves("dev-1");
	claims("", "usb-1-3", "dev-3"); /* may be any board */
	claims("", "usb-1-2", "dev-1");
	claims("12345", "usb-1-2", "12345"); /* another board in the same socket */
	driver_names_clear(&names);
}
END_TEST

START_TEST(a_number_that_looks_like_a_name_of_ours_is_kept_apart)
{
	claims("7-2", "usb-1-1", "7-2");
	claims("7", "usb-1-2", "7");
	claims("7", "usb-1-3", "7-3");
	claims("dev", "usb-1-4", "dev");
	claims("", "usb-1-5", "dev-1");
	leaves("no such name");
	driver_names_clear(&names);
}
END_TEST

START_TEST(names_have_an_end)
{
	static const char *text =
		"3000147740300014774030001477403000147740300014774030001477403000"
		"147740300014774030001477403000147740300014774030001477403000147740";

	for (int i = 0; i < 20; i++) {
		char place[16];

		snprintf(place, sizeof(place), "usb-1-%d", i);
		ck_assert_uint_lt(strlen(driver_names_claim(&names, text, place)), DRIVER_NAME_MAX);
	}
	ck_assert_uint_eq(names.count, 20);
	driver_names_clear(&names);
}
END_TEST

static void is_board(const char *name, uint16_t vendor, uint16_t product, const char *maker,
		     const char *product_name)
{
	const struct driver_identity *identity =
		driver_identity_of(vendor, product, maker, product_name);

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
}
END_TEST

START_TEST(other_devices_are_not)
{
	ck_assert_ptr_null(driver_identity_of(0x10c4, 0xea60, "Silicon Labs", "CP2102"));
	ck_assert_ptr_null(driver_identity_of(0x0403, 0x6015, "FTDI", "FT231X"));
	ck_assert_ptr_null(driver_identity_of(0x8111, 0x045b, NULL, NULL));
	ck_assert_ptr_null(driver_identity_of(0x1234, 0x5678, "DGT", NULL));
	ck_assert_ptr_null(driver_identity_of(0, 0, NULL, NULL));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("names");
	TCase *tcase = tcase_create("names");

	tcase_add_test(tcase, a_board_is_its_serial_number);
	tcase_add_test(tcase, a_board_keeps_its_name_on_another_port);
	tcase_add_test(tcase, two_boards_with_one_number_are_told_apart);
	tcase_add_test(tcase, what_cannot_be_told_apart_gets_a_new_name);
	tcase_add_test(tcase, a_board_without_a_number_is_its_place);
	tcase_add_test(tcase, a_number_that_looks_like_a_name_of_ours_is_kept_apart);
	tcase_add_test(tcase, names_have_an_end);
	tcase_add_test(tcase, known_boards_are_known);
	tcase_add_test(tcase, other_devices_are_not);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
