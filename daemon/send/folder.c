/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/send/folder.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/publish/delivery.h"
#include "daemon/publish/snapshot.h"
#include "daemon/send/files.h"

#define GATHER_MS   100 /* changes that come together are written together */
#define PATH_LENGTH (1000 + 2 * FILES_NAME_MAX)

/* One file, and what has to be in it. */
struct slot {
	struct slot *next;
	char name[FILES_NAME_MAX]; /* "round-1/game-2.pgn", "tournament.json" */
	char folder[PATH_LENGTH];  /* for the text that waits */
	char *text;                /* the text to be written next; NULL: none waits */
	size_t len;
	char *known; /* the loop's: what was put here last */
};

struct send_folder {
	struct publish *publish;
	uv_timer_t timer;
	pthread_t thread;
	bool is_running;
	char path[PATH_LENGTH]; /* the loop's: where the slots' texts went */
	struct slot *slots;     /* added to by the loop, under the lock */
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool is_stopping;        /* under the lock */
	int failed;              /* under the lock: negative errno of the last file, or 0 */
	struct delivery arrived; /* under the lock */
};

/* --- the thread --- */

static int write_whole(const char *path, const char *text, size_t len)
{
	FILE *to = fopen(path, "we");
	int r;

	if (!to)
		return -errno;
	r = fwrite(text, 1, len, to) == len ? 0 : -EIO;
	if (fclose(to) != 0)
		r = -errno;
	return r;
}

/* The temporary name does not end in .pgn, so that watchers of the folder pass it over. */
static int write_file(const struct slot *slot, const char *folder, const char *text, size_t len)
{
	char path[PATH_LENGTH + 80], other[PATH_LENGTH + 80];
	const char *slash = strchr(slot->name, '/'), *base = slash ? slash + 1 : slot->name;
	int before = (int)(base - slot->name); /* of the round's folder, with its slash */

	snprintf(path, sizeof(path), "%s/%.*s", folder, before, slot->name);
	if ((mkdir(folder, 0755) < 0 && errno != EEXIST) ||
	    (slash && mkdir(path, 0755) < 0 && errno != EEXIST))
		return -errno;
	snprintf(path, sizeof(path), "%s/%s", folder, slot->name);
	snprintf(other, sizeof(other), "%s/%.*s.%s.new", folder, before, slot->name, base);
	if (write_whole(other, text, len) < 0 || rename(other, path) < 0) {
		int r = -errno;

		(void)unlink(other);
		return r;
	}
	return 0;
}

static struct slot *next_slot(struct send_folder *f)
{
	struct slot *slot = f->slots;

	while (slot && !slot->text)
		slot = slot->next;
	return slot;
}

static void deliver(struct send_folder *f, const struct slot *slot, const char *folder,
		    const char *text, size_t len)
{
	int r = write_file(slot, folder, text, len);

	pthread_mutex_lock(&f->lock);
	if (r < 0 && f->failed == 0)
		log_error("%s: the games cannot be written: %s", folder, strerror(-r));
	else if (r == 0 && f->failed < 0)
		log_notice("%s: the games are written again", folder);
	f->failed = r;
	if (r == 0)
		delivery_arrived(&f->arrived);
	pthread_mutex_unlock(&f->lock);
}

static void *run(void *data)
{
	struct send_folder *f = data;
	char folder[PATH_LENGTH];

	pthread_mutex_lock(&f->lock);
	for (;;) {
		struct slot *slot = next_slot(f);
		char *text;
		size_t len;

		if (!slot && f->is_stopping)
			break;
		if (!slot) {
			pthread_cond_wait(&f->wake, &f->lock);
			continue;
		}
		text = slot->text;
		len = slot->len;
		slot->text = NULL;
		memcpy(folder, slot->folder, sizeof(folder));
		pthread_mutex_unlock(&f->lock);
		deliver(f, slot, folder, text, len);
		free(text);
		pthread_mutex_lock(&f->lock);
	}
	pthread_mutex_unlock(&f->lock);
	return NULL;
}

/* --- the loop --- */

static struct slot *slot_of(struct send_folder *f, const char *name)
{
	struct slot *slot = f->slots;

