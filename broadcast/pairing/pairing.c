/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/pairing/pairing.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/pairing/pairing_private.h"

const char *const pairing_form_words[PAIRING_FORMS] = {"TRF", "engine", "PGN", "CSV", "index.json"};

/* --- the list --- */

int pairing_blame(struct pairing_fault *fault, size_t line, const char *format, ...)
{
	va_list args;

	fault->line = line;
	va_start(args, format);
	vsnprintf(fault->why, sizeof(fault->why), format, args);
	va_end(args);
	return -EINVAL;
}

static int grow(void **at, size_t *room, size_t count, size_t size)
{
	size_t more = *room > 0 ? 2 * *room : 16;
	void *bigger;

	if (count < *room)
		return 0;
	bigger = realloc(*at, more * size);
	if (!bigger)
		return -ENOMEM;
	*at = bigger;
	*room = more;
	return 0;
}

int pairing_add(struct pairing_list *list, const struct pairing *pairing,
		struct pairing_fault *fault)
{
	if (list->count == PAIRING_COUNT_MAX)
		return pairing_blame(fault, pairing->line, "more than %d pairings",
				     PAIRING_COUNT_MAX);
	if (grow((void **)&list->pairings, &list->room, list->count, sizeof(*pairing)) < 0)
		return -ENOMEM;
	list->pairings[list->count++] = *pairing;
	return 0;
}

int pairing_skip(struct pairing_list *list, size_t line, const char *format, ...)
{
	struct pairing_unused *unused;
	va_list args;

	list->unused_count++;
	if (list->unused_kept == PAIRING_UNUSED_MAX)
		return 0;
	if (grow((void **)&list->unused, &list->unused_room, list->unused_kept, sizeof(*unused)) <
	    0)
		return -ENOMEM;
	unused = &list->unused[list->unused_kept++];
	*unused = (struct pairing_unused){.line = line};
	va_start(args, format);
	vsnprintf(unused->why, sizeof(unused->why), format, args);
	va_end(args);
	return 0;
}

void pairing_list_clear(struct pairing_list *list)
{
	free(list->pairings);
	free(list->unused);
	*list = (struct pairing_list){0};
}

static int by_board(const void *a, const void *b)
{
	const struct pairing *x = a, *y = b;

	if (x->round != y->round)
		return x->round < y->round ? -1 : 1;
	if (x->board != y->board)
		return x->board < y->board ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static int by_line(const void *a, const void *b)
{
	const struct pairing_unused *x = a, *y = b;

	return x->line < y->line ? -1 : x->line > y->line;
}

/* By round and board. Of two pairings at one board the first counts. */
static int put_in_order(struct pairing_list *list)
{
	size_t kept = 0;
	int r = 0;

	if (list->pairings)
		qsort(list->pairings, list->count, sizeof(*list->pairings), by_board);
	for (size_t i = 0; list->pairings && i < list->count && r == 0; i++) {
		const struct pairing *last = kept > 0 ? &list->pairings[kept - 1] : NULL;
		const struct pairing *next = &list->pairings[i];

		if (last && last->round == next->round && last->board == next->board)
			r = pairing_skip(list, next->line, "board %u is taken by line %zu",
					 next->board, last->line);
		else
			list->pairings[kept++] = *next;
	}
	list->count = kept;
	if (list->unused_kept > 0)
		qsort(list->unused, list->unused_kept, sizeof(*list->unused), by_line);
	return r;
}

/* --- text --- */

struct pairing_lines pairing_lines_of(struct rules_slice text)
{
	return (struct pairing_lines){.rest = text};
}

bool pairing_line_next(struct pairing_lines *lines, struct rules_slice *ret)
{
	struct rules_slice *rest = &lines->rest;
	size_t len = 0, end;

	if (rest->len == 0)
		return false;
	while (len < rest->len && rest->at[len] != '\n' && rest->at[len] != '\r')
		len++;
	*ret = (struct rules_slice){rest->at, len};
	end = len < rest->len ? len + 1 : len;
	if (end < rest->len && rest->at[len] == '\r' && rest->at[end] == '\n')
		end++;
	*rest = (struct rules_slice){rest->at + end, rest->len - end};
	lines->number++;
	return true;
}

static bool is_utf8(struct rules_slice text)
{
	while (text.len > 0) {
		size_t len = rules_utf8_len(text.at, text.len);

		if (len == 0)
			return false;
		text = (struct rules_slice){text.at + len, text.len - len};
	}
	return true;
}

/* A copy in UTF-8, without the mark in front; what is no UTF-8 is ISO 8859-1. */
static char *decode(struct rules_slice text, struct rules_slice *ret)
{
	char *copy = malloc(2 * text.len + 1);
	size_t len = 0;

	if (!copy)
		return NULL;
	if (text.len >= 3 && memcmp(text.at, "\xef\xbb\xbf", 3) == 0)
		text = (struct rules_slice){text.at + 3, text.len - 3};
	if (is_utf8(text)) {
		if (text.len > 0)
			memcpy(copy, text.at, text.len);
		*ret = (struct rules_slice){copy, text.len};
		return copy;
	}
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];

		if (c < 0x80) {
			copy[len++] = (char)c;
		} else {
			copy[len++] = (char)(0xc0 | (c >> 6));
			copy[len++] = (char)(0x80 | (c & 0x3f));
		}
	}
	*ret = (struct rules_slice){copy, len};
	return copy;
}

