/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/feed.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/words.h"

#define KEPT 100 /* bytes that stay for readers */

static struct feed *feed;
static char heard[4000]; /* by the one who listens: "1 2 " */
static unsigned woken;

static void setup(void)
{
	heard[0] = '\0';
	woken = 0;
	ck_assert_int_eq(feed_new(&feed, 10, KEPT), 0);
}

static void teardown(void)
{
	feed_free(feed);
}

/* A report of ten bytes of text, from 11 on. */
static void put(uint64_t seq, const char *board)
{
	char text[16];

	snprintf(text, sizeof(text), "%010llu", (unsigned long long)seq);
	ck_assert_int_eq(feed_put(feed, seq, board, json_pack("{s:I}", "seq", (json_int_t)seq),
				  text, strlen(text)),
			 0);
}

static void put_many(uint64_t from, uint64_t to, const char *board)
{
	for (uint64_t seq = from; seq <= to; seq++)
		put(seq, board);
}

static void hear(void *data, const struct feed_entry *entry)
{
	size_t len = strlen(heard);

	ck_assert_ptr_eq(data, &woken);
	ck_assert_int_eq(json_integer_value(json_object_get(entry->report, "seq")),
			 (json_int_t)entry->seq);
	snprintf(heard + len, sizeof(heard) - len, "%llu ", (unsigned long long)entry->seq);
}

static void wake(void *data)
{
	(void)data;
	woken++;
}

static struct feed_reader *reader_at(uint64_t since, const char *board)
{
	struct feed_reader *reader = NULL;

	ck_assert_int_eq(feed_reader_new(&reader, feed, since, board, wake, NULL), 0);
	return reader;
}

/* The next one is this, and is read. */
static void expect_next(struct feed_reader *reader, uint64_t seq)
{
	struct feed_entry entry;
	char text[16];

	snprintf(text, sizeof(text), "%010llu", (unsigned long long)seq);
	ck_assert_int_eq(feed_reader_look(reader, &entry), FEED_ENTRY);
	ck_assert_uint_eq(entry.seq, seq);
	ck_assert_uint_eq(entry.len, 10);
	ck_assert_str_eq(entry.text, text);
	feed_reader_pass(reader, seq);
}

static void expect_nothing(struct feed_reader *reader)
{
	struct feed_entry entry;

	ck_assert_int_eq(feed_reader_look(reader, &entry), FEED_NOTHING);
}

/* Journal, then publish. */
START_TEST(nobody_sees_what_is_not_released)
{
	struct feed_reader *reader = reader_at(10, NULL);

	ck_assert_int_eq(feed_listen(feed, hear, &woken), 0);
	put_many(11, 13, "a");
	expect_nothing(reader);
	ck_assert_str_eq(heard, "");
	feed_release(feed, 12);
	ck_assert_str_eq(heard, "11 12 ");
	ck_assert_uint_eq(feed_last(feed), 12);
	expect_next(reader, 11);
	expect_next(reader, 12);
	expect_nothing(reader);
	feed_release(feed, 12);
	feed_release(feed, 3); /* nothing is taken back, nothing told twice */
	ck_assert_str_eq(heard, "11 12 ");
	feed_release(feed, 99); /* only what is there */
	ck_assert_uint_eq(feed_last(feed), 13);
	feed_reader_free(reader);
}
END_TEST

START_TEST(a_reader_is_woken_once_and_only_when_it_sleeps)
{
	struct feed_reader *reader = reader_at(10, NULL);

	put_many(11, 14, "a");
	feed_release(feed, 11);
	ck_assert_uint_eq(woken, 0); /* it has not looked yet */
	expect_next(reader, 11);
	expect_nothing(reader);
	feed_release(feed, 12);
	feed_release(feed, 13);
	ck_assert_uint_eq(woken, 1);
	expect_next(reader, 12);
	expect_next(reader, 13);
	expect_nothing(reader);
	feed_release(feed, 14);
	ck_assert_uint_eq(woken, 2);
	feed_reader_free(reader);
}
END_TEST

