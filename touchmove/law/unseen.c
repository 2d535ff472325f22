/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/adopt.h"
#include "touchmove/law/correct.h"
#include "touchmove/law/judge_private.h"
#include "touchmove/law/over.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"

/*
 * What was not seen: whole boards, gaps, the clock's own messages, and doubts.
 * The reader explains them; law only sees to it that nobody is accused of what
 * was not seen (section 16 of the procedure).
 */

/* What was kept of a press cannot be read again: not everything came as an input. */
void law_forget_presses(struct law *law)
{
	law->pressed.is = false;
	law->hold = LAW_HOLD_NOT;
	law->game.judging = false;
}

void law_take_board(struct law *law, struct work *w, const rules_piece board[64])
{
	struct rules_position before = law->reader.sense.seen;
	struct read_list list;

	read_board(&law->reader, board, law->game.now_ms, &list);
	law->wants_board = false;
	if (memcmp(before.at, law->reader.sense.seen.at, sizeof(before.at)) != 0) {
		law_forget_presses(law);
		law->game.turn.after_gap |= law_is_playing(&law->game);
		law->changed_ms = law->game.now_ms;
		law->look_ms = law->game.now_ms + law->game.rules.settle_ms;
	}
	law_take_news(law, w, &list);
	law_refresh(law, w, LAW_LIVE);
}

void law_take_gap(struct law *law, struct work *w, bool is_blind)
{
	struct read_list list;

	read_gap(&law->reader, is_blind, law->game.now_ms, &list);
	law_forget_presses(law);
	law->game.turn.after_gap = true;
	law_take_news(law, w, &list);
	law_refresh(law, w, LAW_LIVE);
}

/* Clocks that stop or start stop play and let it go on; another side's: a press was not seen. */
void law_on_clock(struct law *law, struct work *w, const struct touch_event *event)
{
	struct touch_game *game = &law->game;
	struct read_list list;

	if (game->rules.no_clock)
		return;
	law->is_stopping = false;
	if (event->color == TOUCH_BOTH && game->running != TOUCH_BOTH) {
		law->is_stopping = law_is_reading_gap(law);
		if (!law->is_stopping)
			law_stop_clocks(law, w);
		return;
	}
	if (game->running == TOUCH_BOTH && event->color != TOUCH_BOTH && game->paused) {
		law_start_clocks(law, w, event->color);
		return;
	}
	if (event->color != TOUCH_BOTH && game->running != TOUCH_BOTH &&
	    game->running != event->color)
		law_forget_presses(law);
	game->running = event->color;
	read_clock(&law->reader, event->color, game->now_ms, &list);
	law_take_news(law, w, &list);
	law_refresh(law, w, LAW_LIVE);
}

/* --- doubts --- */

/* What may have been played from the first half-move that is not known. */
static void name_lines(const struct reader *r, struct touch_unsure *ret)
{
	ret->count = 0;
	for (unsigned i = 0; i < r->doubt_count && ret->count < TOUCH_LINES_MAX; i++) {
		struct touch_line *line = &ret->line[ret->count++];

		line->count = r->doubt[i].count;
		memcpy(line->move, r->doubt[i].move, sizeof(line->move));
	}
}

void law_say_unsure(struct law *law, struct work *w, const struct read_news *news)
{
	struct touch_unsure *asked = &law->asked;

	asked->ply = news->ply;
	read_position(&law->reader,
		      &asked->from); /* law may not have said the last half-move yet */
	name_lines(&law->reader, asked);
	law->is_asked = true;
	law_mind_doubt(law);
	touch_say(w, TOUCH_REPORT_UNSURE)->ply = news->ply;
}

bool law_is_in_the_dark(const struct law *law)
{
	return law->reader.is_blind || law->reader.is_lost || law->reader.search.is_open;
}

/* A player's clock runs, and every man stands or is in his hand: he only takes his time over a
 * move. */
static bool is_only_thinking(const struct law *law)
{
	const struct touch_game *game = &law->game;
	const struct rules_position *base = &game->turn.base, *seen = &law->reader.sense.seen;
	enum rules_color player = touch_player(game);

	return game->state == TOUCH_ST_TO_MOVE && game->running == player && game->shaken == 0 &&
	       !law->reader.has_gap && !(law->pressed.is && !law->pressed.is_judged) &&
	       law->reader.told == game->plies &&
	       rules_count(seen->of_color[player]) + (int)game->hands.count ==
		       rules_count(base->of_color[player]) &&
	       seen->of_color[rules_opponent(player)] == base->of_color[rules_opponent(player)];
}

/*
 * Is a man off his square since before this turn? After a gap he may have been taken while nobody
 * looked: the board lacks him in every turn, and no hand has touched him in any.
 */
static bool lacks_men_since_before(const struct law *law)
{
	const struct rules_position *pos = touch_position_now(&law->game);
	const struct sense *sense = &law->reader.sense;
	rules_set off = sense_differs(sense, pos) & ~rules_all_men(&sense->seen);

	while (off) {
		rules_square square = rules_take(&off);

		if (law->reader.zero_ms + sense->changed_ms[square] < law->game.passed_at_ms)
			return true;
	}
	return false;
}

