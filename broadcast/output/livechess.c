/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/livechess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/livechess_private.h"

#define FEEDS_MAX 1000 /* of one connection */
#define WORD_MAX  60   /* of the client's words in an error */
#define WHY_MAX   240
#define NO_ID     (-1) /* of an error, when the call's could not be read */

struct livechess {
	livechess_say *say;
	livechess_wants *wants; /* NULL: nobody asks */
	void *data;
	char serial[LIVECHESS_SERIAL_MAX]; /* empty: all are shown */
	int64_t now_ms;
	size_t feed_count;
	struct livechess_feed *feeds;
};

/* One call that is being answered. */
struct asked {
	struct livechess *l;
	json_int_t id;
	const json_t *param;
	const struct livechess_board *boards;
	size_t count;
};

struct livechess *livechess_new(const char *serial, livechess_say *say, void *data)
{
	struct livechess *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->say = say;
	l->data = data;
	snprintf(l->serial, sizeof(l->serial), "%s", serial ? serial : "");
	return l;
}

void livechess_watch(struct livechess *l, livechess_wants *wants)
{
	l->wants = wants;
}

void livechess_free(struct livechess *l)
{
	if (!l)
		return;
	while (l->feeds) {
		struct livechess_feed *feed = l->feeds;

		l->feeds = feed->next;
		livechess_feed_free(feed);
	}
	free(l);
}

/* --- messages --- */

/* Takes the parameters. */
static void say(struct livechess *l, const char *response, json_int_t id, json_t *param)
{
	json_t *message = json_pack("{s:s, s:I, s:o, s:I}", "response", response, "id", id, "param",
				    param, "time", (json_int_t)l->now_ms);
	char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;

	if (text)
		l->say(l->data, text, strlen(text));
	free(text);
	json_decref(message);
}

static void answer(const struct asked *a, json_t *result)
{
	say(a->l, "call", a->id, result);
}

/* One of our clients splits the stack trace without looking whether there is one. */
static void fail(const struct asked *a, const char *why)
{
	say(a->l, "error", a->id, json_pack("{s:s, s:s}", "message", why, "stacktrace", ""));
}

/* `unknown call "x"`: a word of the client's, cut between two characters if it is long. */
static void fail_word(const struct asked *a, const char *what, const char *word)
{
	size_t len = strlen(word);
	char why[WHY_MAX];

	if (len > WORD_MAX)
		for (len = WORD_MAX; len > 0 && ((unsigned char)word[len] & 0xc0) == 0x80;)
			len--;
	snprintf(why, sizeof(why), "%s \"%.*s\"", what, (int)len, word);
	fail(a, why);
}

/* --- eboards, sources --- */

/* "/dev/ttyACM0" and "unix:/run/board" are known by what is behind the last slash. */
static const char *name_of(const char *device)
{
	const char *name = device;

	for (const char *at = device; at && *at != '\0'; at++)
		if (*at == '/' && at[1] != '\0')
			name = at + 1;
	return name;
}

static json_t *battery_of(int percent)
{
	return percent < 0 ? json_null() : json_sprintf("%d%%", percent);
}

static json_t *eboard_of(const struct livechess_board *board)
{
	static const char *const states[] = {NULL, "ACTIVE", "NOTRESPONDING", "DELAYED"};
	bool is_there = board->state != LIVECHESS_ABSENT;

	return json_pack("{s:s, s:s?, s:s?, s:o, s:n, s:o, s:b, s:o}", "serialnr", board->serial,
			 "source", is_there ? name_of(board->device) : NULL, "state",
			 states[board->state], "battery", battery_of(board->battery), "comment",
			 "board", livechess_men(board->men), "flipped", board->is_flipped, "clock",
			 livechess_clock(is_there ? board->clock : NULL));
}

/* The page of lichess.org takes the first of the list, whatever it is. */
json_t *livechess_eboards(const struct livechess_board *boards, size_t count, const char *serial)
{
	json_t *list = json_array();
	bool has_active = false;

	for (size_t i = 0; i < count; i++) {
		bool is_wanted = !serial || strcmp(boards[i].serial, serial) == 0;

		if (!is_wanted || boards[i].state != LIVECHESS_ACTIVE)
			continue;
		json_array_append_new(list, eboard_of(&boards[i]));
		has_active = true;
	}
	for (size_t i = 0; i < count; i++) {
		bool is_wanted = !serial || strcmp(boards[i].serial, serial) == 0;

		if (is_wanted && boards[i].state != LIVECHESS_ACTIVE &&
		    (boards[i].state != LIVECHESS_ABSENT || !has_active))
			json_array_append_new(list, eboard_of(&boards[i]));
	}
	return list;
}

