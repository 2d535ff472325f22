/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config/options.h"

/* boardd as far as its command line goes: what it would start with is printed. */
int main(int argc, char **argv)
{
	struct options options;
	int status;

	switch (options_read(&options, argc, argv)) {
	case OPTIONS_GO_ON: break;
	case OPTIONS_DONE: return OPTIONS_STATUS_GOOD;
	case OPTIONS_BAD_CALL: return OPTIONS_STATUS_BAD;
	}
	status = options_show(&options, stdout, stderr);
	if (!options.check && !options.print_config)
		printf("demo %d verbose %d time-scale %g\n", options.demo, options.verbose,
		       options.time_scale);
	options_clear(&options);
	return status;
}
