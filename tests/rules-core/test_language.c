/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/language.h"
#include "tests/support/words.h"

/* King, queen, rook, bishop, knight, as the players of a country write them. */
static const struct {
	const char *code, *letters;
} tongues[] = {
	{"en", "KQRBN"}, {"da", "KDTLS"}, {"no", "KDTLS"}, {"sv", "KDTLS"}, {"de", "KDTLS"},
	{"nl", "KDTLP"}, {"fr", "RDTFC"}, {"es", "RDTAC"}, {"it", "RDTAC"}, {"fi", "KDTLR"},
	{"is", "KDHBR"}, {"pl", "KHWGS"}, {"cs", "KDVSJ"}, {"pt", "RDTBC"},
};

#define TONGUES (sizeof(tongues) / sizeof(tongues[0]))

static const enum rules_kind by_rank[] = {RULES_KING, RULES_QUEEN, RULES_ROOK, RULES_BISHOP,
					  RULES_KNIGHT};

START_TEST(appendix_c_2_every_language_has_its_letters)
{
	ck_assert_uint_eq(TONGUES, RULES_LANGUAGES);
	for (size_t i = 0; i < TONGUES; i++) {
		enum rules_language language = rules_language_of(rules_slice_of(tongues[i].code));

		ck_assert_msg(language < RULES_LANGUAGES, "no language %s", tongues[i].code);
		for (size_t k = 0; k < 5; k++) {
			char letter = tongues[i].letters[k];

			ck_assert_int_eq(rules_letter(language, by_rank[k]), letter);
			ck_assert_uint_eq(rules_kinds_of_letter(language, letter),
					  1u << by_rank[k]);
		}
	}
}
END_TEST

START_TEST(appendix_c_4_a_pawn_has_no_letter)
{
	for (int i = 0; i < RULES_LANGUAGES; i++)
		ck_assert_int_eq(rules_letter((enum rules_language)i, RULES_PAWN), '\0');
	ck_assert_uint_eq(rules_kinds_of_letter(RULES_EN, 'P'), 0);
	ck_assert_uint_eq(rules_kinds_of_letter(RULES_ANY_LANGUAGE, '\0'), 0);
}
END_TEST

START_TEST(a_code_is_two_small_letters_of_a_language_there_is)
{
	static const char *const wrong[] = {"", "d", "DA", "dan", "da ", "xx", "e", "en\n"};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		ck_assert_int_eq(rules_language_of(rules_slice_of(wrong[i])), RULES_LANGUAGES);
}
END_TEST

START_TEST(a_letter_foreign_to_the_language_is_taken_as_english)
{
	ck_assert_uint_eq(rules_kinds_of_letter(RULES_DA, 'Q'), 1u << RULES_QUEEN);
	ck_assert_uint_eq(rules_kinds_of_letter(RULES_DA, 'N'), 1u << RULES_KNIGHT);
	ck_assert_uint_eq(rules_kinds_of_letter(RULES_FR, 'R'), 1u << RULES_KING);
	ck_assert_uint_eq(rules_kinds_of_letter(RULES_FI, 'R'), 1u << RULES_KNIGHT);
	ck_assert_uint_eq(rules_kinds_of_letter(RULES_DA, 'A'), 0);
	ck_assert_uint_eq(rules_kinds_of_letter(RULES_EN, 'D'), 0);
}
END_TEST

START_TEST(without_a_language_english_comes_first_and_then_all_the_others)
{
	static const struct {
		char letter;
		unsigned kinds;
	} rows[] = {
		{'K', 1u << RULES_KING},
		{'Q', 1u << RULES_QUEEN},
		{'R', 1u << RULES_ROOK},
		{'B', 1u << RULES_BISHOP},
		{'N', 1u << RULES_KNIGHT},
		{'D', 1u << RULES_QUEEN},
		{'T', 1u << RULES_ROOK},
		{'L', 1u << RULES_BISHOP},
		{'C', 1u << RULES_KNIGHT},
		{'P', 1u << RULES_KNIGHT},
		{'F', 1u << RULES_BISHOP},
		{'A', 1u << RULES_BISHOP},
		{'G', 1u << RULES_BISHOP},
		{'W', 1u << RULES_ROOK},
		{'V', 1u << RULES_ROOK},
		{'J', 1u << RULES_KNIGHT},
		{'S', 1u << RULES_KNIGHT | 1u << RULES_BISHOP},
		{'H', 1u << RULES_ROOK | 1u << RULES_QUEEN},
		{'E', 0},
		{'x', 0},
		{'k', 0},
		{'1', 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		ck_assert_msg(rules_kinds_of_letter(RULES_ANY_LANGUAGE, rows[i].letter) ==
				      rows[i].kinds,
			      "%c", rows[i].letter);
}
END_TEST

START_TEST(any_byte_can_be_asked_for)
{
	for (int language = 0; language <= RULES_ANY_LANGUAGE; language++)
		for (int byte = 0; byte < 256; byte++)
			ck_assert_uint_lt(
				rules_kinds_of_letter((enum rules_language)language, (char)byte),
				1u << RULES_KINDS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("language");
	TCase *letters = tcase_create("letters");

	tcase_add_test(letters, appendix_c_2_every_language_has_its_letters);
	tcase_add_test(letters, appendix_c_4_a_pawn_has_no_letter);
	tcase_add_test(letters, a_code_is_two_small_letters_of_a_language_there_is);
	tcase_add_test(letters, a_letter_foreign_to_the_language_is_taken_as_english);
	tcase_add_test(letters, without_a_language_english_comes_first_and_then_all_the_others);
	tcase_add_test(letters, any_byte_can_be_asked_for);
	suite_add_tcase(suite, letters);
	return run_suite(suite);
}
