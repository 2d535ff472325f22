/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hall/hall.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "daemon/base/build_id.h"
#include "daemon/base/log.h"
#include "daemon/hall/private.h"
#include "daemon/table/pack.h"

#define SNAPSHOT_MS  (10 * 60 * 1000) /* a game is computed again from at most so long ago */
#define SNAPSHOTS    4                /* made in one turn */
#define BATCH        64               /* devices served in one turn */
#define HELD_UP_MS   100
#define HEARTBEAT_MS 2500 /* a board is asked for anything every second */

void hall_die(void)
{
	log_error("out of memory: stopping, the journal has everything");
	abort();
}

uint64_t hall_now(const struct hall *hall)
{
	return moment_now(hall->parts.moment);
}

/* --- names --- */

static bool is_taken(const struct hall *hall, const struct place *place, const char *board)
{
	for (size_t i = 0; i < hall->place_count; i++)
		if (hall->places[i] != place && strcmp(hall->places[i]->desk.board, board) == 0)
			return true;
	return false;
}

void hall_name(const struct hall *hall, const struct place *place, const char *serial,
	       char ret[DESK_BOARD_MAX])
{
	const char *given = config_board_id(hall->parts.config, serial);
	char name[DESK_BOARD_MAX];

	if (serial[0] == '\0') {
		snprintf(ret, DESK_BOARD_MAX, "dev-%u", place->desk.number);
		return;
	}
	/* The place's own name must not hide another's, so it is found beside it. */
	snprintf(name, sizeof(name), "%.40s", given ? given : serial);
	for (unsigned i = 2; is_taken(hall, place, name) && i < 1000; i++)
		snprintf(name, sizeof(name), "%.40s-%u", given ? given : serial, i);
	memcpy(ret, name, sizeof(name));
}

struct place *hall_place_of_board(const struct hall *hall, const char *board)
{
	for (size_t i = 0; i < hall->place_count; i++)
		if (strcmp(hall->places[i]->desk.board, board) == 0)
			return hall->places[i];
	return NULL;
}

struct place *hall_place_of_number(const struct hall *hall, unsigned number)
{
	size_t low = 0, high = hall->place_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (hall->places[middle]->desk.number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < hall->place_count && hall->places[low]->desk.number == number
		       ? hall->places[low]
		       : NULL;
}

/* By ID first: a board may be called "7" and sit at another table. */
static struct place *find(const struct hall *hall, const char *board)
{
	struct place *place = hall_place_of_board(hall, board);
	char *end;
	unsigned long number;

	if (place || board[0] == '\0')
		return place;
	number = strtoul(board, &end, 10);
	return *end == '\0' && number <= CONFIG_TABLE_MAX
		       ? hall_place_of_number(hall, (unsigned)number)
		       : NULL;
}

/* --- tables --- */

void hall_insert_place(struct hall *hall, struct place *place)
{
	struct place **places =
		realloc(hall->places, (hall->place_count + 1) * sizeof(struct place *));
	size_t at = hall->place_count;

	if (!places)
		hall_die();
	place->hall = hall;
	place->due_ms = UINT64_MAX;
	hall->places = places;
	for (; at > 0 && places[at - 1]->desk.number > place->desk.number; at--)
		places[at] = places[at - 1];
	places[at] = place;
	hall->place_count++;
}

struct place *hall_add_place(struct hall *hall, unsigned number)
{
	struct place *place = calloc(1, sizeof(*place));

	if (!place)
		hall_die();
	desk_init(
		&place->desk, number,
		(struct desk_owner){place, hall_tell, hall_write, hall_route, hall_undo, hall_saw});
	hall_insert_place(hall, place);
	hall_remember_place(hall, number);
	return place;
}

struct place *hall_place(struct hall *hall, unsigned number)
{
	struct place *place = hall_place_of_number(hall, number);

