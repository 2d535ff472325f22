/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "driver/bluetooth_private.h"

/*
 * One board that is open. Low energy: a pair of sockets, whose far end the driver has;
 * what a characteristic tells goes in at ours, what the driver writes is written to one,
 * a message at a time. Classic: the descriptor of BlueZ is the driver's.
 *
 * CONNECTING   low energy: connected      -> RESOLVING    its services are listed
 * CONNECTING   classic: the port is ours  -> READY
 * RESOLVING    its services are known     -> SUBSCRIBING
 * SUBSCRIBING  all of them tell us        -> READY
 * any          refused, left, disconnected -> GONE
 */

#define CONNECT_MS 45000
#define MTU_LEAST  23 /* of every link of low energy */
#define MTU_HEAD   3  /* of it, before what is written */

/* --- errors --- */

int bluetooth_error(const sd_bus_error *error)
{
	static const struct {
		const char *name;
		int number;
	} known[] = {
		{"org.bluez.Error.NotReady", -ENETDOWN},
		{"org.bluez.Error.InProgress", -EBUSY},
		{"org.bluez.Error.NotPermitted", -EBUSY},
		{"org.bluez.Error.AlreadyConnected", -EBUSY},
		{"org.bluez.Error.NotAvailable", -EHOSTDOWN},
		{"org.bluez.Error.ConnectionAttemptFailed", -EHOSTDOWN},
		{"org.bluez.Error.AuthenticationFailed", -EACCES},
		{"org.bluez.Error.AuthenticationRejected", -EACCES},
		{"org.bluez.Error.AuthenticationTimeout", -EACCES},
		{"org.bluez.Error.AuthenticationCanceled", -EACCES},
		{"org.bluez.Error.NotAuthorized", -EACCES},
		{SD_BUS_ERROR_ACCESS_DENIED, -EACCES},
		{SD_BUS_ERROR_UNKNOWN_OBJECT, -ENOENT},
		{SD_BUS_ERROR_SERVICE_UNKNOWN, -ENOENT},
		{SD_BUS_ERROR_NO_REPLY, -ETIMEDOUT},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (sd_bus_error_has_name(error, known[i].name))
			return known[i].number;
	/* A busy serial port has no name of its own, only a text. */
	if (error->message && strcasestr(error->message, "busy"))
		return -EBUSY;
	return -EHOSTDOWN;
}

/* --- the end --- */

static void wake(struct bluetooth_channel *c)
{
	const uint64_t one = 1;

	if (c->wake >= 0)
		(void)!write(c->wake, &one, sizeof(one));
}

static void close_near(struct bluetooth_channel *c)
{
	if (c->near >= 0)
		close(c->near);
	c->near = -1;
}

void bluetooth_channel_end(struct bluetooth_channel *c, int error)
{
	if (c->state == GONE)
		return;
	c->call = sd_bus_slot_unref(c->call);
	c->state = GONE;
	c->error = error;
	close_near(c); /* the driver reads the end there */
	wake(c);
}

static void channel_close(struct driver *drv)
{
	struct bluetooth_channel *c = (struct bluetooth_channel *)drv;
	struct bluetooth_channel **at = &c->bt->channels;
	bool was_ours = c->state != GONE && !c->was_connected && c->path[0] != '\0';

	c->call = sd_bus_slot_unref(c->call);
	/* Whoever was connected before us stays so. Nobody waits for an answer. */
	if (was_ours && c->bt->bus)
		(void)sd_bus_call_method_async(c->bt->bus, NULL, BLUEZ, c->path, DEVICE,
					       "Disconnect", NULL, NULL, NULL);
	close_near(c);
	if (c->data >= 0)
		close(c->data);
	if (c->wake >= 0)
		close(c->wake);
	while (*at && *at != c)
		at = &(*at)->next;
	if (*at)
		*at = c->next;
	free(c);
}

/* --- bytes --- */

void bluetooth_channel_hear(struct driver_bluetooth *bt, const char *path, const uint8_t *bytes,
			    size_t len)
{
	for (struct bluetooth_channel *c = bt->channels; c; c = c->next) {
		bool is_ours = strcmp(c->notify_path[0], path) == 0 ||
			       strcmp(c->notify_path[1], path) == 0;

		/* What nobody reads for so long that the pair is full is lost. */
		if (is_ours && c->near >= 0 && len > 0)
			(void)!send(c->near, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
	}
}

static int written(sd_bus_message *m, void *data, sd_bus_error *ret_error)
{
	struct bluetooth_channel *c = data;

	(void)ret_error;
	c->call = sd_bus_slot_unref(c->call);
	c->free_ms = c->bt->now_ms + (c->out_len == 0 ? c->row->pace_ms : 0);
	if (sd_bus_message_is_method_error(m, NULL))
		bluetooth_channel_end(c, -ENODEV);
	return 0;
}

/* The next piece of the message. */
static int write_value(struct bluetooth_channel *c)
{
	size_t len = c->out_len < c->piece ? c->out_len : c->piece;
	sd_bus_message *m = NULL;
	int r = sd_bus_message_new_method_call(c->bt->bus, &m, BLUEZ, c->write_path, CHARACTERISTIC,
					       "WriteValue");

	if (r >= 0)
		r = sd_bus_message_append_array(m, 'y', c->out, len);
	if (r >= 0)
		r = sd_bus_message_append(m, "a{sv}", 1, "type", "s",
					  c->wants_answer ? "request" : "command");
	if (r >= 0)
		r = sd_bus_call_async(c->bt->bus, &c->call, m, written, c, BLUETOOTH_ANSWER_US);
	sd_bus_message_unref(m);
	c->out_len -= len;
	memmove(c->out, c->out + len, c->out_len);
	return r;
}

/* A message that the link does not take at once goes in pieces, without a pause between them. */
void bluetooth_channel_write(struct bluetooth_channel *c)
{
	ssize_t len;

	if (c->state != READY || c->near < 0 || c->call || c->bt->now_ms < c->free_ms)
		return;
	if (c->out_len == 0) {
		len = recv(c->near, c->out, sizeof(c->out), MSG_DONTWAIT);
		c->out_len = len > 0 ? (size_t)len : 0;
	}
	if (c->out_len > 0 && write_value(c) < 0)
		bluetooth_channel_end(c, -ENODEV);
}

/* While a pause is kept something may wait; else it is the descriptor that tells. */
uint64_t bluetooth_channel_deadline(const struct bluetooth_channel *c)
{
	return c->state == READY && c->near >= 0 && c->free_ms > c->bt->now_ms ? c->free_ms
									       : UINT64_MAX;
}

/* --- opening --- */

static void ready(struct bluetooth_channel *c)
{
	c->state = READY;
	wake(c);
}

static int subscribed(sd_bus_message *m, void *data, sd_bus_error *ret_error);

static void subscribe_next(struct bluetooth_channel *c)
{
	const char *path = c->notify_path[c->subscribed];
	int r;

	if (c->subscribed == 2 || path[0] == '\0') {
		ready(c);
		return;
	}
	r = sd_bus_call_method_async(c->bt->bus, &c->call, BLUEZ, path, CHARACTERISTIC,
				     "StartNotify", subscribed, c, NULL);
	if (r < 0)
		bluetooth_channel_end(c, r);
}

static int subscribed(sd_bus_message *m, void *data, sd_bus_error *ret_error)
{
	struct bluetooth_channel *c = data;

	(void)ret_error;
	c->call = sd_bus_slot_unref(c->call);
	if (sd_bus_message_is_method_error(m, NULL)) {
		bluetooth_channel_end(c, bluetooth_error(sd_bus_message_get_error(m)));
		return 0;
	}
	c->subscribed++;
	subscribe_next(c);
	return 0;
}

/* The characteristic of a device with this UUID, or NULL. */
static const struct bluetooth_object *find(const struct bluetooth_channel *c, const char *uuid)
{
	size_t len = strlen(c->path);

	for (size_t i = 0; uuid && i < c->bt->object_count; i++) {
		const struct bluetooth_object *o = c->bt->objects[i];

		if (o->kind == BLUETOOTH_CHARACTERISTIC && strncmp(o->path, c->path, len) == 0 &&
		    o->path[len] == '/' && strcasecmp(o->uuids[0], uuid) == 0)
			return o;
	}
	return NULL;
}

static void resolved(struct bluetooth_channel *c)
{
	const struct bluetooth_object *notify = find(c, c->row->notify);
	const struct bluetooth_object *answers = find(c, c->row->answers);
	const struct bluetooth_object *write = find(c, c->row->write);

	c->state = SUBSCRIBING;
	if (!notify || !write) {
		bluetooth_channel_end(c, -ENOTSUP);
		return;
	}
	if (notify->is_acquired) {
		bluetooth_channel_end(c, -EBUSY);
		return;
	}
	memcpy(c->notify_path[0], notify->path, sizeof(c->notify_path[0]));
	if (answers)
		memcpy(c->notify_path[1], answers->path, sizeof(c->notify_path[1]));
	memcpy(c->write_path, write->path, sizeof(c->write_path));
	c->wants_answer = write->wants_answer;
	c->piece = (write->mtu > MTU_LEAST ? write->mtu : MTU_LEAST) - MTU_HEAD;
	subscribe_next(c);
}

static int connected(sd_bus_message *m, void *data, sd_bus_error *ret_error)
{
	struct bluetooth_channel *c = data;
	const sd_bus_error *error = sd_bus_message_get_error(m);
	const struct bluetooth_object *device;

	(void)ret_error;
	c->call = sd_bus_slot_unref(c->call);
	if (error && !sd_bus_error_has_name(error, "org.bluez.Error.AlreadyConnected")) {
		bluetooth_channel_end(c, bluetooth_error(error));
		return 0;
	}
	if (c->state != CONNECTING) /* classic, and the port came before the answer */
		return 0;
	if (!c->row->write) { /* connected by another program, and the port is not ours */
		bluetooth_channel_end(c, -EBUSY);
		return 0;
	}
	c->state = RESOLVING;
	device = bluetooth_object_at(c->bt, c->path);
	if (device && device->is_resolved)
		resolved(c);
	return 0;
}

void bluetooth_channel_look(struct bluetooth_channel *c, const struct bluetooth_object *device)
{
	bool is_up = c->state == RESOLVING || c->state == SUBSCRIBING ||
		     (c->state == READY && c->near >= 0);

	if (!device) {
		bluetooth_channel_end(c, -ENODEV);
		c->path[0] = '\0';
	} else if (is_up && !device->is_connected) {
		bluetooth_channel_end(c, -ENODEV);
	} else if (c->state == RESOLVING && device->is_resolved) {
		resolved(c);
	}
}

bool bluetooth_channel_take(struct driver_bluetooth *bt, const char *path, int fd)
{
	for (struct bluetooth_channel *c = bt->channels; c; c = c->next) {
		if (c->state != CONNECTING || c->row->write || strcmp(c->path, path) != 0)
			continue;
		/* The one in the message dies with it. */
		c->data = fcntl(fd, F_DUPFD_CLOEXEC, 3);
		if (c->data < 0)
			return false;
		(void)fcntl(c->data, F_SETFL, O_NONBLOCK);
		ready(c);
		return true;
	}
	return false;
}

/* --- the driver --- */

static int channel_connect(struct driver *drv)
{
	struct bluetooth_channel *c = (struct bluetooth_channel *)drv;

	if (c->state == GONE)
		return c->error;
	if (c->state != READY)
		return 0;
	drv->fd = c->data;
	return 1;
}

static const struct driver_kind low_energy = {
	.connect = channel_connect,
	.read = driver_stream_read,
	.write = driver_socket_write,
	.close = channel_close,
	.is_packets = true,
	.connect_ms = CONNECT_MS,
};

static const struct driver_kind classic = {
	.connect = channel_connect,
	.read = driver_stream_read,
	.write = driver_socket_write,
	.close = channel_close,
	.connect_ms = CONNECT_MS,
};

static int make_pair(struct bluetooth_channel *c)
{
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds) < 0)
		return -errno;
	c->data = fds[0];
	c->near = fds[1];
	event.data.fd = c->near;
	event.events = EPOLLIN | EPOLLET; /* a message may have to wait for its turn */
	return epoll_ctl(c->bt->epoll, EPOLL_CTL_ADD, c->near, &event) < 0 ? -errno : 0;
}

