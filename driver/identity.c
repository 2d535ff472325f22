/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/identity.h"

#include <string.h>

static bool is_named(const char *wanted, const char *text)
{
	return !wanted || (text && strcmp(wanted, text) == 0);
}

static bool fits(const struct board_usb *row, uint16_t vendor, uint16_t product, const char *maker,
		 const char *product_name)
{
	return (row->vendor == 0 || (row->vendor == vendor && row->product == product)) &&
	       is_named(row->maker, maker) && is_named(row->product_name, product_name);
}

const struct board_usb *driver_identity_of(uint16_t vendor, uint16_t product, const char *maker,
					   const char *product_name)
{
	const struct board_usb *found = NULL;
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < makes[i]->usb_count; j++) {
			const struct board_usb *row = &makes[i]->usb[j];

			if (fits(row, vendor, product, maker, product_name) &&
			    (!found || (found->is_generic && !row->is_generic)))
				found = row;
		}
	}
	return found;
}
