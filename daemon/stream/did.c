/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/did.h"

#include <stdlib.h>

#include "daemon/stream/value.h"
#include "rules-core/fen.h"
#include "rules-core/illegal.h"
#include "rules-core/san.h"

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

/* The FEN letter; null for none. */
static json_t *letter_of(rules_piece piece)
{
	char letter[2] = {0};

	if (piece >= RULES_NO_PIECE)
		return json_null();
	letter[0] = rules_fen_letter(piece);
	return json_string(letter);
}

/* null for none */
static json_t *name_of(rules_square square)
{
	char name[3] = {(char)('a' + square % 8), (char)('1' + square / 8), '\0'};

	return square < 64 ? json_string(name) : json_null();
}

struct step {
	rules_piece man;
	rules_square from, to;
};

struct steps {
	size_t count; /* more than DID_MEN_MAX: too many to be told */
	struct step all[DID_MEN_MAX];
};

static void add_step(struct steps *steps, struct step step)
{
	if (steps->count < DID_MEN_MAX)
		steps->all[steps->count] = step;
	steps->count++;
}

static unsigned distance(rules_square a, rules_square b)
{
	int files = abs(a % 8 - b % 8), ranks = abs(a / 8 - b / 8);

	return (unsigned)(files > ranks ? files : ranks);
}

/* The nearest square that such a man has left, of those not used yet. */
static rules_square origin_of(rules_piece man, rules_square to, const bool left[64],
			      const struct rules_position *before)
{
	rules_square best = RULES_NO_SQUARE;

	for (rules_square square = 0; square < 64; square++)
		if (left[square] && before->at[square] == man &&
		    (best == RULES_NO_SQUARE || distance(square, to) < distance(best, to)))
			best = square;
	return best;
}

/* Which man went where: first those that moved, then those that came from nowhere or are gone. */
static void find_steps(struct steps *steps, const struct rules_position *before,
		       const rules_piece seen[64])
{
	bool left[64], came[64];

	for (rules_square square = 0; square < 64; square++) {
		bool differs = seen[square] != before->at[square];

		left[square] = differs && before->at[square] != RULES_NO_PIECE;
		came[square] = differs && seen[square] != RULES_NO_PIECE;
	}
	for (rules_square to = 0; to < 64; to++) {
		rules_square from =
			came[to] ? origin_of(seen[to], to, left, before) : RULES_NO_SQUARE;

		if (from == RULES_NO_SQUARE)
			continue;
		left[from] = came[to] = false;
		add_step(steps, (struct step){seen[to], from, to});
	}
	for (rules_square square = 0; square < 64; square++) {
		if (came[square])
			add_step(steps, (struct step){seen[square], RULES_NO_SQUARE, square});
		if (left[square])
			add_step(steps, (struct step){before->at[square], square, RULES_NO_SQUARE});
	}
}

/* A way of one man, who may take another where he goes. */
static bool is_one_way(const struct steps *steps)
{
	const struct step *first = &steps->all[0], *second = &steps->all[1];

	if (steps->count == 0 || first->from == RULES_NO_SQUARE || first->to == RULES_NO_SQUARE)
		return false;
	return steps->count == 1 ||
	       (steps->count == 2 && second->from == first->to && second->to == RULES_NO_SQUARE);
}

static json_t *men_of(const struct steps *steps)
{
	json_t *list = json_array();

	for (size_t i = 0; i < steps->count; i++) {
		json_t *one = json_object();

		stream_set(one, "man", letter_of(steps->all[i].man));
		stream_set(one, "from", name_of(steps->all[i].from));
		stream_set(one, "to", name_of(steps->all[i].to));
		json_array_append_new(list, one);
	}
	return list;
}

