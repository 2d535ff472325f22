/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/publish.h"

#include <stdatomic.h>

#include "daemon/base/versions.h"

bool publish_may_push(const struct publish *publish)
{
	uint64_t until = atomic_load(&publish->push_until_ms);

	return until == 0 || uv_hrtime() / 1000000 < until;
}

json_t *publish_hello(const struct publish *publish)
{
	return json_pack("{s:s, s:i, s:s, s:I, s:s, s:b}", "event", "hello", "stream",
			 STREAM_VERSION, "journal", publish->uuid, "last",
			 (json_int_t)feed_last(publish->feed), "version", BOARDD_VERSION,
			 "clock_synced", publish->is_synchronised);
}
