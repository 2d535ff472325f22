/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/bill.h"

#include "rules-core/attacks.h"
#include "rules-core/movegen.h"

#define KNOCK_MS      500  /* three men off within this: section 1 of the procedure */
#define BRUSH_MS      4000 /* a captured man may be about for so long */
#define BRUSH_SOON_MS 1000
#define SLIDE_ON_MS   600 /* the next square of the same slide */
#define EARLY_FREE_MS 300 /* a press before its last square is soon followed by it */
#define EARLY_MS      500 /* and later less and less likely */

#define ORDER_SCAN 64  /* at rest before the move it answers: 4 for the first scan, */
#define ORDER_MORE 160 /* and 10 for each further one, which no scan explains */

struct asked { /* a square that shows a man it should not */
	const struct read_view *view;
	struct read_world *w;
	rules_square square;
	rules_piece man;
	rules_set off;     /* men of the position that are not seen */
	rules_set differs; /* all squares */
	uint32_t stay_ms;
	uint32_t scan_ms;
	enum read_manner manner; /* the cheapest so far */
	int32_t cost;
};

static void offer_cost(struct asked *a, enum read_manner manner, int32_t cost)
{
	if (cost < a->cost) {
		a->cost = cost;
		a->manner = manner;
	}
}

static void offer(struct asked *a, enum read_manner manner, uint32_t ms)
{
	offer_cost(a, manner, read_manner_cost(manner, ms, a->scan_ms));
}

int32_t read_order_cost(const struct read_view *view, uint32_t early_ms)
{
	const struct read_manner_row *row = read_manner_row(READ_OUT_OF_ORDER);
	uint32_t scan_ms = view->sense->times.scan_ms;
	int64_t growth;

	growth = (int64_t)(early_ms < scan_ms ? early_ms : scan_ms) * ORDER_SCAN / scan_ms;
	if (early_ms > scan_ms)
		growth += (int64_t)(early_ms - scan_ms) * ORDER_MORE / scan_ms;
	return row->cost + (int32_t)(growth < row->most ? growth : row->most);
}

/* --- men of half-moves already made --- */

/* A captured man leaves the board soon, if that is seen at all: 3 a second after that. */
static int32_t brush_delay(uint32_t late_ms)
{
	return late_ms > BRUSH_SOON_MS ? (int32_t)((late_ms - BRUSH_SOON_MS) * 48 / 1000) : 0;
}

/*
 * Seen beyond the square he came to, within a scan of that, and while his captor stood at home
 * still, he was hardly taken: he is the man himself, who slid on.
 */
static int32_t too_soon(const struct asked *a, unsigned k, uint32_t seen_ms)
{
	const struct read_ply *ply = &a->w->ply[k], *own = k > 0 ? ply - 1 : NULL;
	rules_square from = rules_from(ply->move);

	if (!own || read_goal(own->move) != ply->taken_on || own->mover != ply->taken ||
	    !rules_has(rules_between(rules_from(own->move), a->square), read_goal(own->move)) ||
	    seen_ms < own->rest_ms || seen_ms - own->rest_ms > a->scan_ms ||
	    a->view->sense->seen.at[from] != RULES_NO_PIECE ||
	    a->view->sense->changed_ms[from] <= seen_ms)
		return 0;
	return read_manner_row(READ_MOVED_AGAIN)->cost + read_manner_row(READ_DRAGGED)->cost -
	       read_manner_row(READ_BRUSHED)->cost;
}

static void offer_captured(struct asked *a)
{
	const struct read_world *w = a->w;
	uint32_t seen_ms = a->view->sense->changed_ms[a->square];

	for (unsigned i = w->plies > 2 ? w->plies - 2u : 0; i < w->plies; i++) {
		uint32_t late_ms = seen_ms > w->ply[i].born_ms ? seen_ms - w->ply[i].born_ms : 0;

		if (w->ply[i].taken == a->man && late_ms < BRUSH_MS)
			offer_cost(a, READ_BRUSHED,
				   read_manner_cost(READ_BRUSHED, a->stay_ms, a->scan_ms) +
					   brush_delay(late_ms) + too_soon(a, i, seen_ms));
	}
}

/* Has an own man just slid over another square? */
static bool slides_on(const struct asked *a)
{
	uint32_t until_ms = a->w->slid_ms + SLIDE_ON_MS;

	return a->w->slid_ms > 0 && a->view->sense->changed_ms[a->square] < until_ms &&
	       a->view->now_ms < until_ms;
}

