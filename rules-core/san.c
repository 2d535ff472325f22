/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/attacks.h"
#include "rules-core/illegal.h"
#include "rules-core/movegen.h"
#include "rules-core/san.h"

/* --- writing --- */

/*
 * Appendix C.10: which part of the origin is needed to tell this move from
 * those of another piece of the same kind to the same square? Only legal moves
 * count, so a pinned piece needs no telling apart.
 */
static void write_origin(struct rules_text *out, const struct rules_position *pos, rules_move move)
{
	rules_square from = rules_from(move), to = rules_to(move);
	enum rules_kind kind = rules_kind_of(pos->at[from]);
	rules_set alike = rules_men(pos, (enum rules_color)pos->turn, kind) & ~rules_set_of(from) &
			  rules_piece_attacks(kind, to, rules_all_men(pos));
	rules_set others = 0, same_file, same_rank;
	struct rules_moves moves;

	if (!alike)
		return;
	rules_legal_moves_between(pos, alike, rules_set_of(to), &moves);
	for (size_t i = 0; i < moves.count; i++)
		others |= rules_set_of(rules_from(moves.move[i]));
	if (!others)
		return;
	same_file = others & (RULES_FILE_A << rules_file_of(from));
	same_rank = others & rules_rank_set(rules_rank_of(from));
	if (!same_file || same_rank)
		rules_text_char(out, (char)('a' + rules_file_of(from)));
	if (same_file)
		rules_text_char(out, (char)('1' + rules_rank_of(from)));
}

static void write_castling(struct rules_text *out, rules_move move, enum rules_san_style style)
{
	bool short_one = rules_castling_side(move) == RULES_KINGSIDE;

	if (style == RULES_SAN_PGN)
		rules_text_string(out, short_one ? "O-O" : "O-O-O");
	else
		rules_text_string(out, short_one ? "0-0" : "0-0-0");
}

static void write_ordinary(struct rules_text *out, const struct rules_position *pos,
			   rules_move move, enum rules_language language)
{
	enum rules_kind kind = rules_kind_of(pos->at[rules_from(move)]);
	bool takes = pos->at[rules_to(move)] != RULES_NO_PIECE ||
		     rules_special_of(move) == RULES_EN_PASSANT;

	if (kind == RULES_PAWN) {
		if (takes)
			rules_text_char(out, (char)('a' + rules_file_of(rules_from(move))));
	} else {
		rules_text_char(out, rules_letter(language, kind));
		write_origin(out, pos, move);
	}
	if (takes)
		rules_text_char(out, 'x');
	rules_text_square(out, rules_to(move));
}

static void write_check(struct rules_text *out, const struct rules_position *pos, rules_move move)
{
	struct rules_position next;

	if (!rules_gives_check(pos, move))
		return;
	next = *pos;
	rules_apply(&next, move, NULL);
	rules_text_char(out, rules_has_legal_move(&next) ? '+' : '#');
}

void rules_san_write(struct rules_text *out, const struct rules_position *pos, rules_move move,
		     enum rules_language language, enum rules_san_style style)
{
	if (rules_is_castling(move))
		write_castling(out, move, style);
	else
		write_ordinary(out, pos, move, language);
	if (rules_is_promotion(move)) {
		if (style == RULES_SAN_PGN)
			rules_text_char(out, '=');
		rules_text_char(out, rules_letter(language, rules_promoted_to(move)));
	}
	if (style == RULES_SAN_LAWS && rules_special_of(move) == RULES_EN_PASSANT)
		rules_text_string(out, " e.p.");
	write_check(out, pos, move);
}

/* --- reading --- */

/* What the text says of the move; -1 and 0 where it says nothing. */
struct said {
	unsigned kinds; /* 1 << kind for each kind it may be */
	int from_file, from_rank, to_file, to_rank;
	unsigned promotion; /* likewise, wrong ones too; 0: not said */
	bool takes;         /* with x */
	bool castling;
	enum rules_side side;
};

struct scan {
	const char *at, *end, *start;
	enum rules_language language;
};

static char peek(const struct scan *s)
{
	return s->at < s->end ? *s->at : '\0';
}

static bool ends_with(const struct scan *s, const char *tail)
{
	size_t len = strlen(tail);

	return (size_t)(s->end - s->at) > len && memcmp(s->end - len, tail, len) == 0;
}

