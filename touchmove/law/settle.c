/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "rules-core/attacks.h"
#include "touchmove/law/hands.h"
#include "touchmove/law/settle.h"

/* How long a man is waited for who is missed nowhere. */
static uint64_t slide_ms(const struct touch_settle *settle, uint32_t scan_ms)
{
	uint64_t wait = touch_noise_ms(scan_ms);

	wait = settle->slide_ms > wait ? settle->slide_ms : wait;
	return settle->late_ms > wait ? settle->late_ms : wait;
}

static void drop(struct touch_settle *settle, size_t i)
{
	memmove(&settle->queue[i], &settle->queue[i + 1],
		(settle->count - i - 1) * sizeof(settle->queue[0]));
	settle->count--;
}

/* The newest event on this square that still waits, or -1. */
static int newest_on(const struct touch_settle *settle, rules_square square)
{
	for (int i = settle->count - 1; i >= 0; i--) {
		const struct touch_event *event = &settle->queue[i];

		if ((event->type == TOUCH_EV_LIFTED || event->type == TOUCH_EV_PLACED) &&
		    event->square == square)
			return i;
	}
	return -1;
}

static bool is_noise(const struct touch_settle *settle, const struct touch_event *event,
		     uint32_t scan_ms, int *ret_lift)
{
	int i = newest_on(settle, event->square);

	*ret_lift = i;
	return event->type == TOUCH_EV_PLACED && i >= 0 &&
	       settle->queue[i].type == TOUCH_EV_LIFTED && !settle->queue[i].is_sure &&
	       settle->queue[i].piece == event->piece &&
	       event->at_ms - settle->queue[i].at_ms <= touch_noise_ms(scan_ms);
}

/* A man seen on another square has been lifted; only one such lift can be meant. */
static void confirm_lift_of(struct touch_settle *settle, const struct touch_event *event)
{
	int found = -1;

	for (int i = 0; i < settle->count; i++) {
		if (settle->queue[i].type != TOUCH_EV_LIFTED || settle->queue[i].is_sure ||
		    settle->queue[i].piece != event->piece)
			continue;
		if (found >= 0)
			return;
		found = i;
	}
	if (found >= 0)
		settle->queue[found].is_sure = true;
}

/* Side by side or in one line; a knight leaps. */
static bool can_slide(rules_piece piece, rules_square from, rules_square to)
{
	bool is_knight = rules_kind_of(piece) == RULES_KNIGHT;

	return rules_has(rules_sight[from].king, to) ||
	       (is_knight ? rules_has(rules_sight[from].knight, to) : rules_between(from, to) != 0);
}

/* One step ahead, or two in its file. */
static bool can_push(enum rules_color color, rules_square from, rules_square to)
{
	int ahead = rules_rank_of(to) - rules_rank_of(from);
	int aside = abs(rules_file_of(to) - rules_file_of(from));

	ahead = color == RULES_WHITE ? ahead : -ahead;
	return (ahead == 1 && aside <= 1) || (ahead == 2 && aside == 0);
}

static bool is_on_board(const struct touch_event *event)
{
	return event->type == TOUCH_EV_LIFTED || event->type == TOUCH_EV_PLACED;
}

static bool is_others_press(const struct touch_event *placed, const struct touch_event *event)
{
	return placed->type == TOUCH_EV_PLACED && event->type == TOUCH_EV_PRESSED &&
	       event->color != rules_color_of(placed->piece);
}

/* The event so many places before this one, taken out already or not. */
static const struct touch_event *look_back(const struct touch_settle *settle, size_t i, size_t by)
{
	return by <= i ? &settle->queue[i - by] : &settle->last[by - i - 1];
}

/* --- a man too many --- */

/*
 * This man, seen where none of his kind was missed, may have come from that
 * square. A pawn that was captured may be carried past while another flickers:
 * where that one could not go, it is not him.
 */
static bool may_come_from(const struct touch_settle *settle, const struct touch_event *seen,
			  const struct touch_event *lift, uint32_t scan_ms)
{
	if (settle->late_ms == 0 && seen->extra == TOUCH_EXTRA_CAPTURED &&
	    rules_kind_of(seen->piece) == RULES_PAWN &&
	    !can_push(rules_color_of(seen->piece), lift->square, seen->square))
		return false;
	return seen->type == TOUCH_EV_PLACED && seen->extra != TOUCH_EXTRA_NOT &&
	       seen->piece == lift->piece && seen->square != lift->square &&
	       lift->at_ms - seen->at_ms <= slide_ms(settle, scan_ms) &&
	       can_slide(seen->piece, lift->square, seen->square);
}

static bool is_nearer(rules_square a, rules_square b, rules_square to)
{
	return (rules_between(b, to) & rules_set_of(a)) != 0 ||
	       (rules_has(rules_sight[to].king, a) && !rules_has(rules_sight[to].king, b));
}

/*
 * The man missed on this square now is one that was seen further on: his place,
 * or -1. Of several the next one: the board may show them in any order. They are
 * behind where he was seen on this square, so ret_first is where he went on.
 */
