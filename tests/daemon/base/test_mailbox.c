/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "daemon/base/mailbox.h"
#include "tests/support/words.h"

static struct mailbox *box;

static void setup(void)
{
	box = mailbox_new();
}

static void teardown(void)
{
	mailbox_free(box);
}

static int put(const char *name, const char *text)
{
	return mailbox_put(box, name, text, strlen(text));
}

/* Takes all that waits, as "name=text ". */
static void expect_taken(const char *wanted)
{
	char all[400] = "";
	struct mailbox_letter letter;

	while (mailbox_next(box, &letter)) {
		size_t len = strlen(all);

		snprintf(all + len, sizeof(all) - len, "%s=%s ", letter.name, letter.text);
		mailbox_took(box, letter.name);
	}
	ck_assert_str_eq(all, wanted);
}

START_TEST(the_latest_of_each_in_the_order_of_the_names)
{
	ck_assert_int_eq(put("a", "1"), 1);
	ck_assert_int_eq(put("b", "1"), 1);
	ck_assert_int_eq(put("a", "2"), 1);
	expect_taken("a=2 b=1 ");
	expect_taken("");
	put("b", "2");
	put("a", "3");
	expect_taken("a=3 b=2 ");
}
END_TEST

START_TEST(what_is_the_same_is_not_sent_again)
{
	put("a", "1");
	ck_assert_int_eq(put("a", "1"), 0);
	expect_taken("a=1 ");
	ck_assert_int_eq(put("a", "1"), 0);
	expect_taken("");
}
END_TEST

START_TEST(all_can_be_sent_again)
{
	put("a", "1");
	put("b", "2");
	expect_taken("a=1 b=2 ");
	put("b", "3");
	mailbox_again(box);
	expect_taken("a=1 b=3 ");
}
END_TEST

START_TEST(an_empty_text_is_sent_once_and_the_name_is_gone)
{
	put("a", "1");
	put("b", "1");
	put("c", "1");
	expect_taken("a=1 b=1 c=1 ");
	put("b", "");
	ck_assert(!mailbox_has(box, "b"));
	expect_taken("b= ");
	mailbox_again(box);
	expect_taken("a=1 c=1 ");
	put("b", "2");
	ck_assert(mailbox_has(box, "b"));
	put("a", "");
	put("c", "");
	expect_taken("a= c= b=2 ");
}
END_TEST

START_TEST(a_hall_of_names)
{
	char name[32];
	struct mailbox_letter letter;
	size_t count = 0;

	for (int i = 0; i < 5000; i++) {
		snprintf(name, sizeof(name), "board/%d", i);
		ck_assert_int_eq(put(name, name), 1);
	}
	while (mailbox_next(box, &letter)) {
		snprintf(name, sizeof(name), "board/%zu", count++);
		ck_assert_str_eq(letter.name, name);
		ck_assert_str_eq(letter.text, name);
		mailbox_took(box, name);
	}
	ck_assert_uint_eq(count, 5000);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("daemon: mailbox");
	TCase *tc = tcase_create("mailbox");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_latest_of_each_in_the_order_of_the_names);
	tcase_add_test(tc, what_is_the_same_is_not_sent_again);
	tcase_add_test(tc, all_can_be_sent_again);
	tcase_add_test(tc, an_empty_text_is_sent_once_and_the_name_is_gone);
	tcase_add_test(tc, a_hall_of_names);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
