/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/words.h"
#include "touchmove/law/action.h"
#include "touchmove/law/law.h"

/* What the Laws say of a board that tells occupied from empty only. */

static struct law law;
static struct touch_reports reports;
static uint32_t ids;
static size_t moves, completed, unsure, findings;
static struct touch_report last_move, last_finding;

static void hear(void)
{
	for (size_t i = 0; i < reports.count; i++) {
		const struct touch_report *report = &reports.report[i];

		if (report->type == TOUCH_REPORT_MOVE) {
			moves++;
			last_move = *report;
		} else if (report->type == TOUCH_REPORT_IRREGULARITY) {
			findings++;
			last_finding = *report;
		}
		completed += report->type == TOUCH_REPORT_COMPLETED;
		unsure += report->type == TOUCH_REPORT_UNSURE;
	}
}

static void step(struct touch_event event)
{
	event.id = ++ids;
	law_step(&law, &event, &reports);
	hear();
}

static bool only_queens;

static void begin(const char *fen)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	struct rules_position start = position(fen);

	rules.sees_no_men = true;
	rules.only_queens = only_queens;
	law_begin(&law, &rules, &start, 0);
	moves = completed = unsure = findings = 0;
}

static void lift(uint64_t at_ms, const char *square)
{
	step((struct touch_event){.type = TOUCH_EV_LIFTED, .at_ms = at_ms, .square = on(square)});
}

/* Which man it is the board does not say. */
static void place(uint64_t at_ms, const char *square)
{
	step((struct touch_event){.type = TOUCH_EV_PLACED,
				  .at_ms = at_ms,
				  .square = on(square),
				  .piece = rules_piece_of(RULES_WHITE, RULES_PAWN)});
}

static void press(uint64_t at_ms, enum rules_color color)
{
	step((struct touch_event){.type = TOUCH_EV_PRESSED,
				  .at_ms = at_ms,
				  .square = RULES_NO_SQUARE,
				  .color = (uint8_t)color});
}

static void pass(uint64_t until_ms)
{
	struct touch_event due = {.type = TOUCH_EV_TICK, .square = RULES_NO_SQUARE};

	while ((due.at_ms = law_deadline(&law)) <= until_ms)
		step(due);
}

static bool is_last(const char *from, const char *to)
{
	return rules_from(last_move.move) == on(from) && rules_to(last_move.move) == on(to);
}

START_TEST(moves_are_made_and_completed)
{
	begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
	lift(1000, "e2");
	place(1500, "e4");
	press(2200, RULES_WHITE);
	lift(4000, "g8");
	place(4600, "f6");
	press(5200, RULES_BLACK);
	pass(12000);
	ck_assert_uint_eq(moves, 2);
	ck_assert_uint_eq(completed, 2);
	ck_assert(is_last("g8", "f6"));
	ck_assert_int_eq(last_move.certainty, TOUCH_OBSERVED);
	ck_assert_uint_eq(findings + unsure, 0);
}
END_TEST

START_TEST(art_4_3_1_a_man_touched_by_its_square_is_presumed)
{
	begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
	lift(3000, "e2");
	place(4500, "e2");
	lift(7000, "d2");
	place(7600, "d4");
	press(9500, RULES_WHITE);
	pass(15000);
	ck_assert_uint_eq(moves, 1);
	ck_assert_uint_eq(findings, 1);
	ck_assert_int_eq(last_finding.kind, TOUCH_KIND_TOUCH_MOVE);
	ck_assert_int_eq(last_finding.certainty, TOUCH_PRESUMED);
}
END_TEST

START_TEST(a_press_that_nothing_explains_accuses_nobody)
{
	begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
	lift(3000, "e2");
	place(3500, "e6");
	press(4500, RULES_WHITE);
	pass(12000);
	ck_assert_uint_eq(moves, 0);
	ck_assert_uint_eq(findings, 0);
}
END_TEST

static void choose(uint64_t at_ms, const char *words)
{
	struct touch_event action = {.square = RULES_NO_SQUARE};
	struct rules_fault fault;

	ck_assert(touch_action_read(&action, rules_slice_of(words), &fault));
	action.at_ms = at_ms;
	step(action);
}

START_TEST(of_two_captures_that_look_alike_the_arbiter_says_which)
{
	begin("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
	lift(1000, "e4");
	press(2000, RULES_WHITE);
	pass(9000);
	ck_assert_uint_eq(moves, 0);
	ck_assert_uint_eq(unsure, 1);
	ck_assert_uint_eq(law_unsure_of(&law)->count, 2);
	choose(10000, "choose 2");
	pass(10900);
	ck_assert_uint_eq(moves, 1);
	ck_assert_int_eq(last_move.certainty, TOUCH_INFERRED);
	lift(11000, "e8");
	place(11500, "e7");
	press(12500, RULES_BLACK);
	pass(20000);
	ck_assert_uint_eq(moves, 2);
	ck_assert_uint_eq(findings, 0);
}
END_TEST

START_TEST(art_3_7_3_3_what_a_pawn_becomes_is_asked_and_inferred)
{
	const struct touch_unsure *asked;

	begin("8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
	lift(1000, "e7");
	place(1800, "e8");
	press(2500, RULES_WHITE);
	pass(9000);
	ck_assert_uint_eq(moves, 0);
	asked = law_unsure_of(&law);
	ck_assert(asked && asked->count == 4);
	ck_assert_int_eq(rules_promoted_to(asked->line[0].move[0]), RULES_QUEEN);
	choose(10000, "choose 1");
	pass(10900);
	ck_assert_uint_eq(moves, 1);
	ck_assert_int_eq(last_move.certainty, TOUCH_INFERRED);
}
END_TEST

/* Where the setting says so nobody is asked. */
START_TEST(art_3_7_3_3_a_pawn_becomes_a_queen_by_setting)
{
	only_queens = true;
	begin("8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
	lift(1000, "e7");
	place(1800, "e8");
	press(2500, RULES_WHITE);
	pass(9000);
	only_queens = false;
	ck_assert_uint_eq(moves, 1);
	ck_assert_uint_eq(completed, 1);
	ck_assert_uint_eq(unsure, 0);
	ck_assert_int_eq(rules_promoted_to(last_move.move), RULES_QUEEN);
	ck_assert_int_eq(last_move.certainty, TOUCH_INFERRED);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("law blind");
	TCase *tests = tcase_create("no men seen");

	tcase_add_test(tests, moves_are_made_and_completed);
	tcase_add_test(tests, art_4_3_1_a_man_touched_by_its_square_is_presumed);
	tcase_add_test(tests, a_press_that_nothing_explains_accuses_nobody);
	tcase_add_test(tests, of_two_captures_that_look_alike_the_arbiter_says_which);
	tcase_add_test(tests, art_3_7_3_3_what_a_pawn_becomes_is_asked_and_inferred);
	tcase_add_test(tests, art_3_7_3_3_a_pawn_becomes_a_queen_by_setting);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
