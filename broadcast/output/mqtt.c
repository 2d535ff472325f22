/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/mqtt.h"

#include <stdio.h>
#include <string.h>

/* --- topics --- */

void mqtt_topic(const struct mqtt_names *names, const char *leaf, char ret[MQTT_TOPIC_MAX])
{
	snprintf(ret, MQTT_TOPIC_MAX, "%s/%s/%s", names->prefix, names->node, leaf);
}

/* A board is named by people or by its maker; a topic has characters with a meaning. */
static void plain_name(const char *board, char ret[GAME_BY_MAX])
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-_.";
	size_t i = 0;

	for (; board[i] != '\0' && i + 1 < GAME_BY_MAX; i++)
		ret[i] = strchr(plain, board[i]) ? board[i] : '-';
	ret[i] = '\0';
}

void mqtt_board_topic(const struct mqtt_names *names, const char *board, const char *leaf,
		      char ret[MQTT_TOPIC_MAX])
{
	char name[GAME_BY_MAX];

	plain_name(board, name);
	snprintf(ret, MQTT_TOPIC_MAX, "%s/%s/board/%s/%s", names->prefix, names->node, name, leaf);
}

void mqtt_alert_topic(const struct mqtt_names *names, const char *board, uint64_t seq,
		      char ret[MQTT_TOPIC_MAX])
{
	char name[GAME_BY_MAX], what[24] = "link";

	plain_name(board, name);
	if (seq > 0)
		snprintf(what, sizeof(what), "%llu", (unsigned long long)seq);
	snprintf(ret, MQTT_TOPIC_MAX, "%s/%s/alert/%s-%s", names->prefix, names->node, name, what);
}

void mqtt_public_topic(const struct mqtt_names *names, unsigned table, const char *leaf,
		       char ret[MQTT_TOPIC_MAX])
{
	snprintf(ret, MQTT_TOPIC_MAX, "%s/%s/public/%u/%s", names->prefix, names->node, table,
		 leaf);
}

/* --- words --- */

/* What is empty is not known, and null. */
static const char *known(const char *text)
{
	return text && text[0] != '\0' ? text : NULL;
}

static json_t *number(uint64_t value)
{
	return value > 0 ? json_integer((json_int_t)value) : json_null();
}

static json_t *seconds(int32_t s)
{
	return s == GAME_NO_CLOCK ? json_null() : json_integer(s);
}

static json_t *time_of(int64_t ms)
{
	char text[WHEN_TEXT_MAX];

	if (ms == WHEN_NEVER)
		return json_null();
	when_write(ms, text);
	return json_string(text);
}

/* A table is a name, not a number to count with. */
static json_t *table_of(unsigned table)
{
	char text[12];

	if (table == 0)
		return json_null();
	snprintf(text, sizeof(text), "%u", table);
	return json_string(text);
}

/* --- the node --- */

json_t *mqtt_node(const struct mqtt_node *node, const struct record *record)
{
	json_t *boards = json_array();

	for (size_t i = 0; i < record_count(record); i++)
		if (record_is_met(record_at(record, i)))
			json_array_append_new(boards, json_string(record_at(record, i)->id));
	return json_pack("{s:i, s:s, s:s, s:s, s:s, s:o, s:s, s:s, s:i, s:i, s:I}", "v",
			 MQTT_VERSION, "journal", node->journal, "session", node->session,
			 "version", node->version, "host", node->host, "boards", boards, "laws",
			 node->laws, "mode", node->mode, "delay", (int)node->delay_s, "delay_plies",
			 (int)node->delay_plies, "since", (json_int_t)node->since);
}

/* --- a board --- */

const char *mqtt_board_word(const struct record_board *board)
{
	switch (board->link) {
	case RECORD_DAMAGED: /* it answers, and was asked again for what was damaged */
	case RECORD_CONNECTED: return "ready";
	case RECORD_LOST: return "lost";
	case RECORD_UNKNOWN: break;
	}
	return "init";
}

json_t *mqtt_info(const struct record_board *board, const char *device)
{
	return json_pack("{s:I, s:s, s:s?, s:s?, s:s?, s:s?, s:o, s:o, s:b}", "seq",
			 (json_int_t)board->seq, "board", board->id, "serial", known(board->serial),
			 "transport", known(board->transport), "device", known(device), "firmware",
			 known(board->firmware), "battery",
			 board->battery < 0 ? json_null() : json_integer(board->battery), "table",
			 table_of(board->table), "rotated", board->rotated);
}

