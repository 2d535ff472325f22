/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SEND_MQTT_H
#define BOARDD_SEND_MQTT_H

#include "daemon/hall/hall.h"
#include "daemon/publish/publish.h"

/*
 * Boards, games and reports for an MQTT broker, and the delayed games for the
 * public beside them. The loop builds what has changed and puts it in a mailbox;
 * daemon/send/mqtt_link.h sends it.
 */

struct send_mqtt;

/*
 * Listens to the feed and to what the public is shown, if a broker is configured; the
 * record is complete. Returns 0 or a negative errno.
 */
int send_mqtt_new(struct send_mqtt **ret, struct publish *publish, const struct hall *hall);

/* Takes NULL; the loop has to run once more. */
void send_mqtt_free(struct send_mqtt *mqtt);

/* For people: {ready, connections, acked, why}. A new object; null when there is no broker. */
json_t *send_mqtt_status(const struct send_mqtt *mqtt);

#endif