/* --- which form --- */

/* The first line that is not empty. */
static struct rules_slice first_line(struct rules_slice text)
{
	struct pairing_lines lines = pairing_lines_of(text);
	struct rules_slice line = {0};

	while (pairing_line_next(&lines, &line))
		if (pairing_trim(line).len > 0)
			return line;
	return (struct rules_slice){line.at, 0};
}

/* "012 ", "###", "XXR ": what a record of a TRF begins with. */
static bool is_record(struct rules_slice line)
{
	bool is_digits = line.len >= 3, is_letters = line.len >= 3;

	for (size_t i = 0; i < 3 && i < line.len; i++) {
		is_digits &= line.at[i] >= '0' && line.at[i] <= '9';
		is_letters &= line.at[i] >= 'A' && line.at[i] <= 'Z';
	}
	return (is_digits || is_letters || (line.len >= 3 && memcmp(line.at, "###", 3) == 0)) &&
	       (line.len == 3 || line.at[3] == ' ' || line.at[0] == '#');
}

static enum pairing_form form_of(struct rules_slice text)
{
	struct rules_slice line = first_line(text), trimmed = pairing_trim(line);
	unsigned number;

	if (trimmed.len > 0 && (trimmed.at[0] == '[' || trimmed.at[0] == '%'))
		return PAIRING_PGN;
	if (trimmed.len > 0 && trimmed.at[0] == '{')
		return PAIRING_INDEX;
	if (pairing_count(trimmed, PAIRING_BOARD_MAX, &number))
		return PAIRING_ENGINE;
	return is_record(line) ? PAIRING_TRF : PAIRING_CSV;
}

/* --- reading --- */

static int read_form(struct pairing_list *list, const struct pairing_source *source,
		     struct pairing_fault *fault)
{
	static pairing_reader *const readers[PAIRING_FORMS] = {
		pairing_read_trf, pairing_read_engine, pairing_read_pgn, pairing_read_csv,
		pairing_read_index};
	int r;

	if (pairing_trim(first_line(source->text)).len == 0)
		return pairing_blame(fault, 0, "the file is empty");
	list->form = form_of(source->text);
	r = readers[list->form](list, source, fault);
	return r < 0 ? r : put_in_order(list);
}

static int read_decoded(struct pairing_list *list, const struct pairing_source *source,
			struct pairing_fault *fault)
{
	struct pairing_source decoded = *source;
	char *text = decode(source->text, &decoded.text);
	char *players = decode(source->players, &decoded.players);
	int r = text && players ? read_form(list, &decoded, fault) : -ENOMEM;

	free(text);
	free(players);
	if (r == 0 && list->count == 0)
		r = pairing_blame(fault, list->unused_kept > 0 ? list->unused[0].line : 0,
				  "there is no pairing in the file%s%.90s",
				  list->unused_kept > 0 ? ": " : "",
				  list->unused_kept > 0 ? list->unused[0].why : "");
	return r;
}

int pairing_read(struct pairing_list *ret, const struct pairing_source *source,
		 struct pairing_fault *ret_fault)
{
	struct pairing_list list = {0};
	int r;

	*ret_fault = (struct pairing_fault){0};
	if (source->text.len > PAIRING_BYTES_MAX || source->players.len > PAIRING_BYTES_MAX)
		return pairing_blame(ret_fault, 0, "the file is longer than %lu MiB",
				     PAIRING_BYTES_MAX >> 20);
	r = read_decoded(&list, source, ret_fault);
	if (r < 0)
		pairing_list_clear(&list);
	else
		*ret = list;
	return r;
}
