/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "far_end.h"

#include "driver/link.h"
#include "tests/support/words.h"

#include <check.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Time is a number here, so that ten seconds of back-off take none. */
static uint64_t now_ms;
static struct driver_link *link_;
static struct far_end end;

static void link_to(const char *address)
{
	ck_assert_int_eq(driver_link_new(&link_, NULL, address), 0);
	ck_assert_str_eq(driver_link_address(link_), address);
}

static void step_gives(enum driver_link_news news)
{
	ck_assert_int_eq(driver_link_step(link_, now_ms), news);
}

static void open_it(struct far_end far)
{
	end = far;
	link_to(end.address);
	step_gives(DRIVER_LINK_OPENED);
	step_gives(DRIVER_LINK_NOTHING);
	far_accept(&end);
}

static void close_it(void)
{
	driver_link_free(link_);
	far_close(&end);
}

/* The next step that has something to say, at its own deadline. */
static enum driver_link_news next_news(void)
{
	enum driver_link_news news;

	do {
		if (driver_link_deadline(link_) > now_ms)
			now_ms = driver_link_deadline(link_);
		news = driver_link_step(link_, now_ms);
	} while (news == DRIVER_LINK_NOTHING);
	return news;
}

static void read_gives(const char *bytes, size_t len)
{
	uint8_t got[64];

	ck_assert(wait_for(driver_link_fd(link_), POLLIN));
	ck_assert_uint_eq(driver_link_read(link_, now_ms, got, sizeof(got)), len);
	ck_assert_mem_eq(got, bytes, len);
}

START_TEST(an_open_link_carries_bytes)
{
	open_it(far_pty());
	ck_assert(driver_link_is_open(link_));
	ck_assert_int_eq(driver_link_events(link_), POLLIN);
	ck_assert_uint_eq(driver_link_deadline(link_), UINT64_MAX);
	far_says_text(&end, "hello");
	read_gives("hello", 5);
	ck_assert(driver_link_write(link_, (const uint8_t *)"M", 1));
	ck_assert_uint_le(driver_link_deadline(link_), now_ms);
	step_gives(DRIVER_LINK_NOTHING);
	far_hears_text(&end, "M");
	close_it();
}
END_TEST

START_TEST(an_unplugged_device_is_lost_once)
{
	uint8_t got[8];

	open_it(far_pty());
	far_unplug(&end);
	ck_assert_uint_eq(driver_link_read(link_, now_ms, got, sizeof(got)), 0);
	ck_assert_int_eq(driver_link_fd(link_), -1); /* closed at once: the name must be free */
	ck_assert_uint_eq(driver_link_deadline(link_), 0);
	step_gives(DRIVER_LINK_LOST);
	ck_assert_int_eq(driver_link_error(link_), -ENODEV);
	step_gives(DRIVER_LINK_NOTHING);
	ck_assert(!driver_link_write(link_, got, 1));
	close_it();
}
END_TEST

START_TEST(a_loss_is_noticed_when_writing_too)
{
	open_it(far_pty());
	far_unplug(&end);
	ck_assert(driver_link_write(link_, (const uint8_t *)"M", 1));
	step_gives(DRIVER_LINK_LOST);
	close_it();
}
END_TEST

START_TEST(what_is_not_there_is_tried_again_less_and_less_often)
{
	static const uint64_t pauses_ms[] = {500, 1000, 2000, 4000, 8000, 10000, 10000};

	link_to("/dev/no-such-board");
	step_gives(DRIVER_LINK_FAILED);
	for (size_t i = 0; i < sizeof(pauses_ms) / sizeof(pauses_ms[0]); i++) {
		uint64_t before_ms = now_ms;

		ck_assert_int_eq(driver_link_error(link_), -ENOENT);
		ck_assert_uint_eq(driver_link_retry(link_), now_ms + pauses_ms[i]);
		now_ms = driver_link_retry(link_) - 1;
		step_gives(DRIVER_LINK_NOTHING);
		now_ms++;
		step_gives(DRIVER_LINK_FAILED);
		ck_assert_uint_eq(now_ms - before_ms, pauses_ms[i]);
	}
	driver_link_free(link_);
}
END_TEST

START_TEST(a_replugged_device_is_open_again)
{
	char link[128];
	uint8_t got[8];

	snprintf(link, sizeof(link), "%s/replugged", scratch_folder());
	unlink(link);
	end = far_pty();
	ck_assert_int_eq(symlink(end.address, link), 0);
	link_to(link);
	step_gives(DRIVER_LINK_OPENED);
	for (int i = 0; i < 5; i++) {
		far_unplug(&end);
		unlink(link);
		ck_assert_uint_eq(driver_link_read(link_, now_ms, got, sizeof(got)), 0);
		step_gives(DRIVER_LINK_LOST);
		ck_assert_int_eq(next_news(), DRIVER_LINK_FAILED);
		end = far_pty(); /* perhaps another name: the link is what counts */
		ck_assert_int_eq(symlink(end.address, link), 0);
		ck_assert_int_eq(next_news(), DRIVER_LINK_OPENED);
		far_says_text(&end, "back");
		read_gives("back", 4);
	}
	unlink(link);
	close_it();
}
END_TEST

