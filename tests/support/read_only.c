/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/*
 * To be preloaded: while the file named by READ_ONLY is there, what lies below
 * READ_ONLY_BELOW cannot be written, also through descriptors that are open: as
 * when the kernel has found errors on a disk. (A person cannot do that: mount
 * refuses while somebody writes.)
 */

static bool is_refused_path(const char *path)
{
	const char *below = getenv("READ_ONLY_BELOW"), *mark = getenv("READ_ONLY");

	return below && mark && strncmp(path, below, strlen(below)) == 0 && access(mark, F_OK) == 0;
}

static bool is_refused(int fd)
{
	char link[64], path[512];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, path, sizeof(path) - 1);
	if (len < 0)
		return false;
	path[len] = '\0';
	return is_refused_path(path);
}

static int refuse(void)
{
	errno = EROFS;
	return -1;
}

#define REALLY(name) (*(void **)&really = dlsym(RTLD_NEXT, name))

ssize_t write(int fd, const void *bytes, size_t len)
{
	static ssize_t (*really)(int fd, const void *bytes, size_t len);

	if (!really)
		REALLY("write");
	return is_refused(fd) ? refuse() : really(fd, bytes, len);
}

ssize_t pwrite(int fd, const void *bytes, size_t len, off_t at)
{
	static ssize_t (*really)(int fd, const void *bytes, size_t len, off_t at);

	if (!really)
		REALLY("pwrite");
	return is_refused(fd) ? refuse() : really(fd, bytes, len, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t len, off64_t at)
{
	return pwrite(fd, bytes, len, at);
}

int ftruncate(int fd, off_t len)
{
	static int (*really)(int fd, off_t len);

	if (!really)
		REALLY("ftruncate");
	return is_refused(fd) ? refuse() : really(fd, len);
}

int ftruncate64(int fd, off64_t len)
{
	return ftruncate(fd, len);
}

int posix_fallocate(int fd, off_t at, off_t len)
{
	static int (*really)(int fd, off_t at, off_t len);

	if (!really)
		REALLY("posix_fallocate");
	return is_refused(fd) ? EROFS : really(fd, at, len);
}

int unlink(const char *path)
{
	static int (*really)(const char *path);

	if (!really)
		REALLY("unlink");
	return is_refused_path(path) ? refuse() : really(path);
}

int rename(const char *from, const char *to)
{
	static int (*really)(const char *from, const char *to);

	if (!really)
		REALLY("rename");
	return is_refused_path(from) ? refuse() : really(from, to);
}

int open(const char *path, int flags, ...)
{
	static int (*really)(const char *path, int flags, ...);
	mode_t mode = 0;
	va_list args;

	if (!really)
		REALLY("open");
	va_start(args, flags);
	if (flags & O_CREAT)
		mode = va_arg(args, mode_t);
	va_end(args);
	if ((flags & O_ACCMODE) != O_RDONLY && is_refused_path(path))
		return refuse();
	return really(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list args;

	va_start(args, flags);
	if (flags & O_CREAT)
		mode = va_arg(args, mode_t);
	va_end(args);
	return open(path, flags, mode);
}
