/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/capture.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/versions.h"
#include "daemon/desk/settings.h"
#include "daemon/stream/stream.h"
#include "rules-core/setup.h"
#include "touchmove/sense/sense.h"

#define TIME_MAX_MS 1e11 /* three years: nobody records that long */

struct line_reader {
	struct capture *to;
	struct capture_fault *fault;
	size_t line;
	bool has_head;
};

static int fail(struct line_reader *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int fail(struct line_reader *r, const char *format, ...)
{
	va_list args;

	r->fault->line = r->line;
	va_start(args, format);
	vsnprintf(r->fault->why, sizeof(r->fault->why), format, args);
	va_end(args);
	return -EINVAL;
}

/* --- the first line --- */

static int read_word(struct line_reader *r, const char *key, json_t *value,
		     const char *const *words, int count, int *ret)
{
	const char *text = json_string_value(value);

	for (int i = 0; text && i < count; i++) {
		if (strcmp(text, words[i]) == 0) {
			*ret = i;
			return 0;
		}
	}
	return fail(r, "\"%s\" must be one of %s, %s, %s", key, words[0], words[1], words[2]);
}

static int read_start(struct line_reader *r, json_t *value)
{
	struct table_config *config = &r->to->config;
	const char *text = json_string_value(value);
	struct rules_fault fault;
	struct rules_setup setup;

	if (!text)
		return fail(r, "\"start\" must be a FEN");
	if (!rules_fen_read(&config->start, rules_slice_of(text), &fault))
		return fail(r, "\"start\", character %zu: %s", fault.at + 1, fault.why);
	setup = rules_setup_check(&config->start);
	if (!rules_setup_has_kings(setup)) {
		struct rules_text why = rules_text_in(fault.why, sizeof(fault.why));

		rules_setup_explain(&why, setup);
		return fail(r, "\"start\": %s", fault.why);
	}
	config->has_start = true;
	return 0;
}

static int read_serial(struct line_reader *r, json_t *value)
{
	const char *text = json_string_value(value);

	if (!text || text[0] == '\0' || strlen(text) >= BOARD_SERIAL_MAX)
		return fail(r, "\"serial\" must be a string of at most %d characters",
			    BOARD_SERIAL_MAX - 1);
	memcpy(r->to->serial, text, strlen(text));
	return 0;
}

/* The names of all makes, as in: "a" or "b". */
static int fail_protocol(struct line_reader *r)
{
	char names[120] = "";
	size_t count, len = 0;
	const struct board_make *const *makes = board_makes(&count);

	for (size_t i = 0; i < count && len < sizeof(names); i++)
		len += (size_t)snprintf(names + len, sizeof(names) - len, "%s\"%s\"",
					i > 0 ? " or " : "", makes[i]->name);
	return fail(r, "\"protocol\" must be %s", names);
}

static int read_protocol(struct line_reader *r, json_t *value)
{
	const char *text = json_string_value(value);

	if (!text || !board_make_find(text, &r->to->config.board.make))
		return fail_protocol(r);
	return 0;
}

/* How the bytes came. Only Bluetooth makes a difference: it is slower. */
static int read_transport(struct line_reader *r, json_t *value)
{
	const char *text = json_string_value(value);

	r->to->config.board.is_bluetooth = text && strcmp(text, "bluetooth") == 0;
	if (r->to->config.board.is_bluetooth)
		return 0;
	for (int i = 0; text && i < TABLE_CABLES; i++) {
		if (strcmp(text, table_cable_words[i]) == 0) {
			r->to->config.cable = (enum table_cable)i;
			return 0;
		}
	}
	return fail(r, "\"transport\" must be one of cable, usb, serial, network, bluetooth");
}

struct head {
	int edition, mode, penalty_minutes;
	bool unsupervised;
	struct touch_control control;
};

static int read_control(struct line_reader *r, struct head *head, json_t *value)
{
	const char *text = json_string_value(value);
	struct rules_fault fault;

	if (!text)
		return fail(r, "\"time_control\" must be a string such as \"40/5400+30:1800+30\"");
	if (!touch_control_read(&head->control, rules_slice_of(text), &fault))
		return fail(r, "\"time_control\", character %zu: %s", fault.at + 1, fault.why);
	return 0;
}

static int read_penalty(struct line_reader *r, struct head *head, json_t *value)
{
	json_int_t minutes = json_integer_value(value);

	if (!json_is_integer(value) || minutes < 0 || minutes > 60)
		return fail(r, "\"penalty_minutes\" must be a number from 0 to 60");
	head->penalty_minutes = (int)minutes;
	return 0;
}

static int read_head_field(struct line_reader *r, struct head *head, const char *key, json_t *value)
{
	if (strcmp(key, "capture") == 0)
		return json_integer_value(value) == CAPTURE_VERSION
			       ? 0
			       : fail(r, "\"capture\" must be %d", CAPTURE_VERSION);
	if (strcmp(key, "protocol") == 0)
		return read_protocol(r, value);
	if (strcmp(key, "laws") == 0)
		return read_word(r, key, value, touch_edition_words, TOUCH_EDITIONS,
				 &head->edition);
	if (strcmp(key, "mode") == 0)
		return read_word(r, key, value, touch_mode_words, TOUCH_MODES, &head->mode);
	if (strcmp(key, "supervised") == 0) {
		head->unsupervised = json_is_false(value);
		return json_is_boolean(value) ? 0 : fail(r, "\"supervised\" must be true or false");
	}
	if (strcmp(key, "start") == 0)
		return read_start(r, value);
	if (strcmp(key, "serial") == 0)
		return read_serial(r, value);
	if (strcmp(key, "transport") == 0)
		return read_transport(r, value);
	if (strcmp(key, "time_control") == 0)
		return read_control(r, head, value);
	if (strcmp(key, "penalty_minutes") == 0)
		return read_penalty(r, head, value);
	return fail(r, "unknown key \"%.40s\"", key);
}

static int read_head(struct line_reader *r, json_t *object)
{
	struct head head = {.edition = TOUCH_LAWS_2023, .penalty_minutes = -1};
	const char *key;
	json_t *value;
	int status = 0;

	if (!json_object_get(object, "capture") || !json_object_get(object, "protocol"))
		return fail(r, "the first line must have \"capture\" and \"protocol\"");
	json_object_foreach(object, key, value)
	{
		status = read_head_field(r, &head, key, value);
		if (status < 0)
			return status;
	}
	r->to->config.rules = touch_rules_for((enum touch_edition)head.edition,
					      (enum touch_mode)head.mode, head.unsupervised);
	r->to->config.rules.control = head.control;
	if (r->to->config.board.is_bluetooth)
		r->to->config.rules.scan_ms = sense_times_of(SENSE_BLUETOOTH)->scan_ms;
	settings_slow_down(&r->to->config);
	if (head.penalty_minutes >= 0)
		r->to->config.rules.penalty_minutes = (uint8_t)head.penalty_minutes;
	r->to->config.board.wiring = BOARD_WIRING_SINGLE;
	r->has_head = true;
	return 0;
}

/* --- the others --- */

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static int read_hex(struct line_reader *r, struct capture_line *line, const char *key,
		    const char *text)
{
	size_t len = strlen(text);

	if (len % 2 != 0)
		return fail(r, "\"%s\" has an odd number of digits", key);
	for (size_t i = 0; i < len; i += 2) {
		int high = digit_of(text[i]), low = digit_of(text[i + 1]);

		if (high < 0 || low < 0)
			return fail(r, "\"%s\", character %zu: no hexadecimal digit", key,
				    i + (high < 0 ? 1 : 2));
		line->bytes[line->len++] = (uint8_t)(16 * high + low);
	}
	return 0;
}

static int read_action(struct line_reader *r, struct capture_line *line, const char *text)
{
	struct rules_fault fault = {0};

	if (!table_knows_action(rules_slice_of(text), &fault))
		return fail(r, "\"arbiter\": %s: %.60s", fault.why, text);
	line->len = strlen(text);
	memcpy(line->bytes, text, line->len);
	return 0;
}

static int add_line(struct line_reader *r, struct capture_line **ret)
{
	struct capture *c = r->to;

	if (c->count == c->room) {
		size_t room = c->room > 0 ? 2 * c->room : 1024;
		struct capture_line *more = realloc(c->lines, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		c->lines = more;
		c->room = room;
	}
	*ret = &c->lines[c->count];
	**ret = (struct capture_line){0};
	c->count++;
	return 0;
}

static int read_time(struct line_reader *r, json_t *object, uint64_t *ret)
{
	json_t *value = json_object_get(object, "t");
	double given = json_number_value(value); /* whole or not: parts of one are dropped */
	uint64_t before = r->to->count > 0 ? r->to->lines[r->to->count - 1].at_ms : 0;
	json_int_t at;

	if (!json_is_number(value) || !(given >= 0 && given <= TIME_MAX_MS))
		return fail(r, "\"t\" must be a time in milliseconds");
	at = (json_int_t)given;
	if ((uint64_t)at < before)
		return fail(r, "\"t\" falls from %llu to %lld", (unsigned long long)before,
			    (long long)at);
	*ret = (uint64_t)at;
	return 0;
}

static int read_line(struct line_reader *r, json_t *object)
{
	static const char *const ways[] = {"in", "out", "arbiter"};
	struct capture_line *line;
	uint64_t at_ms = 0;
	int status = read_time(r, object, &at_ms);

	for (int way = 0; status == 0 && way < 3; way++) {
		json_t *value = json_object_get(object, ways[way]);
		const char *text = json_string_value(value);

		if (!value)
			continue;
		if (!text || json_object_size(object) != 2)
			return fail(r, "\"t\" and a string \"%s\" are all such a line has",
				    ways[way]);
		status = add_line(r, &line);
		if (status < 0)
			return status;
		line->at_ms = at_ms;
		line->way = (enum capture_way)way;
		line->bytes = malloc(strlen(text) + 1);
		if (!line->bytes)
			return -ENOMEM;
		return line->way == CAPTURE_ARBITER ? read_action(r, line, text)
						    : read_hex(r, line, ways[way], text);
	}
	return status < 0 ? status : fail(r, "a line needs \"in\", \"out\" or \"arbiter\"");
}

/* --- all of it --- */

static int read_text(struct line_reader *r, struct rules_slice text)
{
	json_error_t error;
	json_t *object = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, &error);
	int status;

	if (!object)
		return fail(r, "no JSON: %.120s", error.text);
	if (!json_is_object(object))
		status = fail(r, "no object");
	else
		status = r->has_head ? read_line(r, object) : read_head(r, object);
	json_decref(object);
	return status;
}

int capture_read(struct capture *ret, struct rules_slice text, struct capture_fault *ret_fault)
{
	struct line_reader r = {.to = ret, .fault = ret_fault};
	int status = 0;

	*ret = (struct capture){0};
	while (text.len > 0 && status == 0) {
		const char *end = memchr(text.at, '\n', text.len);
		size_t len = end ? (size_t)(end - text.at) : text.len;

		r.line++;
		status = read_text(&r, (struct rules_slice){text.at, len});
		len += end ? 1 : 0;
		text = (struct rules_slice){text.at + len, text.len - len};
	}
	if (status == 0 && !r.has_head) {
		r.line = 1;
		status = fail(&r, "the file is empty");
	}
	return status;
}

void capture_clear(struct capture *capture)
{
	for (size_t i = 0; i < capture->count; i++)
		free(capture->lines[i].bytes);
	free(capture->lines);
	*capture = (struct capture){0};
}
