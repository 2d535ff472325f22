/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/hub/private.h"
#include "daemon/journal/reader.h"

/*
 * Where the hub is with each node stands in its journal: every report there says whose it is. A
 * file beside it says where that was at some report, so that a start reads only what came later.
 */

#define KEEP_MS   2000
#define REFILL    (4 * TRANSLATE_KEPT) /* reports whose numbers may be evidence of later ones */
#define WORD_NODE "node"

/* --- reports --- */

static void note_journal(struct hub_node *node, const json_t *report, uint64_t origin)
{
	const char *state = json_string_value(json_object_get(report, "state"));
	const char *journal = json_string_value(json_object_get(report, "journal"));

	if (!state || strcmp(state, "begun") != 0 || !journal)
		return;
	if (strcmp(node->follow.journal, journal) != 0)
		follow_begin(&node->follow, journal, origin);
	node->durable = origin;
}

static void note_table(struct hub *hub, const struct hub_node *node, const json_t *report)
{
	json_int_t table = json_integer_value(json_object_get(report, "table"));
	char key[HUB_KEY_MAX];
	const char *known;

	snprintf(key, sizeof(key), "%u", (unsigned)(table & 0xffff));
	known = json_string_value(json_object_get(hub->tables, key));
	if (!known || strcmp(known, node->name) != 0)
		json_object_set_new(hub->tables, key, json_string(node->name));
}

void hub_places_note(struct hub *hub, const json_t *report)
{
	const char *name = json_string_value(json_object_get(report, "node"));
	const char *event = json_string_value(json_object_get(report, "event"));
	json_int_t origin = json_integer_value(json_object_get(report, "origin"));
	struct hub_node *node = name && event ? hub_node_of(hub, name) : NULL;

	if (!node || origin < 0)
		return;
	if (strcmp(event, WORD_NODE) == 0) {
		note_journal(node, report, (uint64_t)origin);
		return;
	}
	node->durable = (uint64_t)origin;
	note_table(hub, node, report);
}

/* --- the file --- */

static json_t *places_of(const struct hub *hub)
{
	json_t *nodes = json_object();

	for (size_t i = 0; i < hub->node_count; i++) {
		const struct hub_node *node = hub->nodes[i];

		if (node->follow.journal[0] != '\0')
			json_object_set_new(nodes, node->name,
					    json_pack("{s:s, s:I}", "journal", node->follow.journal,
						      "taken", (json_int_t)node->durable));
	}
	return json_pack("{s:s, s:I, s:o, s:O}", "journal", hub->publish->uuid, "seq",
			 (json_int_t)feed_last(hub->publish->feed), "nodes", nodes, "tables",
			 hub->tables);
}

void hub_places_keep(struct hub *hub, bool is_last)
{
	uint64_t seq = feed_last(hub->publish->feed), now = mqtt_now_ms();
	char path[sizeof(hub->places_path) + 8];
	json_t *places;

	if (seq == hub->kept_seq || (!is_last && now < hub->kept_ms + KEEP_MS))
		return;
	hub->kept_ms = now;
	places = places_of(hub);
	snprintf(path, sizeof(path), "%s.new", hub->places_path);
	if (!places || json_dump_file(places, path, JSON_COMPACT) < 0 ||
	    rename(path, hub->places_path) < 0) {
		log_warning("%s: it cannot be written: the next start takes longer",
			    hub->places_path);
		(void)unlink(path);
	} else {
		hub->kept_seq = seq;
	}
	json_decref(places);
}

static void take_place(struct hub *hub, const char *name, const json_t *place)
{
	struct hub_node *node = hub_node_of(hub, name);
	const char *journal = json_string_value(json_object_get(place, "journal"));
	json_int_t taken = json_integer_value(json_object_get(place, "taken"));

	if (!node || !journal || taken < 0)
		return;
	node->durable = (uint64_t)taken;
	follow_begin(&node->follow, journal, node->durable);
}

/* Returns up to which report the file knows it all; 0: there is no file of this journal. */
static uint64_t read_file(struct hub *hub)
{
	json_t *places = json_load_file(hub->places_path, 0, NULL), *place;
	const char *journal = json_string_value(json_object_get(places, "journal")), *name;
	json_int_t seq = json_integer_value(json_object_get(places, "seq"));
	json_t *tables = json_object_get(places, "tables");
	bool is_ours = journal && strcmp(journal, hub->publish->uuid) == 0 && seq > 0 &&
		       (uint64_t)seq <= feed_last(hub->publish->feed) && tables;

	if (is_ours)
		json_object_foreach(json_object_get(places, "nodes"), name, place)
			take_place(hub, name, place);
	if (is_ours)
		json_object_update(hub->tables, tables);
	json_decref(places);
	return is_ours ? (uint64_t)seq : 0;
}

/* --- the journal --- */

struct refill {
	struct hub *hub;
	uint64_t known; /* up to this report the file knows it all */
};

static int take_report(void *data, const struct journal_report *report)
{
	const struct refill *refill = data;
	json_t *object = json_loadb(report->text, report->len, 0, NULL);
	const char *name = json_string_value(json_object_get(object, "node"));
	const char *state = json_string_value(json_object_get(object, "state"));
	json_int_t origin = json_integer_value(json_object_get(object, "origin"));
	struct hub_node *node;

	if (report->seq > refill->known)
		hub_places_note(refill->hub, object);
	node = name ? hub_node_find(refill->hub, name) : NULL;
	if (node && origin > 0 && strcmp(report->event, WORD_NODE) != 0)
		translate_note(node->numbers, (uint64_t)origin, report->seq);
	else if (node && state && strcmp(state, "begun") == 0)
		memset(node->numbers, 0, sizeof(*node->numbers));
	json_decref(object);
	return 0;
}

void hub_places_read(struct hub *hub)
{
	struct refill refill = {.hub = hub, .known = read_file(hub)};
	struct journal_reports which = {.since = refill.known > REFILL ? refill.known - REFILL : 0,
					.up_to = feed_last(hub->publish->feed)};
	struct journal_reader *reader = NULL;
	struct journal_fault fault;

	if (which.up_to == 0)
		return;
	if (journal_reader_open(&reader, hub->publish->journal_path, &fault) < 0 ||
	    journal_read_reports(reader, &which, take_report, &refill) < 0)
		log_error("hub: the journal cannot be read: reports may be taken twice");
	journal_reader_close(reader);
	for (size_t i = 0; i < hub->node_count; i++)
		hub->nodes[i]->follow.taken = hub->nodes[i]->follow.heard = hub->nodes[i]->durable;
}