/* What says nothing about which move it is (Appendix C.9.3, C.12, C.13). */
static void drop_remarks(struct scan *s)
{
	while (peek(s) == ' ')
		s->at++;
	while (s->end - s->at > 1) {
		if (s->end[-1] != '\0' && strchr("+#!? .=", s->end[-1]))
			s->end--;
		else if (s->end[-1] == ')' && ends_with(s, "(=)"))
			s->end -= 3;
		else if (s->end[-1] == 'p' && ends_with(s, "e.p"))
			s->end -= 3;
		else if (s->end[-1] == 'p' && ends_with(s, "ep"))
			s->end -= 2;
		else
			return;
	}
}

/* Castling: two or three of O, 0 or o with hyphens between. */
static bool read_castling(struct scan *s, struct said *said)
{
	int rooks = 0;
	const char *at = s->at;

	for (; at < s->end; at++) {
		bool hyphen = (at - s->at) % 2 == 1;

		if (hyphen ? *at != '-' : *at != 'O' && *at != '0' && *at != 'o')
			return false;
		rooks += !hyphen;
	}
	if ((at - s->at) % 2 == 0 || rooks < 2 || rooks > 3)
		return false;
	said->castling = true;
	said->side = rooks == 2 ? RULES_KINGSIDE : RULES_QUEENSIDE;
	s->at = s->end;
	return true;
}

/* Chess figurines are U+2654 to U+265F, king to pawn, white then black. */
static unsigned read_figurine(struct scan *s)
{
	static const uint8_t order[] = {RULES_KING,   RULES_QUEEN,  RULES_ROOK,
					RULES_BISHOP, RULES_KNIGHT, RULES_PAWN};
	unsigned char last;

	if (s->end - s->at < 3 || memcmp(s->at, "\xe2\x99", 2) != 0)
		return 0;
	last = (unsigned char)s->at[2];
	if (last < 0x94 || last > 0x9f)
		return 0;
	s->at += 3;
	return 1u << order[(last - 0x94) % 6];
}

/*
 * A piece letter. Small letters are taken too where no file can be meant. P is
 * a pawn unless the language has given it to another piece.
 */
static unsigned read_letter(struct scan *s, bool may_be_file)
{
	char c = peek(s);
	unsigned kinds;

	if (may_be_file && rules_is_file(c))
		return 0;
	kinds = read_figurine(s);
	if (kinds)
		return kinds;
	if (c >= 'a' && c <= 'z')
		c = (char)(c - 'a' + 'A');
	if (c < 'A' || c > 'Z')
		return 0;
	kinds = rules_kinds_of_letter(s->language, c);
	if (c == 'P' && (!kinds || s->language == RULES_ANY_LANGUAGE))
		kinds |= 1u << RULES_PAWN;
	if (kinds)
		s->at++;
	return kinds;
}

static void read_file(struct scan *s, int *file)
{
	if (rules_is_file(peek(s)))
		*file = *s->at++ - 'a';
}

static void read_rank(struct scan *s, int *rank)
{
	if (rules_is_rank(peek(s)))
		*rank = *s->at++ - '1';
}

static void skip_capture(struct scan *s, struct said *said)
{
	for (; peek(s) == 'x' || peek(s) == 'X' || peek(s) == ':' || peek(s) == '-'; s->at++)
		said->takes |= peek(s) != '-';
}

/* One square, or an origin and then a square. */
static bool read_squares(struct scan *s, struct said *said)
{
	int file = -1, rank = -1;

	skip_capture(s, said);
	read_file(s, &file);
	read_rank(s, &rank);
	skip_capture(s, said);
	if (rules_is_file(peek(s)) && !(file >= 0 && rank >= 0 && s->end - s->at == 1)) {
		said->from_file = file;
		said->from_rank = rank;
		file = rank = -1;
		read_file(s, &file);
		read_rank(s, &rank);
	}
	said->to_file = file;
	said->to_rank = rank;
	/* exd says enough for a pawn; a piece needs a whole square. */
	return file >= 0 &&
	       (rank >= 0 || (said->kinds == 1u << RULES_PAWN && said->from_file >= 0));
}

static bool read_promotion(struct scan *s, struct said *said)
{
	bool bracket;

	if (s->at == s->end)
		return true;
	bracket = peek(s) == '(';
	if (bracket || peek(s) == '=' || peek(s) == '/')
		s->at++;
	said->promotion = read_letter(s, false);
	if (said->promotion & 1u << RULES_PAWN) /* P: a pawn is no piece to be had */
		said->promotion = 1u << RULES_KING;
	if (bracket && peek(s) == ')')
		s->at++;
	return said->promotion != 0;
}

/* g1-f3, g1f3: an origin that says which man it is. */
static bool is_long_form(const struct scan *s)
{
	return s->end - s->at >= 4 && rules_is_file(s->at[0]) && rules_is_rank(s->at[1]) &&
	       (rules_is_file(s->at[2]) || strchr("xX:-", s->at[2]));
}

