/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HALL_PRIVATE_H
#define BOARDD_HALL_PRIVATE_H

#include "daemon/hall/hall.h"
#include "daemon/hall/round.h"
#include "daemon/journal/reader.h"
#include "driver/bluetooth.h"
#include "driver/finder.h"
#include "driver/link.h"

/* What the files of the hall share; nothing of it is for callers. */

struct hall_memory;
struct line;
struct place;
struct place_mirror;
struct rounds_reading;

/* The talk with a bus has a place of its own, with a number that no table has. */
#define HALL_TRUNKS CONFIG_TABLE_MAX

/* A board of a bus that has no table yet. */
struct newcomer {
	uint16_t address;
	char serial[BOARD_SERIAL_MAX];
};

/* What was published of a table, while it is computed again. */
struct stored {
	uint64_t seq;
	char event[16];
	char board[DESK_BOARD_MAX];
};

/* What the lights of a board were told. */
struct line_lights {
	uint64_t squares; /* by the board's numbers, bit 0 for a1 */
	unsigned left;    /* how often that is still to be sent */
	uint64_t due_ms, sent_ms, blink_until_ms;
};

struct place {
	struct desk desk; /* first: a desk is found in its place */
	struct hall *hall;
	struct place_mirror *mirror; /* the table is at another machine; NULL: it is here */
	struct line *line;           /* whose talk goes on here, or NULL: see hall_line_of() */
	uint64_t due_ms;
	unsigned damages;         /* damaged squares told since the board was met */
	uint64_t decision;        /* the last report of a decision */
	char game[DESK_GAME_MAX]; /* the last game that was told of */
	uint64_t last_input;      /* the last input that came live; 0: none did */
	struct desk_past *past;   /* while a decision is taken back: what that needs; or NULL */
	bool is_stale;            /* other settings wait for the end of the game */
	bool is_unseated; /* other players wait for the end of the game, or for the arbiter */
	bool wants_snapshot;
	uint64_t snapshot_ms;
	bool is_over_at_both;            /* both boards of the game have its result */
	char copied[TABLE_COPIED_MAX];   /* what the other board of the game was told last */
	const void *shown_by;            /* a client that plays on the board; or NULL */
	rules_piece shown[64];           /* how that wants it to look */
	struct examination *examination; /* can they still mate? NULL: nobody looks */
	/* Only while it is computed again. */
	uint64_t from, since; /* the first input to be taken (0: it is not), the last report not */
	struct stored *stored;
	size_t stored_count, stored_room, stored_next;
	bool differs;
	char fen[RULES_FEN_MAX];     /* as published last */
	char published[GAME_ID_MAX]; /* the game of the last report */
};

struct line {
	struct hall *hall;
	struct driver_link *link;
	unsigned reserved;           /* the table of a device that was named; 0: none is */
	struct place *place;         /* where the talk goes on; NULL: in the lobby */
	struct board_session *lobby; /* where a board is asked who it is before it gets a table */
	uint32_t makes;              /* makes that the board may be of, a bit each by number */
	uint8_t make;                /* the make that is asked for now, or was found */
	uint64_t meet_ms;            /* when the next make is asked for, whatever the board says */
	bool is_known;               /* the board has said what it is */
	bool is_bus;                 /* several boards share the line */
	size_t newcomer_count;
	struct newcomer newcomers[BOARD_BUS_MAX];
	bool is_locked;   /* the board may ask for a key of its maker */
	bool is_failing;  /* opening failed, and that has been logged */
	bool is_mute;     /* the board was lost, and nothing was heard since */
	bool is_refused;  /* the journal takes no bytes, and that has been logged */
	uint64_t dropped; /* bytes nobody could keep, since the journal was full */
	bool has_doubted; /* it has been logged that the board may not be alone */
	bool has_flooded; /* it has been logged that the board says too much */
	char serial[BOARD_SERIAL_MAX];
	struct line_lights lights;
	int polled_fd;
	short polled_events;
	uint64_t due_ms, heard_ms;
};

struct hall {
	struct hall_parts parts;
	int epoll;
	struct driver_finder *finder;
	struct driver_bluetooth *bluetooth; /* or NULL: it is not wanted */
	bool bluetooth_is_ready;            /* BlueZ has something for us now */
	uint64_t bluetooth_due_ms;          /* when BlueZ is to be looked at next */
	size_t line_count, place_count;
	struct line **lines;
	struct place **places; /* by number */
	unsigned round;
	struct rounds rounds;
	struct hall_memory *memory;
	struct rounds_reading *reading; /* of another tournament, or NULL */
	char event[SETTINGS_EVENT_MAX]; /* the configured one of which the rounds are */
	uint64_t started_ms;            /* when the last round began; 0: none did */
	const char *speaker;            /* who says something of rounds right now, or NULL */
	const char *speaker_from;       /* the same person as the system knows it, or NULL */
	bool is_recovering;
	/* Only then: numbers of reports whose rows are damaged, of whatever table. */
	uint64_t *missing;
	size_t missing_count;
	bool is_draining;        /* bytes are read and lost, and that has been logged */
	uint64_t ahead_ms;       /* of the moment, as the tables know it */
	hall_listener *listener; /* or NULL */
	void *listener_data;
};

