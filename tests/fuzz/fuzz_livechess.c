/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "broadcast/fold/record.h"
#include "broadcast/output/cloud.h"
#include "broadcast/output/livechess.h"
#include "broadcast/output/scores.h"
#include "rules-core/start.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any lines are what a client says, and each gets an answer; a line that begins
 * with ! is a report of the board it may follow, ~ pulls its plug or puts it back,
 * = holds back what is published or lets it go, and - takes a man off. Whatever
 * comes of it can be told as PGN and as LiveChess Cloud files.
 */

#define INPUT_MAX (1 << 14)

static size_t answers, feeds;

static void hear(void *data, const char *text, size_t len)
{
	json_t *message = json_loadb(text, len, 0, NULL);
	const char *response = json_string_value(json_object_get(message, "response"));

	(void)data;
	expect(json_object_size(message) == 4 && response, "%s", text);
	expect(json_is_integer(json_object_get(message, "id")), "%s", text);
	if (strcmp(response, "feed") == 0)
		feeds++;
	else
		answers++;
	json_decref(message);
}

static void check_files(const struct record *record)
{
	struct cloud_options options = {.rounds = 2, .base_s = 5400, .increment_s = 30};
	struct pgn_options pgn = {.policy = PGN_FEN};
	size_t len;
	char *text = scores_write(record, 0, 0, &pgn, &len);

	expect(text && strlen(text) == len, "no text");
	free(text);
	json_decref(cloud_tournament(record, &options));
	json_decref(cloud_round(record, &options, 1));
	json_decref(cloud_game(record, &options, 1, 1));
}

static void take_line(struct livechess *l, struct record *record, struct livechess_board *board,
		      struct rules_position *seen, const char *line, size_t len)
{
	const struct record_board *known;

	answers = feeds = 0;
	switch (len > 0 ? line[0] : '!') {
	case '!': record_apply_text(record, line + 1, len > 0 ? len - 1 : 0, NULL); break;
	case '~': board->men = board->men ? NULL : seen->at; break;
	case '=': board->is_behind = !board->is_behind; break;
	case '-': rules_position_put(seen, (rules_square)(len % 64), RULES_NO_PIECE); break;
	default:
		livechess_hear(l, 5, board, 1, line, len);
		expect(answers == 1 && feeds <= 1, "%zu answers, %zu feeds", answers, feeds);
		return;
	}
	known = record_count(record) > 0 ? record_at(record, 0) : NULL;
	board->clock = known ? &known->clock : NULL;
	board->game = known ? known->game : NULL;
	livechess_look(l, 5, board);
	expect(answers == 0, "an answer to nothing");
	feeds = 0;
	livechess_look(l, 5, board);
	expect(feeds == 0, "the same was told twice");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const char *text = (const char *)bytes, *end = text + len;
	struct record *record = record_new(NULL, NULL);
	struct livechess *l = livechess_new(NULL, hear, NULL);
	struct rules_position seen;
	struct livechess_board board = {.serial = "7",
					.device = "/dev/ttyACM0",
					.state = LIVECHESS_ACTIVE,
					.battery = -1,
					.men = seen.at};

	rules_start(&seen);
	for (size_t i = 0; len <= INPUT_MAX && text < end && i < 200; i++) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));

		stop = stop ? stop : end;
		take_line(l, record, &board, &seen, text, (size_t)(stop - text));
		text = stop + 1;
	}
	check_files(record);
	livechess_free(l);
	record_free(record);
	return 0;
}
