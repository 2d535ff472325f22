/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "daemon/desk/scenario.h"
#include "tests/support/words.h"

/*
 * The Laws of 2023, article by article, each a sentence and a board. What is
 * expected stands line by line, | between the lines, as in a scenario file.
 */

#define START  RULES_START_FEN
#define E4_E5  "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
#define CASTLE "4k3/p7/8/8/8/8/8/4K2R w K - 0 1"

static void told(const char *mode, const char *fen, const char *events, const char *expect)
{
	static char text[4096], out[4096];
	static struct scenario scenario;
	struct rules_text said = rules_text_in(out, sizeof(out));
	struct scenario_reader reader;
	struct scenario_fault fault;
	size_t len = (size_t)snprintf(text, sizeof(text),
				      "scenario: -\nedition: 2023\nmode: %s\nfen: %s\nevents: %s\n"
				      "expect: ",
				      mode, fen, events);

	for (; *expect && len + 16 < sizeof(text); expect++) {
		if (*expect == '|')
			len += (size_t)snprintf(text + len, sizeof(text) - len, "\nexpect: ");
		else
			text[len++] = *expect;
	}
	text[len] = '\0';
	scenario_open(&reader, rules_slice_of(text));
	if (scenario_next(&reader, &scenario, &fault) != SCENARIO_READ)
		ck_abort_msg("line %zu: %s", fault.line, fault.why);
	if (!scenario_run(&scenario, TOUCH_LAWS_2023, &said))
		ck_abort_msg("after %s:\n%s", events, out);
}

static void standard(const char *fen, const char *events, const char *expect)
{
	told("standard", fen, events, expect);
}

static void unsupervised(const char *mode, const char *fen, const char *events, const char *expect)
{
	char words[64];

	snprintf(words, sizeof(words), "%s\nsupervised: no", mode);
	told(words, fen, events, expect);
}

/* --- Article 1 --- */

START_TEST(art_1_2_the_players_move_alternately)
{
	standard(START, "lift e2; place e4 P; press white; lift d2; place d4 P; wait 2",
		 "move e4|complete e4|irregularity out-of-turn 1.2 white");
}
END_TEST

START_TEST(art_1_3_a_player_has_the_move_once_his_opponents_move_is_made)
{
	standard(START, "lift e2; place e4 P; lift e7; place e5 p; press white; press black",
		 "move e4|move e5|complete e4|complete e5|none");
}
END_TEST

START_TEST(art_1_4_1_the_king_may_not_be_captured)
{
	standard("k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1",
		 "lift e2; place c3 N; press white; lift e8; place e1 r; press black",
		 "irregularity illegal-move 7.5.1 white|irregularity king-captured 7.5.1 black");
}
END_TEST

/* --- Article 4 --- */

START_TEST(art_4_1_each_move_is_made_with_one_hand)
{
	standard(CASTLE,
		 "lift e1; lift h1; place g1 K; place f1 R; wait 2; arbiter report two-hands white",
		 "move O-O|irregularity two-hands 4.1 white");
}
END_TEST

START_TEST(art_4_2_1_the_player_having_the_move_may_adjust)
{
	standard(START, "adjust white; lift b1; place b1 N; lift e2; place e4 P; press white",
		 "move e4|complete e4|none");
}
END_TEST

START_TEST(art_4_2_1_only_the_player_having_the_move_may_adjust)
{
	standard(START, "adjust black; lift b8; place b8 n",
		 "irregularity adjust-out-of-turn 4.2.1 black");
}
END_TEST

START_TEST(art_4_2_2_only_the_arbiter_can_rule_a_touch_accidental)
{
	standard(START, "lift h2; place h2 P; arbiter accidental; lift e2; place e4 P; press white",
		 "move e4|complete e4|none");
}
END_TEST

START_TEST(art_4_3_1_a_piece_put_back_must_still_be_moved)
{
	standard(START, "lift g1; place g1 N; lift e2; place e4 P; press white",
		 "move e4|irregularity touch-move 4.3.1 white|complete e4|must g1f3 g1h3");
}
END_TEST

START_TEST(art_4_3_2_an_enemy_piece_touched_must_be_captured)
{
	standard("4k3/8/8/3n4/8/1B6/4K3/3R4 w - - 0 1", "lift d5; place d5 n",
		 "must b3d5 d1d5|none");
}
END_TEST

