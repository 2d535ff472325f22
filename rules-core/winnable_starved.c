/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/movegen.h"
#include "rules-core/winnable_private.h"

/*
 * One side, the poor one, has nothing left but a few steps of its pawns; the other
 * one is rich in moves of its king and of pawns, and can do nothing else. Some men stand
 * still: each is blocked by others that do, and the poor king has no square that
 * these do not attack. The game stays like this until
 *
 *   the rich side promotes a pawn and moves the new piece, or
 *   its king captures one of the men that stand still.
 *
 * Nothing else can happen: pawns that could capture each other are not allowed
 * here. Either takes the rich side some moves at least: the pawn must go on to its
 * last rank, and the king must capture the pawns that it meets on its file; these
 * are moves of two different men, so they add up. If the poor side has fewer steps
 * than that it is stalemated before, and if there is no picture of mate
 * (winnable_picture.c) until then, there is no mate.
 */

#define MANY 64u /* more moves than there can be */

static rules_set file_of(rules_square square)
{
	return RULES_FILE_A << rules_file_of(square);
}

static rules_set ahead_of(enum rules_color color, rules_square pawn)
{
	rules_set above = ~UINT64_C(0) << pawn & ~rules_set_of(pawn);

	return file_of(pawn) & (color == RULES_WHITE ? above : rules_set_of(pawn) - 1);
}

/* The squares ahead of a pawn, up to the first of some men. */
static rules_set way_of(enum rules_color color, rules_square pawn, rules_set men)
{
	rules_set ahead = ahead_of(color, pawn);

	men &= ahead;
	if (!men)
		return ahead;
	return color == RULES_WHITE ? ahead & (rules_set_of(rules_lowest(men)) - 1)
				    : ahead & ~ahead_of(RULES_BLACK, rules_highest(men)) &
					      ~rules_set_of(rules_highest(men));
}

/* What men of a colour among those attack wherever the others go: a line only one square far. */
static rules_set attacked_still(const struct rules_position *pos, enum rules_color color,
				rules_set men)
{
	rules_set attacked = rules_pawn_attacks(color, rules_men(pos, color, RULES_PAWN) & men);

	for (unsigned kind = RULES_KNIGHT; kind < RULES_KING; kind++)
		for (rules_set at = rules_men(pos, color, (enum rules_kind)kind) & men; at;)
			attacked |= rules_piece_attacks((enum rules_kind)kind, rules_take(&at),
							RULES_ALL_SQUARES);
	return attacked;
}

/* The men that stand still if all of them do: all but the rich king and the pawns that can step. */
static rules_set still_men(const struct rules_position *pos, enum rules_color poor)
{
	rules_set men = rules_all_men(pos) & ~rules_men(pos, rules_opponent(poor), RULES_KING);
	rules_set before;

	do {
		before = men;
		for (int color = 0; color < 2; color++) {
			rules_set pawns = rules_men(pos, (enum rules_color)color, RULES_PAWN) & men;
			rules_set blocked =
				pawns & rules_forward(rules_opponent((enum rules_color)color), men);

			men &= ~pawns | blocked;
		}
	} while (men != before);
	return men;
}

static bool pieces_stand_still(const struct rules_position *pos, rules_set still)
{
	for (unsigned kind = RULES_KNIGHT; kind < RULES_KING; kind++)
		for (rules_set at = pos->of_kind[kind]; at;) {
			rules_square square = rules_take(&at);
			int color = rules_has(pos->of_color[RULES_BLACK], square);

			if (rules_piece_attacks((enum rules_kind)kind, square, still) &
			    ~(pos->of_color[color] & still))
				return false;
		}
	return true;
}

static bool king_stands_still(const struct rules_position *pos, enum rules_color poor,
			      rules_set still)
{
	rules_square king = rules_lowest(rules_men(pos, poor, RULES_KING));

	return !(rules_sight[king].king & ~(pos->of_color[poor] & still) &
		 ~attacked_still(pos, rules_opponent(poor), still));
}

/* Where each man may come while this lasts. */
static void spread(struct winnable_reach *r, const struct rules_position *pos,
		   enum rules_color poor, rules_set still)
{
	rules_set rich_pawns = rules_men(pos, rules_opponent(poor), RULES_PAWN);

	for (int color = 0; color < 2; color++) {
		r->fixed[color] = pos->of_color[color] & still;
		r->guarded[color] = r->guarded_by_leapers[color] = r->visited[color] = 0;
	}
	r->man[r->king[rules_opponent(poor)]].as_piece = ~still;
	for (unsigned i = 0; i < r->count; i++) {
		struct winnable_man *man = &r->man[i];

		if (man->kind == RULES_PAWN)
			man->as_pawn |= way_of(man->color, rules_lowest(man->origin),
					       man->color == poor ? still | rich_pawns : still);
		if (man->kind != RULES_KING)
			r->visited[man->color] |= man->as_pawn | man->as_piece;
	}
}

/* Can no pawn ever capture, and none of the poor side promote? */
static bool pawns_stay_on_files(const struct winnable_reach *r, enum rules_color poor)
{
	rules_set attacked[2] = {0}, last = rules_rank_set(poor == RULES_WHITE ? 7 : 0);

	for (unsigned i = 0; i < r->count; i++) {
		const struct winnable_man *man = &r->man[i];

		attacked[man->color] |= rules_pawn_attacks(man->color, man->as_pawn);
		if (man->color == poor && (man->as_pawn & last))
			return false;
	}
	return !(attacked[RULES_WHITE] & r->visited[RULES_BLACK]) &&
	       !(attacked[RULES_BLACK] & r->visited[RULES_WHITE]);
}

