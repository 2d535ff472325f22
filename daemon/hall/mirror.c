/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/hall/mirror.h"
#include "daemon/hall/private.h"

#define DEVICE_MAX 200

struct place_mirror {
	char node[HALL_NODE_MAX], device[DEVICE_MAX];
	enum hall_health health;
	bool has_men; /* the node has told where the men stand */
	json_t *equipment;
};

bool hall_is_hub(const struct hall *hall)
{
	return hall->parts.config->hub.name != NULL;
}

void hall_mirror_free(struct place_mirror *mirror)
{
	if (mirror)
		json_decref(mirror->equipment);
	free(mirror);
}

/* The desk of a mirror is never begun: most of its memory is never touched. */
static struct place *new_mirror(struct hall *hall, unsigned number)
{
	struct place *place = calloc(1, sizeof(*place));

	if (!place)
		hall_die();
	place->mirror = calloc(1, sizeof(*place->mirror));
	if (!place->mirror)
		hall_die();
	place->desk.number = number;
	place->mirror->equipment = json_pack("{s:[]}", "due");
	place->mirror->health = HALL_MISSING;
	hall_insert_place(hall, place);
	return place;
}

static struct place *mirror_of(const struct hall *hall, unsigned number)
{
	struct place *place = hall_place_of_number(hall, number);

	return place && place->mirror ? place : NULL;
}

const char *hall_mirror_node(const struct hall *hall, unsigned number)
{
	const struct place *place = mirror_of(hall, number);

	return place ? place->mirror->node : NULL;
}

void hall_mirror(struct hall *hall, unsigned number, const char *node, const char *board)
{
	struct place *place = mirror_of(hall, number), *before = hall_place_of_board(hall, board);

	if (!place)
		place = new_mirror(hall, number);
	if (before && before != place) {
		before->desk.board[0] = '\0'; /* it was carried to this table */
		before->mirror->health = HALL_MISSING;
	}
	snprintf(place->mirror->node, sizeof(place->mirror->node), "%s", node);
	snprintf(place->desk.board, sizeof(place->desk.board), "%s", board);
}

void hall_mirror_info(struct hall *hall, unsigned number, const struct hall_mirror_info *info)
{
	struct place *place = mirror_of(hall, number);
	struct table *table = place ? &place->desk.table : NULL;

	if (!place)
		return;
	snprintf(table->identity.serial, sizeof(table->identity.serial), "%s", info->serial);
	snprintf(place->mirror->device, sizeof(place->mirror->device), "%s", info->device);
	table->has_battery = info->battery >= 0;
	if (table->has_battery)
		table->battery.percent = (uint8_t)info->battery;
	table->is_turned = info->is_turned;
}

void hall_mirror_equipment(struct hall *hall, unsigned number, json_t *equipment)
{
	struct place *place = mirror_of(hall, number);

	if (!place) {
		json_decref(equipment);
		return;
	}
	json_decref(place->mirror->equipment);
	place->mirror->equipment = equipment;
	hall_saw(place, &place->desk);
}

void hall_mirror_clock_ordered(struct hall *hall, unsigned number)
{
	struct place *place = mirror_of(hall, number);

	if (place)
		json_object_set_new(place->mirror->equipment, "clock_order", json_string("sent"));
}

void hall_mirror_health(struct hall *hall, unsigned number, enum hall_health health)
{
	struct place *place = mirror_of(hall, number);

	if (place)
		place->mirror->health = health;
}

void hall_mirror_men(struct hall *hall, unsigned number, const rules_piece men[64])
{
	struct place *place = mirror_of(hall, number);

	if (!place)
		return;
	memcpy(place->desk.table.seen, men, sizeof(place->desk.table.seen));
	place->mirror->has_men = true;
	hall_saw(place, &place->desk);
}

void hall_mirror_game(struct hall *hall, unsigned number, const struct game *game, uint64_t seq)
{
	struct place *place = mirror_of(hall, number);
	struct desk *desk = place ? &place->desk : NULL;

	if (!place)
		return;
	desk->last_seq = seq;
	desk->is_begun = game != NULL;
	desk->table.has_game = game && game->state != GAME_READY;
	desk->table.is_over = game && game->state == GAME_ENDED;
	desk->table.plies = (uint16_t)(game ? game->ply_count : 0);
	if (!game)
		return;
	desk->settings.round = game->round;
	snprintf(desk->settings.event, sizeof(desk->settings.event), "%.*s",
		 (int)sizeof(desk->settings.event) - 1, game->event);
	memcpy(desk->settings.player, game->player, sizeof(desk->settings.player));
}

struct hall_view hall_mirror_view(const struct place *place)
{
	const struct place_mirror *mirror = place->mirror;

	return (struct hall_view){.desk = &place->desk,
				  .device = mirror->device[0] != '\0' ? mirror->device : NULL,
				  .health = mirror->health,
				  .heard_ms = 0,
				  .state = mirror->has_men ? BOARD_ST_RUNNING : BOARD_ST_MEETING,
				  .node = mirror->node,
				  .equipment = mirror->equipment};
}
