/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/send/mqtt_link_private.h"

/* What the connection of a hub has beyond that of a node: topics it follows, questions, a pulse. */

#define BEATS 3 /* proofs of life in each keep-alive */

bool mqtt_hub_begin(struct mqtt_link *l, const struct mqtt_link_config *config)
{
	size_t count = 0;

	while (config->follow[count])
		count++;
	l->hear = config->hear;
	l->hear_data = config->hear_data;
	l->follow = calloc(count + 1, sizeof(*l->follow));
	for (size_t i = 0; l->follow && i < count; i++) {
		l->follow[i] = strdup(config->follow[i]);
		if (!l->follow[i])
			return false;
	}
	return l->follow != NULL;
}

static void free_said(struct said *said)
{
	while (said) {
		struct said *next = said->next;

		free(said->topic);
		free(said->text);
		free(said);
		said = next;
	}
}

void mqtt_hub_free(struct mqtt_link *l)
{
	for (char **topic = l->follow; topic && *topic; topic++)
		free(*topic);
	free((void *)l->follow);
	free_said(l->said);
}

static struct said *take_said(struct mqtt_link *l)
{
	struct said *said;

	pthread_mutex_lock(&l->lock);
	said = l->said;
	l->said = NULL;
	l->said_last = &l->said;
	pthread_mutex_unlock(&l->lock);
	return said;
}

static void send_said(struct mqtt_link *l)
{
	struct said *all = take_said(l);

	for (const struct said *said = all; said; said = said->next)
		(void)mqtt_publish(l, said->topic, said->text, said->len, said->is_retained, NULL);
	free_said(all);
}

static void beat(struct mqtt_link *l)
{
	uint64_t now = mqtt_now_ms();
	char topic[MQTT_TOPIC_MAX];

	if (!l->follow || l->beat_mid != 0 || now < l->beat_ms + l->keepalive_s * 1000ull / BEATS)
		return;
	mqtt_topic(&l->names, "$beat", topic);
	l->beat_ms = now;
	(void)mqtt_publish(l, topic, "", 0, false, &l->beat_mid);
}

void mqtt_hub_send(struct mqtt_link *l)
{
	send_said(l);
	beat(l);
}

/* The broker has what was sent then: until one and a half keep-alives later it tells no will. */
void mqtt_hub_acked(struct mqtt_link *l, int mid)
{
	if (mid == 0 || mid != l->beat_mid)
		return;
	l->beat_mid = 0;
	pthread_mutex_lock(&l->lock);
	l->status.proved_ms = l->beat_ms;
	pthread_mutex_unlock(&l->lock);
}

void mqtt_link_say(struct mqtt_link *l, const char *topic, const char *text, size_t len,
		   bool is_retained)
{
	struct said *said = calloc(1, sizeof(*said));

	if (said)
		*said = (struct said){.topic = strdup(topic),
				      .text = strndup(text, len),
				      .len = len,
				      .is_retained = is_retained};
	if (!said || !said->topic || !said->text) {
		free_said(said);
		log_error("out of memory: %s is not sent", topic);
		return;
	}
	pthread_mutex_lock(&l->lock);
	*l->said_last = said;
	l->said_last = &said->next;
	pthread_mutex_unlock(&l->lock);
	mqtt_wake(l);
}
