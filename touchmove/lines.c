/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/bridge.h"
#include "touchmove/work_private.h"

/*
 * Which lines lead from what is known to the board: they are looked for, the
 * likeliest first, and the one that is found is played.
 */

#define SHAKEN_TURNS 4 /* a line that was guessed proves right, or wrong, in the moves after it */

/*
 * Which lines are tried, the likeliest first: so many plies are read anew, and
 * so many more are made than there were presses.
 */
static const struct {
	uint8_t back, ahead;
} tries[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 0}, {2, 1}, {2, 2}, {0, 3}, {0, 4}};

/* What was read may be read anew as long as nobody saw it stand after the press. */
static bool may_go_back(const struct touch_game *game, int back, struct rules_position *ret)
{
	int left = game->plies + touch_is_made(game) - back;

	return (back == 0 || left >= game->sure_plies) &&
	       touch_position_back(game, (unsigned)back, ret);
}

/* Beside lines that read the last ply anew, those that leave it as it is, and are no longer. */
static void add_unrevised(const struct touch_game *game, int more, struct touch_unsure *lines)
{
	rules_move last = touch_is_made(game) ? game->turn.made : game->played[game->plies - 1];
	struct touch_unsure others;

	for (int plies = more + 1; plies <= more + 2 && plies < TOUCH_LINE_PLIES; plies++) {
		struct rules_position now;

		touch_position_back(game, 0, &now);
		touch_bridge_find(&now, game->hands.at, (unsigned)plies, &others);
		for (size_t i = 0; i < others.count; i++) {
			struct touch_line *line = &lines->line[lines->count];

			if (lines->count == TOUCH_LINES_MAX) {
				lines->has_more = true;
				return;
			}
			line->count = (uint8_t)(plies + 1);
			line->move[0] = last;
			memcpy(&line->move[1], others.line[i].move,
			       (size_t)plies * sizeof(line->move[0]));
			lines->count++;
		}
	}
}

/* A kind of line: plies that are read anew, and plies beyond those known. */
struct kind {
	int back, more;
};

static bool try_lines(const struct touch_game *game, struct kind kind, struct touch_unsure *ret)
{
	int plies = kind.back + kind.more;

	if (kind.more < 0 || plies == 0 || plies > TOUCH_LINE_PLIES ||
	    !may_go_back(game, kind.back, &ret->from))
		return false;
	touch_bridge_find(&ret->from, game->hands.at, (unsigned)plies, ret);
	ret->ply = (uint16_t)(game->plies + touch_is_made(game) - kind.back + 1);
	if (ret->count > 0 && kind.back == 1)
		add_unrevised(game, kind.more, ret);
	return ret->count > 0;
}

/* The player whose clock runs is to move after so many more plies. */
bool touch_lines_his_turn(const struct touch_game *game, int more)
{
	return game->rules.no_clock || game->running == TOUCH_BOTH ||
	       (touch_position_now(game)->turn + more) % 2 == game->running;
}

/* He has moved and not pressed: likelier than moves to and fro that nobody saw. */
static bool has_only_moved(struct kind kind)
{
	return kind.back == 0 && kind.more == 1;
}

/*
 * The first kind of line that explains the board; the result's count is 0 if
 * none does. Where presses were not seen either, the likeliest is that the
 * player whose clock runs has not moved yet.
 */
void touch_lines_find(const struct touch_game *game, struct touch_unsure *ret)
{
	int made = touch_is_made(game);

	for (int pass = game->is_blind ? 0 : 1; pass < 2; pass++) {
		for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
			struct kind kind = {tries[i].back,
					    game->doubt.presses - made + tries[i].ahead};

			if (!game->doubt.has_gap && (tries[i].back > 0 || tries[i].ahead > 1))
				continue; /* all was seen: no half-move is invented */
			if ((pass == 1 || touch_lines_his_turn(game, kind.more) ||
			     has_only_moved(kind)) &&
			    try_lines(game, kind, ret))
				return;
		}
	}
	touch_position_back(game, 0, &ret->from);
	ret->ply = (uint16_t)(game->plies + made + 1);
	ret->count = 0;
}

