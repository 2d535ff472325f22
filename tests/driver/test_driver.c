/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "far_end.h"

#include "driver/driver.h"
#include "tests/support/words.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static struct driver *drv;
static struct far_end end;

static void connect_it(void)
{
	int r;

	while ((r = driver_connect(drv)) == 0)
		ck_assert(wait_for(driver_fd(drv), driver_events(drv)));
	ck_assert_int_eq(r, 1);
}

static void open_it(struct far_end far)
{
	end = far;
	ck_assert_int_eq(driver_open(&drv, end.address), 0);
	connect_it();
	far_accept(&end);
}

static void close_it(void)
{
	driver_close(drv);
	far_close(&end);
}

static void expect_bytes(const char *bytes, size_t len)
{
	uint8_t got[64];

	ck_assert(wait_for(driver_fd(drv), POLLIN));
	ck_assert_int_eq(driver_read(drv, got, sizeof(got)), (ssize_t)len);
	ck_assert_mem_eq(got, bytes, len);
}

static void expect_gone(void)
{
	uint8_t got[8];

	ck_assert(wait_for(driver_fd(drv), POLLIN));
	ck_assert_int_eq(driver_read(drv, got, sizeof(got)), -ENODEV);
	/* Every time: "gone" never turns into "nothing to read". */
	ck_assert_int_eq(driver_read(drv, got, sizeof(got)), -ENODEV);
}

static void expect_refused(int error, const char *address)
{
	struct driver *untouched = NULL;

	ck_assert_msg(driver_open(&untouched, address) == error, "%s: not %s", address,
		      strerror(-error));
	ck_assert_ptr_null(untouched);
}

static struct far_end (*const kinds[])(void) = {far_pty, far_unix, far_tcp};

/* Every byte there is: nothing is a control character, nothing is swallowed. */
START_TEST(all_bytes_pass_both_ways)
{
	char all[64];

	open_it(kinds[_i]());
	for (int from = 0; from < 256; from += 64) {
		for (int i = 0; i < 64; i++)
			all[i] = (char)(from + i);
		far_says(&end, all, sizeof(all));
		expect_bytes(all, sizeof(all));
		ck_assert_int_eq(driver_write(drv, (uint8_t *)all, sizeof(all)), 64);
		far_hears(&end, all, sizeof(all));
	}
	close_it();
}
END_TEST

START_TEST(nothing_to_read_is_nothing)
{
	uint8_t got[8];

	open_it(kinds[_i]());
	ck_assert_int_eq(driver_read(drv, got, sizeof(got)), 0);
	ck_assert_int_eq(driver_read(drv, got, 0), 0);
	ck_assert_int_eq(driver_write(drv, got, 0), 0);
	close_it();
}
END_TEST

START_TEST(what_was_sent_before_the_unplug_is_read_first)
{
	open_it(kinds[_i]());
	if (end.listener < 0) /* a pty forgets it, as a USB port does */
		far_unplug(&end);
	else {
		far_says_text(&end, "last");
		far_unplug(&end);
		expect_bytes("last", 4);
	}
	expect_gone();
	close_it();
}
END_TEST

START_TEST(writing_to_what_is_gone_is_an_error_and_no_signal)
{
	ssize_t put = 0;

	open_it(kinds[_i]());
	far_unplug(&end);
	for (int i = 0; i < 100 && put >= 0; i++) { /* a network needs a moment to say so */
		put = driver_write(drv, (const uint8_t *)"MM", 2);
		usleep(1000);
	}
	ck_assert_int_eq(put, -ENODEV);
	close_it();
}
END_TEST

START_TEST(a_full_device_takes_a_part_and_then_none)
{
	static uint8_t much[1 << 16];
	ssize_t put, total = 0;

	open_it(kinds[_i]());
	while ((put = driver_write(drv, much, sizeof(much))) > 0)
		total += put;
	ck_assert_int_eq(put, 0);
	ck_assert_int_gt(total, 0);
	while (total > 0) {
		ck_assert(wait_for(end.fd, POLLIN));
		put = read(end.fd, much, sizeof(much));
		ck_assert_int_gt(put, 0);
		total -= put;
	}
	ck_assert(wait_for(driver_fd(drv), POLLOUT));
	ck_assert_int_gt(driver_write(drv, much, 1), 0);
	close_it();
}
END_TEST

