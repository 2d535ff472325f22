/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/attacks.h"
#include "rules-core/movegen.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/judge_private.h"
#include "touchmove/law/turn.h"

/*
 * What a press found on the board besides the half-move that the reader tells:
 * men that its player left in disorder, and what is not his affair.
 */
#define FLICKER_MS 10000
#define CAPTURE_MS 5000 /* so long a captured man may be off before his captor comes */

/* How long a captured man has to stand on a square to be left there; beside his own: carried past.
 */
static uint64_t left_after_ms(const struct law *law, const struct read_act *act)
{
	rules_square victim = touch_victim_of(&law->game.turn.base, law->told.move);

	return victim != RULES_NO_SQUARE && !rules_has(rules_sight[victim].king, act->square)
		       ? touch_twice_ms(&law->game)
		       : law->game.rules.settle_ms;
}

/* A good reading has him there by the answer: he only looks like the captured man. */
static bool is_of_answer(const struct law *law, const struct read_act *act)
{
	return read_may_follow(&law->reader, law->told.ply, act->square, act->piece);
}

/* On the last rank he may be a new piece: his side is promoting already (Art. 4.6). */
static bool is_there_at_press(const struct law *law, const struct read_act *act)
{
	bool is_last_rank =
		rules_rank_of(act->square) == (rules_color_of(act->piece) == RULES_WHITE ? 7 : 0);

	return !is_last_rank && act->kind == READ_ACT_CARRIED_OFF &&
	       act->at_ms <= law->pressed.at_ms && act->until_ms > law->pressed.at_ms &&
	       !is_of_answer(law, act);
}

/* Was the captured man left there? ret_until: when that will be known, if it is not known yet. */
static bool is_left(const struct law *law, const struct read_act *act, uint64_t *ret_until)
{
	uint64_t left_ms = act->at_ms + left_after_ms(law, act) + 1; /* a look may end just then */

	if (act->until_ms == UINT64_MAX && law->game.now_ms < left_ms && !law->is_given_back)
		*ret_until = left_ms;
	return law->is_given_back ? act->until_ms == UINT64_MAX
				  : act->until_ms >= left_ms && law->game.now_ms >= left_ms;
}

/* What hands had done by the press; what was seen in its scan only helps the player. */
bool law_acts_at_press(const struct law *law, struct read_acts *acts, uint64_t *ret_until)
{
	uint64_t press_ms = law->pressed.at_ms, scanned_ms = press_ms + law->game.rules.scan_ms;
	bool has_left = false;
	size_t kept = 0;

	for (size_t i = 0; i < acts->count; i++) {
		struct read_act act = acts->act[i];

		if (act.at_ms > press_ms && act.at_ms > law->told.rest_ms)
			continue;
		if (is_there_at_press(law, &act)) {
			if (!is_left(law, &act, ret_until))
				continue;
			has_left = true;
		}
		if (act.until_ms != UINT64_MAX && act.until_ms > scanned_ms) {
			act.until_ms = UINT64_MAX;
			if (act.kind == READ_ACT_PUT_BACK)
				act.kind = READ_ACT_LIFTED;
		}
		acts->act[kept++] = act;
	}
	acts->count = kept;
	return has_left;
}

/* The position after the told move, and the answer to it where the reader knows one. */
struct told_board {
	struct rules_position after;
	rules_piece taken;     /* by the move, or RULES_NO_PIECE */
	rules_piece before;    /* by the half-move before it */
	rules_square answered; /* where the man of that one went, or RULES_NO_SQUARE */
	rules_square goal;     /* where the man of the move went */
	bool is_answered;
	uint64_t rest_ms;  /* of the move */
	bool is_put_right; /* the opponent may be putting his press right meanwhile */
	struct read_ply answer;
};

static struct told_board board_of(const struct law *law, rules_move move)
{
	struct told_board told = {.after = law->game.turn.base,
				  .taken = RULES_NO_PIECE,
				  .before = RULES_NO_PIECE,
				  .answered = RULES_NO_SQUARE,
				  .goal = read_goal(move),
				  .rest_ms = law->told.rest_ms,
				  .is_put_right = law->game.turn.after_irregular};
	rules_square victim = touch_victim_of(&told.after, move);
	struct read_ply before;

	if (law->told.ply > 1 &&
	    read_ply_after(&law->reader, (uint16_t)(law->told.ply - 2), &before)) {
		told.before = before.taken;
		told.answered = read_goal(before.move);
	}
	if (victim != RULES_NO_SQUARE)
		told.taken = told.after.at[victim];
	rules_apply(&told.after, move, NULL);
	told.is_answered = read_ply_after(&law->reader, law->told.ply, &told.answer);
	return told;
}

