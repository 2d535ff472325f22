/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/notice.h"

#include <stdio.h>
#include <string.h>

static const char *word_of(const json_t *report, const char *key)
{
	const char *word = json_string_value(json_object_get(report, key));

	return word ? word : "";
}

static bool is_listed(const struct config_list *list, const char *word)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->items[i], word) == 0)
			return true;
	return false;
}

bool notice_is_wanted(const struct config *config, const json_t *report)
{
	const char *event = word_of(report, "event");

	if (!is_listed(&config->notify.events, event))
		return false;
	if (strcmp(event, "irregularity") != 0)
		return true;
	return (config->notify.kinds.count == 0 ||
		is_listed(&config->notify.kinds, word_of(report, "kind"))) &&
	       (config->notify.presumed || strcmp(word_of(report, "certainty"), "observed") == 0);
}

void notice_text(const json_t *report, char ret[NOTICE_TEXT_MAX])
{
	int table = (int)json_integer_value(json_object_get(report, "table"));
	const char *event = word_of(report, "event");

	if (strcmp(event, "irregularity") == 0)
		snprintf(ret, NOTICE_TEXT_MAX, "Table %d: %s, Art. %s, %s", table,
			 word_of(report, "kind"), word_of(report, "article"),
			 word_of(report, "color"));
	else if (strcmp(event, "unsure") == 0)
		snprintf(ret, NOTICE_TEXT_MAX,
			 "Table %d: what was played is not clear, please look", table);
	else if (strcmp(event, "board") == 0)
		snprintf(ret, NOTICE_TEXT_MAX, "Table %d: board %s %s", table,
			 word_of(report, "board"), word_of(report, "state"));
	else if (strcmp(event, "result") == 0)
		snprintf(ret, NOTICE_TEXT_MAX, "Table %d: the game is over", table);
	else
		snprintf(ret, NOTICE_TEXT_MAX, "Table %d: %s", table, event);
}

/* Only these fields: what is not named here cannot leak. */
json_t *notice_object(const json_t *report)
{
	static const char *const fields[] = {"event",   "seq",     "board", "table",
					     "game",    "time",    "id",    "kind",
					     "article", "edition", "color", "certainty"};
	json_t *object = json_object();
	char text[NOTICE_TEXT_MAX];

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		json_t *value = json_object_get(report, fields[i]);

		if (value)
			json_object_set(object, fields[i], value);
	}
	notice_text(report, text);
	json_object_set_new(object, "text", json_string(text));
	return object;
}