START_TEST(no_descriptor_is_inherited_and_none_blocks)
{
	open_it(kinds[_i]());
	ck_assert(fcntl(driver_fd(drv), F_GETFD) & FD_CLOEXEC);
	ck_assert(fcntl(driver_fd(drv), F_GETFL) & O_NONBLOCK);
	ck_assert_int_eq(driver_serve_bus(drv), 0);
	close_it();
}
END_TEST

START_TEST(a_terminal_is_raw_with_9600_8N1)
{
	struct termios t;

	end = far_pty();
	ck_assert_int_eq(tcgetattr(end.keep, &t), 0);
	t.c_iflag |= IXON | IXOFF | ICRNL;
	t.c_lflag |= ICANON | ECHO | ISIG;
	t.c_cflag |= PARENB | CSTOPB;
	cfsetospeed(&t, B115200);
	ck_assert_int_eq(tcsetattr(end.keep, TCSANOW, &t), 0);
	ck_assert_int_eq(driver_open(&drv, end.address), 0);
	ck_assert_int_eq(tcgetattr(end.fd, &t), 0);
	ck_assert_uint_eq(cfgetospeed(&t), B9600);
	ck_assert_uint_eq(t.c_cflag & CSIZE, CS8);
	ck_assert_uint_eq(t.c_cflag & (tcflag_t)(CSTOPB | CRTSCTS), 0);
	ck_assert_uint_eq(t.c_iflag & (tcflag_t)(IXON | IXOFF | ICRNL), 0);
	ck_assert_uint_eq(t.c_lflag & (tcflag_t)(ICANON | ECHO | ISIG), 0);
	close_it();
}
END_TEST

START_TEST(what_waited_in_a_terminal_is_flushed)
{
	uint8_t got[8];

	end = far_pty();
	far_says_text(&end, "old");
	ck_assert(wait_for(end.keep, POLLIN));
	ck_assert_int_eq(driver_open(&drv, end.address), 0);
	ck_assert_int_eq(driver_read(drv, got, sizeof(got)), 0);
	close_it();
}
END_TEST

START_TEST(a_device_is_ours_alone)
{
	open_it(far_pty());
	expect_refused(-EBUSY, end.address);
	driver_close(drv);
	ck_assert_int_eq(driver_open(&drv, end.address), 0);
	close_it();
}
END_TEST

START_TEST(a_link_leads_to_its_device)
{
	char link[128];

	end = far_pty();
	snprintf(link, sizeof(link), "%s/board", scratch_folder());
	unlink(link);
	ck_assert_int_eq(symlink(end.address, link), 0);
	ck_assert_int_eq(driver_open(&drv, link), 0);
	far_says_text(&end, "hello");
	expect_bytes("hello", 5);
	unlink(link);
	close_it();
}
END_TEST

/* Root may open everything, so this is somebody else. */
static void become_nobody(void)
{
	if (geteuid() != 0)
		return;
	ck_assert_int_eq(setgid(65534), 0);
	ck_assert_int_eq(setuid(65534), 0);
	prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); /* or the leak checker cannot look at us */
}

START_TEST(permission_denied_is_said)
{
	end = far_pty();
	ck_assert_int_eq(chmod(end.address, 0), 0);
	become_nobody();
	expect_refused(-EACCES, end.address);
	far_close(&end);
}
END_TEST

START_TEST(what_is_no_device_is_refused)
{
	static char long_path[300] = "unix:";
	char socket[128];

	memset(long_path + 5, 'x', sizeof(long_path) - 6);
	snprintf(socket, sizeof(socket), "unix:%s/nobody", scratch_folder());
	expect_refused(-ENOENT, "/dev/no-such-board");
	expect_refused(-ENOTTY, "/dev/null");
	expect_refused(-ENOTTY, scratch_folder());
	expect_refused(-ENOENT, socket);
	expect_refused(-ENAMETOOLONG, long_path);
	expect_refused(-EINVAL, "unix:");
	expect_refused(-EINVAL, "tcp:");
	expect_refused(-EINVAL, "tcp:localhost");
	expect_refused(-EINVAL, "tcp:localhost:");
	expect_refused(-EINVAL, "tcp::1982");
	expect_refused(-EINVAL, "tcp:::1:1982");
	expect_refused(-EINVAL, "tcp:[]:1982");
	expect_refused(-ENOENT, "");
}
END_TEST

START_TEST(a_socket_without_a_listener_refuses)
{
	char address[128];

	end = far_unix();
	snprintf(address, sizeof(address), "%s", end.address);
	close(end.listener);
	end.listener = -1;
	expect_refused(-ECONNREFUSED, address);
	far_close(&end);
}
END_TEST