/* --- hall.c --- */

uint64_t hall_now(const struct hall *hall);

/* A new table that knows nothing yet. */
struct place *hall_add_place(struct hall *hall, unsigned number);

/* A table of this number; a new one begins anew: games that are awaited were read at the start. */
struct place *hall_place(struct hall *hall, unsigned number);
struct place *hall_place_of_number(const struct hall *hall, unsigned number); /* or NULL */
struct place *hall_place_of_board(const struct hall *hall, const char *board);

/* The table of a board with this serial number (empty: it does not say). */
struct place *hall_place_for(struct line *line, const char *serial);

/* The device that serves a place, be it over a bus; or NULL. */
struct line *hall_line_of(const struct place *place);

/* No board has been there, and none is waited for. */
bool hall_is_vacant(const struct place *place);

/* By its ID or the number of its table; or NULL with a sentence. */
struct place *hall_find_place(const struct hall *hall, const char *board,
			      char ret_why[HALL_WHY_MAX]);

/* As hall_act(). */
int hall_act_at(struct place *place, const char *action, const char *author, const char *from,
		uint64_t *ret_seq, char ret_why[HALL_WHY_MAX]);

#define HALL_DRAWN_MAX 24

/* --- draw.c: the action that a position of Chess960 was drawn. As hall_act(). --- */
int hall_draw_chess960(char ret_action[HALL_DRAWN_MAX], char ret_why[HALL_WHY_MAX]);

/* Journal, then apply. False: it could not be carried out, and ret_why says why. */
bool hall_input(struct place *place, const struct journal_input *input, char *ret_why);

/* Puts a place among the others, by its number. */
void hall_insert_place(struct hall *hall, struct place *place);

/* --- mirror.c: tables at other machines --- */

/* All tables are at other machines. */
bool hall_is_hub(const struct hall *hall);
struct hall_view hall_mirror_view(const struct place *place);
void hall_mirror_free(struct place_mirror *mirror); /* takes NULL */

/* --- lights.c --- */

/* After all else that the line does. */
void hall_line_shine(struct line *line, uint64_t now_ms);

/* The line is open again: the board is told anew what is to shine. */
void hall_line_darken(struct line *line);

/* --- force.c: what is in force --- */

/* Other settings come into force when no game is under way; other players when it has no moves. */
void hall_freshen(struct place *place);

/* Would the table begin otherwise now? Players may change without that. */
bool hall_is_stale(const struct place *place);

/*
 * Is there a game that nobody plays, and that has to stay as it is all the same: it is told as
 * ready, and keeps its GID; or it is of the round's pairings, and its result counts?
 */
bool hall_keeps_game(const struct place *place);

/* The table starts from nothing, with the settings of now; fen: from there, NULL: as it finds. */
void hall_begin(struct place *place, const char *fen);

/* The table starts from nothing, and its game goes on from what was published of it. */
void hall_go_on(struct place *place, const struct game *game);

/* The times that are shown are those of the moment, from now on. */
void hall_show_ahead(struct hall *hall);

/* Is the game of the tournament and the round that are played now? */
bool hall_is_of_round(const struct hall *hall, const struct journal_game *game);

/* --- restore.c: rounds as the journal has them --- */

/* Before the loop begins. */
void hall_restore_rounds(struct hall *hall);

/* What hall_prepare() had read is in force; if there was nothing to be read nothing changes. */
void hall_take_up_rounds(struct hall *hall);
void hall_prepare_end(struct hall *hall);

/* On a thread: waits a little for the journal. False: the disk does not take it. */
bool hall_is_written(struct journal *journal, uint64_t mark);

/* --- say_round.c: who plays whom --- */

/* Another journal is told all of it. */
void hall_rewrite_rounds(struct hall *hall);

/*
 * Tables that are paired and have no board, if they are to be broadcast: made as hall_add_place()
 * does it, or (is_begun) brought up to date.
 */
void hall_open_tables(struct hall *hall, bool is_begun);

/* Seats the players who should sit at a table, unless a game with moves is there and nobody
 * confirms. */
void hall_seat_players(struct place *place, bool is_confirmed, const char *author);

/* A game that was announced is there, though no man stands: it is to have a result. */
bool hall_set_up(struct place *place, const char *author);

/*
 * A result without moves: where a player did not come, or none, if the player came after all; and
 * at a table that never had a board, what the file of the pairings says.
 */
void hall_forfeit(struct place *place, const char *author);

/* The ID of a board that says it has this serial number (empty: it does not say). */
void hall_name(const struct hall *hall, const struct place *place, const char *serial,
	       char ret[DESK_BOARD_MAX]);

/* --- tell.c: what a desk wants of its owner --- */

