/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/movegen.h"
#include "simulator/sim_hands.h"
#include "simulator/sim_violation.h"
#include "tests/support/words.h"

/* One turn as an arbiter would write it down. */
struct turn {
	struct rules_position before;
	rules_move made;
	enum rules_color color;
	size_t count;
	struct sim_act acts[64];
	size_t at; /* of the violation among the acts */
	struct sim_act violation;
};

static rules_set movers(const struct rules_position *pos)
{
	struct rules_moves moves;
	rules_set men = 0;

	rules_legal_moves(pos, &moves);
	for (size_t i = 0; i < moves.count; i++)
		men |= rules_set_of(rules_from(moves.move[i]));
	return men;
}

static rules_set victims(const struct rules_position *pos)
{
	struct rules_moves moves;
	rules_set men = 0;

	rules_legal_moves(pos, &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (!rules_is_castling(moves.move[i]) &&
		    pos->at[rules_to(moves.move[i])] != RULES_NO_PIECE)
			men |= rules_set_of(rules_to(moves.move[i]));
	return men;
}

static bool can_castle(const struct rules_position *pos, rules_square rook)
{
	struct rules_moves moves;

	rules_legal_moves(pos, &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_is_castling(moves.move[i]) && rules_to(moves.move[i]) == rook)
			return true;
	return false;
}

/* The nth man touched, of either colour, by the square it had before the turn. */
static rules_square touched(const struct turn *turn, size_t nth)
{
	rules_set seen = 0;

	for (size_t i = 0; i < turn->count; i++) {
		rules_square square = turn->acts[i].square;

		if (turn->acts[i].type != SIM_ACT_LIFT ||
		    turn->before.at[square] == RULES_NO_PIECE || rules_has(seen, square))
			continue;
		seen |= rules_set_of(square);
		if (nth-- == 0)
			return square;
	}
	return RULES_NO_SQUARE;
}

static enum rules_kind kind_at(const struct turn *turn, rules_square square)
{
	ck_assert_uint_ne(square, RULES_NO_SQUARE);
	return rules_kind_of(turn->before.at[square]);
}

/* The board when the violation shows. */
static void board_then(const struct turn *turn, rules_piece ret[64])
{
	memcpy(ret, turn->before.at, 64);
	for (size_t i = 0; i < turn->at; i++) {
		if (turn->acts[i].type == SIM_ACT_LIFT)
			ret[turn->acts[i].square] = RULES_NO_PIECE;
		else if (turn->acts[i].type == SIM_ACT_PLACE)
			ret[turn->acts[i].square] = turn->acts[i].piece;
	}
}

/* The board is what some legal move makes of it. */
static bool is_some_move(const struct turn *turn)
{
	struct rules_moves moves;
	rules_piece now[64];

	board_then(turn, now);
	rules_legal_moves(&turn->before, &moves);
	for (size_t i = 0; i < moves.count; i++) {
		struct rules_position after = turn->before;

		rules_apply(&after, moves.move[i], NULL);
		if (memcmp(after.at, now, sizeof(now)) == 0)
			return true;
	}
	return false;
}

static bool has_pressed(const struct turn *turn)
{
	for (size_t i = 0; i < turn->at; i++)
		if (turn->acts[i].type == SIM_ACT_PRESS && turn->acts[i].color == turn->color)
			return true;
	return false;
}

static bool is_in(rules_set set, rules_square square)
{
	return square < RULES_NO_SQUARE && rules_has(set, square);
}

/* What must be so for the violation to be one, judged from the position alone. */
static void judge(const struct turn *turn)
{
	const struct rules_position *before = &turn->before;
	rules_square first = touched(turn, 0), second = touched(turn, 1);
	rules_square mover = rules_from(turn->made);
	rules_piece now[64];

	board_then(turn, now);
	switch (turn->violation.violation) {
	case SIM_VIOLATION_NONE: ck_abort_msg("no violation"); break;
	case SIM_VIOLATION_TOUCHED_OWN:
		ck_assert_uint_ne(first, mover);
		ck_assert(is_in(movers(before), first));
		break;
	case SIM_VIOLATION_TOUCHED_ENEMY:
		ck_assert(is_in(victims(before), first));
		ck_assert_uint_ne(first, rules_to(turn->made));
		break;
	case SIM_VIOLATION_MUST_CASTLE:
		ck_assert_int_eq(kind_at(turn, first), RULES_KING);
		ck_assert(can_castle(before, second));
		ck_assert(!rules_is_castling(turn->made));
		break;
	case SIM_VIOLATION_MUST_MOVE_KING:
		ck_assert_int_eq(kind_at(turn, first), RULES_KING);
		ck_assert_int_eq(kind_at(turn, second), RULES_ROOK);
		ck_assert(!can_castle(before, second));
		ck_assert(is_in(movers(before), first));
		ck_assert_uint_ne(mover, first);
		break;
	case SIM_VIOLATION_ROOK_FIRST:
		ck_assert(rules_is_castling(turn->made));
		ck_assert_uint_eq(first, rules_to(turn->made));
		break;
	case SIM_VIOLATION_RELEASED:
	case SIM_VIOLATION_KING_RELEASED:
	case SIM_VIOLATION_PROMOTION_CHANGED: ck_assert_uint_eq(first, mover); break;
	case SIM_VIOLATION_OUT_OF_TURN:
		ck_assert_int_ne(turn->violation.color, turn->color);
		ck_assert(!is_in(victims(before), first));
		ck_assert(is_in(before->of_color[turn->violation.color], first));
		break;
	case SIM_VIOLATION_PRESS_WITHOUT_MOVE:
		ck_assert(has_pressed(turn));
		ck_assert_int_eq(memcmp(now, before->at, sizeof(now)), 0);
		break;
	case SIM_VIOLATION_ILLEGAL_MOVE:
	case SIM_VIOLATION_CASTLING_INCOMPLETE:
	case SIM_VIOLATION_PASSED_NOT_REMOVED:
	case SIM_VIOLATION_NOT_REPLACED:
	case SIM_VIOLATION_WRONG_PIECE:
	case SIM_VIOLATION_DISPLACED:
		ck_assert(has_pressed(turn));
		ck_assert(!is_some_move(turn));
		break;
	case SIM_VIOLATION_KING_CAPTURED:
		ck_assert(has_pressed(turn));
		for (int i = 0; i < 64; i++)
			ck_assert_uint_ne(now[i],
					  rules_piece_of(rules_opponent(turn->color), RULES_KING));
		break;
	case SIM_VIOLATIONS: break;
	}
	if (turn->violation.violation != SIM_VIOLATION_OUT_OF_TURN)
		ck_assert_int_eq(turn->violation.color, turn->color);
}

/* The turns of a game, one after the other. */
struct story {
	struct rules_position pos;
	size_t made;
	struct turn now, before; /* this turn, and the one that ended with the last press */
	bool is_guilty;
	int judged;
};

static void end_turn(struct story *story)
{
	if (story->is_guilty) {
		judge(&story->now);
		story->judged++;
	}
	story->is_guilty = false;
	story->before = story->now;
	story->now = (struct turn){.before = story->pos};
}

static void take_violation(struct story *story, const struct sim_act *act)
{
	if (act->ply == story->made && story->now.made == RULES_NO_MOVE) {
		/* Shown by the press that ended the turn. */
		story->before.violation = *act;
		story->before.at = story->before.count;
		judge(&story->before);
		story->judged++;
		return;
	}
	story->is_guilty = true;
	story->now.violation = *act;
	story->now.at = story->now.count - 1;
}

static void take(struct story *story, const struct sim_game *game, const struct sim_act *act)
{
	if (act->type == SIM_ACT_READY)
		story->now.count = 0;
	if (story->now.count < sizeof(story->now.acts) / sizeof(story->now.acts[0]))
		story->now.acts[story->now.count++] = *act;
	if (act->type == SIM_ACT_VIOLATION) {
		take_violation(story, act);
	} else if (act->type == SIM_ACT_MADE) {
		ck_assert_uint_eq(act->move, game->moves[story->made++]);
		story->now.made = act->move;
		story->now.color = act->color;
		rules_apply(&story->pos, act->move, NULL);
	} else if (act->type == SIM_ACT_PRESS && story->now.made != RULES_NO_MOVE) {
		end_turn(story);
	}
}

/* Plays games until the violation has been seen so often; each time it is judged. */
static void provoke(enum sim_violation violation, int times)
{
	struct sim_hands_config config = sim_hands_usual(violation);
	struct sim_random random = sim_random_of(violation, 9);
	static struct sim_hands hands;
	static struct sim_game game;
	static struct story story;

	config.habits = sim_habits_careful();
	config.violation[violation] = SIM_MILLION;
	sim_hands_init(&hands, config);
	for (int games = 0; games < 2000 && story.judged < times; games++) {
		struct sim_act act;

		sim_game_random(&random, 200, &game);
		story = (struct story){.pos = game.start, .judged = story.judged};
		story.now.before = game.start;
		sim_hands_play(&hands, &game, 0);
		while (sim_hands_next(&hands, &act))
			take(&story, &game, &act);
		ck_assert_uint_eq(story.made, game.plies);
	}
	ck_assert_msg(story.judged >= times, "%s: only %d", sim_violation_truth(violation)->name,
		      story.judged);
}

START_TEST(a_violation_is_one)
{
	provoke((enum sim_violation)_i, 12);
}
END_TEST

/* Section 11 of the law document, row by row. */
START_TEST(each_has_its_kind_and_its_articles)
{
	static const struct {
		const char *name, *kind, *y2001, *y2009, *y2023;
	} rows[] = {
		{"touched-own", "touch-move", "4.3a", "4.3a", "4.3.1"},
		{"touched-enemy", "touch-move", "4.3c", "4.3c", "4.3.3"},
		{"must-castle", "must-castle", "4.4a", "4.4a", "4.4.1"},
		{"must-move-king", "touch-move", "4.4c", "4.4c", "4.4.3"},
		{"rook-first", "castling-rook-first", "4.4b", "4.4b", "4.4.2"},
		{"released", "released-then-moved", "4.7", "4.6", "4.7"},
		{"king-released", "released-then-moved", "4.7", "4.6b", "4.7.2"},
		{"promotion-changed", "promotion-changed", "4.7", "4.4d", "4.4.4"},
		{"out-of-turn", "out-of-turn", "1.1", "1.1", "1.2"},
		{"press-without-move", "press-without-move", "6.8a", "6.7a", "7.5.3"},
		{"illegal-move", "illegal-move", "7.4a", "7.4a", "7.5.1"},
		{"castling-incomplete", "castling-incomplete", "7.4a", "7.4a", "7.5.1"},
		{"capture-not-removed", "capture-not-removed", "7.4a", "7.4a", "7.5.1"},
		{"promotion-not-replaced", "promotion-not-replaced", "7.4a", "7.4a", "7.5.2"},
		{"promotion-wrong-piece", "promotion-wrong-piece", "7.4a", "7.4a", "7.5.1"},
		{"king-captured", "king-captured", "7.4a", "7.4a", "7.5.1"},
		{"displaced-piece", "displaced-piece", "7.3", "7.3", "7.4.1"},
	};

	ck_assert_uint_eq(sizeof(rows) / sizeof(rows[0]), SIM_VIOLATIONS - 1);
	for (size_t i = 0; i < SIM_VIOLATIONS - 1; i++) {
		enum sim_violation v = sim_violation_of(rules_slice_of(rows[i].name));
		const struct sim_violation_truth *truth = sim_violation_truth(v);

		ck_assert_int_ne(v, SIM_VIOLATION_NONE);
		ck_assert_str_eq(truth->kind, rows[i].kind);
		ck_assert_str_eq(truth->article[SIM_LAWS_2001], rows[i].y2001);
		ck_assert_str_eq(truth->article[SIM_LAWS_2009], rows[i].y2009);
		ck_assert_str_eq(truth->article[SIM_LAWS_2023], rows[i].y2023);
	}
	ck_assert_int_eq(sim_violation_of(rules_slice_of("rudeness")), SIM_VIOLATION_NONE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: violations");
	TCase *tc = tcase_create("violations");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, a_violation_is_one, SIM_VIOLATION_NONE + 1, SIM_VIOLATIONS);
	tcase_add_test(tc, each_has_its_kind_and_its_articles);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
