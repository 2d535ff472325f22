/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hall/round.h"
#include "daemon/hub/https.h"
#include "daemon/hub/private.h"

/*
 * Round, pairings and delay to the nodes: the whole state each time, to each node that is there
 * and was not told this version of it yet. So a node that was away is told when it is back.
 */

#define LIMIT_MS 20000
#define AGAIN_MS 5000 /* after a failure */

struct hub_telling {
	struct worker worker;
	struct hub *hub; /* NULL: it is gone */
	char node[HALL_NODE_MAX];
	struct https_peer peer;
	json_t *body;
	uint64_t version;
	struct https_answer answer;
};

/* --- what there is to tell --- */

static json_t *state_of(const struct hub *hub)
{
	const struct config *config = &hub->publish->config;
	unsigned number = hall_round(hub->hall);
	const struct round *round = rounds_find(hall_rounds(hub->hall), number);
	json_t *words = round ? round_words_again(round) : NULL;
	json_t *state = json_pack("{s:i, s:b, s:I, s:i, s:O*, s:O*}", "round", (int)number, "ended",
				  round && round->is_ended, "delay_s",
				  (json_int_t)(config->broadcast.delay_ms / 1000), "delay_plies",
				  (int)config->broadcast.delay_plies, "pairings",
				  json_object_get(words, "pairings"), "abandon", hub->abandon);

	json_decref(words);
	return state;
}

void hub_event_changed(struct hub *hub, const char *by, const json_t *words)
{
	json_t *abandon = json_object_get(words, "abandon");

	if (!hub)
		return;
	snprintf(hub->speaker, sizeof(hub->speaker), "%s", by);
	if (json_object_get(words, "start")) {
		json_decref(hub->abandon);
		hub->abandon = json_is_array(abandon) ? json_incref(abandon) : NULL;
	}
	hub->version++;
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

static void note(struct hub_telling *telling, struct hub_node *node)
{
	const struct https_answer *answer = &telling->answer;
	const char *error = json_string_value(json_object_get(answer->object, "error"));
	bool is_good = answer->outcome == HTTPS_ANSWERED && answer->status == 200;
	char why[sizeof(node->why)] = "";

	if (is_good) {
		node->told_version = telling->version;
	} else {
		snprintf(why, sizeof(why), "%.200s", error ? error : answer->why);
		node->tell_after_ms = mqtt_now_ms() + AGAIN_MS;
	}
	if (!is_good && strcmp(why, node->why) != 0)
		log_warning("hub: node %s does not take over the round: %s", node->name, why);
	memcpy(node->why, why, sizeof(why));
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

static struct hub_telling *new_telling(struct hub *hub, const struct hub_node *node)
{
	struct hub_telling *telling = calloc(1, sizeof(*telling));
	const char *token;

	if (!telling || !hub_peer_of(hub, node->name, &telling->peer, &token)) {
		free(telling);
		return NULL;
	}
	telling->hub = hub;
	telling->version = hub->version;
	snprintf(telling->node, sizeof(telling->node), "%s", node->name);
	telling->body = json_pack("{s:s, s:o, s:s}", "token", token, "state", state_of(hub), "by",
				  hub->speaker[0] != '\0' ? hub->speaker : hub->name);
	if (telling->body)
		return telling;
	free(telling);
	return NULL;
}

void hub_node_tell(struct hub *hub, struct hub_node *node)
{
	if (node->telling || !hub_node_is_ready(node) || node->told_version == hub->version ||
	    hall_round(hub->hall) == 0 || mqtt_now_ms() < node->tell_after_ms)
		return;
	node->telling = new_telling(hub, node);
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