static int connect_result(const char *address)
{
	int r = driver_open(&drv, address);

	if (r < 0)
		return r;
	/* A name server may keep silent for a while. */
	for (int i = 0; i < 15 && (r = driver_connect(drv)) == 0; i++)
		wait_for(driver_fd(drv), driver_events(drv));
	driver_close(drv);
	return r;
}

START_TEST(a_port_of_the_network_without_a_listener_refuses)
{
	end = far_tcp();
	close(end.listener);
	end.listener = -1;
	ck_assert_int_eq(connect_result(end.address), -ECONNREFUSED);
	far_close(&end);
}
END_TEST

/* Names are looked up beside the loop. localhost may be ::1 first: then the next is tried. */
START_TEST(a_name_is_looked_up_and_all_its_addresses_tried)
{
	char address[64];

	end = far_tcp();
	snprintf(address, sizeof(address), "tcp:localhost%s", strrchr(end.address, ':'));
	ck_assert_int_eq(driver_open(&drv, address), 0);
	connect_it();
	far_accept(&end);
	far_says_text(&end, "hello");
	expect_bytes("hello", 5);
	close_it();
}
END_TEST

START_TEST(a_name_that_does_not_exist_is_said)
{
	ck_assert_int_eq(connect_result("tcp:no-such-host.invalid:1982"), -EHOSTUNREACH);
	ck_assert_int_eq(connect_result("tcp:localhost:no-such-port"), -EINVAL);
}
END_TEST

START_TEST(closing_does_not_wait_for_a_name)
{
	for (int i = 0; i < 10; i++) {
		int r = driver_open(&drv, "tcp:no-such-host.invalid:1982");

		ck_assert(r == 0 || r == -EHOSTUNREACH); /* some know it at once */
		if (r == 0)
			driver_close(drv);
	}
	driver_close(NULL);
}
END_TEST

START_TEST(an_address_of_ipv6_stands_in_brackets)
{
	struct sockaddr_in6 at = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	socklen_t len = sizeof(at);
	char address[64];
	int listener = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (listener < 0 || bind(listener, (struct sockaddr *)&at, sizeof(at)) < 0)
		return; /* a machine without IPv6 */
	ck_assert_int_eq(listen(listener, 1), 0);
	ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&at, &len), 0);
	snprintf(address, sizeof(address), "tcp:[::1]:%u", ntohs(at.sin6_port));
	ck_assert_int_eq(connect_result(address), 1);
	close(listener);
}
END_TEST

static void remove_scratch(void)
{
	rmdir(scratch_folder());
}

int main(void)
{
	Suite *suite = suite_create("driver");
	TCase *tcase = tcase_create("driver");
	int status;

	scratch_folder();
	tcase_add_loop_test(tcase, all_bytes_pass_both_ways, 0, 3);
	tcase_add_loop_test(tcase, nothing_to_read_is_nothing, 0, 3);
	tcase_add_loop_test(tcase, what_was_sent_before_the_unplug_is_read_first, 0, 3);
	tcase_add_loop_test(tcase, writing_to_what_is_gone_is_an_error_and_no_signal, 0, 3);
	tcase_add_loop_test(tcase, a_full_device_takes_a_part_and_then_none, 0, 3);
	tcase_add_loop_test(tcase, no_descriptor_is_inherited_and_none_blocks, 0, 3);
	tcase_add_test(tcase, a_terminal_is_raw_with_9600_8N1);
	tcase_add_test(tcase, what_waited_in_a_terminal_is_flushed);
	tcase_add_test(tcase, a_device_is_ours_alone);
	tcase_add_test(tcase, a_link_leads_to_its_device);
	tcase_add_test(tcase, permission_denied_is_said);
	tcase_add_test(tcase, what_is_no_device_is_refused);
	tcase_add_test(tcase, a_socket_without_a_listener_refuses);
	tcase_add_test(tcase, a_port_of_the_network_without_a_listener_refuses);
	tcase_add_test(tcase, a_name_is_looked_up_and_all_its_addresses_tried);
	tcase_add_test(tcase, a_name_that_does_not_exist_is_said);
	tcase_add_test(tcase, closing_does_not_wait_for_a_name);
	tcase_add_test(tcase, an_address_of_ipv6_stands_in_brackets);
	tcase_set_timeout(tcase, 60);
	suite_add_tcase(suite, tcase);
	status = run_suite(suite);
	remove_scratch();
	return status;
}
