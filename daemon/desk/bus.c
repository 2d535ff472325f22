/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/bus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TRUNKS_MAX 8 /* buses that one table was on in one span */

struct trunk {
	struct desk_bus *bus;
	uint64_t from; /* its settings */
	struct desk desk;
};

struct desk_bus {
	struct journal_reader *reader;
	unsigned table;
	uint64_t from;
	desk_bus_hear *hear;
	void *data;
	unsigned holder; /* where the board is now; 0: on no bus */
	uint16_t address;
	size_t count;
	struct trunk *trunks[TRUNKS_MAX];
};

static struct trunk *trunk_of(const struct desk_bus *bus, unsigned number)
{
	for (size_t i = 0; i < bus->count; i++)
		if (bus->trunks[i]->desk.number == number)
			return bus->trunks[i];
	return NULL;
}

/* --- who is needed --- */

/* What there is to tell of a bus its tables tell. */
static uint64_t tell_nobody(void *owner, struct desk *desk, const struct table_news *news)
{
	(void)owner, (void)desk, (void)news;
	return 0;
}

static void route(void *owner, struct desk *desk, const struct board_event *event)
{
	const struct trunk *trunk = owner;
	const struct desk_bus *bus = trunk->bus;

	if (desk->number == bus->holder && (event->address == 0 || event->address == bus->address))
		bus->hear(bus->data, event);
}

static int add_trunk(struct desk_bus *bus, unsigned number, uint64_t input)
{
	struct trunk *trunk = bus->count < TRUNKS_MAX ? calloc(1, sizeof(*trunk)) : NULL;

	if (!trunk)
		return -ENOMEM;
	trunk->bus = bus;
	desk_init(&trunk->desk, number,
		  (struct desk_owner){trunk, tell_nobody, NULL, route, NULL, NULL});
	bus->trunks[bus->count++] = trunk;
	return journal_read_base(bus->reader, number, input, &trunk->from);
}

static int find_trunk(void *data, const struct journal_input *input)
{
	struct desk_bus *bus = data;
	uint16_t address;
	unsigned holder;

	if (!desk_is_sitting(input, &holder, &address) || trunk_of(bus, holder))
		return 0;
	return add_trunk(bus, holder, input->id);
}

int desk_bus_new(struct desk_bus **ret, struct journal_reader *reader, unsigned table,
		 uint64_t from, uint64_t to, desk_bus_hear *hear, void *data)
{
	struct desk_bus *bus = calloc(1, sizeof(*bus));
	int r;

	if (!bus)
		return -ENOMEM;
	*bus = (struct desk_bus){
		.reader = reader, .table = table, .from = from, .hear = hear, .data = data};
	r = journal_read_inputs(reader, table, from, to, find_trunk, bus);
	if (r < 0)
		desk_bus_free(bus);
	else
		*ret = bus;
	return r;
}

void desk_bus_free(struct desk_bus *bus)
{
	for (size_t i = 0; bus && i < bus->count; i++)
		free(bus->trunks[i]);
	free(bus);
}

unsigned desk_bus_tables(const struct desk_bus *bus, unsigned table, uint64_t *from)
{
	for (size_t i = 0; i < bus->count; i++)
		if (bus->trunks[i]->from > 0 && bus->trunks[i]->from < *from)
			*from = bus->trunks[i]->from;
	return bus->count > 0 ? 0 : table;
}

/* --- computing --- */

void desk_bus_tick(struct desk_bus *bus, uint64_t at_ms)
{
	for (size_t i = 0; i < bus->count; i++)
		desk_tick(&bus->trunks[i]->desk, at_ms);
}

uint64_t desk_bus_deadline(const struct desk_bus *bus)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < bus->count; i++) {
		uint64_t due = desk_deadline(&bus->trunks[i]->desk);

		first = due < first ? due : first;
	}
	return first;
}

void desk_bus_before(struct desk_bus *bus, const struct journal_input *input)
{
	struct rules_fault fault;

	for (size_t i = 0; i < bus->count; i++) {
		struct trunk *trunk = bus->trunks[i];
		bool is_own = input->table == trunk->desk.number || input->table == 0;

		if (is_own && input->id >= trunk->from)
			(void)desk_apply(&trunk->desk, input, &fault);
		else if (input->table == bus->table && input->id >= bus->from)
			desk_tick(&trunk->desk, input->at_ms);
	}
}

/* A table leaves its bus with new settings, with another device, or when it is told to. */
static bool leaves(const struct journal_input *input)
{
	static const char word[] = DESK_ASSIGNED;

	return input->kind == JOURNAL_INPUT_SETTINGS || input->kind == JOURNAL_INPUT_ASSIGN ||
	       (input->kind == JOURNAL_INPUT_CLOSE && input->len == sizeof(word) - 1 &&
		memcmp(input->data, word, input->len) == 0);
}

void desk_bus_after(struct desk_bus *bus, const struct journal_input *input)
{
	struct trunk *trunk;
	uint16_t address;
	unsigned holder;
	bool is_own = input->table == bus->table && input->id >= bus->from;

	if (is_own && leaves(input))
		bus->holder = 0;
	if (!desk_is_sitting(input, &holder, &address))
		return;
	if (is_own) {
		bus->holder = holder;
		bus->address = address;
	}
	trunk = trunk_of(bus, holder);
	if (trunk && input->id >= trunk->from)
		desk_meet(&trunk->desk, input->at_ms, address);
}
