/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/*
 * To be preloaded: the Nth call of a kind that boardd or SQLite makes fails, and with FAIL_ON set
 * every one behind it too. Calls that other libraries make are theirs.
 *
 *	FAIL_CALL  the kind: pwrite64, fdatasync, malloc, ...
 *	FAIL_AT    the number of the call, from 1
 *	FAIL_WITH  the errno
 *	FAIL_ON    go on failing
 *	FAIL_TELL  a file that is made when a call has failed
 */

#define RANGES_MAX 16

static struct {
	char call[32], tell[256];
	long at;
	int with;
	bool goes_on, is_ready;
	atomic_long count;
	size_t ranges;
	uintptr_t from[RANGES_MAX], to[RANGES_MAX];
} plan;

/* Where the code of boardd and of SQLite is. */
static int note_range(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	(void)data;
	if (info->dlpi_name[0] != '\0' && !strstr(info->dlpi_name, "libsqlite3"))
		return 0;
	for (size_t i = 0; i < info->dlpi_phnum && plan.ranges < RANGES_MAX; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];

		if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
			continue;
		plan.from[plan.ranges] = info->dlpi_addr + part->p_vaddr;
		plan.to[plan.ranges] = plan.from[plan.ranges] + part->p_memsz;
		plan.ranges++;
	}
	return 0;
}

static const char *word(const char *name)
{
	const char *text = getenv(name);

	return text ? text : "";
}

__attribute__((constructor)) static void begin(void)
{
	snprintf(plan.call, sizeof(plan.call), "%s", word("FAIL_CALL"));
	snprintf(plan.tell, sizeof(plan.tell), "%s", word("FAIL_TELL"));
	plan.at = strtol(word("FAIL_AT"), NULL, 10);
	plan.with = (int)strtol(word("FAIL_WITH"), NULL, 10);
	plan.goes_on = word("FAIL_ON")[0] != '\0';
	dl_iterate_phdr(note_range, NULL);
	plan.is_ready = plan.at > 0;
}

static bool is_of_interest(const void *caller)
{
	for (size_t i = 0; i < plan.ranges; i++)
		if ((uintptr_t)caller >= plan.from[i] && (uintptr_t)caller < plan.to[i])
			return true;
	return false;
}

static void tell(void)
{
	int fd = open(plan.tell, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
}

static bool fails(const char *call, const void *caller)
{
	long n;

	if (!plan.is_ready || strcmp(call, plan.call) != 0 || !is_of_interest(caller))
		return false;
	n = atomic_fetch_add(&plan.count, 1) + 1;
	if (n < plan.at || (n > plan.at && !plan.goes_on))
		return false;
	if (n == plan.at)
		tell();
	errno = plan.with;
	return true;
}

#define FAILS(name) fails(#name, __builtin_return_address(0))

/* A function that gives -1 when it fails. */
#define WRAP(type, name, parameters, arguments)                      \
	type name parameters;                                        \
	type name parameters                                         \
	{                                                            \
		static __typeof__(name) *real;                       \
                                                                     \
		if (!real)                                           \
			*(void **)(&real) = dlsym(RTLD_NEXT, #name); \
		return FAILS(name) ? (type)-1 : real arguments;      \
	}

WRAP(ssize_t, pread64, (int fd, void *to, size_t len, off64_t at), (fd, to, len, at))
WRAP(ssize_t, pwrite64, (int fd, const void *from, size_t len, off64_t at), (fd, from, len, at))
WRAP(int, fsync, (int fd), (fd))
WRAP(int, fdatasync, (int fd), (fd))
WRAP(int, ftruncate64, (int fd, off64_t len), (fd, len))
WRAP(int, flock, (int fd, int how), (fd, how))
WRAP(int, fstatvfs, (int fd, struct statvfs *to), (fd, to))
WRAP(int, eventfd, (unsigned first, int flags), (first, flags))
WRAP(int, socket, (int domain, int type, int protocol), (domain, type, protocol))
WRAP(int, bind, (int fd, __CONST_SOCKADDR_ARG to, socklen_t len), (fd, to, len))
WRAP(int, listen, (int fd, int count), (fd, count))
WRAP(int, accept4, (int fd, __SOCKADDR_ARG from, socklen_t *len, int flags), (fd, from, len, flags))
WRAP(ssize_t, recvmsg, (int fd, struct msghdr *to, int flags), (fd, to, flags))
WRAP(ssize_t, send, (int fd, const void *from, size_t len, int flags), (fd, from, len, flags))
WRAP(int, epoll_ctl, (int fd, int op, int of, struct epoll_event *event), (fd, op, of, event))
WRAP(int, renameat, (int from, const char *a, int to, const char *b), (from, a, to, b))
WRAP(int, mkdir, (const char *path, mode_t mode), (path, mode))

/* A counter in the kernel cannot fail so, and the log is how we are told what happens. */
static bool is_file(int fd)
{
	struct stat stat;

	return fd > STDERR_FILENO && fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode);
}

ssize_t read(int fd, void *to, size_t len)
{
	static ssize_t (*real)(int fd, void *to, size_t len);

	if (!real)
		*(void **)(&real) = dlsym(RTLD_NEXT, "read");
	return plan.is_ready && is_file(fd) && FAILS(read) ? -1 : real(fd, to, len);
}

ssize_t write(int fd, const void *from, size_t len)
{
	static ssize_t (*real)(int fd, const void *from, size_t len);

	if (!real)
		*(void **)(&real) = dlsym(RTLD_NEXT, "write");
	return plan.is_ready && is_file(fd) && FAILS(write) ? -1 : real(fd, from, len);
}

/* A mode follows when a file is made. */
#define WRAP_OPEN(name)                                               \
	int name(const char *path, int flags, ...)                    \
	{                                                             \
		static int (*real)(const char *path, int flags, ...); \
		mode_t mode = 0;                                      \
		va_list args;                                         \
                                                                      \
		if (!real)                                            \
			*(void **)(&real) = dlsym(RTLD_NEXT, #name);  \
		va_start(args, flags);                                \
		if (flags & O_CREAT)                                  \
			mode = va_arg(args, mode_t);                  \
		va_end(args);                                         \
		return FAILS(name) ? -1 : real(path, flags, mode);    \
	}

WRAP_OPEN(open)
WRAP_OPEN(open64)

int openat(int at, const char *path, int flags, ...)
{
	static int (*real)(int at, const char *path, int flags, ...);
	mode_t mode = 0;
	va_list args;

	if (!real)
		*(void **)(&real) = dlsym(RTLD_NEXT, "openat");
	va_start(args, flags);
	if (flags & O_CREAT)
		mode = va_arg(args, mode_t);
	va_end(args);
	return FAILS(openat) ? -1 : real(at, path, flags, mode);
}

/* SQLite's index of the log; it gives MAP_FAILED, which is -1 too. */
void *mmap64(void *at, size_t len, int how, int flags, int fd, off64_t from)
{
	static void *(*real)(void *, size_t, int, int, int, off64_t);

	if (!real)
		*(void **)(&real) = dlsym(RTLD_NEXT, "mmap64");
	return FAILS(mmap64) ? MAP_FAILED : real(at, len, how, flags, fd, from);
}

#ifndef WITHOUT_MALLOC /* the sanitizers have their own */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
	return FAILS(malloc) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return FAILS(malloc) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return FAILS(malloc) ? NULL : __libc_realloc(old, size);
}
#endif
