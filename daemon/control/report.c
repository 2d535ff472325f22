/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/report.h"

#include <errno.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/control/backup.h"
#include "daemon/send/lichess.h"
#include "daemon/send/mqtt.h"
#include "daemon/send/upload.h"

#define REPORTS_MAX 5000 /* the last */
#define INPUTS_MAX  5000
#define BYTES_MAX   256 /* of one input */

/* --- how it is --- */

/* Numbers and truths of an object, and of its texts only whether they are there. */
static json_t *figures_of(json_t *object)
{
	json_t *figures = json_object(), *value;
	const char *key;

	json_object_foreach(object, key, value)
	{
		if (json_is_number(value) || json_is_boolean(value) || json_is_null(value))
			json_object_set(figures, key, value);
		else if (json_is_array(value))
			json_object_set_new(figures, key,
					    json_integer((json_int_t)json_array_size(value)));
		else
			json_object_set_new(figures, key, json_string("(not shown)"));
	}
	json_decref(object);
	return figures;
}

static void take_key(void *data, const char *section, const char *key, bool is_default,
		     const char *value)
{
	char name[120];

	if (is_default)
		return;
	snprintf(name, sizeof(name), "[%s] %s", section, key);
	json_object_set_new(data, name, json_string(value ? value : "(not shown)"));
}

static json_t *config_of(const struct config *config)
{
	json_t *keys = json_object();

	config_walk(config, take_key, keys);
	return keys;
}

static json_t *journal_of(const struct server *server)
{
	struct journal_stats stats = journal_stats(server->publish.journal);

	return json_pack("{s:s, s:s, s:I, s:I, s:b, s:I, s:I, s:i}", "uuid", server->publish.uuid,
			 "head", stats.head, "head_seq", (json_int_t)stats.head_seq, "commits",
			 (json_int_t)stats.commits, "failing", stats.is_failing, "waiting_bytes",
			 (json_int_t)stats.queued_bytes, "wal_pages", (json_int_t)stats.wal_pages,
			 "disk_free_percent", (int)stats.free_percent);
}

static json_t *log_of(void)
{
	static const char *const levels[] = {"error", "warning", "notice", "bytes"};
	struct log_sentence said[LOG_SENTENCES_MAX];
	size_t count = log_sentences(said);
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list,
				      json_pack("{s:s, s:s, s:I, s:I}", "level",
						levels[said[i].level], "sentence", said[i].format,
						"count", (json_int_t)said[i].count, "last_s",
						(json_int_t)said[i].last_s));
	return list;
}

static json_t *table_of(const struct server *server, const struct hall_view *view)
{
	static const char *const health[] = {"alive", "silent", "missing"};
	static const char *const links[] = {"unknown", "connected", "lost", "damaged"};
	const struct desk *desk = view->desk;
	const struct table *table = &desk->table;
	const struct record_board *board = record_board(server->publish.record, desk->board);

	return json_pack("{s:i, s:s, s:b, s:s?, s:i, s:b, s:i, s:b, s:b}", "table",
			 (int)desk->number, "health", health[view->health], "flooding",
			 view->is_flooding, "link", board ? links[board->link] : NULL, "battery",
			 board ? board->battery : -1, "has_game", table->has_game, "plies",
			 (int)table->plies, "over", table->is_over, "begun", desk->is_begun);
}

static json_t *tables_of(const struct server *server)
{
	json_t *list = json_array();

	for (size_t i = 0; i < hall_count(server->hall); i++) {
		struct hall_view view = hall_view(server->hall, i);

		json_array_append_new(list, table_of(server, &view));
	}
	return list;
}

