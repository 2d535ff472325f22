/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/judge_private.h"
#include "touchmove/law/work.h"

/*
 * A press is judged by the board it found, but that is known only later. So the
 * reader is kept as it was then, and what came after is read once more from the
 * position that the judgement leaves.
 */

void law_feed(struct reader *r, const struct law_input *in, struct read_list *list)
{
	if (in->is_press)
		read_press(r, (enum rules_color)in->color, in->at_ms, in->id, list);
	else
		read_square(r, in->square, in->piece, in->at_ms, in->id, list);
}

/* The board as the press found it, and what was seen within a scan of it. */
size_t law_reader_at_press(const struct law *law, struct reader *ret)
{
	uint64_t until_ms = law->pressed.at_ms + law->game.rules.scan_ms;
	struct read_list list;
	size_t i = 0;

	read_take_kept(ret, &law->pressed.reader);
	while (i < law->pressed.count && !law->pressed.input[i].is_press &&
	       law->pressed.input[i].at_ms < until_ms)
		law_feed(ret, &law->pressed.input[i++], &list);
	return i;
}

/* A press whose purpose is known gives way: the next one is kept, with what came after it. */
void law_press_is_judged(struct law *law, uint64_t at_ms)
{
	struct law_pressed *pressed = &law->pressed;
	struct read_list list;
	struct reader then;

	if (!pressed->is || pressed->at_ms != at_ms)
		return;
	pressed->is_judged = true;
	read_take_kept(&then, &pressed->reader);
	for (size_t i = 0; i < pressed->count; i++) {
		const struct law_input *in = &pressed->input[i];

		law_feed(&then, in, &list);
		if (!in->is_press)
			continue;
		read_keep(&pressed->reader, &then);
		pressed->is_judged = false;
		pressed->color = in->color;
		pressed->at_ms = in->at_ms;
		pressed->count -= i + 1;
		memmove(pressed->input, in + 1, pressed->count * sizeof(*in));
		return;
	}
	read_keep(&pressed->reader, &then);
}

/* What the presses so far were for is law's to say: the newest is for this half-move, or 0. */
static void tell_presses(struct reader *r, uint16_t ply)
{
	struct read_press *newest = &r->press[(r->presses - 1) % READ_PRESSES_MAX];

	if (r->presses > 0 && !newest->is_told)
		newest->ply = ply;
	for (unsigned i = 0; i < READ_PRESSES_MAX; i++)
		r->press[i].is_told = true;
}

/* All that came after the press is taken in once more. */
void law_take_again(struct law *law, struct work *w, const struct reader *from, size_t first)
{
	struct law_input input[LAW_INPUTS_MAX];
	size_t count = law->pressed.count;
	struct read_list list;

	memcpy(input, law->pressed.input, sizeof(input));
	law->reader = *from;
	law->followed = from->adopted;
	tell_presses(&law->reader,
		     law->game.state == TOUCH_ST_OPEN_PRESS ? (uint16_t)(law->game.plies + 1) : 0);
	law->pressed.count = first;
	for (size_t i = first; i < count; i++)
		law_take_input(law, w, &input[i]);
	read_tick(&law->reader, law->game.now_ms, &list);
	law_take_news(law, w, &list);
	law_refresh(law, w, LAW_LIVE);
}

/* The man the opponent has in hand is the beginning of his answer: he belongs to the base. */
static void keep_begun(struct touch_game *game)
{
	rules_square home = game->turn.begun_with;

	if (home == RULES_NO_SQUARE || game->turn.base.at[home] != RULES_NO_PIECE)
		return;
	rules_position_put(&game->turn.base, home, game->before.at[home]);
	game->turn.base.key = rules_position_key(&game->turn.base);
}

/* All that came after it is read again from the new base. */
void law_read_again(struct law *law, struct work *w, const struct reader *from, size_t first)
{
	struct reader then = *from;
	struct read_list list;

	keep_begun(&law->game);
	law->told.ply = 0;
	read_base(&then, &law->game.turn.base, law->game.plies, from->zero_ms + from->now_ms,
		  &list);
	law->pressed.is = false;
	law_take_again(law, w, &then, first);
}
