/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/hall_private.h"
#include "daemon/journal_reader.h"
#include "daemon/log.h"

/* --- what is in force --- */

static void event_of(const struct hall *hall, char ret[SETTINGS_EVENT_MAX])
{
	const char *given = hall->parts.config->broadcast.id;
	time_t now = (time_t)((hall_now(hall) + hall->parts.moment->ahead_ms) / 1000);
	struct tm tm = {0};

	if (given) {
		snprintf(ret, SETTINGS_EVENT_MAX, "%.60s", given);
		return;
	}
	localtime_r(&now, &tm);
	strftime(ret, SETTINGS_EVENT_MAX, "local-%Y%m%d", &tm);
}

/* How many games of this event and round the table has seen, by the journal and by memory. */
static unsigned games_before(const struct place *place, const struct settings *settings)
{
	const struct settings *before = &place->desk.settings;
	struct journal_reader *reader = NULL;
	struct journal_fault fault;
	char prefix[SETTINGS_EVENT_MAX + 40];
	unsigned number = 0;

	snprintf(prefix, sizeof(prefix), "%s-r%u-b%u-", settings->event, settings->round,
		 place->desk.number);
	if (journal_reader_open(&reader, place->hall->parts.journal_path, &fault) == 0)
		(void)journal_read_last_game(reader, prefix, &number);
	journal_reader_close(reader);
	if (place->desk.is_begun && before->round == settings->round &&
	    strcmp(before->event, settings->event) == 0 && desk_game_number(&place->desk) > number)
		number = desk_game_number(&place->desk);
	return number;
}

static void name_player(char ret[SETTINGS_NAME_MAX], const char *name)
{
	snprintf(ret, SETTINGS_NAME_MAX, "%.90s", name ? name : "");
}

static void settings_of(const struct place *place, const char *fen, struct settings *ret)
{
	const struct config *config = place->hall->parts.config;
	const struct line *line = hall_line_of(place);
	bool is_bluetooth = line && hall_line_is_bluetooth(line);
	struct rules_fault fault;

	*ret = (struct settings){.round = place->hall->round};
	ret->table.rules = config_rules(config, is_bluetooth);
	ret->table.board.is_bluetooth = is_bluetooth;
	/* A device comes from the lobby, where that was found out. */
	ret->table.board.wiring = hall_is_trunk(place) ? DGT_WIRING_BUS : DGT_WIRING_SINGLE;
	ret->table.has_start =
		fen && rules_fen_read(&ret->table.start, rules_slice_of(fen), &fault);
	event_of(place->hall, ret->event);
	name_player(ret->white, config_player(config, place->desk.number, false));
	name_player(ret->black, config_player(config, place->desk.number, true));
	ret->games = games_before(place, ret);
}

void hall_begin(struct place *place, const char *fen)
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
	object = settings_write(&settings);
	text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	if (!text)
		hall_die();
	input.data = text;
	input.len = strlen(text);
	place->is_stale = false;
	if (!hall_input(place, &input, why))
		log_table(LOG_LEVEL_ERROR, place->desk.number, NULL, "cannot begin: %s", why);
	free(text);
	json_decref(object);
	if (place->hall->parts.moment->ahead_ms != place->desk.ahead_ms)
		hall_set_ahead(place->hall, place->hall->parts.moment->ahead_ms);
	if (trunk && trunk->line)
		hall_bus_seat(trunk, address, place);
	else if (place->line)
		hall_line_seat(place->line, place);
}

void hall_freshen(struct place *place)
{
	if (hall_is_trunk(place))
		hall_bus_freshen(place);
	else if (place->is_stale && !desk_is_playing(&place->desk))
		hall_begin(place, NULL);
}

void hall_reload(struct hall *hall, const struct config *config)
{
	hall->parts.config = config;
	for (size_t i = 0; i < hall_count(hall); i++) {
		struct settings now;
		json_t *before = settings_write(&hall->places[i]->desk.settings), *after;

		settings_of(hall->places[i], NULL, &now);
		now.games = hall->places[i]->desk.settings.games;
		after = settings_write(&now);
		hall->places[i]->is_stale = !json_equal(before, after);
		json_decref(before);
		json_decref(after);
		hall_freshen(hall->places[i]);
	}
}

void hall_rewrite(struct hall *hall)
{
	/* Those who hold the talk with a bus come first, and have the highest numbers. */
	for (size_t i = hall->place_count; i-- > 0;)
		hall_begin(hall->places[i],
			   hall->places[i]->fen[0] != '\0' ? hall->places[i]->fen : NULL);
}

int hall_begin_round(struct hall *hall, unsigned round, char ret_why[HALL_WHY_MAX])
{
	if (round == 0 || round > 999) {
		snprintf(ret_why, HALL_WHY_MAX, "a round is a number from 1 to 999");
		return -EINVAL;
	}
	hall->round = round;
	for (size_t i = 0; i < hall_count(hall); i++)
		hall_begin(hall->places[i], NULL);
	return 0;
}

void hall_set_ahead(struct hall *hall, uint64_t ahead_ms)
{
	struct journal_input input = {.kind = JOURNAL_INPUT_WALL, .at_ms = hall_now(hall)};
	char text[24], why[HALL_WHY_MAX];

	input.len = (size_t)snprintf(text, sizeof(text), "%llu", (unsigned long long)ahead_ms);
	input.data = text;
	for (size_t i = 0; i < hall->place_count; i++)
		(void)hall_input(hall->places[i], &input, why);
}

unsigned hall_round(const struct hall *hall)
{
	return hall->round;
}
