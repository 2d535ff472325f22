/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_CHAIN_H
#define BOARDD_JOURNAL_CHAIN_H

#include <sqlite3.h>

#include "daemon/base/sha256.h"
#include "daemon/journal/journal.h"

/*
 * The checksum of each commit, over its rows and the checksum before it: whoever
 * has noted a head can see later that nothing before it was changed, not by a
 * disk and not by a person. Names enter it as hashes with a salt each (table
 * name), so that forgetting one breaks nothing. boardd-journal(5) has the exact
 * bytes.
 */

struct journal_link {
	uint64_t id, seq, input;      /* the last report and input it covers */
	uint8_t inputs[SHA256_SIZE];  /* of these, which may be deleted one day */
	uint8_t reports[SHA256_SIZE]; /* the same */
	uint8_t head[SHA256_SIZE];    /* of both, and of the head before it */
};

/* What is being added up for the next link. */
struct journal_sum {
	sqlite3 *db;
	sqlite3_stmt *find_name, *add_name, *use_name; /* the last two NULL: none is added */
	struct sha256 inputs, reports;
	struct sha256 *to; /* the one of the row at hand */
	uint64_t last_seq, last_input;
	uint64_t at_ms; /* of the row at hand */
	bool has_any;
	int result;          /* of SQLite */
	const char *unknown; /* why a name cannot be reckoned with, or NULL */
};

/* A reader only looks names up. Both leave db to the caller. */
int journal_sum_open(struct journal_sum *ret, sqlite3 *db, bool is_writer);
void journal_sum_close(struct journal_sum *sum);

void journal_sum_begin(struct journal_sum *sum, const struct journal_link *before);
void journal_sum_input(struct journal_sum *sum, const struct journal_input *input);
void journal_sum_report(struct journal_sum *sum, const struct journal_report *report);
void journal_sum_end(struct journal_sum *sum, const struct journal_link *before,
		     struct journal_link *ret);

/* The last link of a file, or the first. SQLITE_DONE: it has none. */
int journal_link_last(sqlite3 *db, struct journal_link *ret);
int journal_link_first(sqlite3 *db, struct journal_link *ret);
int journal_link_next(sqlite3 *db, uint64_t id, struct journal_link *ret);

/* The head that follows from the one before and from its two sums. */
void journal_link_head(const struct journal_link *before, const struct journal_link *link,
		       uint8_t ret[SHA256_SIZE]);

/* Six columns of the table, as they stand in LINK_COLUMNS. */
#define JOURNAL_LINK_COLUMNS "id, seq, input, inputs, reports, head"
void journal_link_of_row(sqlite3_stmt *statement, struct journal_link *ret);

/*
 * The last link that covers only reports before seq and inputs before input; false when not even
 * the first does.
 */
int journal_link_before(sqlite3 *db, uint64_t seq, uint64_t input, struct journal_link *ret,
			bool *ret_is_any);

/* Up to which reports and inputs were deleted. */
struct journal_swept {
	uint64_t seq, input;
};

int journal_swept_read(sqlite3 *db, struct journal_swept *ret);

/*
 * Reports and inputs are gone up to these numbers, both at the end of a commit (0: no more of
 * them). Of links that cover nothing else the last stays, as the first; and names that nothing has
 * that is left go.
 */
int journal_link_cut(sqlite3 *db, uint64_t seq, uint64_t input);

#endif
