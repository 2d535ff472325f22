/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_ACCESS_H
#define BOARDD_DRIVER_ACCESS_H

#include "driver/node.h"

#include <stddef.h>
#include <sys/types.h>

/*
 * Who may open a device, who has it open, and what helps: for people who
 * wonder why their board does not answer.
 */

#define DRIVER_WHO_MAX 48

struct driver_access {
	char node[PATH_MAX];
	char owner[DRIVER_WHO_MAX], group[DRIVER_WHO_MAX];
	mode_t mode;
	bool may_open; /* we may, now */
};

struct driver_holder {
	pid_t pid;
	char name[DRIVER_WHO_MAX];
};

/* Returns 0, or negative errno when there is no such device. */
int driver_access_of(const char *path, struct driver_access *ret);

/*
 * Another process that has the device open. Returns false when none is seen;
 * those of other users are seen by root alone.
 */
bool driver_holder_of(const char *node, struct driver_holder *ret);

/* A running process with this name, as in /proc/PID/comm. */
bool driver_process_runs(const char *name, struct driver_holder *ret);

/* One sentence: why driver_open() or a link failed with this error, and what helps. */
void driver_explain(const char *address, int error, char *ret_text, size_t size);

#endif
