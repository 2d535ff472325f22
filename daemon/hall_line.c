/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "daemon/hall_private.h"
#include "daemon/journal_reader.h"
#include "daemon/log.h"
#include "driver/node.h"

#define READS_MAX 4 /* in one turn, so that one device cannot hold up the others */

static const char *address_of(const struct line *line)
{
	return driver_link_address(line->link);
}

bool hall_line_is_bluetooth(const struct line *line)
{
	return driver_node_is_bluetooth(address_of(line));
}

struct line *hall_line_at(const struct hall *hall, const char *address)
{
	for (size_t i = 0; i < hall->line_count; i++)
		if (strcmp(address_of(hall->lines[i]), address) == 0)
			return hall->lines[i];
	return NULL;
}

/* Input of the place that carries on the talk. */
static void put(struct line *line, enum journal_input_kind kind, uint64_t at_ms, const void *data,
		size_t len)
{
	struct journal_input input = {
		.kind = kind, .at_ms = at_ms, .line = address_of(line), .data = data, .len = len};
	char why[HALL_WHY_MAX];
	bool is_taken = hall_input(line->place, &input, why);

	if (!is_taken && !line->is_refused) /* said once, however much more comes */
		log_table(LOG_LEVEL_ERROR, line->place->desk.number, line->place->desk.board, "%s",
			  why);
	line->is_refused = !is_taken;
}

/* --- the lobby: who are you? --- */

static uint64_t hear_in_lobby(void *data, const struct table *table, const struct table_news *news)
{
	struct line *line = data;

	if (news->kind == TABLE_NEWS_BOARD && strcmp(news->state, "connected") == 0) {
		line->is_known = true;
		memcpy(line->serial, table->identity.serial, sizeof(line->serial));
	}
	return 1;
}

/* A bus answers with many boards; the first is enough to give it a place. */
static void route_in_lobby(void *data, const struct table *table, const struct dgt_event *event)
{
	struct line *line = data;

	(void)table;
	if (event->type != DGT_EV_CONNECTED || line->is_known)
		return;
	line->is_known = true;
	memcpy(line->serial, event->identity.serial, sizeof(line->serial));
}

static void enter_lobby(struct line *line)
{
	struct table_config config = {
		.rules = config_rules(line->hall->parts.config, hall_line_is_bluetooth(line)),
		.board = {.is_bluetooth = hall_line_is_bluetooth(line), .skip_log = true},
	};

	line->lobby = malloc(sizeof(*line->lobby));
	if (!line->lobby)
		hall_die();
	table_init(line->lobby, &config, hear_in_lobby, line);
	table_adopt(line->lobby, hear_in_lobby, route_in_lobby, line);
}

static void leave_lobby(struct line *line)
{
	free(line->lobby);
	line->lobby = NULL;
	line->is_known = false;
}

struct remembered {
	const char *board;
	unsigned table;
};

static int take_game(void *data, const struct journal_game *game)
{
	struct remembered *remembered = data;

	if (game->board && strcmp(game->board, remembered->board) == 0)
		remembered->table = game->table;
	return 0;
}

/* Where a board had its last game; 0: it had none. */
static unsigned remembered_table(const struct hall *hall, const char *board)
{
	struct remembered remembered = {.board = board};
	struct journal_reader *reader = NULL;
	struct journal_fault fault;

	if (journal_reader_open(&reader, hall->parts.journal_path, &fault) == 0)
		(void)journal_read_games(reader, take_game, &remembered);
	journal_reader_close(reader);
	return remembered.table;
}

static struct place *free_place(struct hall *hall, unsigned number)
{
	struct place *place = number > 0 ? hall_place(hall, number) : NULL;

	return place && !place->line ? place : NULL;
}

