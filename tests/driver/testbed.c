/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testbed.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <umockdev.h>
#include <unistd.h>

#define ROOT "/devices/pci0000:00/0000:00:14.0/usb1"

struct adapter {
	struct far_end end;
	struct modem modem;
	UMockdevIoctlBase *ioctls;
	bool has_port;
};

static UMockdevTestbed *bed;
static struct adapter adapters[ADAPTERS];
static int last_address;

struct far_end *board(int adapter)
{
	return &adapters[adapter].end;
}

struct modem *modem(int adapter)
{
	return &adapters[adapter].modem;
}

/* A pty has no modem lines, and libserialport insists on them. Everything else the pty answers. */
static gboolean on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer data)
{
	struct modem *lines = data;
	gulong request = umockdev_ioctl_client_get_request(client);
	UMockdevIoctlData *arg;
	int value, error = 0;

	(void)base;
	if (request != TIOCMGET && request != TIOCMSET && request != TIOCMBIS &&
	    request != TIOCMBIC) {
		int r = umockdev_ioctl_client_execute(client, &error, NULL);

		umockdev_ioctl_client_complete(client, r, error);
		return TRUE;
	}
	arg = umockdev_ioctl_data_resolve(umockdev_ioctl_client_get_arg(client), 0, sizeof(int),
					  NULL);
	memcpy(&value, arg->data, sizeof(value));
	lines->reads += request == TIOCMGET;
	lines->writes += request == TIOCMSET;
	lines->pulls += request == TIOCMBIS || request == TIOCMBIC;
	if (request == TIOCMGET) {
		value = lines->lines | TIOCM_CTS | TIOCM_DSR;
		umockdev_ioctl_data_update(arg, 0, (guint8 *)&value, sizeof(value));
	} else if (request == TIOCMSET) {
		lines->lines = value;
	} else if (request == TIOCMBIS) {
		lines->lines |= value;
	} else {
		lines->lines &= ~value;
	}
	umockdev_ioctl_client_complete(client, 0, 0);
	g_object_unref(arg);
	return TRUE;
}

/* The real file behind a path of the testbed. */
static void behind(char ret[256], const char *path)
{
	gchar *root = umockdev_testbed_get_root_dir(bed);

	snprintf(ret, 256, "%s%s", root, path);
	g_free(root);
}

/* --- descriptions --- */

static void add_device(const char *text)
{
	GError *error = NULL;

	if (!umockdev_testbed_add_from_string(bed, text, &error))
		ck_abort_msg("umockdev: %s", error->message);
}

/* Device and configuration descriptor of something with two bulk endpoints. */
static void write_descriptors(char ret[128], unsigned vendor, unsigned product)
{
	snprintf(ret, 128,
		 "1201000200000008%02X%02X%02X%02X0006010203"
		 "0109022000010100A02D0904000002FFFFFF020705810240000007050202400000",
		 vendor & 0xff, vendor >> 8, product & 0xff, product >> 8);
}

void plug_device(int adapter, const char *vid_pid, const char *serial)
{
	unsigned vendor = (unsigned)strtoul(vid_pid, NULL, 16);
	unsigned product = (unsigned)strtoul(vid_pid + 5, NULL, 16);
	int socket = adapter + 2, address = ++last_address;
	char descriptors[128], attribute[64] = "", text[4096];

	write_descriptors(descriptors, vendor, product);
	if (serial)
		snprintf(attribute, sizeof(attribute), "A: serial=%s\\n\n", serial);
	snprintf(text, sizeof(text),
		 "P: " ROOT "/1-%d\n"
		 "N: bus/usb/001/%03d=%s\n"
		 "E: DEVNAME=/dev/bus/usb/001/%03d\n"
		 "E: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\n"
		 "E: BUSNUM=001\nE: DEVNUM=%03d\nE: MAJOR=189\nE: MINOR=%d\n"
		 "E: PRODUCT=%x/%x/600\n"
		 "A: busnum=1\\n\nA: devnum=%d\\n\n"
		 "A: idVendor=%04x\\n\nA: idProduct=%04x\\n\nA: bcdDevice=0600\\n\n"
		 "A: bConfigurationValue=1\\n\nA: bNumConfigurations=1\\n\nA: bDeviceClass=00\\n\n"
		 "A: speed=12\\n\nA: manufacturer=FTDI\\n\nA: product=USB <-> Serial\\n\n%s"
		 "H: descriptors=%s\n",
		 socket, address, descriptors, address, address, address - 1, vendor, product,
		 address, vendor, product, attribute, descriptors);
	add_device(text);
}

