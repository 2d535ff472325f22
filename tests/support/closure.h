/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_CLOSURE_H
#define BOARDD_TESTS_CLOSURE_H

#include "rules-core/position.h"

/*
 * Every position that can still arise, one after the other, without any thought:
 * what rules-core/winnable must agree with. It shares nothing with it but the
 * legal moves.
 */
struct closure {
	bool whole;         /* nothing was left out: all of the following is certain */
	bool can_mate[2];   /* by enum rules_color */
	unsigned positions; /* seen */
};

/* Looks at no more than limit positions. */
struct closure closure_of(const struct rules_position *pos, unsigned limit);

#endif
