/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hub/private.h"

/*
 * The same board ID at two machines. One that is gone at one of them was carried to the other. If
 * both have it, that of the machine which was begun later has the ID here, the other is called
 * after its machine, and an alert says so as long as it lasts.
 */

static const char *word_of(const struct hub *hub, const struct hub_node *node, const char *board)
{
	struct mqtt_names names = {hub->prefix, node->name};
	char topic[MQTT_TOPIC_MAX];
	const char *word;

	mqtt_board_topic(&names, board, "$state", topic);
	word = json_string_value(json_object_get(node->boards, topic));
	return word ? word : "";
}

static bool has_board(const struct hub *hub, const struct hub_node *node, const char *board)
{
	return node && hub_node_is_ready(node) && strcmp(word_of(hub, node, board), "ready") == 0;
}

const char *hub_board_word(const struct hub *hub, const struct hub_node *node, const char *name)
{
	size_t len = strlen(name), suffix = strlen(node->name) + 1;
	char board[DESK_BOARD_MAX];

	if (len <= suffix || strcmp(name + len - suffix + 1, node->name) != 0 ||
	    name[len - suffix] != '-')
		return word_of(hub, node, name);
	snprintf(board, sizeof(board), "%.*s", (int)(len - suffix), name);
	return word_of(hub, node, word_of(hub, node, name)[0] != '\0' ? name : board);
}

/* --- the alert --- */

static void put_alert(struct hub *hub, const char *board, const json_t *alert)
{
	struct mqtt_names names = {hub->prefix, hub->name};
	char topic[MQTT_TOPIC_MAX], *text = alert ? json_dumps(alert, JSON_COMPACT) : NULL;

	mqtt_alert_topic(&names, board, 0, topic);
	mqtt_link_put(hub->link, topic, text ? text : "", text ? strlen(text) : 0);
	free(text);
}

static void raise_alert(struct hub *hub, const char *board, const struct hub_node *first,
			const struct hub_node *later)
{
	char time[WHEN_TEXT_MAX];
	json_t *alert;

	if (json_object_get(hub->doubles, board))
		return;
	when_write((int64_t)(moment_now(&hub->publish->moment) + hub->publish->moment.ahead_ms),
		   time);
	alert = json_pack("{s:I, s:s, s:s, s:s, s:[s, s], s:s}", "seq",
			  (json_int_t)feed_last(hub->publish->feed), "board", board, "alert",
			  "fault", "what", "board-twice", "nodes", first->name, later->name, "time",
			  time);
	log_error("hub: board %s is at %s and at %s: that of %s is called %s-%s here", board,
		  first->name, later->name, first->name, board, first->name);
	put_alert(hub, board, alert);
	json_object_set_new(hub->doubles, board, alert);
}

void hub_doubles_tick(struct hub *hub)
{
	const char *board;
	json_t *alert;
	void *next;

	json_object_foreach_safe(hub->doubles, next, board, alert)
	{
		const json_t *nodes = json_object_get(alert, "nodes"), *name;
		size_t i, count = 0;

		json_array_foreach(nodes, i, name) count +=
			has_board(hub, hub_node_find(hub, json_string_value(name)), board);
		if (count > 1)
			continue;
		log_notice("hub: board %s is at one machine only", board);
		put_alert(hub, board, NULL);
		json_object_del(hub->doubles, board);
	}
}

/* --- its name here --- */

void hub_board_name(struct hub *hub, const struct hub_node *node, const char *board,
		    char ret[DESK_BOARD_MAX])
{
	const struct hub_node *other;
	struct hall_view view;

	snprintf(ret, DESK_BOARD_MAX, "%s", board);
	if (!hall_find(hub->hall, board, &view) || strcmp(view.desk->board, board) != 0 ||
	    !view.node || strcmp(view.node, node->name) == 0)
		return;
	other = hub_node_find(hub, view.node);
	if (!has_board(hub, other, board) || !has_board(hub, node, board))
		return; /* it was carried here */
	if (strcmp(node->session, other->session) > 0) {
		raise_alert(hub, board, other, node);
		return;
	}
	raise_alert(hub, board, node, other);
	snprintf(ret, DESK_BOARD_MAX, "%.30s-%.32s", board, node->name);
}
