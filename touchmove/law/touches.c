/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>

#include "touchmove/law/lapse.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"
#include "touchmove/law/walk_private.h"

/* Which acts were touches, whose they were (section 3), and which rights they end (Art. 4.8). */

static const struct touch_touch *known(const struct touch_list *list, uint32_t event,
				       rules_square man)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->touch[i].event == event && list->touch[i].man == man)
			return &list->touch[i];
	return NULL;
}

static enum touch_by whose(struct law_walk *k, const struct read_act *act)
{
	struct touch_game *game = law_game(k);
	struct touch_list *list = &game->turn.touches;
	bool enemy = rules_color_of(act->piece) == touch_opponent(game);

	if (game->state == TOUCH_ST_MADE) {
		for (size_t i = 0; enemy && i < list->count; i++)
			if (list->touch[i].by == TOUCH_BY_PENDING &&
			    touch_hands_hold(&game->hands, list->touch[i].man))
				list->touch[i].by = TOUCH_BY_OPPONENT;
		return enemy ? TOUCH_BY_OPPONENT : TOUCH_BY_PENDING;
	}
	if (game->state == TOUCH_ST_OPEN_PRESS && act->at_ms > game->press_at_ms)
		return enemy ? TOUCH_BY_OPPONENT : TOUCH_BY_NOBODY;
	if (act->kind == READ_ACT_STRAIGHTENED || act->kind == READ_ACT_KNOCKED)
		return TOUCH_BY_PLAYER;
	return act->by == touch_player(game) ? TOUCH_BY_PLAYER : TOUCH_BY_NOBODY;
}

/* A touch of an own man ends rights, unless the other's clock still runs (Art. 4.8). */
static bool ends_rights(const struct touch_game *game, const struct touch_touch *touch)
{
	rules_piece piece = game->turn.base.at[touch->man];

	return !touch->early && !touch->struck && piece != RULES_NO_PIECE &&
	       rules_color_of(piece) == touch_on_move(game) &&
	       touch->by == (touch_is_made(game) ? TOUCH_BY_OPPONENT : TOUCH_BY_PLAYER);
}

/* When it does: a third man may be knocked over with it, or the man may only flash. */
static uint64_t ends_rights_at(const struct law_walk *k, const struct touch_touch *touch)
{
	const struct touch_rules *rules = &k->w->game->rules;

	for (size_t i = 0; touch->brief && i < k->acts->count; i++)
		if (k->acts->act[i].event == touch->event)
			return (k->acts->act[i].until_ms == UINT64_MAX ? k->w->game->now_ms
								       : k->acts->act[i].until_ms) +
			       rules->settle_ms;
	return touch->at_ms + (touch_putting_right(k->w->game) != RULES_NO_MOVE ? rules->settle_ms
										: rules->knock_ms);
}

/* Rights that a touch was ending: it may have been none, or only a flash. */
void law_follow_lapse(struct law_walk *k)
{
	struct touch_game *game = law_game(k);
	const struct touch_list *list = &game->turn.touches;
	bool is_there = false;

	for (size_t i = 0; i < list->count; i++) {
		const struct touch_touch *touch = &list->touch[i];

		if (touch->struck || touch->event != game->lapse_event)
			continue;
		is_there = true;
		game->lapse_at_ms = ends_rights_at(k, touch);
	}
	game->lapsing &= is_there;
}

void law_look_for_lapse(struct law_walk *k)
{
	struct touch_game *game = law_game(k);
	struct touch_list *list = &game->turn.touches;

	for (size_t i = 0; i < list->count; i++) {
		struct touch_touch *touch = &list->touch[i];

		if (touch->returned || !ends_rights(game, touch))
			continue;
		touch->returned = true;
		game->lapse_by = (uint8_t)touch_on_move(game);
		game->lapse_event = touch->event;
		game->lapsing = true;
		game->lapse_at_ms = ends_rights_at(k, touch);
		return;
	}
}

/* Gone for a moment only: perhaps he flashes, until the turn goes on without that. */
static bool is_brief(const struct law_walk *k, const struct read_act *act)
{
	uint64_t flash_ms = k->w->game->rules.scan_ms * 3 / 2;

	if (act->kind != READ_ACT_PUT_BACK || act->until_ms - act->at_ms > flash_ms)
		return false;
	for (size_t i = 0; i < k->count; i++)
		if (&k->acts->act[k->stride[i].act] != act && k->stride[i].at_ms > act->until_ms)
			return false;
	return true;
}

static void say_touch(struct law_walk *k, const struct touch_touch *touch, rules_piece piece)
{
	struct touch_report *report;

	if (touch->by == TOUCH_BY_NOBODY)
		return;
	report = touch_say(k->w, TOUCH_REPORT_TOUCH);
	report->square = touch->man;
	report->piece = piece;
	if (k->w->game->now_ms <= touch->at_ms + 2 * k->law->reader.sense.times.noise_ms)
		report->at_ms = touch->at_ms; /* it has only waited to be none of noise */
	report->certainty = touch->is_sure ? TOUCH_OBSERVED : TOUCH_PRESUMED;
	if (touch->by == TOUCH_BY_OPPONENT)
		report->color = (uint8_t)touch_opponent(k->w->game);
}

