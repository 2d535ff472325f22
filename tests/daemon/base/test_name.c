/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/name.h"

#include <string.h>
#include <utf8proc.h>

#include "tests/support/words.h"

START_TEST(a_name_is_what_everybody_reads_in_the_same_way)
{
	static const char *const good[] = {
		"A",      "Anna Arbiter", "Søren Østergård", "Александра Горячкина",
		"居文君", "Ŕ́oman 3",      "فرشاد می\u200cر"};
	static const char *const bad[] = {"",      " Anna", "Anna ",    "Anna\nBo",
					  "A\xff", "A\xc3", "\xc0\x80", "\xed\xa0\x80"};

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		ck_assert_msg(!name_fault(good[i]), "%s: %s", good[i], name_fault(good[i]));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(name_fault(bad[i]) != NULL, "%s", bad[i]);
}
END_TEST

/* Characters that turn the direction of what follows, end a line, have no width, or are nobody's.
 */
START_TEST(a_name_has_only_what_can_be_seen)
{
	static const utf8proc_int32_t hidden[] = {
		0x01,   0x7f,    0x85,   0x061c, 0x200b, 0x200e, 0x2028, 0x202e, 0x2066, 0xe000,
		0xfeff, 0xe0001, 0x200d, 0x115f, 0x3164, 0xffa0, 0x2800, 0xfe0f, 0x034f};
	char name[16];

	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++) {
		utf8proc_ssize_t len =
			utf8proc_encode_char(hidden[i], (utf8proc_uint8_t *)name + 1);

		name[0] = 'A';
		memcpy(name + 1 + len, "b", 2);
		ck_assert_msg(name_fault(name) != NULL, "U+%04x", (unsigned)hidden[i]);
		name[1 + len] = '\0'; /* alone, it would be a decision of nobody */
		ck_assert_msg(name_fault(name + 1) != NULL, "U+%04x", (unsigned)hidden[i]);
	}
	ck_assert_ptr_nonnull(name_fault("\u0301"));
	ck_assert_ptr_null(name_fault("क्\u200dष"));
}
END_TEST

START_TEST(its_length_is_counted_in_characters)
{
	char name[4 * NAME_CHARACTERS_MAX + 8] = "";

	for (unsigned i = 0; i < NAME_CHARACTERS_MAX; i++)
		strcat(name, i % 2 ? "\u00e9" : "\U0001d54f");
	ck_assert_ptr_null(name_fault(name));
	ck_assert_uint_lt(strlen(name), NAME_BYTES_MAX);
	strcat(name, "x");
	ck_assert_ptr_nonnull(name_fault(name));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("daemon: names of people");
	TCase *tc = tcase_create("names");

	tcase_add_test(tc, a_name_is_what_everybody_reads_in_the_same_way);
	tcase_add_test(tc, a_name_has_only_what_can_be_seen);
	tcase_add_test(tc, its_length_is_counted_in_characters);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
