/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "broadcast/pairing/pairing_private.h"

/* round-N/index.json of LiveChess: the pairings of a round, in the order of its boards. */

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* A number, as LiveChess writes it; a text of digits, as others do. */
static unsigned number_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);
	json_int_t number = json_integer_value(value);

	if (json_is_string(value))
		return pairing_number(rules_slice_of(json_string_value(value)));
	return number > 0 && number <= 999999999 ? (unsigned)number : 0;
}

static bool read_player(const json_t *from, struct game_player *ret)
{
	char name[1024];
	const char *first = text_of(from, "fname"), *middle = text_of(from, "mname");

	*ret = (struct game_player){0};
	snprintf(name, sizeof(name), "%.300s%s%.300s %.300s", text_of(from, "lname"),
		 first[0] != '\0' || middle[0] != '\0' ? ", " : "", first, middle);
	pairing_title(rules_slice_of(text_of(from, "title")), ret->title);
	(void)pairing_name(rules_slice_of(text_of(from, "federation")), ret->federation,
			   sizeof(ret->federation));
	ret->fide = number_of(from, "fideid");
	ret->elo = number_of(from, "rating");
	return pairing_name(rules_slice_of(name), ret->name, sizeof(ret->name));
}

static int read_pairing(struct pairing_list *list, const json_t *from, unsigned board,
			const struct pairing_source *source, struct pairing_fault *fault)
{
	struct pairing pairing = {.round = source->round, .board = board, .result = "*"};
	const json_t *white = json_object_get(from, "white"),
		     *black = json_object_get(from, "black");

	if (!read_player(white, &pairing.player[RULES_WHITE]) ||
	    !read_player(black, &pairing.player[RULES_BLACK]))
		return pairing_skip(list, 0, "pairing %u: nobody plays on one side", board);
	if (!pairing_result(rules_slice_of(text_of(from, "result")), pairing.result))
		return pairing_skip(list, 0, "pairing %u: this is no result", board);
	return pairing_add(list, &pairing, fault);
}

int pairing_read_index(struct pairing_list *list, const struct pairing_source *source,
		       struct pairing_fault *fault)
{
	json_error_t error;
	json_t *file = json_loadb(source->text.at, source->text.len, 0, &error);
	const json_t *pairings = json_object_get(file, "pairings");
	size_t count = json_array_size(pairings);
	int r = 0;

	if (!file)
		r = pairing_blame(fault, error.line > 0 ? (size_t)error.line : 0, "no JSON: %.100s",
				  error.text);
	else if (!json_is_array(pairings))
		r = pairing_blame(fault, 0, "no \"pairings\": this is no index.json of a round");
	else if (count > PAIRING_BOARD_MAX)
		r = pairing_blame(fault, 0, "more than %d pairings", PAIRING_BOARD_MAX);
	for (size_t i = 0; i < count && r == 0; i++)
		r = read_pairing(list, json_array_get(pairings, i), (unsigned)i + 1, source, fault);
	json_decref(file);
	return r;
}
