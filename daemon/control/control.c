/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/control.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/name.h"
#include "daemon/control/call.h"
#include "daemon/publish/backlog.h"

#define LINE_MAX_BYTES (64 * 1024)
#define OUT_ENOUGH     (64 * 1024)        /* reports wait for the client behind so much */
#define OUT_MAX_BYTES  (16 * 1024 * 1024) /* of answers nobody reads */
#define PATIENCE_MS    30000
#define CLIENTS_MAX    256
#define CALLS_MAX      16 /* of one client, under way */
#define PAGE           500

struct client;

struct asked {
	struct client *client;
	struct call *call;
	json_t *id;
	bool is_open;
};

struct client {
	struct control *control;
	struct client *next, **link;
	uv_poll_t poll;
	uv_timer_t patience;
	int handles; /* of libuv, still open */
	int watched; /* what the poll waits for */
	int fd, passed_fd;
	bool is_closing, ends_soon; /* the second: when all is written */
	char name[NAME_BYTES_MAX];  /* of the user of this machine */
	char from[32];              /* the user by number, which nobody can choose */
	char *in, *out;
	size_t in_len, out_len, out_sent, out_room;
	struct asked asked[CALLS_MAX];
	struct feed_reader *reader;
	struct backlog *backlog;
};

struct control {
	struct server *server;
	uv_poll_t poll;
	int fd;
	char path[PUBLISH_PATH_MAX];
	struct client *clients;
	size_t client_count;
	bool is_closing, is_closed;
	bool is_crowded; /* the crowd that is there has been logged */
	struct log_limit crowded, unread;
};

static void look_for_reports(struct client *c);
static void on_ready(uv_poll_t *poll, int status, int events);

/* --- going away --- */

static void free_when_idle(struct control *control)
{
	if (control->is_closed && !control->clients)
		free(control);
}

static void handle_closed(uv_handle_t *handle)
{
	struct client *c = handle->data;
	struct control *control = c->control;

	if (--c->handles > 0)
		return;
	close(c->fd);
	if (c->passed_fd >= 0)
		close(c->passed_fd);
	*c->link = c->next;
	if (c->next)
		c->next->link = c->link;
	free(c->in);
	free(c->out);
	free(c);
	control->client_count--;
	free_when_idle(control);
}

static void close_client(struct client *c)
{
	if (c->is_closing)
		return;
	c->is_closing = true;
	for (size_t i = 0; i < CALLS_MAX; i++) {
		if (c->asked[i].is_open) {
			call_forget(c->asked[i].call);
			json_decref(c->asked[i].id);
		}
	}
	backlog_forget(c->backlog);
	feed_reader_free(c->reader);
	c->reader = NULL;
	uv_close((uv_handle_t *)&c->poll, handle_closed);
	uv_close((uv_handle_t *)&c->patience, handle_closed);
}

static void out_of_patience(uv_timer_t *timer)
{
	struct client *c = timer->data;

	log_seldom(&c->control->unread, LOG_LEVEL_NOTICE,
		   "control socket: %s does not read, and is let go", c->name);
	close_client(c);
}

/* --- writing --- */

static void watch_socket(struct client *c)
{
	int events = UV_DISCONNECT | (c->ends_soon ? 0 : UV_READABLE) |
		     (c->out_len > c->out_sent ? UV_WRITABLE : 0);

	/* Starting it again costs system calls, even for the same. */
	if (!c->is_closing && events != c->watched)
		uv_poll_start(&c->poll, events, on_ready);
	c->watched = events;
}

static void flush(struct client *c)
{
	while (c->out_sent < c->out_len) {
		ssize_t n = send(c->fd, c->out + c->out_sent, c->out_len - c->out_sent,
				 MSG_NOSIGNAL | MSG_DONTWAIT);

		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			break;
		if (n <= 0) {
			close_client(c);
			return;
		}
		c->out_sent += (size_t)n;
		uv_timer_again(&c->patience);
	}
	if (c->out_sent < c->out_len) {
		if (!uv_is_active((uv_handle_t *)&c->patience))
			uv_timer_start(&c->patience, out_of_patience, PATIENCE_MS, PATIENCE_MS);
	} else {
		uv_timer_stop(&c->patience);
		c->out_len = c->out_sent = 0;
		if (c->ends_soon) {
			close_client(c);
			return;
		}
	}
	watch_socket(c);
}

