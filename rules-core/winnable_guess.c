/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/winnable_private.h"

/*
 * Guesses that order the search. They decide what is looked at first, never what
 * is true; the weights were found by trying.
 */

#define CORNERS UINT64_C(0x8100000000000081)

static int absolute(int n)
{
	return n < 0 ? -n : n;
}

static int to_edge(int n)
{
	return n < 4 ? n : 7 - n;
}

static int nearest(rules_set men, rules_square to)
{
	int best = 8;

	while (men) {
		int far = winnable_distance(rules_take(&men), to);

		best = far < best ? far : best;
	}
	return best;
}

static int all_together(rules_set men, rules_square to)
{
	int sum = 0;

	while (men)
		sum += winnable_distance(rules_take(&men), to);
	return sum;
}

static int ranks_left(enum rules_color color, rules_square pawn)
{
	return color == RULES_WHITE ? 7 - rules_rank_of(pawn) : rules_rank_of(pawn);
}

/* How many leaps of a knight, on an empty board, about. */
static int leaps(rules_square from, rules_square to)
{
	int files = absolute(rules_file_of(from) - rules_file_of(to));
	int ranks = absolute(rules_rank_of(from) - rules_rank_of(to));
	int most = files > ranks ? files : ranks, sum = files + ranks;
	int least = (most + 1) / 2 > (sum + 2) / 3 ? (most + 1) / 2 : (sum + 2) / 3;

	if (sum == 1)
		return 3;
	if (files == 2 && ranks == 2)
		return 4;
	return least + ((least + sum) & 1);
}

static enum rules_color color_at(const struct rules_position *pos, rules_square man)
{
	return rules_has(pos->of_color[RULES_BLACK], man) ? RULES_BLACK : RULES_WHITE;
}

#define AS_PIECE 8 /* the way of a pawn once it has become a piece */

/* What it takes, in half steps of a king, to bring a man to a square, about. */
static int way_to(const struct rules_position *pos, rules_square man, rules_square to)
{
	int steps = winnable_distance(man, to);

	if (rules_has(pos->of_kind[RULES_KNIGHT], man))
		return 3 * leaps(man, to);
	if (rules_has(pos->of_kind[RULES_BISHOP], man))
		return 2 * (steps > 2 ? 2 : steps);
	if (rules_has(pos->of_kind[RULES_PAWN], man))
		return AS_PIECE + 2 * ranks_left(color_at(pos, man), man);
	return 2 * steps;
}

/* The nearest two men beside a corner: one on each of the two squares. */
struct beside {
	int first, second;
};

static struct beside nearest_beside(const struct rules_position *pos, rules_set men,
				    rules_square corner)
{
	rules_square along = (rules_square)(corner ^ 1), up = (rules_square)(corner ^ 8);
	struct beside best = {22, 26};

	while (men) {
		rules_square at = rules_take(&men);
		int a = way_to(pos, at, along), b = way_to(pos, at, up);
		int far = 2 + (a < b ? a : b);

		if (far < best.first)
			best = (struct beside){far, best.first};
		else if (far < best.second)
			best.second = far;
	}
	return best;
}

static rules_set ahead_of(enum rules_color color, rules_square pawn)
{
	return rules_sight[pawn].line[RULES_ALONG_FILE] &
	       (color == RULES_WHITE ? ~UINT64_C(0) << pawn : rules_set_of(pawn) - 1);
}

/* How far the most advanced pawn has to go, men in its way counted. */
static int to_promotion(const struct rules_position *pos, enum rules_color color)
{
	int best = 20;

	for (rules_set pawns = rules_men(pos, color, RULES_PAWN); pawns;) {
		rules_square at = rules_take(&pawns);
		rules_set in_way = ahead_of(color, at) & rules_all_men(pos);
		int left = ranks_left(color, at) + 2 * rules_count(in_way);

		best = left < best ? left : best;
	}
	return best;
}

enum { BY_MAN = 4, SPOILER = 12 };

/* The men of the loser that can always capture the mating piece or come between. */
static rules_set spoilers(const struct rules_position *pos, enum rules_color us)
{
	rules_set kinds = pos->of_kind[RULES_QUEEN];

	if (!rules_men(pos, us, RULES_KNIGHT))
		kinds |= pos->of_kind[RULES_ROOK];
	return kinds & pos->of_color[rules_opponent(us)];
}

