/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/words.h"
#include "touchmove/law/edition.h"

/* The tables of the editions against the matrix they were made from. */

static const char *article(enum touch_edition edition, enum touch_mode mode, bool unsupervised,
			   enum touch_law law)
{
	struct touch_rules rules = touch_rules_for(edition, mode, unsupervised);

	return touch_article(&rules, law);
}

START_TEST(an_article_has_its_number_in_each_edition)
{
	ck_assert_str_eq(article(TOUCH_LAWS_2001, TOUCH_STANDARD, false, TOUCH_LAW_OWN), "4.3a");
	ck_assert_str_eq(article(TOUCH_LAWS_2009, TOUCH_STANDARD, false, TOUCH_LAW_NEW_PIECE),
			 "4.4d");
	ck_assert_str_eq(article(TOUCH_LAWS_2023, TOUCH_STANDARD, false, TOUCH_LAW_PAWN_LEFT),
			 "7.5.2");
}
END_TEST

START_TEST(every_law_has_an_article_or_a_dash)
{
	for (int edition = 0; edition < TOUCH_EDITIONS; edition++)
		for (int mode = 0; mode < TOUCH_MODES; mode++)
			for (int law = 0; law < TOUCH_LAWS; law++)
				for (int no = 0; no < 2; no++)
					ck_assert_ptr_nonnull(article(
						(enum touch_edition)edition, (enum touch_mode)mode,
						no != 0, (enum touch_law)law));
}
END_TEST

START_TEST(without_adequate_supervision_the_appendix_is_quoted)
{
	enum touch_law law = TOUCH_LAW_ILLEGAL;

	ck_assert_str_eq(article(TOUCH_LAWS_2009, TOUCH_RAPID, true, law), "A4c");
	ck_assert_str_eq(article(TOUCH_LAWS_2009, TOUCH_RAPID, false, law), "7.4a");
	ck_assert_str_eq(article(TOUCH_LAWS_2009, TOUCH_BLITZ, true, law), "B3c");
	ck_assert_str_eq(article(TOUCH_LAWS_2023, TOUCH_BLITZ, true, law), "A.5.2");
	ck_assert_str_eq(article(TOUCH_LAWS_2023, TOUCH_STANDARD, true, law), "7.5.1");
}
END_TEST

START_TEST(in_2001_rapid_and_blitz_always_have_their_appendix)
{
	ck_assert_str_eq(article(TOUCH_LAWS_2001, TOUCH_BLITZ, false, TOUCH_LAW_ILLEGAL), "C3");
	ck_assert_str_eq(article(TOUCH_LAWS_2001, TOUCH_RAPID, false, TOUCH_LAW_ILLEGAL), "7.4a");
	ck_assert_str_eq(article(TOUCH_LAWS_2001, TOUCH_RAPID, false, TOUCH_LAW_LAPSE_ILLEGAL),
			 "B5b");
}
END_TEST

static enum touch_lapse lapse(enum touch_edition edition, enum touch_mode mode, bool unsupervised,
			      enum touch_breach breach)
{
	struct touch_rules rules = touch_rules_for(edition, mode, unsupervised);

	return touch_lapse_of(&rules, breach);
}

START_TEST(art_4_8_the_right_is_lost_when_the_opponent_touches_a_piece)
{
	ck_assert_int_eq(lapse(TOUCH_LAWS_2023, TOUCH_STANDARD, false, TOUCH_BREACH_TOUCH),
			 TOUCH_LAPSE_ON_TOUCH);
	ck_assert_int_eq(lapse(TOUCH_LAWS_2009, TOUCH_STANDARD, false, TOUCH_BREACH_RELEASE),
			 TOUCH_LAPSE_ON_TOUCH);
	ck_assert_int_eq(lapse(TOUCH_LAWS_2001, TOUCH_STANDARD, false, TOUCH_BREACH_RELEASE),
			 TOUCH_LAPSE_NEVER);
}
END_TEST

