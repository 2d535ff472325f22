/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ctl/talk.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "driver/bluetooth.h"
#include "driver/link.h"

struct ctl_talk {
	struct driver_link *link;
	int signals;
	uint64_t start_ms;                  /* on the system's clock */
	bool is_silent, has_heard;          /* the second: a board has said who it is */
	struct driver_bluetooth *bluetooth; /* or NULL */
	struct ctl_listener listener;
	uint32_t makes;   /* makes that have not been asked for */
	uint64_t meet_ms; /* when the next is, whatever this one says */
	struct board_config config;
	struct board_session session;
};

#define BLUEZ_MS 2000 /* in which BlueZ tells what it knows */

static uint64_t system_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static uint64_t now_of(const struct ctl_talk *talk)
{
	return system_ms() - talk->start_ms;
}

static int open_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	if (sigprocmask(SIG_BLOCK, &set, NULL) < 0)
		return -errno;
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* The next make that it may be of. Returns false when there is none. */
static bool begin_next_make(struct ctl_talk *talk)
{
	const struct board_make *make;

	while (talk->config.make < 31 && (talk->makes >> talk->config.make & 1) == 0)
		talk->config.make++;
	if ((talk->makes >> talk->config.make & 1) == 0)
		return false;
	talk->makes &= ~(UINT32_C(1) << talk->config.make);
	make = board_make_at(talk->config.make);
	driver_link_set_line(talk->link, make->baud, make->lines_low);
	board_session_init(&talk->session, &talk->config);
	return true;
}

/* Waits until BlueZ has told what it knows, or is not there. Returns 0 or negative errno. */
static int open_bluetooth(struct ctl_talk *talk, const char *address)
{
	struct driver_bluetooth_device device;
	int r = driver_bluetooth_new(&talk->bluetooth);

	while (r == 0 && now_of(talk) < BLUEZ_MS &&
	       !driver_bluetooth_find(talk->bluetooth, address, &device)) {
		struct pollfd polled = {.fd = driver_bluetooth_fd(talk->bluetooth),
					.events = POLLIN};

		driver_bluetooth_step(talk->bluetooth, now_of(talk));
		(void)poll(&polled, 1, 50);
	}
	if (r == 0 && driver_bluetooth_find(talk->bluetooth, address, &device))
		talk->makes = device.makes;
	return r;
}

int ctl_talk_new(struct ctl_talk **ret, const char *address, uint32_t makes,
		 enum board_wiring wiring, struct ctl_listener listener)
{
	struct ctl_talk *talk = calloc(1, sizeof(*talk));
	int r;

	if (!talk)
		return -ENOMEM;
	talk->listener = listener;
	talk->start_ms = system_ms();
	talk->makes = makes;
	talk->meet_ms = BOARD_MEET_MS;
	talk->config = (struct board_config){.wiring = wiring,
					     .is_bluetooth = driver_bluetooth_is_address(address)};
	talk->signals = open_signals();
	r = talk->signals < 0 ? -errno : 0;
	if (r == 0 && strncmp(address, DRIVER_BLUETOOTH, strlen(DRIVER_BLUETOOTH)) == 0)
		r = open_bluetooth(talk, address);
	if (r == 0)
		r = driver_link_new(&talk->link, talk->bluetooth, address);
	if (r == 0 && !begin_next_make(talk))
		r = -EINVAL;
	if (r < 0) {
		ctl_talk_free(talk);
		return r;
	}
	*ret = talk;
	return 0;
}

void ctl_talk_free(struct ctl_talk *talk)
{
	if (!talk)
		return;
	driver_link_free(talk->link);
	driver_bluetooth_free(talk->bluetooth);
	if (talk->signals >= 0)
		close(talk->signals);
	free(talk);
}

const struct board_make *ctl_talk_make(const struct ctl_talk *talk)
{
	return board_session_make(&talk->session);
}

int ctl_talk_error(const struct ctl_talk *talk)
{
	return driver_link_error(talk->link);
}

static void hear(struct ctl_talk *talk, uint64_t at_ms, bool is_out, const uint8_t *bytes,
		 size_t len)
{
	if (talk->listener.bytes)
		talk->listener.bytes(talk->listener.data, at_ms, is_out, bytes, len);
}

bool ctl_talk_say(struct ctl_talk *talk, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	if (!driver_link_write(talk->link, bytes, len))
		return false;
	hear(talk, at_ms, true, bytes, len);
	return true;
}

