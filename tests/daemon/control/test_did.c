/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "daemon/control/did.h"
#include "rules-core/fen.h"
#include "tests/support/words.h"

/* What is said of a board that stands so after a position; "": nothing. */
static void expect(const char *fen, const char *placement, const char *said)
{
	struct rules_position before, now;
	char *text;
	json_t *did;

	ck_assert(rules_fen_read(&before, (struct rules_slice){fen, strlen(fen)}, NULL));
	ck_assert(rules_placement_read(&now, (struct rules_slice){placement, strlen(placement)},
				       NULL));
	did = did_of(&before, now.at);
	text = did ? json_dumps(did, JSON_COMPACT) : strdup("");
	ck_assert_str_eq(text, said);
	free(text);
	json_decref(did);
}

START_TEST(one_man_and_why)
{
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/6N1/8/4K3",
	       "{\"man\":\"N\",\"from\":\"g1\",\"to\":\"g3\",\"why\":\"not-so\",\"other\":\"N\","
	       "\"square\":\"g1\"}");
	expect("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "4k3/8/8/8/1b6/5N2/8/4K3",
	       "{\"man\":\"N\",\"from\":\"d2\",\"to\":\"f3\",\"why\":\"left-in-check\","
	       "\"other\":\"b\",\"square\":\"b4\"}");
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/5N2/8/4K3",
	       "{\"man\":\"N\",\"from\":\"g1\",\"to\":\"f3\",\"why\":null,\"other\":null,"
	       "\"square\":null}");
}
END_TEST

START_TEST(more_than_one_man_is_not_told)
{
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/4K1N1", "");
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/4K3", "");
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/6N1/8/3K4", "");
	expect("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/6B1/8/4K3", "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("control: what was done");
	TCase *tc = tcase_create("did");

	tcase_add_test(tc, one_man_and_why);
	tcase_add_test(tc, more_than_one_man_is_not_told);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