json_t *mqtt_position(const struct record_board *board, const rules_piece seen[64])
{
	struct rules_position pos = {0};
	char bytes[RULES_FEN_MAX], game[RULES_FEN_MAX] = "";
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	struct rules_text other = rules_text_in(game, sizeof(game));

	memcpy(pos.at, seen, sizeof(pos.at));
	rules_placement_write(&text, &pos);
	if (board->game)
		rules_placement_write(&other, &board->game->pos);
	return json_pack("{s:I, s:o, s:s, s:b}", "seq", (json_int_t)board->seq, "time",
			 time_of(board->time_ms), "board", bytes, "match",
			 strcmp(bytes, game) == 0);
}

json_t *mqtt_clock(const struct record_board *board)
{
	const struct game_clock *clock = &board->clock;

	return json_pack("{s:I, s:o, s:o, s:o, s:s?, s:s?}", "seq", (json_int_t)board->seq, "time",
			 time_of(clock->time_ms), "white", seconds(clock->white_s), "black",
			 seconds(clock->black_s), "running", game_color_word(clock->running),
			 "state", known(clock->state));
}

json_t *mqtt_link_alert(const struct record_board *board)
{
	return json_pack("{s:I, s:s, s:o, s:s, s:s, s:o}", "seq", (json_int_t)board->seq, "board",
			 board->id, "table", table_of(board->table), "alert", "fault", "what",
			 "board-lost", "time", time_of(board->time_ms));
}

/* --- a game --- */

static json_t *player_of(const struct game_player *player)
{
	if (player->name[0] == '\0')
		return json_null();
	return json_pack("{s:s, s:s?, s:o, s:o}", "name", player->name, "title",
			 known(player->title), "elo", number(player->elo), "fide",
			 number(player->fide));
}

