/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/fold/hidden.h"

#include <string.h>

#include "broadcast/fold/same_name.h"

static bool is_name(const char *at, size_t len, const char *name)
{
	while (len > 0 && *at == ' ') {
		at++;
		len--;
	}
	while (len > 0 && at[len - 1] == ' ')
		len--;
	return (len == 1 && *at == '*') || same_name(at, len, name, strlen(name));
}

bool hidden_has(const char *list, const char *name)
{
	for (const char *at = list; at && *name != '\0';) {
		size_t len = strcspn(at, "|");

		if (is_name(at, len, name))
			return true;
		at = at[len] == '|' ? at + len + 1 : NULL;
	}
	return false;
}

/* A player is a name alone, or an object. */
static const char *name_of(const json_t *player)
{
	const char *name = json_string_value(
		json_is_object(player) ? json_object_get(player, "name") : player);

	return name ? name : "";
}

static const char *const colors[] = {"white", "black"};

static bool has_hidden(const json_t *players, const char *list)
{
	for (size_t i = 0; i < 2; i++)
		if (hidden_has(list, name_of(json_object_get(players, colors[i]))))
			return true;
	return false;
}

static bool hide_players(json_t *players, const char *list)
{
	for (size_t i = 0; i < 2; i++) {
		const json_t *player = json_object_get(players, colors[i]);
		const char *team = json_string_value(json_object_get(player, "team"));

		if (hidden_has(list, name_of(player)) &&
		    json_object_set_new(players, colors[i],
					json_is_string(player)
						? json_string(HIDDEN_NAME)
						: json_pack("{s:s, s:s*}", "name", HIDDEN_NAME,
							    "team", team)) < 0)
			return false;
	}
	return true;
}

json_t *hidden_report(json_t *report, const char *list)
{
	const json_t *players = json_object_get(report, "players");
	json_t *copy;

	if (!list || (!has_hidden(report, list) && !has_hidden(players, list)))
		return json_incref(report);
	copy = json_deep_copy(report);
	if (copy && (!hide_players(copy, list) ||
		     (players && !hide_players(json_object_get(copy, "players"), list)))) {
		json_decref(copy);
		return NULL;
	}
	return copy;
}
