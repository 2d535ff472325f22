/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/call.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "broadcast/output/build_json.h"
#include "daemon/control/backup.h"
#include "daemon/control/call_private.h"
#include "daemon/control/describe.h"
#include "daemon/control/login.h"
#include "daemon/hub/hub.h"
#include "daemon/publish/halted.h"
#include "daemon/publish/notify.h"
#include "daemon/send/folder.h"
#include "daemon/send/lichess.h"
#include "daemon/send/mqtt.h"
#include "daemon/send/upload.h"
#include "driver/bluetooth.h"

#define UNDO_TRIES 50 /* a board at which somebody plays rests long enough for one of them */

/* --- answering --- */

static void leave(struct call *call)
{
	if (call->link) {
		*call->link = call->next;
		if (call->next)
			call->next->link = call->link;
	}
	if (call->self)
		*call->self = NULL;
	if (call->fd >= 0)
		close(call->fd);
	hall_past_free(call->past);
	call_drop_pieces(call);
	call_hub_clear(call);
	free(call);
}

void call_join_waiting(struct call *call)
{
	struct server *server = call->server;

	call->link = &server->waiting;
	call->next = server->waiting;
	if (call->next)
		call->next->link = &call->next;
	server->waiting = call;
}

/* What has changed something is answered when that is on the disk; it may be there already. */
static bool is_held_back(struct call *call, json_t *result)
{
	struct journal *journal = call->server->publish.journal;

	if (!call->changes || !result || !journal)
		return false;
	call->changes = false;
	call->mark = journal_hurry(journal);
	if (journal_has(journal, call->mark))
		return false;
	call->result = result;
	call_join_waiting(call);
	return true;
}

void call_end(struct call *call, json_t *result)
{
	if (is_held_back(call, result))
		return;
	if (call->answer)
		call->answer(call->data, result ? CALL_GOOD : CALL_FAILED, result,
			     result ? NULL : "out of memory");
	json_decref(result);
	leave(call);
}

void call_fail(struct call *call, enum call_status status, const char *format, ...)
{
	char why[CALL_WHY_MAX];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	if (call->answer)
		call->answer(call->data, status, NULL, why);
	leave(call);
}

/* The answer is given when everybody can see the report. */
static void wait_for(struct call *call, uint64_t seq)
{
	call->changes = false;
	call->seq = seq;
	call_join_waiting(call);
}

void call_forgotten(struct server *server)
{
	struct call *first = NULL;

	for (struct call *call = server->waiting; call; call = call->next)
		if (call->awaits_forgotten)
			first = call;
	if (first)
		call_end(first, json_pack("{s:s, s:b, s:s}", "player", first->text, "forgotten", 1,
					  "word", first->why));
}

void call_give_up(struct server *server)
{
	while (server->waiting) {
		struct call *call = server->waiting;

		json_decref(call->result);
		call->result = NULL;
		call_fail(call, CALL_FAILED, "boardd is stopping");
	}
}

void call_forget(struct call *call)
{
	if (!call)
		return;
	call->answer = NULL;
	if (call->is_worked_for && !call->import && !call->past && !call->errand &&
	    !call->joining) /* who only reads need not go on */
		worker_cancel(&call->worker);
}

/* --- what is asked for --- */

static const char *text_of(const json_t *param, const char *key)
{
	return json_string_value(json_object_get(param, key));
}

/* Where games go by the configuration, and how late. */
static json_t *outputs_of(const struct config *config)
{
	char address[300] = "";

	if (config->http.public_at.host)
		snprintf(address, sizeof(address), "%.255s:%u", config->http.public_at.host,
			 config->http.public_at.port);
	return json_pack("{s:s?, s:s?, s:b, s:I, s:i}", "public", address[0] ? address : NULL,
			 "folder", config->broadcast.folder, "notices",
			 config->notify.webhook || config->notify.ntfy, "delay_s",
			 (json_int_t)(config->broadcast.delay_ms / 1000), "delay_plies",
			 (int)config->broadcast.delay_plies);
}

