/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/send/mqtt_link_private.h"

/* Reports to the broker, out of the journal, and answers to who asks for them again. */

#define SLOW_PER_SECOND  200 /* of old reports: new ones come first on a display */
#define ASKED_PER_SECOND 10
#define KEEP_MS          1000
#define RETRY_MS         1000
#define ANSWER_MAX       (200 * 1024)

/* --- what the broker has --- */

/* "UUID SEQ". False: there is no such line. */
static bool read_kept(const char *path, char uuid[JOURNAL_UUID_MAX], uint64_t *ret)
{
	FILE *from = fopen(path, "re");
	char line[80] = "", *end;
	bool is_good = from && fgets(line, sizeof(line), from) &&
		       strcspn(line, " ") == JOURNAL_UUID_MAX - 1;

	if (from)
		fclose(from);
	if (!is_good)
		return false;
	snprintf(uuid, JOURNAL_UUID_MAX, "%.*s", JOURNAL_UUID_MAX - 1, line);
	errno = 0;
	*ret = strtoull(line + JOURNAL_UUID_MAX, &end, 10);
	return errno == 0 && *end == '\n';
}

void mqtt_events_begin(struct mqtt_link *l, uint64_t first_seq)
{
	char uuid[JOURNAL_UUID_MAX];

	if (l->follow) {
		l->acked = l->sent = l->kept = first_seq; /* a hub has no reports of its own */
		return;
	}
	if (!read_kept(l->acked_path, uuid, &l->acked))
		l->acked = first_seq;
	else if (strcmp(uuid, l->uuid) != 0)
		l->acked = 0; /* a new journal: the broker has none of its reports */
	l->sent = l->acked;
	l->kept = UINT64_MAX;
	memcpy(l->reader_uuid, l->uuid, sizeof(l->reader_uuid));
}

static int write_kept(const struct mqtt_link *l, const char *path)
{
	FILE *to = fopen(path, "we");
	int r = to ? 0 : -errno;

	if (to && fprintf(to, "%s %" PRIu64 "\n", l->reader_uuid, l->acked) < 0)
		r = -EIO;
	if (to && fclose(to) != 0)
		r = -errno;
	return r;
}

void mqtt_events_keep(struct mqtt_link *l, bool is_last)
{
	uint64_t now = mqtt_now_ms();
	char path[JOURNAL_PATH_MAX + 8];

	if (l->acked == l->kept || (!is_last && now < l->kept_ms + KEEP_MS))
		return;
	l->kept_ms = now;
	snprintf(path, sizeof(path), "%s.new", l->acked_path);
	if (write_kept(l, path) < 0 || rename(path, l->acked_path) < 0) {
		log_warning("%s: it cannot be written: reports may be sent twice", l->acked_path);
		(void)unlink(path);
		return;
	}
	l->kept = l->acked;
}

void mqtt_events_end(struct mqtt_link *l)
{
	mqtt_events_keep(l, true);
	journal_reader_close(l->reader);
	l->reader = NULL;
}

void mqtt_events_acked(struct mqtt_link *l, int mid)
{
	for (size_t i = 0; i < l->passage_count; i++) {
		struct passage *p = &l->passages[(l->passage_first + i) % WINDOW];

		if (p->mid != mid)
			continue;
		p->is_acked = true;
		break;
	}
	while (l->passage_count > 0 && l->passages[l->passage_first].is_acked) {
		l->acked = l->passages[l->passage_first].seq;
		l->passage_first = (l->passage_first + 1) % WINDOW;
		l->passage_count--;
	}
}

void mqtt_events_lost(struct mqtt_link *l)
{
	l->passage_count = 0;
	l->sent = l->acked;
	mqtt_events_keep(l, true);
}

/* --- out of the journal --- */

/* Another journal may have been begun since. */
static bool open_reader(struct mqtt_link *l)
{
	struct journal_fault fault;
	char uuid[JOURNAL_UUID_MAX];

	pthread_mutex_lock(&l->lock);
	memcpy(uuid, l->uuid, sizeof(uuid));
	pthread_mutex_unlock(&l->lock);
	if (l->reader && strcmp(uuid, l->reader_uuid) == 0)
		return true;
	journal_reader_close(l->reader);
	l->reader = NULL;
	if (journal_reader_open(&l->reader, l->journal_path, &fault) < 0) {
		log_warning("mqtt: reports wait: %s", fault.why);
		return false;
	}
	memcpy(l->reader_uuid, uuid, sizeof(uuid));
	return true;
}

static int send_report(void *data, const struct journal_report *report)
{
	struct mqtt_link *l = data;
	struct passage *p = &l->passages[(l->passage_first + l->passage_count) % WINDOW];
	char topic[MQTT_TOPIC_MAX];

	mqtt_topic(&l->names, "event", topic);
	if (!mqtt_publish(l, topic, report->text, report->len, false, &p->mid))
		return -EIO;
	p->seq = l->sent = report->seq;
	p->is_acked = false;
	l->passage_count++;
	if (report->seq <= l->backlog_end)
		l->slow_count++;
	return 0;
}

