/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/control/describe.h"
#include "daemon/http/private.h"
#include "daemon/http/table_change.h"

/*
 * Every table's state as a WebSocket: /v1/tables. All of it first, then what
 * changes. The state is built from the record of what was published, once for all who listen, so
 * that nobody has to make it from reports again. Who says {"watch":7} is also told
 * the whole game of table 7.
 *
 * Reports only mark a table; what they changed is told at most every TICK_MS, so that a
 * hall of three hundred tables is a few messages a second. What no report tells (a board that
 * falls silent, a battery) is noticed by looking at a few tables each time.
 */

#define TICK_MS     50
#define BUILD_MAX   64 /* tables built in one tick: the loop must not stand still */
#define ROUND_TICKS 40 /* in so many ticks every table is looked at */
#define MESSAGE_MAX 40 /* tables in one message */
#define HEARD_MAX   64

struct tables_client {
	struct tables_client *next, **link;
	struct visit *visit;
	bool has_hello, is_complete;
	json_t *sent;   /* number of a table: the state that was told last */
	unsigned watch; /* the table whose whole game is told; 0: none */
	json_t *whole;  /* that game as told last; NULL: not yet */
};

/* --- states --- */

/* Builds a table's state again. True: it has changed. */
static bool look_at(struct http *http, const char *number)
{
	struct http_tables *tables = &http->tables;
	struct hall_view view;
	json_t *state;

	if (!hall_find(http->server->hall, number, &view))
		return false;
	state = describe_state(http->server, &view);
	if (!state || json_equal(state, json_object_get(tables->states, number))) {
		json_decref(state);
		return false;
	}
	return json_object_set_new(tables->states, number, state) == 0;
}

static void number_of(const struct desk *desk, char ret[16])
{
	snprintf(ret, 16, "%u", desk->number);
}

/* Tables of which something was reported. */
static bool look_at_marked(struct http *http)
{
	json_t *marked = http->tables.marked, *value;
	bool is_changed = false;
	unsigned count = 0;
	const char *key;
	void *next;

	json_object_foreach_safe(marked, next, key, value)
	{
		if (count++ == BUILD_MAX)
			break;
		is_changed |= look_at(http, key);
		json_object_del(marked, key);
	}
	return is_changed;
}

/* A few more, in turn. */
static bool look_around(struct http *http)
{
	size_t count = hall_count(http->server->hall);
	bool is_changed = false;

	for (size_t i = 0; i < count / ROUND_TICKS + 1 && count > 0; i++) {
		char number[16];

		number_of(hall_view(http->server->hall, http->tables.next++ % count).desk, number);
		is_changed |= look_at(http, number);
	}
	return is_changed;
}

static void tick(uv_timer_t *timer)
{
	struct http *http = timer->data;
	bool is_changed = look_at_marked(http);

	is_changed |= look_around(http);
	for (struct tables_client *c = http->tables.clients; c; c = c->next)
		if (is_changed || !c->is_complete)
			lws_callback_on_writable(c->visit->wsi);
}

static void mark(void *data, const struct feed_entry *entry)
{
	struct http *http = data;
	struct hall_view view;
	char number[16];

	if (!http->tables.clients || !hall_find(http->server->hall, entry->board, &view))
		return;
	number_of(view.desk, number);
	json_object_set_new(http->tables.marked, number, json_true());
}

int http_tables_begin(struct http *http)
{
	http->tables.states = json_object();
	http->tables.marked = json_object();
	uv_timer_init(&http->server->publish.loop, &http->tables.timer);
	http->tables.timer.data = http;
	return feed_listen(http->server->publish.feed, mark, http);
}

void http_tables_end(struct http *http)
{
	if (http->tables.timer.data)
		uv_close((uv_handle_t *)&http->tables.timer, NULL);
	json_decref(http->tables.states);
	json_decref(http->tables.marked);
}

/* --- clients --- */

static void mark_all(struct http *http)
{
	for (size_t i = 0; i < hall_count(http->server->hall); i++) {
		char number[16];

		number_of(hall_view(http->server->hall, i).desk, number);
		json_object_set_new(http->tables.marked, number, json_true());
	}
}

static void opened(struct visit *visit)
{
	struct http_tables *tables = &visit->at->http->tables;
	struct tables_client *c = calloc(1, sizeof(*c));

	visit->socket_data = c;
	if (!c)
		return;
	c->visit = visit;
	c->sent = json_object();
	if (!tables->clients) { /* nobody has looked meanwhile */
		mark_all(visit->at->http);
		uv_timer_start(&tables->timer, tick, 0, TICK_MS);
	}
	c->next = tables->clients;
	c->link = &tables->clients;
	if (c->next)
		c->next->link = &c->next;
	tables->clients = c;
	lws_callback_on_writable(visit->wsi);
}

