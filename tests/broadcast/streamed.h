/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_STREAMED_H
#define BOARDD_TESTS_STREAMED_H

#include <jansson.h>

#include "tests/daemon/table/played.h"

/* A simulated game as the stream that the daemon makes of it, a list of reports. */
json_t *streamed_run(struct contest contest);

#endif
