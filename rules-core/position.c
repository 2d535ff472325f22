/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/attacks.h"
#include "rules-core/position.h"

/*
 * A key is the exclusive or of one number for each fact of the position. A man
 * on a square is the number of that man turned left by the square: no table of
 * random numbers, and of one sort of men no two placings ever share a key, as
 * each number here has an odd count of ones.
 */
static uint64_t turned(uint64_t number, rules_square by)
{
	return number << by | number >> (-by & 63);
}

static uint64_t key_of_man(rules_piece piece, rules_square square)
{
	static const uint64_t number[16] = {
		UINT64_C(0x8f4a91c35e05d62b),
		UINT64_C(0x1b79e3d40a6c85f3),
		UINT64_C(0xd25c0f8ab7336e94),
		UINT64_C(0x6e93b1274fdac05a),
		UINT64_C(0x39c6d85f12ab704f),
		UINT64_C(0xf40b27ce9d615a18),
		0,
		0,
		UINT64_C(0x57e12c6ba8f6930e),
		UINT64_C(0xa3d8740e1c97fb62),
		UINT64_C(0x0c6fb59d73e2481b),
		UINT64_C(0xe817a35cd04b29f7),
		UINT64_C(0x94b2ef016d55c83a),
		UINT64_C(0x2da5086b9e3e71d6),
		0,
		0,
	};

	return turned(number[piece], square);
}

static uint64_t key_of_right(rules_square rook)
{
	return turned(UINT64_C(0x7b30d9e65c80f41f), rook);
}

static uint64_t key_of_passed(rules_square passed)
{
	return turned(UINT64_C(0xc51e6a8f0971db24), passed);
}

static const uint64_t key_of_black = UINT64_C(0x5be0cd19137c2179);

/* A man comes to its square, or leaves it. */
static void toggle(struct rules_position *pos, rules_square square, rules_piece piece)
{
	pos->of_kind[rules_kind_of(piece)] ^= rules_set_of(square);
	pos->of_color[rules_color_of(piece)] ^= rules_set_of(square);
}

static void lift(struct rules_position *pos, rules_square square, rules_piece piece)
{
	toggle(pos, square, piece);
	pos->at[square] = RULES_NO_PIECE;
}

static void place(struct rules_position *pos, rules_square square, rules_piece piece)
{
	toggle(pos, square, piece);
	pos->at[square] = piece;
}

void rules_position_clear(struct rules_position *pos)
{
	memset(pos, 0, sizeof(*pos));
	memset(pos->at, RULES_NO_PIECE, sizeof(pos->at));
	pos->passed = RULES_NO_SQUARE;
	pos->number = 1;
}

/* A pawn stands ready to take the one that just made a double step over passed. */
static bool can_take_passing(const struct rules_position *pos, rules_square passed)
{
	enum rules_color us = (enum rules_color)pos->turn;

	return (rules_pawn_attacks(rules_opponent(us), rules_set_of(passed)) &
		rules_men(pos, us, RULES_PAWN)) != 0;
}

static uint64_t passed_key(const struct rules_position *pos)
{
	if (pos->passed == RULES_NO_SQUARE || !can_take_passing(pos, pos->passed))
		return 0;
	return key_of_passed(pos->passed);
}

void rules_position_put(struct rules_position *pos, rules_square square, rules_piece piece)
{
	rules_piece old = pos->at[square];

	pos->key ^= passed_key(pos);
	if (old != RULES_NO_PIECE) {
		lift(pos, square, old);
		pos->key ^= key_of_man(old, square);
	}
	if (piece != RULES_NO_PIECE) {
		place(pos, square, piece);
		pos->key ^= key_of_man(piece, square);
	}
	pos->key ^= passed_key(pos);
}

bool rules_can_have_passed(const struct rules_position *pos, rules_square square)
{
	bool white = pos->turn == RULES_WHITE;
	rules_square pawn = (rules_square)(white ? square - 8 : square + 8);
	rules_square start = (rules_square)(white ? square + 8 : square - 8);

	return rules_rank_of(square) == (white ? 5 : 2) && pos->at[square] == RULES_NO_PIECE &&
	       pos->at[start] == RULES_NO_PIECE &&
	       pos->at[pawn] == rules_piece_of(white ? RULES_BLACK : RULES_WHITE, RULES_PAWN);
}

static uint64_t rights_key(rules_set rooks)
{
	uint64_t key = 0;

	while (rooks)
		key ^= key_of_right(rules_take(&rooks));
	return key;
}

uint64_t rules_position_key(const struct rules_position *pos)
{
	uint64_t key = pos->turn == RULES_BLACK ? key_of_black : 0;

	for (rules_set men = rules_all_men(pos); men;) {
		rules_square square = rules_take(&men);

		key ^= key_of_man(pos->at[square], square);
	}
	return key ^ rights_key(pos->castling) ^ passed_key(pos);
}

static void move_man(struct rules_position *pos, rules_square from, rules_square to)
{
	rules_piece piece = pos->at[from];
	rules_set both = rules_set_of(from) | rules_set_of(to);

	pos->of_kind[rules_kind_of(piece)] ^= both;
	pos->of_color[rules_color_of(piece)] ^= both;
	pos->at[from] = RULES_NO_PIECE;
	pos->at[to] = piece;
	pos->key ^= key_of_man(piece, from) ^ key_of_man(piece, to);
}

