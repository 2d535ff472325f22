/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/draw.h"
#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/san.h"
#include "rules-core/setup.h"
#include "rules-core/start.h"
#include "rules-core/uci.h"
#include "tests/support/words.h"

/*
 * What holds of every position, asked of thousands: moves can be taken back,
 * the list is right by a slow generator that knows nothing of bits, and no
 * content of the 64 squares is without an answer.
 */

/* Every other one from a game, the others strewn. */
static struct rules_position any_position(struct random *random, int i)
{
	return i % 2 == 0 ? random_position(random, 150) : random_strewn(random);
}

static void expect_apply_and_undo(struct rules_position *pos, rules_move m)
{
	struct rules_position before;
	struct rules_undo undo;

	memcpy(&before, pos, sizeof(before));
	rules_apply(pos, m, &undo);
	must_hold(pos->key == rules_position_key(pos), "%s: key", fen_of(pos));
	rules_undo(pos, m, &undo);
	must_hold(memcmp(&before, pos, sizeof(before)) == 0, "%s: %s taken back", fen_of(&before),
		  uci_of(&before, m));
	must_hold(pos->key == rules_position_key(pos), "%s: key", fen_of(pos));
}

START_TEST(a_move_taken_back_leaves_no_trace)
{
	struct random random = {.state = 1};

	for (int i = 0; i < 3000; i++) {
		struct rules_position pos = any_position(&random, i);
		struct rules_moves moves;

		rules_legal_moves(&pos, &moves);
		for (size_t n = 0; n < moves.count; n++)
			expect_apply_and_undo(&pos, moves.move[n]);
	}
}
END_TEST

START_TEST(a_whole_game_taken_back_leaves_no_trace)
{
	struct random random = {.state = 2};

	for (int game = 0; game < 200; game++) {
		struct rules_position pos = any_position(&random, game), start;
		rules_move played[200];
		struct rules_undo undo[200];
		int plies = 0;

		memcpy(&start, &pos, sizeof(start));
		for (struct rules_moves moves; plies < 200; plies++) {
			rules_legal_moves(&pos, &moves);
			if (moves.count == 0)
				break;
			played[plies] = moves.move[random_below(&random, moves.count)];
			rules_apply(&pos, played[plies], &undo[plies]);
			must_hold(pos.key == rules_position_key(&pos), "%s: key", fen_of(&pos));
		}
		while (plies-- > 0)
			rules_undo(&pos, played[plies], &undo[plies]);
		ck_assert_int_eq(memcmp(&start, &pos, sizeof(start)), 0);
	}
}
END_TEST

START_TEST(art_3_9_2_every_listed_move_is_legal_and_leaves_no_king_in_check)
{
	struct random random = {.state = 3};

	for (int i = 0; i < 2000; i++) {
		struct rules_position pos = any_position(&random, i);
		struct rules_moves moves;

		rules_legal_moves(&pos, &moves);
		must_hold(rules_has_legal_move(&pos) == (moves.count > 0), "%s", fen_of(&pos));
		for (size_t n = 0; n < moves.count; n++) {
			struct rules_position next = pos;

			must_hold(rules_is_legal(&pos, moves.move[n]), "%s: %s", fen_of(&pos),
				  uci_of(&pos, moves.move[n]));
			rules_apply(&next, moves.move[n], NULL);
			must_hold(rules_gives_check(&pos, moves.move[n]) == rules_in_check(&next),
				  "%s: %s", fen_of(&pos), uci_of(&pos, moves.move[n]));
			next.turn = pos.turn;
			must_hold(!rules_in_check(&next), "%s: %s", fen_of(&pos),
				  uci_of(&pos, moves.move[n]));
		}
	}
}
END_TEST

START_TEST(art_3_10_1_a_move_is_legal_if_and_only_if_it_is_listed)
{
	struct random random = {.state = 4};

	for (int i = 0; i < 6; i++) {
		struct rules_position pos = any_position(&random, i);
		struct rules_moves moves;
		size_t legal = 0;

		rules_legal_moves(&pos, &moves);
		for (unsigned m = 0; m <= UINT16_MAX; m++)
			legal += rules_is_legal(&pos, (rules_move)m);
		ck_assert_uint_eq(legal, moves.count); /* so none is listed twice */
	}
}
END_TEST

