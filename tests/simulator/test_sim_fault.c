/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "simulator/sim_table.h"
#include "tests/support/words.h"

/* --- bytes --- */

/* How many bytes come out of a million, and how many of them are changed. */
static void count_bytes(const char *list, unsigned *ret_out, unsigned *ret_changed)
{
	struct sim_fault_config config = {{0}};
	struct rules_fault why;
	struct sim_fault f;

	ck_assert(sim_fault_read(rules_slice_of(list), &config, &why));
	sim_fault_init(&f, config, 1);
	*ret_out = *ret_changed = 0;
	for (unsigned i = 0; i < SIM_MILLION; i++) {
		uint8_t bytes[2], byte = (uint8_t)i;
		size_t count = sim_fault_byte(&f, byte, bytes);

		*ret_out += (unsigned)count;
		if (count > 0 && bytes[0] != byte) {
			uint8_t difference = bytes[0] ^ byte;

			ck_assert_uint_eq(difference & (difference - 1), 0); /* one bit */
			++*ret_changed;
		}
	}
}

START_TEST(bytes_are_lost_doubled_and_changed_as_often_as_asked)
{
	unsigned out, changed;

	count_bytes("", &out, &changed);
	ck_assert_uint_eq(out, SIM_MILLION);
	ck_assert_uint_eq(changed, 0);
	count_bytes("drop=0.01", &out, &changed);
	ck_assert_uint_ge(out, 989000);
	ck_assert_uint_le(out, 991000);
	count_bytes("dup=0.01", &out, &changed);
	ck_assert_uint_ge(out, 1009000);
	ck_assert_uint_le(out, 1011000);
	count_bytes("flip=0.01", &out, &changed);
	ck_assert_uint_eq(out, SIM_MILLION);
	ck_assert_uint_ge(changed, 9000);
	ck_assert_uint_le(changed, 11000);
	count_bytes("drop=1", &out, &changed);
	ck_assert_uint_eq(out, 0);
}
END_TEST

/* --- what lasts --- */

START_TEST(faults_that_last_begin_and_end)
{
	struct sim_fault_config config = {{0}};
	struct sim_fault_event event;
	struct rules_fault why;
	struct sim_fault f;
	unsigned begun[SIM_FAULTS] = {0}, ended[SIM_FAULTS] = {0};
	uint64_t last_ms = 0;

	ck_assert(sim_fault_read(rules_slice_of("unplug=0.02,silence=0.02,power=0.02,bus=0.02"),
				 &config, &why));
	sim_fault_init(&f, config, 2);
	while (sim_fault_next(&f, 3600000, &event)) {
		ck_assert_uint_ge(event.at_ms, last_ms);
		last_ms = event.at_ms;
		(event.is_over ? ended : begun)[event.kind]++;
		ck_assert(event.kind == SIM_FAULT_BUS ||
			  sim_fault_is_on(&f, event.kind) == !event.is_over);
	}
	for (int kind = SIM_FAULT_UNPLUG; kind <= SIM_FAULT_POWER; kind++) {
		ck_assert_uint_gt(begun[kind], 20);
		ck_assert_uint_le(begun[kind] - ended[kind], 1);
	}
	ck_assert_uint_gt(begun[SIM_FAULT_BUS], 20);
	sim_fault_quiet(&f);
	while (sim_fault_next(&f, 7200000, &event))
		ck_assert(event.is_over);
	ck_assert_uint_eq(sim_fault_deadline(&f), UINT64_MAX);
}
END_TEST

/* --- at a table --- */

static struct sim_table *table(bool is_self_powered, const char *events)
{
	static struct sim_table t;
	struct sim_table_config config = sim_table_usual(3);
	struct sim_script_fault fault;
	struct sim_script script;
	struct sim_truth truth;

	config.is_self_powered = is_self_powered;
	ck_assert(sim_script_open(&script, rules_slice_of(events), &fault));
	sim_table_init(&t, config);
	sim_table_give_script(&t, &script);
	while (sim_table_step(&t, 500, &truth))
		;
	return &t;
}

static void wait_until(struct sim_table *t, uint64_t at_ms)
{
	struct sim_truth truth;

	while (sim_table_step(t, at_ms, &truth))
		;
}

