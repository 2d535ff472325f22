/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/movegen.h"
#include "rules-core/attacks.h"

/*
 * Only legal moves are ever listed. Looking out from the king once tells who
 * gives check and who is pinned; after that a move is legal if it ends on a
 * square that answers every check and stays on the line of its pin. What this
 * does not cover - the king's own steps, castling, en passant - is looked at
 * by itself.
 */

struct view {
	const struct rules_position *pos;
	enum rules_color us;
	bool in_check;
	rules_square king; /* or RULES_NO_SQUARE: then nothing restrains us */
	rules_set own, enemy, men;
	rules_set movers;  /* our men that are asked about, */
	rules_set asked;   /* the squares to reach: no own man's, no king's (1.4.1) */
	rules_set targets; /* of the squares above, those where a man other than the king may go */
	rules_set pinned;  /* our men that must stay on a line, */
	rules_set pinned_on[RULES_LINES]; /* the line along which a man is pinned */
};

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Take the checker or stand in its way; two checks have no common answer (Art. 3.9). */
ALWAYS_INLINE void in_check_unless(struct view *v, rules_set answers)
{
	v->in_check = true;
	v->targets &= answers;
}

/* What the king sees on one side along a line: the nearest man and the one behind it. */
ALWAYS_INLINE void look_along(struct view *v, enum rules_line line, rules_set sliders,
			      rules_set nearest, rules_set behind, rules_set up_to_nearest)
{
	if (nearest & sliders) {
		in_check_unless(v, up_to_nearest);
	} else if ((nearest & v->own) && (behind & sliders)) {
		v->pinned |= nearest;
		v->pinned_on[line] |= nearest;
	}
}

ALWAYS_INLINE rules_set highest_of(rules_set set)
{
	return rules_set_of(rules_highest(set | 1)) & set;
}

ALWAYS_INLINE void look_along_line(struct view *v, enum rules_line line)
{
	rules_set sliders = rules_sliders_on(v->pos, rules_opponent(v->us), line);
	rules_set both_ways = rules_sight[v->king].line[line];
	rules_set above = both_ways & ~UINT64_C(0) << v->king;
	rules_set below = both_ways ^ above;

	if (!(sliders & both_ways))
		return;
	if (sliders & above) {
		rules_set men = v->men & above;
		rules_set rest = men & (men - 1);

		look_along(v, line, sliders, men & -men, rest & -rest, above & (men ^ (men - 1)));
	}
	if (sliders & below) {
		rules_set men = v->men & below;
		rules_set nearest = highest_of(men);

		look_along(v, line, sliders, nearest, highest_of(men ^ nearest), below & -nearest);
	}
}

ALWAYS_INLINE void look(struct view *v, const struct rules_position *pos, enum rules_color us,
			rules_set from, rules_set to)
{
	enum rules_color them = rules_opponent(us);
	rules_set leapers;

	*v = (struct view){.pos = pos,
			   .us = us,
			   .king = rules_king_square(pos, us),
			   .own = pos->of_color[us],
			   .enemy = pos->of_color[them],
			   .men = rules_all_men(pos),
			   .movers = pos->of_color[us] & from,
			   .asked = to & ~pos->of_color[us] & ~pos->of_kind[RULES_KING],
			   .targets = to & ~pos->of_color[us] & ~pos->of_kind[RULES_KING]};

	if (v->king == RULES_NO_SQUARE)
		return;
	look_along_line(v, RULES_ALONG_FILE);
	look_along_line(v, RULES_ALONG_RANK);
	look_along_line(v, RULES_RISING);
	look_along_line(v, RULES_FALLING);
	leapers =
		(rules_sight[v->king].knight & rules_men(pos, them, RULES_KNIGHT)) |
		(rules_pawn_attacks(us, rules_set_of(v->king)) & rules_men(pos, them, RULES_PAWN));
	while (leapers)
		in_check_unless(v, rules_set_of(rules_take(&leapers)));
}

