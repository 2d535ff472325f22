/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/table_change.h"

#include <string.h>

/* How many of them are the same in both, from the first. */
static size_t same_moves(const json_t *before, const json_t *after)
{
	size_t i = 0;

	while (i < json_array_size(before) && i < json_array_size(after) &&
	       json_equal(json_array_get(before, i), json_array_get(after, i)))
		i++;
	return i;
}

static json_t *rest_of_moves(const json_t *before, const json_t *after)
{
	size_t from = same_moves(before, after);
	json_t *rest = json_array();

	for (size_t i = from; i < json_array_size(after); i++)
		json_array_append(rest, json_array_get(after, i));
	return json_pack("{s:I, s:o}", "from", (json_int_t)from, "rest", rest);
}

json_t *table_change_of_game(const json_t *before, json_t *after)
{
	json_t *change, *value;
	const char *key;

	if (json_equal(before, after))
		return NULL;
	if (!json_is_object(before) || !json_is_object(after) ||
	    !json_equal(json_object_get(before, "game"), json_object_get(after, "game")))
		return json_incref(after);
	change = json_object();
	json_object_foreach(after, key, value)
	{
		const json_t *old = json_object_get(before, key);

		if (json_equal(old, value))
			continue;
		if (strcmp(key, "moves") == 0)
			json_object_set_new(change, key, rest_of_moves(old, value));
		else
			json_object_set(change, key, value);
	}
	return change;
}

json_t *table_change(const json_t *before, json_t *after)
{
	json_t *change = before ? json_object() : json_copy(after), *value;
	const char *key;

	if (!before)
		return change;
	json_object_set(change, "table", json_object_get(after, "table"));
	json_object_foreach(after, key, value)
	{
		const json_t *old = json_object_get(before, key);

		if (json_equal(old, value))
			continue;
		if (strcmp(key, "game") == 0)
			json_object_set_new(change, key, table_change_of_game(old, value));
		else
			json_object_set(change, key, value);
	}
	return change;
}
