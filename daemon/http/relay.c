/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/relay.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/http/door.h"
#include "daemon/http/frames.h"
#include "daemon/http/head.h"
#include "daemon/http/tls.h"

#define ROOM   16384 /* of one direction: a record of TLS */
#define ROUNDS 4     /* then others get their turn */
#define UNREAD 65536 /* in the pair of sockets */

struct flow {
	size_t len, sent;
	bool is_over; /* nothing will come */
	char bytes[ROOM];
};

struct http_relay {
	struct http_relay *next, **link;
	struct http_seat *seat;
	struct http_tls_link *tls; /* NULL: it is in clear */
	uv_poll_t client_poll, library_poll;
	int client_fd, library_fd, handles;
	struct http_turn turn;
	bool is_closing;
	bool has_frames;
	size_t head_left; /* what comes before them */
	struct http_frames frames;
	uint64_t told_ms;    /* when the client last took something, or had taken all */
	struct flow in, out; /* from the client; to it */
};

static void ready(uv_poll_t *poll, int status, int events);

static bool is_empty(const struct flow *flow)
{
	return flow->sent == flow->len;
}

/* --- the end --- */

static void gone(uv_handle_t *handle)
{
	struct http_relay *relay = handle->data;

	if (--relay->handles == 0)
		free(relay);
}

/* is_said: all that was to be said has been; the client may still read it. */
static void end_relay(struct http_relay *relay, bool is_said)
{
	relay->is_closing = true;
	*relay->link = relay->next;
	if (relay->next)
		relay->next->link = relay->link;
	http_turn_cancel(&relay->turn);
	if (is_said && relay->tls)
		http_tls_say_goodbye(relay->tls);
	http_tls_end(relay->tls);
	uv_close((uv_handle_t *)&relay->client_poll, gone);
	uv_close((uv_handle_t *)&relay->library_poll, gone);
	close(relay->library_fd);
	if (is_said) {
		http_door_farewell(relay->client_fd, relay->seat);
	} else {
		close(relay->client_fd);
		http_seat_leave(relay->seat);
	}
}

void http_relays_close(struct http *http)
{
	while (http->relays)
		end_relay(http->relays, false);
}

void http_relays_look(struct http *http, uint64_t now_ms)
{
	uint64_t timeout_ms = http->server->publish.config.http.timeout_ms;
	struct http_relay *next;

	for (struct http_relay *relay = http->relays; relay; relay = next) {
		next = relay->next;
		if (is_empty(&relay->out))
			relay->told_ms = now_ms;
		else if (now_ms - relay->told_ms > timeout_ms)
			end_relay(relay, false);
	}
}

/* --- the way in and the way out --- */

enum moved { NOTHING, SOME, BROKEN };

static enum moved moved_by(ssize_t n, int error)
{
	if (n > 0)
		return SOME;
	return error == EAGAIN || error == EINTR ? NOTHING : BROKEN;
}

/* Returns the bytes, 0 at the end, or a negative errno. */
static ssize_t receive(struct http_relay *relay, void *bytes, size_t len)
{
	ssize_t n;

	if (relay->tls)
		return http_tls_read(relay->tls, bytes, len);
	n = recv(relay->client_fd, bytes, len, MSG_DONTWAIT);
	return n < 0 ? -errno : n;
}

