/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_H
#define BOARDD_READ_H

#include "touchmove/read/act.h"
#include "touchmove/read/gap.h"
#include "touchmove/read/world.h"

/*
 * Squares and presses in; half-moves with the acts between them, revisions,
 * doubts and the end of the game out. Several readings are kept open, and a
 * half-move is told when all that are nearly as good as the best agree on it.
 *
 *	read_begin(&reader, &config, &start, 0);
 *	read_square(&reader, square, piece, at_ms, id, &news);
 *
 * No I/O, no allocation, no clock: time is an argument and never falls. The
 * reader is plain data: copy it by assignment. Call read_tick() when
 * read_deadline() has come and nothing else has; what is due between two inputs
 * is done at its own time, so the same inputs give the same news.
 */

struct read_config {
	struct sense_times times;
	bool sees_men;    /* false: a board that tells occupied from empty only */
	bool has_clock;   /* whose presses are seen */
	bool only_queens; /* where no men are seen a pawn becomes nothing else */
};

struct read_config read_config_of(enum sense_transport transport, bool sees_men, bool has_clock);

enum read_news_type {
	READ_NEWS_MOVE,       /* ply, move, certainty; read_acts_of() while it is the newest */
	READ_NEWS_REVISED,    /* ply: this half-move and all after it are taken back */
	READ_NEWS_PRESS,      /* color; ply it belongs to, or 0: no move explains it, or it is
			       * guessed and nobody knows; differs */
	READ_NEWS_UNSURE,     /* ply: the first not known; candidates, or none */
	READ_NEWS_SURE,       /* ply: known again from here on; how it got here may stay open */
	READ_NEWS_OVER,       /* the men are handled freely; result, if the kings tell one */
	READ_NEWS_SET_UP,     /* the men stand as at the beginning: another game */
	READ_NEWS_WANT_BOARD, /* a whole board would help: an update may have been lost */
};

#define READ_CANDIDATES_MAX 8

struct read_news {
	enum read_news_type type;
	enum read_certainty certainty;
	uint16_t ply; /* from 1 */
	rules_move move;
	uint8_t color;
	uint64_t at_ms;
	uint64_t rest_ms;  /* of a move: when its men came to rest; of a press: when it was */
	uint32_t id;       /* of a press: the caller's */
	rules_set differs; /* squares that are not as in the position read_position() gives */
	uint8_t result;    /* 0: none told, 1: white, 2: black, 3: drawn */
	uint8_t candidate_count;
	rules_move candidate[READ_CANDIDATES_MAX];
};

#define READ_NEWS_MAX 24

struct read_list {
	size_t count;
	struct read_news news[READ_NEWS_MAX];
};

#define READ_PLIES_MAX   1024
#define READ_PLAYED_MAX  64 /* more than can be open or taken back */
#define READ_PRESSES_MAX 8
#define READ_TOLD_MAX    8

struct read_press {
	uint32_t at_ms;
	uint32_t id;
	uint16_t ply; /* that it was told to be for; 0: none */
	uint8_t color;
	bool is_told;
};

struct reader {
	struct read_config config;
	uint64_t zero_ms; /* times below count from here */
	uint32_t now_ms;
	uint32_t changed_ms; /* the last change of the board */
	uint32_t input_ms;   /* the last input that mattered */
	uint32_t looked_ms;  /* the last look at what is due */
	struct sense sense;
	struct read_events events;
	struct rules_position anchor_pos;   /* before the first open half-move of every world */
	struct read_ply before_anchor;      /* the half-move that led there, if has_before */
	uint32_t base_event;                /* events before the base was declared */
	uint32_t begun_event;               /* since then men may have been in a hand at the base */
	rules_move played[READ_PLAYED_MAX]; /* the last of these: read_played() */
	struct read_ply told_ply[READ_TOLD_MAX]; /* the last of them, by number */
	struct {
		uint16_t ply;
		rules_move move;
		uint32_t since_ms;
	} agreed; /* what all near worlds say of the next half-move */
	struct read_press press[READ_PRESSES_MAX];
	uint32_t presses; /* of all there were */
	uint32_t stopped_ms;
	rules_set knocked; /* men knocked over and not set up yet */
	rules_set begun;   /* men in the air when a gap began */
	rules_set live;    /* squares that changed before our eyes in a gap, before a whole board */
	rules_set dumped;  /* squares last told by a whole board */
	rules_set healed;  /* squares believed against the board: an update was lost */
	uint32_t gap_ms;   /* the last time something was not seen, */
	uint32_t unseen_ms;   /* and when that had begun */
	uint32_t recall_ms;   /* the board's record began to come; 0: not yet. It ends there */
	uint32_t board_ms;    /* of the last whole board */
	uint32_t pace_ms;     /* of a half-move in this game, on the average of the last ones */
	uint32_t rest_ms;     /* of the last half-move told */
	uint32_t bad_ms;      /* since when no reading explains the board; 0: one does */
	uint32_t bad_presses; /* how many there were then */
	uint32_t lost_ms;     /* since no reading explains the board after a gap */
	uint32_t unsure_ms;
	struct read_line doubt[READ_CANDIDATES_MAX];
	struct read_search search;
	uint32_t adopted;    /* how often the board became the base because no line led to it */
	uint16_t base;       /* half-moves before the position it was last begun from */
	uint16_t anchor;     /* half-moves before anchor_pos */
	uint16_t told;       /* half-moves told */
	uint8_t running;     /* the colour whose clock runs, or READ_NOBODY */
	uint8_t doubt_count; /* lines from the first half-move not known, as told with the doubt */
	bool is_summed;      /* the totals of the worlds are of this moment */
	bool has_before;     /* before_anchor is known */
	bool has_gap;        /* there was one in this turn */
	bool is_blind;       /* nothing is seen until the next whole board */
	bool is_recalling;   /* what was missed is told from the board's own record */
	bool wants_board;    /* asked for, until the need for it is gone */
	bool clock_is_old;   /* of a clock message before the gap */
	bool is_lost;        /* no reading explains the board since a gap */
	bool is_over, kings_told;
	bool is_unsure;  /* told */
	bool has_routes; /* several lead to the board: it is left open until play goes on */
	bool was_open;   /* when the board was last at rest, something was not explained or told */
	struct read_list *out;     /* while an input is taken in */
	struct read_worlds worlds; /* last: read_keep() packs them */
};

