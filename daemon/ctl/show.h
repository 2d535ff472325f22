/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_SHOW_H
#define BOARDD_CTL_SHOW_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "daemon/stream/catalogue.h"

/* How boardctl shows things to people: columns, clocks, times, moves, boards. */

#define CTL_CLOCK_MAX 32
#define CTL_SAN_MAX   24
#define CTL_TIME_MAX  24

/* Standard output is a terminal whose user does not mind colours (NO_COLOR). */
bool ctl_show_is_styled(void);

/* The sequences for bold, dim and back; empty where output is not styled. */
const char *ctl_bold(void);
const char *ctl_dim(void);
const char *ctl_plain(void);

/* --- columns --- */

#define CTL_COLUMNS_MAX 12

/* Rows of texts, printed when all are known: then it is clear how wide they are. */
struct ctl_table {
	size_t columns, count, room;
	char **cells; /* owned */
	bool has_failed;
};

/* The names of the columns, NULL after the last. */
void ctl_table_begin(struct ctl_table *table, const char *const *names);

/* Cells of the next row, one after the other; NULL is shown as a dash. */
void ctl_table_add(struct ctl_table *table, const char *cell);

/* Prints and frees. */
void ctl_table_end(struct ctl_table *table);

/* --- values of reports and answers --- */

/* A text of an object; NULL when it is missing or null. */
const char *ctl_text(const json_t *object, const char *key);
json_int_t ctl_integer(const json_t *object, const char *key);

/* "1:29:57" of a number of seconds; "-" of null. */
void ctl_clock(const json_t *seconds, char ret[CTL_CLOCK_MAX]);

/* The time of a report in the user's zone: "14:03:27", or with the day. */
void ctl_time(const char *utc, bool with_day, char ret[CTL_TIME_MAX]);

/* A move with its number, "12. Nf3" or "12... Nf6", in the letters of a language. */
void ctl_san(const char *san, const char *fen_after, enum catalogue_language language,
	     char ret[CTL_SAN_MAX]);

/* The letters alone, and as people write: 0-0, and no sign before the piece of a promotion. */
void ctl_letters(const char *san, enum catalogue_language language, char ret[CTL_SAN_MAX]);

/* Eight lines and the names of the files, of a FEN. */
void ctl_draw(const char *fen, enum catalogue_language language);

#endif