START_TEST(art_4_3_3_the_touched_piece_takes_the_touched_piece)
{
	standard("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1",
		 "lift c4; lift d5; place c4 P; lift e4; place d5 P; press white",
		 "move exd5|irregularity touch-move 4.3.3 white|complete exd5|must c4d5");
}
END_TEST

START_TEST(art_4_4_1_king_and_rook_touched_must_castle)
{
	standard(CASTLE, "lift e1; place e1 K; lift h1; place f1 R; press white",
		 "move Rf1|irregularity must-castle 4.4.1 white|complete Rf1|must e1g1");
}
END_TEST

START_TEST(art_4_4_2_rook_then_king_may_not_castle)
{
	standard(CASTLE, "lift h1; lift e1; place g1 K; place f1 R; press white",
		 "move O-O|irregularity castling-rook-first 4.4.2 white|complete O-O");
}
END_TEST

START_TEST(art_4_4_3_castling_illegal_another_king_move)
{
	standard("4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
		 "lift e1; lift h1; place e1 K; place h3 R; press white",
		 "move Rh3|irregularity touch-move 4.4.3 white|complete Rh3|must e1d1 e1d2 e1e2");
}
END_TEST

START_TEST(art_4_4_4_the_choice_of_the_new_piece_is_final)
{
	standard("8/6P1/8/8/p7/8/k7/4K3 w - - 0 1",
		 "lift g7; place g8 Q; lift g8; place g8 N; press white",
		 "move g8=N|irregularity promotion-changed 4.4.4 white|complete g8=N|must g7g8q");
}
END_TEST

START_TEST(art_4_5_no_touched_piece_can_go_any_legal_move)
{
	standard("4k3/8/8/8/p7/P7/8/4K2R w - - 0 1",
		 "lift a3; place a3 P; lift h1; place h5 R; press white",
		 "move Rh5|complete Rh5|none");
}
END_TEST

START_TEST(art_4_6_1_the_pawn_need_not_be_put_down)
{
	standard("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "lift e7; place e8 Q; press white",
		 "move e8=Q|complete e8=Q|none");
}
END_TEST

START_TEST(art_4_6_2_removing_the_pawn_and_putting_the_piece_in_any_order)
{
	standard("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "place e8 Q; lift e7; press white",
		 "move e8=Q|complete e8=Q|none");
}
END_TEST

START_TEST(art_4_6_3_a_piece_on_the_square_must_be_captured)
{
	standard("3n4/4P3/8/8/8/8/k7/4K3 w - - 0 1", "lift d8; place d8 R; lift e7; press white",
		 "move exd8=R|complete exd8=R|none");
}
END_TEST

START_TEST(art_4_7_a_released_piece_may_not_go_to_another_square)
{
	standard(
		START, "lift e2; place e3 P; wait 2; lift e3; place e4 P; press white",
		"move e3|move e4|irregularity released-then-moved 4.7 white|complete e4|must e2e3");
}
END_TEST

START_TEST(art_4_7_1_a_capture_is_made_when_the_victim_is_off)
{
	standard("4k3/8/8/3pP3/8/8/P7/4K3 w - d6 0 2", "lift e5; place d6 P; wait 3",
		 "must e5d6|none");
}
END_TEST

START_TEST(art_4_7_2_after_the_king_only_this_castling)
{
	standard(CASTLE, "lift e1; place g1 K; wait 3; lift g1; place f1 K; press white",
		 "move Kf1|irregularity released-then-moved 4.7.2 white|complete Kf1|must e1g1");
}
END_TEST

START_TEST(art_4_7_2_castling_illegal_the_king_must_move)
{
	standard("4kr2/8/8/8/8/8/P7/4K2R w K - 0 1",
		 "lift e1; place g1 K; wait 3; lift g1; place e1 K; lift a2; place a3 P; press "
		 "white",
		 "move a3|irregularity touch-move 4.7.2 white|complete a3|must e1d1 e1d2 e1e2");
}
END_TEST

START_TEST(art_4_7_3_a_promotion_is_made_when_the_new_piece_is_released)
{
	standard("8/1P6/8/8/8/8/k6p/4K3 w - - 0 1",
		 "lift b7; place b8 P; wait 2; lift b8; place b8 N; wait 2", "move b8=N|none");
}
END_TEST

