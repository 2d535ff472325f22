/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/sha256.h"
#include "daemon/control/call_private.h"
#include "daemon/control/round_show.h"
#include "daemon/hall/round.h"
#include "daemon/hub/hub.h"

/*
 * The call "round": shows one, begins one, ends one; says who plays whom and who
 * did not come. Files of pairings are read and understood on a thread of their
 * own, because they may be long, and then taken on the loop.
 */

struct call_import {
	unsigned start;  /* the round that is to begin with them; 0: none */
	unsigned round;  /* the round that the file is about, if the file does not say */
	bool is_asked;   /* because somebody said so */
	json_t *abandon; /* the tables whose games may be given up for it; NULL: none */
	size_t sizes[2]; /* of what is to be read from the descriptor */
	char *text;      /* the file, and behind it the players' */
	size_t len, players_len;
	struct pairing_list list;
	bool is_configured;         /* the file is taken only if it has changed */
	char hash[SHA256_TEXT_MAX]; /* of it, then */
};

/* --- answering --- */

void call_show_round(struct call *call)
{
	struct server *server = call->server;
	json_t *more = call->result, *object;

	call->result = NULL;
	feed_release(server->publish.feed, journal_released(server->publish.journal));
	object = round_show(server, call->shown_round);
	json_object_update(object, more);
	json_decref(more);
	call_end(call, object);
}

/* When what was said is on the disk: then all that follows from it may be seen, and is shown. */
static void answer(struct call *call, unsigned number, json_t *more)
{
	call->changes = false;
	call->shown_round = number;
	call->result = more ? more : json_object();
	call->mark = journal_hurry(call->server->publish.journal);
	if (journal_has(call->server->publish.journal, call->mark))
		call_show_round(call);
	else
		call_join_waiting(call);
}

/* Takes the words. Returns as hall_say_round() does; below 0 the call is over. */
static int say(struct call *call, json_t *words)
{
	char why[HALL_WHY_MAX] = "";
	int r;

	if (!call->import || !call->import->is_configured) /* that is what somebody says */
		hub_stamp(call->server->hub, call->by, words);
	r = hall_say_round(call->server->hall, words, call->by,
			   call->from[0] != '\0' ? call->from : NULL, why);
	if (r >= 0)
		hub_event_changed(call->server->hub, words);
	json_decref(words);
	if (r < 0)
		call_fail(call, r == -EIO ? CALL_FAILED : CALL_BAD, "%s", why);
	return r;
}

/* A whole number of a parameter; 0: it is none, or outside. */
static unsigned number_of(const json_t *param, const char *key, unsigned max)
{
	const json_t *value = json_object_get(param, key);
	json_int_t number = json_integer_value(value);

	return json_is_integer(value) && number > 0 && number <= (json_int_t)max ? (unsigned)number
										 : 0;
}

/* --- beginning and ending --- */

static bool is_over(const struct call *call, unsigned number)
{
	const struct round *round = rounds_find(hall_rounds(call->server->hall), number);

	return round && round->is_ended;
}

static bool end_it(struct call *call, unsigned number)
{
	return say(call, json_pack("{s:i, s:o}", "end", (int)number, "results",
				   round_results(call->server, number))) >= 0;
}

static bool is_listed(const json_t *list, const json_t *table)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_equal(json_array_get(list, i), table))
			return true;
	return false;
}

/* "1, 4, 9", and after some of them no more. */
static void name_tables(const json_t *tables, char *ret, size_t size)
{
	const json_t *table;
	size_t i, len = 0;

	ret[0] = '\0';
	json_array_foreach(tables, i, table)
	{
		int n = snprintf(ret + len, size - len, "%s%lld", i > 0 ? ", " : "",
				 (long long)json_integer_value(table));

		if (n < 0 || (size_t)n >= size - len || i == 20) {
			snprintf(ret + len, size - len, ", ...");
			return;
		}
		len += (size_t)n;
	}
}

/*
 * A game is never given up unless that is said of its table. False: some are under way
 * of which it is not, and the call is over.
 */
static bool may_start(struct call *call, const json_t *abandon)
{
	unsigned before = hall_round(call->server->hall);
	json_t *running = round_running(call->server, before), *left = json_array();
	json_t *table;
	char names[160];
	size_t i, count;

	json_array_foreach(running, i, table) if (!is_listed(abandon, table))
		json_array_append(left, table);
	count = is_over(call, before) ? 0 : json_array_size(left);
	name_tables(left, names, sizeof(names));
	json_decref(running);
	json_decref(left);
	if (count > 0)
		call_fail(call, CALL_NOT_NOW,
			  "%zu game%s of round %u %s under way, at table%s %s: end them, or name "
			  "them as abandoned",
			  count, count == 1 ? "" : "s", before, count == 1 ? "is" : "are",
			  count == 1 ? "" : "s", names);
	return count == 0;
}

