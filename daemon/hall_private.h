/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HALL_PRIVATE_H
#define BOARDD_HALL_PRIVATE_H

#include "daemon/hall.h"
#include "driver/finder.h"
#include "driver/link.h"

/* What the files of the hall share; nothing of it is for callers. */

struct line;
struct place;

/* A board of a bus and its table. */
struct seat {
	uint16_t address;
	struct place *place;
};

/* What was published of a table, while it is computed again. */
struct stored {
	uint64_t seq;
	char event[16];
	char board[DESK_BOARD_MAX];
};

struct place {
	struct desk desk; /* first: a desk is found in its place */
	struct hall *hall;
	struct line *line;    /* the device that serves it, or NULL */
	struct place *holder; /* the place that talks with the bus this board is on, or NULL */
	size_t seat_count;    /* of the boards of a bus, if this place talks with one */
	struct seat seats[DGT_BOARDS_MAX];
	uint64_t due_ms;
	uint64_t decision; /* the last report of one */
	bool is_stale;     /* other settings wait for the end of the game */
	bool wants_snapshot;
	uint64_t snapshot_ms;
	/* Only while it is computed again. */
	uint64_t from, since; /* the first input to be taken (0: it is not), the last report not */
	struct stored *stored;
	size_t stored_count, stored_room, stored_next;
	bool differs;
	size_t held_count, held_room;
	struct dgt_event *held;  /* what a bus said of its board before it had this table */
	char fen[RULES_FEN_MAX]; /* as published last */
};

struct line {
	struct hall *hall;
	struct driver_link *link;
	bool is_found;       /* by the finder: goes when the device goes */
	struct place *place; /* whose table carries on the talk; NULL: in the lobby */
	struct table *lobby; /* where a board is asked who it is before it gets a table */
	bool is_known;       /* it has said so */
	bool is_failing;     /* and that has been logged */
	bool is_refused;     /* by the journal, and that too */
	bool has_flooded;    /* the same */
	char serial[DGT_SERIAL_MAX];
	int polled_fd;
	short polled_events;
	uint64_t due_ms, heard_ms;
};

struct hall {
	struct hall_parts parts;
	int epoll;
	struct driver_finder *finder;
	size_t line_count, place_count;
	struct line **lines;
	struct place **places; /* by number */
	unsigned round;
	bool is_recovering;
	hall_listener *listener; /* or NULL */
	void *listener_data;
};

/* --- hall.c --- */

uint64_t hall_now(const struct hall *hall);

/* A new table that knows nothing yet. */
struct place *hall_add_place(struct hall *hall, unsigned number);

/* A table of this number; made, and if the journal knows it, brought up to date. */
struct place *hall_place(struct hall *hall, unsigned number);
struct place *hall_place_of_number(const struct hall *hall, unsigned number); /* or NULL */
struct place *hall_place_of_board(const struct hall *hall, const char *board);
unsigned hall_free_number(const struct hall *hall);

/* Journal, then apply. False: it could not be carried out, and ret_why says why. */
bool hall_input(struct place *place, const struct journal_input *input, char *ret_why);

/* --- hall_force.c: what is in force --- */

/* Other settings come into force when no game is under way. */
void hall_freshen(struct place *place);

/* The table starts from nothing, with the settings of now; fen: from there, NULL: as it finds. */
void hall_begin(struct place *place, const char *fen);

/* The ID of a board that says it has this serial number (empty: it does not say). */
void hall_name(const struct hall *hall, const struct place *place, const char *serial,
	       char ret[DESK_BOARD_MAX]);

/* --- hall_tell.c: what a desk wants of its owner --- */

uint64_t hall_tell(void *owner, struct desk *desk, const struct table_news *news);
void hall_write(void *owner, struct desk *desk, const uint8_t *bytes, size_t len);
void hall_saw(void *owner, const struct desk *desk);
bool hall_undo(void *owner, struct desk *desk, const struct journal_input *input,
	       struct rules_fault *ret_fault);

/* Memory is gone: the journal has all, and a new start will have it again. */
void hall_die(void) __attribute__((noreturn));

/* --- hall_line.c --- */

/* Opens a device for a place, or, with NULL, asks the board who it is first. */
void hall_line_new(struct hall *hall, const char *address, bool is_found, struct place *place);
void hall_line_free(struct line *line);
struct line *hall_line_at(const struct hall *hall, const char *address);
void hall_line_serve(struct line *line, uint64_t now_ms);
void hall_line_write(struct line *line, const uint8_t *bytes, size_t len);

bool hall_line_is_bluetooth(const struct line *line);

/* The talk goes on at this place. */
void hall_line_seat(struct line *line, struct place *place);

/* Where the board of this place sits on its bus, for a start that begins here; if it does. */
void hall_line_keep_seat(struct place *place);

/* An event of a bus. */
void hall_route(void *owner, struct desk *desk, const struct dgt_event *event);

/* --- hall_recover.c --- */

/* Brings back what was under way when the daemon stopped. */
void hall_recover(struct hall *hall);
void hall_recover_place(struct place *place);

/* What a bus says of a board that has no table yet, while the past is computed. */
void hall_recover_hold(struct place *place, const struct dgt_event *event);

#endif