/* Men like this one that are not where they should be. */
static rules_set missing_like(const struct reader *r, const struct rules_position *after,
			      rules_piece piece)
{
	return rules_men(after, rules_color_of(piece), rules_kind_of(piece)) &
	       sense_differs(&r->sense, after);
}

/* A man like this one of the opponent is not at home: it is he, on his way to where he may go. */
static bool is_on_his_way(const struct reader *r, const struct told_board *told,
			  rules_square square)
{
	const struct rules_position *after = &told->after;
	rules_piece piece = r->sense.seen.at[square];
	rules_set men = missing_like(r, after, piece);
	struct rules_moves moves;

	if (rules_color_of(piece) != after->turn || men == 0)
		return false;
	if (told->is_put_right || r->now_ms - r->sense.changed_ms[square] <= r->sense.times.scan_ms)
		return true; /* he may only pass it */
	rules_legal_moves_between(after, men, rules_set_of(square), &moves);
	return moves.count > 0;
}

/* A man that has just moved there stands on the line to this square: the board shows him on both.
 */
static bool is_on_line(const struct reader *r, const struct told_board *told, rules_square goal,
		       rules_square square)
{
	rules_piece seen = r->sense.seen.at[square];

	return goal != RULES_NO_SQUARE && seen != RULES_NO_PIECE && told->after.at[goal] == seen &&
	       r->sense.seen.at[goal] == seen && rules_has(rules_sight[goal].king, square) &&
	       missing_like(r, &told->after, seen) == 0;
}

/* The answer is known, and he has taken up the man for his next half-move since. */
static bool is_begun_after(const struct reader *r, const struct told_board *told,
			   rules_square square)
{
	struct rules_position answered = told->after;
	struct rules_moves moves;

	if (!told->is_answered || r->sense.seen.at[square] != RULES_NO_PIECE ||
	    r->zero_ms + r->sense.changed_ms[square] <= told->rest_ms)
		return false;
	rules_apply(&answered, told->answer.move, NULL);
	rules_legal_moves_between(&answered, rules_set_of(square), RULES_ALL_SQUARES, &moves);
	return moves.count > 0;
}

/* Is what this square shows the opponent's affair: his hand, his answer, the man he captures? */
static bool is_of_opponent(const struct reader *r, const struct told_board *told,
			   rules_square square)
{
	rules_piece seen = r->sense.seen.at[square];

	if (seen != RULES_NO_PIECE && (seen == told->taken || seen == told->before))
		return true; /* carried off: that is looked at by itself */
	if (is_on_line(r, told, told->answered, square) || is_on_line(r, told, told->goal, square))
		return true;
	if (told->is_answered) {
		rules_set squares = read_squares_left(told->answer.move) |
				    read_squares_reached(told->answer.move);

		if (rules_has(squares, square) || square == told->answer.taken_on ||
		    (seen != RULES_NO_PIECE && seen == told->answer.taken))
			return true;
	}
	if (is_begun_after(r, told, square))
		return true;
	return seen == RULES_NO_PIECE ? rules_color_of(told->after.at[square]) == told->after.turn
				      : is_on_his_way(r, told, square);
}

/* Squares on which the mover left something else than his move. */
static rules_set wrong_in(const struct reader *r, const struct told_board *told)
{
	rules_set differs = sense_differs(&r->sense, &told->after), wrong = 0;

	while (differs) {
		rules_square square = rules_take(&differs);

		if (!is_of_opponent(r, told, square))
			wrong |= rules_set_of(square);
	}
	return wrong;
}

/* Only men of the opponent in the air: he has begun his answer, and is judged by that (section 3).
 */
static bool is_only_begun(const struct reader *then, const struct told_board *told)
{
	rules_set differs = sense_differs(&then->sense, &told->after);

	return differs != 0 && !told->is_answered &&
	       (differs & rules_all_men(&then->sense.seen)) == 0;
}

/* The man there came and went by himself a short time ago: he stands badly on his square. */
static bool has_flickered(const struct reader *then, rules_square square)
{
	uint32_t flash_ms = 2u * then->sense.times.scan_ms;

	for (uint32_t i = then->events.count; i > read_events_first(&then->events); i--) {
		const struct read_event *event = read_events_at(&then->events, i - 1);

		if (event->at_ms + FLICKER_MS < then->now_ms)
			return false;
		if (event->square == square && event->was == RULES_NO_PIECE &&
		    event->since_ms <= flash_ms)
			return true;
	}
	return false;
}