/* Seen on a square on its way until it reached its goal, and since then not gone from there. */
static void offer_trail(struct asked *a, enum read_manner manner, const struct read_ply *last)
{
	uint32_t seen_ms = a->view->sense->changed_ms[a->square], now_ms = a->view->now_ms;
	uint32_t late_ms = now_ms > last->rest_ms ? now_ms - last->rest_ms : 0;
	int32_t cost = read_manner_cost(manner, late_ms, a->scan_ms);

	if (seen_ms < last->rest_ms)
		cost += read_passing_growth(last->rest_ms - seen_ms, a->scan_ms);
	if (slides_on(a))
		cost += read_manner_row(READ_PASSING_ON)->cost -
			read_manner_row(READ_PASSING)->cost;
	offer_cost(a, manner, cost);
}

static void offer_last_mover(struct asked *a)
{
	const struct read_ply *last = read_last_ply(a->w);
	uint32_t seen_ms = a->view->sense->changed_ms[a->square];
	rules_square from, goal;

	if (!last)
		return;
	from = rules_from(last->move);
	goal = read_goal(last->move);
	if (a->man == last->mover && seen_ms <= last->rest_ms + a->scan_ms * 5 / 16) {
		if (a->square == from)
			offer(a, READ_TRAIL,
			      a->view->now_ms > last->rest_ms ? a->view->now_ms - last->rest_ms
							      : 0);
		else if (rules_has(rules_between(from, goal), a->square))
			offer_trail(a, READ_SLID, last);
		else if (seen_ms < last->rest_ms && rules_has(rules_sight[goal].king, a->square))
			offer_trail(a, READ_OVERSHOT, last);
		else if (seen_ms < last->rest_ms)
			offer_trail(a, READ_TRIED, last);
	}
	if (a->w->pos.at[goal] == a->man && rules_has(rules_sight[goal].king, a->square))
		offer(a,
		      sense_shows(a->view->sense, goal, a->man) ? READ_ON_THE_LINE
								: READ_BESIDE_GOAL,
		      a->stay_ms);
}

/*
 * A man put down on a line shows on both squares until it is nudged, perhaps only after the
 * answer; on the second one it may come and go, unless another like it is missing.
 */
static void offer_line(struct asked *a, rules_set source)
{
	const struct read_ply *before = a->w->plies >= 2 ? &a->w->ply[a->w->plies - 2] : NULL;
	uint32_t seen_ms = a->view->sense->changed_ms[a->square];
	rules_square goal;

	if (!before)
		return;
	if (seen_ms > (source ? before : read_last_ply(a->w))->rest_ms + 2 * a->scan_ms)
		return;
	goal = read_goal(before->move);
	if (a->w->pos.at[goal] == a->man && rules_has(rules_sight[goal].king, a->square) &&
	    sense_shows(a->view->sense, goal, a->man))
		offer(a, READ_ON_THE_LINE, a->stay_ms);
}

/* --- men of the side to move --- */

static bool is_castling_square(rules_move move, rules_square square)
{
	return square == read_goal(move) || square == read_rook_goal(move);
}

/* Is the square a goal of one of these men, or on the way to one? */
static bool is_on_the_way(const struct asked *a, const struct rules_moves *moves, rules_set men)
{
	for (size_t i = 0; i < moves->count; i++) {
		rules_move move = moves->move[i];
		rules_square from = rules_from(move);

		if (rules_is_castling(move)) {
			if (is_castling_square(move, a->square))
				return true;
			continue;
		}
		if (rules_has(men, from) &&
		    (rules_to(move) == a->square ||
		     rules_has(rules_between(from, rules_to(move)), a->square)))
			return true;
	}
	return false;
}

/* The king gone to castle, the pawn on the last rank, or beside the pawn it takes in passing. */
static bool is_half_done(const struct asked *a, const struct rules_moves *moves)
{
	enum rules_kind kind = rules_kind_of(a->man);

	if (kind == RULES_PAWN && (rules_rank_of(a->square) == 0 || rules_rank_of(a->square) == 7))
		return true;
	for (size_t i = 0; i < moves->count; i++) {
		rules_move move = moves->move[i];

		if (kind == RULES_KING && rules_is_castling(move) && read_goal(move) == a->square)
			return !sense_shows(a->view->sense, read_rook_goal(move),
					    a->w->pos.at[rules_to(move)]);
		if (kind == RULES_PAWN && rules_special_of(move) == RULES_EN_PASSANT &&
		    rules_to(move) == a->square && rules_has(a->off, rules_from(move)))
			return !rules_has(a->off, read_victim(&a->w->pos, move));
	}
	return false;
}

