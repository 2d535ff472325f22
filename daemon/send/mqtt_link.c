/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/send/mqtt_link.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/secret.h"
#include "daemon/config/check.h"
#include "daemon/send/mqtt_link_private.h"

#define ANSWER_MS  10000 /* a broker that does not answer so long is not there */
#define GOODBYE_MS 2000
#define LOOK_MS    1000 /* the library has to be asked about keep-alive now and then */
#define REST_MAX_S 8

/*
 * APART       the rest is over        -> CONNECTING
 * CONNECTING  the broker accepts      -> SETTLING    $state init, all that is retained
 * SETTLING    all was told, and sent  -> READY       $state ready, then reports
 * any         the connection is lost  -> APART       a longer rest each time, 1 s to 8 s
 */

uint64_t mqtt_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Retained topics of an earlier run, which are looked for only until the node is ready. */
static const char *const swept[] = {"board/+/+", "alert/+", "public/+/+"};
#define SWEPT (sizeof(swept) / sizeof(swept[0]))

static void enter(struct mqtt_link *l, enum mqtt_phase phase)
{
	l->phase = phase;
	l->since_ms = mqtt_now_ms();
	pthread_mutex_lock(&l->lock);
	l->status.is_ready = phase == MQTT_READY;
	l->status.connections += phase == MQTT_SETTLING;
	pthread_mutex_unlock(&l->lock);
}

bool mqtt_publish(struct mqtt_link *l, const char *topic, const void *text, size_t len,
		  bool is_retained, int *ret_mid)
{
	int r = mosquitto_publish(l->mosq, ret_mid, topic, (int)len, text, 1, is_retained);

	if (r != MOSQ_ERR_SUCCESS && l->lost_by == MOSQ_ERR_SUCCESS)
		l->lost_by = r;
	l->on_the_way += r == MOSQ_ERR_SUCCESS;
	return r == MOSQ_ERR_SUCCESS;
}

bool mqtt_publish_state(struct mqtt_link *l, const char *word, int *ret_mid)
{
	char topic[MQTT_TOPIC_MAX];

	mqtt_topic(&l->names, "$state", topic);
	return mqtt_publish(l, topic, word, strlen(word), true, ret_mid);
}

/* --- what the library tells, on this thread --- */

static void subscribe(struct mqtt_link *l, const char *leaf, int qos)
{
	char topic[MQTT_TOPIC_MAX];

	mqtt_topic(&l->names, leaf, topic);
	(void)mosquitto_subscribe(l->mosq, NULL, topic, qos);
}

static void on_connect(struct mosquitto *mosq, void *data, int code)
{
	struct mqtt_link *l = data;

	if (code != 0) {
		pthread_mutex_lock(&l->lock);
		snprintf(l->status.why, sizeof(l->status.why), "%s",
			 mosquitto_connack_string(code));
		pthread_mutex_unlock(&l->lock);
		l->lost_by = MOSQ_ERR_CONN_REFUSED;
		return;
	}
	subscribe(l, "$state", 1);
	subscribe(l, "ask/+", 1);
	for (char **topic = l->follow; topic && *topic; topic++)
		(void)mosquitto_subscribe(mosq, NULL, *topic, 1);
	for (size_t i = 0; i < SWEPT; i++)
		subscribe(l, swept[i], 0);
	for (size_t i = 0; i < MQTT_THINGS; i++) {
		char topic[MQTT_TOPIC_MAX];

		mqtt_thing_topic(&l->names, "+", (enum mqtt_thing)i, topic);
		(void)mosquitto_subscribe(mosq, NULL, topic, 0);
	}
	if (l->is_home)
		(void)mosquitto_subscribe(mosq, NULL, MQTT_HOME_STATUS, 0);
	mqtt_publish_state(l, "init", NULL);
	pthread_mutex_lock(&l->lock);
	mailbox_again(l->box);
	pthread_mutex_unlock(&l->lock);
	enter(l, MQTT_SETTLING);
}

static void on_disconnect(struct mosquitto *mosq, void *data, int code)
{
	struct mqtt_link *l = data;

	(void)mosq;
	if (l->lost_by == MOSQ_ERR_SUCCESS)
		l->lost_by = code != 0 ? code : MOSQ_ERR_CONN_LOST;
}

