/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/judge_private.h"

/*
 * How sure it is whose hand left what a press found (section 3 of the
 * procedure): observed only if no other hand could be meant, nothing of it has
 * changed since, and no update may be missing. Else it is presumed.
 */
#define OTHER_HAND_MS 1500

static bool is_near(uint64_t a_ms, uint64_t b_ms)
{
	return (a_ms > b_ms ? a_ms - b_ms : b_ms - a_ms) < OTHER_HAND_MS;
}

/* A man of the other player came or went; but one is taken as his captor comes. */
static bool is_of_other(const struct reader *then, const struct read_event *event,
			enum rules_color other)
{
	rules_piece now = then->sense.seen.at[event->square];

	if (event->is != RULES_NO_PIECE)
		return rules_color_of(event->is) == other;
	return rules_color_of(event->was) == other &&
	       (now == RULES_NO_PIECE || rules_color_of(now) == other);
}

/* Did the board show the other hand so near before the press? */
static bool has_other_before(const struct law *law, const struct reader *then)
{
	enum rules_color other = rules_opponent((enum rules_color)law->pressed.color);
	const struct read_events *events = &then->events;

	for (uint32_t i = events->count; i > read_events_first(events); i--) {
		const struct read_event *event = read_events_at(events, i - 1);

		if (!is_near(then->zero_ms + event->at_ms, law->pressed.at_ms))
			break;
		if (event->was == event->is || is_of_other(then, event, other))
			return true;
	}
	for (uint32_t i = 0; i < READ_PRESSES_MAX && i < then->presses; i++)
		if (then->press[i].color == other &&
		    is_near(then->zero_ms + then->press[i].at_ms, law->pressed.at_ms))
			return true;
	return false;
}

/* The other player presses, or a man of his comes or goes, so soon after the press. */
bool law_is_other_hand(const struct law *law, const struct law_input *in)
{
	rules_piece man = in->piece;
	struct reader then;

	if (!law->pressed.is || !is_near(in->at_ms, law->pressed.at_ms))
		return false;
	if (!in->is_press && man == RULES_NO_PIECE) {
		read_take_kept(&then, &law->pressed.reader);
		man = then.sense.seen.at[in->square];
	}
	return in->is_press || (man != RULES_NO_PIECE && rules_color_of(man) != law->pressed.color);
}

static bool has_other_since(const struct law *law)
{
	for (size_t i = 0; i < law->pressed.count; i++)
		if (law_is_other_hand(law, &law->pressed.input[i]))
			return true;
	return false;
}

/* Does what differed from the base still stand so? */
static bool stands_still(const struct law *law, const struct reader *then)
{
	rules_set wrong = sense_differs(&then->sense, &law->game.turn.base);

	while (wrong) {
		rules_square square = rules_take(&wrong);

		if (then->sense.seen.at[square] != law->reader.sense.seen.at[square])
			return false;
	}
	return true;
}

bool law_is_press_clear(const struct law *law)
{
	struct reader then;

	if (!law->pressed.is)
		return true; /* nothing has come since: it is judged as it comes */
	if (law->reader.wants_board && law_awaits_board(law))
		return false;
	law_reader_at_press(law, &then);
	return !has_other_before(law, &then) && !has_other_since(law) && stands_still(law, &then);
}
