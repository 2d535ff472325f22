/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_IDENTITY_H
#define BOARDD_DRIVER_IDENTITY_H

#include "board-protocol/board.h"

/*
 * Which USB device is a board. Only to a device that a make lists do we write
 * unasked; udev/70-boardd.rules has the same list.
 */

/*
 * The row that fits, NULL when this is no board we know. The strings may be NULL.
 * A row that others sell too gives way to one that names a board.
 */
const struct board_usb *driver_identity_of(uint16_t vendor, uint16_t product, const char *maker,
					   const char *product_name);

/*
 * The makes that such a device may be of, a bit each by their number; 0: no board we
 * know. Where a row names a board, those who sell the same chip are left out.
 */
uint32_t driver_identity_makes(uint16_t vendor, uint16_t product, const char *maker,
			       const char *product_name);

/* Of these makes boards are HID devices. */
uint32_t driver_identity_hid(void);

/* The makes of a device that the user named: whatever speaks over such a line. */
uint32_t driver_identity_named(const char *address);

#endif
