/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/reader.h"

static int take_input_of(void *data, const struct journal_report *report)
{
	*(uint64_t *)data = report->input;
	return 0;
}

int journal_read_before(struct journal_reader *r, uint64_t input, uint64_t up_to, uint64_t *ret)
{
	uint64_t low = 0, high = up_to;

	/* Both numbers grow together. */
	while (low < high) {
		struct journal_reports which = {.since = low + (high - low) / 2, .limit = 1};
		uint64_t at = UINT64_MAX;
		int result = journal_read_reports(r, &which, take_input_of, &at);

		if (result < 0)
			return result;
		if (at < input)
			low = which.since + 1;
		else
			high = which.since;
	}
	*ret = low;
	return 0;
}
