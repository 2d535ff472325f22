/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_PGN_H
#define BOARDD_RULES_PGN_H

#include "libboardd/public.h"
#include "rules-core/fen.h"
#include "rules-core/language.h"
#include "rules-core/position.h"
#include "rules-core/text.h"

BOARDD_PUBLIC_BEGIN

/*
 * Games as PGN text, read from memory and written to memory.
 *
 * The reader hands out one item after the other, pointing into the text, and
 * plays the moves as it goes: every move it hands out is legal. A game is some
 * tags, then moves and what stands between them, then one RULES_PGN_RESULT. A
 * fault ends a game too; reading goes on with the next one.
 */

enum rules_result {
	RULES_UNDECIDED,
	RULES_WHITE_WINS,
	RULES_BLACK_WINS,
	RULES_DRAWN,
	RULES_BOTH_LOST, /* PGN has no word for it */
};

/* "*", "1-0", "0-1", "1/2-1/2", and "0-0", which PGN does not have */
const char *rules_result_text(enum rules_result result);

/* True and ret set if the text is one of PGN's four; there 0-0 is how some write O-O. */
bool rules_result_read(struct rules_slice text, enum rules_result *ret);

enum rules_pgn_kind {
	RULES_PGN_TAG,     /* name, text (as in the file, escapes and all) */
	RULES_PGN_MOVE,    /* move, text; reader->before and ->pos are the positions around it */
	RULES_PGN_NULL,    /* in a variation: the move is passed, -- */
	RULES_PGN_COMMENT, /* text */
	RULES_PGN_NAG,     /* nag: $1 and also ! */
	RULES_PGN_OPEN,    /* a variation in place of the last move begins */
	RULES_PGN_CLOSE,   /* and ends */
	RULES_PGN_RESULT,  /* result; text is empty if the game had none */
	RULES_PGN_FAULT,   /* why: what is wrong; the rest of the game is left out */
	RULES_PGN_END,     /* of the text */
};

struct rules_pgn_item {
	enum rules_pgn_kind kind;
	size_t line; /* where it begins, from 1 */
	struct rules_slice name, text;
	rules_move move;
	unsigned nag;
	enum rules_result result;
	char why[200];
};

#define RULES_PGN_DEPTH 32 /* variations within variations */

struct rules_pgn_reader {
	size_t game;  /* number of the game being read, from 1 */
	size_t line;  /* being read, from 1 */
	size_t depth; /* of variations; 0 is the game itself */
	struct rules_position before, pos;
	/* The rest is private to pgn_read.c. */
	struct rules_slice text;
	size_t at;
	enum rules_language language;
	bool in_game, in_moves, has_event, has_moved;
	unsigned pending_nag;
	struct rules_slice fen, variant;
	size_t fen_line, variant_line;
	struct {
		struct rules_position before, pos;
		size_t line;
	} outer[RULES_PGN_DEPTH];
};

/* The text is borrowed until reading ends. */
void rules_pgn_open(struct rules_pgn_reader *reader, struct rules_slice text,
		    enum rules_language language);

/* The next item; ret_item->kind is its result too. After RULES_PGN_END nothing changes. */
enum rules_pgn_kind rules_pgn_next(struct rules_pgn_reader *reader,
				   struct rules_pgn_item *ret_item);

/* A tag's value without its escapes. */
void rules_pgn_unescape(struct rules_text *out, struct rules_slice value);

/*
 * The value of a command in a comment, such as clk in {[%clk 1:30:48]}. False
 * if it is not there.
 */
bool rules_pgn_command(struct rules_slice comment, const char *name, struct rules_slice *ret);

/* Seconds of a time written H:MM:SS, MM:SS or SS; decimals are cut. False if it is none. */
bool rules_pgn_seconds(struct rules_slice time, unsigned long *ret);

/*
 * The writer, in export format: tags, an empty line, moves in lines of at most
 * 79 characters, an empty line. One game, one spelling. Only a word of a comment
 * that is longer than a line makes a longer one.
 */
struct rules_pgn_writer {
	struct rules_text *out;
	/* The rest is private to pgn_write.c. */
	size_t column;
	bool opened;   /* a bracket waits for the next token */
	bool numbered; /* the next move is Black's and needs its number */
};

void rules_pgn_write(struct rules_pgn_writer *writer, struct rules_text *out);

/* value is plain text; what PGN cannot hold is replaced, what no line can hold is cut off. */
void rules_pgn_write_tag(struct rules_pgn_writer *writer, struct rules_slice name,
			 struct rules_slice value);
void rules_pgn_write_tags_end(struct rules_pgn_writer *writer);
void rules_pgn_write_move(struct rules_pgn_writer *writer, const struct rules_position *before,
			  rules_move move);
void rules_pgn_write_comment(struct rules_pgn_writer *writer, struct rules_slice comment);
void rules_pgn_write_nag(struct rules_pgn_writer *writer, unsigned nag);
void rules_pgn_write_open(struct rules_pgn_writer *writer);
void rules_pgn_write_close(struct rules_pgn_writer *writer);
void rules_pgn_write_result(struct rules_pgn_writer *writer, enum rules_result result);

/* The seven tags every game has, in their order; others follow by name in ASCII order. */
extern const char *const rules_pgn_roster[7];
int rules_pgn_tag_order(struct rules_slice a, struct rules_slice b);

BOARDD_PUBLIC_END

#endif
