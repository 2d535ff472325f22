/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_OPTIONS_H
#define BOARDD_OPTIONS_H

#include "daemon/config/config.h"

/*
 * The command line of boardd. What stands for a key of the configuration is
 * handed on as an override; the rest is here. How it is used:
 *
 *	switch (options_read(&options, argc, argv)) ... OPTIONS_DONE, OPTIONS_BAD_CALL: exit
 *	if (options.check || options.print_config)
 *		return options_show(&options, stdout, stderr);
 *	r = config_load(&config, &options.source, &faults);
 *	...
 *	options_clear(&options);
 *
 * The options are kept for as long as the configuration may be loaded again.
 */

enum { OPTIONS_STATUS_GOOD = 0, OPTIONS_STATUS_FAILED = 1, OPTIONS_STATUS_BAD = 2 };

struct options {
	bool demo;         /* simulated boards */
	bool check;        /* say what is wrong with the configuration, and end */
	bool print_config; /* say what it is, and end */
	bool verbose;
	double time_scale;           /* all time runs so many times as fast */
	struct config_source source; /* its overrides are ours */
	/* The rest is private to options.c. */
	struct config_override *overrides;
};

enum options_said { OPTIONS_GO_ON, OPTIONS_DONE, OPTIONS_BAD_CALL };

/*
 * OPTIONS_GO_ON: ret is for options_clear(). OPTIONS_DONE: help or version was
 * printed. OPTIONS_BAD_CALL: a line on standard error has said what is wrong.
 */
enum options_said options_read(struct options *ret, int argc, char **argv);

void options_clear(struct options *options);

/*
 * --check and --print-config: loads the configuration and says what is wrong
 * with it, or that it is good, or what it is. Returns the exit status.
 */
int options_show(const struct options *options, FILE *to, FILE *errors);

#endif