START_TEST(an_illegal_move_lapses_only_by_an_appendix)
{
	ck_assert_int_eq(lapse(TOUCH_LAWS_2023, TOUCH_BLITZ, false, TOUCH_BREACH_ILLEGAL),
			 TOUCH_LAPSE_NEVER);
	ck_assert_int_eq(lapse(TOUCH_LAWS_2023, TOUCH_BLITZ, true, TOUCH_BREACH_ILLEGAL),
			 TOUCH_LAPSE_ON_MOVE);
	ck_assert_int_eq(lapse(TOUCH_LAWS_2001, TOUCH_RAPID, false, TOUCH_BREACH_ILLEGAL),
			 TOUCH_LAPSE_ON_TOUCH);
	ck_assert_int_eq(lapse(TOUCH_LAWS_2001, TOUCH_BLITZ, false, TOUCH_BREACH_ILLEGAL),
			 TOUCH_LAPSE_ON_MOVE);
}
END_TEST

START_TEST(art_7_5_5_the_second_illegal_move_loses_the_third_in_the_older_laws)
{
	struct touch_rules old = touch_rules_for(TOUCH_LAWS_2009, TOUCH_STANDARD, false);
	struct touch_rules new = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);

	ck_assert_uint_eq(touch_code_of(&old)->illegal_limit, 3);
	ck_assert_uint_eq(touch_code_of(&new)->illegal_limit, 2);
}
END_TEST

START_TEST(art_a_3_in_rapid_the_opponent_gets_one_minute)
{
	ck_assert_uint_eq(touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false).penalty_minutes,
			  2);
	ck_assert_uint_eq(touch_rules_for(TOUCH_LAWS_2023, TOUCH_RAPID, false).penalty_minutes, 1);
	ck_assert_uint_eq(touch_rules_for(TOUCH_LAWS_2023, TOUCH_BLITZ, false).penalty_minutes, 2);
	ck_assert_uint_eq(touch_rules_for(TOUCH_LAWS_2023, TOUCH_BLITZ, true).penalty_minutes, 1);
	ck_assert_uint_eq(touch_rules_for(TOUCH_LAWS_2009, TOUCH_RAPID, true).penalty_minutes, 2);
}
END_TEST

START_TEST(art_9_5_3_a_wrong_claim_gives_the_opponent_minutes)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2001, TOUCH_STANDARD, false);

	ck_assert_uint_eq(touch_claim_minutes(&rules), 3);
	rules = touch_rules_for(TOUCH_LAWS_2009, TOUCH_RAPID, false);
	ck_assert_uint_eq(touch_claim_minutes(&rules), 3);
	rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	ck_assert_uint_eq(touch_claim_minutes(&rules), 2);
	rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_RAPID, false);
	ck_assert_uint_eq(touch_claim_minutes(&rules), 1);
}
END_TEST

START_TEST(art_9_5b_of_2001_costs_the_claimant_half_his_time)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2001, TOUCH_STANDARD, false);

	ck_assert_uint_eq(touch_claim_cost_s(&rules, 1800), 180); /* three minutes at most */
	ck_assert_uint_eq(touch_claim_cost_s(&rules, 200), 100);
	ck_assert_uint_eq(touch_claim_cost_s(&rules, 100), 40); /* one minute is left */
	ck_assert_uint_eq(touch_claim_cost_s(&rules, 59), 0);
	rules = touch_rules_for(TOUCH_LAWS_2009, TOUCH_STANDARD, false);
	ck_assert_uint_eq(touch_claim_cost_s(&rules, 1800), 0);
}
END_TEST

