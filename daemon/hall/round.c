/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hall/round.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/desk/settings.h"

static int refuse(char ret_why[ROUND_WHY_MAX], const char *why)
{
	snprintf(ret_why, ROUND_WHY_MAX, "%s", why);
	return -EINVAL;
}

/* --- finding --- */

static struct round *find(const struct rounds *rounds, unsigned number)
{
	for (size_t i = 0; i < rounds->count; i++)
		if (rounds->list[i].number == number)
			return &rounds->list[i];
	return NULL;
}

static struct round_pairing *at_table(const struct round *round, unsigned table)
{
	size_t low = 0, high = round ? round->count : 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (round->pairings[middle].table == table)
			return &round->pairings[middle];
		if (round->pairings[middle].table < table)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

const struct round *rounds_find(const struct rounds *rounds, unsigned number)
{
	return find(rounds, number);
}

const struct round_pairing *rounds_pairing(const struct rounds *rounds, unsigned number,
					   unsigned table)
{
	return at_table(find(rounds, number), table);
}

const char *round_forfeit(const struct round_pairing *pairing)
{
	if (pairing->is_absent[RULES_WHITE])
		return pairing->is_absent[RULES_BLACK] ? "0-0" : "0-1";
	return pairing->is_absent[RULES_BLACK] ? "1-0" : NULL;
}

void rounds_clear(struct rounds *rounds)
{
	for (size_t i = 0; i < rounds->count; i++)
		free(rounds->list[i].pairings);
	free(rounds->list);
	*rounds = (struct rounds){0};
}

/* The round of this number, made if there was none. NULL: no memory. */
static struct round *make(struct rounds *rounds, unsigned number)
{
	struct round *round = find(rounds, number), *list;
	size_t at = rounds->count;

	if (round)
		return round;
	list = realloc(rounds->list, (rounds->count + 1) * sizeof(*list));
	if (!list)
		return NULL;
	rounds->list = list;
	for (; at > 0 && list[at - 1].number > number; at--)
		list[at] = list[at - 1];
	list[at] = (struct round){.number = number};
	rounds->count++;
	return &list[at];
}

/* --- words: pairings --- */

static unsigned number_at(const json_t *object, const char *key, unsigned max)
{
	json_int_t number = json_integer_value(json_object_get(object, key));

	return number > 0 && number <= (json_int_t)max ? (unsigned)number : 0;
}

static bool keep_word(char *to, size_t size, const char *text)
{
	size_t len = text ? strlen(text) : 0;

	if (!text || len >= size)
		return false;
	memcpy(to, text, len + 1);
	return true;
}

static void read_absent(struct round_pairing *ret, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *color = json_string_value(json_array_get(list, i));

		if (color && strcmp(color, "white") == 0)
			ret->is_absent[RULES_WHITE] = true;
		if (color && strcmp(color, "black") == 0)
			ret->is_absent[RULES_BLACK] = true;
	}
}

static bool read_pairing(struct round_pairing *ret, const json_t *object)
{
	const char *result = json_string_value(json_object_get(object, "result"));

	*ret = (struct round_pairing){.table = number_at(object, "table", PAIRING_BOARD_MAX),
				      .final = "*"};
	ret->is_forfeit = json_is_true(json_object_get(object, "forfeit"));
	ret->is_guessed = json_is_true(json_object_get(object, "guessed"));
	read_absent(ret, json_object_get(object, "absent"));
	return ret->table > 0 && settings_players_read(ret->player, object) &&
	       ret->player[RULES_WHITE].name[0] != '\0' &&
	       ret->player[RULES_BLACK].name[0] != '\0' &&
	       keep_word(ret->result, sizeof(ret->result), result ? result : "*");
}

static bool is_same_pair(const struct round_pairing *a, const struct round_pairing *b)
{
	return strcmp(a->player[RULES_WHITE].name, b->player[RULES_WHITE].name) == 0 &&
	       strcmp(a->player[RULES_BLACK].name, b->player[RULES_BLACK].name) == 0;
}

