/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "daemon/desk/scenario.h"
#include "tests/support/words.h"

/*
 * The scenarios of the Laws. Those that are not yet played as expected stand in law-open.txt, by
 * name, and nothing else may fail: a scenario that passes has to be struck from there.
 */

#define TEXT_MAX (1 << 19)

static char text[TEXT_MAX], open_names[TEXT_MAX], said[65536];
static struct scenario scenario;

static size_t read_file(const char *name, char *ret)
{
	char path[512];
	FILE *file;
	size_t len;

	snprintf(path, sizeof(path), "%s/%s", BOARDD_TEST_DATA, name);
	file = fopen(path, "re");
	if (!file)
		ck_abort_msg("%s is missing", path);
	len = fread(ret, 1, TEXT_MAX - 1, file);
	fclose(file);
	ret[len] = '\0';
	return len;
}

static bool is_open(struct rules_slice name)
{
	for (const char *line = open_names; *line;) {
		size_t len = strcspn(line, "\n");

		if (len == name.len && memcmp(line, name.at, len) == 0)
			return true;
		line += len + (line[len] == '\n');
	}
	return false;
}

static bool passes(void)
{
	struct rules_text out = rules_text_in(said, sizeof(said));
	bool is_good = true;

	for (int edition = 0; edition < TOUCH_EDITIONS; edition++)
		if (scenario.in_edition[edition])
			is_good &= scenario_run(&scenario, (enum touch_edition)edition, &out);
	return is_good;
}

static size_t play_file(const char *name)
{
	struct scenario_reader reader;
	struct scenario_fault fault;
	size_t open = 0, len = read_file(name, text);

	scenario_open(&reader, (struct rules_slice){text, len});
	while (scenario_next(&reader, &scenario, &fault) == SCENARIO_READ) {
		bool is_good = passes(), is_known = is_open(scenario.name);

		open += is_known;
		if (is_good && is_known)
			ck_abort_msg("%.*s: passes; strike it from law-open.txt",
				     (int)scenario.name.len, scenario.name.at);
		if (!is_good && !is_known)
			ck_abort_msg("%s:%zu: %.*s:\n%s", name, scenario.line,
				     (int)scenario.name.len, scenario.name.at, said);
	}
	return open;
}

START_TEST(the_law_plays_the_scenarios_but_for_those_named)
{
	static const char *const files[] = {"scenarios.txt",         "scenarios-audit.txt",
					    "scenarios-crossed.txt", "scenarios-law.txt",
					    "scenarios-more.txt",    "scenarios-procedure.txt",
					    "scenarios-table.txt",   "scenarios-winnable.txt"};
	size_t named = 0, open = 0;

	read_file("law-open.txt", open_names);
	for (const char *c = open_names; *c; c++)
		named += *c == '\n';
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		open += play_file(files[i]);
	ck_assert_uint_eq(open, named);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("law scenarios");
	TCase *tests = tcase_create("law scenarios");

	tcase_add_test(tests, the_law_plays_the_scenarios_but_for_those_named);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
