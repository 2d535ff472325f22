/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SECRET_H
#define BOARDD_SECRET_H

#include <stdbool.h>

/*
 * A token or password: the first line of a file. It is read whenever it is
 * needed, so that it can be changed while the daemon runs, and never logged.
 */

#define SECRET_MAX 600

/* False, and ret is empty, when the file cannot be read; why is logged. */
bool secret_read(const char *path, char ret[SECRET_MAX]);

#endif
