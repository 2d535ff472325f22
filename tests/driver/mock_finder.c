/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testbed.h"

#include "driver/finder.h"
#include "tests/support/words.h"

#include <check.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct driver_finder *finder;
static struct driver_news news;
static uint64_t now_ms;

static void find(const char *const *patterns, size_t count)
{
	ck_assert_int_eq(driver_finder_new(&finder, patterns, count), 0);
	driver_finder_step(finder, now_ms);
}

static void expect_nothing(void)
{
	ck_assert_msg(!driver_finder_next(finder, &news), "unexpected: %s %s",
		      news.type == DRIVER_NEWS_ARRIVED ? "arrived" : "left", news.port.node);
}

static void expect(enum driver_news_type type, const char *node)
{
	ck_assert_msg(driver_finder_next(finder, &news), "no news of %s", node);
	ck_assert_int_eq(news.type, type);
	ck_assert_str_eq(news.port.node, node);
}

/* USB told something: the finder's descriptor is ready, and stepping takes it away. */
static void hear_of_it(void)
{
	ck_assert(wait_for(driver_finder_fd(finder), POLLIN));
	while (is_ready(driver_finder_fd(finder), POLLIN, 100))
		driver_finder_step(finder, now_ms);
}

START_TEST(what_is_there_at_the_start_is_found)
{
	plug(0, "0403:6001", "A1B2C3D4");
	plug(1, "045b:8111", NULL);
	find(NULL, 0);
	expect(DRIVER_NEWS_ARRIVED, "/dev/ttyUSB0");
	ck_assert_str_eq(news.port.usb_path, "1-2");
	ck_assert_str_eq(news.port.usb_serial, "A1B2C3D4");
	ck_assert_str_eq(news.port.maker, "FTDI");
	ck_assert_str_eq(news.port.product_name, "USB <-> Serial");
	ck_assert_str_eq(news.port.identity->name, "DGT board (FTDI chip)");
	expect(DRIVER_NEWS_ARRIVED, "/dev/ttyUSB1");
	ck_assert_str_eq(news.port.usb_path, "1-3");
	ck_assert_str_eq(news.port.usb_serial, "");
	expect_nothing();
	driver_finder_step(finder, now_ms += 100000);
	expect_nothing();
	driver_finder_free(finder);
}
END_TEST

/* Not an adapter of another make, not a port of the main board: we would write to them. */
START_TEST(other_ports_are_never_ours)
{
	plug(0, "10c4:ea60", NULL);
	plug_on_board_port();
	find(NULL, 0);
	expect_nothing();
	driver_finder_free(finder);
}
END_TEST

/* umockdev does not play along with glob(): the names are those of the real machine. */
START_TEST(what_the_user_named_by_a_pattern_is_ours)
{
	static const char *const patterns[] = {"/dev/pts/[0-9]*", "/dev/nothing*"};
	struct far_end pty = far_pty();
	bool is_found = false;

	find(patterns, 2);
	while (driver_finder_next(finder, &news)) {
		ck_assert(news.port.is_named);
		ck_assert_ptr_null(news.port.identity);
		is_found = is_found || strcmp(news.port.node, pty.address) == 0;
	}
	ck_assert(is_found);
	far_close(&pty);
	driver_finder_free(finder);
}
END_TEST

/* Only its name goes: the number of a pty that is closed may be another program's at once. */
START_TEST(a_named_port_that_left_is_told)
{
	struct far_end pty = far_pty();
	char link[96];
	const char *pattern = link;

	snprintf(link, sizeof(link), "%s/port", scratch_folder());
	ck_assert_int_eq(symlink(pty.address, link), 0);
	find(&pattern, 1);
	expect(DRIVER_NEWS_ARRIVED, pty.address);
	ck_assert_int_eq(unlink(link), 0);
	far_close(&pty);
	driver_finder_step(finder, now_ms = driver_finder_deadline(finder));
	expect(DRIVER_NEWS_LEFT, pty.address);
	expect_nothing();
	driver_finder_free(finder);
}
END_TEST

