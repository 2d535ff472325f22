/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/invite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hub/private.h"
#include "daemon/hub/trust.h"

#define GOOD_MS          3600000ull
#define INVITATIONS_FILE "hub-invitations.json"

static const char *text_at(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* --- over a restart --- */

static int keep_invitations(const struct hub *hub)
{
	json_t *list = json_array(), *file;
	int r;

	for (size_t i = 0; i < hub->invitation_count; i++) {
		const struct hub_invitation *one = &hub->invitations[i];

		json_array_append_new(list,
				      json_pack("{s:s, s:s, s:s, s:i, s:I, s:s}", "name", one->name,
						"by", one->by, "hash", one->hash, "first_table",
						(int)one->first_table, "until_ms",
						(json_int_t)one->until_ms, "taken", one->taken));
	}
	file = json_pack("{s:o}", "invitations", list);
	r = file ? trust_write(hub->publish, INVITATIONS_FILE, file) : -ENOMEM;
	json_decref(file);
	return r;
}

void hub_invitations_read(struct hub *hub)
{
	json_t *file = trust_read(hub->publish, INVITATIONS_FILE), *told;
	size_t i;

	json_array_foreach(json_object_get(file, "invitations"), i, told)
	{
		json_int_t table = json_integer_value(json_object_get(told, "first_table"));
		json_int_t until = json_integer_value(json_object_get(told, "until_ms"));
		struct hub_invitation *one = &hub->invitations[hub->invitation_count];

		if (hub->invitation_count == HUB_INVITATIONS || table < 1 ||
		    table >= CONFIG_TABLE_MAX || until < 0)
			continue;
		hub->invitation_count++;
		*one = (struct hub_invitation){.first_table = (unsigned)table,
					       .until_ms = (uint64_t)until};
		snprintf(one->name, sizeof(one->name), "%.32s", text_at(told, "name"));
		snprintf(one->by, sizeof(one->by), "%s", text_at(told, "by"));
		snprintf(one->hash, sizeof(one->hash), "%.64s", text_at(told, "hash"));
		snprintf(one->taken, sizeof(one->taken), "%.60s", text_at(told, "taken"));
	}
	json_decref(file);
}

/* --- inviting --- */

/* Where the page is, without the slash at its end. */
static void own_address(const struct hub *hub, const char *given, char *ret, size_t size)
{
	snprintf(ret, size, "%.250s", given ? given : hub->address);
	while (ret[0] != '\0' && ret[strlen(ret) - 1] == '/')
		ret[strlen(ret) - 1] = '\0';
	if (strncmp(ret, "http://localhost:", 17) == 0) { /* as a peer calls it */
		char port[16];

		snprintf(port, sizeof(port), "%.8s", ret + 17);
		snprintf(ret, size, "http://127.0.0.1:%s", port);
	}
}

static struct hub_invitation *new_invitation(struct hub *hub)
{
	if (hub->invitation_count == HUB_INVITATIONS) { /* the oldest goes */
		memmove(hub->invitations, hub->invitations + 1,
			(HUB_INVITATIONS - 1) * sizeof(hub->invitations[0]));
		hub->invitation_count--;
	}
	return &hub->invitations[hub->invitation_count++];
}

static uint64_t now_of(const struct hub *hub)
{
	return moment_now(&hub->publish->moment);
}

int hub_invite(struct hub *hub, const char *name, unsigned first_table, const char *address,
	       const char *by, char ret_line[MEMBER_LINE_MAX], char ret_why[MEMBER_WHY_MAX])
{
	const char *certificate = hub->publish->config.http.tls_certificate;
	struct member_invitation line = {.first_table = first_table}, again;
	struct hub_invitation *one;

	if (strcmp(name, hub->name) == 0 || strcmp(name, "public") == 0) {
		snprintf(ret_why, MEMBER_WHY_MAX,
			 "a machine needs a name of its own: %.32s is the name of %s at the broker",
			 name, strcmp(name, "public") == 0 ? "the public" : "this hub");
		return -EINVAL;
	}
	own_address(hub, address, line.hub.address, sizeof(line.hub.address));
	snprintf(line.name, sizeof(line.name), "%.32s", name);
	if (strncmp(line.hub.address, "https://", 8) == 0)
		(void)https_pin(certificate, line.hub.pin);
	if (trust_secret(line.secret) < 0) {
		snprintf(ret_why, MEMBER_WHY_MAX, "there is no randomness");
		return -EIO;
	}
	member_line_write(&line, ret_line);
	if (strlen(name) > 32 || !member_line_read(ret_line, &again)) {
		snprintf(ret_why, MEMBER_WHY_MAX,
			 "an invitation needs a name of small letters, digits and hyphens, a table "
			 "from 1 to %d, and an address: https://, or this machine",
			 CONFIG_TABLE_MAX - 1);
		return -EINVAL;
	}
	one = new_invitation(hub);
	*one = (struct hub_invitation){.first_table = first_table,
				       .until_ms = now_of(hub) + GOOD_MS};
	snprintf(one->name, sizeof(one->name), "%s", line.name);
	snprintf(one->by, sizeof(one->by), "%s", by);
	trust_hash(line.secret, one->hash);
	if (keep_invitations(hub) < 0) {
		hub->invitation_count--;
		snprintf(ret_why, MEMBER_WHY_MAX, "the hub's disk takes nothing");
		return -EIO;
	}
	log_notice("hub: %s invites %s, tables from %u", by, name, first_table);
	return 0;
}

/* --- joining --- */

static struct hub_invitation *find_invitation(struct hub *hub, const json_t *told)
{
	char hash[TRUST_SECRET_MAX];

	trust_hash(text_at(told, "secret"), hash);
	for (size_t i = 0; i < hub->invitation_count; i++) {
		struct hub_invitation *one = &hub->invitations[i];

		if (strcmp(one->hash, hash) == 0 && one->taken[0] == '\0' &&
		    one->until_ms > now_of(hub) && strcmp(one->name, text_at(told, "name")) == 0)
			return one;
	}
	return NULL;
}

/* Where the node can be reached: as it says, or from where it came. */
static void address_of(const json_t *told, const char *peer, struct https_peer *ret)
{
	const char *address = text_at(told, "address"), *host = text_at(told, "host");
	json_int_t port = json_integer_value(json_object_get(told, "port"));

	snprintf(ret->pin, sizeof(ret->pin), "%.63s", text_at(told, "pin"));
	if (address[0] != '\0') {
		snprintf(ret->address, sizeof(ret->address), "%.250s", address);
		return;
	}
	if (host[0] == '\0')
		host = peer;
	snprintf(ret->address, sizeof(ret->address),
		 strchr(host, ':') ? "https://[%.200s]:%d" : "https://%.200s:%d", host,
		 (int)(port & 0xffff));
}

static json_t *welcome(const struct hub *hub, const struct hub_invitation *one)
{
	const struct config *config = &hub->publish->config;

	return json_pack("{s:s, s:s, s:i, s:s?, s:{s:s, s:i, s:s, s:b}}", "hub", hub->name, "name",
			 one->name, "first_table", (int)one->first_table, "event",
			 config->broadcast.id, "mqtt", "host", config->mqtt.host, "port",
			 (int)config->mqtt.port, "prefix", hub->prefix, "tls",
			 config->mqtt.tls_ca != NULL);
}

json_t *hub_join(struct hub *hub, const json_t *told, const char *peer,
		 char ret_why[MEMBER_WHY_MAX])
{
	struct hub_invitation *one = find_invitation(hub, told);
	struct https_peer at = {0};
	char time[WHEN_TEXT_MAX];

	if (!one || strlen(text_at(told, "token")) != TRUST_SECRET_MAX - 1) {
		snprintf(ret_why, MEMBER_WHY_MAX,
			 "this invitation was used before, is older than an hour, or is none of "
			 "ours: ask for another (boardctl hub invite)");
		return NULL;
	}
	address_of(told, peer, &at);
	if (!https_is_good(&at)) {
		snprintf(ret_why, MEMBER_WHY_MAX,
			 "%.150s cannot be asked safely: the node needs [http] tls_certificate",
			 at.address);
		return NULL;
	}
	when_write((int64_t)(now_of(hub) + hub->publish->moment.ahead_ms), time);
	json_object_set_new(hub->joined, one->name,
			    json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:i}", "address", at.address,
				      "pin", at.pin, "token", text_at(told, "token"), "joined",
				      time, "from", peer, "by", one->by, "first_table",
				      (int)one->first_table));
	snprintf(one->taken, sizeof(one->taken), "%.60s", peer); /* first: it is good once */
	if (keep_invitations(hub) < 0 ||
	    trust_write(hub->publish, HUB_NODES_FILE, hub->joined) < 0) {
		snprintf(ret_why, MEMBER_WHY_MAX, "the hub's disk takes nothing");
		return NULL;
	}
	log_notice("hub: node %s has joined, from %s", one->name, peer);
	return welcome(hub, one);
}

