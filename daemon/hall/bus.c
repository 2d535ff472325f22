/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hall/private.h"

/*
 * Boards of a bus. The talk with a bus goes on at a place of its own, the
 * trunk, which is no table; a board of the bus sits at a table by its address.
 * Seats are inputs of the tables: so who sat where is known when the past is
 * computed again.
 */

#define FRESH_MS (12ull * 3600 * 1000)

bool hall_is_trunk(const struct place *place)
{
	return place->desk.number > HALL_TRUNKS;
}

struct place *hall_trunk_of(const struct place *place)
{
	return place->desk.holder > 0 ? hall_place_of_number(place->hall, place->desk.holder)
				      : NULL;
}

struct line *hall_line_of(const struct place *place)
{
	const struct place *trunk = hall_trunk_of(place);

	return trunk ? trunk->line : place->line;
}

/* A table that was announced without a board has the name that a board without a number gets. */
bool hall_is_vacant(const struct place *place)
{
	const struct desk *desk = &place->desk;
	char name[DESK_BOARD_MAX];

	hall_name(place->hall, place, "", name);
	return desk->board[0] == '\0' || (desk->holder == 0 && desk->line[0] == '\0' &&
					  strcmp(desk->board, name) == 0 && !desk_is_playing(desk));
}

static bool is_on(const struct place *place, const struct place *trunk)
{
	return place->desk.holder == trunk->desk.number;
}

bool hall_trunk_is_playing(const struct place *trunk)
{
	const struct hall *hall = trunk->hall;

	for (size_t i = 0; i < hall->place_count; i++)
		if (is_on(hall->places[i], trunk) && desk_is_playing(&hall->places[i]->desk))
			return true;
	return false;
}

/* --- where the talk goes on --- */

struct place *hall_trunk_for(struct line *line)
{
	struct hall *hall = line->hall;
	const char *address = driver_link_address(line->link);
	struct place *trunk;

	for (size_t i = 0; i < hall->place_count; i++) {
		trunk = hall->places[i];
		if (hall_is_trunk(trunk) && !trunk->line && strcmp(trunk->desk.line, address) == 0)
			return trunk;
	}
	trunk = hall_add_place(hall, hall_new_trunk_number(hall));
	hall_begin(trunk, NULL);
	return trunk;
}

void hall_bus_freshen(struct place *trunk)
{
	uint64_t now_ms = hall_now(trunk->hall);
	struct journal_input close = {
		.kind = JOURNAL_INPUT_CLOSE, .at_ms = now_ms, .data = "begun anew", .len = 10};
	char why[HALL_WHY_MAX];

	if (!trunk->line || now_ms - trunk->desk.began_ms < FRESH_MS ||
	    hall_trunk_is_playing(trunk))
		return;
	(void)hall_input(trunk, &close, why);
	hall_begin(trunk, NULL);
}

/* --- seats --- */

static struct place *seat_of(const struct place *trunk, uint16_t address)
{
	const struct hall *hall = trunk->hall;

	for (size_t i = 0; i < hall->place_count; i++)
		if (is_on(hall->places[i], trunk) && hall->places[i]->desk.address == address)
			return hall->places[i];
	return NULL;
}

void hall_bus_seat(struct place *trunk, uint16_t address, struct place *place)
{
	struct journal_input input = {.kind = JOURNAL_INPUT_ASSIGN,
				      .at_ms = hall_now(trunk->hall),
				      .line = trunk->line ? driver_link_address(trunk->line->link)
							  : NULL};
	char text[64], why[HALL_WHY_MAX];

	input.len = (size_t)snprintf(text, sizeof(text), "{\"address\":%u,\"holder\":%u}", address,
				     trunk->desk.number);
	input.data = text;
	if (!hall_input(place, &input, why))
		log_table(LOG_LEVEL_ERROR, place->desk.number, NULL, "%s", why);
	if (trunk->line)
		trunk->line->due_ms = 0; /* the board is asked now */
}

static void note(struct line *line, const struct board_event *event)
{
	struct newcomer *newcomer = &line->newcomers[line->newcomer_count];

	if (line->newcomer_count == BOARD_BUS_MAX)
		return;
	newcomer->address = event->address;
	memcpy(newcomer->serial, event->identity.serial, sizeof(newcomer->serial));
	line->newcomer_count++;
}

/* After the input is applied, and not in its midst: so the journal has it in this order too. */
void hall_bus_welcome(struct line *line)
{
	for (size_t i = 0; i < line->newcomer_count && line->place; i++) {
		const struct newcomer *newcomer = &line->newcomers[i];

		if (!seat_of(line->place, newcomer->address))
			hall_bus_seat(line->place, newcomer->address,
				      hall_place_for(line, newcomer->serial));
	}
	line->newcomer_count = 0;
}

/* --- what is heard --- */

static void feed_place(struct place *place, const struct board_event *event)
{
	desk_hear(&place->desk, event);
	place->due_ms = desk_deadline(&place->desk);
}

void hall_route(void *owner, struct desk *desk, const struct board_event *event)
{
	struct place *trunk = owner, *place;
	struct hall *hall = trunk->hall;

	(void)desk;
	if (!hall_is_trunk(trunk))
		return;
	for (size_t i = 0; i < hall->place_count && event->address == 0; i++)
		if (is_on(hall->places[i], trunk))
			feed_place(hall->places[i], event);
	place = event->address > 0 ? seat_of(trunk, event->address) : NULL;
	if (place)
		feed_place(place, event);
	else if (event->type == BOARD_EV_CONNECTED && trunk->line && !hall->is_recovering)
		note(trunk->line, event);
}

/* --- inputs and time --- */

/* The past of a table is computed with the past of a bus, not with its present. */
static struct place *in_this_time(struct place *trunk)
{
	return trunk && trunk->hall->is_recovering && trunk->from == 0 ? NULL : trunk;
}

void hall_tick(struct place *place, uint64_t at_ms)
{
	struct place *trunk = hall_trunk_of(place);

	if (trunk)
		desk_tick(&trunk->desk, at_ms);
	desk_tick(&place->desk, at_ms);
}

/* What a bus says before a board has a table is not for that table, however late the loop is. */
bool hall_apply(struct place *place, const struct journal_input *input,
		struct rules_fault *ret_fault)
{
	struct place *trunk = in_this_time(hall_trunk_of(place)), *next = NULL;
	uint16_t address;
	unsigned holder;
	bool is_done;

	if (desk_is_sitting(input, &holder, &address))
		next = in_this_time(hall_place_of_number(place->hall, holder));
	if (trunk)
		desk_tick(&trunk->desk, input->at_ms);
	if (next)
		desk_tick(&next->desk, input->at_ms);
	is_done = desk_apply(&place->desk, input, ret_fault);
	if (next)
		desk_meet(&next->desk, input->at_ms, address);
	return is_done;
}
