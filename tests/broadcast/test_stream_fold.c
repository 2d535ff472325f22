/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "broadcast/fold/record.h"
#include "broadcast/output/build_json.h"
#include "broadcast/output/pgn.h"
#include "tests/broadcast/streamed.h"
#include "tests/support/peer.h"
#include "tests/support/words.h"

/*
 * Streams as the daemon makes them of simulated boards: nothing in them is
 * refused, and after each report the record is where the stream says.
 */

static struct record *record;
static json_t *reports;

static void setup(void)
{
	record = record_new(NULL, NULL);
}

static void teardown(void)
{
	record_free(record);
	json_decref(reports);
}

static const char *text_of(const json_t *report, const char *key)
{
	const char *text = json_string_value(json_object_get(report, key));

	return text ? text : "";
}

/* The position and the words of a move are those that the stream has. */
static void check_move(const json_t *report, const struct game *g)
{
	const struct game_ply *ply;

	if (strcmp(text_of(report, "event"), "move") != 0)
		return;
	ck_assert_int_eq(json_integer_value(json_object_get(report, "ply")), (int)g->ply_count);
	ply = &g->plies[g->ply_count - 1];
	must_hold(strcmp(ply->san, text_of(report, "san")) == 0, "%s", text_of(report, "san"));
	must_hold(strcmp(ply->uci, text_of(report, "uci")) == 0, "%s", text_of(report, "uci"));
	must_hold(strcmp(fen_of(&g->pos), text_of(report, "fen")) == 0, "%s",
		  text_of(report, "fen"));
}

static void fold(void)
{
	for (size_t i = 0; i < json_array_size(reports); i++) {
		json_t *report = json_array_get(reports, i);
		struct game_fault fault;
		int r = record_apply(record, report, &fault);
		const struct record_board *board = record_table(record, 7);

		must_hold(r >= 0, "report %zu, %s: %d %s", i + 1, text_of(report, "event"), r,
			  fault.why);
		if (board && board->game)
			check_move(report, board->game);
	}
}

static void check_pgn(const struct game *g)
{
	const char *const argv[] = {BOARDD_PGN_EXTRACT, "-s", NULL};
	static char bytes[1 << 16];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	struct peer peer = peer_begin();

	pgn_write(&text, g, &(struct pgn_options){.mark_doubtful = true});
	ck_assert(rules_text_fits(&text));
	fputs(bytes, peer.in);
	peer_run(&peer, argv);
	peer_is_content(&peer);
	peer_end(&peer);
}

START_TEST(simulated_games_fold_to_what_was_told)
{
	const struct game *g;

	reports = streamed_run((struct contest){.seed = (uint64_t)_i, .is_careful = _i % 2});
	fold();
	g = record_table(record, 7)->game;
	ck_assert_uint_gt(g->ply_count, 10);
	ck_assert_str_eq(g->id, "sim-r3-b7-1");
	ck_assert_int_ne(g->clock.time_ms, WHEN_NEVER);
	check_pgn(g);
}
END_TEST

START_TEST(what_was_irregular_is_counted)
{
	const struct game *g;
	size_t told = 0, lapsed = 0;

	reports = streamed_run((struct contest){.seed = 3,
						.is_careful = true,
						.violation = SIM_VIOLATION_TOUCHED_OWN,
						.violation_chance = 300000});
	fold();
	for (size_t i = 0; i < json_array_size(reports); i++)
		told += strcmp(text_of(json_array_get(reports, i), "event"), "irregularity") == 0;
	for (size_t i = 0; i < json_array_size(reports); i++)
		lapsed += strcmp(text_of(json_array_get(reports, i), "event"), "finding") == 0;
	g = record_table(record, 7)->game;
	ck_assert_uint_gt(told, 0);
	ck_assert_uint_eq(g->irregularity_count, told);
	ck_assert_uint_gt(lapsed, 0); /* Art. 4.8: the opponent touched a man */
	ck_assert_uint_eq(game_open_count(g), told - lapsed);
}
END_TEST

START_TEST(streams_with_gaps_fold_too)
{
	reports = streamed_run((struct contest){.seed = (uint64_t)_i, .lose = 10000});
	fold();
	check_pgn(record_table(record, 7)->game);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: streams of simulated boards");
	TCase *tc = tcase_create("streams");

	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, simulated_games_fold_to_what_was_told, 1, 5);
	tcase_add_test(tc, what_was_irregular_is_counted);
	tcase_add_loop_test(tc, streams_with_gaps_fold_too, 1, 5);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
