/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/ascii.h"

#include <stdint.h>
#include <string.h>

#include "rules-core/text.h"

/* The letters of three blocks of Unicode; a star: it is more than one. */
static const struct {
	uint32_t first;
	const char *letters;
} blocks[] = {
	{0xc0, "AAAAAA*CEEEEIIIIDNOOOOOxOUUUUY**aaaaaa*ceeeeiiiidnooooo?ouuuuy*y"
	       "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi**JjKkkLlLlLlL"
	       "lLlNnNnNn*NnOoOoOo**RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"},
	{0x1cd, "AaIiOoUuUuUuUuUu?AaAa????GgKkOoOo??j***Gg??NnAa????AaAaEeEeIiIiO"
		"oOoRrRrUuUuSsTt??Hh??????AaEeOoOoOoOoYy"},
	{0x1e00, "AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMm"
		 "MmMmNnNnNnNnOoOoOoOoPpPpRrRrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVv"
		 "WwWwWwWwWwXxXxYyZzZzZzhtwy?s??*?AaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEe"
		 "EeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy??????"},
};

static const struct {
	uint32_t letter;
	const char *text;
} others[] = {
	{0xc6, "AE"},  {0xe6, "ae"},  {0xde, "Th"},  {0xfe, "th"},  {0xdf, "ss"},  {0x1e9e, "SS"},
	{0x132, "IJ"}, {0x133, "ij"}, {0x149, "'n"}, {0x152, "OE"}, {0x153, "oe"}, {0x1f1, "DZ"},
	{0x1f2, "Dz"}, {0x1f3, "dz"}, {0xa0, " "},   {0x2010, "-"}, {0x2011, "-"}, {0x2012, "-"},
	{0x2013, "-"}, {0x2014, "-"}, {0x2018, "'"}, {0x2019, "'"}, {0x201c, "'"}, {0x201d, "'"},
	{0xb4, "'"},   {0x02bc, "'"},
};

static uint32_t letter_of(const char *at, size_t len)
{
	unsigned char first = (unsigned char)at[0];
	uint32_t letter = len == 1 ? first : first & (0x7fu >> len);

	for (size_t i = 1; i < len; i++)
		letter = letter << 6 | ((unsigned char)at[i] & 0x3fu);
	return letter;
}

/* What is written for a letter that is not ASCII; empty: nothing. */
static void spell(uint32_t letter, char ret[4])
{
	if (letter >= 0x300 && letter < 0x370) { /* an accent by itself */
		ret[0] = '\0';
		return;
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (others[i].letter == letter) {
			memcpy(ret, others[i].text, strlen(others[i].text) + 1);
			return;
		}
	}
	memcpy(ret, "?", 2);
	for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++)
		if (letter >= blocks[i].first &&
		    letter - blocks[i].first < strlen(blocks[i].letters))
			ret[0] = blocks[i].letters[letter - blocks[i].first];
}

void ascii_write(const char *utf8, char *ret, size_t size)
{
	size_t left = strlen(utf8), used = 0;
	char text[4];

	while (left > 0) {
		size_t len = rules_utf8_len(utf8, left);
		size_t step = len > 0 ? len : 1;

		if (len == 1)
			memcpy(text, (char[]){utf8[0], '\0'}, 2);
		else if (len == 0)
			memcpy(text, "?", 2);
		else
			spell(letter_of(utf8, len), text);
		if (used + strlen(text) >= size)
			break;
		memcpy(ret + used, text, strlen(text));
		used += strlen(text);
		utf8 += step;
		left -= step;
	}
	ret[used] = '\0';
}
