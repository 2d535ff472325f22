/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tests/simulator/sim_words.h"

#define MEN                                                                \
	"a8r b8n c8b d8q e8k f8b g8n h8r a7p b7p c7p d7p e7p f7p g7p h7p " \
	"a2P b2P c2P d2P e2P f2P g2P h2P a1R b1N c1B d1Q e1K f1B g1N h1R"

static const char *download(struct bench *b)
{
	bench_write(b, "49");
	bench_wait(b, 9000);
	return log_text(b->log, b->log_len, false);
}

/* Lift, wait, place, wait: one change after the other. */
static void change(struct bench *b, const char *square, char piece)
{
	bench_place(b, square, piece);
	bench_wait(b, 600);
}

START_TEST(power_and_the_men_found_open_the_log)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(1));
	ck_assert_str_eq(download(&b), "power_up " MEN " start_position");
	ck_assert_str_eq(download(&b), "power_up " MEN " start_position downloaded");
}
END_TEST

START_TEST(changes_and_the_time_of_the_side_that_pressed_are_logged)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(2));
	sim_board_set_clock(&b.board, 0, 5400000, 30000, BOARD_LEFT);
	sim_board_run_clock(&b.board, 0, true);
	change(&b, "e2", BOARD_EMPTY);
	change(&b, "e4", 'P');
	sim_board_press(&b.board, b.now_ms, BOARD_LEFT);
	bench_wait(&b, 600);
	change(&b, "e7", BOARD_EMPTY);
	ck_assert_str_eq(download(&b), "power_up " MEN " start_position e2. e4P time e7.");
}
END_TEST

START_TEST(the_same_square_again_overwrites_its_tag)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(3));
	change(&b, "g1", BOARD_EMPTY);
	change(&b, "g1", 'N'); /* touched and put back: one tag tells of it */
	change(&b, "e2", BOARD_EMPTY);
	change(&b, "e3", 'P');
	change(&b, "e3", BOARD_EMPTY);
	change(&b, "e4", 'P');
	ck_assert_str_eq(download(&b), "power_up " MEN " start_position g1N e2. e3. e4P");
}
END_TEST

START_TEST(a_pattern_is_told_again_only_after_more_than_two_left_it)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(4));
	bench_write(&b, "49");
	bench_wait(&b, 9000);
	b.board.config.log_is_new_only = true;
	change(&b, "g1", BOARD_EMPTY);
	change(&b, "b1", BOARD_EMPTY);
	change(&b, "b1", 'N');
	change(&b, "g1", 'N');
	ck_assert_str_eq(download(&b), "g1. b1N g1N");
	change(&b, "g1", BOARD_EMPTY);
	change(&b, "b1", BOARD_EMPTY);
	change(&b, "a1", BOARD_EMPTY);
	change(&b, "g1", 'N');
	change(&b, "b1", 'N');
	change(&b, "a1", 'R');
	ck_assert_str_eq(download(&b), "g1. b1. a1. g1N b1N a1R start_position");
}
END_TEST

START_TEST(an_empty_board_four_rows_and_a_rotated_start_are_recognised)
{
	struct board_men rotated = board_men_start(true);
	static struct bench b;
	struct sim_log log;
	struct board_men board = board_men_start(false);
	uint8_t bytes[DGT_LOG_RING];

	sim_log_init(&log);
	sim_log_power_up(&log, 0, &rotated);
	ck_assert_ptr_nonnull(strstr(log_text(bytes, sim_log_download(&log, false, bytes), false),
				     "start_position_rotated"));
	board.at[on("b1")] = 'B';
	sim_log_init(&log);
	sim_log_power_up(&log, 0, &board);
	ck_assert_ptr_nonnull(
		strstr(log_text(bytes, sim_log_download(&log, false, bytes), false), "four_rows"));
	bench_start(&b, sim_board_usual(5));
	for (board_square square = 0; square < BOARD_SQUARES; square++)
		sim_board_put(&b.board, b.now_ms, square, BOARD_EMPTY);
	bench_wait(&b, 1000);
	ck_assert_ptr_nonnull(strstr(download(&b), "board_empty"));
}
END_TEST

START_TEST(the_ring_comes_round_and_keeps_the_newest)
{
	static struct bench b;
	const char *text;

	bench_start(&b, sim_board_usual(6));
	for (int i = 0; i < 3000; i++) {
		change(&b, i % 2 ? "e4" : "d4", "QRBN"[i / 2 % 4]);
		change(&b, i % 2 ? "e4" : "d4", BOARD_EMPTY);
		change(&b, "a5", i % 2 ? 'P' : 'p');
	}
	change(&b, "h5", 'K');
	bench_write(&b, "49");
	bench_wait(&b, 9000);
	ck_assert_uint_eq(b.log_len, DGT_LOG_RING);
	text = log_text(b.log, b.log_len, true);
	ck_assert_str_eq(text + strlen(text) - 3, "h5K");
	ck_assert_ptr_null(strstr(text, "start_position"));
}
END_TEST

