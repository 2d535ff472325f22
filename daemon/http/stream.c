/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "daemon/http/private.h"

/*
 * The report stream as a WebSocket: /v1/stream?since=N&board=ID. One report a
 * message, the hello first. A client that is slow keeps its place and nothing
 * else, and one that does not read at all is dropped after [http] timeout; what
 * it says is not listened to.
 */

#define PAGE        200
#define MESSAGE_MAX (256 * 1024)

struct stream {
	struct visit *visit;
	struct feed_reader *reader;
	struct backlog *backlog;
	bool has_hello;
	const char *why; /* the socket is to be closed; static */
	/* lines from the journal that are not sent yet */
	char *lines;
	size_t len, sent;
	uint64_t last; /* the report they go up to */
};

static void wake(void *data)
{
	struct stream *s = data;

	lws_callback_on_writable(s->visit->wsi);
}

bool http_stream_may_open(const struct visit *visit, const char *origin)
{
	struct config_list none = {0};

	return !visit->at->is_public &&
	       http_origin_is_allowed(origin, visit->host, visit->at->is_tls,
				      visit->at->is_loopback, &none);
}

/* Returns what is wrong with it, or NULL. */
static const char *read_query(const struct visit *visit, uint64_t *since,
			      char board[DESK_BOARD_MAX])
{
	static const char *const names[] = {"since", "board", NULL};

	if (!http_query_is_known(visit->query, names))
		return "since and board can be asked for, each once";
	if (!http_query_number(visit->query, "since", since))
		return "since is a number from 0";
	if (strstr(visit->query, "board=") &&
	    !http_query_text(visit->query, "board", board, DESK_BOARD_MAX))
		return "board is no name";
	return NULL;
}

static const char *fault(const struct visit *visit)
{
	uint64_t last = feed_last(visit->at->http->server->publish.feed), since = last;
	char board[DESK_BOARD_MAX];
	const char *why = read_query(visit, &since, board);

	return !why && since > last ? "since is beyond the last report" : why;
}

static void fail(struct stream *s, const char *why)
{
	s->why = why;
}

static void opened(struct visit *visit)
{
	struct server *server = visit->at->http->server;
	struct stream *s = calloc(1, sizeof(*s));
	uint64_t since = feed_last(server->publish.feed);
	char board[DESK_BOARD_MAX] = "";

	if (!s)
		return;
	s->visit = visit;
	visit->socket_data = s;
	s->why = read_query(visit, &since, board);
	if (!s->why && feed_reader_new(&s->reader, server->publish.feed, since,
				       board[0] != '\0' ? board : NULL, wake, s) < 0)
		fail(s, "out of memory");
	wake(s);
}

static void closed(struct visit *visit)
{
	struct stream *s = visit->socket_data;

	if (!s)
		return;
	backlog_forget(s->backlog);
	feed_reader_free(s->reader);
	free(s->lines);
	free(s);
	visit->socket_data = NULL;
}

static void fetched(void *data, const char *lines, size_t len, size_t count, uint64_t last,
		    int error)
{
	struct stream *s = data;

	(void)count;
	s->backlog = NULL;
	s->lines = malloc(len + 1);
	if (error < 0 || !s->lines)
		fail(s, "the journal cannot be read");
	else if (len > 0)
		memcpy(s->lines, lines, len);
	s->len = len;
	s->sent = 0;
	s->last = last;
	wake(s);
}

static bool send_text(struct stream *s, const char *text, size_t len)
{
	static unsigned char room[LWS_PRE + MESSAGE_MAX];

	if (len > MESSAGE_MAX)
		return false;
	memcpy(room + LWS_PRE, text, len);
	return lws_write(s->visit->wsi, room + LWS_PRE, len, LWS_WRITE_TEXT) >= (int)len;
}

static bool send_hello(struct stream *s)
{
	json_t *hello = publish_hello(&s->visit->at->http->server->publish);
	char *text = hello ? json_dumps(hello, JSON_COMPACT) : NULL;
	bool is_sent = text && send_text(s, text, strlen(text));

	free(text);
	json_decref(hello);
	s->has_hello = true;
	return is_sent;
}

static bool send_line(struct stream *s)
{
	char *line = s->lines + s->sent, *end = memchr(line, '\n', s->len - s->sent);
	size_t len = end ? (size_t)(end - line) : s->len - s->sent;
	bool is_sent = send_text(s, line, len);

	s->sent += len + 1;
	return is_sent;
}

/* The next message, if there is one. */
static bool send_next(struct stream *s, bool *ret_more)
{
	struct feed_entry entry;

	*ret_more = true;
	if (s->lines && s->sent < s->len)
		return send_line(s);
	if (s->lines) {
		free(s->lines);
		s->lines = NULL;
		feed_reader_pass(s->reader, s->last);
	}
	switch (feed_reader_look(s->reader, &entry)) {
	case FEED_ENTRY:
		feed_reader_pass(s->reader, entry.seq);
		return send_text(s, entry.text, entry.len);
	case FEED_BEHIND:
		s->backlog = backlog_fetch(&s->visit->at->http->server->publish,
					   feed_reader_place(s->reader),
					   feed_reader_board(s->reader), PAGE, fetched, s);
		*ret_more = false;
		return s->backlog != NULL;
	case FEED_NOTHING: *ret_more = false; break;
	}
	return true;
}

static bool writable(struct visit *visit)
{
	struct stream *s = visit->socket_data;
	bool is_good = s != NULL, more = true;

	if (is_good && !s->has_hello) {
		lws_callback_on_writable(visit->wsi);
		return send_hello(s);
	}
	if (is_good && s->why) {
		http_socket_end(visit, s->why);
		return true;
	}
	while (is_good && more && !s->backlog && !lws_send_pipe_choked(visit->wsi))
		is_good = send_next(s, &more);
	more &= !(s && s->backlog);
	if (is_good)
		http_hurry(visit, more); /* who does not read is not kept */
	if (is_good && more)
		lws_callback_on_writable(visit->wsi);
	return is_good;
}

const struct http_socket http_stream_socket = {
	.path = "/v1/stream",
	.may_open = http_stream_may_open,
	.fault = fault,
	.opened = opened,
	.writable = writable,
	.closed = closed,
};
