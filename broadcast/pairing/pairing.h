/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_PAIRING_H
#define BOARDD_PAIRING_H

#include "broadcast/fold/game.h"

/*
 * Who plays whom, at which board, in which round: read from the files that
 * pairing programs write. The bytes of a file go in, pairings come out, and with
 * them every line that was of no use.
 *
 *	TRF16, TRF26    FIDE's report; it has no numbers of boards: see is_guessed
 *	pairing engine  the list of JaVaFo or bbpPairings; names come from a TRF beside it
 *	PGN             games with their tags, moves or none
 *	CSV             a table with a line of names of columns
 *	index.json      of a round in LiveChess's folder or cloud
 *
 * Which of them it is, is seen from the bytes. Text is UTF-8, or else ISO 8859-1.
 * No I/O, no clock; memory grows with the pairings, up to the limits below.
 */

#define PAIRING_BYTES_MAX  (2UL << 20) /* of a file */
#define PAIRING_BOARD_MAX  9999
#define PAIRING_ROUND_MAX  999
#define PAIRING_COUNT_MAX  20000
#define PAIRING_UNUSED_MAX 1000 /* further lines are only counted */

enum pairing_form {
	PAIRING_TRF,
	PAIRING_ENGINE,
	PAIRING_PGN,
	PAIRING_CSV,
	PAIRING_INDEX,
	PAIRING_FORMS
};

/* "TRF", "engine", "PGN", "CSV", "index.json" */
extern const char *const pairing_form_words[PAIRING_FORMS];

struct pairing {
	unsigned round;               /* from 1; 0: neither the file nor the caller says */
	unsigned board;               /* from 1 */
	struct game_player player[2]; /* by enum rules_color; both have names */
	char result[8];               /* "*": none yet */
	bool is_forfeit;              /* somebody did not come */
	size_t line;                  /* where it was read, from 1; 0: the form has no lines */
};

struct pairing_unused {
	size_t line; /* 0: the form has no lines, and why says which */
	char why[96];
};

struct pairing_list {
	enum pairing_form form;
	bool is_guessed; /* boards by the order that is usual: an arbiter has to confirm them */
	size_t count;
	struct pairing *pairings; /* by round and board; no board twice in a round */
	size_t unused_count, unused_kept;
	struct pairing_unused *unused; /* by line */
	/* The rest is private to pairing.c. */
	size_t room, unused_room;
};

struct pairing_source {
	struct rules_slice text;
	struct rules_slice players; /* a TRF beside the list of an engine; len 0: none */
	unsigned round;             /* which is wanted, if the form does not say; 0: a TRF's last */
};

struct pairing_fault {
	size_t line; /* 0: of the whole */
	char why[160];
};

/*
 * Returns 0, and the list is to be freed with pairing_list_clear(); or -EINVAL
 * (ret_fault says what is wrong, and where: nothing of the file can be used) or
 * -ENOMEM, and there is nothing to free.
 */
int pairing_read(struct pairing_list *ret, const struct pairing_source *source,
		 struct pairing_fault *ret_fault);

void pairing_list_clear(struct pairing_list *list);

/* --- parts of a player, as any source may have them --- */

/*
 * "Lastname, Firstname": without control characters and \, " as ', composed
 * (Unicode NFC), one blank between words, at most as long as the room. False if
 * nothing is left, or what is left means that nobody plays: bye, spielfrei, -.
 */
bool pairing_name(struct rules_slice text, char *ret, size_t room);

/* "GM" of "GM", "g" and " G "; empty for none and for what is no title. */
void pairing_title(struct rules_slice text, char ret[8]);

/* Digits; 0 for none, for too many and for anything else. */
unsigned pairing_number(struct rules_slice text);

#endif
