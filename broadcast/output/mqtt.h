/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_MQTT_H
#define BOARDD_MQTT_H

#include <jansson.h>

#include "broadcast/fold/record.h"

/*
 * Topics and payloads for an MQTT broker. P is the prefix, N the node (one
 * boardd), B a board, T a table. Retained, so that who comes late is up to date:
 *
 *	P/N/$state           init, ready, disconnected; lost is the will
 *	P/N/$node            who the node is
 *	P/N/health           its journal, disk and clock, every ten seconds
 *	P/N/board/B/$state   init, ready, lost
 *	P/N/board/B/info, position, clock, game
 *	P/N/alert/ID         an open irregularity, a lost board; emptied when settled
 *	P/N/public/T/game, pgn   after the delay
 *
 * and not retained P/N/event (the reports), P/N/ask/CLIENT, P/N/tell/CLIENT.
 * Building only; objects are new and the caller's, NULL when there is no memory.
 * seq is the number of the report after which a payload is true.
 */

#define MQTT_VERSION   1 /* of topics and payloads; docs/versions.md says what may change without */
#define MQTT_TOPIC_MAX 200

struct mqtt_names {
	const char *prefix, *node; /* without characters that topics give a meaning to */
};

/* P/N/LEAF */
void mqtt_topic(const struct mqtt_names *names, const char *leaf, char ret[MQTT_TOPIC_MAX]);

/* P/N/board/B/LEAF; what a topic cannot hold in the name of a board becomes a hyphen. */
void mqtt_board_topic(const struct mqtt_names *names, const char *board, const char *leaf,
		      char ret[MQTT_TOPIC_MAX]);

/* P/N/alert/B-SEQ, or P/N/alert/B-link for seq 0 */
void mqtt_alert_topic(const struct mqtt_names *names, const char *board, uint64_t seq,
		      char ret[MQTT_TOPIC_MAX]);

/* P/N/public/T/LEAF */
void mqtt_public_topic(const struct mqtt_names *names, unsigned table, const char *leaf,
		       char ret[MQTT_TOPIC_MAX]);

struct mqtt_node {
	const char *journal, *session, *version, *host;
	const char *laws, *mode;
	unsigned delay_s, delay_plies;
	uint64_t since; /* all reports of the event are behind this one */
};

json_t *mqtt_node(const struct mqtt_node *node, const struct record *record);

/* The word of P/N/board/B/$state. */
const char *mqtt_board_word(const struct record_board *board);

/* device: its address, or NULL. */
json_t *mqtt_info(const struct record_board *board, const char *device);

/* seen: by square, as the sensors have it now. */
json_t *mqtt_position(const struct record_board *board, const rules_piece seen[64]);

json_t *mqtt_clock(const struct record_board *board);

/* completed_only: a move is not shown before the clock was pressed. */
json_t *mqtt_game(const struct game *game, bool completed_only);

/* A board is lost. */
json_t *mqtt_link_alert(const struct record_board *board);

/* --- Home Assistant --- */

/*
 * What makes a board appear there by itself, if that is wanted: its link and its
 * battery, nothing of games. Retained, outside the prefix.
 */
enum mqtt_thing { MQTT_LINK, MQTT_BATTERY, MQTT_THINGS };

/* homeassistant/COMPONENT/boardd-N/B-THING/config; board "+" for all of them */
void mqtt_thing_topic(const struct mqtt_names *names, const char *board, enum mqtt_thing thing,
		      char ret[MQTT_TOPIC_MAX]);

/* NULL also when the board has no such thing: many have no battery. */
json_t *mqtt_thing(const struct mqtt_names *names, const struct record_board *board,
		   enum mqtt_thing thing);

/* Says "online" when it has started, and then wants to be told again. */
#define MQTT_HOME_STATUS "homeassistant/status"

/* --- questions --- */

enum mqtt_ask { MQTT_ASK_BAD, MQTT_ASK_REPLAY, MQTT_ASK_STATE, MQTT_ASK_PING };

#define MQTT_REPLAY_MAX 500

struct mqtt_asked {
	enum mqtt_ask what;
	json_int_t id;
	uint64_t since;
	size_t max;      /* at most MQTT_REPLAY_MAX */
	const char *why; /* MQTT_ASK_BAD: what is wrong with it */
};

struct mqtt_asked mqtt_ask_read(const char *text, size_t len);

/* P/N/ask/CLIENT: where the answer goes, P/N/tell/CLIENT. False: it is no such topic. */
bool mqtt_tell_topic(const struct mqtt_names *names, const char *asked, char ret[MQTT_TOPIC_MAX]);

#endif
