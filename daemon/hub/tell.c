/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hall/round.h"
#include "daemon/hub/https.h"
#include "daemon/hub/private.h"
#include "daemon/hub/state.h"

/*
 * Round, pairings and delay to the nodes: the whole state each time, to each node that is there
 * and was not told this version of it yet. So a node that was away is told when it is back. Rounds
 * that are not played now go with it only when something of them has changed: they are long.
 *
 * What somebody says at a hub has a stamp, which stands with the words in the journal, here and at
 * the nodes. A node says which was the last; a hub that does not have it asks the node for the
 * state. So of two hubs the one that takes over knows what was said at the other.
 */

#define LIMIT_MS 20000
#define AGAIN_MS 5000 /* after a failure */

struct hub_telling {
	struct worker worker;
	struct hub *hub; /* NULL: it is gone */
	char node[HALL_NODE_MAX];
	struct https_peer peer;
	json_t *body;
	bool is_question;
	uint64_t version, rounds_version, stamp;
	struct https_answer answer;
};

/* --- what there is to tell --- */

static uint64_t stamp_of(const struct hub *hub)
{
	return hall_rounds(hub->hall)->stamp;
}

void hub_stamp(const struct hub *hub, const char *by, json_t *words)
{
	uint64_t now, last;

	if (!hub)
		return;
	now = moment_now(&hub->publish->moment) + hub->publish->moment.ahead_ms;
	last = stamp_of(hub);
	json_object_set_new(words, "stamp",
			    json_integer((json_int_t)(now > last ? now : last + 1)));
	json_object_set_new(words, "by", json_string(by));
}

void hub_event_changed(struct hub *hub, const json_t *words)
{
	json_t *abandon = json_object_get(words, "abandon");
	json_int_t round = json_integer_value(json_object_get(words, "round"));

	if (!hub)
		return;
	if (json_object_get(words, "start")) {
		json_decref(hub->abandon);
		hub->abandon = json_is_array(abandon) ? json_incref(abandon) : NULL;
	}
	if (round == 0 || round != (json_int_t)hall_round(hub->hall))
		hub->rounds_version++;
	hub->is_ours |= json_object_get(words, "stamp") != NULL;
	hub->version++;
}

void hub_reload(struct hub *hub)
{
	if (!hub)
		return;
	hub->version++;
	hub->rounds_version++;
}

/* --- telling one node --- */

static struct hub_telling *of_worker(struct worker *worker)
{
	return (struct hub_telling *)((char *)worker - offsetof(struct hub_telling, worker));
}

static void run(struct worker *worker)
{
	struct hub_telling *telling = of_worker(worker);

	telling->answer = https_post(&telling->peer, "/v1/hub/event", telling->body);
}

/* What was said at another hub while we were not asked. */
static bool take_over(struct hub *hub, const struct hub_node *node, const json_t *state,
		      char *ret_why)
{
	const char *by = json_string_value(json_object_get(state, "by"));
	char from[HALL_NODE_MAX + 8];

	if (!state_is_of(state, hub->publish->config.broadcast.id) ||
	    state_stamp(state) <= stamp_of(hub))
		return true;
	by = by && by[0] != '\0' ? by : hub->name;
	snprintf(from, sizeof(from), "node:%s", node->name);
	if (state_follow(hub->hall, state, by, from, ret_why) < 0)
		return false;
	hub->is_ours = false;
	hub->version++;
	hub->rounds_version++;
	log_notice("hub: round and pairings as %s said them, from node %s", by, node->name);
	return true;
}

/* False: with a sentence. */
static bool note_good(struct hub_telling *telling, struct hub_node *node, char *ret_why)
{
	const json_t *answer = telling->answer.object;

	if (telling->is_question)
		return take_over(telling->hub, node, json_object_get(answer, "state"), ret_why);
	if (state_stamp(answer) > telling->stamp) { /* it knows better */
		node->stamp = state_stamp(answer);
		return true;
	}
	node->told_version = telling->version;
	node->told_rounds = telling->rounds_version;
	return true;
}

