/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HALL_PAST_H
#define BOARDD_HALL_PAST_H

#include "daemon/hall/hall.h"

/*
 * What takes a decision back needs the whole past of its table, and the loop does
 * not wait for that to be read:
 *
 *	hall_past_new(&past, hall, board, why);          on the loop
 *	hall_past_read(past);                            on any thread
 *	hall_past_act(past, action, ...);                on the loop
 *	hall_past_free(past);
 */

struct hall_past;

/* Is it "undo SEQ"? */
bool hall_needs_past(const char *action);

/* Returns 0 with *ret to be freed by the caller, -ENOMEM, or -ENOENT with a sentence in ret_why. */
int hall_past_new(struct hall_past **ret, struct hall *hall, const char *board,
		  char ret_why[HALL_WHY_MAX]);

/* Waits for the disk. The journal must live until this returns, the hall need not. */
void hall_past_read(struct hall_past *past);

/*
 * As hall_act(), and -EAGAIN when the table has had another input since: then it is to be read
 * again, and is ready for that.
 */
int hall_past_act(struct hall_past *past, const char *action, const char *author, const char *from,
		  uint64_t *ret_seq, char ret_why[HALL_WHY_MAX]);

void hall_past_free(struct hall_past *past); /* takes NULL */

#endif
