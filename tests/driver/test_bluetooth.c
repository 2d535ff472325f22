/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bluez.h"
#include "board-protocol/board.h"
#include "driver/bluetooth.h"
#include "driver/link.h"
#include "far_end.h"
#include "tests/support/words.h"

/* Boards on Bluetooth, with BlueZ as fake_bluez plays it and a socket behind each board. */

#define LE_ADDRESS      "AA:BB:CC:00:00:01"
#define OTHER_ADDRESS   "AA:BB:CC:00:00:02"
#define CLASSIC_ADDRESS "AA:BB:CC:00:00:03"
#define WITHIN_MS       10000

static struct driver_bluetooth *bt;
static struct driver_link *link_;
static struct far_end end;
static struct driver_bluetooth_device device;

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static enum driver_link_news last_news;

static void turn(void)
{
	struct pollfd fds[2] = {{.fd = driver_bluetooth_fd(bt), .events = POLLIN}, {.fd = -1}};
	enum driver_link_news news;

	driver_bluetooth_step(bt, now());
	if (link_) {
		while ((news = driver_link_step(link_, now())) != DRIVER_LINK_NOTHING)
			last_news = news;
		fds[1].fd = driver_link_fd(link_);
		fds[1].events = driver_link_events(link_);
	}
	(void)poll(fds, 2, 20);
	driver_bluetooth_step(bt, now());
}

