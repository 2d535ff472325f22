/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/control/backup.h"
#include "daemon/http/page_files.h"
#include "daemon/http/private.h"

#define EVENTS_DEFAULT 10000
#define EVENTS_PAGE    500
/* Who is not logged in has nothing long to say; pairings of a large event are long. */
#define STRANGERS_BODY_MAX (64u << 10)

void http_request_forget(struct visit *visit)
{
	struct lws *wsi = visit->wsi;
	struct http_listener *at = visit->at;

	http_turn_cancel(&visit->turn);
	call_forget(visit->call);
	backlog_forget(visit->backlog);
	free(visit->body);
	free(visit->out);
	*visit = (struct visit){.wsi = wsi, .at = at};
}

/* --- answers of calls --- */

static unsigned http_status_of(enum call_status status)
{
	switch (status) {
	case CALL_GOOD: return 200;
	case CALL_BAD: return 400;
	case CALL_NOT_FOUND: return 404;
	case CALL_REFUSED: return 401;
	case CALL_NOT_NOW: return 409;
	case CALL_FAILED: return 503;
	}
	return 500;
}

static void answered(void *data, enum call_status status, json_t *result, const char *why)
{
	struct visit *visit = data;

	visit->call = NULL;
	if (status != CALL_GOOD) {
		http_answer_error(visit, http_status_of(status), "%s", why);
	} else if (json_is_string(result)) {
		const char *text = json_string_value(result);

		http_answer_tagged(visit, "application/x-chess-pgn", strdup(text), strlen(text));
	} else {
		http_answer_json(visit, 200, json_incref(result));
	}
}

/* A login or logout that was answered holds after a power cut too. Takes the result. */
void http_answer_when_written(struct visit *visit, json_t *result)
{
	struct call_asked asked = {.fd = -1, .answer = answered, .data = visit};

	http_hurry(visit, false);
	visit->call = call_when_written(visit->at->http->server, &asked, result);
}

/* Takes the parameters. */
static void ask(struct visit *visit, const char *name, json_t *param)
{
	struct call_asked asked = {.name = name,
				   .param = param,
				   .by = visit->person[0] != '\0' ? visit->person : NULL,
				   .fd = -1,
				   .answer = answered,
				   .data = visit};

	http_hurry(visit, false);
	visit->call = call_begin(visit->at->http->server, &asked);
	json_decref(param);
}

/* --- what is served --- */

static void not_allowed(struct visit *visit, const char *allow)
{
	visit->allow = allow;
	http_answer_error(visit, 405, "that cannot be done with %.200s", visit->path);
}

/* Where the name of a board ends in "ID/actions"; NULL: it is something else. */
static const char *before_actions(const char *rest)
{
	const char *slash = strrchr(rest, '/');

	return slash && strcmp(slash, "/actions") == 0 ? slash : NULL;
}

static void serve_boards(struct visit *visit, const char *rest)
{
	if (rest[0] == '\0')
		ask(visit, "boards", NULL);
	else if (before_actions(rest))
		not_allowed(visit, "POST");
	else
		ask(visit, "board", json_pack("{s:s}", "board", rest));
}

static void serve_games(struct visit *visit, const char *rest)
{
	size_t len = strlen(rest);
	bool is_pgn = len > 4 && strcmp(rest + len - 4, ".pgn") == 0;
	char lang[24];
	bool has_lang = http_query_text(visit->query, "lang", lang, sizeof(lang));

	if (len == 0)
		ask(visit, "games", NULL);
	else
		ask(visit, "game",
		    json_pack("{s:s%, s:b, s:b, s:s*}", "game", rest, is_pgn ? len - 4 : len, "pgn",
			      is_pgn, "fens", true, "lang", has_lang ? lang : NULL));
}

/* Nothing, or the event and the round of which the games are asked. */
static void serve_archive(struct visit *visit, const char *rest)
{
	char event[200] = "", number[8] = "";
	json_t *param = NULL;

	(void)rest;
	if (!http_query_text(visit->query, "event", event, sizeof(event))) {
		ask(visit, "archive", NULL);
		return;
	}
	if (http_query_text(visit->query, "round", number, sizeof(number)))
		param = json_pack("{s:s, s:i}", "event", event, "round",
				  (int)strtol(number, NULL, 10));
	if (param)
		ask(visit, "archive", param);
	else
		http_answer_error(visit, 400, "event is a name, and round a number");
}

static void serve_status(struct visit *visit, const char *rest)
{
	(void)rest;
	ask(visit, "status", NULL);
}