static int seen_further(const struct touch_settle *settle, const struct touch_event *lift,
			uint32_t scan_ms, size_t *ret_first)
{
	int found = -1;

	for (int i = newest_on(settle, lift->square) + 1; i < settle->count; i++) {
		if (!may_come_from(settle, &settle->queue[i], lift, scan_ms))
			continue;
		if (found < 0)
			*ret_first = (size_t)i;
		if (found < 0 ||
		    is_nearer(settle->queue[i].square, settle->queue[found].square, lift->square))
			found = i;
	}
	return found;
}

static void insert(struct touch_settle *settle, size_t i, const struct touch_event *event)
{
	memmove(&settle->queue[i + 1], &settle->queue[i],
		(settle->count - i) * sizeof(settle->queue[0]));
	settle->count++;
	settle->queue[i] = *event;
}

/* The lift, then where he was seen: in the place of the first that was seen of him. */
static void put_in_order(struct touch_settle *settle, size_t first, size_t seen,
			 const struct touch_event *lift)
{
	struct touch_event lifted = *lift, placed = settle->queue[seen];

	placed.at_ms = lifted.at_ms = settle->queue[first].at_ms;
	drop(settle, seen);
	placed.extra = TOUCH_EXTRA_NOT;
	lifted.is_sure = true;
	insert(settle, first, &placed);
	insert(settle, first, &lifted);
}

/*
 * A man goes again from where he was seen, and others came and went meanwhile:
 * he was carried past. So was one who may have been captured, where times are true.
 */
static void let_pass(struct touch_settle *settle, const struct touch_event *event)
{
	for (size_t i = 0; i < settle->count; i++) {
		struct touch_event *seen = &settle->queue[i];
		bool is_gone = newest_on(settle, seen->square) != (int)i, has_others = false;

		if (seen->type != TOUCH_EV_PLACED || seen->extra == TOUCH_EXTRA_NOT)
			continue;
		is_gone |= event->type == TOUCH_EV_LIFTED && event->square == seen->square;
		has_others = event->piece != seen->piece ||
			     (settle->late_ms == 0 && seen->extra == TOUCH_EXTRA_CAPTURED);
		for (size_t k = i + 1; k < settle->count; k++)
			has_others |= is_on_board(&settle->queue[k]) &&
				      settle->queue[k].piece != seen->piece;
		if (is_gone && has_others)
			seen->extra = TOUCH_EXTRA_NOT;
	}
}

/* The lift of a man seen further on goes before that. */
static bool put_before(struct touch_settle *settle, const struct touch_event *lift,
		       uint32_t scan_ms)
{
	size_t first = 0;
	int seen = seen_further(settle, lift, scan_ms, &first);

	if (seen >= 0)
		put_in_order(settle, first, (size_t)seen, lift);
	return seen >= 0;
}

/* A pawn goes from where it can be promoted: the man too many beyond it is the new piece. */
static void has_promoted(struct touch_settle *settle, const struct touch_event *lift)
{
	enum rules_color color = rules_color_of(lift->piece);
	rules_set goals = rules_rank_set(color == RULES_WHITE ? 7 : 0);

	if (rules_kind_of(lift->piece) != RULES_PAWN)
		return;
	goals &= rules_sight[lift->square].king;
	for (size_t i = 0; i < settle->count; i++) {
		struct touch_event *placed = &settle->queue[i];

		if (placed->type == TOUCH_EV_PLACED && rules_has(goals, placed->square) &&
		    rules_color_of(placed->piece) == color)
			placed->extra = TOUCH_EXTRA_NOT;
	}
}

/*
 * Another man comes where he stood. Is it the one he has just taken, he is
 * missed there only now; otherwise he was taken there himself, and seen on his
 * way off before.
 */
static void take_there(struct touch_settle *settle, const struct touch_event *placed,
		       uint32_t scan_ms)
{
	struct touch_event lift = *placed, last = *placed;
	size_t first = 0;
	int i;

	lift.type = TOUCH_EV_LIFTED;
	lift.piece = placed->taken;
	i = seen_further(settle, &lift, scan_ms, &first);
	if (i >= 0 && settle->queue[i].taken == placed->piece) {
		put_in_order(settle, first, (size_t)i, &lift);
		last.taken = RULES_NO_PIECE;
	} else if (i >= 0) {
		last = settle->queue[i];
		last.at_ms = placed->at_ms;
		last.extra = TOUCH_EXTRA_NOT;
		drop(settle, (size_t)i);
		settle->queue[settle->count++] = *placed;
	}
	settle->queue[settle->count++] = last;
}

/* --- a press before the last square --- */

/* May a man put down here go on in his line? A pawn only by a double step, a king to castle. */
static bool may_go_on(rules_piece piece, rules_square from, rules_square to)
{
	enum rules_kind kind = rules_kind_of(piece);
	int step = to - from;

	if (kind == RULES_PAWN)
		return (step == 8 || step == -8) &&
		       rules_rank_of(from) == (rules_color_of(piece) == RULES_WHITE ? 1 : 6);
	if (kind == RULES_KING)
		return step == 1 || step == -1;
	return kind != RULES_KNIGHT && can_slide(piece, from, to);
}

