/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports on standard input; on standard output every event with each of its fields, "move
 * clock.white". */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static void print_fields(const char *event, const char *prefix, const json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value)
	{
		char name[128];

		snprintf(name, sizeof(name), "%s%s%s", prefix, prefix[0] != '\0' ? "." : "", key);
		printf("%s %s\n", event, name);
		if (json_is_object(value))
			print_fields(event, name, value);
	}
}

int main(void)
{
	json_t *report;

	while ((report = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
		const char *event = json_string_value(json_object_get(report, "event"));

		if (event)
			print_fields(event, "", report);
		json_decref(report);
	}
	return 0;
}
