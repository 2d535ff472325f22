/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_READER_PRIVATE_H
#define BOARDD_JOURNAL_READER_PRIVATE_H

#include <sqlite3.h>

#include "daemon/journal/reader.h"

struct journal_reader {
	sqlite3 *db;
	char path[JOURNAL_PATH_MAX];
	char uuid[JOURNAL_UUID_MAX];
	struct journal_fault fault;
};

/* Says what SQLite says; returns -EIO, or -ENOMEM. */
int journal_reader_fail(struct journal_reader *r, int result);

#endif