/* How many may go now; of old ones not too many a second. */
static size_t room(struct mqtt_link *l, int *ret_wait_ms)
{
	size_t free = l->on_the_way < WINDOW ? (size_t)(WINDOW - l->on_the_way) : 0;
	uint64_t now = mqtt_now_ms();

	*ret_wait_ms = -1; /* an acknowledgement will wake us */
	if (free > WINDOW - l->passage_count)
		free = WINDOW - l->passage_count;
	if (l->sent >= l->backlog_end)
		return free;
	if (now >= l->slow_ms + 1000) {
		l->slow_ms = now;
		l->slow_count = 0;
	}
	if (l->slow_count >= SLOW_PER_SECOND) {
		*ret_wait_ms = (int)(l->slow_ms + 1000 - now);
		return 0;
	}
	return free < SLOW_PER_SECOND - l->slow_count ? free : SLOW_PER_SECOND - l->slow_count;
}

int mqtt_events_send(struct mqtt_link *l)
{
	struct journal_reports which = {.since = l->sent};
	int wait_ms;

	pthread_mutex_lock(&l->lock);
	which.up_to = l->released;
	pthread_mutex_unlock(&l->lock);
	if (which.up_to <= l->sent)
		return -1;
	which.limit = room(l, &wait_ms);
	if (which.limit == 0)
		return wait_ms;
	if (!open_reader(l) || journal_read_reports(l->reader, &which, send_report, l) < 0 ||
	    l->sent == which.since)
		return RETRY_MS; /* the disk is full: the reports are not in the journal yet */
	return l->sent < which.up_to && room(l, &wait_ms) > 0 ? 0 : wait_ms;
}

/* --- questions --- */

struct replayed {
	json_t *reports;
	size_t bytes;
	bool is_cut;
};

static int collect(void *data, const struct journal_report *report)
{
	struct replayed *r = data;

	if (r->bytes + report->len > ANSWER_MAX) {
		r->is_cut = true;
		return -ENOSPC;
	}
	r->bytes += report->len;
	json_array_append_new(r->reports, json_loadb(report->text, report->len, 0, NULL));
	return 0;
}

static json_t *replay(struct mqtt_link *l, const struct mqtt_asked *asked)
{
	struct replayed r = {.reports = json_array()};
	struct journal_reports which = {.since = asked->since, .limit = asked->max};
	int error = -EIO;

	pthread_mutex_lock(&l->lock);
	which.up_to = l->released;
	pthread_mutex_unlock(&l->lock);
	if (which.since >= which.up_to)
		error = 0;
	else if (open_reader(l))
		error = journal_read_reports(l->reader, &which, collect, &r);
	if (error < 0 && !r.is_cut) {
		json_decref(r.reports);
		return json_pack("{s:I, s:s}", "id", asked->id, "error",
				 "the journal cannot be read");
	}
	return json_pack("{s:I, s:b, s:o}", "id", asked->id, "more",
			 r.is_cut || json_array_size(r.reports) == asked->max, "reports",
			 r.reports);
}

static json_t *answer_to(struct mqtt_link *l, const struct mqtt_asked *asked)
{
	switch (asked->what) {
	case MQTT_ASK_REPLAY: return replay(l, asked);
	case MQTT_ASK_STATE:
		pthread_mutex_lock(&l->lock);
		mailbox_again(l->box);
		pthread_mutex_unlock(&l->lock);
		mqtt_publish_state(l, l->phase == MQTT_READY ? "ready" : "init", NULL);
		return json_pack("{s:I, s:s}", "id", asked->id, "state", "sent");
	case MQTT_ASK_PING: return json_pack("{s:I, s:b}", "id", asked->id, "pong", true);
	case MQTT_ASK_BAD: break;
	}
	return json_pack("{s:I, s:s}", "id", asked->id, "error", asked->why);
}

void mqtt_events_asked(struct mqtt_link *l, const struct mosquitto_message *message)
{
	uint64_t now = mqtt_now_ms();
	char topic[MQTT_TOPIC_MAX];
	struct mqtt_asked asked;
	json_t *answer;
	char *text;

	if (!mqtt_tell_topic(&l->names, message->topic, topic))
		return;
	if (now >= l->asked_ms + 1000) {
		l->asked_ms = now;
		l->asked_count = 0;
	}
	if (l->asked_count++ >= ASKED_PER_SECOND)
		return;
	asked = mqtt_ask_read(message->payload, (size_t)message->payloadlen);
	answer = answer_to(l, &asked);
	text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
	if (text)
		(void)mqtt_publish(l, topic, text, strlen(text), false, NULL);
	free(text);
	json_decref(answer);
}
