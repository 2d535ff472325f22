/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>

#include "daemon/base/log.h"
#include "daemon/hall/private.h"
#include "driver/access.h"
#include "driver/bluetooth.h"

#define READS_MAX   4 /* in one turn, so that one device cannot hold up the others */
#define DAMAGES_MAX 5 /* of a board that plays no game: it may be several */

static const char *address_of(const struct line *line)
{
	return driver_link_address(line->link);
}

bool hall_line_is_bluetooth(const struct line *line)
{
	return driver_bluetooth_is_address(address_of(line));
}

struct line *hall_line_at(const struct hall *hall, const char *address)
{
	for (size_t i = 0; i < hall->line_count; i++)
		if (strcmp(address_of(hall->lines[i]), address) == 0)
			return hall->lines[i];
	return NULL;
}

/* For the log: a bus has no table of its own. */
static unsigned number_of(const struct line *line)
{
	if (!line->place)
		return line->reserved;
	return hall_is_trunk(line->place) ? 0 : line->place->desk.number;
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
		log_table(LOG_LEVEL_ERROR, number_of(line), line->place->desk.board, "%s", why);
	line->is_refused = !is_taken;
	if (!is_taken && kind == JOURNAL_INPUT_BYTES)
		line->dropped += len;
}

/* --- the lobby: who are you? --- */

/* A bus answers with many boards; the first is enough to know that it is one. */
static void hear_in_lobby(struct line *line)
{
	struct board_event event;

	while (board_session_next(line->lobby, &event)) {
		if (event.type != BOARD_EV_CONNECTED)
			continue;
		line->is_known = true;
		line->is_bus |= event.address > 0;
		hall_serial_of(address_of(line), event.identity.serial, line->serial);
	}
}

static void set_make(struct line *line, uint8_t make)
{
	line->make = make;
	line->is_locked = board_make_at(make)->unlock != NULL;
	driver_link_set_line(line->link, board_make_at(make)->baud, board_make_at(make)->lines_low);
}

/* Boards of some makes take orders from those who have a key of the maker. */
static void unlock(struct line *line)
{
	const char *text = line->hall->parts.config->boards.pegasus_key;
	uint8_t key[BOARD_KEY], bytes[BOARD_OUT_MAX];
	char digits[3] = "";
	size_t len;

	if (!line->is_locked || !driver_link_is_open(line->link))
		return;
	if (!text) {
		line->is_locked = false;
		log_notice("%s: a board that may want a key of its maker ([boards] pegasus_key); "
			   "tried without",
			   address_of(line));
		return;
	}
	for (size_t i = 0; i < BOARD_KEY; i++) {
		memcpy(digits, text + 2 * i, 2);
		key[i] = (uint8_t)strtoul(digits, NULL, 16);
	}
	len = board_make_unlock(board_make_at(line->make), key, bytes, sizeof(bytes));
	line->is_locked = !driver_link_write(line->link, bytes, len);
}

/* The next make that it may be of, from this one on. Returns false when there is none. */
static bool find_make(struct line *line, unsigned from)
{
	for (unsigned make = from; make < 32; make++) {
		if ((line->makes >> make & 1) == 0)
			continue;
		set_make(line, (uint8_t)make);
		return true;
	}
	return false;
}