/* Bytes the host gets within a tenth of a second for a question. */
static size_t answer(struct sim_table *t, uint8_t command)
{
	uint8_t bytes[2];
	uint64_t at_us;
	size_t total = 0, len;

	while (sim_table_say(t, bytes, &at_us) > 0)
		; /* from before */
	sim_table_hear(t, &command, 1);
	wait_until(t, t->now_ms + 100);
	while ((len = sim_table_say(t, bytes, &at_us)) > 0)
		total += len;
	return total;
}

START_TEST(an_unplugged_board_is_not_heard_and_keeps_its_log_if_it_has_power)
{
	struct sim_table *t = table(true, "unplug 10; lift e2; place e4 P; wait 20; lift d2");
	uint64_t end;

	ck_assert_uint_eq(answer(t, 0x42), 67);
	end = t->board.log.end;
	wait_until(t, 4000);
	ck_assert(!sim_table_is_plugged(t));
	ck_assert_uint_eq(answer(t, 0x42), 0);
	ck_assert_uint_eq(t->board.log.end, end + 4);
	wait_until(t, 12000);
	ck_assert(sim_table_is_plugged(t));
	ck_assert_uint_eq(answer(t, 0x42), 67);
	ck_assert_int_eq(t->board.mode, SIM_MODE_IDLE);
}
END_TEST

START_TEST(a_board_on_usb_loses_its_power_with_its_cable)
{
	struct sim_table *t = table(false, "unplug 10; lift e2; place e4 P; wait 20; lift d2");

	wait_until(t, 4000);
	ck_assert_int_eq(t->board.mode, SIM_MODE_OFF);
	ck_assert_int_eq(t->board.sensor.seen.at[on("e2")], 'P'); /* nobody looked */
	wait_until(t, 12000);
	ck_assert_int_eq(t->board.mode, SIM_MODE_BUS);
	ck_assert_int_eq(t->board.sensor.seen.at[on("e2")], BOARD_EMPTY);
}
END_TEST

START_TEST(a_silent_board_is_there_but_says_nothing)
{
	struct sim_table *t = table(true, "silence 10; wait 20; lift d2");

	wait_until(t, 4000);
	ck_assert(sim_table_is_plugged(t));
	ck_assert_uint_eq(answer(t, 0x42), 0);
	wait_until(t, 12000);
	ck_assert_uint_eq(answer(t, 0x42), 67);
}
END_TEST

START_TEST(a_loss_of_power_leaves_the_clock_running)
{
	struct sim_table *t = table(true, "power 10; wait 20; lift d2");

	wait_until(t, 4000);
	ck_assert_int_eq(t->board.mode, SIM_MODE_OFF);
	wait_until(t, 12000);
	ck_assert_int_eq(t->board.mode, SIM_MODE_BUS);
	ck_assert(t->board.clock.is_running);
	ck_assert_uint_lt(sim_clock_read(&t->board.clock, t->now_ms).side[BOARD_LEFT].minutes, 30);
}
END_TEST

START_TEST(a_rotated_board_has_white_at_the_other_end)
{
	struct sim_table_config config = sim_table_usual(4);
	struct board_men start = board_men_start(true);
	struct sim_script_fault fault;
	struct sim_script script;
	static struct sim_table t;

	config.is_rotated = true;
	ck_assert(sim_script_open(&script, rules_slice_of("lift e2; place e4 P; press white"),
				  &fault));
	sim_table_init(&t, config);
	sim_table_give_script(&t, &script);
	wait_until(&t, 1000);
	ck_assert(board_men_equal(&t.board.sensor.seen, &start));
	ck_assert_int_eq(t.board.clock.up, BOARD_RIGHT);
	wait_until(&t, 5000);
	ck_assert_int_eq(t.board.sensor.seen.at[on("d5")], 'P');
	ck_assert_int_eq(t.board.clock.up, BOARD_LEFT);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: faults");
	TCase *tc = tcase_create("faults");

	tcase_add_test(tc, bytes_are_lost_doubled_and_changed_as_often_as_asked);
	tcase_add_test(tc, faults_that_last_begin_and_end);
	tcase_add_test(tc, an_unplugged_board_is_not_heard_and_keeps_its_log_if_it_has_power);
	tcase_add_test(tc, a_board_on_usb_loses_its_power_with_its_cable);
	tcase_add_test(tc, a_silent_board_is_there_but_says_nothing);
	tcase_add_test(tc, a_loss_of_power_leaves_the_clock_running);
	tcase_add_test(tc, a_rotated_board_has_white_at_the_other_end);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
