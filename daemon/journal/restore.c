/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/restore.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/journal/disk.h"
#include "daemon/journal/reader.h"

#define COPY JOURNAL_COPY "-restored" /* one that is not finished goes at the next start */

static int fail(struct journal_fault *fault, const char *what, int r)
{
	snprintf(fault->why, sizeof(fault->why), "%s: %s", what, strerror(-r));
	return r;
}

/* Beside the journal, and whole on the disk. */
static int copy(const struct journal_disk *disk, const char *backup, struct journal_fault *fault)
{
	struct journal_reader *reader = NULL;
	char path[JOURNAL_PATH_MAX];
	int r;

	if (!journal_disk_path(disk, COPY, path))
		return fail(fault, disk->path, -ENAMETOOLONG);
	r = journal_reader_open(&reader, backup, fault);
	if (r < 0)
		return r;
	r = journal_backup(reader, path);
	if (r < 0)
		snprintf(fault->why, sizeof(fault->why), "%s", journal_reader_why(reader));
	journal_reader_close(reader);
	return r;
}

/* Whoever restores, it is the journal of whoever has the directory. */
static void give_away(const struct journal_disk *disk)
{
	struct stat folder;

	if (fstat(disk->fd, &folder) == 0 &&
	    fchownat(disk->fd, COPY, folder.st_uid, folder.st_gid, AT_SYMLINK_NOFOLLOW) < 0)
		return; /* we are not root, and it is ours */
}

/* From here on each step leaves a journal, or the two of them under their names. */
static int exchange(const struct journal_disk *disk, struct journal_restored *ret,
		    struct journal_fault *fault)
{
	int r;

	journal_disk_mark_shown(disk, true);
	r = journal_disk_put_aside(disk, "replaced", ret->put_aside);
	if (r == -ENOENT)
		ret->put_aside[0] = '\0';
	else if (r < 0)
		return fail(fault, disk->path, r);
	/* A log without its journal is nobody's, and must not become this one's. */
	(void)unlinkat(disk->fd, JOURNAL_FILE "-wal", 0);
	(void)unlinkat(disk->fd, JOURNAL_FILE "-shm", 0);
	if (renameat(disk->fd, COPY, disk->fd, JOURNAL_FILE) < 0)
		return fail(fault, disk->path, -errno);
	r = journal_disk_sync(disk);
	return r < 0 ? fail(fault, disk->path, r) : 0;
}

int journal_restore(const char *directory, const char *backup, struct journal_restored *ret,
		    struct journal_fault *ret_fault)
{
	struct journal_restored restored = {0};
	struct journal_disk disk;
	int r = journal_disk_open(&disk, directory, ret_fault);

	if (r < 0)
		return r;
	r = copy(&disk, backup, ret_fault);
	give_away(&disk);
	if (r == 0)
		r = exchange(&disk, &restored, ret_fault);
	if (r == 0)
		*ret = restored;
	else
		(void)unlinkat(disk.fd, COPY, 0);
	journal_disk_close(&disk);
	return r;
}
