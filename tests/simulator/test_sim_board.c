/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tests/simulator/sim_words.h"

/* --- sensors --- */

START_TEST(a_change_is_noticed_within_one_scan)
{
	struct sim_sensor s;
	struct dgt_field change;
	uint64_t at_ms;

	for (uint64_t lifted = 1000; lifted < 1250; lifted++) {
		sim_sensor_init(&s, 250, 17);
		sim_sensor_put(&s, 0, on("e2"), 'P');
		sim_sensor_look(&s);
		sim_sensor_put(&s, lifted, on("e2"), BOARD_EMPTY);
		ck_assert(!sim_sensor_next(&s, lifted, &change, &at_ms));
		ck_assert(sim_sensor_next(&s, lifted + 250, &change, &at_ms));
		ck_assert_uint_gt(at_ms, lifted);
		ck_assert_uint_eq(change.square, on("e2"));
		ck_assert_int_eq(change.piece, BOARD_EMPTY);
	}
}
END_TEST

START_TEST(a_man_gone_for_less_than_a_scan_may_never_be_missed)
{
	unsigned seen = 0;

	for (uint64_t lifted = 1000; lifted < 1250; lifted++) {
		struct dgt_field change;
		struct sim_sensor s;
		uint64_t at_ms;

		sim_sensor_init(&s, 250, 0);
		sim_sensor_put(&s, 0, on("e2"), 'P');
		sim_sensor_look(&s);
		sim_sensor_put(&s, lifted, on("e2"), BOARD_EMPTY);
		if (sim_sensor_next(&s, lifted + 100, &change, &at_ms))
			seen++;
		sim_sensor_put(&s, lifted + 100, on("e2"), 'P');
	}
	ck_assert_uint_eq(seen, 100); /* of 250: as long as it was away */
}
END_TEST

/* c7-c6 pushed while the scan is between the two: c6 comes first (vector 9). */
START_TEST(a_place_can_be_seen_before_its_lift)
{
	unsigned place_first = 0;

	for (uint64_t pushed = 1000; pushed < 1250; pushed++) {
		struct dgt_field first;
		struct sim_sensor s;
		uint64_t at_ms;

		sim_sensor_init(&s, 250, 0);
		sim_sensor_put(&s, 0, on("c7"), 'p');
		sim_sensor_look(&s);
		sim_sensor_put(&s, pushed, on("c7"), BOARD_EMPTY);
		sim_sensor_put(&s, pushed, on("c6"), 'p');
		ck_assert(sim_sensor_next(&s, pushed + 250, &first, &at_ms));
		place_first += first.square == on("c6");
	}
	ck_assert_uint_ge(place_first, 28); /* eight squares of a scan */
	ck_assert_uint_le(place_first, 34);
}
END_TEST

/* --- modes and answers --- */

START_TEST(nothing_is_said_before_a_host_asks)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(1));
	bench_lift(&b, "e2");
	bench_wait(&b, 1000);
	bench_place(&b, "e4", 'P');
	bench_wait(&b, 5000);
	ck_assert_uint_eq(b.count, 0);
	bench_write(&b, "42");
	bench_wait(&b, 100);
	ck_assert_uint_eq(b.count, 1);
	ck_assert_int_eq(b.mirror.at[on("e4")], 'P');
	ck_assert_int_eq(b.board.mode, SIM_MODE_IDLE);
}
END_TEST

START_TEST(each_request_has_its_answer)
{
	static const struct {
		const char *hex;
		enum dgt_message_type type;
		size_t len;
	} rows[] = {
		{"41", DGT_MSG_TIME, 7},         {"42", DGT_MSG_BOARD_DUMP, 64},
		{"45", DGT_MSG_SERIAL, 5},       {"46", DGT_MSG_BUS_ADDRESS, 2},
		{"47", DGT_MSG_TRADEMARK, 38},   {"48", DGT_MSG_HARDWARE_VERSION, 2},
		{"4c", DGT_MSG_BATTERY, 9},      {"4d", DGT_MSG_VERSION, 2},
		{"55", DGT_MSG_LONG_SERIAL, 10},
	};
	static struct bench b;

	bench_start(&b, sim_board_bluetooth(1));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bench_forget(&b);
		bench_write(&b, rows[i].hex);
		bench_wait(&b, 200);
		ck_assert_msg(b.count == 1 && b.heard[0].type == rows[i].type, "%s: %zu answers",
			      rows[i].hex, b.count);
		ck_assert_uint_eq(b.heard[0].len, rows[i].len);
	}
}
END_TEST

