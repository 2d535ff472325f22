/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/undo.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/desk/bus.h"
#include "daemon/table/rerun.h"

struct decided {
	uint64_t input, seq;
	unsigned game;
};

struct desk_past {
	struct desk_past_of of;
	uint64_t last;
	size_t count, room;
	struct rerun_input *inputs; /* with memory of their own */
	size_t decided_count, decided_room;
	struct decided *decided;
	struct settings settings;
	bool has_settings;
	uint64_t base;        /* the input with the settings */
	struct desk_bus *bus; /* where the board may have been */
	bool is_on_bus;       /* the board is on a bus, as far as was read */
	bool has_failed;
	struct table rooms[2]; /* before the first input; room for another */
};

static void *one_more(void *list, size_t count, size_t *room, size_t size)
{
	void *more = list;

	if (count == *room) {
		*room = *room > 0 ? 2 * *room : 256;
		more = realloc(list, *room * size);
	}
	return more;
}

/* --- reading --- */

/* The number of a game stands at the end of its GID. */
static unsigned game_number(const struct journal_report *report, unsigned games)
{
	const char *dash = report->game ? strrchr(report->game, '-') : NULL;
	unsigned long number = dash ? strtoul(dash + 1, NULL, 10) : 0;

	return number > games ? (unsigned)number - games : 0;
}

static int take_decision(void *data, const struct journal_report *report)
{
	struct desk_past *past = data;
	struct decided *list;

	if (report->table != past->of.number || report->input <= past->base ||
	    strcmp(report->event, "decision") != 0)
		return 0;
	list = one_more(past->decided, past->decided_count, &past->decided_room, sizeof(*list));
	if (!list)
		return -ENOMEM;
	past->decided = list;
	list[past->decided_count++] =
		(struct decided){report->input, report->seq, game_number(report, past->of.games)};
	return 0;
}

static const struct decided *decision_of(const struct desk_past *past, uint64_t input)
{
	for (size_t i = 0; i < past->decided_count; i++)
		if (past->decided[i].input == input)
			return &past->decided[i];
	return NULL;
}

static bool kind_of(enum journal_input_kind kind, enum rerun_kind *ret)
{
	switch (kind) {
	case JOURNAL_INPUT_OPEN: *ret = RERUN_OPENED; return true;
	case JOURNAL_INPUT_GAP:
	case JOURNAL_INPUT_CLOSE: *ret = RERUN_CLOSED; return true;
	case JOURNAL_INPUT_BYTES: *ret = RERUN_BYTES; return true;
	case JOURNAL_INPUT_ACT: *ret = RERUN_ACTION; return true;
	case JOURNAL_INPUT_OTHER_BOARD: *ret = RERUN_OTHER_BOARD; return true;
	case JOURNAL_INPUT_ANSWER: *ret = RERUN_ANSWER; return true;
	case JOURNAL_INPUT_ASSIGN:
	case JOURNAL_INPUT_SETTINGS:
	case JOURNAL_INPUT_PLAYERS:
	case JOURNAL_INPUT_ROUND:
	case JOURNAL_INPUT_CONFIG:
	case JOURNAL_INPUT_WALL: break;
	}
	return false;
}

static bool keep(struct desk_past *past, const struct rerun_input *from)
{
	struct rerun_input *list = one_more(past->inputs, past->count, &past->room, sizeof(*list));
	uint8_t *bytes = malloc(from->len + 1);

	if (list)
		past->inputs = list;
	if (!list || !bytes) {
		free(bytes);
		past->has_failed = true;
		return false;
	}
	if (from->len > 0)
		memcpy(bytes, from->bytes, from->len);
	list[past->count] = *from;
	list[past->count++].bytes = bytes;
	return true;
}

static void keep_event(void *data, const struct board_event *event)
{
	struct rerun_input input = {.at_ms = event->at_ms,
				    .kind = RERUN_EVENT,
				    .len = sizeof(*event),
				    .bytes = (const uint8_t *)event};

	(void)keep(data, &input);
}

/* What is closed at a board of a bus is only heard. */
static void keep_input(struct desk_past *past, const struct journal_input *input)
{
	const struct decided *decided = decision_of(past, input->id);
	struct board_event lost = {
		.type = BOARD_EV_LOST, .at_ms = input->at_ms, .lost = BOARD_LOST_CLOSED};
	uint8_t make;
	struct rerun_input kept = {.at_ms = input->at_ms,
				   .len = input->len,
				   .bytes = input->data,
				   .seq = decided ? decided->seq : 0,
				   .game = decided ? decided->game : 0};

	/* What was refused has no decision: with another taken back it might be possible, but
	 * nobody has asked for it then. */
	if (input->kind == JOURNAL_INPUT_ACT && !decided)
		return;
	if (desk_is_make(input, &make))
		(void)keep(past, &(struct rerun_input){.at_ms = input->at_ms,
						       .kind = RERUN_MAKE,
						       .len = 1,
						       .bytes = &make});
	else if (input->kind == JOURNAL_INPUT_CLOSE && past->is_on_bus)
		keep_event(past, &lost);
	else if (kind_of(input->kind, &kept.kind))
		(void)keep(past, &kept);
}

