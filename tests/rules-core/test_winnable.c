/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "rules-core/draw.h"
#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/winnable.h"
#include "tests/support/closure.h"
#include "tests/support/words.h"

/*
 * Art. 5.2.2 and 6.9: can a side still checkmate by any series of legal moves?
 * Each yes is replayed to its mate. Each no about few positions is checked by a
 * closure that knows nothing but the legal moves.
 */

static struct rules_helpmate line;

/* Plays the helpmate: legal moves to a mate of the other side. */
static void replay(const struct rules_position *pos, enum rules_color color)
{
	struct rules_position at = *pos;

	for (size_t i = 0; i < line.count; i++) {
		must_hold(rules_is_legal(&at, line.move[i]), "%s: move %zu of the line is illegal",
			  fen_of(pos), i + 1);
		rules_apply(&at, line.move[i], NULL);
	}
	must_hold(rules_state_of(&at) == RULES_CHECKMATE && at.turn != color,
		  "%s: no mate by %s at the end", fen_of(pos), color ? "Black" : "White");
}

static enum rules_winnable ask(const struct rules_position *pos, enum rules_color color,
			       uint32_t nodes)
{
	void *memory = malloc(rules_winnable_room(nodes));
	enum rules_winnable answer;
	uint32_t spent;

	must_hold(memory, "no memory");
	answer = rules_winnable(pos, color, (struct rules_winnable_effort){nodes, memory}, &line,
				&spent);
	free(memory);
	if (answer == RULES_WINNABLE_YES)
		replay(pos, color);
	else
		must_hold(line.count == 0, "%s: a line without a mate", fen_of(pos));
	return answer;
}

static char letter_of(enum rules_winnable answer, char yes)
{
	return answer == RULES_WINNABLE_YES ? yes : answer == RULES_WINNABLE_NO ? '-' : '?';
}

static const char *both(const struct rules_position *pos, uint32_t nodes)
{
	static char letters[3];

	letters[0] = letter_of(ask(pos, RULES_WHITE, nodes), 'W');
	letters[1] = letter_of(ask(pos, RULES_BLACK, nodes), 'B');
	return letters;
}

static void expect(const char *fen, const char *letters)
{
	struct rules_position pos = position(fen);
	const char *found = both(&pos, RULES_WINNABLE_NODES);

	ck_assert_msg(strcmp(found, letters) == 0, "%s: %s, not %s", fen, found, letters);
}