/* The round before ends with it; games that are abandoned are named. */
static void start(struct call *call, unsigned number, const json_t *abandon, json_t *more)
{
	unsigned before = hall_round(call->server->hall);
	json_t *unfinished = round_running(call->server, before);
	bool ends = before != number && !is_over(call, before);
	bool is_done = !ends || end_it(call, before);

	if (is_done)
		is_done =
			say(call, json_pack("{s:i, s:i, s:b, s:O?}", "start", (int)number, "before",
					    (int)before, "ended", ends, "abandon", abandon)) >= 0;
	if (!is_done) {
		json_decref(unfinished);
		json_decref(more);
		return;
	}
	if (!more)
		more = json_object();
	json_object_set_new(more, "unfinished", unfinished);
	answer(call, number, more);
}

static void end(struct call *call, const json_t *param)
{
	unsigned number = hall_round(call->server->hall);
	json_t *running = round_running(call->server, number);
	size_t count = json_array_size(running);
	long long first = json_integer_value(json_array_get(running, 0));

	json_decref(running);
	if (is_over(call, number))
		call_fail(call, CALL_NOT_NOW, "round %u is over already", number);
	else if (count > 0 && !json_is_true(json_object_get(param, "force")))
		call_fail(call, CALL_NOT_NOW,
			  "%zu game%s of round %u %s under way, the first at table %lld: force it "
			  "to end the round all the same",
			  count, count == 1 ? "" : "s", number, count == 1 ? "is" : "are", first);
	else if (end_it(call, number))
		answer(call, number, NULL);
}

/* Tables where the round that goes on is over already, and that need not come back to it. */
static json_t *decided_tables(struct call *call, unsigned number)
{
	json_t *results = round_results(call->server, number), *tables = json_array(), *result;
	size_t i;

	json_array_foreach(results, i, result) if (json_is_string(json_object_get(result, "by")))
		json_array_append(tables, json_object_get(result, "table"));
	json_decref(results);
	return tables;
}

/* The last start of a round was a mistake. */
static void take_back(struct call *call)
{
	unsigned number = hall_round(call->server->hall);
	unsigned before = hall_rounds(call->server->hall)->before;
	json_t *running = round_running(call->server, number);
	size_t count = json_array_size(running);

	json_decref(running);
	if (before == 0 || before == number)
		call_fail(call, CALL_NOT_NOW, "no start of a round can be taken back");
	else if (count > 0)
		call_fail(call, CALL_NOT_NOW, "round %u is played already, at %zu table%s", number,
			  count, count == 1 ? "" : "s");
	else if (say(call, json_pack("{s:i, s:o}", "back", (int)number, "keep",
				     decided_tables(call, before))) >= 0)
		answer(call, before, NULL);
}

/* --- pairings --- */

static void import_free(struct call_import *import)
{
	pairing_list_clear(&import->list);
	json_decref(import->abandon);
	free(import->text);
	free(import);
}

static bool read_all(int fd, char *to, size_t len)
{
	while (len > 0) {
		ssize_t n = read(fd, to, len);

		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		if (n > 0) {
			to += n;
			len -= (size_t)n;
		}
	}
	return true;
}

/* What boardctl has put into a file, the one after the other. */
static bool fetch(struct call *call, struct call_import *import)
{
	size_t len = import->sizes[0] + import->sizes[1];

	import->text = malloc(len + 1);
	import->len = import->sizes[0];
	import->players_len = import->sizes[1];
	return import->text && lseek(call->fd, 0, SEEK_SET) == 0 &&
	       read_all(call->fd, import->text, len);
}

static void take_hash(struct call_import *import)
{
	struct sha256 hash;

	sha256_init(&hash);
	sha256_feed(&hash, import->text, import->len + import->players_len);
	sha256_finish_text(&hash, import->hash);
}

