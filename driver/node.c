/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/node.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEV "/dev/"

/* NAME of /dev/NAME, NULL for any other path. */
static const char *kernel_name(const char *path)
{
	const char *name = path + strlen(DEV);

	if (strncmp(path, DEV, strlen(DEV)) != 0 || *name == '\0' || strchr(name, '/'))
		return NULL;
	return name;
}

/* True when the kernel has a terminal of this name. */
static bool is_terminal(const char *path)
{
	const char *name = kernel_name(path);
	char class[PATH_MAX];

	if (!name)
		return false;
	snprintf(class, sizeof(class), "/sys/class/tty/%s", name);
	return access(class, F_OK) == 0;
}

int driver_node_of(const char *path, char ret_node[PATH_MAX])
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -errno;
	if (!S_ISCHR(st.st_mode))
		return -ENOTTY;
	/* A name the kernel knows is not followed further: in a testbed it may itself be a link. */
	if (is_terminal(path))
		snprintf(ret_node, PATH_MAX, "%s", path);
	else if (!realpath(path, ret_node))
		return -errno;
	return 0;
}

bool driver_node_is_bluetooth(const char *node)
{
	const char *name = kernel_name(node);

	return name && strncmp(name, "rfcomm", strlen("rfcomm")) == 0;
}

bool driver_node_is_port(const char *node)
{
	return is_terminal(node) && !driver_node_is_bluetooth(node);
}
