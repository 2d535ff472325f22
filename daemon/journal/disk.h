/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_DISK_H
#define BOARDD_JOURNAL_DISK_H

#include "daemon/journal/journal.h"

/*
 * The directory of the journal: it is ours alone, it may run full, and a file
 * of ballast in it is given up when it does.
 */

struct journal_disk {
	char path[JOURNAL_PATH_MAX]; /* of the directory */
	int fd;                      /* holds the lock */
	uint64_t ballast;            /* bytes wanted; 0: none */
};

/* The path of a file in it. False: too long. */
bool journal_disk_path(const struct journal_disk *disk, const char *name,
		       char ret[JOURNAL_PATH_MAX]);

/* Makes the directory when it is missing, and locks it. Negative errno with a sentence. */
int journal_disk_open(struct journal_disk *ret, const char *path, struct journal_fault *ret_fault);

void journal_disk_close(struct journal_disk *disk);

/* New and renamed files stay where they are after a power cut. */
int journal_disk_sync(const struct journal_disk *disk);

struct journal_space {
	uint64_t total, free; /* bytes for us */
};

int journal_disk_space(const struct journal_disk *disk, struct journal_space *ret);

/* How much of it is free; 0: it is not known how large it is. */
unsigned journal_disk_free_percent(const struct journal_space *space);

/* Makes the ballast when it is missing and there is room for twice as much. */
void journal_disk_load(const struct journal_disk *disk);

/* Gives it up. True: there was some, and there may be room now. */
bool journal_disk_unload(const struct journal_disk *disk);

/*
 * A mark beside the journal, which needs no room: reports were shown that are
 * not in it.
 */
void journal_disk_mark_shown(const struct journal_disk *disk, bool is_so);
bool journal_disk_is_shown(const struct journal_disk *disk);

/*
 * Renames the journal and its log to a name with date and why ("damaged"), which is
 * returned as a path. Negative errno when that is refused; -ENOENT: there is none.
 */
int journal_disk_put_aside(const struct journal_disk *disk, const char *why,
			   char ret[JOURNAL_PATH_MAX]);

/* What was put aside is the journal again; what was begun in its place goes. */
void journal_disk_take_back(const struct journal_disk *disk, const char *aside);

#endif