START_TEST(plugging_in_and_out_is_heard_in_either_order)
{
	find(NULL, 0);
	expect_nothing();
	for (int i = 0; i < 4; i++) {
		plug(0, "0403:6001", NULL);
		hear_of_it();
		expect(DRIVER_NEWS_ARRIVED, "/dev/ttyUSB0");
		expect_nothing();
		if (i % 2 == 0)
			unplug_hang_up_first(0);
		else
			unplug_uevent_first(0);
		hear_of_it();
		driver_finder_step(finder, now_ms = driver_finder_deadline(finder));
		expect(DRIVER_NEWS_LEFT, "/dev/ttyUSB0");
		expect_nothing();
	}
	driver_finder_free(finder);
}
END_TEST

START_TEST(a_port_that_comes_later_than_its_device_is_found)
{
	static const uint64_t looks_ms[] = {100, 300, 1000, 3000};

	find(NULL, 0);
	plug_device(0, "0403:6001", NULL);
	hear_of_it();
	expect_nothing();
	for (size_t i = 0; i < 4; i++) {
		ck_assert_uint_eq(driver_finder_deadline(finder), looks_ms[i]);
		if (i == 3)
			plug_port(0);
		driver_finder_step(finder, now_ms = driver_finder_deadline(finder));
		if (i < 3)
			expect_nothing();
	}
	expect(DRIVER_NEWS_ARRIVED, "/dev/ttyUSB0");
	ck_assert_uint_gt(driver_finder_deadline(finder), 3000);
	driver_finder_free(finder);
}
END_TEST

/* Pulled and put back before anybody looked: it may be another board. */
START_TEST(a_quick_replug_is_two_pieces_of_news)
{
	uint8_t address;

	plug(0, "0403:6001", NULL);
	find(NULL, 0);
	expect(DRIVER_NEWS_ARRIVED, "/dev/ttyUSB0");
	address = news.port.address;
	unplug_hang_up_first(0);
	plug(0, "0403:6001", NULL);
	hear_of_it();
	expect(DRIVER_NEWS_LEFT, "/dev/ttyUSB0");
	ck_assert_uint_eq(news.port.address, address);
	expect(DRIVER_NEWS_ARRIVED, "/dev/ttyUSB0");
	ck_assert_uint_ne(news.port.address, address);
	expect_nothing();
	driver_finder_free(finder);
}
END_TEST

START_TEST(a_board_on_another_port_is_told_with_its_place)
{
	plug(0, "0403:6001", "A1B2C3D4");
	find(NULL, 0);
	expect(DRIVER_NEWS_ARRIVED, "/dev/ttyUSB0");
	unplug_hang_up_first(0);
	plug(2, "0403:6001", "A1B2C3D4");
	hear_of_it();
	driver_finder_step(finder, now_ms = driver_finder_deadline(finder));
	expect(DRIVER_NEWS_LEFT, "/dev/ttyUSB0");
	expect(DRIVER_NEWS_ARRIVED, "/dev/ttyUSB2");
	ck_assert_str_eq(news.port.usb_path, "1-4");
	ck_assert_str_eq(news.port.usb_serial, "A1B2C3D4");
	driver_finder_free(finder);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("finder under umockdev");
	TCase *tcase = tcase_create("finder");

	tcase_add_checked_fixture(tcase, testbed_begin, testbed_end);
	tcase_add_test(tcase, what_is_there_at_the_start_is_found);
	tcase_add_test(tcase, other_ports_are_never_ours);
	tcase_add_test(tcase, what_the_user_named_by_a_pattern_is_ours);
	tcase_add_test(tcase, a_named_port_that_left_is_told);
	tcase_add_test(tcase, plugging_in_and_out_is_heard_in_either_order);
	tcase_add_test(tcase, a_port_that_comes_later_than_its_device_is_found);
	tcase_add_test(tcase, a_quick_replug_is_two_pieces_of_news);
	tcase_add_test(tcase, a_board_on_another_port_is_told_with_its_place);
	tcase_set_timeout(tcase, 30);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
