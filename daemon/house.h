/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HOUSE_H
#define BOARDD_HOUSE_H

#include <jansson.h>
#include <uv.h>

#include "broadcast/record.h"
#include "daemon/config.h"
#include "daemon/feed.h"
#include "daemon/hall.h"
#include "daemon/journal.h"
#include "daemon/moment.h"

/*
 * Everything that is open while the daemon runs, for those inside it that serve
 * people and programs. boardd.c makes it and takes it apart; all of it belongs
 * to the loop.
 */

#define HOUSE_PATH_MAX    512
#define HOUSE_ADDRESS_MAX 300

struct call;
struct login;
struct send_lichess;
struct send_mqtt;
struct shown;

struct house {
	uv_loop_t loop;
	struct config config;
	struct moment moment;
	struct journal *journal;
	char journal_path[HOUSE_PATH_MAX];
	char uuid[JOURNAL_UUID_MAX];
	struct feed *feed;
	struct hall *hall;
	struct record *record; /* what has been published */
	struct shown *shown;   /* what the public sees of it */
	struct send_lichess *lichess;
	struct send_mqtt *mqtt;
	struct login *login;
	char address[HOUSE_ADDRESS_MAX]; /* of the page: "http://localhost:1982/" */
	char socket[HOUSE_PATH_MAX];     /* of the control socket */
	uint64_t started_ms;
	bool is_synchronised, is_behind; /* the machine's clock: set by a better one, put back */
	struct call *waiting;            /* calls whose report is not safe yet */
};

/*
 * Boards come first: whoever may have much to do on the loop calls this between
 * two pieces of it, where nothing is half done. Boards that have spoken are
 * heard, and what has become durable is published.
 */
void house_breathe(struct house *house);

/* The hello of a stream. A new object, or NULL when there is no memory. */
json_t *house_hello(const struct house *house);

#endif
