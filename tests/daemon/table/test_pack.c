/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table/pack.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

#include "tests/support/words.h"

#define LEN 4096

static uint8_t data[LEN], packed[2 * LEN], again[LEN];

/* The same numbers every time. */
static unsigned next(void)
{
	static uint32_t state = 1;

	state = state * 1664525 + 1013904223;
	return state >> 8;
}

static size_t comes_back(size_t len)
{
	size_t size = pack_put(data, len, packed, sizeof(packed));

	ck_assert_uint_le(size, sizeof(packed));
	ck_assert_uint_eq(pack_put(data, len, NULL, 0), size);
	memset(again, 0xaa, sizeof(again));
	ck_assert(pack_get(packed, size, again, len));
	ck_assert_mem_eq(again, data, len);
	return size;
}

START_TEST(what_is_packed_comes_back)
{
	ck_assert_uint_eq(comes_back(0), 0);
	ck_assert_uint_le(comes_back(LEN), 16); /* zeros are next to nothing */
	memset(data, 7, LEN);
	ck_assert_uint_le(comes_back(LEN), LEN + 16);
	for (int round = 0; round < 200; round++) {
		memset(data, 0, LEN);
		for (int i = 0; i < round * 3; i++)
			data[next() % LEN] = (uint8_t)next();
		comes_back(LEN - (size_t)round);
	}
}
END_TEST

START_TEST(zeros_at_either_end_are_kept)
{
	memset(data, 0, LEN);
	data[100] = 1;
	comes_back(LEN);
	comes_back(101);
	memset(data, 1, LEN);
	memset(data + LEN - 3, 0, 3);
	comes_back(LEN);
}
END_TEST

START_TEST(what_is_no_packing_is_refused)
{
	size_t size;

	memset(data, 0, LEN);
	memcpy(data + 50, "something", 9);
	size = pack_put(data, LEN, packed, sizeof(packed));
	ck_assert(!pack_get(packed, size, again, LEN - 1));
	ck_assert(!pack_get(packed, size - 1, again, LEN));
	ck_assert(!pack_get(packed, 0, again, LEN));
	memset(packed, 0xff, sizeof(packed));
	ck_assert(!pack_get(packed, sizeof(packed), again, LEN));
}
END_TEST

START_TEST(what_does_not_fit_is_not_written)
{
	memset(data, 5, LEN);
	memset(packed, 0, sizeof(packed));
	ck_assert_uint_gt(pack_put(data, LEN, packed, 100), 100);
	ck_assert_uint_eq(packed[0], 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("packing");
	TCase *tests = tcase_create("tests");

	tcase_add_test(tests, what_is_packed_comes_back);
	tcase_add_test(tests, zeros_at_either_end_are_kept);
	tcase_add_test(tests, what_is_no_packing_is_refused);
	tcase_add_test(tests, what_does_not_fit_is_not_written);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
