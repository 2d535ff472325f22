/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_EXPLAIN_H
#define BOARDD_CTL_EXPLAIN_H

#include <stdio.h>

#include "daemon/table/table.h"

/*
 * Why a game was read as it was, in words, for an arbiter and for us: at each half-move
 * what hands did, why it was told then, and which other readings were alive; what was
 * taken back, what is not known, and what was found.
 */
void explain_news(FILE *out, const struct table *table, const struct table_news *news);

#endif
