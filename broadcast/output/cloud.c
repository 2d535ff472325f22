/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/cloud.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/cloud_private.h"
#include "rules-core/start.h"

/* --- what is shown of a game --- */

static size_t shown_plies(const struct game *g, const struct cloud_options *options)
{
	size_t end = 0;

	/* Notation ends before a move that cannot be played, and so does the file. */
	while (end < g->ply_count && g->plies[end].move != RULES_NO_MOVE &&
	       g->plies[end].san[0] != '\0' && game_base_at(g, end) == &g->bases[0])
		end++;
	while (options->completed_only && g->state != GAME_ENDED && end > 0 &&
	       !g->plies[end - 1].completed)
		end--;
	return end;
}

static bool is_live(const struct game *g)
{
	return g->state == GAME_STARTED && strcmp(g->result, "*") == 0;
}

static bool is_of(const struct game *g, unsigned round)
{
	return g && g->id[0] != '\0' && g->base_count > 0 && !game_is_copy(g) &&
	       g->round == round && g->table > 0 && g->table <= CLOUD_TABLES_MAX;
}

/* Of several boards that were at a table, the one heard of last. */
const struct record_board *cloud_board(const struct record *record, unsigned round, unsigned table)
{
	const struct record_board *last = NULL;

	for (size_t i = 0; i < record_count(record); i++) {
		const struct record_board *board = record_at(record, i);

		if (is_of(board->game, round) && board->game->table == table &&
		    (!last || board->game->seq > last->game->seq))
			last = board;
	}
	return last;
}

/* The past, unless another event has begun since. */
static const struct cloud_past *past_of(const struct record *record,
					const struct cloud_options *options)
{
	const struct game *youngest = NULL;

	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		if (g && g->round > 0 && (!youngest || g->first_seq > youngest->first_seq))
			youngest = g;
	}
	return !youngest || !options->past || strcmp(youngest->event, options->past->event) == 0
		       ? options->past
		       : NULL;
}

static unsigned last_table(const struct record *record, const struct cloud_past *past,
			   unsigned round)
{
	unsigned last = 0;

	for (size_t i = 0; past && i < past->count; i++)
		if (past->games[i]->round == round)
			last = past->games[i]->table;

	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		if (is_of(g, round) && g->table > last)
			last = g->table;
	}
	return last;
}

static unsigned last_round(const struct record *record, const struct cloud_past *past,
			   unsigned announced)
{
	unsigned last = announced;

	if (past && past->count > 0 && past->games[past->count - 1]->round > last)
		last = past->games[past->count - 1]->round;
	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		if (g && g->round > last)
			last = g->round;
	}
	return last;
}

static json_t *text_or_null(const char *text)
{
	return text && text[0] != '\0' ? json_string(text) : json_null();
}

/* --- tournament.json --- */

static json_t *round_in_short(const struct record *record, const struct cloud_past *past,
			      unsigned round)
{
	int live = 0;

	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		live += is_of(g, round) && is_live(g);
	}
	return json_pack("{s:i, s:i}", "count", (int)last_table(record, past, round), "live", live);
}

static bool is_any_chess960(const struct record *record, const struct cloud_past *past)
{
	for (size_t i = 0; past && i < past->count; i++)
		if (past->games[i]->is_chess960)
			return true;
	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		if (g && g->base_count > 0 && game_is_chess960(g))
			return true;
	}
	return false;
}

const char *cloud_serial(const struct record_board *board)
{
	return board->serial[0] != '\0' ? board->serial : board->id;
}

static const char *event_of(const struct record *record)
{
	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		if (g && g->event[0] != '\0')
			return g->event;
	}
	return "boardd";
}

json_t *cloud_tournament(const struct record *record, const struct cloud_options *options)
{
	json_t *rounds = json_array(), *eboards = json_array();
	const struct cloud_past *past = past_of(record, options);
	unsigned count = last_round(record, past, options->rounds);
	const char *event = event_of(record);

	for (unsigned i = 1; i <= count; i++)
		json_array_append_new(rounds, round_in_short(record, past, i));
	for (size_t i = 0; i < record_count(record); i++)
		if (record_is_met(record_at(record, i)))
			json_array_append_new(eboards,
					      json_string(cloud_serial(record_at(record, i))));
	return json_pack("{s:s, s:s, s:s?, s:s?, s:s?, s:s, s:s, s:s?, s:o, s:o}", "id",
			 options->id ? options->id : event, "name",
			 options->name ? options->name : event, "location", options->location,
			 "country", options->country, "website", options->website, "rules",
			 "STANDARD", "chess960", is_any_chess960(record, past) ? "ANY" : "STANDARD",
			 "timecontrol", options->time_control, "rounds", rounds, "eboards",
			 eboards);
}