static void work_import(struct worker *worker)
{
	struct call *call = call_of_worker(worker);
	struct call_import *import = call->import;
	struct pairing_source source = {.round = import->round};
	struct pairing_fault fault;
	int r;

	if (!import->text && !fetch(call, import)) {
		call->status = CALL_FAILED;
		snprintf(call->why, sizeof(call->why), "the file cannot be read");
		return;
	}
	if (import->is_configured)
		take_hash(import);
	source.text = (struct rules_slice){import->text, import->len};
	source.players = (struct rules_slice){import->text + import->len, import->players_len};
	r = pairing_read(&import->list, &source, &fault);
	if (r == 0)
		return;
	call->status = r == -EINVAL ? CALL_BAD : CALL_FAILED;
	if (r == -EINVAL && fault.line > 0)
		snprintf(call->why, sizeof(call->why), "%s:%zu: %s", call->text, fault.line,
			 fault.why);
	else
		snprintf(call->why, sizeof(call->why), "%s: %s", call->text,
			 r == -EINVAL ? fault.why : "out of memory");
}

static json_t *unused_of(const struct pairing_list *list)
{
	json_t *unused = json_array();

	for (size_t i = 0; i < list->unused_kept; i++)
		json_array_append_new(
			unused, json_pack("{s:o, s:s}", "line",
					  list->unused[i].line > 0
						  ? json_integer((json_int_t)list->unused[i].line)
						  : json_null(),
					  "why", list->unused[i].why));
	return unused;
}

/* The pairings of a round that is over stay: what was published of it is the past. */
static bool take_rounds(struct call *call, json_t *unused, size_t *ret_count)
{
	const struct pairing_list *list = &call->import->list;

	for (size_t i = 0; i < list->count; i++) {
		unsigned number = list->pairings[i].round;
		json_t *words;

		if (i > 0 && list->pairings[i - 1].round == number)
			continue;
		for (size_t j = i; j < list->count && list->pairings[j].round == number; j++) {
			if (!is_over(call, number) || number == call->import->start)
				++*ret_count;
			else
				json_array_append_new(
					unused,
					json_pack("{s:i, s:o}", "line", (int)list->pairings[j].line,
						  "why", json_sprintf("round %u is over", number)));
		}
		if (is_over(call, number) && number != call->import->start)
			continue;
		words = round_words(list, number);
		if (number == call->import->start)
			json_object_set_new(words, "again", json_true());
		if (call->import->is_configured)
			json_object_set_new(words, "hash", json_string(call->import->hash));
		if (say(call, words) < 0)
			return false;
	}
	return true;
}

static bool has_round(const struct pairing_list *list, unsigned number)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->pairings[i].round == number)
			return true;
	return false;
}

static void take_import(struct call *call)
{
	struct call_import *import = call->import;
	json_t *unused, *more;
	size_t count = 0;

	if (import->is_configured &&
	    strcmp(import->hash, hall_rounds(call->server->hall)->hash) == 0) {
		answer(call, hall_round(call->server->hall), NULL);
		return;
	}
	if ((import->start > 0 || import->is_asked) && !has_round(&import->list, import->round)) {
		call_fail(call, CALL_BAD, "there are no pairings of round %u in the file",
			  import->round);
		return;
	}
	if (import->start > 0 && !may_start(call, import->abandon))
		return;
	unused = unused_of(&import->list);
	if (!take_rounds(call, unused, &count)) {
		json_decref(unused);
		return;
	}
	more = json_pack("{s:I, s:s, s:b, s:I, s:o}", "imported", (json_int_t)count, "form",
			 pairing_form_words[import->list.form], "guessed", import->list.is_guessed,
			 "unused_count",
			 (json_int_t)(import->list.unused_count + json_array_size(unused) -
				      import->list.unused_kept),
			 "unused", unused);
	if (import->start > 0)
		start(call, import->start, import->abandon, more);
	else
		answer(call, import->list.pairings[0].round, more);
}

static void imported(struct worker *worker, bool was_run)
{
	struct call *call = call_of_worker(worker);
	struct call_import *import = call->import;

	bool is_stopping = !was_run || !call->server->hall;

	if (is_stopping || call->status != CALL_GOOD)
		call_fail(call, is_stopping ? CALL_FAILED : call->status, "%s",
			  is_stopping ? "boardd is stopping" : call->why);
	else
		take_import(call);
	import_free(import);
}

