/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_HANDS_H
#define BOARDD_SIM_HANDS_H

#include "simulator/hands/sim_act.h"
#include "simulator/hands/sim_game.h"
#include "simulator/hands/sim_kind.h"

/*
 * Two players' hands: a game goes in, acts come out, in the order and at the
 * times in which people do them. How often they do what was counted in
 * captures of real games (section 7.2 of the protocol document); everything
 * else is a setting. Deterministic from the seed, plain data, no allocation.
 *
 * Without violations nothing is done that the Laws forbid: a man put back is
 * the one that then moves, a man touched elsewhere cannot move at all.
 */

/* What hands do besides the move itself. */
enum sim_quirk {
	SIM_QUIRK_PUT_BACK,      /* the man is lifted, put back, and moved later */
	SIM_QUIRK_TOUCH_BLOCKED, /* an own man that cannot move is lifted and put back */
	SIM_QUIRK_ADJUST,        /* a man is shifted in its square: gone for less than a scan */
	SIM_QUIRK_STRAIGHTEN,    /* after the press the mover centres the man he moved */
	SIM_QUIRK_FUMBLE,        /* put down on a wrong square for a moment */
	SIM_QUIRK_SMEAR,         /* a sliding man is on two squares at once for the sensors */
	SIM_QUIRK_KNOCK,         /* three men or more knocked over and stood up again */
	SIM_QUIRK_HASTE,         /* lifted and placed within one scan */
	SIM_QUIRK_BRUSH,         /* a captured man is seen on its way off */
	SIM_QUIRK_FETCH,         /* the new queen comes from another table */
	SIM_QUIRK_QUICK_PRESS,   /* the press comes before the board has seen the move */
	SIM_QUIRK_QUICK_REPLY,   /* the opponent touches before the press */
	SIM_QUIRK_NO_LAST_PRESS, /* nobody presses after mate */
	SIM_QUIRK_KINGS,         /* kings in the centre tell the result */
	SIM_QUIRK_SWEEP,         /* men swept off at the end instead */
	/* In haste; not by those who have time. */
	SIM_QUIRK_GLIDE,         /* a man is seen on more squares of its way, on two at once */
	SIM_QUIRK_GLIDE_CAPTURE, /* a capturer is */
	SIM_QUIRK_GLIDE_CASTLE,  /* king or rook is, when castling */
	SIM_QUIRK_PUSH_CAPTURE,  /* a capturer is seen where it goes before it is missed */
	SIM_QUIRK_BRUSH_EARLY,  /* a captured man is seen about at once, whenever the press comes */
	SIM_QUIRK_BRUSH_FAR,    /* and on a second square */
	SIM_QUIRK_AT_ONCE,      /* the answer was ready when the clock was pressed */
	SIM_QUIRK_RUNNING_END,  /* nobody stops the clock before the kings are in the centre */
	SIM_QUIRK_KING_BY_KING, /* one is there before the other is lifted */
	SIM_QUIRKS,
};

struct sim_habits {
	uint32_t manner[SIM_MANNERS]; /* weights among the manners a move can have */
	uint32_t quirk[SIM_QUIRKS];   /* millionths, where it can happen */
};

/* As counted; and as a careful player who does one thing after the other. */
struct sim_habits sim_habits_counted(void);
struct sim_habits sim_habits_careful(void);

/* As counted, and the haste of blitz, in which that was recorded. */
struct sim_habits sim_habits_hasty(void);

struct sim_hands_config {
	uint64_t seed;
	uint32_t think_ms; /* before a move, on average */
	uint32_t seen_ms;  /* what must be seen lasts at least this long: more than a scan */
	uint32_t time_ms, increment_ms; /* on the clock */
	struct sim_habits habits;
	const struct sim_kind *kind;        /* whose hands, instead of these habits; NULL: none */
	uint32_t violation[SIM_VIOLATIONS]; /* millionths of the moves where it is possible */
	size_t spared;                      /* half-moves of a game before any */
};

struct sim_hands_config sim_hands_usual(uint64_t seed);

/* From now on hands of a kind, at its pace. */
void sim_hands_become(struct sim_hands_config *config, const struct sim_kind *kind);

#define SIM_ACTS_MAX 192

enum sim_stage {
	SIM_STAGE_OVER, /* nothing to do until another game is given */
	SIM_STAGE_SET_UP,
	SIM_STAGE_PLAY,
	SIM_STAGE_END,
};

struct sim_hands {
	struct sim_hands_config config;
	struct sim_game game;
	enum sim_stage stage;
	/* The rest is private to the hands. */
	struct sim_random random;
	size_t ply;                /* of the game, to be planned next */
	struct rules_position pos; /* before it */
	rules_piece men[64];       /* what stands on the board when all planned is done */
	uint64_t at_ms;            /* how far the hand has got */
	uint64_t next_ms;          /* when what is planned next may begin, at the earliest */
	uint64_t pressed_ms;       /* the last press planned */
	bool is_quick;             /* the next player does not think */
	bool was_slow;             /* the man stepped on a wrong square: no haste after that */
	bool has_played;           /* the first game stands there from the beginning */
	rules_set avoid;           /* squares where a captured man is about */
	uint64_t avoid_ms;         /* hands of a kind: until then */
	uint64_t free_ms;          /* hands of a kind: no answer lands before that */
	rules_set loose;           /* men that stand badly, of such hands */
	size_t calm;               /* plies since the last violation */
	bool was_ruled;            /* an arbiter has been called in this game */
	size_t count;
	struct sim_act acts[SIM_ACTS_MAX]; /* planned, in order */
};

void sim_hands_init(struct sim_hands *h, struct sim_hands_config config);

/* A game to be played from at_ms on. The one before must be over. */
void sim_hands_play(struct sim_hands *h, const struct sim_game *game, uint64_t at_ms);

/* The next act. False: there is none until another game is given. */
bool sim_hands_next(struct sim_hands *h, struct sim_act *ret_act);

#endif
