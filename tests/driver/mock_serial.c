/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testbed.h"

#include "driver/access.h"
#include "driver/driver.h"
#include "driver/link.h"
#include "driver/node.h"
#include "tests/support/words.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <libserialport.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* The traps of libserialport, one test each, on a port that libserialport believes in. */

static struct driver *drv;

static void open_it(void)
{
	plug(0, "0403:6001", "A1B2C3D4");
	ck_assert_int_eq(driver_open(&drv, "/dev/ttyUSB0"), 0);
	ck_assert_int_eq(driver_connect(drv), 1);
}

static void expect_bytes(const char *bytes, size_t len)
{
	uint8_t got[64];

	ck_assert(wait_for(driver_fd(drv), POLLIN));
	ck_assert_int_eq(driver_read(drv, got, sizeof(got)), (ssize_t)len);
	ck_assert_mem_eq(got, bytes, len);
}

START_TEST(a_port_carries_bytes_both_ways)
{
	open_it();
	far_says_text(board(0), "hello");
	expect_bytes("hello", 5);
	ck_assert_int_eq(driver_write(drv, (const uint8_t *)"M", 1), 1);
	far_hears_text(board(0), "M");
	driver_close(drv);
}
END_TEST

/* libserialport knows only the kernel's names: udev's links are followed first. */
START_TEST(a_link_of_udev_leads_to_the_port)
{
	struct sp_port *port;

	plug(0, "0403:6001", NULL);
	make_link("/dev/boardd/usb-1-2", "../ttyUSB0");
	make_link("/dev/board-one", "boardd/usb-1-2");
	ck_assert_int_eq(sp_get_port_by_name("/dev/boardd/usb-1-2", &port), SP_ERR_ARG);
	ck_assert_int_eq(driver_open(&drv, "/dev/boardd/usb-1-2"), 0);
	driver_close(drv);
	ck_assert_int_eq(driver_open(&drv, "/dev/board-one"), 0);
	driver_close(drv);
	ck_assert_str_eq(driver_node_cable("/dev/board-one"), "usb");
}
END_TEST

/* libserialport asks for modem lines, and a pty has none: hence a transport of our own. */
START_TEST(a_pty_is_opened_without_libserialport)
{
	struct far_end pty = far_pty();
	struct sp_port *port;

	ck_assert_int_ne(sp_get_port_by_name(pty.address, &port), SP_OK);
	ck_assert_int_eq(driver_open(&drv, pty.address), 0);
	driver_close(drv);
	ck_assert_str_eq(driver_node_cable(pty.address), "cable");
	far_close(&pty);
	ck_assert_str_eq(driver_node_cable("/dev/ttyUSB9"), "cable"); /* it is not there */
	ck_assert_str_eq(driver_node_cable("unix:/run/board"), "network");
	ck_assert_str_eq(driver_node_cable("tcp:localhost:3000"), "network");
}
END_TEST

START_TEST(the_descriptor_is_not_inherited)
{
	open_it();
	ck_assert(fcntl(driver_fd(drv), F_GETFD) & FD_CLOEXEC);
	ck_assert(fcntl(driver_fd(drv), F_GETFL) & O_NONBLOCK);
	driver_close(drv);
}
END_TEST

START_TEST(the_port_is_exclusive_and_locked)
{
	struct driver *second = NULL;
	int exclusive = 0;

	open_it();
	ck_assert_int_eq(ioctl(driver_fd(drv), TIOCGEXCL, &exclusive), 0);
	ck_assert_int_eq(exclusive, 1);
	ck_assert_int_eq(driver_open(&second, "/dev/ttyUSB0"), -EBUSY); /* root, too */
	ck_assert_ptr_null(second);
	driver_close(drv);
	ck_assert_int_eq(driver_open(&drv, "/dev/ttyUSB0"), 0);
	driver_close(drv);
}
END_TEST

/* The second one must not even touch the settings: XON/XOFF would swallow the first one's bytes. */
START_TEST(a_busy_port_is_left_alone)
{
	struct driver *second = NULL;
	struct termios before, after;
	struct modem lines;

	open_it();
	lines = *modem(0);
	ck_assert_int_eq(tcgetattr(board(0)->fd, &before), 0);
	ck_assert_int_eq(driver_open(&second, "/dev/ttyUSB0"), -EBUSY);
	ck_assert_int_eq(tcgetattr(board(0)->fd, &after), 0);
	ck_assert_uint_eq(after.c_iflag, before.c_iflag);
	ck_assert_uint_eq(after.c_cflag, before.c_cflag);
	ck_assert_int_eq(modem(0)->reads + modem(0)->writes, lines.reads + lines.writes);
	driver_close(drv);
}
END_TEST

