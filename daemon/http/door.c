/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/door.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/http/head.h"
#include "daemon/http/relay.h"
#include "daemon/http/tls.h"

#define ACCEPTED_AT_ONCE 16   /* then the boards get their turn */
#define TICK_MS          250  /* how often the waiting are looked at */
#define FAREWELL_MS      2000 /* to read why it was refused */
#define FAREWELL_BYTES   (1024 * 1024)
#define RESERVED_MAX     16 /* of a listener, for /healthz */

/* A connection whose first request is not there yet, or that is being sent away. */
struct http_guest {
	uv_poll_t poll;
	struct http_guest *next, **link;
	struct http_seat *seat;
	int fd;
	uint64_t until_ms;
	bool is_refused, is_gone; /* the second: nothing will follow */
	struct http_turn turn;
	size_t thrown_away; /* of what it sent since then */
	/* by TLS */
	struct http_tls_link *tls; /* NULL: it is not, or not begun yet */
	bool is_greeted;           /* the two know each other */
	char *head;                /* what it has said so far */
	size_t head_len;
};

/* --- seats: every connection has one, here and later --- */

/* The first that came of those without a place of their own. */
static struct http_guest *oldest_reserve(const struct http_listener *at);
static void send_away(struct http_guest *guest);

/* When all are taken there are some left for /healthz; who comes last has them. */
static bool take_reserve(struct http_seat *seat)
{
	struct http_listener *at = seat->at;
	struct http_guest *oldest = at->reserved >= RESERVED_MAX ? oldest_reserve(at) : NULL;

	if (oldest)
		send_away(oldest);
	if (at->reserved >= RESERVED_MAX)
		return false;
	seat->is_reserve = true;
	at->reserved++;
	return true;
}

static struct http_seat *take_seat(struct http_listener *at, const struct sockaddr_storage *from,
				   socklen_t len)
{
	struct http *http = at->http;
	const struct config *config = &http->server->publish.config;
	struct http_seat *seat = calloc(1, sizeof(*seat));

	if (!seat)
		return NULL;
	seat->at = at;
	seat->holds = 1;
	(void)getnameinfo((const struct sockaddr *)from, len, seat->peer, sizeof(seat->peer), NULL,
			  0, NI_NUMERICHOST);
	if (at->connections < config->http.connections &&
	    http_peer_comes(at->peers, seat->peer, config->http.connections_each,
			    uv_now(&http->server->publish.loop))) {
		at->connections++;
	} else if (!take_reserve(seat)) {
		free(seat);
		return NULL;
	}
	http->connections++;
	return seat;
}

void http_seat_leave(struct http_seat *seat)
{
	struct http_listener *at = seat->at;

	if (--seat->holds > 0)
		return;
	if (seat->is_reserve) {
		at->reserved--;
	} else {
		http_peer_goes(at->peers, seat->peer);
		at->connections--;
	}
	at->http->connections--;
	free(seat);
}

/* --- who waits at the door --- */

static void gone(uv_handle_t *handle)
{
	struct http_guest *guest = handle->data;

	http_tls_end(guest->tls);
	free(guest->head);
	free(guest);
}

/* The guest waits no more; what becomes of the descriptor is for the caller. */
static int let_go(struct http_guest *guest)
{
	*guest->link = guest->next;
	if (guest->next)
		guest->next->link = guest->link;
	guest->seat->at->http->guest_count--;
	http_turn_cancel(&guest->turn);
	uv_close((uv_handle_t *)&guest->poll, gone);
	return guest->fd;
}

static struct http_guest *oldest_reserve(const struct http_listener *at)
{
	struct http_guest *oldest = NULL;

	for (struct http_guest *guest = at->http->guests; guest; guest = guest->next)
		if (guest->seat->at == at && guest->seat->is_reserve)
			oldest = guest; /* who comes is put in front */
	return oldest;
}

static void send_away(struct http_guest *guest)
{
	struct http_seat *seat = guest->seat;

	close(let_go(guest));
	http_seat_leave(seat);
}