static void closed(struct visit *visit)
{
	struct http_tables *tables = &visit->at->http->tables;
	struct tables_client *c = visit->socket_data;

	visit->socket_data = NULL;
	if (!c)
		return;
	*c->link = c->next;
	if (c->next)
		c->next->link = c->link;
	if (!tables->clients)
		uv_timer_stop(&tables->timer);
	json_decref(c->sent);
	json_decref(c->whole);
	free(c);
}

/* {"watch":7}, or null for none. */
static void heard(struct visit *visit, const char *text, size_t len)
{
	struct tables_client *c = visit->socket_data;
	bool is_whole = lws_is_first_fragment(visit->wsi) && lws_is_final_fragment(visit->wsi) &&
			lws_remaining_packet_payload(visit->wsi) == 0 && len <= HEARD_MAX;
	json_t *said = is_whole ? json_loadb(text, len, 0, NULL) : NULL;
	const json_t *watch = json_object_get(said, "watch");
	char number[16];

	if (!c || !watch || !(json_is_null(watch) || json_integer_value(watch) > 0) ||
	    json_integer_value(watch) > CONFIG_TABLE_MAX) {
		http_socket_end(visit, "say {watch: the number of a table, or null}");
	} else {
		c->watch = (unsigned)json_integer_value(watch);
		json_decref(c->whole);
		c->whole = NULL;
		snprintf(number, sizeof(number), "%u", c->watch);
		json_object_del(c->sent, number); /* so that it is told anew, and wholly */
		lws_callback_on_writable(visit->wsi);
	}
	json_decref(said);
}

/* --- telling --- */

/* The game of the table that is watched, or what has changed in it. */
static void add_whole(struct tables_client *c, const char *number, json_t *change)
{
	const struct server *server = c->visit->at->http->server;
	struct hall_view view;
	json_t *whole, *news;

	if (!hall_find(server->hall, number, &view))
		return;
	whole = describe_game(server, &view);
	news = table_change_of_game(c->whole, whole);
	if (news)
		json_object_set_new(change, "whole", news);
	json_decref(c->whole);
	c->whole = whole;
}

static json_t *change_for(struct tables_client *c, const char *number, json_t *state)
{
	json_t *change = table_change(json_object_get(c->sent, number), state);

	if (change && c->watch == (unsigned)strtoul(number, NULL, 10))
		add_whole(c, number, change);
	json_object_set(c->sent, number, state);
	return change;
}

/* Changes of some tables; NULL: there are none, and it is no news that these are all. */
static json_t *next_message(struct tables_client *c, bool *ret_more)
{
	const struct server *server = c->visit->at->http->server;
	json_t *list = json_array(), *state;
	const char *number;
	bool was_complete = c->is_complete;

	*ret_more = false;
	json_object_foreach(c->visit->at->http->tables.states, number, state)
	{
		if (state == json_object_get(c->sent, number))
			continue;
		*ret_more = json_array_size(list) == MESSAGE_MAX;
		if (*ret_more)
			break;
		json_array_append_new(list, change_for(c, number, state));
	}
	c->is_complete = json_object_size(c->sent) >= hall_count(server->hall);
	if (json_array_size(list) == 0 && c->is_complete == was_complete) {
		json_decref(list);
		return NULL;
	}
	return json_pack("{s:I, s:b, s:o}", "seq", (json_int_t)feed_last(server->publish.feed),
			 "complete", c->is_complete, "tables", list);
}

/* Takes the object. */
static bool send_object(struct visit *visit, json_t *object)
{
	size_t len = object ? json_dumpb(object, NULL, 0, JSON_COMPACT) : 0;
	unsigned char *room = len > 0 ? malloc(LWS_PRE + len) : NULL;
	bool is_sent = false;

	if (room) {
		json_dumpb(object, (char *)room + LWS_PRE, len, JSON_COMPACT);
		is_sent = lws_write(visit->wsi, room + LWS_PRE, len, LWS_WRITE_TEXT) >= (int)len;
	}
	free(room);
	json_decref(object);
	return is_sent;
}

static bool writable(struct visit *visit)
{
	struct tables_client *c = visit->socket_data;
	bool more;
	json_t *message;

	if (!c)
		return false;
	if (!c->has_hello) {
		c->has_hello = true;
		lws_callback_on_writable(visit->wsi);
		return send_object(visit, publish_hello(&visit->at->http->server->publish));
	}
	/* One at a time, and the boards in between: a hall of five hundred tables is many. */
	message = next_message(c, &more);
	if (message && !send_object(visit, message))
		return false;
	http_hurry(visit, more); /* who does not read is not kept */
	if (more)
		lws_callback_on_writable(visit->wsi);
	return true;
}

const struct http_socket http_tables_socket = {
	.path = "/v1/tables",
	.may_open = http_stream_may_open,
	.opened = opened,
	.heard = heard,
	.writable = writable,
	.closed = closed,
};
