/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/follow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void follow_init(struct follow *f)
{
	*f = (struct follow){0};
}

static void forget_held(struct follow *f)
{
	for (size_t i = 0; f->held && i < FOLLOW_HELD; i++) {
		json_decref(f->held[i]);
		f->held[i] = NULL;
	}
}

void follow_clear(struct follow *f)
{
	forget_held(f);
	free((void *)f->held);
	follow_init(f);
}

void follow_begin(struct follow *f, const char *journal, uint64_t since)
{
	forget_held(f);
	snprintf(f->journal, sizeof(f->journal), "%s", journal);
	f->taken = f->heard = since;
}

static uint64_t number_of(const json_t *report)
{
	json_int_t seq = json_integer_value(json_object_get(report, "seq"));

	return seq > 0 ? (uint64_t)seq : 0;
}

int follow_put(struct follow *f, json_t *report)
{
	uint64_t seq = number_of(report);
	json_t **place;

	if (seq == 0)
		return -EINVAL;
	if (seq > f->heard)
		f->heard = seq;
	if (seq <= f->taken) {
		f->doubles++;
		return 0;
	}
	if (!f->held)
		f->held = calloc(FOLLOW_HELD, sizeof(json_t *));
	if (!f->held || seq - f->taken > FOLLOW_HELD) {
		f->dropped++;
		return 1;
	}
	place = &f->held[seq % FOLLOW_HELD];
	f->doubles += *place != NULL;
	json_decref(*place);
	*place = json_incref(report);
	return 1;
}

uint64_t follow_skip(struct follow *f, uint64_t first)
{
	uint64_t missing = first > f->taken + 1 ? first - f->taken - 1 : 0;

	for (uint64_t i = 0; i < missing && i < FOLLOW_HELD && f->held; i++) {
		json_t **place = &f->held[(f->taken + 1 + i) % FOLLOW_HELD];

		if (*place && number_of(*place) < first) {
			json_decref(*place);
			*place = NULL;
		}
	}
	f->taken += missing;
	return missing;
}

json_t *follow_next(struct follow *f)
{
	json_t **place = f->held ? &f->held[(f->taken + 1) % FOLLOW_HELD] : NULL;
	json_t *report = place ? *place : NULL;

	if (!report)
		return NULL;
	*place = NULL;
	f->taken++;
	return report;
}

bool follow_is_behind(const struct follow *f)
{
	return f->heard > f->taken;
}