/* --- showing --- */

static json_t *show_invitation(const struct hub *hub, const struct hub_invitation *one)
{
	uint64_t now = now_of(hub);
	const char *state = one->taken[0] != '\0'  ? "taken"
			    : one->until_ms <= now ? "too old"
						   : "open";

	return json_pack("{s:s, s:i, s:s, s:s, s:s?, s:I}", "name", one->name, "first_table",
			 (int)one->first_table, "by", one->by, "state", state, "taken_from",
			 one->taken[0] != '\0' ? one->taken : NULL, "good_s",
			 (json_int_t)(one->until_ms > now ? (one->until_ms - now) / 1000 : 0));
}

json_t *hub_show(const struct hub *hub)
{
	json_t *nodes = json_array(), *invitations = json_array(), *joined;
	const char *name;

	json_object_foreach(hub->joined, name, joined)
	{
		const struct hub_node *node = hub_node_find(hub, name);

		json_array_append_new(
			nodes, json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:s, s:b, s:s?}", "name",
					 name, "address", text_at(joined, "address"), "joined",
					 text_at(joined, "joined"), "from", text_at(joined, "from"),
					 "by", text_at(joined, "by"), "first_table",
					 json_integer_value(json_object_get(joined, "first_table")),
					 "state", node ? node->word : "", "told",
					 node && hub_node_is_told(hub, node), "why",
					 node && node->why[0] != '\0' ? node->why : NULL));
	}
	for (size_t i = 0; i < hub->invitation_count; i++)
		json_array_append_new(invitations, show_invitation(hub, &hub->invitations[i]));
	return json_pack("{s:s, s:o, s:o}", "hub", hub->name, "nodes", nodes, "invitations",
			 invitations);
}
