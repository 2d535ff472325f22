/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_MQTT_SINCE_H
#define BOARDD_MQTT_SINCE_H

#include "daemon/publish/publish.h"

/*
 * The number of the report after which all is that a hub needs of this journal: the reports
 * from a day before the first game of the event on, of which the last game is. Reads the
 * journal: before the loop begins, or when it was begun anew.
 */
uint64_t mqtt_since(const struct publish *publish);

#endif
