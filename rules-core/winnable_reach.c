/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/movegen.h"
#include "rules-core/winnable_private.h"

/*
 * What can ever move? For each man an upper bound of the squares it may one day
 * stand on, grown until nothing changes: a man is held up only by men that
 * themselves can neither move nor be captured, a pawn captures only where a
 * victim may come, and a king enters no square that is attacked for ever.
 *
 * Why this is sound: take the first move of a game that leaves the bounds. Up
 * to then all men stood within them, so every man said to be fixed stands
 * there, every square said to be guarded is attacked; then the rules below have
 * allowed the move.
 */

#define FILL(name, shift, by, edge)                           \
	static rules_set name(rules_set from, rules_set free) \
	{                                                     \
		free &= ~(edge);                              \
		from |= free & (from shift(by));              \
		free &= free shift(by);                       \
		from |= free & (from shift(2 * (by)));        \
		free &= free shift(2 * (by));                 \
		from |= free & (from shift(4 * (by)));        \
		return (from shift(by)) & ~(edge);            \
	}

FILL(up, <<, 8, UINT64_C(0))
FILL(down, >>, 8, UINT64_C(0))
FILL(to_h, <<, 1, RULES_FILE_A)
FILL(to_a, >>, 1, RULES_FILE_H)
FILL(up_h, <<, 9, RULES_FILE_A)
FILL(up_a, <<, 7, RULES_FILE_H)
FILL(down_h, >>, 7, RULES_FILE_A)
FILL(down_a, >>, 9, RULES_FILE_H)

static rules_set straight(rules_set from, rules_set blockers)
{
	return up(from, ~blockers) | down(from, ~blockers) | to_h(from, ~blockers) |
	       to_a(from, ~blockers);
}

static rules_set diagonal(rules_set from, rules_set blockers)
{
	return up_h(from, ~blockers) | up_a(from, ~blockers) | down_h(from, ~blockers) |
	       down_a(from, ~blockers);
}

static rules_set leaps(rules_set knights)
{
	rules_set beside = rules_towards_a(knights) | rules_towards_h(knights);
	rules_set two_beside = rules_towards_a(rules_towards_a(knights)) |
			       rules_towards_h(rules_towards_h(knights));

	return beside << 16 | beside >> 16 | two_beside << 8 | two_beside >> 8;
}

/* A promoted pawn may be anything: it is taken to be queen and knight in one. */
rules_set winnable_piece_attacks(const struct winnable_man *man, rules_set blockers)
{
	switch (man->kind) {
	case RULES_PAWN:
		if (!man->as_piece)
			return 0;
		return straight(man->as_piece, blockers) | diagonal(man->as_piece, blockers) |
		       leaps(man->as_piece);
	case RULES_KNIGHT: return leaps(man->as_piece);
	case RULES_BISHOP: return diagonal(man->as_piece, blockers);
	case RULES_ROOK: return straight(man->as_piece, blockers);
	case RULES_QUEEN:
		return straight(man->as_piece, blockers) | diagonal(man->as_piece, blockers);
	case RULES_KING: return winnable_king_steps(man->as_piece);
	case RULES_KINDS: break;
	}
	return 0;
}

static void gather(struct winnable_reach *r, const struct rules_position *pos)
{
	r->count = 0;
	for (unsigned kind = RULES_PAWN; kind < RULES_KINDS; kind++)
		for (rules_set men = pos->of_kind[kind]; men; men &= men - 1) {
			rules_square square = rules_lowest(men);
			struct winnable_man *man = &r->man[r->count++];

			*man = (struct winnable_man){.kind = (enum rules_kind)kind,
						     .color = rules_has(pos->of_color[1], square)
								      ? RULES_BLACK
								      : RULES_WHITE,
						     .first = rules_set_of(square),
						     .origin = rules_set_of(square)};
			if (kind == RULES_PAWN)
				man->as_pawn = man->origin;
			else
				man->as_piece = man->origin;
			if (kind == RULES_KING)
				r->king[man->color] = r->count - 1;
		}
}

