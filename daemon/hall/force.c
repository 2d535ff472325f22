/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/base/log.h"
#include "daemon/desk/played.h"
#include "daemon/hall/private.h"
#include "driver/node.h"

#define ROUND_MS (24ull * 3600 * 1000) /* no round takes longer without a name for its event */

/* --- what is in force --- */

static void event_of(const struct hall *hall, char ret[SETTINGS_EVENT_MAX])
{
	const char *given = hall->parts.config->broadcast.id;
	uint64_t now_ms = hall_now(hall);
	time_t day;
	struct tm tm = {0};

	if (given) {
		snprintf(ret, SETTINGS_EVENT_MAX, "%.60s", given);
		return;
	}
	/* A round that goes on past midnight is still of the day on which it began. */
	if (hall->started_ms > 0 && now_ms - hall->started_ms < ROUND_MS)
		now_ms = hall->started_ms;
	day = (time_t)((now_ms + hall->parts.moment->ahead_ms) / 1000);
	localtime_r(&day, &tm);
	strftime(ret, SETTINGS_EVENT_MAX, "local-%Y%m%d", &tm);
}

#define PREFIX_MAX (SETTINGS_EVENT_MAX + 40)

/* What the IDs of a table's games in a round begin with: "local-20260131-r1-b1-". */
static void prefix_of(const char *event, unsigned round, unsigned table, char ret[PREFIX_MAX])
{
	snprintf(ret, PREFIX_MAX, "%s-r%u-b%u-", event, round, table);
}

bool hall_is_of_round(const struct hall *hall, const struct journal_game *game)
{
	char event[SETTINGS_EVENT_MAX], prefix[PREFIX_MAX];

	event_of(hall, event);
	prefix_of(event, hall->round, game->table, prefix);
	return strncmp(game->id, prefix, strlen(prefix)) == 0;
}

/* How many games of this event and round the table has seen. */
static unsigned games_before(const struct place *place, const struct settings *settings)
{
	const struct settings *before = &place->desk.settings;
	char prefix[PREFIX_MAX];
	unsigned number;

	prefix_of(settings->event, settings->round, place->desk.number, prefix);
	number = hall_last_game(place->hall, prefix);
	if (place->desk.is_begun && before->round == settings->round &&
	    strcmp(before->event, settings->event) == 0 && desk_game_number(&place->desk) > number)
		number = desk_game_number(&place->desk);
	return number;
}

enum table_cable hall_cable_of(const struct place *place)
{
	const struct line *line = hall_line_of(place);
	const char *word;
	unsigned cable = 0;

	if (!line || !driver_link_is_open(line->link))
		return place->desk.settings.table.cable; /* as it was */
	word = driver_node_cable(driver_link_address(line->link));
	while (cable + 1 < TABLE_CABLES && strcmp(table_cable_words[cable], word) != 0)
		cable++;
	return (enum table_cable)cable;
}

/* All but how many games there were. */
static void settings_of(const struct place *place, const char *fen, struct settings *ret)
{
	const struct config *config = place->hall->parts.config;
	const struct line *line = hall_line_of(place);
	bool is_bluetooth = line ? hall_line_is_bluetooth(line)
				 : place->desk.settings.table.board.is_bluetooth; /* as it was */
	struct rules_fault fault;

	*ret = (struct settings){.round = place->hall->round,
				 .ahead_ms = place->hall->parts.moment->ahead_ms};
	ret->table.rules = config_rules(config, is_bluetooth);
	ret->table.board.is_bluetooth = is_bluetooth;
	ret->table.cable = hall_cable_of(place);
	ret->table.board.make = line ? line->make : place->desk.settings.table.board.make;
	settings_slow_down(&ret->table);
	/* A device comes from the lobby, where that was found out. */
	ret->table.board.wiring = hall_is_trunk(place) ? BOARD_WIRING_BUS : BOARD_WIRING_SINGLE;
	ret->table.has_start =
		fen && rules_fen_read(&ret->table.start, rules_slice_of(fen), &fault);
	event_of(place->hall, ret->event);
	hall_players(place->hall, place->desk.number, ret->player);
	ret->is_announced =
		rounds_pairing(&place->hall->rounds, ret->round, place->desk.number) != NULL;
}

/* A game that goes on keeps its name, whatever is in force now. */
static void settings_of_game(const struct place *place, const struct game *game,
			     struct settings *ret)
{
	const struct settings *before = &place->desk.settings;
	const char *number = strrchr(game->id, '-');
	unsigned long games = number ? strtoul(number + 1, NULL, 10) : 1;

	memcpy(ret->event, before->event, sizeof(ret->event));
	memcpy(ret->player, before->player, sizeof(ret->player));
	ret->round = before->round;
	ret->games = games > 0 ? (unsigned)(games - 1) : 0;
	ret->is_announced = before->is_announced;
}

