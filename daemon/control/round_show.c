/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/round_show.h"

#include <stdlib.h>
#include <string.h>

#include "broadcast/output/build_json.h"
#include "broadcast/output/scores.h"
#include "daemon/desk/settings.h"
#include "daemon/hall/round.h"
#include "daemon/stream/due.h"
#include "touchmove/law/frame.h"

/* All that is known of one table in a round. */
struct known {
	unsigned table;
	const struct round_pairing *pairing; /* NULL: nobody is paired there */
	const struct desk *desk;             /* NULL: it has no table here, or another round */
	bool is_heard;                       /* its board is there, and speaks */
	json_t *equipment;                   /* as another machine tells it; NULL: it is here */
	const struct game *game;             /* NULL: none of this round */
	char result[8];
	const char *by; /* NULL: there is no result */
};

static void set(json_t *to, const char *key, json_t *value)
{
	json_object_set_new(to, key, value);
}

/* --- results --- */

/* The result that two kings in the centre show now; NULL: none. */
static const char *kings_now(const struct desk *desk)
{
	static const char *const results[] = {[TOUCH_KINGS_NONE] = NULL,
					      [TOUCH_KINGS_WHITE] = "1-0",
					      [TOUCH_KINGS_BLACK] = "0-1",
					      [TOUCH_KINGS_DRAW] = "1/2-1/2"};

	return desk ? results[touch_kings_in_centre(desk->table.seen)] : NULL;
}

static const char *kings_of(const struct known *known)
{
	const struct game *g = known->game;

	if (g && g->kings[0] != '\0')
		return g->kings;
	return g && g->state == GAME_ENDED ? kings_now(known->desk) : NULL;
}

static bool is_decided(const char *result)
{
	return result && result[0] != '\0' && strcmp(result, "*") != 0;
}

/* Who did not come, the game, its file, and what was written down at the end: in this order. */
static void find_result(struct known *known, bool is_ended)
{
	const struct round_pairing *pairing = known->pairing;
	const struct game *g = known->game;
	const char *result = pairing ? round_forfeit(pairing) : NULL;

	known->by = result ? "forfeit" : NULL;
	if (!result && g && is_decided(g->result)) {
		result = g->result;
		known->by = g->result_by[0] == '\0'            ? "kings"
			    : strcmp(g->result_by, "law") == 0 ? "law"
							       : "arbiter";
		if (strcmp(g->reason, "forfeit") == 0)
			known->by = "forfeit";
	}
	/* Of a round that goes on after all, what was written down when it seemed to end. */
	if (!result && pairing && is_decided(pairing->final) && (is_ended || !g)) {
		result = pairing->final;
		known->by = pairing->by;
	}
	if (!result && pairing && is_decided(pairing->result)) {
		result = pairing->result;
		known->by = pairing->is_forfeit ? "forfeit" : "file";
	}
	memcpy(known->result, result ? result : "*", result ? strlen(result) + 1 : 2);
}

static bool is_of_round(const struct desk *desk, unsigned number)
{
	return desk && desk->settings.round == number;
}

/* Takes what it knows of the table, and finds out the rest. */
static void look(struct known *known, const struct round *round, unsigned number)
{
	if (!is_of_round(known->desk, number))
		known->desk = NULL;
	/* A game that was begun under another event is not of this tournament. */
	if (known->game && known->desk &&
	    strcmp(known->game->event, known->desk->settings.event) != 0)
		known->game = NULL;
	find_result(known, round && round->is_ended);
}

/* --- what is wrong --- */

static bool is_pair(const struct game_player a[2], const struct game_player b[2], bool is_reversed)
{
	return settings_is_player(&a[0], &b[is_reversed]) &&
	       settings_is_player(&a[1], &b[!is_reversed]);
}

/* Others sit there than the pairings say. */
static bool is_seated_otherwise(const struct known *known)
{
	return known->desk && known->pairing &&
	       !is_pair(known->desk->settings.player, known->pairing->player, false);
}

