/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/broadcast/client.h"

#include <stdio.h>
#include <string.h>

#include "rules-core/start.h"

struct client client, second;
struct rules_position seen;
struct livechess_board boards[3];
size_t board_count;
struct game_clock board_clock;
int64_t now;

/* --- a decoder that takes no member it does not know --- */

static void only(const json_t *object, const char *keys)
{
	const char *key;
	json_t *value;
	char word[32];

	must_hold(json_is_object(object), "no object");
	json_object_foreach((json_t *)object, key, value)
	{
		snprintf(word, sizeof(word), " %s ", key);
		must_hold(strstr(keys, word), "member %s", key);
	}
}

static void check_clock(const json_t *clock)
{
	const json_t *run = json_object_get(clock, "run");

	if (json_is_null(clock))
		return;
	only(clock, " white black run time ");
	must_hold(json_is_integer(json_object_get(clock, "white")) &&
			  json_is_integer(json_object_get(clock, "black")) &&
			  json_is_integer(json_object_get(clock, "time")) &&
			  (json_is_boolean(run) || json_is_null(run)),
		  "a clock of whole numbers");
}

static void check_event(const json_t *param)
{
	only(param, " serialnr flipped board clock start san match ");
	must_hold(json_is_string(json_object_get(param, "serialnr")) &&
			  json_is_boolean(json_object_get(param, "flipped")),
		  "what is always there");
	if (json_object_get(param, "clock"))
		check_clock(json_object_get(param, "clock"));
	must_hold(!json_object_get(param, "san") == !json_object_get(param, "start") &&
			  !json_object_get(param, "san") == !json_object_get(param, "match"),
		  "start, san and match come together");
}

static void check_result(const json_t *param)
{
	size_t i;
	json_t *one;

	json_array_foreach((json_t *)param, i, one)
	{
		if (json_object_get(one, "type")) {
			only(one, " type device name present active status ");
			continue;
		}
		only(one, " serialnr source state battery comment board flipped clock ");
		must_hold(json_object_size(one) == 8, "all eight members");
		check_clock(json_object_get(one, "clock"));
	}
}

static void check_message(struct client *c, const char *text)
{
	json_t *message = json_loads(text, 0, NULL);
	const char *response = json_string_value(json_object_get(message, "response"));
	const json_t *param = json_object_get(message, "param");
	json_int_t time = json_integer_value(json_object_get(message, "time"));

	only(message, " response id param time ");
	must_hold(json_object_size(message) == 4 &&
			  json_is_integer(json_object_get(message, "id")) &&
			  json_is_integer(json_object_get(message, "time")),
		  "%s", text);
	must_hold(time >= c->time, "time goes back: %s", text);
	c->time = time;
	if (strcmp(response, "feed") == 0)
		check_event(param);
	else if (strcmp(response, "error") == 0)
		only(param, " message stacktrace ");
	else
		check_result(param);
	json_decref(message);
}

/* --- words --- */

static void hear(void *data, const char *text, size_t len)
{
	struct client *c = data;

	ck_assert_uint_eq(strlen(text), len);
	check_message(c, text);
	json_array_append_new(c->said, json_string(text));
}

void connect_to(struct client *c, const char *serial)
{
	*c = (struct client){.said = json_array()};
	c->livechess = livechess_new(serial, hear, c);
	ck_assert_ptr_nonnull(c->livechess);
}

void disconnect(struct client *c)
{
	livechess_free(c->livechess);
	json_decref(c->said);
}

void begin_hall(void)
{
	setup();
	rules_start(&seen);
	now = INT64_C(1767261600000);
	board_clock = (struct game_clock){.white_s = 5400,
					  .black_s = 5400,
					  .running = GAME_NOBODY,
					  .state = "stopped",
					  .time_ms = INT64_C(1767261599800)};
	boards[0] = (struct livechess_board){.serial = "3000140001",
					     .device = "/dev/ttyACM0",
					     .state = LIVECHESS_ACTIVE,
					     .battery = -1,
					     .men = seen.at,
					     .clock = &board_clock,
					     .game = &game};
	board_count = 1;
	connect_to(&client, NULL);
	connect_to(&second, NULL);
}

void end_hall(void)
{
	disconnect(&client);
	disconnect(&second);
	teardown();
}

void say_to(struct client *c, const char *text)
{
	livechess_hear(c->livechess, now, boards, board_count, text, strlen(text));
}

void say(const char *text)
{
	say_to(&client, text);
}

void look(void)
{
	for (size_t i = 0; i < board_count; i++) {
		livechess_look(client.livechess, now, &boards[i]);
		livechess_look(second.livechess, now, &boards[i]);
	}
}

void sense(const char *placement)
{
	ck_assert(rules_placement_read(&seen, rules_slice_of(placement), NULL));
	look();
}

const char *next_of(struct client *c)
{
	static char text[4096];

	ck_assert_uint_gt(json_array_size(c->said), 0);
	snprintf(text, sizeof(text), "%s", json_string_value(json_array_get(c->said, 0)));
	json_array_remove(c->said, 0);
	return text;
}

/* The next message without its envelope's time. */
static void expect_of(struct client *c, const char *start)
{
	const char *text = next_of(c);

	ck_assert_msg(strncmp(text, start, strlen(start)) == 0, "%s\nnot %s", text, start);
	ck_assert_msg(strncmp(text + strlen(start), ",\"time\":", 8) == 0, "%s", text);
}

void expect(const char *start)
{
	expect_of(&client, start);
}

void expect_error(int id, const char *why)
{
	char text[400];

	snprintf(text, sizeof(text),
		 "{\"response\":\"error\",\"id\":%d,\"param\":{\"message\":\"%s\",\"stacktrace\":"
		 "\"\"}",
		 id, why);
	expect(text);
}

void expect_silence(void)
{
	ck_assert_uint_eq(json_array_size(client.said), 0);
	ck_assert_uint_eq(json_array_size(second.said), 0);
}

void forget_all(void)
{
	json_array_clear(client.said);
	json_array_clear(second.said);
}

void expect_san_of(struct client *c, int id, const char *san, bool match)
{
	json_t *message = json_loads(next_of(c), 0, NULL);
	json_t *param = json_object_get(message, "param");
	char text[2000] = "";
	json_t *one;
	size_t i;

	ck_assert_str_eq(json_string_value(json_object_get(message, "response")), "feed");
	ck_assert_int_eq(json_integer_value(json_object_get(message, "id")), id);
	json_array_foreach(json_object_get(param, "san"), i, one)
	{
		strcat(text, i > 0 ? " " : "");
		strcat(text, json_string_value(one));
	}
	ck_assert_str_eq(text, san);
	ck_assert_int_eq(json_is_true(json_object_get(param, "match")), match);
	json_decref(message);
}

void expect_san(const char *san, bool match)
{
	expect_san_of(&client, 1, san, match);
}

void subscribe(void)
{
	say(SUBSCRIBE);
	forget_all();
}

void follow(void)
{
	subscribe();
	say(SETUP);
	forget_all();
}

void play(int ply, const char *uci)
{
	story_move(&story, ply, uci);
	take();
	memcpy(seen.at, game.pos.at, sizeof(seen.at));
	look();
}

void add_board(const char *serial, enum livechess_state state)
{
	boards[board_count] = boards[0];
	boards[board_count].serial = serial;
	boards[board_count++].state = state;
}

void set_clock(int32_t white_s, uint8_t running, int64_t time_ms)
{
	board_clock.white_s = white_s;
	board_clock.running = running;
	board_clock.time_ms = time_ms;
}
