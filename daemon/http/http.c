/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/http.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/control/login.h"
#include "daemon/http/door.h"
#include "daemon/http/head.h"
#include "daemon/http/private.h"
#include "daemon/http/relay.h"
#include "daemon/http/tls.h"
#include "daemon/hub/member.h"

#define ANY_PORT_TRIES 16
#define TLS_WHY_MAX    1024
#define CLOSE_WHY_MAX  123 /* what a frame that closes can hold */

static const struct http_socket *const sockets[] = {&http_stream_socket, &http_tables_socket,
						    &http_livechess_socket};

static struct http_listener *listener_of(struct lws *wsi)
{
	const struct http_seat *seat = lws_get_opaque_user_data(wsi);

	return seat ? seat->at : NULL;
}

/* --- the request's head --- */

const char *http_peer_of(struct lws *wsi)
{
	const struct http_seat *seat = lws_get_opaque_user_data(wsi);

	return seat ? seat->peer : "";
}

static bool copy_header(struct lws *wsi, enum lws_token_indexes which, char *ret, size_t size)
{
	ret[0] = '\0';
	return lws_hdr_total_length(wsi, which) == 0 ||
	       lws_hdr_copy(wsi, ret, (int)size, which) >= 0;
}

static enum http_method method_of(struct lws *wsi)
{
	if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0)
		return HTTP_GET;
	if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0)
		return HTTP_POST;
	if (lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0)
		return HTTP_HEAD;
	return HTTP_OTHER;
}