/* What is asked may take something, so it is not asked again once it is true. */
#define wait_until(what)                                           \
	do {                                                       \
		uint64_t until = now() + WITHIN_MS;                \
		bool is_so;                                        \
		while (!(is_so = (what)) && now() < until)         \
			turn();                                    \
		ck_assert_msg(is_so, "%s: waited in vain", #what); \
	} while (0)

static bool find(const char *address)
{
	return driver_bluetooth_find(bt, address, &device);
}

static const char *device_text(const char *make, const char *address, const char *name,
			       const char *known)
{
	static char texts[4][256];
	static unsigned next;
	char *text = texts[next++ % 4];

	snprintf(text, sizeof(texts[0]), "%s|%s|%s|%s|%s", make, address, name,
		 end.address + strlen("unix:"), known);
	return text;
}

static void begin_all(const char *first, const char *second)
{
	const char *devices[] = {first, second, NULL};

	bluez_begin(devices);
	ck_assert_int_eq(driver_bluetooth_new(&bt), 0);
	wait_until(driver_bluetooth_state(bt) == 0);
}

static void setup(void)
{
	bus_begin();
	end = far_unix();
	last_news = DRIVER_LINK_NOTHING;
}

static void teardown(void)
{
	driver_link_free(link_);
	link_ = NULL;
	driver_bluetooth_free(bt);
	bt = NULL;
	far_close(&end);
	bus_end();
}

static void link_to(const char *address)
{
	char text[DRIVER_BLUETOOTH_MAX];

	snprintf(text, sizeof(text), DRIVER_BLUETOOTH "%s", address);
	ck_assert_int_eq(driver_link_new(&link_, bt, text), 0);
	driver_link_set_line(link_, 115200, false);
}

static void open_it(const char *address)
{
	link_to(address);
	wait_until(driver_link_is_open(link_));
	far_accept(&end);
}

static bool has_said(const char *text)
{
	static uint8_t got[256];
	static size_t len;
	size_t n = driver_link_read(link_, now(), got + len, sizeof(got) - len);

	len += n;
	if (len < strlen(text))
		return false;
	ck_assert_mem_eq(got, text, strlen(text));
	len = 0;
	return true;
}

START_TEST(a_machine_without_a_bus_has_no_bluetooth)
{
	setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
	ck_assert_int_eq(driver_bluetooth_new(&bt), 0);
	turn();
	ck_assert_int_eq(driver_bluetooth_state(bt), -ENOENT);
	ck_assert_int_eq(driver_bluetooth_scan(bt, now(), 1000), -ENOENT);
	ck_assert_int_eq(driver_bluetooth_pair(bt, LE_ADDRESS, NULL), -ENOENT);
	ck_assert_uint_ge(driver_bluetooth_deadline(bt), now() + 1000);
}
END_TEST

START_TEST(a_board_is_found_by_looking_for_it)
{
	struct driver_bluetooth_news news;

	begin_all(device_text("chesslink", LE_ADDRESS, "MILLENNIUM CHESS", "new"), NULL);
	ck_assert_uint_eq(driver_bluetooth_count(bt), 0);
	ck_assert_int_eq(driver_bluetooth_scan(bt, now(), 500), 0);
	ck_assert(driver_bluetooth_is_scanning(bt));
	wait_until(find(LE_ADDRESS));
	ck_assert_str_eq(device.name, "MILLENNIUM CHESS");
	ck_assert_str_eq(device.address, DRIVER_BLUETOOTH LE_ADDRESS);
	ck_assert_int_eq(device.pairing, DRIVER_BLUETOOTH_STRANGER);
	ck_assert_int_eq(device.signal_dbm, -60);
	ck_assert_int_eq(device.battery, 77);
	ck_assert(!device.is_classic && !device.is_connected);
	ck_assert_uint_eq(driver_bluetooth_count(bt), 1);
	wait_until(!driver_bluetooth_is_scanning(bt));
	ck_assert(!driver_bluetooth_next(bt, &news)); /* nobody said that it is ours */
}
END_TEST

START_TEST(a_board_of_low_energy_is_ours_when_it_was_paired)
{
	struct driver_bluetooth_news news;

	begin_all(device_text("chesslink", LE_ADDRESS, "MILLENNIUM CHESS", "new"), NULL);
	ck_assert_int_eq(driver_bluetooth_pair(bt, LE_ADDRESS, NULL), -ENOENT);
	ck_assert_int_eq(driver_bluetooth_scan(bt, now(), 500), 0);
	wait_until(find(LE_ADDRESS));
	ck_assert_int_eq(driver_bluetooth_pair(bt, LE_ADDRESS, NULL), 0);
	wait_until(driver_bluetooth_next(bt, &news));
	ck_assert(!news.has_left);
	ck_assert_str_eq(news.device.address, DRIVER_BLUETOOTH LE_ADDRESS);
	ck_assert_int_eq(driver_bluetooth_forget(bt, LE_ADDRESS), 0);
	wait_until(driver_bluetooth_next(bt, &news));
	ck_assert(news.has_left);
	ck_assert(!find(LE_ADDRESS));
}
END_TEST

START_TEST(bytes_go_both_ways)
{
	static const char text[] = "more than one notification can carry";

	begin_all(device_text("chesslink", LE_ADDRESS, "MILLENNIUM CHESS", "known"), NULL);
	wait_until(find(LE_ADDRESS));
	open_it(LE_ADDRESS);
	ck_assert(find(LE_ADDRESS) && device.is_open && device.is_connected);
	ck_assert(driver_link_write(link_, (const uint8_t *)"\xd6\xb5\xb6", 3));
	wait_until(is_ready(end.fd, POLLIN, 0));
	far_hears_text(&end, "\xd6\xb5\xb6");
	far_says_text(&end, text);
	wait_until(has_said(text));
}
END_TEST

/* An order to the lights of a ChessLink has 167 bytes; the link takes 20 at once. */
START_TEST(a_long_message_goes_in_pieces)
{
	char text[167], got[sizeof(text) + 1];
	size_t len = 0;

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char)('a' + i % 26);
	begin_all(device_text("chesslink", LE_ADDRESS, "MILLENNIUM CHESS", "known"), NULL);
	wait_until(find(LE_ADDRESS));
	open_it(LE_ADDRESS);
	ck_assert(driver_link_write(link_, (const uint8_t *)text, sizeof(text)));
	while (len < sizeof(text)) {
		ssize_t n;

		wait_until(is_ready(end.fd, POLLIN, 0));
		n = read(end.fd, got + len, sizeof(got) - len);
		ck_assert_int_gt(n, 0);
		len += (size_t)n;
	}
	ck_assert_uint_eq(len, sizeof(text));
	ck_assert_mem_eq(got, text, len);
}
END_TEST

/* The pause that the maker wants is kept, and nothing is lost by it. */
START_TEST(messages_keep_their_pace)
{
	uint64_t first_ms;

	begin_all(device_text("chessnut", LE_ADDRESS, "Chessnut Air", "known"), NULL);
	wait_until(find(LE_ADDRESS));
	open_it(LE_ADDRESS);
	ck_assert(driver_link_write(link_, (const uint8_t *)"one", 3));
	wait_until(is_ready(end.fd, POLLIN, 0));
	first_ms = now();
	far_hears_text(&end, "one");
	wait_until(driver_link_write(link_, (const uint8_t *)"two", 3));
	wait_until(is_ready(end.fd, POLLIN, 0));
	ck_assert_uint_ge(now() - first_ms, 150);
	far_hears_text(&end, "two");
}
END_TEST

