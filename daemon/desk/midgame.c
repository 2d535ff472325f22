/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/midgame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/desk/replay.h"
#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/setup.h"

struct look {
	uint64_t seq;
	bool has_men;
	bool is_found;             /* the move that leads on from there */
	bool is_done;              /* whatever comes, it is so */
	bool has_press, had_moved; /* before the first press */
	uint8_t presser;
	rules_piece first[64], now[64]; /* as a board lies that is not turned */
	struct rules_position start;
};

/* --- positions that the men may be --- */

static rules_piece man_at(const rules_piece men[64], rules_square square, bool is_turned)
{
	return men[is_turned ? 63 - square : square];
}

/* All rights that the men leave open. */
static const char *castling_of(const struct rules_position *pos, char ret[5])
{
	static const struct {
		char right, king, rook;
		rules_square from, corner;
	} rights[] = {{'K', 'K', 'R', 4, 7},
		      {'Q', 'K', 'R', 4, 0},
		      {'k', 'k', 'r', 60, 63},
		      {'q', 'k', 'r', 60, 56}};
	size_t count = 0;

	for (size_t i = 0; i < sizeof(rights) / sizeof(rights[0]); i++)
		if (rules_fen_letter(pos->at[rights[i].from]) == rights[i].king &&
		    rules_fen_letter(pos->at[rights[i].corner]) == rights[i].rook)
			ret[count++] = rights[i].right;
	ret[count] = '\0';
	return count > 0 ? ret : "-";
}

/* passed: the file of a pawn that has just gone two squares, or 8. False: no game goes on so. */
static bool position_of(const rules_piece men[64], bool is_turned, enum rules_color turn,
			unsigned passed, struct rules_position *ret)
{
	char placement[RULES_FEN_MAX], fen[2 * RULES_FEN_MAX], castling[5], square[3] = "-";
	struct rules_text text = rules_text_in(placement, sizeof(placement));
	struct rules_position pos;

	rules_position_clear(&pos);
	for (rules_square i = 0; i < 64; i++)
		rules_position_put(&pos, i, man_at(men, i, is_turned));
	rules_placement_write(&text, &pos);
	if (passed < 8)
		snprintf(square, sizeof(square), "%c%c", 'a' + (int)passed,
			 turn == RULES_WHITE ? '6' : '3');
	snprintf(fen, sizeof(fen), "%s %c %s %s 0 1", placement, turn == RULES_WHITE ? 'w' : 'b',
		 castling_of(&pos, castling), square);
	return rules_fen_read(ret, rules_slice_of(fen), NULL) &&
	       rules_setup_is_playable(rules_setup_check(ret));
}

static bool leads_to(const struct rules_position *pos, const rules_piece men[64], bool is_turned)
{
	struct rules_moves moves;

	rules_legal_moves(pos, &moves);
	for (size_t i = 0; i < moves.count; i++) {
		struct rules_position after = *pos;
		rules_square square = 0;

		rules_apply(&after, moves.move[i], NULL);
		while (square < 64 && after.at[square] == man_at(men, square, is_turned))
			square++;
		if (square == 64)
			return true;
	}
	return false;
}

/* White's men stand nearer to their own first rank than Black's, or the board lies turned. */
static bool is_turned(const rules_piece men[64])
{
	int sum = 0;

	for (int square = 0; square < 64; square++)
		if (men[square] != RULES_NO_PIECE)
			sum += (2 * (square / 8) - 7) *
			       (rules_color_of(men[square]) == RULES_WHITE ? 1 : -1);
	return sum > 0;
}

/* Whose move leads from the first men to those of now? */
static void look_for_move(struct look *look)
{
	const bool likely = is_turned(look->first);

	for (int i = 0; i < 2; i++)
		for (int turn = 0; turn < 2; turn++)
			for (unsigned passed = 9; passed-- > 0;)
				if (position_of(look->first, likely ^ i, (enum rules_color)turn,
						passed, &look->start) &&
				    leads_to(&look->start, look->now, likely ^ i)) {
					look->is_found = true;
					return;
				}
}

/* What the first press says, where no move explains the men: its player has moved. */
static void look_at_press(struct look *look)
{
	uint8_t turn = look->had_moved ? look->presser : (look->presser ^ 1);

	if (look->has_press)
		look->is_found =
			position_of(look->first, false, (enum rules_color)turn, 8, &look->start);
}

/*
 * --- the news of a game that is not recognised ---
 *
 * Men that are set up may move as in a game, too. So a move counts when it was pressed, or when
 * no game is recognised afterwards.
 */

static void take_first(struct look *look, const struct table *table)
{
	const struct board_men *men = board_session_men(&table->session, 0);

	if (!men || look->has_men)
		return;
	look->has_men = true;
	for (rules_square i = 0; i < 64; i++) {
		look->first[i] = look->now[i] = rules_fen_piece(men->at[i]);
		if (men->at[i] != BOARD_EMPTY && look->first[i] == RULES_NO_PIECE)
			look->is_done = true; /* it cannot say which man that is */
	}
}

static void take_press(struct look *look, uint8_t color)
{
	look->is_done = look->is_found;
	if (look->has_press)
		return;
	look->has_press = true;
	look->presser = color;
	look->had_moved = memcmp(look->first, look->now, sizeof(look->now)) != 0;
}

static void take_sensed(struct look *look, const struct table_news *news)
{
	look->now[news->square] = news->piece;
	if (news->piece != RULES_NO_PIECE && !look->is_found)
		look_for_move(look);
}

static uint64_t take_news(void *data, const struct table *table, const struct table_news *news)
{
	struct look *look = data;

	if (table->has_game && !look->is_done) {
		look->is_found = false;
		look->is_done = true;
	}
	if (look->is_done)
		return ++look->seq;
	if (news->kind == TABLE_NEWS_BOARD)
		take_first(look, table);
	if (news->kind == TABLE_NEWS_SENSED && look->has_men)
		take_sensed(look, news);
	if (news->kind == TABLE_NEWS_PRESS && look->has_men)
		take_press(look, news->color);
	return ++look->seq;
}

bool midgame_find_start(struct capture *capture)
{
	struct replay *r;
	struct look look = {0};
	bool is_good;

	if (capture->config.has_start)
		return true;
	r = malloc(sizeof(*r));
	is_good = r && replay_run(r, capture, take_news, NULL, &look);
	free(r);
	if (is_good && !look.is_done && !look.is_found)
		look_at_press(&look);
	if (!is_good || !look.is_found)
		return is_good;
	capture->config.start = look.start;
	capture->config.has_start = true;
	return true;
}
