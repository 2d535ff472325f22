/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_ACTION_H
#define BOARDD_TOUCH_ACTION_H

#include "libboardd/public.h"
#include "touchmove/law/edition.h"
#include "touchmove/law/event.h"

BOARDD_PUBLIC_BEGIN

/*
 * The words of an arbiter, as written in scenarios, captures and at the command
 * line: "claim white fifty Rd3", "uphold", "report two-hands black", and also
 * "adjust white". One vocabulary for all of them.
 */

/* False: ret_fault says why, and ret is untouched. The time and id are the caller's. */
bool touch_action_read(struct touch_event *ret, struct rules_slice text,
		       struct rules_fault *ret_fault);

/* "white" or "black"; false if it is neither. */
bool touch_color_read(uint8_t *ret, struct rules_slice word);

/* The next word of a text, which loses it; empty at the end. */
struct rules_slice touch_word_next(struct rules_slice *text);

/* "quickplay", "threefold": the claims. */
const char *touch_claim_name(enum touch_claim claim);

/* "warning", "loss": the items of an arbiter's penalties. */
const char *touch_penalty_name(enum touch_penalty penalty);

BOARDD_PUBLIC_END

#endif
