/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/hub.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hub/invite.h"
#include "daemon/hub/private.h"
#include "daemon/hub/trust.h"

#define PLACES_FILE  "hub-places.json"
#define TICK_MS      100
#define TURN_MAX     500 /* messages taken in one turn of the loop */
#define MESSAGE_MAX  (1u << 20)
#define FOLLOWED     9
#define FOLLOW_BYTES 128

/* --- what the broker tells --- */

/* board/B/LEAF */
static void take_board(struct hub *hub, struct hub_node *node, char *rest,
		       const struct inbox_message *message)
{
	char *leaf = strchr(rest, '/');

	if (!leaf)
		return;
	*leaf = '\0';
	hub_node_board(hub, node, rest, leaf + 1, message->text, message->len);
}

static void take_json(struct hub *hub, struct hub_node *node, const char *rest,
		      const struct inbox_message *message)
{
	json_t *object = json_loadb(message->text, message->len, 0, NULL);

	if (!json_is_object(object))
		log_warning("hub: node %s says what is no JSON object at %.60s", node->name, rest);
	else if (strcmp(rest, "$node") == 0)
		hub_node_described(hub, node, object);
	else if (strcmp(rest, "event") == 0)
		hub_node_report(hub, node, object);
	else if (strcmp(rest, "health") == 0)
		hub_node_healthy(hub, node, object, message->is_retained);
	else
		hub_node_answer(hub, node, object);
	json_decref(object);
}

/* NODE/REST, behind the prefix. */
static void take_from(struct hub *hub, char *name, const struct inbox_message *message)
{
	char *rest = strchr(name, '/');
	struct hub_node *node;

	if (!rest)
		return;
	*rest++ = '\0';
	node = strcmp(name, hub->name) != 0 ? hub_node_of(hub, name) : NULL;
	if (!node || message->len > MESSAGE_MAX)
		return;
	if (!message->is_retained && (strcmp(rest, "event") == 0 || strcmp(rest, "health") == 0))
		hub_node_speaks(hub, node);
	if (strcmp(rest, "$state") == 0)
		hub_node_state(hub, node, message->text);
	else if (strncmp(rest, "board/", 6) == 0)
		take_board(hub, node, rest + 6, message);
	else if (message->len > 0)
		take_json(hub, node, rest, message);
}

static void take_message(struct hub *hub, const struct inbox_message *message)
{
	size_t prefix = strlen(hub->prefix);
	char topic[MQTT_TOPIC_MAX];

	if (strlen(message->topic) >= sizeof(topic) || strlen(message->topic) <= prefix + 1)
		return;
	snprintf(topic, sizeof(topic), "%s", message->topic + prefix + 1);
	if (strcmp(topic, "$hub") == 0)
		hub_lead_claimed(hub, message->text, message->len);
	else
		take_from(hub, topic, message);
}

static void take_messages(void *data)
{
	struct hub *hub = data;
	struct inbox_message *message = NULL;
	size_t count = 0;

	journal_gather(hub->publish->journal);
	while (count < TURN_MAX && (message = inbox_take(hub->inbox)) != NULL) {
		take_message(hub, message);
		free(message);
		count++;
	}
	journal_let_go(hub->publish->journal);
	if (count == TURN_MAX)
		inbox_again(hub->inbox);
}

/* By the thread of the connection. */
static void hear(void *data, const char *topic, const void *text, size_t len, bool is_retained)
{
	struct hub *hub = data;

	inbox_put(hub->inbox, topic, text, len, is_retained);
}

/* --- the loop --- */

static void tick(uv_timer_t *timer)
{
	struct hub *hub = timer->data;

	for (size_t i = 0; i < hub->node_count; i++) {
		hub_node_tick(hub, hub->nodes[i]);
		hub_node_tell(hub, hub->nodes[i]);
	}
	hub_doubles_tick(hub);
	hub_lead_tick(hub);
	hub_places_keep(hub, false);
}

/* What is published of a table its mirror shows. */
static void keep_mirror(void *data, const struct feed_entry *entry)
{
	struct hub *hub = data;
	const struct record_board *board = record_board(hub->publish->record, entry->board);

	hub_places_note(hub, entry->report);
	if (board && board->table > 0)
		hall_mirror_game(hub->hall, board->table, board->game, entry->seq);
}

/* --- beginning and end --- */