/*
 * In Chess960 castling can exchange a king and a rook that block each other:
 * neither counts as fixed while the right remains, and both may jump.
 */
static void open_castling(struct winnable_reach *r, const struct rules_position *pos)
{
	for (unsigned i = 0; i < r->count; i++) {
		struct winnable_man *rook = &r->man[i];
		struct winnable_man *king = &r->man[r->king[rook->color]];
		rules_square from = rules_lowest(king->origin);
		enum rules_side side = rules_side_of(from, rules_lowest(rook->origin));

		if (!(rook->origin & pos->castling))
			continue;
		rook->open = king->open = true;
		rook->as_piece |= rules_set_of(rules_castled_rook(from, side));
		king->as_piece |= rules_set_of(rules_castled_king(from, side));
	}
}

static rules_set squares_of(const struct winnable_man *man)
{
	return man->as_pawn | man->as_piece;
}

bool winnable_is_fixed(const struct winnable_man *man)
{
	return squares_of(man) == man->origin && rules_is_single(man->origin) && !man->capturable &&
	       !man->open;
}

/* What a man that is never captured attacks wherever it stands. */
static rules_set guards(const struct winnable_man *man, rules_set ever_occupied)
{
	rules_set all = RULES_ALL_SQUARES;

	if (man->kind == RULES_KING && !man->open) {
		for (rules_set at = man->as_piece; at && all; at &= at - 1)
			all &= rules_sight[rules_lowest(at)].king;
		return all;
	}
	if (!winnable_is_fixed(man))
		return 0;
	if (man->kind == RULES_PAWN)
		return rules_pawn_attacks(man->color, man->origin);
	return rules_piece_attacks(man->kind, rules_lowest(man->origin), ever_occupied);
}

static void summarize(struct winnable_reach *r)
{
	rules_set ever = 0;

	for (int c = 0; c < 2; c++)
		r->fixed[c] = r->guarded[c] = r->guarded_by_leapers[c] = r->visited[c] = 0;
	for (unsigned i = 0; i < r->count; i++) {
		const struct winnable_man *man = &r->man[i];

		ever |= squares_of(man);
		if (winnable_is_fixed(man))
			r->fixed[man->color] |= man->origin;
		if (man->kind != RULES_KING)
			r->visited[man->color] |= squares_of(man);
	}
	for (unsigned i = 0; i < r->count; i++) {
		const struct winnable_man *man = &r->man[i];
		rules_set by_man = guards(man, ever);

		r->guarded[man->color] |= by_man;
		if (man->kind == RULES_PAWN || man->kind == RULES_KNIGHT)
			r->guarded_by_leapers[man->color] |= by_man;
	}
}

/* Everybody of the other colour who may stand there can be captured. */
static void capture(struct winnable_reach *r, enum rules_color by, rules_set on)
{
	if (!(r->visited[rules_opponent(by)] & on))
		return;
	for (unsigned i = 0; i < r->count; i++)
		if (r->man[i].color != by && r->man[i].kind != RULES_KING &&
		    (squares_of(&r->man[i]) & on))
			r->man[i].capturable = true;
}

static bool can_slide_along(const struct winnable_man *man, enum rules_line line)
{
	if (man->kind == RULES_PAWN || man->kind == RULES_QUEEN)
		return true;
	return man->kind == (line <= RULES_ALONG_RANK ? RULES_ROOK : RULES_BISHOP);
}

/* May a man of color stand behind from, so that leaving it uncovers an attack on square? */
static bool may_uncover(const struct winnable_reach *r, enum rules_color color, rules_square from,
			rules_square square)
{
	for (int line = 0; line < RULES_LINES; line++) {
		rules_set on_line = rules_sight[square].line[line];

		if (!rules_has(on_line, from) ||
		    (rules_between(square, from) & (r->fixed[0] | r->fixed[1])))
			continue;
		for (unsigned i = 0; i < r->count; i++)
			if (r->man[i].color == color &&
			    can_slide_along(&r->man[i], (enum rules_line)line) &&
			    (r->man[i].as_piece & on_line))
				return true;
	}
	return false;
}