/* The table of a board: where it sits, is told to be, or was last; or the first that is free. */
static struct place *place_for(struct hall *hall, const char *serial)
{
	const char *given = config_board_id(hall->parts.config, serial);
	const char *id = given ? given : serial;
	struct place *place = id[0] != '\0' ? hall_place_of_board(hall, id) : NULL;

	if (place && place->line)
		place = NULL;
	if (!place)
		place = free_place(hall, config_table_of(hall->parts.config, id));
	if (!place && id[0] != '\0')
		place = free_place(hall, remembered_table(hall, id));
	return place ? place : hall_place(hall, hall_free_number(hall));
}

/* --- places --- */

static void unseat(struct line *line, uint64_t now_ms)
{
	struct place *place = line->place;

	if (!place)
		return;
	put(line, JOURNAL_INPUT_CLOSE, now_ms, "unseated", 8);
	for (size_t i = 0; i < place->seat_count; i++)
		place->seats[i].place->line = NULL;
	place->line = NULL;
	line->place = NULL;
}

void hall_line_seat(struct line *line, struct place *place)
{
	uint64_t now_ms = hall_now(line->hall);

	assert(place);
	if (line->place != place)
		unseat(line, now_ms);
	if (place->line && place->line != line)
		unseat(place->line, now_ms);
	line->place = place;
	place->line = line;
	for (size_t i = 0; i < place->seat_count; i++)
		place->seats[i].place->line = line;
	put(line, JOURNAL_INPUT_ASSIGN, now_ms, NULL, 0);
	/* The board is asked anew: what it said before was said to another table. */
	if (driver_link_is_open(line->link))
		put(line, JOURNAL_INPUT_OPEN, now_ms, address_of(line), strlen(address_of(line)));
	line->due_ms = now_ms;
	/* Bluetooth is slower: the times of the game are others. */
	place->is_stale |=
		place->desk.settings.table.board.is_bluetooth != hall_line_is_bluetooth(line);
}

/* --- a bus --- */

static struct place *seat_of(const struct place *holder, uint16_t address)
{
	for (size_t i = 0; i < holder->seat_count; i++)
		if (holder->seats[i].address == address)
			return holder->seats[i].place;
	return NULL;
}

static void put_seat(const struct place *holder, const struct seat *seat, uint64_t at_ms)
{
	struct journal_input input = {.kind = JOURNAL_INPUT_ASSIGN,
				      .at_ms = at_ms,
				      .line = holder->line ? address_of(holder->line) : NULL};
	char text[64], why[HALL_WHY_MAX];

	input.len = (size_t)snprintf(text, sizeof(text), "{\"address\":%u,\"holder\":%u}",
				     seat->address, holder->desk.number);
	input.data = text;
	if (!hall_input(seat->place, &input, why))
		log_table(LOG_LEVEL_ERROR, seat->place->desk.number, NULL, "%s", why);
}

void hall_line_keep_seat(struct place *place)
{
	const struct place *holder = place->holder ? place->holder : place;

	for (size_t i = 0; i < holder->seat_count; i++)
		if (holder->seats[i].place == place)
			put_seat(holder, &holder->seats[i], hall_now(place->hall));
}

/* The first board of a bus sits where the talk goes on, the others at the tables after it. */
static struct place *take_seat(struct place *holder, const struct dgt_event *event)
{
	struct place *place = holder;
	struct seat *seat;

	if (holder->seat_count == DGT_BOARDS_MAX)
		return NULL;
	if (holder->seat_count > 0) {
		place = place_for(holder->hall, event->identity.serial);
		place->holder = holder;
		place->line = holder->line;
	}
	seat = &holder->seats[holder->seat_count++];
	*seat = (struct seat){event->address, place};
	put_seat(holder, seat, event->at_ms);
	return place;
}

static void feed_place(struct place *place, const struct dgt_event *event)
{
	if (!place->desk.is_begun) {
		if (place->hall->is_recovering)
			hall_recover_hold(place, event);
		return;
	}
	table_event(&place->desk.table, event);
	place->due_ms = desk_deadline(&place->desk);
}