/* Each man once. */
static bool is_listed(const struct touch_list *list, rules_square man, enum touch_by by)
{
	for (size_t i = 0; i < list->count; i++)
		if (!list->touch[i].struck && list->touch[i].man == man && list->touch[i].by == by)
			return true;
	return false;
}

/* Gone for so short that it may be the contact, and seen nowhere else. */
static bool may_be_noise(const struct law_walk *k, const struct read_act *act)
{
	const struct touch_game *game = k->w->game;

	if (act->until_ms != UINT64_MAX ||
	    game->now_ms > act->at_ms + k->law->reader.sense.times.noise_ms)
		return false;
	for (size_t i = 0; i < k->acts->count; i++)
		if (k->acts->act[i].from == act->from && !law_is_home_act(&k->acts->act[i]))
			return false;
	return true;
}

/* An act came after a half-move that is not told yet: whose it is will be known then. */
static bool is_of_next_turn(const struct law_walk *k, const struct read_act *act)
{
	const struct reader *r = &k->law->reader;
	const struct read_ply *last = read_last_ply(&r->worlds.world[0]);

	return r->worlds.world[0].plies > r->told - r->anchor &&
	       act->at_ms > r->zero_ms + last->rest_ms;
}

/* The sensor's doing, not a hand's: nobody's touch, and told once in a turn. */
static void say_flashing(struct law_walk *k, const struct read_act *act,
			 const struct touch_touch *was)
{
	struct touch_game *game = law_game(k);
	struct touch_report *report;

	if (was && was->returned)
		touch_lapse_undo(k->w, act->event);
	if (rules_has(game->turn.flashing, act->from))
		return;
	game->turn.flashing |= rules_set_of(act->from);
	report = touch_say(k->w, TOUCH_REPORT_FLASHING);
	report->square = act->square;
	report->piece = act->piece;
}

/* After an irregular press nobody made a half-move: the man that stands wrong moved last. */
static bool is_straightened(const struct law_walk *k, const struct read_act *act)
{
	const struct touch_game *game = k->w->game;

	if (act->kind != READ_ACT_PUT_BACK || !game->irregular ||
	    !rules_has(game->last_men, act->from) ||
	    rules_color_of(act->piece) != touch_opponent(game))
		return act->kind == READ_ACT_STRAIGHTENED;
	for (size_t i = 0; i < k->acts->count; i++) {
		const struct read_act *other = &k->acts->act[i];

		if (other != act && other->at_ms <= act->until_ms && other->until_ms > act->at_ms)
			return false;
	}
	return true;
}

/* Did the clock of this player run then? The newest press of each tells. */
static bool has_run(const struct law *law, uint8_t color, uint64_t at_ms)
{
	uint64_t own_ms = law->press_ms[color];
	uint64_t other_ms = law->press_ms[rules_opponent((enum rules_color)color)];

	if (at_ms >= own_ms && at_ms >= other_ms)
		return law->game.running == color;
	return own_ms > other_ms ? at_ms >= other_ms : at_ms < own_ms;
}

/* In the other player's time; after his unpressed move was answered it is the own time again. */
static bool is_early(const struct law_walk *k, const struct read_act *act, uint8_t by)
{
	if (act->in_own_time)
		return false;
	if (by == TOUCH_BY_OPPONENT)
		return has_run(k->law, (uint8_t)touch_player(k->w->game), act->at_ms);
	return true;
}

void law_note_touch(struct law_walk *k, const struct read_act *act, uint64_t at_ms)
{
	struct touch_game *game = law_game(k);
	struct touch_list *list = &game->turn.touches;
	bool is_again; /* it binds no more, but may end a right */
	const struct touch_touch *was = known(&k->before, act->event, act->from);
	struct touch_touch touch = {.at_ms = at_ms,
				    .event = act->event,
				    .man = act->from,
				    .by = (uint8_t)whose(k, act),
				    .struck = is_straightened(k, act) ||
					      act->kind == READ_ACT_KNOCKED,
				    .knocked = act->kind == READ_ACT_KNOCKED,
				    .straightened = is_straightened(k, act),
				    .brief = is_brief(k, act),
				    .is_sure = act->certainty == READ_OBSERVED};

	assert(act->from < RULES_NO_SQUARE); /* a touched man has stood somewhere */
	if (k->how == LAW_LIVE && !was && (may_be_noise(k, act) || is_of_next_turn(k, act)))
		return;
	if (act->kind == READ_ACT_FLASHED)
		say_flashing(k, act, was);
	if (list->count == TOUCH_TOUCHES_MAX || act->kind == READ_ACT_FLASHED)
		return;
	is_again = is_listed(list, act->from, (enum touch_by)touch.by);
	if (was && (was->struck && !was->straightened && !was->knocked))
		touch.struck = true;
	if (was && was->attributed) {
		touch.attributed = true;
		touch.struck = touch.straightened = false;
		touch.by = was->by;
	}
	touch.early = is_early(k, act, touch.by);
	touch.returned = was && was->returned;
	touch.brief |= was && was->brief && act->kind == READ_ACT_LIFTED;
	list->touch[list->count++] = touch;
	if (touch.early && !touch.struck &&
	    rules_has(game->turn.base.of_color[game->turn.base.turn], act->from))
		game->turn.early |= rules_set_of(act->from);
	if (!was && !is_again)
		say_touch(k, &touch, act->piece);
}
