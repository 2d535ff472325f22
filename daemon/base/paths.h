/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_PATHS_H
#define BOARDD_PATHS_H

#include <stddef.h>

/*
 * Where things are on this machine: what the user says, else what systemd says,
 * else the user's own folders. The same for the daemon and for boardctl.
 */

/*
 * The state directory: directory if it is not NULL, else $STATE_DIRECTORY, else
 * $XDG_STATE_HOME/boardd, else ~/.local/state/boardd. Returns 0, -ENOENT when
 * there is none, or -ENAMETOOLONG.
 */
int paths_state(const char *directory_or_null, char *ret, size_t size);

/*
 * The control socket: socket if it is not NULL, else control.sock in
 * $RUNTIME_DIRECTORY, in $XDG_RUNTIME_DIR/boardd, or in the state directory.
 * What is missing of the folders is not made. The same errors.
 */
int paths_socket(const char *socket_or_null, const char *directory_or_null, char *ret, size_t size);

/* Makes the folders of a path, each for its owner only. Returns 0 or a negative errno. */
int paths_make(const char *directory);

#endif