static void serve_metrics(struct visit *visit, const char *rest)
{
	size_t len = 0;
	char *text = http_metrics(visit->at->http, &len);

	(void)rest;
	if (text)
		http_answer(visit, 200, "text/plain; version=0.0.4; charset=utf-8", text, len);
	else
		http_answer_error(visit, 503, "out of memory");
}

static void serve_health(struct visit *visit, const char *rest)
{
	struct server *server = visit->at->http->server;
	struct journal_stats stats = journal_stats(server->publish.journal);

	(void)rest;
	http_answer_json(visit, stats.is_failing ? 503 : 200,
			 json_pack("{s:s, s:s, s:s, s:i}", "status",
				   stats.is_failing ? "failing" : "good", "journal",
				   stats.is_failing ? "cannot be written" : "good", "backup",
				   backup_is_failing(server->backup) ? "failing" : "good", "tables",
				   (int)hall_count(server->hall)));
}

static void serve_stream(struct visit *visit, const char *rest)
{
	(void)rest;
	http_answer_error(visit, 426, "this is a WebSocket");
}

/* The round that is played, or another by its number. */
static void serve_round(struct visit *visit, const char *rest)
{
	char *end;
	unsigned long number = strtoul(rest, &end, 10);

	if (rest[0] == '\0')
		ask(visit, "round", NULL);
	else if (rest[0] < '1' || rest[0] > '9' || number > 999 ||
		 (*end != '\0' && strcmp(end, "/games") != 0))
		http_answer_error(visit, 404, "a round is a number from 1 to 999");
	else if (*end != '\0')
		http_serve_round_games(visit, (unsigned)number);
	else
		ask(visit, "round", json_pack("{s:i}", "show", (int)number));
}

/* --- reports, as lines --- */

static void fetch(struct visit *visit);

static void fetched(void *data, const char *lines, size_t len, size_t count, uint64_t last,
		    int error)
{
	struct visit *visit = data;
	struct server *server = visit->at->http->server;

	visit->backlog = NULL;
	if (error < 0 && !visit->is_headed) {
		http_answer_error(visit, 503, "the journal cannot be read");
		return;
	}
	free(visit->out);
	visit->out = malloc(len + 1);
	visit->out_sent = 0;
	visit->out_len = visit->out ? len : 0;
	if (visit->out && len > 0)
		memcpy(visit->out, lines, len);
	visit->left -= count < visit->left ? count : visit->left;
	visit->since = last;
	visit->is_last = error < 0 || !visit->out || visit->left == 0 ||
			 http_person_is_gone(visit) || last >= feed_last(server->publish.feed);
	visit->status = 200;
	visit->type = "application/x-ndjson";
	visit->has_no_end = true;
	http_hurry(visit, true);
	lws_callback_on_writable(visit->wsi);
}

static void fetch(struct visit *visit)
{
	http_hurry(visit, false);
	visit->backlog = backlog_fetch(&visit->at->http->server->publish, visit->since,
				       visit->board[0] != '\0' ? visit->board : NULL,
				       visit->left < EVENTS_PAGE ? visit->left : EVENTS_PAGE,
				       fetched, visit);
	if (visit->backlog)
		return;
	if (visit->is_headed)
		visit->is_last = true; /* what was promised cannot be kept: the end comes early */
	else
		http_answer_error(visit, 503, "out of memory");
	lws_callback_on_writable(visit->wsi);
}

static void serve_events(struct visit *visit, const char *rest)
{
	static const char *const names[] = {"since", "board", "limit", NULL};
	uint64_t last = feed_last(visit->at->http->server->publish.feed);

	(void)rest;
	visit->since = 0;
	visit->left = EVENTS_DEFAULT;
	if (!http_query_is_known(visit->query, names))
		http_answer_error(visit, 400,
				  "\"since\", \"board\" and \"limit\" can be asked for, "
				  "each once");
	else if (strstr(visit->query, "board=") &&
		 !http_query_text(visit->query, "board", visit->board, sizeof(visit->board)))
		http_answer_error(visit, 400, "\"board\" is no name");
	else if (!http_query_number(visit->query, "since", &visit->since) ||
		 !http_query_number(visit->query, "limit", &visit->left) || visit->left == 0)
		http_answer_error(visit, 400, "\"since\" is a number from 0, \"limit\" from 1");
	else if (visit->since > last)
		http_answer_error(visit, 400, "\"since\" is beyond the last report, which is %llu",
				  (unsigned long long)last);
	else {
		visit->more = fetch;
		fetch(visit);
	}
}

