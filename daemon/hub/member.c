/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/member.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hall/round.h"
#include "daemon/hub/state.h"
#include "daemon/hub/trust.h"
#include "daemon/publish/snapshot.h"

#define HUBS_FILE "hub-trust.json"
#define ALPHABET  "abcdefghijklmnopqrstuvwxyz0123456789-"

struct member {
	struct publish *publish;
	struct hall *hall;
	/* {"hubs": {NAME: hash of its token}, "at": {NAME: {address, pin}}, "delay_s",
	 * "delay_plies", "hidden"} */
	json_t *kept;
};

int member_new(struct member **ret, struct publish *publish)
{
	struct member *member;

	if (publish->config.hub.name)
		return 0;
	member = calloc(1, sizeof(*member));
	if (!member)
		return -ENOMEM;
	member->publish = publish;
	member->kept = trust_read(publish, HUBS_FILE);
	*ret = member;
	member_reload(member);
	return member->kept ? 0 : -ENOMEM;
}

void member_enter(struct member *member, struct hall *hall)
{
	if (member)
		member->hall = hall;
}

void member_free(struct member *member)
{
	if (!member)
		return;
	member->publish->hidden_by_hub = NULL;
	json_decref(member->kept);
	free(member);
}

json_t *member_hubs(const struct member *member)
{
	json_t *names = json_array();
	const char *name;
	json_t *hash;

	if (member)
		json_object_foreach(json_object_get(member->kept, "hubs"), name, hash)
			json_array_append_new(names, json_string(name));
	return names;
}

json_t *member_ways(const struct member *member)
{
	json_t *ways = json_array(), *at;
	const char *name;

	if (member)
		json_object_foreach(json_object_get(member->kept, "at"), name, at)
		{
			json_t *way = json_copy(at);

			json_object_set_new(way, "name", json_string(name));
			json_array_append_new(ways, way);
		}
	return ways;
}

const char *member_who(const struct member *member, const char *token)
{
	char hash[TRUST_SECRET_MAX];
	const char *name;
	json_t *known;

	if (!member || !token || strlen(token) != TRUST_SECRET_MAX - 1)
		return NULL;
	trust_hash(token, hash); /* hashes may be compared in any time: they tell nothing */
	json_object_foreach(json_object_get(member->kept, "hubs"), name, known)
	{
		const char *own = json_string_value(known);

		if (own && strcmp(own, hash) == 0)
			return name;
	}
	return NULL;
}

/* --- the line --- */

void member_line_write(const struct member_invitation *invitation, char ret[MEMBER_LINE_MAX])
{
	const char *pin = invitation->hub.pin[0] != '\0' ? invitation->hub.pin + 8 : "-";

	snprintf(ret, MEMBER_LINE_MAX, "%s/#%s.%s.%s.%u", invitation->hub.address, pin,
		 invitation->secret, invitation->name, invitation->first_table);
}

static bool is_word(const char *word, size_t max)
{
	return word && word[0] != '\0' && strlen(word) < max &&
	       strspn(word, ALPHABET) == strlen(word);
}

bool member_line_read(const char *line, struct member_invitation *ret)
{
	char copy[MEMBER_LINE_MAX], *rest = NULL, *hash, *pin, *secret, *name, *table, *end;

	*ret = (struct member_invitation){0};
	if (strlen(line) >= sizeof(copy))
		return false;
	snprintf(copy, sizeof(copy), "%s", line);
	hash = strstr(copy, "/#");
	if (!hash || (size_t)(hash - copy) >= sizeof(ret->hub.address))
		return false;
	*hash = '\0';
	pin = strtok_r(hash + 2, ".", &rest);
	secret = strtok_r(NULL, ".", &rest);
	name = strtok_r(NULL, ".", &rest);
	table = strtok_r(NULL, ".", &rest);
	if (!is_word(secret, sizeof(ret->secret)) || !is_word(name, sizeof(ret->name)) || !table ||
	    strlen(pin) > 44)
		return false;
	ret->first_table = (unsigned)strtoul(table, &end, 10);
	snprintf(ret->hub.address, sizeof(ret->hub.address), "%.*s",
		 (int)sizeof(ret->hub.address) - 1, copy);
	snprintf(ret->secret, sizeof(ret->secret), "%s", secret);
	snprintf(ret->name, sizeof(ret->name), "%s", name);
	if (strcmp(pin, "-") != 0)
		snprintf(ret->hub.pin, sizeof(ret->hub.pin), "sha256//%s", pin);
	return *end == '\0' && ret->first_table > 0 && ret->first_table < CONFIG_TABLE_MAX &&
	       https_is_good(&ret->hub);
}

