/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/config/options_help.h"

#define SCALE_MIN 0.001
#define SCALE_MAX 1000

static void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void complain(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("boardd: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputs(" (see boardd --help)\n", stderr);
}

/* --- options that are not keys --- */

static bool set_demo(struct options *o, const char *value)
{
	(void)value;
	return o->demo = true;
}

static bool set_check(struct options *o, const char *value)
{
	(void)value;
	return o->check = true;
}

static bool set_print_config(struct options *o, const char *value)
{
	(void)value;
	return o->print_config = true;
}

static bool set_verbose(struct options *o, const char *value)
{
	(void)value;
	return o->verbose = true;
}

static bool set_time_scale(struct options *o, const char *value)
{
	double scale = 0, unit = 1;
	const char *digits = value;

	/* Not strtod(): it asks the user's language what a decimal point is. */
	for (; *value >= '0' && *value <= '9'; value++)
		scale = scale * 10 + (*value - '0');
	if (value == digits)
		return false;
	if (*value == '.')
		for (value++; *value >= '0' && *value <= '9'; value++)
			scale += (*value - '0') * (unit /= 10);
	o->time_scale = scale;
	return *value == '\0' && scale >= SCALE_MIN && scale <= SCALE_MAX;
}

/* --- the table of them --- */

static const struct row {
	const char *name;
	bool (*set)(struct options *o, const char *value); /* or it stands for a key: */
	const char *section, *key;
	const char *value; /* of an option that takes none */
	bool takes_value;
	bool is_path; /* from where we are, while a file has whole paths */
} rows[] = {
	{"demo", .set = set_demo},
	{"port", NULL, "http", "port", .takes_value = true},
	{"listen", NULL, "http", "listen", .takes_value = true},
	{"state", NULL, "journal", "directory", .takes_value = true, .is_path = true},
	{"socket", NULL, "control", "socket", .takes_value = true, .is_path = true},
	{"device", NULL, "boards", "device", .takes_value = true, .is_path = true},
	{"laws", NULL, "laws", "edition", .takes_value = true},
	{"mode", NULL, "laws", "mode", .takes_value = true},
	{"unsupervised", NULL, "laws", "supervised", .value = "no"},
	{"time-scale", set_time_scale, .takes_value = true},
	{"check", .set = set_check},
	{"print-config", .set = set_print_config},
	{"verbose", .set = set_verbose},
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

/* What getopt_long() gives for a row of the table. */
#define FIRST_ROW 256

/* The whole path, to be freed; an address keeps its scheme. NULL without memory. */
static char *whole_path(const char *value)
{
	const char *scheme = "";
	char *here, *whole = NULL;

	if (strncmp(value, "tcp:", 4) == 0)
		return strdup(value);
	if (strncmp(value, "unix:", 5) == 0) {
		scheme = "unix:";
		value += 5;
	}
	if (value[0] == '/' || value[0] == '\0')
		return asprintf(&whole, "%s%s", scheme, value) < 0 ? NULL : whole;
	here = getcwd(NULL, 0);
	if (!here || asprintf(&whole, "%s%s/%s", scheme, here, value) < 0)
		whole = NULL;
	free(here);
	return whole;
}

static bool add_override(struct options *o, const struct row *row, const char *value)
{
	struct config_override *added = &o->overrides[o->source.override_count];
	char *option = NULL;
	char *kept = row->is_path ? whole_path(value) : strdup(value);

	if (!kept || asprintf(&option, "--%s", row->name) < 0) {
		free(kept);
		complain("--%s: %s", row->name, strerror(errno));
		return false;
	}
	*added = (struct config_override){option, row->section, row->key, kept};
	o->source.override_count++;
	return true;
}

/* After getopt_long() said '?' or ':'. */
static bool refuse(int said, char **argv)
{
	const char letter[] = {'-', (char)optopt, '\0'};

	if (said == ':')
		complain("%s needs a value", argv[optind - 1]);
	else if (optopt >= FIRST_ROW)
		complain("--%s takes no value", rows[optopt - FIRST_ROW].name);
	else /* within a cluster of letters optind has not moved on yet */
		complain("unknown option %s", optopt > ' ' ? letter : argv[optind - 1]);
	return false;
}

static bool take(struct options *o, int option, char **argv)
{
	const struct row *row;

	if (option < FIRST_ROW)
		return refuse(option, argv);
	row = &rows[option - FIRST_ROW];
	if (!row->set)
		return add_override(o, row, row->value ? row->value : optarg);
	if (row->set(o, optarg))
		return true;
	complain("--%s: '%s' will not do", row->name, optarg);
	return false;
}

static void fill(struct option *options)
{
	for (size_t i = 0; i < ROWS; i++)
		options[i] = (struct option){rows[i].name,
					     rows[i].takes_value ? required_argument : no_argument,
					     NULL, (int)i + FIRST_ROW};
	options[ROWS] = (struct option){"help", no_argument, NULL, 'h'};
	options[ROWS + 1] = (struct option){"version", no_argument, NULL, 'V'};
}

static enum options_said read_words(struct options *o, int argc, char **argv)
{
	struct option options[ROWS + 3] = {0};
	int option;

	fill(options);
	opterr = 0;
	while ((option = getopt_long(argc, argv, ":c:h", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(options_help, stdout);
			return OPTIONS_DONE;
		}
		if (option == 'V') {
			puts("boardd " BOARDD_VERSION);
			return OPTIONS_DONE;
		}
		if (option == 'c') {
			o->source.file = optarg;
			o->source.may_be_absent = false;
		} else if (!take(o, option, argv)) {
			return OPTIONS_BAD_CALL;
		}
	}
	if (optind < argc) {
		complain("what is '%s'?", argv[optind]);
		return OPTIONS_BAD_CALL;
	}
	return OPTIONS_GO_ON;
}

enum options_said options_read(struct options *ret, int argc, char **argv)
{
	struct options o = {.time_scale = 1,
			    .source = {.file = CONFIG_FILE, .may_be_absent = true}};
	enum options_said said;

	/* There are no more options than words. */
	o.overrides = calloc((size_t)argc + 1, sizeof(*o.overrides));
	if (!o.overrides) {
		complain("%s", strerror(ENOMEM));
		return OPTIONS_BAD_CALL;
	}
	said = read_words(&o, argc, argv);
	o.source.overrides = o.overrides;
	if (said == OPTIONS_GO_ON)
		*ret = o;
	else
		options_clear(&o);
	return said;
}

void options_clear(struct options *options)
{
	for (size_t i = 0; i < options->source.override_count; i++) {
		free((char *)options->overrides[i].option);
		free((char *)options->overrides[i].value);
	}
	free(options->overrides);
	*options = (struct options){0};
}

static void say_files(const struct config_list *files, const char *main_file, FILE *to)
{
	for (size_t i = 0; i < files->count; i++)
		fprintf(to, "%s: read\n", files->items[i]);
	if (files->count == 0)
		fprintf(to, "%s: not there\n", main_file);
	fputs("the configuration is good\n", to);
}

int options_show(const struct options *options, FILE *to, FILE *errors)
{
	struct config_faults faults = {0};
	struct config config;
	int r = config_load(&config, &options->source, &faults);

	config_faults_print(&faults, errors);
	config_faults_clear(&faults);
	if (r < 0) {
		if (r != -EINVAL)
			fprintf(errors, "boardd: %s\n", strerror(-r));
		return r == -EINVAL ? OPTIONS_STATUS_BAD : OPTIONS_STATUS_FAILED;
	}
	if (options->print_config)
		config_print(&config, to);
	else
		say_files(&config.files, options->source.file, to);
	config_clear(&config);
	if (fflush(to) == 0 && !ferror(to))
		return OPTIONS_STATUS_GOOD;
	fprintf(errors, "boardd: cannot write: %s\n", strerror(errno));
	return OPTIONS_STATUS_FAILED;
}