/* --- what people change --- */

json_t *http_body(struct visit *visit)
{
	json_error_t error;
	json_t *object = json_loadb(visit->body ? visit->body : "", visit->body_len, 0, &error);

	if (!json_is_object(object)) {
		http_answer_error(visit, 400, "the body must be a JSON object: %s", error.text);
		json_decref(object);
		return NULL;
	}
	return object;
}

/* rest: "ID/actions" */
static void post_action(struct visit *visit, const char *rest)
{
	const char *slash = before_actions(rest), *action;
	json_t *body;

	if (!slash) {
		not_allowed(visit, "GET, HEAD");
		return;
	}
	body = http_body(visit);
	if (!body)
		return;
	action = json_string_value(json_object_get(body, "action"));
	if (!action)
		http_answer_error(visit, 400, "\"action\" must be a text");
	else
		ask(visit, "act",
		    json_pack("{s:s%, s:s}", "board", rest, (size_t)(slash - rest), "action",
			      action));
	json_decref(body);
}

static void post_call(struct visit *visit, const char *name)
{
	json_t *body = http_body(visit);

	if (body)
		ask(visit, name, body);
}

static void post_round(struct visit *visit, const char *rest)
{
	(void)rest;
	post_call(visit, "round");
}

static void serve_bluetooth(struct visit *visit, const char *rest)
{
	(void)rest;
	ask(visit, "bluetooth", NULL);
}

static void post_bluetooth(struct visit *visit, const char *rest)
{
	(void)rest;
	post_call(visit, "bluetooth");
}

static void post_blink(struct visit *visit, const char *rest)
{
	(void)rest;
	post_call(visit, "blink");
}

static void post_assign(struct visit *visit, const char *rest)
{
	(void)rest;
	post_call(visit, "assign");
}

/* Between hubs and nodes, who know each other by what is in the body. */
static void post_hub(struct visit *visit, const char *rest)
{
	static const char *const calls[] = {"join", "call", "event"};
	char name[16];
	json_t *body = http_body(visit);

	if (!body)
		return;
	json_object_set_new(body, "peer", json_string(http_peer_of(visit->wsi)));
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		if (strcmp(rest, calls[i]) != 0)
			continue;
		snprintf(name, sizeof(name), "hub-%s", calls[i]);
		ask(visit, name, body);
		return;
	}
	json_decref(body);
	http_answer_error(visit, 404, "there is nothing at %.200s", visit->path);
}

/* --- routes --- */

struct route {
	const char *path;
	void (*serve)(struct visit *visit, const char *rest);
	enum http_method method;
	bool is_prefix; /* what follows, after a slash or nothing, is the rest */
	bool is_public;
};

static const struct route routes[] = {
	{"/v1/boards", post_action, HTTP_POST, true, false},
	{"/v1/login", http_post_login, HTTP_POST, false, false},
	{"/v1/logout", http_post_logout, HTTP_POST, false, false},
	{"/v1/claim", http_post_claim, HTTP_POST, false, false},
	{"/v1/invite", http_post_invite, HTTP_POST, false, false},
	{"/v1/people", http_post_people, HTTP_POST, false, false},
	{"/v1/people", http_serve_people, HTTP_GET, false, false},
	{"/v1/round", post_round, HTTP_POST, false, false},
	{"/v1/hub", post_hub, HTTP_POST, true, false},
	{"/v1/assign", post_assign, HTTP_POST, false, false},
	{"/v1/blink", post_blink, HTTP_POST, false, false},
	{"/v1/bluetooth", post_bluetooth, HTTP_POST, false, false},
	{"/v1/bluetooth", serve_bluetooth, HTTP_GET, false, false},
	{"/v1/round", serve_round, HTTP_GET, true, false},
	{"/v1/boards", serve_boards, HTTP_GET, true, false},
	{"/v1/games", serve_games, HTTP_GET, true, false},
	{"/v1/archive", serve_archive, HTTP_GET, false, false},
	{"/v1/events", serve_events, HTTP_GET, false, false},
	{"/v1/stream", serve_stream, HTTP_GET, false, false},
	{"/v1/tables", serve_stream, HTTP_GET, false, false},
	{"/v1/status", serve_status, HTTP_GET, false, false},
	{"/v1/setup", http_post_setup, HTTP_POST, false, false},
	{"/v1/setup", http_serve_setup, HTTP_GET, false, false},
	{"/v1/ports", http_serve_ports, HTTP_GET, false, false},
	{"/v1/me", http_serve_me, HTTP_GET, false, false},
	{"/api/v1.0", serve_stream, HTTP_GET, false, false},
	{"/api/v1.0/eboards", http_serve_eboards, HTTP_GET, false, false},
	{"/api/v1.0/sources", http_serve_sources, HTTP_GET, false, false},
	{"/doc/index.html", http_serve_doc, HTTP_GET, false, false},
	{"/pgn", http_serve_pgn, HTTP_GET, true, true},
	{"/get", http_serve_cloud, HTTP_GET, true, true},
	{"/meta", http_serve_meta, HTTP_GET, true, true},
	{"/public.json", http_serve_public_info, HTTP_GET, false, true},
	{"/metrics", serve_metrics, HTTP_GET, false, false},
	{"/healthz", serve_health, HTTP_GET, false, false},
};