	if (place)
		return place;
	place = hall_add_place(hall, number);
	hall_begin(place, NULL);
	return place;
}

static void keep_snapshot(struct place *place, uint64_t now_ms)
{
	struct journal *journal = place->hall->parts.journal;
	size_t len = pack_put(&place->desk, sizeof(place->desk), NULL, 0);
	void *data = malloc(len);
	struct journal_snapshot snapshot = {.table = place->desk.number,
					    .after_input = journal_last_input(journal),
					    .at_ms = now_ms,
					    .build = build_id(),
					    .data = data,
					    .len = len};

	place->wants_snapshot = false;
	place->snapshot_ms = now_ms;
	/* On a bus the state of one table is not enough to go on from. */
	if (data && place->desk.holder == 0 && !hall_is_trunk(place)) {
		pack_put(&place->desk, sizeof(place->desk), data, len);
		(void)journal_put_snapshot(journal, &snapshot);
	}
	free(data);
}

static bool is_snapshot_due(const struct place *place, uint64_t now_ms)
{
	return place->wants_snapshot ||
	       (desk_is_playing(&place->desk) && now_ms - place->snapshot_ms > SNAPSHOT_MS);
}

static bool take_input(struct place *place, const struct journal_input *input, char *ret_why)
{
	struct journal_input own = *input;
	struct rules_fault fault = {0};
	int r;

	own.table = place->desk.number;
	r = journal_put_input(place->hall->parts.journal, &own, &own.id);
	if (r == -ENOMEM)
		hall_die();
	if (r < 0) {
		snprintf(ret_why, HALL_WHY_MAX, "the journal can take no more");
		return false;
	}
	place->last_input = own.id;
	if (!hall_apply(place, &own, &fault)) {
		snprintf(ret_why, HALL_WHY_MAX, "%s", fault.why);
		return false;
	}
	place->due_ms = desk_deadline(&place->desk);
	return true;
}

bool hall_input(struct place *place, const struct journal_input *input, char *ret_why)
{
	bool is_done;

	journal_gather(place->hall->parts.journal);
	is_done = take_input(place, input, ret_why);
	journal_let_go(place->hall->parts.journal);
	hall_examine(place);
	return is_done;
}

/* --- what people want --- */

static int unknown(const char *board, char ret_why[HALL_WHY_MAX])
{
	snprintf(ret_why, HALL_WHY_MAX, "there is no board \"%.60s\"", board);
	return -ENOENT;
}

static bool is_result(const char *action)
{
	return strncmp(action, "result ", 7) == 0 && action[7] != '*';
}

struct place *hall_find_place(const struct hall *hall, const char *board,
			      char ret_why[HALL_WHY_MAX])
{
	struct place *place = find(hall, board);

	if (!place)
		(void)unknown(board, ret_why);
	return place;
}

static int is_elsewhere(const struct place *place, char ret_why[HALL_WHY_MAX])
{
	snprintf(ret_why, HALL_WHY_MAX, "table %u is at another machine", place->desk.number);
	return -EINVAL;
}

int hall_act_at(struct place *place, const char *action, const char *author, const char *from,
		uint64_t *ret_seq, char ret_why[HALL_WHY_MAX])
{
	struct journal_input input = {.kind = JOURNAL_INPUT_ACT,
				      .at_ms = hall_now(place->hall),
				      .line = from,
				      .author = author,
				      .data = action,
				      .len = strlen(action)};
	struct rules_fault fault = {0};
	char drawn[HALL_DRAWN_MAX];
	struct table_pair pair, before = place->desk.table.pair;
	bool is_pair = table_reads_pair(rules_slice_of(action), &pair);
	uint64_t undoes;
	bool is_undo = table_is_undo(rules_slice_of(action), &undoes);
	int r;

	if (place->mirror)
		return is_elsewhere(place, ret_why);
	if (table_is_draw(rules_slice_of(action))) {
		if (hall_draw_chess960(drawn, ret_why) < 0)
			return -EIO;
		action = input.data = drawn;
		input.len = strlen(drawn);
	}
	if (!is_undo && !table_knows_action(rules_slice_of(action), &fault)) {
		snprintf(ret_why, HALL_WHY_MAX, "%s: '%.60s'", fault.why,
			 fault.at < strlen(action) ? action + fault.at : action);
		return -EINVAL;
	}
	r = is_pair ? hall_check_pair(place, &pair, ret_why) : 0;
	if (r < 0)
		return r;
	place->hall->speaker_from = from;
	if (is_result(action) && place->desk.table.is_announced)
		(void)hall_set_up(place, author);
	place->hall->speaker_from = NULL;
	place->decision = 0;
	if (!hall_input(place, &input, ret_why))
		return -EINVAL;
	*ret_seq = place->decision;
	log_table(LOG_LEVEL_NOTICE, place->desk.number, place->desk.board, "%s: %s", author,
		  action);
	if (is_pair || (is_undo && place->desk.table.pair.table != before.table))
		hall_pair_other(place, &before, author, from);
	hall_freshen(place);
	if (place->line)
		place->line->due_ms = 0; /* there may be men to put back */
	return 0;
}

int hall_act(struct hall *hall, const char *board, const char *action, const char *author,
	     const char *from, uint64_t *ret_seq, char ret_why[HALL_WHY_MAX])
{
	struct place *place = hall_find_place(hall, board, ret_why);

	return place ? hall_act_at(place, action, author, from, ret_seq, ret_why) : -ENOENT;
}

/* What serves a table: a device that speaks for itself, or a board of a bus. */
struct service {
	struct line *line;
	struct place *trunk;
	uint16_t address;
};

/* The table has none any more, and its board goes with it. */
static struct service relieve(struct place *place)
{
	struct service service = {.trunk = hall_trunk_of(place), .address = place->desk.address};
	struct journal_input close = {.kind = JOURNAL_INPUT_CLOSE,
				      .at_ms = hall_now(place->hall),
				      .data = DESK_ASSIGNED,
				      .len = strlen(DESK_ASSIGNED)};
	char why[HALL_WHY_MAX];