static bool is_starved(struct winnable_starved *s, const struct rules_position *pos)
{
	rules_set still = s->still = still_men(pos, s->poor);
	rules_set king = rules_men(pos, s->poor, RULES_KING);
	struct winnable_reach reach;

	if (!pieces_stand_still(pos, still) || !king_stands_still(pos, s->poor, still) ||
	    !winnable_reach_init(&reach, pos, s->winner))
		return false;
	for (int color = 0; color < 2; color++)
		s->of_color[color] = pos->of_color[color] & still;
	for (unsigned kind = 0; kind < RULES_KINDS; kind++)
		s->of_kind[kind] = pos->of_kind[kind] & still;
	s->targets = s->of_color[s->poor] & ~king & ~rules_sight[rules_lowest(king)].king &
		     ~rules_pawn_attacks(s->poor, rules_men(pos, s->poor, RULES_PAWN) & still);
	spread(&reach, pos, s->poor, still);
	s->way[0] = reach.visited[0];
	s->way[1] = reach.visited[1];
	if (!pawns_stay_on_files(&reach, s->poor))
		return false;
	winnable_reach_attacks(&reach);
	return !winnable_has_picture(&reach, s->winner);
}

void winnable_starved_init(struct winnable_starved *s, const struct rules_position *pos,
			   enum rules_color winner)
{
	s->winner = winner;
	s->holds = false;
	for (int color = 0; color < 2 && !s->holds && !pos->castling; color++) {
		s->poor = (enum rules_color)color;
		s->holds = is_starved(s, pos);
	}
}

/* How many steps the poor side has; many if its pawns are not where they should be. */
static unsigned steps_left(const struct winnable_starved *s, const struct rules_position *pos)
{
	rules_set men = s->still | rules_men(pos, rules_opponent(s->poor), RULES_PAWN);
	unsigned steps = 0;

	for (rules_set pawns = rules_men(pos, s->poor, RULES_PAWN) & ~s->still; pawns;) {
		rules_set way = way_of(s->poor, rules_take(&pawns), men);

		steps += way & ~s->way[s->poor] ? MANY : (unsigned)rules_count(way);
	}
	return steps;
}

static unsigned nearest(rules_square from, rules_set to)
{
	unsigned best = MANY;

	while (to) {
		unsigned far = (unsigned)winnable_distance(from, rules_take(&to));

		best = far < best ? far : best;
	}
	return best > 0 ? best : 1;
}

/* How many moves of the rich side it takes until a pawn has become a piece that moved. */
static unsigned moves_to_promote(const struct winnable_starved *s, const struct rules_position *pos,
				 rules_square pawn)
{
	enum rules_color rich = rules_opponent(s->poor);
	rules_square king = rules_lowest(rules_men(pos, rich, RULES_KING));
	rules_square poor_king = rules_lowest(rules_men(pos, s->poor, RULES_KING));
	rules_set ahead = ahead_of(rich, pawn);
	rules_set in_way = ahead & rules_men(pos, s->poor, RULES_PAWN);
	rules_square last = rules_square_at(rules_file_of(pawn), rich == RULES_WHITE ? 7 : 0);
	unsigned moves = (unsigned)rules_count(ahead);

	if (ahead & s->still)
		return MANY;
	moves -= moves == 6; /* the double step */
	/* Until it moves, the new piece serves the poor side only next to its king. */
	moves += s->winner == s->poor && !rules_has(rules_sight[poor_king].king, last);
	if (in_way) {
		rules_square far =
			rich == RULES_WHITE ? rules_highest(in_way) : rules_lowest(in_way);

		moves += (unsigned)rules_count(in_way) - 1 +
			 nearest(king, ahead & ~ahead_of(rich, far));
	}
	return moves;
}

/* Are the men that stand still there, and the others where they may be? */
static bool is_as_before(const struct winnable_starved *s, const struct rules_position *pos)
{
	rules_set others = rules_all_men(pos) & ~s->still, unlike = 0;

	for (unsigned kind = 0; kind < RULES_KINDS; kind++)
		unlike |= (pos->of_kind[kind] & s->still) ^ s->of_kind[kind];
	for (int color = 0; color < 2; color++) {
		unlike |= (pos->of_color[color] & s->still) ^ s->of_color[color];
		unlike |= pos->of_color[color] & pos->of_kind[RULES_PAWN] & ~s->way[color];
	}
	return !unlike && !(others & ~pos->of_kind[RULES_PAWN] & ~pos->of_kind[RULES_KING]);
}

unsigned winnable_relief(const struct winnable_starved *s, const struct rules_position *pos,
			 bool *ret_starves)
{
	enum rules_color rich = rules_opponent(s->poor);
	rules_square king = rules_lowest(rules_men(pos, rich, RULES_KING));
	unsigned moves, relief;

	*ret_starves = false;
	if (!s->holds || !is_as_before(s, pos))
		return 0;
	moves = steps_left(s, pos) + (pos->turn == rich);
	relief = nearest(king, s->targets);
	for (rules_set pawns = rules_men(pos, rich, RULES_PAWN) & ~s->still; pawns;) {
		unsigned by_pawn = moves_to_promote(s, pos, rules_take(&pawns));

		relief = by_pawn < relief ? by_pawn : relief;
	}
	*ret_starves = moves < MANY && moves < relief;
	return relief;
}
