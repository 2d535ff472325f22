/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/send/upload.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/base/log.h"
#include "daemon/base/secret.h"
#include "daemon/publish/delivery.h"
#include "daemon/publish/snapshot.h"
#include "daemon/send/files.h"
#include "daemon/send/upload_put.h"

#define GATHER_MS   500  /* changes that come together are sent together */
#define REST_MAX_S  30u  /* after failures: 1, 2, 4 ... s */
#define REFUSED_S   300u /* servers lock out who tries a wrong password often */
#define LOOK_MS     1000 /* how often is looked whether this hub leads */
#define TEXT_LENGTH 1001

/* One file, and what has to be in it. All under the lock. */
struct slot {
	struct slot *next;
	char name[FILES_NAME_MAX];
	char *text;
	unsigned version, done; /* of the text; that the server has */
	uint64_t turn;          /* when it was tried last, so that each gets its turn */
};

/* Where the files go, and with which secrets. */
struct place {
	char url[TEXT_LENGTH], user[TEXT_LENGTH], password_file[TEXT_LENGTH];
	char key_file[TEXT_LENGTH], known_hosts[TEXT_LENGTH], tls_ca[TEXT_LENGTH];
	bool is_encrypted;
	uint64_t timeout_ms;
};

struct send_upload {
	struct publish *publish;
	uv_timer_t timer;
	pthread_t thread;
	bool is_running;
	/* the thread's */
	CURL *curl;
	unsigned failures;
	uint64_t turns;
	bool has_led; /* when that was looked at last */

	pthread_mutex_t lock;
	pthread_cond_t wake;
	/* under the lock */
	bool is_stopping, is_reloaded;
	struct place place;
	struct slot *slots;
	uint64_t stored;
	struct delivery arrived;
	char why[UPLOAD_WHY_MAX]; /* why nothing arrives; empty: files arrive */
};

/* --- the thread --- */

static bool is_dirty(const struct slot *slot)
{
	return slot->done != slot->version;
}

/* With the lock: the file that waits and was tried longest ago; NULL when none waits. */
static struct slot *next_slot(struct send_upload *u)
{
	struct slot *found = NULL;

	for (struct slot *slot = u->slots; slot; slot = slot->next)
		if (is_dirty(slot) && (!found || slot->turn < found->turn))
			found = slot;
	return found;
}

/* With the lock: what is being sent counts no longer. */
static bool is_in_vain(const struct send_upload *u)
{
	return u->is_stopping || u->is_reloaded || !publish_may_push(u->publish);
}

static bool is_over(void *data)
{
	struct send_upload *u = data;
	bool is;

	pthread_mutex_lock(&u->lock);
	is = is_in_vain(u);
	pthread_mutex_unlock(&u->lock);
	return is;
}

/* Waits for the network, without the lock. */
static enum upload_fate put(struct send_upload *u, const struct place *place, const char *name,
			    const char *text, char why[UPLOAD_WHY_MAX])
{
	char password[SECRET_MAX] = "";
	struct upload_put put = {
		.url = place->url,
		.name = name,
		.text = text,
		.len = strlen(text),
		.user = place->user,
		.password = password,
		.key_file = place->key_file,
		.known_hosts = place->known_hosts,
		.tls_ca = place->tls_ca,
		.is_encrypted = place->is_encrypted,
		.timeout_ms = (long)place->timeout_ms,
		.is_over = is_over,
		.data = u,
	};
	enum upload_fate fate;

	if (place->password_file[0] != '\0' && !secret_read(place->password_file, password)) {
		snprintf(why, UPLOAD_WHY_MAX, "there is no password");
		return UPLOAD_FAILED;
	}
	fate = upload_put(u->curl, &put, why);
	explicit_bzero(password, sizeof(password));
	return fate;
}