	service.line = service.trunk ? NULL : place->line;
	(void)hall_input(place, &close, why);
	if (service.line)
		service.line->place = NULL;
	place->line = NULL;
	return service;
}

static void serve(struct place *place, const struct service *service)
{
	if (service->trunk)
		hall_bus_seat(service->trunk, service->address, place);
	else if (service->line)
		hall_line_seat(service->line, place);
}

int hall_assign(struct hall *hall, const char *board, unsigned table, char ret_why[HALL_WHY_MAX])
{
	struct place *from = find(hall, board), *to;
	struct service service, other;

	if (!from)
		return unknown(board, ret_why);
	if (from->mirror)
		return is_elsewhere(from, ret_why);
	if (table == 0 || table > CONFIG_TABLE_MAX) {
		snprintf(ret_why, HALL_WHY_MAX, "a table is a number from 1 to %d",
			 CONFIG_TABLE_MAX);
		return -EINVAL;
	}
	if (!hall_line_of(from)) {
		snprintf(ret_why, HALL_WHY_MAX, "the board is not connected");
		return -EINVAL;
	}
	if (from->desk.number == table)
		return 0;
	to = hall_place(hall, table);
	log_table(LOG_LEVEL_NOTICE, table, from->desk.board, "board %s comes from table %u",
		  from->desk.board, from->desk.number);
	service = relieve(from);
	other = relieve(to);
	serve(to, &service);
	serve(from, &other);
	return 0;
}

/* --- the loop --- */

/* Where a device was when the daemon stopped, if a game hangs on it; or NULL. */
static struct place *last_place_of(const struct hall *hall, const char *address)
{
	for (size_t i = 0; i < hall->place_count; i++) {
		struct place *place = hall->places[i];
		bool is_needed = hall_is_trunk(place)
					 ? hall_trunk_is_playing(place)
					 : place->desk.holder == 0 && desk_is_playing(&place->desk);

		if (is_needed && !place->line && strcmp(place->desk.line, address) == 0)
			return place;
	}
	return NULL;
}

/* The tables of this machine, and the devices that serve them. */
static int furnish(struct hall *hall)
{
	const struct config_list *devices = &hall->parts.config->boards.devices;
	const struct config_list *probe = &hall->parts.config->boards.probe;
	unsigned first = hall->parts.config->boards.first_table;
	int r = hall_bluetooth_new(hall);

	if (r < 0)
		return r;
	hall_open_tables(hall, false);
	for (unsigned i = 0; i < devices->count; i++)
		if (!hall_place_of_number(hall, first + i))
			(void)hall_add_place(hall, first + i);
	hall_recover(hall);
	for (unsigned i = 0; i < devices->count; i++)
		hall_line_new(hall, devices->items[i], driver_identity_named(devices->items[i]),
			      first + i, last_place_of(hall, devices->items[i]));
	return devices->count > 0 ? 0
				  : driver_finder_new(&hall->finder, probe->items, probe->count);
}

int hall_new(struct hall **ret, const struct hall_parts *parts)
{
	struct hall *hall = calloc(1, sizeof(*hall));
	int r;

	if (!hall)
		return -ENOMEM;
	hall->parts = *parts;
	hall_memory_new(hall);
	hall_restore_rounds(hall);
	hall->epoll = epoll_create1(EPOLL_CLOEXEC);
	r = hall->epoll < 0 ? -errno : 0;
	if (r == 0 && !hall_is_hub(hall))
		r = furnish(hall);
	if (r < 0) {
		hall_free(hall);
		return r;
	}
	*ret = hall;
	return 0;
}

void hall_free(struct hall *hall)
{
	if (!hall)
		return;
	hall_prepare_end(hall);
	while (hall->line_count > 0)
		hall_line_free(hall->lines[hall->line_count - 1]);
	for (size_t i = 0; i < hall->place_count; i++) {
		hall_examine_end(hall->places[i]);
		hall_mirror_free(hall->places[i]->mirror);
		free(hall->places[i]);
	}
	free(hall->lines);
	free(hall->places);
	rounds_clear(&hall->rounds);
	hall_memory_free(hall->memory);
	driver_finder_free(hall->finder);
	driver_bluetooth_free(hall->bluetooth);
	if (hall->epoll >= 0)
		close(hall->epoll);
	free(hall);
}

int hall_fd(const struct hall *hall)
{
	return hall->epoll;
}

bool hall_is_held_up(const struct hall *hall)
{
	return journal_is_full(hall->parts.journal);
}

uint64_t hall_deadline(const struct hall *hall)
{
	uint64_t due = hall->finder ? driver_finder_deadline(hall->finder) : UINT64_MAX;

	if (hall_is_held_up(hall))
		return hall_now(hall) + HELD_UP_MS;
	if (hall->bluetooth_is_ready)
		return hall_now(hall);
	if (hall->bluetooth && hall->bluetooth_due_ms < due)
		due = hall->bluetooth_due_ms;
	for (size_t i = 0; i < hall->line_count; i++)
		due = hall->lines[i]->due_ms < due ? hall->lines[i]->due_ms : due;
	for (size_t i = 0; i < hall->place_count; i++)
		due = hall->places[i]->due_ms < due ? hall->places[i]->due_ms : due;
	return due;
}

/* Who names a port that is no board by its numbers knows better. */
static uint32_t makes_of(const struct driver_port *port)
{
	return port->makes != 0 ? port->makes : driver_identity_named(port->node);
}

static void find_devices(struct hall *hall, uint64_t now_ms)
{
	struct driver_news news;
	struct line *line;

	driver_finder_step(hall->finder, now_ms);
	while (driver_finder_next(hall->finder, &news)) {
		line = hall_line_at(hall, news.port.node);
		if (news.type == DRIVER_NEWS_LEFT && line)
			hall_line_free(line);
		else if (news.type == DRIVER_NEWS_ARRIVED && !line)
			hall_line_new(hall, news.port.node, makes_of(&news.port), 0, NULL);
	}
}

static void serve_ready(struct hall *hall, uint64_t now_ms)
{
	struct epoll_event events[BATCH];
	int count = epoll_wait(hall->epoll, events, BATCH, 0);

	for (int i = 0; i < count; i++)
		hall->bluetooth_is_ready |= events[i].data.ptr == hall;
	for (int i = 0; i < count; i++)
		if (events[i].data.ptr && events[i].data.ptr != hall)
			hall_line_serve(events[i].data.ptr, now_ms);
}

void hall_step(struct hall *hall)
{
	uint64_t now_ms = hall_now(hall);
	unsigned snapshots = 0;

	if (hall_is_held_up(hall)) {
		if (!hall->is_draining)
			log_error("the journal can take no more: what boards say is read, and "
				  "lost, until it can");
		hall->is_draining = true;
		for (size_t i = 0; i < hall->line_count; i++)
			hall_line_drain(hall->lines[i], now_ms);
		return;
	}
	hall->is_draining = false;
	if (hall->ahead_ms != hall->parts.moment->ahead_ms)
		hall_show_ahead(hall);
	for (size_t i = 0; i < hall->line_count; i++)
		hall_line_close_gap(hall->lines[i], now_ms);
	if (hall->finder)
		find_devices(hall, now_ms);
	serve_ready(hall, now_ms);
	if (hall->bluetooth && (hall->bluetooth_is_ready || hall->bluetooth_due_ms <= now_ms))
		hall_bluetooth_step(hall, now_ms);
	for (size_t i = 0; i < hall->line_count; i++)
		if (hall->lines[i]->due_ms <= now_ms)
			hall_line_serve(hall->lines[i], now_ms);
	for (size_t i = 0; i < hall->place_count && !hall_is_hub(hall); i++) {
		struct place *place = hall->places[i];

		if (place->due_ms <= now_ms) {
			journal_gather(hall->parts.journal);
			hall_tick(place, now_ms);
			place->due_ms = desk_deadline(&place->desk);
			journal_let_go(hall->parts.journal);
		}
		hall_examine(place);
		hall_share(place);
		hall_freshen(place);
		/* Reports are on their way to the disk by now, and do not wait for it. */
		if (snapshots < SNAPSHOTS && is_snapshot_due(place, now_ms)) {
			keep_snapshot(place, now_ms);
			snapshots++;
		}
	}
	for (size_t i = 0; i < hall->line_count; i++) {
		hall_line_look(hall->lines[i], now_ms);
		hall_bus_welcome(hall->lines[i]);
		hall_line_shine(hall->lines[i], now_ms);
	}
}

/* --- what there is --- */

/* Places that are no tables (the trunks of buses) have the highest numbers. */
size_t hall_count(const struct hall *hall)
{
	size_t count = hall->place_count;

	while (count > 0 && hall_is_trunk(hall->places[count - 1]))
		count--;
	return count;
}

/* A board is there: it has said who it is, and has not been given up. */
static bool is_met(const struct place *place, uint64_t *heard_ms)
{
	const struct place *trunk = hall_trunk_of(place);
	const struct board_session *session = &place->desk.table.session;

	if (trunk)
		return board_session_is_here(&trunk->desk.table.session, place->desk.address,
					     heard_ms);
	return board_session_state(session) == BOARD_ST_RUNNING ||
	       board_session_state(session) == BOARD_ST_FETCHING;
}

/* A device that was named for a table, and has no board yet. */
static const struct line *line_for(const struct place *place)
{
	const struct hall *hall = place->hall;

	for (size_t i = 0; i < hall->line_count; i++)
		if (!hall->lines[i]->place && hall->lines[i]->reserved == place->desk.number)
			return hall->lines[i];
	return NULL;
}

static struct hall_view view_of(const struct place *place)
{
	struct hall_view view = {
		.desk = &place->desk, .health = HALL_MISSING, .state = BOARD_ST_LOST};
	const struct line *line = hall_line_of(place);
	uint64_t now_ms = hall_now(place->hall);
	bool is_here;

	if (place->mirror)
		return hall_mirror_view(place);
	if (!line)
		line = line_for(place);
	if (!line)
		return view;
	view.device = driver_link_address(line->link);
	view.heard_ms = line->heard_ms;
	view.is_flooding = driver_link_is_flooded(line->link);
	is_here = is_met(place, &view.heard_ms);
	if (driver_link_is_open(line->link) && is_here)
		view.health = now_ms - view.heard_ms < HEARTBEAT_MS ? HALL_ALIVE : HALL_SILENT;
	view.state = board_session_state(&place->desk.table.session);
	return view;
}

struct hall_view hall_view(const struct hall *hall, size_t i)
{
	return view_of(hall->places[i]);
}

bool hall_find(const struct hall *hall, const char *board, struct hall_view *ret)
{
	const struct place *place = find(hall, board);

	if (!place)
		return false;
	*ret = view_of(place);
	return true;
}
