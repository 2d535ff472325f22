/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_LINK_H
#define BOARDD_DRIVER_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A device that is kept open: opened, closed when it fails, and opened again
 * after 0.5 s, then 1, 2, ... up to 10 s, until bytes come.
 *
 * What is written goes out in pieces of ten bytes at the speed of the line,
 * for that is all a DGT board can hold; what a device sends beyond reason
 * waits in its own buffers, so that one mad device cannot stop a hall.
 *
 * How it is driven:
 *
 *	poll driver_link_fd() for driver_link_events(), until driver_link_deadline()
 *	switch (driver_link_step(link, now)) ...
 *	while ((n = driver_link_read(link, now, bytes, size)) > 0) ...
 *
 * CLOSED   it is time, and it opens      -> OPEN, or OPENING for a network
 * CLOSED   it is time, and it does not   -> CLOSED   failed
 * OPENING  connected                     -> OPEN     opened
 * OPENING  refused, or it takes too long -> CLOSED   failed
 * OPEN     gone, or given up             -> CLOSED   lost
 */

#define DRIVER_LINK_PIECE  10  /* bytes a board's buffer holds */
#define DRIVER_LINK_OUTBOX 512 /* bytes that may wait to be written */

struct driver_bluetooth;
struct driver_link;

enum driver_link_news {
	DRIVER_LINK_NOTHING,
	DRIVER_LINK_OPENED, /* new and flushed */
	DRIVER_LINK_FAILED, /* could not be opened: driver_link_error() */
	DRIVER_LINK_LOST,   /* was open and is not: the same */
};

/*
 * Opens at the first step. Returns 0 or -ENOMEM; the address is copied. bluetooth: through
 * which boards on Bluetooth are opened, and outlives the link; or NULL.
 */
int driver_link_new(struct driver_link **ret, struct driver_bluetooth *bluetooth,
		    const char *address);
void driver_link_free(struct driver_link *link); /* takes NULL */

const char *driver_link_address(const struct driver_link *link);
bool driver_link_is_open(const struct driver_link *link);

/* -1 while closed. May change with every step. */
int driver_link_fd(const struct driver_link *link);

/* What to poll for. 0: leave it out of the poll until the deadline. */
short driver_link_events(const struct driver_link *link);

/* When to step at the latest, whatever the poll says; UINT64_MAX: no need. */
uint64_t driver_link_deadline(const struct driver_link *link);

/* Opens, connects and writes what is due. Returns the news; ask until there is none. */
enum driver_link_news driver_link_step(struct driver_link *link, uint64_t now_ms);

/* Why the link is not open: negative errno; 0 when the caller gave it up. */
int driver_link_error(const struct driver_link *link);

/* When it will be tried again; only while closed. */
uint64_t driver_link_retry(const struct driver_link *link);

/* Returns how many bytes were read; 0: none now. A loss is news for the next step. */
size_t driver_link_read(struct driver_link *link, uint64_t now_ms, uint8_t *ret_bytes, size_t cap);

/* True while the device sends more than any board does. */
bool driver_link_is_flooded(const struct driver_link *link);

/* Bytes to be written, in order. Returns false, and takes none, when they do not fit. */
bool driver_link_write(struct driver_link *link, const uint8_t *bytes, size_t len);

/* Nothing answers: close it, and open it again when it is time. */
void driver_link_give_up(struct driver_link *link, uint64_t now_ms);

/* See driver_serve_bus(). */
void driver_link_serve_bus(struct driver_link *link);

/*
 * See driver_set_line(): from now on, whether it is open or not. What waits to be
 * written is thrown away. 9600, and lines as they are, is how a link begins.
 */
void driver_link_set_line(struct driver_link *link, uint32_t baud, bool is_low);

#endif
