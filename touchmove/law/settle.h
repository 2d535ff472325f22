/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_SETTLE_H
#define BOARDD_TOUCH_SETTLE_H

#include "touchmove/law/event.h"

/*
 * Sensor noise is taken out before anything is made of it: the same man gone
 * and back on the same square within 1.1 scans was never lifted. So a lift
 * waits that long, unless its man is seen elsewhere first, and what comes
 * behind it waits with it: events in, the same events less the noise out, in
 * the same order and with the times they came at.
 *
 * One thing is put in order: a man that is pushed may be seen on his next
 * square before he is missed on the last one, and so on over several squares.
 * There is then one man too many of his kind on the board. He waits for the
 * lift of one of his kind: for as long as a lift waits, or longer if so set. If
 * it comes, it went before. A captured man that is carried past waits as well,
 * until he goes: nobody knows yet which of the two he is.
 *
 * Where squares may be seen late, a press waits for the man that came down
 * just before it: if he is next seen further on in his line, or where an enemy
 * stood, that went before.
 */
#define TOUCH_QUEUE_MAX 24
#define TOUCH_LOOK_BACK 2

/* A man that was in no hand when he was seen. */
enum touch_extra {
	TOUCH_EXTRA_NOT,
	TOUCH_EXTRA_CAPTURED, /* or may be one that was captured */
	TOUCH_EXTRA_SURELY,   /* all of his kind are on the board */
};

struct touch_settle {
	uint32_t slide_ms; /* 0: as long as a lift waits */
	uint32_t late_ms;  /* how late a square may be seen; 0: a press does not wait */
	uint8_t count;
	struct touch_event queue[TOUCH_QUEUE_MAX];
	struct touch_event last[TOUCH_LOOK_BACK]; /* taken out before the front, newest first */
};

/* Takes an event in. False if the queue is full: take one out first. */
bool touch_settle_add(struct touch_settle *settle, const struct touch_event *event,
		      uint32_t scan_ms);

/* When the event at the front is sure; UINT64_MAX if there is none. */
uint64_t touch_settle_deadline(const struct touch_settle *settle, uint32_t scan_ms);

/* The event at the front if it is sure at that time, or if forced. False: none. */
bool touch_settle_take(struct touch_settle *settle, uint64_t now_ms, bool forced, uint32_t scan_ms,
		       struct touch_event *ret);

#endif
