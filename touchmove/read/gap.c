/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/gap.h"

#include <string.h>

#include "rules-core/movegen.h"

#define TWO_STEPS    48 /* a man that goes twice, perhaps where once would do */
#define NODES_A_STEP 60
#define NODES_MAX    60000

void read_search_begin(struct read_search *s, const struct rules_position *from, uint8_t most,
		       int32_t price, uint32_t seen_ms)
{
	memset(s, 0, sizeof(*s));
	s->is_open = true;
	s->root = *from;
	s->depth = 1;
	s->most = most < READ_LINE_PLIES ? most : READ_LINE_PLIES;
	s->seen_ms = seen_ms;
	s->price = price;
	s->dropped = INT32_MAX;
}

/*
 * Can so many half-moves still lead to the board? A half-move brings one man
 * of its colour to a square, castling two; a man leaves its square by moving or
 * by being captured, and one may be in a hand.
 */
static bool is_within_reach(const struct rules_position *pos, const struct sense *sense,
			    unsigned left)
{
	rules_set differs = sense_differs(sense, pos);
	unsigned mine = (left + 1) / 2, theirs = left / 2;
	enum rules_color me = (enum rules_color)pos->turn, other = rules_opponent(me);
	unsigned come[2], gone[2];

	if (!sense->sees_men)
		return (unsigned)rules_count(differs) <= 2 * left + 4;
	for (int color = 0; color < 2; color++) {
		come[color] = (unsigned)rules_count(differs & sense->seen.of_color[color]);
		gone[color] = (unsigned)rules_count(differs & pos->of_color[color]);
	}
	return come[me] <= mine + 1 && come[other] <= theirs + 1 && gone[me] <= left + 2 &&
	       gone[other] <= left + 2;
}

/* Only men missing, one of each colour at most: somebody has begun the next move. */
static bool is_move_begun(const struct rules_position *pos, const struct sense *sense)
{
	rules_set differs = sense_differs(sense, pos);

	return (differs & rules_all_men(&sense->seen)) == 0 &&
	       rules_count(differs & pos->of_color[RULES_WHITE]) <= 1 &&
	       rules_count(differs & pos->of_color[RULES_BLACK]) <= 1;
}

int32_t read_line_cost(const struct read_line *line, int32_t half_move)
{
	int32_t cost = line->count * half_move;

	for (unsigned i = 0; i + 2 < line->count; i++)
		if (read_goal(line->move[i]) == rules_from(line->move[i + 2]))
			cost += TWO_STEPS;
	return cost;
}

static unsigned dearest_line(const struct read_search *s)
{
	unsigned dearest = 0;

	for (unsigned i = 1; i < s->count; i++)
		if (read_line_cost(&s->line[i], s->price) >=
		    read_line_cost(&s->line[dearest], s->price))
			dearest = i;
	return dearest;
}

static void drop_line(struct read_search *s, int32_t cost)
{
	if (cost < s->dropped)
		s->dropped = cost;
}

/* The cheapest are kept. */
static void keep_line(struct read_search *s, int differs)
{
	struct read_line line = {.count = s->level, .differs = (uint8_t)differs};
	int32_t cost, most;
	unsigned at;

	memcpy(line.move, s->path, sizeof(line.move));
	if (s->count < READ_LINES_MAX) {
		s->line[s->count++] = line;
		return;
	}
	at = dearest_line(s);
	cost = read_line_cost(&line, s->price);
	most = read_line_cost(&s->line[at], s->price);
	drop_line(s, cost < most ? most : cost);
	if (cost < most)
		s->line[at] = line;
}

/* Moves that touch a square that is not yet as it should be. */
static void moves_towards(const struct rules_position *pos, const struct sense *sense,
			  struct rules_moves *ret)
{
	rules_set differs = sense_differs(sense, pos);
	size_t kept = 0;

	rules_legal_moves(pos, ret);
	for (size_t i = 0; i < ret->count; i++) {
		rules_move move = ret->move[i];
		rules_set squares = rules_set_of(rules_from(move)) | rules_set_of(rules_to(move));

		if ((squares & differs) != 0)
			ret->move[kept++] = move;
	}
	ret->count = kept;
}

/* All of this depth is seen: one deeper. */
static void step_back(struct read_search *s)
{
	if (s->level == 0) {
		s->depth++;
		s->next[0] = 0;
		s->is_open = s->depth <= s->most;
		return;
	}
	s->level--;
	rules_undo(&s->root, s->path[s->level], &s->undo[s->level]);
}

/* The end of a line of this depth: does it lead to the board? */
static void look_at_line(struct read_search *s, const struct sense *sense)
{
	rules_set differs = sense_differs(sense, &s->root);

	if (differs == 0 || is_move_begun(&s->root, sense))
		keep_line(s, rules_count(differs));
	step_back(s);
}

/* One node: the next move of this level, or back to the level before. */
static void step(struct read_search *s, const struct sense *sense)
{
	struct rules_moves moves;
	rules_move move;

	moves_towards(&s->root, sense, &moves);
	if (s->next[s->level] >= moves.count) {
		step_back(s);
		return;
	}
	move = moves.move[s->next[s->level]++];
	s->path[s->level] = move;
	rules_apply(&s->root, move, &s->undo[s->level]);
	s->level++;
	s->nodes++;
	if (s->level == s->depth) {
		look_at_line(s, sense);
		return;
	}
	s->next[s->level] = 0;
	if (!is_within_reach(&s->root, sense, s->depth - s->level))
		step_back(s);
}

bool read_search_step(struct read_search *s, const struct sense *sense)
{
	for (unsigned i = 0; i < NODES_A_STEP && s->is_open; i++) {
		if (s->nodes >= NODES_MAX) {
			s->is_cut = true;
			s->is_open = false;
			break;
		}
		step(s, sense);
	}
	return !s->is_open;
}
