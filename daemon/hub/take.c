/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hub/private.h"

#define UNHEARD_MS 60000 /* the $state of a machine that is there has come by then */

/* --- into the journal, and from there to everybody --- */

/* Takes the report, which has our number. False: it is not told. */
static bool publish_report(struct hub *hub, json_t *report, uint64_t seq)
{
	const char *board = json_string_value(json_object_get(report, "board"));
	char *text = json_dumps(report, JSON_COMPACT);
	struct journal_report entry = {
		.seq = seq,
		.at_ms = moment_now(&hub->publish->moment),
		.board = board,
		.table = (unsigned)json_integer_value(json_object_get(report, "table")),
		.game = json_string_value(json_object_get(report, "game")),
		.event = json_string_value(json_object_get(report, "event")),
		.text = text,
		.len = text ? strlen(text) : 0};
	int r = text ? journal_put_report(hub->publish->journal, &entry) : -ENOMEM;

	if (r == 0 &&
	    feed_put(hub->publish->feed, seq, board ? board : "", report, text, entry.len) < 0)
		abort(); /* the journal has it: a new start will have it again */
	if (r < 0) {
		log_error("hub: a report is not taken: %s", strerror(-r));
		json_decref(report);
	}
	free(text);
	return r == 0;
}

/* --- nodes --- */

static void set(json_t *to, const char *key, json_t *value)
{
	json_object_set_new(to, key, value);
}

void hub_tell_node(struct hub *hub, const struct hub_node *node, const char *state)
{
	uint64_t seq = journal_last_seq(hub->publish->journal) + 1;
	uint64_t now_ms = moment_now(&hub->publish->moment) + hub->publish->moment.ahead_ms;
	char time[WHEN_TEXT_MAX];
	json_t *report;

	when_write((int64_t)now_ms, time);
	report = json_object();
	set(report, "event", json_string("node"));
	set(report, "seq", json_integer((json_int_t)seq));
	set(report, "board", json_null());
	set(report, "table", json_null());
	set(report, "game", json_null());
	set(report, "time", json_string(time));
	set(report, "node", json_string(node->name));
	set(report, "origin", json_integer((json_int_t)node->follow.taken));
	set(report, "state", json_string(state));
	set(report, "journal", json_string(node->follow.journal));
	if (report)
		(void)publish_report(hub, report, seq);
}

static void show_one(struct hub *hub, const struct hub_node *node, const struct desk *desk)
{
	const char *word = hub_board_word(hub, node, desk->board);
	enum hall_health health = strcmp(word, "ready") == 0  ? HALL_ALIVE
				  : strcmp(word, "init") == 0 ? HALL_SILENT
							      : HALL_MISSING;

	hall_mirror_health(hub->hall, desk->number,
			   hub_node_is_ready(node) ? health : HALL_MISSING);
}

/* board: one of them, or NULL: all. */
void hub_show_health(struct hub *hub, const struct hub_node *node, const char *board)
{
	struct hall_view view;

	if (board) {
		if (hall_find(hub->hall, board, &view) && view.node &&
		    strcmp(view.node, node->name) == 0)
			show_one(hub, node, view.desk);
		return;
	}
	for (size_t i = 0; i < hall_count(hub->hall); i++) {
		view = hall_view(hub->hall, i);
		if (view.node && strcmp(view.node, node->name) == 0)
			show_one(hub, node, view.desk);
	}
}

/* --- reports --- */

/* A machine in the place of one that is gone has its tables. What is not heard yet, after our
 * start, is not gone. */
static bool may_take_over(const struct hub *hub, const struct hub_node *node, const char *owner)
{
	const struct hub_node *other = hub_node_find(hub, owner);

	if (other && other->word[0] == '\0' &&
	    moment_now(&hub->publish->moment) < hub->publish->started_ms + UNHEARD_MS)
		return false;
	return !other || (!hub_node_is_ready(other) && strcmp(node->session, other->session) > 0);
}

/* Two nodes with one table cannot both be shown: the first is. */
static bool is_refused(struct hub *hub, struct hub_node *node, unsigned table)
{
	const char *owner = hall_mirror_node(hub->hall, table);
	char key[HUB_KEY_MAX];

	if (!owner || owner[0] == '\0' || strcmp(owner, node->name) == 0 ||
	    may_take_over(hub, node, owner))
		return false;
	snprintf(key, sizeof(key), "%u", table);
	if (!json_object_get(node->refused, key)) {
		json_object_set_new(node->refused, key, json_string(owner));
		log_error("hub: table %u of %s is not shown: %s has it; give %s another [boards] "
			  "first_table",
			  table, node->name, owner, node->name);
	}
	return true;
}

static void name_apart(struct hub *hub, const struct hub_node *node, json_t *report)
{
	const char *board = json_string_value(json_object_get(report, "board"));
	char name[DESK_BOARD_MAX];

	hub_board_name(hub, node, board, name);
	if (strcmp(name, board) != 0)
		json_object_set_new(report, "board", json_string(name));
}

static bool is_good(const json_t *report)
{
	const char *board = json_string_value(json_object_get(report, "board"));
	json_int_t table = json_integer_value(json_object_get(report, "table"));

	return board && board[0] != '\0' && strlen(board) < GAME_BY_MAX && table > 0 &&
	       table < CONFIG_TABLE_MAX && json_is_string(json_object_get(report, "event"));
}

static void note_delay(struct hub *hub, struct hub_node *node, const json_t *report)
{
	const char *time = json_string_value(json_object_get(report, "time"));
	int64_t told_ms;

	if (time && when_read(time, &told_ms))
		node->behind_ms = (int64_t)(moment_now(&hub->publish->moment) +
					    hub->publish->moment.ahead_ms) -
				  told_ms;
}

void hub_take(struct hub *hub, struct hub_node *node, json_t *report)
{
	uint64_t seq = journal_last_seq(hub->publish->journal) + 1;
	uint64_t origin = node->follow.taken;
	unsigned table = (unsigned)json_integer_value(json_object_get(report, "table"));

	node->reports++;
	note_delay(hub, node, report);
	if (!is_good(report) || is_refused(hub, node, table)) {
		json_decref(report);
		return;
	}
	name_apart(hub, node, report);
	hall_mirror(hub->hall, table, node->name,
		    json_string_value(json_object_get(report, "board")));
	if (!translate_report(report, node->name, seq, node->numbers)) {
		log_error("out of memory: report %llu of %s is not shown",
			  (unsigned long long)origin, node->name);
		json_decref(report);
		return;
	}
	if (publish_report(hub, report, seq))
		translate_note(node->numbers, origin, seq);
	hub_show_health(hub, node, json_string_value(json_object_get(report, "board")));
}