START_TEST(art_4_8_the_right_to_claim_ends_with_the_opponents_touch)
{
	standard("4k3/8/8/8/8/5P2/8/N3K2B w - - 0 1",
		 "lift a1; place a1 N; lift h1; place g2 B; press white; lift e8; place e8 k",
		 "move Bg2|irregularity touch-move 4.3.1 white|complete Bg2|"
		 "irregularity right-lapsed 4.8 black");
}
END_TEST

/* --- Article 5 --- */

START_TEST(art_5_1_1_mate_ends_the_game_at_once)
{
	standard("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "lift a1; place a8 R; wait 2",
		 "move Ra8#|complete Ra8#|result 1-0 checkmate 5.1.1");
}
END_TEST

START_TEST(art_5_1_1_only_if_article_4_was_kept)
{
	standard("6k1/5ppp/8/8/8/8/8/R3K1N1 w - - 0 1",
		 "lift g1; place g1 N; lift a1; place a8 R; press white",
		 "move Ra8#|irregularity touch-move 4.3.1 white|complete Ra8#");
}
END_TEST

START_TEST(art_5_1_2_resigning_against_a_bare_king_is_a_draw)
{
	standard("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "arbiter resign white",
		 "result 1/2-1/2 resignation 5.1.2");
}
END_TEST

START_TEST(art_5_2_1_stalemate)
{
	standard("7k/8/8/8/8/8/5Q2/6K1 w - - 0 1", "lift f2; place f7 Q; wait 2",
		 "move Qf7|complete Qf7|result 1/2-1/2 stalemate 5.2.1");
}
END_TEST

START_TEST(art_5_2_2_dead_position)
{
	standard("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "lift d2; lift e1; place d2 K; wait 2",
		 "move Kxd2|complete Kxd2|result 1/2-1/2 dead-position 5.2.2");
}
END_TEST

START_TEST(art_5_2_3_agreement_only_after_both_have_moved)
{
	standard(START,
		 "lift e2; place e4 P; wait 2; arbiter offer white; press white; "
		 "arbiter accept black",
		 "move e4|complete e4|irregularity draw-too-early 5.2.3 both");
	standard(E4_E5,
		 "lift g1; place f3 N; wait 2; arbiter offer white; press white; "
		 "arbiter accept black",
		 "move Nf3|complete Nf3|result 1/2-1/2 agreement 5.2.3");
}
END_TEST

/* --- Article 6 --- */

START_TEST(art_6_2_1_a_move_is_completed_by_the_press)
{
	standard(START, "lift g1; place f3 N; wait 5", "move Nf3|none");
	standard(START, "lift g1; place f3 N; press white", "move Nf3|complete Nf3|none");
}
END_TEST

START_TEST(art_6_2_1_2_the_next_move_completes_it)
{
	standard(START,
		 "lift e2; place e4 P; lift e7; place e5 p; lift g1; place f3 N; press white",
		 "move e4|move e5|move Nf3|complete e4|complete Nf3|none");
}
END_TEST

START_TEST(art_6_2_2_a_player_may_press_after_the_reply)
{
	standard(START, "lift e2; place e4 P; lift e7; place e5 p; wait 5; press white",
		 "move e4|move e5|complete e4|none");
}
END_TEST

START_TEST(art_6_2_5_he_may_adjust_while_his_clock_runs)
{
	standard(START, "lift e2; place e4 P; adjust white; lift g1; place g1 N; press white",
		 "move e4|complete e4|none");
}
END_TEST

START_TEST(art_6_9_time_is_a_draw_if_the_opponent_cannot_mate)
{
	standard("4k3/4b3/8/8/8/8/3R4/4K3 w - - 0 1", "arbiter flag white",
		 "result 1/2-1/2 time 6.9");
	standard("4k3/4r3/8/8/8/8/3R4/4K3 w - - 0 1", "arbiter flag white", "result 0-1 time 6.9");
}
END_TEST

START_TEST(art_6_10_a_result_that_is_withdrawn_lets_play_go_on)
{
	standard(START, "arbiter flag white; arbiter result *; lift e2; place e4 P; press white",
		 "result 0-1 time 6.9|result * withdrawn -|move e4|complete e4");
}
END_TEST

/* --- Article 7 --- */

START_TEST(art_7_2_1_wrong_initial_position)
{
	standard("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1", "arbiter start",
		 "irregularity wrong-start-position 7.2.1 both");
}
END_TEST

START_TEST(art_7_2_2_board_placed_the_wrong_way)
{
	standard("RP4pr/NP4pn/BP4pb/QP4pq/KP4pk/BP4pb/NP4pn/RP4pr w - - 0 1", "arbiter start",
		 "irregularity wrong-orientation 7.2.2 both");
}
END_TEST

