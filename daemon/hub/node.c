/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hub/private.h"
#include "daemon/hub/state.h"

#define ANSWER_MS   3000 /* a question that has no answer by then is asked again */
#define PATIENCE_MS 500  /* reports that come late come within this time */
#define ASK_MAX     500

/* --- nodes --- */

struct hub_node *hub_node_find(const struct hub *hub, const char *name)
{
	for (size_t i = 0; i < hub->node_count; i++)
		if (strcmp(hub->nodes[i]->name, name) == 0)
			return hub->nodes[i];
	return NULL;
}

void hub_node_free(struct hub_node *node)
{
	if (!node)
		return;
	follow_clear(&node->follow);
	free(node->numbers);
	json_decref(node->boards);
	json_decref(node->refused);
	json_decref(node->health);
	free(node);
}

static struct hub_node *new_node(const char *name)
{
	struct hub_node *node = calloc(1, sizeof(*node));

	if (!node)
		return NULL;
	snprintf(node->name, sizeof(node->name), "%s", name);
	follow_init(&node->follow);
	node->numbers = calloc(1, sizeof(*node->numbers));
	node->boards = json_object();
	node->refused = json_object();
	if (node->numbers && node->boards && node->refused)
		return node;
	hub_node_free(node);
	return NULL;
}

static bool is_name(const char *name)
{
	size_t len = strlen(name);

	return len > 0 && len < HALL_NODE_MAX &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == len;
}

struct hub_node *hub_node_of(struct hub *hub, const char *name)
{
	struct hub_node *node = hub_node_find(hub, name);

	if (node || !is_name(name))
		return node;
	if (hub->node_count == HUB_NODES_MAX) {
		log_warning("hub: there are %d nodes: %s is not followed", HUB_NODES_MAX, name);
		return NULL;
	}
	node = new_node(name);
	if (!node)
		log_error("out of memory: node %s is not followed", name);
	else
		hub->nodes[hub->node_count++] = node;
	return node;
}

bool hub_node_is_ready(const struct hub_node *node)
{
	return strcmp(node->word, "ready") == 0;
}

/* --- asking --- */

static void say(struct hub *hub, const struct hub_node *node, const char *text)
{
	struct mqtt_names names = {hub->prefix, node->name};
	char leaf[HALL_NODE_MAX + 8], topic[MQTT_TOPIC_MAX];

	snprintf(leaf, sizeof(leaf), "ask/%s", hub->name);
	mqtt_topic(&names, leaf, topic);
	mqtt_link_say(hub->link, topic, text, strlen(text), false);
}

static void ask(struct hub *hub, struct hub_node *node)
{
	char text[120];

	if (node->follow.journal[0] == '\0' || node->is_hub)
		return;
	node->asked = ++hub->questions;
	node->asked_ms = mqtt_now_ms();
	node->questions++;
	snprintf(text, sizeof(text), "{\"id\":%lld,\"ask\":\"replay\",\"since\":%llu,\"max\":%d}",
		 (long long)node->asked, (unsigned long long)node->follow.taken, ASK_MAX);
	say(hub, node, text);
}

void hub_node_speaks(struct hub *hub, struct hub_node *node)
{
	uint64_t now = mqtt_now_ms();
	char text[60];

	if (node->is_hub || (hub_node_is_ready(node) && node->follow.journal[0] != '\0') ||
	    (node->state_asked_ms > 0 && now < node->state_asked_ms + ANSWER_MS))
		return;
	node->state_asked_ms = now;
	snprintf(text, sizeof(text), "{\"id\":%lld,\"ask\":\"state\"}",
		 (long long)++hub->questions);
	say(hub, node, text);
}

void hub_node_tick(struct hub *hub, struct hub_node *node)
{
	uint64_t now = mqtt_now_ms();

	if (!follow_is_behind(&node->follow))
		node->behind_since_ms = 0;
	else if (node->behind_since_ms == 0)
		node->behind_since_ms = now;
	if (!hub_node_is_ready(node))
		return;
	if (node->asked_ms > 0
		    ? now >= node->asked_ms + ANSWER_MS
		    : node->behind_since_ms > 0 && now >= node->behind_since_ms + PATIENCE_MS)
		ask(hub, node);
}

/* --- what it says --- */

