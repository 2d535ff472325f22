/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/hall/round.h"

#define ROUND_MAX 999

/* --- what it is --- */

static json_t *results_of(const struct round *round)
{
	json_t *list = json_array();

	for (size_t i = 0; i < round->count; i++) {
		const struct round_pairing *pairing = &round->pairings[i];

		if (strcmp(pairing->final, "*") != 0)
			json_array_append_new(list, json_pack("{s:i, s:s, s:s}", "table",
							      (int)pairing->table, "result",
							      pairing->final, "by", pairing->by));
	}
	return list;
}

/* {"round", "ended", "pairings", "results"}; round: NULL, nothing is known of it. */
static json_t *one_round(unsigned number, const struct round *round)
{
	json_t *words = round ? round_words_again(round) : NULL;
	json_t *object =
		json_pack("{s:i, s:b, s:O*, s:o*}", "round", (int)number, "ended",
			  round && round->is_ended, "pairings", json_object_get(words, "pairings"),
			  "results", round && round->is_ended ? results_of(round) : NULL);

	json_decref(words);
	return object;
}

static json_t *others_of(const struct rounds *rounds, unsigned current)
{
	json_t *list = json_array();

	for (size_t i = 0; i < rounds->count; i++)
		if (rounds->list[i].number != current)
			json_array_append_new(list,
					      one_round(rounds->list[i].number, &rounds->list[i]));
	return list;
}

json_t *state_new(const struct hall *hall, const struct config *config, bool is_whole)
{
	const struct rounds *rounds = hall_rounds(hall);
	unsigned number = hall_round(hall);
	json_t *state = one_round(number, rounds_find(rounds, number));
	json_t *more =
		json_pack("{s:s, s:I, s:s, s:I, s:i, s:s*, s:o*}", "event",
			  config->broadcast.id ? config->broadcast.id : "", "stamp",
			  (json_int_t)rounds->stamp, "by", rounds->by, "delay_s",
			  (json_int_t)(config->broadcast.delay_ms / 1000), "delay_plies",
			  (int)config->broadcast.delay_plies, "hidden", config->broadcast.hidden,
			  "others", is_whole ? others_of(rounds, number) : NULL);

	json_object_update(state, more);
	json_decref(more);
	return state;
}

uint64_t state_stamp(const json_t *state)
{
	json_int_t stamp = json_integer_value(json_object_get(state, "stamp"));

	return stamp > 0 ? (uint64_t)stamp : 0;
}

bool state_is_of(const json_t *state, const char *event)
{
	const char *id = json_string_value(json_object_get(state, "event"));

	return id && strcmp(id, event ? event : "") == 0;
}

/* --- following it --- */

struct saying {
	struct hall *hall;
	const char *by, *from;
	char *why; /* HALL_WHY_MAX */
	int r;
};

/* Takes the words; after a failure nothing more is said. */
static void say(struct saying *saying, json_t *words)
{
	if (saying->r >= 0 && words)
		saying->r =
			hall_say_round(saying->hall, words, saying->by, saying->from, saying->why);
	json_decref(words);
}

/* Players who came after all: pairings said anew keep what was known of the same two. */
static void say_present(struct saying *saying, const struct round *own, const json_t *pairings)
{
	const json_t *pairing;
	size_t i;

	json_array_foreach(pairings, i, pairing)
	{
		json_int_t table = json_integer_value(json_object_get(pairing, "table"));

		for (size_t k = 0; own && k < own->count; k++)
			if (own->pairings[k].table == (unsigned)table &&
			    round_forfeit(&own->pairings[k]) && !json_object_get(pairing, "absent"))
				say(saying, json_pack("{s:I, s:i}", "present", table, "round",
						      (int)own->number));
	}
}

static void say_pairings(struct saying *saying, unsigned number, json_t *pairings)
{
	const struct round *own = rounds_find(hall_rounds(saying->hall), number);
	json_t *words = own ? round_words_again(own) : NULL;
	bool is_same = words && json_equal(json_object_get(words, "pairings"), pairings);

	json_decref(words);
	if (is_same || json_array_size(pairings) == 0)
		return;
	if (!own || !own->is_ended)
		say_present(saying, own, pairings);
	say(saying, json_pack("{s:O, s:i, s:b}", "pairings", pairings, "round", (int)number,
			      "again", true));
}

static void say_end(struct saying *saying, unsigned number, const json_t *state)
{
	const struct round *own = rounds_find(hall_rounds(saying->hall), number);
	json_t *results = json_object_get(state, "results");

	if (!json_is_true(json_object_get(state, "ended")) || (own && own->is_ended))
		return;
	results = json_is_array(results) ? json_incref(results) : json_array();
	say(saying, json_pack("{s:i, s:o}", "end", (int)number, "results", results));
}

static void say_round(struct saying *saying, unsigned number, const json_t *state)
{
	const struct rounds *rounds = hall_rounds(saying->hall);
	unsigned current = hall_round(saying->hall);
	json_t *abandon = json_object_get(state, "abandon");

	if (number != current && rounds->current == current && rounds->before == number)
		say(saying, json_pack("{s:i, s:[]}", "back", (int)current, "keep"));
	else if (number != current || rounds->current == 0)
		say(saying,
		    json_pack("{s:i, s:i, s:b, s:b, s:O*}", "start", (int)number, "before",
			      (int)current, "ended", true, "stay", true, "abandon", abandon));
	say_end(saying, number, state);
}

static bool number_of(const json_t *state, unsigned *ret)
{
	json_int_t number = json_integer_value(json_object_get(state, "round"));

	*ret = number > 0 && number <= ROUND_MAX ? (unsigned)number : 0;
	return *ret > 0;
}

static void say_others(struct saying *saying, const json_t *others)
{
	const json_t *one;
	unsigned number;
	size_t i;

	json_array_foreach(others, i, one)
	{
		if (!number_of(one, &number) || number == hall_round(saying->hall))
			continue;
		say_pairings(saying, number, json_object_get(one, "pairings"));
		say_end(saying, number, one);
	}
}

/* Last, so that whoever has it has all the rest. */
static void say_stamp(struct saying *saying, const json_t *state)
{
	uint64_t stamp = state_stamp(state);

	if (stamp != hall_rounds(saying->hall)->stamp && stamp > 0)
		say(saying, json_pack("{s:I, s:O*}", "stamp", (json_int_t)stamp, "by",
				      json_object_get(state, "by")));
}

int state_follow(struct hall *hall, const json_t *state, const char *by, const char *from,
		 char ret_why[HALL_WHY_MAX])
{
	struct saying saying = {.hall = hall, .by = by, .from = from, .why = ret_why};
	unsigned number;

	snprintf(ret_why, HALL_WHY_MAX, "that is no state of an event");
	if (!number_of(state, &number))
		return -EINVAL;
	say_pairings(&saying, number, json_object_get(state, "pairings"));
	say_round(&saying, number, state);
	say_others(&saying, json_object_get(state, "others"));
	say_stamp(&saying, state);
	return saying.r < 0 ? saying.r : 0;
}
