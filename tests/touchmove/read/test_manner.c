/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/touchmove/read/read_words.h"

#include <string.h>

#include "rules-core/fen.h"
#include "touchmove/read/publish.h"

/* Every row of the table of manners: a board that shows it, and what it is charged with. */

static struct reading g;

enum place {
	BILLED, /* in the bill of the reading with these half-moves */
	PAID,   /* part of what this reading has paid for good */
};

static const struct {
	enum read_manner manner;
	enum place place;
	const char *fen, *script, *moves, *square;
	int32_t besides; /* what else it has paid */
} cases[] = {
	{READ_PASSING, BILLED, RULES_START_FEN, "1000 e2x, 1400 e3P, 1400 wait", "", "e3", 0},
	{READ_PASSING_ON, BILLED, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
	 "1000 a1x, 1200 a3R, 1300 a3x, 1320 a5R", "", "a5", 0},
	{READ_OFF_PATH, BILLED, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1000 a1x, 1200 b3R", "", "b3",
	 0},
	{READ_MISPLACED, BILLED, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1000 a1x, 1200 b3R, 9000 wait",
	 "", "b3", 0},
	{READ_BEFORE_LIFT, BILLED, RULES_START_FEN, "1000 e4P", "", "e4", 0},
	{READ_TRAIL, BILLED, RULES_START_FEN, "1000 e4P", "e4", "e2", 0},
	{READ_ON_THE_LINE, BILLED, RULES_START_FEN,
	 "1000 e2x, 1400 e4P, 2000 white, 2500 wait, 3000 e5P", "e4", "e5", 0},
	{READ_BESIDE_GOAL, BILLED, RULES_START_FEN,
	 "1000 e2x, 1400 e4P, 2000 white, 2500 wait, 3000 e4x, 3100 e5P", "e4", "e5", 0},
	{READ_SLID, BILLED, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1000 a1x, 1400 a4R, 1600 a5R", "Ra5",
	 "a4", 0},
	{READ_OVERSHOT, BILLED, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
	 "1000 a1x, 1400 a6R, 1600 a5R, 1620 wait", "Ra5", "a6", 0},
	{READ_TRIED, BILLED, RULES_START_FEN, "1000 g1x, 1400 f3N, 1600 h3N", "Nh3", "f3", 0},
	{READ_BRUSHED, BILLED, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "1000 e4x, 1400 d5P, 1500 c6p",
	 "exd5", "c6", 0},
	{READ_DRAGGED, BILLED, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "1000 d5x, 1200 c6p", "", "c6",
	 0},
	{READ_HALF_DONE, BILLED, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1000 e1x, 1400 g1K", "", "g1",
	 0},
	{READ_NEW_PIECE_FIRST, BILLED, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "1000 a8Q", "", "a8", 0},
	{READ_NEW_PIECE_HELD, BILLED, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "1000 a7x, 1400 a8Q", "",
	 "a8", 0},
	{READ_ENEMY_ELSEWHERE, BILLED, RULES_START_FEN, "1000 e7x, 1400 e5p", "", "e5", 0},
	{READ_ALIEN, BILLED, RULES_START_FEN, "1000 e5q", "", "e5", 0},
	{READ_OWN_OFF, BILLED, RULES_START_FEN, "1000 e2x", "", "e2", 0},
	{READ_OWN_OFF_STUCK, BILLED, RULES_START_FEN, "1000 a1x", "", "a1", 0},
	{READ_FURTHER_OFF, BILLED, RULES_START_FEN, "1000 e2x, 2000 d2x", "", NULL, 0},
	{READ_PREY_OFF, BILLED, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "1000 d5x", "", "d5", 0},
	{READ_LAST_MOVER_OFF, BILLED, RULES_START_FEN, "1000 e2x, 1400 e4P, 2000 white, 3000 e4x",
	 "e4", "e4", 0},
	{READ_ENEMY_OFF, BILLED, RULES_START_FEN, "1000 e7x", "", "e7", 0},
	{READ_ENEMY_KING_OFF, BILLED, RULES_START_FEN, "1000 e8x", "", "e8", 0},
	{READ_LONG_GONE, BILLED, RULES_START_FEN, "1000 a2x, 3000 e2x, 3400 e4P", "e4", "a2", 0},
	{READ_KNOCKED, BILLED, RULES_START_FEN, "1000 a2x, 1100 b2x, 1200 c2x", "", NULL, 0},
	{READ_BACK_NOISE, PAID, RULES_START_FEN, "1000 e2x, 1200 e2P", "", NULL, 0},
	{READ_BACK_OWN, PAID, RULES_START_FEN, "1000 e2x, 1900 e2P", "", NULL, 0},
	{READ_BACK_LAST_MOVER, PAID, RULES_START_FEN,
	 "1000 e2x, 1400 e4P, 2000 white, 3000 e4x, 4000 e4P", "e4", NULL, 0},
	{READ_BACK_ENEMY, PAID, RULES_START_FEN, "1000 e7x, 2000 e7p", "", NULL, 0},
	{READ_BACK_KNOCKED, PAID, RULES_START_FEN,
	 "1000 a2x, 1100 b2x, 1200 c2x, 3000 a2P, 3500 b2P, 4000 c2P", "", NULL, 10},
	{READ_OUT_OF_ORDER, PAID, RULES_START_FEN, "1000 e7x, 1100 e5p, 1100 e2x, 1200 e4P",
	 "e4 e5", NULL, 11 + 25 + 20},
	{READ_AT_ONCE, PAID, RULES_START_FEN, "1000 e7x, 1100 e2x, 1200 e4P, 1200 e5p", "e4 e5",
	 NULL, 11},
	{READ_MOVED_AGAIN, PAID, RULES_START_FEN,
	 "1000 e2x, 1200 e3P, 1210 d7x, 1325 d5p, 1400 e3x, 1450 e4P", "e3 d5 e4", NULL,
	 11 + 24 + 10 + 10},
	{READ_ROOK_FIRST, PAID, "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	 "1000 h1x, 2000 e1x, 2400 g1K, 2800 f1R", "O-O", NULL, 0},
	{READ_NEVER_SEEN, PAID, "4k3/8/3b4/4p3/8/5N2/8/4K3 w - - 0 1",
	 "1000 f3x, 1100 d6x, 1200 e5b", "Nxe5 Bxe5", NULL, 11 + 20},
	{READ_PASSED_UNSEEN, PAID, "4k3/8/8/8/1p6/8/2P5/4K3 w - - 0 1",
	 "1000 c2x, 1100 b4x, 1200 c3p", "c4 bxc3", NULL, 11 + 20},
	{READ_UPDATE_LOST, PAID, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1000 e1x, 1400 g1K, 2800 f1R",
	 "O-O", NULL, 0},
	{READ_ANSWERED_EARLY, PAID, RULES_START_FEN, "1000 e2x, 1400 e4P, 2000 e7x, 2400 e5p",
	 "e4 e5", NULL, 0},
	{READ_NEVER_PRESSED, PAID, RULES_START_FEN,
	 "1000 e2x, 1400 e4P, 2000 e7x, 2400 e5p, 3000 d2x, 3400 d4P", "e5 d4", NULL, 11},
	{READ_PRESS_LATE, PAID, RULES_START_FEN,
	 "1000 e2x, 1400 e4P, 2000 e7x, 2400 e5p, 2600 white", "e4 e5", NULL, 11},
	{READ_PRESS_EARLY, PAID, RULES_START_FEN, "1000 e2x, 1400 white, 1500 e4P", "e4", NULL, 0},
	{READ_PRESS_BY_OTHER, PAID, RULES_START_FEN, "1000 black", "", NULL, 0},
	{READ_PRESS_BACK, PAID, RULES_START_FEN, "1000 white, 3000 black", "", NULL, 0},
};

static const struct read_world *world_with(const char *moves)
{
	for (unsigned i = 0; i < g.reader.worlds.count; i++) {
		const struct read_world *w = &g.reader.worlds.world[i];
		struct rules_position pos = g.reader.anchor_pos;
		char bytes[200];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		for (unsigned k = 0; k < w->plies; k++) {
			if (k > 0)
				rules_text_char(&text, ' ');
			rules_text_string(&text, san_of(&pos, w->ply[k].move));
			rules_apply(&pos, w->ply[k].move, NULL);
		}
		if (!w->is_over && strcmp(bytes, moves) == 0)
			return w;
	}
	return NULL;
}

static bool is_billed(const struct read_world *w, enum read_manner manner, const char *square)
{
	struct read_view view = read_view_of(&g.reader);
	struct read_world copy = *w;
	struct read_bill bill;

	read_bill(&view, &copy, &bill);
	for (size_t i = 0; i < bill.count; i++)
		if (bill.charge[i].manner == manner &&
		    bill.charge[i].square == (square ? on(square) : RULES_NO_SQUARE))
			return true;
	return false;
}

START_TEST(every_manner_is_charged_where_it_is_shown)
{
	const char *name = read_manner_row(cases[_i].manner)->name;
	char bytes[3000];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	const struct read_world *w;

	reading_begin(&g, cases[_i].fen);
	reading_events(&g, cases[_i].script);
	read_explain(&g.reader, &text);
	w = world_with(cases[_i].moves);
	ck_assert_msg(w != NULL, "%s: no reading %s among\n%s", name, cases[_i].moves, bytes);
	if (cases[_i].place == BILLED)
		ck_assert_msg(is_billed(w, cases[_i].manner, cases[_i].square), "%s:\n%s", name,
			      bytes);
	else
		ck_assert_msg(w->cost ==
				      read_manner_row(cases[_i].manner)->cost + cases[_i].besides,
			      "%s: paid %d\n%s", name, w->cost, bytes);
}
END_TEST

/* Manners that need a gap, a lost update or the end of a game are in other tests. */
START_TEST(no_manner_is_without_a_test)
{
	static const enum read_manner elsewhere[] = {
		READ_SWAPPED_UNSEEN,  READ_INFERRED,          READ_PLAYED_OVER_GAP,
		READ_PLAYED_OVER_MAN, READ_PLAYED_OVER_LINE,  READ_PRESS_FOR_NOTHING,
		READ_GAME_OVER,       READ_GAME_OVER_STOPPED, READ_GAME_OVER_NO_CLOCK,
		READ_EVENT_AFTER_END, READ_PRESS_AFTER_END};
	bool has[READ_MANNERS] = {false};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		has[cases[i].manner] = true;
	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++)
		has[elsewhere[i]] = true;
	for (int i = 0; i < READ_MANNERS; i++) {
		const struct read_manner_row *row = read_manner_row((enum read_manner)i);

		ck_assert_msg(has[i], "no test for %s", row->name);
		ck_assert(row->cost > 0 && strlen(row->name) > 0 && strlen(row->reason) > 0);
	}
}
END_TEST

