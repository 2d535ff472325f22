/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/control/call_private.h"
#include "daemon/hub/errand.h"
#include "daemon/hub/invite.h"
#include "daemon/hub/look.h"
#include "daemon/hub/member.h"
#include "daemon/send/mqtt.h"

/* Hubs and nodes: inviting, joining, and what a hub has done at a node. */

static const char *text_of(const json_t *param, const char *key)
{
	return json_string_value(json_object_get(param, key));
}

void call_hub_clear(struct call *call)
{
	hub_errand_free(call->errand);
	if (call->joining)
		member_join_clear(call->joining);
	free(call->joining);
}

/* --- boardctl hub --- */

static void invite(struct call *call, const json_t *param)
{
	const char *name = text_of(param, "invite");
	json_int_t table = json_integer_value(json_object_get(param, "first_table"));
	char line[MEMBER_LINE_MAX], why[MEMBER_WHY_MAX];

	if (!call->server->hub)
		call_fail(call, CALL_BAD, "this is no hub: see [hub] name");
	else if (table < 1 || table > CONFIG_TABLE_MAX)
		call_fail(call, CALL_BAD, "\"first_table\", from 1 to %d, is needed",
			  CONFIG_TABLE_MAX);
	else if (hub_invite(call->server->hub, name, (unsigned)table, text_of(param, "address"),
			    call->by, line, why) < 0)
		call_fail(call, CALL_BAD, "%s", why);
	else
		call_end(call,
			 json_pack("{s:s, s:s, s:i}", "name", name, "line", line, "good_s", 3600));
}

static void run_joining(struct worker *worker)
{
	member_join_run(call_of_worker(worker)->joining);
}

static void joined(struct worker *worker, bool was_run)
{
	struct call *call = call_of_worker(worker);
	struct member_joining *joining = call->joining;

	call->is_worked_for = false;
	if (!was_run)
		call_fail(call, CALL_FAILED, "boardd is stopping");
	else if (!joining->answer)
		call_fail(call, CALL_NOT_NOW, "%s", joining->why);
	else if (member_joined(call->server->member, joining) < 0)
		call_fail(call, CALL_FAILED, "what the hub has answered cannot be kept");
	else
		call_end(call, json_incref(joining->answer));
}

static void join(struct call *call, const json_t *param)
{
	call->joining = calloc(1, sizeof(*call->joining));
	if (!call->joining)
		call_fail(call, CALL_FAILED, "out of memory");
	else if (!member_join_begin(call->server->member, text_of(param, "join"),
				    text_of(param, "address"), call->joining))
		call_fail(call, CALL_BAD, "%s", call->joining->why);
	else
		call_put_worker(call, WORKER_AFAR, run_joining, joined);
}

/* --- boardctl doctor: the ways to the broker and between the machines --- */

static void run_look(struct worker *worker)
{
	look_run(json_object_get(call_of_worker(worker)->result, "ways"));
}

static void looked(struct worker *worker, bool was_run)
{
	struct call *call = call_of_worker(worker);

	call->is_worked_for = false;
	if (was_run) {
		call_end(call, call->result);
		return;
	}
	json_decref(call->result);
	call_fail(call, CALL_FAILED, "boardd is stopping");
}

static void look(struct call *call)
{
	const struct server *server = call->server;
	const struct config *config = &server->publish.config;
	json_t *link = server->hub ? hub_status(server->hub) : send_mqtt_status(server->mqtt);
	json_t *broker = NULL;

	if (config->mqtt.host)
		broker = json_pack("{s:s, s:i, s:O*, s:O*}", "host", config->mqtt.host, "port",
				   (int)config->mqtt.port, "ready", json_object_get(link, "ready"),
				   "why", json_object_get(link, "why"));
	json_decref(link);
	call->changes = false;
	call->result = json_pack("{s:s?, s:o?, s:o}", "hub", config->hub.name, "broker", broker,
				 "ways", look_ways(server->hub, server->member));
	call_put_worker(call, WORKER_AFAR, run_look, looked);
}

void call_hub(struct call *call, const json_t *param)
{
	if (json_is_true(json_object_get(param, "look")))
		look(call);
	else if (text_of(param, "invite"))
		invite(call, param);
	else if (text_of(param, "join"))
		join(call, param);
	else if (call->server->hub)
		call_end(call, hub_show(call->server->hub));
	else
		call_end(call,
			 json_pack("{s:n, s:o}", "hub", "hubs", member_hubs(call->server->member)));
}

/* --- at the hub: a node comes --- */

void call_hub_join(struct call *call, const json_t *param)
{
	const char *peer = text_of(param, "peer");
	char why[MEMBER_WHY_MAX];
	json_t *answer;

	if (!call->server->hub) {
		call_fail(call, CALL_NOT_FOUND, "this is no hub");
		return;
	}
	answer = hub_join(call->server->hub, param, peer ? peer : "127.0.0.1", why);
	if (answer)
		call_end(call, answer);
	else
		call_fail(call, CALL_REFUSED, "%s", why);
}

/* --- at a node: a hub acts --- */

/* Whom the hub says it acts for. False: it is no hub of ours, and the call is over. */
static bool is_from_hub(struct call *call, const json_t *param)
{
	const char *hub = member_who(call->server->member, text_of(param, "token"));
	const char *by = text_of(param, "by");
	const char *fault = by ? name_fault(by) : "\"by\" is needed";

	if (!hub)
		call_fail(call, CALL_REFUSED, "this machine has not joined your hub");
	else if (fault)
		call_fail(call, CALL_BAD, "%s", fault);
	if (!hub || fault)
		return false;
	snprintf(call->by, sizeof(call->by), "%s", by);
	snprintf(call->from, sizeof(call->from), "hub:%s", hub);
	return true;
}