START_TEST(in_update_mode_changes_and_times_come_by_themselves)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(2));
	sim_board_set_clock(&b.board, 0, 180000, 2000, BOARD_LEFT);
	sim_board_run_clock(&b.board, 0, true);
	bench_write(&b, "43");
	bench_wait(&b, 10000);
	ck_assert_uint_ge(bench_count(&b, DGT_MSG_TIME), 10);
	bench_lift(&b, "e2");
	bench_wait(&b, 300);
	bench_place(&b, "e4", 'P');
	bench_wait(&b, 300);
	ck_assert_str_eq(bench_changes(&b), "e2. e4P");
	bench_write(&b, "40");
	bench_wait(&b, 50);
	bench_forget(&b);
	bench_lift(&b, "e7");
	bench_wait(&b, 5000);
	ck_assert_uint_eq(b.count, 0);
}
END_TEST

START_TEST(nice_never_says_the_same_time_twice)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(3));
	sim_board_set_clock(&b.board, 0, 180000, 0, BOARD_LEFT);
	bench_write(&b, "4b");
	bench_wait(&b, 10000);
	ck_assert_uint_eq(bench_count(&b, DGT_MSG_TIME), 1); /* it stands */
	sim_board_run_clock(&b.board, b.now_ms, true);
	bench_wait(&b, 60000);
	ck_assert_uint_ge(bench_count(&b, DGT_MSG_TIME), 59);
	for (size_t i = 1; i < b.count; i++)
		ck_assert_int_ne(memcmp(b.heard[i].payload, b.heard[i - 1].payload, 7), 0);
}
END_TEST

START_TEST(update_board_has_no_times_and_no_acks)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(4));
	sim_board_run_clock(&b.board, 0, true);
	bench_write(&b, "44");
	bench_write(&b, "2b 03 03 09 00");
	bench_lift(&b, "a2");
	bench_wait(&b, 5000);
	ck_assert_uint_eq(b.count, 1);
	ck_assert_str_eq(bench_changes(&b), "a2.");
}
END_TEST

START_TEST(a_byte_above_7f_silences_a_single_board)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(5));
	bench_write(&b, "4b");
	bench_wait(&b, 1000);
	bench_write(&b, "83 08 01 0c"); /* swallowed */
	bench_wait(&b, 500);
	bench_forget(&b);
	bench_lift(&b, "a2");
	bench_wait(&b, 2000);
	ck_assert_uint_eq(b.count, 0);
	ck_assert_int_eq(b.board.mode, SIM_MODE_BUS);
	bench_write(&b, "4b 42");
	bench_wait(&b, 1000);
	ck_assert_uint_eq(bench_count(&b, DGT_MSG_BOARD_DUMP), 1);
}
END_TEST

START_TEST(the_probe_for_another_make_does_no_harm)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(6));
	bench_write(&b, "df 0d 12 03 00 00 00 00 00 00 00 00 00 01 00 03 02 30 00");
	bench_write(&b, "4d");
	bench_wait(&b, 100);
	ck_assert_uint_eq(bench_count(&b, DGT_MSG_VERSION), 1);
	ck_assert_uint_eq(b.board.harmful, 0);
}
END_TEST

START_TEST(commands_that_harm_a_board_are_counted)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(7));
	bench_write(&b, "4e 51 53 54");
	ck_assert_uint_eq(b.board.harmful, 4);
}
END_TEST

/* --- pace --- */

START_TEST(the_line_runs_at_9600_baud)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(8));
	bench_write(&b, "42");
	bench_wait(&b, 69);
	ck_assert_uint_eq(b.count, 0);
	bench_wait(&b, 1);
	ck_assert_uint_eq(b.count, 1);
	bench_write(&b, "49");
	bench_wait(&b, 8270);
	ck_assert_uint_eq(bench_count(&b, DGT_MSG_LOG), 0);
	bench_wait(&b, 10);
	ck_assert_uint_eq(bench_count(&b, DGT_MSG_LOG), 1);
	ck_assert_uint_eq(bench_last(&b, DGT_MSG_LOG)->len, DGT_LOG_RING);
}
END_TEST