START_TEST(art_7_3_colours_reversed_before_ten_moves)
{
	standard(E4_E5, "arbiter report colours-reversed both",
		 "irregularity colours-reversed-restart 7.3 both");
}
END_TEST

START_TEST(art_7_3_ten_moves_are_reached_when_black_has_made_the_tenth)
{
	standard("4k2r/8/8/8/8/8/8/4K2R b - - 19 10", "arbiter report colours-reversed both",
		 "irregularity colours-reversed-restart 7.3 both");
	standard("4k2r/8/8/8/8/8/8/4K2R w - - 20 11", "arbiter report colours-reversed both",
		 "irregularity colours-reversed-continue 7.3 both");
}
END_TEST

START_TEST(art_7_4_1_displaced_pieces_at_the_press)
{
	standard(START, "lift g1; lift h2; place f3 N; place h3 P; press white",
		 "move Nf3|irregularity displaced-piece 7.4.1 white|complete Nf3");
}
END_TEST

START_TEST(art_7_5_1_an_illegal_move_is_completed_by_the_press)
{
	standard(START, "lift g1; place g3 N; press white",
		 "irregularity illegal-move 7.5.1 white|must g1f3 g1h3");
	standard(START, "lift g1; place g3 N; wait 3; lift g3; place f3 N; press white",
		 "move Nf3|complete Nf3|none");
}
END_TEST

START_TEST(art_7_5_2_the_pawn_not_exchanged_becomes_a_queen)
{
	standard("8/3P4/8/8/8/8/k7/4K3 w - - 0 1", "lift d7; place d8 P; press white",
		 "irregularity promotion-not-replaced 7.5.2 white|must d7d8q");
}
END_TEST

START_TEST(art_7_5_3_pressing_without_a_move_is_illegal)
{
	standard(START, "press white", "irregularity press-without-move 7.5.3 white");
}
END_TEST

START_TEST(art_7_5_4_two_hands_and_press_is_illegal)
{
	standard(CASTLE,
		 "lift e1; lift h1; place g1 K; place f1 R; press white; "
		 "arbiter report two-hands white",
		 "move O-O|complete O-O|irregularity two-hands 7.5.4 white");
}
END_TEST

START_TEST(art_7_5_5_the_second_illegal_move_loses)
{
	standard(START, "arbiter count white 1; lift g1; place g3 N; press white; arbiter uphold",
		 "irregularity illegal-move 7.5.1 white|irregularity illegal-count 7.5.5 white|"
		 "result 0-1 illegal-moves 7.5.5");
}
END_TEST

/* --- Article 9 --- */

START_TEST(art_9_1_2_1_an_offer_is_made_before_the_press)
{
	standard(E4_E5, "wait 5; arbiter offer white",
		 "irregularity offer-wrong-time 9.1.2.1 white");
}
END_TEST

START_TEST(art_9_1_2_1_touching_a_piece_declines)
{
	standard(E4_E5,
		 "lift g1; place f3 N; wait 2; arbiter offer white; press white; "
		 "lift b8; place b8 n; arbiter accept black",
		 "move Nf3|complete Nf3|irregularity offer-lapsed 9.1.2.1 black");
}
END_TEST

START_TEST(art_9_1_2_3_a_claim_is_an_offer)
{
	standard("4k3/8/8/8/8/8/3R4/4K3 w - - 10 90",
		 "arbiter claim white fifty; arbiter accept black",
		 "irregularity claim-wrong 9.5.3 white|result 1/2-1/2 agreement 5.2.3");
}
END_TEST

START_TEST(art_9_2_a_claim_needs_the_move)
{
	standard(E4_E5, "arbiter claim black threefold",
		 "irregularity claim-not-on-move 9.2 black");
}
END_TEST

START_TEST(art_9_3_fifty_moves)
{
	standard("4k3/8/8/8/8/8/3R4/4K3 w - - 100 90", "arbiter claim white fifty; arbiter uphold",
		 "result 1/2-1/2 fifty-moves 9.3.2");
	standard("4k3/8/8/8/8/8/3R4/4K3 w - - 99 90",
		 "arbiter claim white fifty Rd3; arbiter uphold",
		 "result 1/2-1/2 fifty-moves 9.3.1");
}
END_TEST

