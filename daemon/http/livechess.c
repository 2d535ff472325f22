/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/livechess.h"
#include "daemon/http/private.h"

/*
 * The LiveChess API: a WebSocket at /api/v1.0, and what a browser may look at
 * beside it. What is said is broadcast/output/livechess.h's; here are the sockets.
 */

#define MESSAGE_MAX (64 * 1024) /* of a client */

struct message {
	struct message *next;
	size_t len;
	unsigned char room[]; /* what libwebsockets wants before it, and the text */
};

struct livechess_client {
	struct livechess_client *next, **link;
	struct visit *visit;
	struct livechess *livechess;
	bool is_lost; /* the client does not read, or says too much */
	bool is_held; /* the client is not read from until it has its answer */
	struct message *first, **last;
	size_t waiting; /* bytes */
	char *heard;    /* the pieces of a message that is not whole yet */
	size_t heard_len;
};

/* --- boards --- */

static enum livechess_state state_of(const struct hall_view *view)
{
	if (view->health == HALL_MISSING)
		return LIVECHESS_ABSENT;
	if (view->state == BOARD_ST_FETCHING)
		return LIVECHESS_DELAYED;
	return view->health == HALL_ALIVE ? LIVECHESS_ACTIVE : LIVECHESS_SILENT;
}

/* Before it has shown all its squares there is nothing to tell of them. */
static bool has_men(const struct hall_view *view)
{
	return view->health != HALL_MISSING && view->state != BOARD_ST_MEETING &&
	       view->state != BOARD_ST_STARTING && view->state != BOARD_ST_LOST;
}

/*
 * Clients know a board by its number alone. Two boards may bear one number, or one
 * the number that is another's name: then they go by their names, of which no two
 * are alike.
 */
static bool is_ambiguous(const struct server *server, const struct desk *desk)
{
	const char *serial = desk->table.identity.serial;

	for (size_t i = 0; serial[0] != '\0' && i < hall_count(server->hall); i++) {
		const struct desk *other = hall_view(server->hall, i).desk;

		if (other != desk && (strcmp(other->table.identity.serial, serial) == 0 ||
				      strcmp(other->board, serial) == 0))
			return true;
	}
	return false;
}

static struct livechess_board describe(const struct server *server, const struct hall_view *view,
				       bool goes_by_name)
{
	const struct table *table = &view->desk->table;
	const struct record_board *board = record_board(server->publish.record, view->desk->board);
	const char *serial = table->identity.serial;

	return (struct livechess_board){
		.serial = goes_by_name || serial[0] == '\0' ? view->desk->board : serial,
		.device = view->device,
		.state = state_of(view),
		.battery = table->has_battery ? table->battery.percent : -1,
		.is_flipped = table->is_turned,
		.men = has_men(view) ? table->seen : NULL,
		.clock = board ? &board->clock : NULL,
		.game = board ? board->game : NULL,
		/* A press brings its clock and its move in one message. */
		.is_behind = view->desk->last_seq > feed_last(server->publish.feed) ||
			     table_is_judging(table)};
}

/* A number or a name of a board, and whose. */
struct called {
	const char *text;
	size_t board;
	bool is_serial;
};

static int compare_called(const void *a, const void *b)
{
	return strcmp(((const struct called *)a)->text, ((const struct called *)b)->text);
}

/* Of those that are called the same: all that have it as their number, if they are not one. */
static void mark_group(const struct called *group, size_t count, bool *ret)
{
	bool is_shared = false;

	for (size_t i = 1; i < count; i++)
		is_shared |= group[i].board != group[0].board;
	for (size_t i = 0; is_shared && i < count; i++)
		if (group[i].is_serial)
			ret[group[i].board] = true;
}

/* is_ambiguous() of all at once: with a thousand boards one by one would be a million. */
static bool mark_ambiguous(const struct server *server, size_t count, bool *ret)
{
	struct called *all = calloc(2 * count + 1, sizeof(*all));
	size_t group = 0;

	if (!all)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct desk *desk = hall_view(server->hall, i).desk;

		all[2 * i] = (struct called){desk->table.identity.serial, i, true};
		all[2 * i + 1] = (struct called){desk->board, i, false};
	}
	qsort(all, 2 * count, sizeof(*all), compare_called);
	for (size_t i = 1; i <= 2 * count; i++) {
		if (i < 2 * count && compare_called(&all[i], &all[group]) == 0)
			continue;
		mark_group(all + group, i - group, ret);
		group = i;
	}
	free(all);
	return true;
}

/* Boards that have ever told their serial number, by table; some cannot. NULL: no memory. */
static struct livechess_board *describe_all(const struct server *server, size_t *ret_count)
{
	size_t count = hall_count(server->hall);
	struct livechess_board *boards = calloc(count + 1, sizeof(*boards));
	bool *by_name = calloc(count + 1, sizeof(*by_name));