static json_t *san_of(const struct rules_position *before, rules_move move)
{
	char bytes[RULES_SAN_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	if (move == RULES_NO_MOVE)
		return json_null();
	rules_san_write(&text, before, move, RULES_EN, RULES_SAN_PGN);
	return json_string(bytes);
}

static json_t *did_new(const struct rules_position *before, const struct steps *steps,
		       rules_move move, const struct rules_reason *reason)
{
	const char *why = why_words[reason->kind];
	json_t *did = json_object();

	stream_set(did, "men", men_of(steps));
	stream_set(did, "san", san_of(before, move));
	stream_set_string(did, "why", why);
	stream_set(did, "other", letter_of(reason->piece));
	stream_set(did, "square", name_of(reason->square));
	return did;
}

json_t *did_of(const struct rules_position *before, const rules_piece seen[64])
{
	struct rules_reason reason = {RULES_REASON_NONE, RULES_NO_SQUARE, RULES_NO_PIECE};
	rules_move move = RULES_NO_MOVE;
	struct steps steps = {0};

	find_steps(&steps, before, seen);
	if (steps.count == 0 || steps.count > DID_MEN_MAX)
		return NULL;
	if (is_one_way(&steps))
		move = rules_try_move(
			before, (struct rules_try){steps.all[0].from, steps.all[0].to, RULES_PAWN},
			&reason);
	return did_new(before, &steps, move, &reason);
}

/* --- of an irregularity --- */

static const struct rules_reason no_reason = {RULES_REASON_NONE, RULES_NO_SQUARE, RULES_NO_PIECE};
static const struct steps no_steps;

/* Men that stand elsewhere, where the reason is not in how they move. */
static json_t *men_elsewhere(const struct rules_position *before, const rules_piece seen[64])
{
	struct steps steps = {0};

	find_steps(&steps, before, seen);
	return steps.count > 0 && steps.count <= DID_MEN_MAX
		       ? did_new(before, &steps, RULES_NO_MOVE, &no_reason)
		       : NULL;
}

static json_t *did_played(const struct rules_position *before, rules_move move,
			  const rules_piece after[64])
{
	struct steps steps = {0};

	find_steps(&steps, before, after);
	return did_new(before, &steps, move, &no_reason);
}

/* The square that all moves have in common: which own man must move, or which one must be taken. */
static rules_square common_square(const struct touch_set *must, rules_square (*of)(rules_move))
{
	for (size_t i = 1; i < must->count; i++)
		if (of(must->move[i]) != of(must->move[0]))
			return RULES_NO_SQUARE;
	return must->count > 0 ? of(must->move[0]) : RULES_NO_SQUARE;
}

/* Whom the touch obliges; null: nobody, or not one man. */
static void set_touched(json_t *did, const struct touch_finding *finding)
{
	rules_square square = RULES_NO_SQUARE;
	json_t *touched = json_null();

	if (finding->has_must)
		square = common_square(&finding->must, rules_from);
	if (finding->has_must && square == RULES_NO_SQUARE)
		square = common_square(&finding->must, rules_to);
	if (square != RULES_NO_SQUARE && finding->base.at[square] != RULES_NO_PIECE) {
		touched = json_object();
		stream_set(touched, "man", letter_of(finding->base.at[square]));
		stream_set(touched, "square", name_of(square));
	}
	stream_set(did, "touched", touched);
}

/* The move that was played there, if the game knows one. */
static rules_move played_at(const struct touch_game *game, const struct touch_finding *finding)
{
	rules_move move = finding->ply < game->plies && finding->ply < TOUCH_PLIES_MAX
				  ? game->played[finding->ply]
				  : RULES_NO_MOVE;

	return move != RULES_NO_MOVE && rules_is_legal(&finding->base, move) ? move : RULES_NO_MOVE;
}

json_t *did_of_finding(const struct touch_game *game, const struct touch_finding *finding,
		       const rules_piece seen[64])
{
	rules_move move = played_at(game, finding);
	struct rules_position after = finding->base;
	struct rules_undo undo;
	json_t *did;

	if (move != RULES_NO_MOVE)
		rules_apply(&after, move, &undo);
	if (finding->kind == TOUCH_KIND_DISPLACED_PIECE)
		did = men_elsewhere(&after, seen);
	else if (finding->kind == TOUCH_KIND_OUT_OF_TURN)
		did = men_elsewhere(&finding->base, seen);
	else if (move != RULES_NO_MOVE)
		did = did_played(&finding->base, move, after.at);
	else
		did = did_of(&finding->base, seen);
	if (!did && finding->has_must)
		did = did_new(&finding->base, &no_steps, RULES_NO_MOVE, &no_reason);
	if (did)
		set_touched(did, finding);
	return did;
}
