/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/setup.h"
#include "rules-core/movegen.h"

static struct rules_setup found(enum rules_setup_fault fault, enum rules_color color,
				rules_square square, int count)
{
	return (struct rules_setup){
		.fault = fault, .color = color, .square = square, .count = count};
}

static const struct rules_setup good = {.square = RULES_NO_SQUARE};

static struct rules_setup check_kings(const struct rules_position *pos)
{
	enum rules_color us = (enum rules_color)pos->turn, them = rules_opponent(us);
	rules_square king;

	for (int c = RULES_WHITE; c <= RULES_BLACK; c++) {
		enum rules_color color = (enum rules_color)c;
		int kings = rules_count(rules_men(pos, color, RULES_KING));

		if (kings == 0)
			return found(RULES_SETUP_NO_KING, color, RULES_NO_SQUARE, 0);
		if (kings > 1)
			return found(RULES_SETUP_KINGS, color, RULES_NO_SQUARE, kings);
	}
	king = rules_king_square(pos, them);
	if (rules_attackers(pos, us, king, rules_all_men(pos)))
		return found(RULES_SETUP_KING_CAN_BE_TAKEN, them, king, 0);
	return good;
}

/* Pieces beyond those of the initial position, which only promotion can bring. */
static int promoted(const struct rules_position *pos, enum rules_color color)
{
	static const int at_first[RULES_KINDS] = {
		[RULES_KNIGHT] = 2, [RULES_BISHOP] = 1, [RULES_ROOK] = 2, [RULES_QUEEN] = 1};
	int more = 0;

	for (int k = RULES_KNIGHT; k <= RULES_QUEEN; k++) {
		rules_set men = rules_men(pos, color, (enum rules_kind)k);
		int light = rules_count(men & RULES_LIGHT), all = rules_count(men);

		if (k == RULES_BISHOP) /* one on each colour of squares */
			more += (light > 1 ? light - 1 : 0) +
				(all - light > 1 ? all - light - 1 : 0);
		else if (all > at_first[k])
			more += all - at_first[k];
	}
	return more;
}

static struct rules_setup check_men(const struct rules_position *pos, enum rules_color color)
{
	rules_set pawns = rules_men(pos, color, RULES_PAWN);
	rules_set never = pawns & (rules_rank_set(0) | rules_rank_set(7));
	int men = rules_count(pos->of_color[color]);

	if (never)
		return found(RULES_SETUP_PAWN_ON_LAST_RANK, color, rules_lowest(never), 0);
	if (rules_count(pawns) > 8)
		return found(RULES_SETUP_PAWNS, color, RULES_NO_SQUARE, rules_count(pawns));
	if (men > 16)
		return found(RULES_SETUP_MEN, color, RULES_NO_SQUARE, men);
	if (promoted(pos, color) > 8 - rules_count(pawns))
		return found(RULES_SETUP_PROMOTED, color, RULES_NO_SQUARE, promoted(pos, color));
	return good;
}

/* Guidelines II.2.1: the king began between its rooks, so in no corner, */
static bool was_in_corner(rules_square king)
{
	return rules_file_of(king) == 0 || rules_file_of(king) == 7;
}

/* only one rook stands on each side of the king. */
static bool has_right_beside(const struct rules_position *pos, rules_square king, rules_square rook)
{
	rules_set beside = rules_beside_king(king, rules_side_of(king, rook));

	return (pos->castling & beside & ~rules_set_of(rook)) != 0;
}

static struct rules_setup check_rights(const struct rules_position *pos)
{
	for (rules_set rooks = pos->castling; rooks;) {
		rules_square rook = rules_take(&rooks);
		rules_piece piece = pos->at[rook];
		enum rules_color color = rook < 32 ? RULES_WHITE : RULES_BLACK;
		rules_square king = rules_king_square(pos, color);
		int home = color == RULES_WHITE ? 0 : 7;

		if (piece != rules_piece_of(color, RULES_ROOK) || king == RULES_NO_SQUARE ||
		    rules_rank_of(rook) != home || rules_rank_of(king) != home ||
		    was_in_corner(king) || has_right_beside(pos, king, rook))
			return found(RULES_SETUP_CASTLING, color, rook, 0);
	}
	return good;
}

struct rules_setup rules_setup_check(const struct rules_position *pos)
{
	struct rules_setup setup = check_kings(pos);
	int checks;

	for (int c = RULES_WHITE; c <= RULES_BLACK && setup.fault == RULES_SETUP_GOOD; c++)
		setup = check_men(pos, (enum rules_color)c);
	if (setup.fault != RULES_SETUP_GOOD)
		return setup;
	checks = rules_count(rules_checkers(pos));
	if (checks > 2)
		return found(RULES_SETUP_CHECKS, (enum rules_color)pos->turn, RULES_NO_SQUARE,
			     checks);
	setup = check_rights(pos);
	if (setup.fault != RULES_SETUP_GOOD)
		return setup;
	if (pos->passed != RULES_NO_SQUARE && !rules_can_have_passed(pos, pos->passed))
		return found(RULES_SETUP_PASSED, (enum rules_color)pos->turn, pos->passed, 0);
	return good;
}

static void counted(struct rules_text *out, struct rules_setup setup, const char *what)
{
	rules_text_string(out, setup.color == RULES_WHITE ? "White has " : "Black has ");
	rules_text_number(out, (unsigned long)setup.count);
	rules_text_string(out, what);
}

void rules_setup_explain(struct rules_text *out, struct rules_setup setup)
{
	const char *side = setup.color == RULES_WHITE ? "White" : "Black";

	switch (setup.fault) {
	case RULES_SETUP_GOOD: rules_text_string(out, "a game can be played from here"); break;
	case RULES_SETUP_NO_KING:
		rules_text_string(out, side);
		rules_text_string(out, " has no king");
		break;
	case RULES_SETUP_KINGS: counted(out, setup, " kings"); break;
	case RULES_SETUP_KING_CAN_BE_TAKEN:
		rules_text_string(out, "it is the other side's move, but the king on ");
		rules_text_square(out, setup.square);
		rules_text_string(out, " is in check");
		break;
	case RULES_SETUP_PAWN_ON_LAST_RANK:
		rules_text_string(out, side);
		rules_text_string(out, " has a pawn on ");
		rules_text_square(out, setup.square);
		break;
	case RULES_SETUP_PAWNS: counted(out, setup, " pawns"); break;
	case RULES_SETUP_MEN: counted(out, setup, " men"); break;
	case RULES_SETUP_PROMOTED:
		counted(out, setup, setup.count == 1 ? " promoted piece" : " promoted pieces");
		rules_text_string(out, ", more than pawns are gone");
		break;
	case RULES_SETUP_CHECKS:
		rules_text_number(out, (unsigned long)setup.count);
		rules_text_string(out, " men give check at once");
		break;
	case RULES_SETUP_CASTLING:
		rules_text_string(out, side);
		rules_text_string(out, " cannot castle with ");
		rules_text_square(out, setup.square);
		rules_text_string(out, ": king or rook is not at home");
		break;
	case RULES_SETUP_PASSED:
		rules_text_string(out, "no pawn can just have passed ");
		rules_text_square(out, setup.square);
		break;
	}
}
