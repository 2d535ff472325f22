/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CAUTION_H
#define BOARDD_CAUTION_H

#include "daemon/config/config.h"

/*
 * Warns of what a configuration may say and should not: secrets that others on this
 * machine can read, and secrets that go over a network in clear.
 */
void caution_say(const struct config *config);

#endif