static void offer_own_lifted(struct asked *a, rules_set source)
{
	struct rules_moves moves;
	uint32_t seen_ms = a->view->sense->changed_ms[a->square];
	enum read_manner first = slides_on(a) ? READ_PASSING_ON : READ_PASSING;
	int32_t growth = read_passing_growth(a->stay_ms, a->scan_ms);
	int32_t cost = read_manner_row(first)->cost + growth;
	const struct read_ply *last = read_last_ply(a->w);
	enum rules_kind kind = rules_kind_of(a->man);
	rules_set men = source;
	int32_t early = 0;
	bool is_known;

	if (last && seen_ms < last->rest_ms)
		early = read_order_cost(a->view, last->rest_ms - seen_ms);
	cost += early;
	if (kind == RULES_KING || kind == RULES_ROOK) /* castling is a move of the king */
		men |= rules_men(&a->w->pos, (enum rules_color)a->w->pos.turn, RULES_KING);
	rules_legal_moves_between(&a->w->pos, men, rules_set_of(a->square), &moves);
	is_known = is_on_the_way(a, &moves, source);
	if (!is_known) { /* on the way to another square? */
		rules_legal_moves_between(&a->w->pos, men, RULES_ALL_SQUARES, &moves);
		is_known = is_on_the_way(a, &moves, source);
	}
	if (is_known) {
		offer_cost(a, first, cost);
	} else {
		offer_cost(a, READ_OFF_PATH,
			   cost + read_manner_row(READ_OFF_PATH)->cost -
				   read_manner_row(READ_PASSING)->cost);
		offer_cost(a, READ_MISPLACED, read_manner_row(READ_MISPLACED)->cost + early);
	}
	if (is_half_done(a, &moves))
		offer(a, READ_HALF_DONE, a->stay_ms);
}

/* Nobody of its kind is missing: it was pushed, or is a new piece. */
static void offer_own_extra(struct asked *a)
{
	enum rules_kind kind = rules_kind_of(a->man);
	rules_set men = rules_men(&a->w->pos, (enum rules_color)a->w->pos.turn, kind) & ~a->off;
	rules_set same = a->view->sense->seen.of_color[a->w->pos.turn] &
			 a->view->sense->seen.of_kind[kind] & a->differs & ~rules_set_of(a->square);
	struct rules_moves moves;

	rules_legal_moves_between(&a->w->pos, men, rules_set_of(a->square), &moves);
	for (size_t i = 0; i < moves.count && same == 0; i++)
		if (!rules_is_castling(moves.move[i]) && !rules_is_promotion(moves.move[i]))
			same = 1;
	if (same != 0)
		offer(a, READ_BEFORE_LIFT, a->stay_ms);
}

static void offer_new_piece(struct asked *a)
{
	enum rules_kind kind = rules_kind_of(a->man);
	rules_set pawns = rules_men(&a->w->pos, (enum rules_color)a->w->pos.turn, RULES_PAWN);
	int last = a->w->pos.turn == RULES_WHITE ? 7 : 0;
	struct rules_moves moves;

	if (kind == RULES_PAWN || kind == RULES_KING || rules_rank_of(a->square) != last)
		return;
	rules_legal_moves_between(&a->w->pos, pawns, rules_set_of(a->square), &moves);
	for (size_t i = 0; i < moves.count; i++) {
		if (!rules_is_promotion(moves.move[i]))
			continue;
		if (rules_has(a->off, rules_from(moves.move[i])))
			offer_cost(a, READ_NEW_PIECE_HELD,
				   read_manner_row(READ_NEW_PIECE_HELD)->cost +
					   read_passing_growth(a->stay_ms, a->scan_ms));
		else
			offer(a, READ_NEW_PIECE_FIRST, a->stay_ms);
	}
}

/* --- men of the other side --- */

static void offer_enemy(struct asked *a, rules_set source)
{
	const struct read_ply *last = read_last_ply(a->w);
	bool is_last = last && source == rules_set_of(read_goal(last->move));

	if (source == 0)
		return;
	if ((source & a->w->prey) != 0 && !is_last)
		offer(a, READ_DRAGGED, a->stay_ms);
	/* The last mover gone on is better explained by a world in which it had not stopped. */
	offer_cost(a, READ_ENEMY_ELSEWHERE,
		   read_manner_cost(READ_ENEMY_ELSEWHERE, a->stay_ms, a->scan_ms) +
			   (is_last ? 3 * READ_NAT : 0));
}

/* --- a board that sees no men --- */

