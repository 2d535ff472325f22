/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/broadcast/streamed.h"

#include "daemon/stream/stream.h"

static uint64_t keep(void *data, const struct table *table, const struct table_news *news)
{
	json_t *reports = data;
	struct stream_head head = {.seq = json_array_size(reports) + 1,
				   .board = "b7",
				   .table = 7,
				   .event = "sim",
				   .round = 3};

	json_array_append_new(reports, stream_build(&head, table, news));
	return head.seq;
}

json_t *streamed_run(struct contest contest)
{
	static struct played played;
	json_t *reports = json_array();

	contest.laws.edition = SIM_LAWS_2023;
	played_run_telling(&played, &contest, keep, reports);
	return reports;
}