static void on_publish(struct mosquitto *mosq, void *data, int mid)
{
	struct mqtt_link *l = data;

	l->on_the_way--;
	mqtt_events_acked(l, mid);
	mqtt_hub_acked(l, mid);
	if (mid != l->ready_mid || l->ready_mid == 0)
		return;
	l->ready_mid = 0;
	for (size_t i = 0; i < SWEPT; i++) {
		char topic[MQTT_TOPIC_MAX];

		mqtt_topic(&l->names, swept[i], topic);
		(void)mosquitto_unsubscribe(mosq, NULL, topic);
	}
	for (size_t i = 0; i < MQTT_THINGS; i++) {
		char topic[MQTT_TOPIC_MAX];

		mqtt_thing_topic(&l->names, "+", (enum mqtt_thing)i, topic);
		(void)mosquitto_unsubscribe(mosq, NULL, topic);
	}
}

/* The broker may have restarted and lost its retained topics: all are sent again. */
static void tell_again(struct mqtt_link *l)
{
	pthread_mutex_lock(&l->lock);
	mailbox_again(l->box);
	pthread_mutex_unlock(&l->lock);
}

static bool says(const struct mosquitto_message *message, const char *word)
{
	return (size_t)message->payloadlen == strlen(word) &&
	       memcmp(message->payload, word, strlen(word)) == 0;
}

/* The will of an earlier connection may come late; and boards that are no more are removed. */
static void on_message(struct mosquitto *mosq, void *data, const struct mosquitto_message *message)
{
	struct mqtt_link *l = data;
	char state[MQTT_TOPIC_MAX];
	bool is_ours, is_stopping;

	(void)mosq;
	mqtt_topic(&l->names, "$state", state);
	pthread_mutex_lock(&l->lock);
	is_ours = mailbox_has(l->box, message->topic);
	is_stopping = l->is_stopping;
	pthread_mutex_unlock(&l->lock);
	if (is_stopping)
		return;
	if (l->hear && strcmp(message->topic, state) != 0) {
		l->hear(l->hear_data, message->topic, message->payload, (size_t)message->payloadlen,
			message->retain);
		return;
	}
	if (strcmp(message->topic, state) == 0) {
		if (says(message, "lost") || says(message, "disconnected"))
			mqtt_publish_state(l, l->phase == MQTT_READY ? "ready" : "init", NULL);
	} else if (strcmp(message->topic, MQTT_HOME_STATUS) == 0) {
		if (!message->retain && says(message, "online"))
			tell_again(l);
	} else if (message->retain && message->payloadlen > 0 && !is_ours) {
		mqtt_publish(l, message->topic, NULL, 0, true, NULL);
	} else if (!message->retain) {
		mqtt_events_asked(l, message);
	}
}

/* --- the connection --- */

/* Where the next connection goes: the machines of a broker take turns. */
static int connect_to(struct mqtt_link *l)
{
	size_t turn = l->tries++ % (l->other_count + 1);
	unsigned port = l->port;
	char host[MQTT_TOPIC_MAX * 2];

	if (turn == 0)
		snprintf(host, sizeof(host), "%s", l->host);
	else if (!config_broker_at(l->others[turn - 1], host, sizeof(host), &port))
		return MOSQ_ERR_INVAL;
	return mosquitto_connect_async(l->mosq, host, (int)port, (int)l->keepalive_s);
}