void call_hub_call(struct call *call, const json_t *param)
{
	const char *name = text_of(param, "call");
	const json_t *own = json_object_get(param, "param");

	if (!is_from_hub(call, param))
		return;
	call->changes = true;
	if (name && strcmp(name, "act") == 0)
		call_act(call, own);
	else if (name && strcmp(name, "assign") == 0)
		call_assign(call, own);
	else if (name && strcmp(name, "look") == 0)
		call_end(call, json_pack("{s:s}", "version", BOARDD_VERSION));
	else if (name && strcmp(name, "export") == 0 && text_of(own, "game"))
		call_export_text(call, text_of(own, "game"));
	else
		call_fail(call, CALL_NOT_FOUND,
			  "a hub may \"act\", \"assign\", \"export\" and \"look\" here");
}

/* What the hub says is done; without a word of it we say how it is here. */
void call_hub_event(struct call *call, const json_t *param)
{
	struct server *server = call->server;
	const json_t *state = json_object_get(param, "state");
	char why[MEMBER_WHY_MAX];

	if (!is_from_hub(call, param))
		return;
	if (!state) {
		call_end(call, json_pack("{s:o}", "state", member_state(server->member)));
		return;
	}
	call->changes = true;
	if (member_follow(server->member, state, call->by, call->from + 4, why) < 0)
		call_fail(call, CALL_BAD, "%s", why);
	else
		call_end(call, json_pack("{s:i, s:I}", "round", (int)hall_round(server->hall),
					 "stamp", (json_int_t)member_stamp(server->member, state)));
}

/* --- at the hub: what is done at a node --- */

static void run_errand(struct worker *worker)
{
	hub_errand_run(call_of_worker(worker)->errand);
}

static enum call_status status_of(const struct hub_errand *errand)
{
	switch (hub_errand_status(errand)) {
	case 404: return CALL_NOT_FOUND;
	case 409: return CALL_NOT_NOW;
	case 400: return CALL_BAD;
	default: return CALL_FAILED;
	}
}

bool call_is_back(const struct call *call, uint64_t released)
{
	uint64_t seq = call->errand && call->server->hub
			       ? hub_errand_seq(call->server->hub, call->errand)
			       : 0;

	return seq > 0 && seq <= released;
}

/* A mirror's decision is answered when everybody here can see it, too. */
static void finish(struct worker *worker, bool was_run)
{
	struct call *call = call_of_worker(worker);

	call->is_worked_for = false;
	call->changes = false;
	if (!was_run || !call->server->hub)
		call_fail(call, CALL_FAILED, "boardd is stopping");
	else if (hub_errand_outcome(call->errand) != HUB_ERRAND_DONE)
		call_fail(call, status_of(call->errand), "%s", hub_errand_why(call->errand));
	else if (!hub_errand_is_reported(call->errand))
		call_end(call, json_object());
	else if (call_is_back(call, feed_last(call->server->publish.feed)))
		call_end(call,
			 json_pack("{s:I}", "seq",
				   (json_int_t)hub_errand_seq(call->server->hub, call->errand)));
	else
		call_join_waiting(call);
}

/* What came in at a board is at its node: fetched when somebody asks. */
static void run_fetch(struct worker *worker)
{
	struct call *call = call_of_worker(worker);
	const char *text;
	FILE *to;

	hub_errand_run(call->errand);
	text = hub_errand_outcome(call->errand) == HUB_ERRAND_DONE ? hub_errand_text(call->errand)
								   : NULL;
	if (!text)
		return;
	to = fdopen(dup(call->fd), "w");
	if (to && fputs(text, to) != EOF)
		call->result = json_pack("{s:s, s:s}", "game", call->text, "node",
					 hub_errand_node(call->errand));
	if (to && fclose(to) != 0) {
		json_decref(call->result);
		call->result = NULL;
	}
}

static void fetched(struct worker *worker, bool was_run)
{
	struct call *call = call_of_worker(worker);

	call->is_worked_for = false;
	call->changes = false;
	if (!was_run)
		call_fail(call, CALL_FAILED, "boardd is stopping");
	else if (hub_errand_outcome(call->errand) != HUB_ERRAND_DONE)
		call_fail(call, status_of(call->errand), "%s", hub_errand_why(call->errand));
	else if (!call->result)
		call_fail(call, CALL_FAILED, "what %s has told cannot be written",
			  hub_errand_node(call->errand));
	else
		call_end(call, call->result);
}

void call_fetch_export(struct call *call)
{
	char why[HUB_ERRAND_WHY_MAX];

	call->errand = hub_errand_of_game(call->server->hub, call->text, call->by, why);
	if (!call->errand)
		call_fail(call, CALL_NOT_FOUND, "%s", why);
	else
		call_put_worker(call, WORKER_AFAR, run_fetch, fetched);
}

void call_afar(struct call *call, const char *name, const json_t *param)
{
	char why[HUB_ERRAND_WHY_MAX];

	call->errand = hub_errand_new(call->server->hub, text_of(param, "board"), name, param,
				      call->by, why);
	if (!call->errand)
		call_fail(call, CALL_NOT_FOUND, "%s", why);
	else
		call_put_worker(call, WORKER_AFAR, run_errand, finish);
}
