/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/send/mqtt.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "broadcast/output/mqtt.h"
#include "broadcast/output/scores.h"
#include "daemon/base/log.h"
#include "daemon/hall/round.h"
#include "daemon/publish/delivery.h"
#include "daemon/publish/snapshot.h"
#include "daemon/send/mqtt_link.h"
#include "daemon/send/mqtt_since.h"
#include "daemon/stream/equipment.h"
#include "daemon/stream/stream.h"

#define GATHER_MS   20    /* what comes together is built once */
#define LOOK_MS     2000  /* how often is looked for what is due by the time alone */
#define HEALTH_MS   10000 /* how often it is told how the machine is */
#define ACKED_FILE  "mqtt-acked"
#define PATH_LENGTH (PUBLISH_PATH_MAX + 16)

struct send_mqtt {
	struct publish *publish;
	const struct hall *hall;
	struct mqtt_link *link; /* NULL: no broker is configured */
	char host[256], prefix[64], node[33], session[WHEN_TEXT_MAX];
	struct mqtt_names names;
	uv_timer_t timer, health_timer, look_timer;
	json_t *dirty;      /* an object: the boards that have changed */
	json_t *alerts;     /* of each board an object with the topics that are not empty */
	json_t *infos;      /* of each board its info as it was put last */
	json_t *equipments; /* and its equipment */
	size_t boards;      /* the number of boards that $node names */
	uint64_t since;     /* all that a hub needs is behind this report */
	char uuid[JOURNAL_UUID_MAX];
	uint64_t *shown; /* by table: the last report the public's game has */
	uint64_t manner; /* in which the public was shown them (snapshot.h) */
};

/* --- one topic --- */

static void put_text(struct send_mqtt *m, const char *topic, const char *text)
{
	mqtt_link_put(m->link, topic, text, strlen(text));
}

/* Takes the object. */
static void put(struct send_mqtt *m, const char *topic, json_t *object)
{
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	if (text)
		put_text(m, topic, text);
	else
		log_error("out of memory: %s is not sent", topic);
	free(text);
	json_decref(object);
}

static void put_board(struct send_mqtt *m, const struct record_board *board, const char *leaf,
		      json_t *object)
{
	char topic[MQTT_TOPIC_MAX];

	mqtt_board_topic(&m->names, board->id, leaf, topic);
	put(m, topic, object);
}

/* Takes the object. Of one that differs from before in its number alone nobody learns anything. */
static void put_changed(struct send_mqtt *m, json_t *befores, const struct record_board *board,
			const char *leaf, json_t *object)
{
	json_t *before = json_object_get(befores, board->id);

	if (json_object_get(object, "seq"))
		json_object_set(before, "seq", json_object_get(object, "seq"));
	if (object && before && json_equal(before, object)) {
		json_decref(object);
		return;
	}
	json_object_set(befores, board->id, object);
	put_board(m, board, leaf, object);
}

/* It changes without a report, so it has no number: what came last is true. */
static void put_equipment(struct send_mqtt *m, const struct record_board *board,
			  const struct desk *desk)
{
	put_changed(
		m, m->equipments, board, "equipment",
		stream_equipment(&desk->table, desk->settings.table.board.make, desk->ahead_ms));
}

/* --- a board --- */

static json_t *alerts_of(struct send_mqtt *m, const struct record_board *board)
{
	json_t *alerts = json_object();
	const struct game *g = board->game;
	char topic[MQTT_TOPIC_MAX];

	if (board->link == RECORD_LOST) {
		mqtt_alert_topic(&m->names, board->id, 0, topic);
		json_object_set_new(alerts, topic, mqtt_link_alert(board));
	}
	for (size_t i = 0; g && i < g->irregularity_count; i++) {
		const struct game_irregularity *one = &g->irregularities[i];

		if (one->ruling != GAME_OPEN && one->ruling != GAME_CLAIMED)
			continue;
		mqtt_alert_topic(&m->names, board->id, one->seq, topic);
		json_object_set_new(alerts, topic, json_loads(one->report, 0, NULL));
	}
	return alerts;
}

static void gather_alerts(struct send_mqtt *m, const struct record_board *board)
{
	json_t *before = json_object_get(m->alerts, board->id), *now = alerts_of(m, board);
	const char *topic;
	json_t *alert;

	json_object_foreach(now, topic, alert) put(m, topic, json_incref(alert));
	json_object_foreach(before, topic, alert) if (!json_object_get(now, topic))
		put_text(m, topic, "");
	json_object_set_new(m->alerts, board->id, now);
}

