/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/usb.h"

#include <errno.h>
#include <libusb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#define SOCKETS_MAX 7 /* hubs behind hubs; USB allows no more */

struct driver_usb {
	libusb_context *context;
	int epoll; /* libusb's descriptors in one */
	bool has_hotplug;
	bool has_changed;
};

static int to_errno(int r)
{
	switch (r) {
	case LIBUSB_ERROR_NO_MEM: return -ENOMEM;
	case LIBUSB_ERROR_ACCESS: return -EACCES;
	case LIBUSB_ERROR_NO_DEVICE: return -ENODEV;
	default: return r < 0 ? -EIO : r;
	}
}

static void LIBUSB_CALL add_fd(int fd, short events, void *data)
{
	struct driver_usb *usb = data;
	struct epoll_event event = {.events = (uint32_t)events, .data.fd = fd};

	(void)epoll_ctl(usb->epoll, EPOLL_CTL_ADD, fd, &event);
}

static void LIBUSB_CALL remove_fd(int fd, void *data)
{
	struct driver_usb *usb = data;

	(void)epoll_ctl(usb->epoll, EPOLL_CTL_DEL, fd, NULL);
}

static int watch_fds(struct driver_usb *usb)
{
	const struct libusb_pollfd **list = libusb_get_pollfds(usb->context);

	if (!list)
		return -ENOMEM;
	for (size_t i = 0; list[i]; i++)
		add_fd(list[i]->fd, list[i]->events, usb);
	libusb_free_pollfds(list);
	libusb_set_pollfd_notifiers(usb->context, add_fd, remove_fd, usb);
	return 0;
}

/* Only that something happened: what is there is asked afterwards. */
static int LIBUSB_CALL on_hotplug(libusb_context *context, libusb_device *device,
				  libusb_hotplug_event event, void *data)
{
	struct driver_usb *usb = data;

	(void)context;
	(void)device;
	(void)event;
	usb->has_changed = true;
	return 0; /* stays registered */
}

/* libusb hears of devices from udevd: without one, news are hoped for but not relied on. */
static bool register_hotplug(struct driver_usb *usb)
{
	int events = LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT;

	if (!libusb_has_capability(LIBUSB_CAP_HAS_HOTPLUG) ||
	    libusb_hotplug_register_callback(usb->context, events, 0, LIBUSB_HOTPLUG_MATCH_ANY,
					     LIBUSB_HOTPLUG_MATCH_ANY, LIBUSB_HOTPLUG_MATCH_ANY,
					     on_hotplug, usb, NULL) != LIBUSB_SUCCESS)
		return false;
	return access("/run/udev/control", F_OK) == 0;
}

int driver_usb_new(struct driver_usb **ret)
{
	struct driver_usb *usb = calloc(1, sizeof(*usb));
	int r;

	if (!usb)
		return -ENOMEM;
	usb->epoll = epoll_create1(EPOLL_CLOEXEC);
	r = usb->epoll < 0 ? -errno : to_errno(libusb_init(&usb->context));
	if (r < 0)
		goto fail;
	r = watch_fds(usb);
	if (r < 0)
		goto fail;
	usb->has_hotplug = register_hotplug(usb);
	*ret = usb;
	return 0;

fail:
	driver_usb_free(usb);
	return r;
}

void driver_usb_free(struct driver_usb *usb)
{
	if (!usb)
		return;
	if (usb->context) {
		libusb_set_pollfd_notifiers(usb->context, NULL, NULL, NULL);
		libusb_exit(usb->context);
	}
	if (usb->epoll >= 0)
		close(usb->epoll);
	free(usb);
}

bool driver_usb_has_hotplug(const struct driver_usb *usb)
{
	return usb->has_hotplug;
}

int driver_usb_fd(const struct driver_usb *usb)
{
	return usb->epoll;
}

bool driver_usb_changed(struct driver_usb *usb)
{
	struct timeval at_once = {0};
	bool has_changed;

	(void)libusb_handle_events_timeout_completed(usb->context, &at_once, NULL);
	has_changed = usb->has_changed;
	usb->has_changed = false;
	return has_changed;
}

/* As the kernel names it: "1-2.4". */
static void name_path(libusb_device *device, uint8_t bus, char ret_path[DRIVER_USB_PATH_MAX])
{
	uint8_t sockets[SOCKETS_MAX];
	int count = libusb_get_port_numbers(device, sockets, SOCKETS_MAX);
	int len = snprintf(ret_path, DRIVER_USB_PATH_MAX, count > 0 ? "%u-" : "usb%u", bus);

	for (int i = 0; i < count && len < DRIVER_USB_PATH_MAX; i++)
		len += snprintf(ret_path + len, (size_t)(DRIVER_USB_PATH_MAX - len),
				i > 0 ? ".%u" : "%u", sockets[i]);
}

static bool describe(libusb_device *device, struct driver_usb_device *ret)
{
	struct libusb_device_descriptor descriptor;

	if (libusb_get_device_descriptor(device, &descriptor) != LIBUSB_SUCCESS)
		return false;
	*ret = (struct driver_usb_device){
		.vendor = descriptor.idVendor,
		.product = descriptor.idProduct,
		.bus = libusb_get_bus_number(device),
		.address = libusb_get_device_address(device),
	};
	name_path(device, ret->bus, ret->path);
	return true;
}

ssize_t driver_usb_list(struct driver_usb *usb, struct driver_usb_device **ret)
{
	struct driver_usb_device *found;
	libusb_device **list;
	ssize_t count = libusb_get_device_list(usb->context, &list), n = 0;

	if (count < 0)
		return to_errno((int)count);
	found = calloc((size_t)count + 1, sizeof(*found));
	if (!found)
		n = -ENOMEM;
	for (ssize_t i = 0; found && i < count; i++)
		if (describe(list[i], &found[n]))
			n++;
	libusb_free_device_list(list, 1);
	if (found)
		*ret = found;
	return n;
}