/* libwebsockets decodes the parts of a query and keeps them apart. */
static bool read_query(struct visit *visit)
{
	char part[HTTP_PATH_MAX];

	visit->query[0] = '\0';
	for (int i = 0; lws_hdr_fragment_length(visit->wsi, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++)
		if (lws_hdr_copy_fragment(visit->wsi, part, sizeof(part), WSI_TOKEN_HTTP_URI_ARGS,
					  i) < 0 ||
		    !http_query_add(visit->query, sizeof(visit->query), part))
			return false;
	return true;
}

/*
 * The door has let in what was sent; this is what the library made of it. Where the
 * two differ somebody tries to be two people at once.
 */
static bool is_as_sent(const struct visit *visit, const char *cookies)
{
	static const enum lws_token_indexes once[] = {
		WSI_TOKEN_HOST,
		WSI_TOKEN_ORIGIN,
		WSI_TOKEN_HTTP_CONTENT_LENGTH,
		WSI_TOKEN_HTTP_COOKIE,
		WSI_TOKEN_HTTP_CONTENT_TYPE,
		WSI_TOKEN_HTTP_AUTHORIZATION,
	};
	const struct http_seat *seat = lws_get_opaque_user_data(visit->wsi);

	for (size_t i = 0; i < sizeof(once) / sizeof(once[0]); i++)
		if (lws_hdr_fragment_length(visit->wsi, once[i], 1) > 0)
			return false;
	return seat && strcmp(seat->host, visit->host) == 0 && http_text_is_plain(cookies) &&
	       http_text_is_plain(visit->known_tags);
}

static void name_person(struct visit *visit, const char *cookies)
{
	char secret[LOGIN_SECRET_MAX];
	const char *who = NULL;

	visit->session = 0;
	if (http_cookie(cookies, "boardd", secret, sizeof(secret))) {
		visit->session = login_session(visit->at->http->server->login, secret);
		who = login_who(visit->at->http->server->login, secret);
	}
	snprintf(visit->person, sizeof(visit->person), "%s", who ? who : "");
}

/* A hub's pairings may be long. Who it is, and what it may do, the body says once more. */
static bool is_of_hub(const struct visit *visit)
{
	static const char word[] = "Bearer ";
	char words[128];

	return lws_hdr_copy(visit->wsi, words, sizeof(words), WSI_TOKEN_HTTP_AUTHORIZATION) > 0 &&
	       strncmp(words, word, sizeof(word) - 1) == 0 &&
	       member_who(visit->at->http->server->member, words + sizeof(word) - 1) != NULL;
}

unsigned http_read_head(struct visit *visit, const char **ret_why)
{
	char cookies[2048];

	visit->method = method_of(visit->wsi);
	if (!copy_header(visit->wsi, WSI_TOKEN_HOST, visit->host, sizeof(visit->host)) ||
	    !copy_header(visit->wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof(cookies)) ||
	    !copy_header(visit->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, visit->known_tags,
			 sizeof(visit->known_tags)) ||
	    !read_query(visit)) {
		*ret_why = "the headers are too long";
		return 431;
	}
	if (!is_as_sent(visit, cookies)) {
		*ret_why = "the headers can be read in two ways";
		return 400;
	}
	name_person(visit, cookies);
	visit->is_of_hub = is_of_hub(visit);
	return 0;
}

/* --- WebSockets --- */

static const struct http_socket *socket_at(const char *path)
{
	for (size_t i = 0; i < sizeof(sockets) / sizeof(sockets[0]); i++)
		if (strcmp(sockets[i]->path, path) == 0)
			return sockets[i];
	return NULL;
}

/* Before a connection becomes a WebSocket; libwebsockets has no visit for it yet. */
static int confirm(struct lws *wsi)
{
	struct visit asked = {.wsi = wsi, .at = listener_of(wsi)}, *visit = &asked;
	struct http *http = visit->at ? visit->at->http : NULL;
	const struct config *config = http ? &http->server->publish.config : NULL;
	char path[HTTP_PATH_MAX], origin[HTTP_HOST_MAX];
	const char *why;
	unsigned status;

	if (!http)
		return -1;
	http->requests++;
	status = http_read_head(visit, &why);
	if (status > 0)
		return http_answer_now(visit, status, why);
	if (!copy_header(visit->wsi, WSI_TOKEN_GET_URI, path, sizeof(path)) ||
	    !copy_header(visit->wsi, WSI_TOKEN_ORIGIN, origin, sizeof(origin)))
		return http_answer_now(visit, 431, "the headers are too long");
	if (!http_host_is_ours(visit->host, visit->at->host, &config->http.names))
		return http_answer_now(visit, 421, "this is not that host: see [http] names");
	if (!http_may_ask(wsi))
		return http_answer_now(visit, 429, "too many requests");
	visit->socket = visit->at->is_public ? NULL : socket_at(path);
	if (!visit->socket)
		return http_answer_now(visit, 404, "there is no WebSocket here");
	if (!visit->socket->may_open(visit, origin))
		return http_answer_now(visit, 403, "not from there");
	if (!visit->at->is_loopback && visit->person[0] == '\0')
		return http_answer_now(visit, 401, "log in first (boardctl login NAME)");
	why = visit->socket->fault ? visit->socket->fault(visit) : NULL;
	return why ? http_answer_now(visit, 400, why) : 0;
}

/* The visit becomes a WebSocket. What its headers say has to be kept, for they go away. */
static int begin_socket(struct visit *visit)
{
	char path[HTTP_PATH_MAX];
	const char *why;

	if (http_read_head(visit, &why) > 0 ||
	    !copy_header(visit->wsi, WSI_TOKEN_GET_URI, path, sizeof(path)))
		return -1;
	visit->socket = socket_at(path);
	return 0;
}

void http_socket_end(struct visit *visit, const char *why)
{
	if (visit->ended_why)
		return;
	visit->ended_why = why;
	http_hurry(visit, true);
	lws_callback_on_writable(visit->wsi);
}

/*
 * The library would close without the reason it was given, so the frame is written
 * here; it has nothing left to write, or we would not be asked.
 */
static int say_why(struct visit *visit)
{
	unsigned char frame[4 + CLOSE_WHY_MAX];
	size_t len = strlen(visit->ended_why);

	len = len < CLOSE_WHY_MAX ? len : CLOSE_WHY_MAX;
	frame[0] = 0x88; /* final, close */
	frame[1] = (unsigned char)(2 + len);
	frame[2] = LWS_CLOSE_STATUS_POLICY_VIOLATION >> 8;
	frame[3] = LWS_CLOSE_STATUS_POLICY_VIOLATION & 0xff;
	memcpy(frame + 4, visit->ended_why, len);
	(void)send(lws_get_socket_fd(visit->wsi), frame, 4 + len, MSG_NOSIGNAL | MSG_DONTWAIT);
	return -1;
}

/* Messages are limited like requests, whether anybody listens to them or not. */
static void hear(struct visit *visit, const void *bytes, size_t len)
{
	if (visit->ended_why)
		return;
	if (lws_is_first_fragment(visit->wsi) && !http_may_ask(visit->wsi))
		http_socket_end(visit, "too many messages");
	else if (visit->socket->heard)
		visit->socket->heard(visit, bytes, len);
}

static int on_socket(struct visit *visit, enum lws_callback_reasons reason, void *in, size_t len)
{
	if (!visit || !visit->socket)
		return reason == LWS_CALLBACK_CLOSED ? 0 : -1;
	if (reason == LWS_CALLBACK_ESTABLISHED) {
		http_people_add(visit);
		visit->socket->opened(visit);
	} else if (reason == LWS_CALLBACK_RECEIVE) {
		hear(visit, in, len);
	} else if (reason == LWS_CALLBACK_SERVER_WRITEABLE) {
		if (visit->ended_why)
			return say_why(visit);
		return visit->socket->writable(visit) ? 0 : -1;
	} else {
		http_people_remove(visit);
		http_turn_cancel(&visit->turn);
		visit->socket->closed(visit);
		visit->socket = NULL;
	}
	return 0;
}

/* --- connections --- */

static void goes(struct lws *wsi)
{
	struct http_seat *seat = lws_get_opaque_user_data(wsi);

	lws_set_opaque_user_data(wsi, NULL);
	if (seat)
		http_seat_leave(seat);
}

/* With other reasons user can be something else: while TLS is set up, OpenSSL's own context. */
static bool begins_visit(enum lws_callback_reasons reason)
{
	return reason == LWS_CALLBACK_HTTP || reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION ||
	       reason == LWS_CALLBACK_ESTABLISHED;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
		    size_t len)
{
	struct visit *visit = user;

	if (visit && begins_visit(reason) && !visit->wsi) {
		visit->wsi = wsi;
		visit->at = listener_of(wsi);
	}
	switch ((int)reason) {
	case LWS_CALLBACK_WSI_DESTROY: goes(wsi); break;
	case LWS_CALLBACK_TIMER: return visit && visit->is_hurried ? -1 : 0;
	case LWS_CALLBACK_HTTP: return http_request_begin(visit, in);
	case LWS_CALLBACK_HTTP_BODY: return http_request_body(visit, in, len);
	case LWS_CALLBACK_HTTP_BODY_COMPLETION: return http_request_whole(visit);
	case LWS_CALLBACK_HTTP_WRITEABLE: return http_request_writable(visit);
	case LWS_CALLBACK_CLOSED_HTTP:
	case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
		if (visit && visit->wsi)
			http_request_forget(visit);
		break;
	case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm(wsi);
	case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return visit ? begin_socket(visit) : -1;
	case LWS_CALLBACK_ESTABLISHED:
	case LWS_CALLBACK_RECEIVE:
	case LWS_CALLBACK_SERVER_WRITEABLE:
	case LWS_CALLBACK_CLOSED: return on_socket(visit, reason, in, len);
	default: break;
	}
	return 0;
}

static const struct lws_protocols protocols[] = {
	{.name = "http", .callback = callback, .per_session_data_size = sizeof(struct visit)},
	{0},
};

/* --- listeners --- */

/* A ping every half minute finds those who are gone. */
static const lws_retry_bo_t idle = {.secs_since_valid_ping = 30, .secs_since_valid_hangup = 60};

/* What the library complains of is mostly what somebody has sent. */
static void quiet(int level, const char *line)
{
	static struct log_limit limit; /* the library gives us nothing to keep it in */

	if (level & LLL_ERR)
		log_seldom(&limit, LOG_LEVEL_ERROR, "http: %.*s", (int)strcspn(line, "\n"), line);
}

/*
 * All listeners share one virtual host, for libwebsockets would choose among
 * several by what the client says. Each connection knows its listener itself.
 */
static int make_vhost(struct http *http)
{
	struct lws_context_creation_info info = {
		.port = CONTEXT_PORT_NO_LISTEN_SERVER,
		.protocols = protocols,
		.vhost_name = "boardd",
		.retry_and_idle_policy = &idle,
	};

	http->vhost = lws_create_vhost(http->context, &info);
	if (http->vhost)
		return 0;
	log_error("http: out of memory");
	return -EINVAL;
}

/* What is wrong is said. */
static int load_tls(struct http *http)
{
	const struct config *config = &http->server->publish.config;
	char why[TLS_WHY_MAX];

	if (http_tls_load(&http->tls, config->http.tls_certificate, config->http.tls_key, why,
			  sizeof(why)) == 0)
		return 0;
	log_error("%s", why);
	return -EINVAL;
}

void http_reload(struct http *http)
{
	if (http && http->tls && http->server->publish.config.http.tls_certificate &&
	    load_tls(http) < 0)
		log_error("[http]: the certificate stays as it was");
}

static struct http_listener *add_listener(struct http *http, const char *host, bool is_public)
{
	struct http_listener *l = &http->listeners[http->listener_count];

	if (http->listener_count == HTTP_LISTENERS_MAX)
		return NULL;
	*l = (struct http_listener){.http = http,
				    .fd = -1,
				    .number = (unsigned)http->listener_count,
				    .peers = calloc(1, sizeof(*l->peers)),
				    .is_public = is_public,
				    .is_loopback = http_is_loopback(host)};
	if (!l->peers)
		return NULL;
	l->is_tls = !l->is_loopback && http->server->publish.config.http.tls_certificate;
	snprintf(l->host, sizeof(l->host), "%s", host);
	http->listener_count++;
	return l;
}

/* A machine without IPv6, or without IPv4, still has the other loopback. */
static bool is_spared(const struct http_listener *l, int error)
{
	return l->is_loopback && (error == -EAFNOSUPPORT || error == -EADDRNOTAVAIL);
}

static void forget_listeners(struct http *http)
{
	http_door_close(http);
	for (size_t i = 0; i < http->listener_count; i++)
		free(http->listeners[i].peers);
	http->listener_count = 0;
}

/* Binds the arbiter's listeners to one port. Returns 0 or a negative errno. */
static int bind_all(struct http *http, uint16_t *port)
{
	const struct config_list *hosts = &http->server->publish.config.http.listen;

	for (size_t i = 0; i < hosts->count; i++) {
		struct http_listener *l = add_listener(http, hosts->items[i], false);
		int r = l ? http_door_bind(l, port) : -ENOSPC;

		if (l && is_spared(l, r)) {
			log_warning("no page on %s: %s", l->host, strerror(-r));
			free(l->peers);
			http->listener_count--;
		} else if (r < 0) {
			log_error("cannot listen on %s port %u: %s", hosts->items[i], *port,
				  strerror(-r));
			return r;
		}
	}
	if (http->listener_count > 0)
		return 0;
	log_error("cannot listen on port %u: there is no address", *port);
	return -EADDRNOTAVAIL;
}

static int bind_arbiters(struct http *http, uint16_t *port)
{
	uint16_t wanted = (uint16_t)http->server->publish.config.http.port;
	int r = -EADDRINUSE;

	/* A port that is free on one address may be taken on the next. */
	for (int tries = 0; r == -EADDRINUSE && tries < (wanted == 0 ? ANY_PORT_TRIES : 1);
	     tries++) {
		forget_listeners(http);
		*port = wanted;
		r = bind_all(http, port);
	}
	return r;
}

static int bind_public(struct http *http)
{
	const struct config_address *where = &http->server->publish.config.http.public_at;
	struct http_listener *l;
	uint16_t port = where->port;
	int r;

	if (!where->host)
		return 0;
	l = add_listener(http, where->host, true);
	r = l ? http_door_bind(l, &port) : -ENOSPC;
	if (r < 0)
		log_error("cannot listen on %s port %u: %s", where->host, where->port,
			  strerror(-r));
	return r;
}

/* By loopback if that can be, for there nobody needs a certificate. */
static void name_address(struct http *http, uint16_t port)
{
	struct server *server = http->server;
	const struct http_listener *l = &http->listeners[0];
	const struct config_list *names = &server->publish.config.http.names;
	bool is_six = strchr(l->host, ':') != NULL;

	for (size_t i = 0; i < http->listener_count; i++)
		if (http->listeners[i].is_loopback && !http->listeners[i].is_public)
			l = &http->listeners[i];
	if (l->is_loopback)
		snprintf(server->address, sizeof(server->address), "http://localhost:%u/", port);
	else if (names->count > 0)
		snprintf(server->address, sizeof(server->address), "https://%.253s:%u/",
			 names->items[0], port);
	else
		snprintf(server->address, sizeof(server->address), "https://%s%s%s:%u/",
			 is_six ? "[" : "", l->host, is_six ? "]" : "", port);
}

static int open_all(struct http *http)
{
	uint16_t port = 0;
	bool is_tls = false;
	int r = bind_arbiters(http, &port);

	if (r == 0)
		r = bind_public(http);
	for (size_t i = 0; i < http->listener_count; i++)
		is_tls |= http->listeners[i].is_tls;
	if (r == 0)
		r = make_vhost(http);
	if (r == 0 && is_tls)
		r = load_tls(http);
	for (size_t i = 0; r == 0 && i < http->listener_count; i++)
		r = http_door_open(&http->listeners[i]);
	if (r == 0)
		name_address(http, port);
	return r;
}

int http_new(struct http **ret, struct server *server)
{
	struct http *http = calloc(1, sizeof(*http));
	void *loops[] = {&server->publish.loop};
	struct lws_context_creation_info info = {
		.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
		.foreign_loops = loops,
		.gid = -1,
		.uid = -1,
		/* What the door lets through fits. */
		.max_http_header_data = 2 * HTTP_HEAD_MAX,
		.pt_serv_buf_size = 16384,
		.timeout_secs = (unsigned)(server->publish.config.http.timeout_ms / 1000),
	};
	int r;

	if (!http)
		return -ENOMEM;
	*ret = http; /* so that what is half open is closed */
	http->server = server;
	http->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	uv_timer_init(&server->publish.loop, &http->door_timer);
	uv_timer_init(&server->publish.loop, &http->session_timer);
	http->door_timer.data = http->session_timer.data = http;
	http_turns_begin(&http->turns, &server->publish.loop);
	http_people_begin(http);
	lws_set_log_level(LLL_ERR, quiet);
	http->context = lws_create_context(&info);
	if (!http->context) {
		log_error("http: cannot start (is libwebsockets-evlib-uv installed?)");
		return -ENOMEM;
	}
	r = open_all(http);
	r = r < 0 ? r : http_tables_begin(http);
	return r < 0 ? r : http_livechess_begin(http);
}

void http_close(struct http *http)
{
	if (!http)
		return;
	http_relays_close(http);
	http_door_close(http);
	http_turns_end(&http->turns);
	uv_close((uv_handle_t *)&http->door_timer, NULL);
	uv_close((uv_handle_t *)&http->session_timer, NULL);
	http_tables_end(http);
	if (http->context)
		lws_context_destroy(http->context);
}

/* On a loop that is not its own, libwebsockets wants to be destroyed twice. */
void http_free(struct http *http)
{
	if (!http)
		return;
	if (http->context)
		lws_context_destroy(http->context);
	if (http->spare_fd >= 0)
		close(http->spare_fd);
	for (size_t i = 0; i < http->listener_count; i++)
		free(http->listeners[i].peers);
	cached_clear(&http->eboards);
	http_clear_public_info(http);
	http_tls_free(http->tls);
	free(http);
}