/* --- round-N/index.json --- */

static size_t blanks(const char *text)
{
	return strspn(text, " ");
}

static json_t *slice(const char *at, size_t len)
{
	while (len > 0 && at[len - 1] == ' ')
		len--;
	return len > 0 ? json_stringn(at, len) : json_null();
}

/* "Lund, Jörg Peter": what is before the comma, the next word, and the rest. */
static void set_name(json_t *to, const char *name)
{
	const char *comma = strchr(name, ',');
	const char *first = comma ? comma + 1 + blanks(comma + 1) : "";
	const char *blank = strchr(first, ' ');
	const char *middle = blank ? blank + blanks(blank) : "";
	size_t last_len = comma ? (size_t)(comma - name) : strlen(name);

	json_object_set_new(to, "fname",
			    slice(first, blank ? (size_t)(blank - first) : strlen(first)));
	json_object_set_new(to, "mname", slice(middle, strlen(middle)));
	json_object_set_new(to, "lname", slice(name, last_len));
}

static json_t *player_of(const struct game_player *player)
{
	json_t *object;

	if (player->name[0] == '\0')
		return json_null();
	object = json_object();
	set_name(object, player->name);
	json_object_set_new(object, "title", text_or_null(player->title));
	json_object_set_new(object, "federation", text_or_null(player->federation));
	json_object_set_new(object, "gender", json_null());
	json_object_set_new(object, "fideid",
			    player->fide > 0 ? json_integer(player->fide) : json_null());
	return object;
}

json_t *cloud_pairing_of(const struct game *g)
{
	static const struct game_player nobody;
	static const char *const known[] = {"1-0", "0-1", "1/2-1/2"};
	const char *result = "*";

	for (size_t i = 0; g && i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(g->result, known[i]) == 0)
			result = known[i];
	return json_pack("{s:o, s:o, s:s, s:b}", "white",
			 player_of(g ? &g->player[RULES_WHITE] : &nobody), "black",
			 player_of(g ? &g->player[RULES_BLACK] : &nobody), "result", result, "live",
			 g && is_live(g));
}

/* The day on which its first move was made. */
static json_t *date_of(const struct record *record, const struct cloud_past *past,
		       int utc_offset_minutes, unsigned round)
{
	int64_t first_ms = WHEN_NEVER;
	struct when_parts day;

	for (size_t i = 0; past && i < past->count; i++) {
		int64_t started_ms = past->games[i]->started_ms;

		if (past->games[i]->round == round && started_ms != WHEN_NEVER &&
		    (first_ms == WHEN_NEVER || started_ms < first_ms))
			first_ms = started_ms;
	}
	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		if (is_of(g, round) && g->started_ms != WHEN_NEVER &&
		    (first_ms == WHEN_NEVER || g->started_ms < first_ms))
			first_ms = g->started_ms;
	}
	if (first_ms == WHEN_NEVER)
		return json_null();
	day = when_split(first_ms + utc_offset_minutes * 60000LL);
	return json_sprintf("%04d-%02d-%02d", day.year, day.month, day.day);
}

static json_t *pairing_at(const struct record *record, const struct cloud_past *past,
			  unsigned round, unsigned table)
{
	const struct record_board *board = cloud_board(record, round, table);
	const struct past_game *over = board ? NULL : past_find(past, round, table);

	return over ? past_pairing(over) : cloud_pairing_of(board ? board->game : NULL);
}

json_t *cloud_round(const struct record *record, const struct cloud_options *options,
		    unsigned round)
{
	const struct cloud_past *past = past_of(record, options);
	unsigned count = last_table(record, past, round);
	json_t *pairings;

	if (round == 0 || round > last_round(record, past, options->rounds))
		return NULL;
	pairings = json_array();
	for (unsigned i = 1; i <= count; i++)
		json_array_append_new(pairings, pairing_at(record, past, round, i));
	return json_pack("{s:o, s:o}", "date",
			 date_of(record, past, options->utc_offset_minutes, round), "pairings",
			 pairings);
}

/* --- in a folder --- */

json_t *cloud_folder_tournament(const struct record *record, const struct cloud_options *options)
{
	json_t *whole = cloud_tournament(record, options);
	json_t *object = json_pack("{s:O, s:O, s:O}", "id", json_object_get(whole, "id"), "name",
				   json_object_get(whole, "name"), "rounds",
				   json_object_get(whole, "rounds"));

	json_decref(whole);
	return object;
}