/* By TLS when there is a link; NULL: in clear. */
static void tell(int fd, struct http_tls_link *tls, unsigned status, const char *why)
{
	char text[512];
	int len = snprintf(text, sizeof(text),
			   "HTTP/1.1 %u Refused\r\ncontent-type: application/json\r\n"
			   "content-length: %zu\r\nconnection: close\r\n"
			   "x-content-type-options: nosniff\r\ncache-control: no-cache\r\n%s\r\n"
			   "{\"error\":\"%s\"}",
			   status, strlen(why) + 12,
			   status == 405   ? "allow: GET, HEAD, POST\r\n"
			   : status == 426 ? "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
			   : status == 503 ? "retry-after: 1\r\n"
					   : "",
			   why);

	if (tls) {
		(void)http_tls_write(tls, text, (size_t)len);
		http_tls_say_goodbye(tls);
	} else {
		(void)send(fd, text, (size_t)len, MSG_NOSIGNAL | MSG_DONTWAIT);
	}
	(void)shutdown(fd, SHUT_WR);
}

/*
 * With unread bytes left, closing would take our answer from the client's hands
 * before it has read it. So what it still sends is read and thrown away for a while.
 */
static void refuse(struct http_guest *guest, struct http_verdict verdict)
{
	struct http *http = guest->seat->at->http;
	int one = 1;

	http->refused++;
	tell(guest->fd, guest->tls, verdict.status, verdict.why);
	guest->is_refused = true;
	guest->until_ms = uv_now(&http->server->publish.loop) + FAREWELL_MS;
	(void)setsockopt(guest->fd, SOL_SOCKET, SO_RCVLOWAT, &one, sizeof(one));
}

static void throw_away(struct http_guest *guest)
{
	static char bytes[16384];
	ssize_t n = recv(guest->fd, bytes, sizeof(bytes), MSG_DONTWAIT);

	guest->thrown_away += n > 0 ? (size_t)n : 0;
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR) ||
	    guest->thrown_away > FAREWELL_BYTES)
		send_away(guest);
}

/*
 * libwebsockets has the descriptor from here on, and closes it. When it refuses
 * it, it says later, by its callback, that the seat is free.
 */
static void hand_on(int fd, struct http_seat *seat)
{
	lws_adopt_desc_t desc = {
		.vh = seat->at->http->vhost,
		.type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP,
		.fd = {.sockfd = fd},
		.opaque = seat,
	};

	(void)lws_adopt_descriptor_vhost_via_info(&desc);
}

/* The head is good. What comes by TLS, and WebSockets, go through a relay. */
static void let_in(struct http_guest *guest, const struct http_verdict *verdict)
{
	struct http_seat *seat = guest->seat;
	int one = 1, fd = let_go(guest);
	struct http_relayed relayed = {.seat = seat,
				       .fd = fd,
				       .tls = guest->tls,
				       .first = guest->tls ? guest->head : "",
				       .len = guest->tls ? guest->head_len : 0,
				       .head_len = verdict->is_upgrade ? verdict->len : 0};

	(void)setsockopt(fd, SOL_SOCKET, SO_RCVLOWAT, &one, sizeof(one));
	if (guest->tls || verdict->is_upgrade) {
		fd = http_relay_begin(&relayed);
		if (fd < 0) {
			close(guest->fd);
			http_seat_leave(seat);
			return;
		}
		guest->tls = NULL; /* the relay has it, and the descriptor */
		seat->holds++;
	}
	hand_on(fd, seat);
}

static bool is_health(const struct http_verdict *verdict)
{
	static const char path[] = "/healthz";

	return verdict->target_len == sizeof(path) - 1 &&
	       memcmp(verdict->target, path, sizeof(path) - 1) == 0;
}

/* Returns false while more of the head has to come. */
static bool judge(struct http_guest *guest, const char *bytes, size_t len)
{
	struct http_seat *seat = guest->seat;
	struct http_verdict verdict =
		http_head_check(bytes, len, seat->at->http->server->publish.config.http.body_max);

	if (verdict.status == 0)
		return false;
	if (verdict.status == 200 && seat->is_reserve && !is_health(&verdict))
		verdict = (struct http_verdict){.status = 503, .why = "too many connections"};
	if (verdict.status == 200 && verdict.host_len >= sizeof(seat->host))
		verdict = (struct http_verdict){.status = 431, .why = "the headers are too long"};
	if (verdict.status != 200) {
		refuse(guest, verdict);
		return true;
	}
	memcpy(seat->host, verdict.host, verdict.host_len);
	seat->host[verdict.host_len] = '\0';
	let_in(guest, &verdict);
	return true;
}

