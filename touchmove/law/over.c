/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/over.h"
#include "touchmove/law/report.h"

/* The game seems over (section 16): nobody is accused for putting the men away. */

#define STOP_MS 10000 /* findings so short before the end are filed */

static void file_newest(struct work *w)
{
	struct touch_game *game = w->game;

	for (size_t i = 0; i < game->finding_count; i++)
		if (game->findings[i].state == TOUCH_FINDING_OPEN &&
		    game->findings[i].at_ms + STOP_MS >= game->now_ms)
			touch_finding_becomes(w, &game->findings[i], TOUCH_FINDING_FILED);
}

void touch_say_over(struct work *w, enum rules_result result)
{
	struct touch_game *game = w->game;

	if (result != RULES_UNDECIDED)
		file_newest(w);
	touch_say(w, TOUCH_REPORT_OVER)->result = result;
	if (game->state == TOUCH_ST_HANDLING || game->state == TOUCH_ST_ENDED)
		return;
	game->state = TOUCH_ST_UNSURE;
}
