/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_GAME_H
#define BOARDD_TOUCH_GAME_H

#include "libboardd/public.h"
#include "rules-core/draw.h"
#include "rules-core/winnable.h"
#include "touchmove/law/edition.h"
#include "touchmove/law/event.h"
#include "touchmove/law/hands.h"
#include "touchmove/law/obligation.h"

BOARDD_PUBLIC_BEGIN

/*
 * One game between two players at a board that sees men and no hands: where it stands by the
 * Laws. law/law.h plays it: events go in, what the Laws say about them comes out as reports.
 *
 * TO_MOVE  board equals one legal move, released -> MADE    move (Art. 4.7)
 * TO_MOVE  press                                 -> judged one scan later (section 7)
 * TO_MOVE  press, men missing                    -> OPEN_PRESS
 * MADE     press                                 -> TO_MOVE of the opponent, completed
 * MADE     the opponent's answer on the board    -> MADE of the opponent
 * MADE     man back home, or walked on           -> TO_MOVE, bound by what was released
 * OPEN_PRESS  the missing man appears            -> made and completed, or judged
 * any      uphold, pause                         -> HANDLING until resume
 * any      the game seems over                   -> UNSURE until resume or a press
 * any      mate and the like                     -> ENDED
 */
enum touch_state {
	TOUCH_ST_TO_MOVE,
	TOUCH_ST_MADE,
	TOUCH_ST_OPEN_PRESS,
	TOUCH_ST_HANDLING,
	TOUCH_ST_UNSURE,
	TOUCH_ST_ENDED,
};

enum touch_kind {
	TOUCH_KIND_TOUCH_MOVE,
	TOUCH_KIND_MUST_CASTLE,
	TOUCH_KIND_CASTLING_ROOK_FIRST,
	TOUCH_KIND_RELEASED_THEN_MOVED,
	TOUCH_KIND_PROMOTION_CHANGED,
	TOUCH_KIND_ADJUST_OUT_OF_TURN,
	TOUCH_KIND_OUT_OF_TURN,
	TOUCH_KIND_TWO_HANDS,
	TOUCH_KIND_RIGHT_LAPSED,
	TOUCH_KIND_PRESS_WITHOUT_MOVE,
	TOUCH_KIND_ILLEGAL_MOVE,
	TOUCH_KIND_CASTLING_INCOMPLETE,
	TOUCH_KIND_CAPTURE_NOT_REMOVED,
	TOUCH_KIND_PROMOTION_WRONG_PIECE,
	TOUCH_KIND_KING_CAPTURED,
	TOUCH_KIND_PROMOTION_NOT_REPLACED,
	TOUCH_KIND_ILLEGAL_COUNT,
	TOUCH_KIND_BOTH_KINGS_IN_CHECK,
	TOUCH_KIND_ILLEGAL_POSITION_REMAINS,
	TOUCH_KIND_DISPLACED_PIECE,
	TOUCH_KIND_WRONG_START_POSITION,
	TOUCH_KIND_WRONG_ORIENTATION,
	TOUCH_KIND_SETUP_CLAIM_TOO_LATE,
	TOUCH_KIND_COLOURS_REVERSED_RESTART,
	TOUCH_KIND_COLOURS_REVERSED_CONTINUE,
	TOUCH_KIND_CLAIM_RIGHT_LOST,
	TOUCH_KIND_CLAIM_WRONG,
	TOUCH_KIND_CLAIM_NOT_ON_MOVE,
	TOUCH_KIND_OFFER_WRONG_TIME,
	TOUCH_KIND_OFFER_LAPSED,
	TOUCH_KIND_DRAW_TOO_EARLY,
	TOUCH_KIND_SEALED_MOVE_ON_BOARD,
	TOUCH_KIND_BOTH_FLAGS,
	TOUCH_KIND_DEFAULT_TIME,
	TOUCH_KIND_SEALED_MOVE_WRONG,
	TOUCH_KIND_POSITION_LOST,
	TOUCH_KIND_ANNOUNCED_OTHERWISE,
	TOUCH_KIND_PRESS_BEFORE_ANNOUNCEMENT,
	TOUCH_KIND_RECORD_ASKED_TOO_OFTEN,
	TOUCH_KINDS,
};

