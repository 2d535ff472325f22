/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/movegen.h"
#include "rules-core/winnable_private.h"

/*
 * A dive: one line played to its end without looking aside, both players aiming
 * for the same plain mate. The loser's king walks to a corner, the winner
 * captures what there is, promotes, and brings the king near. It proves nothing
 * when it fails; but from most positions of real games it mates within a few
 * dozen moves and costs less than looking at one position's neighbours.
 */

struct dive {
	struct rules_position pos;
	enum rules_color winner;
	rules_square corner;
	uint64_t noise;
	uint32_t spent;
};

static unsigned noise(struct dive *d)
{
	d->noise ^= d->noise << 13;
	d->noise ^= d->noise >> 7;
	d->noise ^= d->noise << 17;
	return (unsigned)(d->noise >> 40);
}

static rules_square loser_king(const struct dive *d)
{
	return rules_lowest(rules_men(&d->pos, rules_opponent(d->winner), RULES_KING));
}

static int nearer(rules_move move, rules_square goal)
{
	return winnable_distance(rules_from(move), goal) - winnable_distance(rules_to(move), goal);
}

/* How much each kind of move is wished for; found by trying on positions of real games. */
enum {
	WISH_NOISE = 8,
	WISH_QUEEN = 100,     /* promotion */
	WISH_CAPTURE = 35,    /* by the winner, if there is something to mate with */
	WISH_PAWN = 11,       /* a step, while queens and rooks are wanting, */
	WISH_PAWN_LATER = 4,  /* and when they are there */
	WISH_APPROACH = 8,    /* the winner's king nearer to the other */
	WISH_CORNER = 8,      /* the loser's king nearer to the corner, */
	WISH_STAY = 5,        /* and staying there */
	WISH_OFFER = 5,       /* another man where it can be captured */
	WISH_NO_CAPTURE = 40, /* by the loser */
	WISH_NO_PROMOTION = 46,
	TIGHT = 2, /* squares left to the king when mates are looked for */
};

static int wish_of_winner(struct dive *d, rules_move move, bool heavy, bool pawns)
{
	enum rules_kind kind = rules_kind_of(d->pos.at[rules_from(move)]);
	rules_piece victim = d->pos.at[rules_to(move)];
	rules_square king = loser_king(d);
	int wish = (int)(noise(d) % WISH_NOISE);

	if (rules_is_castling(move))
		return wish;
	if (rules_is_promotion(move))
		return wish + (rules_promoted_to(move) == RULES_QUEEN ? WISH_QUEEN : -WISH_QUEEN);
	if (victim != RULES_NO_PIECE)
		wish += heavy || pawns ? WISH_CAPTURE : -WISH_CAPTURE;
	if (kind == RULES_PAWN)
		wish += heavy ? WISH_PAWN_LATER : WISH_PAWN;
	if (kind == RULES_KING)
		wish += WISH_APPROACH * nearer(move, king);
	return wish;
}

static int wish_of_loser(struct dive *d, rules_move move, rules_set offered)
{
	enum rules_kind kind = rules_kind_of(d->pos.at[rules_from(move)]);
	int wish = (int)(noise(d) % WISH_NOISE);

	if (rules_is_castling(move))
		return wish;
	if (kind == RULES_KING)
		wish += WISH_CORNER * nearer(move, d->corner) -
			(rules_from(move) == d->corner ? WISH_STAY : 0);
	else if (rules_has(offered, rules_to(move)))
		wish += WISH_OFFER;
	if (d->pos.at[rules_to(move)] != RULES_NO_PIECE)
		wish -= WISH_NO_CAPTURE;
	if (rules_is_promotion(move))
		wish -= WISH_NO_PROMOTION;
	return wish;
}

static bool mates(const struct rules_position *pos, rules_move move)
{
	struct rules_position next;

	if (!rules_gives_check(pos, move))
		return false;
	next = *pos;
	rules_apply(&next, move, NULL);
	return !rules_has_legal_move(&next);
}

/* The king has so few squares left that a mate may be at hand. */
static bool is_tight(const struct dive *d)
{
	enum rules_color loser = rules_opponent(d->winner);
	rules_square king = loser_king(d);
	rules_set men = rules_all_men(&d->pos) ^ rules_set_of(king);
	rules_set free = rules_sight[king].king & ~d->pos.of_color[loser];

	return rules_count(free & ~rules_attacked_by(&d->pos, d->winner, men)) <= TIGHT;
}

static rules_move choose(struct dive *d, const struct rules_moves *moves, bool *ret_mate)
{
	bool winner = d->pos.turn == d->winner;
	bool heavy = (d->pos.of_kind[RULES_QUEEN] | d->pos.of_kind[RULES_ROOK]) &
		     d->pos.of_color[d->winner];
	bool pawns = rules_men(&d->pos, d->winner, RULES_PAWN) != 0;
	rules_move best = moves->move[0];
	int most = -1000;
	rules_set offered = 0;

	if (!winner && (heavy || pawns))
		offered = rules_attacked_by(&d->pos, d->winner, rules_all_men(&d->pos));
	*ret_mate = false;
	if (winner && is_tight(d)) {
		d->spent += (uint32_t)moves->count / 8;
		for (size_t i = 0; i < moves->count; i++)
			if (mates(&d->pos, moves->move[i])) {
				*ret_mate = true;
				return moves->move[i];
			}
	}
	for (size_t i = 0; i < moves->count; i++) {
		int wish = winner ? wish_of_winner(d, moves->move[i], heavy, pawns)
				  : wish_of_loser(d, moves->move[i], offered);

		if (wish > most) {
			most = wish;
			best = moves->move[i];
		}
	}
	return best;
}

/* The corner that a dive aims for: the nearest first. */
static rules_square corner_of(rules_square king, unsigned dive)
{
	static const rules_square corners[4] = {0, 7, 56, 63};
	unsigned nearest = (rules_file_of(king) > 3 ? 1u : 0) + (rules_rank_of(king) > 3 ? 2u : 0);

	return corners[nearest ^ (dive & 3)];
}

bool winnable_dive(const struct rules_position *pos, enum rules_color color, unsigned number,
		   struct rules_helpmate *ret_line, uint32_t *spent)
{
	struct dive d = {
		.pos = *pos, .winner = color, .noise = UINT64_C(0x9e3779b97f4a7c15) * (number + 1)};
	size_t before = ret_line->count;
	bool mate = false;

	d.corner = corner_of(loser_king(&d), number);
	while (ret_line->count - before < WINNABLE_DIVE_MAX &&
	       ret_line->count < RULES_HELPMATE_MAX && !mate) {
		struct rules_moves moves;
		rules_move move;

		rules_legal_moves(&d.pos, &moves);
		d.spent += 1 + (uint32_t)moves.count / 12;
		if (moves.count == 0)
			break;
		move = choose(&d, &moves, &mate);
		ret_line->move[ret_line->count++] = move;
		rules_apply(&d.pos, move, NULL);
	}
	*spent += d.spent;
	if (!mate)
		ret_line->count = before;
	return mate;
}
