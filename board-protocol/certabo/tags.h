/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CERTABO_TAGS_H
#define BOARDD_CERTABO_TAGS_H

#include "board-protocol/certabo/message.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * Whose tag is whose. A board tells the tag of each man and not what man it is: that
 * is learned when the men stand as at the start of a game, with the spare queens on d3
 * and d6 if they are there. Tags that are known are never learned anew: men that stand
 * wrongly are the players' affair.
 *
 * Weak tags flicker. What is believed of a square is what two of the last three lines
 * say; where all three differ it is what was believed before. Plain data.
 */

#define CERTABO_KNOWN_MAX 128
#define CERTABO_LINES     3 /* of which the majority counts */
#define CERTABO_STEADY    4 /* lines in which a start position must stand to be learned */

struct certabo_tags {
	/* Private to tags.c. */
	unsigned lines; /* seen since the port was opened, up to CERTABO_LINES */
	unsigned steady;
	struct certabo_tag seen[CERTABO_LINES][BOARD_SQUARES]; /* the latest first */
	struct certabo_tag believed[BOARD_SQUARES];
	size_t known_count;
	struct {
		struct certabo_tag tag;
		board_piece piece;
	} known[CERTABO_KNOWN_MAX];
};

void certabo_tags_init(struct certabo_tags *t);

/* The port was opened: what stands there may be something else. What is known stays. */
void certabo_tags_open(struct certabo_tags *t);

/*
 * One line. Returns true when there have been enough of them, and the men; a man of
 * whom nothing is known is BOARD_UNKNOWN.
 */
bool certabo_tags_take(struct certabo_tags *t, const struct certabo_tag tag[BOARD_SQUARES],
		       struct board_men *ret);

BOARDD_PUBLIC_END

#endif