START_TEST(changes_during_a_download_follow_it)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(9));
	bench_write(&b, "44 49");
	bench_wait(&b, 1000);
	bench_lift(&b, "d2");
	bench_wait(&b, 1000);
	bench_place(&b, "d4", 'P');
	bench_wait(&b, 7000);
	ck_assert_uint_eq(b.count, 3);
	ck_assert_int_eq(b.heard[0].type, DGT_MSG_LOG);
	ck_assert_str_eq(bench_changes(&b), "d2. d4P");
}
END_TEST

/* --- the clock --- */

START_TEST(a_press_comes_with_its_increment)
{
	static struct bench b;
	struct board_time time;

	bench_start(&b, sim_board_usual(10));
	sim_board_set_clock(&b.board, 0, 180000, 2000, BOARD_LEFT);
	sim_board_run_clock(&b.board, 0, true);
	bench_write(&b, "4b");
	bench_wait(&b, 3200);
	ck_assert(!sim_board_press(&b.board, b.now_ms, BOARD_RIGHT)); /* his lever is down */
	ck_assert(sim_board_press(&b.board, b.now_ms, BOARD_LEFT));
	bench_wait(&b, 500);
	time = dgt_time_read(bench_last(&b, DGT_MSG_TIME)->payload);
	ck_assert_int_eq(time.to_move, BOARD_RIGHT);
	ck_assert(time.running && time.right_turn && !time.left_turn);
	ck_assert_uint_eq(time.side[BOARD_LEFT].minutes, 2);
	ck_assert_uint_eq(time.side[BOARD_LEFT].seconds, 59);
}
END_TEST

START_TEST(a_flag_falls_and_the_clock_stands)
{
	static struct bench b;
	struct board_time time;

	bench_start(&b, sim_board_usual(11));
	sim_board_set_clock(&b.board, 0, 3000, 0, BOARD_LEFT);
	sim_board_run_clock(&b.board, 0, true);
	bench_write(&b, "4b");
	bench_wait(&b, 4000);
	time = dgt_time_read(bench_last(&b, DGT_MSG_TIME)->payload);
	ck_assert(time.side[BOARD_LEFT].flag_blocked && !time.side[BOARD_RIGHT].flag_blocked);
	ck_assert(!time.running);
	ck_assert_uint_eq(time.side[BOARD_LEFT].seconds, 0);
}
END_TEST

START_TEST(clock_commands_are_acknowledged_late)
{
	static struct bench b;
	struct dgt_ack ack;

	bench_start(&b, sim_board_usual(12));
	bench_write(&b, "4b");
	bench_wait(&b, 1000);
	bench_forget(&b);
	bench_write(&b, "2b 03 03 09 00");
	bench_wait(&b, 99);
	ck_assert_uint_eq(b.count, 0);
	bench_wait(&b, 1901);
	ack = dgt_ack_read(bench_last(&b, DGT_MSG_TIME)->payload);
	ck_assert_uint_eq(ack.codes[1], DGT_ACK_VERSION);
	ck_assert_uint_eq(ack.codes[2], 0x20);
}
END_TEST

START_TEST(bluetooth_answers_sooner_and_sometimes_says_nothing_as_well)
{
	unsigned empty = 0, acks = 0;
	static struct bench b;

	bench_start(&b, sim_board_bluetooth(12));
	bench_write(&b, "4b");
	bench_wait(&b, 1000);
	for (int i = 0; i < 100; i++) {
		bench_forget(&b);
		bench_write(&b, "2b 03 03 09 00");
		bench_wait(&b, 320);
		for (size_t k = 0; k < b.count; k++) {
			enum dgt_clock_kind kind = dgt_clock_kind(b.heard[k].payload);

			acks += kind == DGT_CLOCK_ACK;
			empty += kind == DGT_CLOCK_EMPTY;
		}
	}
	ck_assert_uint_eq(acks, 100);
	ck_assert_uint_gt(empty, 10);
	ck_assert_uint_lt(empty, 50);
}
END_TEST

