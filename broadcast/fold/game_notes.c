/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/fold/game.h"
#include "broadcast/fold/game_private.h"

/* What was irregular, and what the arbiter made of it. */

int game_no_room(struct fields *f, int r)
{
	if (r != -E2BIG)
		return r;
	fields_blame(f, "game", "has more than a game can have");
	return -EINVAL;
}

char *game_dump(const json_t *value)
{
	return json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
}

/* --- irregularities --- */

static struct game_irregularity *irregularity_of(const struct game *g, unsigned id)
{
	for (size_t i = 0; i < g->irregularity_count; i++)
		if (g->irregularities[i].id == id)
			return &g->irregularities[i];
	return NULL;
}

/* The newest that is ruled so; color GAME_NOBODY: of anybody. */
static struct game_irregularity *newest(const struct game *g, enum game_ruling ruling,
					uint8_t color)
{
	for (size_t i = g->irregularity_count; i-- > 0;) {
		struct game_irregularity *one = &g->irregularities[i];

		if (one->ruling == ruling && (color == GAME_NOBODY || one->color == color))
			return one;
	}
	return NULL;
}

/* An irregularity that is reported again is updated; its ruling stays unless the report has one. */
int game_take_irregularity(struct game *g, struct fields *f, const struct game_head *head)
{
	unsigned id = (unsigned)fields_number(f, "id", UINT32_MAX);
	size_t state = fields_choice(f, "state", game_ruling_words, GAME_RULINGS);
	struct game_irregularity *at = irregularity_of(g, id);
	struct game_irregularity one = {.id = id,
					.seq = at ? at->seq : head->seq,
					.time_ms = at ? at->time_ms : head->time_ms,
					.color = fields_color(f, "color"),
					.presumed = fields_says(f, "certainty", "presumed"),
					.ruling = at ? at->ruling : GAME_OPEN};
	int r;

	fields_word(f, "kind", one.kind, sizeof(one.kind));
	fields_word(f, "article", one.article, sizeof(one.article));
	if (id == 0 || one.kind[0] == '\0')
		fields_blame(f, id == 0 ? "id" : "kind", "not there");
	if (f->bad)
		return -EINVAL;
	r = at ? 0 : game_reserve_notes(g);
	if (r < 0)
		return game_no_room(f, r);
	one.report = game_dump(f->object);
	if (!one.report)
		return -ENOMEM;
	if (state < GAME_RULINGS)
		one.ruling = (enum game_ruling)state;
	if (at)
		free(at->report);
	else
		at = &g->irregularities[g->irregularity_count++];
	*at = one;
	return 1;
}

/* A number of each player, such as {"white":1,"black":0}; untouched if it is not there. */
static void both_numbers(struct fields *f, const char *key, unsigned ret[2])
{
	static const char *const colors[] = {"white", "black"};
	const json_t *part = fields_part(f, key);

	for (size_t i = 0; part && i < 2; i++) {
		const json_t *number = json_object_get(part, colors[i]);

		if (!json_is_integer(number) || json_integer_value(number) < 0 ||
		    json_integer_value(number) > UINT16_MAX)
			fields_blame(f, key, "not a number of each player");
		else
			ret[i] = (unsigned)json_integer_value(number);
	}
}

/* What became of an irregularity, and what is owed now. */
int game_take_finding(struct game *g, struct fields *f, const struct game_head *head)
{
	struct game_irregularity *at =
		irregularity_of(g, (unsigned)fields_number(f, "id", UINT32_MAX));
	size_t state = fields_choice(f, "state", game_ruling_words, GAME_RULINGS);
	unsigned counts[2] = {g->illegal_moves[0], g->illegal_moves[1]};
	unsigned owed[2] = {g->owed_minutes[0], g->owed_minutes[1]};

	(void)head;
	both_numbers(f, "illegal_moves", counts);
	both_numbers(f, "owed_minutes", owed);
	if (state == GAME_RULINGS)
		fields_blame(f, "state", "no state of an irregularity");
	if (f->bad)
		return -EINVAL;
	if (at)
		at->ruling = (enum game_ruling)state;
	memcpy(g->illegal_moves, counts, sizeof(counts));
	memcpy(g->owed_minutes, owed, sizeof(owed));
	return 1;
}

/* --- decisions --- */

/* What an action does to an irregularity, by its first word. */
static const struct {
	const char *word;
	enum game_ruling ruling;
} rulings[] = {{"uphold", GAME_UPHELD}, {"dismiss", GAME_DISMISSED}, {"claim", GAME_CLAIMED}};

/* The rest of the action behind its first word, or NULL if that is another one. */
static const char *after_word(const char *action, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(action, word, len) != 0 || (action[len] != ' ' && action[len] != '\0'))
		return NULL;
	return action + len + strspn(action + len, " ");
}

/*
 * Which one is claimed: the newest open offence of the other player. Draws and
 * flags are claimed with the same word and concern none.
 */
static struct game_irregularity *claimed(const struct game *g, const char *rest)
{
	static const char *const colors[] = {"white", "black"};

	for (uint8_t color = 0; color < 2; color++) {
		const char *what = after_word(rest, colors[color]);

		if (what && (after_word(what, "touch-move") || after_word(what, "illegal-move")))
			return newest(g, GAME_OPEN,
				      color == RULES_WHITE ? RULES_BLACK : RULES_WHITE);
	}
	return NULL;
}