enum touch_reason {
	TOUCH_REASON_NONE,
	TOUCH_REASON_CHECKMATE,
	TOUCH_REASON_STALEMATE,
	TOUCH_REASON_DEAD_POSITION,
	TOUCH_REASON_FIVEFOLD,
	TOUCH_REASON_SEVENTYFIVE_MOVES,
	TOUCH_REASON_THREEFOLD,
	TOUCH_REASON_FIFTY_MOVES,
	TOUCH_REASON_AGREEMENT,
	TOUCH_REASON_RESIGNATION,
	TOUCH_REASON_TIME,
	TOUCH_REASON_ILLEGAL_MOVES,
	TOUCH_REASON_ILLEGAL_MOVE,
	TOUCH_REASON_ILLEGAL_POSITION,
	TOUCH_REASON_ARBITER,
	TOUCH_REASON_PENALTY,
	TOUCH_REASON_FORFEIT,
	TOUCH_REASON_ADJUDICATION,
	TOUCH_REASON_QUICKPLAY,
	TOUCH_REASON_WITHDRAWN, /* of no result: the one before no longer holds */
	TOUCH_REASONS,
};

/* "touch-move", "checkmate": the words of the stream. */
const char *touch_kind_name(enum touch_kind kind);

/*
 * Does it rest on what the board showed alone? Such a finding can be held against
 * another look at the board before anybody is accused. False where a person said
 * it, and for a right that lapses, which follows from another finding.
 */
bool touch_kind_is_of_the_board(enum touch_kind kind);
const char *touch_reason_name(enum touch_reason reason);

/* The law behind a reason; none where it is the arbiter's own decision. */
enum touch_law touch_law_of_reason(enum touch_reason reason);

/* A finding is observed (men and squares) or presumed (release by time, intent, whose hand). */
enum touch_certainty {
	TOUCH_OBSERVED,
	TOUCH_PRESUMED,
	TOUCH_INFERRED, /* of a move: nobody saw it, but nothing else leads to the board */
};

/* What the Laws provide. */
enum touch_remedy {
	TOUCH_REMEDY_NONE,
	TOUCH_REMEDY_REPLACE,      /* back to the base, one of the must set instead */
	TOUCH_REMEDY_COUNT,        /* the same, and it counts as an illegal move */
	TOUCH_REMEDY_LOSS,         /* the claimant wins */
	TOUCH_REMEDY_RIGHT_SQUARE, /* put right, on the own time */
	TOUCH_REMEDY_DRAW,
	TOUCH_REMEDY_RESTART,
	TOUCH_REMEDY_TIME, /* minutes for the opponent */
};

enum touch_finding_state {
	TOUCH_FINDING_OPEN,
	TOUCH_FINDING_UPHELD,
	TOUCH_FINDING_DISMISSED,
	TOUCH_FINDING_LAPSED,
	TOUCH_FINDING_PUT_RIGHT,
	TOUCH_FINDING_FILED, /* recorded, no longer to be ruled on */
	TOUCH_FINDING_STATES,
};

/* "upheld", "put-right": the words of the stream. */
const char *touch_finding_state_name(enum touch_finding_state state);

#define TOUCH_EVIDENCE_MAX 8

struct touch_finding {
	uint32_t id; /* from 1 */
	enum touch_kind kind : 8;
	enum touch_law law : 8;
	enum touch_certainty certainty : 8;
	enum touch_finding_state state : 8;
	enum touch_breach breach : 8;
	enum touch_remedy remedy : 8;
	uint8_t color;       /* of the player concerned, or TOUCH_BOTH */
	bool claimed;        /* a recorded claim does not lapse */
	bool on_request;     /* the arbiter rules only when asked */
	bool adjusting;      /* two or more men lifted and put home: "adjusting?" */
	bool step_in;        /* the arbiter needs no claim: 2009 A4c */
	bool wait;           /* he waits for the next completed move: 2023 A.5.4 */
	uint8_t count;       /* which illegal move of the player it is if upheld, or 0 */
	uint8_t minutes;     /* that the opponent is then owed */
	rules_square square; /* of a wrong start: the first wrong square, or RULES_NO_SQUARE */
	rules_piece is, should_be;
	uint8_t wrong; /* squares in all */
	uint16_t ply;  /* played before it */
	uint64_t at_ms;
	uint32_t lapsed_by; /* the event of the touch with which it lapsed, or 0 */
	uint8_t evidence_count;
	uint32_t evidence[TOUCH_EVIDENCE_MAX]; /* ids of events */
	struct rules_position base;            /* where the game goes back to if it is upheld */
	bool has_must;
	struct touch_set must;   /* what then may be played */
	enum touch_law must_law; /* broken by playing something else then */
};

