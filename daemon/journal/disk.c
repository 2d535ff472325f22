/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#define BALLAST_FILE "journal.ballast"
#define SHOWN_FILE   "journal.shown"

bool journal_disk_path(const struct journal_disk *disk, const char *name,
		       char ret[JOURNAL_PATH_MAX])
{
	int len = snprintf(ret, JOURNAL_PATH_MAX, "%s/%s", disk->path, name);

	return len > 0 && len < JOURNAL_PATH_MAX;
}

/* The entry of a new directory is in its parent. */
static void sync_parent(const char *path)
{
	char parent[JOURNAL_PATH_MAX + 4];
	int fd;

	snprintf(parent, sizeof(parent), "%s/..", path);
	fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

static int make(const char *path)
{
	char part[JOURNAL_PATH_MAX];
	size_t len = strlen(path);

	for (size_t i = 1; i <= len; i++) {
		if (path[i] != '/' && path[i] != '\0')
			continue;
		memcpy(part, path, i);
		part[i] = '\0';
		if (mkdir(part, 0700) == 0)
			sync_parent(part);
		else if (errno != EEXIST)
			return -errno;
	}
	return 0;
}

static int fail(struct journal_fault *fault, const char *path, const char *what, int r)
{
	snprintf(fault->why, sizeof(fault->why), "%s: %s: %s", path, what, strerror(-r));
	return r;
}

/* Copies that were being made when boardd was killed. */
static void remove_copies(int folder_fd)
{
	int fd = openat(folder_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;

	if (!folder) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(folder)) != NULL)
		if (strncmp(entry->d_name, JOURNAL_COPY, strlen(JOURNAL_COPY)) == 0)
			(void)unlinkat(folder_fd, entry->d_name, 0);
	closedir(folder);
}

int journal_disk_open(struct journal_disk *ret, const char *path, struct journal_fault *ret_fault)
{
	struct journal_disk disk = {0};
	int r;

	/* Room for the longest name beside it. */
	if (strlen(path) == 0 || strlen(path) + 64 > sizeof(disk.path))
		return fail(ret_fault, path, "cannot be the state directory", -ENAMETOOLONG);
	memcpy(disk.path, path, strlen(path) + 1);
	r = make(path);
	if (r < 0)
		return fail(ret_fault, path, "cannot make the state directory", r);
	disk.fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (disk.fd < 0)
		return fail(ret_fault, path, "cannot open the state directory", -errno);
	if (flock(disk.fd, LOCK_EX | LOCK_NB) < 0) {
		r = errno == EWOULDBLOCK ? -EBUSY : -errno;
		close(disk.fd);
		if (r != -EBUSY)
			return fail(ret_fault, path, "cannot lock the state directory", r);
		snprintf(ret_fault->why, sizeof(ret_fault->why),
			 "%s: another boardd uses this state directory", path);
		return r;
	}
	remove_copies(disk.fd);
	*ret = disk;
	return 0;
}

void journal_disk_close(struct journal_disk *disk)
{
	close(disk->fd);
}

int journal_disk_sync(const struct journal_disk *disk)
{
	return fsync(disk->fd) < 0 ? -errno : 0;
}

int journal_disk_space(const struct journal_disk *disk, struct journal_space *ret)
{
	struct statvfs s;

	if (fstatvfs(disk->fd, &s) < 0)
		return -errno;
	ret->total = (uint64_t)s.f_blocks * s.f_frsize;
	ret->free = (uint64_t)s.f_bavail * s.f_frsize;
	return 0;
}

unsigned journal_disk_free_percent(const struct journal_space *space)
{
	return space->total > 0 ? (unsigned)(space->free / (space->total / 100 + 1)) : 0;
}

/* --- ballast --- */

void journal_disk_load(const struct journal_disk *disk)
{
	struct journal_space space = {0};
	int fd;

	if (disk->ballast == 0 || disk->ballast > LONG_MAX ||
	    faccessat(disk->fd, BALLAST_FILE, F_OK, 0) == 0 ||
	    journal_disk_space(disk, &space) < 0 || space.free / 2 < disk->ballast)
		return;
	fd = openat(disk->fd, BALLAST_FILE, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	if (posix_fallocate(fd, 0, (off_t)disk->ballast) != 0)
		unlinkat(disk->fd, BALLAST_FILE, 0);
	close(fd);
}

bool journal_disk_unload(const struct journal_disk *disk)
{
	return unlinkat(disk->fd, BALLAST_FILE, 0) == 0;
}

/* --- what was shown and not written --- */

void journal_disk_mark_shown(const struct journal_disk *disk, bool is_so)
{
	int fd;

	if (is_so) {
		fd = openat(disk->fd, SHOWN_FILE, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
		if (fd >= 0)
			close(fd);
	} else {
		unlinkat(disk->fd, SHOWN_FILE, 0);
	}
	journal_disk_sync(disk);
}

bool journal_disk_is_shown(const struct journal_disk *disk)
{
	return faccessat(disk->fd, SHOWN_FILE, F_OK, 0) == 0;
}

/* --- damage --- */

/* The log of committed pages belongs to the file by its name. */
static int rename_both(const struct journal_disk *disk, const char *name)
{
	char log[128];

	if (renameat(disk->fd, JOURNAL_FILE, disk->fd, name) < 0)
		return -errno;
	snprintf(log, sizeof(log), "%s-wal", name);
	if (renameat(disk->fd, JOURNAL_FILE "-wal", disk->fd, log) < 0 && errno != ENOENT)
		return -errno;
	if (unlinkat(disk->fd, JOURNAL_FILE "-shm", 0) < 0 && errno != ENOENT)
		return -errno;
	return journal_disk_sync(disk);
}

int journal_disk_put_aside(const struct journal_disk *disk, const char *why,
			   char ret[JOURNAL_PATH_MAX])
{
	time_t now = time(NULL);
	struct tm tm = {0};
	char date[32], name[96];

	gmtime_r(&now, &tm);
	strftime(date, sizeof(date), "%Y%m%dT%H%M%SZ", &tm);
	snprintf(name, sizeof(name), "journal-%.20s-%s.sqlite", why, date);
	for (int i = 2; faccessat(disk->fd, name, F_OK, 0) == 0; i++)
		snprintf(name, sizeof(name), "journal-%.20s-%s-%d.sqlite", why, date, i);
	return journal_disk_path(disk, name, ret) ? rename_both(disk, name) : -ENAMETOOLONG;
}

void journal_disk_take_back(const struct journal_disk *disk, const char *aside)
{
	const char *name = strrchr(aside, '/') + 1;
	char log[128];

	(void)unlinkat(disk->fd, JOURNAL_FILE "-wal", 0);
	(void)unlinkat(disk->fd, JOURNAL_FILE "-shm", 0);
	snprintf(log, sizeof(log), "%s-wal", name);
	(void)renameat(disk->fd, log, disk->fd, JOURNAL_FILE "-wal");
	(void)renameat(disk->fd, name, disk->fd, JOURNAL_FILE);
	(void)journal_disk_sync(disk);
}
