/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_TURN_H
#define BOARDD_LAW_TURN_H

#include "touchmove/law/work.h"

/* Whose turn it is, and what it begins with. */

static inline enum rules_color touch_player(const struct touch_game *game)
{
	return (enum rules_color)game->turn.base.turn;
}

static inline enum rules_color touch_opponent(const struct touch_game *game)
{
	return rules_opponent(touch_player(game));
}

static inline bool touch_is_made(const struct touch_game *game)
{
	return game->turn.made != RULES_NO_MOVE;
}

/* A man seen on two squares within this time is one man on his way. */
static inline uint64_t touch_twice_ms(const struct touch_game *game)
{
	return 2 * (uint64_t)game->rules.scan_ms;
}

/* The lever is often seen before the last square: by so much at most. */
static inline uint64_t touch_late_ms(const struct touch_rules *rules)
{
	return rules->late_ms > rules->scan_ms ? rules->late_ms : rules->scan_ms;
}

/* Who has the move (Art. 1.3): from the moment the opponent's move is made. */
enum rules_color touch_on_move(const struct touch_game *game);

void touch_turn_begin(struct touch_game *game, const struct rules_position *base);
void touch_turn_pass(struct work *w);
void touch_turn_pass_in_disorder(struct work *w); /* his men stay where they stand */
void touch_turn_pass_explained(struct work *w);   /* no man stands wrong: moves to come tell why */

/* The board is what the offender's legal move and the made answer give: he has put it right. */
bool touch_turn_is_put_right(const struct touch_game *game);

/* A man that was displaced at a press is seen at home again, whenever that is: base has him there.
 */
bool touch_turn_come_home(struct touch_game *game, const rules_piece seen[64]);

void touch_turn_pass_irregular(struct work *w, rules_move displaced);
void touch_turn_give_back(struct work *w);
void touch_turn_put_right(struct work *w, rules_move move);
void touch_turn_revise(struct work *w, rules_move move);
void touch_turn_players_list(const struct touch_game *game, bool with_pending,
			     struct touch_list *ret);
void touch_turn_obligation(const struct touch_game *game, bool with_pending,
			   struct touch_obligation *ret);

/* The same for who has the move while the player's is made and not passed on. */
void touch_turn_obligation_of_opponent(const struct touch_game *game, struct touch_obligation *ret);
void touch_history_push(struct touch_game *game, const struct rules_position *pos);
void touch_history_rebuild(struct touch_game *game);

/* After which half-moves it stood there, oldest first, so many at most; how often that is. */
size_t touch_history_plies(const struct touch_game *game, const struct rules_position *pos,
			   size_t most, uint16_t *ret_plies);

unsigned touch_history_count(const struct touch_game *game, const struct rules_position *pos);

/* A player's move is made but not pressed, and the opponent has answered; or no man of it was seen.
 */
void touch_pass_uncompleted(struct work *w);
void touch_pass_unseen(struct work *w);

/* The board shows this legal move of the offender instead of what he pressed, or none. */
rules_move touch_putting_right(const struct touch_game *game);

/* The move is no longer on the board; what was released still binds. */
void touch_undo_made(struct touch_game *game);

/* Where the made move put this man, or RULES_NO_SQUARE if it is none of the move. */
rules_square touch_moved_to(const struct touch_turn *turn, uint8_t man);

#endif
