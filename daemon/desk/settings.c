/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/settings.h"

#include <string.h>

#include "daemon/stream/stream.h"

#define CONTROL_MAX 120 /* five periods with all their digits */

static const char *const wirings[] = {"unknown", "single", "bus"};

static json_t *start_of(const struct table_config *config)
{
	char bytes[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	if (!config->has_start)
		return json_null();
	rules_fen_write(&text, &config->start, RULES_FEN_PLAIN);
	return json_string(bytes);
}

void settings_slow_down(struct table_config *config)
{
	uint32_t scan_ms = board_make_at(config->board.make)->scan_ms;

	if (config->rules.scan_ms < scan_ms)
		config->rules.scan_ms = scan_ms;
}

/* --- players --- */

static void set_text(json_t *to, const char *key, const char *text)
{
	if (text[0] != '\0')
		json_object_set_new(to, key, json_string(text));
}

static void set_number(json_t *to, const char *key, unsigned number)
{
	if (number > 0)
		json_object_set_new(to, key, json_integer(number));
}

static json_t *player_write(const struct game_player *player)
{
	json_t *object = player->name[0] != '\0' ? json_object() : json_null();

	set_text(object, "name", player->name);
	set_text(object, "title", player->title);
	set_text(object, "team", player->team);
	set_text(object, "federation", player->federation);
	set_number(object, "elo", player->elo);
	set_number(object, "fide", player->fide);
	return object;
}

json_t *settings_players_write(const struct game_player player[2])
{
	return json_pack("{s:o, s:o}", "white", player_write(&player[RULES_WHITE]), "black",
			 player_write(&player[RULES_BLACK]));
}

/* Texts of the journal are ours, but the file may have been changed by hand. */
static bool keep_text(char *to, size_t size, const char *text)
{
	size_t len = strlen(text);

	if (len >= size)
		return false;
	memcpy(to, text, len + 1);
	return true;
}

static bool player_read(struct game_player *ret, json_t *object)
{
	const char *name = "", *title = "", *team = "", *federation = "";
	int elo = 0, fide = 0;

	*ret = (struct game_player){0};
	if (json_is_null(object))
		return true;
	if (json_unpack(object, "{s:s, s?s, s?s, s?s, s?i, s?i}", "name", &name, "title", &title,
			"team", &team, "federation", &federation, "elo", &elo, "fide", &fide) < 0)
		return false;
	ret->elo = (unsigned)elo;
	ret->fide = (unsigned)fide;
	return elo >= 0 && fide >= 0 && keep_text(ret->name, sizeof(ret->name), name) &&
	       keep_text(ret->title, sizeof(ret->title), title) &&
	       keep_text(ret->team, sizeof(ret->team), team) &&
	       keep_text(ret->federation, sizeof(ret->federation), federation);
}

bool settings_players_read(struct game_player ret[2], const json_t *object)
{
	struct game_player player[2];

	if (!json_is_object(object) ||
	    !player_read(&player[RULES_WHITE], json_object_get(object, "white")) ||
	    !player_read(&player[RULES_BLACK], json_object_get(object, "black")))
		return false;
	ret[RULES_WHITE] = player[RULES_WHITE];
	ret[RULES_BLACK] = player[RULES_BLACK];
	return true;
}

bool settings_is_player(const struct game_player *a, const struct game_player *b)
{
	return strcmp(a->name, b->name) == 0 && strcmp(a->title, b->title) == 0 &&
	       strcmp(a->team, b->team) == 0 && strcmp(a->federation, b->federation) == 0 &&
	       a->elo == b->elo && a->fide == b->fide;
}

/* --- all of it --- */

/* Settings that name no make mean the first, and no transport just a cable, as all did once. */
static json_t *with_make(json_t *object, const struct table_config *config)
{
	if (object && config->board.make > 0)
		set_text(object, "make", board_make_at(config->board.make)->name);
	if (object && config->cable != TABLE_CABLE)
		set_text(object, "transport", table_cable_words[config->cable]);
	return object;
}

/* What an event may rule itself; settings without it are of before it could. */
static json_t *with_event_rules(json_t *object, const struct touch_rules *rules)
{
	char bytes[CONTROL_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	touch_control_write(&text, &rules->control);
	if (object && rules->control.count > 0)
		json_object_set_new(object, "time_control", json_string(bytes));
	if (object && rules->watches_arrival)
		json_object_set_new(object, "default_minutes",
				    json_integer(rules->default_minutes));
	if (object && rules->only_queens)
		json_object_set_new(object, "only_queens", json_true());
	if (object && rules->without_guideline_3)
		json_object_set_new(object, "quickplay_finish", json_false());
	if (object && rules->draw_moves > 0)
		json_object_set_new(object, "draw_moves", json_integer(rules->draw_moves));
	return object;
}

static json_t *all_but_make(const struct settings *s)
{
	const struct touch_rules *rules = &s->table.rules;
	const struct board_config *board = &s->table.board;

	return json_pack("{s:s, s:s, s:b, s:i, s:i, s:i, s:i, s:i, s:i,"
			 " s:s, s:b, s:b, s:o, s:s, s:i, s:i, s:s, s:s, s:o, s:b, s:I}",
			 "laws", touch_edition_words[rules->edition], "mode",
			 touch_mode_words[rules->mode], "supervised", !rules->unsupervised,
			 "penalty_minutes", (int)rules->penalty_minutes, "scan_ms",
			 (int)rules->scan_ms, "settle_ms", (int)rules->settle_ms, "adjust_ms",
			 (int)rules->adjust_ms, "rest_ms", (int)rules->rest_ms, "knock_ms",
			 (int)rules->knock_ms, "wiring", wirings[board->wiring], "bluetooth",
			 board->is_bluetooth, "skip_log", board->skip_log, "start",
			 start_of(&s->table), "event", s->event, "round", (int)s->round, "games",
			 (int)s->games, "white", s->player[RULES_WHITE].name, "black",
			 s->player[RULES_BLACK].name, "players", settings_players_write(s->player),
			 "announced", s->is_announced, "ahead_ms", (json_int_t)s->ahead_ms);
}

json_t *settings_write(const struct settings *s)
{
	json_t *object = with_event_rules(with_make(all_but_make(s), &s->table), &s->table.rules);

	if (object)
		set_number(object, "reader", LAW_VERSION);
	return object;
}

static bool find_word(const char *word, const char *const *words, int count, int *ret)
{
	for (int i = 0; i < count; i++) {
		if (strcmp(words[i], word) == 0) {
			*ret = i;
			return true;
		}
	}
	return false;
}

/* No wait of a table is longer than an hour. */
static bool is_time(int ms)
{
	return ms >= 0 && ms <= 3600 * 1000;
}

/* Settings without it are of a time when it was not kept, or of an event that does not tell it. */
static bool read_control(struct touch_control *ret, const json_t *object)
{
	const char *text = json_string_value(json_object_get(object, "time_control"));

	return !text || touch_control_read(ret, rules_slice_of(text), NULL);
}

static bool read_rules(struct touch_rules *rules, const json_t *object)
{
	const char *laws, *mode;
	int edition, speed, supervised, penalty, scan, settle, adjust, rest, knock;
	int arrival = -1, draw_moves = 0;

	if (json_unpack((json_t *)object, "{s:s, s:s, s:b, s:i, s:i, s:i, s:i, s:i, s:i, s?i, s?i}",
			"laws", &laws, "mode", &mode, "supervised", &supervised, "penalty_minutes",
			&penalty, "scan_ms", &scan, "settle_ms", &settle, "adjust_ms", &adjust,
			"rest_ms", &rest, "knock_ms", &knock, "default_minutes", &arrival,
			"draw_moves", &draw_moves) < 0)
		return false;
	if (!find_word(laws, touch_edition_words, TOUCH_EDITIONS, &edition) ||
	    !find_word(mode, touch_mode_words, TOUCH_MODES, &speed) || penalty < 0 ||
	    penalty > UINT8_MAX || !is_time(scan) || !is_time(settle) || !is_time(adjust) ||
	    !is_time(rest) || !is_time(knock) || arrival > UINT16_MAX || draw_moves < 0 ||
	    draw_moves > UINT16_MAX)
		return false;
	*rules = touch_rules_for((enum touch_edition)edition, (enum touch_mode)speed, !supervised);
	rules->penalty_minutes = (uint8_t)penalty;
	rules->scan_ms = (uint32_t)scan;
	rules->settle_ms = (uint32_t)settle;
	rules->adjust_ms = (uint32_t)adjust;
	rules->rest_ms = (uint32_t)rest;
	rules->knock_ms = (uint32_t)knock;
	rules->watches_arrival = arrival >= 0;
	rules->default_minutes = (uint16_t)(arrival >= 0 ? arrival : 0);
	rules->draw_moves = (uint16_t)draw_moves;
	rules->without_guideline_3 = json_is_false(json_object_get(object, "quickplay_finish"));
	rules->only_queens = json_is_true(json_object_get(object, "only_queens"));
	return read_control(&rules->control, object);
}

static bool board_read(struct table_config *config, const json_t *object)
{
	const char *wiring, *make = NULL, *transport = table_cable_words[TABLE_CABLE];
	json_t *start;
	struct rules_fault fault;
	int kind, cable, is_bluetooth, skip_log;

	if (json_unpack((json_t *)object, "{s:s, s:b, s:b, s:o, s?s, s?s}", "wiring", &wiring,
			"bluetooth", &is_bluetooth, "skip_log", &skip_log, "start", &start, "make",
			&make, "transport", &transport) < 0 ||
	    !find_word(wiring, wirings, 3, &kind) ||
	    !find_word(transport, table_cable_words, TABLE_CABLES, &cable))
		return false;
	config->cable = (enum table_cable)cable;
	config->board = (struct board_config){.wiring = (enum board_wiring)kind,
					      .is_bluetooth = is_bluetooth,
					      .skip_log = skip_log};
	if (make && !board_make_find(make, &config->board.make))
		return false;
	config->has_start = json_is_string(start);
	return !config->has_start ||
	       rules_fen_read(&config->start, rules_slice_of(json_string_value(start)), &fault);
}

/* Journals that are older have the names only. */
static bool read_players(struct game_player ret[2], const json_t *object)
{
	const json_t *players = json_object_get(object, "players");
	const char *white, *black;

	if (players)
		return settings_players_read(ret, players);
	return json_unpack((json_t *)object, "{s:s, s:s}", "white", &white, "black", &black) == 0 &&
	       keep_text(ret[RULES_WHITE].name, sizeof(ret[RULES_WHITE].name), white) &&
	       keep_text(ret[RULES_BLACK].name, sizeof(ret[RULES_BLACK].name), black);
}

bool settings_read(struct settings *ret, const json_t *object)
{
	struct settings s = {0};
	const char *event, *white, *black; /* the names are there for people */
	int round, games;

	if (!read_rules(&s.table.rules, object) || !board_read(&s.table, object) ||
	    json_unpack((json_t *)object, "{s:s, s:i, s:i, s:s, s:s}", "event", &event, "round",
			&round, "games", &games, "white", &white, "black", &black) < 0 ||
	    !keep_text(s.event, sizeof(s.event), event) || !read_players(s.player, object) ||
	    round < 0 || games < 0)
		return false;
	s.is_announced = json_is_true(json_object_get(object, "announced"));
	s.ahead_ms = (uint64_t)json_integer_value(json_object_get(object, "ahead_ms"));
	s.reader = (unsigned)json_integer_value(json_object_get(object, "reader"));
	if (s.reader == 0)
		s.reader = 1; /* journals that are older name none */
	s.round = (unsigned)round;
	s.games = (unsigned)games;
	*ret = s;
	return true;
}
