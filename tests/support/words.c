/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/san.h"
#include "rules-core/setup.h"
#include "rules-core/start.h"
#include "rules-core/uci.h"
#include "tests/support/words.h"

struct rules_position position(const char *fen)
{
	struct rules_position pos;
	struct rules_fault fault;

	if (!rules_fen_read(&pos, rules_slice_of(fen), &fault))
		ck_abort_msg("'%s', character %zu: %s", fen, fault.at + 1, fault.why);
	return pos;
}

rules_move move(const struct rules_position *pos, const char *uci)
{
	rules_move found = rules_uci_read(pos, rules_slice_of(uci));

	if (found == RULES_NO_MOVE)
		ck_abort_msg("%s is not legal in %s", uci, fen_of(pos));
	return found;
}

struct rules_position after(const char *fen, const char *uci_moves)
{
	struct rules_position pos = position(fen);

	while (*uci_moves) {
		char uci[RULES_UCI_MAX] = "";
		size_t len = strcspn(uci_moves, " ");

		ck_assert_uint_lt(len, sizeof(uci));
		memcpy(uci, uci_moves, len);
		rules_apply(&pos, move(&pos, uci), NULL);
		uci_moves += len;
		uci_moves += strspn(uci_moves, " ");
	}
	return pos;
}

rules_square on(const char *name)
{
	ck_assert(rules_is_file(name[0]) && rules_is_rank(name[1]) && name[2] == '\0');
	return rules_square_at(name[0] - 'a', name[1] - '1');
}

bool is_legal(const struct rules_position *pos, const char *uci)
{
	return rules_uci_read(pos, rules_slice_of(uci)) != RULES_NO_MOVE;
}

const char *fen_of(const struct rules_position *pos)
{
	static char fen[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(fen, sizeof(fen));

	rules_fen_write(&text, pos, RULES_FEN_PLAIN);
	ck_assert(rules_text_fits(&text));
	return fen;
}

const char *uci_of(const struct rules_position *pos, rules_move m)
{
	static char uci[RULES_UCI_MAX];
	struct rules_text text = rules_text_in(uci, sizeof(uci));

	rules_uci_write(&text, pos, m);
	ck_assert(rules_text_fits(&text));
	return uci;
}

const char *san_of(const struct rules_position *pos, rules_move m)
{
	static char san[RULES_SAN_MAX];
	struct rules_text text = rules_text_in(san, sizeof(san));

	rules_san_write(&text, pos, m, RULES_EN, RULES_SAN_PGN);
	ck_assert(rules_text_fits(&text));
	return san;
}

uint64_t random_next(struct random *random)
{
	uint64_t n = random->state += UINT64_C(0x9e3779b97f4a7c15);

	n = (n ^ n >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	n = (n ^ n >> 27) * UINT64_C(0x94d049bb133111eb);
	return n ^ n >> 31;
}

size_t random_below(struct random *random, size_t limit)
{
	return (size_t)(random_next(random) % limit);
}

struct rules_position random_position(struct random *random, unsigned plies)
{
	struct rules_position pos;
	size_t length = random_below(random, plies + 1);

	rules_start(&pos);
	if (random_below(random, 2))
		rules_chess960_start(&pos, (unsigned)random_below(random, RULES_CHESS960_COUNT));
	for (size_t ply = 0; ply < length; ply++) {
		struct rules_position next = pos;
		struct rules_moves moves;

		rules_legal_moves(&pos, &moves);
		rules_apply(&next, moves.move[random_below(random, moves.count)], NULL);
		if (!rules_has_legal_move(&next))
			break;
		pos = next;
	}
	return pos;
}

/* On half the boards a king stands on its first rank, so that it may castle. */
static void strew_king(struct rules_position *pos, struct random *random, enum rules_color color)
{
	rules_square home = rules_square_at(0, color == RULES_WHITE ? 0 : 7);
	rules_square square = (rules_square)random_below(random, 64);

	if (random_below(random, 2))
		square = (rules_square)(home + 1 + random_below(random, 6));
	rules_position_put(pos, square, rules_piece_of(color, RULES_KING));
}

static void strew_men(struct rules_position *pos, struct random *random)
{
	size_t men = 2 + random_below(random, 28);

	while (men-- > 0) {
		enum rules_kind kind = (enum rules_kind)random_below(random, RULES_KING);
		enum rules_color color = (enum rules_color)random_below(random, 2);
		rules_square square = (rules_square)random_below(random, 64);
		int rank = rules_rank_of(square);

		if (pos->at[square] == RULES_NO_PIECE &&
		    (kind != RULES_PAWN || (rank > 0 && rank < 7)))
			rules_position_put(pos, square, rules_piece_of(color, kind));
	}
}

/* One rook on each side of a king at home, if there is any. */
static void strew_rights(struct rules_position *pos, enum rules_color color)
{
	int home = color == RULES_WHITE ? 0 : 7;
	rules_square king = rules_king_square(pos, color);
	rules_set rooks = rules_men(pos, color, RULES_ROOK) & rules_rank_set(home);
	rules_set left, right;

	if (king == RULES_NO_SQUARE || rules_rank_of(king) != home)
		return;
	left = rooks & (rules_set_of(king) - 1);
	right = rooks ^ left;
	if (left)
		pos->castling |= rules_set_of(rules_highest(left));
	if (right)
		pos->castling |= rules_set_of(rules_lowest(right));
}

static void strew_passed(struct rules_position *pos, struct random *random)
{
	size_t from = random_below(random, 8);
	int rank = pos->turn == RULES_WHITE ? 5 : 2;

	for (size_t i = 0; i < 8 && pos->passed == RULES_NO_SQUARE; i++) {
		rules_square square = rules_square_at((int)((from + i) % 8), rank);

		if (rules_can_have_passed(pos, square))
			pos->passed = square;
	}
}

struct rules_position random_strewn(struct random *random)
{
	struct rules_position pos;

	do {
		rules_position_clear(&pos);
		strew_king(&pos, random, RULES_WHITE);
		strew_king(&pos, random, RULES_BLACK);
		strew_men(&pos, random);
		pos.turn = (uint8_t)random_below(random, 2);
	} while (!rules_setup_is_playable(rules_setup_check(&pos)));
	strew_rights(&pos, RULES_WHITE);
	strew_rights(&pos, RULES_BLACK);
	strew_passed(&pos, random);
	pos.chess960 = pos.castling != 0;
	pos.key = rules_position_key(&pos);
	return pos;
}

struct rules_position random_men(struct random *random)
{
	struct rules_position pos;
	size_t crowd = 1 + random_below(random, 15);

	rules_position_clear(&pos);
	for (rules_square square = 0; square < 64; square++) {
		static const rules_piece men[] = {0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13};

		if (random_below(random, 15) < crowd)
			rules_position_put(&pos, square, men[random_below(random, 12)]);
	}
	pos.turn = (uint8_t)random_below(random, 2);
	pos.castling = random_next(random) & random_next(random) & pos.of_kind[RULES_ROOK];
	pos.passed = (rules_square)random_below(random, 65);
	pos.chess960 = random_below(random, 2) == 1;
	pos.key = rules_position_key(&pos);
	return pos;
}

int run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