static void status(struct call *call, const json_t *param)
{
	struct server *server = call->server;
	struct journal_stats stats = journal_stats(server->publish.journal);

	(void)param;
	call_end(call,
		 json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:i, s:i, s:b, s:f, s:b, "
			   "s:I, s:i, s:I, s:o, "
			   "s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:i}, s:s?}",
			   "version", BOARDD_VERSION, "address", server->address, "journal",
			   server->publish.uuid, "head", stats.head, "head_seq",
			   (json_int_t)stats.head_seq, "last",
			   (json_int_t)feed_last(server->publish.feed), "uptime_s",
			   (json_int_t)((moment_now(&server->publish.moment) -
					 server->publish.started_ms) /
					1000),
			   "tables", (int)hall_count(server->hall), "round",
			   (int)hall_round(server->hall), "clock_synced",
			   server->publish.is_synchronised, "time_scale",
			   server->publish.moment.scale, "journal_failing", stats.is_failing,
			   "journal_waiting_bytes", (json_int_t)stats.queued_bytes,
			   "disk_free_percent", (int)stats.free_percent, "commits",
			   (json_int_t)stats.commits, "backup", backup_status(server->backup),
			   "lichess", send_lichess_status(server->lichess), "upload",
			   send_upload_status(server->upload), "mqtt",
			   send_mqtt_status(server->mqtt), "halts",
			   halted_games_status(&server->publish), "outputs",
			   outputs_of(&server->publish.config), "hub", hub_status(server->hub),
			   "folder", send_folder_status(server->folder), "notices",
			   notify_status(server->notify), "livechess", "clients",
			   (int)server->livechess_clients, "floor",
			   server->publish.config.boards.floor));
}

static void board(struct call *call, const json_t *param)
{
	const char *name = text_of(param, "board");
	struct hall_view view;

	if (!name)
		call_fail(call, CALL_BAD, "\"board\" is missing");
	else if (!hall_find(call->server->hall, name, &view))
		call_fail(call, CALL_NOT_FOUND, "there is no board \"%.60s\"", name);
	else
		call_end(call, describe_table(call->server, &view));
}

static void games(struct call *call, const json_t *param)
{
	(void)param;
	call_end(call, build_games(call->server->publish.record));
}

json_t *call_pgn(const struct game *game, const struct pgn_options *options)
{
	char little[4096];
	struct rules_text text = rules_text_in(little, sizeof(little));
	json_t *result;
	char *bytes;

	pgn_write(&text, game, options);
	if (text.len < sizeof(little))
		return json_stringn(little, text.len);
	bytes = malloc(text.len + 1);
	if (!bytes)
		return NULL;
	text = rules_text_in(bytes, text.len + 1);
	pgn_write(&text, game, options);
	result = json_stringn(bytes, text.len);
	free(bytes);
	return result;
}

/* Of a board the game that is on it, or any game by its GID. */
static const struct game *find_game(const struct server *server, const json_t *param)
{
	const char *name = text_of(param, "board"), *gid = text_of(param, "game");
	const struct record_board *at = NULL;
	struct hall_view view;

	if (gid)
		at = record_game(server->publish.record, gid);
	else if (name && hall_find(server->hall, name, &view))
		at = record_board(server->publish.record, view.desk->board);
	return at ? at->game : NULL;
}

