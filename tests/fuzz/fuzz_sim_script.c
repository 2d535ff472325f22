/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/hands/sim_script.h"
#include "simulator/sim_truth.h"

#include <stdlib.h>

/*
 * Any text as a script: it is refused with a place inside the text, or all of
 * it can be done, at times that never fall.
 */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t lines_of(const uint8_t *data, size_t size)
{
	size_t lines = 1;

	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	return lines;
}

static void do_all(struct sim_script *script, size_t size)
{
	struct sim_act act;
	uint64_t last_ms = 0;
	size_t count = 0;

	while (sim_script_next(script, &act)) {
		char line[SIM_TRUTH_MAX];
		struct rules_text text = rules_text_in(line, sizeof(line));
		struct sim_truth truth = {.at_ms = act.at_ms, .act = act};

		if (act.at_ms < last_ms || ++count > size)
			abort();
		last_ms = act.at_ms;
		if (act.square > RULES_NO_SQUARE)
			abort();
		sim_truth_write(&text, 1, &truth);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rules_slice text = {(const char *)data, size};
	struct sim_script_fault fault = {0};
	struct sim_script script;

	if (sim_script_open(&script, text, &fault)) {
		do_all(&script, size);
		return 0;
	}
	if (fault.line == 0 || fault.line > lines_of(data, size) || fault.column == 0 ||
	    fault.column > size + 1 || fault.why[0] == '\0')
		abort();
	return 0;
}