START_TEST(out_of_reach_is_a_loss_and_it_is_found_again)
{
	begin_all(device_text("chesslink", LE_ADDRESS, "MILLENNIUM CHESS", "known"), NULL);
	wait_until(find(LE_ADDRESS));
	open_it(LE_ADDRESS);
	bluez_do("drop %s", LE_ADDRESS);
	wait_until((has_said(""), last_news == DRIVER_LINK_LOST));
	ck_assert_int_eq(driver_link_error(link_), -ENODEV);
	close(end.fd);
	wait_until(driver_link_is_open(link_));
	far_accept(&end);
	far_says_text(&end, "again");
	wait_until(has_said("again"));
}
END_TEST

START_TEST(a_bluez_that_begins_anew_is_found_again)
{
	const char *devices[] = {device_text("chesslink", LE_ADDRESS, "MILLENNIUM CHESS", "known"),
				 NULL};
	struct driver_bluetooth_news news;

	begin_all(devices[0], NULL);
	wait_until(driver_bluetooth_next(bt, &news));
	open_it(LE_ADDRESS);
	bluez_end();
	wait_until((has_said(""), last_news == DRIVER_LINK_LOST));
	wait_until(driver_bluetooth_state(bt) == -ENOENT);
	ck_assert(driver_bluetooth_next(bt, &news) && news.has_left);
	close(end.fd);
	bluez_begin(devices);
	wait_until(driver_bluetooth_next(bt, &news));
	ck_assert(!news.has_left);
	wait_until(driver_link_is_open(link_));
	far_accept(&end);
	far_says_text(&end, "again");
	wait_until(has_said("again"));
}
END_TEST

START_TEST(a_bus_that_dies_is_a_loss)
{
	begin_all(device_text("chesslink", LE_ADDRESS, "MILLENNIUM CHESS", "known"), NULL);
	wait_until(find(LE_ADDRESS));
	open_it(LE_ADDRESS);
	bus_end();
	wait_until((has_said(""), last_news == DRIVER_LINK_LOST));
	ck_assert_int_eq(driver_bluetooth_state(bt), -ENOENT);
}
END_TEST

START_TEST(a_radio_that_is_off_is_named)
{
	begin_all(device_text("chesslink", LE_ADDRESS, "MILLENNIUM CHESS", "known"), NULL);
	bluez_do("power off");
	wait_until(driver_bluetooth_state(bt) == -ENETDOWN);
	link_to(LE_ADDRESS);
	wait_until(last_news == DRIVER_LINK_FAILED);
	ck_assert_int_eq(driver_link_error(link_), -ENETDOWN);
	bluez_do("power on");
	wait_until(driver_link_is_open(link_));
}
END_TEST

START_TEST(a_board_that_another_program_has_is_busy)
{
	begin_all(device_text("chesslink", LE_ADDRESS, "MILLENNIUM CHESS", "known"), NULL);
	wait_until(find(LE_ADDRESS));
	bluez_do("acquire %s", LE_ADDRESS);
	link_to(LE_ADDRESS);
	wait_until(last_news == DRIVER_LINK_FAILED);
	ck_assert_int_eq(driver_link_error(link_), -EBUSY);
}
END_TEST

/* A DGT board shows no service here, as BlueZ tells one that was only seen from afar. */
START_TEST(a_computer_is_a_box_of_a_board_by_name_and_service_together)
{
	uint8_t certabo = 0, sentio = 0;

	begin_all(device_text("dgt", LE_ADDRESS, "raspberrypi", "known"),
		  device_text("certabo", CLASSIC_ADDRESS, "raspberrypi", "known"));
	wait_until(find(CLASSIC_ADDRESS));
	ck_assert(!find(LE_ADDRESS));
	ck_assert(board_make_find("certabo", &certabo) && board_make_find("sentio", &sentio));
	ck_assert_uint_eq(device.makes, UINT32_C(1) << certabo | UINT32_C(1) << sentio);
	ck_assert(device.is_classic);
}
END_TEST

