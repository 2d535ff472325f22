/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/board/sim_sensor.h"

void sim_sensor_init(struct sim_sensor *s, uint32_t scan_ms, uint32_t phase_ms)
{
	*s = (struct sim_sensor){
		.scan_ms = scan_ms,
		.phase_ms = phase_ms,
		.real = board_men_of(BOARD_EMPTY),
		.seen = board_men_of(BOARD_EMPTY),
	};
}

/* When this square is measured next, after at_ms. */
static uint64_t next_measure(const struct sim_sensor *s, uint64_t at_ms, board_square square)
{
	uint64_t first;

	if (s->scan_ms == 0)
		return at_ms;
	first = s->phase_ms + (uint64_t)dgt_number_of(square) * s->scan_ms / BOARD_SQUARES;
	if (at_ms < first)
		return first;
	return first + ((at_ms - first) / s->scan_ms + 1) * s->scan_ms;
}

static void compare(struct sim_sensor *s, uint64_t at_ms, board_square square)
{
	uint64_t bit = UINT64_C(1) << square;

	if (s->real.at[square] == s->seen.at[square]) {
		s->differs &= ~bit;
	} else if ((s->differs & bit) == 0) {
		s->differs |= bit;
		s->due_ms[square] = next_measure(s, at_ms, square);
	}
}

void sim_sensor_put(struct sim_sensor *s, uint64_t at_ms, board_square square, board_piece piece)
{
	s->real.at[square] = piece;
	compare(s, at_ms, square);
}

void sim_sensor_misread(struct sim_sensor *s, uint64_t at_ms, board_square square,
			board_piece piece)
{
	s->seen.at[square] = piece;
	compare(s, at_ms, square);
}

void sim_sensor_look(struct sim_sensor *s)
{
	s->seen = s->real;
	s->differs = 0;
}

static board_square earliest(const struct sim_sensor *s)
{
	board_square found = BOARD_SQUARES;

	for (uint8_t number = 0; number < BOARD_SQUARES; number++) {
		board_square square = dgt_square_of(number);

		if ((s->differs >> square & 1) == 0)
			continue;
		if (found == BOARD_SQUARES || s->due_ms[square] < s->due_ms[found])
			found = square;
	}
	return found;
}

uint64_t sim_sensor_deadline(const struct sim_sensor *s)
{
	return s->differs ? s->due_ms[earliest(s)] : SIM_NEVER;
}

bool sim_sensor_next(struct sim_sensor *s, uint64_t at_ms, struct dgt_field *ret_change,
		     uint64_t *ret_ms)
{
	board_square square;

	if (!s->differs)
		return false;
	square = earliest(s);
	if (s->due_ms[square] > at_ms)
		return false;
	s->seen.at[square] = s->real.at[square];
	s->differs &= ~(UINT64_C(1) << square);
	*ret_change = (struct dgt_field){square, s->seen.at[square]};
	*ret_ms = s->due_ms[square];
	return true;
}
