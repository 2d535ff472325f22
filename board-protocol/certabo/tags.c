/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/certabo/tags.h"

#include <string.h>

#define ZEROS_MAX 2 /* a tag with more of them is noise */

/* Where the spare queens stand, seen from White's side and from Black's. */
#define D3 19
#define D6 43
#define E3 20
#define E6 44

void certabo_tags_init(struct certabo_tags *t)
{
	memset(t, 0, sizeof(*t));
}

void certabo_tags_open(struct certabo_tags *t)
{
	t->lines = t->steady = 0;
	memset(t->believed, 0, sizeof(t->believed));
}

static bool is_same(const struct certabo_tag *a, const struct certabo_tag *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

static bool is_empty(const struct certabo_tag *tag)
{
	static const struct certabo_tag none;

	return is_same(tag, &none);
}

static struct certabo_tag without_noise(struct certabo_tag tag)
{
	unsigned zeros = 0;

	for (size_t i = 0; i < CERTABO_TAG; i++)
		zeros += tag.bytes[i] == 0;
	return zeros > ZEROS_MAX ? (struct certabo_tag){0} : tag;
}

/* --- what is believed --- */

static void keep_line(struct certabo_tags *t, const struct certabo_tag tag[BOARD_SQUARES])
{
	memmove(t->seen[1], t->seen[0], sizeof(t->seen) - sizeof(t->seen[0]));
	for (size_t i = 0; i < BOARD_SQUARES; i++)
		t->seen[0][i] = without_noise(tag[i]);
	if (t->lines < CERTABO_LINES)
		t->lines++;
}

/* Returns whether anything is believed now that was not. */
static bool believe(struct certabo_tags *t)
{
	bool has_changed = false;

	for (size_t i = 0; i < BOARD_SQUARES; i++) {
		const struct certabo_tag *a = &t->seen[0][i], *b = &t->seen[1][i],
					 *c = &t->seen[2][i], *most = &t->believed[i];

		if (is_same(a, b) || is_same(a, c))
			most = a;
		else if (is_same(b, c))
			most = b;
		has_changed |= !is_same(most, &t->believed[i]);
		t->believed[i] = *most;
	}
	return has_changed;
}

/* --- what is known --- */

static board_piece piece_of(const struct certabo_tags *t, const struct certabo_tag *tag)
{
	if (is_empty(tag))
		return BOARD_EMPTY;
	for (size_t i = 0; i < t->known_count; i++)
		if (is_same(&t->known[i].tag, tag))
			return t->known[i].piece;
	return BOARD_UNKNOWN;
}

/* Men of so many sets have been seen: those of now are enough. */
static void learn(struct certabo_tags *t, board_square square, board_piece piece)
{
	if (is_empty(&t->believed[square]) || piece_of(t, &t->believed[square]) != BOARD_UNKNOWN)
		return;
	if (t->known_count == CERTABO_KNOWN_MAX)
		t->known_count = 0;
	t->known[t->known_count].tag = t->believed[square];
	t->known[t->known_count++].piece = piece;
}

/* All men of the start position, and besides them the spare queens at most. */
static bool is_start(const struct certabo_tags *t, board_square spare_low, board_square spare_high)
{
	for (board_square i = 0; i < BOARD_SQUARES; i++) {
		bool is_there = !is_empty(&t->believed[i]);

		if (i >= 16 && i < 48 && is_there && i != spare_low && i != spare_high)
			return false;
		if ((i < 16 || i >= 48) && !is_there)
			return false;
	}
	return true;
}

static void learn_start(struct certabo_tags *t, bool is_turned)
{
	struct board_men start = board_men_start(is_turned);

	for (board_square i = 0; i < BOARD_SQUARES; i++)
		if (start.at[i] != BOARD_EMPTY)
			learn(t, i, start.at[i]);
	learn(t, is_turned ? E3 : D3, is_turned ? 'q' : 'Q');
	learn(t, is_turned ? E6 : D6, is_turned ? 'Q' : 'q');
}

bool certabo_tags_take(struct certabo_tags *t, const struct certabo_tag tag[BOARD_SQUARES],
		       struct board_men *ret)
{
	keep_line(t, tag);
	if (t->lines < CERTABO_LINES)
		return false;
	t->steady = believe(t) ? 0 : t->steady + 1;
	if (t->steady == CERTABO_STEADY && is_start(t, D3, D6))
		learn_start(t, false);
	else if (t->steady == CERTABO_STEADY && is_start(t, E3, E6))
		learn_start(t, true);
	for (size_t i = 0; i < BOARD_SQUARES; i++)
		ret->at[i] = piece_of(t, &t->believed[i]);
	return true;
}
