/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "broadcast/fold/fields_private.h"

#define CLOCK_MAX_S 359999 /* 99:59:59 */

static const char *const color_words[] = {[RULES_WHITE] = "white",
					  [RULES_BLACK] = "black",
					  [GAME_NOBODY] = NULL,
					  [GAME_BOTH] = "both"};

const char *game_color_word(uint8_t color)
{
	return color < sizeof(color_words) / sizeof(color_words[0]) ? color_words[color] : NULL;
}

bool fields_open(struct fields *f, const json_t *report)
{
	const char *event = json_string_value(json_object_get(report, "event"));

	*f = (struct fields){.object = report, .event = event ? event : "report"};
	if (!event)
		fields_blame(f, "event", "not there");
	return event;
}

void fields_blame(struct fields *f, const char *key, const char *why)
{
	if (!f->bad)
		snprintf(f->fault.why, sizeof(f->fault.why), "%.40s: %.20s: %.80s", f->event, key,
			 why);
	f->bad = true;
}

/* NULL if absent or null. */
static const json_t *value_of(const struct fields *f, const char *key)
{
	const json_t *value = json_object_get(f->object, key);

	return json_is_null(value) ? NULL : value;
}

bool fields_has(const struct fields *f, const char *key)
{
	return json_object_get(f->object, key);
}

static uint64_t number_of(struct fields *f, const char *key, const json_t *value, uint64_t max)
{
	json_int_t number = json_integer_value(value);

	if (!value)
		return 0;
	if (!json_is_integer(value))
		fields_blame(f, key, "not a whole number");
	else if (number < 0 || (uint64_t)number > max)
		fields_blame(f, key, "out of range");
	else
		return (uint64_t)number;
	return 0;
}

uint64_t fields_number(struct fields *f, const char *key, uint64_t max)
{
	return number_of(f, key, value_of(f, key), max);
}

bool fields_flag(struct fields *f, const char *key, bool otherwise)
{
	const json_t *value = value_of(f, key);

	if (!value)
		return otherwise;
	if (!json_is_boolean(value))
		fields_blame(f, key, "neither true nor false");
	return json_is_true(value);
}

const char *fields_text(struct fields *f, const char *key)
{
	const json_t *value = value_of(f, key);

	if (value && !json_is_string(value))
		fields_blame(f, key, "not a text");
	return json_string_value(value);
}

const json_t *fields_array(struct fields *f, const char *key)
{
	const json_t *value = value_of(f, key);

	if (value && !json_is_array(value))
		fields_blame(f, key, "not a list");
	return value;
}

const json_t *fields_part(struct fields *f, const char *key)
{
	const json_t *value = value_of(f, key);

	if (value && !json_is_object(value))
		fields_blame(f, key, "not an object");
	return value;
}

void fields_word(struct fields *f, const char *key, char *ret, size_t room)
{
	const char *text = fields_text(f, key);
	size_t len = text ? strlen(text) : 0;

	if (len >= room) {
		fields_blame(f, key, "too long");
		len = 0;
	}
	if (len > 0)
		memcpy(ret, text, len);
	ret[len] = '\0';
}

int64_t fields_time(struct fields *f)
{
	const char *text = fields_text(f, "time");
	int64_t ms = WHEN_NEVER;

	if (!text || !when_read(text, &ms))
		fields_blame(f, "time", "not a time such as 2026-01-31T12:00:00.123Z");
	return ms;
}

uint8_t fields_color(struct fields *f, const char *key)
{
	const char *text = fields_text(f, key);

	if (!text)
		return GAME_NOBODY;
	for (size_t i = 0; i < sizeof(color_words) / sizeof(color_words[0]); i++)
		if (color_words[i] && strcmp(text, color_words[i]) == 0)
			return (uint8_t)i;
	fields_blame(f, key, "not a color");
	return GAME_NOBODY;
}

size_t fields_choice(struct fields *f, const char *key, const char *const *words, size_t count)
{
	const char *text = fields_text(f, key);

	for (size_t i = 0; text && i < count; i++)
		if (strcmp(text, words[i]) == 0)
			return i;
	return count;
}

bool fields_says(struct fields *f, const char *key, const char *word)
{
	const char *text = fields_text(f, key);

	return text && strcmp(text, word) == 0;
}

rules_square fields_square(struct fields *f)
{
	const char *text = fields_text(f, "square");

	if (text && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8' &&
	    text[2] == '\0')
		return rules_square_at(text[0] - 'a', text[1] - '1');
	fields_blame(f, "square", "not a square");
	return RULES_NO_SQUARE;
}

rules_piece fields_piece(struct fields *f)
{
	const char *text = fields_text(f, "piece");
	rules_piece piece = text && strlen(text) == 1 ? rules_fen_piece(text[0]) : RULES_NO_PIECE;

	if (text && piece == RULES_NO_PIECE)
		fields_blame(f, "piece", "not a man");
	return piece;
}

bool fields_position(struct fields *f, const char *key, struct rules_position *ret)
{
	const char *text = fields_text(f, key);
	struct rules_fault fault = {.why = "not there"};

	if (text && rules_fen_read(ret, rules_slice_of(text), &fault))
		return true;
	fields_blame(f, key, fault.why);
	return false;
}

static void seconds_of(struct fields *f, const json_t *object, const char *key, int32_t *ret)
{
	const json_t *value = json_object_get(object, key);

	*ret = json_is_null(value) || !value ? GAME_NO_CLOCK
					     : (int32_t)number_of(f, key, value, CLOCK_MAX_S);
}

void fields_clock(struct fields *f, const json_t *object, int32_t *ret_white_s,
		  int32_t *ret_black_s)
{
	if (!object)
		return;
	seconds_of(f, object, "white", ret_white_s);
	seconds_of(f, object, "black", ret_black_s);
}

struct game_clock fields_whole_clock(struct fields *f, int64_t time_ms)
{
	struct game_clock clock = {.running = fields_color(f, "running"), .time_ms = time_ms};

	fields_clock(f, f->object, &clock.white_s, &clock.black_s);
	fields_word(f, "state", clock.state, sizeof(clock.state));
	return clock;
}