ALWAYS_INLINE rules_move *list_targets(rules_move *list, rules_square from, rules_set targets)
{
	for (; targets; targets &= targets - 1)
		*list++ = rules_move_of(from, rules_lowest(targets), RULES_ORDINARY);
	return list;
}

/* The line through the king on which a pinned man must stay. */
ALWAYS_INLINE rules_set line_of_pin(const struct view *v, rules_square square)
{
	for (int line = 0; line < RULES_LINES; line++)
		if (rules_has(v->pinned_on[line], square))
			return rules_sight[v->king].line[line];
	return ~UINT64_C(0);
}

ALWAYS_INLINE rules_set allowed(const struct view *v, rules_square from)
{
	return rules_has(v->pinned, from) ? v->targets & line_of_pin(v, from) : v->targets;
}

ALWAYS_INLINE rules_move *list_pieces(const struct view *v, rules_move *list)
{
	rules_set knights = v->movers & v->pos->of_kind[RULES_KNIGHT] & ~v->pinned;
	rules_set straight = v->movers & rules_sliders_on(v->pos, v->us, RULES_ALONG_FILE);
	rules_set diagonal = v->movers & rules_sliders_on(v->pos, v->us, RULES_RISING);

	while (knights) {
		rules_square from = rules_take(&knights);

		list = list_targets(list, from, rules_sight[from].knight & v->targets);
	}
	while (diagonal) {
		rules_square from = rules_take(&diagonal);

		list = list_targets(list, from,
				    rules_bishop_attacks(from, v->men) & allowed(v, from));
	}
	while (straight) {
		rules_square from = rules_take(&straight);

		list = list_targets(list, from,
				    rules_rook_attacks(from, v->men) & allowed(v, from));
	}
	return list;
}

/* Pawns are moved all at once; step is how far back a pawn came from. */
ALWAYS_INLINE rules_move *list_pawns_to(rules_move *list, rules_set targets, int step,
					unsigned special)
{
	while (targets) {
		rules_square to = rules_take(&targets);

		*list++ = (rules_move)(special << 12 | (unsigned)(to - step) << 6 | to);
	}
	return list;
}

/* A pawn that reaches the last rank must be exchanged (Art. 3.7.5.1). */
ALWAYS_INLINE rules_move *list_pawn_steps(rules_move *list, rules_set targets, int step,
					  enum rules_color us)
{
	rules_set last = targets & rules_rank_set(us == RULES_WHITE ? 7 : 0);

	list = list_pawns_to(list, targets ^ last, step, RULES_ORDINARY);
	while (last) {
		rules_square to = rules_take(&last);

		for (unsigned kind = RULES_QUEEN; kind >= RULES_KNIGHT; kind--)
			*list++ = rules_move_of((rules_square)(to - step), to, kind);
	}
	return list;
}

/* Nothing but looking at the king afterwards tells: two men leave one rank (Art. 3.7.4). */
ALWAYS_INLINE rules_move *list_en_passant(const struct view *v, rules_move *list)
{
	rules_square to = v->pos->passed;
	enum rules_color them = rules_opponent(v->us);
	rules_set victim = rules_forward(them, rules_set_of(to));
	rules_set takers = rules_pawn_attacks(them, rules_set_of(to)) & v->movers &
			   v->pos->of_kind[RULES_PAWN];

	if (!rules_has(v->asked & ~v->men, to) || !(victim & rules_men(v->pos, them, RULES_PAWN)))
		return list;
	while (takers) {
		rules_square from = rules_take(&takers);
		rules_set men = (v->men ^ rules_set_of(from) ^ victim) | rules_set_of(to);

		if (v->king == RULES_NO_SQUARE ||
		    !(rules_attackers(v->pos, them, v->king, men) & ~victim))
			*list++ = rules_move_of(from, to, RULES_EN_PASSANT);
	}
	return list;
}