/* Where the bytes are: beside the call, or in it. */
static const char *read_source(struct call *call, const json_t *param, struct call_import *import)
{
	const json_t *text = json_object_get(param, "pairings"),
		     *players = json_object_get(param, "players");
	struct stat stat;

	if (json_is_string(text) && (!players || json_is_string(players))) {
		import->len = json_string_length(text);
		import->players_len = json_string_length(players);
		import->text = malloc(import->len + import->players_len + 1);
		if (!import->text)
			return "out of memory";
		memcpy(import->text, json_string_value(text), import->len);
		if (players)
			memcpy(import->text + import->len, json_string_value(players),
			       import->players_len);
		return NULL;
	}
	if (call->fd < 0 || fstat(call->fd, &stat) < 0 || !S_ISREG(stat.st_mode))
		return "\"pairings\", and \"players\" if there are any, are texts";
	import->sizes[0] = number_of(param, "pairings", PAIRING_BYTES_MAX);
	import->sizes[1] = number_of(param, "players", PAIRING_BYTES_MAX);
	if (import->sizes[0] == 0 || (off_t)(import->sizes[0] + import->sizes[1]) != stat.st_size)
		return "the file is empty, or too long";
	return NULL;
}

/* The round a file is about that does not say so itself: the next, when this one is over. */
static unsigned round_meant(const struct call *call, const json_t *param)
{
	unsigned current = hall_round(call->server->hall);

	if (json_object_get(param, "start"))
		return number_of(param, "start", PAIRING_ROUND_MAX);
	if (json_object_get(param, "round"))
		return number_of(param, "round", PAIRING_ROUND_MAX);
	return is_over(call, current) ? current + 1 : current;
}

static void begin_import(struct call *call, struct call_import *import)
{
	call->import = import;
	call->status = CALL_GOOD;
	call_put_worker(call, WORKER_IMPORT, work_import, imported);
}

static void import(struct call *call, const json_t *param)
{
	struct call_import *import = calloc(1, sizeof(*import));
	const char *why, *name;

	if (!import) {
		call_fail(call, CALL_FAILED, "out of memory");
		return;
	}
	import->round = round_meant(call, param);
	import->start = json_object_get(param, "start") ? import->round : 0;
	import->is_asked = json_object_get(param, "round") != NULL;
	import->abandon = json_incref(json_object_get(param, "abandon"));
	why = import->round == 0 ? "a round is a number from 1 to 999"
				 : read_source(call, param, import);
	if (why) {
		import_free(import);
		call_fail(call, CALL_BAD, "%s", why);
		return;
	}
	name = json_string_value(json_object_get(param, "name"));
	snprintf(call->text, sizeof(call->text), "%.200s", name ? name : "pairings");
	begin_import(call, import);
}

/* --- the configured file --- */

/* A plain file, behind what is there already. False: it cannot be read, and errno says why. */
static bool read_file(const char *path, char **text, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe must not hold us up */
	struct stat stat = {0};
	size_t size;
	char *more;
	bool is_good = false;

	if (fd < 0)
		return false;
	if (fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) &&
	    stat.st_size <= (off_t)PAIRING_BYTES_MAX) {
		size = (size_t)stat.st_size;
		more = realloc(*text, *len + size + 1);
		is_good = more && read_all(fd, more + *len, size);
		*text = more ? more : *text;
		*len += is_good ? size : 0;
	} else {
		errno = S_ISREG(stat.st_mode) ? EFBIG : EINVAL;
	}
	close(fd);
	return is_good;
}

static void log_import(void *data, enum call_status status, json_t *result, const char *why)
{
	json_t *unused;
	size_t i;

	(void)data;
	if (status != CALL_GOOD) {
		log_error("[broadcast] pairings: %s", why);
		return;
	}
	json_array_foreach(json_object_get(result, "unused"), i, unused)
		log_warning("[broadcast] pairings: line %lld not used: %s",
			    (long long)json_integer_value(json_object_get(unused, "line")),
			    json_string_value(json_object_get(unused, "why")));
	if (json_object_get(result, "imported"))
		log_notice("[broadcast] pairings: %lld pairings taken",
			   (long long)json_integer_value(json_object_get(result, "imported")));
}

void call_import_configured(struct server *server)
{
	const char *path = server->publish.config.broadcast.pairings;
	const char *players = server->publish.config.broadcast.players;
	struct call *call = path ? calloc(1, sizeof(*call)) : NULL;
	struct call_import *import = call ? calloc(1, sizeof(*import)) : NULL;
	size_t len = 0;
	bool is_good;

	if (!import) {
		free(call);
		return;
	}
	import->is_configured = true;
	is_good = read_file(path, &import->text, &len);
	import->len = len;
	if (is_good && players)
		is_good = read_file(players, &import->text, &len);
	if (!is_good) {
		log_error("[broadcast] pairings: %s: %s", import->len == 0 ? path : players,
			  strerror(errno != 0 ? errno : EIO));
		import_free(import);
		free(call);
		return;
	}
	import->players_len = len - import->len;
	snprintf(call->text, sizeof(call->text), "%.200s", path);
	snprintf(call->by, sizeof(call->by), "configuration");
	call->server = server;
	call->fd = -1;
	call->answer = log_import;
	import->round = round_meant(call, NULL);
	begin_import(call, import);
}

