/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_FAR_END_H
#define BOARDD_TESTS_FAR_END_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The far end of a device, as a test plays it: the master of a pty, or the
 * accepted end of a socket. What cannot be made fails the test.
 */

struct far_end {
	char address[128]; /* to be opened by driver_open() */
	int fd;            /* -1 until somebody has connected */
	int keep;          /* of a pty: the port as plugged in, used or not; -1 otherwise */
	int listener;      /* of a socket; -1 otherwise */
};

struct far_end far_pty(void);
struct far_end far_unix(void);
struct far_end far_tcp(void);

/* Waits until somebody has connected. */
void far_accept(struct far_end *end);

/* As the kernel does it: a hang-up on the other side. */
void far_unplug(struct far_end *end);

/* All of it; what was not closed yet. */
void far_close(struct far_end *end);

void far_says(const struct far_end *end, const char *bytes, size_t len);
#define far_says_text(end, text) far_says(end, text, sizeof(text) - 1)

/* Waits for exactly these bytes, and no more. */
void far_hears(const struct far_end *end, const char *bytes, size_t len);
#define far_hears_text(end, text) far_hears(end, text, sizeof(text) - 1)

/* Waits until a descriptor is ready, two seconds at most. Returns false when it is not. */
bool wait_for(int fd, short events);

bool is_ready(int fd, short events, int within_ms);

/* A folder of this test's own, for sockets. */
const char *scratch_folder(void);

#endif
