/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/fen.h"
#include "tests/support/games.h"
#include "tests/support/peer.h"

/*
 * pgn-extract, an independent program, reads our PGN, plays the moves by its
 * own rules, and writes them in its own words with a FEN after each: moves,
 * notation and positions must be ours. It also has nothing to complain about.
 */
#define GAMES 400

static struct game games[GAMES];

static void write_games(struct peer *peer, bool chess960, uint64_t seed)
{
	struct random random = {.state = seed};

	for (size_t i = 0; i < GAMES; i++) {
		static char bytes[1 << 16];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		random_game(&random, chess960, &games[i]);
		write_game(&text, &games[i], i + 1);
		ck_assert(rules_text_fits(&text));
		ck_assert_uint_eq(fwrite(bytes, 1, text.len, peer->in), text.len);
	}
}

/* The next word of the moves: tags, numbers and brackets are passed over. */
static void next_word(FILE *out, char word[64])
{
	for (;;) {
		ck_assert_int_eq(fscanf(out, " %63s", word), 1);
		if (word[0] == '[')
			ck_assert_int_ge(fscanf(out, "%*[^\n]"), 0);
		else if (word[strlen(word) - 1] != '.' && word[0] != '{' && word[0] != '}')
			return;
	}
}

/* In Chess960 it spells castling rights in several ways, so its FEN is read first. */
static void check_fen(FILE *out, const struct rules_position *pos)
{
	char theirs[RULES_FEN_MAX] = "", word[64], ours[RULES_FEN_MAX];
	struct rules_position read;

	for (int field = 0; field < 6; field++) {
		next_word(out, word);
		ck_assert_uint_lt(strlen(theirs) + strlen(word) + 2, sizeof(theirs));
		if (field > 0)
			strcat(theirs, " ");
		strcat(theirs, word);
	}
	strcpy(ours, fen_of(pos));
	read = position(theirs);
	read.chess960 = pos->chess960;
	ck_assert_str_eq(ours, pos->chess960 ? fen_of(&read) : theirs);
}

static void check_game(FILE *out, const struct game *game)
{
	struct rules_position pos = game->start;
	char word[64];

	for (size_t i = 0; i < game->plies; i++) {
		next_word(out, word);
		ck_assert_str_eq(word, san_of(&pos, game->moves[i]));
		rules_apply(&pos, game->moves[i], NULL);
		check_fen(out, &pos);
	}
	next_word(out, word);
	ck_assert_str_eq(word, rules_result_text(game->result));
}

static void check_games(bool chess960, uint64_t seed)
{
	const char *const argv[] = {BOARDD_PGN_EXTRACT, "-s", "--fencomments", NULL};
	struct peer peer = peer_begin();

	write_games(&peer, chess960, seed);
	peer_run(&peer, argv);
	peer_is_content(&peer);
	for (size_t i = 0; i < GAMES; i++)
		check_game(peer.out, &games[i]);
	peer_end(&peer);
}

START_TEST(pgn_extract_plays_our_games_to_the_same_positions)
{
	check_games(false, 1994);
}
END_TEST

START_TEST(pgn_extract_plays_our_chess960_games_to_the_same_positions)
{
	check_games(true, 960);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("against pgn-extract");
	TCase *played = tcase_create("games");

	tcase_set_timeout(played, 120);
	tcase_add_test(played, pgn_extract_plays_our_games_to_the_same_positions);
	tcase_add_test(played, pgn_extract_plays_our_chess960_games_to_the_same_positions);
	suite_add_tcase(suite, played);
	return run_suite(suite);
}