json_t *cloud_folder_round(const struct record *record, const struct cloud_options *options,
			   unsigned round)
{
	static const char *const sides[] = {"white", "black"};
	json_t *object = cloud_round(record, options, round), *pairing;
	size_t i;

	json_array_foreach(json_object_get(object, "pairings"), i, pairing)
	{
		for (size_t side = 0; side < 2; side++) {
			json_t *player = json_object_get(pairing, sides[side]);

			json_object_del(player, "gender");
			json_object_del(player, "fideid");
		}
	}
	json_object_del(object, "date");
	return object;
}

/* --- round-N/game-M.json --- */

/*
 * The time used: what was on the clock before, and the increment, less what is
 * left. The first increment is on the clock from the start. -1: not known.
 */
static int32_t used_s(const struct game *g, const struct cloud_options *options, size_t i,
		      uint8_t mover)
{
	const struct game_ply *ply = &g->plies[i], *before = i >= 2 ? &g->plies[i - 2] : NULL;
	int32_t left = mover == RULES_WHITE ? ply->white_s : ply->black_s;
	int32_t had = (int32_t)(options->base_s + options->increment_s);

	if (before)
		had = mover == RULES_WHITE ? before->white_s : before->black_s;
	if (options->base_s == 0 || left == GAME_NO_CLOCK || had == GAME_NO_CLOCK ||
	    ply->inferred || !ply->completed)
		return -1;
	return had + (int32_t)options->increment_s - left;
}

static json_t *move_of(const struct game *g, const struct cloud_options *options, size_t i,
		       uint8_t mover)
{
	const struct game_ply *ply = &g->plies[i];
	int32_t left = mover == RULES_WHITE ? ply->white_s : ply->black_s;
	int32_t used = used_s(g, options, i, mover);

	if (left == GAME_NO_CLOCK)
		return json_string(ply->san);
	if (used < 0)
		return json_sprintf("%s %d", ply->san, left);
	return json_sprintf("%s %d+%d", ply->san, left, used);
}

static json_t *moves_of(const struct game *g, const struct cloud_options *options)
{
	json_t *list = json_array();
	size_t end = shown_plies(g, options);
	uint8_t mover = g->bases[0].pos.turn;

	for (size_t i = 0; i < end; i++, mover ^= 1)
		json_array_append_new(list, move_of(g, options, i, mover));
	return list;
}

static json_t *clock_of(const struct game *g)
{
	const struct game_clock *clock = &g->clock;
	json_t *run;

	if (!is_live(g) || clock->time_ms == WHEN_NEVER || clock->white_s == GAME_NO_CLOCK ||
	    clock->black_s == GAME_NO_CLOCK)
		return json_null();
	run = clock->running == GAME_NOBODY ? json_null()
					    : json_boolean(clock->running == RULES_WHITE);
	return json_pack("{s:i, s:i, s:o, s:I}", "white", clock->white_s, "black", clock->black_s,
			 "run", run, "time", (json_int_t)clock->time_ms);
}

/* Both have lost, or one without the other winning: consumers know no word for it. */
static const char *result_of(const struct game *g)
{
	static const char *const words[][2] = {
		{"1-0", "WHITEWIN"}, {"0-1", "BLACKWIN"}, {"1/2-1/2", "DRAW"}};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(g->result, words[i][0]) == 0)
			return words[i][1];
	return g->state == GAME_ENDED && g->ply_count == 0 ? "NOTPLAYED" : NULL;
}

json_t *cloud_file_of(const struct game *g, const struct cloud_options *options, const char *serial)
{
	int number = rules_chess960_number(&g->bases[0].pos);

	return json_pack("{s:b, s:s, s:o, s:i, s:s?, s:n, s:o, s:o}", "live", is_live(g),
			 "serialNr", serial, "firstMove",
			 g->started_ms == WHEN_NEVER ? json_null() : json_integer(g->started_ms),
			 "chess960", number < 0 ? RULES_CHESS960_USUAL : number, "result",
			 result_of(g), "comment", "clock", clock_of(g), "moves",
			 moves_of(g, options));
}

/* A board tells its serial number when it comes, be it long after the game. */
static json_t *file_of_past(const struct record *record, const struct past_game *over)
{
	const struct record_board *board = record_board(record, over->board);
	json_t *file = past_moves(over);

	if (file && board)
		json_object_set_new(file, "serialNr", json_string(cloud_serial(board)));
	return file;
}

json_t *cloud_game(const struct record *record, const struct cloud_options *options, unsigned round,
		   unsigned game)
{
	const struct record_board *board = cloud_board(record, round, game);
	const struct past_game *over =
		board ? NULL : past_find(past_of(record, options), round, game);

	if (over)
		return file_of_past(record, over);
	return board ? cloud_file_of(board->game, options, cloud_serial(board)) : NULL;
}

json_t *cloud_meta(const char *host)
{
	return json_pack("{s:s, s:s}", "host", host, "format", "1");
}
