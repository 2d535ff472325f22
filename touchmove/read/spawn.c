/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/spawn.h"

#include "rules-core/attacks.h"
#include "rules-core/movegen.h"

#define CHAIN_MAX     2 /* captures on one square of which only the last was seen */
#define LOST_AFTER_MS 20000
#define ABSENT_SCANS  4 /* an answer begun early is not absence */
#define AGAIN_SCANS   3 /* nobody releases, is answered and takes up again in less */
#define UNSEEN_SCANS  6 /* from a press to the captor on the square, with its travel */

static uint32_t later(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* When the last of its men came to rest, or was taken off. */
static uint32_t rest_as_seen(const struct read_view *view, rules_move move, rules_square victim,
			     enum read_how how)
{
	const uint32_t *changed = view->sense->changed_ms;
	uint32_t from_ms = changed[rules_from(move)], goal_ms = changed[read_goal(move)];

	if (victim != RULES_NO_SQUARE) /* en passant: another square */
		goal_ms = later(goal_ms, changed[victim]);

	switch (how) {
	case READ_HOW_SEEN: return later(from_ms, goal_ms);
	case READ_HOW_TWICE: return goal_ms;
	case READ_HOW_SWAPPED: return from_ms;
	case READ_HOW_CASTLED:
		return later(later(from_ms, goal_ms),
			     later(changed[rules_to(move)], changed[read_rook_goal(move)]));
	case READ_HOW_UNSEEN:
	case READ_HOW_LOST:
	case READ_HOW_INFERRED: break;
	}
	return view->now_ms;
}

/* When its men were seen where they went: however late they were missed where they came from. */
static uint32_t arrival_of(const struct read_view *view, const struct read_ply *ply)
{
	const uint32_t *changed = view->sense->changed_ms;
	uint32_t goal_ms = changed[read_goal(ply->move)];

	if (ply->how == READ_HOW_CASTLED)
		return later(goal_ms, changed[read_rook_goal(ply->move)]);
	return ply->how == READ_HOW_SEEN || ply->how == READ_HOW_TWICE ? goal_ms : ply->rest_ms;
}

/* A move first told by a whole board may well have been there at the press. */
static uint32_t rest_of(const struct read_view *view, const struct read_world *w, rules_move move,
			rules_square victim, enum read_how how)
{
	uint32_t rest_ms = rest_as_seen(view, move, victim, how);
	rules_set squares = rules_set_of(rules_from(move)) | rules_set_of(read_goal(move));

	if ((squares & view->dumped) != 0 && w->has_early && rest_ms > w->early_ms)
		return w->early_ms;
	return rest_ms;
}

/* --- what a half-move costs --- */

static int32_t order_cost(const struct read_view *view, const struct read_world *w,
			  uint32_t arrival_ms)
{
	int32_t at_once = read_manner_row(READ_AT_ONCE)->cost;
	uint32_t scan_ms = view->sense->times.scan_ms;
	uint32_t before_ms = 0;

	if (w->plies == 0)
		return 0;
	for (unsigned i = 0; i < w->plies; i++)
		before_ms = later(before_ms, w->ply[i].rest_ms);
	if (arrival_ms >= before_ms + scan_ms)
		return 0;
	if (arrival_ms >= before_ms)
		return at_once - at_once * (int32_t)(arrival_ms - before_ms) / (int32_t)scan_ms;
	return at_once + read_order_cost(view, before_ms - arrival_ms);
}

/* The man of a half-move had only just come there: less and less until three scans have passed. */
static int32_t again_cost(const struct read_view *view, const struct read_world *w, rules_move move,
			  uint32_t rest_ms)
{
	const struct read_ply *before = w->plies >= 2 ? &w->ply[w->plies - 2] : NULL;
	const struct read_manner_row *row = read_manner_row(READ_MOVED_AGAIN);
	uint32_t scan_ms = view->sense->times.scan_ms, since_ms;

	if (!before || before->how == READ_HOW_INFERRED ||
	    read_goal(before->move) != rules_from(move))
		return 0;
	since_ms = rest_ms > before->rest_ms ? rest_ms - before->rest_ms : 0;
	if (since_ms <= scan_ms)
		return row->cost;
	return since_ms >= AGAIN_SCANS * scan_ms
		       ? 0
		       : row->cost - row->cost * (int32_t)(since_ms - scan_ms) /
					     (int32_t)((AGAIN_SCANS - 1) * scan_ms);
}

/* Whether it was pressed, answered before the press, or never pressed. */
static int32_t press_cost(const struct read_view *view, const struct read_world *w,
			  struct read_world *child, uint32_t rest_ms)
{
	uint8_t color = w->pos.turn;
	bool has_other = false, has_own = false;
	int32_t cost = 0;

	if (!view->has_clock)
		return 0;
	if (w->has_early) { /* the press was for this move */
		child->has_early = false;
		child->unpressed_count = 0;
		return read_early_press_cost(rest_ms > w->early_ms ? rest_ms - w->early_ms : 0);
	}
	for (unsigned i = 0; i < w->unpressed_count; i++) {
		has_own |= w->unpressed[i] == color;
		has_other |= w->unpressed[i] != color;
	}
	if (has_own)
		cost += read_manner_row(READ_NEVER_PRESSED)->cost;
	else if (has_other)
		cost += read_manner_row(READ_ANSWERED_EARLY)->cost;
	child->unpressed_count = 0;
	if (has_other)
		child->unpressed[child->unpressed_count++] =
			(uint8_t)rules_opponent((enum rules_color)color);
	child->unpressed[child->unpressed_count++] = color;
	return cost;
}

/* A lost lift is billed elsewhere. */
static bool is_left_behind(const struct read_world *w, rules_square square, rules_piece man)
{
	for (unsigned i = 0; i < w->plies; i++) {
		const struct read_ply *ply = &w->ply[i];

		if (rules_has(read_squares_left(ply->move), square) &&
		    rules_color_of(man) == ply->color)
			return true;
	}
	return false;
}

/* A man on the line shows on two squares: the goal of a half-move and the one beside it. */
static bool is_image(const struct read_view *view, const struct read_world *w, rules_square square,
		     rules_piece man)
{
	for (unsigned i = w->plies > 2 ? w->plies - 2u : 0; i < w->plies; i++) {
		rules_square goal = read_goal(w->ply[i].move);

		if (w->ply[i].mover == man && rules_has(rules_sight[goal].king, square) &&
		    sense_shows(view->sense, goal, man))
			return true;
	}
	return false;
}

/* Playing on over a board that is wrong: charged again with each half-move. */
static int32_t stale_cost(const struct read_view *view, const struct read_world *child,
			  uint8_t color, uint32_t rest_ms)
{
	const struct sense *sense = view->sense;
	const struct read_ply *last = read_last_ply(child);
	rules_set differs = sense_differs(sense, &child->pos);
	int32_t cost = 0;

	if (last && last->how == READ_HOW_UNSEEN) /* that its man is not seen is paid for */
		differs &= ~read_squares_reached(last->move);
	while (differs != 0) {
		rules_square square = rules_take(&differs);
		rules_piece seen = sense->seen.at[square];

		if (sense->changed_ms[square] + 2 * sense->times.scan_ms >= rest_ms)
			continue;
		if (seen != RULES_NO_PIECE) {
			if (is_image(view, child, square, seen))
				cost += read_manner_row(READ_PLAYED_OVER_LINE)->cost;
			else if (!is_left_behind(child, square, seen))
				cost += read_manner_row(READ_PLAYED_OVER_MAN)->cost;
		} else if (rules_color_of(child->pos.at[square]) == color) {
			cost += read_manner_row(READ_PLAYED_OVER_GAP)->cost;
		}
	}
	return cost;
}

/* When a square became empty: it is so still, or was until a man came there. */
static bool emptied(const struct read_view *view, rules_square square, uint32_t *ret_ms)
{
	const struct sense *sense = view->sense;

	*ret_ms = sense->changed_ms[square];
	if (sense->seen.at[square] == RULES_NO_PIECE)
		return true;
	return sense->before[square] == RULES_NO_PIECE &&
	       read_events_lifted(view->events, square, ret_ms);
}

/*
 * Its man, or the one it takes, had been off the board since before the move it
 * answers: what was charged for that meanwhile is charged for good.
 */
static int32_t absence_cost(const struct read_view *view, const struct read_world *w,
			    rules_move move, rules_square victim, enum read_how how)
{
	const struct read_ply *last = read_last_ply(w);
	uint32_t scans = ABSENT_SCANS * view->sense->times.scan_ms, off_ms;
	int32_t price = read_manner_row(READ_LONG_GONE)->cost, cost = 0;

	if (!last || last->how > READ_HOW_SWAPPED || rules_is_castling(move))
		return 0;
	if (view->sense->seen.at[rules_from(move)] == RULES_NO_PIECE &&
	    emptied(view, rules_from(move), &off_ms) && off_ms + scans < last->rest_ms)
		cost += price;
	if (victim != RULES_NO_SQUARE && how != READ_HOW_SWAPPED &&
	    emptied(view, victim, &off_ms) && off_ms + scans < last->rest_ms)
		cost += price;
	return cost;
}

/* The child of a world by one more half-move; false: it cannot take another. */
static bool make_child(const struct read_view *view, const struct read_world *w, rules_move move,
		       enum read_how how, int32_t cost, struct read_world *ret)
{
	rules_square victim = read_victim(&w->pos, move);
	struct read_ply *ply;

	if (w->plies >= read_open_max(view->sense))
		return false;
	read_world_copy(ret, w);
	ret->has_sets = false;
	ply = &ret->ply[ret->plies++];
	*ply = (struct read_ply){
		.move = move,
		.how = (uint8_t)how,
		.color = w->pos.turn,
		.mover = w->pos.at[rules_from(move)],
		.taken = victim == RULES_NO_SQUARE ? RULES_NO_PIECE : w->pos.at[victim],
		.taken_on = victim,
		.event = view->events->count,
		.born_ms = view->now_ms,
		.rest_ms = rest_of(view, w, move, victim, how),
	};
	rules_apply(&ret->pos, move, NULL);
	ret->cost += cost;
	if (how == READ_HOW_INFERRED) { /* nobody knows what was pressed: perhaps not the last */
		ret->unpressed[0] = w->pos.turn;
		ret->unpressed_count = 1;
		ret->has_early = false;
		return true;
	}
	if (how != READ_HOW_UNSEEN && how != READ_HOW_LOST)
		ret->cost += absence_cost(view, w, move, victim, how);
	ret->cost += order_cost(view, w, arrival_of(view, ply)) +
		     again_cost(view, w, move, ply->rest_ms) +
		     press_cost(view, w, ret, ply->rest_ms) +
		     stale_cost(view, ret, w->pos.turn, ply->rest_ms);
	return true;
}

struct read_world *read_spawn_child(const struct read_view *view, const struct read_world *w,
				    rules_move move, enum read_how how, int32_t cost,
				    struct read_brood *brood)
{
	if (brood->count == READ_BROOD_MAX ||
	    !make_child(view, w, move, how, cost, &brood->world[brood->count])) {
		brood->is_full = true;
		return NULL;
	}
	return &brood->world[brood->count++];
}

/* --- which moves the board shows --- */

static bool fits_castling(const struct read_view *view, const struct read_world *w, rules_move move,
			  enum read_how *ret_how, int32_t *ret_cost)
{
	const struct sense *sense = view->sense;
	rules_square king = rules_from(move), rook = rules_to(move);
	rules_square goal = read_goal(move), rook_goal = read_rook_goal(move);
	bool stay_king = king == goal || king == rook_goal; /* Chess960 */
	bool stay_rook = rook == goal || rook == rook_goal;
	int parts = sense_shows(sense, goal, w->pos.at[king]) +
		    sense_shows(sense, rook_goal, w->pos.at[rook]) +
		    (stay_king || !sense_shows(sense, king, w->pos.at[king])) +
		    (stay_rook || !sense_shows(sense, rook, w->pos.at[rook]));
	uint32_t king_ms, rook_ms;

	if (parts < 3 || (parts == 3 && (!sense->sees_men || stay_king || stay_rook)))
		return false;
	*ret_how = parts == 4 ? READ_HOW_CASTLED : READ_HOW_LOST;
	*ret_cost = parts == 4 ? 0 : read_manner_row(READ_UPDATE_LOST)->cost;
	if (parts == 4 && read_events_lifted(view->events, rook, &rook_ms) &&
	    read_events_lifted(view->events, king, &king_ms) &&
	    rook_ms + sense->times.scan_ms < king_ms)
		*ret_cost = read_manner_row(READ_ROOK_FIRST)->cost;
	return true;
}

static rules_piece man_that_comes(const struct read_world *w, rules_move move)
{
	rules_piece mover = w->pos.at[rules_from(move)];

	return rules_is_promotion(move)
		       ? rules_piece_of(rules_color_of(mover), rules_promoted_to(move))
		       : mover;
}

/*
 * A board that sees no men shows no change where one is taken as its captor comes:
 * what it last saw there is how the captured man came.
 */
static bool is_swapped(const struct read_view *view, const struct read_world *w, rules_move move)
{
	const struct sense *sense = view->sense;
	const struct read_ply *last = read_last_ply(w);
	uint32_t to_ms = sense->changed_ms[rules_to(move)];

	if (sense->sees_men)
		return false;
	return to_ms + 2 * sense->times.scan_ms < sense->changed_ms[rules_from(move)] ||
	       (last && rules_has(read_squares_reached(last->move), rules_to(move)) &&
		to_ms <= last->rest_ms);
}

/* Of what nobody sees: nearly always a queen, and a knight where a queen is too much. */
static int32_t promotion_cost(rules_move move)
{
	enum rules_kind kind = rules_promoted_to(move);

	return kind == RULES_QUEEN ? 0 : (kind == RULES_KNIGHT ? 3 : 5) * READ_NAT;
}

/* Is every square of the move as it is after it? The man may still be seen where it left. */
static bool fits(const struct read_view *view, const struct read_world *w, rules_move move,
		 enum read_how *ret_how, int32_t *ret_cost)
{
	const struct sense *sense = view->sense;
	rules_square from = rules_from(move), to = rules_to(move);
	rules_square victim = read_victim(&w->pos, move);
	rules_piece mover = w->pos.at[from];

	if (rules_is_castling(move))
		return fits_castling(view, w, move, ret_how, ret_cost);
	if (!sense_shows(sense, to, man_that_comes(w, move)))
		return false;
	if (victim != RULES_NO_SQUARE && victim != to &&
	    sense_shows(sense, victim, w->pos.at[victim]))
		return false;
	*ret_how = READ_HOW_SEEN;
	*ret_cost = 0;
	if (sense_shows(sense, from, mover)) {
		if (!sense->sees_men || rules_is_promotion(move))
			return false;
		*ret_how = READ_HOW_TWICE;
		*ret_cost = read_manner_row(READ_BEFORE_LIFT)->cost;
	} else if (victim == to && is_swapped(view, w, move)) {
		*ret_how = READ_HOW_SWAPPED;
		*ret_cost = read_manner_row(READ_SWAPPED_UNSEEN)->cost;
	}
	if (sense->sees_men || !rules_is_promotion(move))
		return true;
	*ret_cost += promotion_cost(move);
	return !sense->only_queens || rules_promoted_to(move) == RULES_QUEEN;
}

static bool goes_through(const struct rules_position *pos, rules_move move, rules_set through)
{
	rules_set squares = rules_set_of(rules_from(move)) | rules_set_of(rules_to(move));
	rules_square victim = read_victim(pos, move);

	if (victim != RULES_NO_SQUARE)
		squares |= rules_set_of(victim);
	if (rules_is_castling(move))
		squares |= rules_set_of(read_goal(move)) | rules_set_of(read_rook_goal(move));
	return (squares & through) != 0;
}

/* --- captures on one square of which only the last was seen --- */

/* Can a man that has left its square take on this one, after the half-moves of the world? */
static bool has_captor(const struct read_view *view, const struct read_world *w,
		       rules_square square)
{
	rules_set gone = sense_differs(view->sense, &w->pos) & w->pos.of_color[w->pos.turn] &
			 ~rules_set_of(square);
	struct rules_moves moves;

	if (gone == 0)
		return false;
	rules_legal_moves_between(&w->pos, gone, rules_set_of(square), &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_has(gone, rules_from(moves.move[i])) && !rules_is_castling(moves.move[i]))
			return true;
	return false;
}

/*
 * Captured so soon that no scan has seen it. Pressed long before its captor came,
 * it stood there for all that time: then an update was lost.
 */
static int32_t unseen_cost(const struct read_view *view, const struct read_world *w,
			   enum read_manner manner)
{
	int32_t low = read_manner_row(manner)->cost;
	int32_t high = read_manner_row(READ_UPDATE_LOST)->cost;
	uint32_t scan_ms = view->sense->times.scan_ms;
	uint32_t stood_ms = w->has_early ? view->now_ms - w->early_ms : 0;

	if (stood_ms <= UNSEEN_SCANS * scan_ms)
		return low;
	stood_ms -= UNSEEN_SCANS * scan_ms;
	return stood_ms >= 4 * scan_ms
		       ? high
		       : low + (high - low) * (int32_t)stood_ms / (int32_t)(4 * scan_ms);
}

static void spawn_chain(const struct read_view *view, const struct read_world *w,
			rules_square square, unsigned links, unsigned depth,
			struct read_brood *brood)
{
	rules_set gone = sense_differs(view->sense, &w->pos) & w->pos.of_color[w->pos.turn];
	uint32_t since_ms = view->now_ms - view->sense->changed_ms[square];
	bool is_hidden = since_ms > 2 * view->sense->times.scan_ms;
	enum read_how how = is_hidden ? READ_HOW_UNSEEN : READ_HOW_SEEN;
	int32_t cost = is_hidden ? read_manner_row(READ_NEVER_SEEN)->cost / 2 : 0;
	struct read_world *child, unseen;
	struct rules_moves moves;

	rules_legal_moves_between(&w->pos, gone, rules_set_of(square), &moves);
	for (size_t i = 0; i < moves.count; i++) {
		rules_move move = moves.move[i];
		rules_square from = rules_from(move);

		if (rules_is_castling(move) || !rules_has(gone, from))
			continue;
		if (links > 0 && sense_shows(view->sense, square, man_that_comes(w, move))) {
			child = read_spawn_child(view, w, move, how, cost, brood);
			if (child && depth > 2)
				read_spawn(view, child, RULES_ALL_SQUARES, depth - 2, brood);
		}
		if (links >= CHAIN_MAX ||
		    (rules_is_promotion(move) && rules_promoted_to(move) != RULES_QUEEN))
			continue; /* a new piece that nobody saw was a queen */
		if (make_child(view, w, move, READ_HOW_UNSEEN,
			       unseen_cost(view, w, READ_NEVER_SEEN), &unseen) &&
		    has_captor(view, &unseen, square))
			spawn_chain(view, &unseen, square, links + 1, depth, brood);
	}
}

/* A pawn that went two squares and was taken in passing before a scan saw it. */
static void spawn_passed(const struct read_view *view, const struct read_world *w,
			 rules_square square, struct read_brood *brood)
{
	bool is_white = w->pos.turn == RULES_WHITE;
	int file = rules_file_of(square), rank = rules_rank_of(square);
	rules_set pawns = sense_differs(view->sense, &w->pos) &
			  rules_men(&w->pos, (enum rules_color)w->pos.turn, RULES_PAWN);
	rules_set passed;
	struct rules_moves moves;
	struct read_world unseen;

	if (rank != (is_white ? 2 : 5))
		return;
	pawns &= rules_set_of(rules_square_at(file, is_white ? 1 : 6));
	passed = rules_set_of(rules_square_at(file, is_white ? 3 : 4));
	rules_legal_moves_between(&w->pos, pawns, passed, &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_has(pawns, rules_from(moves.move[i])) &&
		    make_child(view, w, moves.move[i], READ_HOW_UNSEEN,
			       unseen_cost(view, w, READ_PASSED_UNSEEN), &unseen))
			read_spawn(view, &unseen, rules_set_of(square), 1, brood);
}

/*
 * Squares on which a man that has left may have taken one, and been taken by one
 * of the same kind that has left too: the square shows what it showed before.
 */
static rules_set hidden_goals(const struct read_view *view, const struct read_world *w,
			      rules_set differs)
{
	enum rules_color other = rules_opponent((enum rules_color)w->pos.turn);
	rules_set empty = differs & ~rules_all_men(&view->sense->seen);
	rules_set own = empty & w->pos.of_color[w->pos.turn],
		  theirs = empty & w->pos.of_color[other];
	rules_set same = 0, goals = 0;
	struct rules_moves moves;

	if (own == 0 || theirs == 0)
		return 0;
	for (int kind = 0; kind < RULES_KINDS; kind++)
		if ((theirs & w->pos.of_kind[kind]) != 0)
			same |= w->pos.of_color[other] & w->pos.of_kind[kind] & ~differs;
	if (same == 0)
		return 0;
	rules_legal_moves_between(&w->pos, own, same, &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (!rules_is_castling(moves.move[i]))
			goals |= rules_set_of(rules_to(moves.move[i])) & same;
	return goals;
}

static void spawn_chains(const struct read_view *view, const struct read_world *w,
			 rules_set differs, unsigned depth, struct read_brood *brood)
{
	const struct rules_position *seen = &view->sense->seen;
	rules_set goals = differs & seen->of_color[rules_opponent((enum rules_color)w->pos.turn)];

	if (rules_count(differs) >= 4)
		goals |= differs & seen->of_color[w->pos.turn];
	/* Somebody of the side to move has to have left for it. */
	if ((differs & w->pos.of_color[w->pos.turn]) == 0 || !view->sense->sees_men)
		return;
	goals |= hidden_goals(view, w, differs);
	while (goals != 0) {
		rules_square square = rules_take(&goals);

		spawn_chain(view, w, square, 0, depth, brood);
		if (depth > 1 && rules_kind_of(seen->at[square]) == RULES_PAWN)
			spawn_passed(view, w, square, brood);
	}
}

/* --- all of them --- */

/* Men that may have come to the squares that differ. */
static rules_set candidates(const struct read_view *view, const struct read_world *w,
			    rules_set differs)
{
	rules_set own = w->pos.of_color[w->pos.turn];

	if (!view->sense->sees_men)
		return own & (differs | w->pos.of_kind[RULES_KING]);
	return own;
}

void read_spawn(const struct read_view *view, const struct read_world *w, rules_set through,
		unsigned depth, struct read_brood *brood)
{
	const struct sense *sense = view->sense;
	rules_set differs = sense_differs(sense, &w->pos);
	rules_set goals = differs & sense->seen.of_color[w->pos.turn];
	struct rules_moves moves;

	if (!sense->sees_men)
		goals = differs != 0 ? rules_all_men(&sense->seen) : 0;
	if (goals != 0) {
		rules_legal_moves_between(&w->pos, candidates(view, w, differs), goals, &moves);
		for (size_t i = 0; i < moves.count; i++) {
			rules_move move = moves.move[i];
			struct read_world *child;
			enum read_how how;
			int32_t cost;

			if (!goes_through(&w->pos, move, through) ||
			    !fits(view, w, move, &how, &cost))
				continue;
			child = read_spawn_child(view, w, move, how, cost, brood);
			if (child && depth > 1)
				read_spawn(view, child, RULES_ALL_SQUARES, depth - 1, brood);
		}
	}
	spawn_chains(view, w, differs, depth, brood);
}

/* --- updates that never came --- */

void read_spawn_lost_place(const struct read_view *view, const struct read_world *w,
			   rules_square square, struct read_brood *brood)
{
	rules_set gone = sense_differs(view->sense, &w->pos) & w->pos.of_color[w->pos.turn];
	struct rules_moves moves;

	rules_legal_moves_between(&w->pos, gone, rules_set_of(square), &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_has(gone, rules_from(moves.move[i])) && !rules_is_castling(moves.move[i]))
			read_spawn_child(view, w, moves.move[i], READ_HOW_LOST,
					 read_manner_row(READ_UPDATE_LOST)->cost, brood);
}

void read_spawn_lost(const struct read_view *view, const struct read_world *w,
		     struct read_brood *brood)
{
	rules_set differs = sense_differs(view->sense, &w->pos);
	rules_set gone =
		differs & w->pos.of_color[w->pos.turn] & ~rules_all_men(&view->sense->seen);
	struct rules_moves moves;

	if (gone == 0)
		return;
	rules_legal_moves_between(&w->pos, gone, ~differs, &moves);
	for (size_t i = 0; i < moves.count; i++) {
		rules_move move = moves.move[i];
		uint32_t off_ms = view->now_ms - view->sense->changed_ms[rules_from(move)];
		struct read_world unseen;

		if (!rules_has(gone, rules_from(move)) || rules_is_castling(move) ||
		    rules_is_promotion(move) || off_ms >= LOST_AFTER_MS)
			continue;
		/* Alone it explains nothing: only its answer does. */
		if (make_child(view, w, move, READ_HOW_LOST,
			       read_manner_row(READ_UPDATE_LOST)->cost + READ_NAT, &unseen))
			read_spawn(view, &unseen, RULES_ALL_SQUARES, 2, brood);
	}
}