/* --- the others --- */

START_TEST(playing_on_over_a_missing_man_costs)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 a2x, 3000 e2x, 3400 e4P");
	ck_assert_int_eq(world_with("e4")->cost, read_manner_row(READ_PLAYED_OVER_GAP)->cost);
}
END_TEST

START_TEST(playing_on_over_a_foreign_man_costs)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 a5q, 3000 e2x, 3400 e4P");
	ck_assert_int_eq(world_with("e4")->cost, read_manner_row(READ_PLAYED_OVER_MAN)->cost);
}
END_TEST

START_TEST(playing_on_over_a_man_on_a_line_costs_little)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 e2x, 1400 e4P, 1450 e5P, 2000 white, 3000 d7x, 3400 d6p");
	ck_assert_int_eq(world_with("e4 d6")->cost, read_manner_row(READ_PLAYED_OVER_LINE)->cost);
}
END_TEST

START_TEST(a_press_for_nothing_grows_with_time)
{
	ck_assert_int_eq(read_early_press_cost(100), read_manner_row(READ_PRESS_EARLY)->cost);
	ck_assert_int_eq(read_early_press_cost(5000),
			 read_manner_row(READ_PRESS_FOR_NOTHING)->cost);
	ck_assert_int_gt(read_early_press_cost(600), read_early_press_cost(400));
}
END_TEST