START_TEST(art_9_4_touching_a_piece_loses_the_claim)
{
	standard("4k3/8/8/8/8/8/3R4/4K3 w - - 100 90",
		 "lift d2; place d2 R; arbiter claim white fifty",
		 "irregularity claim-right-lost 9.4 white");
}
END_TEST

START_TEST(art_9_5_3_a_wrong_claim_and_the_announced_move)
{
	standard("4k3/8/8/8/8/8/3R4/4K3 w - - 40 60", "arbiter claim white fifty Rd3",
		 "irregularity claim-wrong 9.5.3 white|must d2d3");
}
END_TEST

START_TEST(art_9_6_2_seventy_five_moves)
{
	standard("4k3/8/8/8/8/8/r7/4K3 w - - 149 130", "lift e1; place f1 K; wait 2",
		 "move Kf1|complete Kf1|result 1/2-1/2 seventyfive-moves 9.6.2");
}
END_TEST

/* --- the appendices and guidelines --- */

/* --- Article 12 --- */

START_TEST(art_12_9_6_the_arbiter_may_declare_the_game_lost)
{
	standard(E4_E5, "arbiter penalty black warning; arbiter penalty black loss",
		 "result 1-0 penalty 12.9.6");
}
END_TEST

START_TEST(art_a_5_1_2_the_set_up_can_be_claimed_for_ten_moves)
{
	unsupervised("rapid",
		     "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 11",
		     "arbiter report wrong-start-position both",
		     "irregularity setup-claim-too-late A.5.1.2 both");
}
END_TEST

START_TEST(art_a_5_2_an_illegal_move_stands_after_the_opponents_move)
{
	unsupervised("blitz", START,
		     "lift g1; place g3 N; press white; lift e7; place e5 p; press black",
		     "irregularity illegal-move A.5.2 white|move e5|"
		     "irregularity right-lapsed A.5.2 black|complete e5");
}
END_TEST

START_TEST(art_a_5_3_a_claim_on_time)
{
	unsupervised("rapid", E4_E5, "arbiter claim black flag; arbiter uphold",
		     "result 0-1 time A.5.3");
}
END_TEST

START_TEST(art_a_5_4_both_kings_in_check)
{
	unsupervised("blitz", "4r2k/8/8/8/8/8/8/2B1K3 w - - 0 1",
		     "lift c1; place b2 B; press white",
		     "irregularity illegal-move A.5.2 white|"
		     "irregularity both-kings-in-check A.5.4 both|must c1e3");
}
END_TEST

START_TEST(guideline_i_1_1_told_to_seal)
{
	standard(E4_E5, "arbiter seal white; lift g1; place f3 N; wait 2",
		 "move Nf3|irregularity sealed-move-on-board I.1.1 white");
}
END_TEST

