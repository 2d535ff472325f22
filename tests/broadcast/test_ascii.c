/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/ascii.h"

#include <string.h>

#include "rules-core/text.h"
#include "tests/support/words.h"

static void expect(const char *utf8, const char *ascii)
{
	char text[200];

	ascii_write(utf8, text, sizeof(text));
	ck_assert_str_eq(text, ascii);
}

START_TEST(accents_are_left_out)
{
	expect("Berg, Ane", "Berg, Ane");
	expect("Lund, Jörg Peter", "Lund, Jorg Peter");
	expect("Åse Ærø Ødegård", "Ase AEro Odegard");
	expect("Größe, ẞ", "Grosse, SS");
	expect("Þór Guðmundsson", "Thor Gudmundsson");
	expect("Wojtaszek, Radosław; Dvořák; Ľuboš; Ștefan; Nguyễn; Œuvre; Đurić; İlker",
	       "Wojtaszek, Radoslaw; Dvorak; Lubos; Stefan; Nguyen; OEuvre; Duric; Ilker");
	expect("e\xcc\x81"
	       "a",
	       "ea");
	expect("O’Brien – N.N.", "O'Brien - N.N.");
	expect("Карпов 棋", "?????? ?");
	expect("\xff\xc3", "??");
	expect("", "");
}
END_TEST

START_TEST(no_text_gets_longer_or_is_cut_within_a_letter)
{
	char text[8];

	ascii_write("ææææææ", text, sizeof(text));
	ck_assert_str_eq(text, "aeaeae");
	ascii_write("abcdefghij", text, sizeof(text));
	ck_assert_str_eq(text, "abcdefg");
	for (unsigned c = 0x80; c < 0x10000; c++) {
		char utf8[4] = {0};
		char out[8];

		if (c < 0x800)
			memcpy(utf8, (char[]){(char)(0xc0 | c >> 6), (char)(0x80 | (c & 63))}, 2);
		else
			memcpy(utf8,
			       (char[]){(char)(0xe0 | c >> 12), (char)(0x80 | (c >> 6 & 63)),
					(char)(0x80 | (c & 63))},
			       3);
		ascii_write(utf8, out, sizeof(out));
		must_hold(strlen(out) <= 3 && strspn(out, "*") == 0, "U+%04X: %s", c, out);
		for (const char *at = out; *at != '\0'; at++)
			must_hold(*at >= ' ' && *at < 127, "U+%04X: %s", c, out);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: names in ASCII");
	TCase *tc = tcase_create("names");

	tcase_add_test(tc, accents_are_left_out);
	tcase_add_test(tc, no_text_gets_longer_or_is_cut_within_a_letter);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