/* --- tables --- */

/* What was published of it is no longer so, whatever is said of it now. */
static bool is_game_over(const struct call *call, const json_t *table)
{
	struct hall_view view;
	char name[24];

	snprintf(name, sizeof(name), "%lld", (long long)json_integer_value(table));
	return hall_find(call->server->hall, name, &view) && view.desk->table.is_over &&
	       view.desk->table.plies > 0 &&
	       view.desk->settings.round == hall_round(call->server->hall) &&
	       !is_over(call, view.desk->settings.round);
}

/* A game that is over says who changed it: the decisions of the game are its log. */
static void note_swap(const struct call *call, const json_t *table)
{
	char name[24], why[HALL_WHY_MAX] = "";
	uint64_t seq;

	snprintf(name, sizeof(name), "%lld", (long long)json_integer_value(table));
	if (hall_act(call->server->hall, name, "note colours swapped after the game", call->by,
		     call->from[0] != '\0' ? call->from : NULL, &seq, why) < 0)
		log_warning("table %s: %s", name, why);
}

/* "swap", "present", "confirm": a table; "absent": a table and a color. */
static void say_of_table(struct call *call, const char *key, const json_t *param)
{
	const json_t *table = json_object_get(param, key), *color = json_object_get(param, "color");
	json_t *words, *more = NULL;
	bool is_late = strcmp(key, "swap") == 0 && is_game_over(call, table);
	int r;

	if (is_late && !json_is_true(json_object_get(param, "force"))) {
		call_fail(call, CALL_NOT_NOW,
			  "the game at table %lld is over: force it to swap the colours all the "
			  "same",
			  (long long)json_integer_value(table));
		return;
	}
	words = json_object();
	json_object_set_new(words, key,
			    json_is_integer(table) ? json_incref((json_t *)table)
						   : json_integer(0));
	if (color)
		json_object_set(words, "color", (json_t *)color);
	r = say(call, words);
	if (r == 0 && is_late)
		note_swap(call, table);
	if (r > 0)
		more = json_pack("{s:b}", "restart", true);
	if (r >= 0)
		answer(call, hall_round(call->server->hall), more);
}

static void show(struct call *call, const json_t *param)
{
	unsigned number = json_object_get(param, "show")
				  ? number_of(param, "show", PAIRING_ROUND_MAX)
				  : hall_round(call->server->hall);

	call->shown_round = number;
	if (number == 0)
		call_fail(call, CALL_BAD, "a round is a number from 1 to 999");
	else
		call_show_round(call);
}

static void change(struct call *call, const char *key, const json_t *param)
{
	unsigned number = number_of(param, "start", PAIRING_ROUND_MAX);
	const json_t *abandon = json_object_get(param, "abandon");

	if (abandon && !json_is_array(abandon))
		call_fail(call, CALL_BAD, "\"abandon\" is a list of tables");
	else if (strcmp(key, "pairings") == 0)
		import(call, param);
	else if (strcmp(key, "start") == 0 && number == 0)
		call_fail(call, CALL_BAD, "a round is a number from 1 to 999");
	else if (strcmp(key, "start") == 0 && may_start(call, abandon))
		start(call, number, abandon, NULL);
	else if (strcmp(key, "start") == 0)
		return; /* games are under way, and that is said */
	else if (strcmp(key, "back") == 0)
		take_back(call);
	else if (strcmp(key, "end") == 0)
		end(call, param);
	else
		say_of_table(call, key, param);
}

void call_round(struct call *call, const json_t *param)
{
	static const char *const keys[] = {"pairings", "start",  "end",     "back",
					   "swap",     "absent", "present", "confirm"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (!json_object_get(param, keys[i]))
			continue;
		call->changes = true;
		if (call->by[0] == '\0')
			call_fail(call, CALL_REFUSED, "log in to change anything of a round");
		else
			change(call, keys[i], param);
		return;
	}
	show(call, param);
}