START_TEST(the_settings_are_9600_8N1_without_flow_control)
{
	struct termios t;

	open_it();
	ck_assert_int_eq(tcgetattr(board(0)->fd, &t), 0);
	ck_assert_uint_eq(cfgetospeed(&t), B9600);
	ck_assert_uint_eq(t.c_cflag & CSIZE, CS8);
	ck_assert_uint_eq(t.c_cflag & (tcflag_t)(PARENB | CSTOPB | CRTSCTS | HUPCL), 0);
	ck_assert_uint_eq(t.c_iflag & (tcflag_t)(IXON | IXOFF | ICRNL), 0);
	ck_assert_uint_eq(t.c_lflag & (tcflag_t)(ICANON | ECHO | ISIG), 0);
	driver_close(drv);
}
END_TEST

/* After sp_open() alone they would be taken for XON and XOFF. */
START_TEST(bytes_11_and_13_are_bytes)
{
	open_it();
	far_says_text(board(0), "\x8e\x00\x05\x13\x11");
	expect_bytes("\x8e\x00\x05\x13\x11", 5);
	ck_assert_int_eq(driver_write(drv, (const uint8_t *)"\x11\x13", 2), 2);
	far_hears_text(board(0), "\x11\x13");
	driver_close(drv);
}
END_TEST

START_TEST(what_waited_in_the_port_is_flushed)
{
	uint8_t got[8];

	plug(0, "0403:6001", NULL);
	far_says_text(board(0), "old");
	ck_assert(wait_for(board(0)->keep, POLLIN));
	ck_assert_int_eq(driver_open(&drv, "/dev/ttyUSB0"), 0);
	ck_assert_int_eq(driver_read(drv, got, sizeof(got)), 0);
	driver_close(drv);
}
END_TEST

/* Each costs an FTDI chip control transfers. */
START_TEST(the_modem_lines_are_not_written_by_our_settings)
{
	int reads, writes;
	struct sp_port *port;

	plug(0, "0403:6001", NULL);
	ck_assert_int_eq(sp_get_port_by_name("/dev/ttyUSB0", &port), SP_OK);
	ck_assert_int_eq(sp_open(port, SP_MODE_READ_WRITE), SP_OK);
	reads = modem(0)->reads;
	writes = modem(0)->writes + modem(0)->pulls;
	ck_assert_int_eq(sp_close(port), SP_OK);
	sp_free_port(port);
	*modem(0) = (struct modem){.lines = TIOCM_DTR | TIOCM_RTS};
	ck_assert_int_eq(driver_open(&drv, "/dev/ttyUSB0"), 0);
	ck_assert_int_le(modem(0)->reads, reads + 1);
	ck_assert_int_eq(modem(0)->writes + modem(0)->pulls, writes);
	driver_close(drv);
}
END_TEST

START_TEST(a_bus_has_both_modem_lines_low)
{
	open_it();
	ck_assert_int_eq(driver_serve_bus(drv), 0);
	ck_assert_int_eq(modem(0)->lines & (TIOCM_DTR | TIOCM_RTS), 0);
	driver_close(drv);
}
END_TEST

START_TEST(a_board_of_another_make_has_another_speed)
{
	struct termios t;

	open_it();
	ck_assert_int_eq(driver_set_line(drv, 38400, true), 0);
	ck_assert_int_eq(tcgetattr(board(0)->fd, &t), 0);
	ck_assert_uint_eq(cfgetospeed(&t), B38400);
	ck_assert_uint_eq(t.c_cflag & CSIZE, CS8);
	ck_assert_uint_eq(t.c_cflag & (tcflag_t)(PARENB | CSTOPB | CRTSCTS | HUPCL), 0);
	ck_assert_int_eq(modem(0)->lines & (TIOCM_DTR | TIOCM_RTS), 0);
	driver_close(drv);
}
END_TEST

START_TEST(nothing_to_read_and_unplugged_are_two_things)
{
	uint8_t got[8];

	open_it();
	ck_assert_int_eq(driver_read(drv, got, sizeof(got)), 0);
	unplug_hang_up_first(0);
	ck_assert_int_eq(driver_read(drv, got, sizeof(got)), -ENODEV);
	ck_assert_int_eq(driver_read(drv, got, sizeof(got)), -ENODEV);
	ck_assert_int_eq(driver_write(drv, got, 1), -ENODEV);
	driver_close(drv);
}
END_TEST

START_TEST(a_full_port_takes_nothing_and_that_is_no_error)
{
	static uint8_t much[4096];
	ssize_t put;

	open_it();
	while ((put = driver_write(drv, much, sizeof(much))) > 0)
		;
	ck_assert_int_eq(put, 0);
	while (read(board(0)->fd, much, sizeof(much)) > 0)
		;
	ck_assert(wait_for(driver_fd(drv), POLLOUT));
	ck_assert_int_gt(driver_write(drv, much, 1), 0);
	driver_close(drv);
}
END_TEST