ALWAYS_INLINE rules_move *list_pawns(const struct view *v, rules_move *list)
{
	const int up = v->us == RULES_WHITE ? 8 : -8;
	/* Towards the h-file a white pawn takes along a rising line, a black one a falling. */
	const enum rules_line to_h = v->us == RULES_WHITE ? RULES_RISING : RULES_FALLING;
	const enum rules_line to_a = v->us == RULES_WHITE ? RULES_FALLING : RULES_RISING;
	rules_set pawns = v->movers & v->pos->of_kind[RULES_PAWN];
	rules_set free = pawns & ~v->pinned;
	rules_set pushers = free | (pawns & v->pinned_on[RULES_ALONG_FILE]);
	rules_set takers_h = free | (pawns & v->pinned_on[to_h]);
	rules_set takers_a = free | (pawns & v->pinned_on[to_a]);
	rules_set third = rules_rank_set(v->us == RULES_WHITE ? 2 : 5);
	rules_set once = rules_forward(v->us, pushers) & ~v->men;
	rules_set twice = rules_forward(v->us, once & third) & ~v->men;
	rules_set taken_h = rules_towards_h(rules_forward(v->us, takers_h)) & v->enemy;
	rules_set taken_a = rules_towards_a(rules_forward(v->us, takers_a)) & v->enemy;

	list = list_pawn_steps(list, taken_h & v->targets, up + 1, v->us);
	list = list_pawn_steps(list, taken_a & v->targets, up - 1, v->us);
	list = list_pawn_steps(list, once & v->targets, up, v->us);
	list = list_pawns_to(list, twice & v->targets, 2 * up, RULES_DOUBLE_STEP);
	return list;
}

/* All squares from the lower to the higher. */
ALWAYS_INLINE rules_set span(rules_square low, rules_square high)
{
	return (UINT64_C(2) << high) - (UINT64_C(1) << low);
}

ALWAYS_INLINE rules_square lower(rules_square a, rules_square b)
{
	return a < b ? a : b;
}

ALWAYS_INLINE rules_square higher(rules_square a, rules_square b)
{
	return a < b ? b : a;
}

/* The way of a castling king, both ends included. */
ALWAYS_INLINE rules_set king_path(const struct view *v, rules_square rook)
{
	rules_square to = rules_castled_king(v->king, rules_side_of(v->king, rook));

	return span(lower(v->king, to), higher(v->king, to));
}

/*
 * Art. 3.8.2.2.2 and Guidelines II.3.2.7.4: between their old and new squares
 * king and rook meet nobody but each other. The four squares make one stretch
 * without a gap, for king and rook end beside each other.
 */
ALWAYS_INLINE bool way_is_free(const struct view *v, rules_square rook)
{
	enum rules_side side = rules_side_of(v->king, rook);
	rules_square king_to = rules_castled_king(v->king, side);
	rules_square rook_to = rules_castled_rook(v->king, side);
	rules_set way = side == RULES_KINGSIDE
				? span(lower(v->king, rook_to), higher(rook, king_to))
				: span(lower(rook, king_to), higher(v->king, rook_to));

	return !(way & v->men & ~rules_set_of(v->king) & ~rules_set_of(rook));
}

/*
 * The rooks that could castle if no square were attacked. In Chess960 a rook
 * can shield its king from a man behind it; it is then pinned, and castling
 * would give up the shield.
 */
ALWAYS_INLINE rules_set castling_rooks(const struct view *v)
{
	rules_set rooks = 0;

	if (v->in_check)
		return 0;
	for (rules_set held = v->pos->castling & v->own & ~v->pinned; held;) {
		rules_square rook = rules_take(&held);

		if (rules_rank_of(rook) == rules_rank_of(v->king) && way_is_free(v, rook))
			rooks |= rules_set_of(rook);
	}
	return rooks;
}

/*
 * The king may step on no attacked square (Art. 3.9.2), nor stand on, pass over
 * or reach one in castling (Art. 3.8.2.2.1). Leaving, it uncovers what it shielded.
 */
