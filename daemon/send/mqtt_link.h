/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_MQTT_LINK_H
#define BOARDD_MQTT_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/journal/journal.h"
#include "daemon/publish/delivery.h"

/*
 * The connection to an MQTT broker, on a thread of its own. Retained topics come
 * from a mailbox, the latest of each; reports come from the journal, each once
 * and in order, from behind the last that a broker has acknowledged. That number
 * is kept in a file, so that a restart goes on there. When the broker goes away
 * all retained topics are sent again to the next connection, whatever it forgot.
 */

struct mqtt_link;

/* Something that others have published; called by the thread of the link. */
typedef void mqtt_link_hear(void *data, const char *topic, const void *text, size_t len,
			    bool is_retained);

struct mqtt_link_config { /* all borrowed until mqtt_link_new() returns */
	const char *host;
	unsigned port, keepalive_s;
	const char *const *others; /* HOST or HOST:PORT, tried in turn when it is not there */
	size_t other_count;
	const char *prefix, *node;
	const char *user, *password_file, *tls_ca; /* NULL: none */
	const char *journal_path, *acked_path;
	bool is_home;       /* Home Assistant is told of the boards */
	const char *uuid;   /* of the journal */
	uint64_t first_seq; /* where reports begin if none was ever acknowledged: behind this */
	/*
	 * Of a hub, which has no reports of its own: topics to be told of, ended by NULL, for
	 * which the broker keeps what comes while it is away. NULL: this is no hub.
	 */
	const char *const *follow;
	mqtt_link_hear *hear;
	void *hear_data;
};

/* Returns 0 or a negative errno. */
int mqtt_link_new(struct mqtt_link **ret, const struct mqtt_link_config *config);

/* Says goodbye to the broker, if it listens, for two seconds at most. Takes NULL. */
void mqtt_link_free(struct mqtt_link *link);

/* The text of a retained topic; empty: it is to be removed. Copies. */
void mqtt_link_put(struct mqtt_link *link, const char *topic, const char *text, size_t len);

/* A message that is sent once; what waits for a connection is sent to the next. Copies. */
void mqtt_link_say(struct mqtt_link *link, const char *topic, const char *text, size_t len,
		   bool is_retained);

/*
 * Reports of this journal up to this one may be sent, and all that is retained has been put: the
 * node is not called ready before the first call.
 */
void mqtt_link_release(struct mqtt_link *link, const char *uuid, uint64_t seq);

struct mqtt_link_status {
	bool is_ready;
	unsigned connections;    /* connections made since the start */
	uint64_t acked;          /* the last report that a broker has */
	struct delivery arrived; /* when it had that */
	uint64_t
		proved_ms; /* of a hub: the broker has heard what was sent then, by mqtt_now_ms() */
	char why[160];     /* why the node is not ready; empty: nothing has failed */
};

struct mqtt_link_status mqtt_link_status(struct mqtt_link *link);

/* The monotonic clock. */
uint64_t mqtt_now_ms(void);

#endif
