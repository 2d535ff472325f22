/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/attacks.h"
#include "touchmove/hands.h"
#include "touchmove/settle.h"

/* How long a man seen twice is waited for: nothing else happened, so only he can have moved. */
static uint64_t slide_ms(const struct touch_settle *settle, size_t i, uint32_t scan_ms)
{
	uint64_t noise = touch_noise_ms(scan_ms);
	size_t behind = i + 1;

	while (settle->late_ms > 0 && behind < settle->count &&
	       settle->queue[behind].type == TOUCH_EV_PRESSED)
		behind++;
	return behind == settle->count && settle->slide_ms > noise ? settle->slide_ms : noise;
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

/* The piece field of a waiting lift says what stood there; RULES_NO_PIECE: it is sure. */
static bool is_noise(const struct touch_settle *settle, const struct touch_event *event,
		     uint32_t scan_ms, int *ret_lift)
{
	int i = newest_on(settle, event->square);

	*ret_lift = i;
	return event->type == TOUCH_EV_PLACED && i >= 0 &&
	       settle->queue[i].type == TOUCH_EV_LIFTED && settle->queue[i].piece == event->piece &&
	       event->at_ms - settle->queue[i].at_ms <= touch_noise_ms(scan_ms);
}

/* A man seen on another square has been lifted; only one such lift can be meant. */
static void confirm_lift_of(struct touch_settle *settle, const struct touch_event *event)
{
	int found = -1;

	for (int i = 0; i < settle->count; i++) {
		if (settle->queue[i].type != TOUCH_EV_LIFTED ||
		    settle->queue[i].piece != event->piece)
			continue;
		if (found >= 0)
			return;
		found = i;
	}
	if (found >= 0)
		settle->queue[found].piece = RULES_NO_PIECE;
}

/* Side by side or in one line. */
static bool can_slide(rules_square from, rules_square to)
{
	return rules_has(rules_sight[from].king, to) || rules_between(from, to) != 0;
}

static bool is_others_press(const struct touch_event *placed, const struct touch_event *event)
{
	return placed->type == TOUCH_EV_PLACED && event->type == TOUCH_EV_PRESSED &&
	       event->color != rules_color_of(placed->piece);
}

/* The event so many places before this one, taken out already or not. */
static const struct touch_event *look_back(const struct touch_settle *settle, size_t i, size_t by)
{
	if (by <= i)
		return &settle->queue[i - by];
	return by - i <= TOUCH_LOOK_BACK ? &settle->last[by - i - 1] : NULL;
}

static bool is_on_board(const struct touch_event *event)
{
	return event->type == TOUCH_EV_LIFTED || event->type == TOUCH_EV_PLACED;
}

/*
 * This man may be one that was put down just before, seen on two squares at
 * once: where he was put down, or NULL. The other player's press is left out, it
 * says nothing about this hand.
 */
static const struct touch_event *seen_before(const struct touch_settle *settle, size_t i)
{
	const struct touch_event *event = &settle->queue[i], *before;
	rules_set between = 0;
	size_t others = 0;

	if (event->type != TOUCH_EV_PLACED)
		return NULL;
	for (size_t by = 1; (before = look_back(settle, i, by)) && others < TOUCH_LOOK_BACK; by++) {
		if (is_others_press(event, before))
			continue;
		if (!is_on_board(before) || rules_has(between, before->square))
			return NULL;
		if (before->type == TOUCH_EV_PLACED && before->piece == event->piece)
			return before->square != event->square ? before : NULL;
		between |= rules_set_of(before->square);
		others++;
	}
	return NULL;
}

/* Where the lift belongs that shows a man to have been slid, or -1. */
static int slid_before(const struct touch_settle *settle, const struct touch_event *event,
		       uint32_t scan_ms)
{
	if (event->type != TOUCH_EV_LIFTED)
		return -1;
	for (int i = settle->count - 1; i >= 0; i--) {
		const struct touch_event *before = seen_before(settle, (size_t)i);

		if (before && before->square == event->square &&
		    event->at_ms - settle->queue[i].at_ms <= slide_ms(settle, (size_t)i, scan_ms))
			return i;
	}
	return -1;
}

static void insert_lift(struct touch_settle *settle, size_t i, const struct touch_event *lift)
{
	memmove(&settle->queue[i + 1], &settle->queue[i],
		(settle->count - i) * sizeof(settle->queue[0]));
	settle->count++;
	settle->queue[i] = *lift;
	settle->queue[i].at_ms = settle->queue[i + 1].at_ms;
	settle->queue[i].piece = RULES_NO_PIECE;
}

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
	return kind != RULES_KNIGHT && can_slide(from, to);
}