static bool is_listed(const struct rules_moves *moves, rules_move m)
{
	for (size_t i = 0; i < moves->count; i++)
		if (moves->move[i] == m)
			return true;
	return false;
}

static void expect_between(const struct rules_position *pos, rules_set from, rules_set to)
{
	struct rules_moves all, some;
	size_t expected = 0;

	rules_legal_moves(pos, &all);
	rules_legal_moves_between(pos, from, to, &some);
	for (size_t n = 0; n < all.count; n++) {
		bool asked =
			rules_has(from, rules_from(all.move[n])) &&
			(rules_has(to, rules_to(all.move[n])) || rules_is_castling(all.move[n]));

		expected += asked;
		must_hold(is_listed(&some, all.move[n]) == asked, "%s: %s", fen_of(pos),
			  uci_of(pos, all.move[n]));
	}
	ck_assert_uint_eq(some.count, expected);
}

START_TEST(moves_between_two_sets_are_those_of_the_whole_list)
{
	struct random random = {.state = 5};

	for (int i = 0; i < 1000; i++) {
		struct rules_position pos = any_position(&random, i);

		expect_between(&pos, random_next(&random), random_next(&random));
		expect_between(&pos, RULES_ALL_SQUARES, rules_set_of(random_next(&random) & 63));
		expect_between(&pos, rules_set_of(random_next(&random) & 63), RULES_ALL_SQUARES);
		expect_between(&pos, 0, RULES_ALL_SQUARES);
	}
}
END_TEST

/*
 * --- a second opinion ---
 *
 * The Laws read naively: a board of 64 letters, every man tried in every
 * direction, and a move thrown away if the king can then be captured.
 */
struct naive {
	char at[64]; /* FEN letters, '.' where nobody stands */
	bool white;
};

static bool is_ours(char man, bool white)
{
	return man != '.' && (man >= 'A' && man <= 'Z') == white;
}

static char lower(char man)
{
	return man >= 'A' && man <= 'Z' ? (char)(man - 'A' + 'a') : man;
}