/* A press behind the way of a man of that player who might go on. */
static bool ends_slide(const struct touch_settle *settle, size_t i)
{
	const struct touch_event *press = &settle->queue[i], *placed = look_back(settle, i, 1),
				 *lifted = look_back(settle, i, 2);

	return settle->late_ms > 0 && press->type == TOUCH_EV_PRESSED &&
	       placed->type == TOUCH_EV_PLACED && lifted->type == TOUCH_EV_LIFTED &&
	       rules_color_of(placed->piece) == press->color &&
	       may_go_on(placed->piece, lifted->square, placed->square);
}

/* The man at whose last square the press at i was seen is further on. */
static bool goes_on(const struct touch_settle *settle, size_t i)
{
	const struct touch_event *press = &settle->queue[i], *lift = press + 1, *next = press + 2;
	const struct touch_event *placed = look_back(settle, i, 1);
	rules_square from = look_back(settle, i, 2)->square;

	if (lift->type != TOUCH_EV_LIFTED || lift->square != placed->square ||
	    next->type != TOUCH_EV_PLACED || next->piece != placed->piece ||
	    next->square == placed->square || next->at_ms - press->at_ms > settle->late_ms)
		return false;
	if (next->taken != RULES_NO_PIECE)
		return rules_color_of(next->taken) != press->color;
	return rules_has(rules_between(from, next->square), placed->square);
}

/* Lift, place, press instead of press, lift, place. */
static void put_press_last(struct touch_settle *settle)
{
	for (size_t i = 0; i + 2 < settle->count; i++) {
		struct touch_event press = settle->queue[i];

		if (!ends_slide(settle, i) || !goes_on(settle, i))
			continue;
		press.at_ms = settle->queue[i + 2].at_ms;
		settle->queue[i] = settle->queue[i + 1];
		settle->queue[i].is_sure = true;
		settle->queue[i + 1] = settle->queue[i + 2];
		settle->queue[i + 2] = press;
	}
}

bool touch_settle_add(struct touch_settle *settle, const struct touch_event *event,
		      uint32_t scan_ms)
{
	int lift;

	if (is_noise(settle, event, scan_ms, &lift)) {
		drop(settle, (size_t)lift);
		return true;
	}
	if (settle->count + 2 > TOUCH_QUEUE_MAX)
		return false;
	let_pass(settle, event);
	if (event->type == TOUCH_EV_PLACED)
		confirm_lift_of(settle, event);
	if (event->type == TOUCH_EV_LIFTED)
		has_promoted(settle, event);
	if (event->type == TOUCH_EV_PLACED && event->taken != RULES_NO_PIECE)
		take_there(settle, event, scan_ms);
	else if (event->type != TOUCH_EV_LIFTED || !put_before(settle, event, scan_ms))
		settle->queue[settle->count++] = *event;
	put_press_last(settle);
	return true;
}

/* Nothing has come behind the press at the front but what may be the rest of the move. */
static bool waits_for_rest(const struct touch_settle *settle)
{
	const struct touch_event *next = &settle->queue[1], *placed = &settle->last[0];

	if (settle->count > 2)
		return false;
	return settle->count == 1 ||
	       (next->type == TOUCH_EV_LIFTED && next->square == placed->square) ||
	       (next->type == TOUCH_EV_PLACED && next->extra != TOUCH_EXTRA_NOT &&
		next->piece == placed->piece);
}

/* When the event at the front is sure. */
static uint64_t sure_at(const struct touch_settle *settle, uint32_t scan_ms)
{
	const struct touch_event *event = &settle->queue[0];

	if (event->type == TOUCH_EV_LIFTED && !event->is_sure)
		return event->at_ms + touch_noise_ms(scan_ms);
	if (event->type == TOUCH_EV_PLACED && event->extra != TOUCH_EXTRA_NOT)
		return event->at_ms + slide_ms(settle, scan_ms);
	if (ends_slide(settle, 0) && waits_for_rest(settle))
		return event->at_ms + settle->late_ms;
	return event->at_ms;
}

uint64_t touch_settle_deadline(const struct touch_settle *settle, uint32_t scan_ms)
{
	return settle->count == 0 ? UINT64_MAX : sure_at(settle, scan_ms);
}

bool touch_settle_take(struct touch_settle *settle, uint64_t now_ms, bool forced, uint32_t scan_ms,
		       struct touch_event *ret)
{
	if (settle->count == 0 || (!forced && sure_at(settle, scan_ms) > now_ms))
		return false;
	*ret = settle->queue[0];
	if (!is_others_press(&settle->last[0], ret)) {
		memmove(&settle->last[1], &settle->last[0],
			(TOUCH_LOOK_BACK - 1) * sizeof(settle->last[0]));
		settle->last[0] = *ret;
	}
	drop(settle, 0);
	return true;
}