/* With the lock. Returns how long to wait until the next. */
static uint64_t take(struct send_upload *u, enum upload_fate fate, const char *why)
{
	unsigned s = u->failures < 5 ? 1u << u->failures : REST_MAX_S;

	if (fate == UPLOAD_STORED) {
		if (u->why[0] != '\0')
			log_notice("upload: files are sent again");
		u->why[0] = '\0';
		u->failures = 0;
		u->stored++;
		delivery_arrived(&u->arrived);
		return 0;
	}
	if (u->why[0] == '\0')
		log_warning("upload: %s: %s", u->place.url, why);
	snprintf(u->why, sizeof(u->why), "%s", why);
	u->failures++;
	return 1000ull * (fate == UPLOAD_REFUSED ? REFUSED_S : s);
}

/* Called with the lock, which is given up while the network is waited for. */
static uint64_t send_one(struct send_upload *u, struct slot *slot)
{
	struct place place = u->place;
	unsigned version = slot->version;
	char why[UPLOAD_WHY_MAX], *text = strdup(slot->text);
	enum upload_fate fate = UPLOAD_FAILED;

	slot->turn = ++u->turns;
	pthread_mutex_unlock(&u->lock);
	snprintf(why, sizeof(why), "out of memory");
	if (text)
		fate = put(u, &place, slot->name, text, why);
	free(text);
	pthread_mutex_lock(&u->lock);
	if (is_in_vain(u)) /* perhaps to a place that counts no longer */
		return 0;
	if (fate == UPLOAD_STORED)
		slot->done = version;
	return take(u, fate, why);
}

static struct timespec in_ms(uint64_t ms)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += (time_t)(ms / 1000);
	return until;
}

/* With the lock. The pause ends early when boardd stops, or when a new configuration may help. */
static void rest(struct send_upload *u, uint64_t ms)
{
	struct timespec until = in_ms(ms);

	while (!u->is_stopping && !u->is_reloaded &&
	       pthread_cond_timedwait(&u->wake, &u->lock, &until) != ETIMEDOUT)
		continue;
}

/* With the lock. Until there is something to do, perhaps. */
static void idle(struct send_upload *u)
{
	struct timespec until = in_ms(LOOK_MS);

	(void)pthread_cond_timedwait(&u->wake, &u->lock, &until);
}

static void send_all_again(struct send_upload *u)
{
	for (struct slot *slot = u->slots; slot; slot = slot->next)
		slot->done = slot->version - 1;
}

/* With the lock. True: no other pushes. What another has stored meanwhile is not known. */
static bool look_who_leads(struct send_upload *u)
{
	bool leads = publish_may_push(u->publish);

	if (u->has_led && !leads)
		send_all_again(u);
	u->has_led = leads;
	return leads;
}

static void *run(void *data)
{
	struct send_upload *u = data;

	pthread_mutex_lock(&u->lock);
	while (!u->is_stopping) {
		bool leads = look_who_leads(u);
		struct slot *slot = leads && u->place.url[0] != '\0' ? next_slot(u) : NULL;
		uint64_t wait_ms;

		u->is_reloaded = false;
		if (!slot) {
			idle(u);
			continue;
		}
		wait_ms = send_one(u, slot);
		if (wait_ms > 0)
			rest(u, wait_ms);
	}
	pthread_mutex_unlock(&u->lock);
	return NULL;
}

/* --- the loop --- */

/* With the lock. */
static struct slot *slot_of(struct send_upload *u, const char *name)
{
	struct slot *slot = u->slots;

	while (slot && strcmp(slot->name, name) != 0)
		slot = slot->next;
	if (slot)
		return slot;
	slot = calloc(1, sizeof(*slot));
	if (!slot)
		return NULL;
	snprintf(slot->name, sizeof(slot->name), "%s", name);
	slot->next = u->slots;
	u->slots = slot;
	return slot;
}

/* Takes the text. The latest wins: what waited for the same file is thrown away. */
static void offer(void *data, const char *name, char *text)
{
	struct send_upload *u = data;
	struct slot *slot;

	pthread_mutex_lock(&u->lock);
	slot = text ? slot_of(u, name) : NULL;
	if (!slot)
		log_error("out of memory: %s is not uploaded", name);
	if (slot && (!slot->text || strcmp(slot->text, text) != 0)) {
		free(slot->text);
		slot->text = text;
		slot->version++;
		text = NULL;
		pthread_cond_signal(&u->wake);
	}
	pthread_mutex_unlock(&u->lock);
	free(text);
}