static void promote(struct rules_position *pos, rules_square square, rules_piece becomes)
{
	rules_piece pawn = pos->at[square];

	lift(pos, square, pawn);
	place(pos, square, becomes);
	pos->key ^= key_of_man(pawn, square) ^ key_of_man(becomes, square);
}

/* Both men leave before either arrives: in Chess960 they may change places. */
static void castle(struct rules_position *pos, rules_move move)
{
	rules_square king_from = rules_from(move), rook_from = rules_to(move);
	enum rules_side side = rules_castling_side(move);
	rules_square king_to = rules_castled_king(king_from, side);
	rules_square rook_to = rules_castled_rook(king_from, side);
	rules_piece king = pos->at[king_from], rook = pos->at[rook_from];

	lift(pos, king_from, king);
	lift(pos, rook_from, rook);
	place(pos, king_to, king);
	place(pos, rook_to, rook);
	pos->key ^= key_of_man(king, king_from) ^ key_of_man(king, king_to) ^
		    key_of_man(rook, rook_from) ^ key_of_man(rook, rook_to);
}

static void uncastle(struct rules_position *pos, rules_move move)
{
	rules_square king_from = rules_from(move), rook_from = rules_to(move);
	enum rules_side side = rules_castling_side(move);
	rules_square king_to = rules_castled_king(king_from, side);
	rules_square rook_to = rules_castled_rook(king_from, side);
	rules_piece king = pos->at[king_to], rook = pos->at[rook_to];

	lift(pos, king_to, king);
	lift(pos, rook_to, rook);
	place(pos, king_from, king);
	place(pos, rook_from, rook);
}

static rules_square victim_of(rules_move move)
{
	if (rules_special_of(move) == RULES_EN_PASSANT)
		return rules_square_at(rules_file_of(rules_to(move)),
				       rules_rank_of(rules_from(move)));
	return rules_to(move);
}

static void lose_rights(struct rules_position *pos, rules_set lost)
{
	if (!(pos->castling & lost))
		return;
	pos->key ^= rights_key(pos->castling & lost);
	pos->castling &= ~lost;
}

static uint16_t one_more(uint16_t n)
{
	return n < UINT16_MAX ? (uint16_t)(n + 1) : n;
}

void rules_apply(struct rules_position *pos, rules_move move, struct rules_undo *ret_undo)
{
	enum rules_color us = (enum rules_color)pos->turn;
	rules_square from = rules_from(move), to = rules_to(move);
	rules_square victim = victim_of(move);
	rules_piece piece = pos->at[from];
	rules_piece captured = rules_is_castling(move) ? RULES_NO_PIECE : pos->at[victim];

	if (ret_undo)
		*ret_undo = (struct rules_undo){.castling = pos->castling,
						.key = pos->key,
						.halfmoves = pos->halfmoves,
						.number = pos->number,
						.passed = pos->passed,
						.captured = captured};

	if (pos->passed != RULES_NO_SQUARE)
		pos->key ^= passed_key(pos);
	if (pos->castling)
		lose_rights(pos,
			    rules_set_of(from) | rules_set_of(to) |
				    (rules_kind_of(piece) == RULES_KING ? pos->of_color[us] : 0));
	if (captured != RULES_NO_PIECE) {
		lift(pos, victim, captured);
		pos->key ^= key_of_man(captured, victim);
	}
	if (rules_is_castling(move))
		castle(pos, move);
	else
		move_man(pos, from, to);
	if (rules_is_promotion(move))
		promote(pos, to, rules_piece_of(us, rules_promoted_to(move)));

	pos->turn ^= 1;
	pos->key ^= key_of_black;
	pos->passed = RULES_NO_SQUARE;
	if (rules_special_of(move) == RULES_DOUBLE_STEP) {
		pos->passed = (rules_square)((from + to) / 2);
		pos->key ^= passed_key(pos);
	}
	if (captured != RULES_NO_PIECE || rules_kind_of(piece) == RULES_PAWN)
		pos->halfmoves = 0; /* Art. 9.3: no pawn moved, nothing captured */
	else
		pos->halfmoves = one_more(pos->halfmoves);
	if (us == RULES_BLACK)
		pos->number = one_more(pos->number);
}

void rules_undo(struct rules_position *pos, rules_move move, const struct rules_undo *undo)
{
	enum rules_color us = rules_opponent((enum rules_color)pos->turn);
	rules_square from = rules_from(move), to = rules_to(move);

	pos->turn = (uint8_t)us;
	if (rules_is_castling(move)) {
		uncastle(pos, move);
	} else {
		rules_piece piece = pos->at[to];

		lift(pos, to, piece);
		place(pos, from, rules_is_promotion(move) ? rules_piece_of(us, RULES_PAWN) : piece);
		if (undo->captured != RULES_NO_PIECE)
			place(pos, victim_of(move), undo->captured);
	}
	pos->castling = undo->castling;
	pos->key = undo->key;
	pos->halfmoves = undo->halfmoves;
	pos->number = undo->number;
	pos->passed = undo->passed;
}
