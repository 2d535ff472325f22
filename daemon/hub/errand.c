/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/errand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/hub/https.h"
#include "daemon/hub/private.h"
#include "daemon/journal/reader.h"

#define ACTION_MAX 512

struct hub_errand {
	struct https_peer peer;
	char node[HALL_NODE_MAX];
	char journal_path[PUBLISH_PATH_MAX]; /* ours: for numbers of reports */
	json_t *body, *answer;
	enum hub_errand_outcome outcome;
	long status;
	uint64_t origin; /* of the report by which it was done; 0: none */
	char why[HUB_ERRAND_WHY_MAX];
};

/* --- whom to ask --- */

bool hub_peer_of(const struct hub *hub, const char *node, struct https_peer *ret,
		 const char **ret_token)
{
	const json_t *joined = json_object_get(hub->joined, node);
	const char *address = json_string_value(json_object_get(joined, "address"));
	const char *pin = json_string_value(json_object_get(joined, "pin"));

	*ret_token = json_string_value(json_object_get(joined, "token"));
	if (!address || !pin || !*ret_token)
		return false;
	snprintf(ret->address, sizeof(ret->address), "%s", address);
	snprintf(ret->pin, sizeof(ret->pin), "%s", pin);
	return true;
}

/* param: taken. */
static struct hub_errand *new_errand(struct hub *hub, const char *node, const char *call,
				     json_t *param, const char *by,
				     char ret_why[HUB_ERRAND_WHY_MAX])
{
	struct hub_errand *errand = calloc(1, sizeof(*errand));
	const char *token;

	if (!errand || !hub_peer_of(hub, node, &errand->peer, &token)) {
		snprintf(ret_why, HUB_ERRAND_WHY_MAX,
			 "the hub may not act at %.32s: it has not joined (boardctl hub invite)",
			 node);
		json_decref(param);
		free(errand);
		return NULL;
	}
	snprintf(errand->node, sizeof(errand->node), "%s", node);
	snprintf(errand->journal_path, sizeof(errand->journal_path), "%s",
		 hub->publish->journal_path);
	errand->body = json_pack("{s:s, s:s, s:o, s:s}", "token", token, "call", call, "param",
				 param, "by", by);
	if (errand->body)
		return errand;
	snprintf(ret_why, HUB_ERRAND_WHY_MAX, "out of memory");
	free(errand);
	return NULL;
}

/* At its node a board that is called after that here has another name, at the same table. */
static void name_at_node(json_t *param, const struct hall_view *view)
{
	const char *board = view->desk->board, *end = strrchr(board, '\0');
	size_t len = strlen(board), suffix = strlen(view->node);
	char table[HUB_KEY_MAX];

	if (len <= suffix || strcmp(end - suffix, view->node) != 0 || end[-(int)suffix - 1] != '-')
		return;
	snprintf(table, sizeof(table), "%u", view->desk->number);
	json_object_set_new(param, "board", json_string(table));
}

struct hub_errand *hub_errand_new(struct hub *hub, const char *board, const char *call,
				  const json_t *param, const char *by,
				  char ret_why[HUB_ERRAND_WHY_MAX])
{
	const char *action = json_string_value(json_object_get(param, "action"));
	struct hall_view view;
	json_t *theirs;

	if (!hall_find(hub->hall, board, &view) || !view.node) {
		snprintf(ret_why, HUB_ERRAND_WHY_MAX, "there is no board \"%.60s\"", board);
		return NULL;
	}
	theirs = json_deep_copy(param);
	name_at_node(theirs, &view);
	if (action && strncmp(action, "clock ", 6) == 0)
		hall_mirror_clock_ordered(hub->hall, view.desk->number);
	return new_errand(hub, view.node, call, theirs, by, ret_why);
}

/* EVENT-rR-bT-N; 0: it is no GID. */
static unsigned table_of_game(const char *game)
{
	unsigned table = 0;

	for (const char *at = game; (at = strstr(at, "-b")) != NULL;) {
		char *end;
		unsigned long number = strtoul(at + 2, &end, 10);

		table = *end == '-' && number < CONFIG_TABLE_MAX ? (unsigned)number : 0;
		at += 2;
	}
	return table;
}

