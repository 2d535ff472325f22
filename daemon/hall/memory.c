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
	unsigned last_place;
};

static void set(json_t *map, const char *key, json_t *value)
{
	if (json_object_set_new(map, key, value) < 0)
		hall_die();
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

/* As in the journal: a game is of the board it began on. */
void hall_remember_game(struct hall *hall, const struct journal_game *game)
{
	struct hall_memory *memory = hall->memory;

	if (note_number(memory, game->id) && game->board)
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
	if (!memory->numbers || !memory->seats)
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

unsigned hall_new_trunk_number(const struct hall *hall)
{
	unsigned last = hall->memory->last_place;

	return (last < HALL_TRUNKS ? HALL_TRUNKS : last) + 1;
}