static void add(struct client *c, const char *bytes, size_t len)
{
	size_t waiting = c->out_len - c->out_sent;

	if (c->is_closing)
		return;
	if (c->out_sent > 0) {
		memmove(c->out, c->out + c->out_sent, waiting);
		c->out_len = waiting;
		c->out_sent = 0;
	}
	if (waiting + len > OUT_MAX_BYTES) {
		close_client(c);
		return;
	}
	if (waiting + len > c->out_room) {
		size_t room = 2 * (waiting + len);
		char *out = realloc(c->out, room);

		if (!out) {
			close_client(c);
			return;
		}
		c->out = out;
		c->out_room = room;
	}
	memcpy(c->out + c->out_len, bytes, len);
	c->out_len += len;
}

static void add_object(struct client *c, json_t *object)
{
	char *text = json_dumps(object, JSON_COMPACT);

	if (text) {
		add(c, text, strlen(text));
		add(c, "\n", 1);
	}
	free(text);
	json_decref(object);
}

static void answer_error(struct client *c, json_t *id, const char *why)
{
	add_object(c, json_pack("{s:O?, s:s}", "id", id, "error", why));
}

/* --- reports --- */

static void woken(void *data)
{
	look_for_reports(data);
}

static void fetched(void *data, const char *lines, size_t len, size_t count, uint64_t last,
		    int error)
{
	struct client *c = data;

	(void)count;
	c->backlog = NULL;
	if (error < 0) {
		answer_error(c, NULL, "the journal cannot be read");
		c->ends_soon = true;
		flush(c);
		return;
	}
	add(c, lines, len);
	if (c->reader)
		feed_reader_pass(c->reader, last);
	look_for_reports(c);
}

/* Puts reports behind what waits for the client, until it is enough. True: there may be more. */
static bool add_reports(struct client *c)
{
	struct server *server = c->control->server;
	struct feed_entry entry;

	while (c->reader && !c->backlog && !c->is_closing) {
		if (c->out_len - c->out_sent >= OUT_ENOUGH)
			return true;
		switch (feed_reader_look(c->reader, &entry)) {
		case FEED_ENTRY:
			add(c, entry.text, entry.len);
			add(c, "\n", 1);
			if (!c->is_closing)
				feed_reader_pass(c->reader, entry.seq);
			break;
		case FEED_BEHIND:
			c->backlog = backlog_fetch(&server->publish, feed_reader_place(c->reader),
						   feed_reader_board(c->reader), PAGE, fetched, c);
			return false;
		case FEED_NOTHING: return false;
		}
	}
	return false;
}

static void look_for_reports(struct client *c)
{
	bool is_more;

	do {
		is_more = add_reports(c);
		if (!c->is_closing)
			flush(c);
		/* What the socket took at once wakes nobody: then it is for us to go on. */
	} while (is_more && !c->is_closing && c->out_len == 0);
}

static void begin_watch(struct client *c, json_t *id, const json_t *param)
{
	struct server *server = c->control->server;
	const json_t *since = json_object_get(param, "since"),
		     *board = json_object_get(param, "board");
	uint64_t last = feed_last(server->publish.feed), from = last;

	if ((since && (!json_is_integer(since) || json_integer_value(since) < 0)) ||
	    (board && !json_is_string(board) && !json_is_null(board))) {
		answer_error(c, id, "watch: \"since\" is a number from 0, \"board\" a text");
		return;
	}
	if (since)
		from = (uint64_t)json_integer_value(since);
	if (c->reader || from > last) {
		answer_error(c, id,
			     c->reader ? "watch: this connection watches already"
				       : "watch: \"since\" is beyond the last report");
		return;
	}
	if (feed_reader_new(&c->reader, server->publish.feed, from, json_string_value(board), woken,
			    c) < 0) {
		answer_error(c, id, "out of memory");
		return;
	}
	add_object(c, json_pack("{s:O?, s:{s:I}}", "id", id, "result", "since", (json_int_t)from));
	add_object(c, publish_hello(&server->publish));
	look_for_reports(c);
}

/* --- calls --- */

static void answered(void *data, enum call_status status, json_t *result, const char *why)
{
	struct asked *asked = data;
	struct client *c = asked->client;

	if (status == CALL_GOOD)
		add_object(c, json_pack("{s:O?, s:O?}", "id", asked->id, "result", result));
	else
		answer_error(c, asked->id, why);
	json_decref(asked->id);
	asked->is_open = false;
	flush(c);
}

