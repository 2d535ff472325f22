/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/board.h"

#include <stdio.h>

static void print_make(const struct board_make *make)
{
	for (size_t i = 0; i < make->usb_count; i++) {
		const struct board_usb *row = &make->usb[i];

		printf("%04x|%04x", row->vendor, row->product);
		if (row->product_last > 0)
			printf("-%04x", row->product_last);
		printf("|%s|%s|%s\n", row->maker ? row->maker : "",
		       row->product_name ? row->product_name : "", row->is_generic ? "shared" : "");
	}
}

/* What the makes list, for a comparison with the rules: a line each, with | between. */
int main(void)
{
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	for (size_t i = 0; i < count; i++)
		print_make(makes[i]);
	return 0;
}
