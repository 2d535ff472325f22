/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/cached.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/words.h"

static struct cached cached;

/* Made just now, with so much of our own time. */
static void made_in(uint64_t took_ms)
{
	cached_put(&cached, cached_begin() - took_ms * 1000000, strdup("text"), 4);
}

static void burn_ms(uint64_t ms)
{
	uint64_t until = cached_begin() + ms * 1000000;

	while (cached_begin() < until)
		continue;
}

START_TEST(what_took_long_is_given_again)
{
	size_t len;
	char *copy;

	ck_assert(!cached_is_fresh(&cached));
	made_in(60000);
	cached.made_ns += 60ull * 1000000000; /* a slow machine is not to find it old */
	ck_assert(cached_is_fresh(&cached));
	copy = cached_copy(&cached, &len);
	ck_assert_uint_eq(len, 4);
	ck_assert_str_eq(copy, "text");
	free(copy);
	cached_clear(&cached);
	ck_assert(!cached_is_fresh(&cached));
	ck_assert_ptr_null(cached_copy(&cached, &len));
}
END_TEST

START_TEST(nobody_gets_an_old_one)
{
	made_in(60000);
	burn_ms(260);
	ck_assert(!cached_is_fresh(&cached));
	cached_clear(&cached);
}
END_TEST

START_TEST(what_is_made_quickly_is_made_again)
{
	made_in(1);
	burn_ms(20);
	ck_assert(!cached_is_fresh(&cached));
	cached_clear(&cached);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kept answers");
	TCase *tests = tcase_create("tests");

	tcase_add_test(tests, what_took_long_is_given_again);
	tcase_add_test(tests, nobody_gets_an_old_one);
	tcase_add_test(tests, what_is_made_quickly_is_made_again);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
