/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_FUZZ_WHOLE_H
#define BOARDD_TESTS_FUZZ_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The whole daemon, its main() on a thread of this process, with a round of two tables without
 * boards: for fuzzers that come from outside, by its sockets. What fails there ends the program.
 */

/* Begins it, once, and waits until it listens. */
void whole_begin(void);

/* A new connection: to the control socket, or to the HTTP listener. */
int whole_connect_control(void);
int whole_connect_http(void);

/* Sends all of it, in pieces of this size (0: at once). False: the daemon has closed. */
bool whole_send(int fd, const void *bytes, size_t len, size_t piece);

/* Reads until the daemon closes, is silent for so long, or `end` has come (NULL: none). Returns how
 * much. */
size_t whole_receive(int fd, char *ret, size_t size, int silence_ms, const char *end);

/* The tables begin anew in another round: their past would become longer and longer. */
void whole_begin_anew(void);

/* All is closed again, or will be soon: descriptors do not become more and more. */
void whole_check_descriptors(void);

#endif