/* The port is fine and nobody is behind it: opening alone is no reason to hope. */
START_TEST(a_silent_device_is_given_up_less_and_less_often)
{
	static const uint64_t pauses_ms[] = {500, 1000, 2000, 4000, 8000, 10000};

	open_it(far_pty());
	for (size_t i = 0; i < sizeof(pauses_ms) / sizeof(pauses_ms[0]); i++) {
		driver_link_give_up(link_, now_ms);
		step_gives(DRIVER_LINK_LOST);
		ck_assert_int_eq(driver_link_error(link_), 0);
		ck_assert_uint_eq(driver_link_retry(link_), now_ms + pauses_ms[i]);
		ck_assert_int_eq(next_news(), DRIVER_LINK_OPENED);
	}
	far_says_text(&end, "here I am");
	read_gives("here I am", 9);
	driver_link_give_up(link_, now_ms);
	ck_assert_uint_eq(driver_link_retry(link_), now_ms + 500);
	driver_link_give_up(link_, now_ms); /* twice is once */
	step_gives(DRIVER_LINK_LOST);
	step_gives(DRIVER_LINK_NOTHING);
	close_it();
}
END_TEST

START_TEST(a_busy_device_is_tried_until_it_is_free)
{
	struct driver_link *other;

	open_it(far_pty());
	other = link_;
	link_to(end.address);
	step_gives(DRIVER_LINK_FAILED);
	ck_assert_int_eq(driver_link_error(link_), -EBUSY);
	driver_link_free(other);
	ck_assert_int_eq(next_news(), DRIVER_LINK_OPENED);
	close_it();
}
END_TEST

/* A board holds ten bytes: they go out in tens, at 960 bytes a second. */
START_TEST(writing_keeps_the_pace_of_the_line)
{
	static const char text[] = "0123456789abcdefghijABCDE";
	uint64_t began_ms = now_ms;

	open_it(far_pty());
	ck_assert(driver_link_write(link_, (const uint8_t *)text, 7));
	ck_assert(driver_link_write(link_, (const uint8_t *)text + 7, 18));
	step_gives(DRIVER_LINK_NOTHING);
	far_hears(&end, text, 10);
	ck_assert_uint_eq(driver_link_deadline(link_), began_ms + 11);
	now_ms += 10;
	step_gives(DRIVER_LINK_NOTHING);
	ck_assert(!is_ready(end.fd, POLLIN, 10));
	now_ms = driver_link_deadline(link_);
	step_gives(DRIVER_LINK_NOTHING);
	far_hears(&end, text + 10, 10);
	now_ms = driver_link_deadline(link_);
	step_gives(DRIVER_LINK_NOTHING);
	far_hears(&end, text + 20, 5);
	ck_assert_uint_eq(now_ms, began_ms + 22);
	ck_assert_uint_eq(driver_link_deadline(link_), UINT64_MAX);
	close_it();
}
END_TEST

START_TEST(the_outbox_has_an_end)
{
	static const uint8_t much[DRIVER_LINK_OUTBOX];

	open_it(far_pty());
	ck_assert(driver_link_write(link_, much, sizeof(much)));
	ck_assert(!driver_link_write(link_, much, 1));
	step_gives(DRIVER_LINK_NOTHING);
	ck_assert(driver_link_write(link_, much, DRIVER_LINK_PIECE));
	ck_assert(!driver_link_write(link_, much, 1));
	close_it();
}
END_TEST

START_TEST(a_device_that_takes_nothing_is_waited_for)
{
	static const uint8_t piece[DRIVER_LINK_PIECE];
	uint8_t drain[4096];
	int writes = 0;

	open_it(far_unix());
	while ((driver_link_events(link_) & POLLOUT) == 0) {
		if (driver_link_deadline(link_) == UINT64_MAX)
			ck_assert(driver_link_write(link_, piece, sizeof(piece)));
		now_ms += 11;
		step_gives(DRIVER_LINK_NOTHING);
		ck_assert_int_lt(writes++, 1000000);
	}
	ck_assert_uint_eq(driver_link_deadline(link_), UINT64_MAX); /* only the poll helps */
	while (read(end.fd, drain, sizeof(drain)) > 0)
		;
	ck_assert(wait_for(driver_link_fd(link_), POLLOUT));
	step_gives(DRIVER_LINK_NOTHING);
	ck_assert_int_eq(driver_link_events(link_), POLLIN);
	close_it();
}
END_TEST

