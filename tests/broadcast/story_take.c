/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/fold/record.h"
#include "tests/broadcast/story.h"
#include "tests/support/words.h"

void story_take(struct story *s, struct record *record)
{
	struct game_fault fault;

	for (size_t i = 0; i < json_array_size(s->reports); i++)
		must_hold(record_apply(record, json_array_get(s->reports, i), &fault) >= 0, "%s",
			  fault.why);
	json_array_clear(s->reports);
}

void story_game(struct story *s, struct record *record, const char *board, const char *game,
		int table, const char *moves)
{
	s->board = board;
	s->game = game;
	s->table = table;
	story_ready(s);
	story_play(s, moves);
	story_take(s, record);
}
