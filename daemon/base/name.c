/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/name.h"

#include <stdbool.h>
#include <string.h>
#include <utf8proc.h>

#define JOINER        0x200d /* Indian and Persian names need these two */
#define NON_JOINER    0x200c
#define FIRST_JOINED  0x0600 /* before: Latin, Greek, Cyrillic, Armenian, Hebrew */
#define BRAILLE_BLANK 0x2800

static bool is_mark(utf8proc_int32_t c)
{
	utf8proc_category_t category = utf8proc_category(c);

	return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

static bool is_letter(utf8proc_int32_t c)
{
	utf8proc_category_t category = utf8proc_category(c);

	return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

/* Behind a Latin letter a joiner would only make two names that look the same. */
static bool is_seen(utf8proc_int32_t before, utf8proc_int32_t c)
{
	if (c == JOINER || c == NON_JOINER)
		return before >= FIRST_JOINED && (is_letter(before) || is_mark(before));
	if (c == BRAILLE_BLANK || utf8proc_get_property(c)->ignorable)
		return false; /* the second: fillers, selectors, what programs may leave out */
	switch ((int)utf8proc_category(c)) {
	case UTF8PROC_CATEGORY_CC: /* control characters */
	case UTF8PROC_CATEGORY_CF: /* direction, and what has no width */
	case UTF8PROC_CATEGORY_CS:
	case UTF8PROC_CATEGORY_CO:
	case UTF8PROC_CATEGORY_CN: /* not a character yet */
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP: return false;
	default: return true;
	}
}

static bool is_space(utf8proc_int32_t c)
{
	return utf8proc_category(c) == UTF8PROC_CATEGORY_ZS;
}

const char *name_fault(const char *name)
{
	const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)name;
	utf8proc_int32_t c = ' ', before = ' ', first = ' ';
	unsigned count = 0;

	for (size_t left = strlen(name); left > 0;) {
		utf8proc_ssize_t len = utf8proc_iterate(at, (utf8proc_ssize_t)left, &c);

		if (len <= 0)
			return "a name is UTF-8";
		if (!is_seen(before, c))
			return "a name has no control characters, and none that cannot be seen";
		before = c;
		first = count == 0 ? c : first;
		if (++count > NAME_CHARACTERS_MAX)
			return "a name has at most 60 characters";
		at += len;
		left -= (size_t)len;
	}
	if (count == 0)
		return "a name has at least one character";
	if (is_mark(first))
		return "a name does not begin with a mark";
	return is_space(first) || is_space(c) ? "a name has no space at its ends" : NULL;
}