/* Wherever the other king stands while this one is on square, has it no step left? */
static bool leaves_no_step(const struct winnable_reach *r, const struct winnable_man *king,
			   rules_square square)
{
	enum rules_color them = rules_opponent(king->color);
	rules_set near = rules_sight[square].king | rules_set_of(square);

	for (rules_set at = r->man[r->king[them]].as_piece & ~near; at;) {
		rules_square other = rules_take(&at);

		if (rules_sight[other].king & ~near & ~r->fixed[them] &
		    ~r->guarded_by_leapers[king->color])
			return false;
		for (rules_set from = rules_sight[square].king & king->as_piece; from;)
			if (may_uncover(r, king->color, rules_take(&from), other))
				return false;
	}
	return true;
}

/* A king that never left its square: is there a man that could go when it does? */
static bool holds_up(const struct winnable_reach *r, const struct winnable_man *king)
{
	rules_set blockers = (r->fixed[0] | r->fixed[1]) & ~king->origin;

	for (unsigned i = 0; winnable_is_fixed(king) && i < r->count; i++) {
		const struct winnable_man *man = &r->man[i];
		rules_set to = rules_forward(man->color, man->as_pawn) |
			       winnable_piece_attacks(man, blockers);

		if (man->color != king->color && man->kind != RULES_KING && (to & king->origin))
			return true;
	}
	return false;
}

/*
 * The steps of a king that end the game at once: all other men of the opponent
 * are fixed, and its king is left without a step and not in check: stalemate.
 */
static rules_set last_steps(const struct winnable_reach *r, const struct winnable_man *king,
			    rules_set to)
{
	enum rules_color them = rules_opponent(king->color);
	rules_set ends = 0;

	if (r->quiet || holds_up(r, king)) /* quiet: they could still capture */
		return 0;
	if ((r->visited[them] & ~r->fixed[them]) || king->open || r->man[r->king[them]].open)
		return 0;
	for (to &= ~king->as_piece; to;) {
		rules_square square = rules_take(&to);

		if (leaves_no_step(r, king, square))
			ends |= rules_set_of(square);
	}
	return ends;
}

/* Could a man of color capture on one of these squares, when another has left his own? */
static bool may_capture(const struct winnable_reach *r, enum rules_color color, rules_set squares,
			rules_set left)
{
	rules_set blockers = (r->fixed[0] | r->fixed[1]) & ~left;

	for (unsigned i = 0; i < r->count; i++) {
		const struct winnable_man *man = &r->man[i];

		if (man->color == color && man->kind != RULES_KING &&
		    ((rules_pawn_attacks(color, man->as_pawn) |
		      winnable_piece_attacks(man, blockers)) &
		     squares))
			return true;
	}
	return false;
}

/* Could a pawn of color step on one of these squares? */
static bool may_step(const struct winnable_reach *r, enum rules_color color, rules_set squares)
{
	for (unsigned i = 0; i < r->count; i++)
		if (r->man[i].color == color && (rules_forward(color, r->man[i].as_pawn) & squares))
			return true;
	return false;
}

/* What is guarded for ever even if this man goes, a line only one square far. */
static rules_set guarded_without(const struct winnable_reach *r, const struct winnable_man *gone)
{
	rules_set guarded = 0;

	for (unsigned i = 0; i < r->count; i++)
		if (r->man[i].color == gone->color && &r->man[i] != gone)
			guarded |= guards(&r->man[i], RULES_ALL_SQUARES);
	return guarded;
}

/*
 * The moves of a loser's man that end the game at once: the winner's king is fixed
 * and has no step, and the man gives check where it cannot be captured, next to the
 * king or as a knight, so that nothing comes between: mate, by the wrong side.
 */
