/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/log.h"

#include "tests/support/words.h"

START_TEST(a_line_that_a_stranger_causes_is_written_a_few_times_a_minute)
{
	struct log_limit limit = {0};
	unsigned kept_back = 7, written = 0;

	for (uint64_t at_ms = 1000; at_ms < 31000; at_ms += 10) {
		written += log_limit_allows(&limit, at_ms, &kept_back);
		ck_assert_uint_eq(kept_back, 0);
	}
	ck_assert_uint_eq(written, LOG_SELDOM_LINES);
	ck_assert(log_limit_allows(&limit, 61000, &kept_back));
	ck_assert_uint_eq(kept_back, 3000 - LOG_SELDOM_LINES);
	ck_assert(log_limit_allows(&limit, 61001, &kept_back));
	ck_assert_uint_eq(kept_back, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("daemon: the log");
	TCase *tc = tcase_create("limits");

	tcase_add_test(tc, a_line_that_a_stranger_causes_is_written_a_few_times_a_minute);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
