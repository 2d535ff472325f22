/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_RANDOM_H
#define BOARDD_SIM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Chance that repeats: one seed, one run, on every machine. Plain data.
 * Probabilities are millionths, so that no rounding differs between compilers.
 */

#define SIM_MILLION 1000000u

struct sim_random {
	uint64_t state;
};

/* Streams with different names do not disturb each other: faults leave the game alone. */
static inline struct sim_random sim_random_of(uint64_t seed, uint64_t stream)
{
	return (struct sim_random){seed * UINT64_C(0x9e3779b97f4a7c15) ^
				   (stream + 1) * UINT64_C(0xd1342543de82ef95)};
}

static inline uint64_t sim_random_next(struct sim_random *random)
{
	uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* 0 to limit - 1; limit must not be 0. */
static inline uint32_t sim_random_below(struct sim_random *random, uint32_t limit)
{
	return (uint32_t)((sim_random_next(random) >> 32) * limit >> 32);
}

/* low to high, both included. */
static inline uint32_t sim_random_between(struct sim_random *random, uint32_t low, uint32_t high)
{
	return low + sim_random_below(random, high - low + 1);
}

/* True in so many of a million cases. No chance at all draws no number. */
static inline bool sim_random_chance(struct sim_random *random, uint32_t millionths)
{
	return millionths > 0 && sim_random_below(random, SIM_MILLION) < millionths;
}

#endif
