/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_FOLLOW_H
#define BOARDD_CTL_FOLLOW_H

#include "daemon/ctl/online.h"

/*
 * The report stream as it comes, for the commands that follow it. When the daemon
 * goes away it is waited for, and the stream goes on where it was.
 */

struct ctl_follower {
	const char *board; /* only this one; NULL: all */
	bool has_since;    /* first what came after that report */
	uint64_t since;

	/* A line as it came, without its end, and what it says. False: that is enough. */
	bool (*hello)(void *data, const char *text, size_t len);
	bool (*report)(void *data, const char *text, size_t len, const json_t *report);
	void *data;
};

/* Until standard output is gone, or the daemon refuses. Returns an exit status. */
int ctl_follow(const struct ctl_online *online, const struct ctl_follower *follower);

#endif
