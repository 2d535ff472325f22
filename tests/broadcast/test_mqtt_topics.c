/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/mqtt.h"
#include "tests/broadcast/story.h"
#include "tests/support/words.h"

static const struct mqtt_names names = {"boardd/1", "hall-a"};
static struct story story;
static struct record *record;

static void setup(void)
{
	story = story_begin();
	record = record_new(NULL, NULL);
}

static void teardown(void)
{
	record_free(record);
	story_end(&story);
}

static const struct record_board *board(void)
{
	story_take(&story, record);
	return record_board(record, story.board);
}

/* Takes the object. */
static void expect_text(json_t *object, const char *wanted)
{
	char *text = json_dumps(object, JSON_COMPACT);

	ck_assert_str_eq(text, wanted);
	free(text);
	json_decref(object);
}

/* --- topics --- */

START_TEST(topics_are_under_the_node)
{
	char topic[MQTT_TOPIC_MAX];

	mqtt_topic(&names, "$state", topic);
	ck_assert_str_eq(topic, "boardd/1/hall-a/$state");
	mqtt_board_topic(&names, "b1", "game", topic);
	ck_assert_str_eq(topic, "boardd/1/hall-a/board/b1/game");
	mqtt_alert_topic(&names, "b1", 0, topic);
	ck_assert_str_eq(topic, "boardd/1/hall-a/alert/b1-link");
	mqtt_alert_topic(&names, "b1", 4219, topic);
	ck_assert_str_eq(topic, "boardd/1/hall-a/alert/b1-4219");
	mqtt_public_topic(&names, 12, "pgn", topic);
	ck_assert_str_eq(topic, "boardd/1/hall-a/public/12/pgn");
}
END_TEST

START_TEST(a_name_cannot_reach_into_another_topic)
{
	char topic[MQTT_TOPIC_MAX];

	mqtt_board_topic(&names, "a/b+c#\n", "game", topic);
	ck_assert_str_eq(topic, "boardd/1/hall-a/board/a-b-c--/game");
}
END_TEST

/* --- payloads --- */

START_TEST(the_game_so_far)
{
	story_tell(&story, "game",
		   "{'state':'ready','fen':'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
		   "0 1'," STORY_PLAYERS "}");
	story_tell(&story, "move", "{'ply':1,'uci':'e2e4','clock':{'white':5448,'black':5430}}");
	story_tell(&story, "completed", "{'ply':1}");
	story_tell(&story, "move",
		   "{'ply':2,'uci':'e7e5','clock':{'white':5448,'black':5451},'certainty':"
		   "'inferred'}");
	expect_text(mqtt_game(board()->game, false),
		    "{\"seq\":4,\"game\":\"ev-r2-b1-1\",\"round\":2,\"table\":\"1\","
		    "\"white\":{\"name\":\"Berg, Ane\",\"title\":\"WFM\",\"elo\":2051,"
		    "\"fide\":1400001},\"black\":{\"name\":\"Lund, Jörg Peter\",\"title\":null,"
		    "\"elo\":2104,\"fide\":1700002},"
		    "\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\","
		    "\"variant\":\"standard\",\"san\":[\"e4\",\"e5\"],\"uci\":[\"e2e4\",\"e7e5\"],"
		    "\"clk\":[5448,5451],\"certainty\":[\"observed\",\"inferred\"],"
		    "\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\","
		    "\"completed\":1,\"result\":\"*\",\"reason\":null}");
}
END_TEST

START_TEST(a_move_that_is_not_completed_can_be_held_back)
{
	json_t *shown;

	story_ready(&story);
	story_tell(&story, "move", "{'ply':1,'uci':'e2e4'}");
	shown = mqtt_game(board()->game, true);
	ck_assert_uint_eq(json_array_size(json_object_get(shown, "san")), 0);
	ck_assert_ptr_null(strstr(json_string_value(json_object_get(shown, "fen")), "4P3"));
	json_decref(shown);
	story_tell(&story, "completed", "{'ply':1}");
	shown = mqtt_game(board()->game, true);
	ck_assert_uint_eq(json_array_size(json_object_get(shown, "san")), 1);
	json_decref(shown);
}
END_TEST

START_TEST(what_is_sensed_and_whether_it_is_the_game)
{
	rules_piece seen[64];

	story_ready(&story);
	memcpy(seen, board()->game->pos.at, sizeof(seen));
	expect_text(mqtt_position(board(), seen),
		    "{\"seq\":1,\"time\":\"2026-01-31T12:00:00.000Z\","
		    "\"board\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\",\"match\":true}");
	seen[rules_square_at(4, 1)] = RULES_NO_PIECE;
	expect_text(mqtt_position(board(), seen),
		    "{\"seq\":1,\"time\":\"2026-01-31T12:00:00.000Z\","
		    "\"board\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR\",\"match\":false}");
}
END_TEST