START_TEST(what_no_make_knows_is_left_alone)
{
	struct driver_bluetooth_news news;

	begin_all(device_text("dgt", CLASSIC_ADDRESS, "Headphones", "known"), NULL);
	ck_assert_int_eq(driver_bluetooth_scan(bt, now(), 200), 0);
	wait_until(!driver_bluetooth_is_scanning(bt));
	ck_assert_uint_eq(driver_bluetooth_count(bt), 0);
	ck_assert(!driver_bluetooth_next(bt, &news));
	link_to(CLASSIC_ADDRESS);
	wait_until(last_news == DRIVER_LINK_FAILED);
	ck_assert_int_eq(driver_link_error(link_), -ENOTSUP);
}
END_TEST

START_TEST(a_classic_board_is_paired_by_its_pin_and_opened_by_us)
{
	struct driver_bluetooth_news news;

	begin_all(device_text("dgt", CLASSIC_ADDRESS, "DGT_BT_12345", "new"), NULL);
	ck_assert_int_eq(driver_bluetooth_scan(bt, now(), 500), 0);
	wait_until(find(CLASSIC_ADDRESS));
	ck_assert(device.is_classic);
	ck_assert_int_eq(driver_bluetooth_pair(bt, CLASSIC_ADDRESS, "letters"), -EINVAL);
	ck_assert_int_eq(driver_bluetooth_pair(bt, CLASSIC_ADDRESS, "9999"), 0);
	wait_until(find(CLASSIC_ADDRESS) && device.pairing == DRIVER_BLUETOOTH_FAILED);
	ck_assert_str_eq(device.why, "Authentication Failed");
	ck_assert(!driver_bluetooth_next(bt, &news));
	ck_assert_int_eq(driver_bluetooth_pair(bt, CLASSIC_ADDRESS, NULL), 0);
	wait_until(driver_bluetooth_next(bt, &news));
	ck_assert_int_eq(news.device.pairing, DRIVER_BLUETOOTH_KNOWN);
	open_it(CLASSIC_ADDRESS);
	ck_assert(driver_link_write(link_, (const uint8_t *)"\x4d", 1));
	wait_until(is_ready(end.fd, POLLIN, 0));
	far_hears_text(&end, "\x4d");
	far_says_text(&end, "\x93");
	wait_until(has_said("\x93"));
	shutdown(end.fd, SHUT_RDWR);
	wait_until((has_said(""), last_news == DRIVER_LINK_LOST));
}
END_TEST

START_TEST(boards_of_one_kind_are_told_apart)
{
	struct driver_bluetooth_news news;

	begin_all(device_text("chessnut", LE_ADDRESS, "Chessnut Air", "known"),
		  device_text("chessnut", OTHER_ADDRESS, "Chessnut Air", "known"));
	wait_until(driver_bluetooth_next(bt, &news));
	wait_until(driver_bluetooth_next(bt, &news));
	ck_assert_uint_eq(driver_bluetooth_count(bt), 2);
	ck_assert_str_ne(driver_bluetooth_device(bt, 0).address,
			 driver_bluetooth_device(bt, 1).address);
	ck_assert(find(LE_ADDRESS) && find(DRIVER_BLUETOOTH OTHER_ADDRESS));
	ck_assert_str_eq(board_make_at((uint8_t)__builtin_ctz(device.makes))->name, "chessnut");
}
END_TEST

int main(void)
{
	int status;
	Suite *s = suite_create("bluetooth");
	TCase *c = tcase_create("bluez");

	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_test(c, a_machine_without_a_bus_has_no_bluetooth);
	tcase_add_test(c, a_board_is_found_by_looking_for_it);
	tcase_add_test(c, a_board_of_low_energy_is_ours_when_it_was_paired);
	tcase_add_test(c, bytes_go_both_ways);
	tcase_add_test(c, a_long_message_goes_in_pieces);
	tcase_add_test(c, messages_keep_their_pace);
	tcase_add_test(c, out_of_reach_is_a_loss_and_it_is_found_again);
	tcase_add_test(c, a_bluez_that_begins_anew_is_found_again);
	tcase_add_test(c, a_bus_that_dies_is_a_loss);
	tcase_add_test(c, a_radio_that_is_off_is_named);
	tcase_add_test(c, a_board_that_another_program_has_is_busy);
	tcase_add_test(c, a_computer_is_a_box_of_a_board_by_name_and_service_together);
	tcase_add_test(c, what_no_make_knows_is_left_alone);
	tcase_add_test(c, a_classic_board_is_paired_by_its_pin_and_opened_by_us);
	tcase_add_test(c, boards_of_one_kind_are_told_apart);
	tcase_set_timeout(c, 60);
	suite_add_tcase(s, c);
	status = run_suite(s);
	rmdir(scratch_folder());
	return status;
}
