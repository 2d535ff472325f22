/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_EDITION_H
#define BOARDD_TOUCH_EDITION_H

#include <stdbool.h>
#include <stdint.h>

#include "libboardd/public.h"
#include "touchmove/law/control.h"

BOARDD_PUBLIC_BEGIN

/*
 * The Laws of 2001, 2009 and 2023 as tables. The machine names a law; which
 * article that is, when a right lapses and what an offence costs is looked up
 * here. Nothing outside edition.c asks which year it is.
 */

enum touch_edition { TOUCH_LAWS_2001, TOUCH_LAWS_2009, TOUCH_LAWS_2023, TOUCH_EDITIONS };
enum touch_mode { TOUCH_STANDARD, TOUCH_RAPID, TOUCH_BLITZ, TOUCH_MODES };

/* The words of editions and modes, by number and with a NULL behind: "2001", "standard". Whoever
 * reads or writes them has them from here. */
extern const char *const touch_edition_words[TOUCH_EDITIONS + 1];
extern const char *const touch_mode_words[TOUCH_MODES + 1];

/*
 * What is fixed for one game before it starts. The times are ours, for the Laws
 * do not time a touch: a board looks at each square once per scan (250 ms by
 * cable, 500 ms by Bluetooth), and a man that has stood for the settle time is
 * presumed released.
 */
struct touch_rules {
	enum touch_edition edition;
	enum touch_mode mode;
	bool unsupervised;        /* rapid or blitz without adequate supervision; 2001 knows none */
	bool no_clock;            /* no clock connected: a move is completed by its answer */
	bool sees_no_men;         /* the board tells only which squares are occupied */
	bool only_queens;         /* and there a pawn becomes a queen, without a question */
	bool turned;              /* White sits where the board's own numbers have Black */
	bool is_copied[2];        /* this colour's moves are made on another board, copied here */
	uint8_t penalty_minutes;  /* for the opponent after an illegal move */
	bool watches_arrival;     /* the default time (6.7) is watched */
	bool without_guideline_3; /* 2023 III.2.1: not announced, so no quickplay finish */
	uint16_t default_minutes; /* who comes later than this after the start has lost */
	uint16_t draw_moves;      /* no agreement before both have made so many (9.1.1) */
	struct touch_control control; /* how much time for how many moves, if known */
	uint32_t scan_ms;             /* one look at all squares */
	uint32_t settle_ms;           /* standing so long is a release */
	uint32_t late_ms;             /* a press waits so long for its last square, or a scan */
	uint32_t adjust_ms;           /* an adjust window after the last man came home */
	uint32_t rest_ms;             /* a result stands when nothing moved for so long */
	uint32_t knock_ms;            /* three men lifted within it were knocked over */
};

/* The usual times and the penalty of the edition and mode. */
struct touch_rules touch_rules_for(enum touch_edition edition, enum touch_mode mode,
				   bool unsupervised);

/* What a time control makes of a game by its appendix (A.1, B.1); not known: standard. */
enum touch_mode touch_mode_of(enum touch_edition edition, const struct touch_control *control);

