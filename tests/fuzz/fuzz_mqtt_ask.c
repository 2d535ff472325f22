/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <string.h>

#include "daemon/send/mqtt_link_private.h"
#include "tests/fuzz/folder.h"
#include "tests/fuzz/fuzz.h"

/*
 * A line is a topic, and what follows it a question that came from a broker: it is understood or
 * refused, and answered, from a journal, to whoever asked and nobody else.
 */

int LLVMFuzzerInitialize(int *argc, char ***argv);

static struct mqtt_link line;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct journal_config setup;
	struct journal_fault fault = {0};
	struct journal_opened opened;
	struct journal *journal = NULL;
	uint8_t *old;
	size_t len;

	(void)argc;
	(void)argv;
	old = folder_read(FUZZ_DATA "/journal-v3.sqlite", &len);
	folder_empty("state");
	folder_write("state/" JOURNAL_FILE, old, len);
	free(old);
	setup = journal_config_for(folder_path("state"));
	setup.ballast = 0;
	expect(journal_open(&journal, &setup, &opened, &fault) == 0, "%s", fault.why);
	journal_close(journal);
	mosquitto_lib_init();
	line.journal_path = strdup(folder_path("state/" JOURNAL_FILE));
	line.prefix = strdup("chess");
	line.node = strdup("hall");
	line.names = (struct mqtt_names){.prefix = line.prefix, .node = line.node};
	line.mosq = mosquitto_new(NULL, true, NULL);
	line.box = mailbox_new();
	line.released = opened.last_seq;
	memcpy(line.uuid, opened.uuid, sizeof(line.uuid));
	pthread_mutex_init(&line.lock, NULL);
	expect(line.mosq && line.box && line.journal_path, "no memory");
	return 0;
}

static void check_asked(const char *text, size_t len)
{
	struct mqtt_asked asked = mqtt_ask_read(text, len);

	expect((asked.what == MQTT_ASK_BAD) == (asked.why != NULL), "%.*s", (int)len, text);
	expect(asked.what != MQTT_ASK_REPLAY || asked.max <= MQTT_REPLAY_MAX, "%zu", asked.max);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const uint8_t *end = memchr(bytes, '\n', len);
	char *topic = end ? strndup((const char *)bytes, (size_t)(end - bytes)) : NULL;
	char answer[MQTT_TOPIC_MAX], *text;
	size_t text_len = end ? len - (size_t)(end - bytes) - 1 : 0;
	struct mosquitto_message message = {.topic = topic, .payloadlen = (int)text_len};

	if (!topic)
		return 0;
	text = malloc(text_len + 1); /* of just this length, for the sanitizers */
	expect(text, "no memory");
	memcpy(text, end + 1, text_len);
	message.payload = text;
	check_asked(text, text_len);
	if (mqtt_tell_topic(&line.names, topic, answer))
		expect(strncmp(answer, "chess/hall/tell/", 16) == 0 && !strpbrk(answer, "+#"),
		       "%s is answered to %s", topic, answer);
	line.asked_count = 0; /* nobody is too quick here */
	mqtt_events_asked(&line, &message);
	free(text);
	free(topic);
	return 0;
}