/* --- joining --- */

/* An address beyond this machine where we listen; empty: all of them, and the hub sees from where.
 */
static const char *listens_at(const struct config *config)
{
	for (size_t i = 0; i < config->http.listen.count; i++) {
		const char *host = config->http.listen.items[i];

		if (strncmp(host, "127.", 4) != 0 && strcmp(host, "::1") != 0)
			return strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0 ? "" : host;
	}
	return NULL;
}

/* What keeps us from joining; empty: nothing. */
static void find_fault(const struct member *member, const char *line, const char *address,
		       struct member_joining *ret)
{
	const char *certificate = member->publish->config.http.tls_certificate;

	if (!member_line_read(line, &ret->invitation))
		snprintf(ret->why, sizeof(ret->why), "that is no invitation of a hub");
	else if (!listens_at(&member->publish->config) && !address)
		snprintf(ret->why, sizeof(ret->why),
			 "the hub could not reach this machine: [http] listen needs an address "
			 "beyond loopback, with tls_certificate and tls_key");
	else if (certificate && !https_pin(certificate, ret->pin))
		snprintf(ret->why, sizeof(ret->why), "%.150s cannot be read", certificate);
	else if (trust_secret(ret->token) < 0)
		snprintf(ret->why, sizeof(ret->why), "there is no randomness");
}

bool member_join_begin(const struct member *member, const char *line, const char *address,
		       struct member_joining *ret)
{
	const char *host;

	*ret = (struct member_joining){.why = "a hub cannot join another"};
	if (!member)
		return false;
	ret->why[0] = '\0';
	find_fault(member, line, address, ret);
	if (ret->why[0] != '\0')
		return false;
	host = listens_at(&member->publish->config);
	ret->told = json_pack("{s:s, s:s, s:s, s:s?, s:s, s:i}", "secret", ret->invitation.secret,
			      "name", ret->invitation.name, "token", ret->token, "address", address,
			      "pin", ret->pin, "port", (int)member->publish->config.http.port);
	if (!address && host && host[0] != '\0')
		json_object_set_new(ret->told, "host", json_string(host));
	return ret->told != NULL;
}

void member_join_run(struct member_joining *joining)
{
	struct https_answer answer =
		https_post(&joining->invitation.hub, "/v1/hub/join", joining->told);
	const char *error = json_string_value(json_object_get(answer.object, "error"));

	if (answer.outcome == HTTPS_ANSWERED && answer.status == 200 && answer.object) {
		joining->answer = answer.object;
		return;
	}
	if (answer.outcome == HTTPS_ANSWERED)
		snprintf(joining->why, sizeof(joining->why), "the hub refuses: %.180s",
			 error ? error : "no reason given");
	else
		snprintf(joining->why, sizeof(joining->why), "the hub cannot be reached: %.180s",
			 answer.why);
	json_decref(answer.object);
}

void member_join_clear(struct member_joining *joining)
{
	json_decref(joining->told);
	json_decref(joining->answer);
}

static json_t *part_of(struct member *member, const char *key)
{
	if (!json_object_get(member->kept, key))
		json_object_set_new(member->kept, key, json_object());
	return json_object_get(member->kept, key);
}

