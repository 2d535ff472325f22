/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rules-core/movegen.h"
#include "tests/support/words.h"

/*
 * Published counts of legal move sequences: a line is FEN ;D1 n ;D2 n ... Here
 * they are counted as deep as a short test allows; ./dev bench goes further.
 */
#define NODES_MAX 5000000

static void check_line(char *line)
{
	char *counts = strstr(line, " ;D");
	struct rules_position pos;

	ck_assert_ptr_nonnull(counts);
	*counts++ = '\0';
	pos = position(line);
	for (char *d = strstr(counts, ";D"); d; d = strstr(d + 1, ";D")) {
		unsigned depth;
		uint64_t nodes;

		ck_assert_int_eq(sscanf(d, ";D%u %" SCNu64, &depth, &nodes), 2);
		if (nodes > NODES_MAX)
			break;
		ck_assert_msg(rules_perft(&pos, depth) == nodes,
			      "%s depth %u: %" PRIu64 ", not %" PRIu64, line, depth,
			      rules_perft(&pos, depth), nodes);
	}
}

static void check_file(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[512];
	int positions = 0;

	ck_assert_msg(file != NULL, "cannot read %s", path);
	while (fgets(line, sizeof(line), file)) {
		if (line[0] == '#' || line[0] == '\n')
			continue;
		check_line(line);
		positions++;
	}
	fclose(file);
	ck_assert_int_ge(positions, 100);
}

START_TEST(the_published_counts_of_standard_positions)
{
	check_file(BOARDD_TEST_DATA "/perft-standard.epd");
}
END_TEST

START_TEST(the_published_counts_of_chess960_positions)
{
	check_file(BOARDD_TEST_DATA "/perft-chess960.epd");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("perft");
	TCase *counts = tcase_create("counts");

	tcase_set_timeout(counts, 300);
	tcase_add_test(counts, the_published_counts_of_standard_positions);
	tcase_add_test(counts, the_published_counts_of_chess960_positions);
	suite_add_tcase(suite, counts);
	return run_suite(suite);
}
