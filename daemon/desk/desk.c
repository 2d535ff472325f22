/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/desk/played.h"
#include "daemon/stream/stream.h"
#include "daemon/table/pack.h"

static uint64_t tell(void *data, const struct table *table, const struct table_news *news)
{
	struct desk *desk = data;

	(void)table;
	desk->last_seq = desk->owner.tell(desk->owner.data, desk, news);
	return desk->last_seq;
}

static void route(void *data, const struct table *table, const struct board_event *event)
{
	struct desk *desk = data;

	(void)table;
	if (desk->owner.route)
		desk->owner.route(desk->owner.data, desk, event);
}

static void saw(void *data, const struct table *table)
{
	struct desk *desk = data;

	(void)table;
	if (desk->owner.saw)
		desk->owner.saw(desk->owner.data, desk);
}

void desk_init(struct desk *desk, unsigned number, struct desk_owner owner)
{
	pack_clear(desk, sizeof(*desk));
	desk->number = number;
	desk->owner = owner;
}

void desk_adopt(struct desk *desk, struct desk_owner owner)
{
	desk->owner = owner;
	desk->author = desk->from = NULL;
	table_adopt(&desk->table, tell, route, desk);
	table_watch(&desk->table, saw);
}

/* What waits for the device, or is thrown away where there is none. */
static void write_out(struct desk *desk)
{
	uint8_t bytes[BOARD_OUT_MAX];
	size_t len = table_take(&desk->table, bytes, sizeof(bytes));

	if (len > 0 && desk->owner.write)
		desk->owner.write(desk->owner.data, desk, bytes, len);
}

/*
 * All that was due before, each at its time and with its bytes taken: so it is
 * the same whether the loop came at every deadline or only now.
 */
static void catch_up(struct desk *desk, uint64_t at_ms)
{
	uint64_t due;

	while ((due = table_deadline(&desk->table)) <= at_ms && due != UINT64_MAX) {
		table_tick(&desk->table, due);
		write_out(desk);
	}
}

void desk_tick(struct desk *desk, uint64_t at_ms)
{
	if (desk->is_begun)
		catch_up(desk, at_ms);
}

uint64_t desk_deadline(const struct desk *desk)
{
	return desk->is_begun ? table_deadline(&desk->table) : UINT64_MAX;
}

static bool refuse(struct rules_fault *ret_fault, const char *why)
{
	*ret_fault = (struct rules_fault){0};
	snprintf(ret_fault->why, sizeof(ret_fault->why), "%s", why);
	return false;
}

static bool begin(struct desk *desk, const struct journal_input *input,
		  struct rules_fault *ret_fault)
{
	json_t *object = json_loadb(input->data, input->len, 0, NULL);
	bool is_good = settings_read(&desk->settings, object);
	struct desk_played past;
	bool goes_on = is_good && played_read(&past, json_object_get(object, "played"));

	json_decref(object);
	if (!is_good)
		return refuse(ret_fault, "these are no settings");
	table_init(&desk->table, &desk->settings.table, tell, desk);
	table_adopt(&desk->table, tell, route, desk);
	table_watch(&desk->table, saw);
	desk->is_begun = true;
	desk->began_ms = input->at_ms;
	desk->ahead_ms =
		desk->settings.ahead_ms; /* whatever was before: this is computed from here */
	desk->holder = 0;
	if (goes_on)
		table_go_on(&desk->table, input->at_ms, &past.table);
	else if (desk->settings.is_announced)
		table_announce(&desk->table, input->at_ms);
	return true;
}

/* --- a bus --- */

bool desk_is_sitting(const struct journal_input *input, unsigned *ret_holder, uint16_t *ret_address)
{
	json_t *object;
	int address, holder;
	bool is_one;

	if (input->kind != JOURNAL_INPUT_ASSIGN || input->len == 0)
		return false;
	object = json_loadb(input->data, input->len, 0, NULL);
	is_one = json_unpack(object, "{s:i, s:i}", "address", &address, "holder", &holder) == 0;
	if (is_one) {
		*ret_address = (uint16_t)address;
		*ret_holder = (unsigned)holder;
	}
	json_decref(object);
	return is_one;
}

bool desk_is_make(const struct journal_input *input, uint8_t *ret_make)
{
	const char *name;
	json_t *object;
	bool is_one;

	if (input->kind != JOURNAL_INPUT_ASSIGN || input->len == 0)
		return false;
	object = json_loadb(input->data, input->len, 0, NULL);
	is_one =
		json_unpack(object, "{s:s}", "make", &name) == 0 && board_make_find(name, ret_make);
	json_decref(object);
	return is_one;
}

void desk_meet(struct desk *holder, uint64_t at_ms, uint16_t address)
{
	desk_tick(holder, at_ms);
	if (holder->is_begun)
		board_session_meet(&holder->table.session, address);
}

void desk_hear(struct desk *desk, const struct board_event *event)
{
	if (desk->is_begun)
		table_event(&desk->table, event);
}

static void sit(struct desk *desk, const struct journal_input *input)
{
	size_t len = input->line ? strlen(input->line) : 0;
	uint8_t make;

	if (desk_is_make(input, &make)) {
		desk->settings.table.board.make = make;
		table_change_make(&desk->table, make);
	}
	desk->holder = 0;
	desk->line[0] = '\0';
	(void)desk_is_sitting(input, &desk->holder, &desk->address);
	if (len < sizeof(desk->line) && input->line)
		memcpy(desk->line, input->line, len + 1);
}

