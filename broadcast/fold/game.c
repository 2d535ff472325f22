/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/fold/game.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/fold/game_private.h"
#include "rules-core/movegen.h"
#include "rules-core/san.h"
#include "rules-core/uci.h"

const char *const game_ruling_words[GAME_RULINGS] = {"open",   "claimed",   "upheld", "dismissed",
						     "lapsed", "put-right", "filed",  "withdrawn"};
const char *const game_claim_words[GAME_CLAIMS] = {"threefold", "fifty"};

/* --- memory --- */

void game_init(struct game *g)
{
	memset(g, 0, sizeof(*g));
	g->result[0] = '*';
	g->started_ms = g->ended_ms = g->time_ms = WHEN_NEVER;
	g->clock = (struct game_clock){.white_s = GAME_NO_CLOCK,
				       .black_s = GAME_NO_CLOCK,
				       .running = GAME_NOBODY,
				       .time_ms = WHEN_NEVER};
	rules_position_clear(&g->pos);
}

void game_clear(struct game *g)
{
	for (size_t i = 0; i < g->irregularity_count; i++)
		free(g->irregularities[i].report);
	for (size_t i = 0; i < g->decision_count; i++)
		free(g->decisions[i].action);
	free(g->irregularities);
	free(g->decisions);
	free(g->plies);
	free(g->bases);
	free(g->unsure);
	free(g->unsure_fen);
	free(g->winnable);
	free(g->must);
	game_init(g);
}

void game_keep_text(char **at, char *text)
{
	free(*at);
	*at = text;
}

/* Room for one more, by doubling. */
static int grow(void **at, size_t *room, size_t count, size_t size, size_t max)
{
	size_t more = *room > 0 ? 2 * *room : 4;
	void *bigger;

	if (count < *room)
		return 0;
	if (count >= max)
		return -E2BIG;
	bigger = realloc(*at, more * size);
	if (!bigger)
		return -ENOMEM;
	*at = bigger;
	*room = more;
	return 0;
}

int game_reserve_moves(struct game *g)
{
	int r = grow((void **)&g->plies, &g->ply_room, g->ply_count, sizeof(*g->plies),
		     GAME_PLIES_MAX);

	return r < 0 ? r
		     : grow((void **)&g->bases, &g->base_room, g->base_count, sizeof(*g->bases),
			    GAME_PLIES_MAX);
}

int game_reserve_notes(struct game *g)
{
	int r = grow((void **)&g->irregularities, &g->irregularity_room, g->irregularity_count,
		     sizeof(*g->irregularities), GAME_NOTES_MAX);

	return r < 0 ? r
		     : grow((void **)&g->decisions, &g->decision_room, g->decision_count,
			    sizeof(*g->decisions), GAME_NOTES_MAX);
}

/* --- positions --- */

const struct game_base *game_base_at(const struct game *g, size_t plies)
{
	size_t i = g->base_count;

	assert(i > 0);
	while (i > 1 && g->bases[i - 1].ply > plies)
		i--;
	return &g->bases[i - 1];
}

void game_position(const struct game *g, size_t plies, struct rules_position *ret)
{
	const struct game_base *base = game_base_at(g, plies);

	*ret = base->pos;
	for (size_t i = base->ply; i < plies && i < g->ply_count; i++)
		rules_apply(ret, g->plies[i].move, NULL);
}

bool game_is_chess960(const struct game *g)
{
	return g->base_count > 0 && g->bases[0].pos.chess960;
}

/* --- changing the moves --- */

void game_cut(struct game *g, size_t plies)
{
	if (plies >= g->ply_count)
		return;
	g->ply_count = plies;
	while (g->base_count > 1 && g->bases[g->base_count - 1].ply > plies)
		g->base_count--;
	game_position(g, plies, &g->pos);
}

void game_rebase(struct game *g, const struct rules_position *pos)
{
	if (g->base_count == 0 || g->bases[g->base_count - 1].ply < g->ply_count)
		g->base_count++;
	assert(g->base_count <= g->base_room);
	g->bases[g->base_count - 1] =
		(struct game_base){.ply = (uint16_t)g->ply_count, .pos = *pos};
	g->pos = *pos;
}

/* The move in the words of the position it is made in. */
static void name_ply(struct game_ply *ply, const struct rules_position *before)
{
	struct rules_text uci = rules_text_in(ply->uci, sizeof(ply->uci));
	struct rules_text san = rules_text_in(ply->san, sizeof(ply->san));

	rules_uci_write(&uci, before, ply->move);
	rules_san_write(&san, before, ply->move, RULES_EN, RULES_SAN_PGN);
}

void game_add(struct game *g, struct game_ply ply, const struct rules_position *after)
{
	assert(g->ply_count < g->ply_room);
	if (ply.move != RULES_NO_MOVE) {
		name_ply(&ply, &g->pos);
		rules_apply(&g->pos, ply.move, NULL);
	}
	g->plies[g->ply_count++] = ply;
	if (ply.move == RULES_NO_MOVE)
		game_rebase(g, after);
}

/* Up to the next base, which stands by itself. */
static size_t end_of_line(const struct game *g, size_t at)
{
	for (size_t i = 0; i < g->base_count; i++)
		if (g->bases[i].ply > at)
			return g->bases[i].ply;
	return g->ply_count;
}

/* A ply that can be played needs no base behind it. */
static void drop_base(struct game *g, size_t ply)
{
	size_t kept = 0;

	for (size_t i = 0; i < g->base_count; i++)
		if (g->bases[i].ply != ply)
			g->bases[kept++] = g->bases[i];
	g->base_count = kept;
}

void game_replace(struct game *g, struct game_ply ply, size_t at)
{
	struct rules_position pos;
	size_t end;

	if (g->plies[at].move == RULES_NO_MOVE)
		drop_base(g, at + 1);
	end = end_of_line(g, at);
	game_position(g, at, &pos);
	name_ply(&ply, &pos);
	g->plies[at] = ply;
	for (size_t i = at; i < end; i++) {
		if (g->plies[i].move == RULES_NO_MOVE)
			break; /* a base follows it */
		if (!rules_is_legal(&pos, g->plies[i].move)) {
			game_cut(g, i);
			break;
		}
		name_ply(&g->plies[i], &pos);
		rules_apply(&pos, g->plies[i].move, NULL);
	}
	game_position(g, g->ply_count, &g->pos);
}

/* --- counts --- */

size_t game_open_count(const struct game *g)
{
	size_t count = 0;

	for (size_t i = 0; i < g->irregularity_count; i++)
		count += g->irregularities[i].ruling == GAME_OPEN ||
			 g->irregularities[i].ruling == GAME_CLAIMED;
	return count;
}

size_t game_completed(const struct game *g)
{
	size_t count = 0;

	while (count < g->ply_count && g->plies[count].completed)
		count++;
	return count;
}
