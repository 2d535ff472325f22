/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/check.h"
#include "rules-core/movegen.h"
#include "simulator/hands/sim_hands.h"
#include "simulator/hands/sim_violation.h"
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
	case SIM_VIOLATION_KING_TWO_SQUARES:
		ck_assert_int_eq(kind_at(turn, first), RULES_KING);
		ck_assert(is_in(movers(before), first));
		ck_assert_int_ne(kind_at(turn, second), RULES_ROOK);
		ck_assert_uint_eq(mover, second);
		break;
	case SIM_VIOLATION_ROOK_FIRST:
	case SIM_VIOLATION_ROOK_PLAYED:
		ck_assert(rules_is_castling(turn->made));
		ck_assert_uint_eq(first, rules_to(turn->made));
		break;
	case SIM_VIOLATION_RELEASED:
	case SIM_VIOLATION_KING_RELEASED:
	case SIM_VIOLATION_PAWN_RELEASED:
	case SIM_VIOLATION_PROMOTION_CHANGED: ck_assert_uint_eq(first, mover); break;
	case SIM_VIOLATION_TAKEN_BACK:
	case SIM_VIOLATION_WRONG_REPLACEMENT:
		ck_assert_uint_ne(first, mover);
		ck_assert(is_in(movers(before), first));
		break;
	case SIM_VIOLATION_NOT_QUEEN:
		ck_assert(rules_is_promotion(turn->made));
		ck_assert_int_ne(rules_promoted_to(turn->made), RULES_QUEEN);
		break;
	case SIM_VIOLATION_OUT_OF_TURN:
	case SIM_VIOLATION_ADJUST_OUT_OF_TURN:
		ck_assert_int_ne(turn->violation.color, turn->color);
		ck_assert(!is_in(victims(before), first));
		ck_assert(is_in(before->of_color[turn->violation.color], first));
		break;
	case SIM_VIOLATION_PRESS_WITHOUT_MOVE:
		ck_assert(has_pressed(turn));
		ck_assert_int_eq(memcmp(now, before->at, sizeof(now)), 0);
		break;
	case SIM_VIOLATION_BOTH_KINGS:
		ck_assert(rules_in_check(before));
		ck_assert(has_pressed(turn));
		ck_assert(!is_some_move(turn));
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
	case SIM_VIOLATION_POSITION_REMAINS:
	case SIM_VIOLATION_WRONG_START:
	case SIM_VIOLATION_WRONG_ORIENTATION:
	case SIM_VIOLATIONS: break;
	}
	if (turn->violation.violation != SIM_VIOLATION_OUT_OF_TURN &&
	    turn->violation.violation != SIM_VIOLATION_ADJUST_OUT_OF_TURN)
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

/* Games with an occasion; each time it is judged. */
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
	for (int i = 0; i < times; i++) {
		struct sim_act act;

		sim_seek(&random, violation, &game, &hands.config.spared);
		story = (struct story){.pos = game.start};
		story.now.before = game.start;
		sim_hands_play(&hands, &game, 0);
		while (sim_hands_next(&hands, &act))
			take(&story, &game, &act);
		ck_assert_uint_eq(story.made, game.plies);
		ck_assert_int_eq(story.judged, 1);
	}
}

START_TEST(a_violation_is_one)
{
	provoke((enum sim_violation)_i, 12);
}
END_TEST

