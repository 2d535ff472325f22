/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/sound.h"
#include "touchmove/law/turn.h"

static void find_homes(struct touch_game *game, const struct rules_position *start)
{
	struct touch_homes *homes = &game->homes;

	for (int color = 0; color < 2; color++) {
		rules_square corner = color == RULES_WHITE ? 0 : 56;
		rules_set rank = rules_rank_set(rules_rank_of(corner));

		homes->king[color] = (rules_square)(corner + 4);
		homes->rooks[color] =
			rules_set_of(corner) | rules_set_of((rules_square)(corner + 7));
		if (start->chess960 && (start->castling & rank)) {
			homes->king[color] = rules_king_square(start, (enum rules_color)color);
			homes->rooks[color] = start->castling & rank;
		}
	}
}

void touch_game_begin(struct touch_game *game, const struct touch_rules *rules,
		      const struct rules_position *start, uint64_t at_ms)
{
	memset(game, 0, sizeof(*game));
	game->rules = *rules;
	game->now_ms = at_ms;
	game->start = *start;
	game->running = rules->no_clock ? TOUCH_BOTH : start->turn;
	find_homes(game, start);
	touch_hands_set(&game->hands, start);
	touch_turn_begin(game, start);
	touch_history_push(game, start);
}

bool touch_is_sound(const struct touch_event *event)
{
	bool on_board = event->type == TOUCH_EV_LIFTED || event->type == TOUCH_EV_PLACED;

	if (on_board && event->square >= 64)
		return false;
	if (event->type == TOUCH_EV_PLACED &&
	    (event->piece > 13 || rules_kind_of(event->piece) > RULES_KING))
		return false;
	if (event->type == TOUCH_EV_ARBITER && event->action == TOUCH_ACT_RESULT &&
	    (event->detail > RULES_BOTH_LOST || event->number >= TOUCH_REASON_WITHDRAWN))
		return false;
	if (event->type == TOUCH_EV_ARBITER && event->action == TOUCH_ACT_PENALTY &&
	    (event->detail >= TOUCH_PENALTIES || event->color == TOUCH_BOTH))
		return false;
	return event->color <= TOUCH_BOTH && event->type <= TOUCH_EV_ARBITER;
}

/* --- what may be played --- */

static bool has_reacted(const struct touch_game *game)
{
	const struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++)
		if (!touches->touch[i].struck && touches->touch[i].by == TOUCH_BY_PLAYER)
			return true;
	return false;
}

/* The breach or illegal move that the player to move has not reacted to yet, or NULL. */
static const struct touch_finding *unanswered(const struct touch_game *game)
{
	if (has_reacted(game))
		return NULL;
	for (size_t i = game->finding_count; i-- > 0;) {
		const struct touch_finding *finding = &game->findings[i];

		if (finding->state == TOUCH_FINDING_OPEN && finding->has_must &&
		    finding->ply + 1 == game->plies && finding->color == touch_opponent(game))
			return finding;
	}
	return NULL;
}

void touch_must(const struct touch_game *game, struct touch_obligation *ret,
		const struct rules_position **ret_base)
{
	const struct touch_commitment *commitment = &game->turn.commitment;
	const struct touch_finding *finding;

	*ret_base = &game->turn.base;
	if (touch_is_made(game)) {
		touch_turn_obligation_of_opponent(game, ret);
		*ret_base = &game->turn.after;
		return;
	}
	finding = unanswered(game);
	if (finding) {
		touch_set_copy(&ret->set, &finding->must);
		ret->law = finding->law;
		*ret_base = &finding->base;
	} else if (commitment->kind != TOUCH_COMMITTED_NOT) {
		touch_set_copy(&ret->set, &commitment->set);
		ret->law = TOUCH_LAW_RELEASED;
	} else {
		touch_turn_obligation(game, false, ret);
	}
}
