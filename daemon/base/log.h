/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LOG_H
#define BOARDD_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What the daemon tells its operator: one line per fact. On a terminal or in a
 * file a line of text on standard error; under systemd an entry of its journal
 * with the fields BOARDD_TABLE and BOARDD_BOARD, so that
 *
 *	journalctl -u boardd BOARDD_TABLE=12
 *
 * shows one table.
 */

enum log_level { LOG_LEVEL_ERROR, LOG_LEVEL_WARNING, LOG_LEVEL_NOTICE, LOG_LEVEL_BYTES };

/* is_verbose: bytes are shown too. Call once, before any other thread is begun. */
void log_begin(bool is_verbose);

void log_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_notice(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, of a table and the board on it (NULL: none). */
void log_table(enum log_level level, unsigned table, const char *board, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* "table 3 -> 8e 00 05": what a board said (<-) or was told (->). */
void log_bytes(unsigned table, bool is_out, const uint8_t *bytes, size_t len);

#endif