static struct asked *free_slot(struct client *c)
{
	for (size_t i = 0; i < CALLS_MAX; i++)
		if (!c->asked[i].is_open)
			return &c->asked[i];
	return NULL;
}

static void begin_call(struct client *c, json_t *id, const char *name, const json_t *param)
{
	struct asked *slot = free_slot(c);
	const char *by = json_string_value(json_object_get(param, "by"));
	struct call_asked asked = {.name = name,
				   .param = param,
				   .by = by && by[0] != '\0' ? by : c->name,
				   .from = c->from,
				   .is_local = true,
				   .fd = c->passed_fd,
				   .answer = answered,
				   .data = slot};
	struct call *call;

	if (!slot) {
		answer_error(c, id, "too many calls at once");
		return;
	}
	c->passed_fd = -1;
	*slot = (struct asked){.client = c, .id = json_incref(id), .is_open = true};
	call = call_begin(c->control->server, &asked);
	if (slot->is_open)
		slot->call = call;
}

static void take_line(struct client *c, const char *line, size_t len)
{
	json_error_t error;
	json_t *object = json_loadb(line, len, 0, &error);
	json_t *id = json_object_get(object, "id"), *param = json_object_get(object, "param");
	const char *name = json_string_value(json_object_get(object, "call"));

	if (!object)
		answer_error(c, NULL, error.text);
	else if (json_object_get(param, "by") && !json_is_string(json_object_get(param, "by")))
		answer_error(c, id, "\"by\" must be a name");
	else if (!name || (param && !json_is_object(param)))
		answer_error(c, id, "expected {\"id\":...,\"call\":NAME,\"param\":{...}}");
	else if (strcmp(name, "watch") == 0)
		begin_watch(c, id, param);
	else
		begin_call(c, id, name, param);
	json_decref(object);
}

static void take_lines(struct client *c)
{
	char *from = c->in, *end;

	while (!c->is_closing &&
	       (end = memchr(from, '\n', c->in_len - (size_t)(from - c->in))) != NULL) {
		if (end > from)
			take_line(c, from, (size_t)(end - from));
		from = end + 1;
	}
	c->in_len -= (size_t)(from - c->in);
	memmove(c->in, from, c->in_len);
	if (c->in_len == LINE_MAX_BYTES && !c->is_closing) {
		answer_error(c, NULL, "a line is at most 64 KiB long");
		c->ends_soon = true;
	}
}

/* --- reading --- */

/* Only the first is of use: whoever sends more must not fill our table of files. */
static void take_rights(struct client *c, const struct cmsghdr *part)
{
	size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	int fd;

	for (size_t i = 0; i < count; i++) {
		memcpy(&fd, CMSG_DATA(part) + i * sizeof(fd), sizeof(fd));
		if (i > 0) {
			close(fd);
			continue;
		}
		if (c->passed_fd >= 0)
			close(c->passed_fd);
		c->passed_fd = fd;
	}
}

/* A file that boardctl has opened for a long answer comes beside the bytes. */
static void take_passed(struct client *c, struct msghdr *message)
{
	for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part; part = CMSG_NXTHDR(message, part))
		if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS)
			take_rights(c, part);
}

static ssize_t receive(struct client *c)
{
	char space[CMSG_SPACE(sizeof(int))];
	struct iovec into = {c->in + c->in_len, LINE_MAX_BYTES - c->in_len};
	struct msghdr message = {.msg_iov = &into,
				 .msg_iovlen = 1,
				 .msg_control = space,
				 .msg_controllen = sizeof(space)};
	ssize_t n = recvmsg(c->fd, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);

	if (n > 0)
		take_passed(c, &message);
	return n;
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
	struct client *c = poll->data;
	ssize_t n;

	if (status < 0) {
		close_client(c);
		return;
	}
	if (events & (UV_READABLE | UV_DISCONNECT)) {
		n = receive(c);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
			close_client(c);
			return;
		}
		c->in_len += n > 0 ? (size_t)n : 0;
		take_lines(c);
	}
	look_for_reports(c);
}

/* --- clients --- */

