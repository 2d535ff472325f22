/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/link.h"
#include "driver/bluetooth.h"
#include "driver/driver.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#define RETRY_FIRST_MS 500
#define RETRY_MAX_MS   10000
#define NEVER          UINT64_MAX
#define USUAL_BAUD     9600

/*
 * A line of 9600 baud carries not one byte in a millisecond. Thirty times that,
 * after 64 KiB on credit, is a recording played fast, or madness.
 */
#define FLOOD_BURST  65536
#define FLOOD_PER_MS 32
#define FLOOD_PAUSE  1024 /* bytes of new credit before it is read again */

enum state { CLOSED, OPENING, OPEN };

struct driver_link {
	char *address;
	struct driver_bluetooth *bluetooth; /* or NULL */
	struct driver *drv;                 /* NULL while closed */
	enum state state;
	enum driver_link_news news; /* not told yet */
	int error;
	uint64_t retry_ms;   /* CLOSED: when to open; OPENING: when to stop waiting */
	uint64_t backoff_ms; /* the next pause */
	bool is_bus;
	uint32_t baud;
	bool is_low; /* DTR and RTS */
	/* What may be read. */
	uint64_t credit, credit_ms;
	bool is_flooded;
	/* What is to be written. */
	uint8_t outbox[DRIVER_LINK_OUTBOX];
	size_t out_len;
	uint64_t line_free_ms;
	bool is_full; /* the device takes no more for now */
};

int driver_link_new(struct driver_link **ret, struct driver_bluetooth *bluetooth,
		    const char *address)
{
	struct driver_link *link = calloc(1, sizeof(*link));

	if (!link)
		return -ENOMEM;
	link->backoff_ms = RETRY_FIRST_MS;
	link->baud = USUAL_BAUD;
	link->bluetooth = bluetooth;
	link->address = strdup(address);
	if (!link->address) {
		free(link);
		return -ENOMEM;
	}
	*ret = link;
	return 0;
}

void driver_link_free(struct driver_link *link)
{
	if (!link)
		return;
	driver_close(link->drv);
	free(link->address);
	free(link);
}

const char *driver_link_address(const struct driver_link *link)
{
	return link->address;
}

bool driver_link_is_open(const struct driver_link *link)
{
	return link->state == OPEN;
}

int driver_link_error(const struct driver_link *link)
{
	return link->error;
}

uint64_t driver_link_retry(const struct driver_link *link)
{
	return link->retry_ms;
}

bool driver_link_is_flooded(const struct driver_link *link)
{
	return link->is_flooded;
}

/* --- opening and closing --- */

/* At once: as long as an unplugged port is open its name is taken, and it returns as another. */
static void shut(struct driver_link *link, uint64_t now_ms, int error)
{
	link->news = link->state == OPEN ? DRIVER_LINK_LOST : DRIVER_LINK_FAILED;
	link->error = error;
	link->state = CLOSED;
	driver_close(link->drv);
	link->drv = NULL;
	link->out_len = 0;
	link->is_full = false;
	link->is_flooded = false;
	link->retry_ms = now_ms + link->backoff_ms;
	link->backoff_ms *= 2;
	if (link->backoff_ms > RETRY_MAX_MS)
		link->backoff_ms = RETRY_MAX_MS;
}

static void opened(struct driver_link *link, uint64_t now_ms)
{
	link->state = OPEN;
	link->news = DRIVER_LINK_OPENED;
	link->error = 0;
	link->credit = FLOOD_BURST;
	link->credit_ms = now_ms;
	link->line_free_ms = now_ms;
	if (link->baud != USUAL_BAUD || link->is_low)
		(void)driver_set_line(link->drv, link->baud, link->is_low);
	if (link->is_bus)
		(void)driver_serve_bus(link->drv);
}

static void when_opening(struct driver_link *link, uint64_t now_ms)
{
	int r = driver_connect(link->drv);

	if (r > 0)
		opened(link, now_ms);
	else if (r < 0)
		shut(link, now_ms, r);
	else if (now_ms >= link->retry_ms)
		shut(link, now_ms, -ETIMEDOUT);
}

static int open_device(struct driver_link *link)
{
	if (strncmp(link->address, DRIVER_BLUETOOTH, strlen(DRIVER_BLUETOOTH)) != 0)
		return driver_open(&link->drv, link->address);
	return link->bluetooth ? driver_bluetooth_open(link->bluetooth, &link->drv, link->address)
			       : -ENOENT;
}

static void when_closed(struct driver_link *link, uint64_t now_ms)
{
	int r;

	if (now_ms < link->retry_ms)
		return;
	r = open_device(link);
	if (r < 0) {
		shut(link, now_ms, r);
		return;
	}
	link->state = OPENING;
	link->retry_ms = now_ms + driver_connect_ms(link->drv);
	when_opening(link, now_ms);
}

