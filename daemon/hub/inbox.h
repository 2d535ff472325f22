/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_INBOX_H
#define BOARDD_HUB_INBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

/*
 * Messages from the thread of the broker's connection to the loop, in their order. Bounded:
 * when the loop is behind, the thread waits, and so does the broker.
 */

struct inbox;

struct inbox_message {
	struct inbox_message *next;
	bool is_retained;
	size_t len;
	char *text;   /* behind the topic; a zero byte follows it */
	char topic[]; /* with its zero byte */
};

/* ready is called on the loop when something has come. Returns 0 or a negative errno. */
int inbox_new(struct inbox **ret, uv_loop_t *loop, void (*ready)(void *data), void *data);

/* By the thread. Copies; what finds no memory is dropped, and is asked for again later. */
void inbox_put(struct inbox *inbox, const char *topic, const void *text, size_t len,
	       bool is_retained);

/* The first, for free(); NULL: there is none. */
struct inbox_message *inbox_take(struct inbox *inbox);

/* ready is called once more: there was too much for one turn of the loop. */
void inbox_again(struct inbox *inbox);

/* Nobody takes anything any more: a thread that waits goes on. */
void inbox_end(struct inbox *inbox);

/* When the thread is gone. Takes NULL; the loop has to run once more. */
void inbox_free(struct inbox *inbox);

#endif