int member_joined(struct member *member, const struct member_joining *joining)
{
	const char *hub = json_string_value(json_object_get(joining->answer, "hub"));
	const struct https_peer *peer = &joining->invitation.hub;
	char hash[TRUST_SECRET_MAX];

	if (!is_word(hub, 33))
		return -EPROTO;
	trust_hash(joining->token, hash);
	json_object_set_new(part_of(member, "hubs"), hub, json_string(hash));
	json_object_set_new(part_of(member, "at"), hub,
			    json_pack("{s:s, s:s}", "address", peer->address, "pin", peer->pin));
	log_notice("hub %s may act here from now on", hub);
	return trust_write(member->publish, HUBS_FILE, member->kept);
}

/* --- following --- */

void member_reload(struct member *member)
{
	const json_t *delay_s, *plies;

	if (!member)
		return;
	delay_s = json_object_get(member->kept, "delay_s");
	plies = json_object_get(member->kept, "delay_plies");
	member->publish->hidden_by_hub = json_string_value(json_object_get(member->kept, "hidden"));
	if (json_is_integer(delay_s) && json_is_integer(plies)) {
		member->publish->config.broadcast.delay_ms =
			(uint64_t)json_integer_value(delay_s) * 1000;
		member->publish->config.broadcast.delay_plies = (uint32_t)json_integer_value(plies);
	}
}

/* What the public may know is as the hub has it. */
static int follow_public(struct member *member, const json_t *state, const char *hub)
{
	const struct config *config = &member->publish->config;
	json_t *delay_s = json_object_get(state, "delay_s");
	json_t *plies = json_object_get(state, "delay_plies");
	json_t *hidden = json_object_get(state, "hidden"), *before;
	json_int_t s = json_integer_value(delay_s), n = json_integer_value(plies);

	if (!json_is_integer(delay_s) || !json_is_integer(plies) || s < 0 || s > 12 * 3600 ||
	    n < 0 || n > 100 || (hidden && !json_is_string(hidden)))
		return -EINVAL;
	before = json_object_get(member->kept, "hidden");
	if (json_equal(json_object_get(member->kept, "delay_s"), delay_s) &&
	    json_equal(json_object_get(member->kept, "delay_plies"), plies) &&
	    config->broadcast.delay_ms == (uint64_t)s * 1000 &&
	    (hidden ? json_equal(before, hidden) : !before))
		return 0;
	json_object_set(member->kept, "delay_s", delay_s);
	json_object_set(member->kept, "delay_plies", plies);
	if (hidden)
		json_object_set(member->kept, "hidden", hidden);
	else
		json_object_del(member->kept, "hidden");
	member_reload(member);
	snapshot_reload(member->publish->snapshot);
	log_notice("hub %s: the public sees games after %lld s, %lld plies%s", hub, (long long)s,
		   (long long)n, hidden ? ", and some without a name" : "");
	return trust_write(member->publish, HUBS_FILE, member->kept);
}

json_t *member_state(const struct member *member)
{
	return state_new(member->hall, &member->publish->config, true);
}

uint64_t member_stamp(const struct member *member, const json_t *state)
{
	return state_is_of(state, member->publish->config.broadcast.id)
		       ? hall_rounds(member->hall)->stamp
		       : 0;
}

int member_follow(struct member *member, const json_t *state, const char *by, const char *hub,
		  char ret_why[MEMBER_WHY_MAX])
{
	char from[64], why[HALL_WHY_MAX] = "that is no state of an event";
	int r;

	if (state_stamp(state) < member_stamp(member, state))
		return 0;
	snprintf(from, sizeof(from), "hub:%s", hub);
	r = follow_public(member, state, hub);
	if (r == 0)
		r = state_follow(member->hall, state, by, from, why);
	if (r < 0)
		snprintf(ret_why, MEMBER_WHY_MAX, "%s", why);
	return r;
}