uint64_t hall_tell(void *owner, struct desk *desk, const struct table_news *news);
void hall_write(void *owner, struct desk *desk, const uint8_t *bytes, size_t len);
void hall_saw(void *owner, const struct desk *desk);
bool hall_undo(void *owner, struct desk *desk, const struct journal_input *input,
	       struct rules_fault *ret_fault);

/* Memory is gone: the journal has all, and a new start will have it again. */
void hall_die(void) __attribute__((noreturn));

/* --- examine.c: can they still mate? --- */

/* What the game leaves open is asked, and an answer that has come is taken. */
void hall_examine(struct place *place);

/* Nobody waits for it any more. */
void hall_examine_end(struct place *place);

/* --- pair.c: two boards of one game (appendix D) --- */

/* Settings that came into force: what was told of the moves is told once more. */
void hall_share_again(struct place *place);

/* Can these two be boards of one game? As hall_act(). pair->table 0 or no pair at all: yes. */
int hall_check_pair(struct place *place, const struct table_pair *pair, char ret_why[HALL_WHY_MAX]);

/* The other table is told the same, seen from there; before: what it was until now. */
void hall_pair_other(struct place *place, const struct table_pair *before, const char *author,
		     const char *from);

/* What one board shows of the moves made on the other one is told to its table. */
void hall_share(struct place *place);

/* --- memory.c: what the journal knows of games, without asking it --- */

void hall_memory_new(struct hall *hall);
void hall_memory_free(struct hall_memory *memory); /* takes NULL */

/* What was published just now, or is in the journal. */
void hall_remember_game(struct hall *hall, const struct journal_game *game);
void hall_remember_place(struct hall *hall, unsigned number);

/* The highest N of the games PREFIX + N, such as "local-20260131-r1-b1-"; 0: none. */
unsigned hall_last_game(const struct hall *hall, const char *prefix);

/* Where a board had its last game; 0: it had none. */
unsigned hall_last_seat(const struct hall *hall, const char *board);

/* Numbers are not given again: what the journal says of another bus must not become ours. */
unsigned hall_new_trunk_number(const struct hall *hall);

/* --- line.c --- */

/*
 * Opens a device for a place, or, with NULL, asks the board who it is first.
 * reserved: the table of a device that was named; 0: it was found. makes: see
 * driver_identity_makes().
 */
void hall_line_new(struct hall *hall, const char *address, uint32_t makes, unsigned reserved,
		   struct place *place);
void hall_line_free(struct line *line);
struct line *hall_line_at(const struct hall *hall, const char *address);
void hall_line_serve(struct line *line, uint64_t now_ms);

/*
 * After the clock of a place has run: a board it gave up is asked anew. One that
 * had no power waits to be asked, and would never make its descriptor ready.
 */
void hall_line_look(struct line *line, uint64_t now_ms);

/* Nothing can be kept: it is read all the same, and lost. */
void hall_line_drain(struct line *line, uint64_t now_ms);

/* What was lost then is a gap, and the board is asked anew. */
void hall_line_close_gap(struct line *line, uint64_t now_ms);

void hall_line_write(struct line *line, const uint8_t *bytes, size_t len);

bool hall_line_is_bluetooth(const struct line *line);

/* How the bytes of its board come, if not by Bluetooth; as it was while the board is away. */
enum table_cable hall_cable_of(const struct place *place);

/* The talk goes on at this place. */
void hall_line_seat(struct line *line, struct place *place);

/* --- bus.c --- */

bool hall_is_trunk(const struct place *place);

/* Where the talk goes on with the bus that the board of a place is on, or NULL. */
struct place *hall_trunk_of(const struct place *place);

/* For a bus at this device, where it was before if that is known. */
struct place *hall_trunk_for(struct line *line);

/* Is a game under way on one of its boards? */
bool hall_trunk_is_playing(const struct place *trunk);

/* The board at this address sits at a table from now on, which may have just been begun. */
void hall_bus_seat(struct place *trunk, uint16_t address, struct place *place);

/* Boards that were heard on the bus and have no table get one. */
void hall_bus_welcome(struct line *line);

/* A bus whose boards rest is met anew now and then: what was long ago need not be kept. */
void hall_bus_freshen(struct place *trunk);

/* An event of a bus. */
void hall_route(void *owner, struct desk *desk, const struct board_event *event);

/* One input, live or computed again, after what was due on the bus. As desk_apply(). */
bool hall_apply(struct place *place, const struct journal_input *input,
		struct rules_fault *ret_fault);

/* Time passes at a place, and at its bus before. */
void hall_tick(struct place *place, uint64_t at_ms);

/* --- bluetooth.c --- */

/* Returns 0 or negative errno. */
int hall_bluetooth_new(struct hall *hall);
void hall_bluetooth_step(struct hall *hall, uint64_t now_ms);

/* The number of a board; of one on Bluetooth that says none, one of our own. */
void hall_serial_of(const char *address, const char *serial, char ret[BOARD_SERIAL_MAX]);

/* --- recover.c --- */

/* Brings back what was under way when the daemon stopped. */
void hall_recover(struct hall *hall);

#endif
