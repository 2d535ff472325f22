/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/secret.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"

bool secret_read(const char *path, char ret[SECRET_MAX])
{
	FILE *from = fopen(path, "re");

	ret[0] = '\0';
	if (!from)
		log_warning("%s: it cannot be read: %s", path, strerror(errno));
	else if (!fgets(ret, SECRET_MAX, from))
		log_warning("%s: there is nothing in it", path);
	ret[strcspn(ret, "\r\n")] = '\0';
	if (from)
		fclose(from);
	return ret[0] != '\0';
}