static void game(struct call *call, const json_t *param)
{
	const struct game *found = find_game(call->server, param);
	const char *gid = text_of(param, "game"), *lang = text_of(param, "lang");

	if (lang && !build_words_of(lang, &call->words)) {
		call_fail(call, CALL_BAD, "there is no language \"%.20s\"", lang);
		return;
	}
	call->has_words = lang != NULL;
	call->is_pgn = json_is_true(json_object_get(param, "pgn"));
	call->with_fens = json_is_true(json_object_get(param, "fens"));
	snapshot_options(&call->server->publish, &call->shown);
	if (found && found->id[0] != '\0' && call->is_pgn) {
		call_end(call, call_pgn(found, &call->shown.pgn));
	} else if (found && found->id[0] != '\0') {
		call_end(call,
			 build_game(found, call->with_fens, call->has_words ? &call->words : NULL));
	} else if (gid) {
		snprintf(call->text, sizeof(call->text), "%s", gid);
		call_old_game(call);
	} else {
		call_fail(call, CALL_NOT_FOUND, "there is no game on \"%.60s\"",
			  text_of(param, "board") ? text_of(param, "board") : "");
	}
}

static enum call_status status_of(int error)
{
	return error == -ENOENT ? CALL_NOT_FOUND : CALL_BAD;
}

static const char *from_of(const struct call *call)
{
	return call->from[0] != '\0' ? call->from : NULL;
}

static void tell_acted(struct call *call, int r, uint64_t seq, const char *why)
{
	if (r < 0)
		call_fail(call, status_of(r), "%s", why);
	else
		wait_for(call, seq);
}

static void read_past(struct worker *worker)
{
	hall_past_read(call_of_worker(worker)->past);
}

/* Whatever the board said meanwhile belongs to the past as well: then it is read again. */
static void undo(struct worker *worker, bool was_run)
{
	struct call *call = call_of_worker(worker);
	char why[HALL_WHY_MAX] = "";
	uint64_t seq = 0;
	int r;

	call->is_worked_for = false;
	if (!was_run || !call->server->hall) {
		call_fail(call, CALL_FAILED, "boardd is stopping");
		return;
	}
	r = hall_past_act(call->past, call->text, call->by, from_of(call), &seq, why);
	if (r == -EAGAIN && ++call->tries < UNDO_TRIES)
		call_put_worker(call, WORKER_PAST, read_past, undo);
	else if (r == -EAGAIN)
		call_fail(call, CALL_NOT_NOW, "the board does not rest; try again");
	else
		tell_acted(call, r, seq, why);
}

static void begin_undo(struct call *call, const char *board, const char *action)
{
	char why[HALL_WHY_MAX] = "out of memory";
	int r;

	if (strlen(action) >= sizeof(call->text)) {
		call_fail(call, CALL_BAD, "the action is too long");
		return;
	}
	r = hall_past_new(&call->past, call->server->hall, board, why);
	if (r < 0) {
		call_fail(call, r == -ENOMEM ? CALL_FAILED : status_of(r), "%s", why);
		return;
	}
	snprintf(call->text, sizeof(call->text), "%s", action);
	call_put_worker(call, WORKER_PAST, read_past, undo);
}

void call_act(struct call *call, const json_t *param)
{
	const char *name = text_of(param, "board"), *action = text_of(param, "action");
	char why[HALL_WHY_MAX] = "";
	uint64_t seq = 0;
	int r;

	if (!name || !action) {
		call_fail(call, CALL_BAD, "\"board\" and \"action\" are needed");
	} else if (call->server->hub) {
		call_afar(call, "act", param);
	} else if (hall_needs_past(action)) {
		begin_undo(call, name, action);
	} else {
		r = hall_act(call->server->hall, name, action, call->by, from_of(call), &seq, why);
		tell_acted(call, r, seq, why);
	}
}

void call_assign(struct call *call, const json_t *param)
{
	const char *name = text_of(param, "board");
	json_int_t table = json_integer_value(json_object_get(param, "table"));
	char why[HALL_WHY_MAX] = "";
	int r;

	if (!name || table < 1 || table > CONFIG_TABLE_MAX) {
		call_fail(call, CALL_BAD, "\"board\" and \"table\", from 1 to %d, are needed",
			  CONFIG_TABLE_MAX);
		return;
	}
	if (call->server->hub) {
		call_afar(call, "assign", param);
		return;
	}
	r = hall_assign(call->server->hall, name, (unsigned)table, why);
	if (r < 0)
		call_fail(call, status_of(r), "%s", why);
	else
		call_end(call, json_pack("{s:i}", "table", (int)table));
}

