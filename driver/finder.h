/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_FINDER_H
#define BOARDD_DRIVER_FINDER_H

#include "driver/port.h"

/*
 * Finds the ports behind which a board may be: those with a known identity,
 * and those the user named by a pattern. Never another one.
 *
 * The port of a device that was plugged in appears a little after the device,
 * so after every news from USB we look again at 0.1, 0.3, 1 and 3 seconds.
 * Where the system brings no news we look every two seconds.
 *
 * How it is driven:
 *
 *	wait for driver_finder_fd() or driver_finder_deadline()
 *	driver_finder_step(finder, now);
 *	while (driver_finder_next(finder, &news)) ...
 */

struct driver_finder;

enum driver_news_type {
	DRIVER_NEWS_ARRIVED, /* may be opened; also said of all that is there at the start */
	DRIVER_NEWS_LEFT,
};

struct driver_news {
	enum driver_news_type type;
	struct driver_port port;
};

/*
 * patterns: count paths with the wild cards of a shell, such as
 * "/dev/rfcomm*"; copied. Returns 0 or -ENOMEM; a machine without USB is no
 * error.
 */
int driver_finder_new(struct driver_finder **ret, const char *const *patterns, size_t count);
void driver_finder_free(struct driver_finder *finder); /* takes NULL */

/* Readable when there is something to do; -1 when only time brings news. */
int driver_finder_fd(const struct driver_finder *finder);

/* When to step at the latest, on the caller's clock. */
uint64_t driver_finder_deadline(const struct driver_finder *finder);

void driver_finder_step(struct driver_finder *finder, uint64_t now_ms);

/* The next piece of news. Returns false when there is none. */
bool driver_finder_next(struct driver_finder *finder, struct driver_news *ret_news);

#endif