	*ret_count = 0;
	if (!boards || !by_name || !mark_ambiguous(server, count, by_name)) {
		free(boards);
		free(by_name);
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		struct hall_view view = hall_view(server->hall, i);

		if (view.desk->table.identity.serial[0] != '\0' || has_men(&view))
			boards[(*ret_count)++] = describe(server, &view, by_name[i]);
	}
	free(by_name);
	return boards;
}

static int64_t time_of(const struct server *server)
{
	return (int64_t)(moment_now(&server->publish.moment) + server->publish.moment.ahead_ms);
}

/* --- one client --- */

static void throw_away(struct livechess_client *c)
{
	while (c->first) {
		struct message *message = c->first;

		c->first = message->next;
		free(message);
	}
	c->last = &c->first;
	c->waiting = 0;
}

/* The connection is closed when the loop comes to it: its caller may be in the middle of it. */
static void lose(struct livechess_client *c)
{
	c->is_lost = true;
	throw_away(c);
	lws_set_timeout(c->visit->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

static void say(void *data, const char *text, size_t len)
{
	struct livechess_client *c = data;
	struct message *message = NULL;

	if (c->is_lost)
		return;
	if (c->waiting + len <= c->visit->at->http->server->publish.config.http.backlog_max)
		message = malloc(sizeof(*message) + LWS_PRE + len);
	if (!message) {
		lose(c);
		return;
	}
	message->next = NULL;
	message->len = len;
	memcpy(message->room + LWS_PRE, text, len);
	*c->last = message;
	c->last = &message->next;
	c->waiting += len;
	lws_callback_on_writable(c->visit->wsi);
}

/* What the client plays on is found as it was described: by number, or where that is shared by
 * name. */
static void wants(void *data, const char *serial, const struct rules_position *pos)
{
	struct livechess_client *c = data;
	struct hall *hall = c->visit->at->http->server->hall;

	for (size_t i = 0; i < hall_count(hall); i++) {
		const struct desk *desk = hall_view(hall, i).desk;

		if (strcmp(desk->board, serial) == 0 ||
		    strcmp(desk->table.identity.serial, serial) == 0) {
			hall_show(hall, desk, pos->at, c);
			return;
		}
	}
}

static bool may_open(const struct visit *visit, const char *origin)
{
	return !visit->at->is_public &&
	       http_origin_is_allowed(origin, visit->host, visit->at->is_tls,
				      visit->at->is_loopback,
				      &visit->at->http->server->publish.config.http.origins);
}

static void opened(struct visit *visit)
{
	struct http *http = visit->at->http;
	struct livechess_client *c = calloc(1, sizeof(*c));
	char serial[DESK_BOARD_MAX];
	bool is_one = http_query_text(visit->query, "serialnr", serial, sizeof(serial));

	if (!c)
		return;
	c->livechess = livechess_new(is_one ? serial : NULL, say, c);
	if (!c->livechess) {
		free(c);
		return;
	}
	livechess_watch(c->livechess, wants);
	c->visit = visit;
	c->last = &c->first;
	c->next = http->clients;
	c->link = &http->clients;
	if (c->next)
		c->next->link = &c->next;
	http->clients = c;
	http->server->livechess_clients++;
	visit->socket_data = c;
}

static void closed(struct visit *visit)
{
	const struct http *http = visit->at->http;
	struct livechess_client *c = visit->socket_data;

	if (!c)
		return;
	visit->at->http->server->livechess_clients--;
	*c->link = c->next;
	if (c->next)
		c->next->link = c->link;
	throw_away(c);
	hall_show_end(http->server->hall, c);
	livechess_free(c->livechess);
	free(c->heard);
	free(c);
	visit->socket_data = NULL;
}

static void answer_now(struct http_turn *turn)
{
	struct visit *visit = (struct visit *)((char *)turn - offsetof(struct visit, turn));
	struct livechess_client *c = visit->socket_data;
	const struct server *server = visit->at->http->server;
	size_t count;
	struct livechess_board *boards = describe_all(server, &count);

	if (boards)
		livechess_hear(c->livechess, time_of(server), boards, count, c->heard,
			       c->heard_len);
	else
		lose(c);
	free(boards);
	c->heard_len = 0;
	if (c->is_held)
		(void)lws_rx_flow_control(visit->wsi, 1);
	c->is_held = false;
}

/* In its turn, and the client is not heard before that. */
static void answer(struct livechess_client *c)
{
	struct visit *visit = c->visit;

	http_turn_take(&visit->at->http->turns, visit->at->number, &visit->turn, answer_now);
	c->is_held = http_turn_waits(&visit->turn);
	if (c->is_held)
		(void)lws_rx_flow_control(visit->wsi, 0);
}

/* A long message comes in pieces. */
static void heard(struct visit *visit, const char *text, size_t len)
{
	struct livechess_client *c = visit->socket_data;
	char *room;

	if (!c || c->is_lost)
		return;
	room = !c->is_held && c->heard_len + len <= MESSAGE_MAX
		       ? realloc(c->heard, c->heard_len + len + 1)
		       : NULL;
	if (!room) {
		lose(c);
		return;
	}
	memcpy(room + c->heard_len, text, len);
	c->heard = room;
	c->heard_len += len;
	if (lws_is_final_fragment(visit->wsi) && lws_remaining_packet_payload(visit->wsi) == 0)
		answer(c);
}

static bool writable(struct visit *visit)
{
	struct livechess_client *c = visit->socket_data;

	if (!c || c->is_lost)
		return false;
	while (c->first && !lws_send_pipe_choked(visit->wsi)) {
		struct message *message = c->first;
		int sent = lws_write(visit->wsi, message->room + LWS_PRE, message->len,
				     LWS_WRITE_TEXT);
		bool is_sent = sent >= (int)message->len;

		c->first = message->next;
		if (!c->first)
			c->last = &c->first;
		c->waiting -= message->len;
		free(message);
		if (!is_sent)
			return false;
	}
	if (c->first)
		lws_callback_on_writable(visit->wsi);
	return true;
}

const struct http_socket http_livechess_socket = {
	.path = "/api/v1.0",
	.may_open = may_open,
	.opened = opened,
	.heard = heard,
	.writable = writable,
	.closed = closed,
};

/* --- what changes --- */

static void tell(struct http *http, const char *name)
{
	const struct server *server = http->server;
	struct hall_view view;
	struct livechess_board board;

	if (!http->clients || !server->hall || !hall_find(server->hall, name, &view))
		return;
	board = describe(server, &view, is_ambiguous(server, view.desk));
	for (struct livechess_client *c = http->clients; c; c = c->next)
		if (!c->is_lost)
			livechess_look(c->livechess, time_of(server), &board);
}

static void see(void *data, const struct desk *desk)
{
	tell(data, desk->board);
}

static void hear_report(void *data, const struct feed_entry *entry)
{
	tell(data, entry->board);
}

int http_livechess_begin(struct http *http)
{
	hall_listen(http->server->hall, see, http);
	return feed_listen(http->server->publish.feed, hear_report, http);
}

/* --- for browsers --- */

static char *write_eboards(const struct server *server, const char *serial_or_null)
{
	size_t count;
	struct livechess_board *boards = describe_all(server, &count);
	json_t *list = boards ? livechess_eboards(boards, count, serial_or_null) : NULL;
	char *text = list ? json_dumps(list, JSON_COMPACT) : NULL;

	json_decref(list);
	free(boards);
	return text;
}

static char *all_eboards(struct http *http, size_t *ret_len)
{
	uint64_t begun;
	char *text;

	if (!cached_is_fresh(&http->eboards)) {
		begun = cached_begin();
		text = write_eboards(http->server, NULL);
		cached_put(&http->eboards, begun, text, text ? strlen(text) : 0);
	}
	return cached_copy(&http->eboards, ret_len);
}

void http_serve_eboards(struct visit *visit, const char *rest)
{
	struct http *http = visit->at->http;
	char serial[DESK_BOARD_MAX], *text;
	size_t len = 0;

	(void)rest;
	if (http_query_text(visit->query, "serialnr", serial, sizeof(serial))) {
		text = write_eboards(http->server, serial);
		len = text ? strlen(text) : 0;
	} else {
		text = all_eboards(http, &len);
	}
	if (text)
		http_answer(visit, 200, "application/json; charset=utf-8", text, len);
	else
		http_answer_error(visit, 503, "out of memory");
}

void http_serve_sources(struct visit *visit, const char *rest)
{
	size_t count;
	struct livechess_board *boards = describe_all(visit->at->http->server, &count);
	json_t *list = boards ? livechess_sources(boards, count) : NULL;
	char *text = list ? json_dumps(list, JSON_COMPACT) : NULL;

	(void)rest;
	json_decref(list);
	free(boards);
	if (text)
		http_answer(visit, 200, "application/json; charset=utf-8", text, strlen(text));
	else
		http_answer_error(visit, 503, "out of memory");
}

/* lichess.org sends people here to see whether anything answers. */
void http_serve_doc(struct visit *visit, const char *rest)
{
	static const char page[] = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
				   "<title>boardd</title>\n<h1>boardd is running</h1>\n"
				   "<p>It answers programs written for DGT LiveChess at "
				   "<code>/api/v1.0</code>, a WebSocket.</p>\n"
				   "<p><a href=\"/api/v1.0/eboards\">The boards</a>, "
				   "<a href=\"/pgn/games.pgn\">the games</a>, "
				   "<a href=\"/\">the arbiter's page</a>.</p>\n</html>\n";

	(void)rest;
	http_answer(visit, 200, "text/html; charset=utf-8", strdup(page), strlen(page));
}