static int begin(struct mqtt_link *l)
{
	char state[MQTT_TOPIC_MAX], name[MQTT_TOPIC_MAX], password[SECRET_MAX] = "";
	int r = MOSQ_ERR_SUCCESS;

	mqtt_topic(&l->names, "$state", state);
	snprintf(name, sizeof(name), "boardd-%s%s", l->follow ? "hub-" : "", l->node);
	l->mosq = mosquitto_new(name, !l->follow, l);
	if (!l->mosq)
		return MOSQ_ERR_NOMEM;
	mosquitto_connect_callback_set(l->mosq, on_connect);
	mosquitto_disconnect_callback_set(l->mosq, on_disconnect);
	mosquitto_publish_callback_set(l->mosq, on_publish);
	mosquitto_message_callback_set(l->mosq, on_message);
	mosquitto_will_set(l->mosq, state, 4, "lost", 1, true);
	if (l->password_file)
		secret_read(l->password_file, password);
	if (l->user)
		r = mosquitto_username_pw_set(l->mosq, l->user, password[0] ? password : NULL);
	if (r == MOSQ_ERR_SUCCESS && l->tls_ca)
		r = mosquitto_tls_set(l->mosq, l->tls_ca, NULL, NULL, NULL, NULL);
	if (r == MOSQ_ERR_SUCCESS)
		r = connect_to(l);
	return r;
}

static void note_failure(struct mqtt_link *l, int r)
{
	int error = errno;

	pthread_mutex_lock(&l->lock);
	if (r != MOSQ_ERR_CONN_REFUSED || l->status.why[0] == '\0')
		snprintf(l->status.why, sizeof(l->status.why), "%s",
			 r == MOSQ_ERR_ERRNO ? strerror(error) : mosquitto_strerror(r));
	pthread_mutex_unlock(&l->lock);
	if (!l->is_failing)
		log_warning("mqtt: %s:%u: %s; it is tried again and again", l->host, l->port,
			    l->status.why);
	l->is_failing = true;
}

static void give_up(struct mqtt_link *l, int r)
{
	note_failure(l, r);
	mosquitto_destroy(l->mosq);
	l->mosq = NULL;
	l->on_the_way = 0;
	l->ready_mid = l->beat_mid = 0;
	l->lost_by = MOSQ_ERR_SUCCESS;
	mqtt_events_lost(l);
	l->failures++;
	enter(l, MQTT_APART);
}

static int rest_ms(const struct mqtt_link *l)
{
	unsigned rounds = l->failures / (unsigned)(l->other_count + 1); /* with all machines */
	unsigned s = rounds > 5 ? REST_MAX_S : 1u << (rounds > 0 ? rounds - 1 : 0);
	uint64_t until = l->since_ms + 1000ull * (s < REST_MAX_S ? s : REST_MAX_S);
	uint64_t now = mqtt_now_ms();

	if (l->failures == 0 || now >= until)
		return 0;
	return (int)(until - now);
}

static void try_again(struct mqtt_link *l)
{
	int r;

	enter(l, MQTT_CONNECTING);
	r = begin(l);
	if (r != MOSQ_ERR_SUCCESS)
		give_up(l, r);
}

/* --- what there is to say --- */

/* The next retained topic, as copies that the caller frees. False: none waits, or no memory. */
static bool take_letter(struct mqtt_link *l, char **ret_topic, char **ret_text, size_t *ret_len)
{
	struct mailbox_letter letter;
	bool is_there;

	*ret_topic = *ret_text = NULL;
	pthread_mutex_lock(&l->lock);
	is_there = mailbox_next(l->box, &letter);
	if (is_there) {
		*ret_topic = strdup(letter.name);
		*ret_text = strdup(letter.text);
		*ret_len = letter.len;
	}
	is_there = is_there && *ret_topic && *ret_text;
	if (is_there)
		mailbox_took(l->box, *ret_topic); /* a connection that fails has all sent again */
	pthread_mutex_unlock(&l->lock);
	return is_there;
}

/* Returns true when nothing more waits. */
static bool send_retained(struct mqtt_link *l)
{
	while (l->on_the_way < WINDOW) {
		char *topic, *text;
		size_t len;
		bool is_there = take_letter(l, &topic, &text, &len);

		if (is_there)
			mqtt_publish(l, topic, text, len, true, NULL);
		free(topic);
		free(text);
		if (!is_there)
			return true;
	}
	return false;
}

/* Otherwise an empty mailbox only means that nothing was put into it yet. */
static bool is_all_told(struct mqtt_link *l)
{
	bool is_told;

	pthread_mutex_lock(&l->lock);
	is_told = l->is_told;
	pthread_mutex_unlock(&l->lock);
	return is_told;
}