static const char *rest_of(const struct route *route, const char *path)
{
	size_t len = strlen(route->path);

	if (strncmp(path, route->path, len) != 0)
		return NULL;
	if (path[len] == '\0')
		return path + len;
	return route->is_prefix && path[len] == '/' ? path + len + 1 : NULL;
}

/* Does the browser take it packed? */
static bool takes_gzip(const struct visit *visit)
{
	char words[128];

	return lws_hdr_copy(visit->wsi, words, sizeof(words), WSI_TOKEN_HTTP_ACCEPT_ENCODING) > 0 &&
	       strstr(words, "gzip") && !strstr(words, "gzip;q=0");
}

static void answer_file(struct visit *visit, const struct page_file *file, const char *type)
{
	bool is_packed = takes_gzip(visit);
	const struct page_bytes *from = is_packed ? &file->packed : &file->plain;
	char *text = malloc(from->len + 1);

	if (text)
		memcpy(text, from->bytes, from->len);
	http_answer_tagged(visit, type, text, from->len);
	visit->is_packed = is_packed && text;
}

static bool serve_page(struct visit *visit)
{
	const struct page_file *file;
	const char *type;

	/* Whoever comes to the public listener without knowing where to go wants the games. */
	if (visit->at->is_public && visit->method != HTTP_POST && strcmp(visit->path, "/") == 0) {
		http_answer_json(visit, 302, json_pack("{s:s}", "see", "/public"));
		return true;
	}
	if (visit->method == HTTP_POST ||
	    (visit->at->is_public && !http_page_is_public(visit->path)) ||
	    !(file = http_page(visit->path, &type)))
		return false;
	answer_file(visit, file, type);
	return true;
}

/* A POST may come from our own page only: its origin is ours, or there is no browser. */
static bool may_post(struct visit *visit)
{
	struct config_list none = {0};
	char origin[HTTP_HOST_MAX] = "";

	/* One that does not fit is not ours; taken for none it would be let in. */
	if (lws_hdr_total_length(visit->wsi, WSI_TOKEN_ORIGIN) > 0 &&
	    lws_hdr_copy(visit->wsi, origin, sizeof(origin), WSI_TOKEN_ORIGIN) < 0)
		return false;
	return http_origin_is_allowed(origin, visit->host, visit->at->is_tls,
				      visit->at->is_loopback, &none);
}

static void dispatch(struct visit *visit)
{
	const char *allow = NULL;
	enum http_method method = visit->method == HTTP_HEAD ? HTTP_GET : visit->method;

	for (size_t i = 0; i < sizeof(routes) / sizeof(routes[0]); i++) {
		const char *rest = rest_of(&routes[i], visit->path);

		if (!rest || (visit->at->is_public && !routes[i].is_public))
			continue;
		allow = routes[i].method == HTTP_POST ? "POST" : "GET, HEAD";
		if (routes[i].method == method) {
			routes[i].serve(visit, rest);
			return;
		}
	}
	if (allow)
		not_allowed(visit, allow);
	else if (!serve_page(visit))
		http_answer_error(visit, 404, "there is nothing at %.200s", visit->path);
}

static void dispatch_now(struct http_turn *turn)
{
	struct visit *visit = (struct visit *)((char *)turn - offsetof(struct visit, turn));

	if (http_person_is_gone(visit))
		http_answer_error(visit, 401, "log in first (boardctl login NAME)");
	else
		dispatch(visit);
}

static void dispatch_in_turn(struct visit *visit)
{
	http_hurry(visit, false); /* now it is for us to hurry */
	http_turn_take(&visit->at->http->turns, visit->at->number, &visit->turn, dispatch_now);
}

