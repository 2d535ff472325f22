/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BOARD_POLL_H
#define BOARDD_BOARD_POLL_H

#include "board-protocol/board.h"

/*
 * The talk with a board that tells of no single change: it shows all its
 * squares, by itself or when it is asked. What differs from the board before
 * becomes lifts and places. They bear the time of the report that showed them:
 * what happened between two reports is in no known order, so lifts are told
 * first, then men that stand where another stood, then places.
 *
 * A make keeps one of these in its session, gives it the time and what its
 * parser has read, and hands on what comes out. No I/O, no clock, no allocation.
 *
 * CLOSED    opened                -> MEETING   asks who is there, three times at most
 * MEETING   who it is             -> STARTING  asks for the board
 * MEETING   a board, unasked      -> STARTING  where there is no question who it is
 * STARTING  a board               -> RUNNING   connected, dump
 * RUNNING   a board               -> RUNNING   what differs
 * any       5 s of silence        -> LOST
 * any       closed                -> CLOSED    lost
 */

#define BOARD_POLL_EVENTS 80 /* all squares may change at once */
#define BOARD_POLL_OUT    64
#define BOARD_POLL_LATER  4 /* messages that wait for their time */

/* What a make asks with; a question of no bytes is not asked. */
struct board_questions {
	struct board_words who, board;
	uint32_t every_ms; /* from one whole board to the next question for one */
	uint32_t pace_ms;  /* between two questions at least */
};

struct board_poll {
	enum board_state state;
	uint64_t now_ms;
	/* The rest is private to poll.c. */
	struct board_config config;
	struct board_questions questions;
	uint64_t ask_ms, silence_ms, damage_ms, later_ms; /* timers */
	unsigned tries;
	uint64_t asked_ms, seen_ms, agreed_ms, damage_told_ms;
	bool is_asked; /* a whole board was asked for, and none has come since */
	bool is_known; /* what stands there, */
	bool has_gap;  /* after a gap: another board may be there, or other hands have moved men */
	bool has_told; /* who it is, once at least */
	bool has_battery;
	struct board_battery battery; /* as told last */
	struct board_men men;
	struct board_identity identity, told;
	enum board_damage damage;
	uint32_t damaged_bytes;
	size_t event_first, event_count;
	struct board_event events[BOARD_POLL_EVENTS];
	size_t later_count;
	struct {
		uint64_t at_ms;
		struct board_words words;
	} later[BOARD_POLL_LATER];
	size_t out_len;
	uint8_t out[BOARD_POLL_OUT];
};

void board_poll_init(struct board_poll *p, const struct board_config *config,
		     const struct board_questions *questions);
void board_poll_open(struct board_poll *p, uint64_t at_ms);
void board_poll_close(struct board_poll *p, uint64_t at_ms);
void board_poll_tick(struct board_poll *p, uint64_t at_ms);
uint64_t board_poll_deadline(const struct board_poll *p);
bool board_poll_next(struct board_poll *p, struct board_event *ret_event);
size_t board_poll_take(struct board_poll *p, uint8_t *ret_bytes, size_t cap);

/* May another message be read now? Not before the events there are have been taken. */
bool board_poll_is_ready(const struct board_poll *p);

/* What the parser has read, at p->now_ms. Nothing happens while the port is closed. */
void board_poll_met(struct board_poll *p, const struct board_identity *identity);
void board_poll_saw(struct board_poll *p, const struct board_men *men);

/* A board that tells of single changes, too: what stands on a square from now on. */
void board_poll_changed(struct board_poll *p, board_square square, board_piece piece);
void board_poll_lives(struct board_poll *p, const struct board_battery *battery);
void board_poll_damaged(struct board_poll *p, enum board_damage damage, uint32_t bytes);

/* To be written so long from now, unless the board is lost, or was only to be met. */
void board_poll_later(struct board_poll *p, const struct board_words *words, uint32_t in_ms);

/*
 * The functions of a make whose session begins with its poll, and that has nothing to
 * add to them: BOARD_POLL_MAKE stands among those of its struct board_make.
 */
void board_poll_make_close(void *s, uint64_t at_ms);
void board_poll_make_tick(void *s, uint64_t at_ms);
uint64_t board_poll_make_deadline(const void *s);
bool board_poll_make_next(void *s, struct board_event *ret_event);
size_t board_poll_make_take(void *s, uint8_t *ret_bytes, size_t cap);
enum board_state board_poll_make_state(const void *s);
uint64_t board_poll_make_now(const void *s);
const struct board_men *board_poll_make_men(const void *s, uint16_t address);

#define BOARD_POLL_MAKE                                                     \
	.close = board_poll_make_close, .tick = board_poll_make_tick,       \
	.deadline = board_poll_make_deadline, .next = board_poll_make_next, \
	.take = board_poll_make_take, .state = board_poll_make_state,       \
	.now_ms = board_poll_make_now, .men = board_poll_make_men

/* See the functions of a session with these names. */
const struct board_men *board_poll_men(const struct board_poll *p);
void board_poll_ask_board(struct board_poll *p, uint64_t at_ms);
uint64_t board_poll_agreed_ms(const struct board_poll *p);

#endif