struct hub_errand *hub_errand_of_game(struct hub *hub, const char *game, const char *by,
				      char ret_why[HUB_ERRAND_WHY_MAX])
{
	const char *node = hall_mirror_node(hub->hall, table_of_game(game));

	if (node && node[0] != '\0')
		return new_errand(hub, node, "export", json_pack("{s:s}", "game", game), by,
				  ret_why);
	snprintf(ret_why, HUB_ERRAND_WHY_MAX, "there is no node with the table of \"%.60s\"", game);
	return NULL;
}

void hub_errand_free(struct hub_errand *errand)
{
	if (!errand)
		return;
	json_decref(errand->body);
	json_decref(errand->answer);
	free(errand);
}

/* --- on a thread --- */

struct named {
	const char *node;
	uint64_t origin;
};

static int take_origin(void *data, const struct journal_report *report)
{
	struct named *named = data;
	json_t *object = json_loadb(report->text, report->len, 0, NULL);
	const char *node = json_string_value(json_object_get(object, "node"));

	if (node && strcmp(node, named->node) == 0)
		named->origin = (uint64_t)json_integer_value(json_object_get(object, "origin"));
	json_decref(object);
	return 0;
}

/* An action that names a report of ours names it by the node's number there. False: it has none. */
static bool translate(struct hub_errand *errand)
{
	json_t *param = json_object_get(errand->body, "param");
	const char *action = json_string_value(json_object_get(param, "action"));
	size_t at, len;
	uint64_t seq = action ? translate_named(action, &at, &len) : 0;
	struct journal_reports which = {.since = seq - 1, .up_to = seq, .limit = 1};
	struct named named = {.node = errand->node};
	struct journal_reader *reader = NULL;
	struct journal_fault fault;
	char theirs[ACTION_MAX];

	if (seq == 0)
		return true;
	if (journal_reader_open(&reader, errand->journal_path, &fault) == 0)
		(void)journal_read_reports(reader, &which, take_origin, &named);
	journal_reader_close(reader);
	return named.origin > 0 && translate_action(action, named.origin, theirs, sizeof(theirs)) &&
	       json_object_set_new(param, "action", json_string(theirs)) == 0;
}

static void judge(struct hub_errand *errand, const struct https_answer *answer)
{
	const char *error = json_string_value(json_object_get(answer->object, "error"));

	errand->status = answer->status;
	if (answer->outcome == HTTPS_UNREACHED) {
		errand->outcome = HUB_ERRAND_NOT_DONE;
		snprintf(errand->why, sizeof(errand->why),
			 "%s cannot be reached, nothing was done: %.180s", errand->node,
			 answer->why);
	} else if (answer->outcome == HTTPS_UNDECIDED) {
		errand->outcome = HUB_ERRAND_UNDECIDED;
		snprintf(errand->why, sizeof(errand->why),
			 "%s does not answer: it is not known whether it was done (%.150s)",
			 errand->node, answer->why);
	} else if (answer->status != 200) {
		errand->outcome = HUB_ERRAND_REFUSED;
		snprintf(errand->why, sizeof(errand->why), "%.300s",
			 error ? error : "the node refuses");
	} else {
		errand->outcome = HUB_ERRAND_DONE;
		errand->origin =
			(uint64_t)json_integer_value(json_object_get(answer->object, "seq"));
	}
}

void hub_errand_run(struct hub_errand *errand)
{
	struct https_answer answer;

	if (!translate(errand)) {
		errand->outcome = HUB_ERRAND_REFUSED;
		errand->status = 400;
		snprintf(errand->why, sizeof(errand->why), "there is no such report of %s",
			 errand->node);
		return;
	}
	answer = https_post(&errand->peer, "/v1/hub/call", errand->body);
	judge(errand, &answer);
	errand->answer = answer.object;
}

/* --- afterwards --- */

enum hub_errand_outcome hub_errand_outcome(const struct hub_errand *errand)
{
	return errand->outcome;
}

const char *hub_errand_why(const struct hub_errand *errand)
{
	return errand->why;
}

long hub_errand_status(const struct hub_errand *errand)
{
	return errand->status;
}

const char *hub_errand_node(const struct hub_errand *errand)
{
	return errand->node;
}

const char *hub_errand_text(const struct hub_errand *errand)
{
	return json_string_value(json_object_get(errand->answer, "text"));
}

uint64_t hub_errand_seq(const struct hub *hub, const struct hub_errand *errand)
{
	const struct hub_node *node = hub_node_find(hub, errand->node);

	return node ? translate_seq(node->numbers, errand->origin) : 0;
}

bool hub_errand_is_reported(const struct hub_errand *errand)
{
	return errand->origin > 0;
}