START_TEST(a_board_its_clock_and_its_state)
{
	story_tell(
		&story, "board",
		"{'state':'connected','serial':'3000140001','transport':'usb','firmware':'1.8'}");
	ck_assert_str_eq(mqtt_board_word(board()), "ready");
	expect_text(mqtt_info(board(), "/dev/ttyACM0"),
		    "{\"seq\":1,\"board\":\"b1\",\"serial\":\"3000140001\",\"transport\":\"usb\","
		    "\"device\":\"/dev/ttyACM0\",\"firmware\":\"1.8\",\"battery\":null,"
		    "\"table\":\"1\",\"rotated\":false}");
	expect_text(mqtt_clock(board()), "{\"seq\":1,\"time\":null,\"white\":null,\"black\":null,"
					 "\"running\":null,\"state\":null}");
	story_tell(&story, "clock",
		   "{'white':5448,'black':5430,'running':'black','state':'press'}");
	expect_text(mqtt_clock(board()),
		    "{\"seq\":2,\"time\":\"2026-01-31T12:00:01.000Z\",\"white\":5448,"
		    "\"black\":5430,\"running\":\"black\",\"state\":\"press\"}");
	story_tell(&story, "board", "{'state':'damaged'}");
	ck_assert_str_eq(mqtt_board_word(board()), "ready");
	story_tell(&story, "board", "{'state':'lost'}");
	ck_assert_str_eq(mqtt_board_word(board()), "lost");
	expect_text(mqtt_link_alert(board()),
		    "{\"seq\":4,\"board\":\"b1\",\"table\":\"1\",\"alert\":\"fault\","
		    "\"what\":\"board-lost\",\"time\":\"2026-01-31T12:00:03.000Z\"}");
}
END_TEST

START_TEST(who_the_node_is)
{
	struct mqtt_node node = {.journal = "6f1c",
				 .session = "2026",
				 .version = "1.0.0",
				 .host = "hall-a",
				 .laws = "2023",
				 .mode = "standard",
				 .delay_s = 900,
				 .since = 17};

	story_ready(&story);
	board();
	expect_text(mqtt_node(&node, record),
		    "{\"v\":1,\"journal\":\"6f1c\",\"session\":\"2026\",\"version\":\"1.0.0\","
		    "\"host\":\"hall-a\",\"boards\":[\"b1\"],\"laws\":\"2023\","
		    "\"mode\":\"standard\",\"delay\":900,\"delay_plies\":0,\"since\":17}");
}
END_TEST

/* --- questions --- */

static struct mqtt_asked ask(const char *text)
{
	return mqtt_ask_read(text, strlen(text));
}

/* --- Home Assistant --- */

static void expect_thing(const struct record_board *board, enum mqtt_thing thing, const char *topic,
			 const char *text)
{
	char said[MQTT_TOPIC_MAX];
	json_t *object = mqtt_thing(&names, board, thing);
	char *bytes = json_dumps(object, JSON_COMPACT);

	mqtt_thing_topic(&names, board->id, thing, said);
	ck_assert_str_eq(said, topic);
	ck_assert_str_eq(bytes, text);
	free(bytes);
	json_decref(object);
}

