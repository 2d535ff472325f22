/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "broadcast/pairing/pairing_private.h"
#include "rules-core/pgn.h"

/* Games with their tags, as pairing programs write them for LiveChess; moves do not matter. */

struct reading {
	struct pairing_list *list;
	const struct pairing_source *source;
	struct pairing_fault *fault;
	bool has_tags; /* of the game being read */
	bool has_player[2];
	struct pairing pairing;
	unsigned orders[PAIRING_ROUND_MAX + 1]; /* games of each round so far */
};

/* "3.12" is round 3, board 12; "3" is round 3. */
static void read_round(struct pairing *pairing, struct rules_slice value)
{
	size_t dot = 0;
	unsigned number;

	while (dot < value.len && value.at[dot] != '.')
		dot++;
	if (pairing_count((struct rules_slice){value.at, dot}, PAIRING_ROUND_MAX, &number) &&
	    number > 0)
		pairing->round = number;
	if (pairing->board == 0 && dot < value.len &&
	    pairing_count((struct rules_slice){value.at + dot + 1, value.len - dot - 1},
			  PAIRING_BOARD_MAX, &number))
		pairing->board = number;
}

static void read_of_player(struct reading *r, struct rules_slice name, struct rules_slice value)
{
	static const char *const colors[] = {"White", "Black"};
	uint8_t color = name.len >= 5 && memcmp(name.at, colors[RULES_BLACK], 5) == 0;
	struct game_player *player = &r->pairing.player[color];

	if (name.len < 5 || memcmp(name.at, colors[color], 5) != 0)
		return;
	name = (struct rules_slice){name.at + 5, name.len - 5};
	if (name.len == 0)
		r->has_player[color] = pairing_name(value, player->name, sizeof(player->name)) &&
				       strcmp(player->name, "?") != 0;
	else if (rules_slice_is(name, "Title"))
		pairing_title(value, player->title);
	else if (rules_slice_is(name, "Elo"))
		player->elo = pairing_number(value);
	else if (rules_slice_is(name, "FideId"))
		player->fide = pairing_number(value);
	else if (rules_slice_is(name, "Team"))
		(void)pairing_name(value, player->team, sizeof(player->team));
}

static void read_tag(struct reading *r, const struct rules_pgn_item *item)
{
	char bytes[1024];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	struct rules_slice value;
	unsigned number;

	if (!r->has_tags) {
		r->has_tags = true;
		r->pairing = (struct pairing){
			.round = r->source->round, .line = item->line, .result = "*"};
		r->has_player[0] = r->has_player[1] = false;
	}
	rules_pgn_unescape(&text, item->text);
	value = (struct rules_slice){bytes,
				     text.len < sizeof(bytes) ? text.len : sizeof(bytes) - 1};
	if (rules_slice_is(item->name, "Round"))
		read_round(&r->pairing, value);
	else if (rules_slice_is(item->name, "Board") &&
		 pairing_count(value, PAIRING_BOARD_MAX, &number) && number > 0)
		r->pairing.board = number;
	else if (rules_slice_is(item->name, "Result"))
		(void)pairing_result(value, r->pairing.result);
	else
		read_of_player(r, item->name, value);
}

/* A game is read: it is a pairing, if somebody sits on both sides. */
static int end_game(struct reading *r)
{
	struct pairing *pairing = &r->pairing;
	unsigned order;

	if (!r->has_tags)
		return 0;
	r->has_tags = false;
	order = ++r->orders[pairing->round];
	if (pairing->board == 0)
		pairing->board = order;
	if (!r->has_player[RULES_WHITE] || !r->has_player[RULES_BLACK])
		return pairing_skip(r->list, pairing->line, "nobody plays on one side");
	if (pairing->board > PAIRING_BOARD_MAX)
		return pairing_skip(r->list, pairing->line, "too many games of one round");
	return pairing_add(r->list, pairing, r->fault);
}

static int read_games(struct reading *r)
{
	struct rules_pgn_reader reader;
	struct rules_pgn_item item;
	int result = 0;

	rules_pgn_open(&reader, r->source->text, RULES_EN);
	while (result == 0 && rules_pgn_next(&reader, &item) != RULES_PGN_END) {
		if (item.kind == RULES_PGN_TAG)
			read_tag(r, &item);
		else if (item.kind == RULES_PGN_FAULT && r->has_tags)
			result = end_game(r); /* the tags before it are as good as others */
		else if (item.kind == RULES_PGN_FAULT)
			result = pairing_skip(r->list, item.line, "%.90s", item.why);
		else if (item.kind == RULES_PGN_RESULT)
			result = end_game(r);
	}
	return result < 0 ? result : end_game(r);
}

int pairing_read_pgn(struct pairing_list *list, const struct pairing_source *source,
		     struct pairing_fault *fault)
{
	struct reading r = {.list = list, .source = source, .fault = fault};

	return read_games(&r);
}
