/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_OBLIGATION_H
#define BOARDD_TOUCH_OBLIGATION_H

#include "libboardd/public.h"
#include "touchmove/law/edition.h"
#include "touchmove/law/set.h"

BOARDD_PUBLIC_BEGIN

/*
 * What the touches of one turn oblige a player to do (Art. 4.3 to 4.5). The
 * touches come in, in order, each man once, named by its square at the start of
 * the turn; the moves still allowed come out, and the law that says so.
 */
struct touch_touch {
	uint64_t at_ms;
	uint32_t event;        /* evidence: the id of the lift */
	rules_square man;      /* its square in the position the turn began with */
	uint8_t by;            /* enum touch_by */
	bool struck : 1;       /* no touch after all: accidental, knocked over, straightened */
	bool knocked : 1;      /* why it was struck */
	bool straightened : 1; /* its owner only centred it: the arbiter may say otherwise */
	bool attributed : 1;   /* the arbiter saw the hand */
	bool returned : 1;     /* its man has come down since */
	bool brief : 1;        /* each time on its square, at once: perhaps it only flashes */
	bool is_sure : 1;      /* no other hand could be meant, as far as was known then */
	bool early : 1;        /* before the opponent's press: makes no right lapse */
};

/* Whose touch it is, seen from the turn it is kept in. */
enum touch_by {
	TOUCH_BY_PLAYER,
	TOUCH_BY_OPPONENT, /* who has the move since the player's move is made */
	TOUCH_BY_PENDING,  /* the player's, unless the opponent is about to capture the man */
	TOUCH_BY_NOBODY,
};

/* Where kings and rooks stood when the game began (Art. 4.4 is about these). */
struct touch_homes {
	rules_square king[2];
	rules_set rooks[2];
};

struct touch_obligation {
	struct touch_set set;
	enum touch_law law; /* TOUCH_LAW_FREE: all legal moves */
};

#define TOUCH_TOUCHES_MAX 40

/* The touches of one turn that count, oldest first. */
struct touch_list {
	uint8_t count;
	struct touch_touch touch[TOUCH_TOUCHES_MAX];
};

/*
 * legal: the moves to choose from, in base. scan_ms: touches closer together
 * are in unclear order.
 */
void touch_obligation_of(struct touch_obligation *ret, const struct rules_position *base,
			 const struct touch_set *legal, const struct touch_list *touches,
			 const struct touch_homes *homes, uint32_t scan_ms);

/* Art. 4.4.2: was the castling rook of this move clearly touched before the king? */
bool touch_rook_was_first(const struct rules_position *base, rules_move castling,
			  const struct touch_list *touches, uint32_t scan_ms);

/* Was this man touched? */
bool touch_list_has(const struct touch_list *touches, rules_square man);

/* The square of the man a move captures, or RULES_NO_SQUARE. */
rules_square touch_victim_of(const struct rules_position *base, rules_move move);

BOARDD_PUBLIC_END

#endif