static void take_all(struct hub *hub, struct hub_node *node)
{
	json_t *report;

	while (!journal_is_full(hub->publish->journal) &&
	       (report = follow_next(&node->follow)) != NULL)
		hub_take(hub, node, report);
}

void hub_node_report(struct hub *hub, struct hub_node *node, json_t *report)
{
	if (node->follow.journal[0] == '\0')
		return; /* whose numbers these are is not known yet: they are asked for then */
	if (follow_put(&node->follow, report) > 0)
		take_all(hub, node);
}

/* True: the answer has reports. */
static bool take_answer(struct hub *hub, struct hub_node *node, const json_t *reports)
{
	const json_t *first = json_array_get(reports, 0);
	json_int_t seq = json_integer_value(json_object_get(first, "seq"));
	uint64_t gone;
	json_t *report;
	size_t i;

	if (!first || seq < 1)
		return false;
	gone = follow_skip(&node->follow, (uint64_t)seq);
	if (gone > 0)
		log_warning("hub: %llu reports before %lld are no longer in the journal of %s",
			    (unsigned long long)gone, (long long)seq, node->name);
	json_array_foreach(reports, i, report)(void) follow_put(&node->follow, report);
	take_all(hub, node);
	return true;
}

void hub_node_answer(struct hub *hub, struct hub_node *node, const json_t *answer)
{
	const json_t *id = json_object_get(answer, "id");
	const char *error = json_string_value(json_object_get(answer, "error"));
	bool has_reports;

	if (node->asked_ms == 0 || json_integer_value(id) != node->asked)
		return;
	if (error) {
		log_warning("hub: node %s cannot tell what is missing: %.120s", node->name, error);
		return; /* and is asked again */
	}
	node->asked_ms = 0;
	has_reports = take_answer(hub, node, json_object_get(answer, "reports"));
	if (json_is_true(json_object_get(answer, "more")) && has_reports)
		ask(hub, node);
	else if (!has_reports && !journal_is_full(hub->publish->journal))
		node->follow.heard = node->follow.taken; /* it has no more than we have */
}

static void tell_word(struct hub *hub, const struct hub_node *node)
{
	if (strcmp(node->word, "init") == 0 || node->word[0] == '\0')
		return;
	log_notice("hub: node %s: %s", node->name, node->word);
	hub_tell_node(hub, node, node->word);
}

void hub_node_state(struct hub *hub, struct hub_node *node, const char *word)
{
	if (strcmp(node->word, word) == 0 || strlen(word) >= sizeof(node->word))
		return;
	snprintf(node->word, sizeof(node->word), "%s", word);
	if (node->is_hub)
		return;
	if (node->follow.journal[0] != '\0')
		tell_word(hub, node);
	hub_show_health(hub, node, NULL);
	node->asked_ms = 0;
	node->told_version = node->told_rounds = 0; /* it may have been begun anew */
	if (hub_node_is_ready(node))
		ask(hub, node);
}

static void begin_journal(struct hub *hub, struct hub_node *node, const char *journal,
			  uint64_t since)
{
	if (node->follow.journal[0] != '\0')
		log_warning("hub: node %s has begun a new journal: it is followed from its "
			    "beginning",
			    node->name);
	else
		log_notice("hub: node %s is followed", node->name);
	follow_begin(&node->follow, journal, since);
	memset(node->numbers, 0, sizeof(*node->numbers));
	hub_tell_node(hub, node, "begun");
	tell_word(hub, node);
	if (hub_node_is_ready(node))
		ask(hub, node);
}

void hub_node_described(struct hub *hub, struct hub_node *node, const json_t *description)
{
	const char *journal = json_string_value(json_object_get(description, "journal"));
	const char *session = json_string_value(json_object_get(description, "session"));
	json_int_t since = json_integer_value(json_object_get(description, "since"));

	node->is_hub = json_is_true(json_object_get(description, "hub"));
	if (node->is_hub || !journal || strlen(journal) != JOURNAL_UUID_MAX - 1)
		return;
	snprintf(node->session, sizeof(node->session), "%.*s", (int)sizeof(node->session) - 1,
		 session ? session : "");
	if (strcmp(journal, node->follow.journal) != 0)
		begin_journal(hub, node, journal, since > 0 ? (uint64_t)since : 0);
}

