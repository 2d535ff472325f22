/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/quickplay.h"
#include "touchmove/law/claims.h"
#include "touchmove/law/finish.h"
#include "touchmove/law/report.h"
#include "touchmove/law/resume.h"
#include "touchmove/law/turn.h"

/*
 * The quickplay finish (10.2, D1 / 10.2, D1 / III.4 to III.6): with less than two minutes left a
 * player claims that the opponent cannot win by normal means, or makes no effort to. The arbiter
 * declares the draw, rejects it with two minutes for the opponent, or postpones; then play goes on
 * and the decision comes later, after a fallen flag too. How much time is left is for the table.
 */

bool touch_is_in_last_period(const struct touch_game *game, enum rules_color color)
{
	const struct touch_control *control = &game->rules.control;
	unsigned last = control->count - 1u;

	return control->count == 0 ||
	       (control->period[last].moves == 0 &&
		touch_control_period(control, touch_completed_moves(game, color)) == last);
}

static const char *why_not(const struct touch_game *game, const struct touch_event *event)
{
	if (!touch_has_quickplay_claim(&game->rules))
		return "there is no quickplay finish in this game";
	if (game->has_new_increment)
		return "the clocks have an increment now: there is no quickplay finish";
	if (!touch_is_in_last_period(game, (enum rules_color)event->color))
		return "the quickplay finish has not begun";
	if (game->flag_down[event->color])
		return "the flag of the player who claims has fallen";
	if (game->postponed.open)
		return "the decision on the claim before is postponed";
	return NULL;
}

void touch_quickplay_claimed(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;

	w->out->refused = why_not(game, event);
	if (w->out->refused)
		return;
	if (touch_code_of(&game->rules)->quickplay_needs_move &&
	    touch_on_move(game) != event->color) {
		touch_find(w, TOUCH_KIND_CLAIM_NOT_ON_MOVE, TOUCH_LAW_QUICKPLAY, event->color,
			   TOUCH_OBSERVED);
		return;
	}
	/* 9.1c, 9.1b(3); 2023 9.1.2.3 no longer names it. */
	if (!touch_code_of(&game->rules)->quickplay_needs_move)
		touch_claim_is_offer(game, event->color);
	game->claim = (struct touch_waiting_claim){.open = true,
						   .color = event->color,
						   .claim = TOUCH_CLAIM_QUICKPLAY,
						   .absent = event->number == 1};
	if (game->claim.absent)
		touch_pause(w); /* D1, III.6.1: the claim concludes the game */
}

/*
 * III.4: he asks for five seconds for each move instead, for both players. That is the offer of a
 * draw; if it is not accepted and the arbiter agrees, the opponent gets two minutes more.
 */
void touch_increment_asked(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;

	if (!touch_code_of(&game->rules)->increment_may_be_asked) {
		w->out->refused = "the edition in force has no such request";
		return;
	}
	w->out->refused = why_not(game, event);
	if (w->out->refused)
		return;
	if (touch_on_move(game) != event->color) {
		touch_find(w, TOUCH_KIND_CLAIM_NOT_ON_MOVE, TOUCH_LAW_INCREMENT_ASKED, event->color,
			   TOUCH_OBSERVED);
		return;
	}
	touch_claim_is_offer(game, event->color);
	game->claim = (struct touch_waiting_claim){
		.open = true, .color = event->color, .claim = TOUCH_CLAIM_INCREMENT};
}

void touch_increment_granted(struct work *w, const struct touch_waiting_claim *claim)
{
	struct touch_game *game = w->game;
	enum rules_color opponent = rules_opponent((enum rules_color)claim->color);

	game->owed_minutes[opponent] =
		(uint16_t)(game->owed_minutes[opponent] + TOUCH_QUICKPLAY_MINUTES);
	game->has_new_increment = true;
	game->offer_stands = false; /* refused: else the game would be drawn */
}

void touch_quickplay_upheld(struct work *w, const struct touch_waiting_claim *claim, bool later)
{
	enum touch_law law = later ? TOUCH_LAW_QUICKPLAY_LATER : TOUCH_LAW_QUICKPLAY_DRAW;

	touch_finish(w, RULES_DRAWN, TOUCH_REASON_QUICKPLAY,
		     claim->absent ? TOUCH_LAW_QUICKPLAY_ABSENT : law);
}

/* Without an arbiter play has ended; the result is then for the one it is sent to. */
void touch_quickplay_rejected(struct work *w, struct touch_waiting_claim claim)
{
	struct touch_game *game = w->game;
	enum rules_color opponent = rules_opponent((enum rules_color)claim.color);
	struct touch_finding *finding;

	if (claim.absent)
		return;
	finding = touch_find(w, TOUCH_KIND_CLAIM_WRONG, TOUCH_LAW_QUICKPLAY_WRONG, claim.color,
			     TOUCH_OBSERVED);
	game->owed_minutes[opponent] = (uint16_t)(game->owed_minutes[opponent] + finding->minutes);
	touch_finding_becomes(w, finding, TOUCH_FINDING_UPHELD);
}

void touch_quickplay_postponed(struct work *w, uint32_t minutes)
{
	struct touch_game *game = w->game;
	enum rules_color opponent;

	if (!game->claim.open || game->claim.claim != TOUCH_CLAIM_QUICKPLAY) {
		w->out->refused = "there is no claim in a quickplay finish to postpone";
		return;
	}
	if (game->claim.absent) {
		w->out->refused = "the claim has ended play: there is nothing to wait for";
		return;
	}
	if (minutes != 0 && minutes != TOUCH_QUICKPLAY_MINUTES) {
		w->out->refused = "the Laws give the opponent two minutes here, or none";
		return;
	}
	opponent = rules_opponent((enum rules_color)game->claim.color);
	game->owed_minutes[opponent] = (uint16_t)(game->owed_minutes[opponent] + minutes);
	game->postponed = game->claim;
	game->claim.open = false;
}

bool touch_quickplay_is_due(const struct touch_game *game)
{
	return game->postponed.open && touch_reports_before_postponed(game) == 0;
}

/* After a flag there is no time to give: what is not drawn is lost by it. */
void touch_quickplay_ruled(struct work *w, bool upheld)
{
	struct touch_game *game = w->game;
	struct touch_waiting_claim claim = game->postponed;

	game->postponed.open = false;
	if (upheld)
		touch_quickplay_upheld(w, &claim, true);
	else if (game->flag_down[RULES_WHITE] || game->flag_down[RULES_BLACK])
		touch_lose_by_flag(w);
	else
		touch_quickplay_rejected(w, claim);
}