/* Every law the machine may name; the 2023 article stands behind it. */
enum touch_law {
	TOUCH_LAW_NONE,
	TOUCH_LAW_TURN,              /* 1.2 */
	TOUCH_LAW_ONE_HAND,          /* 4.1 */
	TOUCH_LAW_TWO_HANDS_PRESSED, /* 7.5.4 */
	TOUCH_LAW_ADJUST,            /* 4.2.1 */
	TOUCH_LAW_OWN,               /* 4.3.1 */
	TOUCH_LAW_ENEMY,             /* 4.3.2 */
	TOUCH_LAW_BOTH,              /* 4.3.3 */
	TOUCH_LAW_CASTLING_DUE,      /* 4.4.1 */
	TOUCH_LAW_ROOK_FIRST,        /* 4.4.2 */
	TOUCH_LAW_KING_DUE,          /* 4.4.3 */
	TOUCH_LAW_NEW_PIECE,         /* 4.4.4 */
	TOUCH_LAW_FREE,              /* 4.5 */
	TOUCH_LAW_RELEASED,          /* 4.7 */
	TOUCH_LAW_RELEASED_AGAIN,    /* 4.7, of the move that replaces one */
	TOUCH_LAW_RELEASED_KING,     /* 4.7.2 */
	TOUCH_LAW_RELEASED_PAWN,     /* 4.7.3 */
	TOUCH_LAW_KING_TWO_SQUARES,  /* 4.7.2, castling illegal */
	TOUCH_LAW_LAPSE_TOUCH,       /* 4.8, of a breach of 4.3 and 4.4 */
	TOUCH_LAW_LAPSE_RELEASE,     /* 4.8, of the rest of Article 4 */
	TOUCH_LAW_LAPSE_ILLEGAL,     /* A.5.2 */
	TOUCH_LAW_PRESS,             /* 7.5.3 */
	TOUCH_LAW_ILLEGAL,           /* 7.5.1 */
	TOUCH_LAW_PAWN_LEFT,         /* 7.5.2 */
	TOUCH_LAW_PAWN_QUEEN,        /* 7.5.2, of the move that replaces it */
	TOUCH_LAW_COUNT,             /* 7.5.5 */
	TOUCH_LAW_BOTH_KINGS,        /* A.5.4 */
	TOUCH_LAW_POSITION_REMAINS,  /* A.5.4 */
	TOUCH_LAW_DISPLACED,         /* 7.4.1 */
	TOUCH_LAW_WRONG_START,       /* 7.2.1 */
	TOUCH_LAW_ORIENTATION,       /* 7.2.2 */
	TOUCH_LAW_SETUP_LATE,        /* A.5.1.2 */
	TOUCH_LAW_COLOURS,           /* 7.3 */
	TOUCH_LAW_CLAIM_LOST,        /* 9.4 */
	TOUCH_LAW_CLAIM_WRONG,       /* 9.5.3 */
	TOUCH_LAW_THREEFOLD_CLAIM,   /* 9.2 */
	TOUCH_LAW_FIFTY_CLAIM,       /* 9.3 */
	TOUCH_LAW_OFFER,             /* 9.1.2.1 */
	TOUCH_LAW_SEALED,            /* I.1.1 */
	TOUCH_LAW_ENVELOPE,          /* I.2 */
	TOUCH_LAW_MATE,              /* 5.1.1 */
	TOUCH_LAW_RESIGNATION,       /* 5.1.2 */
	TOUCH_LAW_STALEMATE,         /* 5.2.1 */
	TOUCH_LAW_DEAD,              /* 5.2.2 */
	TOUCH_LAW_AGREEMENT,         /* 5.2.3 */
	TOUCH_LAW_THREEFOLD_NEXT,    /* 9.2.1 */
	TOUCH_LAW_THREEFOLD,         /* 9.2.2 */
	TOUCH_LAW_FIFTY_NEXT,        /* 9.3.1 */
	TOUCH_LAW_FIFTY,             /* 9.3.2 */
	TOUCH_LAW_FIVEFOLD,          /* 9.6.1 */
	TOUCH_LAW_SEVENTYFIVE,       /* 9.6.2 */
	TOUCH_LAW_TIME,              /* 6.9 */
	TOUCH_LAW_TIME_CLAIMED,      /* A.5.3 */
	TOUCH_LAW_BOTH_FLAGS,        /* none in 2023 */
	TOUCH_LAW_ILLEGAL_CLAIMED,   /* none in 2023 */
	TOUCH_LAW_PENALTY_LOSS,      /* 12.9.6 */
	TOUCH_LAW_INCREMENT_ASKED,   /* III.4 */
	TOUCH_LAW_QUICKPLAY,         /* III.5 */
	TOUCH_LAW_QUICKPLAY_DRAW,    /* III.5.1 */
	TOUCH_LAW_QUICKPLAY_LATER,   /* III.5.2 */
	TOUCH_LAW_QUICKPLAY_WRONG,   /* III.5.3 */
	TOUCH_LAW_QUICKPLAY_ABSENT,  /* III.6 */
	TOUCH_LAW_FLAGS_DRAWN,       /* III.3.1.2: both down, the first unknown, last period */
	TOUCH_LAW_FLAGS_GO_ON,       /* III.3.1.1: in any other period */
	TOUCH_LAW_RECORD_RAPID,      /* A.4.3: the record is shown five times */
	TOUCH_LAW_RECORD_BLITZ,      /* B.2.3 */
	TOUCH_LAW_SEALED_AMBIGUOUS,  /* I.8.1 */
	TOUCH_LAW_SEALED_UNREADABLE, /* I.8.2 */
	TOUCH_LAW_SEALED_ILLEGAL,    /* I.8.3 */
	TOUCH_LAW_SEALED_EARLY,      /* I.1.2 */
	TOUCH_LAW_REPLY_SEALED,      /* I.9.3 */
	TOUCH_LAW_POSITION_LOST,     /* I.12.2 */
	TOUCH_LAW_DEFAULT_TIME,      /* 6.7.1 */
	TOUCH_LAW_LATE_AGAIN,        /* I.10 */
	TOUCH_LAW_BOARDS_DIFFER,     /* D.2.9 */
	TOUCH_LAW_ANNOUNCED_FIRST,   /* D.2.4 */
	TOUCH_LAW_MODE_RAPID,        /* A.1 */
	TOUCH_LAW_MODE_BLITZ,        /* B.1 */
	TOUCH_LAW_CLOCK_PLACED,      /* 6.5 */
	TOUCH_LAW_CLOCK_STARTED,     /* 6.6 */
	TOUCH_LAW_CLOCK_GOOD,        /* 6.10.1 */
	TOUCH_LAW_CLOCK_SETTING,     /* 6.10.2 */
	TOUCH_LAW_CHESS960,          /* II.2 */
	TOUCH_LAW_RESTORED,          /* I.5 */
	TOUCH_LAW_OPENED,            /* I.7 */
	TOUCH_LAW_TIMES_AGAIN,       /* I.13 */
	TOUCH_LAW_NEITHER_RECORDS,   /* 8.5.1 */
	TOUCH_LAW_ONE_RECORDS,       /* 8.5.2 */
	TOUCH_LAW_RECONSTRUCTED,     /* 8.5.3 */
	TOUCH_LAW_DRAW_LIMITED,      /* 9.1.1: by the rules of the event */
	TOUCH_LAW_MADE,              /* 4.7: the move is made */
	TOUCH_LAW_COMPLETED,         /* 6.2.1 */
	TOUCH_LAWS,
};