enum touch_report_type {
	TOUCH_REPORT_MOVE,
	TOUCH_REPORT_COMPLETED,
	TOUCH_REPORT_IRREGULARITY, /* finding */
	TOUCH_REPORT_RESULT,
	TOUCH_REPORT_TOUCH,    /* color, square, piece */
	TOUCH_REPORT_UNSURE,   /* ply: the first that is not known; law_unsure_of() */
	TOUCH_REPORT_REVISED,  /* ply, move; RULES_NO_MOVE: the game ends before it */
	TOUCH_REPORT_OVER,     /* it seems over: kings in the centre (result), men swept off */
	TOUCH_REPORT_FLASHING, /* square, piece: the man comes and goes by itself */
	TOUCH_REPORT_FINDING,  /* finding: what became of it, in its state */
};

struct touch_report {
	enum touch_report_type type;
	enum touch_law law;
	enum touch_certainty certainty;
	uint8_t color; /* the player concerned, or TOUCH_BOTH */
	uint64_t at_ms;
	uint16_t ply; /* from 1 */
	rules_move move;
	char san[RULES_SAN_MAX];
	enum touch_kind kind;
	uint32_t finding; /* for touch_finding_of() */
	rules_square square;
	rules_piece piece;
	enum rules_result result;
	enum touch_reason reason;
};

#define TOUCH_REPORTS_MAX 64

struct touch_reports {
	size_t count;
	struct touch_report report[TOUCH_REPORTS_MAX];
	const char *refused; /* why an action of the arbiter did nothing, or NULL */
};

#define TOUCH_LINE_PLIES 4 /* as far as a gap is bridged */
#define TOUCH_LINES_MAX  8 /* candidates that are named */

struct touch_line {
	uint8_t count;
	rules_move move[TOUCH_LINE_PLIES];
};

/* What the arbiter is asked: which of these lines was played? There may be none. */
struct touch_unsure {
	uint16_t ply;               /* of the first move of each line, from 1 */
	struct rules_position from; /* before it */
	uint8_t count;
	struct touch_line line[TOUCH_LINES_MAX];
};

/* What a release has bound the player to (Art. 4.7). */
enum touch_commitment_kind {
	TOUCH_COMMITTED_NOT,
	TOUCH_COMMITTED_MOVE,
	TOUCH_COMMITTED_CASTLING,
	TOUCH_COMMITTED_PROMOTION_SQUARE,
	TOUCH_COMMITTED_PROMOTION_PIECE,
	TOUCH_COMMITTED_EN_PASSANT,
};

struct touch_commitment {
	enum touch_commitment_kind kind;
	enum touch_certainty certainty;
	struct touch_set set;
};

/* A man of the opponent's completed move stands elsewhere now, if he is not being captured. */
struct touch_moved_on {
	bool is;
	bool stays; /* the next answer is read from where he stands */
	rules_square man, square;
	uint64_t down_ms; /* when he was put there */
	uint64_t at_ms;
};

/* One player's turn, from the opponent's move made to his own passed on. */
struct touch_turn {
	struct rules_position base;
	struct touch_list touches;
	struct touch_commitment commitment;
	bool is_forced; /* by a ruling or a claim: only the moves of the set */
	struct touch_set forced;
	enum touch_law forced_law;
	bool king_two_squares; /* released there, castling being illegal (Art. 4.7.2) */
	bool said_out_of_turn;
	struct touch_moved_on moved_on;
	bool after_irregular;    /* what the offender does now is putting right */
	rules_square begun_with; /* from here the opponent had a man in hand at that press */
	bool after_gap;          /* perhaps not all was seen: nobody is accused (section 16) */
	rules_set early;         /* men of the player that he lifted before his turn */
	rules_set adjusted;      /* men lifted in an adjust window */
	rules_set flashing;      /* squares told of */
	rules_set judged;        /* men that stood elsewhere at a press that was given back */
	uint32_t reported;       /* the finding about the move made in this turn, or 0 */
	bool has_made;           /* a move in this turn, be it taken back again */
	/* the move that is made */
	rules_move made;
	struct rules_position after;
	char san[RULES_SAN_MAX];
	enum touch_certainty certainty;
};

