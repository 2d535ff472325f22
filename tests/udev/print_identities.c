/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/identity.h"

#include <stdio.h>

/* The list of the driver, for a comparison with the rules: a line each, with | between. */
int main(void)
{
	size_t count;
	const struct driver_identity *list = driver_identities(&count);

	for (size_t i = 0; i < count; i++)
		printf("%04x|%04x|%s|%s\n", list[i].vendor, list[i].product,
		       list[i].maker ? list[i].maker : "",
		       list[i].product_name ? list[i].product_name : "");
	return 0;
}
