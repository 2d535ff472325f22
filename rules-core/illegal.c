/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/illegal.h"
#include "rules-core/attacks.h"
#include "rules-core/movegen.h"

static struct rules_reason reason(const struct rules_position *pos, enum rules_reason_kind kind,
				  rules_square square)
{
	return (struct rules_reason){.kind = kind,
				     .square = square,
				     .piece = square == RULES_NO_SQUARE ? RULES_NO_PIECE
									: pos->at[square]};
}

static const struct rules_reason none = {.square = RULES_NO_SQUARE, .piece = RULES_NO_PIECE};

static bool is_last_rank(enum rules_color color, rules_square square)
{
	return rules_rank_of(square) == (color == RULES_WHITE ? 7 : 0);
}

static bool fits(rules_move move, struct rules_try try)
{
	enum rules_kind promotion = rules_is_promotion(move) ? rules_promoted_to(move) : RULES_PAWN;

	return rules_from(move) == try.from && rules_to(move) == try.to &&
	       promotion == try.promotion && !rules_is_castling(move);
}

/* The king onto its rook, or to where castling with a legal move would take it. */
static bool fits_castling(rules_move move, struct rules_try try)
{
	return rules_is_castling(move) && rules_from(move) == try.from &&
	       try.promotion == RULES_PAWN &&
	       (try.to == rules_to(move) ||
		try.to == rules_castled_king(try.from, rules_castling_side(move)));
}