/* Art. A.5.4: the pawn is still there when the other player has moved and pressed. */
START_TEST(a_pawn_that_nobody_minds_stays)
{
	struct sim_hands_config config = sim_hands_usual(1);
	struct sim_random random = sim_random_of(1, 9);
	static struct sim_hands hands;
	static struct sim_game game;
	rules_piece men[64];
	rules_move made[2] = {RULES_NO_MOVE, RULES_NO_MOVE};
	struct sim_act act;
	int pawns = 0, presses = 0;

	config.habits = sim_habits_careful();
	config.violation[SIM_VIOLATION_POSITION_REMAINS] = SIM_MILLION;
	sim_seek(&random, SIM_VIOLATION_POSITION_REMAINS, &game, &config.spared);
	sim_hands_init(&hands, config);
	sim_hands_play(&hands, &game, 0);
	memset(men, RULES_NO_PIECE, sizeof(men));
	while (sim_hands_next(&hands, &act)) {
		if (act.type == SIM_ACT_LIFT || act.type == SIM_ACT_PLACE)
			men[act.square] = act.type == SIM_ACT_LIFT ? RULES_NO_PIECE : act.piece;
		if (act.type == SIM_ACT_PRESS)
			presses++;
		if (act.type == SIM_ACT_MADE) {
			made[0] = made[1];
			made[1] = act.move;
		}
	}
	for (rules_square square = 0; square < 64; square++)
		if (men[square] != RULES_NO_PIECE && rules_kind_of(men[square]) == RULES_PAWN)
			pawns += square < 8 || square >= 56;
	ck_assert_int_eq(pawns, 1);
	ck_assert_uint_eq(made[0], RULES_NO_MOVE);
	ck_assert_uint_ne(made[1], RULES_NO_MOVE);
	ck_assert_uint_eq((size_t)presses, config.spared + 2);
}
END_TEST