static const struct read_world *end_of_game(void)
{
	for (unsigned i = 0; i < g.reader.worlds.count; i++)
		if (g.reader.worlds.world[i].is_over)
			return &g.reader.worlds.world[i];
	return NULL;
}

START_TEST(the_end_of_the_game_is_a_reading_with_its_price)
{
	struct read_config no_clock = read_config_of(SENSE_CABLE, true, false);
	int32_t event = read_manner_row(READ_EVENT_AFTER_END)->cost;

	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 e2x");
	ck_assert_int_eq(end_of_game()->cost, read_manner_row(READ_GAME_OVER)->cost + event);
	reading_events(&g, "2000 white");
	ck_assert_int_eq(end_of_game()->cost, read_manner_row(READ_GAME_OVER)->cost + event +
						      read_manner_row(READ_PRESS_AFTER_END)->cost);
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 stop, 2000 e2x");
	ck_assert_int_eq(end_of_game()->cost,
			 read_manner_row(READ_GAME_OVER_STOPPED)->cost + event);
	reading_begin_with(&g, RULES_START_FEN, &no_clock);
	reading_events(&g, "1000 e2x");
	ck_assert_int_eq(end_of_game()->cost,
			 read_manner_row(READ_GAME_OVER_NO_CLOCK)->cost + event);
}
END_TEST

