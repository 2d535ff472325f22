/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/work_private.h"

/*
 * A man badly placed on its square comes and goes (section 1 of the procedure).
 * One short gap is a touch, though it ends no right before the turn has gone on;
 * two of one man in one turn are the sensor's: nobody has touched it.
 */

static uint64_t gap_max_ms(const struct touch_rules *rules)
{
	return (uint64_t)rules->scan_ms * 3 / 2;
}

static void strike(struct work *w, uint8_t man)
{
	struct touch_game *game = w->game;
	struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++) {
		struct touch_touch *touch = &touches->touch[i];

		if (touch->man != man || !touch->brief || touch->struck || touch->attributed)
			continue;
		touch->struck = true;
		touch_lapse_undo(w, touch->event);
	}
	game->lapsing = false;
}

/* The board's fault is told once a turn. */
static void tell(struct work *w, rules_square square, rules_piece piece)
{
	struct touch_report *report;

	if (rules_has(w->game->turn.flashing, square))
		return;
	w->game->turn.flashing |= rules_set_of(square);
	report = touch_say(w, TOUCH_REPORT_FLASHING);
	report->square = square;
	report->piece = piece;
}

/* How long what is known of this man's touches has been: all of them, or longer once. */
static void note_gap(struct touch_game *game, uint8_t man, bool is_brief)
{
	struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++)
		if (touches->touch[i].man == man && !touches->touch[i].struck)
			touches->touch[i].brief = is_brief && (touches->touch[i].brief ||
							       !touches->touch[i].returned);
	for (size_t i = 0; i < touches->count; i++)
		touches->touch[i].returned |= touches->touch[i].man == man;
}

/* The man is seen again, on its square or elsewhere, gap_ms after it was missed. */
void touch_flash_back(struct work *w, uint8_t man, rules_square square, uint64_t gap_ms)
{
	struct touch_game *game = w->game;
	struct touch_turn *turn = &game->turn;
	bool is_brief = man == square && game->just_lifted == square &&
			touch_hands_empty(&game->hands) && gap_ms <= gap_max_ms(&game->rules);

	if (man >= TOUCH_MAN_NEW)
		return;
	note_gap(game, man, is_brief);
	if (!is_brief)
		return;
	if (rules_has(turn->gapped, man)) {
		strike(w, man);
		tell(w, square, game->hands.at[square]);
	} else if (game->lapsing) {
		game->lapse_at_ms = game->now_ms + game->rules.settle_ms;
		game->lapse_waits = true;
	}
	turn->gapped |= rules_set_of(man);
}