void plug_port(int adapter)
{
	struct adapter *a = &adapters[adapter];
	char node[32], interface[128], link[256], text[2048];

	a->end = far_pty();
	a->modem = (struct modem){.lines = TIOCM_DTR | TIOCM_RTS};
	a->has_port = true;
	snprintf(node, sizeof(node), "/dev/ttyUSB%d", adapter);
	behind(link, node);
	ck_assert_int_eq(symlink(a->end.address, link), 0);
	a->ioctls = umockdev_ioctl_base_new();
	g_signal_connect(a->ioctls, "handle-ioctl", G_CALLBACK(on_ioctl), &a->modem);
	ck_assert(umockdev_testbed_attach_ioctl(bed, node, a->ioctls, NULL));
	snprintf(interface, sizeof(interface), ROOT "/1-%d/1-%d:1.0", adapter + 2, adapter + 2);
	snprintf(text, sizeof(text),
		 "P: %s\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\nE: DRIVER=ftdi_sio\n"
		 "A: bInterfaceNumber=00\\n\n\n"
		 "P: %s/ttyUSB%d\nE: SUBSYSTEM=usb-serial\nE: DRIVER=ftdi_sio\n\n"
		 "P: %s/ttyUSB%d/tty/ttyUSB%d\nE: DEVNAME=/dev/ttyUSB%d\nE: SUBSYSTEM=tty\n"
		 "E: MAJOR=188\nE: MINOR=%d\nA: dev=188:%d\\n\nL: device=../../../ttyUSB%d\n",
		 interface, interface, adapter, interface, adapter, adapter, adapter, adapter,
		 adapter, adapter);
	add_device(text);
	snprintf(board(adapter)->address, sizeof(board(adapter)->address), "%s", node);
}

void plug_hid(int adapter, const char *descriptor)
{
	struct adapter *a = &adapters[adapter];
	char node[32], link[256], text[1024];
	int socket = adapter + 2;

	a->end = far_pty();
	snprintf(node, sizeof(node), "/dev/hidraw%d", adapter);
	behind(link, node);
	ck_assert_int_eq(symlink(a->end.address, link), 0);
	snprintf(text, sizeof(text),
		 "P: " ROOT "/1-%d/1-%d:1.0\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\n"
		 "A: bInterfaceNumber=00\\n\n\n"
		 "P: " ROOT "/1-%d/1-%d:1.0/0003:2D80:8003.%04d\nE: SUBSYSTEM=hid\n"
		 "H: report_descriptor=%s\n\n"
		 "P: " ROOT "/1-%d/1-%d:1.0/0003:2D80:8003.%04d/hidraw/hidraw%d\n"
		 "E: DEVNAME=/dev/hidraw%d\nE: SUBSYSTEM=hidraw\nE: MAJOR=242\nE: MINOR=%d\n",
		 socket, socket, socket, socket, adapter, descriptor, socket, socket, adapter,
		 adapter, adapter, adapter);
	add_device(text);
	snprintf(board(adapter)->address, sizeof(board(adapter)->address), "%s", node);
}

void plug(int adapter, const char *vid_pid, const char *serial)
{
	plug_device(adapter, vid_pid, serial);
	plug_port(adapter);
}

void plug_on_board_port(void)
{
	add_device("P: /devices/platform/serial8250/tty/ttyS7\nE: DEVNAME=/dev/ttyS7\n"
		   "E: SUBSYSTEM=tty\nE: MAJOR=4\nE: MINOR=71\nA: dev=4:71\\n\n"
		   "L: device=../../../serial8250\n");
}

void make_link(const char *name, const char *target)
{
	char path[256], *folder;

	behind(path, name);
	folder = g_path_get_dirname(path);
	ck_assert_int_eq(g_mkdir_with_parents(folder, 0755), 0);
	ck_assert_int_eq(symlink(target, path), 0);
	g_free(folder);
}

/* --- unplugging --- */

/* How far down from the device: to its interface, the port on that, the terminal of that. */
enum depth { DEVICE, INTERFACE, PORT, TERMINAL };

static void path_of(char ret[256], int adapter, enum depth depth)
{
	char parts[4][64];

	snprintf(parts[DEVICE], sizeof(parts[0]), "/sys" ROOT "/1-%d", adapter + 2);
	snprintf(parts[INTERFACE], sizeof(parts[0]), "/1-%d:1.0", adapter + 2);
	snprintf(parts[PORT], sizeof(parts[0]), "/ttyUSB%d", adapter);
	snprintf(parts[TERMINAL], sizeof(parts[0]), "/tty/ttyUSB%d", adapter);
	ret[0] = '\0';
	for (enum depth i = DEVICE; i <= depth; i++)
		strcat(ret, parts[i]);
}

static void send_remove(int adapter)
{
	char path[256];

	path_of(path, adapter, TERMINAL);
	umockdev_testbed_uevent(bed, path, "remove");
	path_of(path, adapter, DEVICE);
	umockdev_testbed_uevent(bed, path, "remove");
}

/* The child first, each by itself. */
static void take_away(int adapter)
{
	char node[32], path[256];

	snprintf(node, sizeof(node), "/dev/ttyUSB%d", adapter);
	umockdev_testbed_detach_ioctl(bed, node, NULL);
	g_clear_object(&adapters[adapter].ioctls);
	behind(path, node);
	unlink(path);
	for (int depth = TERMINAL; depth >= DEVICE; depth--) {
		path_of(path, adapter, (enum depth)depth);
		umockdev_testbed_remove_device(bed, path);
	}
	adapters[adapter].has_port = false;
}

void unplug_hang_up_first(int adapter)
{
	far_unplug(board(adapter));
	send_remove(adapter);
	take_away(adapter);
}

void unplug_uevent_first(int adapter)
{
	send_remove(adapter);
	far_unplug(board(adapter));
	take_away(adapter);
}

void testbed_begin(void)
{
	bed = umockdev_testbed_new();
	ck_assert_msg(umockdev_in_mock_environment(), "run this with umockdev-wrapper");
	last_address = 3;
}

void testbed_end(void)
{
	for (int i = 0; i < ADAPTERS; i++)
		if (adapters[i].has_port)
			unplug_hang_up_first(i);
	g_object_unref(bed);
}
