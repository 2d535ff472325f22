/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>

#include "daemon/base/log.h"
#include "daemon/hall/private.h"

/*
 * Boards on Bluetooth come and go as those on USB do. One that says no number has one
 * from the end of its address, so that it is the same board tomorrow.
 */

#define TAIL      6 /* digits of the address, */
#define TAIL_TEXT 8 /* and colons between them */

int hall_bluetooth_new(struct hall *hall)
{
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = hall};
	int r;

	if (!hall->parts.config->boards.bluetooth)
		return 0;
	r = driver_bluetooth_new(&hall->bluetooth);
	if (r < 0)
		return r;
	(void)epoll_ctl(hall->epoll, EPOLL_CTL_ADD, driver_bluetooth_fd(hall->bluetooth), &event);
	return 0;
}

/* Where devices are named no others are used. */
static void take(struct hall *hall, const struct driver_bluetooth_news *news)
{
	const struct driver_bluetooth_device *device = &news->device;
	struct line *line = hall_line_at(hall, device->address);

	if (hall->parts.config->boards.devices.count > 0)
		return;
	if (news->has_left && line) {
		log_notice("%s, %s, is not there any more", device->name, device->address);
		hall_line_free(line);
	} else if (!news->has_left && !line) {
		log_notice("%s, %s, is one of our boards", device->name, device->address);
		hall_line_new(hall, device->address, device->makes, 0, NULL);
	}
}

void hall_bluetooth_step(struct hall *hall, uint64_t now_ms)
{
	struct driver_bluetooth_news news;

	hall->bluetooth_is_ready = false;
	driver_bluetooth_step(hall->bluetooth, now_ms);
	while (driver_bluetooth_next(hall->bluetooth, &news))
		take(hall, &news);
	hall->bluetooth_due_ms = driver_bluetooth_deadline(hall->bluetooth);
}

void hall_serial_of(const char *address, const char *serial, char ret[BOARD_SERIAL_MAX])
{
	size_t len = strlen(address), digits = 0;
	char tail[TAIL + 1] = "";

	snprintf(ret, BOARD_SERIAL_MAX, "%s", serial);
	if (serial[0] != '\0' ||
	    strncmp(address, DRIVER_BLUETOOTH, strlen(DRIVER_BLUETOOTH)) != 0 || len < TAIL_TEXT)
		return;
	for (const char *c = address + len - TAIL_TEXT; *c != '\0' && digits < TAIL; c++)
		if (isxdigit((unsigned char)*c))
			tail[digits++] = (char)tolower((unsigned char)*c);
	snprintf(ret, BOARD_SERIAL_MAX, "bt-%s", tail);
}

struct driver_bluetooth *hall_bluetooth(const struct hall *hall)
{
	return hall->bluetooth;
}