/* game: one that goes on from what was published of it, or NULL. */
static void begin(struct place *place, const char *fen, const struct game *game)
{
	struct settings settings;
	struct journal_input input = {.kind = JOURNAL_INPUT_SETTINGS,
				      .at_ms = hall_now(place->hall)};
	struct place *trunk = hall_trunk_of(place);
	uint16_t address = place->desk.address;
	char why[HALL_WHY_MAX];
	json_t *object;
	char *text;

	settings_of(place, fen, &settings);
	settings.games = games_before(place, &settings);
	if (game)
		settings_of_game(place, game, &settings);
	object = settings_write(&settings);
	if (game && object && json_object_set_new(object, "played", played_write(game)) < 0)
		hall_die();
	text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	if (!text)
		hall_die();
	input.data = text;
	input.len = strlen(text);
	place->is_stale = place->is_unseated = false;
	if (!hall_input(place, &input, why))
		log_table(LOG_LEVEL_ERROR, place->desk.number, NULL, "cannot begin: %s", why);
	free(text);
	json_decref(object);
	hall_share_again(place);
	hall_forfeit(place, place->hall->speaker);
	if (trunk && trunk->line)
		hall_bus_seat(trunk, address, place);
	else if (place->line)
		hall_line_seat(place->line, place);
}

void hall_begin(struct place *place, const char *fen)
{
	begin(place, fen, NULL);
}

void hall_go_on(struct place *place, const struct game *game)
{
	begin(place, NULL, game);
}

void hall_freshen(struct place *place)
{
	if (hall_is_trunk(place))
		hall_bus_freshen(place);
	else if (place->is_stale && !desk_is_playing(&place->desk))
		hall_begin(place, NULL);
	if (place->is_unseated && place->desk.table.plies == 0)
		hall_seat_players(place, false, NULL);
}

/* Would the table begin otherwise now? Players may change without that. */
bool hall_is_stale(const struct place *place)
{
	struct settings now;
	json_t *before = settings_write(&place->desk.settings), *after;
	bool is_stale;

	settings_of(place, NULL, &now);
	/* A table that was ahead when its round was taken back waits for that round. */
	if (place->desk.settings.round == place->hall->rounds.withdrawn)
		now.round = place->hall->rounds.withdrawn;
	now.games = place->desk.settings.games;
	memcpy(now.player, place->desk.settings.player, sizeof(now.player));
	now.is_announced = place->desk.settings.is_announced;
	now.ahead_ms = place->desk.settings.ahead_ms;
	now.table.cable = place->desk.settings.table.cable; /* nothing depends on it */
	after = settings_write(&now);
	is_stale = !json_equal(before, after);
	json_decref(before);
	json_decref(after);
	return is_stale;
}

bool hall_keeps_game(const struct place *place)
{
	const struct table *table = &place->desk.table;
	bool is_paired =
		rounds_pairing(&place->hall->rounds, place->hall->round, place->desk.number);
	bool is_ready = (table->has_game || table->is_announced) && !table->is_over;

	return (is_paired || is_ready) && !hall_is_stale(place);
}

void hall_reload(struct hall *hall, const struct config *config)
{
	hall->parts.config = config;
	hall_take_up_rounds(hall);
	if (hall_is_hub(hall))
		return; /* the tables are at other machines */
	hall_open_tables(hall, true);
	for (size_t i = 0; i < hall_count(hall); i++) {
		struct place *place = hall->places[i];

		place->is_stale = hall_is_stale(place);
		hall_freshen(place);
		hall_seat_players(place, false, NULL);
	}
}

void hall_rewrite(struct hall *hall)
{
	hall_rewrite_rounds(hall);
	/* The tables that hold the talk with a bus come first, and have the highest numbers. */
	for (size_t i = hall->place_count; i-- > 0 && !hall_is_hub(hall);)
		hall_begin(hall->places[i],
			   hall->places[i]->fen[0] != '\0' ? hall->places[i]->fen : NULL);
}

/* The times that are shown of the table are those of the moment, from now on. */
static void show_ahead(struct place *place)
{
	uint64_t ahead_ms = place->hall->parts.moment->ahead_ms;
	struct journal_input input = {.kind = JOURNAL_INPUT_WALL, .at_ms = hall_now(place->hall)};
	char text[24], why[HALL_WHY_MAX];

	if (place->desk.ahead_ms == ahead_ms)
		return;
	input.len = (size_t)snprintf(text, sizeof(text), "%llu", (unsigned long long)ahead_ms);
	input.data = text;
	(void)hall_input(place, &input, why);
}

void hall_show_ahead(struct hall *hall)
{
	hall->ahead_ms = hall->parts.moment->ahead_ms;
	for (size_t i = 0; i < hall->place_count && !hall_is_hub(hall); i++)
		show_ahead(hall->places[i]);
}

static void forget(struct game_player player[2], const char *name, const char *word)
{
	for (size_t i = 0; i < 2; i++) {
		if (strcmp(player[i].name, name) != 0)
			continue;
		snprintf(player[i].name, sizeof(player[i].name), "%s", word);
		player[i].fide = player[i].fide > 0 ? 1 : 0; /* as in the journal */
	}
}

void hall_forget(struct hall *hall, const char *name, const char *word)
{
	for (size_t i = 0; i < hall->place_count; i++)
		forget(hall->places[i]->desk.settings.player, name, word);
	for (size_t i = 0; i < hall->rounds.count; i++)
		for (size_t k = 0; k < hall->rounds.list[i].count; k++)
			forget(hall->rounds.list[i].pairings[k].player, name, word);
}
