/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BENCH_YARDSTICK_H
#define BOARDD_BENCH_YARDSTICK_H

/*
 * What a report cannot do without, and nothing else: a loop from a pty through
 * the decoder to a socket, and a commit of SQLite, as safe, of the same rows, to
 * the same disk.
 */

/* In a process of its own: bytes become a message, and that a line. */
void yardstick_open_loop(void);
double yardstick_loop_ms(void);

enum yardstick_log {
	YARDSTICK_NEW_LOG,  /* as SQLite begins: it gets longer with every commit */
	YARDSTICK_LONG_LOG, /* it has gone round once, as that of a program that runs for hours */
};
#define YARDSTICK_LOGS (YARDSTICK_LONG_LOG + 1)

void yardstick_open_commit(const char *folder);
double yardstick_commit_ms(enum yardstick_log log);

void yardstick_close(void);

#endif
