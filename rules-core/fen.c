/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/movegen.h"

static const char letters[] = "PNBRQK??pnbrqk??";

char rules_fen_letter(rules_piece piece)
{
	return letters[piece & 15];
}

rules_piece rules_fen_piece(char letter)
{
	const char *found = letter == '?' || letter == '\0' ? NULL : strchr(letters, letter);

	return found ? (rules_piece)(found - letters) : RULES_NO_PIECE;
}

struct reader {
	struct rules_position pos;
	struct rules_slice text;
	size_t at;
	struct rules_text why; /* what is wrong, once something is */
};

static char peek(const struct reader *r)
{
	return r->at < r->text.len ? r->text.at[r->at] : '\0';
}

static bool at_end_of_field(const struct reader *r)
{
	return r->at >= r->text.len || peek(r) == ' ' || peek(r) == '\t';
}

static bool fail(struct reader *r, const char *why)
{
	rules_text_string(&r->why, why);
	return false;
}

static bool fail_at(struct reader *r, const char *why, char c, const char *more)
{
	rules_text_string(&r->why, why);
	rules_text_char(&r->why, c >= ' ' && c <= '~' ? c : '?');
	return fail(r, more);
}

static bool fail_rank(struct reader *r, int rank, const char *why)
{
	rules_text_string(&r->why, "rank ");
	rules_text_number(&r->why, (unsigned long)rank + 1);
	return fail(r, why);
}

/* One rank, from the a-file, up to its slash or the end of the field. */
static bool read_rank(struct reader *r, int rank)
{
	int file = 0;

	for (; !at_end_of_field(r) && peek(r) != '/'; r->at++) {
		char c = peek(r);
		rules_piece piece = rules_fen_piece(c);

		if (c >= '1' && c <= '8') {
			file += c - '0';
		} else if (piece != RULES_NO_PIECE) {
			if (file < 8)
				rules_position_put(&r->pos, rules_square_at(file, rank), piece);
			file++;
		} else {
			return fail_at(r, "'", c, "' is no piece letter and no number of squares");
		}
		if (file > 8)
			return fail_rank(r, rank, " has more than 8 squares");
	}
	return file == 8 ? true : fail_rank(r, rank, " has fewer than 8 squares");
}

static bool read_men(struct reader *r)
{
	for (int rank = 7; rank >= 0; rank--) {
		if (!read_rank(r, rank))
			return false;
		if (rank > 0 && peek(r) != '/')
			return fail(r, "fewer than 8 ranks");
		if (rank > 0)
			r->at++;
	}
	return at_end_of_field(r) ? true : fail(r, "more than 8 ranks");
}

/* Blanks between two fields; false if no field follows. */
static bool next_field(struct reader *r)
{
	while (peek(r) == ' ' || peek(r) == '\t')
		r->at++;
	return r->at < r->text.len;
}

static bool need_field(struct reader *r, const char *what)
{
	if (next_field(r))
		return true;
	rules_text_string(&r->why, what);
	return fail(r, " is missing");
}

static bool read_turn(struct reader *r)
{
	char c = peek(r);

	if (c != 'w' && c != 'b')
		return fail_at(r, "side to move must be w or b, not '", c, "'");
	r->pos.turn = c == 'b' ? RULES_BLACK : RULES_WHITE;
	r->at++;
	return at_end_of_field(r) ? true : fail(r, "side to move must be one letter");
}

/* The outermost rook on a side of the king: what K and Q mean in X-FEN. */
static rules_square outermost_rook(const struct rules_position *pos, enum rules_color color,
				   rules_square king, enum rules_side side)
{
	rules_set rooks = rules_men(pos, color, RULES_ROOK) & rules_beside_king(king, side);

	if (!rooks)
		return RULES_NO_SQUARE;
	return side == RULES_KINGSIDE ? rules_highest(rooks) : rules_lowest(rooks);
}

