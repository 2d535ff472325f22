/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/equipment.h"

#include "daemon/stream/due.h"
#include "touchmove/law/control.h"

/* What boards of its make can tell, and do. */
static void set_make(json_t *to, const struct board_make *make)
{
	static const char *const words[] = {"men", "events", "clock",     "log",
					    "bus", "lights", "sets_clock"};
	json_t *tells = json_array();

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if ((make->tells >> i & 1) != 0)
			json_array_append_new(tells, json_string(words[i]));
	json_object_set_new(to, "make", json_string(make->name));
	json_object_set_new(to, "tells", tells);
}

/* As PGN writes it, where it is known. */
static void set_time_control(json_t *to, const struct touch_control *control)
{
	char bytes[128];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	touch_control_write(&text, control);
	if (control->count > 0)
		json_object_set_new(to, "time_control", json_string(bytes));
}

/* What became of the last order to its clock. */
static void set_clock_order(json_t *to, const struct table *t)
{
	static const char *const words[] = {NULL, "sent", "set", "refused"};

	if (words[t->clock_order])
		json_object_set_new(to, "clock_order", json_string(words[t->clock_order]));
}

json_t *stream_equipment(const struct table *t, uint8_t make, uint64_t ahead_ms)
{
	json_t *object = json_object();

	set_make(object, board_make_at(make));
	set_clock_order(object, t);
	set_time_control(object, &t->config.rules.control);
	json_object_set_new(object, "due", stream_due(t, ahead_ms));
	return object;
}