/* Who did not come, and what was confirmed, holds as long as the same two are paired there. */
static void keep_known(struct round_pairing *pairing, const struct round *before)
{
	const struct round_pairing *known = at_table(before, pairing->table);

	if (!known || !is_same_pair(known, pairing))
		return;
	for (int color = 0; color < 2; color++)
		pairing->is_absent[color] |= known->is_absent[color];
	pairing->is_guessed &= known->is_guessed;
}

static int take_pairings(struct rounds *rounds, const json_t *words, char ret_why[ROUND_WHY_MAX])
{
	const json_t *list = json_object_get(words, "pairings");
	const char *hash = json_string_value(json_object_get(words, "hash"));
	unsigned number = number_at(words, "round", PAIRING_ROUND_MAX), last = 0;
	size_t count = json_array_size(list);
	struct round_pairing *pairings;
	struct round *round;

	if (number == 0 || count == 0 || count > PAIRING_COUNT_MAX)
		return refuse(ret_why, "these are no pairings of a round");
	round = find(rounds, number);
	if (round && round->is_ended && !json_is_true(json_object_get(words, "again"))) {
		snprintf(ret_why, ROUND_WHY_MAX, "round %u is over", number);
		return -EINVAL;
	}
	pairings = calloc(count, sizeof(*pairings));
	if (!pairings)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		if (!read_pairing(&pairings[i], json_array_get(list, i)) ||
		    pairings[i].table <= last) {
			free(pairings);
			return refuse(ret_why, "these are no pairings");
		}
		last = pairings[i].table;
		if (round)
			keep_known(&pairings[i], round);
	}
	round = make(rounds, number);
	if (!round) {
		free(pairings);
		return -ENOMEM;
	}
	free(round->pairings);
	round->pairings = pairings;
	round->count = count;
	if (hash)
		snprintf(rounds->hash, sizeof(rounds->hash), "%s", hash);
	return 0;
}

/* --- words: the others --- */

static int take_start(struct rounds *rounds, const json_t *words, char ret_why[ROUND_WHY_MAX])
{
	unsigned number = number_at(words, "start", PAIRING_ROUND_MAX);
	struct round *round;

	if (number == 0)
		return refuse(ret_why, "a round is a number from 1 to 999");
	round = make(rounds, number);
	if (!round)
		return -ENOMEM;
	round->is_ended = false; /* it is played again, or went on */
	for (size_t i = 0; i < round->count; i++)
		memcpy(round->pairings[i].final, "*", 2);
	rounds->current = number;
	rounds->before = number_at(words, "before", PAIRING_ROUND_MAX);
	rounds->ended_before = json_is_true(json_object_get(words, "ended"));
	rounds->withdrawn = 0;
	return 0;
}

/* The start of a round is taken back: the one before goes on, as if it had never ended. */
static int take_back(struct rounds *rounds, const json_t *words, char ret_why[ROUND_WHY_MAX])
{
	unsigned number = number_at(words, "back", PAIRING_ROUND_MAX);
	struct round *before;

	if (number == 0 || number != rounds->current || rounds->before == 0 ||
	    rounds->before == number)
		return refuse(ret_why, "no start of a round can be taken back");
	before = make(rounds, rounds->before);
	if (!before)
		return -ENOMEM;
	if (rounds->ended_before)
		before->is_ended = false;
	rounds->withdrawn = number;
	rounds->current = rounds->before;
	rounds->before = 0;
	return 0;
}

/* The pairing that words are about. */
static int find_pairing(const struct rounds *rounds, const json_t *words, const char *key,
			struct round_pairing **ret, char ret_why[ROUND_WHY_MAX])
{
	unsigned number = number_at(words, "round", PAIRING_ROUND_MAX);
	unsigned table = number_at(words, key, PAIRING_BOARD_MAX);
	const struct round *round = find(rounds, number);

