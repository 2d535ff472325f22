/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_GAME_H
#define BOARDD_GAME_H

#include <jansson.h>

#include "broadcast/fold/when.h"
#include "rules-core/fen.h"
#include "rules-core/position.h"

/*
 * What is known of one game, made from the report stream and from nothing else:
 * a fold. The same reports give the same game, whether they come live or out of
 * the journal years later.
 *
 * Reports are borrowed while game_apply() runs and never kept. The game owns its
 * memory, which grows with its moves; game_clear() gives it back. No I/O, no
 * clock. One thread at a time.
 */

#define GAME_ID_MAX      96 /* EVENT-rR-bT-N, its zero included */
#define GAME_ROUND_MAX   999
#define GAME_WORD_MAX    32 /* a kind, an article, a state: words of the stream */
#define GAME_BY_MAX      64 /* who decided */
#define GAME_PLIES_MAX   20000
#define GAME_NOTES_MAX   4096 /* irregularities, decisions */
#define GAME_TOUCHED_MAX 32   /* further touches of one turn are not kept */
#define GAME_CLAIM_PLIES 5    /* fivefold needs no claim (Art. 9.6.1) */
#define GAME_NO_CLOCK    (-1)

/* What is wrong with a report: which field, and why. */
struct game_fault {
	char why[160];
};

struct game_player {
	char name[96]; /* Lastname, Firstname; empty: not known */
	char title[8];
	char team[64];
	char federation[8];
	unsigned elo, fide; /* 0: none */
};

enum game_state { GAME_READY, GAME_STARTED, GAME_ENDED };

/* Made is every ply that is here (Art. 4.7); completed when the clock was pressed (Art. 6.2.1). */
struct game_ply {
	int64_t time_ms;
	uint64_t seq;             /* of the report that told or last changed it */
	int32_t white_s, black_s; /* the clocks after it, or GAME_NO_CLOCK */
	rules_move move;          /* RULES_NO_MOVE: it cannot be played from what is before it */
	char uci[6];              /* may be empty if illegal */
	char san[8];              /* PGN's, in English; empty if illegal */
	bool legal;               /* false: an illegal move that stands */
	bool inferred, completed, revised;
};

/*
 * A position that play goes on from: the start, one that the arbiter gave, or the
 * one after a ply that cannot be played from the position before it (an illegal
 * move that stands; a board that was changed while the clocks stood). ply is how
 * many plies there were before.
 */
struct game_base {
	uint16_t ply;
	struct rules_position pos;
};

struct game_clock {
	int32_t white_s, black_s; /* or GAME_NO_CLOCK */
	uint8_t running;          /* enum rules_color, or GAME_NOBODY */
	char state[GAME_WORD_MAX];
	int64_t time_ms; /* as of when, or WHEN_NEVER */
};

#define GAME_NOBODY 2
#define GAME_BOTH   3

enum game_ruling { /* of an irregularity */
		   GAME_OPEN,
		   GAME_CLAIMED, /* by the opponent, and not decided */
		   GAME_UPHELD,
		   GAME_DISMISSED,
		   GAME_LAPSED,    /* nobody claimed it in time */
		   GAME_PUT_RIGHT, /* by the player himself */
		   GAME_FILED,     /* kept, but not raised */
		   GAME_WITHDRAWN, /* by an undo: it was never found */
		   GAME_RULINGS
};

extern const char *const game_ruling_words[GAME_RULINGS];

struct game_irregularity {
	unsigned id;
	uint64_t seq;
	int64_t time_ms;
	uint8_t color; /* enum rules_color, or GAME_BOTH, or GAME_NOBODY */
	bool presumed;
	enum game_ruling ruling;
	char kind[GAME_WORD_MAX];
	char article[GAME_WORD_MAX];
	char *report; /* JSON as published: summary, args, evidence, must, remedy, marks ... */
};

struct game_decision {
	uint64_t seq;
	int64_t time_ms;
	uint64_t undoes;         /* seq of another decision, or 0 */
	bool undone;             /* by a later one */
	unsigned irregularity;   /* the id it rules on, or 0 */
	enum game_ruling before; /* what that was until then */
	enum game_ruling after;  /* what the ruling became */
	uint64_t touch;          /* seq of the touch it corrects, or 0 */
	char by[GAME_BY_MAX];
	char *action;
};

struct game_claimable {
	bool is_on;
	uint8_t by; /* enum rules_color, or GAME_BOTH, or GAME_NOBODY */
	char article[GAME_WORD_MAX];
	size_t ply_count; /* after which the position stood, or the last man moved or went */
	uint16_t plies[GAME_CLAIM_PLIES];
};

