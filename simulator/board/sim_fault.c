/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/board/sim_fault.h"

#include "simulator/board/sim_list.h"

#define DRAW_MS 1000

static const char *const names[SIM_FAULTS] = {
	[SIM_FAULT_DROP] = "drop",     [SIM_FAULT_DUP] = "dup",         [SIM_FAULT_FLIP] = "flip",
	[SIM_FAULT_UNPLUG] = "unplug", [SIM_FAULT_SILENCE] = "silence", [SIM_FAULT_POWER] = "power",
	[SIM_FAULT_BUS] = "bus",       [SIM_FAULT_CODE] = "code",
};

/* How long those last that do. */
static const struct {
	uint32_t low_ms, high_ms;
} lengths[SIM_FAULTS] = {
	[SIM_FAULT_UNPLUG] = {500, 30000},
	[SIM_FAULT_SILENCE] = {500, 12000},
	[SIM_FAULT_POWER] = {300, 5000},
};

bool sim_fault_read(struct rules_slice text, struct sim_fault_config *ret,
		    struct rules_fault *ret_fault)
{
	return sim_list_read(text, names, SIM_FAULTS, ret->chance, ret_fault);
}

const char *sim_fault_name(enum sim_fault_kind kind)
{
	return names[kind];
}

static bool draws(const struct sim_fault *f)
{
	return f->config.chance[SIM_FAULT_UNPLUG] || f->config.chance[SIM_FAULT_SILENCE] ||
	       f->config.chance[SIM_FAULT_POWER] || f->config.chance[SIM_FAULT_BUS];
}

void sim_fault_init(struct sim_fault *f, struct sim_fault_config config, uint64_t seed)
{
	*f = (struct sim_fault){.config = config, .random = sim_random_of(seed, 3)};
	f->next_ms = draws(f) ? DRAW_MS : UINT64_MAX;
}

void sim_fault_begin(struct sim_fault *f, enum sim_fault_kind kind, uint64_t at_ms,
		     uint64_t length_ms)
{
	f->until_ms[kind] = at_ms + (length_ms > 0 ? length_ms : 1);
}

/* The next one that ends; SIM_FAULTS: none lasts. */
static unsigned first_to_end(const struct sim_fault *f)
{
	unsigned found = SIM_FAULTS;

	for (unsigned i = 0; i < SIM_FAULTS; i++)
		if (f->until_ms[i] > 0 &&
		    (found == SIM_FAULTS || f->until_ms[i] < f->until_ms[found]))
			found = i;
	return found;
}

uint64_t sim_fault_deadline(const struct sim_fault *f)
{
	unsigned ends = first_to_end(f);

	return ends < SIM_FAULTS && f->until_ms[ends] < f->next_ms ? f->until_ms[ends] : f->next_ms;
}

/* One fault at most for each second. */
static bool draw(struct sim_fault *f, struct sim_fault_event *ret_event)
{
	static const enum sim_fault_kind kinds[] = {SIM_FAULT_UNPLUG, SIM_FAULT_SILENCE,
						    SIM_FAULT_POWER, SIM_FAULT_BUS};
	uint64_t at_ms = f->next_ms;

	f->next_ms += DRAW_MS;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		enum sim_fault_kind kind = kinds[i];

		if (sim_fault_is_on(f, kind) ||
		    !sim_random_chance(&f->random, f->config.chance[kind]))
			continue;
		if (lengths[kind].high_ms > 0)
			sim_fault_begin(f, kind, at_ms,
					sim_random_between(&f->random, lengths[kind].low_ms,
							   lengths[kind].high_ms));
		*ret_event = (struct sim_fault_event){.at_ms = at_ms, .kind = kind};
		return true;
	}
	return false;
}

bool sim_fault_next(struct sim_fault *f, uint64_t at_ms, struct sim_fault_event *ret_event)
{
	while (sim_fault_deadline(f) <= at_ms) {
		unsigned ends = first_to_end(f);

		if (ends < SIM_FAULTS && f->until_ms[ends] <= f->next_ms) {
			*ret_event = (struct sim_fault_event){.at_ms = f->until_ms[ends],
							      .kind = (enum sim_fault_kind)ends,
							      .is_over = true};
			f->until_ms[ends] = 0;
			return true;
		}
		if (draw(f, ret_event))
			return true;
	}
	return false;
}

size_t sim_fault_byte(struct sim_fault *f, uint8_t byte, uint8_t ret_bytes[2])
{
	if (sim_random_chance(&f->random, f->config.chance[SIM_FAULT_DROP]))
		return 0;
	if (sim_random_chance(&f->random, f->config.chance[SIM_FAULT_FLIP]))
		byte ^= (uint8_t)(1u << sim_random_below(&f->random, 8));
	ret_bytes[0] = ret_bytes[1] = byte;
	return sim_random_chance(&f->random, f->config.chance[SIM_FAULT_DUP]) ? 2 : 1;
}

void sim_fault_quiet(struct sim_fault *f)
{
	f->config = (struct sim_fault_config){{0}};
	f->next_ms = UINT64_MAX;
}
