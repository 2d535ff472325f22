/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_EXPLAIN_H
#define BOARDD_READ_EXPLAIN_H

#include "rules-core/text.h"
#include "touchmove/read/read.h"

/*
 * The readings alive, in words, cheapest first, a line each:
 *
 *	1. 3.4: e4 exd5 | own man in the air d1 0.1
 *	2. 9.0: e4 | captured man on its way off d4 2.4
 *
 * The number is the cost above the cheapest's own past, in natural units; then
 * the half-moves that are not told yet, and the bill of this moment.
 */
void read_explain(const struct reader *r, struct rules_text *out);

/*
 * Why it was told when it was, of a piece of news of the last input, a line:
 *
 *	3. exd5, told 0.2 s after its men came to rest: seen; pressed; the nearest
 *	reading without it costs 9.4 more, 6.0 would do
 */
void read_explain_news(const struct reader *r, const struct read_news *news,
		       struct rules_text *out);

/* One act: "white put back Ng1 (presumed)". */
void read_act_explain(const struct read_act *act, struct rules_text *out);

#endif