/* A man that was put down, and the hand is off. */
struct touch_released {
	rules_square square;
	uint8_t man;
	rules_piece piece;
	uint64_t at_ms;
};

/* A man that a press found off its square: it may be put there at any time after. */
struct touch_astray {
	rules_piece piece;
	rules_square home, stands; /* stands: RULES_NO_SQUARE if nowhere */
};

#define TOUCH_ASTRAY_MAX 4

struct touch_waiting_claim {
	bool open;
	uint8_t color;
	enum touch_claim claim;
	bool announced;
	uint32_t finding; /* what it is about, or 0 */
	bool absent;      /* of a quickplay finish: no arbiter was there, play has ended */
};

/*
 * What a try between two events has left open: can they still mate (Art. 5.2.2, 6.9)? Whoever has
 * more time says it with law_answer(). While a result waits for it, play has stopped.
 */
struct touch_question {
	bool is_open;
	uint8_t winner;  /* can he, or is it a draw? TOUCH_BOTH: is the position dead? */
	uint16_t ply;    /* after which it was asked */
	uint32_t number; /* of the questions of this game, from 1 */
	enum touch_reason reason;
	enum touch_law law;
	struct rules_position pos;
};

/* What a half-move was, by another witness than this board; ply 0: nobody has said. */
struct touch_said_move {
	uint16_t ply; /* from 1 */
	rules_move move;
};

#define TOUCH_FINDINGS_MAX 12
#define TOUCH_HISTORY_MAX  256
#define TOUCH_PLIES_MAX    1024

struct touch_game {
	/* when things happen; a time counts only while its flag below is set */
	uint64_t now_ms;
	uint64_t passed_at_ms; /* the turn began with this press */
	uint64_t press_at_ms;
	uint64_t judge_at_ms; /* a press waits one scan for the last square */
	uint64_t lapse_at_ms; /* a touch waits for more men before it ends a right */
	uint64_t ends_at_ms;  /* a result can be withdrawn until then */

	/* the board and the turn */
	rules_set last_men;    /* that made the opponent's last move: straightened, not touched */
	rules_set said_strays; /* already reported */
	struct touch_homes homes;
	struct touch_hands hands;
	struct touch_turn turn;

	/* the turn before, while an irregular press may still be put right */
	struct touch_turn offender;
	struct touch_hands hands_then;
	struct rules_position before;    /* the base of the turn before, whatever it was */
	struct touch_hands hands_paused; /* what the board has to show before play goes on */

	/* the game so far */
	struct rules_position start;
	struct touch_finding findings[TOUCH_FINDINGS_MAX]; /* oldest first */
	uint64_t history[TOUCH_HISTORY_MAX];     /* keys since the last pawn move or capture */
	uint16_t history_ply[TOUCH_HISTORY_MAX]; /* after which it stood on the board */
	struct touch_rules rules;
	enum touch_state state;
	enum touch_state resumes_in; /* of HANDLING */
	enum rules_result result;
	enum touch_reason reason;
	struct touch_waiting_claim claim;
	struct touch_waiting_claim postponed; /* in a quickplay finish; play has gone on */
	struct touch_question question;
	uint64_t started_ms;
	uint32_t now_event;
	uint32_t next_finding;
	uint32_t held_for;    /* the breach whose ruling the result waits for */
	uint32_t lapse_event; /* of the touch that ends rights, and of the one that declined */
	uint32_t declined_by; /* the offer, or 0 */
	uint16_t history_count;
	uint16_t start_ply; /* before which start stood */
	uint16_t plies;
	rules_move displaced_move; /* of a displaced-piece, else RULES_NO_MOVE */
	uint8_t astray_count;
	struct touch_astray astray[TOUCH_ASTRAY_MAX]; /* men of that finding, not home yet */
	rules_move played[TOUCH_PLIES_MAX]; /* RULES_NO_MOVE: an illegal move that stands */
	struct {
		uint16_t ply;
		rules_move move;
		bool is;
		char san[RULES_SAN_MAX];
	} uncompleted[2];