/* In clear: the bytes stay where they are, in the kernel, until they are handed on. */
static void look(struct http_guest *guest, bool is_gone)
{
	static char bytes[HTTP_HEAD_MAX];
	ssize_t n = recv(guest->fd, bytes, sizeof(bytes), MSG_PEEK | MSG_DONTWAIT);
	int more = (int)n + 1;

	if (n <= 0) {
		if (n == 0 || (errno != EAGAIN && errno != EINTR))
			send_away(guest);
	} else if (judge(guest, bytes, (size_t)n)) {
		return;
	} else if (is_gone) {
		send_away(guest); /* nothing will follow */
	} else {
		/* We are told when there are more. */
		(void)setsockopt(guest->fd, SOL_SOCKET, SO_RCVLOWAT, &more, sizeof(more));
	}
}

/* --- the same by TLS --- */

static void guest_ready(uv_poll_t *poll, int status, int events);

/* False: it is no TLS, or there is no memory; then the guest is on its way out. */
static bool begin_tls(struct http_guest *guest)
{
	struct http *http = guest->seat->at->http;
	char first;
	ssize_t n = recv(guest->fd, &first, 1, MSG_PEEK | MSG_DONTWAIT);

	if (n == 1 && first != 22) { /* no handshake: a browser that says http:// is told */
		refuse(guest, (struct http_verdict){.status = 400, .why = "here it is https"});
		return false;
	}
	guest->head = malloc(HTTP_HEAD_MAX);
	guest->tls = http_tls_begin(http->tls, guest->fd);
	if (guest->head && guest->tls)
		return true;
	send_away(guest);
	return false;
}

/* More has to come, or to go out first. */
static void await_more(struct http_guest *guest)
{
	uv_poll_start(&guest->poll,
		      UV_READABLE | UV_DISCONNECT |
			      (http_tls_wants_to_write(guest->tls) ? UV_WRITABLE : 0),
		      guest_ready);
}

static void look_by_tls(struct http_guest *guest)
{
	ssize_t n = 0;
	int r;

	if (!guest->tls && !begin_tls(guest))
		return;
	r = guest->is_greeted ? 0 : http_tls_greet(guest->tls);
	guest->is_greeted = r == 0;
	while (r == 0) {
		n = http_tls_read(guest->tls, guest->head + guest->head_len,
				  HTTP_HEAD_MAX - guest->head_len);
		guest->head_len += n > 0 ? (size_t)n : 0;
		if (n <= 0)
			r = n == 0 ? -EPROTO : (int)n;
		else if (judge(guest, guest->head, guest->head_len))
			return;
	}
	if (r == -EAGAIN)
		await_more(guest);
	else
		send_away(guest);
}

static void look_now(struct http_turn *turn)
{
	struct http_guest *guest =
		(struct http_guest *)((char *)turn - offsetof(struct http_guest, turn));

	if (!uv_is_active((uv_handle_t *)&guest->poll))
		uv_poll_start(&guest->poll, UV_READABLE | UV_DISCONNECT, guest_ready);
	if (guest->is_refused)
		throw_away(guest);
	else if (guest->seat->at->is_tls)
		look_by_tls(guest);
	else
		look(guest, guest->is_gone);
}

static void guest_ready(uv_poll_t *poll, int status, int events)
{
	struct http_guest *guest = poll->data;
	struct http_listener *at = guest->seat->at;

	guest->is_gone |= (events & UV_DISCONNECT) != 0;
	if (status < 0) {
		send_away(guest);
		return;
	}
	http_turn_take(&at->http->turns, at->number, &guest->turn, look_now);
	/* A guest that has been let go waits for nothing, and is freed by the loop later. */
	if (http_turn_waits(&guest->turn))
		uv_poll_stop(&guest->poll);
}

static void tick(uv_timer_t *timer)
{
	struct http *http = timer->data;
	uint64_t now_ms = uv_now(&http->server->publish.loop);
	struct http_guest *next;

	for (struct http_guest *guest = http->guests; guest; guest = next) {
		next = guest->next;
		if (guest->until_ms > now_ms)
			continue;
		if (guest->is_refused)
			send_away(guest);
		else
			refuse(guest,
			       (struct http_verdict){.status = 408,
						     .why = "the request did not come in time"});
	}
	http_relays_look(http, now_ms);
	if (http->guest_count == 0 && !http->relays)
		uv_timer_stop(timer);
}

void http_door_keep_time(struct http *http)
{
	if (!uv_is_active((uv_handle_t *)&http->door_timer))
		uv_timer_start(&http->door_timer, tick, TICK_MS, TICK_MS);
}

/* NULL: no memory; then descriptor and seat are gone. */
static struct http_guest *welcome(int fd, struct http_seat *seat, uint64_t patience_ms)
{
	struct http *http = seat->at->http;
	struct http_guest *guest = calloc(1, sizeof(*guest));