START_TEST(art_12_9_the_penalties_of_each_edition)
{
	struct touch_rules old = touch_rules_for(TOUCH_LAWS_2009, TOUCH_STANDARD, false);
	struct touch_rules new = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);

	ck_assert_str_eq(touch_penalty_article(&old, TOUCH_PENALTY_LOSS), "13.4d");
	ck_assert_str_eq(touch_penalty_article(&old, TOUCH_PENALTY_EXPULSION), "13.4g");
	ck_assert_ptr_null(touch_penalty_article(&old, TOUCH_PENALTY_FINE));
	ck_assert_ptr_null(touch_penalty_article(&old, TOUCH_PENALTY_EXCLUSION));
	ck_assert_str_eq(touch_penalty_article(&new, TOUCH_PENALTY_LOSS), "12.9.6");
	ck_assert_str_eq(touch_penalty_article(&new, TOUCH_PENALTY_OPPONENT_POINTS), "12.9.4");
	for (int i = 0; i < TOUCH_PENALTIES; i++)
		ck_assert_ptr_nonnull(touch_penalty_article(&new, (enum touch_penalty)i));
}
END_TEST

START_TEST(art_a_1_and_b_1_a_time_control_makes_a_game_rapid_or_blitz)
{
	static const struct {
		const char *control;
		enum touch_mode mode[TOUCH_EDITIONS];
	} games[] = {
		{"899", {TOUCH_BLITZ, TOUCH_BLITZ, TOUCH_RAPID}},
		{"900", {TOUCH_RAPID, TOUCH_RAPID, TOUCH_RAPID}},
		{"600", {TOUCH_BLITZ, TOUCH_BLITZ, TOUCH_BLITZ}},
		{"601", {TOUCH_BLITZ, TOUCH_BLITZ, TOUCH_RAPID}},
		{"3599", {TOUCH_RAPID, TOUCH_RAPID, TOUCH_RAPID}},
		{"3600", {TOUCH_RAPID, TOUCH_STANDARD, TOUCH_STANDARD}},
		{"3601", {TOUCH_STANDARD, TOUCH_STANDARD, TOUCH_STANDARD}},
		{"180+2", {TOUCH_BLITZ, TOUCH_BLITZ, TOUCH_BLITZ}},
		{"900+10", {TOUCH_RAPID, TOUCH_RAPID, TOUCH_RAPID}},
		{"1800+30", {TOUCH_RAPID, TOUCH_STANDARD, TOUCH_STANDARD}},
		{"40/5400+30:1800+30", {TOUCH_STANDARD, TOUCH_STANDARD, TOUCH_STANDARD}},
	};

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct touch_control control;

		ck_assert(touch_control_read(&control, rules_slice_of(games[i].control), NULL));
		for (int edition = 0; edition < TOUCH_EDITIONS; edition++)
			ck_assert_msg(touch_mode_of((enum touch_edition)edition, &control) ==
					      games[i].mode[edition],
				      "%s in %s", games[i].control, touch_edition_words[edition]);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("edition");
	TCase *tests = tcase_create("edition");

	tcase_add_test(tests, an_article_has_its_number_in_each_edition);
	tcase_add_test(tests, every_law_has_an_article_or_a_dash);
	tcase_add_test(tests, without_adequate_supervision_the_appendix_is_quoted);
	tcase_add_test(tests, in_2001_rapid_and_blitz_always_have_their_appendix);
	tcase_add_test(tests, art_4_8_the_right_is_lost_when_the_opponent_touches_a_piece);
	tcase_add_test(tests, an_illegal_move_lapses_only_by_an_appendix);
	tcase_add_test(tests, art_7_5_5_the_second_illegal_move_loses_the_third_in_the_older_laws);
	tcase_add_test(tests, art_a_3_in_rapid_the_opponent_gets_one_minute);
	tcase_add_test(tests, art_9_5_3_a_wrong_claim_gives_the_opponent_minutes);
	tcase_add_test(tests, art_9_5b_of_2001_costs_the_claimant_half_his_time);
	tcase_add_test(tests, art_12_9_the_penalties_of_each_edition);
	tcase_add_test(tests, art_a_1_and_b_1_a_time_control_makes_a_game_rapid_or_blitz);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
