/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_TESTBED_H
#define BOARDD_TESTS_TESTBED_H

#include "far_end.h"

/*
 * A machine of umockdev with USB adapters that can be plugged in and out:
 * libserialport, libusb and libudev see them, and behind each port is a pty
 * that the test plays. To be run under umockdev-wrapper.
 */

#define ADAPTERS 3 /* at most; number N is on USB path 1-N+2 and ttyUSBN */

struct modem {
	int lines;                /* DTR and RTS as the driver set them */
	int reads, writes, pulls; /* how often: TIOCMGET, TIOCMSET, TIOCMBIS and TIOCMBIC */
};

void testbed_begin(void);
void testbed_end(void);

/* vid_pid: "0403:6001"; serial may be NULL. Each plugging gets a new USB address. */
void plug(int adapter, const char *vid_pid, const char *serial);

/* In one order or the other: the kernel fixes none between the two. */
void unplug_hang_up_first(int adapter);
void unplug_uevent_first(int adapter);

/* The device at first, as the kernel does it; its port follows with plug_port(). */
void plug_device(int adapter, const char *vid_pid, const char *serial);
void plug_port(int adapter);

/* The same of a HID device: hidrawN. descriptor: how it describes its reports, in hexadecimal. */
void plug_hid(int adapter, const char *descriptor);

/* A port of the main board, without USB. */
void plug_on_board_port(void);

/* A link as udev makes it: make_link("/dev/boardd/usb-1-2", "../ttyUSB0"). */
void make_link(const char *name, const char *target);

/* The far end of an adapter that is plugged in, and what its modem lines were told. */
struct far_end *board(int adapter);
struct modem *modem(int adapter);

#endif
