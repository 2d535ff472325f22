/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BENCH_RIG_H
#define BOARDD_BENCH_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board-protocol/dgt/encode.h"
#include "board-protocol/dgt/host.h"

/*
 * A boardd with boards that are moved from here, each on a pty, and a client
 * that watches its control socket. What is timed is a press of the clock: from
 * the last byte that the board wrote into the pty until the report that the
 * move is completed can be read, durable.
 */

#define RIG_BOARDS 200

struct rig_pty {
	int fd, keep; /* the board's end; the other, so that it never hangs up */
	char name[64];
};

struct rig_board {
	struct rig_pty pty;
	struct dgt_host host;
	struct board_men board;
	enum board_side to_move;
	unsigned turn;
	double pressed_ms; /* 0: it is not waited for */
	char serial[6];
};

struct rig {
	const char *folder; /* where its files are; made and removed by the caller */
	int pid, control;
	unsigned board_count, waiting; /* the second: presses not answered yet */
	unsigned ready;                /* boards whose game may begin */
	struct rig_board boards[RIG_BOARDS];
	void (*completed)(void *data, double ms); /* a press was answered */
	void *data;
	char *in;
	size_t in_len;
};

/* A folder on a disk, where /tmp may be memory; and all that is in it goes. */
void rig_make_folder(char folder[64]);
void rig_remove_folder(const char *folder);

void rig_pty_open(struct rig_pty *pty);
size_t rig_encode_time(uint8_t *bytes, size_t cap, enum board_side to_move);

/*
 * Starts the program with so many boards, and waits until all may play. More
 * words for it may follow in more, ended by NULL; what it says is in
 * FOLDER/log. Fields that the caller has set stay.
 */
void rig_start(struct rig *rig, const char *boardd, unsigned boards, const char *const *more);
void rig_stop(struct rig *rig);

/* Everybody is listened to until then, or (true: until no press waits). */
void rig_serve(struct rig *rig, double until_ms, bool is_enough);

#define RIG_PLIES_MAX 250 /* of one game */

/* The next half-move of a game without an end before that. */
void rig_move(struct rig_board *board);
void rig_press(struct rig *rig, struct rig_board *board);
void rig_tell_time(const struct rig_board *board);

/* The machine or boardd lets us down; takes the folder away, and ends. */
void rig_give_up(const char *what) __attribute__((noreturn));

#endif
