/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_FEN_H
#define BOARDD_RULES_FEN_H

#include "libboardd/public.h"
#include "rules-core/position.h"
#include "rules-core/text.h"

BOARDD_PUBLIC_BEGIN

/*
 * Positions as text: FEN, X-FEN and Shredder-FEN.
 *
 * Read: six fields, or four or five (what is missing is then 0 and 1). Castling as KQkq, in
 * Chess960 meaning the outermost rook on that side (X-FEN), or as files HAha (Shredder); a right
 * whose king or rook cannot have it is a fault, and so is an en passant square that no double step
 * can have passed. Any men are taken: whether a game can be played from there is setup.h's
 * question.
 *
 * Written: one position, one spelling. The en passant square stands after every
 * double step, as the PGN standard has it; the castling letters are Shredder's
 * for a Chess960 position and KQkq otherwise.
 */

#define RULES_FEN_MAX 96 /* room for any FEN written here, its zero included */

#define RULES_START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* What is wrong with a text, and at which byte (from 0) it begins. */
struct rules_fault {
	size_t at;
	char why[120];
};

/* False: ret_fault (may be NULL) says why, and ret is untouched. */
bool rules_fen_read(struct rules_position *ret, struct rules_slice fen,
		    struct rules_fault *ret_fault);

/* The first field alone: men, White to move, no rights. */
bool rules_placement_read(struct rules_position *ret, struct rules_slice placement,
			  struct rules_fault *ret_fault);

enum rules_fen_style {
	RULES_FEN_PLAIN,      /* as said above */
	RULES_FEN_X,          /* KQkq in Chess960 too, file letters only for an inner rook */
	RULES_FEN_LEGAL_ONLY, /* the en passant square only if a capture there is legal */
};

void rules_fen_write(struct rules_text *out, const struct rules_position *pos,
		     enum rules_fen_style style);
void rules_placement_write(struct rules_text *out, const struct rules_position *pos);

/* The letter of a man: upper case for White. '?' for no man. */
char rules_fen_letter(rules_piece piece);

/* The man of a FEN letter, or RULES_NO_PIECE. */
rules_piece rules_fen_piece(char letter);

BOARDD_PUBLIC_END

#endif