static rules_move find(const struct rules_position *pos, struct rules_try try)
{
	struct rules_moves moves;

	rules_legal_moves_between(pos, rules_set_of(try.from), rules_set_of(try.to), &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (fits(moves.move[i], try))
			return moves.move[i];
	for (size_t i = 0; i < moves.count; i++)
		if (fits_castling(moves.move[i], try))
			return moves.move[i];
	return RULES_NO_MOVE;
}

/* The man nearest to a on the way to b, both ends left out. */
static rules_square in_the_way(const struct rules_position *pos, rules_square a, rules_square b)
{
	rules_set men = rules_between(a, b) & rules_all_men(pos);

	if (!men)
		return RULES_NO_SQUARE;
	return a < b ? rules_lowest(men) : rules_highest(men);
}

static struct rules_reason why_not_pawn(const struct rules_position *pos, struct rules_try try)
{
	enum rules_color us = (enum rules_color)pos->turn;
	int up = us == RULES_WHITE ? 1 : -1;
	int files = rules_file_of(try.to) - rules_file_of(try.from);
	int ranks = (rules_rank_of(try.to) - rules_rank_of(try.from)) * up;
	bool at_start = rules_rank_of(try.from) == (us == RULES_WHITE ? 1 : 6);
	rules_square way = (rules_square)(try.from + 8 * up);

	if (files == 0 && (ranks == 1 || (ranks == 2 && at_start))) {
		if (ranks == 2 && pos->at[way] != RULES_NO_PIECE)
			return reason(pos, RULES_REASON_BLOCKED, way);
		if (pos->at[try.to] != RULES_NO_PIECE)
			return reason(pos, RULES_REASON_PAWN_BLOCKED, try.to);
		return none;
	}
	if ((files == 1 || files == -1) && ranks == 1) {
		rules_square beside =
			rules_square_at(rules_file_of(try.to), rules_rank_of(try.from));

		if (pos->at[try.to] != RULES_NO_PIECE || try.to == pos->passed)
			return none;
		if (pos->at[beside] == rules_piece_of(rules_opponent(us), RULES_PAWN) &&
		    rules_rank_of(try.from) == (us == RULES_WHITE ? 4 : 3))
			return reason(pos, RULES_REASON_NOT_PASSED, try.to);
		return reason(pos, RULES_REASON_PAWN_NO_VICTIM, try.to);
	}
	return reason(pos, RULES_REASON_NOT_SO, try.from);
}

static struct rules_reason why_not_piece(const struct rules_position *pos, struct rules_try try)
{
	enum rules_kind kind = rules_kind_of(pos->at[try.from]);
	rules_square man;

	if (!rules_has(rules_piece_attacks(kind, try.from, 0), try.to))
		return reason(pos, RULES_REASON_NOT_SO, try.from);
	man = in_the_way(pos, try.from, try.to);
	if (kind != RULES_KNIGHT && man != RULES_NO_SQUARE)
		return reason(pos, RULES_REASON_BLOCKED, man);
	return none;
}

static struct rules_reason why_not_promotion(const struct rules_position *pos, struct rules_try try)
{
	enum rules_color us = (enum rules_color)pos->turn;
	bool must = rules_kind_of(pos->at[try.from]) == RULES_PAWN && is_last_rank(us, try.to);

	if (must && try.promotion == RULES_PAWN)
		return reason(pos, RULES_REASON_PROMOTION_MISSING, try.to);
	if (must && try.promotion >= RULES_KING)
		return reason(pos, RULES_REASON_PROMOTION_WRONG, try.to);
	if (!must && try.promotion != RULES_PAWN)
		return reason(pos, RULES_REASON_NO_PROMOTION, try.from);
	return none;
}

/*
 * A king that goes onto an own rook or two squares along its first rank means to
 * castle; in Chess960 the one that goes further than a step to where castling
 * would take it.
 */
static bool means_castling(const struct rules_position *pos, struct rules_try try)
{
	enum rules_color us = (enum rules_color)pos->turn;
	int files = rules_file_of(try.to) - rules_file_of(try.from);
	bool far = files >= 2 || files <= -2;

	if (pos->at[try.from] != rules_piece_of(us, RULES_KING) ||
	    rules_rank_of(try.from) != rules_rank_of(try.to) ||
	    rules_rank_of(try.from) != (us == RULES_WHITE ? 0 : 7))
		return false;
	if (pos->at[try.to] == rules_piece_of(us, RULES_ROOK))
		return true;
	if (pos->chess960)
		return far &&
		       try.to == rules_castled_king(try.from, rules_side_of(try.from, try.to));
	return files == 2 || files == -2;
}

/* The rook meant: the one that holds the right, else the one in the corner. */
static rules_square rook_meant(const struct rules_position *pos, rules_square king,
			       enum rules_side side)
{
	rules_set held = pos->castling & pos->of_color[pos->turn] & rules_beside_king(king, side);

	if (held)
		return rules_lowest(held);
	return rules_square_at(side == RULES_KINGSIDE ? 7 : 0, rules_rank_of(king));
}

static struct rules_reason why_right_is_lost(const struct rules_position *pos, rules_square king,
					     rules_square rook)
{
	enum rules_color us = (enum rules_color)pos->turn;
	rules_set held = pos->castling & pos->of_color[us];
	int home = us == RULES_WHITE ? 0 : 7;

	if (rules_rank_of(king) != home || (!pos->chess960 && rules_file_of(king) != 4))
		return reason(pos, RULES_REASON_KING_HAS_MOVED, king);
	if (pos->at[rook] != rules_piece_of(us, RULES_ROOK))
		return reason(pos, RULES_REASON_NO_ROOK, rook);
	if (held) /* the king has not moved, or the other right were lost too */
		return reason(pos, RULES_REASON_ROOK_HAS_MOVED, rook);
	return reason(pos, RULES_REASON_CASTLING_LOST, rook);
}

static rules_set span(rules_square a, rules_square b)
{
	return rules_between(a, b) | rules_set_of(a) | rules_set_of(b);
}

static struct rules_reason why_not_castling(const struct rules_position *pos, rules_square king,
					    rules_square rook)
{
	enum rules_color them = rules_opponent((enum rules_color)pos->turn);
	enum rules_side side = rules_side_of(king, rook);
	rules_square king_to = rules_castled_king(king, side);
	rules_square rook_to = rules_castled_rook(king, side);
	rules_set men = rules_all_men(pos) & ~rules_set_of(king) & ~rules_set_of(rook);
	rules_set between, attackers;

	if (!rules_has(pos->castling, rook))
		return why_right_is_lost(pos, king, rook);
	between = (span(king, king_to) | span(rook, rook_to)) & men;
	if (between)
		return reason(pos, RULES_REASON_CASTLING_BLOCKED, rules_lowest(between));
	attackers = rules_checkers(pos);
	if (attackers)
		return reason(pos, RULES_REASON_CASTLING_IN_CHECK, rules_lowest(attackers));
	for (rules_set path = rules_between(king, king_to); path;) {
		rules_square square = rules_take(&path);

		if (rules_attackers(pos, them, square, men | rules_set_of(rook)))
			return reason(pos, RULES_REASON_CASTLING_PASSES, square);
	}
	if (rules_attackers(pos, them, king_to, men | rules_set_of(rook_to)))
		return reason(pos, RULES_REASON_CASTLING_ENDS, king_to);
	return none;
}

struct rules_reason rules_why_not_castling(const struct rules_position *pos, enum rules_side side)
{
	rules_square king = rules_king_square(pos, (enum rules_color)pos->turn);

	if (king == RULES_NO_SQUARE)
		return reason(pos, RULES_REASON_KING_HAS_MOVED, king);
	return why_not_castling(pos, king, rook_meant(pos, king, side));
}

/* The man may move so; only a check to the own king can forbid it (Art. 3.9.2). */
static struct rules_reason why_check(const struct rules_position *pos, struct rules_try try)
{
	enum rules_color us = (enum rules_color)pos->turn, them = rules_opponent(us);
	bool king_moves = rules_kind_of(pos->at[try.from]) == RULES_KING;
	rules_square king = king_moves ? try.to : rules_king_square(pos, us);
	rules_set men = (rules_all_men(pos) & ~rules_set_of(try.from)) | rules_set_of(try.to);
	rules_set gone = rules_set_of(try.to), attackers;

	if (king == RULES_NO_SQUARE)
		return none;
	if (rules_kind_of(pos->at[try.from]) == RULES_PAWN && try.to == pos->passed) {
		gone = rules_forward(them, rules_set_of(try.to));
		men &= ~gone;
	}
	attackers = rules_attackers(pos, them, king, men) & ~gone;
	if (!attackers)
		return none;
	return reason(pos, king_moves ? RULES_REASON_INTO_CHECK : RULES_REASON_LEFT_IN_CHECK,
		      rules_lowest(attackers));
}

static struct rules_reason why_not(const struct rules_position *pos, struct rules_try try)
{
	enum rules_color us = (enum rules_color)pos->turn;
	rules_piece man = pos->at[try.from], there = pos->at[try.to];
	struct rules_reason why;

	if (man == RULES_NO_PIECE)
		return reason(pos, RULES_REASON_NO_MAN, try.from);
	if (rules_color_of(man) != us)
		return reason(pos, RULES_REASON_NOT_YOURS, try.from);
	if (try.from == try.to)
		return reason(pos, RULES_REASON_NOT_MOVED, try.from);
	if (means_castling(pos, try)) {
		why = why_not_castling(
			pos, try.from,
			there == rules_piece_of(us, RULES_ROOK)
				? try.to
				: rook_meant(pos, try.from, rules_side_of(try.from, try.to)));
		return why.kind != RULES_REASON_NONE ? why : why_not_promotion(pos, try);
	}
	why = rules_kind_of(man) == RULES_PAWN ? why_not_pawn(pos, try) : why_not_piece(pos, try);
	if (why.kind != RULES_REASON_NONE)
		return why;
	if (there != RULES_NO_PIECE && rules_color_of(there) == us)
		return reason(pos, RULES_REASON_OWN_MAN, try.to);
	if (there != RULES_NO_PIECE && rules_kind_of(there) == RULES_KING)
		return reason(pos, RULES_REASON_KING_TAKEN, try.to);
	why = why_check(pos, try);
	return why.kind != RULES_REASON_NONE ? why : why_not_promotion(pos, try);
}

rules_move rules_try_move(const struct rules_position *pos, struct rules_try try,
			  struct rules_reason *ret_reason)
{
	rules_move move = find(pos, try);

	if (ret_reason) {
		*ret_reason = move != RULES_NO_MOVE ? none : why_not(pos, try);
		if (move == RULES_NO_MOVE && ret_reason->kind == RULES_REASON_NONE)
			*ret_reason = reason(pos, RULES_REASON_NOT_SO, try.from);
	}
	return move;
}

const char *rules_kind_name(enum rules_kind kind)
{
	static const char *const names[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

	return kind < RULES_KINDS ? names[kind] : "man";
}

/* How each reason is said: {man} and {square} stand for the reason's own. */
static const char *const said[] = {
	[RULES_REASON_NONE] = "the move is legal",
	[RULES_REASON_NO_MAN] = "nobody stands on {square}",
	[RULES_REASON_NOT_YOURS] = "the {man} on {square} is the opponent's",
	[RULES_REASON_NOT_MOVED] = "the {man} stays on {square}",
	[RULES_REASON_OWN_MAN] = "an own {man} stands on {square}",
	[RULES_REASON_KING_TAKEN] = "a king cannot be captured",
	[RULES_REASON_NOT_SO] = "a {man} does not move so",
	[RULES_REASON_BLOCKED] = "path blocked by the {man} on {square}",
	[RULES_REASON_PAWN_BLOCKED] =
		"the {man} on {square} is in the way, and a pawn captures diagonally only",
	[RULES_REASON_PAWN_NO_VICTIM] = "nothing to capture on {square}",
	[RULES_REASON_NOT_PASSED] =
		"en passant: only at once after the opponent's pawn has passed {square}",
	[RULES_REASON_PROMOTION_MISSING] = "the pawn on {square} must be exchanged",
	[RULES_REASON_PROMOTION_WRONG] =
		"a pawn can be exchanged only for a queen, rook, bishop or knight",
	[RULES_REASON_NO_PROMOTION] = "the {man} on {square} cannot be exchanged",
	[RULES_REASON_NO_ROOK] = "castling: no own rook on {square}",
	[RULES_REASON_KING_HAS_MOVED] = "castling: the king has moved",
	[RULES_REASON_ROOK_HAS_MOVED] = "castling: the rook on {square} has moved",
	[RULES_REASON_CASTLING_LOST] = "castling: the king or the rook on {square} has moved",
	[RULES_REASON_CASTLING_BLOCKED] = "castling: the {man} on {square} is in the way",
	[RULES_REASON_CASTLING_IN_CHECK] =
		"castling: the king is in check by the {man} on {square}",
	[RULES_REASON_CASTLING_PASSES] = "castling: the king passes {square}, which is attacked",
	[RULES_REASON_CASTLING_ENDS] = "castling: the king ends on {square}, which is attacked",
	[RULES_REASON_INTO_CHECK] = "the king would be in check by the {man} on {square}",
	[RULES_REASON_LEFT_IN_CHECK] = "own king left in check by the {man} on {square}",
};

void rules_reason_explain(struct rules_text *out, struct rules_reason why)
{
	for (const char *c = said[why.kind]; *c; c++) {
		if (*c != '{') {
			rules_text_char(out, *c);
			continue;
		}
		if (c[1] == 'm')
			rules_text_string(out, rules_kind_name(rules_kind_of(why.piece)));
		else
			rules_text_square(out, why.square);
		while (*c != '}')
			c++;
	}
}
