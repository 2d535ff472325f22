/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SEND_UPLOAD_H
#define BOARDD_SEND_UPLOAD_H

#include "daemon/publish/publish.h"

/*
 * The files of the folder, on a server, by FTP or SFTP. A thread of its own, which is only begun
 * when a server is configured, sends the latest text of each file; what failed is tried again.
 */

struct send_upload;

/* Listens to what the public is shown. Returns 0 or a negative errno. */
int send_upload_new(struct send_upload **ret, struct publish *publish);

/* The configuration has changed; what was refused is tried again, and all goes to a new server. */
void send_upload_reload(struct send_upload *upload);

/* Files that still wait are dropped: the next start sends all. Takes NULL; the loop has to run once
 * more. */
void send_upload_free(struct send_upload *upload);

/* For people: {stored, waiting, why}. A new object; null when nothing is configured. */
json_t *send_upload_status(struct send_upload *upload);

#endif
