/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "daemon/stream/did.h"
#include "rules-core/fen.h"
#include "rules-core/uci.h"
#include "tests/support/words.h"

static void read_fen(struct rules_position *ret, const char *fen)
{
	ck_assert(rules_fen_read(ret, (struct rules_slice){fen, strlen(fen)}, NULL));
}

static void expect_json(json_t *did, const char *said)
{
	char *text = did ? json_dumps(did, JSON_COMPACT) : strdup("");

	ck_assert_str_eq(text, said);
	free(text);
	json_decref(did);
}

/* What is said of a board that stands so after a position; "": nothing. */
static void expect(const char *fen, const char *placement, const char *said)
{
	struct rules_position before, now;

	read_fen(&before, fen);
	ck_assert(rules_placement_read(&now, (struct rules_slice){placement, strlen(placement)},
				       NULL));
	expect_json(did_of(&before, now.at), said);
}

START_TEST(one_man_and_why)
{
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/6N1/8/4K3",
	       "{\"men\":[{\"man\":\"N\",\"from\":\"g1\",\"to\":\"g3\"}],\"san\":null,"
	       "\"why\":\"not-so\",\"other\":\"N\",\"square\":\"g1\"}");
	expect("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "4k3/8/8/8/1b6/5N2/8/4K3",
	       "{\"men\":[{\"man\":\"N\",\"from\":\"d2\",\"to\":\"f3\"}],\"san\":null,"
	       "\"why\":\"left-in-check\",\"other\":\"b\",\"square\":\"b4\"}");
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/5N2/8/4K3",
	       "{\"men\":[{\"man\":\"N\",\"from\":\"g1\",\"to\":\"f3\"}],\"san\":\"Nf3\","
	       "\"why\":null,\"other\":null,\"square\":null}");
}
END_TEST

START_TEST(a_capture_is_one_way)
{
	expect("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "4k3/8/8/3R4/8/8/8/4K3",
	       "{\"men\":[{\"man\":\"R\",\"from\":\"d1\",\"to\":\"d5\"},{\"man\":\"p\",\"from\":"
	       "\"d5\",\"to\":null}],\"san\":\"Rxd5\",\"why\":null,\"other\":null,\"square\":"
	       "null}");
	expect("4k3/8/8/4p3/8/8/8/3RK3 w - - 0 1", "4k3/8/8/4R3/8/8/8/4K3",
	       "{\"men\":[{\"man\":\"R\",\"from\":\"d1\",\"to\":\"e5\"},{\"man\":\"p\",\"from\":"
	       "\"e5\",\"to\":null}],\"san\":null,\"why\":\"not-so\",\"other\":\"R\",\"square\":"
	       "\"d1\"}");
}
END_TEST

START_TEST(several_men_are_told_one_by_one)
{
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/4K3",
	       "{\"men\":[{\"man\":\"N\",\"from\":\"g1\",\"to\":null}],\"san\":null,\"why\":null,"
	       "\"other\":null,\"square\":null}");
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/6N1/8/3K4",
	       "{\"men\":[{\"man\":\"K\",\"from\":\"e1\",\"to\":\"d1\"},{\"man\":\"N\",\"from\":"
	       "\"g1\",\"to\":\"g3\"}],\"san\":null,\"why\":null,\"other\":null,\"square\":null}");
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/6B1/8/4K3",
	       "{\"men\":[{\"man\":\"N\",\"from\":\"g1\",\"to\":null},{\"man\":\"B\",\"from\":null,"
	       "\"to\":\"g3\"}],\"san\":null,\"why\":null,\"other\":null,\"square\":null}");
}
END_TEST

START_TEST(nothing_and_too_much_are_not_told)
{
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/4K1N1", "");
	expect("4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3", "");
}
END_TEST

static void oblige(struct touch_finding *finding, const char *fen, const char *uci)
{
	rules_move move;

	read_fen(&finding->base, fen);
	move = rules_uci_read(&finding->base, (struct rules_slice){uci, strlen(uci)});
	ck_assert_uint_ne(move, RULES_NO_MOVE);
	finding->has_must = true;
	touch_set_add(&finding->must, move);
}

/* Art. 4.3.1: what was played is told from the game, though the answer stands on the board already.
 */
START_TEST(art_4_3_1_who_was_touched_and_what_was_played)
{
	static struct touch_game game;
	static struct touch_finding finding = {.kind = TOUCH_KIND_TOUCH_MOVE};
	const char *fen = "4k3/8/8/8/8/8/3P4/4K1N1 w - - 0 1";
	struct rules_position now;

	oblige(&finding, fen, "g1f3");
	oblige(&finding, fen, "g1h3");
	game.plies = 1;
	game.played[0] = rules_uci_read(&finding.base, (struct rules_slice){"d2d4", 4});
	read_fen(&now, "8/3k4/8/8/3P4/8/8/4K1N1 w - - 0 1");
	expect_json(did_of_finding(&game, &finding, now.at),
		    "{\"men\":[{\"man\":\"P\",\"from\":\"d2\",\"to\":\"d4\"}],\"san\":\"d4\","
		    "\"why\":null,\"other\":null,\"square\":null,\"touched\":{\"man\":\"N\","
		    "\"square\":\"g1\"}}");
}
END_TEST

/* Art. 4.3.2: the opposing man that had to be taken. */
START_TEST(art_4_3_2_which_man_had_to_be_taken)
{
	static struct touch_game game;
	static struct touch_finding finding = {.kind = TOUCH_KIND_TOUCH_MOVE};
	const char *fen = "4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1";
	struct rules_position now;

	oblige(&finding, fen, "e4d5");
	oblige(&finding, fen, "d1d5");
	read_fen(&now, fen);
	expect_json(did_of_finding(&game, &finding, now.at),
		    "{\"men\":[],\"san\":null,\"why\":null,\"other\":null,\"square\":null,"
		    "\"touched\":{\"man\":\"p\",\"square\":\"d5\"}}");
}
END_TEST

/* Art. 7.4.1: the man that stands wrongly, not the move that was played. */
START_TEST(art_7_4_1_which_man_was_displaced)
{
	static struct touch_game game;
	static struct touch_finding finding = {.kind = TOUCH_KIND_DISPLACED_PIECE};
	struct rules_position now;

	read_fen(&finding.base, "4k3/8/8/8/8/8/3P4/4K1N1 w - - 0 1");
	game.plies = 1;
	game.played[0] = rules_uci_read(&finding.base, (struct rules_slice){"d2d4", 4});
	read_fen(&now, "4k3/8/8/8/3P4/8/6N1/4K3 b - - 0 1");
	expect_json(did_of_finding(&game, &finding, now.at),
		    "{\"men\":[{\"man\":\"N\",\"from\":\"g1\",\"to\":\"g2\"}],\"san\":null,\"why\":"
		    "null,\"other\":null,\"square\":null,\"touched\":null}");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stream: what was done");
	TCase *tc = tcase_create("did");

	tcase_add_test(tc, one_man_and_why);
	tcase_add_test(tc, a_capture_is_one_way);
	tcase_add_test(tc, several_men_are_told_one_by_one);
	tcase_add_test(tc, nothing_and_too_much_are_not_told);
	tcase_add_test(tc, art_4_3_1_who_was_touched_and_what_was_played);
	tcase_add_test(tc, art_4_3_2_which_man_had_to_be_taken);
	tcase_add_test(tc, art_7_4_1_which_man_was_displaced);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