static int open_link(struct hub *hub)
{
	static const char *const leaves[FOLLOWED] = {
		"$state",       "$node",          "health",           "event",
		"board/+/info", "board/+/$state", "board/+/position", "board/+/equipment",
		"tell/"};
	const struct config *config = &hub->publish->config;
	struct mqtt_names all = {hub->prefix, "+"};
	char topics[FOLLOWED + 1][MQTT_TOPIC_MAX], leaf[FOLLOW_BYTES];
	const char *follow[FOLLOWED + 2] = {0};
	struct mqtt_link_config link = {.host = config->mqtt.host,
					.port = config->mqtt.port,
					.others = config->mqtt.others.items,
					.other_count = config->mqtt.others.count,
					.keepalive_s = (unsigned)(config->mqtt.keepalive_ms / 1000),
					.prefix = hub->prefix,
					.node = hub->name,
					.user = config->mqtt.user,
					.password_file = config->mqtt.password_file,
					.tls_ca = config->mqtt.tls_ca,
					.uuid = hub->publish->uuid,
					.follow = follow,
					.hear = hear,
					.hear_data = hub};

	for (size_t i = 0; i < FOLLOWED; i++) {
		snprintf(leaf, sizeof(leaf), "%s%s", leaves[i], i + 1 == FOLLOWED ? hub->name : "");
		mqtt_topic(&all, leaf, topics[i]);
		follow[i] = topics[i];
	}
	snprintf(topics[FOLLOWED], sizeof(topics[FOLLOWED]), "%s/$hub", hub->prefix);
	follow[FOLLOWED] = topics[FOLLOWED];
	return mqtt_link_new(&hub->link, &link);
}

/* Who we are; and that nothing more is to come before we are called ready. */
static void introduce(struct hub *hub)
{
	struct mqtt_names names = {hub->prefix, hub->name};
	char topic[MQTT_TOPIC_MAX], session[WHEN_TEXT_MAX];
	json_t *node;
	char *text;

	when_write((int64_t)(hub->publish->started_ms + hub->publish->moment.ahead_ms), session);
	node = json_pack("{s:i, s:b, s:s, s:s, s:s}", "v", MQTT_VERSION, "hub", true, "journal",
			 hub->publish->uuid, "session", session, "version", BOARDD_VERSION);
	text = node ? json_dumps(node, JSON_COMPACT) : NULL;
	mqtt_topic(&names, "$node", topic);
	if (text)
		mqtt_link_put(hub->link, topic, text, strlen(text));
	free(text);
	json_decref(node);
	mqtt_link_release(hub->link, hub->publish->uuid, 0);
}

/* Games that were published before we stopped have their tables at once, at the same machines. */
static void restore_mirrors(struct hub *hub)
{
	char key[HUB_KEY_MAX];

	for (size_t i = 0; i < record_count(hub->publish->record); i++) {
		const struct record_board *board = record_at(hub->publish->record, i);

		const char *node;

		if (board->table == 0)
			continue;
		snprintf(key, sizeof(key), "%u", board->table);
		node = json_string_value(json_object_get(hub->tables, key));
		hall_mirror(hub->hall, board->table, node ? node : "", board->id);
		hall_mirror_game(hub->hall, board->table, board->game, board->seq);
	}
}

static void name_hub(struct hub *hub)
{
	const char *path = hub->publish->journal_path, *slash = strrchr(path, '/');

	snprintf(hub->name, sizeof(hub->name), "%s", hub->publish->config.hub.name);
	snprintf(hub->prefix, sizeof(hub->prefix), "%s", hub->publish->config.mqtt.prefix);
	snprintf(hub->places_path, sizeof(hub->places_path), "%.*s%s",
		 slash ? (int)(slash + 1 - path) : 0, path, PLACES_FILE);
}

int hub_new(struct hub **ret, struct publish *publish, struct hall *hall, const char *address)
{
	struct hub *hub;
	int r;

	if (!publish->config.hub.name)
		return 0;
	hub = calloc(1, sizeof(*hub));
	if (!hub)
		return -ENOMEM;
	hub->publish = publish;
	hub->hall = hall;
	hub->address = address;
	hub->version = hub->rounds_version = 1;
	hub->joined = trust_read(publish, HUB_NODES_FILE);
	hub->doubles = json_object();
	hub->tables = json_object();
	uv_timer_init(&publish->loop, &hub->timer);
	hub->timer.data = hub;
	*ret = hub;
	name_hub(hub);
	hub_invitations_read(hub);
	hub_lead_begin(hub);
	hub_places_read(hub);
	restore_mirrors(hub);
	r = inbox_new(&hub->inbox, &publish->loop, take_messages, hub);
	if (r == 0)
		r = feed_listen(publish->feed, keep_mirror, hub);
	if (r == 0)
		r = open_link(hub);
	if (r < 0)
		return r;
	introduce(hub);
	uv_timer_start(&hub->timer, tick, TICK_MS, TICK_MS);
	log_notice("hub %s: follows the nodes at %s:%u", hub->name, publish->config.mqtt.host,
		   publish->config.mqtt.port);
	return 0;
}