/* A half-move that was told, by how many lie before it; only those of the last turns are known. */
static inline rules_move read_played(const struct reader *r, unsigned plies)
{
	return r->played[plies % READ_PLAYED_MAX];
}

void read_begin(struct reader *r, const struct read_config *config,
		const struct rules_position *base, uint64_t at_ms);

/* One update of a square, as the board tells it, noise included. ret_list is emptied first. */
void read_square(struct reader *r, rules_square square, rules_piece piece, uint64_t at_ms,
		 uint32_t id, struct read_list *ret_list);

void read_press(struct reader *r, enum rules_color color, uint64_t at_ms, uint32_t id,
		struct read_list *ret_list);

/* Whose clock runs, or READ_NOBODY. The first word of it after a gap says who has pressed. */
void read_clock(struct reader *r, uint8_t running, uint64_t at_ms, struct read_list *ret_list);

/* The whole board. What we had: nothing happens. */
void read_board(struct reader *r, const rules_piece dump[64], uint64_t at_ms,
		struct read_list *ret_list);

/* Something was lost. is_blind: nothing is seen from here to the next whole board. */
void read_gap(struct reader *r, bool is_blind, uint64_t at_ms, struct read_list *ret_list);

/* What was missed is told from here on, in order: the board has a record of its own. */
void read_recall(struct reader *r);

/*
 * Law declares a new base: after an irregular press, `resume`, `set-position`,
 * a chosen line. All readings start there; plies half-moves lie before it.
 */
void read_base(struct reader *r, const struct rules_position *base, uint16_t plies, uint64_t at_ms,
	       struct read_list *ret_list);

/* Then: men that are missing from it are in the hands that took them off before. */
void read_base_in_hand(struct reader *r);

/*
 * Somebody has to know now: an arbiter acts, a flag falls. The best reading is
 * told as it is, presses included; it may be revised like everything told.
 */
void read_decide(struct reader *r, uint64_t at_ms, struct read_list *ret_list);

/*
 * An arbiter says what the first half-move in doubt was: the readings that have it
 * stay, with all that was played since. False: none has.
 */
bool read_choose(struct reader *r, uint16_t ply, rules_move move, uint64_t at_ms,
		 struct read_list *ret_list);

void read_tick(struct reader *r, uint64_t at_ms, struct read_list *ret_list);

/* When it wants to look again if nothing happens; UINT64_MAX: never. */
uint64_t read_deadline(const struct reader *r);

/* The position after the half-moves told. */
void read_position(const struct reader *r, struct rules_position *ret);

/*
 * The acts of the turn that has not ended yet, by what was told so far; or, for
 * a half-move just told, of the turn that it ended.
 */
void read_acts_now(const struct reader *r, struct read_acts *ret);
void read_acts_of(const struct reader *r, uint16_t ply, struct read_acts *ret);

/* Does any reading nearly as good as the best have more half-moves than were told? */
bool read_may_go_on(const struct reader *r);

/* Does any reading nearly as good as the best have this man come to that square next? */
bool read_may_follow(const struct reader *r, uint16_t ply, rules_square goal, rules_piece mover);

/* The half-move after this one, told or of the best reading; false: none is known. */
bool read_ply_after(const struct reader *r, uint16_t ply, struct read_ply *ret);

#endif
