/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "daemon/table/private.h"
#include "rules-core/uci.h"
#include "touchmove/law/action.h"
#include "touchmove/law/explain.h"

/*
 * Appendix D (2001 F2, 2009 E2): two boards of one game, each player's own. A move is made on the
 * board of the player whose it is, and copied on the other one. Each of the two tables is told what
 * the other board shows of the moves that were made here; where they differ, the law is asked.
 */

bool table_reads_pair(struct rules_slice action, struct table_pair *ret)
{
	uint8_t color = RULES_WHITE;
	struct rules_slice word;

	*ret = (struct table_pair){0};
	if (!rules_slice_is(touch_word_next(&action), "second-board"))
		return false;
	word = touch_word_next(&action);
	if (rules_slice_is(word, "none"))
		return touch_word_next(&action).len == 0;
	if (!touch_color_read(&color, word))
		return false;
	ret->color = (enum rules_color)color;
	word = touch_word_next(&action);
	for (size_t i = 0; i < word.len; i++) {
		if (word.at[i] < '0' || word.at[i] > '9' || i > 3)
			return false;
		ret->table = 10 * ret->table + (unsigned)(word.at[i] - '0');
	}
	return ret->table > 0 && touch_word_next(&action).len == 0;
}

bool table_may_pair(const struct table *t)
{
	return (t->has_game || t->is_announced) && !t->is_over;
}

void table_pair(struct table *t, const struct table_pair *pair)
{
	t->pair = *pair;
	t->there.ply = 0;
	for (int color = 0; color < 2; color++)
		t->config.rules.is_copied[color] = pair->table > 0 && (int)pair->color == color;
	memcpy(t->law.game.rules.is_copied, t->config.rules.is_copied,
	       sizeof(t->config.rules.is_copied));
}

/* --- what the other board is to know --- */

/* The position after so many half-moves; false: an illegal one that stands is among them. */
static bool position_after(const struct table *t, uint16_t plies, struct rules_position *ret)
{
	*ret = t->law.game.start;
	for (uint16_t i = t->law.game.start_ply; i < plies; i++) {
		if (t->told[i].move == RULES_NO_MOVE)
			return false;
		rules_apply(ret, t->told[i].move, NULL);
	}
	return true;
}

bool table_copied(const struct table *t, char ret[TABLE_COPIED_MAX])
{
	struct rules_text text = rules_text_in(ret, TABLE_COPIED_MAX);
	struct rules_position pos;
	uint16_t ply = t->plies;

	if (t->pair.table == 0 || !t->has_game || t->is_over || !position_after(t, ply, &pos))
		return false;
	if (pos.turn == t->pair.color && ply > t->law.game.start_ply)
		ply--; /* the last one was made here */
	if (ply <= t->law.game.start_ply || !position_after(t, (uint16_t)(ply - 1u), &pos) ||
	    pos.turn != t->pair.color)
		return false;
	rules_text_string(&text, "ply ");
	rules_text_number(&text, ply);
	rules_text_char(&text, ' ');
	rules_uci_write(&text, &pos, t->told[ply - 1].move);
	rules_apply(&pos, t->told[ply - 1].move, NULL);
	rules_text_string(&text, " fen ");
	rules_fen_write(&text, &pos, RULES_FEN_PLAIN);
	return true;
}

/* --- what is heard of it --- */

static bool read_there(struct rules_slice text, struct table_there *ret)
{
	struct rules_slice word;
	unsigned ply = 0;

	*ret = (struct table_there){0};
	if (!rules_slice_is(touch_word_next(&text), "ply"))
		return false;
	word = touch_word_next(&text);
	for (size_t i = 0; i < word.len; i++) {
		if (word.at[i] < '0' || word.at[i] > '9' || i > 3)
			return false;
		ply = 10 * ply + (unsigned)(word.at[i] - '0');
	}
	word = touch_word_next(&text);
	if (ply == 0 || ply > TOUCH_PLIES_MAX || word.len >= sizeof(ret->uci))
		return false;
	ret->ply = (uint16_t)ply;
	memcpy(ret->uci, word.at, word.len);
	return rules_slice_is(touch_word_next(&text), "fen") &&
	       rules_fen_read(&ret->after, text, NULL);
}

bool table_other_board(struct table *t, uint64_t at_ms, struct rules_slice text,
		       struct rules_fault *ret_fault)
{
	struct rules_text why = rules_text_in(ret_fault->why, sizeof(ret_fault->why));
	struct table_there there;

	if (!read_there(text, &there)) {
		ret_fault->at = 0;
		rules_text_string(&why, "this is nothing that another board shows");
		return false;
	}
	table_tick(t, at_ms);
	there.waits = true;
	t->there = there;
	table_ask_there(t);
	return true;
}

/* The other board may be ahead of this one. */
void table_ask_there(struct table *t)
{
	struct table_there *there = &t->there;

	if (!there->waits || !t->has_game || there->ply > t->law.game.plies + 1u)
		return;
	there->waits = false;
	law_other_board(&t->law, there->ply, there->uci, t->now_ms, &t->reports);
	table_take_reports(t);
}

bool table_differs(const struct table *t, struct rules_position *ret_here)
{
	return t->pair.table > 0 && t->has_game && !t->is_over && t->there.ply > 0 &&
	       t->there.ply <= t->plies && position_after(t, t->there.ply, ret_here) &&
	       touch_differs(&t->there.after, ret_here->at) != 0;
}