static void settle(struct mqtt_link *l)
{
	mqtt_publish_state(l, "ready", &l->ready_mid);
	pthread_mutex_lock(&l->lock);
	l->backlog_end = l->released;
	pthread_mutex_unlock(&l->lock);
	l->failures = 0;
	enter(l, MQTT_READY);
	log_notice("mqtt: connected to %s:%u", l->host, l->port);
	l->is_failing = false;
}

/* Returns in how many ms there is more to do, or -1: not before something happens. */
static int say(struct mqtt_link *l)
{
	bool is_told = is_all_told(l), is_done;

	if (l->phase != MQTT_SETTLING && l->phase != MQTT_READY)
		return -1;
	mqtt_hub_send(l);
	is_done = send_retained(l) && is_told; /* asked before: what was told since may wait */
	if (l->phase == MQTT_SETTLING && is_done)
		settle(l);
	return l->phase == MQTT_READY && is_done ? mqtt_events_send(l) : -1;
}

/* --- the thread --- */

static void wait_and_drive(struct mqtt_link *l, int timeout_ms)
{
	struct pollfd fds[2] = {{.fd = l->wake_fd, .events = POLLIN}, {.fd = -1}};
	uint64_t count;
	int r = MOSQ_ERR_SUCCESS;

	if (l->mosq) {
		fds[1].fd = mosquitto_socket(l->mosq);
		fds[1].events = POLLIN;
		if (mosquitto_want_write(l->mosq) || l->phase == MQTT_CONNECTING)
			fds[1].events |= POLLOUT;
	}
	(void)poll(fds, 2, timeout_ms < 0 || timeout_ms > LOOK_MS ? LOOK_MS : timeout_ms);
	if (fds[0].revents)
		(void)!read(l->wake_fd, &count, sizeof(count));
	if (!l->mosq)
		return;
	if (fds[1].revents & (POLLIN | POLLERR | POLLHUP))
		r = mosquitto_loop_read(l->mosq, WINDOW);
	if (r == MOSQ_ERR_SUCCESS && fds[1].revents & POLLOUT)
		r = mosquitto_loop_write(l->mosq, 1);
	if (r == MOSQ_ERR_SUCCESS)
		r = mosquitto_loop_misc(l->mosq);
	if (r == MOSQ_ERR_SUCCESS)
		r = l->lost_by;
	if (r == MOSQ_ERR_SUCCESS && l->phase == MQTT_CONNECTING &&
	    mqtt_now_ms() > l->since_ms + ANSWER_MS)
		r = MOSQ_ERR_CONN_LOST;
	if (r != MOSQ_ERR_SUCCESS)
		give_up(l, r);
}

static bool is_stopping(struct mqtt_link *l)
{
	bool is;

	pthread_mutex_lock(&l->lock);
	is = l->is_stopping;
	if (l->status.acked != l->acked && l->status.is_ready)
		delivery_arrived(&l->status.arrived);
	l->status.acked = l->acked;
	pthread_mutex_unlock(&l->lock);
	return is;
}

static void say_goodbye(struct mqtt_link *l)
{
	uint64_t until = mqtt_now_ms() + GOODBYE_MS;
	bool is_open = l->phase == MQTT_SETTLING || l->phase == MQTT_READY, is_done = !is_open;

	if (is_open) /* first: with it the boards are lost, even if there is no time to say so */
		mqtt_publish_state(l, "disconnected", NULL);
	while (l->mosq && mqtt_now_ms() < until) {
		is_done = is_done || send_retained(l);
		if (is_done && l->on_the_way == 0)
			break;
		wait_and_drive(l, 100);
	}
	if (l->mosq) {
		(void)mosquitto_disconnect(l->mosq);
		(void)mosquitto_loop_write(l->mosq, 1);
	}
	mosquitto_destroy(l->mosq);
	l->mosq = NULL;
}

static void *run(void *data)
{
	struct mqtt_link *l = data;

	while (!is_stopping(l)) {
		int timeout_ms = l->phase == MQTT_APART ? rest_ms(l) : say(l);

		if (l->phase == MQTT_APART && timeout_ms == 0)
			try_again(l);
		wait_and_drive(l, timeout_ms);
		mqtt_events_keep(l, false);
	}
	say_goodbye(l);
	mqtt_events_end(l);
	return NULL;
}

