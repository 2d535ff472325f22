/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/did.h"

#include "rules-core/fen.h"
#include "rules-core/illegal.h"

/* Words of web/src/LANG.js, "why.WORD"; NULL: there is nothing to say. */
static const char *const why_words[] = {
	[RULES_REASON_NONE] = NULL,
	[RULES_REASON_NO_MAN] = NULL,
	[RULES_REASON_NOT_YOURS] = "not-yours",
	[RULES_REASON_NOT_MOVED] = NULL,
	[RULES_REASON_OWN_MAN] = "own-man",
	[RULES_REASON_KING_TAKEN] = "king-taken",
	[RULES_REASON_NOT_SO] = "not-so",
	[RULES_REASON_BLOCKED] = "blocked",
	[RULES_REASON_PAWN_BLOCKED] = "pawn-blocked",
	[RULES_REASON_PAWN_NO_VICTIM] = "pawn-no-victim",
	[RULES_REASON_NOT_PASSED] = "not-passed",
	[RULES_REASON_PROMOTION_MISSING] = "promotion-missing",
	[RULES_REASON_PROMOTION_WRONG] = "promotion-wrong",
	[RULES_REASON_NO_PROMOTION] = NULL,
	[RULES_REASON_NO_ROOK] = "castling",
	[RULES_REASON_KING_HAS_MOVED] = "castling",
	[RULES_REASON_ROOK_HAS_MOVED] = "castling",
	[RULES_REASON_CASTLING_LOST] = "castling",
	[RULES_REASON_CASTLING_BLOCKED] = "blocked",
	[RULES_REASON_CASTLING_IN_CHECK] = "castling-in-check",
	[RULES_REASON_CASTLING_PASSES] = "castling-passes",
	[RULES_REASON_CASTLING_ENDS] = "into-check",
	[RULES_REASON_INTO_CHECK] = "into-check",
	[RULES_REASON_LEFT_IN_CHECK] = "left-in-check",
};

static void set_letter(json_t *to, const char *key, rules_piece piece)
{
	char letter[2] = {rules_fen_letter(piece), '\0'};

	json_object_set_new(to, key, piece < RULES_NO_PIECE ? json_string(letter) : json_null());
}

static void set_square(json_t *to, const char *key, rules_square square)
{
	char name[3] = {(char)('a' + square % 8), (char)('1' + square / 8), '\0'};

	json_object_set_new(to, key, square < 64 ? json_string(name) : json_null());
}

json_t *did_of(const struct rules_position *before, const rules_piece seen[64])
{
	struct rules_try attempt = {RULES_NO_SQUARE, RULES_NO_SQUARE, RULES_PAWN};
	struct rules_reason reason;
	json_t *did;

	for (rules_square square = 0; square < 64; square++) {
		bool is_left = seen[square] == RULES_NO_PIECE;

		if (seen[square] == before->at[square])
			continue;
		if ((is_left ? attempt.from : attempt.to) != RULES_NO_SQUARE)
			return NULL;
		*(is_left ? &attempt.from : &attempt.to) = square;
	}
	if (attempt.from >= 64 || attempt.to >= 64 || seen[attempt.to] != before->at[attempt.from])
		return NULL;
	did = json_object();
	rules_try_move(before, attempt, &reason);
	set_letter(did, "man", before->at[attempt.from]);
	set_square(did, "from", attempt.from);
	set_square(did, "to", attempt.to);
	json_object_set_new(did, "why",
			    why_words[reason.kind] ? json_string(why_words[reason.kind])
						   : json_null());
	set_letter(did, "other", reason.piece);
	set_square(did, "square", reason.square);
	return did;
}
