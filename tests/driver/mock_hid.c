/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testbed.h"

#include "driver/driver.h"
#include "driver/finder.h"
#include "driver/link.h"
#include "driver/node.h"
#include "tests/support/words.h"

#include <check.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* Boards that are HID devices, on a machine of umockdev. */

static struct driver_finder *finder;
static struct driver_news news;

static bool finds_next(void)
{
	driver_finder_step(finder, 0);
	return driver_finder_next(finder, &news);
}

START_TEST(a_board_is_found_by_its_numbers)
{
	plug_device(0, "2d80:8003", "S1");
	plug_hid(0, "0600ff");
	ck_assert_int_eq(driver_finder_new(&finder, NULL, 0), 0);
	ck_assert(finds_next());
	ck_assert_str_eq(news.port.node, "/dev/hidraw0");
	ck_assert_str_eq(news.port.usb_path, "1-2");
	ck_assert_str_eq(news.port.usb_serial, "S1");
	ck_assert_str_eq(news.port.identity->name, "Chessnut board");
	ck_assert_uint_eq(news.port.makes, driver_identity_hid());
	ck_assert_uint_eq(driver_identity_named("/dev/hidraw0"), driver_identity_hid());
	ck_assert(!driver_finder_next(finder, &news));
	driver_finder_free(finder);
}
END_TEST

/* The keyboard of a board, somebody else's, and a board that is yet to be made. */
START_TEST(other_hid_devices_are_not_even_named)
{
	plug_device(0, "2d80:8003", NULL);
	plug_hid(0, "05010906");
	plug_device(1, "046d:c31c", NULL);
	plug_hid(1, "0600ff");
	plug_device(2, "2d80:8703", NULL);
	plug_hid(2, "0600ff");
	ck_assert_int_eq(driver_finder_new(&finder, NULL, 0), 0);
	ck_assert(!finds_next());
	driver_finder_free(finder);
}
END_TEST

START_TEST(a_message_is_written_whole_and_by_itself)
{
	static const uint8_t lights[] = {0x0a, 0x08, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
	struct driver_link *link;
	struct driver *second;
	uint8_t got[64];

	plug_device(0, "2d80:8003", NULL);
	plug_hid(0, "0600ff");
	ck_assert(driver_node_is_hid("/dev/hidraw0"));
	ck_assert_int_eq(driver_link_new(&link, NULL, "/dev/hidraw0"), 0);
	driver_link_set_line(link, 115200, false);
	ck_assert_int_eq(driver_link_step(link, 0), DRIVER_LINK_OPENED);
	ck_assert_int_eq(driver_open(&second, "/dev/hidraw0"), -EBUSY);
	ck_assert(driver_link_write(link, lights, sizeof(lights)));
	ck_assert(!driver_link_write(link, lights, sizeof(lights))); /* two would become one */
	ck_assert_int_eq(driver_link_step(link, 10), DRIVER_LINK_NOTHING);
	ck_assert_int_eq(read(board(0)->fd, got, sizeof(got)), (ssize_t)sizeof(lights));
	ck_assert_mem_eq(got, lights, sizeof(lights));
	ck_assert(driver_link_write(link, lights, 3));
	far_says_text(board(0), "\x2a\x02\x58");
	ck_assert(wait_for(driver_link_fd(link), POLLIN));
	ck_assert_uint_eq(driver_link_read(link, 20, got, sizeof(got)), 3);
	driver_link_free(link);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("HID devices under umockdev");
	TCase *tcase = tcase_create("hid");

	tcase_add_checked_fixture(tcase, testbed_begin, testbed_end);
	tcase_add_test(tcase, a_board_is_found_by_its_numbers);
	tcase_add_test(tcase, other_hid_devices_are_not_even_named);
	tcase_add_test(tcase, a_message_is_written_whole_and_by_itself);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