static bool is_word(const struct journal_input *input, const char *word)
{
	return input->len == strlen(word) && memcmp(input->data, word, input->len) == 0;
}

/* What speaks for itself is closed; of a board of a bus somebody else hears that it is gone. */
static void leave(struct desk *desk, const struct journal_input *input)
{
	struct board_event lost = {
		.type = BOARD_EV_LOST, .at_ms = input->at_ms, .lost = BOARD_LOST_CLOSED};

	if (desk->holder != 0)
		table_event(&desk->table, &lost);
	else
		table_close(&desk->table, input->at_ms);
	if (!is_word(input, DESK_ASSIGNED))
		return;
	desk->holder = 0;
	desk->board[0] = desk->line[0] = '\0';
	if (desk_is_playing(desk)) /* and the game waits for another board */
		snprintf(desk->board, sizeof(desk->board), "dev-%u", desk->number);
}

static bool act(struct desk *desk, const struct journal_input *input, struct rules_fault *ret_fault)
{
	struct rules_slice action = {input->data, input->len};
	uint64_t undoes;
	bool is_done;

	desk->author = input->author;
	desk->from = input->line;
	if (!table_is_undo(action, &undoes))
		is_done = table_act(&desk->table, input->at_ms, action, ret_fault);
	else if (desk->owner.undo)
		is_done = desk->owner.undo(desk->owner.data, desk, input, ret_fault);
	else
		is_done = refuse(ret_fault, "nothing can be undone here");
	desk->author = desk->from = NULL;
	return is_done;
}

/* The game goes on, with its GID: only its players are others, or called otherwise. */
static bool name_players(struct desk *desk, const struct journal_input *input,
			 struct rules_fault *ret_fault)
{
	json_t *object = json_loadb(input->data, input->len, 0, NULL);
	bool is_good = settings_players_read(desk->settings.player, object);
	bool is_announced = json_is_true(json_object_get(object, "announced"));

	json_decref(object);
	if (!is_good)
		return refuse(ret_fault, "these are no players");
	desk->author = input->author;
	if (desk->table.has_game || desk->table.is_announced)
		table_name_players(&desk->table, input->at_ms);
	else if (is_announced)
		table_announce(&desk->table, input->at_ms);
	desk->author = NULL;
	return true;
}

static uint64_t number_of(const struct journal_input *input)
{
	char text[24] = "";

	memcpy(text, input->data, input->len < sizeof(text) ? input->len : sizeof(text) - 1);
	return strtoull(text, NULL, 10);
}

bool desk_apply(struct desk *desk, const struct journal_input *input, struct rules_fault *ret_fault)
{
	bool is_done = true;

	if (input->kind == JOURNAL_INPUT_SETTINGS)
		return begin(desk, input, ret_fault);
	if (!desk->is_begun)
		return refuse(ret_fault, "no settings are in force");
	catch_up(desk, input->at_ms);
	switch (input->kind) {
	case JOURNAL_INPUT_OPEN: table_open(&desk->table, input->at_ms); break;
	case JOURNAL_INPUT_GAP: /* what was dropped is as if the cable had been pulled */
		table_close(&desk->table, input->at_ms);
		break;
	case JOURNAL_INPUT_CLOSE: leave(desk, input); break;
	case JOURNAL_INPUT_BYTES:
		table_bytes(&desk->table, input->at_ms, input->data, input->len);
		break;
	case JOURNAL_INPUT_ACT: is_done = act(desk, input, ret_fault); break;
	case JOURNAL_INPUT_WALL: desk->ahead_ms = number_of(input); break;
	case JOURNAL_INPUT_ASSIGN: sit(desk, input); break;
	case JOURNAL_INPUT_PLAYERS: is_done = name_players(desk, input, ret_fault); break;
	case JOURNAL_INPUT_SETTINGS:
	case JOURNAL_INPUT_CONFIG:
	case JOURNAL_INPUT_ROUND: break;
	case JOURNAL_INPUT_OTHER_BOARD:
		is_done =
			table_other_board(&desk->table, input->at_ms,
					  (struct rules_slice){input->data, input->len}, ret_fault);
		break;
	case JOURNAL_INPUT_ANSWER:
		is_done = table_answer(&desk->table, input->at_ms,
				       (struct rules_slice){input->data, input->len}, ret_fault);
		break;
	}
	write_out(desk);
	return is_done;
}

bool desk_is_playing(const struct desk *desk)
{
	return desk->is_begun && desk->table.has_game && !desk->table.is_over &&
	       desk->table.plies > 0;
}

unsigned desk_game_number(const struct desk *desk)
{
	return desk->settings.games + desk->table.games;
}

static struct stream_head head_of(const struct desk *desk, uint64_t seq)
{
	return (struct stream_head){.seq = seq,
				    .board = desk->board,
				    .table = desk->number,
				    .event = desk->settings.event,
				    .round = desk->settings.round,
				    .games = desk->settings.games,
				    .before_ms = desk->ahead_ms,
				    .by = desk->author,
				    .from = desk->from,
				    .players = desk->settings.player};
}

void desk_game_id(const struct desk *desk, char ret[DESK_GAME_MAX])
{
	struct stream_head head = head_of(desk, 0);

	stream_game_id(&head, &desk->table, ret, DESK_GAME_MAX);
}

json_t *desk_report(const struct desk *desk, uint64_t seq, const struct table_news *news)
{
	struct stream_head head = head_of(desk, seq);

	return stream_build(&head, &desk->table, news);
}