static void gather_things(struct send_mqtt *m, const struct record_board *board)
{
	for (size_t i = 0; i < MQTT_THINGS; i++) {
		char topic[MQTT_TOPIC_MAX];

		mqtt_thing_topic(&m->names, board->id, (enum mqtt_thing)i, topic);
		if (i == MQTT_BATTERY && board->battery < 0)
			put_text(m, topic, ""); /* the board of before may have had one */
		else
			put(m, topic, mqtt_thing(&m->names, board, (enum mqtt_thing)i));
	}
}

static void gather_board(struct send_mqtt *m, const struct record_board *board)
{
	char state[MQTT_TOPIC_MAX];
	struct hall_view view;
	bool is_there = hall_find(m->hall, board->id, &view);

	put_changed(m, m->infos, board, "info", mqtt_info(board, is_there ? view.device : NULL));
	if (is_there && strcmp(view.desk->board, board->id) == 0) {
		put_board(m, board, "position", mqtt_position(board, view.desk->table.seen));
		put_equipment(m, board, view.desk);
	}
	put_board(m, board, "clock", mqtt_clock(board));
	if (board->game && board->game->base_count > 0)
		put_board(m, board, "game", mqtt_game(board->game, false));
	mqtt_board_topic(&m->names, board->id, "$state", state);
	put_text(m, state, mqtt_board_word(board));
	gather_alerts(m, board);
	if (m->publish->config.mqtt.homeassistant)
		gather_things(m, board);
}

/* --- the node, and what the public sees --- */

static size_t count_boards(const struct record *record)
{
	size_t count = 0;

	for (size_t i = 0; i < record_count(record); i++)
		count += record_is_met(record_at(record, i));
	return count;
}

static void gather_node(struct send_mqtt *m)
{
	const struct publish *publish = m->publish;
	const struct config *config = &publish->config;
	struct mqtt_node node = {.journal = publish->uuid,
				 .session = m->session,
				 .version = BOARDD_VERSION,
				 .host = m->host,
				 .laws = touch_edition_words[config->laws.edition],
				 .mode = touch_mode_words[config->laws.mode],
				 .delay_s = (unsigned)(config->broadcast.delay_ms / 1000),
				 .delay_plies = config->broadcast.delay_plies,
				 .since = m->since};
	size_t boards = count_boards(publish->record);
	char topic[MQTT_TOPIC_MAX];

	if (m->boards == boards && strcmp(m->uuid, publish->uuid) == 0)
		return;
	m->boards = boards;
	if (m->uuid[0] != '\0' && strcmp(m->uuid, publish->uuid) != 0) {
		json_object_clear(m->infos); /* a new journal counts its reports anew */
		json_object_clear(m->equipments);
		node.since = m->since = 0;
	}
	memcpy(m->uuid, publish->uuid, sizeof(m->uuid));
	mqtt_topic(&m->names, "$node", topic);
	put(m, topic, mqtt_node(&node, publish->record));
}

static void gather_table(struct send_mqtt *m, const struct game *g,
			 const struct pgn_options *options)
{
	char topic[MQTT_TOPIC_MAX];
	size_t len = 0;
	char *pgn = scores_write_games(&g, 1, options, &len);

	mqtt_public_topic(&m->names, g->table, "game", topic);
	put(m, topic, mqtt_game(g, options->completed_only));
	mqtt_public_topic(&m->names, g->table, "pgn", topic);
	if (pgn)
		mqtt_link_put(m->link, topic, pgn, len);
	free(pgn);
}

static void gather_public(struct send_mqtt *m)
{
	const struct record *record = snapshot_view(m->publish->snapshot, true).record;
	const struct game **games = calloc(record_count(record) + 1, sizeof(struct game *));
	size_t count = games ? scores_games(record, 0, 0, games) : 0;
	struct snapshot_options options;

	snapshot_options(m->publish, &options);
	for (size_t i = 0; i < count; i++) {
		const struct game *g = games[i];

		if (g->table == 0 || g->table > CONFIG_TABLE_MAX || m->shown[g->table] == g->seq)
			continue;
		m->shown[g->table] = g->seq;
		gather_table(m, g, &options.pgn);
	}
	free(games);
}

/* --- the loop --- */

/* Another delay, other names to hide, another configuration: all of it is told again. */
static void look_at_manner(struct send_mqtt *m)
{
	uint64_t manner = snapshot_view(m->publish->snapshot, true).manner;

	if (manner == m->manner)
		return;
	m->manner = manner;
	memset(m->shown, 0, (CONFIG_TABLE_MAX + 1) * sizeof(*m->shown));
	m->boards = SIZE_MAX;
}