/* What was told before we came says nothing of its clock now. */
void hub_node_healthy(struct hub *hub, struct hub_node *node, json_t *health, bool is_retained)
{
	const char *time = json_string_value(json_object_get(health, "time"));
	json_int_t seq = json_integer_value(json_object_get(health, "seq"));
	const json_t *told = json_object_get(health, "told");
	int64_t told_ms;

	json_decref(node->health);
	node->health = json_incref(health);
	if (!is_retained && time && when_read(time, &told_ms))
		node->off_ms = told_ms - (int64_t)(moment_now(&hub->publish->moment) +
						   hub->publish->moment.ahead_ms);
	if (!is_retained && seq > 0 && (uint64_t)seq > node->follow.heard)
		node->follow.heard = (uint64_t)seq;
	node->stamp = state_is_of(told, hub->publish->config.broadcast.id) ? state_stamp(told) : 0;
}

/* --- its boards --- */

static const char *text_at(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* The table of a board of this node; 0: none. */
static unsigned table_of(struct hub *hub, const struct hub_node *node, const char *board)
{
	struct hall_view view;
	char name[DESK_BOARD_MAX];

	hub_board_name(hub, node, board, name);
	return hall_find(hub->hall, name, &view) && strcmp(view.desk->board, name) == 0 &&
			       view.node && strcmp(view.node, node->name) == 0
		       ? view.desk->number
		       : 0;
}

static void take_info(struct hub *hub, struct hub_node *node, const char *topic_board,
		      const json_t *info)
{
	const char *board = text_at(info, "board");
	unsigned table = (unsigned)strtoul(text_at(info, "table"), NULL, 10);
	const json_t *battery = json_object_get(info, "battery");
	struct hall_mirror_info told = {
		.serial = text_at(info, "serial"),
		.device = text_at(info, "device"),
		.battery = json_is_integer(battery) ? (int)json_integer_value(battery) % 101 : -1,
		.is_turned = json_is_true(json_object_get(info, "rotated"))};
	const char *owner = hall_mirror_node(hub->hall, table);
	char name[DESK_BOARD_MAX];

	if (table == 0 || table >= CONFIG_TABLE_MAX ||
	    (owner && owner[0] != '\0' && strcmp(owner, node->name) != 0))
		return;
	hub_board_name(hub, node, board[0] != '\0' ? board : topic_board, name);
	hall_mirror(hub->hall, table, node->name, name);
	hall_mirror_info(hub->hall, table, &told);
	hub_show_health(hub, node, name);
}

static void take_position(struct hub *hub, struct hub_node *node, const char *board,
			  const json_t *position)
{
	const char *placement = text_at(position, "board");
	json_int_t seq = json_integer_value(json_object_get(position, "seq"));
	unsigned table = table_of(hub, node, board);
	struct rules_position pos;
	struct rules_fault fault;

	if (seq > 0 && (uint64_t)seq > node->follow.heard)
		node->follow.heard = (uint64_t)seq;
	if (table > 0 && rules_placement_read(&pos, rules_slice_of(placement), &fault))
		hall_mirror_men(hub->hall, table, pos.at);
}

static void take_equipment(struct hub *hub, struct hub_node *node, const char *board,
			   json_t *equipment)
{
	unsigned table = table_of(hub, node, board);

	if (table > 0 && json_is_array(json_object_get(equipment, "due")))
		hall_mirror_equipment(hub->hall, table, json_incref(equipment));
}

void hub_node_board(struct hub *hub, struct hub_node *node, const char *board, const char *leaf,
		    const char *text, size_t len)
{
	struct mqtt_names names = {hub->prefix, node->name};
	char topic[MQTT_TOPIC_MAX], name[DESK_BOARD_MAX];
	json_t *object;

	if (strcmp(leaf, "$state") == 0) {
		mqtt_board_topic(&names, board, leaf, topic);
		if (json_object_size(node->boards) < CONFIG_TABLE_MAX && len < HUB_WORD_MAX)
			json_object_set_new(node->boards, topic, json_string(text));
		hub_board_name(hub, node, board, name);
		hub_show_health(hub, node, name);
		return;
	}
	object = json_loadb(text, len, 0, NULL);
	if (json_is_object(object) && strcmp(leaf, "info") == 0)
		take_info(hub, node, board, object);
	else if (json_is_object(object) && strcmp(leaf, "position") == 0)
		take_position(hub, node, board, object);
	else if (json_is_object(object) && strcmp(leaf, "equipment") == 0)
		take_equipment(hub, node, board, object);
	json_decref(object);
}
