/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_MQTT_LINK_PRIVATE_H
#define BOARDD_MQTT_LINK_PRIVATE_H

#include <mosquitto.h>
#include <pthread.h>

#include "broadcast/output/mqtt.h"
#include "daemon/base/mailbox.h"
#include "daemon/journal/reader.h"
#include "daemon/send/mqtt_link.h"

#define WINDOW 200 /* messages on their way at a time */

enum mqtt_phase {
	MQTT_APART,      /* no connection */
	MQTT_CONNECTING, /* the broker has not answered yet */
	MQTT_SETTLING,   /* what is retained goes out */
	MQTT_READY,
};

/* A report on its way. */
struct passage {
	int mid;
	uint64_t seq;
	bool is_acked;
};

/* A message to be sent once. */
struct said {
	struct said *next;
	char *topic, *text;
	size_t len;
	bool is_retained;
};

/* All but what is under the lock belongs to the thread. */
struct mqtt_link {
	char *host, *user, *password_file, *tls_ca, *journal_path, *acked_path;
	unsigned port, keepalive_s;
	char **others; /* HOST or HOST:PORT; ended by NULL */
	size_t other_count, tries;
	bool is_home;
	char *prefix, *node;
	struct mqtt_names names;
	char **follow; /* of a hub, ended by NULL; or NULL */
	mqtt_link_hear *hear;
	void *hear_data;
	pthread_t thread;
	int wake_fd; /* an eventfd: there is something under the lock */

	struct mosquitto *mosq;
	enum mqtt_phase phase;
	int lost_by;          /* why the connection has to be given up; MOSQ_ERR_SUCCESS: not */
	uint64_t since_ms;    /* the phase began, by the monotonic clock */
	unsigned failures;    /* failures in a row */
	bool is_failing;      /* the failure has been logged */
	int on_the_way;       /* messages without acknowledgement */
	int ready_mid;        /* message id of $state "ready"; 0: it is acknowledged */
	uint64_t backlog_end; /* reports up to here are old, and go out slowly */
	uint64_t slow_ms;     /* the second in which these were counted */
	unsigned slow_count, asked_count;
	uint64_t asked_ms;
	uint64_t beat_ms; /* when the last proof of life was sent */
	int beat_mid;     /* its message id; 0: it has arrived, or there is none */

	struct journal_reader *reader;
	char reader_uuid[JOURNAL_UUID_MAX];
	uint64_t sent, acked, kept; /* reports: given to the library, acknowledged, in the file */
	uint64_t kept_ms;
	struct passage passages[WINDOW]; /* a ring */
	size_t passage_first, passage_count;

	pthread_mutex_t lock;
	/* under the lock */
	struct mailbox *box;
	struct said *said, **said_last; /* messages that are not retained */
	uint64_t released;
	bool is_told; /* all that is retained was put once */
	char uuid[JOURNAL_UUID_MAX];
	bool is_stopping;
	struct mqtt_link_status status;
};

/* Gives a message to the library; true: it took it. */
bool mqtt_publish(struct mqtt_link *l, const char *topic, const void *text, size_t len,
		  bool is_retained, int *ret_mid);
bool mqtt_publish_state(struct mqtt_link *l, const char *word, int *ret_mid);

/* There is something under the lock. */
void mqtt_wake(struct mqtt_link *l);

/* --- what only a hub has: mqtt_hub.c --- */

bool mqtt_hub_begin(struct mqtt_link *l, const struct mqtt_link_config *config);
void mqtt_hub_free(struct mqtt_link *l);

/* Sends what is to be said once, and proofs of life. */
void mqtt_hub_send(struct mqtt_link *l);

/* A message has arrived; it may have been such a proof. */
void mqtt_hub_acked(struct mqtt_link *l, int mid);

/* --- reports: mqtt_events.c --- */

/* What a broker has according to the file, or where to begin. */
void mqtt_events_begin(struct mqtt_link *l, uint64_t first_seq);
void mqtt_events_end(struct mqtt_link *l);

/* Sends those that may be sent. Returns in how many ms there is more to do, or -1. */
int mqtt_events_send(struct mqtt_link *l);

/* A message has arrived; it may have been a report. */
void mqtt_events_acked(struct mqtt_link *l, int mid);

/* The connection is gone: what was on its way has to be sent again. */
void mqtt_events_lost(struct mqtt_link *l);

/* Writes the file, if it is time or has to be. */
void mqtt_events_keep(struct mqtt_link *l, bool is_last);

/* A request for old reports came from the broker. */
void mqtt_events_asked(struct mqtt_link *l, const struct mosquitto_message *message);

#endif