START_TEST(guideline_ii_3_2_castling_in_chess960)
{
	standard("1k6/p7/8/8/8/8/8/RK5R w HA - 0 1",
		 "lift b1; place c1 K; lift a1; place d1 R; press white",
		 "move O-O-O|complete O-O-O|none");
	standard("1k6/p7/8/8/8/8/8/RK5R w HA - 0 1", "lift b1; place c1 K; wait 3; press white",
		 "move Kc1|complete Kc1|none");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("articles");
	TCase *tests = tcase_create("articles");

	tcase_add_test(tests, art_1_2_the_players_move_alternately);
	tcase_add_test(tests, art_1_3_a_player_has_the_move_once_his_opponents_move_is_made);
	tcase_add_test(tests, art_1_4_1_the_king_may_not_be_captured);
	tcase_add_test(tests, art_4_1_each_move_is_made_with_one_hand);
	tcase_add_test(tests, art_4_2_1_the_player_having_the_move_may_adjust);
	tcase_add_test(tests, art_4_2_1_only_the_player_having_the_move_may_adjust);
	tcase_add_test(tests, art_4_2_2_only_the_arbiter_can_rule_a_touch_accidental);
	tcase_add_test(tests, art_4_3_1_a_piece_put_back_must_still_be_moved);
	tcase_add_test(tests, art_4_3_2_an_enemy_piece_touched_must_be_captured);
	tcase_add_test(tests, art_4_3_3_the_touched_piece_takes_the_touched_piece);
	tcase_add_test(tests, art_4_4_1_king_and_rook_touched_must_castle);
	tcase_add_test(tests, art_4_4_2_rook_then_king_may_not_castle);
	tcase_add_test(tests, art_4_4_3_castling_illegal_another_king_move);
	tcase_add_test(tests, art_4_4_4_the_choice_of_the_new_piece_is_final);
	tcase_add_test(tests, art_4_5_no_touched_piece_can_go_any_legal_move);
	tcase_add_test(tests, art_4_6_1_the_pawn_need_not_be_put_down);
	tcase_add_test(tests, art_4_6_2_removing_the_pawn_and_putting_the_piece_in_any_order);
	tcase_add_test(tests, art_4_6_3_a_piece_on_the_square_must_be_captured);
	tcase_add_test(tests, art_4_7_a_released_piece_may_not_go_to_another_square);
	tcase_add_test(tests, art_4_7_1_a_capture_is_made_when_the_victim_is_off);
	tcase_add_test(tests, art_4_7_2_after_the_king_only_this_castling);
	tcase_add_test(tests, art_4_7_2_castling_illegal_the_king_must_move);
	tcase_add_test(tests, art_4_7_3_a_promotion_is_made_when_the_new_piece_is_released);
	tcase_add_test(tests, art_4_8_the_right_to_claim_ends_with_the_opponents_touch);
	tcase_add_test(tests, art_5_1_1_mate_ends_the_game_at_once);
	tcase_add_test(tests, art_5_1_1_only_if_article_4_was_kept);
	tcase_add_test(tests, art_5_1_2_resigning_against_a_bare_king_is_a_draw);
	tcase_add_test(tests, art_5_2_1_stalemate);
	tcase_add_test(tests, art_5_2_2_dead_position);
	tcase_add_test(tests, art_5_2_3_agreement_only_after_both_have_moved);
	tcase_add_test(tests, art_6_2_1_a_move_is_completed_by_the_press);
	tcase_add_test(tests, art_6_2_1_2_the_next_move_completes_it);
	tcase_add_test(tests, art_6_2_2_a_player_may_press_after_the_reply);
	tcase_add_test(tests, art_6_2_5_he_may_adjust_while_his_clock_runs);
	tcase_add_test(tests, art_6_9_time_is_a_draw_if_the_opponent_cannot_mate);
	tcase_add_test(tests, art_6_10_a_result_that_is_withdrawn_lets_play_go_on);
	tcase_add_test(tests, art_7_2_1_wrong_initial_position);
	tcase_add_test(tests, art_7_2_2_board_placed_the_wrong_way);
	tcase_add_test(tests, art_7_3_colours_reversed_before_ten_moves);
	tcase_add_test(tests, art_7_3_ten_moves_are_reached_when_black_has_made_the_tenth);
	tcase_add_test(tests, art_7_4_1_displaced_pieces_at_the_press);
	tcase_add_test(tests, art_7_5_1_an_illegal_move_is_completed_by_the_press);
	tcase_add_test(tests, art_7_5_2_the_pawn_not_exchanged_becomes_a_queen);
	tcase_add_test(tests, art_7_5_3_pressing_without_a_move_is_illegal);
	tcase_add_test(tests, art_7_5_4_two_hands_and_press_is_illegal);
	tcase_add_test(tests, art_7_5_5_the_second_illegal_move_loses);
	tcase_add_test(tests, art_9_1_2_1_an_offer_is_made_before_the_press);
	tcase_add_test(tests, art_9_1_2_1_touching_a_piece_declines);
	tcase_add_test(tests, art_9_1_2_3_a_claim_is_an_offer);
	tcase_add_test(tests, art_9_2_a_claim_needs_the_move);
	tcase_add_test(tests, art_9_3_fifty_moves);
	tcase_add_test(tests, art_9_4_touching_a_piece_loses_the_claim);
	tcase_add_test(tests, art_9_5_3_a_wrong_claim_and_the_announced_move);
	tcase_add_test(tests, art_9_6_2_seventy_five_moves);
	tcase_add_test(tests, art_12_9_6_the_arbiter_may_declare_the_game_lost);
	tcase_add_test(tests, art_a_5_1_2_the_set_up_can_be_claimed_for_ten_moves);
	tcase_add_test(tests, art_a_5_2_an_illegal_move_stands_after_the_opponents_move);
	tcase_add_test(tests, art_a_5_3_a_claim_on_time);
	tcase_add_test(tests, art_a_5_4_both_kings_in_check);
	tcase_add_test(tests, guideline_i_1_1_told_to_seal);
	tcase_add_test(tests, guideline_ii_3_2_castling_in_chess960);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