void driver_link_give_up(struct driver_link *link, uint64_t now_ms)
{
	if (link->state != CLOSED)
		shut(link, now_ms, 0);
}

void driver_link_serve_bus(struct driver_link *link)
{
	if (!link->is_bus && link->state == OPEN)
		(void)driver_serve_bus(link->drv);
	link->is_bus = true;
}

/* A port that refuses its speed does not answer, and that is soon seen. */
void driver_link_set_line(struct driver_link *link, uint32_t baud, bool is_low)
{
	if (link->baud == baud && link->is_low == is_low)
		return;
	link->baud = baud;
	link->is_low = is_low;
	link->out_len = 0;
	if (link->state == OPEN)
		(void)driver_set_line(link->drv, baud, is_low);
}

/* --- bytes --- */

static void refill(struct driver_link *link, uint64_t now_ms)
{
	uint64_t passed_ms = now_ms > link->credit_ms ? now_ms - link->credit_ms : 0;

	link->credit_ms = now_ms;
	link->credit += passed_ms < FLOOD_BURST ? passed_ms * FLOOD_PER_MS : FLOOD_BURST;
	if (link->credit > FLOOD_BURST)
		link->credit = FLOOD_BURST;
	if (link->credit >= FLOOD_PAUSE)
		link->is_flooded = false;
}

size_t driver_link_read(struct driver_link *link, uint64_t now_ms, uint8_t *ret_bytes, size_t cap)
{
	ssize_t got;

	if (link->state != OPEN)
		return 0;
	refill(link, now_ms);
	if (link->is_flooded)
		return 0;
	got = driver_read(link->drv, ret_bytes, cap < link->credit ? cap : (size_t)link->credit);
	if (got < 0) {
		shut(link, now_ms, (int)got);
		return 0;
	}
	if (got > 0)
		link->backoff_ms = RETRY_FIRST_MS;
	link->credit -= (uint64_t)got;
	link->is_flooded = link->credit == 0;
	return (size_t)got;
}

bool driver_link_write(struct driver_link *link, const uint8_t *bytes, size_t len)
{
	if (link->state != OPEN || len > sizeof(link->outbox) - link->out_len ||
	    (link->out_len > 0 && driver_is_packets(link->drv)))
		return false;
	memcpy(link->outbox + link->out_len, bytes, len);
	link->out_len += len;
	return true;
}

static void send_some(struct driver_link *link, uint64_t now_ms)
{
	size_t piece = link->out_len < DRIVER_LINK_PIECE ? link->out_len : DRIVER_LINK_PIECE;
	ssize_t put;

	if (piece == 0 || now_ms < link->line_free_ms)
		return;
	if (driver_is_packets(link->drv))
		piece = link->out_len;
	put = driver_write(link->drv, link->outbox, piece);
	if (put < 0) {
		shut(link, now_ms, (int)put);
		return;
	}
	link->is_full = put == 0;
	link->out_len -= (size_t)put;
	memmove(link->outbox, link->outbox + put, link->out_len);
	/* A byte is ten bits. */
	link->line_free_ms = now_ms + ((uint64_t)put * 10000 + link->baud - 1) / link->baud;
}

/* --- the loop's questions --- */

int driver_link_fd(const struct driver_link *link)
{
	return link->drv ? driver_fd(link->drv) : -1;
}

short driver_link_events(const struct driver_link *link)
{
	if (link->state == CLOSED)
		return 0;
	if (link->state == OPENING)
		return driver_events(link->drv);
	return (short)((link->is_flooded ? 0 : POLLIN) | (link->is_full ? POLLOUT : 0));
}

uint64_t driver_link_deadline(const struct driver_link *link)
{
	uint64_t due = NEVER;

	if (link->news != DRIVER_LINK_NOTHING)
		return 0;
	if (link->state != OPEN)
		return link->retry_ms;
	if (link->is_flooded)
		due = link->credit_ms + (FLOOD_PAUSE - link->credit) / FLOOD_PER_MS + 1;
	if (link->out_len > 0 && !link->is_full && link->line_free_ms < due)
		due = link->line_free_ms;
	return due;
}

enum driver_link_news driver_link_step(struct driver_link *link, uint64_t now_ms)
{
	enum driver_link_news news;

	if (link->news == DRIVER_LINK_NOTHING) {
		switch (link->state) {
		case CLOSED: when_closed(link, now_ms); break;
		case OPENING: when_opening(link, now_ms); break;
		case OPEN:
			refill(link, now_ms);
			send_some(link, now_ms);
			break;
		}
	}
	news = link->news;
	link->news = DRIVER_LINK_NOTHING;
	return news;
}
