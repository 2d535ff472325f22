/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/movegen.h"
#include "tests/support/words.h"
#include "touchmove/law/law.h"

/* Offences put into positions of random games: each is found, with its article and player. */

static struct law law;
static struct touch_reports reports;
static uint64_t now_ms;

struct found {
	unsigned moves, irregularities;
	enum touch_kind kind;
	enum touch_law law;
	uint8_t color;
};

static struct found found;

static void step(struct touch_event event, uint64_t after_ms)
{
	event.at_ms = now_ms += after_ms;
	law_step(&law, &event, &reports);
	for (size_t i = 0; i < reports.count; i++) {
		const struct touch_report *report = &reports.report[i];

		found.moves += report->type == TOUCH_REPORT_MOVE;
		if (report->type != TOUCH_REPORT_IRREGULARITY)
			continue;
		if (found.irregularities++ == 0)
			found = (struct found){found.moves, 1, report->kind, report->law,
					       report->color};
	}
}

static void lift(rules_square square)
{
	step((struct touch_event){.type = TOUCH_EV_LIFTED, .square = square}, 600);
}

static void place(rules_square square, rules_piece piece)
{
	step((struct touch_event){.type = TOUCH_EV_PLACED, .square = square, .piece = piece}, 300);
}

static void press(const struct rules_position *pos)
{
	step((struct touch_event){.type = TOUCH_EV_PRESSED, .color = pos->turn}, 300);
	step((struct touch_event){.type = TOUCH_EV_TICK}, 6000);
}

static void touch_and_put_back(const struct rules_position *pos, rules_square square)
{
	lift(square);
	place(square, pos->at[square]);
}

static void begin(const struct rules_position *pos)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);

	now_ms = 0;
	found = (struct found){0};
	law_begin(&law, &rules, pos, 0);
}

static void play(const struct rules_position *pos, rules_move move)
{
	rules_square victim = touch_victim_of(pos, move);

	lift(rules_from(move));
	if (victim != RULES_NO_SQUARE)
		lift(victim);
	place(rules_to(move), pos->at[rules_from(move)]);
}

static void expect(const struct rules_position *pos, enum touch_kind kind, enum touch_law broken)
{
	if (found.irregularities == 1 && found.kind == kind && found.law == broken &&
	    found.color == pos->turn)
		return;
	ck_abort_msg(
		"in %s: %u irregularities, first %s, not one %s", fen_of(pos), found.irregularities,
		found.irregularities ? touch_kind_name(found.kind) : "none", touch_kind_name(kind));
}

/* A quiet move of a man that is no king: castling and promotion have tests of their own. */
static bool is_plain(const struct rules_position *pos, rules_move move)
{
	return rules_special_of(move) == RULES_ORDINARY &&
	       pos->at[rules_to(move)] == RULES_NO_PIECE &&
	       rules_kind_of(pos->at[rules_from(move)]) != RULES_KING;
}

/* A position and a plain move in it that does not end the game. */
static rules_move find_plain(struct random *random, struct rules_position *ret)
{
	for (;;) {
		struct rules_moves moves;
		struct rules_position next;
		rules_move move;

		*ret = random_position(random, 80);
		ret->chess960 = false;
		rules_legal_moves(ret, &moves);
		move = moves.move[random_below(random, moves.count)];
		next = *ret;
		rules_apply(&next, move, NULL);
		if (is_plain(ret, move) && rules_has_legal_move(&next) &&
		    !rules_material_cannot_mate(&next, RULES_WHITE))
			return move;
	}
}

static bool can_go(const struct rules_position *pos, rules_square man)
{
	struct rules_moves moves;

	rules_legal_moves_between(pos, rules_set_of(man), RULES_ALL_SQUARES, &moves);
	return moves.count > 0;
}

START_TEST(art_4_3_1_another_man_was_touched_first)
{
	struct random random = {.state = 431};

	for (int done = 0; done < 150;) {
		struct rules_position pos;
		rules_move move = find_plain(&random, &pos);
		rules_square other = (rules_square)random_below(&random, 64);

		if (!rules_has(pos.of_color[pos.turn], other) || other == rules_from(move) ||
		    rules_kind_of(pos.at[other]) == RULES_KING || !can_go(&pos, other))
			continue;
		begin(&pos);
		touch_and_put_back(&pos, other);
		play(&pos, move);
		press(&pos);
		expect(&pos, TOUCH_KIND_TOUCH_MOVE, TOUCH_LAW_OWN);
		done++;
	}
}
END_TEST

