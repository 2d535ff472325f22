/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/explain.h"

#include "rules-core/fen.h"
#include "rules-core/san.h"
#include "touchmove/read/publish.h"

/* Sixteenths as natural units with one digit. */
static void write_cost(struct rules_text *out, int32_t cost)
{
	uint32_t tenths = (uint32_t)(cost > 0 ? cost : 0) * 10 / READ_NAT;

	rules_text_number(out, tenths / 10);
	rules_text_char(out, '.');
	rules_text_number(out, tenths % 10);
}

static void write_moves(const struct reader *r, const struct read_world *w, struct rules_text *out)
{
	struct rules_position pos = r->anchor_pos;
	unsigned told = r->told - r->anchor;

	for (unsigned k = 0; k < w->plies; k++) {
		bool is_told = k < told && w->ply[k].move == r->played[r->anchor + k];

		if (!is_told) {
			rules_text_char(out, ' ');
			rules_san_write(out, &pos, w->ply[k].move, RULES_EN, RULES_SAN_PGN);
		}
		rules_apply(&pos, w->ply[k].move, NULL);
	}
	if (w->plies < told)
		rules_text_string(out, " (what was told last is taken back)");
	if (w->is_over)
		rules_text_string(out, " and the game is over");
}

static void write_charge(struct rules_text *out, rules_square square, enum read_manner manner,
			 int32_t cost)
{
	rules_text_string(out, " | ");
	rules_text_string(out, read_manner_row(manner)->name);
	rules_text_char(out, ' ');
	if (square != RULES_NO_SQUARE) {
		rules_text_square(out, square);
		rules_text_char(out, ' ');
	}
	write_cost(out, cost);
}

void read_explain(const struct reader *r, struct rules_text *out)
{
	struct read_view view = read_view_of(r);
	int32_t lowest = r->worlds.world[0].cost;
	struct read_bill bill;

	for (unsigned i = 0; i < r->worlds.count; i++)
		if (r->worlds.world[i].cost < lowest)
			lowest = r->worlds.world[i].cost;
	for (unsigned i = 0; i < r->worlds.count; i++) {
		struct read_world w = r->worlds.world[i];

		rules_text_number(out, i + 1);
		rules_text_string(out, ". ");
		write_cost(out, w.total - lowest);
		rules_text_char(out, ':');
		write_moves(r, &w, out);
		bill.count = 0;
		if (!w.is_over)
			read_bill(&view, &w, &bill);
		for (size_t j = 0; j < bill.count; j++)
			write_charge(out, bill.charge[j].square, bill.charge[j].manner,
				     bill.charge[j].cost);
		if (w.has_early && !w.is_over)
			write_charge(out, RULES_NO_SQUARE, READ_PRESS_FOR_NOTHING,
				     read_bill_early_press(&view, &w));
		rules_text_char(out, '\n');
	}
}

void read_act_explain(const struct read_act *act, struct rules_text *out)
{
	static const char *const who[] = {"white", "black", "nobody"};

	rules_text_string(out, who[act->by]);
	rules_text_char(out, ' ');
	rules_text_string(out, read_act_name((enum read_act_kind)act->kind));
	rules_text_char(out, ' ');
	rules_text_char(out, rules_fen_letter(act->piece));
	rules_text_square(out, act->square);
	if (act->from != act->square && act->from != RULES_NO_SQUARE) {
		rules_text_string(out, " from ");
		rules_text_square(out, act->from);
	}
	rules_text_string(out, act->certainty == READ_OBSERVED ? " (observed)" : " (presumed)");
}
