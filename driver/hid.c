/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/hid.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/driver_private.h"

#define CLASS "/sys/class/hidraw"

/* --- bytes: one read and one write is one report, its number first --- */

static ssize_t hid_write(struct driver *drv, const uint8_t *bytes, size_t len)
{
	ssize_t put = write(drv->fd, bytes, len);

	return put >= 0 ? put : driver_io_result(-errno);
}

static void hid_close(struct driver *drv)
{
	if (drv->fd >= 0)
		close(drv->fd);
	free(drv);
}

static const struct driver_kind hid_kind = {
	.read = driver_stream_read,
	.write = hid_write,
	.close = hid_close,
	.is_packets = true,
};

int driver_open_hid(struct driver **ret, const char *node)
{
	struct driver *drv = calloc(1, sizeof(*drv));
	int r;

	if (!drv)
		return -ENOMEM;
	*drv = (struct driver){.kind = &hid_kind, .events = POLLIN};
	drv->fd = open(node, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	r = drv->fd < 0 ? -errno : driver_lock(drv->fd);
	if (r < 0) {
		hid_close(drv);
		return r;
	}
	*ret = drv;
	return 0;
}

/* --- what is there --- */

/* One line of a file of sysfs; empty when there is none. */
static void read_line(const char *folder, const char *name, char ret[DRIVER_TEXT_MAX])
{
	char path[PATH_MAX + 32];
	FILE *file;

	ret[0] = '\0';
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "re");
	if (!file)
		return;
	if (!fgets(ret, DRIVER_TEXT_MAX, file))
		ret[0] = '\0';
	ret[strcspn(ret, "\n")] = '\0';
	fclose(file);
}

static unsigned read_number(const char *folder, const char *name, int base)
{
	char text[DRIVER_TEXT_MAX];

	read_line(folder, name, text);
	return (unsigned)strtoul(text, NULL, base);
}

/* A board speaks in words of its maker: what begins otherwise is its keyboard, or the like. */
static bool is_makers_own(const char *folder)
{
	static const unsigned char own[] = {0x06, 0x00, 0xff};
	unsigned char begins[sizeof(own)];
	char path[PATH_MAX + 32];
	FILE *file;
	bool is_read;

	snprintf(path, sizeof(path), "%s/report_descriptor", folder);
	file = fopen(path, "re");
	if (!file)
		return true; /* an old kernel */
	is_read = fread(begins, 1, sizeof(begins), file) == sizeof(begins);
	fclose(file);
	return !is_read || memcmp(begins, own, sizeof(own)) == 0;
}

static void go_up(char *path, int steps)
{
	for (char *slash = path; steps > 0 && slash; steps--) {
		slash = strrchr(path, '/');
		if (slash)
			*slash = '\0';
	}
}

/* .../1-2/1-2:1.0/0003:2D80:8003.0001/hidraw/hidraw0: the device is two above its interface. */
static bool describe(const char *name, struct driver_port *ret)
{
	char link[PATH_MAX], path[PATH_MAX];
	const char *last;

	snprintf(link, sizeof(link), CLASS "/%s", name);
	if (!realpath(link, path))
		return false;
	*ret = (struct driver_port){0};
	snprintf(ret->node, sizeof(ret->node), "/dev/%.32s", name);
	go_up(path, 2);
	if (!is_makers_own(path))
		return false;
	go_up(path, 2);
	ret->vendor = (uint16_t)read_number(path, "idVendor", 16);
	ret->product = (uint16_t)read_number(path, "idProduct", 16);
	ret->bus = (uint8_t)read_number(path, "busnum", 10);
	ret->address = (uint8_t)read_number(path, "devnum", 10);
	read_line(path, "manufacturer", ret->maker);
	read_line(path, "product", ret->product_name);
	read_line(path, "serial", ret->usb_serial);
	last = strrchr(path, '/');
	snprintf(ret->usb_path, sizeof(ret->usb_path), "%.31s", last ? last + 1 : "");
	ret->identity =
		driver_identity_of(ret->vendor, ret->product, ret->maker, ret->product_name);
	ret->makes =
		driver_identity_makes(ret->vendor, ret->product, ret->maker, ret->product_name) &
		driver_identity_hid();
	return ret->identity && ret->makes != 0;
}

ssize_t driver_hid_add(struct driver_port **ports, size_t count)
{
	const struct dirent *entry;
	DIR *folder = opendir(CLASS);

	while (folder && (entry = readdir(folder))) {
		struct driver_port port, *more;

		if (entry->d_name[0] == '.' || !describe(entry->d_name, &port))
			continue;
		more = reallocarray(*ports, count + 1, sizeof(*more));
		if (!more) {
			closedir(folder);
			return -ENOMEM;
		}
		*ports = more;
		more[count++] = port;
	}
	if (folder)
		closedir(folder);
	return (ssize_t)count;
}
