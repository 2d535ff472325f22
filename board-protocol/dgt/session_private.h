/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_SESSION_PRIVATE_H
#define BOARDD_DGT_SESSION_PRIVATE_H

#include "board-protocol/dgt/command.h"
#include "board-protocol/dgt/session.h"

/*
 * What session.c gives to its two machines, single.c and
 * bus_line.c, and what it asks of them.
 */

/* Every message and every timer may say so many events; four are kept for open and close. */
#define DGT_EVENTS_ROOM (DGT_PENDING_MAX + 4)
#define DGT_EVENTS_KEPT 4

void dgt_session_say(struct dgt_session *s, struct board_event event);
void dgt_session_say_dump(struct dgt_session *s, uint16_t address, const struct board_men *board,
			  enum board_resync resync);
void dgt_session_write(struct dgt_session *s, const uint8_t *bytes, size_t len);
/* A command that does nothing twice: not written when it waits already. */
void dgt_session_command(struct dgt_session *s, enum dgt_command command);
void dgt_session_forget_writes(struct dgt_session *s);
void dgt_session_wait(struct dgt_session *s, enum dgt_timer timer, uint64_t ms);
void dgt_session_stop(struct dgt_session *s, enum dgt_timer timer);
void dgt_session_lose(struct dgt_session *s, enum board_lost why);

/*
 * Seven bytes of a clock. Says clock and ack. Returns true when the lever
 * went over, and who pressed; whether to say so is the machine's affair.
 */
bool dgt_session_hear_clock(struct dgt_session *s, struct dgt_clock_view *view, uint16_t address,
			    const uint8_t *bytes, enum board_side *ret_side);
void dgt_session_say_press(struct dgt_session *s, const struct dgt_clock_view *view,
			   uint16_t address, enum board_side side);

bool dgt_session_is_bus(const struct dgt_session *s);

void dgt_single_open(struct dgt_session *s);
void dgt_single_message(struct dgt_session *s, const struct dgt_message *msg);
/* Bytes were lost; msg is the damaged message, NULL when it is not complete. */
void dgt_single_damage(struct dgt_session *s, const struct dgt_message *msg);
/* Bytes came, whatever they are. */
void dgt_single_bytes(struct dgt_session *s);
void dgt_single_phase(struct dgt_session *s);
void dgt_single_dump_due(struct dgt_session *s);
void dgt_single_alive_due(struct dgt_session *s);
void dgt_single_ask_board(struct dgt_session *s, uint64_t at_ms);
void dgt_single_ask_dump(struct dgt_session *s);
void dgt_single_forget_pending(struct dgt_single *one);

/* --- single_log.c: the board's log of what happened in a gap --- */

#define DGT_ALIVE_MS       1000
#define DGT_FETCH_PAUSE_MS 3500  /* the parser gives a log 3 s */
#define DGT_FETCH_MS       20000 /* 7939 bytes take 8.3 s */

void dgt_single_log_owe(struct dgt_session *s);
void dgt_single_log_wait(struct dgt_session *s);
void dgt_single_log_note(struct dgt_session *s, const struct dgt_field *change);
bool dgt_single_log_is_worth(const struct dgt_session *s);
void dgt_single_log_fetch(struct dgt_session *s);
void dgt_single_log_fetch_unread(struct dgt_session *s);
void dgt_single_log_failed(struct dgt_session *s);
void dgt_single_log_hear(struct dgt_session *s, const struct dgt_message *msg);
bool dgt_single_replay(struct dgt_session *s, struct board_event *ret_event);

void dgt_bus_line_open(struct dgt_session *s);
/* A board has answered alone; so do boards of a bus, all at once. */
void dgt_bus_line_check(struct dgt_session *s);
void dgt_bus_line_close(struct dgt_session *s);
void dgt_bus_line_message(struct dgt_session *s, const struct dgt_message *msg);
void dgt_bus_line_damage(struct dgt_session *s);
void dgt_bus_line_phase(struct dgt_session *s);
bool dgt_bus_line_replay(struct dgt_session *s, struct board_event *ret_event);

#endif