static ssize_t transmit(struct http_relay *relay, const void *bytes, size_t len)
{
	ssize_t n;

	if (relay->tls)
		return http_tls_write(relay->tls, bytes, len);
	n = send(relay->client_fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
	return n < 0 ? -errno : n;
}

/* False: it is no frame that a client may send, or there are too many. */
static bool are_frames_good(struct http_relay *relay, const char *bytes, size_t len)
{
	size_t head = relay->head_left < len ? relay->head_left : len;

	relay->head_left -= head;
	if (!relay->has_frames)
		return true;
	if (!http_frames_feed(&relay->frames, bytes + head, len - head))
		return false;
	for (; relay->frames.extra > 0; relay->frames.extra--)
		if (!http_seat_may_ask(relay->seat))
			return false;
	return true;
}

static enum moved hear_client(struct http_relay *relay)
{
	struct flow *in = &relay->in;
	ssize_t n;

	if (!is_empty(in) || in->is_over)
		return NOTHING;
	n = receive(relay, in->bytes, sizeof(in->bytes));
	if (n == 0) {
		in->is_over = true;
		(void)shutdown(relay->library_fd, SHUT_WR);
		return NOTHING;
	}
	if (n > 0 && !are_frames_good(relay, in->bytes, (size_t)n))
		return BROKEN;
	in->sent = 0;
	in->len = n > 0 ? (size_t)n : 0;
	return moved_by(n, (int)-n);
}

static enum moved tell_library(struct http_relay *relay)
{
	struct flow *in = &relay->in;
	ssize_t n;

	if (is_empty(in))
		return NOTHING;
	n = send(relay->library_fd, in->bytes + in->sent, in->len - in->sent,
		 MSG_NOSIGNAL | MSG_DONTWAIT);
	if (n < 0 && errno == EPIPE) { /* it has heard enough, but may have said something */
		in->is_over = true;
		in->sent = in->len;
		return SOME;
	}
	in->sent += n > 0 ? (size_t)n : 0;
	return moved_by(n, errno);
}

static enum moved hear_library(struct http_relay *relay)
{
	struct flow *out = &relay->out;
	ssize_t n;

	if (!is_empty(out) || out->is_over)
		return NOTHING;
	n = recv(relay->library_fd, out->bytes, sizeof(out->bytes), MSG_DONTWAIT);
	/* A library that closes with something unread ends its answer like that. */
	if (n == 0 || (n < 0 && errno == ECONNRESET)) {
		out->is_over = true;
		return SOME;
	}
	out->sent = 0;
	out->len = n > 0 ? (size_t)n : 0;
	return moved_by(n, errno);
}

static enum moved tell_client(struct http_relay *relay)
{
	struct flow *out = &relay->out;
	ssize_t n;

	if (is_empty(out))
		return NOTHING;
	n = transmit(relay, out->bytes + out->sent, out->len - out->sent);
	if (n > 0) {
		out->sent += (size_t)n;
		relay->told_ms = uv_now(&relay->seat->at->http->server->publish.loop);
	}
	return moved_by(n, (int)-n);
}

static void watch(struct http_relay *relay)
{
	bool is_heard = is_empty(&relay->in) && !relay->in.is_over;
	bool writes = !is_empty(&relay->out) || (relay->tls && http_tls_wants_to_write(relay->tls));
	int of_client = (is_heard ? UV_READABLE : 0) | (writes ? UV_WRITABLE : 0);
	int of_library = (is_empty(&relay->out) && !relay->out.is_over ? UV_READABLE : 0) |
			 (is_empty(&relay->in) ? 0 : UV_WRITABLE);

	uv_poll_start(&relay->client_poll, of_client, ready);
	uv_poll_start(&relay->library_poll, of_library, ready);
}

static void pump(struct http_relay *relay)
{
	enum moved (*const ways[])(struct http_relay *) = {hear_client, tell_library, hear_library,
							   tell_client};
	bool is_moving = true;

	for (int i = 0; i < ROUNDS && is_moving; i++) {
		is_moving = false;
		for (size_t k = 0; k < sizeof(ways) / sizeof(ways[0]); k++) {
			enum moved moved = ways[k](relay);

			if (moved == BROKEN) {
				end_relay(relay, false);
				return;
			}
			is_moving |= moved == SOME;
		}
	}
	if (relay->out.is_over && is_empty(&relay->out))
		end_relay(relay, true);
	else
		watch(relay);
}

static void pump_now(struct http_turn *turn)
{
	pump((struct http_relay *)((char *)turn - offsetof(struct http_relay, turn)));
}

static void ready(uv_poll_t *poll, int status, int events)
{
	struct http_relay *relay = poll->data;
	struct http_listener *at = relay->seat->at;

	(void)events;
	if (relay->is_closing)
		return;
	if (status < 0) {
		end_relay(relay, false);
		return;
	}
	http_turn_take(&at->http->turns, at->number, &relay->turn, pump_now);
	if (http_turn_waits(&relay->turn)) {
		uv_poll_stop(&relay->client_poll);
		uv_poll_stop(&relay->library_poll);
	}
}

/* --- the beginning --- */

static void link_in(struct http *http, struct http_relay *relay)
{
	relay->next = http->relays;
	relay->link = &http->relays;
	if (relay->next)
		relay->next->link = &relay->next;
	http->relays = relay;
}

/* Fails when memory does, and leaves nothing behind. */
static bool begin_polls(uv_loop_t *loop, struct http_relay *relay)
{
	relay->client_poll.data = relay->library_poll.data = relay;
	relay->handles = 1;
	if (uv_poll_init(loop, &relay->client_poll, relay->client_fd) < 0) {
		free(relay);
		return false;
	}
	if (uv_poll_init(loop, &relay->library_poll, relay->library_fd) < 0) {
		uv_close((uv_handle_t *)&relay->client_poll, gone);
		return false;
	}
	relay->handles = 2;
	return true;
}

int http_relay_begin(const struct http_relayed *from)
{
	struct http *http = from->seat->at->http;
	struct http_relay *relay = calloc(1, sizeof(*relay));
	int ends[2], unread = UNREAD;

	if (!relay)
		return -ENOMEM;
	relay->seat = from->seat;
	relay->tls = from->tls;
	relay->client_fd = from->fd;
	relay->has_frames = from->head_len > 0;
	relay->head_left = from->head_len;
	memcpy(relay->in.bytes, from->first, from->len);
	relay->in.len = from->len;
	if (!are_frames_good(relay, relay->in.bytes, relay->in.len) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) < 0) {
		free(relay);
		return -EPROTO;
	}
	relay->library_fd = ends[0];
	(void)setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &unread, sizeof(unread));
	if (!begin_polls(&http->server->publish.loop, relay)) {
		close(ends[0]);
		close(ends[1]);
		return -ENOMEM;
	}
	relay->told_ms = uv_now(&http->server->publish.loop);
	link_in(http, relay);
	http_door_keep_time(http);
	watch(relay);
	return ends[1];
}
