/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/name.h"

#include <stdbool.h>
#include <string.h>
#include <utf8proc.h>

#define JOINER     0x200d /* Indian and Persian names need these two */
#define NON_JOINER 0x200c

static bool is_seen(utf8proc_int32_t c)
{
	if (c == JOINER || c == NON_JOINER)
		return true;
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
	utf8proc_int32_t c = ' ', first = ' ';
	unsigned count = 0;

	for (size_t left = strlen(name); left > 0;) {
		utf8proc_ssize_t len = utf8proc_iterate(at, (utf8proc_ssize_t)left, &c);

		if (len <= 0)
			return "a name is UTF-8";
		if (!is_seen(c))
			return "a name has no control characters, and none that cannot be seen";
		first = count == 0 ? c : first;
		if (++count > NAME_CHARACTERS_MAX)
			return "a name has at most 60 characters";
		at += len;
		left -= (size_t)len;
	}
	if (count == 0)
		return "a name has at least one character";
	return is_space(first) || is_space(c) ? "a name has no space at its ends" : NULL;
}
