/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HALL_H
#define BOARDD_HALL_H

#include "daemon/base/moment.h"
#include "daemon/base/workers.h"
#include "daemon/config/config.h"
#include "daemon/desk/desk.h"
#include "daemon/journal/journal.h"
#include "daemon/publish/feed.h"

/*
 * All tables and the devices that serve them. Devices are found, opened and
 * read; what they say goes to the journal and to their table; what the tables
 * report goes to the journal and, when it is safe there, to the feed.
 *
 * How it is driven, by one thread that is called the loop:
 *
 *	wait for hall_fd() or until hall_deadline()
 *	hall_step(hall)
 *
 * A table keeps its number and its game when its board goes away. A board that
 * comes back, to whichever port, comes back to its table.
 */

struct hall;
struct rounds;

struct hall_parts {
	const struct config *config; /* borrowed until hall_reload() gives another */
	struct journal *journal;
	const char *journal_path;
	struct feed *feed;
	struct moment *moment;
	struct workers *workers; /* for what takes long; NULL: it is done at once */
};

/*
 * Goes on with the games the journal says are under way. Returns 0 or a
 * negative errno.
 */
int hall_new(struct hall **ret, const struct hall_parts *parts);
void hall_free(struct hall *hall); /* takes NULL; every device is closed, and that is reported */

int hall_fd(const struct hall *hall);
uint64_t hall_deadline(const struct hall *hall);
void hall_step(struct hall *hall);

/* Is told when a man has come or gone at a table; must change nothing in the hall. */
typedef void hall_listener(void *data, const struct desk *desk);
void hall_listen(struct hall *hall, hall_listener *listener, void *data);

/* True while the journal can take no more: what devices say is read, and lost. */
bool hall_is_held_up(const struct hall *hall);

/*
 * Another configuration is to come: ready() is called when hall_reload() can be. That is at once,
 * or, where it names another tournament, when a thread has read the rounds of that from the
 * journal. One at a time; hall_free() forgets it.
 */
void hall_prepare(struct hall *hall, const struct config *config, void (*ready)(void *data),
		  void *data);

/* The configuration that was prepared. What a game began with stays in force until it is over. */
void hall_reload(struct hall *hall, const struct config *config);

/* Another journal was begun: it is told what is in force. */
void hall_rewrite(struct hall *hall);

#define HALL_WHY_MAX 200

/*
 * An arbiter's action on a board, named by its ID or by the number of its
 * table. Returns 0 and the number of the decision's report, or with a sentence
 * in ret_why -ENOENT (no such board) or -EINVAL (no such action, or not now).
 * from: whom the system knows to have asked ("uid:1000"), whatever the name; or NULL.
 */
int hall_act(struct hall *hall, const char *board, const char *action, const char *author,
	     const char *from, uint64_t *ret_seq, char ret_why[HALL_WHY_MAX]);

/*
 * The lights of a board blink for a while, so that it is found among others of its kind. Not while
 * a game is played there. The same errors; -EINVAL: it has no lights.
 */
int hall_blink(struct hall *hall, const char *board, unsigned seconds, char ret_why[HALL_WHY_MAX]);

/*
 * A client that plays on this board wants it to look so: what differs shines until it does, if
 * [boards] lights says so. The client is known by a pointer of its own, and ends it with the
 * second.
 */
void hall_show(struct hall *hall, const struct desk *desk, const rules_piece men[64],
	       const void *client);
void hall_show_end(struct hall *hall, const void *client);

/* From now on the board sits at this table, whose game goes on with it. The same errors. */
int hall_assign(struct hall *hall, const char *board, unsigned table, char ret_why[HALL_WHY_MAX]);

/*
 * What a person says of rounds, in the words of daemon/hall/round.h: it is journalled
 * with its author, and the tables follow it; whoever asked is answered when the journal
 * has it. A round
 * that begins lets every table start anew: one whose game was abandoned as soon as its men are
 * set up again, the others at once. What names no round is about the one that is played. Returns 0,
 * 1 (colours are reversed, and a new game is due: nothing was swapped), -EINVAL (it makes no sense)
 * or -EIO (the journal can take no more), with a sentence in ret_why. from: as in hall_act().
 */
int hall_say_round(struct hall *hall, const json_t *words, const char *author, const char *from,
		   char ret_why[HALL_WHY_MAX]);
unsigned hall_round(const struct hall *hall);
const struct rounds *hall_rounds(const struct hall *hall);

/* Who should sit at a table: by the pairings of the round, or else by the configuration. */
void hall_players(const struct hall *hall, unsigned table, struct game_player ret[2]);

/* --- what there is --- */

enum hall_health {
	HALL_ALIVE,   /* the board speaks */
	HALL_SILENT,  /* the board has said nothing for a while, and will be given up */
	HALL_MISSING, /* no board is there */
};

struct hall_view {
	const struct desk *desk;
	const char *device; /* its address; NULL: none */
	enum hall_health health;
	uint64_t heard_ms;      /* when the board last said anything; 0: never */
	bool is_flooding;       /* the board says more than any board does */
	enum board_state state; /* of the talk with it */
	const char *node;       /* the machine where the table is; NULL: this one */
	/* Of a table at another machine, as that tells it (stream/equipment.h); borrowed. */
	json_t *equipment;
};

/* Bluetooth, to look for boards and to pair them; NULL: it is not wanted. Borrowed. */
struct driver_bluetooth *hall_bluetooth(const struct hall *hall);

size_t hall_count(const struct hall *hall);

/* By their numbers, the lowest first. */
struct hall_view hall_view(const struct hall *hall, size_t i);

/* By the ID of the board or the number of the table. False: there is none. */
bool hall_find(const struct hall *hall, const char *board, struct hall_view *ret);

/* A player is called by this word from now on, as everywhere in the journal. */
void hall_forget(struct hall *hall, const char *name, const char *word);

#endif