/* While half-moves are not known nobody is accused; the count of turns begins when they are. */
void law_mind_doubt(struct law *law)
{
	const struct reader *r = &law->reader;
	bool is_missed = r->is_lost || r->is_blind ||
			 r->is_recalling || /* a board's record tells the order, and no times */
			 (law->game.turn.after_gap && lacks_men_since_before(law));

	if (law->game.turn.after_gap)
		law->known_ms = law->game.now_ms;
	if (!is_missed && (!r->is_unsure || is_only_thinking(law)))
		return;
	law->game.shaken = LAW_SHAKEN_TURNS;
	law->game.turn.after_gap = true;
}

void law_say_missed(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	uint16_t ply = (uint16_t)(game->plies + touch_is_made(game) + 1);

	if (!law_is_playing(game) || law->reader.is_unsure)
		return;
	game->shaken = LAW_SHAKEN_TURNS;
	game->turn.after_gap = true;
	touch_say(w, TOUCH_REPORT_UNSURE)->ply = ply;
}

/* Where no men are seen, play has gone on with the doubt open: the reader knows the rest. */
static bool choose_reading(struct law *law, struct work *w, const struct touch_unsure *asked,
			   uint32_t number)
{
	struct read_list list;

	if (!law->game.rules.sees_no_men ||
	    !read_choose(&law->reader, (uint16_t)asked->ply, asked->line[number - 1].move[0],
			 law->game.now_ms, &list))
		return false;
	law_take_news(law, w, &list);
	law_refresh(law, w, LAW_LIVE);
	return true;
}

/* The arbiter says which line was played; what was told since stays as far as it is legal. */
void law_choose(struct law *law, struct work *w, uint32_t number)
{
	struct touch_game *game = &law->game;
	struct touch_unsure asked = law->asked;

	if (!law->is_asked || number == 0 || number > asked.count) {
		w->out->refused = law->is_asked ? "there is no such line to choose"
						: "nothing is unsure: there is no line to choose";
		return;
	}
	law->is_asked = false;
	if (choose_reading(law, w, &asked, number))
		return;
	touch_set_line(w, asked.ply, &asked.line[number - 1]);
	if (game->state == TOUCH_ST_HANDLING)
		game->state = TOUCH_ST_TO_MOVE; /* a hand may hold a man: play has not stopped */
	game->shaken = LAW_SHAKEN_TURNS;
	game->turn.after_gap = true;
	law_give_base(law, w);
}

/* The men are handled freely: what was read of that as moves is taken back. */
void law_say_over(struct law *law, struct work *w, const struct read_news *news)
{
	static const enum rules_result results[] = {RULES_UNDECIDED, RULES_WHITE_WINS,
						    RULES_BLACK_WINS, RULES_DRAWN};
	struct touch_game *game = &law->game;

	if (!law_is_playing(game) && news->result == 0)
		return; /* with the clocks standing men may be put anywhere; only the kings tell */
	/* What no move explains may be an offence that play went on from. */
	if (news->result == 0 && law_is_playing(game) && law->pressed.is &&
	    !law->pressed.is_judged && law_judge_at_press(law, w))
		return;
	if (law_is_playing(game) && law_explains_rest(law, w) && news->result == 0)
		return;
	if (law_is_playing(game) && law->reader.told < game->plies + touch_is_made(game))
		law_take_back(law, w, (uint16_t)(law->reader.told + 1));
	law_forget_presses(law);
	touch_say_over(w, results[news->result & 3]);
}

/* --- half-moves --- */

/* What was published stands, however it would be read today. */
void law_go_on(struct law *law, const struct law_past *past)
{
	struct touch_game *game = &law->game;
	struct rules_position pos = game->start;
	struct read_list list;

	game->start_ply = game->plies = past->ply;
	game->history_ply[0] = past->ply;
	for (size_t i = 0; i < past->count && game->plies < TOUCH_PLIES_MAX; i++) {
		game->before = pos;
		game->played[game->plies++] = past->move[i];
		rules_apply(&pos, past->move[i], NULL);
		touch_history_push(game, &pos);
	}
	memcpy(game->illegal_count, past->illegal_count, sizeof(game->illegal_count));
	memcpy(game->owed_minutes, past->owed_minutes, sizeof(game->owed_minutes));
	game->shaken = LAW_SHAKEN_TURNS;
	touch_turn_begin(game, &pos);
	touch_hands_set(&game->hands, &pos);
	if (!game->rules.no_clock)
		game->running = pos.turn;
	sense_init(&law->reader.sense, &law->reader.config.times, law->reader.config.sees_men, &pos,
		   law->reader.now_ms);
	read_base(&law->reader, &pos, game->plies, game->now_ms, &list);
	read_clock(&law->reader, game->running, game->now_ms, &list);
	read_gap(&law->reader, true, game->now_ms, &list);
}
