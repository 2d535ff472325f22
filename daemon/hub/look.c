/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/look.h"

#include <stdio.h>

#include "daemon/hub/private.h"

static const char *text_at(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

json_t *look_ways(const struct hub *hub, const struct member *member)
{
	json_t *ways = hub ? json_array() : member_ways(member), *joined;
	const char *name;

	if (!hub)
		return ways;
	json_object_foreach(hub->joined, name, joined)
	{
		const struct hub_node *node = hub_node_find(hub, name);

		json_array_append_new(ways, json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", name,
						      "address", text_at(joined, "address"), "pin",
						      text_at(joined, "pin"), "token",
						      text_at(joined, "token"), "state",
						      node ? node->word : ""));
	}
	return ways;
}

/* A node answers to our token; a hub refuses an invitation that is none, and so is there. */
static void try_way(json_t *way)
{
	struct https_peer peer = {0};
	bool is_node = json_object_get(way, "token") != NULL, is_good;
	json_t *body = is_node ? json_pack("{s:s, s:s, s:{}, s:s}", "token", text_at(way, "token"),
					   "call", "look", "param", "by", "doctor")
			       : json_pack("{s:s}", "secret", "");
	struct https_answer answer;
	char why[HTTPS_WHY_MAX + 64] = "";

	snprintf(peer.address, sizeof(peer.address), "%s", text_at(way, "address"));
	snprintf(peer.pin, sizeof(peer.pin), "%s", text_at(way, "pin"));
	answer = https_post(&peer, is_node ? "/v1/hub/call" : "/v1/hub/join", body);
	is_good = answer.outcome == HTTPS_ANSWERED && answer.status == (is_node ? 200 : 401);
	if (!is_good && answer.outcome == HTTPS_ANSWERED)
		snprintf(why, sizeof(why), "answers with %ld: %.120s", answer.status,
			 text_at(answer.object, "error"));
	else if (!is_good)
		snprintf(why, sizeof(why), "%s", answer.why);
	json_object_set_new(way, "good", json_boolean(is_good));
	if (!is_good)
		json_object_set_new(way, "why", json_string(why));
	json_decref(answer.object);
	json_decref(body);
}

void look_run(json_t *ways)
{
	json_t *way;
	size_t i;

	json_array_foreach(ways, i, way)
	{
		try_way(way);
		json_object_del(way, "token");
		json_object_del(way, "pin");
	}
}
