/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_PGN_H
#define BOARDD_PGN_H

#include "broadcast/fold/game.h"
#include "rules-core/text.h"

/*
 * A game as PGN, in export format: always a complete text, with tags, the moves
 * so far and the termination marker, so that every reader takes it at any time.
 */

/* PGN cannot hold a ply that does not follow from the position before it. */
enum pgn_policy {
	PGN_STOP, /* the moves end before it */
	PGN_FEN,  /* behind it another begins, from a FEN, with a GameId of its own: GID-pPLY */
};

/*
 * With PGN_FEN a game may be several texts, one behind the other. The last has the
 * result: with one in each of them readers would count two games. Those before it
 * have * and the Termination "unterminated", which says that nothing follows there.
 *
 * A position that readers refuse, such as one with a king to be taken, is not
 * written: the text begins later, or stops as with PGN_STOP; if the game itself
 * began so, it has tags only.
 */

struct pgn_options {
	const char *event, *site; /* NULL: not known */
	const char *date;         /* YYYY.MM.DD; NULL: the day of the first move, or of the end */
	int utc_offset_minutes;   /* of the hall, for that day */
	const char *time_control; /* NULL: no tag */
	enum pgn_policy policy;
	bool completed_only; /* a move that is made is not shown until it is completed */
	bool mark_doubtful;  /* a comment at moves that were inferred, not observed */
	bool both_lost;      /* Result 0-0 and the like, which only lichess knows; else * */
	bool last_only;      /* PGN_FEN: of several texts the last */
	bool ascii;          /* names without accents, for programs that know no UTF-8 */
};

/*
 * Adds the game, which has begun, to the text. Nothing is written past its room: out->len says
 * what was needed. One empty line ends it, so games may follow each other.
 */
void pgn_write(struct rules_text *out, const struct game *game, const struct pgn_options *options);

/* Does the text go on to the last ply that may be shown? */
bool pgn_reaches_end(const struct game *game, const struct pgn_options *options);

#endif
