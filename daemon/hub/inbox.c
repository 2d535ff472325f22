/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/inbox.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX 20000
#define BYTES_MAX (32u << 20)

struct inbox {
	uv_async_t async;
	void (*ready)(void *data);
	void *data;
	pthread_mutex_t lock;
	pthread_cond_t has_room;
	/* under the lock */
	struct inbox_message *first, **last;
	size_t count, bytes;
	bool is_ended;
};

static void wake(uv_async_t *async)
{
	struct inbox *inbox = async->data;

	inbox->ready(inbox->data);
}

int inbox_new(struct inbox **ret, uv_loop_t *loop, void (*ready)(void *data), void *data)
{
	struct inbox *inbox = calloc(1, sizeof(*inbox));
	int r;

	if (!inbox)
		return -ENOMEM;
	r = uv_async_init(loop, &inbox->async, wake);
	if (r < 0) {
		free(inbox);
		return r;
	}
	inbox->async.data = inbox;
	inbox->ready = ready;
	inbox->data = data;
	inbox->last = &inbox->first;
	pthread_mutex_init(&inbox->lock, NULL);
	pthread_cond_init(&inbox->has_room, NULL);
	*ret = inbox;
	return 0;
}

static struct inbox_message *new_message(const char *topic, const void *text, size_t len)
{
	size_t topic_len = strlen(topic) + 1;
	struct inbox_message *message = malloc(sizeof(*message) + topic_len + len + 1);

	if (!message)
		return NULL;
	memcpy(message->topic, topic, topic_len);
	message->text = message->topic + topic_len;
	message->len = len;
	if (len > 0)
		memcpy(message->text, text, len);
	message->text[len] = '\0';
	message->next = NULL;
	return message;
}

void inbox_put(struct inbox *inbox, const char *topic, const void *text, size_t len,
	       bool is_retained)
{
	struct inbox_message *message = new_message(topic, text, len);

	if (!message)
		return;
	message->is_retained = is_retained;
	pthread_mutex_lock(&inbox->lock);
	while (!inbox->is_ended && (inbox->count >= COUNT_MAX || inbox->bytes >= BYTES_MAX))
		pthread_cond_wait(&inbox->has_room, &inbox->lock);
	*inbox->last = message;
	inbox->last = &message->next;
	inbox->count++;
	inbox->bytes += len;
	pthread_mutex_unlock(&inbox->lock);
	uv_async_send(&inbox->async);
}

struct inbox_message *inbox_take(struct inbox *inbox)
{
	struct inbox_message *message;

	pthread_mutex_lock(&inbox->lock);
	message = inbox->first;
	if (message) {
		inbox->first = message->next;
		if (!inbox->first)
			inbox->last = &inbox->first;
		inbox->count--;
		inbox->bytes -= message->len;
		pthread_cond_signal(&inbox->has_room);
	}
	pthread_mutex_unlock(&inbox->lock);
	return message;
}

void inbox_again(struct inbox *inbox)
{
	uv_async_send(&inbox->async);
}

void inbox_end(struct inbox *inbox)
{
	pthread_mutex_lock(&inbox->lock);
	inbox->is_ended = true;
	pthread_cond_broadcast(&inbox->has_room);
	pthread_mutex_unlock(&inbox->lock);
}

static void closed(uv_handle_t *handle)
{
	struct inbox *inbox = handle->data;
	struct inbox_message *message;

	while ((message = inbox_take(inbox)) != NULL)
		free(message);
	pthread_cond_destroy(&inbox->has_room);
	pthread_mutex_destroy(&inbox->lock);
	free(inbox);
}

void inbox_free(struct inbox *inbox)
{
	if (inbox)
		uv_close((uv_handle_t *)&inbox->async, closed);
}