/* In one second of the clock no more than 64 KiB and 32 bytes a millisecond are taken. */
START_TEST(a_flood_is_bounded_and_passes)
{
	static char much[4096];
	static uint8_t got[1 << 15];
	size_t total = 0, n;

	open_it(far_unix());
	for (int i = 0; i < 200; i++) {
		while (write(end.fd, much, sizeof(much)) > 0)
			;
		while ((n = driver_link_read(link_, now_ms, got, sizeof(got))) > 0)
			total += n;
		now_ms += 5;
	}
	ck_assert_uint_le(total, 65536 + 1000 * 32);
	ck_assert_uint_ge(total, 65536);
	while (!driver_link_is_flooded(link_)) {
		while (write(end.fd, much, sizeof(much)) > 0)
			;
		driver_link_read(link_, now_ms, got, sizeof(got));
	}
	ck_assert_int_eq(driver_link_events(link_), 0);
	ck_assert_uint_le(driver_link_deadline(link_), now_ms + 33);
	now_ms += 2000;
	step_gives(DRIVER_LINK_NOTHING);
	ck_assert(!driver_link_is_flooded(link_));
	ck_assert_int_eq(driver_link_events(link_), POLLIN);
	close_it();
}
END_TEST

START_TEST(an_event_log_at_full_usb_speed_is_no_flood)
{
	static char log[7939];
	uint8_t got[1024];
	size_t total = 0, n;

	open_it(far_unix());
	for (int i = 0; i < 4; i++)
		far_says(&end, log, sizeof(log));
	while ((n = driver_link_read(link_, now_ms, got, sizeof(got))) > 0)
		total += n;
	ck_assert_uint_eq(total, 4 * sizeof(log));
	ck_assert(!driver_link_is_flooded(link_));
	close_it();
}
END_TEST

static enum driver_link_news finish_connecting(void)
{
	enum driver_link_news news = driver_link_step(link_, now_ms);

	while (news == DRIVER_LINK_NOTHING) {
		ck_assert(wait_for(driver_link_fd(link_), driver_link_events(link_)));
		news = driver_link_step(link_, now_ms);
	}
	return news;
}

START_TEST(a_network_is_connected_to_in_the_loop)
{
	end = far_tcp();
	link_to(end.address);
	ck_assert_int_eq(finish_connecting(), DRIVER_LINK_OPENED);
	far_accept(&end);
	far_says_text(&end, "hello");
	read_gives("hello", 5);
	driver_link_serve_bus(link_);
	far_unplug(&end);
	ck_assert(wait_for(driver_link_fd(link_), POLLIN));
	ck_assert_uint_eq(driver_link_read(link_, now_ms, (uint8_t[8]){0}, 8), 0);
	step_gives(DRIVER_LINK_LOST);
	now_ms = driver_link_retry(link_);
	ck_assert_int_eq(finish_connecting(), DRIVER_LINK_OPENED);
	far_accept(&end);
	close_it();
}
END_TEST

/* A listener that accepts nobody and has its queue full answers nothing at all. */
START_TEST(a_network_that_keeps_silent_is_given_up_after_five_seconds)
{
	struct driver_link *crowd[64];
	uint64_t began_ms;
	int count = 0;

	end = far_tcp();
	do {
		ck_assert_int_lt(count, 64);
		link_to(end.address);
		crowd[count++] = link_;
	} while (driver_link_step(link_, now_ms) == DRIVER_LINK_OPENED ||
		 is_ready(driver_link_fd(link_), POLLOUT, 50));
	began_ms = now_ms;
	ck_assert_uint_eq(driver_link_deadline(link_), began_ms + 5000);
	ck_assert_int_eq(next_news(), DRIVER_LINK_FAILED);
	ck_assert_int_eq(driver_link_error(link_), -ETIMEDOUT);
	ck_assert_uint_eq(now_ms, began_ms + 5000);
	while (count > 0)
		driver_link_free(crowd[--count]);
	far_close(&end);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("link");
	TCase *tcase = tcase_create("link");
	int status;

	scratch_folder();
	tcase_add_test(tcase, an_open_link_carries_bytes);
	tcase_add_test(tcase, an_unplugged_device_is_lost_once);
	tcase_add_test(tcase, a_loss_is_noticed_when_writing_too);
	tcase_add_test(tcase, what_is_not_there_is_tried_again_less_and_less_often);
	tcase_add_test(tcase, a_replugged_device_is_open_again);
	tcase_add_test(tcase, a_silent_device_is_given_up_less_and_less_often);
	tcase_add_test(tcase, a_busy_device_is_tried_until_it_is_free);
	tcase_add_test(tcase, writing_keeps_the_pace_of_the_line);
	tcase_add_test(tcase, the_outbox_has_an_end);
	tcase_add_test(tcase, a_device_that_takes_nothing_is_waited_for);
	tcase_add_test(tcase, a_flood_is_bounded_and_passes);
	tcase_add_test(tcase, an_event_log_at_full_usb_speed_is_no_flood);
	tcase_add_test(tcase, a_network_is_connected_to_in_the_loop);
	tcase_add_test(tcase, a_network_that_keeps_silent_is_given_up_after_five_seconds);
	tcase_set_timeout(tcase, 60);
	suite_add_tcase(suite, tcase);
	status = run_suite(suite);
	rmdir(scratch_folder());
	return status;
}