	while (slot && strcmp(slot->name, name) != 0)
		slot = slot->next;
	if (slot)
		return slot;
	slot = calloc(1, sizeof(*slot));
	if (!slot)
		return NULL;
	snprintf(slot->name, sizeof(slot->name), "%s", name);
	pthread_mutex_lock(&f->lock);
	slot->next = f->slots;
	f->slots = slot;
	pthread_mutex_unlock(&f->lock);
	return slot;
}

/* The latest wins: what waited for the same file is thrown away. Takes the text. */
static void post(struct send_folder *f, struct slot *slot, char *text, size_t len)
{
	char *known = strdup(text);

	pthread_mutex_lock(&f->lock);
	free(slot->text);
	slot->text = text;
	slot->len = len;
	memcpy(slot->folder, f->path, sizeof(slot->folder));
	pthread_cond_signal(&f->wake);
	pthread_mutex_unlock(&f->lock);
	free(slot->known);
	slot->known = known;
}

/* Takes the text. */
static void offer(void *data, const char *name, char *text)
{
	struct send_folder *f = data;
	struct slot *slot = text ? slot_of(f, name) : NULL;

	if (!slot)
		log_error("out of memory: %s is not written", name);
	if (slot && (!slot->known || strcmp(slot->known, text) != 0))
		post(f, slot, text, strlen(text));
	else
		free(text);
}

static void forget_known(struct send_folder *f)
{
	for (struct slot *slot = f->slots; slot; slot = slot->next) {
		free(slot->known);
		slot->known = NULL;
	}
}

static void gather(uv_timer_t *timer)
{
	struct send_folder *f = timer->data;

	files_gather(f->publish, offer, f);
}

static void changed(void *data)
{
	struct send_folder *f = data;
	const char *path = f->publish->config.broadcast.folder;

	if (!path)
		return;
	if (!f->is_running) {
		f->is_running = pthread_create(&f->thread, NULL, run, f) == 0;
		if (!f->is_running)
			log_error("the games cannot be written: no thread");
	}
	if (strcmp(f->path, path) != 0)
		forget_known(f);
	snprintf(f->path, sizeof(f->path), "%s", path);
	if (f->is_running && !uv_is_active((uv_handle_t *)&f->timer))
		uv_timer_start(&f->timer, gather, GATHER_MS, 0);
}

int send_folder_new(struct send_folder **ret, struct publish *publish)
{
	struct send_folder *f = calloc(1, sizeof(*f));

	if (!f)
		return -ENOMEM;
	f->publish = publish;
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->wake, NULL);
	uv_timer_init(&publish->loop, &f->timer);
	f->timer.data = f;
	*ret = f;
	changed(f); /* write what the journal had at the start */
	return snapshot_listen(publish->snapshot, changed, f);
}

json_t *send_folder_status(struct send_folder *f)
{
	json_t *status;

	if (!f || !f->publish->config.broadcast.folder)
		return json_null();
	pthread_mutex_lock(&f->lock);
	status = json_pack("{s:s, s:o, s:s?}", "path", f->publish->config.broadcast.folder, "last",
			   delivery_last(&f->arrived), "why",
			   f->failed < 0 ? strerror(-f->failed) : NULL);
	pthread_mutex_unlock(&f->lock);
	return status;
}

static void closed(uv_handle_t *handle)
{
	struct send_folder *f = handle->data;

	while (f->slots) {
		struct slot *slot = f->slots;

		f->slots = slot->next;
		free(slot->text);
		free(slot->known);
		free(slot);
	}
	pthread_cond_destroy(&f->wake);
	pthread_mutex_destroy(&f->lock);
	free(f);
}

void send_folder_free(struct send_folder *f)
{
	if (!f)
		return;
	if (uv_is_active((uv_handle_t *)&f->timer))
		gather(&f->timer);
	snapshot_unlisten(f->publish->snapshot, f);
	pthread_mutex_lock(&f->lock);
	f->is_stopping = true;
	pthread_cond_signal(&f->wake);
	pthread_mutex_unlock(&f->lock);
	if (f->is_running)
		pthread_join(f->thread, NULL);
	uv_close((uv_handle_t *)&f->timer, closed);
}
