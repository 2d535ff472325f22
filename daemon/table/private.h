/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TABLE_PRIVATE_H
#define BOARDD_TABLE_PRIVATE_H

#include "daemon/table/table.h"

/* What the files of a table share; nothing of it is for callers. */

/* --- table.c --- */

/* All that has happened until then is taken. */
void table_come_to(struct table *t, uint64_t at_ms);

/* --- table_tell.c: news, and what the machine says --- */

uint64_t table_say(struct table *t, struct table_news *news);
void table_tell_board(struct table *t, const char *state);
void table_tell_game(struct table *t, const char *state, enum rules_result result);
void table_tell_clock(struct table *t, const char *state);
void table_tell_clock_late(struct table *t); /* what waited until the board was known */
uint64_t table_tell_decision(struct table *t, uint32_t event, const struct table_news *news);
void table_keep_trace(struct table *t, uint32_t event, uint64_t seq);
void table_tell_revised(struct table *t, const struct touch_report *report);
void table_tell_finding(struct table *t, const struct touch_report *report,
			const struct touch_finding *finding, const char *state);
void table_take_result(struct table *t, const struct touch_report *report);
void table_end_game(struct table *t, enum rules_result result);
void table_end_told(struct table *t);
void table_take_reports(struct table *t);

/* The position the game goes on from needs not be told: it is, or it is the start. */
void table_keep_base(struct table *t);
void table_step(struct table *t, const struct touch_event *event);

/* --- table_answer.c: what takes longer to find out --- */

void table_tell_question(struct table *t); /* if it was not told yet */

/* --- table_setup.c: the beginning of a game --- */

void table_begin_game(struct table *t, const struct rules_position *start);
void table_new_game(struct table *t, const struct rules_position *start);
void table_look(struct table *t);

/* A position of Chess960 was drawn by lot (Guidelines II.2): the men are to be set up so. */
void table_draw(struct table *t, const struct rules_position *start);

/* The board lies the other way round. */
void table_turn_seen(struct table *t);

/* The game starts: a board that is nearly set up begins one all the same, to be put right. */
void table_start(struct table *t);

/* --- turn.c: which way a board lies that sees no men --- */

/* The first half-move shows it: true, and that was taken. */
bool table_turn_by_move(struct table *t);

/* A game goes on, and the board shows its position from the other side. */
void table_turn_by_position(struct table *t);

/* --- table_differ.c: the same game with another past --- */

bool table_is_same_finding(const struct touch_finding *a, const struct touch_finding *b);
void table_take_over(struct table *t, const struct table *fresh);

/* --- table_board.c: what the board shows --- */

struct touch_event table_event_of(struct table *t, enum touch_event_type type);
void table_tell_sensed(struct table *t, uint64_t until_ms, bool forced);
void table_change_square(struct table *t, const struct board_event *from);
void table_take_dump(struct table *t, const struct board_men *board);
rules_square table_square_of(const struct table *t, board_square square);
/* Does the board tell men, or only where something stands? Then the game names them. */
bool table_sees_men(const struct table *t);
void table_name_men(struct table *t);
void table_turn_board(const struct table *t, const struct board_men *board, rules_piece ret[64]);
void table_sync(struct table *t);

/* --- table_clock.c: what the clock shows --- */

void table_take_clock(struct table *t, const struct board_event *from);
void table_take_press(struct table *t, const struct board_event *from);

/* --- pair.c: two boards of one game --- */

void table_pair(struct table *t, const struct table_pair *pair);

/* What the other board showed, once this one has come so far. */
void table_ask_there(struct table *t);

/* After the last half-move that both show the two boards differ; ret_here: what this one had. */
bool table_differs(const struct table *t, struct rules_position *ret_here);

/* --- drift.c: is the clock evidently defective? --- */

/* The clock shows something else than a moment ago. */
void table_look_at_drift(struct table *t, const struct board_time *was, uint64_t was_ms);

/* --- due.c --- */

/* Play has stopped, or somebody was told to seal: the times of an adjourned game. */
void table_note_adjourned(struct table *t);

/* The clock says that the player has so many seconds or more; false if it says nothing. */
bool table_has_time_left(const struct table *t, enum rules_color color, long seconds);

#endif
