/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/lapse.h"
#include "touchmove/law/finish.h"
#include "touchmove/law/report.h"

/* Art. 4.8, A.5.2: when a player can no longer claim what his opponent did. */

static bool lapses_now(const struct touch_game *game, const struct touch_finding *finding,
		       enum rules_color claimant, enum touch_lapse moment)
{
	enum touch_lapse when = touch_lapse_of(&game->rules, finding->breach);

	if (finding->state != TOUCH_FINDING_OPEN || finding->claimed ||
	    finding->color != rules_opponent(claimant) || when == TOUCH_LAPSE_NEVER)
		return false;
	if (finding->kind == TOUCH_KIND_PROMOTION_NOT_REPLACED && touch_steps_in(&game->rules))
		return false;
	return when == moment || moment == TOUCH_LAPSE_ON_MOVE;
}

/* Lost at one moment under one article: one line. */
void touch_lapse_by(struct work *w, enum rules_color claimant, enum touch_lapse moment)
{
	struct touch_game *game = w->game;
	uint32_t event = moment == TOUCH_LAPSE_ON_TOUCH ? game->lapse_event : 0;
	/* Whose hand touched the man nobody saw; a move is on the board. */
	enum touch_certainty certainty =
		moment == TOUCH_LAPSE_ON_TOUCH ? TOUCH_PRESUMED : TOUCH_OBSERVED;
	bool of_article_4 = false, of_illegal = false, frees_result = false;

	for (size_t i = 0; i < game->finding_count; i++) {
		struct touch_finding *finding = &game->findings[i];

		if (!lapses_now(game, finding, claimant, moment))
			continue;
		touch_finding_becomes(w, finding, TOUCH_FINDING_LAPSED);
		if (finding->lapsed_by == 0) { /* else it was said, and the touch struck */
			of_illegal |= finding->breach == TOUCH_BREACH_ILLEGAL;
			of_article_4 |= finding->breach != TOUCH_BREACH_ILLEGAL;
			if (finding->certainty == TOUCH_PRESUMED)
				certainty = TOUCH_PRESUMED; /* nor is more lost than there was */
		}
		finding->lapsed_by = event;
		frees_result |= game->held && finding->id == game->held_for;
	}
	if (of_article_4)
		touch_find(w, TOUCH_KIND_RIGHT_LAPSED, TOUCH_LAW_LAPSE_TOUCH, (uint8_t)claimant,
			   certainty);
	if (of_illegal)
		touch_find(w, TOUCH_KIND_RIGHT_LAPSED, TOUCH_LAW_LAPSE_ILLEGAL, (uint8_t)claimant,
			   certainty);
	if (game->offer_stands && game->offer_by != claimant) {
		game->offer_stands = false;
		game->offer_lapsed = true;
		game->declined_by = event;
	}
	if (frees_result)
		touch_finish_held(w);
}

/* The arbiter has struck the touch: what was lost with it is there again (Art. 4.2.2). */
void touch_lapse_undo(struct work *w, uint32_t event)
{
	struct touch_game *game = w->game;

	game->lapsing = false;
	if (event == 0)
		return;
	for (size_t i = 0; i < game->finding_count; i++) {
		struct touch_finding *finding = &game->findings[i];

		if (finding->state == TOUCH_FINDING_LAPSED && finding->lapsed_by == event)
			touch_finding_becomes(w, finding, TOUCH_FINDING_OPEN);
	}
	if (game->offer_lapsed && game->declined_by == event) {
		game->offer_stands = true;
		game->offer_lapsed = false;
	}
}

/* The touch was one: no third man was knocked over with it. */
void touch_lapse_flush(struct work *w)
{
	if (!w->game->lapsing)
		return;
	w->game->lapsing = false;
	touch_lapse_by(w, (enum rules_color)w->game->lapse_by, TOUCH_LAPSE_ON_TOUCH);
}
