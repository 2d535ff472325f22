/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules-core/draw.h"
#include "rules-core/movegen.h"
#include "tests/support/closure.h"

/* The positions seen, in the order found, and a table of where each is: index + 1. */
struct seen {
	struct rules_position *positions;
	struct rules_identity *identities;
	unsigned *table;
	unsigned count, limit, mask;
};

static bool add(struct seen *seen, const struct rules_position *pos)
{
	struct rules_identity id = rules_identity_of(pos);
	unsigned at = (unsigned)((id.key ^ id.key >> 29) * UINT64_C(0x9e3779b97f4a7c15) >> 32);

	for (at &= seen->mask; seen->table[at]; at = (at + 1) & seen->mask)
		if (rules_is_same(&seen->identities[seen->table[at] - 1], &id))
			return true;
	if (seen->count == seen->limit)
		return false;
	seen->positions[seen->count] = *pos;
	seen->identities[seen->count] = id;
	seen->table[at] = ++seen->count;
	return true;
}

static bool add_next(struct seen *seen, const struct rules_position *pos, bool can_mate[2])
{
	struct rules_moves moves;

	rules_legal_moves(pos, &moves);
	if (moves.count == 0 && rules_in_check(pos))
		can_mate[pos->turn ^ 1] = true;
	for (size_t i = 0; i < moves.count; i++) {
		struct rules_position next = *pos;

		rules_apply(&next, moves.move[i], NULL);
		if (!add(seen, &next))
			return false;
	}
	return true;
}

struct closure closure_of(const struct rules_position *pos, unsigned limit)
{
	struct closure closure = {.whole = true};
	struct seen seen = {.limit = limit, .mask = 1023};

	while (seen.mask < 2 * limit)
		seen.mask = 2 * seen.mask + 1;
	seen.positions = calloc(limit, sizeof(seen.positions[0]));
	seen.identities = calloc(limit, sizeof(seen.identities[0]));
	seen.table = calloc(seen.mask + 1, sizeof(seen.table[0]));
	assert(seen.positions && seen.identities && seen.table);
	add(&seen, pos);
	for (unsigned i = 0; i < seen.count && closure.whole; i++) {
		struct rules_position at = seen.positions[i];

		closure.whole = add_next(&seen, &at, closure.can_mate);
	}
	closure.positions = seen.count;
	free(seen.positions);
	free(seen.identities);
	free(seen.table);
	return closure;
}
