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
		bool is_told = k < told && w->ply[k].move == read_played(r, r->anchor + k);

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

/* --- why it was told --- */

static const char *how_words(enum read_how how)
{
	switch (how) {
	case READ_HOW_SEEN: return "seen";
	case READ_HOW_TWICE: return "seen on the new square before the old was empty";
	case READ_HOW_CASTLED: return "king and rook seen";
	case READ_HOW_SWAPPED: return "a capture such a board cannot show";
	case READ_HOW_UNSEEN: return "not seen: arrived and taken within a scan";
	case READ_HOW_LOST: return "not all seen: an update was lost";
	case READ_HOW_INFERRED: return "not seen: the only way over a gap";
	}
	return "";
}

/* The move of the news in the best reading; NULL: it can no longer be doubted. */
static const struct read_ply *ply_of(const struct reader *r, const struct read_news *news)
{
	const struct read_world *w = &r->worlds.world[0];
	unsigned k = news->ply - r->anchor - 1u;

	return news->ply > r->anchor && k < w->plies && w->ply[k].move == news->move ? &w->ply[k]
										     : NULL;
}

static bool is_pressed(const struct reader *r, const struct read_news *news)
{
	uint32_t first = r->presses > READ_PRESSES_MAX ? r->presses - READ_PRESSES_MAX : 0;

	for (uint32_t i = first; i < r->presses; i++) {
		const struct read_press *press = &r->press[i % READ_PRESSES_MAX];

		if (press->color == news->color &&
		    r->zero_ms + press->at_ms + r->sense.times.scan_ms >= news->rest_ms)
			return true;
	}
	return false;
}

/* How much more the cheapest reading without the move costs; negative: there is none. */
static int32_t rival_cost(const struct reader *r, const struct read_news *news)
{
	unsigned k = news->ply - r->anchor - 1u;

	for (unsigned i = 1; i < r->worlds.count && news->ply > r->anchor; i++) {
		const struct read_world *w = &r->worlds.world[i];

		if (w->plies <= k || w->ply[k].move != news->move)
			return w->total - r->worlds.world[0].total;
	}
	return -1;
}

static void write_seconds(struct rules_text *out, uint64_t ms)
{
	rules_text_number(out, (uint32_t)(ms / 1000));
	rules_text_char(out, '.');
	rules_text_number(out, (uint32_t)(ms % 1000 / 100));
	rules_text_string(out, " s");
}

static void write_rival(const struct reader *r, const struct read_news *news,
			struct rules_text *out)
{
	int32_t rival = rival_cost(r, news);

	if (rival < 0) {
		rules_text_string(out, "; no reading without it is left");
		return;
	}
	rules_text_string(out, "; the nearest reading without it costs ");
	write_cost(out, rival);
	rules_text_string(out, " more, ");
	if (rival >= read_margin(r)) {
		write_cost(out, read_margin(r));
		rules_text_string(out, " would do");
	} else {
		rules_text_string(out, "but could not be waited for");
	}
}

/* The position before a half-move that is among those told last. */
static void write_told_move(const struct reader *r, const struct read_news *news,
			    struct rules_text *out)
{
	struct rules_position pos = r->anchor_pos;

	rules_text_number(out, news->ply);
	rules_text_string(out, ". ");
	if (news->ply <= r->anchor) {
		rules_text_square(out, rules_from(news->move));
		rules_text_square(out, rules_to(news->move));
		return;
	}
	for (unsigned k = r->anchor; k + 1 < news->ply; k++)
		rules_apply(&pos, read_played(r, k), NULL);
	rules_san_write(out, &pos, news->move, RULES_EN, RULES_SAN_PGN);
}

static void explain_move(const struct reader *r, const struct read_news *news,
			 struct rules_text *out)
{
	const struct read_ply *ply = ply_of(r, news);
	bool is_answered =
		news->ply > r->anchor && r->worlds.world[0].plies > news->ply - r->anchor;

	write_told_move(r, news, out);
	rules_text_string(out, ", told ");
	write_seconds(out, news->at_ms > news->rest_ms ? news->at_ms - news->rest_ms : 0);
	rules_text_string(out, " after its men came to rest: ");
	rules_text_string(out, ply ? how_words((enum read_how)ply->how) : "answered long since");
	if (is_pressed(r, news))
		rules_text_string(out, "; pressed");
	else if (is_answered)
		rules_text_string(out, "; answered");
	else
		rules_text_string(out, "; neither pressed nor answered");
	write_rival(r, news, out);
}

static void write_candidates(const struct read_news *news, struct rules_text *out)
{
	for (unsigned i = 0; i < news->candidate_count; i++) {
		rules_text_string(out, i == 0 ? ": " : " or ");
		rules_text_square(out, rules_from(news->candidate[i]));
		rules_text_square(out, rules_to(news->candidate[i]));
	}
}

void read_explain_news(const struct reader *r, const struct read_news *news, struct rules_text *out)
{
	static const char *const players[] = {"white", "black", "nobody"};

	switch (news->type) {
	case READ_NEWS_MOVE: explain_move(r, news, out); break;
	case READ_NEWS_REVISED:
		rules_text_string(out, "taken back from half-move ");
		rules_text_number(out, news->ply);
		rules_text_string(out, ": every near reading contradicts it");
		break;
	case READ_NEWS_PRESS:
		rules_text_string(out, players[news->color]);
		rules_text_string(out, news->ply ? " pressed, for half-move "
						 : " pressed, and no move explains it");
		if (news->ply)
			rules_text_number(out, news->ply);
		break;
	case READ_NEWS_UNSURE:
		rules_text_string(out, "unsure of half-move ");
		rules_text_number(out, news->ply);
		write_candidates(news, out);
		break;
	case READ_NEWS_SURE: rules_text_string(out, "sure again"); break;
	case READ_NEWS_OVER: rules_text_string(out, "the game is over: men are handled"); break;
	case READ_NEWS_SET_UP: rules_text_string(out, "the men are set up anew"); break;
	case READ_NEWS_WANT_BOARD:
		rules_text_string(out, "a whole board would help: an update may be lost");
		break;
	}
	rules_text_char(out, '\n');
}

/* --- acts --- */

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