static int call_connect(struct bluetooth_channel *c)
{
	sd_bus_message *m = NULL;
	int r = sd_bus_message_new_method_call(c->bt->bus, &m, BLUEZ, c->path, DEVICE,
					       c->row->write ? "Connect" : "ConnectProfile");

	if (r >= 0 && !c->row->write)
		r = sd_bus_message_append(m, "s", BOARD_SERIAL_PORT);
	if (r >= 0)
		r = sd_bus_call_async(c->bt->bus, &c->call, m, connected, c, BLUETOOTH_ANSWER_US);
	sd_bus_message_unref(m);
	return r;
}

static int begin(struct bluetooth_channel *c)
{
	int r = c->row->write ? make_pair(c) : 0;

	if (r == 0) {
		c->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		r = c->wake < 0 ? -errno : 0;
	}
	c->drv.fd = c->wake;
	if (r == 0)
		r = call_connect(c);
	return r < 0 ? r : 0;
}

static int may_open(const struct driver_bluetooth *bt, const struct bluetooth_object *device)
{
	const struct bluetooth_object *radio = device ? bluetooth_radio_of(bt, device->path) : NULL;

	if (!device || !radio)
		return -ENOENT;
	if (!radio->is_powered)
		return -ENETDOWN;
	for (const struct bluetooth_channel *c = bt->channels; c; c = c->next)
		if (strcmp(c->path, device->path) == 0)
			return -EBUSY;
	return 0;
}

int driver_bluetooth_open(struct driver_bluetooth *bt, struct driver **ret, const char *address)
{
	const struct bluetooth_object *device =
		bluetooth_device_at(bt, address + strlen(DRIVER_BLUETOOTH));
	const struct board_bluetooth *row = device ? bluetooth_row_of(device) : NULL;
	struct bluetooth_channel *c;
	int r = may_open(bt, device);

	if (r < 0)
		return r;
	if (!row)
		return -ENOTSUP;
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->drv = (struct driver){
		.kind = row->write ? &low_energy : &classic, .fd = -1, .events = POLLIN};
	c->bt = bt;
	c->row = row;
	c->was_connected = device->is_connected;
	c->wake = c->near = c->data = -1;
	memcpy(c->path, device->path, sizeof(c->path));
	c->next = bt->channels;
	bt->channels = c;
	r = begin(c);
	if (r < 0) {
		channel_close(&c->drv);
		return r;
	}
	*ret = &c->drv;
	return 0;
}