static void bill_blind(struct asked *a)
{
	const struct read_ply *last = read_last_ply(a->w);
	rules_set own = a->off & a->w->pos.of_color[a->w->pos.turn];
	struct rules_moves moves;

	offer(a, READ_ENEMY_ELSEWHERE, a->stay_ms);
	if (own != 0)
		offer_cost(a, READ_PASSING,
			   read_manner_row(READ_PASSING)->cost +
				   read_passing_growth(a->stay_ms, a->scan_ms));
	if (last && last->taken != RULES_NO_PIECE && a->stay_ms < BRUSH_MS)
		offer(a, READ_BRUSHED, a->stay_ms);
	rules_legal_moves_between(&a->w->pos, a->w->movable, rules_set_of(a->square), &moves);
	if (moves.count > 0 && rules_to(moves.move[0]) == a->square)
		offer(a, READ_BEFORE_LIFT, a->stay_ms);
}

/* --- the squares --- */

static void bill_stranger(struct asked *a)
{
	rules_set source;

	a->manner = READ_ALIEN;
	a->cost = read_manner_row(READ_ALIEN)->cost;
	if (!a->view->sense->sees_men) {
		bill_blind(a);
		return;
	}
	source = a->off & rules_men(&a->w->pos, rules_color_of(a->man), rules_kind_of(a->man));
	offer_captured(a);
	offer_last_mover(a);
	offer_line(a, source);
	if (rules_color_of(a->man) != a->w->pos.turn) {
		offer_enemy(a, source);
		return;
	}
	if (source != 0)
		offer_own_lifted(a, source);
	offer_own_extra(a);
	offer_new_piece(a);
}

static struct asked ask(const struct read_view *view, struct read_world *w, rules_square square,
			rules_set differs)
{
	return (struct asked){
		.view = view,
		.w = w,
		.square = square,
		.man = view->sense->seen.at[square],
		.off = differs & rules_all_men(&w->pos),
		.differs = differs,
		.stay_ms = view->now_ms - view->sense->changed_ms[square],
		.scan_ms = view->sense->times.scan_ms,
	};
}

static enum read_manner missing_manner(const struct read_world *w, rules_square square)
{
	const struct read_ply *last = read_last_ply(w);

	if (rules_has(w->pos.of_color[w->pos.turn], square))
		return rules_has(w->movable, square) ? READ_OWN_OFF : READ_OWN_OFF_STUCK;
	if (rules_has(w->prey, square))
		return READ_PREY_OFF;
	if (last && square == read_goal(last->move))
		return READ_LAST_MOVER_OFF;
	return rules_kind_of(w->pos.at[square]) == RULES_KING ? READ_ENEMY_KING_OFF
							      : READ_ENEMY_OFF;
}

/* Men in the air beyond the one that moves and the one that is taken; castling has two. */
static int further_men(const struct read_world *w, rules_set off)
{
	rules_set own = off & w->pos.of_color[w->pos.turn];
	int mine = rules_count(own), theirs = rules_count(off & ~own);

	if ((own & w->pos.of_kind[RULES_KING]) != 0 && (own & w->pos.castling) != 0)
		mine--;
	return (mine > 1 ? mine - 1 : 0) + (theirs > 1 ? theirs - 1 : 0);
}

/* Three of these men off within half a second? */
static bool are_knocked(const struct read_view *view, rules_set off)
{
	if (rules_count(off) < 3)
		return false;
	for (rules_set first = off; first != 0;) {
		uint32_t begin_ms = view->sense->changed_ms[rules_take(&first)];
		int near = 0;

		for (rules_set men = off; men != 0;) {
			uint32_t ms = view->sense->changed_ms[rules_take(&men)];

			near += ms >= begin_ms && ms - begin_ms <= KNOCK_MS;
		}
		if (near >= 3)
			return true;
	}
	return false;
}

static int32_t note(struct read_bill *bill, rules_square square, enum read_manner manner,
		    int32_t cost)
{
	if (bill && bill->count < READ_CHARGES_MAX)
		bill->charge[bill->count++] = (struct read_charge){square, manner, cost};
	return cost;
}

/* Did a half-move of this world bring a man there? */
static bool is_goal(const struct read_world *w, rules_square square)
{
	for (unsigned i = 0; i < w->plies; i++)
		if (read_goal(w->ply[i].move) == square)
			return true;
	return false;
}

static int32_t bill_missing(const struct read_view *view, const struct read_world *w, rules_set off,
			    struct read_bill *bill)
{
	const struct read_ply *last = read_last_ply(w);
	uint32_t scans = 2 * view->sense->times.scan_ms;
	int32_t sum = 0;