	*ret = at_table(round, table);
	if (round && round->is_ended)
		snprintf(ret_why, ROUND_WHY_MAX, "round %u is over", number);
	else if (!*ret)
		snprintf(ret_why, ROUND_WHY_MAX, "nobody is paired at table %lld in round %u",
			 (long long)json_integer_value(json_object_get(words, key)), number);
	return round && *ret && !round->is_ended ? 0 : -EINVAL;
}

static int take_swap(struct rounds *rounds, const json_t *words, char ret_why[ROUND_WHY_MAX])
{
	struct round_pairing *pairing;
	struct game_player white;
	int r = find_pairing(rounds, words, "swap", &pairing, ret_why);

	if (r < 0)
		return r;
	white = pairing->player[RULES_WHITE];
	pairing->player[RULES_WHITE] = pairing->player[RULES_BLACK];
	pairing->player[RULES_BLACK] = white;
	if (pairing->is_absent[RULES_WHITE] != pairing->is_absent[RULES_BLACK])
		for (int color = 0; color < 2; color++)
			pairing->is_absent[color] = !pairing->is_absent[color];
	return 0;
}

static int take_absent(struct rounds *rounds, const json_t *words, char ret_why[ROUND_WHY_MAX])
{
	const char *color = json_string_value(json_object_get(words, "color"));
	bool is_white = color && strcmp(color, "white") == 0;
	bool is_black = color && strcmp(color, "black") == 0;
	struct round_pairing *pairing;
	int r = find_pairing(rounds, words, "absent", &pairing, ret_why);

	if (color && strcmp(color, "both") == 0)
		is_white = is_black = true;
	if (r == 0 && !is_white && !is_black)
		r = refuse(ret_why, "who is absent: white, black or both?");
	if (r < 0)
		return r;
	pairing->is_absent[RULES_WHITE] |= is_white;
	pairing->is_absent[RULES_BLACK] |= is_black;
	return 0;
}

static int take_present(struct rounds *rounds, const json_t *words, char ret_why[ROUND_WHY_MAX])
{
	struct round_pairing *pairing;
	int r = find_pairing(rounds, words, "present", &pairing, ret_why);

	if (r == 0)
		pairing->is_absent[RULES_WHITE] = pairing->is_absent[RULES_BLACK] = false;
	return r;
}

static int take_confirm(struct rounds *rounds, const json_t *words, char ret_why[ROUND_WHY_MAX])
{
	unsigned number = number_at(words, "round", PAIRING_ROUND_MAX);
	struct round *round = find(rounds, number);
	struct round_pairing *pairing;
	int r;

	if (json_integer_value(json_object_get(words, "confirm")) != 0) {
		r = find_pairing(rounds, words, "confirm", &pairing, ret_why);
		if (r == 0)
			pairing->is_guessed = false;
		return r;
	}
	if (!round || round->count == 0) {
		snprintf(ret_why, ROUND_WHY_MAX, "nobody is paired in round %u", number);
		return -EINVAL;
	}
	for (size_t i = 0; i < round->count; i++)
		round->pairings[i].is_guessed = false;
	return 0;
}

/* Of a table where nobody was paired only the journal knows the result. */
static void keep_result(const struct round *round, const json_t *object)
{
	struct round_pairing *pairing =
		at_table(round, number_at(object, "table", PAIRING_BOARD_MAX));
	const char *result = json_string_value(json_object_get(object, "result"));
	const char *by = json_string_value(json_object_get(object, "by"));

	if (!pairing || !result || !keep_word(pairing->final, sizeof(pairing->final), result))
		return;
	if (!by || !keep_word(pairing->by, sizeof(pairing->by), by))
		pairing->by[0] = '\0';
}

