/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/uci.h"
#include "rules-core/fen.h"
#include "rules-core/illegal.h"

void rules_uci_write(struct rules_text *out, const struct rules_position *pos, rules_move move)
{
	rules_square to = rules_to(move);

	if (rules_is_castling(move) && !pos->chess960)
		to = rules_castled_king(rules_from(move), rules_castling_side(move));
	rules_text_square(out, rules_from(move));
	rules_text_square(out, to);
	if (rules_is_promotion(move))
		rules_text_char(out, rules_fen_letter(
					     rules_piece_of(RULES_BLACK, rules_promoted_to(move))));
}

static bool read_square(const char *at, rules_square *ret)
{
	if (!rules_is_file(at[0]) || !rules_is_rank(at[1]))
		return false;
	*ret = rules_square_at(at[0] - 'a', at[1] - '1');
	return true;
}

rules_move rules_uci_read(const struct rules_position *pos, struct rules_slice text)
{
	struct rules_try try = {.promotion = RULES_PAWN};

	if (text.len < 4 || text.len > 5 || !read_square(text.at, &try.from) ||
	    !read_square(text.at + 2, &try.to))
		return RULES_NO_MOVE;
	if (text.len == 5) {
		rules_piece piece = rules_fen_piece(text.at[4]);

		if (piece == RULES_NO_PIECE || rules_color_of(piece) != RULES_BLACK ||
		    rules_kind_of(piece) == RULES_PAWN)
			return RULES_NO_MOVE;
		try.promotion = rules_kind_of(piece);
	}
	return rules_try_move(pos, try, NULL);
}
