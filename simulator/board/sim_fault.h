/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_FAULT_H
#define BOARDD_SIM_FAULT_H

#include <stddef.h>

#include "rules-core/fen.h"
#include "simulator/board/sim_random.h"

/*
 * What goes wrong between a board and its host, by chance or on request. Time
 * and bytes go in; what is left of the bytes, and faults that begin and end,
 * come out. Plain data, deterministic from the seed.
 */

enum sim_fault_kind {
	/* of so many bytes, either way */
	SIM_FAULT_DROP,
	SIM_FAULT_DUP,
	SIM_FAULT_FLIP, /* one bit */
	/* in so many seconds; they last a while */
	SIM_FAULT_UNPLUG,  /* the cable is out */
	SIM_FAULT_SILENCE, /* it is in, but nothing is heard or answered */
	SIM_FAULT_POWER,   /* the board is off */
	SIM_FAULT_BUS,     /* the board falls back to bus mode; over at once */
	/* of so many changes */
	SIM_FAULT_CODE, /* the board misreads a man; see sim_board.h */
	SIM_FAULTS,
};

struct sim_fault_config {
	uint32_t chance[SIM_FAULTS]; /* millionths */
};

/* "drop=0.001,unplug=0.01". False: ret_fault says what is wrong with it. */
bool sim_fault_read(struct rules_slice text, struct sim_fault_config *ret,
		    struct rules_fault *ret_fault);

/* "unplug" */
const char *sim_fault_name(enum sim_fault_kind kind);

struct sim_fault {
	struct sim_fault_config config;
	struct sim_random random;
	uint64_t next_ms;              /* when the lot is drawn again */
	uint64_t until_ms[SIM_FAULTS]; /* of those that last; 0: not now */
};

void sim_fault_init(struct sim_fault *f, struct sim_fault_config config, uint64_t seed);

/* One that lasts begins now. */
void sim_fault_begin(struct sim_fault *f, enum sim_fault_kind kind, uint64_t at_ms,
		     uint64_t length_ms);

static inline bool sim_fault_is_on(const struct sim_fault *f, enum sim_fault_kind kind)
{
	return f->until_ms[kind] > 0;
}

struct sim_fault_event {
	uint64_t at_ms;
	enum sim_fault_kind kind;
	bool is_over; /* else it begins */
};

/* When something may begin or end; UINT64_MAX: never. */
uint64_t sim_fault_deadline(const struct sim_fault *f);

/* The next fault that begins by chance, or ends, up to at_ms. False: none. */
bool sim_fault_next(struct sim_fault *f, uint64_t at_ms, struct sim_fault_event *ret_event);

/* What becomes of a byte on the line: none, one or two. Returns how many. */
size_t sim_fault_byte(struct sim_fault *f, uint8_t byte, uint8_t ret_bytes[2]);

/* From now on nothing goes wrong any more; what lasts ends at its time. */
void sim_fault_quiet(struct sim_fault *f);

#endif