json_t *report_state(struct server *server)
{
	const struct publish *publish = &server->publish;

	return json_pack("{s:s, s:I, s:f, s:b, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "boardd", BOARDD_VERSION, "uptime_s",
			 (json_int_t)((moment_now(&publish->moment) - publish->started_ms) / 1000),
			 "time_scale", publish->moment.scale, "clock_synced",
			 publish->is_synchronised, "round", (int)hall_round(server->hall),
			 "journal", journal_of(server), "backup",
			 figures_of(backup_status(server->backup)), "lichess",
			 figures_of(send_lichess_status(server->lichess)), "upload",
			 figures_of(send_upload_status(server->upload)), "mqtt",
			 figures_of(send_mqtt_status(server->mqtt)), "config",
			 config_of(&publish->config), "log", log_of(), "tables", tables_of(server));
}

/* --- what was --- */

/* Fields that only ever have our own words, numbers, squares and moves in them. */
static const char *const harmless[] = {
	"event",
	"seq",
	"table",
	"time",
	"state",
	"fen",
	"laws",
	"mode",
	"square",
	"piece",
	"color",
	"moves",
	"article",
	"ply",
	"san",
	"uci",
	"was",
	"why",
	"clock",
	"legal",
	"certainty",
	"id",
	"kind",
	"edition",
	"must",
	"remedy",
	"white",
	"black",
	"running",
	"what",
	"plies",
	"result",
	"reason",
	"undoes",
	"uid",
	"battery",
	"candidates",
	"evidence",
	"transport",
	"firmware",
	"supervised",
	"on_request",
	"penalty_minutes",
};

static bool is_harmless(const char *event, const char *key)
{
	/* Of a clock its times, of a game the players. */
	if ((strcmp(key, "white") == 0 || strcmp(key, "black") == 0) && strcmp(event, "clock") != 0)
		return false;
	for (size_t i = 0; i < sizeof(harmless) / sizeof(harmless[0]); i++)
		if (strcmp(harmless[i], key) == 0)
			return true;
	return false;
}

/* "result 1-0" is ours; "note Magda came late" is not: the first word is enough. */
static void set_action(json_t *to, const json_t *report)
{
	const char *action = json_string_value(json_object_get(report, "action"));

	if (action)
		json_object_set_new(to, "action", json_stringn(action, strcspn(action, " ")));
}

static int put(FILE *to, json_t *object)
{
	int r = object ? json_dumpf(object, to, JSON_COMPACT) : -1;

	json_decref(object);
	return r < 0 || fputc('\n', to) == EOF ? -EIO : 0;
}

static int put_report(void *data, const struct journal_report *report)
{
	json_t *whole = json_loadb(report->text, report->len, 0, NULL), *bare = json_object(),
	       *value;
	const char *event = report->event ? report->event : "", *key;

	json_object_foreach(whole, key, value) if (is_harmless(event, key))
		json_object_set(bare, key, value);
	set_action(bare, whole);
	json_decref(whole);
	return put(data, bare);
}

static int put_input(void *data, const struct journal_input *input)
{
	const uint8_t *bytes = input->data;
	char hex[2 * BYTES_MAX + 1] = "";

	if (input->kind == JOURNAL_INPUT_BYTES)
		for (size_t i = 0; i < input->len && i < BYTES_MAX; i++)
			snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	return put(data, json_pack("{s:I, s:s, s:i, s:I, s:I, s:s}", "input", (json_int_t)input->id,
				   "kind", journal_input_words[input->kind], "table",
				   (int)input->table, "at_ms", (json_int_t)input->at_ms, "len",
				   (json_int_t)input->len, "hex", hex));
}

int report_past(struct journal_reader *reader, const struct report_ends *ends, FILE *to)
{
	const struct journal_reports which = {
		.since = ends->seq > REPORTS_MAX ? ends->seq - REPORTS_MAX : 0, .up_to = ends->seq};
	int r = 0;

	if (ends->input > 0)
		r = journal_read_inputs(reader, 0,
					ends->input > INPUTS_MAX ? ends->input - INPUTS_MAX : 1,
					ends->input, put_input, to);
	return r == 0 && ends->seq > 0 ? journal_read_reports(reader, &which, put_report, to) : r;
}
