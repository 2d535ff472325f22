/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/identity.h"

#include <string.h>

static const struct driver_identity identities[] = {
	{.maker = "DGT", .product_name = "DGT Chessboard", .name = "DGT board"},
	{.vendor = 0x045b, .product = 0x8111, .name = "DGT board with USB-C"},
	{.vendor = 0x0403, .product = 0x6001, .name = "DGT board (FTDI chip)", .is_generic = true},
	{.vendor = 0x04d8, .product = 0x000a, .name = "DGT board (Microchip)", .is_generic = true},
};

#define IDENTITIES (sizeof(identities) / sizeof(identities[0]))

const struct driver_identity *driver_identities(size_t *ret_count)
{
	*ret_count = IDENTITIES;
	return identities;
}

static bool is_named(const char *wanted, const char *text)
{
	return !wanted || (text && strcmp(wanted, text) == 0);
}

const struct driver_identity *driver_identity_of(uint16_t vendor, uint16_t product,
						 const char *maker, const char *product_name)
{
	for (size_t i = 0; i < IDENTITIES; i++) {
		const struct driver_identity *row = &identities[i];

		if (row->vendor != 0 && (row->vendor != vendor || row->product != product))
			continue;
		if (is_named(row->maker, maker) && is_named(row->product_name, product_name))
			return row;
	}
	return NULL;
}
