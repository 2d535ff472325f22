/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_PRIVATE_H
#define BOARDD_HUB_PRIVATE_H

#include "broadcast/output/mqtt.h"
#include "daemon/hall/mirror.h"
#include "daemon/hub/follow.h"
#include "daemon/hub/hub.h"
#include "daemon/hub/inbox.h"
#include "daemon/hub/translate.h"
#include "daemon/send/mqtt_link.h"

/* What the files of the hub share; nothing of it is for callers. */

#define HUB_NODES_MAX 256
#define HUB_WORD_MAX  16

struct hub_node {
	char name[HALL_NODE_MAX];
	char word[HUB_WORD_MAX]; /* of its $state; empty: not heard yet */
	char session[WHEN_TEXT_MAX];
	bool is_hub; /* another hub: nothing of it is followed */
	struct follow follow;
	struct translate_numbers *numbers;
	uint64_t durable;  /* the last of its reports that is in our journal */
	uint64_t asked_ms; /* when a question was sent that has no answer; 0: none was */
	json_int_t asked;  /* its number */
	uint64_t questions, reports;
	uint64_t behind_since_ms; /* since when reports are missing; 0: none is */
	int64_t behind_ms;
	json_t *boards;  /* an object: by the topic of its $state the word of each board */
	json_t *refused; /* an object: tables that another node has */
};

struct hub {
	struct publish *publish;
	struct hall *hall;
	struct mqtt_link *link;
	struct inbox *inbox;
	char name[HALL_NODE_MAX], prefix[64];
	char places_path[PUBLISH_PATH_MAX + 16];
	uv_timer_t timer;
	json_int_t questions; /* asked so far */
	uint64_t kept_ms;     /* when the places were written last */
	uint64_t kept_seq;
	size_t node_count;
	struct hub_node *nodes[HUB_NODES_MAX];
};

/* --- node.c: one node, as the broker tells of it --- */

/* NULL: there is none. */
struct hub_node *hub_node_find(const struct hub *hub, const char *name);

/* A new one where there is none; NULL: that is no name, or there are too many. */
struct hub_node *hub_node_of(struct hub *hub, const char *name);
void hub_node_free(struct hub_node *node);

void hub_node_state(struct hub *hub, struct hub_node *node, const char *word);
void hub_node_described(struct hub *hub, struct hub_node *node, const json_t *description);
void hub_node_report(struct hub *hub, struct hub_node *node, json_t *report);
void hub_node_answer(struct hub *hub, struct hub_node *node, const json_t *answer);

/* One of its boards: leaf is info, $state or position. */
void hub_node_board(struct hub *hub, struct hub_node *node, const char *board, const char *leaf,
		    const char *text, size_t len);

/* Time has passed: what is missing is asked for. */
void hub_node_tick(struct hub *hub, struct hub_node *node);

bool hub_node_is_ready(const struct hub_node *node);

/* --- take.c: into the journal --- */

/* A report of the node, the next in order; takes it. */
void hub_take(struct hub *hub, struct hub_node *node, json_t *report);

/* What has become of a node; since: of a journal that is begun. */
void hub_tell_node(struct hub *hub, const struct hub_node *node, const char *state);

/* The tables of the node are as alive as it is. */
void hub_show_health(struct hub *hub, const struct hub_node *node, const char *board);

/* --- places.c: where the hub is with each node, over a restart --- */

void hub_places_read(struct hub *hub);
void hub_places_keep(struct hub *hub, bool is_last);

/* A report of ours is in the journal: whose, and which, was it? */
void hub_places_note(struct hub *hub, const json_t *report);

#endif
