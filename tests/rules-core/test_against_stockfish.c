/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "rules-core/movegen.h"
#include "tests/support/peer.h"
#include "tests/support/words.h"

/*
 * Stockfish, an independent program, lists the legal moves of random positions
 * and counts the answers to each; we must say the same.
 */
#define POSITIONS 3000

static struct rules_position positions[POSITIONS];

static void ask(struct peer *peer)
{
	struct random random = {.state = 20231};

	for (int i = 0; i < POSITIONS; i++) {
		positions[i] = random_position(&random, 200);
		fprintf(peer->in,
			"setoption name UCI_Chess960 value %s\nposition fen %s\ngo perft 2\n",
			positions[i].chess960 ? "true" : "false", fen_of(&positions[i]));
	}
	fputs("quit\n", peer->in);
}

static bool is_move(const char *line)
{
	return strlen(line) > 4 && rules_is_file(line[0]) && rules_is_rank(line[1]) &&
	       rules_is_file(line[2]) && rules_is_rank(line[3]);
}

static void check_move(const struct rules_position *pos, const char *line, uint64_t *total)
{
	char uci[8];
	uint64_t nodes;
	struct rules_position next = *pos;

	ck_assert_int_eq(sscanf(line, "%7[^:]: %" SCNu64, uci, &nodes), 2);
	rules_apply(&next, move(pos, uci), NULL);
	ck_assert_msg(rules_perft(&next, 1) == nodes,
		      "%s after %s: %" PRIu64 " answers, not %" PRIu64, fen_of(pos), uci,
		      rules_perft(&next, 1), nodes);
	*total += 1;
}

START_TEST(stockfish_finds_the_same_legal_moves)
{
	const char *const argv[] = {BOARDD_STOCKFISH, NULL};
	struct peer peer = peer_begin();
	char line[256];
	uint64_t moves = 0;
	int at = 0;

	ask(&peer);
	peer_run(&peer, argv);
	while (fgets(line, sizeof(line), peer.out)) {
		if (at < POSITIONS && is_move(line)) {
			check_move(&positions[at], line, &moves);
		} else if (strncmp(line, "Nodes searched:", 15) == 0) {
			ck_assert_msg(moves == rules_perft(&positions[at], 1),
				      "%s: %" PRIu64 " moves, not %" PRIu64, fen_of(&positions[at]),
				      rules_perft(&positions[at], 1), moves);
			moves = 0;
			at++;
		}
	}
	ck_assert_int_eq(at, POSITIONS);
	peer_end(&peer);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("against stockfish");
	TCase *moves = tcase_create("moves");

	tcase_set_timeout(moves, 300);
	tcase_add_test(moves, stockfish_finds_the_same_legal_moves);
	suite_add_tcase(suite, moves);
	return run_suite(suite);
}
