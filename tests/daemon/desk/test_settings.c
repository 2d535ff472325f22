/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/settings.h"

#include <string.h>

#include "tests/support/words.h"

static struct settings some(void)
{
	struct settings s = {.event = "local-20260131",
			     .round = 3,
			     .games = 2,
			     .ahead_ms = 3600003,
			     .player = {{.name = "Andersen, Anna",
					 .title = "WFM",
					 .team = "Havnen",
					 .federation = "DEN",
					 .elo = 2051,
					 .fide = 1400001},
					{.name = "Bj\xc3\xb8rn"}}};

	s.table.rules = touch_rules_for(TOUCH_LAWS_2009, TOUCH_BLITZ, true);
	s.table.rules.settle_ms = 900;
	s.table.rules.watches_arrival = true;
	s.table.rules.default_minutes = 30;
	s.table.rules.draw_moves = 20;
	s.table.rules.without_guideline_3 = true;
	ck_assert(touch_control_read(&s.table.rules.control,
				     rules_slice_of("40/6000+30:20/3000+30:900+30"), NULL));
	s.table.board = (struct board_config){.wiring = BOARD_WIRING_BUS, .is_bluetooth = true};
	s.table.cable = TABLE_CABLE_SERIAL;
	s.table.has_start = rules_fen_read(&s.table.start,
					   rules_slice_of("4k3/8/8/8/8/8/8/4K2R w K - 3 40"), NULL);
	return s;
}

START_TEST(what_was_written_is_read_again)
{
	struct settings before = some(), after;
	json_t *object = settings_write(&before), *again;

	ck_assert(settings_read(&after, object));
	again = settings_write(&after);
	ck_assert(json_equal(object, again));
	ck_assert_mem_eq(&after.table.rules, &before.table.rules, sizeof(after.table.rules));
	ck_assert_int_eq(after.table.cable, before.table.cable);
	ck_assert(settings_is_player(&after.player[0], &before.player[0]));
	ck_assert(settings_is_player(&after.player[1], &before.player[1]));
	json_decref(again);
	json_decref(object);
}
END_TEST

START_TEST(a_game_without_a_given_start_has_none)
{
	struct settings before = some(), after;
	json_t *object;

	before.table.has_start = false;
	object = settings_write(&before);
	ck_assert(settings_read(&after, object));
	ck_assert(!after.table.has_start);
	json_decref(object);
}
END_TEST

/* As journals before pairings have it. */
START_TEST(names_alone_are_players_too)
{
	struct settings before = some(), after;
	json_t *object = settings_write(&before);

	json_object_del(object, "players");
	ck_assert(settings_read(&after, object));
	ck_assert_str_eq(after.player[RULES_WHITE].name, "Andersen, Anna");
	ck_assert_uint_eq(after.player[RULES_WHITE].elo, 0);
	json_object_set_new(object, "players", json_integer(1));
	ck_assert(!settings_read(&after, object));
	json_decref(object);
}
END_TEST

/* Somebody has changed the journal by hand. */
START_TEST(what_is_missing_or_wrong_is_refused)
{
	static const char *const keys[] = {"laws",  "mode",  "scan_ms", "wiring", "start",
					   "event", "round", "games",   "white",  "black"};
	struct settings before = some(), after = {.round = 77};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		json_t *object = settings_write(&before);

		json_object_del(object, keys[i]);
		ck_assert_msg(!settings_read(&after, object), "%s is missing", keys[i]);
		json_object_set_new(object, keys[i], json_real(1.5));
		ck_assert_msg(!settings_read(&after, object) || strcmp(keys[i], "start") == 0,
			      "%s is a number", keys[i]);
		json_decref(object);
	}
	ck_assert(!settings_read(&after, NULL));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("settings");
	TCase *tests = tcase_create("tests");

	tcase_add_test(tests, what_was_written_is_read_again);
	tcase_add_test(tests, a_game_without_a_given_start_has_none);
	tcase_add_test(tests, names_alone_are_players_too);
	tcase_add_test(tests, what_is_missing_or_wrong_is_refused);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
