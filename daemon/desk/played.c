/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/played.h"

#include "rules-core/setup.h"
#include "rules-core/uci.h"
#include "touchmove/law/action.h"

static json_t *pair_of(const unsigned number[2])
{
	return json_pack("[i,i]", (int)number[RULES_WHITE], (int)number[RULES_BLACK]);
}

static json_t *moves_since(const struct game *game, size_t ply)
{
	json_t *moves = json_array();

	for (; moves && ply < game->ply_count; ply++)
		json_array_append_new(moves, json_string(game->plies[ply].uci));
	return moves;
}

static json_t *with_other_board(json_t *object, const struct game *game)
{
	const char *color = game_color_word(game->other_color);

	if (object && game->other_table > 0)
		json_object_set_new(
			object, "second_board",
			json_pack("{s:i, s:s}", "table", (int)game->other_table, "color", color));
	return object;
}

json_t *played_write(const struct game *game)
{
	const struct game_base *base = game_base_at(game, game->ply_count);
	char fen[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(fen, sizeof(fen));

	rules_fen_write(&text, &base->pos, RULES_FEN_PLAIN);
	return with_other_board(json_pack("{s:s, s:i, s:o, s:b, s:o, s:o}", "fen", fen, "ply",
					  (int)base->ply, "moves", moves_since(game, base->ply),
					  "clock", game->clock.state[0] != '\0', "illegal_moves",
					  pair_of(game->illegal_moves), "owed_minutes",
					  pair_of(game->owed_minutes)),
				game);
}

/* --- reading: ours, but the file may have been changed by hand --- */

static bool read_moves(struct desk_played *ret, const json_t *moves)
{
	struct rules_position pos = ret->table.start;
	size_t count = json_array_size(moves);

	if (!json_is_array(moves) || ret->table.law.ply + count > TOUCH_PLIES_MAX)
		return false;
	for (size_t i = 0; i < count; i++) {
		const char *uci = json_string_value(json_array_get(moves, i));

		ret->move[i] = uci ? rules_uci_read(&pos, rules_slice_of(uci)) : RULES_NO_MOVE;
		if (ret->move[i] == RULES_NO_MOVE)
			return false;
		rules_apply(&pos, ret->move[i], NULL);
	}
	ret->table.law.count = count;
	ret->table.law.move = ret->move;
	return true;
}

/* Settings of a game on one board have none. */
static bool read_other_board(struct table_pair *ret, const json_t *object)
{
	const char *word;
	uint8_t color;
	int table;

	*ret = (struct table_pair){0};
	if (!object)
		return true;
	if (json_unpack((json_t *)object, "{s:i, s:s}", "table", &table, "color", &word) < 0 ||
	    table <= 0 || !touch_color_read(&color, rules_slice_of(word)))
		return false;
	*ret = (struct table_pair){.table = (unsigned)table, .color = (enum rules_color)color};
	return true;
}

bool played_read(struct desk_played *ret, const json_t *object)
{
	const char *fen;
	json_t *moves;
	int ply, has_clock, illegal[2], owed[2];
	struct rules_fault fault;

	if (!object ||
	    json_unpack((json_t *)object, "{s:s, s:i, s:o, s:b, s:[i,i], s:[i,i]}", "fen", &fen,
			"ply", &ply, "moves", &moves, "clock", &has_clock, "illegal_moves",
			&illegal[0], &illegal[1], "owed_minutes", &owed[0], &owed[1]) < 0)
		return false;
	*ret = (struct desk_played){.table.has_clock = has_clock};
	if (ply < 0 || ply > TOUCH_PLIES_MAX ||
	    !rules_fen_read(&ret->table.start, rules_slice_of(fen), &fault) ||
	    !rules_setup_has_kings(rules_setup_check(&ret->table.start)))
		return false;
	ret->table.law.ply = (uint16_t)ply;
	for (int color = 0; color < 2; color++) {
		ret->table.law.illegal_count[color] = (uint8_t)illegal[color];
		ret->table.law.owed_minutes[color] = (uint16_t)owed[color];
	}
	return read_other_board(&ret->table.pair, json_object_get(object, "second_board")) &&
	       read_moves(ret, moves);
}