/* The article as the edition numbers it, or "-" where the edition has none. */
const char *touch_article(const struct touch_rules *rules, enum touch_law law);

/* What kind of breach it is, for the question when the right to claim it lapses. */
enum touch_breach {
	TOUCH_BREACH_OTHER,   /* does not lapse */
	TOUCH_BREACH_TOUCH,   /* of 4.3 and 4.4 */
	TOUCH_BREACH_RELEASE, /* of the rest of Article 4 */
	TOUCH_BREACH_ILLEGAL, /* an illegal move */
	TOUCH_BREACHES,
};

enum touch_lapse { TOUCH_LAPSE_NEVER, TOUCH_LAPSE_ON_TOUCH, TOUCH_LAPSE_ON_MOVE };

enum touch_lapse touch_lapse_of(const struct touch_rules *rules, enum touch_breach breach);

/* What else the editions do differently, one question each. */
struct touch_code {
	bool ends_only_if_kept;       /* 5.1.1, 5.2: mate counts only if 4.2-4.7 were kept */
	bool next_move_completes;     /* 6.2.1.2 */
	bool draws_by_itself;         /* 9.6.1, 9.6.2 */
	bool choice_is_final_at_once; /* 4.4.4: when the new piece has touched the square */
	bool touch_ends_claim;        /* 9.4: by touching, not by moving */
	bool quickplay_needs_move;    /* III.5: only the player having the move claims */
	bool increment_may_be_asked;  /* III.4: five seconds for each move instead of a claim */
	bool agreement_needs_moves;   /* 5.2.3: both have made a move */
	bool event_limits_agreement;  /* 9.1.1: the rules of an event may ask for more, */
	bool event_limits_offer;      /* and may forbid the offer, too */
	bool release_binds_again;     /* 7.5.1: 4.7 applies to the replacing move too */
	bool pawn_becomes_queen;      /* 7.5.2 */
	bool press_is_illegal;        /* 7.5.3: pressing without a move counts as illegal */
	bool two_hands_are_illegal;   /* 7.5.4 */
	bool resigned_may_be_drawn;   /* 5.1.2: the opponent cannot mate */
	bool counted_may_be_drawn;    /* 7.5.5: the same */
	bool exempt_for_period;       /* 8.4: under five minutes, for the rest of the period */
	bool claimant_loses_time;     /* 9.5b: a wrong claim also costs the claimant */
	uint8_t illegal_limit;        /* which illegal move loses */
	uint8_t setup_moves;          /* appendices: no claim about the set-up after so many */
	uint8_t restart_moves;        /* 7.3: colours reversed, new game before so many; 0: never */
};

