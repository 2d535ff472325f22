/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/node.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEV       "/dev/"
#define LINKS_MAX 40

/* NAME of /dev/NAME, NULL for any other path. */
static const char *kernel_name(const char *path)
{
	const char *name = path + strlen(DEV);

	if (strncmp(path, DEV, strlen(DEV)) != 0 || *name == '\0' || strchr(name, '/'))
		return NULL;
	return name;
}

/* True when the kernel has a device of this class and name. */
static bool is_of_class(const char *class, const char *path)
{
	const char *name = kernel_name(path);
	char entry[PATH_MAX + 32]; /* the folder and a name */

	if (!name)
		return false;
	snprintf(entry, sizeof(entry), "/sys/class/%s/%s", class, name);
	return access(entry, F_OK) == 0;
}

static bool is_terminal(const char *path)
{
	return is_of_class("tty", path);
}

bool driver_node_is_hid(const char *node)
{
	return is_of_class("hidraw", node);
}

/* The folder without links, then the last name as it is. */
static int clean(const char *path, char ret[PATH_MAX])
{
	const char *name = strrchr(path, '/');
	char folder[PATH_MAX], real[PATH_MAX];
	int len;

	if (name)
		snprintf(folder, sizeof(folder), "%.*s/", (int)(name - path), path);
	if (!realpath(name ? folder : ".", real))
		return -errno;
	len = snprintf(ret, PATH_MAX, "%s/%s", strcmp(real, "/") == 0 ? "" : real,
		       name ? name + 1 : path);
	return len < PATH_MAX ? 0 : -ENAMETOOLONG;
}

/* One link further. Returns 1, 0 when path is no link, or negative errno. */
static int follow(char path[PATH_MAX])
{
	char target[PATH_MAX], next[PATH_MAX];
	ssize_t len = readlink(path, target, sizeof(target) - 1);

	if (len < 0)
		return errno == EINVAL ? 0 : -errno;
	target[len] = '\0';
	if (target[0] == '/')
		len = snprintf(next, sizeof(next), "%s", target);
	else
		len = snprintf(next, sizeof(next), "%.*s%s", (int)(strrchr(path, '/') + 1 - path),
			       path, target);
	if (len >= PATH_MAX)
		return -ENAMETOOLONG;
	memcpy(path, next, (size_t)len + 1);
	return 1;
}

/* Link by link, because a name that the kernel knows must not be followed further. */
static int resolve(const char *path, char ret_node[PATH_MAX])
{
	char next[PATH_MAX];
	int r = 1;

	if (snprintf(next, sizeof(next), "%s", path) >= PATH_MAX)
		return -ENAMETOOLONG;
	for (int i = 0; i < LINKS_MAX && r > 0; i++) {
		r = clean(next, ret_node);
		if (r < 0 || is_terminal(ret_node) || driver_node_is_hid(ret_node))
			return r;
		memcpy(next, ret_node, strlen(ret_node) + 1);
		r = follow(next);
	}
	return r > 0 ? -ELOOP : r;
}

int driver_node_of(const char *path, char ret_node[PATH_MAX])
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -errno;
	if (!S_ISCHR(st.st_mode))
		return -ENOTTY;
	return resolve(path, ret_node);
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

const char *driver_node_cable(const char *address)
{
	static const struct {
		const char *name, *cable;
	} known[] = {
		{"ttyUSB", "usb"}, {"ttyACM", "usb"}, {"ttyS", "serial"}, {"ttyAMA", "serial"}};
	char node[PATH_MAX] = "";
	const char *name;

	if (strncmp(address, "unix:", 5) == 0 || strncmp(address, "tcp:", 4) == 0)
		return "network";
	if (driver_node_of(address, node) < 0)
		return "cable";
	if (driver_node_is_hid(node))
		return "usb";
	name = strrchr(node, '/');
	name = name ? name + 1 : node;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strncmp(name, known[i].name, strlen(known[i].name)) == 0)
			return known[i].cable;
	return "cable";
}
