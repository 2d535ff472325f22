/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BUILD_JSON_H
#define BOARDD_BUILD_JSON_H

#include <jansson.h>

#include "broadcast/fold/record.h"
#include "broadcast/output/announce.h"
#include "rules-core/language.h"

/*
 * The answers of our own API (/v1/...), for games that have begun. New objects that the caller
 * owns; NULL when there is no memory. What is not known is null, and every field is always there.
 * Names, once given, stay; fields may be added.
 *
 * board    board, table, state ("connected", "lost", "damaged"), rotated, serial,
 *          transport, firmware, battery, seq, time,
 *          clock     null | {white, black, running, state, time}
 *          sensed    null | {square, piece, time}
 *          game      null | the game in short
 *
 * in short game, event, round, board, table, state ("ready", "started", "ended"),
 *          white, black  null | {name, title, elo, fide, team, federation}
 *          result, reason, plies, completed, san (the last move), fen (now),
 *          turn, unsure (true: the arbiter is asked), irregularities (how many are open),
 *          seq, time
 *
 * game     the same, but irregularities a list, unsure null | {ply, candidates}; and
 *          laws, mode, supervised, penalty_minutes, illegal_moves and owed_minutes
 *          ({white, black}), variant ("standard", "chess960"),
 *          start (FEN), started, ended, article, by (of the result), clock,
 *          moves     [{ply, san, uci, fen, clock, time, seq, certainty, legal, completed,
 *                    revised}]; fen, the position after it, only when asked for, and
 *                    so written and spoken, the move in the words of a language
 *          bases     [{ply, fen}]: where play goes on from a position that the moves
 *                    before do not lead to; empty in most games
 *          irregularities  [the report as published, and state: "open", "claimed",
 *                    "upheld", "dismissed", "lapsed", "put-right", "filed", "withdrawn"]
 *          decisions [{seq, time, action, by, undoes, undone, irregularity}]
 *          claimable [{what, article, by, plies}]
 *          winnable  null | the last report of it as published
 *          must      null | {moves, article}
 *          touched   [{square, piece, color, certainty, seq}] since the turn began
 */

/* {"boards":[...],"seq":N}: by table, then by ID. */
json_t *build_boards(const struct record *record);
json_t *build_board(const struct record_board *board);

/* A game in short. */
json_t *build_brief(const struct game *game);

/* {"games":[in short...],"seq":N}: by table. */
json_t *build_games(const struct record *record);

/* In which language moves are to be told besides; one of them may be missing. */
struct build_words {
	enum rules_language written;   /* Appendix C; RULES_LANGUAGES: null */
	enum announce_language spoken; /* Appendix D; ANNOUNCE_LANGUAGES: null */
};

/* "da", "de" ...; false: nobody here writes or speaks it. */
bool build_words_of(const char *code, struct build_words *ret);

/* words may be NULL. */
json_t *build_game(const struct game *game, bool with_fens, const struct build_words *words);

/*
 * Puts what a table waits for into an object:
 *          last      the last move, UCI
 *          open      the irregularities on which nobody has ruled, as above, and with
 *                    before (the position in which it happened, FEN) and played (SAN)
 *          asks      null | {ply, candidates, fen, seq, time}: which move it was, in that position
 *          touched, must, claimable, winnable, decisions   as above
 * game may be NULL.
 */
void build_turn(json_t *to, const struct game *game);

/* {name, title, elo, fide, team, federation}; null if nobody is known. */
json_t *build_player(const struct game_player *player);

/* {white, black, running, state, time}; null if no clock was ever heard of. */
json_t *build_clock(const struct game_clock *clock);

#endif
