/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hall/private.h"
#include "touchmove/law/edition.h"

/* Rounds: what people say of them, and what the tables make of it. */

unsigned hall_round(const struct hall *hall)
{
	return hall->round;
}

const struct rounds *hall_rounds(const struct hall *hall)
{
	return &hall->rounds;
}

static void name_player(struct game_player *ret, const char *name)
{
	*ret = (struct game_player){0};
	snprintf(ret->name, sizeof(ret->name), "%.90s", name ? name : "");
}

void hall_players(const struct hall *hall, unsigned table, struct game_player ret[2])
{
	const struct round_pairing *pairing = rounds_pairing(&hall->rounds, hall->round, table);

	if (pairing) {
		ret[RULES_WHITE] = pairing->player[RULES_WHITE];
		ret[RULES_BLACK] = pairing->player[RULES_BLACK];
		return;
	}
	name_player(&ret[RULES_WHITE], config_player(hall->parts.config, table, false));
	name_player(&ret[RULES_BLACK], config_player(hall->parts.config, table, true));
}

/* --- the journal --- */

static const char *event_of(const struct hall *hall)
{
	const char *id = hall->parts.config->broadcast.id;

	return id ? id : "";
}

/*
 * Words are of an event, so that another tournament does not begin with the
 * pairings of this one; and they say which round was configured then: whoever
 * configures another one means it.
 */
static json_t *addressed(const struct hall *hall, const json_t *words)
{
	json_t *copy = json_copy((json_t *)words);

	json_object_set_new(copy, "event", json_string(event_of(hall)));
	if (json_object_get(words, "start"))
		json_object_set_new(copy, "configured",
				    json_integer(hall->parts.config->broadcast.round));
	return copy;
}

static int write_down(struct hall *hall, const json_t *words, const char *author)
{
	json_t *object = addressed(hall, words);
	char *text = json_dumps(object, JSON_COMPACT);
	struct journal_input input = {.kind = JOURNAL_INPUT_ROUND,
				      .at_ms = hall_now(hall),
				      .line = hall->speaker_from,
				      .author = author,
				      .data = text,
				      .len = text ? strlen(text) : 0};
	int r = text ? journal_put_input(hall->parts.journal, &input, NULL) : -ENOMEM;

	free(text);
	json_decref(object);
	if (r == -ENOMEM)
		hall_die();
	return r;
}

void hall_rewrite_rounds(struct hall *hall)
{
	json_t *start = json_pack("{s:i}", "start", (int)hall->round);

	for (size_t i = 0; i < hall->rounds.count; i++) {
		const struct round *round = &hall->rounds.list[i];
		json_t *words = round_words_again(round);

		if (round->count > 0)
			(void)write_down(hall, words, NULL);
		json_decref(words);
	}
	if (hall->rounds.stamp > 0) {
		json_object_set_new(start, "stamp", json_integer((json_int_t)hall->rounds.stamp));
		json_object_set_new(start, "by", json_string(hall->rounds.by));
	}
	if (hall->rounds.current > 0)
		(void)write_down(hall, start, NULL);
	json_decref(start);
}

/* --- players --- */

static bool has_moves(const struct place *place)
{
	return place->desk.table.has_game && place->desk.table.plies > 0;
}

static void name_players(struct place *place, const struct game_player player[2],
			 const char *author)
{
	const struct hall *hall = place->hall;
	bool is_paired = rounds_pairing(&hall->rounds, hall->round, place->desk.number) != NULL;
	json_t *object = settings_players_write(player);
	char *text;
	struct journal_input input = {
		.kind = JOURNAL_INPUT_PLAYERS, .at_ms = hall_now(hall), .author = author};
	char why[HALL_WHY_MAX];

	if (is_paired)
		json_object_set_new(object, "announced", json_true());
	text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	if (!text)
		hall_die();
	input.data = text;
	input.len = strlen(text);
	if (!hall_input(place, &input, why))
		log_table(LOG_LEVEL_ERROR, place->desk.number, NULL, "players: %s", why);
	free(text);
	json_decref(object);
}

