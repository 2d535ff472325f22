/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/fold/same_name.h"

#include <stdint.h>

/* U+00C0 to U+017F without accents and capitals; of two letters the first. */
static const char base[] = "aaaaaaaceeeeiiii"
			   "dnoooooxouuuuyts"
			   "aaaaaaaceeeeiiii"
			   "dnooooo/ouuuuyty"
			   "aaaaaaccccccccdd"
			   "ddeeeeeeeeeegggg"
			   "gggghhhhiiiiiiii"
			   "iiiijjkkklllllll"
			   "lllnnnnnnnnnoooo"
			   "oooorrrrrrssssss"
			   "ssttttttuuuuuuuu"
			   "uuuuwwyyyzzzzzzs";

/* A name that is read letter by letter: what stands after a comma first, then what is before it. */
struct letters {
	const char *at[2], *end[2];
	size_t part;
	uint32_t then; /* the second letter of þ and ß */
	uint32_t before;
};

static struct letters letters_of(const char *name, size_t len)
{
	const char *comma = NULL;

	for (size_t i = 0; i < len && !comma; i++)
		if (name[i] == ',')
			comma = name + i;
	return (struct letters){
		.at = {comma ? comma + 1 : name, name},
		.end = {name + len, comma ? comma : name},
	};
}

/* What is not UTF-8 is taken as Latin-1. */
static uint32_t code_of(const char **at, const char *end)
{
	unsigned char first = (unsigned char)*(*at)++;
	int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
	uint32_t code = more > 0 ? first & (0x3fU >> more) : first;

	if (end - *at < more)
		return first;
	for (int i = 0; i < more; i++)
		if (((unsigned char)(*at)[i] & 0xc0) != 0x80)
			return first;
	for (; more > 0; more--)
		code = code << 6 | ((unsigned char)*(*at)++ & 0x3f);
	return code;
}

/* Spaces, hyphens, points and apostrophes, and accents that stand by themselves. */
static bool is_between(uint32_t code)
{
	return code == ' ' || code == ',' || code == '-' || code == '.' || code == '\'' ||
	       code == '\t' || code == 0xa0 || (code >= 0x2010 && code <= 0x2019) ||
	       (code >= 0x300 && code <= 0x36f);
}

static uint32_t plain(uint32_t code)
{
	if (code >= 'A' && code <= 'Z')
		return code - 'A' + 'a';
	if (code >= 0xc0 && code <= 0x17f)
		return (unsigned char)base[code - 0xc0];
	if (code >= 0x218 && code <= 0x21b)
		return code < 0x21a ? 's' : 't';
	if ((code >= 0x391 && code <= 0x3a9) || (code >= 0x410 && code <= 0x42f))
		return code + 32; /* Greek and Cyrillic capitals */
	if (code >= 0x400 && code <= 0x40f)
		code += 80;
	return code == 0x451 ? 0x435 : code;
}

/* ae for æ: the second of the two is no letter of its own. */
static bool is_second(uint32_t before, uint32_t code)
{
	return (code == 'e' && (before == 'a' || before == 'o' || before == 'u')) ||
	       (code == 'a' && before == 'a');
}

/* The next letter; 0: there is none. */
static uint32_t next_letter(struct letters *letters)
{
	uint32_t code = letters->then;

	letters->then = 0;
	while (code == 0 && letters->part < 2) {
		const char **at = &letters->at[letters->part];

		if (*at == letters->end[letters->part]) {
			letters->part++;
			continue;
		}
		code = code_of(at, letters->end[letters->part]);
		if (code == 0xde || code == 0xfe)
			letters->then = 'h';
		if (code == 0xdf)
			letters->then = 's';
		code = is_between(code) ? 0 : plain(code);
		if (is_second(letters->before, code))
			code = 0;
	}
	return letters->before = code;
}

bool same_name(const char *a, size_t a_len, const char *b, size_t b_len)
{
	struct letters of_a = letters_of(a, a_len), of_b = letters_of(b, b_len);
	uint32_t letter = next_letter(&of_a);

	if (letter == 0)
		return false;
	for (; letter == next_letter(&of_b); letter = next_letter(&of_a))
		if (letter == 0)
			return true;
	return false;
}