/* Sections 9 and 11: the appendices, and the right that is lost by playing on. */
START_TEST(what_is_found_depends_on_the_laws)
{
	static const struct {
		enum sim_violation violation;
		struct sim_laws laws;
		const char *found;
	} rows[] = {
		{SIM_VIOLATION_TOUCHED_OWN, {SIM_LAWS_2001, SIM_RAPID, false}, "4.3a 4.6"},
		{SIM_VIOLATION_TOUCHED_OWN, {SIM_LAWS_2023, SIM_BLITZ, true}, "4.3.1 4.8"},
		{SIM_VIOLATION_RELEASED, {SIM_LAWS_2001, SIM_STANDARD, false}, "4.7"},
		{SIM_VIOLATION_RELEASED, {SIM_LAWS_2009, SIM_STANDARD, false}, "4.6 4.7"},
		{SIM_VIOLATION_ILLEGAL_MOVE, {SIM_LAWS_2001, SIM_STANDARD, true}, "7.4a"},
		{SIM_VIOLATION_ILLEGAL_MOVE, {SIM_LAWS_2001, SIM_RAPID, false}, "7.4a B5b"},
		{SIM_VIOLATION_ILLEGAL_MOVE, {SIM_LAWS_2001, SIM_BLITZ, false}, "C3 C3"},
		{SIM_VIOLATION_ILLEGAL_MOVE, {SIM_LAWS_2009, SIM_RAPID, false}, "7.4a"},
		{SIM_VIOLATION_ILLEGAL_MOVE, {SIM_LAWS_2009, SIM_RAPID, true}, "A4c A4c"},
		{SIM_VIOLATION_ILLEGAL_MOVE, {SIM_LAWS_2009, SIM_BLITZ, true}, "B3c B3c"},
		{SIM_VIOLATION_ILLEGAL_MOVE, {SIM_LAWS_2023, SIM_BLITZ, true}, "A.5.2 A.5.2"},
		{SIM_VIOLATION_NOT_REPLACED, {SIM_LAWS_2009, SIM_RAPID, true}, "A4c"},
		{SIM_VIOLATION_NOT_REPLACED, {SIM_LAWS_2023, SIM_RAPID, false}, "7.5.2"},
		{SIM_VIOLATION_PRESS_WITHOUT_MOVE, {SIM_LAWS_2009, SIM_BLITZ, true}, "6.7a"},
		{SIM_VIOLATION_PRESS_WITHOUT_MOVE, {SIM_LAWS_2023, SIM_RAPID, true}, "A.5.2 A.5.2"},
		{SIM_VIOLATION_NOT_QUEEN, {SIM_LAWS_2009, SIM_STANDARD, false}, "7.4a"},
		{SIM_VIOLATION_NOT_QUEEN, {SIM_LAWS_2023, SIM_STANDARD, false}, "7.5.2 7.5.2 4.8"},
		{SIM_VIOLATION_BOTH_KINGS, {SIM_LAWS_2009, SIM_RAPID, true}, "A4c A4c A4c"},
		{SIM_VIOLATION_BOTH_KINGS, {SIM_LAWS_2009, SIM_BLITZ, true}, "B3c B3c"},
		{SIM_VIOLATION_BOTH_KINGS, {SIM_LAWS_2023, SIM_BLITZ, true}, "A.5.2 A.5.4 A.5.2"},
		{SIM_VIOLATION_POSITION_REMAINS,
		 {SIM_LAWS_2023, SIM_RAPID, true},
		 "A.5.2 A.5.2 A.5.4"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct sim_finding found[SIM_FINDINGS_MAX];
		size_t count = sim_violation_findings(rows[i].violation, RULES_BLACK, &rows[i].laws,
						      found);
		char bytes[64];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		for (size_t k = 0; k < count; k++) {
			if (k > 0)
				rules_text_char(&text, ' ');
			rules_text_string(&text, found[k].article);
			if (strcmp(found[k].kind, "right-lapsed") == 0)
				ck_assert_uint_eq(found[k].color, RULES_WHITE);
		}
		ck_assert_str_eq(bytes, rows[i].found);
	}
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
		{"king-two-squares", "touch-move", "4.4c", "4.4c", "4.7.2"},
		{"rook-first", "castling-rook-first", "4.4b", "4.4b", "4.4.2"},
		{"rook-played", "castling-rook-first", "4.4b", "4.4b", "4.4.2"},
		{"released", "released-then-moved", "4.7", "4.6", "4.7"},
		{"taken-back", "released-then-moved", "4.7", "4.6", "4.7"},
		{"king-released", "released-then-moved", "4.7", "4.6b", "4.7.2"},
		{"pawn-released", "released-then-moved", "4.7", "4.6c", "4.7"},
		{"promotion-changed", "promotion-changed", "4.7", "4.4d", "4.4.4"},
		{"out-of-turn", "out-of-turn", "1.1", "1.1", "1.2"},
		{"adjust-out-of-turn", "adjust-out-of-turn", "4.2", "4.2", "4.2.1"},
		{"press-without-move", "press-without-move", "6.8a", "6.7a", "7.5.3"},
		{"illegal-move", "illegal-move", "7.4a", "7.4a", "7.5.1"},
		{"castling-incomplete", "castling-incomplete", "7.4a", "7.4a", "7.5.1"},
		{"capture-not-removed", "capture-not-removed", "7.4a", "7.4a", "7.5.1"},
		{"promotion-not-replaced", "promotion-not-replaced", "7.4a", "7.4a", "7.5.2"},
		{"promotion-wrong-piece", "promotion-wrong-piece", "7.4a", "7.4a", "7.5.1"},
		{"king-captured", "king-captured", "7.4a", "7.4a", "7.5.1"},
		{"displaced-piece", "displaced-piece", "7.3", "7.3", "7.4.1"},
		{"wrong-replacement", "touch-move", "4.3a", "4.3a", "4.3.1"},
		{"not-queen", "touch-move", "-", "-", "7.5.2"},
		{"both-kings", "both-kings-in-check", "-", "-", "-"},
		{"position-remains", "illegal-position-remains", "-", "-", "-"},
		{"wrong-start-position", "wrong-start-position", "7.1a", "7.1a", "7.2.1"},
		{"wrong-orientation", "wrong-orientation", "7.1b", "7.1b", "7.2.2"},
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
	tcase_add_loop_test(tc, a_violation_is_one, SIM_VIOLATION_NONE + 1,
			    SIM_VIOLATION_POSITION_REMAINS);
	tcase_add_test(tc, a_pawn_that_nobody_minds_stays);
	tcase_add_test(tc, what_is_found_depends_on_the_laws);
	tcase_add_test(tc, each_has_its_kind_and_its_articles);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