static int take_input(void *data, const struct journal_input *input)
{
	struct desk_past *past = data;
	uint16_t address;
	unsigned holder;

	past->last = input->id;
	desk_bus_before(past->bus, input);
	if ((input->table == past->of.number || input->table == 0) && input->id >= past->base) {
		if (input->id == past->base) {
			json_t *object = json_loadb(input->data, input->len, 0, NULL);

			past->has_settings = settings_read(&past->settings, object);
			json_decref(object);
		}
		keep_input(past, input);
		if (input->kind == JOURNAL_INPUT_ASSIGN)
			past->is_on_bus = desk_is_sitting(input, &holder, &address);
	}
	desk_bus_after(past->bus, input);
	return past->has_failed ? -ENOMEM : 0;
}

static int read_inputs(struct desk_past *past, struct journal_reader *reader, uint64_t before)
{
	unsigned number = past->of.number;
	uint64_t from = past->base;
	uint64_t to = before > 0 ? before - 1 : 0; /* 0: all there is */
	int r = desk_bus_new(&past->bus, reader, number, past->base, to, keep_event, past);

	if (r == 0) {
		number = desk_bus_tables(past->bus, number, &from);
		r = journal_read_inputs(reader, number, from, to, take_input, past);
	}
	return r < 0 || !past->has_failed ? r : -ENOMEM;
}

static int read_past(struct desk_past *past, struct journal_reader *reader, uint64_t before)
{
	struct journal_reports all = {.up_to = past->of.last_seq};
	int r = journal_read_base(reader, past->of.number, before > 0 ? before : INT64_MAX,
				  &past->base);

	if (r == 0 && past->base == 0)
		r = -ENOENT;
	if (r == 0)
		r = journal_read_reports(reader, &all, take_decision, past);
	if (r == 0)
		r = read_inputs(past, reader, before);
	return r == 0 && !past->has_settings ? -EINVAL : r;
}

struct desk_past_of desk_past_of(const struct desk *desk)
{
	return (struct desk_past_of){desk->number, desk->settings.games, desk->last_seq};
}

int desk_past_read(struct desk_past **ret, struct journal_reader *reader,
		   const struct desk_past_of *of, uint64_t before)
{
	struct desk_past *past = calloc(1, sizeof(*past));
	int r;

	if (!past)
		return -ENOMEM;
	past->of = *of;
	r = read_past(past, reader, before);
	if (r < 0)
		desk_past_free(past);
	else
		*ret = past;
	return r;
}

uint64_t desk_past_last(const struct desk_past *past)
{
	return past->last;
}

void desk_past_free(struct desk_past *past)
{
	for (size_t i = 0; past && i < past->count; i++)
		free((void *)past->inputs[i].bytes);
	if (!past)
		return;
	free(past->inputs);
	free(past->decided);
	desk_bus_free(past->bus);
	free(past);
}

/* --- undoing --- */

static bool hand_out(void *data, size_t index, struct rerun_input *ret)
{
	const struct desk_past *past = data;

	if (index >= past->count)
		return false;
	*ret = past->inputs[index];
	return true;
}

static bool refuse(struct rules_fault *ret_fault, const char *why)
{
	*ret_fault = (struct rules_fault){0};
	snprintf(ret_fault->why, sizeof(ret_fault->why), "%s", why);
	return false;
}

bool desk_undo_with(struct desk *desk, struct desk_past *past, const struct journal_input *undo,
		    struct rules_fault *ret_fault)
{
	struct table *table = &desk->table;
	struct rules_slice words = {undo->data, undo->len};
	struct rerun rerun = {.from = &past->rooms[0],
			      .scratch = &past->rooms[1],
			      .input = hand_out,
			      .data = past};
	table_tell *tell = table->tell;
	table_route *route = table->route;
	void *data = table->data;
	bool is_done;

	desk_bus_tick(past->bus, undo->at_ms);
	if (past->has_failed)
		return refuse(ret_fault, "out of memory");
	table_init(&past->rooms[0], &past->settings.table, tell, data);
	is_done = rerun_act(table, &rerun, undo->at_ms, words, ret_fault);
	table_adopt(table, tell, route, data);
	return is_done;
}

bool desk_undo(struct desk *desk, struct journal_reader *reader, const struct journal_input *undo,
	       struct rules_fault *ret_fault)
{
	struct desk_past_of of = desk_past_of(desk);
	struct desk_past *past = NULL;
	int r = desk_past_read(&past, reader, &of, undo->id);
	bool is_done;

	if (r == -ENOMEM)
		return refuse(ret_fault, "out of memory");
	if (r < 0)
		return refuse(ret_fault, "the past of this table cannot be read from the journal");
	is_done = desk_undo_with(desk, past, undo, ret_fault);
	desk_past_free(past);
	return is_done;
}