/* What was told of this ply was another move; if it was this one, nothing is news. */
static void say_as_revised(struct work *w, size_t said, unsigned ply, rules_move was)
{
	struct touch_reports *out = w->out;
	size_t i = said;

	while (i < out->count &&
	       (out->report[i].type != TOUCH_REPORT_MOVE || out->report[i].ply != ply))
		i++;
	if (i == out->count)
		return;
	out->report[i].type = TOUCH_REPORT_REVISED;
	if (out->report[i].move != was)
		return;
	out->count--;
	memmove(&out->report[i], &out->report[i + 1], (out->count - i) * sizeof(out->report[0]));
}

static rules_move move_known(const struct touch_game *game, unsigned ply)
{
	return ply <= game->plies ? game->played[ply - 1] : game->turn.made;
}

/* No man of the line is where hands left it: nobody's displaced piece. */
void touch_lines_pass(struct work *w, bool is_pressed)
{
	struct touch_game *game = w->game;

	memset(game->hands.who, TOUCH_MAN_NEW, sizeof(game->hands.who));
	if (is_pressed)
		touch_complete_unseen(w);
	else
		touch_pass_uncompleted(w);
	game->can_revise = false;
	touch_adopt_names(game);
}

static void go_back(struct touch_game *game, const struct touch_unsure *lines)
{
	unsigned known = game->plies + touch_is_made(game);

	if (lines->ply > known)
		return;
	game->sure_plies = 0;
	game->plies = (uint16_t)(lines->ply - 1);
	touch_turn_begin(game, &lines->from);
	touch_history_rebuild(game);
}

/*
 * How many plies of a line were pressed; -1: not even the move made before it.
 * Every press that was seen belongs to a ply. If the clock runs for another
 * player than these tell, it was not seen either, and tells by itself.
 */
static int plies_pressed(const struct touch_game *game, const struct touch_unsure *lines, int plies)
{
	int to_move = (lines->from.turn + plies) % 2;
	int due = (touch_player(game) + game->doubt.presses) % 2;

	if (game->rules.no_clock || game->running == TOUCH_BOTH)
		return -1;
	if (due != game->running || game->is_blind)
		return plies - (game->running != to_move);
	return game->plies + game->doubt.presses - (lines->ply - 1);
}

void touch_lines_play(struct work *w, const struct touch_unsure *lines, size_t chosen)
{
	struct touch_game *game = w->game;
	struct touch_line line = lines->line[chosen];
	unsigned known = game->plies + touch_is_made(game);
	int pressed = plies_pressed(game, lines, line.count);
	rules_move was[TOUCH_LINE_PLIES] = {RULES_NO_MOVE};

	for (unsigned i = 0; i < line.count && lines->ply + i <= known; i++)
		was[i] = move_known(game, lines->ply + i);
	touch_adopt_forget(game);
	go_back(game, lines);
	touch_adopt_board(game);
	for (int i = 0; i < line.count && game->state != TOUCH_ST_ENDED; i++) {
		unsigned ply = (unsigned)(lines->ply + i);
		size_t said = w->out->count;

		if (touch_is_made(game))
			touch_lines_pass(w, i <= pressed);
		touch_make(w, line.move[i], TOUCH_INFERRED, true);
		if (ply <= known)
			say_as_revised(w, said, ply, was[i]);
	}
	if (game->state != TOUCH_ST_ENDED && line.count <= pressed)
		touch_lines_pass(w, true);
	if (game->is_blind || game->doubt.is_said || line.count > 1)
		game->shaken = SHAKEN_TURNS;
	game->turn.after_gap = touch_is_made(game) || game->shaken > 0;
	game->is_blind = false;
	game->doubt.is_open = false;
	game->doubt.presses = (uint8_t)(pressed > line.count ? pressed - line.count : 0);
}

/*
 * A man in somebody's hand makes a board that a long line may explain by
 * chance: true if a shorter one would with that man. One such line: in ret.
 */
bool touch_lines_in_hand(const struct touch_game *game, int plies_max, struct touch_unsure *ret)
{
	int made = touch_is_made(game), least = game->doubt.presses - made;
	rules_set missing;

	if (least <= 0 && touch_adopt_misses(touch_position_now(game), game->hands.at, &missing))
		return true;
	for (int plies = least > 0 ? least : 1; plies <= plies_max; plies++) {
		touch_position_back(game, 0, &ret->from);
		ret->ply = (uint16_t)(game->plies + made + 1);
		touch_bridge_find_loose(&ret->from, game->hands.at, (unsigned)plies, ret);
		if (ret->count > 0)
			return true;
	}
	return false;
}
