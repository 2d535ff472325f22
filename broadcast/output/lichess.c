/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/lichess.h"

#include <stdio.h>
#include <string.h>

#include "rules-core/text.h"

#define MINUTES_MAX_S 180 /* a base up to this is read as minutes */

bool lichess_time_control(unsigned base_s, unsigned increment_s, char ret[LICHESS_CLOCK_MAX])
{
	if (base_s == 0 || (base_s <= MINUTES_MAX_S && base_s % 60 != 0))
		return false;
	if (base_s <= MINUTES_MAX_S)
		snprintf(ret, LICHESS_CLOCK_MAX, "%u min + %u sec", base_s / 60, increment_s);
	else
		snprintf(ret, LICHESS_CLOCK_MAX, "%u+%u", base_s, increment_s);
	return true;
}

/* --- what is sent --- */

/* Behind the tags, which end with an empty line. */
static const char *movetext(const char *pgn)
{
	while (pgn[0] == '[') {
		const char *end = strchr(pgn, '\n');

		if (!end)
			return "";
		pgn = end + 1;
	}
	return pgn;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\n';
}

/* Numbers and results begin with a digit or a star; comments are passed over. */
size_t lichess_plies(const char *pgn)
{
	const char *at = movetext(pgn);
	size_t plies = 0;

	while (*at != '\0') {
		if (is_blank(*at)) {
			at++;
			continue;
		}
		if (*at == '{') {
			while (*at != '\0' && *at != '}')
				at++;
			at += *at == '}';
			continue;
		}
		plies += *at != '*' && (*at < '0' || *at > '9');
		while (*at != '\0' && !is_blank(*at))
			at++;
	}
	return plies;
}

static bool has_name(const struct game_player *player)
{
	return player->fide > 0 || strlen(player->name) >= 2;
}

const char *lichess_drops(const struct game *g)
{
	if (!has_name(&g->player[RULES_WHITE]))
		return "not shown: White has no name";
	return has_name(&g->player[RULES_BLACK]) ? NULL : "not shown: Black has no name";
}

size_t lichess_part(const size_t *lengths, size_t count, size_t body_max)
{
	size_t taken = 0, bytes = 0;

	while (taken < count && taken < LICHESS_GAMES_MAX &&
	       (taken == 0 || bytes + lengths[taken] <= body_max))
		bytes += lengths[taken++];
	return taken;
}

/* --- what is answered --- */

/* One line, and no half of a character at its end. */
static void set_error(struct lichess_entry *entry, const char *why)
{
	size_t len = 0, left = strlen(why);

	entry->moves = -1;
	while (left > 0) {
		size_t step = rules_utf8_len(why, left);

		if (step == 0 || len + step >= sizeof(entry->error))
			break;
		memcpy(entry->error + len, why, step);
		if ((unsigned char)*why < ' ')
			entry->error[len] = ' ';
		len += step;
		why += step;
		left -= step;
	}
	entry->error[len] = '\0';
}

static void read_entry(const json_t *game, struct lichess_entry *ret)
{
	const char *error = json_string_value(json_object_get(game, "error"));
	const json_t *moves = json_object_get(game, "moves");

	*ret = (struct lichess_entry){.moves = -1};
	if (error)
		set_error(ret, error);
	else if (json_is_integer(moves) && json_integer_value(moves) >= 0)
		ret->moves = (long)json_integer_value(moves);
	else
		set_error(ret, "no number of moves in the answer");
}

bool lichess_answer_read(const char *text, size_t len, struct lichess_entry *ret, size_t count)
{
	json_t *answer = json_loadb(text, len, 0, NULL);
	const json_t *games = json_object_get(answer, "games");
	bool is_answer = json_is_array(games);
	size_t told = json_array_size(games);

	for (size_t i = 0; is_answer && i < count; i++) {
		if (i < told)
			read_entry(json_array_get(games, i), &ret[i]);
		else if (told == 1 && ret[0].error[0] != '\0')
			ret[i] = ret[0];
		else
			set_error(&ret[i], "nothing about this game in the answer");
	}
	json_decref(answer);
	return is_answer;
}

void lichess_judge(const struct lichess_entry *entry, size_t plies, bool had_moves,
		   char ret[LICHESS_ERROR_MAX])
{
	ret[0] = '\0';
	if (entry->error[0] != '\0')
		memcpy(ret, entry->error, LICHESS_ERROR_MAX);
	else if (entry->moves < (long)plies)
		snprintf(ret, LICHESS_ERROR_MAX, "cut at ply %ld: %ld of %zu plies were understood",
			 entry->moves + 1, entry->moves, plies);
	else if (plies == 0 && had_moves)
		snprintf(ret, LICHESS_ERROR_MAX,
			 "all moves were taken back, but are shown still: reset the round there");
}
