/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_TRUST_H
#define BOARDD_HUB_TRUST_H

#include <jansson.h>

#include "daemon/publish/publish.h"

/* Secrets by which hub and nodes know each other, and the files where they stand. */

#define TRUST_SECRET_MAX 65 /* in hexadecimal */

/* Returns 0 or a negative errno. */
int trust_secret(char ret[TRUST_SECRET_MAX]);

/* What is kept of a secret that others have to show. */
void trust_hash(const char *secret, char ret[TRUST_SECRET_MAX]);

/* A file beside the journal, for its owner alone. An empty object when there is none. */
json_t *trust_read(const struct publish *publish, const char *file);
int trust_write(const struct publish *publish, const char *file, const json_t *object);

#endif