/* Not from the heap: a thousand boards may come at once, and all of them leave. */
static void enter_lobby(struct line *line, uint64_t now_ms)
{
	bool is_bluetooth = hall_line_is_bluetooth(line);
	struct board_config config = {.wiring = is_bluetooth ? BOARD_WIRING_SINGLE
							     : BOARD_WIRING_UNKNOWN,
				      .is_bluetooth = is_bluetooth,
				      .only_meet = true,
				      .make = line->make};

	line->lobby = mmap(NULL, sizeof(*line->lobby), PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (line->lobby == MAP_FAILED)
		hall_die();
	board_session_init(line->lobby, &config);
	board_session_open(line->lobby, now_ms);
	line->meet_ms = line->makes >> line->make > 1 ? now_ms + BOARD_MEET_MS : UINT64_MAX;
}

static void leave_lobby(struct line *line)
{
	if (line->lobby)
		munmap(line->lobby, sizeof(*line->lobby));
	line->lobby = NULL;
	line->is_known = line->is_bus = false;
}

/*
 * Nobody answers: another make is asked for, one after the other, until none is left.
 * What a board hears at the speed of another is noise; the first make is the one that
 * noise can put to silence, and is asked first, and again when all begins anew.
 */
static bool ask_next_make(struct line *line, uint64_t now_ms)
{
	if (line->place || !line->lobby || !find_make(line, line->make + 1u))
		return false;
	leave_lobby(line);
	enter_lobby(line, now_ms);
	return true;
}

static void feed_lobby(struct line *line, uint64_t now_ms, const uint8_t *bytes, size_t len)
{
	size_t used = 0;

	while (used < len) {
		used += board_session_feed(line->lobby, now_ms, bytes + used, len - used);
		hear_in_lobby(line);
	}
}

/* Is it kept for a device that was named, and has no board yet? */
static bool is_reserved(const struct line *line, unsigned number)
{
	for (size_t i = 0; i < line->hall->line_count; i++)
		if (line->hall->lines[i] != line && !line->hall->lines[i]->place &&
		    line->hall->lines[i]->reserved == number)
			return true;
	return false;
}

static struct place *free_place(struct line *line, unsigned number)
{
	struct place *place = number > 0 ? hall_place(line->hall, number) : NULL;

	return place && !hall_line_of(place) && !is_reserved(line, number) ? place : NULL;
}

/* Nobody has been there, or it is the own one of the device. */
static bool is_new(const struct line *line, unsigned number)
{
	const struct place *place = hall_place_of_number(line->hall, number);

	return !is_reserved(line, number) &&
	       (!place ||
		(!hall_line_of(place) && (hall_is_vacant(place) || number == line->reserved)));
}

/* A device that was named has its table; the boards of a bus those after it. */
static struct place *first_free(struct line *line)
{
	unsigned number =
		line->reserved > 0 ? line->reserved : line->hall->parts.config->boards.first_table;

	while (!is_new(line, number))
		number++;
	return hall_place(line->hall, number);
}

/* Where it was last; on a device that was named only if a game waits for it there. */
static struct place *own_place(const struct line *line, const char *id)
{
	struct place *place = id[0] != '\0' ? hall_place_of_board(line->hall, id) : NULL;

	return place && !hall_line_of(place) && !hall_is_trunk(place) &&
			       (line->reserved == 0 || desk_is_playing(&place->desk))
		       ? place
		       : NULL;
}

/* Where it sits, is told to be, or was last; or the first that is free. */
struct place *hall_place_for(struct line *line, const char *serial)
{
	struct hall *hall = line->hall;
	const char *given = config_board_id(hall->parts.config, serial);
	const char *id = given ? given : serial;
	struct place *place = own_place(line, id);

	if (!place && (line->reserved == 0 || line->place)) /* a place already: it is a bus */
		place = free_place(line, config_table_of(hall->parts.config, id));
	if (!place && id[0] != '\0' && line->reserved == 0)
		place = free_place(line, hall_last_seat(hall, id));
	return place ? place : first_free(line);
}

/* --- places --- */

/* The place is without a device, and the device goes to the lobby when it is opened. */
static void let_go(struct line *line)
{
	line->place->line = NULL;
	line->place = NULL;
}

static void unseat(struct line *line, uint64_t now_ms)
{
	if (!line->place)
		return;
	put(line, JOURNAL_INPUT_CLOSE, now_ms, "unseated", 8);
	let_go(line);
}

/* Which board it is, if the table has known another. */
static void assign(struct line *line, uint64_t now_ms)
{
	char text[64];
	int len = 0;

	if (line->place->desk.settings.table.board.make != line->make)
		len = snprintf(text, sizeof(text), "{\"make\":\"%s\"}",
			       board_make_at(line->make)->name);
	put(line, JOURNAL_INPUT_ASSIGN, now_ms, len > 0 ? text : NULL, (size_t)len);
}

/* No game was there since its settings came into force, and none is announced. */
static bool is_unused(const struct place *place)
{
	const struct table *table = &place->desk.table;

	return !table->has_game && !table->is_announced;
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
	/* A game goes on as it began, on whatever board; one that was announced keeps its name. */
	place->is_stale |=
		(place->desk.settings.table.board.make != line->make &&
		 !desk_is_playing(&place->desk)) ||
		(place->desk.settings.table.cable != hall_cable_of(place) && is_unused(place));
	assign(line, now_ms);
	/* The board is asked anew: what it said before was said to another table. */
	if (driver_link_is_open(line->link))
		put(line, JOURNAL_INPUT_OPEN, now_ms, address_of(line), strlen(address_of(line)));
	line->due_ms = now_ms;
	/* Bluetooth is slower: the times of the game are others. */
	place->is_stale |=
		place->desk.settings.table.board.is_bluetooth != hall_line_is_bluetooth(line);
}

static bool is_bus(const struct board_session *session)
{
	return board_session_state(session) == BOARD_ST_BUS;
}

/* --- devices --- */

void hall_line_new(struct hall *hall, const char *address, uint32_t makes, unsigned reserved,
		   struct place *place)
{
	struct line *line = calloc(1, sizeof(*line));
	struct line **lines = realloc(hall->lines, (hall->line_count + 1) * sizeof(struct line *));

	if (!line || !lines || driver_link_new(&line->link, hall->bluetooth, address) < 0)
		hall_die();
	line->hall = hall;
	line->reserved = reserved;
	line->polled_fd = -1;
	line->due_ms = 0;
	hall->lines = lines;
	lines[hall->line_count++] = line;
	line->makes = makes;
	if (place)
		set_make(line, place->desk.settings.table.board.make);
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
	struct driver_bluetooth_device device;

	hall_line_darken(line);
	if (line->place) {
		line->is_failing = false;
		line->is_locked = board_make_at(line->make)->unlock != NULL;
		put(line, JOURNAL_INPUT_OPEN, now_ms, address_of(line), strlen(address_of(line)));
		return;
	}
	if (line->hall->bluetooth &&
	    driver_bluetooth_find(line->hall->bluetooth, address_of(line), &device))
		line->makes = device.makes; /* a name tells more than that it is on Bluetooth */
	(void)find_make(line, 0);
	enter_lobby(line, now_ms);
}

/* A game hangs on the talk that goes on here. */
static bool is_needed(const struct place *place)
{
	return hall_is_trunk(place) ? hall_trunk_is_playing(place) : desk_is_playing(&place->desk);
}

/* What never spoke is tried again and again, and said once. */
static void lost_in_lobby(struct line *line, const char *why)
{
	leave_lobby(line);
	if (!line->is_failing)
		log_table(LOG_LEVEL_WARNING, number_of(line), NULL,
			  "no board at %s: %s; trying again until there is one", address_of(line),
			  why);
	line->is_failing = true;
}

static void lost(struct line *line, uint64_t now_ms)
{
	const char *why = strerror(-driver_link_error(line->link));

	if (driver_link_error(line->link) == 0)
		why = "no answer";
	if (!line->place) {
		lost_in_lobby(line, why);
		return;
	}
	if (!line->is_mute)
		log_table(LOG_LEVEL_WARNING, number_of(line), line->place->desk.board,
			  "%s lost: %s", address_of(line), why);
	line->is_mute = true;
	put(line, JOURNAL_INPUT_CLOSE, now_ms, why, strlen(why));
	if (driver_link_error(line->link) == 0 && !is_needed(line->place))
		let_go(line); /* something else may be there next time */
}

/* Damage without end: boards of a bus that all answer at once, and were taken for one. */
static void look_for_bus(struct line *line, uint64_t now_ms)
{
	struct place *place = line->place;

	if (!place || line->has_doubted || place->damages < DAMAGES_MAX || hall_is_trunk(place) ||
	    is_needed(place) || !driver_link_is_open(line->link))
		return;
	line->has_doubted = line->is_failing = true; /* once, and that is all there is to say */
	log_table(LOG_LEVEL_WARNING, number_of(line), place->desk.board,
		  "%s sends much that is damaged: is it a bus?", address_of(line));
	unseat(line, now_ms);
	driver_link_give_up(line->link, now_ms);
}

static void failed(struct line *line)
{
	char why[HALL_WHY_MAX];

	driver_explain(address_of(line), driver_link_error(line->link), why, sizeof(why));
	if (!line->is_failing)
		log_table(LOG_LEVEL_WARNING, number_of(line), NULL,
			  "cannot open %s; trying again until it works", why);
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
	line->is_mute = false;
	log_bytes(number_of(line), false, bytes, len);
	if (line->place)
		put(line, JOURNAL_INPUT_BYTES, now_ms, bytes, len);
	else if (line->lobby)
		feed_lobby(line, now_ms, bytes, len);
}

/* Whoever floods once does it again: it is said once. */
static void look_for_flood(struct line *line)
{
	if (line->has_flooded || !driver_link_is_flooded(line->link))
		return;
	line->has_flooded = true;
	log_table(LOG_LEVEL_WARNING, number_of(line), NULL,
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
	uint8_t bytes[BOARD_OUT_MAX];
	struct place *place;
	size_t len;

	board_session_tick(line->lobby, now_ms);
	hear_in_lobby(line);
	if (line->is_known) {
		place = line->is_bus ? hall_trunk_for(line) : hall_place_for(line, line->serial);
		line->is_failing = false;
		leave_lobby(line);
		hall_line_seat(line, place);
		return;
	}
	len = board_session_take(line->lobby, bytes, sizeof(bytes));
	if (len == 0)
		return;
	log_bytes(number_of(line), true, bytes, len);
	hall_line_write(line, bytes, len);
}

static const struct board_session *session_of(const struct line *line)
{
	return line->place ? &line->place->desk.table.session : line->lobby;
}

static void tick(struct line *line, uint64_t now_ms)
{
	const struct board_session *session;

	if (line->place)
		desk_tick(&line->place->desk, now_ms);
	else if (line->lobby)
		talk_in_lobby(line, now_ms);
	session = session_of(line);
	if (!session || !driver_link_is_open(line->link))
		return;
	if (is_bus(session))
		driver_link_serve_bus(line->link);
	if (!line->place && now_ms >= line->meet_ms && ask_next_make(line, now_ms))
		return;
	if (board_session_state(session) == BOARD_ST_LOST && !ask_next_make(line, now_ms))
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
	uint64_t own = line->lobby ? board_session_deadline(line->lobby) : UINT64_MAX;

	if (line->lobby && line->meet_ms < own)
		own = line->meet_ms;
	return own < due ? own : due;
}

void hall_line_drain(struct line *line, uint64_t now_ms)
{
	uint8_t bytes[4096];

	for (int i = 0; i < READS_MAX && driver_link_is_open(line->link); i++) {
		size_t len = driver_link_read(line->link, now_ms, bytes, sizeof(bytes));

		if (len == 0)
			return;
		line->heard_ms = now_ms;
		line->dropped += len;
	}
}

void hall_line_close_gap(struct line *line, uint64_t now_ms)
{
	char text[48];
	size_t len = (size_t)snprintf(text, sizeof(text), "%llu bytes",
				      (unsigned long long)line->dropped);

	if (line->dropped == 0)
		return;
	line->dropped = 0;
	if (line->lobby) { /* where nothing is recorded */
		leave_lobby(line);
		opened(line, now_ms);
	}
	if (!line->place)
		return;
	log_table(LOG_LEVEL_ERROR, number_of(line), line->place->desk.board,
		  "%s were lost; the board is asked anew", text);
	put(line, JOURNAL_INPUT_GAP, now_ms, text, len);
	if (driver_link_is_open(line->link))
		put(line, JOURNAL_INPUT_OPEN, now_ms, address_of(line), strlen(address_of(line)));
	line->due_ms = now_ms;
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
	unlock(line);
	hall_bus_welcome(line);
	look_for_bus(line, now_ms);
	while (take_news(line, now_ms)) /* what was written, and a loss */
		continue;
	journal_let_go(journal);
	poll_it(line);
	line->due_ms = due_of(line);
}

void hall_line_look(struct line *line, uint64_t now_ms)
{
	const struct board_session *session = session_of(line);

	if (session && board_session_state(session) == BOARD_ST_LOST &&
	    driver_link_is_open(line->link))
		hall_line_serve(line, now_ms);
}
