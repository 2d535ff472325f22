/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/text.h"

void rules_text_bytes(struct rules_text *text, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		rules_text_char(text, bytes[i]);
}

void rules_text_string(struct rules_text *text, const char *string)
{
	rules_text_bytes(text, string, strlen(string));
}

void rules_text_number(struct rules_text *text, unsigned long number)
{
	char digits[24];
	size_t at = sizeof(digits);

	do {
		digits[--at] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	rules_text_bytes(text, digits + at, sizeof(digits) - at);
}

void rules_text_square(struct rules_text *text, rules_square square)
{
	rules_text_char(text, (char)('a' + rules_file_of(square)));
	rules_text_char(text, (char)('1' + rules_rank_of(square)));
}

struct rules_slice rules_slice_of(const char *string)
{
	return (struct rules_slice){.at = string, .len = strlen(string)};
}

bool rules_slice_is(struct rules_slice slice, const char *string)
{
	for (size_t i = 0; i < slice.len; i++)
		if (slice.at[i] != string[i] || string[i] == '\0')
			return false;
	return string[slice.len] == '\0';
}

size_t rules_utf8_len(const char *at, size_t left)
{
	const unsigned char *b = (const unsigned char *)at;
	size_t len = b[0] < 0x80 ? 1 : b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;

	if (len == 1)
		return 1;
	if (b[0] < 0xc2 || b[0] > 0xf4 || len > left)
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((b[i] & 0xc0) != 0x80)
			return 0;
	if ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] > 0x9f) ||
	    (b[0] == 0xf0 && b[1] < 0x90) || (b[0] == 0xf4 && b[1] > 0x8f))
		return 0;
	return len;
}

size_t rules_control_len(const char *at, size_t left)
{
	const unsigned char *b = (const unsigned char *)at;

	if (b[0] < ' ' || b[0] == 0x7f)
		return 1;
	return left > 1 && b[0] == 0xc2 && b[1] >= 0x80 && b[1] < 0xa0 ? 2 : 0;
}