enum game_claim { GAME_THREEFOLD, GAME_FIFTY, GAME_CLAIMS };

extern const char *const game_claim_words[GAME_CLAIMS];

struct game_touch {
	uint64_t seq;
	rules_square square;
	rules_piece piece;
	uint8_t color; /* whose hand */
	uint8_t told;  /* whose hand it was thought to be, before anybody corrected it */
	bool presumed;
	bool is_accidental; /* the arbiter has ruled that the touch counts for nothing */
};

struct game {
	char id[GAME_ID_MAX];    /* GID; empty: nothing told yet */
	char event[GAME_ID_MAX]; /* the event's part of it */
	unsigned round;          /* 0: not known */
	unsigned table;          /* 0: none */
	char board[GAME_BY_MAX]; /* the board it is, or was last, played on */
	char laws[GAME_WORD_MAX], mode[GAME_WORD_MAX];
	bool supervised;
	unsigned penalty_minutes;
	struct game_player player[2]; /* by enum rules_color */
	unsigned other_table;         /* the game has a board there, too (appendix D); 0: no */
	uint8_t other_color;          /* whose moves are made at that one */
	enum game_state state;
	char result[8]; /* "*", "1-0" ... */
	char kings[8];  /* the result that two kings in the centre have shown; empty: they have not
			 */
	char reason[GAME_WORD_MAX], article[GAME_WORD_MAX];
	char result_by[GAME_BY_MAX]; /* law, arbiter */
	uint64_t first_seq, seq;     /* of the first and the last report taken */
	int64_t time_ms;             /* of the last */
	int64_t started_ms;          /* first move made, or WHEN_NEVER */
	int64_t ended_ms;            /* or WHEN_NEVER */

	struct game_ply *plies;
	size_t ply_count;
	struct game_base *bases; /* at least one once there is an id; by ply */
	size_t base_count;
	struct rules_position pos; /* after the last ply */

	struct game_clock clock;
	struct game_irregularity *irregularities;
	size_t irregularity_count;
	unsigned illegal_moves[2]; /* upheld, by enum rules_color */
	unsigned owed_minutes[2];  /* minutes that the arbiter is to give this player */
	struct game_decision *decisions;
	size_t decision_count;

	unsigned unsure_ply; /* 0: all is sure */
	uint64_t unsure_seq; /* of the report that asked */
	int64_t unsure_ms;   /* when the doubt began */
	char *unsure;        /* the report's candidates, JSON */
	char *unsure_fen;    /* where their lines begin; NULL: the report does not say */
	char *winnable;      /* the last report of it, JSON; NULL: none */
	char *must;          /* UCI moves, JSON array; NULL: free */
	char must_article[GAME_WORD_MAX];
	struct game_claimable claimable[GAME_CLAIMS];
	struct game_touch touched[GAME_TOUCHED_MAX]; /* since the turn began */
	size_t touched_count;
	/* The rest is private to game.c. */
	size_t ply_room, base_room, irregularity_room, decision_room;
};

void game_init(struct game *g);
void game_clear(struct game *g);

/*
 * Takes one report. Returns
 *	1        it was taken
 *	0        it is of a kind that says nothing about a game, or that is not known here, or
 *	         it was taken before (its seq is not above the last)
 *	-EINVAL  it is malformed or does not follow: ret_fault (may be NULL) says why
 *	-ENOENT  it belongs to another game
 *	-ENOMEM
 * and in all cases but the first nothing has changed. Unknown fields are passed over.
 *
 * A `game` report begins an empty one. `move` with a ply that is there replaces
 * it and cuts what followed; `revised` keeps what followed as far as it is still
 * legal, and cuts when its uci is null.
 */
int game_apply(struct game *g, const json_t *report, struct game_fault *ret_fault);

/* EVENT-rR-bT-N: its event, of GAME_ID_MAX, and its round; 0 if it is written otherwise. */
void game_split_id(const char *id, char *ret_event, unsigned *ret_round);

/* The position after some plies: of the last base at or before them, played on. */
void game_position(const struct game *g, size_t plies, struct rules_position *ret);

/* The last base at or before that many plies. */
const struct game_base *game_base_at(const struct game *g, size_t plies);

/* Irregularities that wait for somebody: open or claimed. */
size_t game_open_count(const struct game *g);

/* Plies completed, without a gap from the first. */
size_t game_completed(const struct game *g);

bool game_is_chess960(const struct game *g);

/* Is it the second board of a game: what is played is told by the table of the lower number? */
bool game_is_copy(const struct game *g);

/* "white", "black", "both"; NULL for GAME_NOBODY. */
const char *game_color_word(uint8_t color);

#endif
