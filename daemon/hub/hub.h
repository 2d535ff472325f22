/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_H
#define BOARDD_HUB_H

#include "daemon/hall/hall.h"
#include "daemon/publish/publish.h"

/*
 * Follows the other boardds at the broker, the nodes, and makes one event of them: their
 * reports come into the journal and the feed of this one, in order and without a gap, and
 * their tables into its hall, as mirrors. All else is made from these as in any boardd.
 * docs/hub.md tells it whole.
 */

struct hub;

/*
 * *ret stays NULL when [hub] has no name. The record is complete. address: of our page, borrowed,
 * known when somebody is invited. Returns 0 or a negative errno.
 */
int hub_new(struct hub **ret, struct publish *publish, struct hall *hall, const char *address);

/* Takes NULL; the loop has to run once more. */
void hub_free(struct hub *hub);

/*
 * Words of the round (daemon/hall/round.h) that somebody says at the hub: they are stamped before,
 * and the nodes are told afterwards. Both take no hub.
 */
void hub_stamp(const struct hub *hub, const char *by, json_t *words);
void hub_event_changed(struct hub *hub, const json_t *words);

/* The configuration was loaded. Takes NULL. */
void hub_reload(struct hub *hub);

/* For people: {name, ready, why, nodes: [...]}. A new object; null where there is no hub. */
json_t *hub_status(const struct hub *hub);

/* One node, for whoever measures. */
struct hub_node_view {
	const char *name;
	bool is_ready;     /* it is connected to the broker */
	size_t tables;     /* of the node, known here */
	uint64_t reports;  /* taken since the start */
	uint64_t missing;  /* reports of which is known that they are there, and have not come */
	uint64_t asked;    /* how often the node was asked for reports again */
	int64_t behind_ms; /* of the last report: when it was taken, less its own time */
	bool is_hub;       /* it is another hub */
	int64_t off_ms;    /* its clock less ours */
	int disk_free_percent;
	bool is_journal_failing;
};

bool hub_is_connected(const struct hub *hub); /* to the broker */
bool hub_is_leading(const struct hub *hub);

size_t hub_count(const struct hub *hub); /* of nodes; takes NULL */
struct hub_node_view hub_view(const struct hub *hub, size_t i);

#endif
