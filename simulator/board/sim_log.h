/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_LOG_H
#define BOARDD_SIM_LOG_H

#include "board-protocol/dgt/eeprom.h"
#include "board-protocol/dgt/message.h"

/*
 * The event log in the board's EEPROM: a ring that survives the power, with
 * an end tag behind the newest event. It also holds what a bus board sends
 * when it is asked for changes. Plain data.
 *
 * Places in the log are counted in bytes ever written, so they stay good when
 * the ring comes round.
 */

/* What the board recognises by itself. */
enum sim_pattern {
	SIM_PATTERN_START,
	SIM_PATTERN_START_ROTATED,
	SIM_PATTERN_FOUR_ROWS,
	SIM_PATTERN_EMPTY,
	SIM_PATTERNS,
};

struct sim_log {
	uint64_t end;        /* where the next event goes */
	uint64_t downloaded; /* up to where a host has the log */
	uint64_t sent;       /* up to where a bus host has the changes */
	uint64_t packet;     /* where the last packet of changes began */
	uint64_t started;    /* the last tag of a game's start; 0: none */
	/* The rest is private to sim_log.c. */
	bool is_change; /* the newest event is a change of this square, and at this time */
	board_square square;
	bool has_changed;
	uint64_t changed_ms;
	bool is_found[SIM_PATTERNS]; /* and not left since */
	uint8_t ring[DGT_LOG_RING];
};

void sim_log_init(struct sim_log *log);

/* A square changed. The same square again at once overwrites the event before. */
void sim_log_change(struct sim_log *log, uint64_t at_ms, struct dgt_field change);

/* The lever went over: what the side that was stopped has left. */
void sim_log_time(struct sim_log *log, enum board_side side, struct board_side_time time);

/* The power has come, and this is what stands on the board. */
void sim_log_power_up(struct sim_log *log, uint64_t at_ms, const struct board_men *board);

/* A bus host marks the start of a game: a tag and the whole position. */
void sim_log_game_started(struct sim_log *log, uint64_t at_ms, const struct board_men *board);

/* After changes: start position, four rows or an empty board get their tags. */
void sim_log_recognise(struct sim_log *log, const struct board_men *board);

/*
 * The log as a host gets it, end tag included; a tag remembers that it did.
 * The whole ring, oldest first, or only what is new. Returns its length.
 */
size_t sim_log_download(struct sim_log *log, bool only_new, uint8_t ret_bytes[DGT_LOG_RING]);

/* What a bus host has not been sent yet, and the last packet again. Returns the length. */
size_t sim_log_changes(struct sim_log *log, uint8_t ret_bytes[DGT_LOG_RING]);
size_t sim_log_repeat(const struct sim_log *log, uint8_t ret_bytes[DGT_LOG_RING]);

/* From the last start of a game up to what has been sent. */
size_t sim_log_from_start(const struct sim_log *log, uint8_t ret_bytes[DGT_LOG_RING]);

#endif
