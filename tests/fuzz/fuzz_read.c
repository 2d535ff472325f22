/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "rules-core/start.h"
#include "touchmove/read/explain.h"
#include "touchmove/read/read.h"

/*
 * Any squares, presses, clocks, gaps and whole boards in any order, four bytes
 * each, first a byte for the kind of board. Nothing may be written past an end,
 * news must make sense, and every reading must have its words.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const rules_piece men[] = {0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, RULES_NO_PIECE};

static void send_board(struct reader *r, uint8_t change, uint64_t at_ms, struct read_list *list)
{
	rules_piece dump[64];

	for (unsigned i = 0; i < 64; i++)
		dump[i] = r->sense.seen.at[i];
	dump[change & 63] = men[change % 13];
	dump[(change * 7) & 63] = RULES_NO_PIECE;
	read_board(r, dump, at_ms, list);
}

static void take(struct reader *r, const uint8_t *bytes, uint64_t at_ms, struct read_list *list)
{
	struct rules_position start;

	list->count = 0;
	switch (bytes[0] % 16) {
	default: read_square(r, bytes[1] & 63, men[bytes[2] % 13], at_ms, bytes[2], list); break;
	case 10:
	case 11: read_press(r, (enum rules_color)(bytes[1] & 1), at_ms, 0, list); break;
	case 12: read_clock(r, bytes[1] % 3, at_ms, list); break;
	case 13: send_board(r, bytes[1], at_ms, list); break;
	case 14:
		if (bytes[1] & 2)
			read_recall(r);
		else
			read_gap(r, bytes[1] & 1, at_ms, list);
		break;
	case 15:
		rules_start(&start);
		if (bytes[1] & 1)
			read_base(r, &start, bytes[2], at_ms, list);
		else
			read_tick(r, at_ms, list);
		break;
	}
}

static void check(const struct reader *r, const struct read_list *list)
{
	char bytes[512];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	struct read_acts acts;

	if (list->count > READ_NEWS_MAX || r->worlds.count == 0 ||
	    r->worlds.count > READ_WORLDS_MAX || r->told > READ_PLIES_MAX || r->told < r->anchor)
		abort();
	read_acts_now(r, &acts);
	if (acts.count > READ_ACTS_MAX)
		abort();
	for (size_t i = 0; i < acts.count; i++)
		read_act_explain(&acts.act[i], &text);
	for (size_t i = 0; i < list->count; i++)
		read_explain_news(r, &list->news[i], &text);
	read_explain(r, &text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct reader r;
	struct read_config config;
	struct rules_position start;
	struct read_list list;
	uint64_t at_ms = 0;

	if (size < 1)
		return 0;
	rules_start(&start);
	config = read_config_of((enum sense_transport)(data[0] % SENSE_TRANSPORTS),
				(data[0] & 64) == 0, (data[0] & 128) == 0);
	read_begin(&r, &config, &start, 0);
	for (size_t i = 1; i + 4 <= size && i < 2000; i += 4) {
		at_ms += (uint64_t)data[i + 3] * 10;
		take(&r, data + i, at_ms, &list);
		check(&r, &list);
	}
	return 0;
}
