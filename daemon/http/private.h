/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_PRIVATE_H
#define BOARDD_HTTP_PRIVATE_H

#include <libwebsockets.h>

#include "daemon/base/name.h"
#include "daemon/control/call.h"
#include "daemon/http/http.h"
#include "daemon/http/rules.h"
#include "daemon/http/turn.h"
#include "daemon/publish/backlog.h"
#include "daemon/publish/cached.h"

/* What the files of the HTTP server share; nothing of it is for callers. */

#define HTTP_LISTENERS_MAX HTTP_QUEUES_MAX
#define HTTP_PATH_MAX      512
#define HTTP_HOST_MAX      264
#define HTTP_TAG_MAX       40
#define HTTP_TAGS_MAX      256

#define HTTP_KNOWN_MAX 4096

struct http_guest; /* of door.c */
struct http_relay; /* of relay.c */
struct http_tls;

/* The tag of what was answered last at a path. */
struct http_known {
	uint64_t path, version; /* the first is a hash of it; 0: nothing */
	char tag[HTTP_TAG_MAX];
};

struct http_listener {
	struct http *http;
	char host[256];
	bool is_public, is_loopback, is_tls;
	unsigned number;      /* the place among the listeners */
	unsigned connections; /* counted for each listener: a crowd at one leaves room elsewhere */
	unsigned reserved;    /* further connections that may only ask for /healthz */
	struct http_peers *peers; /* the addresses of the connections */
	int fd;                   /* -1: none */
	uv_poll_t poll;
	bool is_open; /* poll is used */
};

/* What a connection holds as long as it lasts. */
struct http_seat {
	struct http_listener *at; /* libwebsockets takes any vhost that suits it */
	bool is_reserve;          /* all other seats were taken */
	unsigned holds;           /* by TLS there are two: libwebsockets' and the relay's */
	char peer[HTTP_PEER_MAX];
	char host[HTTP_HOST_MAX]; /* as the door has read it */
};

struct tables_client; /* of tables.c */

/* The state of every table, as long as somebody listens. */
struct http_tables {
	struct tables_client *clients;
	json_t *states; /* by the number of the table, as built last */
	json_t *marked; /* numbers of tables of which something was reported */
	size_t next;    /* the place in the hall that is looked at next */
	uv_timer_t timer;
};

/* What the public page was told of a table last, as one number, and the number of the change that
 * made it so. */
struct http_told {
	uint64_t what, change;
	const struct record_board *board; /* that is shown there, until the snapshot changes */
};

/* Changes have numbers that go on growing when boardd is started again. */
struct http_changes {
	uint64_t last;            /* the newest change; 0: nobody has asked */
	uint64_t seen;            /* the version of the snapshot that was looked through */
	struct http_told all;     /* which tables there are, and how they are shown */
	struct http_told *tables; /* by number, up to CONFIG_TABLE_MAX */
	struct cached whole;      /* all that is told, with every game */
};

struct http {
	struct server *server;
	struct lws_context *context;
	struct lws_vhost *vhost;
	size_t listener_count;
	struct http_listener listeners[HTTP_LISTENERS_MAX];
	uv_timer_t door_timer;
	struct http_guest *guests;
	size_t guest_count;
	struct http_relay *relays; /* connections by TLS that were let in */
	struct http_tls *tls;      /* NULL: no listener has it */
	int spare_fd;
	unsigned connections;
	uint64_t requests, refused; /* since the start */
	struct http_turns turns;
	struct visit *sockets; /* WebSockets in somebody's name */
	uv_timer_t session_timer;
	struct http_tables tables;
	struct livechess_client *clients; /* of the LiveChess API */
	struct cached eboards;            /* as asked for there last */
	struct http_known
		known[HTTP_KNOWN_MAX];  /* those with the same place drive each other out */
	struct http_changes changes[2]; /* [is_public] */
};

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_OTHER };