/* A press behind the way of a man of that player: lifted, put down elsewhere, pressed. */
static bool ends_slide(const struct touch_settle *settle, size_t i)
{
	const struct touch_event *press = &settle->queue[i], *placed = look_back(settle, i, 1),
				 *lifted = look_back(settle, i, 2);

	return settle->late_ms > 0 && press->type == TOUCH_EV_PRESSED &&
	       placed->type == TOUCH_EV_PLACED && lifted->type == TOUCH_EV_LIFTED &&
	       rules_color_of(placed->piece) == press->color &&
	       may_go_on(placed->piece, lifted->square, placed->square);
}

/* The man at whose last square the press was seen is further on: the place of the press, or -1. */
static int press_before(const struct touch_settle *settle, const struct touch_event *event)
{
	const struct touch_event *press, *lift, *placed;
	size_t i;

	if (settle->count < 2 || event->type != TOUCH_EV_PLACED)
		return -1;
	i = settle->count - 2u;
	if (!ends_slide(settle, i))
		return -1;
	press = &settle->queue[i];
	lift = &settle->queue[i + 1];
	placed = look_back(settle, i, 1);
	return lift->type == TOUCH_EV_LIFTED && lift->square == placed->square &&
			       event->piece == placed->piece &&
			       event->at_ms - press->at_ms <= settle->late_ms &&
			       rules_has(rules_between(look_back(settle, i, 2)->square,
						       event->square),
					 placed->square)
		       ? (int)i
		       : -1;
}

/* Lift, place, press instead of press, lift, place. */
static void press_last(struct touch_settle *settle, size_t i, const struct touch_event *placed)
{
	struct touch_event press = settle->queue[i];

	press.at_ms = placed->at_ms;
	settle->queue[i] = settle->queue[i + 1];
	settle->queue[i].piece = RULES_NO_PIECE;
	settle->queue[i + 1] = *placed;
	settle->queue[settle->count++] = press;
}

bool touch_settle_add(struct touch_settle *settle, const struct touch_event *event,
		      uint32_t scan_ms)
{
	int lift, slid, press;

	if (is_noise(settle, event, scan_ms, &lift)) {
		drop(settle, (size_t)lift);
		return true;
	}
	if (settle->count == TOUCH_QUEUE_MAX)
		return false;
	slid = slid_before(settle, event, scan_ms);
	if (slid >= 0) {
		insert_lift(settle, (size_t)slid, event);
		return true;
	}
	press = press_before(settle, event);
	if (press >= 0) {
		press_last(settle, (size_t)press, event);
		return true;
	}
	if (event->type == TOUCH_EV_PLACED)
		confirm_lift_of(settle, event);
	settle->queue[settle->count++] = *event;
	return true;
}

/* Nothing has come behind the press at the front but the lift that may be of a slide. */
static bool waits_for_slide(const struct touch_settle *settle)
{
	const struct touch_event *next = &settle->queue[1];

	return settle->count == 1 || (settle->count == 2 && next->type == TOUCH_EV_LIFTED &&
				      next->square == settle->last[0].square);
}

/* When the event at the front is sure. */
static uint64_t sure_at(const struct touch_settle *settle, uint32_t scan_ms)
{
	const struct touch_event *event = &settle->queue[0];

	if (event->type == TOUCH_EV_LIFTED && event->piece != RULES_NO_PIECE)
		return event->at_ms + touch_noise_ms(scan_ms);
	if (seen_before(settle, 0))
		return event->at_ms + slide_ms(settle, 0, scan_ms);
	if (ends_slide(settle, 0) && waits_for_slide(settle))
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