START_TEST(art_4_3_3_an_enemy_man_that_could_be_taken_was_touched)
{
	struct random random = {.state = 433};

	for (int done = 0; done < 150;) {
		struct rules_position pos;
		rules_move move = find_plain(&random, &pos);
		struct rules_moves captures;

		rules_legal_moves_between(&pos, RULES_ALL_SQUARES,
					  pos.of_color[rules_opponent((enum rules_color)pos.turn)],
					  &captures);
		if (captures.count == 0 || rules_is_castling(captures.move[0]))
			continue;
		begin(&pos);
		touch_and_put_back(&pos, rules_to(captures.move[0]));
		play(&pos, move);
		press(&pos);
		expect(&pos, TOUCH_KIND_TOUCH_MOVE, TOUCH_LAW_BOTH);
		done++;
	}
}
END_TEST

START_TEST(art_4_7_released_and_moved_on)
{
	struct random random = {.state = 47};

	for (int done = 0; done < 150;) {
		struct rules_position pos;
		rules_move move = find_plain(&random, &pos), other = RULES_NO_MOVE;
		struct rules_moves moves;

		rules_legal_moves_between(&pos, rules_set_of(rules_from(move)),
					  ~rules_all_men(&pos), &moves);
		for (size_t i = 0; i < moves.count; i++)
			if (moves.move[i] != move && is_plain(&pos, moves.move[i]))
				other = moves.move[i];
		if (other == RULES_NO_MOVE)
			continue;
		begin(&pos);
		play(&pos, move);
		now_ms += 2000;
		lift(rules_to(move));
		place(rules_to(other), pos.at[rules_from(move)]);
		press(&pos);
		expect(&pos, TOUCH_KIND_RELEASED_THEN_MOVED, TOUCH_LAW_RELEASED);
		ck_assert_uint_ge(found.moves, 1);
		done++;
	}
}
END_TEST

START_TEST(art_7_5_1_a_man_put_where_it_cannot_go)
{
	struct random random = {.state = 751};

	for (int done = 0; done < 150;) {
		struct rules_position pos;
		rules_move move = find_plain(&random, &pos);
		rules_square to = (rules_square)random_below(&random, 64);
		rules_piece piece = pos.at[rules_from(move)];
		struct rules_moves moves;

		rules_legal_moves_between(&pos, rules_set_of(rules_from(move)), rules_set_of(to),
					  &moves);
		if (pos.at[to] != RULES_NO_PIECE || moves.count > 0 ||
		    rules_has(rules_rank_set(0) | rules_rank_set(7), to))
			continue;
		begin(&pos);
		lift(rules_from(move));
		place(to, piece);
		press(&pos);
		expect(&pos, TOUCH_KIND_ILLEGAL_MOVE, TOUCH_LAW_ILLEGAL);
		done++;
	}
}
END_TEST

START_TEST(art_7_5_3_a_press_and_nothing_moved)
{
	struct random random = {.state = 753};

	for (int done = 0; done < 100; done++) {
		struct rules_position pos;
		rules_move move = find_plain(&random, &pos);

		begin(&pos);
		if (done % 2)
			touch_and_put_back(&pos, rules_from(move));
		press(&pos);
		expect(&pos, TOUCH_KIND_PRESS_WITHOUT_MOVE, TOUCH_LAW_PRESS);
	}
}
END_TEST

START_TEST(art_1_2_a_second_move_in_a_row)
{
	struct random random = {.state = 12};

	for (int done = 0; done < 100;) {
		struct rules_position pos, next;
		rules_move move = find_plain(&random, &pos);
		struct rules_moves moves;
		rules_move again = RULES_NO_MOVE;

		next = pos;
		rules_apply(&next, move, NULL);
		next.turn = pos.turn;
		next.passed = RULES_NO_SQUARE;
		rules_legal_moves(&next, &moves);
		for (size_t i = 0; i < moves.count; i++)
			if (is_plain(&next, moves.move[i]) &&
			    rules_from(moves.move[i]) != rules_to(move))
				again = moves.move[i];
		if (again == RULES_NO_MOVE)
			continue;
		begin(&pos);
		play(&pos, move);
		press(&pos);
		lift(rules_from(again));
		place(rules_to(again), next.at[rules_from(again)]);
		step((struct touch_event){.type = TOUCH_EV_TICK}, 2000);
		expect(&pos, TOUCH_KIND_OUT_OF_TURN, TOUCH_LAW_TURN);
		done++;
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("violations");
	TCase *tests = tcase_create("violations");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, art_4_3_1_another_man_was_touched_first);
	tcase_add_test(tests, art_4_3_3_an_enemy_man_that_could_be_taken_was_touched);
	tcase_add_test(tests, art_4_7_released_and_moved_on);
	tcase_add_test(tests, art_7_5_1_a_man_put_where_it_cannot_go);
	tcase_add_test(tests, art_7_5_3_a_press_and_nothing_moved);
	tcase_add_test(tests, art_1_2_a_second_move_in_a_row);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