static void gather(uv_timer_t *timer)
{
	struct send_mqtt *m = timer->data;
	const char *id;
	json_t *value;

	look_at_manner(m);
	gather_node(m);
	json_object_foreach(m->dirty, id, value)
	{
		const struct record_board *board = record_board(m->publish->record, id);

		if (board &&
		    record_is_met(
			    board)) /* a table without a board has only its topics below public/ */
			gather_board(m, board);
	}
	json_object_clear(m->dirty);
	gather_public(m);
	mqtt_link_release(m->link, m->publish->uuid, feed_last(m->publish->feed));
}

static void soon(struct send_mqtt *m)
{
	if (!uv_is_active((uv_handle_t *)&m->timer))
		uv_timer_start(&m->timer, gather, GATHER_MS, 0);
}

static void hear(void *data, const struct feed_entry *entry)
{
	struct send_mqtt *m = data;
	const char *event = json_string_value(json_object_get(entry->report, "event"));

	if (event && strcmp(event, "decision") == 0) /* an order to the clock, perhaps: told anew */
		json_object_del(m->equipments, entry->board);
	if (json_object_set_new(m->dirty, entry->board, json_true()) < 0)
		log_error("out of memory: %s is not sent", entry->board);
	mqtt_link_release(m->link, m->publish->uuid, entry->seq);
	soon(m);
}

static void snapshot_changed(void *data)
{
	soon(data);
}

/* Which words of a hub are known here; NULL: none. */
static json_t *last_words(const struct send_mqtt *m)
{
	const char *id = m->publish->config.broadcast.id;
	uint64_t stamp = hall_rounds(m->hall)->stamp;

	return stamp > 0
		       ? json_pack("{s:s, s:I}", "event", id ? id : "", "stamp", (json_int_t)stamp)
		       : NULL;
}

/* How the machine is: for hubs, and for whoever looks after many. */
static void tell_health(uv_timer_t *timer)
{
	struct send_mqtt *m = timer->data;
	struct journal_stats stats = journal_stats(m->publish->journal);
	char topic[MQTT_TOPIC_MAX], time[WHEN_TEXT_MAX];

	when_write((int64_t)(moment_now(&m->publish->moment) + m->publish->moment.ahead_ms), time);
	mqtt_topic(&m->names, "health", topic);
	put(m, topic,
	    json_pack("{s:I, s:s, s:b, s:I, s:i, s:b, s:o*}", "seq",
		      (json_int_t)feed_last(m->publish->feed), "time", time, "journal_failing",
		      stats.is_failing, "journal_waiting_bytes", (json_int_t)stats.queued_bytes,
		      "disk_free_percent", (int)stats.free_percent, "clock_synced",
		      m->publish->is_synchronised, "told", last_words(m)));
}

/* Somebody's default time may have come, and nothing of it is reported. */
static void look_what_is_due(uv_timer_t *timer)
{
	struct send_mqtt *m = timer->data;
	struct hall_view view;

	for (size_t i = 0; i < record_count(m->publish->record); i++) {
		const struct record_board *board = record_at(m->publish->record, i);

		if (record_is_met(board) && hall_find(m->hall, board->id, &view) &&
		    strcmp(view.desk->board, board->id) == 0)
			put_equipment(m, board, view.desk);
	}
}

/* --- beginning and end --- */

/* The name of the machine, as a topic takes it. */
static void name_node(struct send_mqtt *m)
{
	const char *given = m->publish->config.mqtt.node;
	size_t i = 0;

	if (gethostname(m->host, sizeof(m->host) - 1) < 0)
		snprintf(m->host, sizeof(m->host), "localhost");
	if (given) {
		snprintf(m->node, sizeof(m->node), "%s", given);
		return;
	}
	for (; i + 1 < sizeof(m->node) && m->host[i] != '\0' && m->host[i] != '.'; i++) {
		char c = (char)tolower((unsigned char)m->host[i]);

		m->node[i] = isalnum((unsigned char)c) ? c : '-';
	}
	m->node[i] = '\0';
}

