/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_IDENTITY_H
#define BOARDD_DRIVER_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a board calls itself on USB. Only to a device in this list do we write
 * unasked; udev/70-boardd.rules has the same list.
 */
struct driver_identity {
	const char *maker, *product_name; /* as the device spells them; NULL: any */
	const char *name;                 /* for people */
	uint16_t vendor, product;         /* 0, 0: any */
	bool is_generic;                  /* others sell things with the same numbers */
};

/* All of them, most telling first; *ret_count is how many. */
const struct driver_identity *driver_identities(size_t *ret_count);

/* The row that fits, NULL when this is no board we know. The strings may be NULL. */
const struct driver_identity *driver_identity_of(uint16_t vendor, uint16_t product,
						 const char *maker, const char *product_name);

#endif
