/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/notify.h"

#include <curl/curl.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/base/log.h"
#include "daemon/base/secret.h"
#include "daemon/publish/delivery.h"
#include "daemon/publish/notice.h"

#define WAITING_MAX 256
#define TRIES_MAX   4

struct letter {
	char *url, *body;
	char title[80];
	char token[SECRET_MAX]; /* empty: none */
	bool is_json;
	unsigned timeout_ms;
	struct letter *next;
};

struct notify {
	struct publish *publish;
	pthread_t thread;
	bool is_running;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	/* under the lock */
	struct letter *first, **last;
	size_t waiting, dropped;
	uint64_t sent;
	struct delivery arrived;
	char why[CURL_ERROR_SIZE]; /* why the last one did not arrive; empty: it did */
	bool is_stopping;
};

static void free_letter(struct letter *letter)
{
	if (!letter)
		return;
	free(letter->url);
	free(letter->body);
	free(letter);
}

/* --- the thread --- */

static size_t swallow(char *bytes, size_t size, size_t count, void *data)
{
	(void)bytes;
	(void)data;
	return size * count;
}

static struct curl_slist *headers_of(const struct letter *letter)
{
	struct curl_slist *headers = NULL;
	char line[SECRET_MAX + 40];

	headers = curl_slist_append(headers, letter->is_json ? "Content-Type: application/json"
							     : "Content-Type: text/plain");
	if (!letter->is_json) {
		snprintf(line, sizeof(line), "Title: %s", letter->title);
		headers = curl_slist_append(headers, line);
		headers = curl_slist_append(headers, "Priority: high");
	}
	if (letter->token[0] != '\0') {
		snprintf(line, sizeof(line), "Authorization: Bearer %s", letter->token);
		headers = curl_slist_append(headers, line);
	}
	return headers;
}

/* Returns true when the notice has arrived; else ret says why, and whether to try again. */
/* With a handle of its own: see lichess_push.h. */
static bool send_letter(const struct letter *letter, char why[CURL_ERROR_SIZE], bool *ret_hopeless)
{
	struct curl_slist *headers = headers_of(letter);
	CURL *curl = curl_easy_init();
	long status = 0;
	CURLcode code;

	why[0] = '\0';
	curl_easy_setopt(curl, CURLOPT_URL, letter->url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_POSTFIELDS, letter->body);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, swallow);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)letter->timeout_ms);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "boardd/" BOARDD_VERSION);
	code = curl_easy_perform(curl);
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_cleanup(curl);
	curl_slist_free_all(headers);
	*ret_hopeless = code == CURLE_OK && status >= 400 && status < 500 && status != 429;
	if (code == CURLE_OK && status >= 200 && status < 300)
		return true;
	if (code == CURLE_OK)
		snprintf(why, CURL_ERROR_SIZE, "it answered %ld", status);
	else if (why[0] == '\0')
		snprintf(why, CURL_ERROR_SIZE, "%s", curl_easy_strerror(code));
	return false;
}

/* Sleeps, unless it is time to stop. Returns false then. */
static bool rest(struct notify *n, unsigned seconds)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += seconds;
	pthread_mutex_lock(&n->lock);
	while (!n->is_stopping && pthread_cond_timedwait(&n->wake, &n->lock, &until) != ETIMEDOUT)
		continue;
	pthread_mutex_unlock(&n->lock);
	return !n->is_stopping;
}

/* why: NULL where the notice has arrived. */
static void note(struct notify *n, const char *why)
{
	pthread_mutex_lock(&n->lock);
	snprintf(n->why, sizeof(n->why), "%s", why ? why : "");
	if (!why) {
		n->sent++;
		delivery_arrived(&n->arrived);
	}
	pthread_mutex_unlock(&n->lock);
}

static void deliver(struct notify *n, const struct letter *letter)
{
	char why[CURL_ERROR_SIZE];
	bool is_hopeless = false;

	for (unsigned i = 0; i < TRIES_MAX; i++) {
		if (send_letter(letter, why, &is_hopeless)) {
			note(n, NULL);
			return;
		}
		note(n, why);
		if (is_hopeless || !rest(n, 1u << i))
			break;
	}
	log_warning("a notice could not be sent to %s: %s", letter->url, why);
}

static struct letter *next_letter(struct notify *n)
{
	struct letter *letter;

	pthread_mutex_lock(&n->lock);
	while (!n->first && !n->is_stopping)
		pthread_cond_wait(&n->wake, &n->lock);
	letter = n->is_stopping ? NULL : n->first;
	if (letter) {
		n->first = letter->next;
		if (!n->first)
			n->last = &n->first;
		n->waiting--;
	}
	pthread_mutex_unlock(&n->lock);
	return letter;
}