/* Beyond loopback everything but the public wants to know who asks. */
static bool needs_login(const struct visit *visit)
{
	const char *type;

	return !visit->at->is_loopback && !visit->at->is_public && visit->person[0] == '\0' &&
	       strcmp(visit->path, "/v1/login") != 0 && strcmp(visit->path, "/healthz") != 0 &&
	       strncmp(visit->path, "/v1/hub/", 8) != 0 && !http_page(visit->path, &type);
}

/* Only a page of ours can send it: from others a browser asks first, and we do not answer. */
static bool has_json(struct visit *visit)
{
	char type[64];

	return lws_hdr_copy(visit->wsi, type, sizeof(type), WSI_TOKEN_HTTP_CONTENT_TYPE) > 0 &&
	       http_type_is_json(type);
}

/* False: it is answered already. */
static bool is_let_in(struct visit *visit)
{
	struct http *http = visit->at->http;
	const struct config *config = &http->server->publish.config;

	if (!http_host_is_ours(visit->host, visit->at->host, &config->http.names))
		http_answer_error(visit, 421, "this is not %.200s: see [http] names", visit->host);
	else if (strcmp(visit->path, "/healthz") != 0 && !http_may_ask(visit->wsi))
		http_answer_error(visit, 429, "too many requests");
	else if (visit->method == HTTP_OTHER)
		not_allowed(visit, "GET, HEAD, POST");
	else if (visit->method == HTTP_POST && visit->at->is_public)
		not_allowed(visit, "GET, HEAD");
	else if (visit->method == HTTP_POST && !may_post(visit))
		http_answer_error(visit, 403, "not from there");
	else if (needs_login(visit))
		http_answer_error(visit, 401, "log in first (boardctl login NAME)");
	else if (visit->body_follows && !has_json(visit))
		http_answer_error(visit, 415, "a body is application/json");
	else
		return true;
	http->refused++;
	return false;
}

static bool has_body(struct visit *visit)
{
	char length[24];

	return lws_hdr_copy(visit->wsi, length, sizeof(length), WSI_TOKEN_HTTP_CONTENT_LENGTH) >
		       0 &&
	       strspn(length, "0") < strlen(length);
}

int http_request_begin(struct visit *visit, const char *path)
{
	const char *why;
	unsigned status;

	http_request_forget(visit);
	visit->at->http->requests++;
	visit->body_follows = has_body(visit);
	lws_set_timeout(visit->wsi, NO_PENDING_TIMEOUT, 0); /* from here on we take the time */
	http_hurry(visit, true);
	status = http_read_head(visit, &why);
	if (status > 0) {
		http_answer_error(visit, status, "%s", why);
	} else if (visit->method == HTTP_POST &&
		   lws_hdr_total_length(visit->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0) {
		http_answer_error(visit, 411, "a POST needs a Content-Length");
	} else if (strlen(path) >= sizeof(visit->path)) {
		http_answer_error(visit, 414, "the path is too long");
	} else if (!http_text_is_plain(path)) {
		http_answer_error(visit, 400, "the path has a control character");
	} else {
		memcpy(visit->path, path, strlen(path) + 1);
		if (is_let_in(visit) && !visit->body_follows)
			dispatch_in_turn(visit);
	}
	return 0;
}

int http_request_body(struct visit *visit, const void *bytes, size_t len)
{
	uint64_t max = visit->at->http->server->publish.config.http.body_max;
	char *body;

	if (visit->person[0] == '\0' && !visit->is_of_hub && max > STRANGERS_BODY_MAX)
		max = STRANGERS_BODY_MAX;

	if (visit->status != 0 || len == 0)
		return 0; /* refused already: the rest is read and thrown away */
	if (visit->body_len + len > max) {
		http_answer_error(visit, 413, "a body has at most %llu bytes",
				  (unsigned long long)max);
		return 0;
	}
	body = realloc(visit->body, visit->body_len + len + 1);
	if (!body)
		return -1;
	memcpy(body + visit->body_len, bytes, len);
	visit->body = body;
	visit->body_len += len;
	return 0;
}

int http_request_whole(struct visit *visit)
{
	if (visit->status == 0 && visit->body_follows && !visit->call)
		dispatch_in_turn(visit);
	return 0;
}

int http_request_writable(struct visit *visit)
{
	int r = http_answer_write(visit);

	/* All of a page is sent: the next one, as long as the client takes it. */
	if (r == 0 && visit->has_no_end && visit->is_headed && !visit->is_last &&
	    visit->out_sent == visit->out_len && !visit->backlog && visit->more)
		visit->more(visit);
	return r < 0 ? -1 : 0;
}