static int open_link(struct send_mqtt *m)
{
	const struct publish *publish = m->publish;
	const struct config *config = &publish->config;
	char path[PATH_LENGTH];
	struct mqtt_link_config link = {.host = config->mqtt.host,
					.port = config->mqtt.port,
					.others = config->mqtt.others.items,
					.other_count = config->mqtt.others.count,
					.keepalive_s = (unsigned)(config->mqtt.keepalive_ms / 1000),
					.prefix = config->mqtt.prefix,
					.node = m->node,
					.user = config->mqtt.user,
					.password_file = config->mqtt.password_file,
					.tls_ca = config->mqtt.tls_ca,
					.journal_path = publish->journal_path,
					.acked_path = path,
					.is_home = config->mqtt.homeassistant,
					.uuid = publish->uuid,
					.first_seq = feed_last(publish->feed)};
	const char *slash = strrchr(publish->journal_path, '/');

	snprintf(path, sizeof(path), "%.*s%s", slash ? (int)(slash + 1 - publish->journal_path) : 0,
		 publish->journal_path, ACKED_FILE);
	return mqtt_link_new(&m->link, &link);
}

static void mark_all(struct send_mqtt *m)
{
	for (size_t i = 0; i < record_count(m->publish->record); i++)
		json_object_set_new(m->dirty, record_at(m->publish->record, i)->id, json_true());
}

int send_mqtt_new(struct send_mqtt **ret, struct publish *publish, const struct hall *hall)
{
	struct send_mqtt *m = calloc(1, sizeof(*m));
	int r = -ENOMEM;

	if (!m)
		return r;
	*ret = m;
	m->publish = publish;
	m->hall = hall;
	uv_timer_init(&publish->loop, &m->timer);
	uv_timer_init(&publish->loop, &m->health_timer);
	uv_timer_init(&publish->loop, &m->look_timer);
	m->timer.data = m->health_timer.data = m->look_timer.data = m;
	if (!publish->config.mqtt.host || publish->config.hub.name)
		return 0; /* a hub has its own connection */
	m->since = mqtt_since(publish);
	m->dirty = json_object();
	m->alerts = json_object();
	m->infos = json_object();
	m->equipments = json_object();
	m->shown = calloc(CONFIG_TABLE_MAX + 1, sizeof(*m->shown));
	name_node(m);
	snprintf(m->prefix, sizeof(m->prefix), "%s", publish->config.mqtt.prefix);
	m->names = (struct mqtt_names){m->prefix, m->node};
	when_write((int64_t)(publish->started_ms + publish->moment.ahead_ms), m->session);
	if (m->dirty && m->alerts && m->infos && m->equipments && m->shown)
		r = open_link(m);
	if (r == 0)
		r = feed_listen(publish->feed, hear, m);
	if (r == 0)
		r = snapshot_listen(publish->snapshot, snapshot_changed, m);
	if (r < 0)
		return r;
	mark_all(m);
	tell_health(&m->health_timer);
	gather(&m->timer);
	uv_timer_start(&m->health_timer, tell_health, HEALTH_MS, HEALTH_MS);
	uv_timer_start(&m->look_timer, look_what_is_due, LOOK_MS, LOOK_MS);
	return 0;
}

static void closed(uv_handle_t *handle)
{
	struct send_mqtt *m = handle->data;

	json_decref(m->dirty);
	json_decref(m->alerts);
	json_decref(m->infos);
	json_decref(m->equipments);
	free(m->shown);
	free(m);
}

/* Who looks at a board alone has to see that nobody listens to it any more. */
static void leave_boards(struct send_mqtt *m)
{
	for (size_t i = 0; i < record_count(m->publish->record); i++) {
		const struct record_board *board = record_at(m->publish->record, i);
		char state[MQTT_TOPIC_MAX];

		mqtt_board_topic(&m->names, board->id, "$state", state);
		if (record_is_met(board))
			put_text(m, state, "lost");
	}
}

void send_mqtt_free(struct send_mqtt *m)
{
	if (!m)
		return;
	if (m->link)
		leave_boards(m);
	mqtt_link_free(m->link);
	if (m->link)
		snapshot_unlisten(m->publish->snapshot, m);
	uv_close((uv_handle_t *)&m->health_timer, NULL);
	uv_close((uv_handle_t *)&m->look_timer, NULL);
	uv_close((uv_handle_t *)&m->timer, closed);
}

json_t *send_mqtt_status(const struct send_mqtt *m)
{
	struct mqtt_link_status status;

	if (!m || !m->link)
		return json_null();
	status = mqtt_link_status(m->link);
	return json_pack("{s:b, s:i, s:I, s:o, s:s?}", "ready", status.is_ready, "connections",
			 (int)status.connections, "acked", (json_int_t)status.acked, "last",
			 delivery_last(&status.arrived), "why",
			 status.is_ready || status.why[0] == '\0' ? NULL : status.why);
}