static void note(struct hub_telling *telling, struct hub_node *node)
{
	const struct https_answer *answer = &telling->answer;
	const char *error = json_string_value(json_object_get(answer->object, "error"));
	char why[HALL_WHY_MAX > sizeof(node->why) ? HALL_WHY_MAX : sizeof(node->why)] = "";
	bool is_good = answer->outcome == HTTPS_ANSWERED && answer->status == 200;

	if (!is_good)
		snprintf(why, sizeof(why), "%.200s", error ? error : answer->why);
	else
		is_good = note_good(telling, node, why);
	if (!is_good)
		node->tell_after_ms = mqtt_now_ms() + AGAIN_MS;
	else
		why[0] = '\0';
	if (!is_good && strcmp(why, node->why) != 0)
		log_warning("hub: node %s %s: %s", node->name,
			    telling->is_question ? "cannot tell the round"
						 : "does not take over the round",
			    why);
	snprintf(node->why, sizeof(node->why), "%.219s", why);
}

static void done(struct worker *worker, bool was_run)
{
	struct hub_telling *telling = of_worker(worker);
	struct hub_node *node = telling->hub ? hub_node_find(telling->hub, telling->node) : NULL;

	if (node) {
		node->telling = NULL;
		if (was_run)
			note(telling, node);
	}
	json_decref(telling->answer.object);
	json_decref(telling->body);
	free(telling);
}

static json_t *body_of(const struct hub *hub, const struct hub_node *node, const char *token,
		       bool is_question)
{
	const char *by = hall_rounds(hub->hall)->by;
	json_t *state;

	by = by[0] != '\0' ? by : hub->name;
	if (is_question)
		return json_pack("{s:s, s:s}", "token", token, "by", by);
	state = state_new(hub->hall, &hub->publish->config,
			  node->told_rounds != hub->rounds_version);
	if (hub->abandon)
		json_object_set(state, "abandon", hub->abandon);
	return json_pack("{s:s, s:o, s:s}", "token", token, "state", state, "by", by);
}

static struct hub_telling *new_telling(struct hub *hub, const struct hub_node *node,
				       bool is_question)
{
	struct hub_telling *telling = calloc(1, sizeof(*telling));
	const char *token;

	if (!telling || !hub_peer_of(hub, node->name, &telling->peer, &token)) {
		free(telling);
		return NULL;
	}
	telling->hub = hub;
	telling->is_question = is_question;
	telling->version = hub->version;
	telling->rounds_version = hub->rounds_version;
	telling->stamp = stamp_of(hub);
	snprintf(telling->node, sizeof(telling->node), "%s", node->name);
	snprintf(telling->peer.token, sizeof(telling->peer.token), "%s", token);
	telling->body = body_of(hub, node, token, is_question);
	if (telling->body)
		return telling;
	free(telling);
	return NULL;
}

bool hub_node_is_told(const struct hub *hub, const struct hub_node *node)
{
	return node->told_version == hub->version ||
	       (node->stamp > 0 && node->stamp == stamp_of(hub));
}

/* A hub that does not lead tells only what was said at itself. */
void hub_node_tell(struct hub *hub, struct hub_node *node)
{
	bool is_question = node->stamp > stamp_of(hub);

	if (node->telling || !hub_node_is_ready(node) || mqtt_now_ms() < node->tell_after_ms)
		return;
	if (!is_question && (node->told_version == hub->version || hall_round(hub->hall) == 0 ||
			     !(hub_leads(hub) || hub->is_ours)))
		return;
	node->telling = new_telling(hub, node, is_question);
	if (node->telling)
		workers_put(&hub->publish->workers, &node->telling->worker, WORKER_AFAR, LIMIT_MS,
			    run, done);
}

void hub_node_tell_end(struct hub_node *node)
{
	if (!node->telling)
		return;
	node->telling->hub = NULL;
	worker_cancel(&node->telling->worker);
	node->telling = NULL;
}