START_TEST(the_log_survives_a_loss_of_power)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(7));
	b.board.config.log_is_new_only = true;
	download(&b);
	change(&b, "e2", BOARD_EMPTY);
	change(&b, "e4", 'P');
	sim_board_power(&b.board, b.now_ms, false);
	bench_wait(&b, 1000);
	bench_lift(&b, "e7"); /* nobody sees this */
	bench_place(&b, "e5", 'p');
	bench_write(&b, "42");
	ck_assert_uint_eq(b.board.wire.count, 0);
	bench_wait(&b, 1000);
	sim_board_power(&b.board, b.now_ms, true);
	ck_assert_int_eq(b.board.mode, SIM_MODE_BUS);
	ck_assert_str_eq(download(&b),
			 "e2. e4P power_up a8r b8n c8b d8q e8k f8b g8n h8r a7p b7p c7p d7p f7p g7p "
			 "h7p e5p e4P a2P b2P c2P d2P f2P g2P h2P a1R b1N c1B d1Q e1K f1B g1N h1R");
}
END_TEST

/* --- bus mode --- */

static struct bench *bus_bench(void)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(8));
	b.mode = DGT_MODE_BUS;
	return &b;
}

START_TEST(a_bus_board_answers_only_to_its_address)
{
	struct bench *b = bus_bench();

	bench_write(b, "82 08 01 0b");
	bench_wait(b, 100);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_BOARD), 1);
	bench_forget(b);
	bench_write(b, "82 08 02 0c");
	bench_write(b, "82 08 01 0c"); /* checksum */
	bench_wait(b, 100);
	ck_assert_uint_eq(b->count, 0);
	ck_assert_int_eq(b->board.mode, SIM_MODE_BUS);
}
END_TEST

START_TEST(changes_are_sent_once_and_can_be_repeated)
{
	struct bench *b = bus_bench();

	bench_write(b, "83 08 01 0c");
	bench_wait(b, 200);
	ck_assert_str_eq(log_text(b->log, b->log_len, true), "power_up " MEN " start_position");
	change(b, "e2", BOARD_EMPTY);
	change(b, "e4", 'P');
	bench_write(b, "83 08 01 0c");
	bench_wait(b, 100);
	ck_assert_str_eq(log_text(b->log, b->log_len, true), "e2. e4P");
	bench_write(b, "84 08 01 0d");
	bench_wait(b, 100);
	ck_assert_str_eq(log_text(b->log, b->log_len, true), "e2. e4P");
	bench_write(b, "83 08 01 0c");
	bench_wait(b, 100);
	ck_assert_uint_eq(b->log_len, 0);
	change(b, "e4", BOARD_EMPTY); /* must not overwrite what was sent */
	bench_write(b, "83 08 01 0c");
	bench_wait(b, 100);
	ck_assert_str_eq(log_text(b->log, b->log_len, true), "e4.");
}
END_TEST

START_TEST(a_game_is_marked_and_told_from_its_start)
{
	struct bench *b = bus_bench();

	bench_write(b, "83 08 01 0c");
	bench_wait(b, 200);
	bench_write(b, "85 08 01 0e");
	bench_wait(b, 69);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_GAME_STARTED), 0);
	bench_wait(b, 20);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_GAME_STARTED), 1);
	bench_write(b, "83 08 01 0c");
	change(b, "e2", BOARD_EMPTY);
	bench_write(b, "86 08 01 0f");
	bench_wait(b, 200);
	ck_assert_str_eq(log_text(b->log, b->log_len, true), "game_started " MEN " start_position");
}
END_TEST

START_TEST(a_broadcast_ping_is_answered_within_its_time_unless_ignored)
{
	struct bench *b = bus_bench();

	bench_write(b, "87 00 00 07");
	bench_wait(b, 1110);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_PING), 1);
	bench_write(b, "8a 08 01 13");
	bench_wait(b, 10);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_PING), 2);
	bench_write(b, "87 00 00 07");
	bench_wait(b, 2000);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_PING), 2);
	bench_write(b, "87 00 00 07");
	bench_wait(b, 2000);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_PING), 3);
}
END_TEST

START_TEST(time_version_and_all_are_answered_and_the_bus_can_be_left)
{
	struct bench *b = bus_bench();

	bench_write(b, "81 08 01 0a");
	bench_write(b, "8b 00 00 0b");
	bench_write(b, "8d 08 01 16");
	bench_wait(b, 500);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_TIME), 2);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_VERSION), 1);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_CHANGES), 1);
	ck_assert_uint_eq(bench_count(b, DGT_MSG_BUS_BOARD), 1);
	bench_write(b, "88 00 00 08");
	ck_assert_int_eq(b->board.mode, SIM_MODE_IDLE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: the event log and the bus");
	TCase *tc = tcase_create("log");

	tcase_set_timeout(tc, 20);
	tcase_add_test(tc, power_and_the_men_found_open_the_log);
	tcase_add_test(tc, changes_and_the_time_of_the_side_that_pressed_are_logged);
	tcase_add_test(tc, the_same_square_again_overwrites_its_tag);
	tcase_add_test(tc, a_pattern_is_told_again_only_after_more_than_two_left_it);
	tcase_add_test(tc, an_empty_board_four_rows_and_a_rotated_start_are_recognised);
	tcase_add_test(tc, the_ring_comes_round_and_keeps_the_newest);
	tcase_add_test(tc, the_log_survives_a_loss_of_power);
	tcase_add_test(tc, a_bus_board_answers_only_to_its_address);
	tcase_add_test(tc, changes_are_sent_once_and_can_be_repeated);
	tcase_add_test(tc, a_game_is_marked_and_told_from_its_start);
	tcase_add_test(tc, a_broadcast_ping_is_answered_within_its_time_unless_ignored);
	tcase_add_test(tc, time_version_and_all_are_answered_and_the_bus_can_be_left);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