/* The man missing there is back, after so short a time that he only flashed. */
static bool has_flashed(const struct law *law, const struct reader *then,
			const struct rules_position *after, rules_square square)
{
	uint64_t off_ms = then->zero_ms + then->sense.changed_ms[square];
	uint64_t back_ms = law->reader.zero_ms + law->reader.sense.changed_ms[square];

	return law->reader.sense.seen.at[square] == after->at[square] &&
	       (back_ms - off_ms <= 2 * (uint64_t)law->game.rules.scan_ms ||
		has_flickered(then, square));
}

/* The same at the press and after its scan; a man that is missing may still come home by himself.
 */
static rules_set left_wrong(const struct law *law, const struct reader *then,
			    const struct told_board *told)
{
	rules_set wrong = wrong_in(then, told), missing;
	struct reader at_press;

	read_take_kept(&at_press, &law->pressed.reader);
	wrong &= wrong_in(&at_press, told);
	missing = wrong & ~rules_all_men(&then->sense.seen);
	while (missing) {
		rules_square square = rules_take(&missing);

		if (has_flashed(law, then, &told->after, square))
			wrong &= ~rules_set_of(square);
	}
	return wrong;
}

/*
 * Does the told move stand, whatever the press found besides? What came or went
 * within a scan of the press was on its way.
 */
static bool stands_at_press(const struct law *law, const struct reader *then)
{
	struct told_board told = board_of(law, law->told.move);

	if (wrong_in(then, &told) == 0)
		return !is_only_begun(then, &told);
	return left_wrong(law, then, &told) == 0;
}

static bool is_of_presser(const struct law *law)
{
	const struct touch_game *game = &law->game;

	return law->told.ply == game->plies + 1 && law->told.move != RULES_NO_MOVE &&
	       law->pressed.color == touch_player(game);
}

/* The man of a half-move was captured before the board saw him arrive: nobody knows when he did. */
static bool is_told_unseen(const struct law *law)
{
	struct read_ply ply;

	return read_ply_after(&law->reader, (uint16_t)(law->told.ply - 1), &ply) &&
	       ply.how == READ_HOW_UNSEEN;
}

static bool is_told_by(const struct law *law)
{
	const struct touch_game *game = &law->game;

	return is_of_presser(law) &&
	       (law->told.rest_ms <= law->pressed.at_ms + touch_late_ms(&game->rules) ||
		is_told_unseen(law));
}

/*
 * An open press (section 7): the man of the told move was in the air, and nothing
 * stood on the board that was not there before but a captured man carried off.
 */
static bool is_in_hand(const struct law *law, const struct reader *then)
{
	const struct rules_position *base = &law->game.turn.base;
	struct told_board told = board_of(law, law->told.move);
	rules_set strangers = sense_differs(&then->sense, base) & rules_all_men(&then->sense.seen);

	if (strangers == 0 || /* then nothing needs explaining */
	    then->sense.seen.at[rules_from(law->told.move)] != RULES_NO_PIECE ||
	    rules_is_castling(law->told.move) || rules_is_promotion(law->told.move))
		return false;
	while (strangers)
		if (then->sense.seen.at[rules_take(&strangers)] != told.before)
			return false;
	return true;
}

/* The press belongs to the half-move that was told, which was whole when it came. */
bool law_is_told_whole(const struct law *law, const struct reader *then)
{
	if (is_told_by(law))
		return stands_at_press(law, then);
	return is_of_presser(law) && is_in_hand(law, then);
}

/* The told move was on the board, and men of its player were not in order. */
bool law_found_disorder(const struct law *law)
{
	struct told_board told = board_of(law, law->told.move);
	struct reader then;

	if (!is_told_by(law))
		return false;
	law_reader_at_press(law, &then);
	return left_wrong(law, &then, &told) != 0;
}

/* Where boards tell themselves whole, the next one tells whether an update was lost. */
bool law_awaits_board(const struct law *law)
{
	const struct reader *r = &law->reader;

	return r->board_ms > 0 && r->zero_ms + r->board_ms <= law->pressed.at_ms;
}

/* Every man of the turn's beginning stands somewhere, but for one that may have been captured. */
static bool are_all_there(const struct rules_position *base, const struct rules_position *seen)
{
	enum rules_color player = (enum rules_color)base->turn, other = rules_opponent(player);

	return rules_count(seen->of_color[player]) == rules_count(base->of_color[player]) &&
	       rules_count(seen->of_color[other]) + 1 >= rules_count(base->of_color[other]) &&
	       rules_count(seen->of_color[other]) <= rules_count(base->of_color[other]);
}

/* The board had rested for a scan when the press came, no hand held a man, and no move is made. */
static bool shows_no_move(const struct law *law, const struct reader *then)
{
	const struct touch_game *game = &law->game;

	return then->zero_ms + then->changed_ms + touch_late_ms(&game->rules) <
		       law->pressed.at_ms &&
	       are_all_there(&game->turn.base, &then->sense.seen) &&
	       touch_explain_move(&game->turn.base, then->sense.seen.at, &game->hands) ==
		       RULES_NO_MOVE;
}