static rules_square named_rook(struct reader *r, enum rules_color color, rules_square king, char c)
{
	rules_square rook;

	if (c == 'K' || c == 'Q')
		return outermost_rook(&r->pos, color, king,
				      c == 'K' ? RULES_KINGSIDE : RULES_QUEENSIDE);
	rook = rules_square_at(c - 'A', rules_rank_of(king));
	r->pos.chess960 = true;
	return rules_has(rules_men(&r->pos, color, RULES_ROOK), rook) ? rook : RULES_NO_SQUARE;
}

static bool read_right(struct reader *r)
{
	char c = peek(r);
	bool upper = c >= 'A' && c <= 'Z';
	enum rules_color color = upper ? RULES_WHITE : RULES_BLACK;
	char letter = upper ? c : (char)(c - 'a' + 'A');
	rules_square king = rules_king_square(&r->pos, color);
	rules_square rook;

	if (!(letter == 'K' || letter == 'Q' || (letter >= 'A' && letter <= 'H')))
		return fail_at(r, "castling: '", c, "' is none of KQkq or a file letter");
	if (king == RULES_NO_SQUARE)
		return fail_at(r, "castling ", c, ": that side does not have one king");
	if (rules_rank_of(king) != (color == RULES_WHITE ? 0 : 7))
		return fail_at(r, "castling ", c, ": the king is not on its first rank");
	rook = named_rook(r, color, king, letter);
	if (rook == RULES_NO_SQUARE)
		return fail_at(r, "castling ", c, ": no rook there");
	if (r->pos.castling & rules_beside_king(king, rules_side_of(king, rook)))
		return fail_at(r, "castling ", c, ": that side is named twice");
	r->pos.castling |= rules_set_of(rook);
	if (rules_file_of(king) != 4 || (rules_file_of(rook) != 0 && rules_file_of(rook) != 7))
		r->pos.chess960 = true;
	r->at++;
	return true;
}

static bool read_castling(struct reader *r)
{
	if (peek(r) == '-') {
		r->at++;
		return at_end_of_field(r) ? true : fail(r, "castling: nothing can follow '-'");
	}
	while (!at_end_of_field(r))
		if (!read_right(r))
			return false;
	return true;
}

static bool read_passed(struct reader *r)
{
	rules_square passed;

	if (peek(r) == '-') {
		r->at++;
		return at_end_of_field(r) ? true : fail(r, "en passant: nothing can follow '-'");
	}
	if (r->at + 1 >= r->text.len || !rules_is_file(r->text.at[r->at]) ||
	    !rules_is_rank(r->text.at[r->at + 1]))
		return fail(r, "en passant must be - or a square");
	passed = rules_square_at(r->text.at[r->at] - 'a', r->text.at[r->at + 1] - '1');
	if (!rules_can_have_passed(&r->pos, passed))
		return fail(r, "en passant: no pawn can just have passed that square");
	r->pos.passed = passed;
	r->at += 2;
	return at_end_of_field(r) ? true : fail(r, "en passant must be one square");
}

static bool read_number(struct reader *r, const char *what, uint16_t *ret)
{
	unsigned long n = 0;
	size_t first = r->at;

	for (; peek(r) >= '0' && peek(r) <= '9' && n <= UINT16_MAX; r->at++)
		n = n * 10 + (unsigned long)(peek(r) - '0');
	if (r->at == first || n > UINT16_MAX || !at_end_of_field(r)) {
		r->at = first;
		rules_text_string(&r->why, what);
		return fail(r, " must be a number up to 65535");
	}
	*ret = (uint16_t)n;
	return true;
}

static bool read_counts(struct reader *r)
{
	if (!next_field(r))
		return true;
	if (!read_number(r, "count of half-moves", &r->pos.halfmoves))
		return false;
	if (!next_field(r))
		return true;
	if (!read_number(r, "move number", &r->pos.number))
		return false;
	if (r->pos.number == 0) /* some programs count from 0 */
		r->pos.number = 1;
	return next_field(r) ? fail(r, "something follows the move number") : true;
}

static bool read_all(struct reader *r)
{
	next_field(r);
	return read_men(r) && need_field(r, "side to move") && read_turn(r) &&
	       need_field(r, "castling") && read_castling(r) && need_field(r, "en passant") &&
	       read_passed(r) && read_counts(r);
}

