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

/* is_verbose: the bytes of boards are logged too. Call once, before the first thread begins. */
void log_begin(bool is_verbose);

void log_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_notice(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, of a table and the board on it (NULL: none). */
void log_table(enum log_level level, unsigned table, const char *board, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * A line that a stranger can cause: a few of them in a minute, and then how many were
 * kept back. One limit for each place that writes such lines; zeroed at first.
 */
#define LOG_SELDOM_LINES 5

struct log_limit {
	uint64_t since_ms;
	unsigned lines, kept_back;
};

/* May a line be written now? ret_kept_back: how many were not, of the time before; mostly 0. */
bool log_limit_allows(struct log_limit *limit, uint64_t now_ms, unsigned *ret_kept_back);

void log_seldom(struct log_limit *limit, enum log_level level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * What was logged so far, by its sentence with the places of names and numbers left open: so it can
 * be shown to anybody. At most as many different ones as there is room for.
 */
#define LOG_SENTENCES_MAX 128

struct log_sentence {
	const char *format; /* "%s: cannot be opened: %s" */
	enum log_level level;
	uint64_t count;
	int64_t last_s; /* since 1970 */
};

/* Returns how many there are. */
size_t log_sentences(struct log_sentence ret[LOG_SENTENCES_MAX]);

/* "table 3 -> 8e 00 05": what a board said (<-) or was told (->). */
void log_bytes(unsigned table, bool is_out, const uint8_t *bytes, size_t len);

#endif
