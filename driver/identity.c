/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/identity.h"
#include "driver/bluetooth.h"
#include "driver/node.h"

#include <string.h>

static bool is_named(const char *wanted, const char *text)
{
	return !wanted || (text && strcmp(wanted, text) == 0);
}

static bool fits(const struct board_usb *row, uint16_t vendor, uint16_t product, const char *maker,
		 const char *product_name)
{
	uint16_t last = row->product_last > 0 ? row->product_last : row->product;

	return (row->vendor == 0 ||
		(row->vendor == vendor && product >= row->product && product <= last)) &&
	       is_named(row->maker, maker) && is_named(row->product_name, product_name);
}

/* The most telling row of a make that fits, or NULL. */
static const struct board_usb *row_of(const struct board_make *make, uint16_t vendor,
				      uint16_t product, const char *maker, const char *product_name)
{
	const struct board_usb *found = NULL;

	for (size_t i = 0; i < make->usb_count; i++) {
		const struct board_usb *row = &make->usb[i];

		if (fits(row, vendor, product, maker, product_name) &&
		    (!found || (found->is_generic && !row->is_generic)))
			found = row;
	}
	return found;
}

const struct board_usb *driver_identity_of(uint16_t vendor, uint16_t product, const char *maker,
					   const char *product_name)
{
	const struct board_usb *found = NULL;
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	for (size_t i = 0; i < count; i++) {
		const struct board_usb *row =
			row_of(makes[i], vendor, product, maker, product_name);

		if (row && (!found || (found->is_generic && !row->is_generic)))
			found = row;
	}
	return found;
}

uint32_t driver_identity_makes(uint16_t vendor, uint16_t product, const char *maker,
			       const char *product_name)
{
	const struct board_usb *best = driver_identity_of(vendor, product, maker, product_name);
	uint32_t set = 0;
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	for (size_t i = 0; best && i < count; i++) {
		const struct board_usb *row =
			row_of(makes[i], vendor, product, maker, product_name);

		if (row && row->is_generic == best->is_generic)
			set |= UINT32_C(1) << i;
	}
	return set;
}

static uint32_t makes_that(bool are_hid)
{
	uint32_t set = 0;
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	for (size_t i = 0; i < count; i++)
		set |= (uint32_t)(makes[i]->is_hid == are_hid) << i;
	return set;
}

uint32_t driver_identity_hid(void)
{
	return makes_that(true);
}

/*
 * A board without a cable is never behind a port, and may speak the words of one that is:
 * a DGT board that answers late would be taken for a Pegasus.
 */
static uint32_t makes_by_cable(void)
{
	uint32_t set = 0;
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	for (size_t i = 0; i < count; i++)
		set |= (uint32_t)(!makes[i]->is_hid && !makes[i]->is_radio) << i;
	return set;
}

static uint32_t makes_by_radio(void)
{
	uint32_t set = 0;
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	for (size_t i = 0; i < count; i++)
		set |= (uint32_t)(makes[i]->bluetooth_count > 0) << i;
	return set;
}

/* What is neither may be anything, a simulator among others. */
uint32_t driver_identity_named(const char *address)
{
	if (strncmp(address, DRIVER_BLUETOOTH, strlen(DRIVER_BLUETOOTH)) == 0)
		return makes_by_radio();
	char node[PATH_MAX];

	if (driver_node_of(address, node) == 0 && driver_node_is_hid(node))
		return makes_that(true);
	if (driver_node_of(address, node) == 0 && driver_node_is_port(node))
		return makes_by_cable();
	return makes_that(true) | makes_that(false);
}
