/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_OPTIONS_H
#define BOARDD_SIM_OPTIONS_H

#include "rules-core/language.h"
#include "simulator/board/sim_board.h"
#include "simulator/board/sim_fault.h"
#include "simulator/hands/sim_act.h"
#include "simulator/hands/sim_kind.h"
#include "simulator/sim_port.h"

/* What boardsim was asked for on its command line. Strings are borrowed from it. */

enum sim_source { SIM_SOURCE_RANDOM, SIM_SOURCE_PGN, SIM_SOURCE_SCRIPT };

struct sim_options {
	enum sim_make make; /* whose boards they are */
	enum sim_port_kind port;
	const char *name;    /* link or path; NULL: none */
	unsigned number;     /* TCP port */
	const char *capture; /* file; instead of a port */
	enum sim_source source;
	const char *file;
	enum rules_language language; /* of a PGN file */
	uint64_t seed;
	uint64_t speed; /* in millionths */
	unsigned boards, games;
	bool is_bus, is_rotated, is_usb, is_bluetooth, is_careful, is_once;
	bool has_scan, has_think, has_remote_clock;
	const struct sim_kind *kind; /* of hands; NULL: the usual ones */
	unsigned serial;             /* of the first board */
	uint32_t scan_ms, think_ms;
	uint32_t time_ms, increment_ms;
	const char *truth;
	struct sim_fault_config faults;
	uint32_t violations[SIM_VIOLATIONS];
};

enum sim_said { SIM_GO_ON, SIM_DONE, SIM_BAD_CALL };

/*
 * SIM_DONE: help or version was printed. SIM_BAD_CALL: one line on standard
 * error has said what is wrong.
 */
enum sim_said sim_options_read(struct sim_options *ret, int argc, char **argv);

/* One line on standard error, "boardsim: " before it. */
void sim_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
