/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "simulator/hands/sim_script.h"
#include "tests/support/words.h"

static void write_act(struct rules_text *out, const struct sim_act *act)
{
	rules_text_number(out, (unsigned long)act->at_ms);
	if (act->type == SIM_ACT_LIFT || act->type == SIM_ACT_PLACE) {
		rules_text_string(out, act->type == SIM_ACT_LIFT ? " lift " : " place ");
		rules_text_square(out, act->square);
		if (act->type == SIM_ACT_PLACE)
			rules_text_char(out, rules_fen_letter(act->piece));
	} else if (act->type == SIM_ACT_PRESS) {
		rules_text_string(out, act->color ? " press black" : " press white");
	} else if (act->type == SIM_ACT_SAY) {
		rules_text_string(out, " say ");
		rules_text_bytes(out, act->text.at, act->text.len);
	} else {
		ck_assert_int_eq(act->type, SIM_ACT_FAULT);
		rules_text_char(out, ' ');
		rules_text_string(out, sim_fault_name(act->fault));
		rules_text_char(out, ' ');
		rules_text_number(out, (unsigned long)act->length_ms);
	}
}

/* The acts of a script as text: "300 lift e2, 600 place e4P". Good until the next call. */
static const char *read_script(const char *text)
{
	static char buffer[2048];
	struct rules_text out = rules_text_in(buffer, sizeof(buffer));
	struct sim_script_fault fault;
	struct sim_script script;
	struct sim_act act;

	if (!sim_script_open(&script, rules_slice_of(text), &fault))
		ck_abort_msg("%zu:%zu: %s", fault.line, fault.column, fault.why);
	while (sim_script_next(&script, &act)) {
		if (out.len > 0)
			rules_text_string(&out, ", ");
		write_act(&out, &act);
	}
	return buffer;
}

START_TEST(events_are_three_tenths_of_a_second_apart)
{
	ck_assert_str_eq(read_script("lift e2; place e4 P; press white"),
			 "300 lift e2, 600 place e4P, 900 press white");
	ck_assert_str_eq(read_script("lift e2\nplace e4 P\n\n  press black  # he does\n;;\n"),
			 "300 lift e2, 600 place e4P, 900 press black");
	ck_assert_str_eq(read_script(""), "");
}
END_TEST

START_TEST(a_wait_adds_its_seconds_and_none_joins)
{
	ck_assert_str_eq(
		read_script("lift e1; wait 2; lift h1; wait 0; place f1 R; wait 0.25; press white"),
		"300 lift e1, 2600 lift h1, 2600 place f1R, 3150 press white");
}
END_TEST

START_TEST(what_a_board_cannot_show_is_said)
{
	ck_assert_str_eq(read_script("adjust white; arbiter claim black touch-move; unplug 60; "
				     "power 1.5; silence 2"),
			 "300 say adjust white, 600 say claim black touch-move, 900 unplug 60000, "
			 "1200 power 1500, 1500 silence 2000");
}
END_TEST

START_TEST(a_whole_scenario_is_taken)
{
	struct sim_script_fault fault;
	struct sim_script script;
	const char *text = "scenario: a rook; or two\nedition: 2023\nmode: blitz\nsupervised: no\n"
			   "fen: 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n"
			   "events: lift a1; place a8 R; press white\n"
			   "expect: move Ra8+\nexpect: none\n";

	ck_assert_str_eq(read_script(text), "300 lift a1, 600 place a8R, 900 press white");
	ck_assert(sim_script_open(&script, rules_slice_of(text), &fault));
	ck_assert_str_eq(fen_of(&script.start), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
}
END_TEST

START_TEST(what_is_wrong_is_named_with_its_place)
{
	static const struct {
		const char *text;
		size_t line, column;
		const char *why;
	} rows[] = {
		{"lift", 1, 1, "lift needs a square"},
		{"lift e2; lft e4", 1, 10, "no such event"},
		{"lift e2\n  place e4", 2, 3, "place needs a piece"},
		{"place e9 P", 1, 1, "place needs a square"},
		{"place e4 X", 1, 1, "place needs a piece"},
		{"press red", 1, 1, "white or black"},
		{"wait", 1, 1, "number of seconds"},
		{"wait -1", 1, 1, "number of seconds"},
		{"wait 1e9", 1, 1, "number of seconds"},
		{"wait 99999999999999999999", 1, 1, "number of seconds"},
		{"unplug", 1, 1, "how many seconds"},
		{"arbiter", 1, 1, "needs an action"},
		{"fen: 8/8/8/8/8/8/8/9 w - - 0 1", 1, 20, ""},
		{"lift e2\nfen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2, 6, "one position"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct sim_script_fault fault = {0};
		struct sim_script script;

		ck_assert_msg(!sim_script_open(&script, rules_slice_of(rows[i].text), &fault),
			      "'%s' was taken", rows[i].text);
		ck_assert_msg(fault.line == rows[i].line && fault.column == rows[i].column,
			      "'%s': %zu:%zu: %s", rows[i].text, fault.line, fault.column,
			      fault.why);
		ck_assert_msg(strstr(fault.why, rows[i].why) != NULL, "'%s': %s", rows[i].text,
			      fault.why);
	}
}
END_TEST

/* --- lists of faults --- */

START_TEST(a_list_of_faults_is_read)
{
	struct sim_fault_config config = {{0}};
	struct rules_fault fault;

	ck_assert(sim_fault_read(rules_slice_of("drop=0.001,flip=1,power=.5"), &config, &fault));
	ck_assert_uint_eq(config.chance[SIM_FAULT_DROP], 1000);
	ck_assert_uint_eq(config.chance[SIM_FAULT_FLIP], 1000000);
	ck_assert_uint_eq(config.chance[SIM_FAULT_POWER], 500000);
	ck_assert_uint_eq(config.chance[SIM_FAULT_DUP], 0);
	ck_assert(sim_fault_read(rules_slice_of("all=0"), &config, &fault));
	ck_assert_uint_eq(config.chance[SIM_FAULT_FLIP], 0);
}
END_TEST

START_TEST(what_is_wrong_in_a_list_is_named)
{
	static const struct {
		const char *text;
		size_t at;
		const char *why;
	} rows[] = {
		{"drop", 0, "missing"},       {"drop=0.1,fire=0.1", 9, "unknown"},
		{"drop=2", 5, "probability"}, {"drop=", 5, "probability"},
		{"drop=0.1x", 5, "0.1x"},     {"=0.1", 0, "unknown"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct sim_fault_config config = {{0}};
		struct rules_fault fault;

		ck_assert(!sim_fault_read(rules_slice_of(rows[i].text), &config, &fault));
		ck_assert_msg(fault.at == rows[i].at && strstr(fault.why, rows[i].why),
			      "'%s': %zu: %s", rows[i].text, fault.at, fault.why);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: scripts");
	TCase *tc = tcase_create("scripts");

	tcase_add_test(tc, events_are_three_tenths_of_a_second_apart);
	tcase_add_test(tc, a_wait_adds_its_seconds_and_none_joins);
	tcase_add_test(tc, what_a_board_cannot_show_is_said);
	tcase_add_test(tc, a_whole_scenario_is_taken);
	tcase_add_test(tc, what_is_wrong_is_named_with_its_place);
	tcase_add_test(tc, a_list_of_faults_is_read);
	tcase_add_test(tc, what_is_wrong_in_a_list_is_named);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