static void take_events(struct ctl_talk *talk)
{
	struct board_event event;

	while (board_session_next(&talk->session, &event)) {
		if (event.type == BOARD_EV_LOST && event.address == 0)
			talk->is_silent = true;
		if (event.type == BOARD_EV_CONNECTED)
			talk->has_heard = true;
		if (talk->listener.event)
			talk->listener.event(talk->listener.data, &event);
	}
}

static void feed(struct ctl_talk *talk, uint64_t now_ms, const uint8_t *bytes, size_t len)
{
	while (len > 0) {
		size_t n = board_session_feed(&talk->session, now_ms, bytes, len);

		take_events(talk);
		bytes += n;
		len -= n;
	}
}

static void write_out(struct ctl_talk *talk, uint64_t now_ms)
{
	uint8_t bytes[BOARD_OUT_MAX];
	size_t len = board_session_take(&talk->session, bytes, sizeof(bytes));

	if (len > 0)
		(void)ctl_talk_say(talk, now_ms, bytes, len);
}

static bool is_bus(const struct board_session *session)
{
	return board_session_state(session) == BOARD_ST_BUS;
}

/* One turn of the loop. Returns false when the device failed. */
static bool turn(struct ctl_talk *talk, uint64_t now_ms)
{
	uint8_t bytes[4096];
	size_t len;

	if (talk->bluetooth)
		driver_bluetooth_step(talk->bluetooth, now_ms);
	switch (driver_link_step(talk->link, now_ms)) {
	case DRIVER_LINK_NOTHING: break;
	case DRIVER_LINK_OPENED: board_session_open(&talk->session, now_ms); break;
	case DRIVER_LINK_FAILED:
	case DRIVER_LINK_LOST: return false;
	}
	if (!driver_link_is_open(talk->link))
		return true;
	len = driver_link_read(talk->link, now_ms, bytes, sizeof(bytes));
	if (len > 0)
		hear(talk, now_ms, false, bytes, len);
	feed(talk, now_ms, bytes, len);
	board_session_tick(&talk->session, now_ms);
	take_events(talk);
	if (is_bus(&talk->session))
		driver_link_serve_bus(talk->link);
	write_out(talk, now_ms);
	return true;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Until there is something to do. Returns false when a signal came. */
static bool wait(struct ctl_talk *talk, uint64_t now_ms, uint64_t until_ms)
{
	uint64_t due_ms = least(until_ms, driver_link_deadline(talk->link));
	struct pollfd polled[] = {
		{.fd = talk->signals, .events = POLLIN},
		{.fd = driver_link_fd(talk->link), .events = driver_link_events(talk->link)},
		{.fd = talk->bluetooth ? driver_bluetooth_fd(talk->bluetooth) : -1,
		 .events = POLLIN},
	};

	if (polled[1].events == 0)
		polled[1].fd = -1; /* what is negative is not polled */
	if (talk->bluetooth)
		due_ms = least(due_ms, driver_bluetooth_deadline(talk->bluetooth));

	if (driver_link_is_open(talk->link))
		due_ms = least(due_ms, board_session_deadline(&talk->session));
	/* The listener is asked now and then, whatever happens. */
	due_ms = least(due_ms > now_ms ? due_ms - now_ms : 0, 250);
	return poll(polled, 3, (int)due_ms) <= 0 || polled[0].revents == 0;
}

static bool is_silent(const struct ctl_talk *talk, uint64_t now_ms)
{
	return talk->is_silent || (!talk->has_heard && talk->makes != 0 && now_ms >= talk->meet_ms);
}

static bool try_again(struct ctl_talk *talk, uint64_t now_ms)
{
	if (talk->has_heard || !begin_next_make(talk))
		return false;
	talk->is_silent = false;
	talk->meet_ms = now_ms + BOARD_MEET_MS;
	if (talk->listener.again)
		talk->listener.again(talk->listener.data, now_ms);
	board_session_open(&talk->session, now_ms);
	return true;
}

enum ctl_talk_end ctl_talk_run(struct ctl_talk *talk, uint64_t for_ms)
{
	for (;;) {
		uint64_t now_ms = now_of(talk);

		if (!turn(talk, now_ms))
			return CTL_TALK_FAILED;
		if (talk->listener.is_enough &&
		    talk->listener.is_enough(talk->listener.data, now_ms))
			return CTL_TALK_ENOUGH;
		if (is_silent(talk, now_ms) && !try_again(talk, now_ms))
			return CTL_TALK_SILENT;
		if (now_ms >= for_ms)
			return CTL_TALK_OVER;
		if (!wait(talk, now_ms, for_ms))
			return CTL_TALK_STOPPED;
	}
}
