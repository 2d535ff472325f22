/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DESK_H
#define BOARDD_DESK_H

#include "daemon/desk/settings.h"
#include "daemon/journal/journal.h"
#include "daemon/stream/stream.h"
#include "daemon/table/table.h"

/*
 * A table of the hall with its number, its board and what is in force there.
 * It lives on inputs, the same whether they come from a device or from the
 * journal: so what was reported can be computed again.
 *
 * No I/O and no clock; what it tells goes to the one who made it. Plain data:
 * a copy, with desk_adopt() for the new owner, goes on where the first was.
 */

#define DESK_BOARD_MAX 64
#define DESK_LINE_MAX  128
#define DESK_GAME_MAX  STREAM_GAME_MAX

struct desk;

/* News of a table; the number of the report it has become comes back. */
typedef uint64_t desk_tell(void *owner, struct desk *desk, const struct table_news *news);

/* Bytes for the device of the table. */
typedef void desk_write(void *owner, struct desk *desk, const uint8_t *bytes, size_t len);

/* An event of a board of the bus whose talk this desk holds; address 0: of all of them. */
typedef void desk_route(void *owner, struct desk *desk, const struct board_event *event);

/* A man has come or gone: desk->table.seen. */
typedef void desk_saw(void *owner, const struct desk *desk);

/* Takes back a decision: see daemon/desk/undo.h, which needs what only the owner has. */
typedef bool desk_undoer(void *owner, struct desk *desk, const struct journal_input *undo,
			 struct rules_fault *ret_fault);

struct desk_owner {
	void *data;
	desk_tell *tell;
	desk_write *write; /* NULL: nobody is there to hear it */
	desk_route *route; /* NULL: nobody has more than one board */
	desk_undoer *undo; /* NULL: nothing can be undone */
	desk_saw *saw;     /* NULL: nobody looks */
};

struct desk {
	unsigned number;
	char board[DESK_BOARD_MAX]; /* its ID; empty: none was met yet */
	char line[DESK_LINE_MAX];   /* the device it was given last; empty: none, or a long one */
	unsigned holder;            /* of the talk with the bus its board is on; 0: on none */
	uint16_t address;           /* there */
	struct settings settings;
	bool is_begun;      /* settings have come */
	uint64_t ahead_ms;  /* what is shown is this much later than the time of inputs */
	uint64_t began_ms;  /* when the settings came */
	uint64_t last_seq;  /* the last report told */
	const char *author; /* of the action that is being carried out, or NULL */
	const char *from;   /* the author as the system knows it, or NULL */
	struct desk_owner owner;
	struct table table;
};

void desk_init(struct desk *desk, unsigned number, struct desk_owner owner);

/* A desk that was copied, or read from a snapshot, belongs to another owner now. */
void desk_adopt(struct desk *desk, struct desk_owner owner);

/*
 * One input, of this table. Returns false when it is none that can be carried
 * out: the fault says why, and nothing has happened.
 */
bool desk_apply(struct desk *desk, const struct journal_input *input,
		struct rules_fault *ret_fault);

/*
 * Boards of a bus share one talk, whose inputs are those of a desk of its own,
 * the holder; what it hears of a board goes to the desk with the board's
 * address. Of the two the holder always comes to a time first: so what happens
 * is the same however late the loop is.
 */

/* An input that seats a board of a bus at its table. False: it is none. */
bool desk_is_sitting(const struct journal_input *input, unsigned *ret_holder,
		     uint16_t *ret_address);

/* An input by which a board of another make is at its table. False: it is none. */
bool desk_is_make(const struct journal_input *input, uint8_t *ret_make);

/* At the holder: the board at this address has got another table, which knows nothing of it. */
void desk_meet(struct desk *holder, uint64_t at_ms, uint16_t address);

/* At the table: an event of the bus. */
void desk_hear(struct desk *desk, const struct board_event *event);

/* Why a device leaves a table that another board is given: the board's name goes with it. */
#define DESK_ASSIGNED "assigned"

/* Time has passed. */
void desk_tick(struct desk *desk, uint64_t at_ms);
uint64_t desk_deadline(const struct desk *desk);

/* A game is under way: a move was made, and it is not over. */
bool desk_is_playing(const struct desk *desk);

/* The number of the game in its round, and its GID; empty when there is none. */
unsigned desk_game_number(const struct desk *desk);
void desk_game_id(const struct desk *desk, char ret[DESK_GAME_MAX]);

/* A report of the stream. A new object, or NULL when there is no memory. */
json_t *desk_report(const struct desk *desk, uint64_t seq, const struct table_news *news);

#endif
