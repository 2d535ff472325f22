/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/paper.h"

#include "daemon/stream/value.h"

int stream_time_left(const struct table *t, enum rules_color color)
{
	const struct board_side_time *side = &t->clock.side[table_side(t, color)];

	return side->hours * 3600 + side->minutes * 60 + side->seconds;
}

json_t *stream_seconds(const struct table *t, enum rules_color color)
{
	if (!t->has_clock || !t->clock.connected)
		return json_null();
	return json_integer(stream_time_left(t, color));
}

void stream_set_clock(json_t *to, const struct table *t)
{
	json_t *clock;

	if (!t->has_clock || !t->clock.connected) {
		stream_set(to, "clock", json_null());
		return;
	}
	clock = json_object();
	stream_set(clock, "white", stream_seconds(t, RULES_WHITE));
	stream_set(clock, "black", stream_seconds(t, RULES_BLACK));
	stream_set(to, "clock", clock);
}

/* Guidelines I.2: what is written on the envelope, but for the sealed move and the names. */
void stream_envelope(json_t *args, const struct table *t, enum rules_color color,
		     uint32_t early_minutes)
{
	const struct rules_position *pos = table_position(t);
	bool is_reply = touch_seals_reply(&t->law.game, color);
	json_t *clock;

	stream_set_color(args, "sealed_by", (uint8_t)color);
	stream_set_fen(args, pos);
	stream_set(args, "move_number", json_integer(pos->number));
	stream_set_clock(args, t);
	if (t->law.game.offer_stands)
		stream_set_color(args, "offer_by", t->law.game.offer_by);
	else
		stream_set_string(args, "offer_by", NULL);
	stream_set_string(args, "article",
			  touch_article(&t->config.rules,
					is_reply ? TOUCH_LAW_REPLY_SEALED : TOUCH_LAW_ENVELOPE));
	if (early_minutes == 0)
		return;
	/* I.1.2: sealed at the end of the session, as far as the player's time goes. */
	clock = json_object_get(args, "clock");
	stream_set(clock, color == RULES_WHITE ? "white" : "black",
		   json_integer(stream_time_left(t, color) - 60 * (int)early_minutes));
	stream_set(args, "early_minutes", json_integer(early_minutes));
	stream_set_string(args, "because", touch_article(&t->config.rules, TOUCH_LAW_SEALED_EARLY));
}

/* III.6.1: the position and the times, which the opponent confirms; the moves are in the score. */
void stream_quickplay(json_t *args, const struct table *t, enum rules_color color,
		      enum touch_claim claim, bool is_absent)
{
	enum touch_law law = claim == TOUCH_CLAIM_INCREMENT ? TOUCH_LAW_INCREMENT_ASKED
			     : is_absent                    ? TOUCH_LAW_QUICKPLAY_ABSENT
							    : TOUCH_LAW_QUICKPLAY;

	stream_set_color(args, "claimed_by", (uint8_t)color);
	stream_set_string(args, "article", touch_article(&t->config.rules, law));
	stream_set(args, "is_final", json_boolean(is_absent));
	stream_set_fen(args, table_position(t));
	stream_set(args, "after_ply", json_integer(t->plies));
	stream_set_clock(args, t);
}

/* The first half-move that a player need not have written; null: all are to be there. */
static json_t *unrecorded(const struct table *t, enum rules_color color)
{
	return t->exempt_ply[color] > 0 ? json_integer(t->exempt_ply[color]) : json_null();
}

/*
 * 8.5: what is noted before the score is reconstructed, and from where on. Nobody has written
 * (8.5.1), or one player (8.5.2): then the moves are those that the board saw.
 */
void stream_reconstruction(json_t *args, const struct table *t)
{
	int without = (t->exempt_ply[RULES_WHITE] > 0) + (t->exempt_ply[RULES_BLACK] > 0);
	json_t *completed = json_object(), *from = json_object();

	stream_set_string(args, "article",
			  touch_article(&t->config.rules, TOUCH_LAW_RECONSTRUCTED));
	stream_set_string(args, "because",
			  without == 0 ? NULL
				       : touch_article(&t->config.rules,
						       without == 2 ? TOUCH_LAW_NEITHER_RECORDS
								    : TOUCH_LAW_ONE_RECORDS));
	stream_set_fen(args, table_position(t));
	stream_set_clock(args, t);
	if (t->has_clock && t->clock.connected && t->clock.running)
		stream_set_color(args, "running", (uint8_t)table_color(t, t->clock.to_move));
	else
		stream_set_string(args, "running", NULL);
	stream_set(completed, "white",
		   json_integer(touch_completed_moves(&t->law.game, RULES_WHITE)));
	stream_set(completed, "black",
		   json_integer(touch_completed_moves(&t->law.game, RULES_BLACK)));
	stream_set(args, "completed", completed);
	stream_set(from, "white", unrecorded(t, RULES_WHITE));
	stream_set(from, "black", unrecorded(t, RULES_BLACK));
	stream_set(args, "unrecorded", from);
}
