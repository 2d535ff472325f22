/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/hall/private.h"
#include "daemon/journal/reader.h"

/*
 * What the journal knows of games, in short. It is read once, at the start, and
 * kept up to date with what is published: so a board that is plugged in, or a
 * round that begins at three hundred tables, waits for no disk.
 */
struct hall_memory {
	json_t *numbers; /* "EVENT-rROUND-bTABLE-": the highest number of a game */
	json_t *seats;   /* a board: the table of its last game */
	json_t *games;   /* a table: its last game, and whether that is over */
	unsigned last_place;
};

static void set(json_t *map, const char *key, json_t *value)
{
	if (json_object_set_new(map, key, value) < 0)
		hall_die();
}

static void number_key(unsigned number, char ret[16])
{
	snprintf(ret, 16, "%u", number);
}

/* "local-20260131-r1-b1-2": the second of its table in that round. False: it was noted before. */
static bool note_number(struct hall_memory *memory, const char *game)
{
	char prefix[DESK_GAME_MAX];
	char *dash;
	unsigned long number;

	snprintf(prefix, sizeof(prefix), "%s", game);
	dash = strrchr(prefix, '-');
	if (!dash)
		return false;
	number = strtoul(dash + 1, NULL, 10);
	dash[1] = '\0';
	if (number <= (unsigned long)json_integer_value(json_object_get(memory->numbers, prefix)))
		return false;
	set(memory->numbers, prefix, json_integer((json_int_t)number));
	return true;
}

/*
 * As in the journal: a game is of the board it began on, and once over it stays over. What is told
 * of one after another has begun changes nothing.
 */
void hall_remember_game(struct hall *hall, const struct journal_game *game)
{
	struct hall_memory *memory = hall->memory;
	bool is_new = note_number(memory, game->id);
	char table[16];
	const char *last;

	number_key(game->table, table);
	last = json_string_value(json_object_get(json_object_get(memory->games, table), "id"));
	if (!is_new && (!game->is_over || !last || strcmp(last, game->id) != 0))
		return;
	set(memory->games, table, json_pack("{s:s, s:b}", "id", game->id, "over", game->is_over));
	if (is_new && game->board)
		set(memory->seats, game->board, json_integer((json_int_t)game->table));
}

void hall_remember_place(struct hall *hall, unsigned number)
{
	if (number > hall->memory->last_place)
		hall->memory->last_place = number;
}

static int take_game(void *data, const struct journal_game *game)
{
	hall_remember_game(data, game);
	return 0;
}

void hall_memory_new(struct hall *hall)
{
	struct hall_memory *memory = calloc(1, sizeof(*memory));
	struct journal_reader *reader = NULL;
	struct journal_fault fault;

	if (!memory)
		hall_die();
	hall->memory = memory;
	memory->numbers = json_object();
	memory->seats = json_object();
	memory->games = json_object();
	if (!memory->numbers || !memory->seats || !memory->games)
		hall_die();
	/* What cannot be read hall_recover() says. */
	if (journal_reader_open(&reader, hall->parts.journal_path, &fault) == 0 &&
	    journal_read_games(reader, take_game, hall) == 0)
		(void)journal_read_last_table(reader, &memory->last_place);
	journal_reader_close(reader);
}

void hall_memory_free(struct hall_memory *memory)
{
	if (!memory)
		return;
	json_decref(memory->numbers);
	json_decref(memory->seats);
	json_decref(memory->games);
	free(memory);
}

unsigned hall_last_game(const struct hall *hall, const char *prefix)
{
	return (unsigned)json_integer_value(json_object_get(hall->memory->numbers, prefix));
}

unsigned hall_last_seat(const struct hall *hall, const char *board)
{
	return (unsigned)json_integer_value(json_object_get(hall->memory->seats, board));
}

bool hall_had_game(const struct hall *hall, unsigned table, bool *ret_is_over)
{
	char key[16];
	const json_t *game;

	number_key(table, key);
	game = json_object_get(hall->memory->games, key);
	*ret_is_over = json_is_true(json_object_get(game, "over"));
	return game != NULL;
}

unsigned hall_new_trunk_number(const struct hall *hall)
{
	unsigned last = hall->memory->last_place;

	return (last < HALL_TRUNKS ? HALL_TRUNKS : last) + 1;
}