/* One request, or one WebSocket. libwebsockets keeps it and zeroes it at first. */
struct visit {
	struct lws *wsi;
	struct http_listener *at;
	struct http_turn turn;
	bool is_hurried; /* the time-out runs */
	/* the request */
	enum http_method method;
	char path[HTTP_PATH_MAX], query[HTTP_PATH_MAX], host[HTTP_HOST_MAX];
	char person[NAME_BYTES_MAX]; /* who is logged in; empty: nobody */
	bool is_of_hub;              /* sent by a hub that we have joined */
	bool body_follows;
	char known_tags[HTTP_TAGS_MAX]; /* If-None-Match: what the client has already */
	uint64_t session;               /* of that person; 0: none */
	char *body;
	size_t body_len;
	/* the answer */
	struct call *call;
	struct backlog *backlog;
	unsigned status; /* 0: not known yet */
	const char *type;
	char cookie[200], tag[HTTP_TAG_MAX];
	char modified[32]; /* Last-Modified; empty: not told */
	const char *allow; /* of a 405 */
	bool is_packed;    /* by gzip */
	bool is_headed;    /* the headers have been written */
	bool has_no_end;   /* the length is not known: more follows until is_last */
	bool is_last;
	void (*more)(struct visit *visit); /* makes what follows; NULL: nothing does */
	char *out;
	size_t out_len, out_sent;
	uint64_t since, left; /* /v1/events: from this report on, and so many more */
	char board[DESK_BOARD_MAX];
	/* a WebSocket */
	const struct http_socket *socket;
	void *socket_data;
	const char *ended_why; /* why the socket is being closed; static; NULL: it is open */
	struct visit *next_socket, **socket_link; /* of those in somebody's name */
};

/* A kind of WebSocket. */
struct http_socket {
	const char *path;
	bool (*may_open)(const struct visit *visit, const char *origin);
	/* What is wrong with the query, without quotes; NULL: nothing, or any will do. */
	const char *(*fault)(const struct visit *visit);
	void (*opened)(struct visit *visit);
	/* A whole message. */
	void (*heard)(struct visit *visit, const char *text, size_t len);
	/* The peer can take more. Returns false when the connection is to be closed. */
	bool (*writable)(struct visit *visit);
	void (*closed)(struct visit *visit);
};

extern const struct http_socket http_stream_socket, http_tables_socket, http_livechess_socket;

/* Who may listen to what is not public: our own page, and programs. */
bool http_stream_may_open(const struct visit *visit, const char *origin);

/* --- tables.c --- */

/* Listens for what changes at tables. 0 or a negative errno. */
int http_tables_begin(struct http *http);
void http_tables_end(struct http *http);

/* --- request.c --- */

/* A request has come with its headers. Returns what libwebsockets wants. */
int http_request_begin(struct visit *visit, const char *path);
int http_request_body(struct visit *visit, const void *bytes, size_t len);
int http_request_whole(struct visit *visit);
int http_request_writable(struct visit *visit);
void http_request_forget(struct visit *visit);

/* The body of a request, an object, for json_decref(). NULL: it is none, and that is answered. */
json_t *http_body(struct visit *visit);

/* What was done is answered when it is on the disk. Takes the result. */
void http_answer_when_written(struct visit *visit, json_t *result);

/* session.c: who is logged in */
void http_serve_me(struct visit *visit, const char *rest);
void http_serve_people(struct visit *visit, const char *rest);
void http_post_login(struct visit *visit, const char *rest);
void http_post_logout(struct visit *visit, const char *rest);
void http_post_claim(struct visit *visit, const char *rest);
void http_post_invite(struct visit *visit, const char *rest);
void http_post_people(struct visit *visit, const char *rest);

/* setup.c */
void http_serve_setup(struct visit *visit, const char *rest);
void http_post_setup(struct visit *visit, const char *rest);
void http_serve_ports(struct visit *visit, const char *rest);

/* --- answer.c --- */