/* Bishops and knights mate in a corner where a man of the loser stands beside the king. */
static int far_from_corner(const struct rules_position *pos, enum rules_color us,
			   rules_square corner)
{
	enum rules_color them = rules_opponent(us);
	rules_square king = rules_lowest(rules_men(pos, them, RULES_KING));
	rules_square ours = rules_lowest(rules_men(pos, us, RULES_KING));
	rules_set shade = rules_is_light(corner) ? RULES_LIGHT : ~RULES_LIGHT;
	rules_set helpers = pos->of_color[them] & ~rules_set_of(king) &
			    ~(pos->of_kind[RULES_BISHOP] & shade) & ~spoilers(pos, us);
	rules_set minors = pos->of_color[us] & ~pos->of_kind[RULES_KING];

	struct beside beside = nearest_beside(pos, helpers, corner);
	/* The second way out is closed by the winner's king or by another man. */
	int by_king = 3 * absolute(winnable_distance(ours, corner) - 2);
	int by_man = BY_MAN + beside.second;

	return 3 * winnable_distance(king, corner) + beside.first +
	       (by_king < by_man ? by_king : by_man) + all_together(minors, corner);
}

static int far_with_minors(const struct rules_position *pos, enum rules_color us)
{
	rules_set bishops = rules_men(pos, us, RULES_BISHOP);
	rules_set corners = CORNERS;
	int best = 1000;

	if (!rules_men(pos, us, RULES_KNIGHT))
		corners &= (bishops & RULES_LIGHT ? RULES_LIGHT : 0) |
			   (bishops & ~RULES_LIGHT ? ~RULES_LIGHT : 0);
	while (corners) {
		int far = far_from_corner(pos, us, rules_take(&corners));

		best = far < best ? far : best;
	}
	return best;
}

unsigned winnable_guess_mate(const struct rules_position *pos, enum rules_color us)
{
	enum rules_color them = rules_opponent(us);
	rules_square king = rules_lowest(rules_men(pos, them, RULES_KING));
	rules_square ours = rules_lowest(rules_men(pos, us, RULES_KING));
	rules_set attacked = rules_attacked_by(pos, us, rules_all_men(pos) ^ rules_set_of(king));
	int flights = rules_count(rules_sight[king].king & ~pos->of_color[them] & ~attacked);
	int apart = winnable_distance(king, ours);
	int edge = to_edge(rules_file_of(king)) + to_edge(rules_rank_of(king));
	int pieces = rules_count(pos->of_color[them] & ~pos->of_kind[RULES_PAWN]);
	rules_set heavy = rules_men(pos, us, RULES_QUEEN) | rules_men(pos, us, RULES_ROOK);

	if (heavy) {
		bool many = rules_count(pos->of_color[us] & ~pos->of_kind[RULES_PAWN]) > 3;

		return (unsigned)(2 * flights + (many ? apart : 6 * apart + 3 * edge) + 6 * pieces +
				  nearest(heavy, king));
	}
	if (rules_men(pos, us, RULES_PAWN))
		return (unsigned)(22 + 6 * flights + 2 * apart + 2 * edge +
				  11 * to_promotion(pos, us) + pieces);
	return (unsigned)(23 + flights + far_with_minors(pos, us) +
			  SPOILER * rules_count(spoilers(pos, us)));
}

/* The king cannot leave its square. */
static bool is_shut_in(const struct rules_position *pos, enum rules_color color)
{
	rules_set king = rules_men(pos, color, RULES_KING);
	rules_set steps = rules_sight[rules_lowest(king)].king & ~pos->of_color[color];

	return !(steps & ~rules_attacked_by(pos, rules_opponent(color), rules_all_men(pos) ^ king));
}

/* How many moves a pawn needs to promote, if its king must first capture what is in the way. */
static int moves_to_promote(const struct rules_position *pos, enum rules_color color)
{
	rules_square king = rules_lowest(rules_men(pos, color, RULES_KING));
	int walk = -1, best = 30;

	for (rules_set pawns = rules_men(pos, color, RULES_PAWN); pawns;) {
		rules_square at = rules_take(&pawns);
		rules_set in_way = ahead_of(color, at) & rules_all_men(pos);
		int left = ranks_left(color, at);

		left -= left == 6; /* the double step */
		if (in_way && walk < 0 && left < best)
			walk = is_shut_in(pos, color) ? 10 : 0;
		while (in_way && left < best) {
			rules_square way = rules_take(&in_way);

			left += rules_has(pos->of_color[color], way)
					? 2
					: walk + winnable_distance(king, way);
		}
		best = left < best ? left : best;
	}
	return best;
}

unsigned winnable_guess_length(const struct rules_position *pos, enum rules_color us)
{
	enum rules_color them = rules_opponent(us);
	rules_set heavy = pos->of_kind[RULES_QUEEN] | pos->of_kind[RULES_ROOK];
	int ours, theirs;

	if (heavy & pos->of_color[us])
		return 2;
	ours = moves_to_promote(pos, us);
	theirs = heavy & pos->of_color[them] ? 4 : 6 + moves_to_promote(pos, them);
	return (unsigned)(2 + (ours < theirs ? ours : theirs));
}