	if (!guest || uv_poll_init(&http->server->publish.loop, &guest->poll, fd) < 0) {
		free(guest);
		close(fd);
		http_seat_leave(seat);
		return NULL;
	}
	guest->poll.data = guest;
	guest->seat = seat;
	guest->fd = fd;
	guest->until_ms = uv_now(&http->server->publish.loop) + patience_ms;
	guest->next = http->guests;
	guest->link = &http->guests;
	if (guest->next)
		guest->next->link = &guest->next;
	http->guests = guest;
	http->guest_count++;
	http_door_keep_time(http);
	uv_poll_start(&guest->poll, UV_READABLE | UV_DISCONNECT, guest_ready);
	return guest;
}

void http_door_farewell(int fd, struct http_seat *seat)
{
	struct http_guest *guest;

	(void)shutdown(fd, SHUT_WR);
	guest = welcome(fd, seat, FAREWELL_MS);
	if (guest)
		guest->is_refused = true;
}

/* --- who knocks --- */

/* Without a free descriptor one who knocks would knock for ever: a spare one lets it in and out. */
static void turn_away(struct http_listener *at)
{
	struct http *http = at->http;

	close(http->spare_fd);
	close(accept4(at->fd, NULL, NULL, SOCK_CLOEXEC));
	http->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	http->refused++;
}

static void knocked(uv_poll_t *poll, int status, int events)
{
	struct http_listener *at = poll->data;
	struct sockaddr_storage from;
	/* What a client leaves unread stays in the kernel, which takes twice what it is told. */
	int unread = (int)(at->http->server->publish.config.http.backlog_max / 2);

	(void)status;
	(void)events;
	for (int i = 0; i < ACCEPTED_AT_ONCE; i++) {
		socklen_t len = sizeof(from);
		struct http_seat *seat;
		int one = 1, fd = accept4(at->fd, (struct sockaddr *)&from, &len,
					  SOCK_CLOEXEC | SOCK_NONBLOCK);

		if (fd < 0) {
			if (errno == EMFILE || errno == ENFILE)
				turn_away(at);
			return;
		}
		(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
		(void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &unread, sizeof(unread));
		seat = take_seat(at, &from, len);
		if (!seat) {
			at->http->refused++;
			if (!at->is_tls)
				tell(fd, NULL, 503, "too many connections");
			close(fd);
		} else {
			(void)welcome(fd, seat, at->http->server->publish.config.http.timeout_ms);
		}
	}
}

/* --- listening --- */

int http_door_bind(struct http_listener *at, uint16_t *port)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
				 .ai_socktype = SOCK_STREAM};
	union {
		struct sockaddr any;
		struct sockaddr_in four;
		struct sockaddr_in6 six;
	} bound = {.six = {0}};
	socklen_t len = sizeof(bound);
	struct addrinfo *found = NULL;
	char number[8];
	int one = 1, r = 0;

	snprintf(number, sizeof(number), "%u", *port);
	if (getaddrinfo(at->host, number, &hints, &found) != 0)
		return -EADDRNOTAVAIL;
	at->fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (at->fd < 0)
		r = -errno;
	if (r == 0)
		(void)setsockopt(at->fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (r == 0 && found->ai_family == AF_INET6)
		(void)setsockopt(at->fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof(one));
	if (r == 0 && (bind(at->fd, found->ai_addr, found->ai_addrlen) < 0 ||
		       listen(at->fd, SOMAXCONN) < 0 || getsockname(at->fd, &bound.any, &len) < 0))
		r = -errno;
	freeaddrinfo(found);
	if (r < 0 && at->fd >= 0)
		close(at->fd);
	if (r < 0) {
		at->fd = -1;
		return r;
	}
	*port = ntohs(bound.any.sa_family == AF_INET6 ? bound.six.sin6_port : bound.four.sin_port);
	return 0;
}

int http_door_open(struct http_listener *at)
{
	struct http *http = at->http;
	int r = uv_poll_init(&http->server->publish.loop, &at->poll, at->fd);

	if (r < 0)
		return r;
	at->is_open = true;
	at->poll.data = at;
	return uv_poll_start(&at->poll, UV_READABLE, knocked);
}

void http_door_close(struct http *http)
{
	while (http->guests)
		send_away(http->guests);
	for (size_t i = 0; i < http->listener_count; i++) {
		struct http_listener *at = &http->listeners[i];

		if (at->is_open)
			uv_close((uv_handle_t *)&at->poll, NULL);
		if (at->fd >= 0)
			close(at->fd);
		at->is_open = false;
		at->fd = -1;
	}
}