static void *run(void *data)
{
	struct notify *n = data;
	struct letter *letter;

	while ((letter = next_letter(n)) != NULL) {
		deliver(n, letter);
		free_letter(letter);
	}
	return NULL;
}

/* --- the loop --- */

static void post(struct notify *n, struct letter *letter)
{
	struct letter *oldest = NULL;

	pthread_mutex_lock(&n->lock);
	if (n->waiting == WAITING_MAX) {
		oldest = n->first;
		n->first = oldest->next;
		n->waiting--;
	}
	*n->last = letter;
	n->last = &letter->next;
	n->waiting++;
	pthread_cond_signal(&n->wake);
	pthread_mutex_unlock(&n->lock);
	if (oldest)
		log_warning("notices come faster than they can be sent: one was dropped");
	free_letter(oldest);
}

static struct letter *new_letter(const struct notify *n, char *url, char *body)
{
	struct letter *letter = calloc(1, sizeof(*letter));

	if (!letter || !url || !body) {
		free(letter);
		free(url);
		free(body);
		return NULL;
	}
	letter->url = url;
	letter->body = body;
	letter->timeout_ms = (unsigned)n->publish->config.notify.timeout_ms;
	return letter;
}

static void write_webhook(struct notify *n, const json_t *report)
{
	json_t *object = notice_object(report);
	char *body = object ? json_dumps(object, JSON_COMPACT) : NULL;
	struct letter *letter = new_letter(n, strdup(n->publish->config.notify.webhook), body);

	json_decref(object);
	if (letter) {
		letter->is_json = true;
		post(n, letter);
	}
}

static void write_ntfy(struct notify *n, const json_t *report)
{
	const struct config *config = &n->publish->config;
	char text[NOTICE_TEXT_MAX], *url = NULL;
	const char *base = config->notify.ntfy;
	struct letter *letter;

	notice_text(report, text);
	if (asprintf(&url, "%s%s%s", base, base[strlen(base) - 1] == '/' ? "" : "/",
		     config->notify.ntfy_topic) < 0)
		return;
	letter = new_letter(n, url, strdup(text));
	if (!letter)
		return;
	snprintf(letter->title, sizeof(letter->title), "boardd, table %d",
		 (int)json_integer_value(json_object_get(report, "table")));
	if (config->notify.ntfy_token_file)
		secret_read(config->notify.ntfy_token_file, letter->token);
	post(n, letter);
}

static void hear(void *data, const struct feed_entry *entry)
{
	struct notify *n = data;
	const struct config *config = &n->publish->config;

	if (!n->is_running || !publish_may_push(n->publish) ||
	    !notice_is_wanted(config, entry->report))
		return;
	if (config->notify.webhook)
		write_webhook(n, entry->report);
	if (config->notify.ntfy)
		write_ntfy(n, entry->report);
}

void notify_reload(struct notify *n)
{
	const struct config *config = &n->publish->config;

	if (n->is_running || (!config->notify.webhook && !config->notify.ntfy))
		return;
	curl_global_init(CURL_GLOBAL_DEFAULT);
	n->is_running = pthread_create(&n->thread, NULL, run, n) == 0;
	if (!n->is_running)
		log_error("notices cannot be sent: no thread");
}

int notify_new(struct notify **ret, struct publish *publish)
{
	struct notify *n = calloc(1, sizeof(*n));

	if (!n)
		return -ENOMEM;
	n->publish = publish;
	n->last = &n->first;
	pthread_mutex_init(&n->lock, NULL);
	pthread_cond_init(&n->wake, NULL);
	*ret = n;
	notify_reload(n);
	return feed_listen(publish->feed, hear, n);
}

json_t *notify_status(struct notify *n)
{
	json_t *status;

	if (!n || (!n->publish->config.notify.webhook && !n->publish->config.notify.ntfy))
		return json_null();
	pthread_mutex_lock(&n->lock);
	status = json_pack("{s:I, s:I, s:o, s:s?}", "sent", (json_int_t)n->sent, "waiting",
			   (json_int_t)n->waiting, "last", delivery_last(&n->arrived), "why",
			   n->why[0] != '\0' ? n->why : NULL);
	pthread_mutex_unlock(&n->lock);
	return status;
}

void notify_free(struct notify *n)
{
	if (!n)
		return;
	pthread_mutex_lock(&n->lock);
	n->is_stopping = true;
	pthread_cond_broadcast(&n->wake);
	pthread_mutex_unlock(&n->lock);
	if (n->is_running) {
		pthread_join(n->thread, NULL);
		curl_global_cleanup();
	}
	while (n->first) {
		struct letter *letter = n->first;

		n->first = letter->next;
		free_letter(letter);
	}
	pthread_cond_destroy(&n->wake);
	pthread_mutex_destroy(&n->lock);
	free(n);
}