static void login(struct call *call, const json_t *param)
{
	const char *name = text_of(param, "name");
	char link[LOGIN_LINK_MAX], why[LOGIN_WHY_MAX];

	if (!name)
		call_fail(call, CALL_BAD, "\"name\" is needed");
	else if (login_invite(call->server->login, name, link, why) < 0)
		call_fail(call, CALL_BAD, "%s", why);
	else
		call_end(call, json_pack("{s:s, s:s}", "name", name, "link", link));
}

static void logout(struct call *call, const json_t *param)
{
	const char *name = text_of(param, "name");
	int r = name ? login_revoke(call->server->login, name) : -EINVAL;

	if (!name)
		call_fail(call, CALL_BAD, "\"name\" is needed");
	else if (r == 0)
		call_fail(call, CALL_NOT_FOUND, "%.60s is not logged in", name);
	else if (r < 0)
		call_fail(call, CALL_FAILED, "the journal can take no more");
	else
		call_end(call, json_pack("{s:s}", "name", name));
}

/*
 * A pipe would have a thread wait for whoever reads it, or does not; and what is in a file already,
 * perhaps the journal itself, would be lost.
 */
static bool is_empty_file(int fd)
{
	struct stat stat;

	return fd >= 0 && fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) && stat.st_size == 0;
}

static void backup(struct call *call, const json_t *param)
{
	(void)param;
	if (!is_empty_file(call->fd))
		call_fail(call, CALL_BAD, "a backup needs an open file that is empty, and no pipe");
	else
		call_backup(call);
}

static void export(struct call *call, const json_t *param)
{
	const char *gid = text_of(param, "game");

	if (!is_empty_file(call->fd) || !gid) {
		call_fail(call, CALL_BAD,
			  "an export needs \"game\" and an open file that is empty, no pipe");
		return;
	}
	snprintf(call->text, sizeof(call->text), "%s", gid);
	if (call->server->hub)
		call_fetch_export(call);
	else
		call_export(call);
}

static void report(struct call *call, const json_t *param)
{
	const struct journal *journal = call->server->publish.journal;

	(void)param;
	if (!is_empty_file(call->fd)) {
		call_fail(call, CALL_BAD, "a report needs an open file that is empty, and no pipe");
		return;
	}
	call->result = report_state(call->server);
	call->ends = (struct report_ends){journal_last_seq(journal), journal_last_input(journal)};
	if (call->result)
		call_report(call);
	else
		call_fail(call, CALL_FAILED, "out of memory");
}

/* Nothing else looks like it, in this journal or another. */
static int new_word(char ret[32])
{
	uint32_t number;

	if (getrandom(&number, sizeof(number), 0) != (ssize_t)sizeof(number))
		return -EIO;
	snprintf(ret, 32, "N.N. %08x", number);
	return 0;
}

/* From now on nothing is written with the name; the answer comes when it is gone from all else. */
static void begin_forgetting(struct call *call)
{
	struct server *server = call->server;
	char word[32];

	if (new_word(word) < 0 ||
	    journal_put_forget(server->publish.journal, call->text, word) < 0) {
		call_fail(call, CALL_FAILED, "the journal can take no more");
		return;
	}
	(void)journal_hurry(server->publish.journal);
	hall_forget(server->hall, call->text, word);
	snprintf(call->why, sizeof(call->why), "%s", word);
	call->changes = false;
	call->awaits_forgotten = true;
	call_join_waiting(call);
}