static void closed(uv_handle_t *handle)
{
	struct hub *hub = handle->data;

	for (size_t i = 0; i < hub->node_count; i++)
		hub_node_free(hub->nodes[i]);
	json_decref(hub->joined);
	json_decref(hub->abandon);
	json_decref(hub->doubles);
	json_decref(hub->tables);
	free(hub);
}

void hub_free(struct hub *hub)
{
	if (!hub)
		return;
	for (size_t i = 0; i < hub->node_count; i++)
		hub_node_tell_end(hub->nodes[i]);
	if (hub->inbox)
		inbox_end(hub->inbox);
	mqtt_link_free(hub->link);
	hub->link = NULL;
	inbox_free(hub->inbox);
	hub_places_keep(hub, true);
	uv_close((uv_handle_t *)&hub->timer, closed);
}

/* --- for people --- */

static size_t count_tables(const struct hub *hub, const struct hub_node *node)
{
	size_t count = 0;

	for (size_t i = 0; i < hall_count(hub->hall); i++) {
		const char *at = hall_view(hub->hall, i).node;

		count += at && strcmp(at, node->name) == 0;
	}
	return count;
}

size_t hub_count(const struct hub *hub)
{
	return hub ? hub->node_count : 0;
}

struct hub_node_view hub_view(const struct hub *hub, size_t i)
{
	const struct hub_node *node = hub->nodes[i];

	return (struct hub_node_view){.name = node->name,
				      .is_ready = hub_node_is_ready(node),
				      .tables = count_tables(hub, node),
				      .reports = node->reports,
				      .missing = node->follow.heard - node->follow.taken,
				      .asked = node->questions,
				      .behind_ms = node->behind_ms,
				      .is_hub = node->is_hub,
				      .off_ms = node->off_ms,
				      .disk_free_percent = (int)json_integer_value(
					      json_object_get(node->health, "disk_free_percent")),
				      .is_journal_failing = json_is_true(
					      json_object_get(node->health, "journal_failing"))};
}

static json_t *describe(const struct hub *hub, size_t i)
{
	const struct hub_node *node = hub->nodes[i];
	struct hub_node_view view = hub_view(hub, i);

	return json_pack("{s:s, s:s, s:b, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:O, s:I, s:O?}",
			 "name", node->name, "state", node->word, "hub", node->is_hub, "journal",
			 node->follow.journal, "taken", (json_int_t)node->follow.taken, "missing",
			 (json_int_t)view.missing, "tables", (json_int_t)view.tables, "reports",
			 (json_int_t)view.reports, "asked", (json_int_t)view.asked, "behind_ms",
			 (json_int_t)view.behind_ms, "refused", node->refused, "off_ms",
			 (json_int_t)node->off_ms, "health", node->health);
}

bool hub_is_connected(const struct hub *hub)
{
	return mqtt_link_status(hub->link).is_ready;
}

bool hub_is_leading(const struct hub *hub)
{
	return hub_leads(hub);
}

json_t *hub_status(const struct hub *hub)
{
	struct mqtt_link_status status;
	json_t *nodes;

	if (!hub)
		return json_null();
	status = mqtt_link_status(hub->link);
	nodes = json_array();
	for (size_t i = 0; i < hub->node_count; i++)
		json_array_append_new(nodes, describe(hub, i));
	return json_pack("{s:s, s:b, s:b, s:s?, s:i, s:I, s:s?, s:o}", "name", hub->name, "ready",
			 status.is_ready, "leads", hub_leads(hub), "leader",
			 hub->lead.claimed_by[0] != '\0' ? hub->lead.claimed_by : NULL,
			 "connections", (int)status.connections, "waiting",
			 (json_int_t)(journal_last_seq(hub->publish->journal) -
				      feed_last(hub->publish->feed)),
			 "why", status.is_ready || status.why[0] == '\0' ? NULL : status.why,
			 "nodes", nodes);
}
