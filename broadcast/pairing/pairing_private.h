/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_PAIRING_PRIVATE_H
#define BOARDD_PAIRING_PRIVATE_H

#include "broadcast/pairing/pairing.h"

/* What the readers of the several forms share. The text is UTF-8 without its mark. */

struct pairing_lines {
	struct rules_slice rest;
	size_t number; /* of the line taken last, from 1 */
};

struct pairing_lines pairing_lines_of(struct rules_slice text);

/* The next line without its end, which is CR, LF or both. False: there is none. */
bool pairing_line_next(struct pairing_lines *lines, struct rules_slice *ret);

/* Without blanks at both ends. */
struct rules_slice pairing_trim(struct rules_slice text);

/* Is it this word, in whatever case? The word is in small letters. */
bool pairing_is_word(struct rules_slice text, const char *word);

/* A whole number of decimal digits, at most max. False if it is none. */
bool pairing_count(struct rules_slice text, unsigned max, unsigned *ret);

/* One of the results PGN knows, also with a half sign; "*" for nothing. False if it is none. */
bool pairing_result(struct rules_slice text, char ret[8]);

/* Copies it. -ENOMEM; too many is -EINVAL, with the fault. */
int pairing_add(struct pairing_list *list, const struct pairing *pairing,
		struct pairing_fault *fault);

/* A line that is of no use. -ENOMEM. */
int pairing_skip(struct pairing_list *list, size_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Says what is wrong with the file; returns -EINVAL. */
int pairing_blame(struct pairing_fault *fault, size_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* One function for each form: returns as pairing_read() does, but leaves the list to be freed. */
typedef int pairing_reader(struct pairing_list *list, const struct pairing_source *source,
			   struct pairing_fault *fault);

pairing_reader pairing_read_trf, pairing_read_engine, pairing_read_pgn, pairing_read_csv,
	pairing_read_index;

#endif
