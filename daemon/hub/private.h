/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_PRIVATE_H
#define BOARDD_HUB_PRIVATE_H

#include "broadcast/output/mqtt.h"
#include "daemon/hall/mirror.h"
#include "daemon/hub/follow.h"
#include "daemon/hub/https.h"
#include "daemon/hub/hub.h"
#include "daemon/hub/inbox.h"
#include "daemon/hub/translate.h"
#include "daemon/send/mqtt_link.h"

/* What the files of the hub share; nothing of it is for callers. */

#define HUB_NODES_MAX   256
#define HUB_WORD_MAX    16
#define HUB_KEY_MAX     16 /* a table as the key of an object */
#define HUB_INVITATIONS 64
#define HUB_NODES_FILE  "hub-nodes.json"

struct hub_telling;

struct hub_invitation {
	char name[HALL_NODE_MAX], by[GAME_BY_MAX];
	char hash[65]; /* of its secret */
	unsigned first_table;
	uint64_t until_ms;
	char taken[64]; /* from where it was; empty: it is open */
};

struct hub_lead {
	char session[65];                                               /* of this life of ours */
	char claimed_by[HALL_NODE_MAX], claimed_session[HALL_NODE_MAX]; /* empty: nobody */
	uint64_t changed_ms;  /* when the claim came last, or we asked for it */
	unsigned connections; /* to the broker, when we looked last */
	bool is_leading;
	bool is_doubtful; /* the broker may have forgotten the claim: ours is made again */
};

struct hub_node {
	char name[HALL_NODE_MAX];
	char word[HUB_WORD_MAX]; /* of its $state; empty: not heard yet */
	char session[WHEN_TEXT_MAX];
	bool is_hub; /* another hub: nothing of it is followed */
	struct follow follow;
	struct translate_numbers *numbers;
	uint64_t durable;        /* the last of its reports that is in our journal */
	uint64_t asked_ms;       /* when a question was sent that has no answer; 0: none was */
	json_int_t asked;        /* its number */
	uint64_t state_asked_ms; /* when it was asked for what is retained; 0: never */
	uint64_t questions, reports;
	uint64_t behind_since_ms; /* since when reports are missing; 0: none is */
	int64_t behind_ms;
	json_t *health;  /* as it told it last; NULL: never */
	int64_t off_ms;  /* its clock less ours, when it told that */
	json_t *boards;  /* an object: by the topic of its $state the word of each board */
	json_t *refused; /* an object: tables that another node has */
	struct hub_telling *telling; /* of round, pairings and delay, under way; or NULL */
	uint64_t told_version;       /* of them, that it has; 0: none */
	uint64_t told_rounds;        /* of the rounds that are not played now */
	uint64_t stamp;              /* of what it was told last, by whatever hub; 0: nothing */
	uint64_t tell_after_ms;
	char why[220]; /* it does not take them over; empty: it does */
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
	struct hub_lead lead;
	const char *address;     /* of our page; borrowed */
	json_t *joined;          /* by name: nodes where we may act */
	uint64_t version;        /* of round, pairings and delay */
	uint64_t rounds_version; /* of the rounds that are not played now */
	bool is_ours;            /* it was said here */
	json_t *tables;          /* by number: the name of the node whose reports of it we have */
	json_t *doubles;         /* by board: the alert that two machines have it */
	json_t *abandon;         /* tables whose games were given up for the round; or NULL */
	size_t invitation_count;
	struct hub_invitation invitations[HUB_INVITATIONS];
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

/* One of its boards: leaf is info, $state, position or equipment. */
void hub_node_board(struct hub *hub, struct hub_node *node, const char *board, const char *leaf,
		    const char *text, size_t len);

void hub_node_healthy(struct hub *hub, struct hub_node *node, json_t *health, bool is_retained);

/*
 * A node that says something is there. Where that is not known what is retained of it was lost
 * on its way, as a cluster of brokers loses what is told while somebody subscribes: it is asked.
 */
void hub_node_speaks(struct hub *hub, struct hub_node *node);

/* Time has passed: what is missing is asked for. */
void hub_node_tick(struct hub *hub, struct hub_node *node);

bool hub_node_is_ready(const struct hub_node *node);

/* --- lead.c: who pushes --- */

void hub_lead_begin(struct hub *hub);
void hub_lead_claimed(struct hub *hub, const char *text, size_t len);
void hub_lead_tick(struct hub *hub);
bool hub_leads(const struct hub *hub);

/* --- errand.c --- */

/* Where a node is asked, and with which token (borrowed). False: it has not joined. */
bool hub_peer_of(const struct hub *hub, const char *node, struct https_peer *ret,
		 const char **ret_token);

/* --- tell.c: round, pairings and delay --- */

/* Tells a node that is there and does not know them yet, or asks one that knows better. */
bool hub_node_is_told(const struct hub *hub, const struct hub_node *node);
void hub_node_tell(struct hub *hub, struct hub_node *node);
void hub_node_tell_end(struct hub_node *node);

/* --- take.c: into the journal --- */

/* A report of the node, the next in order; takes it. */
void hub_take(struct hub *hub, struct hub_node *node, json_t *report);

/* What has become of a node; since: of a journal that is begun. */
void hub_tell_node(struct hub *hub, const struct hub_node *node, const char *state);

/* The tables of the node are as alive as it is. */
void hub_show_health(struct hub *hub, const struct hub_node *node, const char *board);

/* --- double.c: the same board at two machines --- */

/* What it is called here; what is retained of it at the node says whether it is there. */
void hub_board_name(struct hub *hub, const struct hub_node *node, const char *board,
		    char ret[DESK_BOARD_MAX]);

/* The word of its $state, by the name that it has here; empty: none was told. */
const char *hub_board_word(const struct hub *hub, const struct hub_node *node, const char *name);

/* Alerts of what is over are taken back. */
void hub_doubles_tick(struct hub *hub);

/* --- places.c: where the hub is with each node, over a restart --- */

void hub_places_read(struct hub *hub);
void hub_places_keep(struct hub *hub, bool is_last);

/* A report of ours is in the journal: whose, and which, was it? */
void hub_places_note(struct hub *hub, const json_t *report);

#endif
