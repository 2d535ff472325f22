/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/resolve.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

struct driver_resolve {
	atomic_int owners; /* the one who asked, and the thread while it runs */
	atomic_int is_done;
	int fd;
	int error; /* negative errno */
	struct addrinfo *addresses;
	char *host, *port;
};

static void let_go(struct driver_resolve *resolve)
{
	if (atomic_fetch_sub(&resolve->owners, 1) > 1)
		return;
	if (resolve->addresses)
		freeaddrinfo(resolve->addresses);
	if (resolve->fd >= 0)
		close(resolve->fd);
	free(resolve->host);
	free(resolve->port);
	free(resolve);
}

static int to_errno(int r)
{
	switch (r) {
	case 0: return 0;
	case EAI_MEMORY: return -ENOMEM;
	case EAI_SYSTEM: return errno > 0 ? -errno : -EHOSTUNREACH;
	case EAI_SERVICE: return -EINVAL; /* no such port */
	default: return -EHOSTUNREACH;
	}
}

static void look_up(struct driver_resolve *resolve, int flags)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags};
	uint64_t one = 1;

	resolve->error =
		to_errno(getaddrinfo(resolve->host, resolve->port, &hints, &resolve->addresses));
	if (resolve->error < 0 && (flags & AI_NUMERICHOST) != 0)
		return; /* not a number: the thread will ask */
	atomic_store(&resolve->is_done, 1);
	if (write(resolve->fd, &one, sizeof(one)) < 0)
		return; /* an eventfd that was never read always has room */
}

static void *run(void *data)
{
	struct driver_resolve *resolve = data;

	look_up(resolve, AI_ADDRCONFIG);
	let_go(resolve);
	return NULL;
}

/* Signals are for the loop, not for this thread. */
static int start_thread(struct driver_resolve *resolve)
{
	sigset_t all, before;
	pthread_attr_t attr;
	pthread_t thread;
	int r;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	atomic_fetch_add(&resolve->owners, 1);
	r = pthread_create(&thread, &attr, run, resolve);
	if (r != 0)
		atomic_fetch_sub(&resolve->owners, 1);
	pthread_attr_destroy(&attr);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -r;
}

int driver_resolve_new(struct driver_resolve **ret, const char *host, const char *port)
{
	struct driver_resolve *resolve = calloc(1, sizeof(*resolve));
	int r = 0;

	if (!resolve)
		return -ENOMEM;
	atomic_init(&resolve->owners, 1);
	resolve->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	resolve->host = strdup(host);
	resolve->port = strdup(port);
	if (resolve->fd < 0)
		r = -errno;
	else if (!resolve->host || !resolve->port)
		r = -ENOMEM;
	if (r == 0) {
		look_up(resolve, AI_NUMERICHOST);
		if (!atomic_load(&resolve->is_done))
			r = start_thread(resolve);
	}
	if (r < 0) {
		let_go(resolve);
		return r;
	}
	*ret = resolve;
	return 0;
}

int driver_resolve_fd(const struct driver_resolve *resolve)
{
	return resolve->fd;
}

int driver_resolve_take(struct driver_resolve *resolve, struct addrinfo **ret)
{
	if (!atomic_load(&resolve->is_done))
		return 0;
	if (resolve->error < 0)
		return resolve->error;
	*ret = resolve->addresses;
	resolve->addresses = NULL;
	return *ret ? 1 : -EHOSTUNREACH;
}

void driver_resolve_free(struct driver_resolve *resolve)
{
	if (resolve)
		let_go(resolve);
}
