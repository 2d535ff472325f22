/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_SAN_H
#define BOARDD_RULES_SAN_H

#include "libboardd/public.h"
#include "rules-core/fen.h"
#include "rules-core/language.h"
#include "rules-core/position.h"
#include "rules-core/text.h"

BOARDD_PUBLIC_BEGIN

/*
 * Algebraic notation (Appendix C).
 *
 * Written: one move, one spelling. PGN style is the PGN standard's: O-O, e8=Q,
 * exd6, + and #. Laws style is what Appendix C.8 to C.13 show a player: 0-0,
 * e8Q, exd6 e.p., the letters of any language.
 *
 * Read: as players and programs write. Zeros or letters O; with or without x,
 * hyphen, =, +, ++, #, e.p., (=), ! and ?; long form; more origin than needed;
 * figurines; lower-case promotion letters; a pawn capture by its files alone
 * (exd). The move must be legal and the only one that fits.
 */

#define RULES_SAN_MAX 16 /* room for any move in either style, its zero included */

enum rules_san_style { RULES_SAN_PGN, RULES_SAN_LAWS };

/* move must be legal in pos. */
void rules_san_write(struct rules_text *out, const struct rules_position *pos, rules_move move,
		     enum rules_language language, enum rules_san_style style);

enum rules_san_result {
	RULES_SAN_GOOD,
	RULES_SAN_NO_MOVE,   /* the text is no move at all */
	RULES_SAN_ILLEGAL,   /* the text is a move, but not a legal one in this position */
	RULES_SAN_AMBIGUOUS, /* several legal moves fit */
};

/*
 * On RULES_SAN_GOOD ret_move is set. Otherwise it is untouched, and ret_fault
 * (may be NULL) says why, with the place in the text where reading stopped.
 */
enum rules_san_result rules_san_read(const struct rules_position *pos, struct rules_slice text,
				     enum rules_language language, rules_move *ret_move,
				     struct rules_fault *ret_fault);

BOARDD_PUBLIC_END

#endif