static int take_end(struct rounds *rounds, const json_t *words, char ret_why[ROUND_WHY_MAX])
{
	unsigned number = number_at(words, "end", PAIRING_ROUND_MAX);
	const json_t *results = json_object_get(words, "results");
	struct round *round;

	if (number == 0)
		return refuse(ret_why, "a round is a number from 1 to 999");
	round = make(rounds, number);
	if (!round)
		return -ENOMEM;
	for (size_t i = 0; i < json_array_size(results); i++)
		keep_result(round, json_array_get(results, i));
	round->is_ended = true;
	return 0;
}

static void take_stamp(struct rounds *rounds, const json_t *words)
{
	const char *by = json_string_value(json_object_get(words, "by"));

	rounds->stamp = (uint64_t)json_integer_value(json_object_get(words, "stamp"));
	if (!by || !keep_word(rounds->by, sizeof(rounds->by), by))
		rounds->by[0] = '\0';
}

int rounds_apply(struct rounds *rounds, const json_t *words, char ret_why[ROUND_WHY_MAX])
{
	static const struct {
		const char *key;
		int (*take)(struct rounds *rounds, const json_t *words,
			    char ret_why[ROUND_WHY_MAX]);
	} rows[] = {
		{"start", take_start},   {"pairings", take_pairings}, {"swap", take_swap},
		{"absent", take_absent}, {"present", take_present},   {"confirm", take_confirm},
		{"end", take_end},       {"back", take_back},
	};

	const json_t *stamp = json_object_get(words, "stamp");
	size_t i = 0;
	int r = 0;

	if (stamp && json_integer_value(stamp) <= 0)
		return refuse(ret_why, "a stamp is a number above 0");
	while (i < sizeof(rows) / sizeof(rows[0]) && !json_object_get(words, rows[i].key))
		i++;
	if (i < sizeof(rows) / sizeof(rows[0]))
		r = rows[i].take(rounds, words, ret_why);
	else if (!stamp)
		r = refuse(ret_why, "these words say nothing of a round");
	if (r == 0 && stamp)
		take_stamp(rounds, words);
	return r;
}

/* --- writing words --- */

static json_t *words_of(const struct round_pairing *pairing)
{
	json_t *object = settings_players_write(pairing->player), *absent = json_array();

	json_object_set_new(object, "table", json_integer(pairing->table));
	if (strcmp(pairing->result, "*") != 0)
		json_object_set_new(object, "result", json_string(pairing->result));
	if (pairing->is_forfeit)
		json_object_set_new(object, "forfeit", json_true());
	if (pairing->is_guessed)
		json_object_set_new(object, "guessed", json_true());
	if (pairing->is_absent[RULES_WHITE])
		json_array_append_new(absent, json_string("white"));
	if (pairing->is_absent[RULES_BLACK])
		json_array_append_new(absent, json_string("black"));
	if (json_array_size(absent) > 0)
		json_object_set(object, "absent", absent);
	json_decref(absent);
	return object;
}

json_t *round_words(const struct pairing_list *list, unsigned round)
{
	json_t *pairings = json_array();

	for (size_t i = 0; i < list->count; i++) {
		const struct pairing *from = &list->pairings[i];
		struct round_pairing pairing = {.table = from->board,
						.player = {from->player[0], from->player[1]},
						.is_forfeit = from->is_forfeit,
						.is_guessed = list->is_guessed};

		if (from->round != round)
			continue;
		memcpy(pairing.result, from->result, sizeof(pairing.result));
		json_array_append_new(pairings, words_of(&pairing));
	}
	return json_pack("{s:o, s:i}", "pairings", pairings, "round", (int)round);
}

json_t *round_words_again(const struct round *round)
{
	json_t *pairings = json_array();

	for (size_t i = 0; i < round->count; i++)
		json_array_append_new(pairings, words_of(&round->pairings[i]));
	return json_pack("{s:o, s:i}", "pairings", pairings, "round", (int)round->number);
}
