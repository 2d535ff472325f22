/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SENSE_H
#define BOARDD_SENSE_H

#include "rules-core/position.h"

/*
 * What a board shows: square updates in, changes out, each with what is known
 * of its contact. Nothing waits and nothing is held back; that a man gone for
 * less than a scan was perhaps never lifted is said of his return, and who
 * reads the changes weighs it.
 *
 * Plain data: copy it by assignment. No I/O, no allocation, no clock. Times are
 * milliseconds since the caller's zero and never fall.
 */

/* How the bytes came. A board looks at each square once per scan. */
enum sense_transport {
	SENSE_CABLE,
	SENSE_BLUETOOTH,
	SENSE_RECORDED, /* a recording of another program: the order is right, times are not */
	SENSE_TRANSPORTS,
};

struct sense_times {
	const char *name;
	uint32_t scan_ms;  /* each square is looked at once in this time */
	uint32_t noise_ms; /* gone and back within this: the contact, no hand */
	uint32_t flash_ms; /* gaps up to this, again and again: a man badly placed */
	uint32_t burst_ms; /* updates that come so close may belong together */
};

const struct sense_times *sense_times_of(enum sense_transport transport);

/* The same times for a board with another scan, as configured. */
struct sense_times sense_times_scaled(enum sense_transport transport, uint32_t scan_ms);

struct sense {
	struct sense_times times;
	bool sees_men;              /* false: a board that tells occupied from empty only */
	bool only_queens;           /* there a pawn becomes nothing else */
	struct rules_position seen; /* the men as sensed; turn and rights mean nothing */
	uint32_t changed_ms[64];    /* when the square last changed */
	rules_piece before[64];     /* what it showed before that */
};

struct sense_change {
	rules_square square;
	rules_piece was, is;      /* of a board that sees no men: a white pawn for any man */
	uint32_t at_ms, since_ms; /* since_ms: how long it had shown what it was */
	bool is_noise;            /* the same man is back within the noise time */
};

/* A board that shows this position, everything at rest since long. */
void sense_init(struct sense *s, const struct sense_times *times, bool sees_men,
		const struct rules_position *pos, uint32_t at_ms);

/* What an update would change. False: nothing, it says what was known; ret_change is set still. */
bool sense_look(const struct sense *s, rules_square square, rules_piece piece, uint32_t at_ms,
		struct sense_change *ret_change);

/* Takes the change into what is sensed. */
void sense_take(struct sense *s, const struct sense_change *change);

/* How a man appears to this board. */
static inline rules_piece sense_appears(const struct sense *s, rules_piece piece)
{
	return s->sees_men || piece == RULES_NO_PIECE ? piece : (rules_piece)RULES_PAWN;
}

/* Does the square show this man, or emptiness, as far as the board can tell? */
static inline bool sense_shows(const struct sense *s, rules_square square, rules_piece piece)
{
	return s->seen.at[square] == sense_appears(s, piece);
}

/* The squares where the board does not show this position. */
rules_set sense_differs(const struct sense *s, const struct rules_position *pos);

#endif