static json_t *unconfirmed_of(const struct known *known)
{
	json_t *list = json_array();

	if (known->pairing && known->pairing->is_guessed)
		json_array_append_new(list, json_string("table"));
	if (is_seated_otherwise(known))
		json_array_append_new(list, json_string("players"));
	if (known->by && strcmp(known->by, "kings") == 0)
		json_array_append_new(list, json_string("result"));
	return list;
}

static void conflict(json_t *list, const char *what, const char *result)
{
	json_array_append_new(list, json_pack("{s:s, s:s?}", "what", what, "result", result));
}

/* Somebody has won, and by the other source the other: perhaps they sat the wrong way round. */
static bool is_mirrored(const char *a, const char *b)
{
	return (strcmp(a, "1-0") == 0 && strcmp(b, "0-1") == 0) ||
	       (strcmp(a, "0-1") == 0 && strcmp(b, "1-0") == 0);
}

static json_t *conflicts_of(const struct known *known)
{
	const char *kings = kings_of(known);
	const struct round_pairing *pairing = known->pairing;
	json_t *list = json_array();

	if (kings && is_decided(known->result) && strcmp(kings, known->result) != 0)
		conflict(list, "kings", kings);
	if (pairing && is_decided(pairing->result) && is_decided(known->result) &&
	    strcmp(pairing->result, known->result) != 0)
		conflict(list,
			 is_mirrored(pairing->result, known->result) ? "file-reversed" : "file",
			 pairing->result);
	if (pairing && round_forfeit(pairing) && known->game && known->game->ply_count > 0)
		conflict(list, "absent", known->game->result);
	if (is_seated_otherwise(known) &&
	    is_pair(known->desk->settings.player, pairing->player, true))
		conflict(list, "colours-reversed", NULL);
	return list;
}

/* --- what is to be done before play --- */

/* Nobody plays where somebody did not come, or where the result is known. */
static json_t *due_of(const struct known *known)
{
	json_t *list = json_array();
	const struct touch_rules *rules;

	if (!known->desk || is_decided(known->result))
		return list;
	rules = &known->desk->settings.table.rules;
	if (!known->is_heard)
		json_array_append_new(list, stream_due_of(rules, "board", TOUCH_LAW_NONE));
	if (is_seated_otherwise(known) &&
	    is_pair(known->desk->settings.player, known->pairing->player, true))
		json_array_append_new(list, stream_due_of(rules, "colours", TOUCH_LAW_COLOURS));
	if (known->is_heard && known->equipment) {
		json_array_extend(list, json_object_get(known->equipment, "due"));
	} else if (known->is_heard) {
		json_t *more = stream_due(&known->desk->table, known->desk->ahead_ms);

		json_array_extend(list, more);
		json_decref(more);
	}
	return list;
}

/* --- a table --- */

static json_t *both(const struct game_player player[2])
{
	return json_pack("{s:o, s:o}", "white", build_player(&player[RULES_WHITE]), "black",
			 build_player(&player[RULES_BLACK]));
}

static json_t *absent_of(const struct known *known)
{
	json_t *list = json_array();

	if (known->pairing && known->pairing->is_absent[RULES_WHITE])
		json_array_append_new(list, json_string("white"));
	if (known->pairing && known->pairing->is_absent[RULES_BLACK])
		json_array_append_new(list, json_string("black"));
	return list;
}

static json_t *table_of(const struct known *known)
{
	static const struct game_player nobody[2];
	static const char *const states[] = {"ready", "started", "ended"};
	const struct game *g = known->game;
	const struct game_player *player = known->desk      ? known->desk->settings.player
					   : known->pairing ? known->pairing->player
							    : nobody;
	const char *board =
		known->desk && known->desk->board[0] != '\0' ? known->desk->board : NULL;
	json_t *object = json_object();

	set(object, "table", json_integer(known->table));
	set(object, "board", board ? json_string(board) : json_null());
	set(object, "game", g ? json_string(g->id) : json_null());
	set(object, "state", json_string(g ? states[g->state] : "none"));
	set(object, "plies", json_integer(g ? (json_int_t)g->ply_count : 0));
	set(object, "white", build_player(&player[RULES_WHITE]));
	set(object, "black", build_player(&player[RULES_BLACK]));
	set(object, "paired",
	    is_seated_otherwise(known) ? both(known->pairing->player) : json_null());
	set(object, "result", json_string(known->result));
	set(object, "by", known->by ? json_string(known->by) : json_null());
	set(object, "absent", absent_of(known));
	set(object, "unconfirmed", unconfirmed_of(known));
	set(object, "conflicts", conflicts_of(known));
	set(object, "due", due_of(known));
	return object;
}