static rules_set last_moves(const struct winnable_reach *r, const struct winnable_man *man,
			    enum rules_kind kind, rules_set to)
{
	enum rules_color them = rules_opponent(man->color);
	const struct winnable_man *king = &r->man[r->king[them]];
	rules_square square = rules_lowest(king->origin);
	rules_set near = rules_sight[square].king, guarded, ends = 0;

	to &= ~squares_of(man) & (kind == RULES_KNIGHT ? rules_sight[square].knight : near);
	if (!to || man->color == r->winner || !winnable_is_fixed(king))
		return 0;
	guarded = guarded_without(r, man);
	if (near & ~r->fixed[them] & ~guarded)
		return 0;
	for (to &= guarded | ~near; to;) {
		rules_set at = rules_set_of(rules_take(&to));
		rules_set attacked = rules_pawn_attacks(man->color, at);
		rules_set passed = rules_forward(them, at);

		if (kind != RULES_PAWN) {
			attacked = rules_piece_attacks(kind, rules_lowest(at), RULES_ALL_SQUARES);
			passed = 0;
		}
		if (rules_has(attacked, square) && !may_capture(r, them, at | passed, man->origin))
			ends |= at;
	}
	return ends;
}

/* A line man of color, fixed, that sees king through square alone once that is empty; 64 if none.
 */
static rules_square hidden_by(const struct winnable_reach *r, enum rules_color color,
			      rules_square square, rules_square king)
{
	rules_set ever = r->visited[0] | r->visited[1] | r->man[r->king[color]].as_piece;

	for (unsigned i = 0; i < r->count; i++) {
		const struct winnable_man *man = &r->man[i];
		rules_square at = rules_lowest(man->origin);

		if (man->color == color && winnable_is_fixed(man) && man->kind != RULES_PAWN &&
		    (rules_piece_attacks(man->kind, at, rules_set_of(king)) & rules_set_of(king)) &&
		    rules_has(rules_between(at, king), square) &&
		    !(rules_between(at, king) & ever & ~rules_set_of(square)))
			return at;
	}
	return RULES_NO_SQUARE;
}

/*
 * The moves of a loser's man that uncover such a mate: it stood between a line man that is
 * fixed and the winner's king, and nothing can come between or capture the line man.
 */
static rules_set uncovered_mates(const struct winnable_reach *r, const struct winnable_man *man,
				 rules_set to)
{
	enum rules_color them = rules_opponent(man->color);
	const struct winnable_man *king = &r->man[r->king[them]];
	rules_square square = rules_lowest(king->origin), from = rules_lowest(man->origin), line;
	rules_set near = rules_sight[square].king, guarded, way;

	if (man->color == r->winner || !winnable_is_fixed(king) || !rules_is_single(man->origin) ||
	    squares_of(man) != man->origin)
		return 0;
	line = hidden_by(r, man->color, from, square);
	if (line == RULES_NO_SQUARE)
		return 0;
	guarded = guarded_without(r, man);
	way = rules_between(line, square) | rules_set_of(line);
	if ((near & ~r->fixed[them] & ~guarded) || may_capture(r, them, way, man->origin) ||
	    may_step(r, them, way))
		return 0;
	return to & ~way & (guarded | ~near);
}

static void grow_piece(struct winnable_reach *r, struct winnable_man *man)
{
	enum rules_color them = rules_opponent(man->color);
	rules_set king = r->man[r->king[them]].as_piece & r->fixed[them];
	rules_set to = winnable_piece_attacks(man, r->fixed[0] | r->fixed[1]);

	to &= ~r->fixed[man->color] & ~(r->quiet ? r->fixed[them] : king);
	if (man->kind == RULES_KING) {
		to &= ~r->guarded[them];
		to &= ~last_steps(r, man, to);
	} else if (man->kind != RULES_PAWN) {
		to &= ~last_moves(r, man, man->kind, to);
		to &= ~uncovered_mates(r, man, to);
	}
	man->as_piece |= to;
	if (!r->quiet)
		capture(r, man->color, to);
}