static void call_eboards(const struct asked *a)
{
	const char *serial = a->l->serial[0] != '\0' ? a->l->serial : NULL;

	answer(a, livechess_eboards(a->boards, a->count, serial));
}

static bool is_listed(const struct livechess_board *boards, size_t count, const char *device)
{
	for (size_t i = 0; i < count; i++)
		if (boards[i].device && strcmp(boards[i].device, device) == 0)
			return true;
	return false;
}

/* The boards of a bus share one. */
json_t *livechess_sources(const struct livechess_board *boards, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		const struct livechess_board *board = &boards[i];

		if (!board->device || is_listed(boards, i, board->device))
			continue;
		json_array_append_new(list,
				      json_pack("{s:s, s:s, s:n, s:b, s:b, s:n}", "type", "SERIAL",
						"device", name_of(board->device), "name", "present",
						board->state != LIVECHESS_ABSENT, "active",
						board->state == LIVECHESS_ACTIVE, "status"));
	}
	return list;
}

static void call_sources(const struct asked *a)
{
	answer(a, livechess_sources(a->boards, a->count));
}

/* --- feeds --- */

static const struct livechess_board *board_of(const struct asked *a, const char *serial)
{
	for (size_t i = 0; i < a->count; i++)
		if (strcmp(a->boards[i].serial, serial) == 0)
			return &a->boards[i];
	return NULL;
}

static struct livechess_feed *find(const struct livechess *l, json_int_t id)
{
	struct livechess_feed *feed = l->feeds;

	while (feed && feed->id != id)
		feed = feed->next;
	return feed;
}

static bool drop(struct livechess *l, json_int_t id)
{
	for (struct livechess_feed **at = &l->feeds; *at; at = &(*at)->next) {
		struct livechess_feed *feed = *at;

		if (feed->id != id)
			continue;
		*at = feed->next;
		livechess_feed_free(feed);
		l->feed_count--;
		return true;
	}
	return false;
}

static void tell(struct livechess *l, struct livechess_feed *feed,
		 const struct livechess_board *board, unsigned parts, bool must)
{
	json_t *param = livechess_feed_tell(feed, board, parts, must);

	if (param)
		say(l, "feed", feed->id, param);
}

/* The feed a call is about; NULL: it names none, and that is answered. */
static struct livechess_feed *named(const struct asked *a)
{
	const json_t *id = json_object_get(a->param, "id");
	struct livechess_feed *feed =
		json_is_integer(id) ? find(a->l, json_integer_value(id)) : NULL;
	char why[WHY_MAX];

	if (!json_is_integer(id)) {
		fail(a, "the id of a feed is missing");
	} else if (!feed) {
		snprintf(why, sizeof(why), "no such feed %lld", (long long)json_integer_value(id));
		fail(a, why);
	}
	return feed;
}

/* The answer has to be on its way before the feed: some clients read just one message. */
static void begin_feed(const struct asked *a, json_int_t id, const struct livechess_board *board)
{
	struct livechess_feed *feed;

	(void)drop(a->l, id); /* a feed with the same id is replaced */
	feed = a->l->feed_count < FEEDS_MAX ? livechess_feed_new(id, board->serial) : NULL;
	if (!feed) {
		fail(a, a->l->feed_count < FEEDS_MAX ? "out of memory" : "too many feeds");
		return;
	}
	feed->next = a->l->feeds;
	a->l->feeds = feed;
	a->l->feed_count++;
	answer(a, json_null());
	tell(a->l, feed, board, LIVECHESS_MEN | LIVECHESS_CLOCK, true);
}

static void call_subscribe(const struct asked *a)
{
	const char *name = json_string_value(json_object_get(a->param, "feed"));
	const json_t *id = json_object_get(a->param, "id");
	const json_t *inner = json_object_get(a->param, "param");
	const char *serial = json_string_value(json_object_get(inner, "serialnr"));
	const struct livechess_board *board = serial ? board_of(a, serial) : NULL;

	if (!name || strcmp(name, "eboardevent") != 0)
		fail_word(a, "unknown feed", name ? name : "");
	else if (!json_is_integer(id))
		fail(a, "the id of a feed is missing");
	else if (!board)
		fail_word(a, "no such board", serial ? serial : "");
	else
		begin_feed(a, json_integer_value(id), board);
}

static void call_unsubscribe(const struct asked *a)
{
	struct livechess_feed *feed = named(a);

	if (!feed)
		return;
	(void)drop(a->l, feed->id);
	answer(a, json_null());
}

