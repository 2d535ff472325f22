/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/uci.h"
#include "touchmove/work_private.h"

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

void touch_seal(struct touch_game *game, enum rules_color color)
{
	game->told_to_seal[color] = true;
	game->is_resuming = false;
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
}