/* Takes the text, which is freed when it is sent. type is static. */
void http_answer(struct visit *visit, unsigned status, const char *type, char *text, size_t len);
void http_answer_json(struct visit *visit, unsigned status, json_t *object); /* takes it */
void http_answer_error(struct visit *visit, unsigned status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* What can be asked for again: with an ETag of its content, or 304 if the client has it. */
void http_answer_tagged(struct visit *visit, const char *type, char *text, size_t len);

/* Instead of a WebSocket. Returns what libwebsockets wants. */
int http_answer_now(struct visit *visit, unsigned status, const char *why);

/*
 * The client has to do its part within [http] timeout from now, or it is dropped;
 * nobody waits for it while the answer is being made.
 */
void http_hurry(struct visit *visit, bool is_on);

/* Writes what may be written. 0: it goes on; -1: all is sent, or cannot be: close it. */
int http_answer_write(struct visit *visit);

/* --- cached.c --- */

/* One number of two, for what is only compared. */
uint64_t http_mix(uint64_t a, uint64_t b);

/* An answer that has a version: at one path the same number means the same bytes. */
struct http_version {
	uint64_t number;
	uint64_t changed_ms; /* when it was another, in the times that are shown */
};

/*
 * Answers with 304 if the client has what was answered here last and the version
 * is still the same. False: it has to be made. So who has it costs next to nothing.
 */
bool http_answer_unchanged(struct visit *visit, const char *type, struct http_version version);

/* What was made, or 304 to a client that has it. */
void http_answer_cached(struct visit *visit, const char *type, char *text, size_t len,
			struct http_version version);

/* --- livechess.c --- */

/* Listens for what the clients of the LiveChess API want to know. 0 or a negative errno. */
int http_livechess_begin(struct http *http);

void http_serve_eboards(struct visit *visit, const char *rest);
void http_serve_sources(struct visit *visit, const char *rest);
void http_serve_doc(struct visit *visit, const char *rest);

/* --- scores.c --- */

/* PGN and the files of LiveChess Cloud; on the public listener as the delay lets them be. */
void http_serve_pgn(struct visit *visit, const char *rest);
void http_serve_cloud(struct visit *visit, const char *rest);
void http_serve_meta(struct visit *visit, const char *rest);

/* --- round_games.c --- */

/* The games of a round, a line each, made as fast as the client takes them. */
void http_serve_round_games(struct visit *visit, unsigned round);

/* --- public_info.c --- */

/* What the public page has to know beside the games; and the games that have changed. */
void http_serve_public_info(struct visit *visit, const char *rest);
void http_clear_public_info(struct http *http);

/* --- metrics.c --- */

/* Prometheus' text. A new string of ret_len bytes, or NULL. */
char *http_metrics(const struct http *http, size_t *ret_len);

/* --- page.c --- */

struct page_file;

/* A file of the page, and what it is; NULL: there is none of that name. */
const struct page_file *http_page(const char *path, const char **ret_type);
bool http_page_is_public(const char *path);

/* --- door.c --- */

/* The connection is over. */
void http_seat_leave(struct http_seat *seat);

/* --- people.c --- */

/* Begins to look whether those who have a WebSocket open still may. */
void http_people_begin(struct http *http);

/* Of a WebSocket that is opened, and of one that is closed. */
void http_people_add(struct visit *visit);
void http_people_remove(struct visit *visit);

/* Was it begun in the name of a person who has been logged out since? */
bool http_person_is_gone(const struct visit *visit);

/* Counts a request or a message of this address; false: too many. */
bool http_may_ask(struct lws *wsi);
bool http_seat_may_ask(const struct http_seat *seat);

/* --- http.c --- */

/*
 * Closes a WebSocket of ours that has done no wrong by the protocol: nothing is heard
 * or said any more but why, a static text. One who does not read is dropped untold.
 */
void http_socket_end(struct visit *visit, const char *why);

/* The address of the other end, as text; borrowed. */
const char *http_peer_of(struct lws *wsi);

/*
 * Fills in who asks, from the headers as the library has parsed them. Returns 0, or
 * the status of a refusal and why: they are too long, or not what the door has read.
 */
unsigned http_read_head(struct visit *visit, const char **ret_why);

#endif
