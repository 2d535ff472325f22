/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hall/private.h"
#include "daemon/table/lights.h"

/*
 * The lights of a board: orders that no session knows of and no journal keeps, for nothing
 * that is reported depends on them. A board that was never told to shine is written nothing.
 */

#define TIMES    2    /* each order is sent: no board says for certain that it has obeyed */
#define AGAIN_MS 1500 /* the second time */
#define PHASE_MS 800  /* of blinking; the slowest boards take 600 */
#define CORNERS  0x8100000000000081 /* a1, h1, a8, h8 */
#define NOT_DUE  UINT64_MAX

static bool may_shine(const struct line *line)
{
	return line->place && !hall_is_trunk(line->place) && driver_link_is_open(line->link) &&
	       board_make_at(line->make)->lights &&
	       board_session_state(&line->place->desk.table.session) == BOARD_ST_RUNNING;
}

static bool is_blinking(const struct line *line, uint64_t now_ms)
{
	return now_ms < line->lights.blink_until_ms;
}

/* The client has what it wanted when the board shows it. */
static const rules_piece *shown_at(struct place *place)
{
	const struct table *table = &place->desk.table;

	if (place->shown_by && table_shows(table, place->shown))
		place->shown_by = NULL;
	return place->shown_by ? place->shown : NULL;
}

static uint64_t wanted_of(const struct line *line, uint64_t now_ms)
{
	uint64_t left_ms = line->lights.blink_until_ms - now_ms;

	if (is_blinking(line, now_ms))
		return left_ms / PHASE_MS % 2 == 0 ? CORNERS : 0;
	if (!line->hall->parts.config->boards.lights)
		return 0;
	return table_lights(&line->place->desk.table, shown_at(line->place));
}

static void send_order(struct line *line, uint64_t now_ms)
{
	struct line_lights *lights = &line->lights;
	const struct board_session *session = &line->place->desk.table.session;
	uint8_t bytes[BOARD_OUT_MAX];
	size_t len = board_session_lights(session, lights->squares, bytes, sizeof(bytes));

	lights->due_ms = now_ms + board_make_at(line->make)->lights_ms;
	if (!driver_link_write(line->link, bytes, len))
		return; /* something else is on its way: later */
	log_bytes(line->place->desk.number, true, bytes, len);
	line->due_ms = 0;
	lights->left--;
	lights->sent_ms = now_ms;
	lights->due_ms = now_ms + AGAIN_MS;
}

/* A second order may wait; another one is sent as soon as the board takes it. */
static void change(struct line *line, uint64_t squares, uint64_t now_ms)
{
	struct line_lights *lights = &line->lights;
	uint64_t soon_ms = lights->sent_ms + board_make_at(line->make)->lights_ms;

	lights->squares = squares;
	lights->left = TIMES;
	lights->due_ms = soon_ms > now_ms ? soon_ms : now_ms;
}

void hall_line_shine(struct line *line, uint64_t now_ms)
{
	struct line_lights *lights = &line->lights;
	uint64_t wanted, due_ms;

	if (!may_shine(line))
		return;
	wanted = wanted_of(line, now_ms);
	if (wanted != lights->squares)
		change(line, wanted, now_ms);
	if (lights->left > 0 && now_ms >= lights->due_ms)
		send_order(line, now_ms);
	due_ms = lights->left > 0 ? lights->due_ms : NOT_DUE;
	if (is_blinking(line, now_ms) && now_ms + PHASE_MS < due_ms)
		due_ms = now_ms + PHASE_MS;
	if (due_ms < line->due_ms)
		line->due_ms = due_ms;
}

/* What shone when the line was lost may shine still. */
void hall_line_darken(struct line *line)
{
	struct line_lights *lights = &line->lights;

	if (lights->squares != 0 || line->hall->parts.config->boards.lights)
		lights->left = TIMES;
	lights->due_ms = 0;
}

static struct line *line_of(struct hall *hall, const char *board, char ret_why[HALL_WHY_MAX])
{
	struct place *place = hall_find_place(hall, board, ret_why);

	if (!place)
		return NULL;
	if (place->line && may_shine(place->line))
		return place->line;
	snprintf(ret_why, HALL_WHY_MAX, "table %u has no board with lights now",
		 place->desk.number);
	return NULL;
}

int hall_blink(struct hall *hall, const char *board, unsigned seconds, char ret_why[HALL_WHY_MAX])
{
	struct line *line = line_of(hall, board, ret_why);

	if (!line)
		return hall_find_place(hall, board, ret_why) ? -EINVAL : -ENOENT;
	if (desk_is_playing(&line->place->desk)) {
		snprintf(ret_why, HALL_WHY_MAX, "a game is played there: its board does not blink");
		return -EINVAL;
	}
	line->lights.blink_until_ms = hall_now(hall) + (uint64_t)seconds * 1000;
	line->due_ms = 0;
	return 0;
}

void hall_show(struct hall *hall, const struct desk *desk, const rules_piece men[64],
	       const void *client)
{
	struct place *place = hall_place_of_number(hall, desk->number);

	if (!place || place->mirror)
		return;
	memcpy(place->shown, men, sizeof(place->shown));
	place->shown_by = client;
	if (place->line)
		place->line->due_ms = 0;
}

void hall_show_end(struct hall *hall, const void *client)
{
	for (size_t i = 0; i < hall->place_count; i++)
		if (hall->places[i]->shown_by == client)
			hall->places[i]->shown_by = NULL;
}