/* --- the loop --- */

void mqtt_wake(struct mqtt_link *l)
{
	uint64_t one = 1;

	(void)!write(l->wake_fd, &one, sizeof(one));
}

void mqtt_link_put(struct mqtt_link *l, const char *topic, const char *text, size_t len)
{
	int r = 0;

	pthread_mutex_lock(&l->lock);
	if (len > 0 || mailbox_has(l->box, topic))
		r = mailbox_put(l->box, topic, text, len);
	pthread_mutex_unlock(&l->lock);
	if (r < 0)
		log_error("out of memory: %s is not sent", topic);
	else if (r > 0)
		mqtt_wake(l);
}

void mqtt_link_release(struct mqtt_link *l, const char *uuid, uint64_t seq)
{
	pthread_mutex_lock(&l->lock);
	l->released = seq;
	l->is_told = true;
	snprintf(l->uuid, sizeof(l->uuid), "%s", uuid);
	pthread_mutex_unlock(&l->lock);
	mqtt_wake(l);
}

struct mqtt_link_status mqtt_link_status(struct mqtt_link *l)
{
	struct mqtt_link_status status;

	pthread_mutex_lock(&l->lock);
	status = l->status;
	pthread_mutex_unlock(&l->lock);
	return status;
}

static void free_all(struct mqtt_link *l)
{
	char *texts[] = {l->host,         l->user,       l->password_file, l->tls_ca,
			 l->journal_path, l->acked_path, l->prefix,        l->node};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		free(texts[i]);
	for (size_t i = 0; i < l->other_count; i++)
		free(l->others[i]);
	free((void *)l->others);
	mqtt_hub_free(l);
	mailbox_free(l->box);
	if (l->wake_fd >= 0)
		close(l->wake_fd);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

static bool copy_config(struct mqtt_link *l, const struct mqtt_link_config *c)
{
	const char *from[] = {c->host,       c->prefix, c->node,          c->journal_path,
			      c->acked_path, c->user,   c->password_file, c->tls_ca};
	char **to[] = {&l->host,       &l->prefix, &l->node,          &l->journal_path,
		       &l->acked_path, &l->user,   &l->password_file, &l->tls_ca};

	for (size_t i = 0; i < sizeof(to) / sizeof(to[0]); i++)
		if (from[i] && !(*to[i] = strdup(from[i])))
			return false;
	if (c->follow && !mqtt_hub_begin(l, c))
		return false;
	l->others = calloc(c->other_count + 1, sizeof(*l->others));
	for (size_t i = 0; l->others && i < c->other_count; i++) {
		l->others[i] = strdup(c->others[i]);
		if (!l->others[i])
			return false;
		l->other_count++;
	}
	l->port = c->port;
	l->keepalive_s = c->keepalive_s;
	l->is_home = c->is_home;
	l->names = (struct mqtt_names){l->prefix, l->node};
	snprintf(l->uuid, sizeof(l->uuid), "%s", c->uuid);
	l->released = c->first_seq;
	return true;
}

int mqtt_link_new(struct mqtt_link **ret, const struct mqtt_link_config *config)
{
	struct mqtt_link *l = calloc(1, sizeof(*l));
	int r = -ENOMEM;

	if (!l)
		return r;
	pthread_mutex_init(&l->lock, NULL);
	l->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	l->box = mailbox_new();
	l->said_last = &l->said;
	if (l->wake_fd < 0 || !l->box || !copy_config(l, config))
		goto fail;
	mosquitto_lib_init();
	mqtt_events_begin(l, config->first_seq);
	r = -pthread_create(&l->thread, NULL, run, l);
	if (r < 0)
		goto fail;
	*ret = l;
	return 0;

fail:
	free_all(l);
	return r;
}

void mqtt_link_free(struct mqtt_link *l)
{
	if (!l)
		return;
	pthread_mutex_lock(&l->lock);
	l->is_stopping = true;
	pthread_mutex_unlock(&l->lock);
	mqtt_wake(l);
	pthread_join(l->thread, NULL);
	mosquitto_lib_cleanup();
	free_all(l);
}