void hall_seat_players(struct place *place, bool is_confirmed, const char *author)
{
	const struct desk *desk = &place->desk;
	struct game_player player[2];

	hall_players(place->hall, desk->number, player);
	place->is_unseated = false;
	if (!desk->is_begun || desk->settings.round != place->hall->round ||
	    (settings_is_player(&player[0], &desk->settings.player[0]) &&
	     settings_is_player(&player[1], &desk->settings.player[1])))
		return;
	if (has_moves(place) && !is_confirmed)
		place->is_unseated = true;
	else
		name_players(place, player, author);
}

static void seat_all(struct hall *hall, unsigned table, bool is_confirmed, const char *author)
{
	for (size_t i = 0; i < hall_count(hall); i++)
		if (table == 0 || hall->places[i]->desk.number == table)
			hall_seat_players(hall->places[i], is_confirmed, author);
}

/* --- who did not come --- */

static bool act(struct place *place, const char *action, const char *author)
{
	struct journal_input input = {.kind = JOURNAL_INPUT_ACT,
				      .at_ms = hall_now(place->hall),
				      .line = place->hall->speaker_from,
				      .author = author,
				      .data = action,
				      .len = strlen(action)};
	char why[HALL_WHY_MAX];
	bool is_done = hall_input(place, &input, why);

	if (!is_done)
		log_table(LOG_LEVEL_WARNING, place->desk.number, place->desk.board, "%s: %s",
			  action, why);
	return is_done;
}

/* Two decisions, so that the second can be undone. */
bool hall_set_up(struct place *place, const char *author)
{
	return place->desk.table.has_game || act(place, "new-game", author);
}

/* What absence, or the file of a table without a board, makes of it; empty: nothing. */
static void unplayed(const struct place *place, char *ret, size_t size)
{
	const struct hall *hall = place->hall;
	const struct round_pairing *pairing =
		rounds_pairing(&hall->rounds, hall->round, place->desk.number);
	const char *forfeit = pairing ? round_forfeit(pairing) : NULL;
	bool is_told = pairing && strcmp(pairing->result, "*") != 0 && hall_is_vacant(place);

	ret[0] = '\0';
	if (forfeit)
		snprintf(ret, size, "result %s forfeit", forfeit);
	else if (is_told)
		snprintf(ret, size, "result %.7s%s", pairing->result,
			 pairing->is_forfeit ? " forfeit" : "");
}

/* A result that only says who did not come; the arbiter's own stays. */
static bool is_forfeited(const struct place *place)
{
	const struct table *table = &place->desk.table;

	return table->is_over && table->law.game.reason == TOUCH_REASON_FORFEIT;
}

/* Is it so already? */
static bool stands(const struct place *place, const char *action)
{
	const struct table *table = &place->desk.table;
	char words[40];

	snprintf(words, sizeof(words), "result %s%s", rules_result_text(table->law.game.result),
		 is_forfeited(place) ? " forfeit" : "");
	return table->is_over && strcmp(action, words) == 0;
}

/* A game that is not played has a result and no moves. */
void hall_forfeit(struct place *place, const char *author)
{
	char action[40];

	if (hall_is_trunk(place) || has_moves(place) || !place->desk.is_begun)
		return;
	unplayed(place, action, sizeof(action));
	if (action[0] == '\0' && is_forfeited(place))
		snprintf(action, sizeof(action), "result *");
	if (action[0] == '\0' || stands(place, action) || !hall_set_up(place, author))
		return;
	(void)act(place, action, author);
}

static void forfeit_all(struct hall *hall, unsigned table, const char *author)
{
	for (size_t i = 0; i < hall_count(hall); i++)
		if (table == 0 || hall->places[i]->desk.number == table)
			hall_forfeit(hall->places[i], author);
}

/* --- tables without a board --- */

#define OPEN_MAX 1000 /* tables in all: each takes as much memory as one with a board */