static bool read_said(struct scan *s, struct said *said)
{
	*said = (struct said){.from_file = -1, .from_rank = -1, .to_file = -1, .to_rank = -1};
	drop_remarks(s);
	if (s->at == s->end)
		return false;
	if (read_castling(s, said))
		return true;
	said->kinds = read_letter(s, true);
	if (!said->kinds)
		said->kinds = is_long_form(s) ? (1u << RULES_KINDS) - 1 : 1u << RULES_PAWN;
	return read_squares(s, said) && read_promotion(s, said) && s->at == s->end;
}

static bool fits_square(int file, int rank, rules_square square)
{
	return (file < 0 || file == rules_file_of(square)) &&
	       (rank < 0 || rank == rules_rank_of(square));
}

/* Does what was said fit this move? A king written to its castling square castles. */
static bool fits(const struct rules_position *pos, const struct said *said, rules_move move)
{
	rules_square from = rules_from(move), to = rules_to(move);
	unsigned promotion = rules_is_promotion(move) ? 1u << rules_promoted_to(move) : 0;

	if (said->castling)
		return rules_is_castling(move) && rules_castling_side(move) == said->side;
	if (!(said->kinds >> rules_kind_of(pos->at[from]) & 1) ||
	    !fits_square(said->from_file, said->from_rank, from))
		return false;
	if (rules_is_castling(move))
		return !pos->chess960 && said->from_file >= 0 && said->from_rank >= 0 &&
		       fits_square(said->to_file, said->to_rank,
				   rules_castled_king(from, rules_castling_side(move)));
	if (said->promotion ? !(said->promotion & promotion) : promotion != 0)
		return false;
	/* d5 is a step, not a capture (Appendix C.8, C.9): that names its file, exd5. */
	if (said->kinds == 1u << RULES_PAWN && said->from_file < 0 && !said->takes &&
	    rules_file_of(from) != rules_file_of(to))
		return false;
	return fits_square(said->to_file, said->to_rank, to);
}

static rules_set men_of(const struct rules_position *pos, unsigned kinds)
{
	rules_set men = 0;

	for (; kinds; kinds &= kinds - 1)
		men |= pos->of_kind[__builtin_ctz(kinds)];
	return men;
}

/* How many legal moves fit; the first two of them are kept. */
static size_t find(const struct rules_position *pos, const struct said *said, rules_move found[2])
{
	rules_set to = RULES_ALL_SQUARES;
	struct rules_moves moves;
	size_t count = 0;

	if (said->to_file >= 0)
		to = RULES_FILE_A << said->to_file;
	if (said->to_rank >= 0)
		to &= rules_rank_set(said->to_rank);
	rules_legal_moves_between(pos, men_of(pos, said->castling ? 1u << RULES_KING : said->kinds),
				  to, &moves);
	for (size_t i = 0; i < moves.count; i++) {
		if (!fits(pos, said, moves.move[i]))
			continue;
		if (count < 2)
			found[count] = moves.move[i];
		count++;
	}
	return count;
}

/* P is a pawn to most; only where that cannot be, a Dutch knight. */
static size_t find_english_first(const struct rules_position *pos, struct said *said,
				 rules_move found[2])
{
	unsigned others = said->kinds & ~(1u << RULES_PAWN);
	size_t count;

	if (!others || others == said->kinds || others == ((1u << RULES_KINDS) - 2))
		return find(pos, said, found);
	said->kinds = 1u << RULES_PAWN;
	count = find(pos, said, found);
	if (count > 0)
		return count;
	said->kinds = others;
	return find(pos, said, found);
}

static void name_kinds(struct rules_text *out, unsigned kinds)
{
	const char *before = "";

	for (int kind = RULES_PAWN; kind <= RULES_KING; kind++) {
		if (kinds >> kind & 1) {
			rules_text_string(out, before);
			rules_text_string(out, rules_kind_name((enum rules_kind)kind));
			before = " or ";
		}
	}
}

static enum rules_kind promotion_said(const struct said *said)
{
	return said->promotion ? (enum rules_kind)__builtin_ctz(said->promotion) : RULES_PAWN;
}

/* What the men that may be meant could answer. */
struct answers {
	size_t men;                /* how many there are */
	size_t moving_so;          /* how many of them move that way at all */
	struct rules_reason meant; /* why not, of one that does if there is one */
	rules_move legal;          /* legal, but not written so: d6 where it is exd6, Kg1 for O-O */
};

