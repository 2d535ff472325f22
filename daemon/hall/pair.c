/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hall/private.h"
#include "rules-core/pgn.h"
#include "touchmove/law/game.h"

/*
 * Two boards of one game (appendix D). What one shows of the other's moves is an input of the other
 * like what a board says, journalled before it is taken: the same journal gives the same game.
 */

#define PAIR_WORDS_MAX 40

/* The other one, if each names the other. */
static struct place *partner_of(const struct place *place)
{
	const struct table_pair *pair = &place->desk.table.pair;
	struct place *other =
		pair->table > 0 ? hall_place_of_number(place->hall, pair->table) : NULL;

	return other && other->desk.table.pair.table == place->desk.number ? other : NULL;
}

int hall_check_pair(struct place *place, const struct table_pair *pair, char ret_why[HALL_WHY_MAX])
{
	const struct place *other =
		pair->table > 0 ? hall_place_of_number(place->hall, pair->table) : NULL;

	if (pair->table == 0)
		return 0;
	if (!other || hall_is_trunk(other) || other->mirror) {
		snprintf(ret_why, HALL_WHY_MAX, "there is no table %u at this machine",
			 pair->table);
		return -EINVAL;
	}
	if (!table_may_pair(&other->desk.table)) {
		snprintf(ret_why, HALL_WHY_MAX, "there is no game at table %u", pair->table);
		return -EINVAL;
	}
	if (other != place)
		return 0;
	snprintf(ret_why, HALL_WHY_MAX, "this is the table itself, and not the other board");
	return -EINVAL;
}

static void tell_other(struct place *other, const char *words, const char *author, const char *from)
{
	struct journal_input input = {.kind = JOURNAL_INPUT_ACT,
				      .at_ms = hall_now(other->hall),
				      .line = from,
				      .author = author,
				      .data = words,
				      .len = strlen(words)};
	char why[HALL_WHY_MAX];

	other->copied[0] = '\0';
	if (!hall_input(other, &input, why))
		log_table(LOG_LEVEL_WARNING, other->desk.number, other->desk.board, "%s: %s", words,
			  why);
}

void hall_pair_other(struct place *place, const struct table_pair *before, const char *author,
		     const char *from)
{
	const struct table_pair *pair = &place->desk.table.pair;
	struct place *old =
		before->table > 0 ? hall_place_of_number(place->hall, before->table) : NULL;
	struct place *other =
		pair->table > 0 ? hall_place_of_number(place->hall, pair->table) : NULL;
	char words[PAIR_WORDS_MAX];

	place->copied[0] = '\0';
	if (old && old != other && old->desk.table.pair.table == place->desk.number)
		tell_other(old, "second-board none", author, from);
	if (!other)
		return;
	snprintf(words, sizeof(words), "second-board %s %u",
		 pair->color == RULES_WHITE ? "black" : "white", place->desk.number);
	tell_other(other, words, author, from);
}

void hall_share_again(struct place *place)
{
	struct place *other = partner_of(place);

	place->copied[0] = '\0';
	place->is_over_at_both = false;
	if (other)
		other->copied[0] = '\0';
}

/* --- one game, one result --- */

/* Mate and the like the first board shows by itself, when the last move is copied there. */
static bool is_told_there(const struct place *place, const struct place *other)
{
	const struct touch_game *game = &place->desk.table.law.game;

	return place->desk.number < other->desk.number ||
	       game->reason > TOUCH_REASON_SEVENTYFIVE_MOVES;
}

static void tell_result(struct place *to, const char *words)
{
	struct journal_input input = {.kind = JOURNAL_INPUT_ACT,
				      .at_ms = hall_now(to->hall),
				      .author = "boardd",
				      .data = words,
				      .len = strlen(words)};
	char why[HALL_WHY_MAX];

	if (!hall_input(to, &input, why))
		log_table(LOG_LEVEL_WARNING, to->desk.number, to->desk.board, "%s: %s", words, why);
}

/* What ended at one of the two ended at the other; and is taken back at both. */
static void share_result(struct place *place, struct place *other)
{
	const struct touch_game *game = &place->desk.table.law.game;
	bool is_reason = game->reason != TOUCH_REASON_NONE;
	char words[TABLE_COPIED_MAX];

	if (!place->desk.table.is_over)
		return;
	if (other->desk.table.is_over) {
		place->is_over_at_both = other->is_over_at_both = true;
	} else if (place->is_over_at_both) {
		place->is_over_at_both = other->is_over_at_both = false;
		tell_result(place, "result *");
	} else if (game->result != RULES_UNDECIDED && is_told_there(place, other)) {
		snprintf(words, sizeof(words), "result %s%s%s", rules_result_text(game->result),
			 is_reason ? " " : "", is_reason ? touch_reason_name(game->reason) : "");
		if (strcmp(words, place->copied) == 0)
			return; /* it was refused there */
		memcpy(place->copied, words, sizeof(words));
		tell_result(other, words);
		place->is_over_at_both = other->is_over_at_both = other->desk.table.is_over;
	}
}

void hall_share(struct place *place)
{
	struct place *other = partner_of(place);
	struct journal_input input = {.kind = JOURNAL_INPUT_OTHER_BOARD,
				      .at_ms = hall_now(place->hall)};
	char words[TABLE_COPIED_MAX], why[HALL_WHY_MAX];

	if (!other || place->hall->is_recovering || hall_is_held_up(place->hall))
		return;
	share_result(place, other);
	if (!table_copied(&place->desk.table, words) || strcmp(words, place->copied) == 0)
		return;
	memcpy(place->copied, words, sizeof(words));
	input.data = words;
	input.len = strlen(words);
	(void)hall_input(other, &input, why);
}