static json_t *fen_of(const struct rules_position *pos)
{
	char bytes[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	rules_fen_write(&text, pos, RULES_FEN_PLAIN);
	return json_string(bytes);
}

/* The clock of who made the ply. */
static int32_t clock_of(const struct game *g, size_t ply)
{
	const struct game_base *base = game_base_at(g, ply);
	bool is_black = (base->pos.turn == RULES_BLACK) != ((ply - base->ply) % 2 == 1);

	return is_black ? g->plies[ply].black_s : g->plies[ply].white_s;
}

static size_t shown_plies(const struct game *g, bool completed_only)
{
	size_t end = g->ply_count;

	while (completed_only && g->state != GAME_ENDED && end > 0 && !g->plies[end - 1].completed)
		end--;
	return end;
}

json_t *mqtt_game(const struct game *g, bool completed_only)
{
	json_t *san = json_array(), *uci = json_array(), *clk = json_array();
	json_t *certainty = json_array();
	size_t end = shown_plies(g, completed_only), completed = game_completed(g);
	struct rules_position start, pos;

	for (size_t i = 0; i < end; i++) {
		const struct game_ply *ply = &g->plies[i];

		json_array_append_new(san, ply->san[0] ? json_string(ply->san) : json_null());
		json_array_append_new(uci, ply->uci[0] ? json_string(ply->uci) : json_null());
		json_array_append_new(clk, seconds(clock_of(g, i)));
		json_array_append_new(certainty,
				      json_string(ply->inferred ? "inferred" : "observed"));
	}
	game_position(g, 0, &start);
	game_position(g, end, &pos);
	return json_pack("{s:I, s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:I, "
			 "s:s, s:s?}",
			 "seq", (json_int_t)g->seq, "game", g->id, "round", number(g->round),
			 "table", table_of(g->table), "white", player_of(&g->player[RULES_WHITE]),
			 "black", player_of(&g->player[RULES_BLACK]), "start", fen_of(&start),
			 "variant", game_is_chess960(g) ? "chess960" : "standard", "san", san,
			 "uci", uci, "clk", clk, "certainty", certainty, "fen", fen_of(&pos),
			 "completed", (json_int_t)(completed < end ? completed : end), "result",
			 g->result, "reason", known(g->reason));
}

/* --- Home Assistant --- */

static const struct {
	const char *component, *thing;
} things[MQTT_THINGS] = {{"binary_sensor", "link"}, {"sensor", "battery"}};

void mqtt_thing_topic(const struct mqtt_names *names, const char *board, enum mqtt_thing thing,
		      char ret[MQTT_TOPIC_MAX])
{
	char object[GAME_BY_MAX + 16] = "+";
	char name[GAME_BY_MAX];

	plain_name(board, name);
	if (strcmp(board, "+") != 0)
		snprintf(object, sizeof(object), "%s-%s", name, things[thing].thing);
	snprintf(ret, MQTT_TOPIC_MAX, "homeassistant/%s/boardd-%s/%s/config",
		 things[thing].component, names->node, object);
}

static json_t *link_of(const struct mqtt_names *names, const struct record_board *board,
		       const char *device)
{
	char state[MQTT_TOPIC_MAX], node[MQTT_TOPIC_MAX];

	mqtt_board_topic(names, board->id, "$state", state);
	mqtt_topic(names, "$state", node);
	return json_pack("{s:s, s:o, s:s, s:s, s:s, s:[{s:s, s:s}], s:{s:[s], s:o, s:s, s:s*}}",
			 "name", "Link", "unique_id", json_sprintf("%s-link", device),
			 "device_class", "connectivity", "state_topic", state, "value_template",
			 "{{ 'ON' if value == 'ready' else 'OFF' }}", "availability", "topic", node,
			 "value_template", "{{ 'online' if value == 'ready' else 'offline' }}",
			 "device", "identifiers", device, "name",
			 json_sprintf("Board %s", board->id), "manufacturer", "DGT",
			 "serial_number", known(board->serial));
}

static json_t *battery_of(const struct mqtt_names *names, const struct record_board *board,
			  const char *device)
{
	static const char is_ready[] = "{{ 'online' if value == 'ready' else 'offline' }}";
	char info[MQTT_TOPIC_MAX], state[MQTT_TOPIC_MAX], node[MQTT_TOPIC_MAX];

	mqtt_board_topic(names, board->id, "info", info);
	mqtt_board_topic(names, board->id, "$state", state);
	mqtt_topic(names, "$state", node);
	return json_pack("{s:s, s:o, s:s, s:s, s:s, s:s, s:[{s:s, s:s}, {s:s, s:s}], s:s, "
			 "s:{s:[s]}}",
			 "name", "Battery", "unique_id", json_sprintf("%s-battery", device),
			 "device_class", "battery", "unit_of_measurement", "%", "state_topic", info,
			 "value_template", "{{ value_json.battery }}", "availability", "topic",
			 node, "value_template", is_ready, "topic", state, "value_template",
			 is_ready, "availability_mode", "all", "device", "identifiers", device);
}

json_t *mqtt_thing(const struct mqtt_names *names, const struct record_board *board,
		   enum mqtt_thing thing)
{
	char name[GAME_BY_MAX], device[MQTT_TOPIC_MAX];

	if (thing == MQTT_BATTERY && board->battery < 0)
		return NULL;
	plain_name(board->id, name);
	snprintf(device, sizeof(device), "boardd-%s-%s", names->node, name);
	return thing == MQTT_LINK ? link_of(names, board, device)
				  : battery_of(names, board, device);
}

/* --- questions --- */

static struct mqtt_asked refused(json_int_t id, const char *why)
{
	return (struct mqtt_asked){.what = MQTT_ASK_BAD, .id = id, .why = why};
}

static struct mqtt_asked read_replay(json_int_t id, const json_t *since, const json_t *max)
{
	json_int_t most = max ? json_integer_value(max) : MQTT_REPLAY_MAX;

	if (!json_is_integer(since) || json_integer_value(since) < 0)
		return refused(id, "since has to be the number of a report, or 0");
	if (max && (!json_is_integer(max) || most < 1))
		return refused(id, "max has to be a number from 1");
	return (struct mqtt_asked){.what = MQTT_ASK_REPLAY,
				   .id = id,
				   .since = (uint64_t)json_integer_value(since),
				   .max = most < MQTT_REPLAY_MAX ? (size_t)most : MQTT_REPLAY_MAX};
}

struct mqtt_asked mqtt_ask_read(const char *text, size_t len)
{
	json_t *object = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
	json_int_t id = json_integer_value(json_object_get(object, "id"));
	const char *ask = json_string_value(json_object_get(object, "ask"));
	struct mqtt_asked asked;

	if (!json_is_object(object))
		asked = refused(0, "that is no JSON object");
	else if (!ask)
		asked = refused(id, "ask has to be replay, state or ping");
	else if (strcmp(ask, "replay") == 0)
		asked = read_replay(id, json_object_get(object, "since"),
				    json_object_get(object, "max"));
	else if (strcmp(ask, "state") == 0)
		asked = (struct mqtt_asked){.what = MQTT_ASK_STATE, .id = id};
	else if (strcmp(ask, "ping") == 0)
		asked = (struct mqtt_asked){.what = MQTT_ASK_PING, .id = id};
	else
		asked = refused(id, "ask has to be replay, state or ping");
	json_decref(object);
	return asked;
}

bool mqtt_tell_topic(const struct mqtt_names *names, const char *asked, char ret[MQTT_TOPIC_MAX])
{
	char before[MQTT_TOPIC_MAX];
	size_t len;

	mqtt_topic(names, "ask/", before);
	len = strlen(before);
	if (strncmp(asked, before, len) != 0 || asked[len] == '\0' || strlen(asked + len) > 64 ||
	    strcspn(asked + len, "/+#") < strlen(asked + len))
		return false;
	mqtt_topic(names, "tell/", ret);
	snprintf(ret + strlen(ret), MQTT_TOPIC_MAX - strlen(ret), "%s", asked + len);
	return true;
}