START_TEST(home_assistant_finds_link_and_battery)
{
	struct record_board board = {.id = "b1", .serial = "3000140001", .battery = 80};
	char topic[MQTT_TOPIC_MAX];

	expect_thing(&board, MQTT_LINK, "homeassistant/binary_sensor/boardd-hall-a/b1-link/config",
		     "{\"name\":\"Link\",\"unique_id\":\"boardd-hall-a-b1-link\",\"device_class\":"
		     "\"connectivity\",\"state_topic\":\"boardd/1/hall-a/board/b1/$state\","
		     "\"value_template\":\"{{ 'ON' if value == 'ready' else 'OFF' }}\","
		     "\"availability\":[{\"topic\":\"boardd/1/hall-a/$state\",\"value_template\":"
		     "\"{{ 'online' if value == 'ready' else 'offline' }}\"}],\"device\":"
		     "{\"identifiers\":[\"boardd-hall-a-b1\"],\"name\":\"Board b1\","
		     "\"manufacturer\":\"DGT\",\"serial_number\":\"3000140001\"}}");
	expect_thing(&board, MQTT_BATTERY, "homeassistant/sensor/boardd-hall-a/b1-battery/config",
		     "{\"name\":\"Battery\",\"unique_id\":\"boardd-hall-a-b1-battery\","
		     "\"device_class\":\"battery\",\"unit_of_measurement\":\"%\","
		     "\"state_topic\":\"boardd/1/hall-a/board/b1/info\",\"value_template\":"
		     "\"{{ value_json.battery }}\",\"availability\":[{\"topic\":"
		     "\"boardd/1/hall-a/$state\",\"value_template\":"
		     "\"{{ 'online' if value == 'ready' else 'offline' }}\"},{\"topic\":"
		     "\"boardd/1/hall-a/board/b1/$state\",\"value_template\":"
		     "\"{{ 'online' if value == 'ready' else 'offline' }}\"}],"
		     "\"availability_mode\":\"all\",\"device\":{\"identifiers\":"
		     "[\"boardd-hall-a-b1\"]}}");
	board.battery = -1;
	ck_assert_ptr_null(mqtt_thing(&names, &board, MQTT_BATTERY));
	mqtt_thing_topic(&names, "+", MQTT_BATTERY, topic);
	ck_assert_str_eq(topic, "homeassistant/sensor/boardd-hall-a/+/config");
}
END_TEST

START_TEST(questions_are_read)
{
	struct mqtt_asked asked = ask("{\"id\":17,\"ask\":\"replay\",\"since\":4190,\"max\":20}");

	ck_assert_int_eq(asked.what, MQTT_ASK_REPLAY);
	ck_assert_int_eq(asked.id, 17);
	ck_assert_uint_eq(asked.since, 4190);
	ck_assert_uint_eq(asked.max, 20);
	ck_assert_uint_eq(ask("{\"ask\":\"replay\",\"since\":0,\"max\":99999}").max,
			  MQTT_REPLAY_MAX);
	ck_assert_uint_eq(ask("{\"ask\":\"replay\",\"since\":0}").max, MQTT_REPLAY_MAX);
	ck_assert_int_eq(ask("{\"ask\":\"state\"}").what, MQTT_ASK_STATE);
	ck_assert_int_eq(ask("{\"ask\":\"ping\"}").what, MQTT_ASK_PING);
}
END_TEST

START_TEST(questions_that_make_no_sense_are_refused)
{
	static const char *const bad[] = {"",
					  "7",
					  "[]",
					  "{}",
					  "{\"ask\":\"act\"}",
					  "{\"ask\":\"replay\"}",
					  "{\"ask\":\"replay\",\"since\":-1}",
					  "{\"ask\":\"replay\",\"since\":\"1\"}",
					  "{\"ask\":\"replay\",\"since\":1,\"max\":0}",
					  "{\"ask\":\"replay\",\"since\":1,\"max\":\"x\"}"};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		ck_assert_int_eq(ask(bad[i]).what, MQTT_ASK_BAD);
		ck_assert_ptr_nonnull(ask(bad[i]).why);
	}
}
END_TEST

START_TEST(an_answer_goes_to_who_asked)
{
	char topic[MQTT_TOPIC_MAX];

	ck_assert(mqtt_tell_topic(&names, "boardd/1/hall-a/ask/hub", topic));
	ck_assert_str_eq(topic, "boardd/1/hall-a/tell/hub");
	ck_assert(!mqtt_tell_topic(&names, "boardd/1/hall-b/ask/hub", topic));
	ck_assert(!mqtt_tell_topic(&names, "boardd/1/hall-a/ask/", topic));
	ck_assert(!mqtt_tell_topic(&names, "boardd/1/hall-a/ask/a/b", topic));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: MQTT");
	TCase *tc = tcase_create("mqtt");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, topics_are_under_the_node);
	tcase_add_test(tc, a_name_cannot_reach_into_another_topic);
	tcase_add_test(tc, the_game_so_far);
	tcase_add_test(tc, a_move_that_is_not_completed_can_be_held_back);
	tcase_add_test(tc, what_is_sensed_and_whether_it_is_the_game);
	tcase_add_test(tc, a_board_its_clock_and_its_state);
	tcase_add_test(tc, who_the_node_is);
	tcase_add_test(tc, home_assistant_finds_link_and_battery);
	tcase_add_test(tc, questions_are_read);
	tcase_add_test(tc, questions_that_make_no_sense_are_refused);
	tcase_add_test(tc, an_answer_goes_to_who_asked);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