/* Which one is ruled on: by its id, else the newest claim, else the newest open one. */
static struct game_irregularity *ruled(const struct game *g, const char *rest)
{
	struct game_irregularity *one;

	if (rest[0] != '\0')
		return irregularity_of(g, (unsigned)strtoul(rest, NULL, 10));
	one = newest(g, GAME_CLAIMED, GAME_NOBODY);
	return one ? one : newest(g, GAME_OPEN, GAME_NOBODY);
}

static void rule(struct game *g, struct game_decision *decision, unsigned named)
{
	for (size_t i = 0; i < sizeof(rulings) / sizeof(rulings[0]); i++) {
		const char *rest = after_word(decision->action, rulings[i].word);
		struct game_irregularity *one;

		if (!rest)
			continue;
		if (named > 0)
			one = irregularity_of(g, named);
		else
			one = rulings[i].ruling == GAME_CLAIMED ? claimed(g, rest) : ruled(g, rest);
		if (!one)
			return;
		decision->irregularity = one->id;
		decision->before = one->ruling;
		decision->after = one->ruling = rulings[i].ruling;
	}
}

static struct game_decision *decision_of(const struct game *g, uint64_t seq)
{
	for (size_t i = 0; i < g->decision_count; i++)
		if (g->decisions[i].seq == seq)
			return &g->decisions[i];
	return NULL;
}

/*
 * A ruling that is undone leaves the irregularity as it was before it. An undo
 * that is undone brings back what it undid; that is always older.
 */
static void undo(struct game *g, uint64_t seq)
{
	struct game_decision *old = decision_of(g, seq);
	bool is_undone = true;

	while (old && old->undone != is_undone) {
		struct game_irregularity *one = irregularity_of(g, old->irregularity);

		old->undone = is_undone;
		if (one)
			one->ruling = is_undone ? old->before : old->after;
		old = old->undoes < old->seq ? decision_of(g, old->undoes) : NULL;
		is_undone = !is_undone;
	}
}

static char *copy_of(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = malloc(size);

	return copy ? memcpy(copy, text, size) : NULL;
}

/* --- touches --- */

static bool corrects_touch(const char *action)
{
	return after_word(action, "accidental") || after_word(action, "attribute");
}

/* What an arbiter says of a touch is said of the last that counts. */
static uint64_t last_touch(const struct game *g)
{
	for (size_t i = g->touched_count; i-- > 0;)
		if (!g->touched[i].is_accidental)
			return g->touched[i].seq;
	return 0;
}

/* The touch was accidental, or the opponent's. */
static void correct(struct game_touch *touch, const char *action)
{
	const char *whose = after_word(action, "attribute");

	if (whose)
		touch->color = after_word(whose, "black") ? RULES_BLACK : RULES_WHITE;
	else
		touch->is_accidental = true;
}

/* All of them anew, by the decisions that stand: an undone one leaves nothing behind. */
static void correct_touches(struct game *g)
{
	for (size_t i = 0; i < g->touched_count; i++) {
		struct game_touch *touch = &g->touched[i];

		touch->color = touch->told;
		touch->is_accidental = false;
		for (size_t j = 0; j < g->decision_count; j++)
			if (g->decisions[j].touch == touch->seq && !g->decisions[j].undone)
				correct(touch, g->decisions[j].action);
	}
}

/* --- two boards of one game --- */

/* "second-board black 2", the last that stands. */
static void find_other_board(struct game *g)
{
	const char *words = NULL;

	g->other_table = 0;
	for (size_t i = 0; i < g->decision_count; i++) {
		const char *of = g->decisions[i].undone
					 ? NULL
					 : after_word(g->decisions[i].action, "second-board");

		words = of ? of : words;
	}
	for (uint8_t color = 0; words && color < 2; color++) {
		const char *table = after_word(words, game_color_word(color));

		if (table) {
			g->other_table = (unsigned)strtoul(table, NULL, 10);
			g->other_color = color;
		}
	}
}

bool game_is_copy(const struct game *g)
{
	return g->other_table > 0 && g->other_table < g->table;
}

int game_take_decision(struct game *g, struct fields *f, const struct game_head *head)
{
	const char *action = fields_text(f, "action"), *undone;
	unsigned named = (unsigned)fields_number(f, "irregularity", UINT32_MAX);
	struct game_decision decision = {.seq = head->seq,
					 .time_ms = head->time_ms,
					 .undoes = fields_number(f, "undoes", INT64_MAX)};
	int r;

	fields_word(f, "by", decision.by, sizeof(decision.by));
	if (!action)
		fields_blame(f, "action", "not there");
	if (f->bad || !action)
		return -EINVAL;
	undone = after_word(action, "undo");
	if (undone && decision.undoes == 0)
		decision.undoes = strtoul(undone, NULL, 10);
	r = game_reserve_notes(g);
	if (r < 0)
		return game_no_room(f, r);
	decision.action = copy_of(action);
	if (!decision.action)
		return -ENOMEM;
	rule(g, &decision, named);
	if (corrects_touch(action))
		decision.touch = last_touch(g);
	undo(g, decision.undoes);
	g->decisions[g->decision_count++] = decision;
	correct_touches(g);
	find_other_board(g);
	return 1;
}
