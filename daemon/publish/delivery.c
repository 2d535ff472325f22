/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/delivery.h"

#include <time.h>

#include "broadcast/fold/when.h"

void delivery_arrived(struct delivery *delivery)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	delivery->last_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

json_t *delivery_last(const struct delivery *delivery)
{
	char text[WHEN_TEXT_MAX];

	if (delivery->last_ms == 0)
		return json_null();
	when_write(delivery->last_ms, text);
	return json_string(text);
}