static void name_client(struct client *c)
{
	struct ucred who = {.uid = (uid_t)-1};
	socklen_t len = sizeof(who);
	struct passwd *person = NULL;

	if (getsockopt(c->fd, SOL_SOCKET, SO_PEERCRED, &who, &len) == 0)
		person = getpwuid(who.uid);
	if (person && !name_fault(person->pw_name))
		snprintf(c->name, sizeof(c->name), "%s", person->pw_name);
	else
		snprintf(c->name, sizeof(c->name), "uid %d", (int)who.uid);
	snprintf(c->from, sizeof(c->from), "uid:%u", (unsigned)who.uid);
}

static void add_client(struct control *control, int fd)
{
	struct client *c = calloc(1, sizeof(*c));
	char *in = malloc(LINE_MAX_BYTES);

	if (!c || !in || uv_poll_init(&control->server->publish.loop, &c->poll, fd) < 0) {
		free(c);
		free(in);
		close(fd);
		return;
	}
	uv_timer_init(&control->server->publish.loop, &c->patience);
	c->handles = 2;
	c->control = control;
	c->fd = fd;
	c->passed_fd = -1;
	c->in = in;
	c->poll.data = c->patience.data = c;
	c->link = &control->clients;
	c->next = control->clients;
	if (c->next)
		c->next->link = &c->next;
	control->clients = c;
	control->client_count++;
	name_client(c);
	watch_socket(c);
}

static void on_connection(uv_poll_t *poll, int status, int events)
{
	struct control *control = poll->data;
	int fd;

	(void)status;
	(void)events;
	while ((fd = accept4(control->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0) {
		if (control->client_count < CLIENTS_MAX) {
			add_client(control, fd);
			control->is_crowded = false;
			continue;
		}
		if (!control->is_crowded)
			log_seldom(&control->crowded, LOG_LEVEL_WARNING,
				   "control socket: %d connections are open, others are refused",
				   CLIENTS_MAX);
		control->is_crowded = true;
		close(fd);
	}
}

/* --- the socket --- */

/* Somebody listens there, and is not to be pushed aside. */
static bool is_alive(const struct sockaddr_un *at)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool is = fd >= 0 && connect(fd, (const struct sockaddr *)at, sizeof(*at)) == 0;

	if (fd >= 0)
		close(fd);
	return is;
}

static void give_to_group(const char *path, const char *name)
{
	struct group *group = name ? getgrnam(name) : NULL;

	if (chmod(path, 0660) < 0 || (group && chown(path, (uid_t)-1, group->gr_gid) < 0))
		log_warning("%s: cannot be given to the group %s: %s", path, name ? name : "-",
			    strerror(errno));
}

static int listen_at(const char *path, const char *group)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	mode_t before;
	int fd, r = 0;

	if (strlen(path) >= sizeof(at.sun_path))
		return -ENAMETOOLONG;
	memcpy(at.sun_path, path, strlen(path) + 1);
	if (is_alive(&at))
		return -EADDRINUSE;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	(void)unlink(path);
	before = umask(0177);
	if (bind(fd, (struct sockaddr *)&at, sizeof(at)) < 0 || listen(fd, 64) < 0)
		r = -errno;
	umask(before);
	if (r < 0) {
		close(fd);
		return r;
	}
	give_to_group(path, group);
	return fd;
}

int control_new(struct control **ret, struct server *server, const char *path, const char *group)
{
	struct control *control = calloc(1, sizeof(*control));

	if (!control)
		return -ENOMEM;
	control->fd = listen_at(path, group);
	if (control->fd < 0) {
		int r = control->fd;

		free(control);
		return r;
	}
	control->server = server;
	snprintf(control->path, sizeof(control->path), "%s", path);
	uv_poll_init(&server->publish.loop, &control->poll, control->fd);
	control->poll.data = control;
	uv_poll_start(&control->poll, UV_READABLE, on_connection);
	*ret = control;
	return 0;
}

static void socket_closed(uv_handle_t *handle)
{
	struct control *control = handle->data;

	control->is_closed = true;
	free_when_idle(control);
}

void control_free(struct control *control)
{
	if (!control)
		return;
	control->is_closing = true;
	(void)unlink(control->path);
	for (struct client *c = control->clients; c; c = c->next)
		close_client(c);
	uv_close((uv_handle_t *)&control->poll, socket_closed);
	close(control->fd);
}