	if (are_knocked(view, off))
		return note(bill, RULES_NO_SQUARE, READ_KNOCKED,
			    read_manner_row(READ_KNOCKED)->cost);
	if (further_men(w, off) > 0)
		sum += note(bill, RULES_NO_SQUARE, READ_FURTHER_OFF,
			    further_men(w, off) * read_manner_row(READ_FURTHER_OFF)->cost);
	while (off != 0) {
		rules_square square = rules_take(&off);
		enum read_manner manner = missing_manner(w, square);

		sum += note(bill, square, manner,
			    read_manner_cost(manner, view->now_ms - view->sense->changed_ms[square],
					     view->sense->times.scan_ms));
		if (last && view->sense->changed_ms[square] + scans < last->rest_ms &&
		    (last->how != READ_HOW_INFERRED || is_goal(w, square)))
			sum += note(bill, square, READ_LONG_GONE,
				    read_manner_cost(READ_LONG_GONE,
						     view->now_ms > last->rest_ms
							     ? view->now_ms - last->rest_ms
							     : 0,
						     view->sense->times.scan_ms));
	}
	return sum;
}

rules_set read_differs(const struct read_view *view, const struct read_world *w)
{
	rules_set differs = sense_differs(view->sense, &w->pos);

	for (unsigned i = w->plies > 3 ? w->plies - 3u : 0; i < w->plies && differs != 0; i++) {
		const struct read_ply *ply = &w->ply[i];
		rules_set squares = read_squares_left(ply->move) | read_squares_reached(ply->move);

		while (ply->how == READ_HOW_LOST && ply->born_ms >= view->board_ms &&
		       squares != 0) {
			rules_square square = rules_take(&squares);

			if (view->sense->changed_ms[square] <= ply->rest_ms)
				differs &= ~rules_set_of(square);
		}
	}
	return differs;
}

int32_t read_bill(const struct read_view *view, struct read_world *w, struct read_bill *ret_bill)
{
	rules_set differs = read_differs(view, w);
	rules_set off = differs & rules_all_men(&w->pos);
	rules_set strangers = differs & rules_all_men(&view->sense->seen);
	int32_t sum = 0;

	if (ret_bill)
		ret_bill->count = 0;
	if (differs == 0)
		return 0;
	read_world_sets(w);
	if (off != 0)
		sum += bill_missing(view, w, off, ret_bill);
	while (strangers != 0) {
		struct asked a = ask(view, w, rules_take(&strangers), differs);

		bill_stranger(&a);
		sum += note(ret_bill, a.square, a.manner, a.cost);
	}
	return sum;
}

int32_t read_early_press_cost(uint32_t late_ms)
{
	int32_t low = read_manner_row(READ_PRESS_EARLY)->cost;
	int32_t high = read_manner_row(READ_PRESS_FOR_NOTHING)->cost;

	if (late_ms <= EARLY_FREE_MS)
		return low;
	late_ms -= EARLY_FREE_MS;
	return late_ms >= EARLY_MS ? high : low + (high - low) * (int32_t)late_ms / EARLY_MS;
}

int32_t read_bill_early_press(const struct read_view *view, const struct read_world *w)
{
	return w->has_early ? read_early_press_cost(view->now_ms - w->early_ms) : 0;
}

/* --- for good --- */

static enum read_manner back_manner(const struct read_world *w, const struct sense_change *change)
{
	const struct read_ply *last = read_last_ply(w);

	if (change->is_noise)
		return READ_BACK_NOISE;
	if (rules_has(w->pos.of_color[w->pos.turn], change->square))
		return READ_BACK_OWN;
	return last && change->square == read_goal(last->move) ? READ_BACK_LAST_MOVER
							       : READ_BACK_ENEMY;
}

int32_t read_freeze(const struct read_view *view, struct read_world *w,
		    const struct sense_change *change, bool is_knocked)
{
	rules_piece man = w->pos.at[change->square];
	rules_piece appears = sense_appears(view->sense, man);
	struct asked a;

	if (change->was != RULES_NO_PIECE && change->was != appears) {
		read_world_sets(w);
		a = ask(view, w, change->square, sense_differs(view->sense, &w->pos));
		bill_stranger(&a);
		if (view->sense->sees_men && rules_color_of(change->was) == w->pos.turn)
			w->slid_ms = view->now_ms;
		return a.cost;
	}
	if (change->was == RULES_NO_PIECE && man != RULES_NO_PIECE && change->is == appears)
		return read_manner_row(is_knocked ? READ_BACK_KNOCKED : back_manner(w, change))
			->cost;
	return 0;
}
