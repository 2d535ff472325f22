/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "rules-core/start.h"
#include "touchmove/law/law.h"

/*
 * Any events in any order, four bytes each, first a byte for edition and mode.
 * Nothing may be written past an end, and asking what may be played must answer.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct touch_event event_of(const uint8_t *bytes, uint64_t *at_ms)
{
	static const rules_piece men[] = {0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13};
	struct touch_event event = {
		.type = (enum touch_event_type)(bytes[0] % (TOUCH_EV_ARBITER + 1)),
		.square = bytes[1] & 63,
		.piece = men[bytes[2] % 12],
		.color = bytes[2] % 3,
		.action = bytes[1] % TOUCH_ACTIONS,
		.detail = bytes[2] / 16,
		.number = bytes[3] % 24};

	*at_ms += (uint64_t)bytes[3] * 10;
	event.at_ms = *at_ms;
	memcpy(event.text, bytes[3] & 1 ? "e2e4" : "Nf3", 4);
	return event;
}

static void check(const struct touch_game *game, const struct touch_reports *reports)
{
	struct touch_obligation must;
	const struct rules_position *base;
	struct touch_claimable right;

	touch_must(game, &must, &base);
	touch_claimable(game, TOUCH_CLAIM_THREEFOLD, &right);
	touch_claimable(game, TOUCH_CLAIM_FIFTY, &right);
	if (reports->count > TOUCH_REPORTS_MAX || game->finding_count > TOUCH_FINDINGS_MAX)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct law law;
	static struct touch_reports reports;
	struct rules_position start;
	struct touch_rules rules;
	uint64_t at_ms = 0;

	if (size < 1)
		return 0;
	rules = touch_rules_for((enum touch_edition)(data[0] % TOUCH_EDITIONS),
				(enum touch_mode)(data[0] / 3 % TOUCH_MODES), data[0] / 9 % 2 == 1);
	rules.no_clock = data[0] / 18 % 2 == 1;
	rules_chess960_start(&start, data[0] > 127 ? data[0] : RULES_CHESS960_USUAL);
	law_begin(&law, &rules, &start, 0);
	for (size_t i = 1; i + 4 <= size && i < 4000; i += 4) {
		struct touch_event event = event_of(data + i, &at_ms);

		law_step(&law, &event, &reports);
		check(&law.game, &reports);
	}
	return 0;
}