void hall_open_tables(struct hall *hall, bool is_begun)
{
	const struct round *round = rounds_find(&hall->rounds, hall->round);

	if (!hall->parts.config->broadcast.all_tables)
		return;
	for (size_t i = 0; round && i < round->count; i++) {
		unsigned number = round->pairings[i].table;

		if (hall_place_of_number(hall, number) || number >= CONFIG_TABLE_MAX)
			continue;
		if (hall_count(hall) >= OPEN_MAX) {
			log_warning("there are %d tables: of table %u and others only what a board "
				    "shows is broadcast",
				    OPEN_MAX, number);
			return;
		}
		if (is_begun)
			(void)hall_place(hall, number);
		else
			(void)hall_add_place(hall, number);
	}
}

/* --- what is said --- */

static unsigned number_at(const json_t *words, const char *key)
{
	json_int_t number = json_integer_value(json_object_get(words, key));

	return number > 0 && number <= PAIRING_BOARD_MAX ? (unsigned)number : 0;
}

/* A game of this round that nobody has begun is as good as a new one, and keeps its GID. */
static bool is_fresh(const struct place *place)
{
	char action[40];

	unplayed(place, action, sizeof(action));
	return place->desk.is_begun && place->desk.settings.round == place->hall->round &&
	       !has_moves(place) && !hall_is_stale(place) &&
	       (!place->desk.table.is_over || (hall_is_vacant(place) && stands(place, action)));
}

static bool is_listed(const json_t *list, unsigned table)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_integer_value(json_array_get(list, i)) == (json_int_t)table)
			return true;
	return false;
}

/*
 * An abandoned game stays on its board until the men are set up anew, and so long
 * the start of the round can be taken back without a loss.
 */
static bool stays(const struct place *place, const json_t *words)
{
	return desk_is_playing(&place->desk) &&
	       (json_is_true(json_object_get(words, "stay")) ||
		is_listed(json_object_get(words, "abandon"), place->desk.number));
}

/* The round is played here already; a hub that was joined meanwhile only says that it is. */
static bool is_played(const struct place *place, const json_t *words)
{
	return json_is_true(json_object_get(words, "stay")) && place->desk.is_begun &&
	       place->desk.settings.round == place->hall->round && has_moves(place);
}

static void begin_round(struct hall *hall, const json_t *words)
{
	hall->round = hall->rounds.current;
	hall->started_ms = hall_now(hall);
	for (size_t i = 0; i < hall_count(hall); i++) {
		struct place *place = hall->places[i];

		if (is_played(place, words)) {
			hall_seat_players(place, false, hall->speaker);
			continue;
		}
		if (stays(place, words)) {
			place->is_stale = true;
			continue;
		}
		if (!is_fresh(place)) {
			hall_begin(place, NULL);
			continue;
		}
		hall_seat_players(place, false, hall->speaker);
		hall_forfeit(place, hall->speaker);
	}
	hall_open_tables(hall, true);
}

/* Tables that are ahead come back, but for those whose game of the round is over. */
static void go_back(struct hall *hall, const json_t *kept)
{
	unsigned withdrawn = hall->round;

	hall->round = hall->rounds.current;
	for (size_t i = 0; i < hall_count(hall); i++) {
		struct place *place = hall->places[i];

		place->is_stale = false;
		if (place->desk.is_begun && place->desk.settings.round == withdrawn &&
		    !is_listed(kept, place->desk.number))
			hall_begin(place, NULL);
	}
}

/* The tables follow. */
static void carry_out(struct hall *hall, const json_t *words, const char *author)
{
	if (json_object_get(words, "start")) {
		begin_round(hall, words);
	} else if (json_object_get(words, "back")) {
		go_back(hall, json_object_get(words, "keep"));
	} else if (json_object_get(words, "confirm")) {
		seat_all(hall, number_at(words, "confirm"), true, author);
	} else if (json_object_get(words, "swap")) {
		seat_all(hall, number_at(words, "swap"), true, author);
		forfeit_all(hall, number_at(words, "swap"), author);
	} else if (json_object_get(words, "absent")) {
		forfeit_all(hall, number_at(words, "absent"), author);
	} else if (json_object_get(words, "present")) {
		forfeit_all(hall, number_at(words, "present"), author);
	} else if (json_object_get(words, "pairings")) {
		hall_open_tables(hall, true);
		seat_all(hall, 0, false, author);
		forfeit_all(hall, 0, author);
	}
}

