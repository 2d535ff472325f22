/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_STREAM_WINNABLE_H
#define BOARDD_STREAM_WINNABLE_H

#include <jansson.h>

#include "daemon/table/table.h"

/* Fills in what a report says of "can they still mate?": what is asked, or what was answered. */
void stream_winnable(json_t *to, const struct table *t, const struct table_news *news);

#endif