START_TEST(a_clock_is_set_only_in_its_remote_mode)
{
	static struct bench b;
	struct dgt_ack ack;

	bench_start(&b, sim_board_usual(13));
	bench_write(&b, "4b 2b 0a 03 0a 00 05 00 01 1e 07 01 00");
	bench_wait(&b, 2000);
	ack = dgt_ack_read(bench_last(&b, DGT_MSG_TIME)->payload);
	ck_assert(!dgt_ack_is_good(ack));
	ck_assert_uint_eq(b.board.clock.left_ms[BOARD_LEFT], 0);
	b.board.clock.is_remote = true;
	bench_write(&b, "2b 0a 03 0a 00 05 00 01 1e 07 04 00");
	bench_wait(&b, 2000);
	ck_assert_uint_eq(b.board.clock.left_ms[BOARD_LEFT], 300000);
	ck_assert_uint_eq(b.board.clock.left_ms[BOARD_RIGHT], 5407000);
	ck_assert(!b.board.clock.is_running);
}
END_TEST

START_TEST(without_a_clock_the_board_says_so)
{
	static struct bench b;

	bench_start(&b, sim_board_usual(14));
	b.board.clock.is_connected = false;
	bench_write(&b, "4b");
	bench_wait(&b, 1000);
	ck_assert_int_eq(dgt_clock_kind(bench_last(&b, DGT_MSG_TIME)->payload), DGT_CLOCK_ABSENT);
}
END_TEST

/* --- wrong codes --- */

START_TEST(a_misread_square_is_put_right_by_the_next_scan)
{
	struct sim_board_config config = sim_board_usual(15);
	static struct bench b;

	config.wrong_code = SIM_MILLION / 2;
	bench_start(&b, config);
	bench_write(&b, "4b 42");
	for (int i = 0; i < 200; i++) {
		bench_place(&b, "e4", i % 2 ? 'Q' : BOARD_EMPTY);
		bench_wait(&b, 5000);
	}
	ck_assert_uint_gt(bench_count(&b, DGT_MSG_FIELD_UPDATE), 300);
	ck_assert_uint_gt(bench_count(&b, DGT_MSG_DAMAGED), 0); /* codes that are no piece */
	ck_assert_int_eq(b.board.sensor.seen.at[on("e4")], b.board.sensor.real.at[on("e4")]);
}
END_TEST

START_TEST(the_same_seed_gives_the_same_bytes)
{
	static struct bench b, c;

	for (int run = 0; run < 2; run++) {
		struct bench *x = run ? &c : &b;

		bench_start(x, sim_board_usual(99));
		bench_write(x, "4b 2b 03 03 09 00");
		bench_lift(x, "e2");
		bench_wait(x, 3000);
	}
	ck_assert_uint_eq(b.count, c.count);
	ck_assert_int_eq(memcmp(b.heard, c.heard, b.count * sizeof(b.heard[0])), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: the board");
	TCase *tc = tcase_create("board");

	tcase_add_test(tc, a_change_is_noticed_within_one_scan);
	tcase_add_test(tc, a_man_gone_for_less_than_a_scan_may_never_be_missed);
	tcase_add_test(tc, a_place_can_be_seen_before_its_lift);
	tcase_add_test(tc, nothing_is_said_before_a_host_asks);
	tcase_add_test(tc, each_request_has_its_answer);
	tcase_add_test(tc, in_update_mode_changes_and_times_come_by_themselves);
	tcase_add_test(tc, nice_never_says_the_same_time_twice);
	tcase_add_test(tc, update_board_has_no_times_and_no_acks);
	tcase_add_test(tc, a_byte_above_7f_silences_a_single_board);
	tcase_add_test(tc, the_probe_for_another_make_does_no_harm);
	tcase_add_test(tc, commands_that_harm_a_board_are_counted);
	tcase_add_test(tc, the_line_runs_at_9600_baud);
	tcase_add_test(tc, changes_during_a_download_follow_it);
	tcase_add_test(tc, a_press_comes_with_its_increment);
	tcase_add_test(tc, a_flag_falls_and_the_clock_stands);
	tcase_add_test(tc, clock_commands_are_acknowledged_late);
	tcase_add_test(tc, bluetooth_answers_sooner_and_sometimes_says_nothing_as_well);
	tcase_add_test(tc, a_clock_is_set_only_in_its_remote_mode);
	tcase_add_test(tc, without_a_clock_the_board_says_so);
	tcase_add_test(tc, a_misread_square_is_put_right_by_the_next_scan);
	tcase_add_test(tc, the_same_seed_gives_the_same_bytes);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