/* Art. 7.3: before ten moves each a new game is played, and then the colours are right again. */
static bool is_restart_due(const struct place *place)
{
	const struct touch_rules *rules = &place->desk.settings.table.rules;

	return place->desk.table.plies / 2u < touch_code_of(rules)->restart_moves;
}

/*
 * Whoever swaps the players of a game with moves says that they sit the wrong way
 * round: that is an irregularity, and the Laws say what becomes of the game. Returns
 * true when the pairing stays as it is, for the new game.
 */
static bool is_put_right(struct hall *hall, const json_t *words, const char *author)
{
	unsigned table = number_at(words, "swap");
	const struct round *round = rounds_find(&hall->rounds, number_at(words, "round"));
	struct place *place = table > 0 ? hall_place_of_number(hall, table) : NULL;

	if (!place || place->mirror || !has_moves(place) || place->desk.table.is_over || !round ||
	    round->is_ended || round->number != hall->round ||
	    !rounds_pairing(&hall->rounds, round->number, table))
		return false;
	return act(place, "report colours-reversed both", author) && is_restart_due(place);
}

static int absent_from_a_game(const struct hall *hall, const json_t *words,
			      char ret_why[HALL_WHY_MAX])
{
	unsigned table = number_at(words, "absent");
	const struct place *place = table > 0 ? hall_place_of_number(hall, table) : NULL;

	/* A node that has not told of the new round yet does not play it. */
	if (!place || !has_moves(place) ||
	    (place->mirror && place->desk.settings.round != hall->round))
		return 0;
	snprintf(ret_why, HALL_WHY_MAX,
		 "at table %u a game has moves: give its result with act, or begin a new one",
		 table);
	return -EINVAL;
}

static int say(struct hall *hall, const json_t *words, const char *author,
	       char ret_why[HALL_WHY_MAX])
{
	char why[ROUND_WHY_MAX] = "";
	int r = absent_from_a_game(hall, words, ret_why);

	if (r < 0)
		return r;
	if (is_put_right(hall, words, author))
		return 1;
	r = rounds_apply(&hall->rounds, words, why);
	if (r == -ENOMEM)
		hall_die();
	if (r < 0) {
		snprintf(ret_why, HALL_WHY_MAX, "%s", why);
		return r;
	}
	if (write_down(hall, words, author) < 0)
		return 0;
	if (!hall_is_hub(hall))
		carry_out(hall, words, author);
	else if (json_object_get(words, "start") || json_object_get(words, "back"))
		hall->round = hall->rounds.current; /* the tables follow at their machines */
	return 0;
}

int hall_say_round(struct hall *hall, const json_t *words, const char *author, const char *from,
		   char ret_why[HALL_WHY_MAX])
{
	json_t *whole = json_copy((json_t *)words);
	int r;

	if (!whole)
		hall_die();
	if (journal_is_full(hall->parts.journal)) {
		json_decref(whole);
		snprintf(ret_why, HALL_WHY_MAX, "the journal can take no more");
		return -EIO;
	}
	if (!json_object_get(whole, "round") && !json_object_get(whole, "start") &&
	    !json_object_get(whole, "end") && !json_object_get(whole, "back"))
		json_object_set_new(whole, "round", json_integer(hall->round));
	journal_gather(hall->parts.journal);
	hall->speaker = author;
	hall->speaker_from = from;
	r = say(hall, whole, author, ret_why);
	hall->speaker = hall->speaker_from = NULL;
	journal_let_go(hall->parts.journal);
	json_decref(whole);
	return r;
}
