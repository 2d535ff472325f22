/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/board/sim_wire.h"

void sim_wire_init(struct sim_wire *w, uint32_t byte_us)
{
	*w = (struct sim_wire){.byte_us = byte_us};
}

void sim_wire_push(struct sim_wire *w, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	uint64_t at_us = at_ms * 1000;

	if (len > SIM_WIRE_MAX - w->count) {
		w->lost++;
		return;
	}
	if (w->count == 0)
		w->ready_us = (at_us > w->last_us ? at_us : w->last_us) + w->byte_us;
	for (size_t i = 0; i < len; i++)
		w->bytes[(w->first + w->count++) % SIM_WIRE_MAX] = bytes[i];
}

bool sim_wire_pop(struct sim_wire *w, uint64_t until_us, uint8_t *ret_byte, uint64_t *ret_us)
{
	if (w->count == 0 || w->ready_us > until_us)
		return false;
	*ret_byte = w->bytes[w->first];
	*ret_us = w->ready_us;
	w->first = (w->first + 1) % SIM_WIRE_MAX;
	w->count--;
	w->last_us = w->ready_us;
	w->ready_us += w->byte_us;
	return true;
}

uint64_t sim_wire_deadline_us(const struct sim_wire *w)
{
	size_t group = w->count < SIM_WIRE_GROUP ? w->count : SIM_WIRE_GROUP;

	return group > 0 ? w->ready_us + (group - 1) * w->byte_us : UINT64_MAX;
}

void sim_wire_clear(struct sim_wire *w)
{
	w->count = 0;
}
