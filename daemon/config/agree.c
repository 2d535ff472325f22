/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "daemon/config/check.h"
#include "daemon/config/private.h"

/* What has to hold between two keys, and between all pairs of a kind. */

/* The same man gone and back within 1.1 scans is noise; a release takes longer. */
static bool settles_after(const struct config *c, uint64_t scan_ms)
{
	return 10 * c->game.settle_ms > 11 * scan_ms;
}

static bool settle_is_longer(const struct config *c)
{
	return settles_after(c, c->game.scan_ms);
}

static bool settle_is_longer_on_bluetooth(const struct config *c)
{
	return settles_after(c, c->game.scan_bluetooth_ms);
}

static bool certificate_has_key(const struct config *c)
{
	return !c->http.tls_certificate || c->http.tls_key;
}

static bool key_has_certificate(const struct config *c)
{
	return !c->http.tls_key || c->http.tls_certificate;
}

static bool listens_safely(const struct config *c)
{
	for (size_t i = 0; i < c->http.listen.count; i++)
		if (!config_is_loopback(c->http.listen.items[i]))
			return c->http.tls_certificate;
	return true;
}

static bool public_is_safe(const struct config *c)
{
	const char *host = c->http.public_at.host;

	return !host || config_is_loopback(host) || c->http.tls_certificate;
}

static bool ports_differ(const struct config *c)
{
	return !c->http.public_at.host || c->http.port == 0 ||
	       c->http.public_at.port != c->http.port;
}

static bool ntfy_has_topic(const struct config *c)
{
	return !c->notify.ntfy == !c->notify.ntfy_topic;
}

static bool token_has_ntfy(const struct config *c)
{
	return !c->notify.ntfy_token_file || c->notify.ntfy;
}

static bool password_has_user(const struct config *c)
{
	return !c->mqtt.password_file || c->mqtt.user;
}

/* libcurl would take any server for the right one. */
static bool server_is_known(const struct config *c)
{
	return !c->upload.url || strncmp(c->upload.url, "sftp:", 5) != 0 || c->upload.known_hosts;
}

static bool upload_has_user(const struct config *c)
{
	return (!c->upload.password_file && !c->upload.key_file) || c->upload.user;
}

static const struct agreement {
	const char *section, *key, *with;
	bool (*holds)(const struct config *config);
	const char *why;
} agreements[] = {
	{"game", "settle", "scan", settle_is_longer, "must be longer than 1.1 times scan"},
	{"game", "settle", "scan_bluetooth", settle_is_longer_on_bluetooth,
	 "must be longer than 1.1 times scan_bluetooth"},
	{"http", "tls_certificate", "tls_key", certificate_has_key, "is nothing without tls_key"},
	{"http", "tls_key", "tls_certificate", key_has_certificate,
	 "is nothing without tls_certificate"},
	{"http", "listen", "tls_certificate", listens_safely,
	 "an address beyond loopback needs tls_certificate and tls_key"},
	{"http", "public", "tls_certificate", public_is_safe,
	 "an address beyond loopback needs tls_certificate and tls_key"},
	{"http", "public", "port", ports_differ, "needs another port than the arbiter's page"},
	{"notify", "ntfy", "ntfy_topic", ntfy_has_topic, "ntfy and ntfy_topic need each other"},
	{"mqtt", "password_file", "user", password_has_user, "is nothing without user"},
	{"upload", "user", "password_file", upload_has_user,
	 "password_file and key_file are nothing without it"},
	{"upload", "known_hosts", "url", server_is_known, "sftp:// needs the keys of the server"},
	{"notify", "ntfy_token_file", "ntfy", token_has_ntfy, "is nothing without ntfy"},
};

static size_t row_of(const char *section, const char *key)
{
	struct rules_slice name;

	return (size_t)(config_row_find(section, key, &name) - config_rows);
}

static void check_agreement(struct config_draft *draft, const struct agreement *a)
{
	size_t row = row_of(a->section, a->key), other = row_of(a->section, a->with);
	struct config_origin origin = draft->config.origins[row];

	if (draft->is_bad[row] || draft->is_bad[other] || a->holds(&draft->config))
		return;
	if (!origin.file) /* the key below was left alone: name the other key, which was changed */
		origin = draft->config.origins[other];
	config_fault_add(draft, origin, a->section, a->key, "%s", a->why);
}

/* No two boards with one name or at one table. */
static void check_pairs(struct config_draft *draft, const struct config_pairs *pairs,
			const char *prefix, const char *what)
{
	for (size_t i = 1; i < pairs->count; i++) {
		for (size_t j = 0; j < i; j++) {
			char key[64];

			if (strcmp(pairs->list[i].value, pairs->list[j].value) != 0)
				continue;
			snprintf(key, sizeof(key), "%s%.40s", prefix, pairs->list[i].name);
			config_fault_add(draft, pairs->list[i].origin, "boards", key,
					 "%s %.40s is that of %.40s already", what,
					 pairs->list[i].value, pairs->list[j].name);
			break;
		}
	}
}

/* Without a token nothing can be sent there. */
static void check_lichess(struct config_draft *draft)
{
	const struct config_pairs *rounds = &draft->config.lichess.rounds;
	char key[16];

	if (rounds->count == 0 || draft->config.lichess.token_file ||
	    draft->is_bad[row_of("lichess", "token_file")])
		return;
	snprintf(key, sizeof(key), "round.%.3s", rounds->list[0].name);
	config_fault_add(draft, rounds->list[0].origin, "lichess", key, "needs token_file");
}

/* A board's name is a level of a topic there: what had to be replaced could be another's name. */
static void check_topics(struct config_draft *draft)
{
	const struct config_pairs *ids = &draft->config.boards.ids;
	char key[64];

	for (size_t i = 0; draft->config.mqtt.host && i < ids->count; i++) {
		if (!config_check_node(ids->list[i].value) && strlen(ids->list[i].value) <= 32)
			continue;
		snprintf(key, sizeof(key), "id.%.40s", ids->list[i].name);
		config_fault_add(draft, ids->list[i].origin, "boards", key,
				 "'%.40s' cannot be a topic of [mqtt]: up to 32 small letters a to "
				 "z, digits and hyphens can",
				 ids->list[i].value);
	}
}

/* A hub hears of boards from the broker alone. */
static void check_hub(struct config_draft *draft)
{
	const struct config *config = &draft->config;
	struct config_origin origin = config->origins[row_of("hub", "name")];

	if (config->hub.name && !config->mqtt.host && !draft->is_bad[row_of("mqtt", "host")])
		config_fault_add(draft, origin, "hub", "name", "needs [mqtt] host");
}

void config_draft_agree(struct config_draft *draft)
{
	for (size_t i = 0; i < sizeof(agreements) / sizeof(agreements[0]); i++)
		check_agreement(draft, &agreements[i]);
	check_lichess(draft);
	check_topics(draft);
	check_hub(draft);
	check_pairs(draft, &draft->config.boards.ids, "id.", "the name");
	check_pairs(draft, &draft->config.boards.tables, "table.", "table");
}