START_TEST(a_capture_within_a_scan_is_not_seen_without_men)
{
	struct read_config blind = read_config_of(SENSE_CABLE, false, true);

	reading_begin_with(&g, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", &blind);
	reading_events(&g, "5000 e4x");
	ck_assert_int_eq(world_with("exd5")->cost, read_manner_row(READ_SWAPPED_UNSEEN)->cost);
}
END_TEST

START_TEST(prices_never_fall_as_time_goes_by)
{
	for (int i = 0; i < READ_MANNERS; i++)
		for (uint32_t ms = 0; ms < 20000; ms += 50)
			must_hold(read_manner_cost((enum read_manner)i, ms + 50, 250) >=
					  read_manner_cost((enum read_manner)i, ms, 250),
				  "%s falls", read_manner_row((enum read_manner)i)->name);
	for (uint32_t ms = 0; ms < 20000; ms++)
		must_hold(read_passing_growth(ms + 1, 250) >= read_passing_growth(ms, 250),
			  "passing falls at %u", ms);
	ck_assert_int_eq(read_passing_growth(2000, 500), read_passing_growth(1000, 250));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("manner");
	TCase *tests = tcase_create("table");

	tcase_add_loop_test(tests, every_manner_is_charged_where_it_is_shown, 0,
			    (int)(sizeof(cases) / sizeof(cases[0])));
	tcase_add_test(tests, no_manner_is_without_a_test);
	tcase_add_test(tests, playing_on_over_a_missing_man_costs);
	tcase_add_test(tests, playing_on_over_a_foreign_man_costs);
	tcase_add_test(tests, playing_on_over_a_man_on_a_line_costs_little);
	tcase_add_test(tests, a_press_for_nothing_grows_with_time);
	tcase_add_test(tests, the_end_of_the_game_is_a_reading_with_its_price);
	tcase_add_test(tests, a_capture_within_a_scan_is_not_seen_without_men);
	tcase_add_test(tests, prices_never_fall_as_time_goes_by);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