static void gather(uv_timer_t *timer)
{
	struct send_upload *u = timer->data;

	files_gather(u->publish, offer, u);
}

static void changed(void *data)
{
	struct send_upload *u = data;

	if (u->is_running && u->publish->config.upload.url &&
	    !uv_is_active((uv_handle_t *)&u->timer))
		uv_timer_start(&u->timer, gather, GATHER_MS, 0);
}

/* --- beginning and end --- */

static void copy(char to[TEXT_LENGTH], const char *from_or_null)
{
	snprintf(to, TEXT_LENGTH, "%s", from_or_null ? from_or_null : "");
}

static void copy_config(struct send_upload *u)
{
	const struct config *config = &u->publish->config;
	char before[TEXT_LENGTH];

	pthread_mutex_lock(&u->lock);
	copy(before, u->place.url);
	copy(u->place.url, config->upload.url);
	copy(u->place.user, config->upload.user);
	copy(u->place.password_file, config->upload.password_file);
	copy(u->place.key_file, config->upload.key_file);
	copy(u->place.known_hosts, config->upload.known_hosts);
	copy(u->place.tls_ca, config->upload.tls_ca);
	u->place.is_encrypted = config->upload.tls;
	u->place.timeout_ms = config->upload.timeout_ms;
	if (strcmp(before, u->place.url) != 0)
		send_all_again(u);
	u->is_reloaded = true;
	pthread_cond_signal(&u->wake);
	pthread_mutex_unlock(&u->lock);
}

void send_upload_reload(struct send_upload *u)
{
	copy_config(u);
	if (!u->is_running && u->publish->config.upload.url) {
		curl_global_init(CURL_GLOBAL_DEFAULT);
		u->curl = curl_easy_init();
		u->is_running = u->curl && pthread_create(&u->thread, NULL, run, u) == 0;
		if (!u->is_running)
			log_error("files cannot be uploaded: no thread");
	}
	changed(u);
}

int send_upload_new(struct send_upload **ret, struct publish *publish)
{
	struct send_upload *u = calloc(1, sizeof(*u));

	if (!u)
		return -ENOMEM;
	*ret = u;
	u->publish = publish;
	pthread_mutex_init(&u->lock, NULL);
	pthread_cond_init(&u->wake, NULL);
	uv_timer_init(&publish->loop, &u->timer);
	u->timer.data = u;
	send_upload_reload(u);
	return snapshot_listen(publish->snapshot, changed, u);
}

static void closed(uv_handle_t *handle)
{
	struct send_upload *u = handle->data;

	while (u->slots) {
		struct slot *slot = u->slots;

		u->slots = slot->next;
		free(slot->text);
		free(slot);
	}
	if (u->curl) {
		curl_easy_cleanup(u->curl);
		curl_global_cleanup();
	}
	pthread_cond_destroy(&u->wake);
	pthread_mutex_destroy(&u->lock);
	free(u);
}

void send_upload_free(struct send_upload *u)
{
	if (!u)
		return;
	snapshot_unlisten(u->publish->snapshot, u);
	pthread_mutex_lock(&u->lock);
	u->is_stopping = true;
	pthread_cond_signal(&u->wake);
	pthread_mutex_unlock(&u->lock);
	if (u->is_running)
		pthread_join(u->thread, NULL);
	uv_close((uv_handle_t *)&u->timer, closed);
}

json_t *send_upload_status(struct send_upload *u)
{
	json_int_t waiting = 0;
	json_t *status;

	if (!u || !u->is_running || !u->publish->config.upload.url)
		return json_null();
	pthread_mutex_lock(&u->lock);
	for (const struct slot *slot = u->slots; slot; slot = slot->next)
		waiting += is_dirty(slot);
	status = json_pack("{s:I, s:I, s:o, s:s?}", "stored", (json_int_t)u->stored, "waiting",
			   waiting, "last", delivery_last(&u->arrived), "why",
			   u->why[0] ? u->why : NULL);
	pthread_mutex_unlock(&u->lock);
	return status;
}
