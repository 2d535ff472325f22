/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_VERSIONS_H
#define BOARDD_VERSIONS_H

/*
 * What other programs read has a version of its own, which rises only when they
 * would have to change; docs/versions.md says what may change without. That of
 * MQTT is MQTT_VERSION, in broadcast/.
 */

#define STREAM_VERSION  1 /* boardd-stream(5) */
#define API_VERSION     1 /* the paths below /v1, docs/openapi.yaml */
#define JOURNAL_SCHEMA  4 /* boardd-journal(5) */
#define CAPTURE_VERSION 1 /* boardctl(1), record and replay */

#endif
