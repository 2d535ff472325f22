/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "broadcast/fold/delay.h"
#include "broadcast/fold/record.h"
#include "broadcast/output/build_json.h"
#include "broadcast/output/pgn.h"
#include "rules-core/pgn.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any lines are a stream: each is taken or refused with a reason, and what has
 * been taken can be told as JSON and PGN that our own reader takes. The first
 * byte chooses the delay; what is held comes out in the end.
 */

#define INPUT_MAX (1 << 14)
#define ROOM      (1 << 20)

static void show(void *data, const json_t *report)
{
	record_apply(data, report, NULL);
}

static void check_pgn(const struct game *g, enum pgn_policy policy)
{
	static struct rules_pgn_reader reader;
	static char bytes[ROOM];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	struct pgn_options options = {.policy = policy, .mark_doubtful = true};
	struct rules_pgn_item item;

	pgn_write(&text, g, &options);
	expect(rules_text_fits(&text), "%zu bytes", text.len);
	rules_pgn_open(&reader, (struct rules_slice){bytes, text.len}, RULES_EN);
	while (rules_pgn_next(&reader, &item) != RULES_PGN_END)
		expect(item.kind != RULES_PGN_FAULT, "line %zu: %s\n%s", item.line, item.why,
		       bytes);
}

static void check_record(const struct record *record)
{
	json_t *boards = build_boards(record), *games = build_games(record);

	expect(json_array_size(json_object_get(boards, "boards")) == record_count(record),
	       "%zu boards", record_count(record));
	json_decref(boards);
	json_decref(games);
	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;
		json_t *object;

		if (!g)
			continue;
		object = build_game(g, true, NULL);
		expect(json_array_size(json_object_get(object, "moves")) == g->ply_count, "%s",
		       g->id);
		json_decref(object);
		check_pgn(g, PGN_STOP);
		check_pgn(g, PGN_FEN);
	}
}

static void take_line(struct record *record, struct delay *delay, const char *line, size_t len)
{
	struct game_fault fault = {""};
	json_t *report = json_loadb(line, len, 0, NULL);
	int r = record_apply_text(record, line, len, &fault);

	expect((r < 0) == (r == -2 || fault.why[0] != '\0'), "%d: %s", r, fault.why);
	if (report && r > 0)
		delay_put(delay, 1, report, NULL);
	json_decref(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct record *record = record_new(NULL, NULL), *shown = record_new(NULL, NULL);
	struct delay_rule rule = {.after_ms = 10, .plies = len > 0 ? bytes[0] % 4 : 0};
	struct delay *delay = delay_new(rule);
	const char *line = (const char *)bytes + 1;
	size_t left = len > 0 && len <= INPUT_MAX ? len - 1 : 0;

	while (left > 0) {
		const char *end = memchr(line, '\n', left);
		size_t this = end ? (size_t)(end - line) : left;

		take_line(record, delay, line, this);
		delay_due(delay, 1, show, shown);
		left -= end ? this + 1 : this;
		line += this + 1;
	}
	check_record(record);
	check_record(shown);
	delay_free(delay);
	record_free(record);
	record_free(shown);
	return 0;
}
