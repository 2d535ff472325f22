/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/send/mqtt_since.h"

#include <string.h>

#include "broadcast/fold/game.h"
#include "daemon/journal/reader.h"

#define BEFORE_MS (24ull * 3600 * 1000) /* boards are set up the day before */

struct last_event {
	char event[GAME_ID_MAX];
	uint64_t first_ms; /* of its first game; 0: there is none */
};

static int note_game(void *data, const struct journal_game *game)
{
	struct last_event *last = data;
	char event[GAME_ID_MAX];
	unsigned round = 0;

	if (strlen(game->id) < sizeof(event))
		game_split_id(game->id, event, &round);
	if (round == 0 || strcmp(event, last->event) == 0)
		return 0;
	memcpy(last->event, event, sizeof(event));
	last->first_ms = game->first_ms;
	return 0;
}

static int note_time(void *data, const struct journal_report *report)
{
	*(uint64_t *)data = report->at_ms;
	return 0;
}

/* When the first report behind this number was. */
static uint64_t time_after(struct journal_reader *reader, uint64_t seq)
{
	struct journal_reports which = {.since = seq, .limit = 1};
	uint64_t at_ms = UINT64_MAX;

	(void)journal_read_reports(reader, &which, note_time, &at_ms);
	return at_ms;
}

/* Times never fall from one report to the next. */
static uint64_t last_before(struct journal_reader *reader, uint64_t last, uint64_t limit_ms)
{
	uint64_t low = 0, high = last;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (time_after(reader, middle) < limit_ms)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t mqtt_since(const struct publish *publish)
{
	struct journal_reader *reader = NULL;
	struct journal_fault fault;
	struct last_event last = {0};
	uint64_t since = 0;

	if (journal_reader_open(&reader, publish->journal_path, &fault) == 0 &&
	    journal_read_games(reader, note_game, &last) == 0 && last.first_ms > BEFORE_MS)
		since = last_before(reader, feed_last(publish->feed), last.first_ms - BEFORE_MS);
	journal_reader_close(reader);
	return since;
}
