/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* open_memstream() */
#include <errno.h>
#include <string.h>

#include "daemon/config/config.h"
#include "tests/fuzz/fuzz.h"

/* What is printed is read as the same, and printed the same but for where it stands. */
static void come_back(const struct config *config)
{
	struct config_change changes[CONFIG_ROWS];
	struct config_faults faults = {0};
	struct config again;
	char *text;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	config_print(config, to);
	fclose(to);
	expect(config_load_text(&again, "printed", text, len, &faults) == 0, "%s\n%s",
	       faults.count > 0 ? faults.lines[0] : "", text);
	expect(config_diff(config, &again, changes) == 0, "[%s] %s\n%s", changes[0].section,
	       changes[0].key, text);
	config_clear(&again);
	free(text);
}

/* Any bytes as a configuration: it is good, or every fault names its line. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct config_faults faults = {0};
	struct config config;
	int r = config_load_text(&config, "f", (const char *)bytes, len, &faults);

	expect(r == (faults.count > 0 ? -EINVAL : 0), "%d", r);
	for (size_t i = 0; i < faults.count; i++) {
		unsigned line = 0;

		expect(sscanf(faults.lines[i], "f:%u: ", &line) == 1 && line > 0, "%s",
		       faults.lines[i]);
		expect(!strchr(faults.lines[i], '\n'), "%s", faults.lines[i]);
	}
	config_faults_clear(&faults);
	if (r == 0) {
		come_back(&config);
		config_clear(&config);
	}
	return 0;
}