/*
 * Two pawns that face each other on a file cannot pass: not while both stay on
 * the file and the one ahead is never captured. The squares closed so.
 */
static rules_set closed_file(const struct winnable_reach *r, const struct winnable_man *man)
{
	rules_set file = RULES_FILE_A << rules_file_of(rules_lowest(man->first));
	rules_set closed = 0;

	if (man->strayed || (man->as_pawn & ~file))
		return 0;
	for (unsigned i = 0; i < r->count && r->man[i].kind == RULES_PAWN; i++) {
		const struct winnable_man *other = &r->man[i];
		bool ahead = man->color == RULES_WHITE ? other->first > man->first
						       : other->first < man->first;

		if (other->color == man->color || !ahead || !(other->first & file) ||
		    other->strayed || other->capturable || (other->as_pawn & ~file))
			continue;
		closed |= man->color == RULES_WHITE ? file & ~(other->first - 1)
						    : file & (other->first | (other->first - 1));
	}
	return closed;
}

static void grow_pawn(struct winnable_reach *r, struct winnable_man *man)
{
	enum rules_color them = rules_opponent(man->color);
	rules_set last = rules_rank_set(man->color == RULES_WHITE ? 7 : 0);
	rules_set passed = rules_rank_set(man->color == RULES_WHITE ? 2 : 5); /* by a double step */
	rules_set to = rules_forward(man->color, man->as_pawn) & ~r->fixed[0] & ~r->fixed[1];
	rules_set taken = 0;

	if (!r->quiet)
		taken = rules_pawn_attacks(man->color, man->as_pawn) & r->visited[them];
	if (to & ~man->as_pawn)
		to &= ~closed_file(r, man);
	to |= taken;
	to &= ~last_moves(r, man, RULES_PAWN, to & ~last & ~passed);
	to &= ~uncovered_mates(r, man, to);
	capture(r, man->color, taken & to);
	man->as_pawn |= to & ~last;
	man->as_piece |= to & last;
}

bool winnable_reach_init(struct winnable_reach *r, const struct rules_position *pos,
			 enum rules_color winner)
{
	if (rules_count(rules_all_men(pos)) > WINNABLE_MEN || rules_can_take_passing(pos))
		return false;
	r->quiet = false;
	r->winner = winner;
	gather(r, pos);
	open_castling(r, pos);
	return true;
}

static unsigned size_of(const struct winnable_reach *r)
{
	unsigned size = 0;

	for (unsigned i = 0; i < r->count; i++)
		size += (unsigned)rules_count(r->man[i].as_pawn) +
			(unsigned)rules_count(r->man[i].as_piece) + r->man[i].capturable;
	return size;
}

uint32_t winnable_reach_grow(struct winnable_reach *r)
{
	unsigned before, after = size_of(r);
	uint32_t passes = 0;

	do {
		before = after;
		passes++;
		summarize(r);
		for (unsigned i = 0; i < r->count; i++) {
			if (r->man[i].as_pawn)
				grow_pawn(r, &r->man[i]);
			if (r->man[i].as_piece)
				grow_piece(r, &r->man[i]);
		}
		after = size_of(r);
	} while (after != before);
	return passes;
}

void winnable_reach_attacks(struct winnable_reach *r)
{
	rules_set fixed = r->fixed[0] | r->fixed[1];

	r->attacked[0] = r->attacked[1] = 0;
	for (unsigned i = 0; i < r->count; i++) {
		const struct winnable_man *man = &r->man[i];
		/* A king hides nothing behind it: what it leaves is attacked there too. */
		rules_set king = r->man[r->king[rules_opponent(man->color)]].origin;

		if (man->kind != RULES_KING)
			r->attacked[man->color] |= rules_pawn_attacks(man->color, man->as_pawn) |
						   winnable_piece_attacks(man, fixed & ~king);
	}
}
