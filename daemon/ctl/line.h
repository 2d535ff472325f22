/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_LINE_H
#define BOARDD_CTL_LINE_H

#include <jansson.h>
#include <stddef.h>

/*
 * A line to the daemon, for the commands that need it: the control socket, with
 * calls going out and lines coming in. Everything waits.
 */

#define CTL_PATH_MAX 512

struct ctl_line;

/*
 * Where the daemon is to be found: the path given, else as paths_socket() says,
 * else where the system's daemon has it. Returns 0 or a negative errno.
 */
int ctl_line_path(const char *socket_or_null, char ret[CTL_PATH_MAX]);

/* Returns 0 or a negative errno: -ENOENT, -ECONNREFUSED when nobody listens there. */
int ctl_line_open(struct ctl_line **ret, const char *path);
void ctl_line_close(struct ctl_line *line); /* takes NULL */

/* Sends a call; takes param, which may be NULL. fd goes with it, -1: none. 0 or negative errno. */
int ctl_line_ask(struct ctl_line *line, const char *call, json_t *param, int fd);

/*
 * The next line without its end, borrowed until the next call. Returns 1, 0 when
 * the daemon has closed the line, or a negative errno: -EINTR after a signal
 * that somebody handles; those that are blocked are let in here only.
 */
int ctl_line_next(struct ctl_line *line, const char **ret, size_t *ret_len);

#endif
