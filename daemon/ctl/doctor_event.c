/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <string.h>

#include "daemon/ctl/doctor.h"
#include "daemon/ctl/line.h"

/* The ways to the broker and to the other machines of an event, as the daemon finds them. */

static const char *text_at(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* NULL: no daemon, or one that does not tell. */
static json_t *ask_daemon(const char *socket)
{
	char path[CTL_PATH_MAX];
	struct ctl_line *line = NULL;
	json_t *answer = NULL, *result;
	const char *text;
	size_t len;

	if (ctl_line_path(socket, path) < 0 || ctl_line_open(&line, path) < 0)
		return NULL;
	if (ctl_line_ask(line, "hub", json_pack("{s:b}", "look", 1), -1) == 0 &&
	    ctl_line_next(line, &text, &len) > 0)
		answer = json_loadb(text, len, 0, NULL);
	ctl_line_close(line);
	result = json_incref(json_object_get(answer, "result"));
	json_decref(answer);
	return result;
}

static void advise_broker(struct doctor *doctor, const json_t *broker, bool has_ways)
{
	if (!broker && has_ways)
		doctor_advise(doctor,
			      "This machine has joined a hub and names no broker: put what "
			      "\"boardctl hub join\" printed into its configuration, and restart.");
	else if (broker && !json_is_true(json_object_get(broker, "ready")))
		doctor_advise(doctor,
			      "The broker at %s:%d is not reached (%s). Does it run there, and "
			      "do [mqtt] host, port, user, password_file and tls_ca agree with it?",
			      text_at(broker, "host"),
			      (int)json_integer_value(json_object_get(broker, "port")),
			      text_at(broker, "why"));
}

static void advise_way(struct doctor *doctor, const json_t *way, bool is_hub)
{
	const char *name = text_at(way, "name");

	if (!json_is_true(json_object_get(way, "good")))
		doctor_advise(doctor,
			      "%s %s at %s cannot be reached by HTTPS (%s). Is it on, and is "
			      "this its address? If its certificate is a new one, invite it again.",
			      is_hub ? "Node" : "Hub", name, text_at(way, "address"),
			      text_at(way, "why"));
	else if (is_hub && strcmp(text_at(way, "state"), "ready") != 0)
		doctor_advise(doctor,
			      "Node %s answers, and is not at the broker. Ask there: \"boardctl "
			      "doctor\". Is its [mqtt] node really %s?",
			      name, name);
}

void doctor_look_at_event(struct doctor *doctor, const char *socket)
{
	const json_t *broker, *ways, *way;
	size_t i;

	doctor->event = ask_daemon(socket);
	broker = json_object_get(doctor->event, "broker");
	ways = json_object_get(doctor->event, "ways");
	advise_broker(doctor, json_is_object(broker) ? broker : NULL, json_array_size(ways) > 0);
	json_array_foreach(ways, i, way) advise_way(doctor, way, doctor_is_at_hub(doctor));
}

bool doctor_is_at_hub(const struct doctor *doctor)
{
	return json_is_string(json_object_get(doctor->event, "hub"));
}