static bool on_board(int file, int rank)
{
	return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int leaps[8][2] = {{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
				{1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

/* Does one of some men stand at the end of a line, or one step along it? */
static bool is_seen_from(const struct naive *n, int square, const int step[2], bool far,
			 const char *men, bool white)
{
	int file = square % 8 + step[0], rank = square / 8 + step[1];

	while (far && on_board(file, rank) && n->at[rank * 8 + file] == '.') {
		file += step[0];
		rank += step[1];
	}
	return on_board(file, rank) && is_ours(n->at[rank * 8 + file], white) &&
	       strchr(men, lower(n->at[rank * 8 + file])) != NULL;
}

static bool is_attacked(const struct naive *n, int square, bool by_white)
{
	const int from_pawns = by_white ? -1 : 1;
	const int pawns[2][2] = {{-1, from_pawns}, {1, from_pawns}};

	for (int i = 0; i < 8; i++)
		if (is_seen_from(n, square, leaps[i], false, "n", by_white))
			return true;
	for (int i = 0; i < 4; i++)
		if (is_seen_from(n, square, straight[i], true, "rq", by_white) ||
		    is_seen_from(n, square, diagonal[i], true, "bq", by_white) ||
		    is_seen_from(n, square, straight[i], false, "k", by_white) ||
		    is_seen_from(n, square, diagonal[i], false, "k", by_white))
			return true;
	return is_seen_from(n, square, pawns[0], false, "p", by_white) ||
	       is_seen_from(n, square, pawns[1], false, "p", by_white);
}

static bool king_is_safe(const struct naive *n)
{
	for (int square = 0; square < 64; square++)
		if (n->at[square] == (n->white ? 'K' : 'k'))
			return !is_attacked(n, square, !n->white);
	ck_abort_msg("no king");
	return false;
}

static void list_if_safe(const struct naive *n, int from, int to, unsigned special,
			 struct rules_moves *moves)
{
	struct naive then = *n;

	then.at[to] = then.at[from];
	then.at[from] = '.';
	if (special == RULES_EN_PASSANT)
		then.at[from / 8 * 8 + to % 8] = '.';
	if (king_is_safe(&then))
		moves->move[moves->count++] =
			rules_move_of((rules_square)from, (rules_square)to, special);
}

static void list_along(const struct naive *n, int from, const int step[2], bool far,
		       struct rules_moves *moves)
{
	int file = from % 8, rank = from / 8;

	do {
		file += step[0];
		rank += step[1];
		if (!on_board(file, rank) || is_ours(n->at[rank * 8 + file], n->white))
			return;
		list_if_safe(n, from, rank * 8 + file, RULES_ORDINARY, moves);
	} while (far && n->at[rank * 8 + file] == '.');
}

static void list_pawn_to(const struct naive *n, int from, int to, struct rules_moves *moves)
{
	if (to / 8 != (n->white ? 7 : 0)) {
		list_if_safe(n, from, to, RULES_ORDINARY, moves);
		return;
	}
	for (unsigned kind = RULES_KNIGHT; kind <= RULES_QUEEN; kind++)
		list_if_safe(n, from, to, kind, moves);
}

static void list_pawn(const struct naive *n, int from, int passed, struct rules_moves *moves)
{
	int up = n->white ? 8 : -8;

	if (n->at[from + up] == '.') {
		list_pawn_to(n, from, from + up, moves);
		if (from / 8 == (n->white ? 1 : 6) && n->at[from + 2 * up] == '.')
			list_if_safe(n, from, from + 2 * up, RULES_DOUBLE_STEP, moves);
	}
	for (int side = -1; side <= 1; side += 2) {
		int to = from + up + side;

		if (!on_board(from % 8 + side, 0))
			continue;
		if (is_ours(n->at[to], !n->white))
			list_pawn_to(n, from, to, moves);
		else if (to == passed)
			list_if_safe(n, from, to, RULES_EN_PASSANT, moves);
	}
}

/* Walks from a to b, both included, and asks each square for a fault. */
static bool way_is_good(const struct naive *n, int a, int b, bool unattacked)
{
	for (int square = a;; square += a < b ? 1 : -1) {
		if (n->at[square] != '.' || (unattacked && is_attacked(n, square, !n->white)))
			return false;
		if (square == b)
			return true;
	}
}

static void list_castling(const struct naive *n, int king, int rook, struct rules_moves *moves)
{
	int first = king / 8 * 8;
	int king_to = first + (rook > king ? 6 : 2), rook_to = first + (rook > king ? 5 : 3);
	struct naive gone = *n, stays = *n, then;

	gone.at[king] = gone.at[rook] = '.';
	stays.at[king] = '.';
	then = gone;
	then.at[king_to] = n->at[king];
	then.at[rook_to] = n->at[rook];
	for (int square = king;; square += king < king_to ? 1 : -1) {
		if (is_attacked(&stays, square, !n->white))
			return;
		if (square == king_to)
			break;
	}
	if (way_is_good(&gone, king, king_to, false) && way_is_good(&gone, rook, rook_to, false) &&
	    king_is_safe(&then))
		moves->move[moves->count++] =
			rules_move_of((rules_square)king, (rules_square)rook, RULES_CASTLING);
}

static void list_man(const struct naive *n, int from, int passed, struct rules_moves *moves)
{
	char man = lower(n->at[from]);

	if (man == 'p')
		list_pawn(n, from, passed, moves);
	for (int i = 0; i < 8 && man == 'n'; i++)
		list_along(n, from, leaps[i], false, moves);
	for (int i = 0; i < 4 && strchr("rqk", man); i++)
		list_along(n, from, straight[i], man != 'k', moves);
	for (int i = 0; i < 4 && strchr("bqk", man); i++)
		list_along(n, from, diagonal[i], man != 'k', moves);
}

static void list_naively(const struct rules_position *pos, struct rules_moves *moves)
{
	struct naive n = {.white = pos->turn == RULES_WHITE};

	moves->count = 0;
	for (int square = 0; square < 64; square++)
		n.at[square] =
			pos->at[square] == RULES_NO_PIECE ? '.' : rules_fen_letter(pos->at[square]);
	for (int square = 0; square < 64; square++) {
		if (!is_ours(n.at[square], n.white))
			continue;
		list_man(&n, square, pos->passed == RULES_NO_SQUARE ? -1 : pos->passed, moves);
		if (lower(n.at[square]) == 'k')
			for (int rook = 0; rook < 64; rook++)
				if (rules_has(pos->castling, (rules_square)rook) &&
				    is_ours(n.at[rook], n.white))
					list_castling(&n, square, rook, moves);
	}
}

static void expect_same_moves(const struct rules_position *pos)
{
	struct rules_moves fast, slow;

	rules_legal_moves(pos, &fast);
	list_naively(pos, &slow);
	for (size_t i = 0; i < slow.count; i++)
		must_hold(is_listed(&fast, slow.move[i]), "%s: %s is missing", fen_of(pos),
			  uci_of(pos, slow.move[i]));
	for (size_t i = 0; i < fast.count; i++)
		must_hold(is_listed(&slow, fast.move[i]), "%s: %s is not legal", fen_of(pos),
			  uci_of(pos, fast.move[i]));
	ck_assert_uint_eq(fast.count, slow.count);
}

START_TEST(art_3_the_laws_read_naively_give_the_same_moves_in_games)
{
	struct random random = {.state = 6};

	for (int i = 0; i < 4000; i++) {
		struct rules_position pos = random_position(&random, 200);

		expect_same_moves(&pos);
	}
}
END_TEST

START_TEST(art_3_the_laws_read_naively_give_the_same_moves_to_strewn_men)
{
	struct random random = {.state = 7};

	for (int i = 0; i < 20000; i++) {
		struct rules_position pos = random_strewn(&random);

		expect_same_moves(&pos);
	}
}
END_TEST

/* --- any 64 squares: answered, never a crash --- */

static void ask_about_move(struct rules_position *pos, rules_move m)
{
	char room[64];
	struct rules_text text = rules_text_in(room, sizeof(room));

	must_hold(rules_is_legal(pos, m), "a listed move is not legal");
	rules_gives_check(pos, m);
	rules_san_write(&text, pos, m, RULES_EN, RULES_SAN_PGN);
	must_hold(text.len < RULES_SAN_MAX, "too long: %s", room);
	text = rules_text_in(room, sizeof(room));
	rules_san_write(&text, pos, m, RULES_DA, RULES_SAN_LAWS);
	must_hold(text.len < RULES_SAN_MAX, "too long: %s", room);
	text = rules_text_in(room, sizeof(room));
	rules_uci_write(&text, pos, m);
	must_hold(text.len < RULES_UCI_MAX, "too long: %s", room);
	rules_uci_read(pos, rules_slice_of(room));
}

static void ask_about_position(const struct rules_position *pos)
{
	struct rules_position copy;
	struct rules_fault fault;
	char room[256];
	struct rules_text text;

	rules_setup_explain(&(struct rules_text){.room = 0}, rules_setup_check(pos));
	must_hold(rules_same_position(pos, pos), "not like itself");
	rules_state_of(pos);
	rules_checkers(pos);
	rules_material_cannot_mate(pos, RULES_WHITE);
	rules_material_cannot_mate(pos, RULES_BLACK);
	rules_chess960_number(pos);
	for (int style = RULES_FEN_PLAIN; style <= RULES_FEN_LEGAL_ONLY; style++) {
		text = rules_text_in(room, sizeof(room));
		rules_fen_write(&text, pos, (enum rules_fen_style)style);
		must_hold(rules_text_fits(&text), "too long: %s", room);
		if (rules_fen_read(&copy, rules_slice_of(room), &fault))
			must_hold(memcmp(copy.at, pos->at, sizeof(copy.at)) == 0,
				  "%s: read otherwise", room);
	}
}

static void ask_everything(struct rules_position *pos)
{
	struct rules_moves moves;

	rules_legal_moves(pos, &moves);
	must_hold(moves.count <= RULES_MOVES_MAX, "%zu moves", moves.count);
	ask_about_position(pos);
	for (size_t i = 0; i < moves.count; i++) {
		ask_about_move(pos, moves.move[i]);
		expect_apply_and_undo(pos, moves.move[i]);
	}
	if (moves.count > 0) {
		rules_apply(pos, moves.move[moves.count / 2], NULL);
		ask_about_position(pos);
	}
}

START_TEST(any_64_squares_get_an_answer)
{
	struct random random = {.state = 8};

	for (int i = 0; i < 1000; i++) {
		struct rules_position pos = random_men(&random);

		ask_everything(&pos);
	}
}
END_TEST

START_TEST(boards_full_of_one_sort_of_men_get_an_answer)
{
	struct random random = {.state = 9};

	for (size_t i = 0; i < 12 * 40; i++) {
		rules_piece man = (rules_piece)(i % 12 < 6 ? i % 12 : i % 12 + 2);
		struct rules_position pos;
		struct rules_moves moves;

		rules_position_clear(&pos);
		for (rules_square square = 0; square < 64; square++)
			if (random_below(&random, 40) < i / 12 + 1)
				rules_position_put(&pos, square, man);
		pos.turn = (uint8_t)rules_color_of(man);
		pos.castling = pos.of_kind[RULES_ROOK] & random_next(&random);
		pos.key = rules_position_key(&pos);
		rules_legal_moves(&pos, &moves);
		ck_assert_uint_le(moves.count, RULES_MOVES_MAX);
		ask_about_position(&pos);
	}
}
END_TEST

START_TEST(even_an_illegal_move_stays_within_the_board)
{
	struct random random = {.state = 10};

	for (int i = 0; i < 200; i++) {
		struct rules_position pos = any_position(&random, i);

		for (int n = 0; n < 100; n++) {
			struct rules_position next = pos;

			rules_apply(&next, (rules_move)random_next(&random), NULL);
			ask_about_position(&next);
		}
	}
}
END_TEST

/* As the numbers behind the key promise: 64 squares, 64 independent keys. */
START_TEST(two_placings_of_one_sort_of_men_never_share_a_key)
{
	for (rules_piece man = 0; man < 14; man++) {
		uint64_t row[64] = {0};
		int independent = 0;

		if (rules_fen_letter(man) == '?')
			continue;
		for (rules_square square = 0; square < 64; square++) {
			struct rules_position pos;
			uint64_t key;

			rules_position_clear(&pos);
			rules_position_put(&pos, square, man);
			key = pos.key;
			while (key && row[rules_highest(key)])
				key ^= row[rules_highest(key)];
			if (key) {
				row[rules_highest(key)] = key;
				independent++;
			}
		}
		must_hold(independent == 64, "%c: %d", rules_fen_letter(man), independent);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("properties");
	TCase *properties = tcase_create("properties");

	tcase_set_timeout(properties, 120);
	tcase_add_test(properties, a_move_taken_back_leaves_no_trace);
	tcase_add_test(properties, a_whole_game_taken_back_leaves_no_trace);
	tcase_add_test(properties,
		       art_3_9_2_every_listed_move_is_legal_and_leaves_no_king_in_check);
	tcase_add_test(properties, art_3_10_1_a_move_is_legal_if_and_only_if_it_is_listed);
	tcase_add_test(properties, moves_between_two_sets_are_those_of_the_whole_list);
	tcase_add_test(properties, art_3_the_laws_read_naively_give_the_same_moves_in_games);
	tcase_add_test(properties, art_3_the_laws_read_naively_give_the_same_moves_to_strewn_men);
	tcase_add_test(properties, any_64_squares_get_an_answer);
	tcase_add_test(properties, boards_full_of_one_sort_of_men_get_an_answer);
	tcase_add_test(properties, even_an_illegal_move_stays_within_the_board);
	tcase_add_test(properties, two_placings_of_one_sort_of_men_never_share_a_key);
	suite_add_tcase(suite, properties);
	return run_suite(suite);
}
