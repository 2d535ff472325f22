/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <mosquitto.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * mqtt_watch PORT NODE FILE: a hub, as small as it can be. Every report of the
 * node is written to FILE once and in order, the number before it; one that is
 * missing is asked for. It reconnects for ever.
 *
 * mqtt_watch PORT NODE - SECONDS: a newcomer. Prints what is retained, a topic and
 * its text a line, and ends when nothing more came for so long.
 */

static const char *node;
static FILE *out;
static uint64_t taken, asked_ms;
static bool is_hub, is_begun;

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void ask(struct mosquitto *mosq)
{
	char topic[100], text[100];

	if (now_ms() < asked_ms + 300)
		return;
	asked_ms = now_ms();
	snprintf(topic, sizeof(topic), "boardd/1/%s/ask/hub", node);
	snprintf(text, sizeof(text), "{\"id\":1,\"ask\":\"replay\",\"since\":%llu,\"max\":500}",
		 (unsigned long long)taken);
	mosquitto_publish(mosq, NULL, topic, (int)strlen(text), text, 1, false);
}

/* A hub that was never there before begins with the first it hears. */
static void take(struct mosquitto *mosq, const json_t *report, bool is_told)
{
	uint64_t seq = (uint64_t)json_integer_value(json_object_get(report, "seq"));

	if (seq == taken + 1 || !is_begun) {
		char *text = json_dumps(report, JSON_COMPACT);

		fprintf(out, "%llu %s\n", (unsigned long long)seq, text);
		fflush(out);
		free(text);
		taken = seq;
		is_begun = true;
	} else if (seq > taken && !is_told) {
		ask(mosq);
	}
}

static void hear(struct mosquitto *mosq, const struct mosquitto_message *m)
{
	json_t *object = json_loadb(m->payload, (size_t)m->payloadlen, 0, NULL), *report;
	size_t i;

	if (strstr(m->topic, "/event"))
		take(mosq, object, false);
	else
		json_array_foreach(json_object_get(object, "reports"), i, report)
			take(mosq, report, true);
	json_decref(object);
}

static void on_message(struct mosquitto *mosq, void *data, const struct mosquitto_message *m)
{
	(void)data;
	if (is_hub) {
		hear(mosq, m);
	} else if (m->retain) {
		printf("%s %.*s\n", m->topic, m->payloadlen, (const char *)m->payload);
		asked_ms = now_ms();
	}
}

static void on_connect(struct mosquitto *mosq, void *data, int code)
{
	char topic[100];

	(void)data;
	if (code != 0)
		return;
	if (!is_hub) {
		snprintf(topic, sizeof(topic), "boardd/1/%s/#", node);
		mosquitto_subscribe(mosq, NULL, topic, 1);
		return;
	}
	snprintf(topic, sizeof(topic), "boardd/1/%s/event", node);
	mosquitto_subscribe(mosq, NULL, topic, 1);
	snprintf(topic, sizeof(topic), "boardd/1/%s/tell/hub", node);
	mosquitto_subscribe(mosq, NULL, topic, 1);
	fputs("# connected\n", out);
	fflush(out);
}

int main(int argc, char **argv)
{
	uint64_t quiet_ms = argc > 4 ? 1000 * strtoul(argv[4], NULL, 10) : 0;
	struct mosquitto *mosq;

	if (argc < 4)
		return 2;
	node = argv[2];
	is_hub = strcmp(argv[3], "-") != 0;
	out = is_hub ? fopen(argv[3], "w") : stdout;
	mosquitto_lib_init();
	mosq = mosquitto_new(NULL, true, NULL);
	if (!mosq || !out)
		return 1;
	mosquitto_connect_callback_set(mosq, on_connect);
	mosquitto_message_callback_set(mosq, on_message);
	asked_ms = is_hub ? 0 : now_ms();
	(void)mosquitto_connect(mosq, "127.0.0.1", (int)strtol(argv[1], NULL, 10), 10);
	while (is_hub || now_ms() < asked_ms + quiet_ms) {
		if (mosquitto_loop(mosq, 100, 1) == MOSQ_ERR_SUCCESS)
			continue;
		(void)poll(NULL, 0, 100);
		(void)mosquitto_reconnect(mosq);
	}
	mosquitto_destroy(mosq);
	mosquitto_lib_cleanup();
	return 0;
}
