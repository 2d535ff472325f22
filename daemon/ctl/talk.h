/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_TALK_H
#define BOARDD_CTL_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board-protocol/board.h"

/*
 * A talk with one board, for the commands that work without the daemon: a
 * device, a session, and a loop around them. Who listens hears every byte, in
 * both directions, and every event.
 */

struct ctl_listener {
	/* Any may be NULL. is_out: from us to the board. */
	void (*bytes)(void *data, uint64_t at_ms, bool is_out, const uint8_t *bytes, size_t len);
	void (*event)(void *data, const struct board_event *event);
	/* Nothing answered so far, and another make is asked for: it begins anew. */
	void (*again)(void *data, uint64_t at_ms);
	/* Asked after everything that happened; true ends the talk. */
	bool (*is_enough)(void *data, uint64_t at_ms);
	void *data;
};

enum ctl_talk_end {
	CTL_TALK_ENOUGH,  /* the listener said so */
	CTL_TALK_OVER,    /* the time is up */
	CTL_TALK_STOPPED, /* by a signal */
	CTL_TALK_FAILED,  /* the device: see ctl_talk_error() */
	CTL_TALK_SILENT,  /* nothing answers, or nothing answers any more */
};

struct ctl_talk;

/*
 * makes: of which its board may be, see driver_identity_makes(); wiring: what is
 * behind the device, if that is known. Returns 0 or negative errno. SIGINT, SIGTERM and SIGHUP are
 * blocked from here on, and end a talk instead of the program.
 */
int ctl_talk_new(struct ctl_talk **ret, const char *address, uint32_t makes,
		 enum board_wiring wiring, struct ctl_listener listener);
void ctl_talk_free(struct ctl_talk *talk); /* takes NULL */

/* Talks for at most this long; UINT64_MAX: until something ends it. Time counts from 0. */
enum ctl_talk_end ctl_talk_run(struct ctl_talk *talk, uint64_t for_ms);

/* Something besides what the session says by itself. False: not open. */
bool ctl_talk_say(struct ctl_talk *talk, uint64_t at_ms, const uint8_t *bytes, size_t len);

/* What kind of board it is taken for. */
const struct board_make *ctl_talk_make(const struct ctl_talk *talk);

/* Negative errno of the device. */
int ctl_talk_error(const struct ctl_talk *talk);

#endif
