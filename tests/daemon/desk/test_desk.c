/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/desk.h"

#include <string.h>

#include "tests/support/words.h"

static struct desk desk_;
static char told[600]; /* "board:connected ", event by event */

static uint64_t tell(void *owner, struct desk *desk, const struct table_news *news)
{
	static uint64_t seq;
	json_t *report = desk_report(desk, ++seq, news);
	const char *event = json_string_value(json_object_get(report, "event"));
	const char *word = json_string_value(json_object_get(report, "state"));
	size_t len = strlen(told);

	ck_assert_ptr_eq(owner, told);
	snprintf(told + len, sizeof(told) - len, "%s%s%s ", event, word ? ":" : "",
		 word ? word : "");
	json_decref(report);
	return seq;
}

static bool give(enum journal_input_kind kind, uint64_t at_ms, const char *line, const char *data,
		 struct rules_fault *ret_fault)
{
	struct journal_input input = {.id = 1,
				      .at_ms = at_ms,
				      .kind = kind,
				      .line = line,
				      .table = 3,
				      .data = data,
				      .len = data ? strlen(data) : 0};
	struct rules_fault fault;

	return desk_apply(&desk_, &input, ret_fault ? ret_fault : &fault);
}

static void setup(void)
{
	struct settings settings = {.event = "club", .round = 2};
	json_t *object;
	char *text;

	told[0] = '\0';
	settings.table.rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	settings.table.board.wiring = BOARD_WIRING_SINGLE;
	object = settings_write(&settings);
	text = json_dumps(object, 0);
	desk_init(&desk_, 3, (struct desk_owner){told, tell, NULL, NULL, NULL, NULL});
	ck_assert(give(JOURNAL_INPUT_SETTINGS, 1000, NULL, text, NULL));
	free(text);
	json_decref(object);
}

/* What a board of a bus says comes from elsewhere. */
static void hear(enum board_event_type type, uint64_t at_ms, rules_square square, char man)
{
	struct board_event event = {.type = type, .at_ms = at_ms, .address = 12};

	event.square = (board_square)square;
	event.piece = event.was = man;
	snprintf(event.identity.serial, sizeof(event.identity.serial), "00012");
	event.board = board_men_start(false);
	desk_hear(&desk_, &event);
}

START_TEST(nothing_happens_before_there_are_settings)
{
	struct rules_fault fault = {0};

	desk_init(&desk_, 3, (struct desk_owner){told, tell, NULL, NULL, NULL, NULL});
	ck_assert(!give(JOURNAL_INPUT_OPEN, 2000, "tty", NULL, &fault));
	ck_assert_str_eq(fault.why, "no settings are in force");
	ck_assert(!give(JOURNAL_INPUT_SETTINGS, 2000, NULL, "{}", &fault));
	ck_assert_str_eq(fault.why, "these are no settings");
	ck_assert_uint_eq(desk_deadline(&desk_), UINT64_MAX);
	ck_assert(!desk_is_playing(&desk_));
}
END_TEST

START_TEST(a_seat_on_a_bus_is_an_input)
{
	static const char *const others[] = {"", "{}", "{\"address\":7}", "{\"address\":7,", "7"};
	struct journal_input input = {.kind = JOURNAL_INPUT_ASSIGN};
	unsigned holder = 0;
	uint16_t address = 0;

	input.data = "{\"address\":12,\"holder\":10001}";
	input.len = strlen(input.data);
	ck_assert(desk_is_sitting(&input, &holder, &address));
	ck_assert_uint_eq(holder, 10001);
	ck_assert_uint_eq(address, 12);
	input.kind = JOURNAL_INPUT_CLOSE;
	ck_assert(!desk_is_sitting(&input, &holder, &address));
	input.kind = JOURNAL_INPUT_ASSIGN;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		input.data = others[i];
		input.len = strlen(others[i]);
		ck_assert(!desk_is_sitting(&input, &holder, &address));
	}
}
END_TEST

START_TEST(a_game_goes_on_with_another_board)
{
	char game[DESK_GAME_MAX];

	ck_assert(give(JOURNAL_INPUT_ASSIGN, 2000, "/dev/bus", "{\"address\":12,\"holder\":10001}",
		       NULL));
	ck_assert_uint_eq(desk_.holder, 10001);
	ck_assert_str_eq(desk_.line, "/dev/bus");
	hear(BOARD_EV_CONNECTED, 3000, 0, 0);
	hear(BOARD_EV_DUMP, 3000, 0, 0);
	hear(BOARD_EV_LIFTED, 10000, on("e2"), 'P');
	hear(BOARD_EV_PLACED, 11000, on("e4"), 'P');
	desk_tick(&desk_, 20000);
	ck_assert(desk_is_playing(&desk_));
	desk_game_id(&desk_, game);
	ck_assert_str_eq(game, "club-r2-b3-1");
	snprintf(desk_.board, sizeof(desk_.board), "00012"); /* its owner names it */
	told[0] = '\0';
	ck_assert(give(JOURNAL_INPUT_CLOSE, 21000, NULL, DESK_ASSIGNED, NULL));
	ck_assert_str_eq(told, "board:lost ");
	ck_assert_uint_eq(desk_.holder, 0);
	ck_assert_str_eq(desk_.board, "dev-3");
	ck_assert_str_eq(desk_.line, "");
	ck_assert(give(JOURNAL_INPUT_ASSIGN, 22000, "/dev/tty", NULL, NULL));
	ck_assert_str_eq(desk_.line, "/dev/tty");
	ck_assert(desk_is_playing(&desk_));
	desk_game_id(&desk_, game);
	ck_assert_str_eq(game, "club-r2-b3-1");
}
END_TEST

START_TEST(a_board_that_is_only_gone_keeps_its_name_and_place)
{
	ck_assert(give(JOURNAL_INPUT_ASSIGN, 2000, "/dev/bus", "{\"address\":12,\"holder\":10001}",
		       NULL));
	hear(BOARD_EV_CONNECTED, 3000, 0, 0);
	snprintf(desk_.board, sizeof(desk_.board), "00012");
	ck_assert(give(JOURNAL_INPUT_CLOSE, 4000, NULL, "No such device", NULL));
	ck_assert_uint_eq(desk_.holder, 10001);
	ck_assert_str_eq(desk_.board, "00012");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("desk");
	TCase *tests = tcase_create("tests");

	tcase_add_checked_fixture(tests, setup, NULL);
	tcase_add_test(tests, nothing_happens_before_there_are_settings);
	tcase_add_test(tests, a_seat_on_a_bus_is_an_input);
	tcase_add_test(tests, a_game_goes_on_with_another_board);
	tcase_add_test(tests, a_board_that_is_only_gone_keeps_its_name_and_place);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
