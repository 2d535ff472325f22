/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CALL_H
#define BOARDD_CALL_H

#include "daemon/control/server.h"

/*
 * What can be asked of the daemon, the same for all who ask: the control socket
 * and the HTTP listeners. A call has a name and parameters, and is answered
 * once: at once, when a report is safe in the journal, or when a worker is done.
 *
 * The calls are rows of one table in call.c; boardd(8) describes them.
 */

enum call_status {
	CALL_GOOD,
	CALL_BAD,       /* what was asked makes no sense */
	CALL_NOT_FOUND, /* no such board, game or call */
	CALL_REFUSED,   /* not by you */
	CALL_NOT_NOW,   /* something is in the way */
	CALL_FAILED,    /* the daemon could not */
};

/* result is borrowed, NULL unless CALL_GOOD; why is NULL then. */
typedef void call_answer(void *data, enum call_status status, json_t *result, const char *why);

struct call;

struct call_asked {
	const char *name;
	const json_t *param; /* an object, or NULL */
	const char *by;      /* the person who asks; NULL: nobody known, who may only look */
	const char *from;    /* whom the system knows there: "uid:1000"; NULL: not known */
	bool is_local;       /* by the control socket, which may ask for more */
	int fd;              /* where a long answer goes, -1: none; the call closes it */
	call_answer *answer;
	void *data;
};

/*
 * Returns the call while it is under way, for call_forget(), or NULL when it has
 * been answered already.
 */
struct call *call_begin(struct server *server, const struct call_asked *asked);

/*
 * Nobody waits for the answer any more: what only reads is given up, what changes something is
 * done all the same. Takes NULL.
 */
void call_forget(struct call *call);

/*
 * The same for what is done already: the result, which is taken, is told when all that was done so
 * far is on the disk.
 */
struct call *call_when_written(struct server *server, const struct call_asked *asked,
			       json_t *result);

/* Answers what waits for reports up to this one. */
void call_released(struct server *server, uint64_t seq);

/* The journal has written something. */
void call_written(struct server *server);

/* A name is gone from the journal: whoever asked for that first is told. */
void call_forgotten(struct server *server);

/* boardd stops: what waits is refused. */
void call_give_up(struct server *server);

/* The pairings of the file that is configured, if it has changed since they were taken last. */
void call_import_configured(struct server *server);

#endif
