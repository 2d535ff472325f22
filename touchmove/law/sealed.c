/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/sealed.h"
#include "rules-core/uci.h"
#include "touchmove/law/correct.h"
#include "touchmove/law/report.h"
#include "touchmove/law/said.h"
#include "touchmove/law/turn.h"

/*
 * An adjourned game goes on (A7, A8 / guideline 7, 8 / I.7, I.8): the envelope is opened, and the
 * sealed move is entered. A move that is ambiguous, cannot be read or is illegal loses; the arbiter
 * is told which of the three it is, and decides. Where the envelope is lost, play goes on from the
 * position and the times of the record (A11a / guideline 11 / I.12.1).
 */

static enum touch_law fault_of(enum rules_san_result read)
{
	static const enum touch_law laws[] = {
		[RULES_SAN_GOOD] = TOUCH_LAW_NONE,
		[RULES_SAN_NO_MOVE] = TOUCH_LAW_SEALED_UNREADABLE,
		[RULES_SAN_ILLEGAL] = TOUCH_LAW_SEALED_ILLEGAL,
		[RULES_SAN_AMBIGUOUS] = TOUCH_LAW_SEALED_AMBIGUOUS,
	};

	return laws[read];
}

bool touch_is_adjourned(const struct touch_game *game)
{
	return game->state == TOUCH_ST_HANDLING &&
	       (game->told_to_seal[RULES_WHITE] || game->told_to_seal[RULES_BLACK]);
}

bool touch_has_sealed(const struct touch_game *game, enum rules_color color)
{
	return game->told_to_seal[color];
}

/*
 * A9c, I.9.3: the sealed move is played, and who sealed it is not there. The player may seal his
 * reply, and starts the clock of the absent one.
 */
bool touch_seals_reply(const struct touch_game *game, enum rules_color color)
{
	enum rules_color opponent = rules_opponent(color);

	return game->is_resuming && !game->told_to_seal[opponent] && !game->arrived[opponent] &&
	       touch_on_move(game) == color;
}

void touch_seal(struct touch_game *game, enum rules_color color)
{
	game->is_resuming = touch_seals_reply(game, color);
	game->told_to_seal[color] = true;
}

void touch_adjourned_lost(struct work *w, uint8_t color)
{
	if (touch_is_adjourned(w->game))
		touch_find(w, TOUCH_KIND_POSITION_LOST, TOUCH_LAW_POSITION_LOST, color,
			   TOUCH_OBSERVED);
	else
		w->out->refused = "the game is not adjourned: its position is on the board";
}

void touch_sealed_opened(struct work *w, enum rules_color color, const char *text)
{
	struct touch_game *game = w->game;
	rules_move move = RULES_NO_MOVE;
	enum rules_san_result read;
	char uci[RULES_UCI_MAX];
	struct rules_text out = rules_text_in(uci, sizeof(uci));

	if (!game->told_to_seal[color] || touch_is_made(game) || touch_player(game) != color) {
		w->out->refused = "this player has sealed no move";
		return;
	}
	game->told_to_seal[color] = false;
	if (rules_slice_is(rules_slice_of(text), "lost"))
		return; /* A11a, I.12.1: the player makes the move that he says he sealed */
	read = touch_said_read(&game->turn.base, text, &move);
	if (read != RULES_SAN_GOOD) {
		touch_find(w, TOUCH_KIND_SEALED_MOVE_WRONG, fault_of(read), (uint8_t)color,
			   TOUCH_OBSERVED);
		return;
	}
	rules_uci_write(&out, &game->turn.base, move);
	touch_set_move(w, game->plies + 1u, uci);
	game->watched_ply = game->plies; /* who made it is not there because of it */
	game->watched_turn = (uint8_t)game->turn.base.turn;
}
