/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_TEXT_H
#define BOARDD_RULES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "libboardd/public.h"
#include "rules-core/square.h"

BOARDD_PUBLIC_BEGIN

/*
 * Text put together in memory the caller owns. Nothing is written past the end:
 * what did not fit is counted, so len says how much room was needed. A zero
 * byte is kept behind the text whenever there is room for one.
 */
struct rules_text {
	char *bytes;
	size_t room; /* of bytes */
	size_t len;  /* of the whole text, whether it fitted or not */
};

/* A piece of somebody else's text; not ended by a zero. */
struct rules_slice {
	const char *at;
	size_t len;
};

static inline struct rules_text rules_text_in(char *bytes, size_t room)
{
	if (room > 0)
		bytes[0] = '\0';
	return (struct rules_text){.bytes = bytes, .room = room, .len = 0};
}

static inline bool rules_text_fits(const struct rules_text *text)
{
	return text->len < text->room;
}

static inline void rules_text_char(struct rules_text *text, char c)
{
	if (text->len + 1 < text->room) {
		text->bytes[text->len] = c;
		text->bytes[text->len + 1] = '\0';
	}
	text->len++;
}

void rules_text_string(struct rules_text *text, const char *string);
void rules_text_bytes(struct rules_text *text, const char *bytes, size_t len);
void rules_text_number(struct rules_text *text, unsigned long number);
void rules_text_square(struct rules_text *text, rules_square square);

/* The slice of a string that ends with a zero. */
struct rules_slice rules_slice_of(const char *string);

/* Is it this string? */
bool rules_slice_is(struct rules_slice slice, const char *string);

/* The length of the UTF-8 character here, or 0 if the bytes left are none. */
size_t rules_utf8_len(const char *at, size_t left);

/* The length of the control character here, in ASCII or UTF-8, or 0 if it is none. */
size_t rules_control_len(const char *at, size_t left);

BOARDD_PUBLIC_END

#endif
