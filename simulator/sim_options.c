/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/sim_options.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "simulator/board/sim_list.h"
#include "simulator/hands/sim_violation.h"

#define SPEED_MAX    1000
#define FIRST_SERIAL 1025
#define BOARDS_MAX   4096
#define SERIAL_MAX   99999 /* five digits */

void sim_complain(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("boardsim: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

/* --- values; each setter says what is wrong with one --- */

static bool read_number(const char *text, uint64_t low, uint64_t high, uint64_t *ret)
{
	uint64_t value = 0;

	if (*text == '\0')
		return false;
	for (; *text; text++) {
		if (*text < '0' || *text > '9' || value > high / 10)
			return false;
		value = value * 10 + (uint64_t)(*text - '0');
	}
	*ret = value;
	return value >= low && value <= high;
}

static bool set_pty(struct sim_options *o, const char *value)
{
	o->port = SIM_PORT_PTY;
	o->name = value;
	return true;
}

static bool set_unix(struct sim_options *o, const char *value)
{
	o->port = SIM_PORT_UNIX;
	o->name = value;
	return *value != '\0';
}

static bool set_tcp(struct sim_options *o, const char *value)
{
	uint64_t number;

	o->port = SIM_PORT_TCP;
	if (!read_number(value, 0, 65535, &number))
		return false;
	o->number = (unsigned)number;
	return true;
}

static bool set_capture(struct sim_options *o, const char *value)
{
	o->capture = value;
	return true;
}

static bool set_pgn(struct sim_options *o, const char *value)
{
	o->source = SIM_SOURCE_PGN;
	o->file = value;
	return true;
}

static bool set_script(struct sim_options *o, const char *value)
{
	o->source = SIM_SOURCE_SCRIPT;
	o->file = value;
	return true;
}

static bool set_random(struct sim_options *o, const char *value)
{
	o->source = SIM_SOURCE_RANDOM;
	return read_number(value, 0, UINT64_MAX, &o->seed);
}

static bool set_lang(struct sim_options *o, const char *value)
{
	o->language = rules_language_of(rules_slice_of(value));
	return o->language != RULES_LANGUAGES;
}

static bool set_seed(struct sim_options *o, const char *value)
{
	return read_number(value, 0, UINT64_MAX, &o->seed);
}

static bool set_speed(struct sim_options *o, const char *value)
{
	return sim_decimal_read(rules_slice_of(value), (uint64_t)SPEED_MAX * SIM_MILLION,
				&o->speed) &&
	       o->speed >= SIM_MILLION / 1000;
}

static bool set_boards(struct sim_options *o, const char *value)
{
	uint64_t number;

	if (!read_number(value, 1, BOARDS_MAX, &number))
		return false;
	o->boards = (unsigned)number;
	return true;
}

static bool set_games(struct sim_options *o, const char *value)
{
	uint64_t number;

	if (!read_number(value, 1, UINT32_MAX, &number))
		return false;
	o->games = (unsigned)number;
	return true;
}

static bool set_seconds(const char *value, uint32_t *ret_ms)
{
	uint64_t millionths;

	if (!sim_decimal_read(rules_slice_of(value), UINT64_C(36000) * SIM_MILLION, &millionths))
		return false;
	*ret_ms = (uint32_t)(millionths / 1000);
	return true;
}

static bool set_hands(struct sim_options *o, const char *value)
{
	o->kind = sim_kind_of(rules_slice_of(value));
	return o->kind != NULL;
}

static bool set_serial(struct sim_options *o, const char *value)
{
	uint64_t number;

	if (!read_number(value, 0, SERIAL_MAX, &number))
		return false;
	o->serial = (unsigned)number;
	return true;
}

static bool set_think(struct sim_options *o, const char *value)
{
	o->has_think = true;
	return set_seconds(value, &o->think_ms);
}

/* MINUTES+SECONDS */
static bool set_time(struct sim_options *o, const char *value)
{
	const char *plus = strchr(value, '+');
	struct rules_slice minutes = {value, plus ? (size_t)(plus - value) : strlen(value)};
	uint64_t millionths;

	o->increment_ms = 0;
	if (!sim_decimal_read(minutes, UINT64_C(599) * SIM_MILLION, &millionths))
		return false;
	o->time_ms = (uint32_t)(millionths * 60 / 1000);
	return !plus || set_seconds(plus + 1, &o->increment_ms);
}

static bool set_scan(struct sim_options *o, const char *value)
{
	uint64_t number;

	o->has_scan = true;
	if (!read_number(value, 0, 10000, &number))
		return false;
	o->scan_ms = (uint32_t)number;
	return true;
}

static bool set_truth(struct sim_options *o, const char *value)
{
	o->truth = value;
	return true;
}

static bool say_fault(const struct rules_fault *fault)
{
	sim_complain("%s (see boardsim --help)", fault->why);
	return false;
}

static bool set_faults(struct sim_options *o, const char *value)
{
	struct rules_fault fault;

	return sim_fault_read(rules_slice_of(value), &o->faults, &fault) || say_fault(&fault);
}

static bool set_violations(struct sim_options *o, const char *value)
{
	const char *names[SIM_VIOLATIONS - 1]; /* all but none */
	struct rules_fault fault;

	for (unsigned i = 1; i < SIM_VIOLATIONS; i++)
		names[i - 1] = sim_violation_truth((enum sim_violation)i)->name;
	return sim_list_read(rules_slice_of(value), names, SIM_VIOLATIONS - 1, o->violations + 1,
			     &fault) ||
	       say_fault(&fault);
}

static bool set_make(struct sim_options *o, const char *value)
{
	return sim_make_of(value, &o->make);
}

static bool set_bus(struct sim_options *o, const char *value)
{
	(void)value;
	return o->is_bus = true;
}

static bool set_rotated(struct sim_options *o, const char *value)
{
	(void)value;
	return o->is_rotated = true;
}

static bool set_usb(struct sim_options *o, const char *value)
{
	(void)value;
	return o->is_usb = true;
}

static bool set_bluetooth(struct sim_options *o, const char *value)
{
	(void)value;
	return o->is_bluetooth = true;
}

static bool set_remote_clock(struct sim_options *o, const char *value)
{
	(void)value;
	return o->has_remote_clock = true;
}

static bool set_careful(struct sim_options *o, const char *value)
{
	(void)value;
	return o->is_careful = true;
}

static bool set_once(struct sim_options *o, const char *value)
{
	(void)value;
	return o->is_once = true;
}

/* --- the table of them --- */

/* Of some only one can be chosen. */
enum group { FREE, PORT, SOURCE, GROUPS };

static const struct row {
	const char *name, *value;
	bool (*set)(struct sim_options *o, const char *value);
	const char *help;
	enum group group;
} rows[] = {
	{"pty", "LINK", set_pty, "a pseudo-terminal, and a link to it", PORT},
	{"unix", "PATH", set_unix, "a unix socket", PORT},
	{"tcp", "PORT", set_tcp, "a TCP port of this machine; 0: any free one", PORT},
	{"capture", "FILE", set_capture, "no port: write what a host would record, at once", PORT},
	{"pgn", "FILE", set_pgn, "play these games", SOURCE},
	{"script", "FILE", set_script, "do these events: lift e2; place e4 P; press white", SOURCE},
	{"random", "SEED", set_random, "play games by lot (this is the default, seed 1)", SOURCE},
	{"lang", "LANG", set_lang, "the piece letters of the games: en, da, de, ...", FREE},
	{"seed", "SEED", set_seed, "of hands and faults, where games are given; 1", FREE},
	{"games", "N", set_games, "at most so many on each board", FREE},
	{"speed", "X", set_speed, "so many times as fast as life; 1", FREE},
	{"boards", "N", set_boards, "so many boards, each with its port; 1", FREE},
	{"make", "NAME", set_make,
	 "boards of this make: dgt, certabo, sentio, chesslink, eone, chessnut, pegasus, squareoff",
	 FREE},
	{"bus", NULL, set_bus, "all boards on one port, as a bus", FREE},
	{"faults", "LIST", set_faults,
	 "drop=P,dup=P,flip=P,unplug=P,silence=P,power=P,bus=P,code=P", FREE},
	{"violations", "LIST", set_violations, "NAME=P,...; all=P", FREE},
	{"careful", NULL, set_careful, "hands do one thing after the other, never strangely", FREE},
	{"hands", "NAME", set_hands, "hands of a kind, from the list below", FREE},
	{"think", "SECONDS", set_think, "before a move, on average; 4, or as such hands do", FREE},
	{"time", "MIN+SEC", set_time, "on the clock, and for each move; 90+30", FREE},
	{"scan", "MS", set_scan, "how long a scan takes; 250, and 0 for a script", FREE},
	{"rotated", NULL, set_rotated, "the boards lie the other way round", FREE},
	{"usb", NULL, set_usb, "powered by the cable: unplugged is off", FREE},
	{"bluetooth", NULL, set_bluetooth, "slower scans, a battery", FREE},
	{"serial", "N", set_serial, "number of the first board, the others follow; 1025", FREE},
	{"remote-clock", NULL, set_remote_clock, "the clock lets the host set it", FREE},
	{"truth", "FILE", set_truth, "write down what was really done", FREE},
	{"once", NULL, set_once, "end when everything is played", FREE},
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

static void print_help(void)
{
	puts("boardsim - a chess board, a clock and human hands, in software\n"
	     "\n"
	     "Usage: boardsim [OPTION...]\n");
	for (size_t i = 0; i < ROWS; i++) {
		char option[40];

		snprintf(option, sizeof(option), "--%s %s", rows[i].name,
			 rows[i].value ? rows[i].value : "");
		printf("  %-20s %s\n", option, rows[i].help);
	}
	puts("  --help               this\n"
	     "  --version            which version this is\n"
	     "\n"
	     "P is a probability from 0 to 1: of a byte for drop, dup and flip, in a second\n"
	     "for unplug, silence, power and bus, of a change for code, of a move that gives\n"
	     "the occasion for a violation. The violations are:\n");
	for (unsigned i = 1; i < SIM_VIOLATIONS; i++)
		printf("  %s\n", sim_violation_truth((enum sim_violation)i)->name);
	puts("\nThe kinds of hands are:\n");
	for (size_t i = 0; i < sim_kind_count; i++)
		printf("  %-14s %s\n", sim_kinds[i].name, sim_kinds[i].what);
}

/* One port, one source of play; what excludes each other is said. */
static bool fits_together(const struct sim_options *o, const unsigned chosen[GROUPS])
{
	if (chosen[PORT] > 1)
		sim_complain("choose one of --pty, --unix, --tcp and --capture");
	else if (chosen[SOURCE] > 1)
		sim_complain("choose one of --pgn, --script and --random");
	else if (o->kind && o->is_careful)
		sim_complain("choose one of --careful and --hands");
	else if (o->capture && (o->boards > 1 || o->is_bus))
		sim_complain("a capture is of one board");
	else if (o->capture && o->source == SIM_SOURCE_RANDOM && o->games == 0)
		sim_complain("a capture of random games needs --games N to come to an end");
	else
		return true;
	return false;
}

/* What getopt_long() gives for a row of the table. */
#define FIRST_ROW 256

static bool take(struct sim_options *o, int option, char **argv, unsigned chosen[GROUPS])
{
	const char *word = argv[optind - 1];
	const struct row *row;

	if (option < FIRST_ROW) {
		sim_complain(option == ':' ? "%s needs a value (see boardsim --help)"
					   : "unknown option %s (see boardsim --help)",
			     word);
		return false;
	}
	row = &rows[option - FIRST_ROW];
	chosen[row->group]++;
	if (row->set(o, optarg))
		return true;
	if (row->set != set_faults && row->set != set_violations) /* they have said it */
		sim_complain("--%s: '%s' will not do (see boardsim --help)", row->name, optarg);
	return false;
}

static void fill(struct option *options)
{
	for (size_t i = 0; i < ROWS; i++)
		options[i] = (struct option){rows[i].name,
					     rows[i].value ? required_argument : no_argument, NULL,
					     (int)i + FIRST_ROW};
	options[ROWS] = (struct option){"help", no_argument, NULL, 'h'};
	options[ROWS + 1] = (struct option){"version", no_argument, NULL, 'v'};
}

static struct sim_options defaults(void)
{
	return (struct sim_options){
		.seed = 1,
		.speed = SIM_MILLION,
		.boards = 1,
		.serial = FIRST_SERIAL,
		.language = RULES_ANY_LANGUAGE,
		.think_ms = 4000,
		.time_ms = 90 * 60000,
		.increment_ms = 30000,
	};
}

enum sim_said sim_options_read(struct sim_options *ret, int argc, char **argv)
{
	struct option options[ROWS + 3] = {0};
	unsigned chosen[GROUPS] = {0};
	int option;

	*ret = defaults();
	fill(options);
	opterr = 0;
	while ((option = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		if (option == 'h') {
			print_help();
			return SIM_DONE;
		}
		if (option == 'v') {
			puts("boardsim " BOARDD_VERSION);
			return SIM_DONE;
		}
		if (!take(ret, option, argv, chosen))
			return SIM_BAD_CALL;
	}
	if (optind < argc) {
		sim_complain("what is '%s'? (see boardsim --help)", argv[optind]);
		return SIM_BAD_CALL;
	}
	return fits_together(ret, chosen) ? SIM_GO_ON : SIM_BAD_CALL;
}
