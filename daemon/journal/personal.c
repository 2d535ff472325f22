/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/personal.h"

#include <string.h>

#define NOTE "note "

struct token {
	const char *at;
	size_t len;
};

static bool is_word(struct token token, const char *word)
{
	return token.len == strlen(word) && memcmp(token.at, word, token.len) == 0;
}

static bool is_note(struct token token)
{
	return token.len > strlen(NOTE) && memcmp(token.at, NOTE, strlen(NOTE)) == 0;
}

/* Under these keys strings name a player; "white" may be a number, and is nobody then. */
static bool names_player(struct token key)
{
	return is_word(key, "name") || is_word(key, "white") || is_word(key, "black");
}

static bool is_personal(struct token key, struct token value)
{
	return value.len > 0 && (names_player(key) || is_word(key, "by") ||
				 (is_word(key, "action") && is_note(value)));
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Where the string that begins here ends: at its second quote, or at the end. */
static size_t end_of_string(const char *text, size_t len, size_t at)
{
	for (at++; at < len && text[at] != '"'; at++)
		if (text[at] == '\\' && at + 1 < len)
			at++;
	return at;
}

static bool is_key(const char *text, size_t len, size_t end)
{
	for (end++; end < len && text[end] == ' '; end++)
		continue;
	return end < len && text[end] == ':';
}

struct walk {
	const char *text;
	size_t len, at;
	size_t told; /* up to here */
	struct token key;
	const struct personal_taker *taker;
};

static void tell_rest(struct walk *walk, size_t up_to)
{
	if (up_to > walk->told)
		walk->taker->rest(walk->taker->data, walk->text + walk->told, up_to - walk->told);
	walk->told = up_to;
}

static void tell_person(struct walk *walk, struct token value, enum personal_kind kind)
{
	struct personal person = {kind, value.at, value.len, names_player(walk->key)};

	tell_rest(walk, (size_t)(value.at - walk->text));
	walk->taker->person(walk->taker->data, &person);
	walk->told += value.len;
}

static void take_string(struct walk *walk)
{
	size_t end = end_of_string(walk->text, walk->len, walk->at);
	struct token token = {walk->text + walk->at + 1, 0};

	if (end >= walk->len) { /* it has no end: then it is no JSON */
		walk->at = walk->len;
		return;
	}
	token.len = end - walk->at - 1;
	if (is_key(walk->text, walk->len, end))
		walk->key = token;
	else if (is_personal(walk->key, token))
		tell_person(walk, token, PERSONAL_TEXT);
	walk->at = end + 1;
}

static void take_number(struct walk *walk)
{
	struct token token = {walk->text + walk->at, 0};

	while (walk->at < walk->len && is_digit(walk->text[walk->at])) {
		walk->at++;
		token.len++;
	}
	if (is_word(walk->key, "fide"))
		tell_person(walk, token, PERSONAL_FIDE);
}

/* Of the three words of JSON only null matters, in the place of a number. */
static void take_word(struct walk *walk)
{
	struct token token = {walk->text + walk->at, strlen("null")};

	if (is_word(walk->key, "fide") && walk->len - walk->at >= token.len &&
	    memcmp(token.at, "null", token.len) == 0) {
		tell_person(walk, token, PERSONAL_FIDE);
		walk->at += token.len;
	} else {
		walk->at++;
	}
}

void personal_walk_json(const char *text, size_t len, const struct personal_taker *taker)
{
	struct walk walk = {.text = text, .len = len, .key = {"", 0}, .taker = taker};

	while (walk.at < len) {
		if (text[walk.at] == '"')
			take_string(&walk);
		else if (is_digit(text[walk.at]))
			take_number(&walk);
		else if (text[walk.at] == 'n')
			take_word(&walk);
		else
			walk.at++;
	}
	tell_rest(&walk, len);
}

void personal_walk_action(const char *text, size_t len, const struct personal_taker *taker)
{
	struct personal note = {PERSONAL_TEXT, text, len, false};

	if (is_note((struct token){text, len}))
		taker->person(taker->data, &note);
	else
		taker->rest(taker->data, text, len);
}
