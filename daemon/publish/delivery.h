/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DELIVERY_H
#define BOARDD_DELIVERY_H

#include <jansson.h>

/* When an output last arrived where it goes, by the machine's clock; plain data, zero at first. */
struct delivery {
	int64_t last_ms; /* since 1970; 0: nothing has arrived yet */
};

void delivery_arrived(struct delivery *delivery);

/* As the stream writes times; null: nothing has arrived yet. A new reference. */
json_t *delivery_last(const struct delivery *delivery);

#endif