static void ask(struct answers *a, const struct rules_position *pos, const struct said *said,
		rules_square from)
{
	struct rules_try try = {.from = from,
				.to = rules_square_at(said->to_file, said->to_rank),
				.promotion = promotion_said(said)};
	struct rules_reason why;
	rules_move move = rules_try_move(pos, try, &why);

	a->men++;
	if (move != RULES_NO_MOVE) {
		a->legal = move;
		return;
	}
	if (a->moving_so == 0 || why.kind != RULES_REASON_NOT_SO)
		a->meant = why;
	a->moving_so += why.kind != RULES_REASON_NOT_SO;
}

/* All men that may be meant; of pawns said to step those on the file, if there are any. */
static struct answers ask_all(const struct rules_position *pos, const struct said *said)
{
	rules_set men = pos->of_color[pos->turn] & men_of(pos, said->kinds);
	rules_set on_file = men & (RULES_FILE_A << said->to_file);
	struct answers a = {.men = 0};

	if (said->from_file >= 0 && said->from_rank >= 0) { /* whoever stands there, if anybody */
		ask(&a, pos, said, rules_square_at(said->from_file, said->from_rank));
		return a;
	}
	if (said->kinds == 1u << RULES_PAWN && said->from_file < 0 && !said->takes && on_file)
		men = on_file;
	while (men) {
		rules_square from = rules_take(&men);

		if (fits_square(said->from_file, said->from_rank, from))
			ask(&a, pos, said, from);
	}
	return a;
}

/*
 * Why no man fits. If just one could have been meant - because it alone moves
 * that way, or is the only one of its kind - its own reason is the best answer.
 */
static void explain_illegal(struct rules_text *out, const struct rules_position *pos,
			    const struct said *said)
{
	struct answers a = {.men = 0};

	if (said->to_rank >= 0)
		a = ask_all(pos, said);
	if (a.legal != RULES_NO_MOVE) {
		rules_text_string(out, "not written so; legal would be ");
		rules_san_write(out, pos, a.legal, RULES_EN, RULES_SAN_PGN);
	} else if (a.moving_so == 1 || (a.moving_so == 0 && a.men == 1)) {
		rules_reason_explain(out, a.meant);
	} else {
		rules_text_string(out, "no ");
		name_kinds(out, said->kinds);
		rules_text_string(out, a.men == 0 && said->to_rank >= 0 ? " is there to move"
									: " can go there");
	}
}

static void explain_ambiguous(struct rules_text *out, const struct rules_position *pos,
			      const rules_move found[2])
{
	rules_square a = rules_from(found[0]), b = rules_from(found[1]);

	if (a == b && rules_is_promotion(found[0])) {
		rules_text_string(out, "the pawn is exchanged, but for which piece?");
		return;
	}
	rules_text_string(out, "ambiguous: the ");
	rules_text_string(out, rules_kind_name(rules_kind_of(pos->at[a])));
	rules_text_string(out, " on ");
	rules_text_square(out, a);
	rules_text_string(out, " and the ");
	rules_text_string(out, rules_kind_name(rules_kind_of(pos->at[b])));
	rules_text_string(out, " on ");
	rules_text_square(out, b);
	rules_text_string(out, " both can");
}

static void explain(struct rules_fault *fault, const struct rules_position *pos,
		    const struct said *said, enum rules_san_result result,
		    const rules_move found[2])
{
	struct rules_text out = rules_text_in(fault->why, sizeof(fault->why));

	if (result == RULES_SAN_NO_MOVE)
		rules_text_string(&out, "not a move");
	else if (result == RULES_SAN_AMBIGUOUS)
		explain_ambiguous(&out, pos, found);
	else if (said->castling)
		rules_reason_explain(&out, rules_why_not_castling(pos, said->side));
	else
		explain_illegal(&out, pos, said);
}

enum rules_san_result rules_san_read(const struct rules_position *pos, struct rules_slice text,
				     enum rules_language language, rules_move *ret_move,
				     struct rules_fault *ret_fault)
{
	struct scan s = {
		.at = text.at, .start = text.at, .end = text.at + text.len, .language = language};
	enum rules_san_result result = RULES_SAN_NO_MOVE;
	rules_move found[2] = {RULES_NO_MOVE, RULES_NO_MOVE};
	struct said said;

	if (read_said(&s, &said)) {
		size_t count = find_english_first(pos, &said, found);

		result = count == 0   ? RULES_SAN_ILLEGAL
			 : count == 1 ? RULES_SAN_GOOD
				      : RULES_SAN_AMBIGUOUS;
	}
	if (result == RULES_SAN_GOOD) {
		*ret_move = found[0];
	} else if (ret_fault) {
		ret_fault->at = (size_t)(s.at - s.start);
		explain(ret_fault, pos, &said, result, found);
	}
	return result;
}