START_TEST(a_reader_of_one_board_hears_of_no_other)
{
	struct feed_reader *reader = reader_at(10, "b");

	put(11, "a");
	put(12, "b");
	put(13, "bb");
	put(14, "b");
	feed_release(feed, 14);
	ck_assert_str_eq(feed_reader_board(reader), "b");
	expect_next(reader, 12);
	expect_next(reader, 14);
	expect_nothing(reader);
	ck_assert_uint_eq(feed_reader_place(reader), 14);
	feed_reader_free(reader);
}
END_TEST

/* A client that does not read costs nothing but its place. */
START_TEST(who_falls_behind_is_sent_to_the_journal)
{
	struct feed_reader *slow = reader_at(10, NULL), *old = reader_at(2, NULL);
	struct feed_entry entry;

	put_many(11, 40, "a");
	feed_release(feed, 40);
	ck_assert_int_eq(feed_reader_look(old, &entry), FEED_BEHIND); /* before our time */
	ck_assert_uint_eq(feed_reader_place(old), 2);
	ck_assert_int_eq(feed_reader_look(slow, &entry), FEED_BEHIND);
	feed_reader_pass(slow, 30); /* the journal had those */
	expect_next(slow, 31);      /* and KEPT bytes are ten reports */
	feed_reader_pass(slow, 20); /* nobody goes back */
	expect_next(slow, 32);
	feed_reader_free(slow);
	feed_reader_free(old);
}
END_TEST

START_TEST(what_is_not_released_stays_however_much_it_is)
{
	struct feed_reader *reader = reader_at(10, NULL);
	struct feed_entry entry;

	put_many(11, 300, "a");
	expect_nothing(reader);
	ck_assert_int_eq(feed_listen(feed, hear, &woken), 0);
	feed_release(feed, 11);
	ck_assert_int_eq(feed_reader_look(reader, &entry), FEED_BEHIND); /* its room is needed */
	feed_release(feed, 300);
	ck_assert_str_ne(heard, "");
	feed_reader_pass(reader, 290);
	for (uint64_t seq = 291; seq <= 300; seq++)
		expect_next(reader, seq);
	feed_reader_free(reader);
}
END_TEST

/* When it is woken it may find that its client is gone. */
static void leave(void *data)
{
	feed_reader_free(*(struct feed_reader **)data);
	*(struct feed_reader **)data = NULL;
}

START_TEST(a_reader_may_leave_when_it_is_woken)
{
	struct feed_reader *first = NULL, *second = NULL, *third = NULL;

	ck_assert_int_eq(feed_reader_new(&first, feed, 10, NULL, leave, &first), 0);
	ck_assert_int_eq(feed_reader_new(&second, feed, 10, NULL, leave, &second), 0);
	third = reader_at(10, NULL);
	expect_nothing(first);
	expect_nothing(second);
	expect_nothing(third);
	put(11, "a");
	feed_release(feed, 11);
	ck_assert_ptr_null(first);
	ck_assert_ptr_null(second);
	expect_next(third, 11);
	feed_reader_free(third);
	feed_reader_free(NULL);
}
END_TEST

START_TEST(there_is_room_for_so_many_who_listen)
{
	int r = 0;

	for (int i = 0; i < 100 && r == 0; i++)
		r = feed_listen(feed, hear, &woken);
	ck_assert_int_lt(r, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("feed");
	TCase *tests = tcase_create("tests");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, nobody_sees_what_is_not_released);
	tcase_add_test(tests, a_reader_is_woken_once_and_only_when_it_sleeps);
	tcase_add_test(tests, a_reader_of_one_board_hears_of_no_other);
	tcase_add_test(tests, who_falls_behind_is_sent_to_the_journal);
	tcase_add_test(tests, what_is_not_released_stays_however_much_it_is);
	tcase_add_test(tests, a_reader_may_leave_when_it_is_woken);
	tcase_add_test(tests, there_is_room_for_so_many_who_listen);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
