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

static void begin_with(const char *played)
{
	struct settings settings = {.event = "club", .round = 2, .games = 4};
	json_t *object;
	char *text;

	told[0] = '\0';
	settings.table.rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	settings.table.board.wiring = BOARD_WIRING_SINGLE;
	object = settings_write(&settings);
	ck_assert_int_eq(
		json_object_set_new(object, "played", json_loads(played, JSON_DECODE_ANY, NULL)),
		0);
	text = json_dumps(object, 0);
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

static void dump(uint64_t at_ms, const char *fen)
{
	struct board_event event = {.type = BOARD_EV_DUMP, .at_ms = at_ms};
	struct rules_position pos = position(fen);

	for (rules_square square = 0; square < 64; square++)
		event.board.at[square] = pos.at[square] == RULES_NO_PIECE
						 ? BOARD_EMPTY
						 : rules_fen_letter(pos.at[square]);
	desk_hear(&desk_, &event);
}

/* Another version of boardd has read so far: nothing of that is told again, and it goes on. */
START_TEST(a_game_goes_on_from_its_published_half_moves)
{
	const struct touch_game *game = &desk_.table.law.game;
	char id[DESK_GAME_MAX];

	begin_with("{\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\","
		   "\"ply\":0,\"moves\":[\"e2e4\",\"e7e5\",\"g1f3\"],\"clock\":false,"
		   "\"illegal_moves\":[0,1],\"owed_minutes\":[2,0]}");
	ck_assert_str_eq(told, "");
	ck_assert(desk_is_playing(&desk_));
	desk_game_id(&desk_, id);
	ck_assert_str_eq(id, "club-r2-b3-5");
	ck_assert_uint_eq(desk_.table.plies, 3);
	ck_assert_uint_eq(game->illegal_count[RULES_BLACK], 1);
	ck_assert_uint_eq(game->owed_minutes[RULES_WHITE], 2);
	/* Nobody saw the board since: Black has answered. */
	dump(5000, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1");
	desk_tick(&desk_, 20000);
	ck_assert_uint_eq(desk_.table.plies, 4);
	ck_assert_str_eq(desk_.table.told[3].san, "Nc6");
	ck_assert_str_eq(desk_.table.told[0].san, "e4");
	ck_assert_ptr_nonnull(strstr(told, "move "));
	ck_assert_ptr_null(strstr(told, "revised"));
	ck_assert_ptr_null(strstr(told, "game"));
}
END_TEST

/* Appendix D: it is still the second board of the same game. */
START_TEST(a_game_on_two_boards_goes_on_as_one)
{
	static const char played[] =
		"{\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\","
		"\"ply\":0,\"moves\":[\"e2e4\"],\"clock\":false,\"illegal_moves\":[0,0],"
		"\"owed_minutes\":[0,0]%s}";
	static const char *const bad[] = {"7", "{}", "{\"table\":0,\"color\":\"black\"}",
					  "{\"table\":2,\"color\":\"both\"}"};
	char text[400], more[80];

	snprintf(text, sizeof(text), played, ",\"second_board\":{\"table\":2,\"color\":\"black\"}");
	begin_with(text);
	ck_assert(desk_.table.has_game);
	ck_assert_uint_eq(desk_.table.pair.table, 2);
	ck_assert_int_eq(desk_.table.pair.color, RULES_BLACK);
	ck_assert(desk_.table.law.game.rules.is_copied[RULES_BLACK]);
	snprintf(text, sizeof(text), played, "");
	begin_with(text);
	ck_assert(desk_.table.has_game);
	ck_assert_uint_eq(desk_.table.pair.table, 0);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(more, sizeof(more), ",\"second_board\":%s", bad[i]);
		snprintf(text, sizeof(text), played, more);
		begin_with(text);
		ck_assert(!desk_.table.has_game);
	}
}
END_TEST

/* The file may have been changed by hand: then a game begins like any other. */
START_TEST(half_moves_that_cannot_be_played_are_none)
{
	static const char *const bad[] = {
		"{}",
		"7",
		"null",
		"{\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"ply\":0,"
		"\"moves\":[\"e2e5\"],\"clock\":false,\"illegal_moves\":[0,0],"
		"\"owed_minutes\":[0,0]}",
		"{\"fen\":\"8/8/8/8/8/8/8/8 w - - 0 1\",\"ply\":0,\"moves\":[],\"clock\":false,"
		"\"illegal_moves\":[0,0],\"owed_minutes\":[0,0]}",
		"{\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
		"1\",\"ply\":4000,"
		"\"moves\":[\"e2e4\"],\"clock\":false,\"illegal_moves\":[0,0],"
		"\"owed_minutes\":[0,0]}"};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		begin_with(bad[i]);
		ck_assert(!desk_.table.has_game);
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
	tcase_add_test(tests, a_game_goes_on_from_its_published_half_moves);
	tcase_add_test(tests, half_moves_that_cannot_be_played_are_none);
	tcase_add_test(tests, a_game_on_two_boards_goes_on_as_one);
	tcase_add_test(tests, a_game_goes_on_with_another_board);
	tcase_add_test(tests, a_board_that_is_only_gone_keeps_its_name_and_place);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
