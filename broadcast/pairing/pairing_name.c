/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <utf8proc.h>

#include "broadcast/pairing/pairing_private.h"

#define NAME_CHARS 256 /* of a name before it is put in order; longer ones are cut */

/* --- slices --- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

struct rules_slice pairing_trim(struct rules_slice text)
{
	while (text.len > 0 && is_blank(text.at[0]))
		text = (struct rules_slice){text.at + 1, text.len - 1};
	while (text.len > 0 && is_blank(text.at[text.len - 1]))
		text.len--;
	return text;
}

static char small(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool pairing_is_word(struct rules_slice text, const char *word)
{
	size_t i = 0;

	while (i < text.len && word[i] != '\0' && small(text.at[i]) == word[i])
		i++;
	return i == text.len && word[i] == '\0';
}

bool pairing_count(struct rules_slice text, unsigned max, unsigned *ret)
{
	unsigned long number = 0;

	text = pairing_trim(text);
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] < '0' || text.at[i] > '9' || number > max)
			return false;
		number = 10 * number + (unsigned long)(text.at[i] - '0');
	}
	if (text.len == 0 || number > max)
		return false;
	*ret = (unsigned)number;
	return true;
}

unsigned pairing_number(struct rules_slice text)
{
	unsigned number = 0;

	return pairing_count(text, 999999999, &number) ? number : 0;
}

bool pairing_result(struct rules_slice text, char ret[8])
{
	static const char *const words[][2] = {
		{"", "*"},          {"*", "*"},       {"1-0", "1-0"},
		{"0-1", "0-1"},     {"0-0", "0-0"},   {"1/2-1/2", "1/2-1/2"},
		{"½-½", "1/2-1/2"}, {"½", "1/2-1/2"}, {"0.5-0.5", "1/2-1/2"},
		{"1/2", "1/2-1/2"},
	};

	text = pairing_trim(text);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!rules_slice_is(text, words[i][0]))
			continue;
		memcpy(ret, words[i][1], strlen(words[i][1]) + 1);
		return true;
	}
	return false;
}

/* --- titles --- */

void pairing_title(struct rules_slice text, char ret[8])
{
	/* What a TRF may have instead, and the titles themselves. */
	static const char *const titles[][2] = {
		{"g", "GM"},    {"m", "IM"},   {"f", "FM"},    {"c", "CM"},    {"wg", "WGM"},
		{"wm", "WIM"},  {"wf", "WFM"}, {"wc", "WCM"},  {"gm", "GM"},   {"im", "IM"},
		{"fm", "FM"},   {"cm", "CM"},  {"wgm", "WGM"}, {"wim", "WIM"}, {"wfm", "WFM"},
		{"wcm", "WCM"}, {"nm", "NM"},  {"wnm", "WNM"},
	};

	ret[0] = '\0';
	text = pairing_trim(text);
	for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
		if (pairing_is_word(text, titles[i][0]))
			memcpy(ret, titles[i][1], strlen(titles[i][1]) + 1);
}

/* --- names --- */

#define NO_BREAK_SPACE 0xa0

/* The characters of a name, with what PGN cannot carry left out. */
static size_t take_chars(struct rules_slice text, utf8proc_int32_t chars[NAME_CHARS])
{
	size_t count = 0;

	while (text.len > 0 && count < NAME_CHARS) {
		size_t len = rules_utf8_len(text.at, text.len);
		size_t control = rules_control_len(text.at, text.len);
		utf8proc_int32_t c = -1;

		if (control > 0)
			len = control;
		else if (len > 0)
			utf8proc_iterate((const utf8proc_uint8_t *)text.at, (utf8proc_ssize_t)len,
					 &c);
		else
			len = 1; /* no UTF-8: left out */
		if (control > 0 && text.at[0] == '\t')
			c = ' ';
		if (c == NO_BREAK_SPACE)
			c = ' ';
		if (c >= 0 && c != '\\')
			chars[count++] = c == '"' ? '\'' : c;
		text = (struct rules_slice){text.at + len, text.len - len};
	}
	return count;
}

/* Unicode NFC: the same name is the same bytes, whichever program wrote it. */
static size_t compose(utf8proc_int32_t chars[NAME_CHARS], size_t count)
{
	utf8proc_int32_t apart[4 * NAME_CHARS];
	utf8proc_ssize_t len = 0;

	for (size_t i = 0; i < count; i++) {
		utf8proc_ssize_t room = 4 * NAME_CHARS - len;
		utf8proc_ssize_t more = utf8proc_decompose_char(
			chars[i], apart + len, room, UTF8PROC_DECOMPOSE | UTF8PROC_STABLE, NULL);

		if (more < 0 || more > room)
			break;
		len += more;
	}
	/* The marks of a letter in their order: what utf8proc_decompose() does for a text. */
	for (utf8proc_ssize_t i = 1; i < len; i++) {
		for (utf8proc_ssize_t j = i; j > 0; j--) {
			utf8proc_int32_t mark = apart[j];
			int own = utf8proc_get_property(mark)->combining_class;
			int before = utf8proc_get_property(apart[j - 1])->combining_class;

			if (own == 0 || before <= own)
				break;
			apart[j] = apart[j - 1];
			apart[j - 1] = mark;
		}
	}
	len = utf8proc_normalize_utf32(apart, len, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
	if (len < 0)
		return count;
	if (len > NAME_CHARS)
		len = NAME_CHARS;
	memcpy(chars, apart, (size_t)len * sizeof(chars[0]));
	return (size_t)len;
}

/* One blank between words, none before the first comma and one after it. */
static size_t put_in_order(utf8proc_int32_t chars[NAME_CHARS], size_t count)
{
	utf8proc_int32_t to[NAME_CHARS + 1];
	size_t len = 0;
	bool has_comma = false, wants_blank = false;

	for (size_t i = 0; i < count && len < NAME_CHARS; i++) {
		bool is_first_comma = chars[i] == ',' && !has_comma;

		if (chars[i] == ' ') {
			wants_blank = len > 0;
			continue;
		}
		if (wants_blank && !is_first_comma)
			to[len++] = ' ';
		if (len < NAME_CHARS)
			to[len++] = chars[i];
		wants_blank = is_first_comma;
		has_comma |= is_first_comma;
	}
	memcpy(chars, to, len * sizeof(to[0]));
	return len;
}

static size_t write_chars(const utf8proc_int32_t *chars, size_t count, char *ret, size_t room)
{
	size_t len = 0;

	for (size_t i = 0; i < count; i++) {
		utf8proc_uint8_t bytes[4];
		size_t more = (size_t)utf8proc_encode_char(chars[i], bytes);

		if (len + more >= room)
			break;
		memcpy(ret + len, bytes, more);
		len += more;
	}
	while (len > 0 && (ret[len - 1] == ' ' || ret[len - 1] == ',')) /* "Vik,", or cut there */
		len--;
	ret[len] = '\0';
	return len;
}

bool pairing_name(struct rules_slice text, char *ret, size_t room)
{
	static const char *const nobody[] = {"bye", "spielfrei", "oversidder", "-"};
	utf8proc_int32_t chars[NAME_CHARS];
	size_t count = take_chars(text, chars);
	struct rules_slice name;

	count = put_in_order(chars, compose(chars, count));
	name = (struct rules_slice){ret, write_chars(chars, count, ret, room)};
	for (size_t i = 0; i < sizeof(nobody) / sizeof(nobody[0]); i++)
		if (pairing_is_word(name, nobody[i]))
			return false;
	return name.len > 0;
}
