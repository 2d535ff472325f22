/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "tests/fuzz/folder.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

static char path[64];
static pid_t owner;

static int remove_one(const char *name, const struct stat *stat, int type, struct FTW *ftw)
{
	(void)stat;
	(void)type;
	(void)ftw;
	return remove(name);
}

static void remove_all(void)
{
	if (getpid() == owner)
		(void)nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *folder(void)
{
	if (path[0] != '\0')
		return path;
	snprintf(path, sizeof(path), "/dev/shm/boardd-fuzz-XXXXXX");
	if (!mkdtemp(path)) {
		snprintf(path, sizeof(path), "/tmp/boardd-fuzz-XXXXXX");
		expect(mkdtemp(path), "%s: %s", path, strerror(errno));
	}
	owner = getpid();
	atexit(remove_all);
	return path;
}

const char *folder_path(const char *name)
{
	static char paths[2][256];
	static unsigned next;
	char *ret = paths[next++ % 2];

	snprintf(ret, sizeof(paths[0]), "%s/%s", folder(), name);
	return ret;
}

void folder_empty(const char *name)
{
	const char *below = folder_path(name);
	DIR *dir = mkdir(below, 0700) < 0 ? opendir(below) : NULL;
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.')
			(void)unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
}

void folder_write(const char *name, const void *bytes, size_t len)
{
	FILE *file = fopen(folder_path(name), "we");
	size_t written = file ? fwrite(bytes, 1, len, file) : 0;

	expect(file && fclose(file) == 0 && written == len, "%s: %s", name, strerror(errno));
}

uint8_t *folder_read(const char *from, size_t *ret_len)
{
	FILE *file = fopen(from, "re");
	struct stat stat = {0};
	uint8_t *bytes;

	expect(file && fstat(fileno(file), &stat) == 0, "%s: %s", from, strerror(errno));
	bytes = malloc((size_t)stat.st_size + 1);
	expect(bytes, "no memory");
	*ret_len = fread(bytes, 1, (size_t)stat.st_size, file);
	bytes[*ret_len] = '\0';
	fclose(file);
	return bytes;
}