static uint64_t used_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* sp_wait() and sp_blocking_read() would spin here. */
START_TEST(a_dead_port_costs_no_time)
{
	struct driver_link *link;
	uint64_t before_us;
	uint8_t got[8];

	plug(0, "0403:6001", NULL);
	ck_assert_int_eq(driver_link_new(&link, NULL, "/dev/ttyUSB0"), 0);
	ck_assert_int_eq(driver_link_step(link, 0), DRIVER_LINK_OPENED);
	unplug_uevent_first(0);
	ck_assert_uint_eq(driver_link_read(link, 0, got, sizeof(got)), 0);
	ck_assert_int_eq(driver_link_step(link, 0), DRIVER_LINK_LOST);
	before_us = used_us();
	ck_assert_int_eq(driver_link_fd(link), -1);
	ck_assert_uint_eq(driver_link_deadline(link), 500); /* a loop sleeps until then */
	ck_assert_uint_lt(used_us() - before_us, 10000);
	driver_link_free(link);
}
END_TEST

/* The old descriptor is closed by then, so the same name is free. */
START_TEST(a_replugged_board_is_open_again_under_its_name)
{
	struct driver_link *link;
	uint64_t now_ms = 0;
	uint8_t got[8];

	plug(0, "0403:6001", NULL);
	ck_assert_int_eq(driver_link_new(&link, NULL, "/dev/ttyUSB0"), 0);
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(driver_link_step(link, now_ms), DRIVER_LINK_OPENED);
		far_says_text(board(0), "here");
		ck_assert(wait_for(driver_link_fd(link), POLLIN));
		ck_assert_uint_eq(driver_link_read(link, now_ms, got, sizeof(got)), 4);
		if (i % 2 == 0)
			unplug_hang_up_first(0);
		else
			unplug_uevent_first(0);
		ck_assert_uint_eq(driver_link_read(link, now_ms, got, sizeof(got)), 0);
		ck_assert_int_eq(driver_link_step(link, now_ms), DRIVER_LINK_LOST);
		now_ms = driver_link_deadline(link);
		ck_assert_int_eq(driver_link_step(link, now_ms), DRIVER_LINK_FAILED);
		plug(0, "0403:6001", NULL);
		now_ms = driver_link_deadline(link);
	}
	driver_link_free(link);
}
END_TEST

START_TEST(the_port_is_described_for_people)
{
	struct driver_access access;

	plug(0, "0403:6001", NULL);
	make_link("/dev/boardd/usb-1-2", "../ttyUSB0");
	ck_assert_int_eq(driver_access_of("/dev/boardd/usb-1-2", &access), 0);
	ck_assert_str_eq(access.node, "/dev/ttyUSB0");
}
END_TEST

START_TEST(permission_denied_says_which_rule_helps)
{
	char text[512];

	plug(0, "0403:6001", NULL);
	driver_explain("/dev/ttyUSB0", -EACCES, text, sizeof(text));
	ck_assert_msg(strstr(text, "or install 70-boardd.rules") != NULL, "\"%s\"", text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("serial under umockdev");
	TCase *tcase = tcase_create("serial");

	tcase_add_checked_fixture(tcase, testbed_begin, testbed_end);
	tcase_add_test(tcase, a_port_carries_bytes_both_ways);
	tcase_add_test(tcase, a_link_of_udev_leads_to_the_port);
	tcase_add_test(tcase, a_pty_is_opened_without_libserialport);
	tcase_add_test(tcase, the_descriptor_is_not_inherited);
	tcase_add_test(tcase, the_port_is_exclusive_and_locked);
	tcase_add_test(tcase, a_busy_port_is_left_alone);
	tcase_add_test(tcase, the_settings_are_9600_8N1_without_flow_control);
	tcase_add_test(tcase, bytes_11_and_13_are_bytes);
	tcase_add_test(tcase, what_waited_in_the_port_is_flushed);
	tcase_add_test(tcase, the_modem_lines_are_not_written_by_our_settings);
	tcase_add_test(tcase, a_bus_has_both_modem_lines_low);
	tcase_add_test(tcase, a_board_of_another_make_has_another_speed);
	tcase_add_test(tcase, nothing_to_read_and_unplugged_are_two_things);
	tcase_add_test(tcase, a_full_port_takes_nothing_and_that_is_no_error);
	tcase_add_test(tcase, a_dead_port_costs_no_time);
	tcase_add_test(tcase, a_replugged_board_is_open_again_under_its_name);
	tcase_add_test(tcase, the_port_is_described_for_people);
	tcase_add_test(tcase, permission_denied_says_which_rule_helps);
	tcase_set_timeout(tcase, 30);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