const struct touch_code *touch_code_of(const struct touch_rules *rules);

/* An appendix for rapid or blitz is in force instead of the competition rules. */
bool touch_has_appendix(const struct touch_rules *rules);

/* One claimed illegal move already decides: 2001 C3, 2009 B3c. */
bool touch_claim_wins(const struct touch_rules *rules);

/* The arbiter may call a fallen flag himself. */
bool touch_arbiter_calls_flag(const struct touch_rules *rules);

/* Article 4 is ruled on only when a player asks: 2001 B5a, 2009 A4b. */
bool touch_only_on_request(const struct touch_rules *rules);

/* Both kings in check is reported by itself: 2009 A4c (rapid), 2023 A.5.4. */
bool touch_reports_both_kings(const struct touch_rules *rules);

/* An unfinished promotion needs no claim and stays open for the arbiter: 2009 A4c. */
bool touch_steps_in(const struct touch_rules *rules);

/* An unfinished promotion waits for the next completed move: 2023 A.5.4. */
bool touch_waits(const struct touch_rules *rules);

/* Minutes the opponent gets for a wrong claim of a draw (Art. 9.5.3). */
unsigned touch_claim_minutes(const struct touch_rules *rules);

/*
 * In a quickplay finish a draw may be claimed with less than two minutes left: not in blitz (2001
 * C4, 2023 III.2.2), in 2009 only where that is supervised (B3b); 2023 not with an increment, and
 * only where it was announced (III.2.1).
 */
bool touch_has_quickplay_claim(const struct touch_rules *rules);

/*
 * Do the Laws say what follows when both flags are down, and which fell first is unknown? In 2023
 * they do only where the guideline III holds, which blitz and increments have not.
 */
bool touch_settles_both_flags(const struct touch_rules *rules);

#define TOUCH_QUICKPLAY_S       120 /* the claimant must have less */
#define TOUCH_QUICKPLAY_MINUTES 2   /* for the opponent, if it is rejected or postponed */

/* Seconds the claimant then loses who has so many left: 2001 9.5b. */
unsigned touch_claim_cost_s(const struct touch_rules *rules, unsigned left_s);

/* Players must record their moves in this mode at all (Art. 8.1; not A.2, B3). */
bool touch_mode_records(const struct touch_rules *rules);

/* What an arbiter may do to a player (Art. 12.9). */
enum touch_penalty {
	TOUCH_PENALTY_WARNING,
	TOUCH_PENALTY_OPPONENT_TIME, /* minutes more for the opponent */
	TOUCH_PENALTY_OWN_TIME,      /* minutes less for the player */
	TOUCH_PENALTY_LOSS,          /* ends the game */
	TOUCH_PENALTY_OWN_POINTS,
	TOUCH_PENALTY_OPPONENT_POINTS,
	TOUCH_PENALTY_FINE,
	TOUCH_PENALTY_EXCLUSION,
	TOUCH_PENALTY_EXPULSION,
	TOUCH_PENALTIES,
};

/* The article, or NULL where the edition has no such penalty. */
const char *touch_penalty_article(const struct touch_rules *rules, enum touch_penalty penalty);

/* How often a player may see the arbiter's record; 0: the edition and the mode have no such right.
 */
unsigned touch_record_limit(const struct touch_rules *rules);

/* A position still illegal after the next completed move is a draw: 2023 A.5.4. */
bool touch_draws_illegal_position(const struct touch_rules *rules);

BOARDD_PUBLIC_END

#endif