ALWAYS_INLINE rules_move *list_king(const struct view *v, rules_move *list)
{
	rules_set targets = rules_sight[v->king].king & v->asked;
	rules_set rooks, danger;

	if (!rules_has(v->movers, v->king))
		return list;
	rooks = castling_rooks(v);
	if (!(targets | rooks))
		return list;
	danger = rules_attacked_by(v->pos, rules_opponent(v->us), v->men ^ rules_set_of(v->king));
	list = list_targets(list, v->king, targets & ~danger);
	while (rooks) {
		rules_square rook = rules_take(&rooks);

		if (!(king_path(v, rook) & danger))
			*list++ = rules_move_of(v->king, rook, RULES_CASTLING);
	}
	return list;
}

/* Not exactly one king: nothing is forbidden to any. */
ALWAYS_INLINE rules_move *list_kings(const struct view *v, rules_move *list)
{
	rules_set kings = v->movers & v->pos->of_kind[RULES_KING];

	while (kings) {
		rules_square from = rules_take(&kings);

		list = list_targets(list, from, rules_sight[from].king & v->asked);
	}
	return list;
}

/* Inlined for each colour, so that the compiler knows which way pawns go. */
ALWAYS_INLINE rules_move *list_all(const struct rules_position *pos, rules_move *list,
				   enum rules_color us, rules_set from, rules_set to)
{
	struct view v;

	look(&v, pos, us, from, to);
	if (v.targets) { /* none in double check: only the king can move */
		if (v.movers & pos->of_kind[RULES_PAWN])
			list = list_pawns(&v, list);
		list = list_pieces(&v, list);
	}
	if (pos->passed != RULES_NO_SQUARE)
		list = list_en_passant(&v, list);
	return v.king == RULES_NO_SQUARE ? list_kings(&v, list) : list_king(&v, list);
}

static rules_move *list_white(const struct rules_position *pos, rules_move *list)
{
	return list_all(pos, list, RULES_WHITE, RULES_ALL_SQUARES, RULES_ALL_SQUARES);
}

static rules_move *list_black(const struct rules_position *pos, rules_move *list)
{
	return list_all(pos, list, RULES_BLACK, RULES_ALL_SQUARES, RULES_ALL_SQUARES);
}

void rules_legal_moves(const struct rules_position *pos, struct rules_moves *ret_moves)
{
	rules_move *end = pos->turn == RULES_WHITE ? list_white(pos, ret_moves->move)
						   : list_black(pos, ret_moves->move);

	ret_moves->count = (size_t)(end - ret_moves->move);
}

void rules_legal_moves_between(const struct rules_position *pos, rules_set from, rules_set to,
			       struct rules_moves *ret_moves)
{
	rules_move *end = pos->turn == RULES_WHITE
				  ? list_all(pos, ret_moves->move, RULES_WHITE, from, to)
				  : list_all(pos, ret_moves->move, RULES_BLACK, from, to);

	ret_moves->count = (size_t)(end - ret_moves->move);
}

bool rules_can_take_passing(const struct rules_position *pos)
{
	struct rules_moves moves;

	if (pos->passed == RULES_NO_SQUARE)
		return false;
	rules_legal_moves_between(pos, pos->of_kind[RULES_PAWN], rules_set_of(pos->passed), &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_special_of(moves.move[i]) == RULES_EN_PASSANT)
			return true;
	return false;
}

bool rules_has_legal_move(const struct rules_position *pos)
{
	struct rules_moves moves;

	rules_legal_moves(pos, &moves);
	return moves.count > 0;
}

bool rules_is_legal(const struct rules_position *pos, rules_move move)
{
	struct rules_moves moves;

	rules_legal_moves_between(pos, rules_set_of(rules_from(move)), rules_set_of(rules_to(move)),
				  &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (moves.move[i] == move)
			return true;
	return false;
}

uint64_t rules_perft(const struct rules_position *pos, unsigned depth)
{
	struct rules_moves moves;
	uint64_t nodes = 0;

	if (depth == 0)
		return 1;
	rules_legal_moves(pos, &moves);
	if (depth == 1)
		return moves.count;
	for (size_t i = 0; i < moves.count; i++) {
		struct rules_position next = *pos;

		rules_apply(&next, moves.move[i], NULL);
		nodes += rules_perft(&next, depth - 1);
	}
	return nodes;
}
