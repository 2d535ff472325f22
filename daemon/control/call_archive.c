/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/fold/when.h"
#include "broadcast/output/build_json.h"
#include "daemon/control/call_private.h"
#include "daemon/journal/reader.h"

/*
 * Rounds of the past, of this event and of earlier ones, as long as the journal has
 * their games: all rounds with how many games each has, or the games of one. A game
 * belongs to the event and the round that its name tells (EVENT-rR-bT-N).
 */

#define GAMES_MAX 4000 /* of a round that are told; the first ones */

struct archived_round {
	char event[200];
	unsigned round;
	unsigned games;
	int64_t first_ms, last_ms;
};

struct archive {
	const char *event; /* whose games are wanted; NULL: all rounds */
	unsigned round;
	size_t count, room;
	union {
		struct archived_round *rounds;
		char **ids;
	};
};

/* Steps over a word and the number behind it. False: at *at stands something else. */
static bool take_number(const char **at, const char *word, size_t digits_max, unsigned *ret)
{
	const char *number = *at + strlen(word);
	size_t digits;

	if (strncmp(*at, word, strlen(word)) != 0)
		return false;
	digits = strspn(number, "0123456789");
	if (digits == 0 || digits > digits_max)
		return false;
	*ret = (unsigned)strtoul(number, NULL, 10);
	*at = number + digits;
	return true;
}

/* The length of the event in the name of a game, and the round; 0: it is called otherwise. */
static size_t event_of(const char *id, unsigned *ret_round)
{
	size_t found = 0;

	for (const char *at = strstr(id, "-r"); at; at = strstr(at + 1, "-r")) {
		const char *rest = at;
		unsigned round, table, number;

		if (take_number(&rest, "-r", 3, &round) && take_number(&rest, "-b", 4, &table) &&
		    take_number(&rest, "-", 9, &number) && *rest == '\0') {
			found = (size_t)(at - id);
			*ret_round = round;
		}
	}
	return found;
}

/* Room for one more element of that size. NULL: there is none. */
static void *add_room(void *list, struct archive *archive, size_t size)
{
	size_t room = archive->room > 0 ? archive->room * 2 : 64;
	void *more;

	if (archive->count < archive->room)
		return list;
	more = realloc(list, room * size);
	if (more)
		archive->room = room;
	return more;
}

static struct archived_round *find_round(struct archive *archive, const char *event, size_t len,
					 unsigned round)
{
	for (size_t i = archive->count; i > 0; i--) {
		struct archived_round *one = &archive->rounds[i - 1];

		if (one->round == round && strlen(one->event) == len &&
		    memcmp(one->event, event, len) == 0)
			return one;
	}
	return NULL;
}

static int note_round(void *data, const struct journal_game *game)
{
	struct archive *archive = data;
	unsigned round = 0;
	size_t len = event_of(game->id, &round);
	struct archived_round *one, *more;

	if (len == 0 || len >= sizeof(one->event))
		return 0;
	one = find_round(archive, game->id, len, round);
	if (!one) {
		more = add_room(archive->rounds, archive, sizeof(*more));
		if (!more)
			return -ENOMEM;
		archive->rounds = more;
		one = &archive->rounds[archive->count++];
		*one = (struct archived_round){.round = round, .first_ms = (int64_t)game->first_ms};
		memcpy(one->event, game->id, len);
	}
	one->games++;
	if (one->last_ms < (int64_t)game->last_ms)
		one->last_ms = (int64_t)game->last_ms;
	return 0;
}

static int note_game(void *data, const struct journal_game *game)
{
	struct archive *archive = data;
	unsigned round = 0;
	size_t len = event_of(game->id, &round);
	char **more;

	if (len != strlen(archive->event) || memcmp(game->id, archive->event, len) != 0 ||
	    round != archive->round || archive->count == GAMES_MAX)
		return 0;
	more = add_room(archive->ids, archive, sizeof(*more));
	if (!more)
		return -ENOMEM;
	archive->ids = more;
	archive->ids[archive->count] = strdup(game->id);
	return archive->ids[archive->count] ? (archive->count++, 0) : -ENOMEM;
}

/* --- answers --- */

static void set_time(json_t *to, const char *key, int64_t ms)
{
	char text[WHEN_TEXT_MAX];

	when_write(ms, text);
	json_object_set_new(to, key, json_string(text));
}

/* The youngest first. */
static json_t *rounds_of(const struct archive *archive)
{
	json_t *list = json_array();

	for (size_t i = archive->count; i > 0; i--) {
		const struct archived_round *one = &archive->rounds[i - 1];
		json_t *object = json_pack("{s:s, s:i, s:i}", "event", one->event, "round",
					   (int)one->round, "games", (int)one->games);

		set_time(object, "began", one->first_ms);
		set_time(object, "ended", one->last_ms);
		json_array_append_new(list, object);
	}
	return json_pack("{s:o}", "rounds", list);
}

/* Games in short, by table. NULL: they cannot be read. */
static json_t *games_of(struct call *call, struct journal_reader *reader,
			const struct archive *archive)
{
	json_t *list = json_array();

	for (size_t i = 0; i < archive->count; i++) {
		struct game game;

		game_init(&game);
		if (call_read_game(reader, archive->ids[i], &game) < 0) {
			game_clear(&game);
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, build_brief(&game));
		game_clear(&game);
		if (worker_should_stop(&call->worker))
			break;
	}
	return json_pack("{s:s, s:i, s:o}", "event", archive->event, "round", (int)archive->round,
			 "games", list);
}

static void work_rounds(struct call *call, struct journal_reader *reader)
{
	struct archive archive = {0};

	if (journal_read_games(reader, note_round, &archive) < 0)
		call_work_fail(call, CALL_FAILED, journal_reader_why(reader));
	else
		call->result = rounds_of(&archive);
	free(archive.rounds);
}

static void work_round(struct call *call, struct journal_reader *reader)
{
	struct archive archive = {.event = call->text, .round = call->archive_round};

	if (journal_read_games(reader, note_game, &archive) < 0)
		call_work_fail(call, CALL_FAILED, journal_reader_why(reader));
	else if (archive.count == 0)
		call_work_fail(call, CALL_NOT_FOUND, "the journal has no game of it");
	else if (!(call->result = games_of(call, reader, &archive)))
		call_work_fail(call, CALL_FAILED, journal_reader_why(reader));
	for (size_t i = 0; i < archive.count; i++)
		free(archive.ids[i]);
	free(archive.ids);
}

static void work_archive(struct worker *worker)
{
	struct call *call = call_of_worker(worker);
	struct journal_reader *reader = call_open_reader(call);

	if (!reader)
		return;
	if (call->text[0] == '\0')
		work_rounds(call, reader);
	else
		work_round(call, reader);
	journal_reader_close(reader);
}

void call_archive(struct call *call, const json_t *param)
{
	const char *event = json_string_value(json_object_get(param, "event"));
	json_int_t round = json_integer_value(json_object_get(param, "round"));

	if (event &&
	    (event[0] == '\0' || strlen(event) >= sizeof(call->text) || round < 0 || round > 999)) {
		call_fail(call, CALL_BAD, "\"event\" is a name, \"round\" a number");
		return;
	}
	snprintf(call->text, sizeof(call->text), "%s", event ? event : "");
	call->archive_round = (unsigned)round;
	call_begin_work(call, WORKER_GAME, work_archive);
}
