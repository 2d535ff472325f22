/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/session.h"
#include "driver/access.h"
#include "driver/finder.h"
#include "driver/link.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * What the daemon will do, in little, inside a guest with a real kernel: find
 * a board, talk to it, lose it, find it again. Each step is a line, and the
 * host plugs and unplugs when it reads it. Ends after two talks.
 */
struct guest {
	struct driver_finder *finder;
	struct driver_link *link; /* NULL: no board */
	unsigned talks;
	struct dgt_session session;
};

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void hear_of_ports(struct guest *guest)
{
	struct driver_news news;

	driver_finder_step(guest->finder, now_ms());
	while (driver_finder_next(guest->finder, &news)) {
		const struct driver_port *port = &news.port;

		if (news.type == DRIVER_NEWS_LEFT) {
			printf("guest: left %s\n", port->node);
			driver_link_free(guest->link);
			guest->link = NULL;
			continue;
		}
		printf("guest: arrived %s usb %s %04x:%04x serial %s product %s\n", port->node,
		       port->usb_path, port->vendor, port->product, port->usb_serial,
		       port->product_name);
		if (!guest->link && driver_link_new(&guest->link, NULL, port->node) < 0)
			exit(1);
	}
}

static void hear_of_board(struct guest *guest)
{
	struct board_event event;

	while (dgt_session_next(&guest->session, &event)) {
		if (event.type == BOARD_EV_CONNECTED) {
			guest->talks++;
			printf("guest: connected %s firmware %u.%u\n", event.identity.serial,
			       event.identity.firmware.main, event.identity.firmware.sub);
		} else if (event.type == BOARD_EV_LOST) {
			printf("guest: lost %s\n", board_lost_name(event.lost));
			driver_link_give_up(guest->link, now_ms());
		}
	}
}

static void hear_of_link(struct guest *guest)
{
	char text[512];

	switch (driver_link_step(guest->link, now_ms())) {
	case DRIVER_LINK_NOTHING: return;
	case DRIVER_LINK_OPENED: dgt_session_open(&guest->session, now_ms()); return;
	case DRIVER_LINK_LOST: dgt_session_close(&guest->session, now_ms()); break;
	case DRIVER_LINK_FAILED: break;
	}
	driver_explain(driver_link_address(guest->link), driver_link_error(guest->link), text,
		       sizeof(text));
	printf("guest: %s\n", text);
	hear_of_board(guest);
}

static void talk(struct guest *guest)
{
	uint8_t bytes[512];
	size_t len;

	hear_of_link(guest);
	while ((len = driver_link_read(guest->link, now_ms(), bytes, sizeof(bytes))) > 0) {
		for (size_t at = 0; at < len; hear_of_board(guest))
			at += dgt_session_feed(&guest->session, now_ms(), bytes + at, len - at);
	}
	if (!driver_link_is_open(guest->link))
		return;
	dgt_session_tick(&guest->session, now_ms());
	hear_of_board(guest);
	len = dgt_session_take(&guest->session, bytes, sizeof(bytes));
	if (len > 0)
		driver_link_write(guest->link, bytes, len);
}

int main(void)
{
	static struct guest guest;
	uint64_t end_ms = now_ms() + 400000;

	setvbuf(stdout, NULL, _IOLBF, 0);
	dgt_session_init(&guest.session, (struct board_config){.wiring = BOARD_WIRING_SINGLE});
	if (driver_finder_new(&guest.finder, NULL, 0) < 0)
		return 1;
	hear_of_ports(&guest);
	puts("guest: ready");
	while (guest.talks < 2 && now_ms() < end_ms) {
		struct pollfd polled[] = {
			{.fd = driver_finder_fd(guest.finder), .events = POLLIN},
			{.fd = guest.link ? driver_link_fd(guest.link) : -1, .events = POLLIN},
		};

		poll(polled, 2, 20);
		hear_of_ports(&guest);
		if (guest.link)
			talk(&guest);
	}
	puts(guest.talks == 2 ? "guest: done" : "guest: the time is up");
	driver_link_free(guest.link);
	driver_finder_free(guest.finder);
	return guest.talks == 2 ? 0 : 1;
}
