/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/describe.h"

#include <stdio.h>
#include <string.h>

#include "broadcast/output/build_json.h"
#include "daemon/stream/equipment.h"
#include "driver/bluetooth.h"
#include "rules-core/fen.h"

static void set_health(json_t *to, const struct server *server, const struct hall_view *view)
{
	static const char *const words[] = {"alive", "silent", "missing"};
	uint64_t now_ms = moment_now(&server->publish.moment);

	json_object_set_new(to, "health", json_string(words[view->health]));
	json_object_set_new(to, "device", view->device ? json_string(view->device) : json_null());
	json_object_set_new(to, "heard_s",
			    view->heard_ms > 0 ? json_real((double)(now_ms - view->heard_ms) / 1000)
					       : json_null());
	json_object_set_new(to, "flooding", json_boolean(view->is_flooding));
	if (view->node)
		json_object_set_new(to, "node", json_string(view->node));
}

/* The men as the sensors see them now: no record, and so it need not be in the journal. */
static void set_men(json_t *to, const struct table *table)
{
	struct rules_position pos = {0};
	char bytes[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	memcpy(pos.at, table->seen, sizeof(pos.at));
	rules_placement_write(&text, &pos);
	json_object_set_new(to, "men", json_string(bytes));
}

/* How well a board on Bluetooth is heard, and what its radio says of the battery. */
static void set_radio(json_t *to, const struct server *server, const struct hall_view *view)
{
	const struct driver_bluetooth *bt = hall_bluetooth(server->hall);
	struct driver_bluetooth_device device;

	if (!bt || !view->device || !driver_bluetooth_find(bt, view->device, &device))
		return;
	if (device.signal_dbm != 0)
		json_object_set_new(to, "signal_dbm", json_integer(device.signal_dbm));
	if (device.battery >= 0)
		json_object_set_new(to, "battery", json_integer(device.battery));
}

/* As it was said last, not as it was when the board was last reported. */
static void set_battery(json_t *to, const struct table *table)
{
	if (table->has_battery)
		json_object_set_new(to, "battery", json_integer(table->battery.percent));
}

/* A board of which nothing has been reported yet. */
static json_t *describe_new(const struct desk *desk)
{
	struct record_board board = {.table = desk->number,
				     .link = RECORD_LOST,
				     .battery = -1,
				     .time_ms = WHEN_NEVER,
				     .clock = {.time_ms = WHEN_NEVER},
				     .sensed_square = RULES_NO_SQUARE};

	snprintf(board.id, sizeof(board.id), "%s", desk->board);
	return build_board(&board);
}

/* Of a table at another machine as that tells it. */
static void set_equipment(json_t *to, const struct hall_view *view)
{
	const struct desk *desk = view->desk;
	json_t *own = view->node ? NULL
				 : stream_equipment(&desk->table, desk->settings.table.board.make,
						    desk->ahead_ms);

	json_object_update(to, own ? own : view->equipment);
	json_decref(own);
}

json_t *describe_table(const struct server *server, const struct hall_view *view)
{
	const struct desk *desk = view->desk;
	const struct record_board *board = record_board(server->publish.record, desk->board);
	json_t *object = board ? build_board(board) : describe_new(desk);

	if (object) {
		/* What was published of a board that was moved may be of another table. */
		json_object_set_new(object, "table", json_integer((json_int_t)desk->number));
		set_health(object, server, view);
		set_men(object, &desk->table);
		set_radio(object, server, view);
		set_battery(object, &desk->table);
		set_equipment(object, view);
	}
	return object;
}

json_t *describe_state(const struct server *server, const struct hall_view *view)
{
	const struct record_board *board = record_board(server->publish.record, view->desk->board);
	json_t *object = describe_table(server, view);

	if (object) {
		json_object_del(object, "heard_s"); /* it would change all the time */
		build_turn(object, board ? board->game : NULL);
	}
	return object;
}

json_t *describe_game(const struct server *server, const struct hall_view *view)
{
	const struct record_board *board = record_board(server->publish.record, view->desk->board);

	return board && board->game ? build_game(board->game, true, NULL) : json_null();
}
