/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_SUPPORT_H
#define BOARDD_JOURNAL_SUPPORT_H

#include "daemon/journal/journal.h"
#include "daemon/journal/reader.h"

/*
 * The words of the journal's tests: one journal in a folder of its own, that
 * is gone afterwards.
 */

extern struct journal *journal;
extern struct journal_opened opened;
extern struct journal_config journal_setup; /* for the next open_journal() */
extern char state[64];                      /* the folder */

/* For tcase_add_checked_fixture(): an empty folder, and its end. */
void make_state(void);
void clear_state(void);

/* The path of a file in the folder, until the next call. */
const char *state_path(const char *name);

void open_journal(void);
void close_journal(void);

/* The journal is not opened, for this reason; returns what journal_open() returned. */
int is_refused(const char *words);

/* Puts reports, each with a few bytes of a device before it. */
void put_reports(uint64_t count);
void put_report_of(unsigned table, const char *game, const char *event, uint64_t at_ms,
		   const char *text);
uint64_t put_input_of(enum journal_input_kind kind, unsigned table, uint64_t at_ms,
		      const char *data);

/* Waits until all that was put is on the disk. */
void wait_durable(void);

/* Waits until a note of this kind comes, and returns it. */
struct journal_note wait_note(enum journal_note_kind kind);

/* A while, for a condition that has no descriptor. */
void pause_ms(unsigned ms);

/* What a statement of SQL says of a file: a number, or text until the next call. */
long long sql_number(const char *path, const char *sql);
const char *sql_text(const char *path, const char *sql);

/* Runs statements on a file, also one that is not there yet. */
void sql_run(const char *path, const char *sql);

/* Numbers of the reports in the journal have no gap and end with this one. */
void has_all_reports(uint64_t last);

#endif
