/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CALL_PRIVATE_H
#define BOARDD_CALL_PRIVATE_H

#include "broadcast/output/build_json.h"
#include "broadcast/output/pgn.h"
#include "daemon/base/name.h"
#include "daemon/control/call.h"
#include "daemon/control/report.h"
#include "daemon/hall/past.h"
#include "daemon/journal/reader.h"
#include "daemon/publish/snapshot.h"

#define CALL_WHY_MAX (JOURNAL_PATH_MAX + 256)

struct call {
	struct server *server;
	struct call **self;        /* while it is begun: NULL there when it is answered */
	struct call *next, **link; /* of those that wait for a report */
	uint64_t seq;              /* the report that is waited for; 0: the mark is */
	uint64_t mark;             /* of the journal: when that is written, the result is told */
	unsigned shown_round;      /* the round that is shown with the answer; 0: none */
	bool awaits_forgotten;     /* the call waits for a name to be gone from the file */
	bool changes;              /* the answer waits until the change is on the disk */
	char by[NAME_BYTES_MAX];   /* who asks; empty: nobody known */
	char from[48];             /* the same person as the system knows it; empty: unknown */
	int fd;
	call_answer *answer; /* NULL: nobody waits any more */
	void *data;
	/* What a worker is to do, and what it found. */
	struct worker worker;
	bool is_worked_for; /* the call waits for its worker */
	char path[PUBLISH_PATH_MAX];
	char text[256];
	unsigned archive_round;       /* archive: which of the event in text */
	bool is_confirmed;            /* forget: what would go was listed before, and confirmed */
	struct journal_person person; /* forget: what is known of that player */
	struct report_ends ends;      /* report: of the past */
	bool is_pgn, with_fens, has_words;
	struct build_words words;      /* if has_words */
	struct snapshot_options shown; /* how games are written */
	enum call_status status;
	json_t *result;
	struct call_import *import;     /* pairings on their way in; NULL: none */
	struct hall_past *past;         /* of a table where a decision is taken back; NULL: none */
	unsigned tries;                 /* to read the past while the table rests */
	struct call_pieces *pieces;     /* of an answer that is made piece by piece; NULL: none */
	struct hub_errand *errand;      /* at a node; NULL: none */
	struct member_joining *joining; /* at a hub; NULL: none */
	char why[CALL_WHY_MAX];
};

/* Among those that wait for the journal. */
void call_join_waiting(struct call *call);

/* Answers, and the call is over. Takes the result. */
void call_end(struct call *call, json_t *result);
void call_fail(struct call *call, enum call_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The PGN of a game as this daemon writes it. A new string, or NULL. */
json_t *call_pgn(const struct game *game, const struct pgn_options *options);

/* --- call_work.c: what takes long, on a thread of its own --- */

struct call *call_of_worker(struct worker *worker);
void call_put_worker(struct call *call, enum worker_kind kind, void (*run)(struct worker *worker),
		     void (*done)(struct worker *worker, bool was_run));

/* What a worker is to do, and its answer is call->result, or why there is none. */
void call_begin_work(struct call *call, enum worker_kind kind, void (*run)(struct worker *worker));
void call_work_fail(struct call *call, enum call_status status, const char *why);

/* The journal, for a worker that may be stopped. NULL: call_work_fail() has said why. */
struct journal_reader *call_open_reader(struct call *call);

/* Folds what was reported of a game into an empty one. Returns 0 or a negative errno. */
int call_read_game(struct journal_reader *reader, const char *id, struct game *ret);

void call_old_game(struct call *call);                      /* text: its GID */
void call_backup(struct call *call);                        /* into fd */
void call_export(struct call *call);                        /* text: the GID; into fd */
void call_export_text(struct call *call, const char *game); /* into the answer */
void call_report(struct call *call);                        /* result: its first line; into fd */
void call_find_player(struct call *call, void (*found)(struct worker *worker, bool was_run));

/* --- call_bluetooth.c: boards on Bluetooth --- */

void call_bluetooth(struct call *call, const json_t *param);

/* --- call_boards.c: all tables, piece by piece --- */

void call_boards(struct call *call, const json_t *param);
void call_blink(struct call *call, const json_t *param); /* the lights of one */
void call_drop_pieces(struct call *call);

/* --- call_archive.c: rounds of the past --- */

void call_archive(struct call *call, const json_t *param);

/* --- call_round.c: rounds and pairings --- */

void call_round(struct call *call, const json_t *param);

/* --- call_hub.c: hubs and their nodes --- */

void call_hub(struct call *call, const json_t *param);       /* invite, join, show */
void call_hub_join(struct call *call, const json_t *param);  /* a node has come */
void call_hub_call(struct call *call, const json_t *param);  /* a hub acts here */
void call_hub_event(struct call *call, const json_t *param); /* a hub tells round and delay */

/* A hub has it done at the node of the board that param names. */
void call_afar(struct call *call, const char *name, const json_t *param);

/* text: the GID of a game of a node; into fd. */
void call_fetch_export(struct call *call);

/* Has the report of what was done afar come? */
bool call_is_back(const struct call *call, uint64_t released);
void call_hub_clear(struct call *call);

/* A row of the table of calls is begun with these parameters, which the caller may not do. */
void call_act(struct call *call, const json_t *param);
void call_assign(struct call *call, const json_t *param);

/* What was said of the round is on the disk. */
void call_show_round(struct call *call);

#endif
