/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hub/private.h"
#include "daemon/hub/trust.h"

/*
 * Who leads, where there are two hubs: a retained claim at P/$hub. It is taken over when its hub
 * is gone by its own $state, which the broker sets by the will. The order in which the broker has
 * claims is the same for all who see them: the last one counts.
 *
 *	no claim, or one whose hub is gone         -> claim it
 *	our claim came back, and stood SETTLE_MS   -> lead
 *	another's claim came                       -> follow
 *	the broker has not proved that it hears us
 *	for a keep-alive                           -> nothing is pushed, whoever leads
 */

#define SETTLE_MS 2000

void hub_lead_begin(struct hub *hub)
{
	hub->lead.session[0] = '\0';
	(void)trust_secret(hub->lead.session);
	hub->lead.session[16] = '\0';
	hub->lead.changed_ms = mqtt_now_ms();
	atomic_store(&hub->publish->push_until_ms, 1); /* nothing is pushed before we lead */
}

static bool is_ours(const struct hub *hub)
{
	return strcmp(hub->lead.claimed_by, hub->name) == 0 &&
	       strcmp(hub->lead.claimed_session, hub->lead.session) == 0;
}

void hub_lead_claimed(struct hub *hub, const char *text, size_t len)
{
	json_t *claim = json_loadb(text, len, 0, NULL);
	const char *by = json_string_value(json_object_get(claim, "hub"));
	const char *session = json_string_value(json_object_get(claim, "session"));

	snprintf(hub->lead.claimed_by, sizeof(hub->lead.claimed_by), "%.32s", by ? by : "");
	snprintf(hub->lead.claimed_session, sizeof(hub->lead.claimed_session), "%.32s",
		 session ? session : "");
	hub->lead.changed_ms = mqtt_now_ms();
	json_decref(claim);
}

/* A claim of a hub that is gone, or of an earlier life of this one, is none. */
static bool is_open(const struct hub *hub)
{
	const struct hub_node *other;

	if (hub->lead.claimed_by[0] == '\0')
		return true;
	if (strcmp(hub->lead.claimed_by, hub->name) == 0)
		return !is_ours(hub);
	other = hub_node_find(hub, hub->lead.claimed_by);
	if (!other || other->word[0] == '\0') /* its word may be on its way */
		return mqtt_now_ms() >=
		       hub->lead.changed_ms + SETTLE_MS + hub->publish->config.mqtt.keepalive_ms;
	return strcmp(other->word, "ready") != 0 && strcmp(other->word, "init") != 0;
}

static void claim(struct hub *hub)
{
	char topic[MQTT_TOPIC_MAX], text[160];

	snprintf(topic, sizeof(topic), "%s/$hub", hub->prefix);
	snprintf(text, sizeof(text), "{\"hub\":\"%s\",\"session\":\"%s\"}", hub->name,
		 hub->lead.session);
	mqtt_link_say(hub->link, topic, text, strlen(text), true);
	hub->lead.changed_ms = mqtt_now_ms();
}

bool hub_leads(const struct hub *hub)
{
	return hub->lead.is_leading;
}

static void say_change(struct hub *hub, bool leads)
{
	if (leads == hub->lead.is_leading)
		return;
	hub->lead.is_leading = leads;
	if (leads)
		log_notice("hub %s leads: it pushes from now on", hub->name);
	else
		log_warning("hub %s does not lead any more: it pushes nothing", hub->name);
}

void hub_lead_tick(struct hub *hub)
{
	struct mqtt_link_status status = mqtt_link_status(hub->link);
	uint64_t now = mqtt_now_ms(), keepalive_ms = hub->publish->config.mqtt.keepalive_ms;
	uint64_t until = status.proved_ms > 0 ? status.proved_ms + keepalive_ms : 1;
	bool is_settled, leads;

	if (status.connections != hub->lead.connections) { /* what is claimed is told anew */
		hub->lead.connections = status.connections;
		hub->lead.changed_ms = now;
		hub->lead.is_doubtful = true;
	}
	is_settled = status.is_ready && now >= hub->lead.changed_ms + SETTLE_MS;
	leads = is_ours(hub) && (is_settled || hub->lead.is_leading) && now < until;
	say_change(hub, leads);
	atomic_store(&hub->publish->push_until_ms, leads ? until : 1);
	if (is_settled && (is_open(hub) || (is_ours(hub) && hub->lead.is_doubtful)))
		claim(hub);
	if (is_settled)
		hub->lead.is_doubtful = false;
}
