/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/due.h"

#include "daemon/stream/stream.h"
#include "daemon/stream/value.h"
#include "touchmove/law/action.h"

/* No report: nothing of this stands in boardd-stream(5). */
static void put(json_t *to, const char *key, json_t *value)
{
	json_object_set_new(to, key, value);
}

static void put_text(json_t *to, const char *key, const char *text)
{
	put(to, key, text ? json_string(text) : json_null());
}

json_t *stream_due_of(const struct touch_rules *rules, const char *what, enum touch_law law)
{
	json_t *object = json_object();

	put_text(object, "what", what);
	put_text(object, "article", law == TOUCH_LAW_NONE ? NULL : touch_article(rules, law));
	return object;
}

static void set_man(json_t *to, const char *key, rules_piece piece)
{
	char letter[2] = {0};

	if (piece != RULES_NO_PIECE)
		letter[0] = rules_fen_letter(piece);
	put_text(to, key, letter[0] != '\0' ? letter : NULL);
}

static json_t *one_of(const struct table *t, const struct table_due *due, uint64_t ahead_ms)
{
	json_t *object = stream_due_of(&t->config.rules, table_due_name(due->what), due->law);
	char time[STREAM_TIME_MAX];

	if (due->color != TOUCH_BOTH)
		stream_set_color(object, "color", due->color);
	if (due->square != RULES_NO_SQUARE) {
		stream_set_square(object, due->square);
		set_man(object, "is", due->is);
		set_man(object, "should_be", due->should_be);
	}
	if (due->what == TABLE_DUE_CLAIM || due->what == TABLE_DUE_POSTPONED)
		put_text(object, "claim", touch_claim_name(due->claim));
	if (due->what == TABLE_DUE_MODE)
		put_text(object, "mode", touch_mode_words[due->count]);
	else if (due->count > 0)
		put(object, "count", json_integer(due->count));
	if (due->what == TABLE_DUE_CLOCK_SETTING || due->what == TABLE_DUE_TIMES ||
	    due->what == TABLE_DUE_CLOCK_DRIFT) {
		put(object, "is_s", json_integer(due->is_s));
		put(object, "should_be_s", json_integer(due->should_be_s));
	}
	if (due->until_ms > 0) {
		stream_time(ahead_ms + due->until_ms, time);
		put_text(object, "until", time);
	}
	return object;
}

json_t *stream_due(const struct table *t, uint64_t ahead_ms)
{
	struct table_due due[TABLE_DUE_MAX];
	size_t count = table_due(t, due);
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, one_of(t, &due[i], ahead_ms));
	return list;
}
