/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/sense/sense.h"

#include <string.h>

/* Noise is 1.1 scans, flashing 1.5: section 1 of docs/procedure.md. */
static const struct sense_times transports[SENSE_TRANSPORTS] = {
	[SENSE_CABLE] = {"cable", 250, 275, 375, 0},
	/* Packets carry what a whole scan has noticed. */
	[SENSE_BLUETOOTH] = {"bluetooth", 500, 550, 750, 250},
	[SENSE_RECORDED] = {"recorded", 250, 275, 375, 0},
};

const struct sense_times *sense_times_of(enum sense_transport transport)
{
	return &transports[transport];
}

struct sense_times sense_times_scaled(enum sense_transport transport, uint32_t scan_ms)
{
	struct sense_times times = transports[transport];
	uint32_t usual = times.scan_ms;

	times.scan_ms = scan_ms;
	times.noise_ms = times.noise_ms * scan_ms / usual;
	times.flash_ms = times.flash_ms * scan_ms / usual;
	return times;
}

void sense_init(struct sense *s, const struct sense_times *times, bool sees_men,
		const struct rules_position *pos, uint32_t at_ms)
{
	memset(s, 0, sizeof(*s));
	s->times = *times;
	s->sees_men = sees_men;
	rules_position_clear(&s->seen);
	for (rules_square square = 0; square < 64; square++) {
		rules_position_put(&s->seen, square, sense_appears(s, pos->at[square]));
		s->changed_ms[square] = at_ms;
		s->before[square] = s->seen.at[square];
	}
}

bool sense_look(const struct sense *s, rules_square square, rules_piece piece, uint32_t at_ms,
		struct sense_change *ret_change)
{
	struct sense_change change = {
		.square = square,
		.was = s->seen.at[square],
		.is = sense_appears(s, piece),
		.at_ms = at_ms,
		.since_ms = at_ms - s->changed_ms[square],
	};

	change.is_noise = change.was == RULES_NO_PIECE && change.is != RULES_NO_PIECE &&
			  change.is == s->before[square] && change.since_ms <= s->times.noise_ms;
	*ret_change = change;
	return change.was != change.is;
}

void sense_take(struct sense *s, const struct sense_change *change)
{
	s->before[change->square] = change->was;
	rules_position_put(&s->seen, change->square, change->is);
	s->changed_ms[change->square] = change->at_ms;
}

rules_set sense_differs(const struct sense *s, const struct rules_position *pos)
{
	const struct rules_position *seen = &s->seen;
	rules_set differs;

	if (!s->sees_men)
		return rules_all_men(seen) ^ rules_all_men(pos);
	differs = (seen->of_color[0] ^ pos->of_color[0]) | (seen->of_color[1] ^ pos->of_color[1]);
	for (int kind = 0; kind < RULES_KINDS; kind++)
		differs |= seen->of_kind[kind] ^ pos->of_kind[kind];
	return differs;
}
