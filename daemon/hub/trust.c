/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/trust.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/sha256.h"

int trust_secret(char ret[TRUST_SECRET_MAX])
{
	uint8_t bytes[SHA256_SIZE];

	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
		return -EIO;
	sha256_write(bytes, ret);
	return 0;
}

void trust_hash(const char *secret, char ret[TRUST_SECRET_MAX])
{
	struct sha256 hash;

	sha256_init(&hash);
	sha256_feed(&hash, secret, strlen(secret));
	sha256_finish_text(&hash, ret);
}

static void path_of(const struct publish *publish, const char *file, const char *end, char *ret,
		    size_t size)
{
	const char *path = publish->journal_path, *slash = strrchr(path, '/');

	snprintf(ret, size, "%.*s%s%s", slash ? (int)(slash + 1 - path) : 0, path, file, end);
}

json_t *trust_read(const struct publish *publish, const char *file)
{
	char path[PUBLISH_PATH_MAX + 64];
	json_t *object;

	path_of(publish, file, "", path, sizeof(path));
	object = json_load_file(path, 0, NULL);
	if (json_is_object(object))
		return object;
	if (object || access(path, F_OK) == 0)
		log_error("%s: it cannot be read: hub and nodes have to be joined anew", path);
	json_decref(object);
	return json_object();
}

static int write_to(const char *path, const json_t *object)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), r = 0;

	if (fd < 0)
		return -errno;
	if (json_dumpfd(object, fd, JSON_INDENT(1)) < 0 || fsync(fd) < 0)
		r = -EIO;
	close(fd);
	return r;
}

int trust_write(const struct publish *publish, const char *file, const json_t *object)
{
	char path[PUBLISH_PATH_MAX + 64], fresh[PUBLISH_PATH_MAX + 64];
	int r;

	path_of(publish, file, "", path, sizeof(path));
	path_of(publish, file, ".new", fresh, sizeof(fresh));
	r = write_to(fresh, object);
	if (r == 0 && rename(fresh, path) < 0)
		r = -errno;
	if (r < 0)
		log_error("%s: it cannot be written: %s", path, strerror(-r));
	return r;
}
