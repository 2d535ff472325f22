/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/adopt.h"
#include "touchmove/law/breach.h"
#include "touchmove/law/correct.h"
#include "touchmove/law/judge_private.h"
#include "touchmove/law/report.h"
#include "touchmove/law/resume.h"
#include "touchmove/law/turn.h"

/*
 * Law and reader play one game. The reader reads half-moves anew while they are open, and after a
 * gap it may come to know many at once, of a game that law had judged otherwise: then law takes
 * back what the reader no longer has, makes what it has, and where both cannot meet goes on from
 * the reader's position, with a doubt. Else law would wait for a half-move that never comes.
 */

/* What was told of the game from this half-move on is taken back. */
void law_take_back(struct law *law, struct work *w, uint16_t ply)
{
	struct touch_game *game = &law->game;
	struct rules_position pos;

	if (!touch_position_back(game, game->plies + touch_is_made(game) - (ply - 1u), &pos))
		return;
	touch_take_back_to(w, (uint16_t)(ply - 1), &pos);
	if (game->state == TOUCH_ST_HANDLING && !law->reader.is_over)
		game->state = TOUCH_ST_TO_MOVE; /* the board shows what was played instead */
	if (!game->rules.no_clock && law->reader.running != READ_NOBODY)
		game->running = law->reader.running;
	law->told.ply = 0;
	law->said.count = 0;
	game->shaken = LAW_SHAKEN_TURNS;
	game->turn.after_gap = true;
}

/* The reader knows half-moves that law has not made: they were played, however that looked. */
void law_catch_up(struct law *law, struct work *w, uint16_t plies)
{
	struct touch_game *game = &law->game;

	while (game->plies < plies && law_is_playing(game)) {
		if (game->state != TOUCH_ST_MADE) {
			rules_move move = read_played(&law->reader, game->plies);

			if (!rules_is_legal(&game->turn.base, move))
				return;
			touch_make(w, move, TOUCH_PRESUMED, true);
		}
		if (game->state != TOUCH_ST_MADE)
			return;
		law_forget_later(law, law->told.rest_ms);
		touch_pass_uncompleted(w);
	}
}

static uint16_t plies_of(const struct touch_game *game)
{
	return (uint16_t)(game->plies + touch_is_made(game));
}

/*
 * The first half-move that both have, and not the same; or how many both have. What is made and
 * may be taken back before the press is law's to judge.
 */
static uint16_t first_difference(const struct law *law)
{
	const struct touch_game *game = &law->game;
	const struct reader *r = &law->reader;
	uint16_t both = game->plies < r->told ? game->plies : r->told;
	uint16_t ply = r->base > game->start_ply ? r->base : game->start_ply;

	if (r->told > READ_PLAYED_MAX / 2 && ply < r->told - READ_PLAYED_MAX / 2)
		ply = (uint16_t)(r->told - READ_PLAYED_MAX / 2); /* others may be overwritten */
	while (ply < both && game->played[ply] == read_played(r, ply))
		ply++;
	return ply < both ? ply : both;
}

/* Nobody has anything more to say of what is on the board. */
static bool is_at_rest(const struct law *law)
{
	return !law_has_untold_move(&law->reader) && !law_has_untold_press(&law->reader) &&
	       law->hold == LAW_HOLD_NOT && !(law->pressed.is && !law->pressed.is_judged) &&
	       !law->reader.is_unsure && !law_is_in_the_dark(law) &&
	       law->game.now_ms - law->changed_ms >= law->game.rules.settle_ms;
}

/* One half-move more is not said yet, or law has found one by a press. */
static bool is_near(const struct law *law)
{
	uint16_t plies = plies_of(&law->game);

	return law->reader.told == plies || law->reader.told == plies + 1 ||
	       (law->reader.told + 1 == plies && touch_is_made(&law->game));
}

/* The half-moves are the same, and lead elsewhere: they began from different positions. */
static bool is_elsewhere(const struct law *law)
{
	struct rules_position told;

	read_position(&law->reader, &told);
	return law->reader.told == plies_of(&law->game) &&
	       told.key != touch_position_now(&law->game)->key;
}

static void go_on_from(struct law *law, struct work *w, const struct rules_position *pos)
{
	law_forget_presses(law);
	touch_begin_from(w, pos);
	law->is_asked = false;
	law->game.shaken = LAW_SHAKEN_TURNS;
	law->game.turn.after_gap = true;
	law_give_base(law, w);
}

/* The reader has given up: play goes on from the board, and nobody knows what was played. */
static void follow_board(struct law *law, struct work *w)
{
	struct rules_position pos = law->reader.anchor_pos;

	go_on_from(law, w, &pos);
}

void law_follow_reader(struct law *law, struct work *w)
{
	struct rules_position told;
	uint16_t ply;

	if (law->followed != law->reader.adopted)
		law_play_on(&law->game);
	if (!law_is_playing(&law->game))
		return;
	if (law->followed != law->reader.adopted) {
		follow_board(law, w);
		return;
	}
	if (law->game.shaken == 0 && !law->game.turn.after_gap)
		return; /* all was seen: what law made of it stands beside what was read */
	ply = first_difference(law);
	if (ply < law->game.plies && ply < law->reader.told)
		law_take_back(law, w, (uint16_t)(ply + 1));
	if (law->reader.told > plies_of(&law->game) + 1)
		law_catch_up(law, w, (uint16_t)(law->reader.told - 1));
	if (!law_is_playing(&law->game) || !is_at_rest(law) || (is_near(law) && !is_elsewhere(law)))
		return;
	if (sense_differs(&law->reader.sense, touch_position_now(&law->game)) == 0) {
		law_give_base(law, w); /* law has found what explains the board */
		return;
	}
	touch_say(w, TOUCH_REPORT_UNSURE)->ply = (uint16_t)(plies_of(&law->game) + 1);
	read_position(&law->reader, &told);
	go_on_from(law, w, &told);
}