void hall_route(void *owner, struct desk *desk, const struct dgt_event *event)
{
	struct place *holder = owner, *place;

	(void)desk;
	if (event->address == 0) {
		for (size_t i = 0; i < holder->seat_count; i++)
			if (holder->seats[i].place != holder)
				feed_place(holder->seats[i].place, event);
		return;
	}
	place = seat_of(holder, event->address);
	if (!place && event->type == DGT_EV_CONNECTED && !holder->hall->is_recovering)
		place = take_seat(holder, event);
	if (place)
		feed_place(place, event);
}

static bool is_bus(const struct dgt_session *session)
{
	return session->state == DGT_ST_BUS_ENTERING || session->state == DGT_ST_BUS_FINDING ||
	       session->state == DGT_ST_BUS_RUNNING;
}

/* --- devices --- */

void hall_line_new(struct hall *hall, const char *address, bool is_found, struct place *place)
{
	struct line *line = calloc(1, sizeof(*line));
	struct line **lines = realloc(hall->lines, (hall->line_count + 1) * sizeof(struct line *));

	if (!line || !lines || driver_link_new(&line->link, address) < 0)
		hall_die();
	line->hall = hall;
	line->is_found = is_found;
	line->polled_fd = -1;
	line->due_ms = 0;
	hall->lines = lines;
	lines[hall->line_count++] = line;
	if (place)
		hall_line_seat(line, place);
}

void hall_line_free(struct line *line)
{
	struct hall *hall = line->hall;

	unseat(line, hall_now(hall));
	leave_lobby(line);
	driver_link_free(line->link);
	for (size_t i = 0; i < hall->line_count; i++)
		if (hall->lines[i] == line)
			hall->lines[i] = hall->lines[--hall->line_count];
	free(line);
}

void hall_line_write(struct line *line, const uint8_t *bytes, size_t len)
{
	(void)driver_link_write(line->link, bytes, len); /* what does not fit is asked again */
	line->due_ms = 0;
}

static void opened(struct line *line, uint64_t now_ms)
{
	line->is_failing = false;
	if (line->place) {
		put(line, JOURNAL_INPUT_OPEN, now_ms, address_of(line), strlen(address_of(line)));
		return;
	}
	enter_lobby(line);
	table_open(line->lobby, now_ms);
}

static void lost(struct line *line, uint64_t now_ms)
{
	const char *why = strerror(-driver_link_error(line->link));

	if (driver_link_error(line->link) == 0)
		why = "no answer";
	leave_lobby(line);
	if (!line->place)
		return;
	log_table(LOG_LEVEL_WARNING, line->place->desk.number, line->place->desk.board,
		  "%s lost: %s", address_of(line), why);
	put(line, JOURNAL_INPUT_CLOSE, now_ms, why, strlen(why));
}

static void failed(struct line *line)
{
	if (!line->is_failing)
		log_table(LOG_LEVEL_WARNING, line->place ? line->place->desk.number : 0, NULL,
			  "cannot open %s: %s; trying again until it works", address_of(line),
			  strerror(-driver_link_error(line->link)));
	line->is_failing = true;
}

/* Returns true while there may be more of it. */
static bool take_news(struct line *line, uint64_t now_ms)
{
	enum driver_link_news news = driver_link_step(line->link, now_ms);

	switch (news) {
	case DRIVER_LINK_NOTHING: return false;
	case DRIVER_LINK_OPENED: opened(line, now_ms); break;
	case DRIVER_LINK_FAILED: failed(line); break;
	case DRIVER_LINK_LOST: lost(line, now_ms); break;
	}
	line->polled_fd = -1; /* another descriptor, whatever its number */
	return true;
}

