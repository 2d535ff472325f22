/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/livechess_private.h"

/* --- values --- */

json_t *livechess_men(const rules_piece *men)
{
	struct rules_position pos = {0};
	char bytes[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	if (!men)
		return json_null();
	memcpy(pos.at, men, sizeof(pos.at));
	rules_placement_write(&text, &pos);
	return json_string(bytes);
}

static bool is_clock(const struct game_clock *clock)
{
	return clock && clock->time_ms != WHEN_NEVER && clock->white_s != GAME_NO_CLOCK &&
	       clock->black_s != GAME_NO_CLOCK && strcmp(clock->state, "absent") != 0;
}

json_t *livechess_clock(const struct game_clock *clock)
{
	json_t *run;

	if (!is_clock(clock))
		return json_null();
	run = clock->running == GAME_NOBODY ? json_null()
					    : json_boolean(clock->running == RULES_WHITE);
	return json_pack("{s:i, s:i, s:o, s:I}", "white", clock->white_s, "black", clock->black_s,
			 "run", run, "time", (json_int_t)clock->time_ms);
}

static bool is_same_clock(const struct livechess_feed *feed, const struct game_clock *clock)
{
	if (!is_clock(clock) || !feed->has_clock)
		return is_clock(clock) == feed->has_clock;
	return clock->white_s == feed->clock.white_s && clock->black_s == feed->clock.black_s &&
	       clock->running == feed->clock.running && clock->time_ms == feed->clock.time_ms;
}

/* --- feeds --- */

struct livechess_feed *livechess_feed_new(json_int_t id, const char *serial)
{
	struct livechess_feed *feed = calloc(1, sizeof(*feed));

	if (!feed)
		return NULL;
	feed->id = id;
	feed->is_gone = true;
	snprintf(feed->serial, sizeof(feed->serial), "%s", serial);
	return feed;
}

void livechess_feed_free(struct livechess_feed *feed)
{
	if (!feed)
		return;
	free(feed->fen);
	json_decref(feed->san);
	free(feed);
}

bool livechess_feed_setup(struct livechess_feed *feed, const char *fen,
			  const struct rules_position *start)
{
	size_t len = strlen(fen) + 1;
	char *copy = malloc(len);
	json_t *san = json_array();

	if (!copy || !san) {
		free(copy);
		json_decref(san);
		return false;
	}
	memcpy(copy, fen, len);
	free(feed->fen);
	json_decref(feed->san);
	feed->fen = copy;
	feed->san = san;
	feed->start = feed->after = *start;
	feed->game[0] = '\0';
	feed->seq = 0;
	return true;
}

/* --- moves --- */

/* Rights and counters of the client's FEN are its own affair; the men and the turn count. */
static bool is_start(const struct livechess_feed *feed, const struct rules_position *pos)
{
	return pos->turn == feed->start.turn && memcmp(pos->at, feed->start.at, 64) == 0;
}

/*
 * After how many plies of the game the start stood, the last time; a game that
 * is over can only have ended there. SIZE_MAX: never.
 */
static size_t find_anchor(const struct livechess_feed *feed, const struct game *g)
{
	struct rules_position pos;
	size_t found = SIZE_MAX;

	game_position(g, 0, &pos);
	for (size_t i = 0; i <= g->ply_count; i++) {
		const struct game_base *base = game_base_at(g, i);

		if (base->ply == i)
			pos = base->pos;
		else
			rules_apply(&pos, g->plies[i - 1].move, NULL);
		if (is_start(feed, &pos) && (g->state != GAME_ENDED || i == g->ply_count))
			found = i;
	}
	return found;
}

/* False: the game never was at the start. */
static bool anchor(struct livechess_feed *feed, const struct game *g)
{
	struct rules_position pos;
	size_t found;

	if (strcmp(feed->game, g->id) == 0 && feed->anchor <= g->ply_count) {
		game_position(g, feed->anchor, &pos);
		if (is_start(feed, &pos))
			return true;
	}
	found = find_anchor(feed, g);
	if (found == SIZE_MAX)
		return false;
	memcpy(feed->game, g->id, sizeof(feed->game));
	feed->anchor = found;
	return true;
}

/* The moves since the start, up to one that notation cannot express. */
static json_t *moves_of(const struct livechess_feed *feed, const struct game *g,
			struct rules_position *ret_after)
{
	const struct game_base *base = game_base_at(g, feed->anchor);
	json_t *list = json_array();

	game_position(g, feed->anchor, ret_after);
	for (size_t i = feed->anchor; i < g->ply_count; i++) {
		const struct game_ply *ply = &g->plies[i];

		if (ply->move == RULES_NO_MOVE || ply->san[0] == '\0' || game_base_at(g, i) != base)
			break;
		json_array_append_new(list, json_string(ply->san));
		rules_apply(ret_after, ply->move, NULL);
	}
	return list;
}

/*
 * True: the list is another. It stays with the game it is of: the page of
 * lichess.org takes nothing back, and asks for another start when it has one.
 */
static bool follow(struct livechess_feed *feed, const struct game *g)
{
	struct rules_position after;
	json_t *san;

	if (!feed->fen || !g || g->id[0] == '\0')
		return false;
	if (strcmp(feed->game, g->id) != 0 && json_array_size(feed->san) > 0)
		return false;
	if (feed->seq == g->seq && strcmp(feed->game, g->id) == 0)
		return false;
	if (anchor(feed, g)) {
		san = moves_of(feed, g, &after);
	} else { /* moves were taken back to before the start */
		san = json_array();
		after = feed->start;
	}
	feed->seq = g->seq;
	if (!san || json_equal(san, feed->san)) {
		json_decref(san);
		return false;
	}
	json_decref(feed->san);
	feed->san = san;
	feed->after = after;
	return true;
}

/* --- messages --- */

static json_t *payload(struct livechess_feed *feed, const struct livechess_board *board,
		       unsigned parts)
{
	json_t *object = json_pack("{s:s, s:b}", "serialnr", feed->serial, "flipped",
				   feed->has_flip ? feed->is_flipped : board->is_flipped);

	if (parts & LIVECHESS_MEN)
		json_object_set_new(object, "board", livechess_men(board->men));
	if (parts & LIVECHESS_CLOCK)
		json_object_set_new(object, "clock", livechess_clock(board->clock));
	if (feed->fen) {
		json_object_set_new(object, "start", json_string(feed->fen));
		json_object_set(object, "san", feed->san);
		json_object_set_new(object, "match",
				    json_boolean(memcmp(board->men, feed->after.at, 64) == 0));
	}
	return object;
}

static void remember(struct livechess_feed *feed, const struct livechess_board *board,
		     unsigned parts)
{
	memcpy(feed->men, board->men, sizeof(feed->men));
	if (!(parts & LIVECHESS_CLOCK))
		return;
	feed->has_clock = is_clock(board->clock);
	if (feed->has_clock)
		feed->clock = *board->clock;
}

json_t *livechess_feed_tell(struct livechess_feed *feed, const struct livechess_board *board,
			    unsigned parts, bool must)
{
	if (!board->men) {
		feed->is_gone = true;
		return NULL;
	}
	if (feed->is_gone || memcmp(feed->men, board->men, sizeof(feed->men)) != 0)
		parts |= LIVECHESS_MEN;
	if (!board->is_behind && !is_same_clock(feed, board->clock))
		parts |= LIVECHESS_CLOCK;
	if (!board->is_behind)
		must |= follow(feed, board->game);
	if (!must && parts == 0)
		return NULL;
	feed->is_gone = false;
	remember(feed, board, parts);
	return payload(feed, board, parts);
}
