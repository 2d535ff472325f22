/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "daemon/publish/notice.h"
#include "tests/support/words.h"

static json_t *irregularity(const char *certainty)
{
	return json_pack("{s:s, s:i, s:s, s:i, s:s, s:i, s:s, s:s, s:s, s:s, s:[s], s:{s:s}}",
			 "event", "irregularity", "seq", 7, "board", "01025", "table", 5, "game",
			 "local-20260131-r1-b5-1", "id", 1, "kind", "touch-move", "article",
			 "4.3.1", "color", "white", "certainty", certainty, "must", "b1c3", "args",
			 "fen", "8/8/8/8/8/8/8/8 w - - 0 1");
}

START_TEST(a_notice_names_table_kind_article_and_player)
{
	json_t *report = irregularity("observed");
	char text[NOTICE_TEXT_MAX];

	notice_text(report, text);
	ck_assert_str_eq(text, "Table 5: touch-move, Art. 4.3.1, white");
	json_decref(report);
}
END_TEST

START_TEST(a_notice_holds_no_move_and_no_position)
{
	json_t *report = irregularity("observed"), *notice = notice_object(report);
	char *text = json_dumps(notice, JSON_COMPACT);

	ck_assert_ptr_null(strstr(text, "b1c3"));
	ck_assert_ptr_null(strstr(text, "8/8"));
	ck_assert_ptr_nonnull(strstr(text, "\"article\":\"4.3.1\""));
	free(text);
	json_decref(notice);
	json_decref(report);
}
END_TEST

START_TEST(the_configuration_says_what_is_worth_a_notice)
{
	const char *events[] = {"irregularity"}, *kinds[] = {"illegal-move"};
	struct config config = {.notify = {.events = {1, 1, events}, .presumed = true}};
	json_t *seen = irregularity("observed"), *presumed = irregularity("presumed");
	json_t *result = json_pack("{s:s, s:i}", "event", "result", "table", 1);

	ck_assert(notice_is_wanted(&config, seen));
	ck_assert(notice_is_wanted(&config, presumed));
	ck_assert(!notice_is_wanted(&config, result));
	config.notify.presumed = false;
	ck_assert(notice_is_wanted(&config, seen));
	ck_assert(!notice_is_wanted(&config, presumed));
	config.notify.kinds = (struct config_list){1, 1, kinds};
	ck_assert(!notice_is_wanted(&config, seen));
	json_decref(result);
	json_decref(presumed);
	json_decref(seen);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("notices");
	TCase *tests = tcase_create("tests");

	tcase_add_test(tests, a_notice_names_table_kind_article_and_player);
	tcase_add_test(tests, a_notice_holds_no_move_and_no_position);
	tcase_add_test(tests, the_configuration_says_what_is_worth_a_notice);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