	uint8_t finding_count;
	uint8_t shaken;  /* so many turns from now on are taken as after a gap */
	bool is_unclear; /* whose hand left what is judged now */
	uint8_t running; /* enum rules_color, or TOUCH_BOTH: no clock runs */
	uint8_t ran_at_pause;
	uint8_t judge_color;
	uint8_t lapse_by;
	uint8_t offer_by;
	uint8_t illegal_count[2];
	uint8_t record_asked[2];  /* how often the player asked for the arbiter's record (A.4.3) */
	uint16_t owed_minutes[2]; /* to this player, by what was upheld */
	uint8_t flags[2];         /* fallen at the end of a period, play going on */
	bool irregular;           /* the press before may still be put right */
	bool board_event_since;   /* that press, or an open one */
	bool judging, lapsing;
	bool can_revise;        /* the move before was read from the board, and may be read anew */
	bool paused;            /* not upheld: the board decides what play goes on from */
	bool pressed_at_pause;  /* the player had, and his move was not complete */
	bool has_new_increment; /* III.4: the clocks were set anew, with seconds for each move */
	bool illegal_position;  /* 2023 A.5.4: is it still there after the next completed move? */
	bool offer_stands, offer_lapsed;
	bool flag_down[2];
	bool told_to_seal[2];
	struct touch_said_move announced[2]; /* by a player who cannot see the board (D.2.1) */
	struct touch_said_move copied[2];    /* the same, as the other board of the game shows it */
	uint16_t watched_ply;                /* arrivals are watched from here on, */
	uint8_t watched_turn;                /* when this colour had the move */
	bool is_resuming;                    /* an adjourned game: they are watched again */
	bool is_awaited;             /* the default time runs: from the arbiter's word, or else */
	bool is_begun_by_clock;      /* from when the clock was started */
	bool arrived[2], is_late[2]; /* is_late: the default time has passed without the player */
	bool ending, withdrawn;      /* a result that may still be withdrawn, or has been */
	bool held;                   /* a result that waits for a ruling */
};

/* A game from a position, the clock of the side to move running. */
void touch_game_begin(struct touch_game *game, const struct touch_rules *rules,
		      const struct rules_position *start, uint64_t at_ms);

/*
 * What a player may claim now (Art. 9.2, 9.3): by the position on the board,
 * else by moves he may announce. A touch that ends the right ends it here too.
 */
struct touch_claimable {
	bool is;
	uint8_t by;
	enum touch_law law;
	struct touch_set moves;         /* to be announced; empty: it stands on the board */
	size_t ply_count;               /* threefold: after which it stood, this one last */
	uint16_t plies[RULES_FIVEFOLD]; /* fifty: the last pawn move or capture, and now */
};

void touch_claimable(const struct touch_game *game, enum touch_claim what,
		     struct touch_claimable *ret);

/* The same number: the same rights, as long as no past is changed. 0: there are none. */
uint64_t touch_claimable_stamp(const struct touch_game *game);

/* Moves a player has completed (Art. 6.2.1); one that waits for its press is not. */
unsigned touch_completed_moves(const struct touch_game *game, enum rules_color color);

/* --- how a game begins, and goes on after it was adjourned --- */

/* Somebody has been told to seal, and play has stopped. */
bool touch_is_adjourned(const struct touch_game *game);
bool touch_has_sealed(const struct touch_game *game, enum rules_color color);

/* Reports that a ruling without a number is on before the postponed claim is. */
unsigned touch_reports_before_postponed(const struct touch_game *game);

/* Would this player seal his reply, since who sealed before is absent (I.9.3)? */
bool touch_seals_reply(const struct touch_game *game, enum rules_color color);

/* The arbiter has said that the game starts. */
bool touch_has_been_started(const struct touch_game *game);

/* Nobody has, and the default time runs from when the clock was started. */
bool touch_is_awaited_by_clock(const struct touch_game *game);

/* When the default time of a player is over who has not come yet; 0: he is not waited for. */
uint64_t touch_awaited_until(const struct touch_game *game, enum rules_color color);

/* A finding by its number, or NULL when it is too long ago. */
const struct touch_finding *touch_finding_of(const struct touch_game *game, uint32_t id);

/*
 * What may still be played by who has the move, which between a made move and
 * its press is the opponent; or, once it is pressed, while a breach is open and
 * the opponent has not reacted, by the offender if it is upheld.
 */
void touch_must(const struct touch_game *game, struct touch_obligation *ret,
		const struct rules_position **ret_base);

BOARDD_PUBLIC_END

#endif
