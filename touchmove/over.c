/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/frame.h"
#include "touchmove/work_private.h"

/* The game seems over (section 16): nobody is accused for putting the men away. */

#define SWEPT_OFF 8     /* men in the air at once */
#define STOP_MS   10000 /* findings so short before the end are filed */

static bool kings_were_carried(const struct touch_game *game)
{
	rules_set kings = game->turn.base.of_kind[RULES_KING];

	return (game->hands.lifted & kings) == kings;
}

/* Both kings stand in the centre, where play never brings them side by side. */
static bool kings_say_over(const struct touch_game *game, const rules_piece view[64],
			   enum rules_result *ret_result)
{
	static const enum rules_result results[] = {
		[TOUCH_KINGS_NONE] = RULES_UNDECIDED,
		[TOUCH_KINGS_WHITE] = RULES_WHITE_WINS,
		[TOUCH_KINGS_BLACK] = RULES_BLACK_WINS,
		[TOUCH_KINGS_DRAW] = RULES_DRAWN,
	};

	*ret_result =
		kings_were_carried(game) ? results[touch_kings_in_centre(view)] : RULES_UNDECIDED;
	return *ret_result != RULES_UNDECIDED;
}

static bool is_swept_off(const struct touch_game *game, const rules_piece view[64])
{
	int in_air = 0;

	for (size_t i = 0; i < game->hands.count; i++)
		in_air += !game->hands.air[i].captured;
	if (in_air >= SWEPT_OFF)
		return true;
	return rules_count(touch_differs(&game->turn.base, view)) > 8 &&
	       touch_setup_look(view).kind <= TOUCH_SETUP_CHESS960;
}

/* The king was lifted again since its move: so that move was a real one. */
static bool was_carried_again(const struct touch_game *game, uint8_t man)
{
	const struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++)
		if (touches->touch[i].man == man && touches->touch[i].by == TOUCH_BY_PENDING)
			return true;
	return false;
}

/* A king was put there to tell the result, and read as a move: that is taken out again. */
static void take_out_king_move(struct work *w)
{
	struct touch_game *game = w->game;
	rules_move made = game->turn.made;

	if (made == RULES_NO_MOVE || rules_is_castling(made) || !touch_is_centre(rules_to(made)) ||
	    rules_kind_of(game->turn.base.at[rules_from(made)]) != RULES_KING ||
	    was_carried_again(game, rules_from(made)))
		return;
	touch_say_revised(w, (uint16_t)(game->plies + 1), RULES_NO_MOVE, &game->turn.base);
	touch_undo_made(game);
}

static void file_newest(struct work *w)
{
	struct touch_game *game = w->game;

	for (size_t i = 0; i < game->finding_count; i++)
		if (game->findings[i].state == TOUCH_FINDING_OPEN &&
		    game->findings[i].at_ms + STOP_MS >= game->now_ms)
			touch_finding_becomes(w, &game->findings[i], TOUCH_FINDING_FILED);
}

bool touch_find_over(struct work *w, const rules_piece view[64])
{
	struct touch_game *game = w->game;
	enum rules_result result;

	if (kings_say_over(game, view, &result)) {
		take_out_king_move(w);
		file_newest(w);
	} else if (!is_swept_off(game, view)) {
		return false;
	}
	touch_say(w, TOUCH_REPORT_OVER)->result = result;
	game->state = TOUCH_ST_UNSURE;
	game->doubt.is_open = false;
	return true;
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
	game->doubt.is_open = false;
}

/* With the clocks standing men may be put anywhere; only the kings say that it is over. */
void touch_find_over_in_handling(struct work *w)
{
	struct touch_game *game = w->game;
	enum rules_result result;
	rules_piece view[64];

	touch_hands_view(&game->hands, view);
	if (!kings_say_over(game, view, &result))
		return;
	file_newest(w);
	touch_say(w, TOUCH_REPORT_OVER)->result = result;
}