START_TEST(a_game_that_begins_can_be_won_by_both)
{
	expect(RULES_START_FEN, "WB");
	expect("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "WB");
}
END_TEST

START_TEST(art_5_2_2_material_that_never_mates)
{
	expect("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "--");
	expect("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "--");
	expect("8/8/4kq2/8/8/3KN3/8/8 w - - 0 1", "-B");
	expect("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", "W-");
	expect("8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1", "WB"); /* bishops of two colours */
}
END_TEST

START_TEST(art_6_9_bishops_and_knights_mate_with_the_loser_s_help)
{
	expect("8/3k4/3n4/8/8/3BK3/8/8 w - - 0 1", "WB");
	expect("8/3k4/3b4/8/8/3NK3/8/8 w - - 0 1", "WB");
	expect("8/3k4/8/8/8/3NKN2/8/8 w - - 0 1", "W-");
	expect("8/3k2p1/8/8/8/3NK3/8/8 w - - 0 1", "WB");
}
END_TEST

START_TEST(art_5_2_2_men_locked_for_ever)
{
	expect("8/2k5/8/p1p1p1p1/P1P1P1P1/8/5K2/8 w - - 0 1", "--");
	expect("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 b - - 0 1", "--");
	expect("4k3/3b4/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3B4/4K3 b - - 0 1", "--");
	/* The same with a bishop that can take. */
	expect("4k3/4b3/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4B3/4K3 b - - 0 1", "WB");
	/* A wall with a gap: the kings come through. */
	expect("4k3/8/p1p1p3/PpPpP3/1P1P4/8/8/4K3 b - - 0 1", "WB");
}
END_TEST

START_TEST(art_5_2_2_a_capture_that_ends_in_stalemate_opens_nothing)
{
	/* The black king may take on g2 only while White's stands on h4, and then White is
	 * stalemated. */
	expect("8/8/3b3p/5p1P/5p1K/5Pp1/6P1/5k2 b - - 0 1", "--");
}
END_TEST

START_TEST(art_6_9_a_cage_that_only_opens_with_the_other_s_mate)
{
	/* White's knight on g7 uncovers the mate by the queen when it moves; a black queen that
	 * captures in the cage is captured. */
	expect("5k1N/5PNR/5PKQ/5PPP/8/5B2/8/1q6 w - - 0 1", "W-");
	/* Without the knight in the corner the capture on f7 mates. */
	expect("5k2/5PNR/5PKQ/5PPP/8/5B2/8/1q6 w - - 0 1", "WB");
}
END_TEST

START_TEST(what_is_forced_is_played_out)
{
	expect("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--"); /* stalemate, whatever stands there */
	expect("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "W-"); /* mate already */
	expect("7k/8/6KP/8/8/8/8/8 b - - 0 1", "W-");
	/* Only Kxb2, and nothing is left. */
	expect("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "-B");
}
END_TEST

START_TEST(en_passant_can_open_what_looks_locked)
{
	expect("8/8/8/2k5/p1pPp1p1/P1P1P1P1/8/4K3 b - d3 0 1", "WB");
	/* Without it the black king can still take on d4. */
	expect("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 b - - 0 1", "--");
	expect("4k3/8/8/p1p3p1/PpPpPpPp/1P1P1P1P/8/4K3 b - e3 0 1", "WB");
}
END_TEST

START_TEST(the_last_tempo_counts)
{
	expect("8/8/8/8/8/1p6/kPp5/2K5 b - - 0 1", "WB");
	expect("kb6/p1p5/P1P5/8/8/8/8/K7 w - - 0 1", "--"); /* any move stalemates */
}
END_TEST

START_TEST(a_side_that_runs_out_of_steps_is_stalemated_in_time)
{
	expect("7k/p1p3pP/6P1/8/8/2P5/P7/1K6 b - - 0 1", "--");
	expect("8/2p5/1k2p3/8/8/6p1/2P1P1Pp/7K w - - 0 1", "--");
	/* One step more, and White promotes; Black starves all the same. */
	expect("7k/2p3pP/p3p1P1/8/4P3/2P5/P1K5/8 w - - 0 1", "W-");
}
END_TEST

START_TEST(art_3_7_3_1_a_double_step_passes_a_square_that_would_be_mate)
{
	/* b3 mates at once, but b4 lets Black live, and win. */
	expect("8/8/8/p1p5/k1P5/2P5/KPP5/RB6 w - - 0 1", "WB");
}
END_TEST

START_TEST(chess960_castling_is_a_move_too)
{
	expect("4k3/8/8/8/8/8/4P3/5KR1 w G - 0 1", "W-");
	expect("1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1", "WB");
}
END_TEST

static void expect_unknown(struct rules_position pos)
{
	ck_assert_int_eq(ask(&pos, RULES_WHITE, 1000), RULES_WINNABLE_UNKNOWN);
	ck_assert_int_eq(ask(&pos, RULES_BLACK, 1000), RULES_WINNABLE_UNKNOWN);
}

START_TEST(what_is_no_position_of_chess_stays_unknown)
{
	struct rules_position pos;

	rules_position_clear(&pos);
	expect_unknown(pos);
	expect_unknown(position("8/8/8/8/8/8/8/K7 w - - 0 1"));
	expect_unknown(position("k6k/8/8/8/8/8/8/K7 w - - 0 1"));
	expect_unknown(position("k6P/8/8/8/8/8/8/K7 w - - 0 1"));
	expect_unknown(position("k7/8/8/8/8/8/8/R6K w - - 0 1")); /* the king can be taken */
}
END_TEST

START_TEST(any_men_at_all_have_an_answer)
{
	struct random random = {.state = 11};

	for (int i = 0; i < 300; i++) {
		struct rules_position men = random_men(&random);
		struct rules_position strewn = random_strewn(&random);

		both(&men, 300);
		both(&strewn, 300);
	}
}
END_TEST

START_TEST(the_same_question_has_the_same_answer)
{
	struct random random = {.state = 5};

	for (int i = 0; i < 20; i++) {
		struct rules_position pos = random_position(&random, 120);
		enum rules_winnable first = ask(&pos, RULES_WHITE, 2000);
		struct rules_helpmate before = line;

		ck_assert_int_eq(ask(&pos, RULES_WHITE, 2000), first);
		ck_assert(before.count == line.count &&
			  memcmp(before.move, line.move, line.count * sizeof(line.move[0])) == 0);
	}
}
END_TEST

START_TEST(no_effort_is_no_answer_but_never_a_wrong_one)
{
	struct rules_position pos = position("8/2k5/2b1b3/1p1p1pBp/1P1P1P1P/8/2bK1B2/8 b - - 0 1");

	for (uint32_t nodes = 0; nodes < 40; nodes++)
		ck_assert_int_ne(ask(&pos, RULES_WHITE, nodes), RULES_WINNABLE_NO);
}
END_TEST

/* --- random positions against the closure --- */

static void put_randomly(struct rules_position *pos, struct random *random, rules_piece piece)
{
	rules_square square;

	do
		square = (rules_square)random_below(random, 64);
	while (pos->at[square] != RULES_NO_PIECE);
	rules_position_put(pos, square, piece);
}

/*
 * A chain of pawns face to face, most of them protected by the next, here and
 * there a gap or a step left; the kings, at times a piece.
 */
static struct rules_position random_locked(struct random *random)
{
	static const enum rules_kind kinds[] = {RULES_BISHOP, RULES_BISHOP, RULES_KNIGHT,
						RULES_ROOK};
	struct rules_position pos;
	size_t pieces = random_below(random, 4) == 0 ? 1 + random_below(random, 2) : 0;
	int rank = 1 + (int)random_below(random, 5);

	rules_position_clear(&pos);
	for (int file = 0; file < 8; file++) {
		int apart;

		if (random_below(random, 16) == 0)
			rank = 1 + (int)random_below(random, 5);
		else
			rank += rank == 1 || (rank < 5 && random_below(random, 2)) ? 1 : -1;
		apart = 1 + (rank < 5 && random_below(random, 24) == 0);
		if (random_below(random, 24) == 0)
			continue;
		rules_position_put(&pos, rules_square_at(file, rank),
				   rules_piece_of(RULES_WHITE, RULES_PAWN));
		rules_position_put(&pos, rules_square_at(file, rank + apart),
				   rules_piece_of(RULES_BLACK, RULES_PAWN));
	}
	put_randomly(&pos, random, rules_piece_of(RULES_WHITE, RULES_KING));
	put_randomly(&pos, random, rules_piece_of(RULES_BLACK, RULES_KING));
	for (size_t i = 0; i < pieces; i++)
		put_randomly(&pos, random,
			     rules_piece_of((enum rules_color)random_below(random, 2),
					    kinds[random_below(random, 4)]));
	pos.turn = (uint8_t)random_below(random, 2);
	pos.key = rules_position_key(&pos);
	return pos;
}

/*
 * A king in a corner that can never move while its guards stay, and pawns that face
 * each other on files apart: how many steps are left decides.
 */
static struct rules_position random_starved(struct random *random)
{
	struct rules_position pos;
	enum rules_color poor = (enum rules_color)random_below(random, 2);
	enum rules_color rich = rules_opponent(poor);
	int first = poor == RULES_WHITE ? 0 : 7, up = poor == RULES_WHITE ? 1 : -1;

	rules_position_clear(&pos);
	rules_position_put(&pos, rules_square_at(7, first), rules_piece_of(poor, RULES_KING));
	rules_position_put(&pos, rules_square_at(6, first + up), rules_piece_of(poor, RULES_PAWN));
	rules_position_put(&pos, rules_square_at(7, first + up), rules_piece_of(rich, RULES_PAWN));
	rules_position_put(&pos, rules_square_at(6, first + 2 * up),
			   rules_piece_of(rich, RULES_PAWN));
	for (int file = 0; file < 5; file += 2) {
		int rank = 1 + (int)random_below(random, 5);
		int other = rank + 1 + (int)random_below(random, (size_t)(6 - rank));

		if (random_below(random, 2) == 0)
			continue;
		rules_position_put(&pos, rules_square_at(file, rank),
				   rules_piece_of(RULES_WHITE, RULES_PAWN));
		rules_position_put(&pos, rules_square_at(file, other),
				   rules_piece_of(RULES_BLACK, RULES_PAWN));
	}
	put_randomly(&pos, random, rules_piece_of(rich, RULES_KING));
	pos.turn = (uint8_t)random_below(random, 2);
	pos.key = rules_position_key(&pos);
	return pos;
}

/* A king crowded in by men of both sides, and little else. */
static struct rules_position random_crowded(struct random *random)
{
	struct rules_position pos;
	enum rules_color color = (enum rules_color)random_below(random, 2);
	int file = (int)random_below(random, 8), rank = 1 + (int)random_below(random, 2);

	rank = color == RULES_WHITE ? rank : 7 - rank;
	rules_position_clear(&pos);
	for (int at = 0; at < 15; at++) {
		int x = file + at % 3 - 1, y = rank + at / 3 - 2;
		enum rules_kind kind = random_below(random, 3) ? RULES_PAWN : RULES_BISHOP;

		if (x < 0 || x > 7 || y < 1 || y > 6 || at == 7 || random_below(random, 3) == 0)
			continue;
		rules_position_put(
			&pos, rules_square_at(x, y),
			rules_piece_of(random_below(random, 3) ? rules_opponent(color) : color,
				       kind));
	}
	rules_position_put(&pos, rules_square_at(file, rank), rules_piece_of(color, RULES_KING));
	put_randomly(&pos, random, rules_piece_of(rules_opponent(color), RULES_KING));
	pos.turn = (uint8_t)random_below(random, 2);
	pos.key = rules_position_key(&pos);
	return pos;
}

/* A king in a cage of its own men, the other king before it, and a man or two that are free. */
static struct rules_position random_caged(struct random *random)
{
	static const enum rules_kind kinds[] = {RULES_PAWN,   RULES_PAWN, RULES_KNIGHT,
						RULES_BISHOP, RULES_ROOK, RULES_QUEEN};
	struct rules_position pos;
	enum rules_color color = (enum rules_color)random_below(random, 2);
	int up = color == RULES_WHITE ? -1 : 1;
	int file = 1 + (int)random_below(random, 2), rank = color == RULES_WHITE ? 5 : 2;
	rules_square front;

	rules_position_clear(&pos);
	for (int at = 0; at < 9; at++) {
		rules_square square = rules_square_at(file + at % 3 - 1, rank + at / 3 - 1);
		enum rules_kind kind = at == 4 ? RULES_KING : kinds[random_below(random, 6)];

		if (at == 4 || random_below(random, 24))
			rules_position_put(&pos, square, rules_piece_of(color, kind));
	}
	front = rules_square_at(file - 1 + (int)random_below(random, 3), rank - 2 * up);
	rules_position_put(&pos, front, rules_piece_of(rules_opponent(color), RULES_KING));
	front = rules_square_at(file - 1 + (int)random_below(random, 3), rank - 2 * up);
	if (pos.at[front] == RULES_NO_PIECE && random_below(random, 2))
		rules_position_put(&pos, front, rules_piece_of(color, RULES_KNIGHT));
	put_randomly(&pos, random,
		     rules_piece_of(rules_opponent(color), kinds[2 + random_below(random, 4)]));
	if (random_below(random, 2))
		put_randomly(&pos, random,
			     rules_piece_of(color, kinds[2 + random_below(random, 2)]));
	pos.turn = (uint8_t)random_below(random, 2);
	pos.key = rules_position_key(&pos);
	return pos;
}

static struct rules_position random_hard(struct random *random)
{
	switch (random_below(random, 5)) {
	case 0: return random_starved(random);
	case 1: return random_crowded(random);
	case 2: return random_caged(random);
	default: return random_locked(random);
	}
}

struct walk {
	unsigned positions;
	unsigned no;    /* answers for one side, */
	unsigned whole; /* of which the closure is complete */
};

static void compare(struct walk *walk, const struct rules_position *pos, unsigned limit)
{
	struct closure closure = closure_of(pos, limit);

	walk->positions++;

	for (int color = 0; color < 2; color++) {
		enum rules_winnable answer = ask(pos, (enum rules_color)color, 20000);

		must_hold(answer != RULES_WINNABLE_NO || !closure.can_mate[color],
			  "%s: %s can mate, but the answer is no", fen_of(pos),
			  color ? "Black" : "White");
		must_hold(answer != RULES_WINNABLE_YES || !closure.whole || closure.can_mate[color],
			  "%s: %s cannot mate, but the answer is yes", fen_of(pos),
			  color ? "Black" : "White");
		walk->no += answer == RULES_WINNABLE_NO;
		walk->whole += answer == RULES_WINNABLE_NO && closure.whole;
	}
}

/* For a longer walk: BOARDD_WALK_S seconds, from another start each time BOARDD_WALK_SEED says. */
static long from_environment(const char *name, long otherwise)
{
	const char *value = getenv(name);

	return value ? strtol(value, NULL, 10) : otherwise;
}

/* What one side does not need the other may use: more is known, and nothing else. */
START_TEST(both_sides_share_what_they_may_look_at)
{
	enum { NODES = 4000 };
	static struct rules_winnable_sides sides;
	struct random random = {.state = 11};
	void *memory = malloc(rules_winnable_room(2 * NODES));

	must_hold(memory, "no memory");
	for (int i = 0; i < 40; i++) {
		struct rules_position pos = random_hard(&random);

		rules_winnable_sides(&pos, (struct rules_winnable_effort){NODES, memory}, &sides);
		ck_assert_uint_le(sides.nodes, 2 * NODES);
		for (int color = 0; color < 2; color++) {
			enum rules_winnable alone = ask(&pos, (enum rules_color)color, NODES / 8);

			must_hold(alone == RULES_WINNABLE_UNKNOWN || alone == sides.can[color],
				  "%s: known alone, not together", fen_of(&pos));
			line = sides.line[color];
			if (sides.can[color] == RULES_WINNABLE_YES)
				replay(&pos, (enum rules_color)color);
		}
	}
	free(memory);
}
END_TEST

START_TEST(a_random_walk_agrees_with_the_closure)
{
	struct random random = {.state = (uint64_t)from_environment("BOARDD_WALK_SEED", 7)};
	time_t end = time(NULL) + from_environment("BOARDD_WALK_S", 0);
	struct walk walk = {0};

	while (walk.positions < 150 || time(NULL) < end) {
		struct rules_position pos = random_hard(&random);

		if (rules_has_legal_move(&pos))
			compare(&walk, &pos, 30000);
	}
	printf("%u positions, %u times no, %u of these looked at to the end\n", walk.positions,
	       walk.no, walk.whole);
	ck_assert_uint_gt(walk.whole, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("winnable");
	TCase *tests = tcase_create("winnable"), *walk = tcase_create("walk");

	tcase_add_test(tests, a_game_that_begins_can_be_won_by_both);
	tcase_add_test(tests, art_5_2_2_material_that_never_mates);
	tcase_add_test(tests, art_6_9_bishops_and_knights_mate_with_the_loser_s_help);
	tcase_add_test(tests, art_5_2_2_men_locked_for_ever);
	tcase_add_test(tests, art_5_2_2_a_capture_that_ends_in_stalemate_opens_nothing);
	tcase_add_test(tests, art_6_9_a_cage_that_only_opens_with_the_other_s_mate);
	tcase_add_test(tests, both_sides_share_what_they_may_look_at);
	tcase_add_test(tests, what_is_forced_is_played_out);
	tcase_add_test(tests, en_passant_can_open_what_looks_locked);
	tcase_add_test(tests, the_last_tempo_counts);
	tcase_add_test(tests, a_side_that_runs_out_of_steps_is_stalemated_in_time);
	tcase_add_test(tests, art_3_7_3_1_a_double_step_passes_a_square_that_would_be_mate);
	tcase_add_test(tests, chess960_castling_is_a_move_too);
	tcase_add_test(tests, what_is_no_position_of_chess_stays_unknown);
	tcase_add_test(tests, any_men_at_all_have_an_answer);
	tcase_add_test(tests, the_same_question_has_the_same_answer);
	tcase_add_test(tests, no_effort_is_no_answer_but_never_a_wrong_one);
	tcase_set_timeout(walk, 300 + (double)from_environment("BOARDD_WALK_S", 0));
	tcase_add_test(walk, a_random_walk_agrees_with_the_closure);
	suite_add_tcase(suite, tests);
	suite_add_tcase(suite, walk);
	return run_suite(suite);
}