static void found_player(struct worker *worker, bool was_run)
{
	struct call *call = call_of_worker(worker);
	const struct journal_person *person = &call->person;

	call->is_worked_for = false;
	if (!was_run || !call->server->hall)
		call_fail(call, CALL_FAILED, "boardd is stopping");
	else if (call->status != CALL_GOOD)
		call_fail(call, call->status, "%s", call->why);
	else if (person->count == 0)
		call_fail(call, CALL_NOT_FOUND, "no player is called \"%.100s\"%s%s", call->text,
			  person->similar[0] != '\0' ? "; there is " : "", person->similar);
	else if (call->is_confirmed)
		begin_forgetting(call);
	else
		call_end(call, json_pack("{s:s, s:I, s:b}", "player", call->text, "found",
					 (json_int_t)person->count, "forgotten", 0));
}

static void forget(struct call *call, const json_t *param)
{
	const char *player = text_of(param, "player");

	if (!player || player[0] == '\0' || strlen(player) >= sizeof(call->text)) {
		call_fail(call, CALL_BAD, "\"player\" is needed, the whole name");
		return;
	}
	snprintf(call->text, sizeof(call->text), "%s", player);
	call->is_confirmed = json_is_true(json_object_get(param, "confirmed"));
	call->changes = false;
	call_find_player(call, found_player);
}

/* --- the calls --- */

static const struct {
	const char *name;
	bool needs_person; /* the call changes something, or tells all */
	bool is_local;     /* only for the control socket */
	void (*begin)(struct call *call, const json_t *param);
} rows[] = {
	{"status", false, false, status},
	{"boards", false, false, call_boards},
	{"board", false, false, board},
	{"games", false, false, games},
	{"game", false, false, game},
	{"archive", false, false, call_archive},
	{"blink", true, false, call_blink},
	{"act", true, false, call_act},
	{"assign", true, false, call_assign},
	{"round", false, false, call_round},
	{"login", true, true, login},
	{"logout", true, true, logout},
	{"backup", true, true, backup},
	{"export", true, true, export},
	{"forget", true, true, forget},
	{"report", true, true, report},
	{"bluetooth", false, false, call_bluetooth},
	{"hub", true, true, call_hub},
	{"hub-join", false, false, call_hub_join},
	{"hub-call", false, false, call_hub_call},
	{"hub-event", false, false, call_hub_event},
};

static struct call *call_new(struct server *server, const struct call_asked *asked)
{
	struct call *call = calloc(1, sizeof(*call));

	if (!call) {
		if (asked->fd >= 0)
			close(asked->fd);
		asked->answer(asked->data, CALL_FAILED, NULL, "out of memory");
		return NULL;
	}
	call->server = server;
	call->fd = asked->fd;
	call->answer = asked->answer;
	call->data = asked->data;
	snprintf(call->from, sizeof(call->from), "%s", asked->from ? asked->from : "");
	snprintf(call->by, sizeof(call->by), "%s", asked->by ? asked->by : "");
	return call;
}

struct call *call_when_written(struct server *server, const struct call_asked *asked,
			       json_t *result)
{
	struct call *call = call_new(server, asked);

	if (!call) {
		json_decref(result);
		return NULL;
	}
	call->self = &call;
	call->changes = true;
	call_end(call, result);
	if (call)
		call->self = NULL;
	return call;
}

struct call *call_begin(struct server *server, const struct call_asked *asked)
{
	struct call *call = call_new(server, asked);
	const char *fault = asked->by ? name_fault(asked->by) : NULL;

	if (!call)
		return NULL;
	call->self = &call;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (strcmp(rows[i].name, asked->name) != 0 ||
		    (rows[i].is_local && !asked->is_local))
			continue;
		call->changes = rows[i].needs_person;
		if (fault)
			call_fail(call, CALL_BAD, "%s", fault);
		else if (rows[i].needs_person && call->by[0] == '\0')
			call_fail(call, CALL_REFUSED, "log in to do this");
		else
			rows[i].begin(call, asked->param);
		if (call)
			call->self = NULL;
		return call;
	}
	call_fail(call, CALL_NOT_FOUND, "there is no call \"%.40s\"", asked->name);
	return NULL;
}