/*
 * The other player presses, or an offence may be put right, and nobody knows yet what the press
 * before was for. A scan after it the board was the same: what came since cannot explain it.
 */
bool law_found_no_move(const struct law *law, const struct law_input *in)
{
	const struct touch_game *game = &law->game;
	const struct law_pressed *pressed = &law->pressed;
	uint64_t scanned_ms = pressed->at_ms + touch_late_ms(&game->rules);
	struct reader then;

	if (!pressed->is || pressed->is_judged || (in->is_press && pressed->color == in->color) ||
	    law->hold != LAW_HOLD_NOT || game->state != TOUCH_ST_TO_MOVE || game->turn.after_gap ||
	    law->reader.is_unsure || (law->reader.wants_board && !game->irregular) ||
	    pressed->color != touch_player(game) || law->told.ply > game->plies ||
	    game->now_ms <= scanned_ms || law_awaits_board(law) ||
	    (pressed->count > 0 && pressed->input[0].at_ms <= scanned_ms))
		return false;
	read_take_kept(&then, &pressed->reader);
	return sense_differs(&then.sense, &game->turn.base) == 0 || shows_no_move(law, &then);
}

/*
 * Besides the made move only men are missing: of its player, taken off before it was made, or
 * of the opponent, who had them in hand before the turn began and has not moved them. A man
 * who was told of, or went while not all was seen, belongs to the base as it stands (section 7).
 */
bool law_misses_men(const struct law *law, const struct reader *then, bool is_disorder)
{
	const struct rules_position *after = &law->game.turn.after;
	rules_set missing = sense_differs(&then->sense, after);
	bool is_early = false;

	if ((missing & rules_all_men(&then->sense.seen)) != 0)
		return false;
	while (missing) {
		rules_square square = rules_take(&missing);
		uint64_t off_ms = then->zero_ms + then->sense.changed_ms[square];

		if (off_ms <= law->known_ms)
			continue;
		if (rules_has(after->of_color[after->turn], square))
			is_early |= off_ms <= law->press_ms[after->turn] &&
				    off_ms + law->game.rules.settle_ms <= law->pressed.at_ms &&
				    !rules_has(law->game.last_men, square);
		else
			is_early |= is_disorder &&
				    off_ms + law->game.rules.scan_ms <= law->told.rest_ms;
	}
	return is_early;
}

/* Beside it men of the opponent stood where no answer puts them: the press found no made move. */
bool law_found_enemies(const struct law *law, const struct reader *then)
{
	struct told_board told = board_of(law, law->told.move);

	if (!is_told_by(law) || told.is_put_right)
		return false;
	return (left_wrong(law, then, &told) & then->sense.seen.of_color[told.after.turn]) != 0;
}

/* Men of the mover that the opponent can capture: perhaps he has begun to. */
static rules_set prey_of(const struct rules_position *after, rules_set men)
{
	struct rules_moves moves;
	rules_set prey = 0;

	rules_legal_moves_between(after, after->of_color[after->turn], men, &moves);
	for (size_t i = 0; i < moves.count; i++)
		prey |= rules_set_of(rules_to(moves.move[i]));
	return prey & men;
}

/* Is each man who stands wrong, on an empty square, like one that is missing and can be captured?
 */
static bool are_like(const struct reader *then, const struct rules_position *after,
		     rules_set standing, rules_set prey)
{
	while (standing) {
		rules_square square = rules_take(&standing);
		rules_piece piece = then->sense.seen.at[square];

		if (after->at[square] != RULES_NO_PIECE ||
		    (prey & rules_men(after, rules_color_of(piece), rules_kind_of(piece))) == 0)
			return false;
	}
	return true;
}

/*
 * When a press can be judged. The lever is often seen before the last square of
 * the move; a man that is missing may only flash, and one that can be captured
 * may be in the opponent's hand already.
 */
uint64_t law_judge_ms(const struct law *law)
{
	uint64_t soon_ms = law->pressed.at_ms + touch_late_ms(&law->game.rules);
	struct reader then;
	struct told_board told;
	rules_set wrong, standing, prey;

	if (!is_told_by(law))
		return soon_ms;
	law_reader_at_press(law, &then);
	told = board_of(law, law->told.move);
	wrong = left_wrong(law, &then, &told);
	standing = wrong & rules_all_men(&then.sense.seen);
	prey = prey_of(&told.after, wrong & ~standing);
	if (wrong == 0 || wrong == standing || !are_like(&then, &told.after, standing, prey))
		return soon_ms;
	return law->pressed.at_ms + (prey ? CAPTURE_MS : law->game.rules.settle_ms);
}
