/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_REMAKE_H
#define BOARDD_REMAKE_H

#include "broadcast/fold/delay.h"
#include "broadcast/output/cloud_past.h"
#include "daemon/publish/publish.h"
#include "daemon/publish/snapshot_past.h"

/*
 * What is shown of the games, made anew from the journal: at a start, and when the delay, the
 * hidden names or the journal itself have changed. An event may have a million reports, so once
 * boardd runs a thread reads them; reports that become durable meanwhile are heard by the loop and
 * are put after all that was read.
 */

/* What is made. Plain data; whoever takes a part of it over puts NULL in its place. */
struct remade {
	struct delay *delay;
	struct record *shown;       /* fed with what the delay has let through */
	struct record *live;        /* NULL: not asked for */
	struct cloud_past *past[2]; /* games that the live record and the shown one have dropped */
	struct snapshot_span span;  /* of earlier games, to be searched for; first_seq 0: none */
};

struct snapshot;

struct remake {
	struct worker worker; /* first: found by it */
	struct remake *next;
	/* asked for, by the loop */
	struct snapshot *owner; /* NULL: nobody wants it any more */
	void (*ready)(void *data);
	void *data;
	bool is_shown_at_once; /* else the owner's configuration changes first */
	bool with_live;        /* the live record as well */
	struct delay_rule rule;
	char *hidden; /* whose names the public is not told; NULL: nobody's */
	char path[PUBLISH_PATH_MAX];
	uint64_t up_to; /* the last report to read */
	uint64_t now_ms;
	unsigned base_s, increment_s; /* of the time control, see struct cloud_options */
	json_t *heard;                /* since then: [time, report] of each */
	/* made, by a thread */
	struct remade made;
	bool is_made;
	char why[sizeof(struct journal_fault)]; /* it cannot be read; "": it was */
};

/* NULL: no memory. */
struct remake *remake_new(bool with_live);
void remake_free(struct remake *remake); /* takes NULL */

/* The delay of this configuration is wanted, its hidden names, and those of a hub. 0 or -ENOMEM. */
int remake_want(struct remake *remake, const struct publish *publish, const struct config *config);

/* Is that what these are? False also without memory. */
bool remake_is_wanted(struct delay_rule rule, const char *hidden_or_null,
		      const struct publish *publish, const struct config *config);

/* All that is published by now is to be read. 0 or -ENOMEM. */
int remake_begin(struct remake *remake, const struct publish *publish);

/* Reads it: on any thread, which alone touches the remake meanwhile. */
void remake_read(struct remake *remake);

/* A report that became durable after remake_begin(). */
void remake_hear(struct remake *remake, uint64_t at_ms, const json_t *report);

/* --- for who goes on with what is made --- */

void remake_hold(struct delay *delay, uint64_t at_ms, const json_t *report);
void remake_show(struct record *shown, const json_t *report, const char *hidden_or_null);

#endif