/* --- all tables --- */

typedef void visitor(json_t *list, const struct known *known);

/* Games by their table; NULL: this one has none. Asked for in the order of the tables. */
static const struct game *next_game(const struct game **games, size_t count, size_t *at,
				    unsigned table)
{
	while (*at < count && games[*at]->table < table)
		(*at)++;
	return *at < count && games[*at]->table == table ? games[*at] : NULL;
}

/*
 * Those where somebody is paired, and those with a board, by their numbers. All three lists are in
 * that order, so that a hall of five hundred tables is gone through once.
 */
static json_t *each(const struct server *server, unsigned number, visitor *visit)
{
	const struct round *round = rounds_find(hall_rounds(server->hall), number);
	const struct record *record = server->publish.record;
	const struct game **games = calloc(record_count(record) + 1, sizeof(const struct game *));
	size_t count = games ? scores_games(record, number, 0, games) : 0;
	size_t i = 0, j = 0, k = 0, places = hall_count(server->hall);
	const struct round_pairing *pairing = round ? round->pairings : NULL;
	size_t pairings = pairing ? round->count : 0;
	json_t *list = json_array();

	while (i < pairings || j < places) {
		struct hall_view view = {.health = HALL_MISSING};
		const struct desk *desk;
		unsigned paired = i < pairings ? pairing[i].table : UINT32_MAX;
		unsigned placed;
		struct known known;

		if (j < places)
			view = hall_view(server->hall, j);
		desk = view.desk;
		placed = desk ? desk->number : UINT32_MAX;
		known = (struct known){.table = paired < placed ? paired : placed};

		if (paired == known.table)
			known.pairing = &pairing[i++];
		if (placed == known.table) {
			known.desk = desk;
			known.is_heard = view.health == HALL_ALIVE;
			known.equipment = view.equipment;
			j++;
		}
		known.game = next_game(games, count, &k, known.table);
		look(&known, round, number);
		if (known.pairing || known.desk || known.game)
			visit(list, &known);
	}
	free(games);
	return list;
}

static void add_table(json_t *list, const struct known *known)
{
	json_array_append_new(list, table_of(known));
}

static void add_result(json_t *list, const struct known *known)
{
	if (known->pairing || known->game)
		json_array_append_new(list,
				      json_pack("{s:i, s:s, s:s?}", "table", (int)known->table,
						"result", known->result, "by", known->by));
}

static void add_running(json_t *list, const struct known *known)
{
	if (known->desk && desk_is_playing(&known->desk[0]) && !is_decided(known->result))
		json_array_append_new(list, json_integer(known->table));
}

json_t *round_show(const struct server *server, unsigned number)
{
	const struct round *round = rounds_find(hall_rounds(server->hall), number);
	const struct rounds *rounds = hall_rounds(server->hall);
	const char *state = number == hall_round(server->hall) ? "playing" : "planned";
	unsigned before = number == rounds->current ? rounds->before : 0;

	if (round && round->is_ended)
		state = "ended";
	return json_pack("{s:i, s:s, s:o, s:o, s:I}", "round", (int)number, "state", state,
			 "before",
			 before > 0 && before != number ? json_integer(before) : json_null(),
			 "tables", each(server, number, add_table), "seq",
			 (json_int_t)feed_last(server->publish.feed));
}

json_t *round_results(const struct server *server, unsigned number)
{
	return each(server, number, add_result);
}

json_t *round_running(const struct server *server, unsigned number)
{
	return each(server, number, add_running);
}
