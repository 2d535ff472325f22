/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_FIELDS_PRIVATE_H
#define BOARDD_FIELDS_PRIVATE_H

#include "broadcast/fold/game.h"

/*
 * The fields of one report, read one after the other. A field that is absent or
 * null is its default; one of the wrong type or out of range is a fault. The
 * first fault is kept, and whoever reads looks for it once, at the end.
 */
struct fields {
	const json_t *object;
	const char *event;
	bool bad;
	struct game_fault fault;
};

/* False if the report is no object with an `event`. */
bool fields_open(struct fields *f, const json_t *report);

/* Says what is wrong with a field; the first time counts. */
void fields_blame(struct fields *f, const char *key, const char *why);

bool fields_has(const struct fields *f, const char *key);
uint64_t fields_number(struct fields *f, const char *key, uint64_t max);
bool fields_flag(struct fields *f, const char *key, bool otherwise);

/* NULL if absent or null; borrowed from the report. */
const char *fields_text(struct fields *f, const char *key);
const json_t *fields_array(struct fields *f, const char *key);
const json_t *fields_part(struct fields *f, const char *key);

/* Copied with its zero; too long is a fault. Empty if absent or null. */
void fields_word(struct fields *f, const char *key, char *ret, size_t room);

int64_t fields_time(struct fields *f);

/* enum rules_color, GAME_BOTH, or GAME_NOBODY if absent or null. */
uint8_t fields_color(struct fields *f, const char *key);

/* The place of the word in the list; count if it is absent, null or not in the list. */
size_t fields_choice(struct fields *f, const char *key, const char *const *words, size_t count);

/* Is it this word? */
bool fields_says(struct fields *f, const char *key, const char *word);

/* `square` must be there; `piece` may be null. */
rules_square fields_square(struct fields *f);
rules_piece fields_piece(struct fields *f);

/* Must be there. */
bool fields_position(struct fields *f, const char *key, struct rules_position *ret);

/* The clocks of a ply; untouched if absent or null. */
void fields_clock(struct fields *f, const json_t *object, int32_t *ret_white_s,
		  int32_t *ret_black_s);

/* What a `clock` report tells. */
struct game_clock fields_whole_clock(struct fields *f, int64_t time_ms);

#endif
