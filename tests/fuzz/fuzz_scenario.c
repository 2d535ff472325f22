/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/scenario.h"

/* Any text as a file of scenarios: read to its end, and what can be read is played. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct scenario scenario;
	static char out[4096];
	struct scenario_reader reader;
	struct scenario_fault fault;

	scenario_open(&reader, (struct rules_slice){(const char *)data, size});
	while (scenario_next(&reader, &scenario, &fault) == SCENARIO_READ) {
		struct rules_text said = rules_text_in(out, sizeof(out));

		for (int edition = 0; edition < TOUCH_EDITIONS; edition++)
			if (scenario.in_edition[edition])
				scenario_run(&scenario, (enum touch_edition)edition, &said);
	}
	return 0;
}