/* --- methods of a feed --- */

static void answer_and_tell(const struct asked *a, struct livechess_feed *feed)
{
	const struct livechess_board *board = board_of(a, feed->serial);

	answer(a, json_null());
	if (board)
		tell(a->l, feed, board, LIVECHESS_MEN, true);
}

/* Which way the board lies is seen from the men; what the client says is told back to it. */
static void flip(const struct asked *a, struct livechess_feed *feed, const json_t *param)
{
	const json_t *value = json_object_get(param, "flip");

	if (!value) /* one known client calls it "fen" */
		value = json_object_get(param, "fen");
	if (!json_is_boolean(value)) {
		fail(a, "flip: neither true nor false");
		return;
	}
	feed->has_flip = true;
	feed->is_flipped = json_is_true(value);
	answer_and_tell(a, feed);
}

static void setup(const struct asked *a, struct livechess_feed *feed, const json_t *param)
{
	const json_t *fen = json_object_get(param, "fen");
	struct rules_position start;
	struct rules_fault fault;
	char why[WHY_MAX];

	if (!fen && json_object_get(param, "flip")) { /* one known client flips so */
		flip(a, feed, param);
	} else if (!json_is_string(fen)) {
		fail(a, "setup: there is no fen");
	} else if (!rules_fen_read(&start, rules_slice_of(json_string_value(fen)), &fault)) {
		snprintf(why, sizeof(why), "setup: not a FEN, character %zu: %s", fault.at + 1,
			 fault.why);
		fail(a, why);
	} else if (!livechess_feed_setup(feed, json_string_value(fen), &start)) {
		fail(a, "out of memory");
	} else {
		answer_and_tell(a, feed);
		if (a->l->wants)
			a->l->wants(a->l->data, feed->serial, &start);
	}
}

static void unsubscribe(const struct asked *a, struct livechess_feed *feed, const json_t *param)
{
	(void)param;
	(void)drop(a->l, feed->id);
	answer(a, json_null());
}

static const struct {
	const char *name;
	void (*run)(const struct asked *a, struct livechess_feed *feed, const json_t *param);
} methods[] = {{"setup", setup}, {"flip", flip}, {"unsubscribe", unsubscribe}};

static void call_call(const struct asked *a)
{
	const char *name = json_string_value(json_object_get(a->param, "method"));
	struct livechess_feed *feed = named(a);

	if (!feed)
		return;
	for (size_t i = 0; name && i < sizeof(methods) / sizeof(methods[0]); i++) {
		if (strcmp(methods[i].name, name) == 0) {
			methods[i].run(a, feed, json_object_get(a->param, "param"));
			return;
		}
	}
	fail_word(a, "unknown method", name ? name : "");
}

/* --- calls --- */

static const struct {
	const char *name;
	void (*run)(const struct asked *a);
} calls[] = {{"eboards", call_eboards},
	     {"sources", call_sources},
	     {"subscribe", call_subscribe},
	     {"unsubscribe", call_unsubscribe},
	     {"call", call_call}};

static void run(const struct asked *a, const char *name)
{
	for (size_t i = 0; name && i < sizeof(calls) / sizeof(calls[0]); i++) {
		if (strcmp(calls[i].name, name) == 0) {
			calls[i].run(a);
			return;
		}
	}
	fail_word(a, "unknown call", name ? name : "");
}

static void pass_time(struct livechess *l, int64_t now_ms)
{
	if (now_ms > l->now_ms)
		l->now_ms = now_ms;
}

void livechess_hear(struct livechess *l, int64_t now_ms, const struct livechess_board *boards,
		    size_t count, const char *text, size_t len)
{
	json_t *message = json_loadb(text, len, 0, NULL);
	const json_t *id = json_object_get(message, "id");
	struct asked a = {.l = l,
			  .id = json_is_integer(id) ? json_integer_value(id) : NO_ID,
			  .param = json_object_get(message, "param"),
			  .boards = boards,
			  .count = count};

	pass_time(l, now_ms);
	if (!message)
		fail(&a, "not JSON");
	else if (!json_is_integer(id))
		fail(&a, "the id of a call is a whole number");
	else
		run(&a, json_string_value(json_object_get(message, "call")));
	json_decref(message);
}

void livechess_look(struct livechess *l, int64_t now_ms, const struct livechess_board *board)
{
	pass_time(l, now_ms);
	for (struct livechess_feed *feed = l->feeds; feed; feed = feed->next)
		if (strcmp(feed->serial, board->serial) == 0)
			tell(l, feed, board, 0, false);
}