static void hear(struct line *line, uint64_t now_ms, const uint8_t *bytes, size_t len)
{
	line->heard_ms = now_ms;
	log_bytes(line->place ? line->place->desk.number : 0, false, bytes, len);
	if (line->place)
		put(line, JOURNAL_INPUT_BYTES, now_ms, bytes, len);
	else if (line->lobby)
		table_bytes(line->lobby, now_ms, bytes, len);
}

/* Whoever floods once does it again: it is said once. */
static void look_for_flood(struct line *line)
{
	if (line->has_flooded || !driver_link_is_flooded(line->link))
		return;
	line->has_flooded = true;
	log_table(LOG_LEVEL_WARNING, line->place ? line->place->desk.number : 0, NULL,
		  "%s sends more than any board does; it is read slowly, others are not held up",
		  address_of(line));
}

static void read_all(struct line *line, uint64_t now_ms)
{
	uint8_t bytes[4096];

	for (int i = 0; i < READS_MAX; i++) {
		size_t len = driver_link_read(line->link, now_ms, bytes, sizeof(bytes));

		if (len > 0)
			hear(line, now_ms, bytes, len);
		if (len < sizeof(bytes)) /* that was all; what comes now makes it readable again */
			return;
	}
}

static void talk_in_lobby(struct line *line, uint64_t now_ms)
{
	uint8_t bytes[DGT_OUT_MAX];
	size_t len;

	table_tick(line->lobby, now_ms);
	len = table_take(line->lobby, bytes, sizeof(bytes));
	if (len > 0)
		hall_line_write(line, bytes, len);
	if (!line->is_known)
		return;
	leave_lobby(line);
	hall_line_seat(line, place_for(line->hall, line->serial));
}

static void tick(struct line *line, uint64_t now_ms)
{
	struct table *table = line->place ? &line->place->desk.table : line->lobby;

	if (line->place)
		desk_tick(&line->place->desk, now_ms);
	else if (line->lobby)
		talk_in_lobby(line, now_ms);
	if (!table || !driver_link_is_open(line->link))
		return;
	table = line->place ? &line->place->desk.table : line->lobby;
	if (table && is_bus(&table->session))
		driver_link_serve_bus(line->link);
	if (table && table->session.state == DGT_ST_LOST)
		driver_link_give_up(line->link, now_ms);
}

static void poll_it(struct line *line)
{
	int fd = driver_link_fd(line->link);
	short wanted = driver_link_events(line->link);
	struct epoll_event event = {.events = (uint32_t)wanted, .data.ptr = line};

	if (fd == line->polled_fd && wanted == line->polled_events)
		return;
	/* A closed descriptor has left the set by itself. */
	if (fd >= 0 && wanted == 0)
		(void)epoll_ctl(line->hall->epoll, EPOLL_CTL_DEL, fd, NULL);
	else if (fd >= 0 && epoll_ctl(line->hall->epoll, EPOLL_CTL_MOD, fd, &event) < 0)
		(void)epoll_ctl(line->hall->epoll, EPOLL_CTL_ADD, fd, &event);
	line->polled_fd = fd;
	line->polled_events = wanted;
}

static uint64_t due_of(const struct line *line)
{
	uint64_t due = driver_link_deadline(line->link);
	uint64_t own = line->lobby ? table_deadline(line->lobby) : UINT64_MAX;

	return own < due ? own : due;
}

void hall_line_serve(struct line *line, uint64_t now_ms)
{
	struct journal *journal = line->hall->parts.journal;

	journal_gather(journal);
	line->due_ms = UINT64_MAX;
	while (take_news(line, now_ms))
		continue;
	if (driver_link_is_open(line->link))
		read_all(line, now_ms);
	journal_let_go(journal); /* reports go to the disk while we answer the board */
	journal_gather(journal);
	look_for_flood(line);
	tick(line, now_ms);
	while (take_news(line, now_ms)) /* what was written, and a loss */
		continue;
	journal_let_go(journal);
	poll_it(line);
	line->due_ms = due_of(line);
}