static bool finish(struct reader *r, bool good, struct rules_position *ret,
		   struct rules_fault *ret_fault, const char *why)
{
	if (good) {
		r->pos.key = rules_position_key(&r->pos);
		*ret = r->pos;
	} else if (ret_fault) {
		ret_fault->at = r->at;
		memcpy(ret_fault->why, why, sizeof(ret_fault->why));
	}
	return good;
}

bool rules_fen_read(struct rules_position *ret, struct rules_slice fen,
		    struct rules_fault *ret_fault)
{
	char why[sizeof(ret_fault->why)] = "";
	struct reader r = {.text = fen, .why = rules_text_in(why, sizeof(why))};

	rules_position_clear(&r.pos);
	return finish(&r, read_all(&r), ret, ret_fault, why);
}

bool rules_placement_read(struct rules_position *ret, struct rules_slice placement,
			  struct rules_fault *ret_fault)
{
	char why[sizeof(ret_fault->why)] = "";
	struct reader r = {.text = placement, .why = rules_text_in(why, sizeof(why))};
	bool good;

	rules_position_clear(&r.pos);
	good = read_men(&r);
	if (good && r.at < placement.len)
		good = fail(&r, "something follows the last rank");
	return finish(&r, good, ret, ret_fault, why);
}

void rules_placement_write(struct rules_text *out, const struct rules_position *pos)
{
	for (int rank = 7; rank >= 0; rank--) {
		char empty = '0';

		for (int file = 0; file < 8; file++) {
			rules_piece piece = pos->at[rules_square_at(file, rank)];

			if (piece == RULES_NO_PIECE) {
				empty++;
				continue;
			}
			if (empty > '0')
				rules_text_char(out, empty);
			empty = '0';
			rules_text_char(out, rules_fen_letter(piece));
		}
		if (empty > '0')
			rules_text_char(out, empty);
		if (rank > 0)
			rules_text_char(out, '/');
	}
}

static char right_letter(const struct rules_position *pos, enum rules_color color,
			 rules_square king, rules_square rook, enum rules_fen_style style)
{
	enum rules_side side = rules_side_of(king, rook);
	bool outer = outermost_rook(pos, color, king, side) == rook;
	char c = side == RULES_KINGSIDE ? 'K' : 'Q';

	if (pos->chess960 && !(style == RULES_FEN_X && outer))
		c = (char)('A' + rules_file_of(rook));
	return color == RULES_WHITE ? c : (char)(c - 'A' + 'a');
}

/* From the h-side to the a-side: KQ, HA. */
static void write_rights(struct rules_text *out, const struct rules_position *pos,
			 enum rules_color color, enum rules_fen_style style)
{
	rules_square king = rules_king_square(pos, color);
	rules_set rooks = pos->castling & pos->of_color[color];

	while (rooks && king != RULES_NO_SQUARE) {
		rules_square rook = rules_highest(rooks);

		rooks ^= rules_set_of(rook);
		rules_text_char(out, right_letter(pos, color, king, rook, style));
	}
}

void rules_fen_write(struct rules_text *out, const struct rules_position *pos,
		     enum rules_fen_style style)
{
	size_t before;

	rules_placement_write(out, pos);
	rules_text_string(out, pos->turn == RULES_WHITE ? " w " : " b ");
	before = out->len;
	write_rights(out, pos, RULES_WHITE, style);
	write_rights(out, pos, RULES_BLACK, style);
	rules_text_string(out, out->len == before ? "- " : " ");
	if (pos->passed == RULES_NO_SQUARE ||
	    (style == RULES_FEN_LEGAL_ONLY && !rules_can_take_passing(pos)))
		rules_text_char(out, '-');
	else
		rules_text_square(out, pos->passed);
	rules_text_char(out, ' ');
	rules_text_number(out, pos->halfmoves);
	rules_text_char(out, ' ');
	rules_text_number(out, pos->number);
}
