/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_LIST_H
#define BOARDD_SIM_LIST_H

#include "rules-core/fen.h"
#include "rules-core/text.h"

/*
 * Names and probabilities as they are written on a command line:
 * "drop=0.001,flip=0.0005"; "all=0.01" is every name at once.
 */

/*
 * ret_millionths[i] belongs to names[i]; what is not in the list keeps its
 * value. False: ret_fault says what is wrong, and at which byte.
 */
bool sim_list_read(struct rules_slice text, const char *const *names, size_t count,
		   uint32_t *ret_millionths, struct rules_fault *ret_fault);

/* A decimal number from 0 up, in millionths. False: it is none, or above limit. */
bool sim_decimal_read(struct rules_slice text, uint64_t limit, uint64_t *ret_millionths);

#endif
