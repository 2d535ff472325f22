/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/translate.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void translate_note(struct translate_numbers *numbers, uint64_t origin, uint64_t seq)
{
	numbers->origin[origin % TRANSLATE_KEPT] = origin;
	numbers->seq[origin % TRANSLATE_KEPT] = seq;
}

uint64_t translate_seq(const struct translate_numbers *numbers, uint64_t origin)
{
	size_t at = origin % TRANSLATE_KEPT;

	return origin > 0 && numbers->origin[at] == origin ? numbers->seq[at] : 0;
}

static uint64_t number_of(const json_t *value)
{
	json_int_t number = json_integer_value(value);

	return number > 0 ? (uint64_t)number : 0;
}

/* What is too long ago is left out: a number that means nothing here would be another report. */
static bool translate_list(json_t *report, const char *key, const struct translate_numbers *numbers)
{
	const json_t *list = json_object_get(report, key), *value;
	json_t *ours;
	size_t i;

	if (!json_is_array(list))
		return true;
	ours = json_array();
	json_array_foreach(list, i, value)
	{
		uint64_t seq = translate_seq(numbers, number_of(value));

		if (seq > 0 && json_array_append_new(ours, json_integer((json_int_t)seq)) < 0)
			break;
	}
	return json_object_set_new(report, key, ours) == 0;
}

static bool translate_one(json_t *report, const char *key, const struct translate_numbers *numbers)
{
	uint64_t origin = number_of(json_object_get(report, key));
	uint64_t seq = translate_seq(numbers, origin);

	if (origin == 0)
		return true;
	return json_object_set_new(report, key,
				   seq > 0 ? json_integer((json_int_t)seq) : json_null()) == 0;
}

uint64_t translate_named(const char *action, size_t *ret_at, size_t *ret_len)
{
	static const char *const words[] = {"undo ", "accidental ", "attribute "};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t len = strlen(words[i]), digits = 0;

		if (strncmp(action, words[i], len) != 0)
			continue;
		while (isdigit((unsigned char)action[len + digits]))
			digits++;
		*ret_at = len;
		*ret_len = digits;
		return digits > 0 && digits < 19 ? strtoull(action + len, NULL, 10) : 0;
	}
	return 0;
}

bool translate_action(const char *action, uint64_t number, char *ret, size_t size)
{
	size_t at = 0, len = 0;
	int n;

	(void)translate_named(action, &at, &len);
	n = snprintf(ret, size, "%.*s%" PRIu64 "%s", (int)at, action, number, action + at + len);
	return n > 0 && (size_t)n < size;
}

static bool translate_decision(json_t *report, const struct translate_numbers *numbers)
{
	const char *action = json_string_value(json_object_get(report, "action"));
	char ours[512];
	size_t at, len;
	uint64_t origin = action ? translate_named(action, &at, &len) : 0;
	uint64_t seq = translate_seq(numbers, origin);

	if (seq == 0 || !translate_action(action, seq, ours, sizeof(ours)))
		return true;
	return json_object_set_new(report, "action", json_string(ours)) == 0;
}

bool translate_report(json_t *report, const char *node, uint64_t seq,
		      const struct translate_numbers *numbers)
{
	json_t *origin = json_incref(json_object_get(report, "seq"));
	bool is_good = json_object_set_new(report, "seq", json_integer((json_int_t)seq)) == 0 &&
		       json_object_set_new(report, "node", json_string(node)) == 0 &&
		       json_object_set(report, "origin", origin) == 0 &&
		       translate_list(report, "evidence", numbers) &&
		       translate_one(report, "undoes", numbers) &&
		       translate_decision(report, numbers);

	json_decref(origin);
	return is_good;
}
