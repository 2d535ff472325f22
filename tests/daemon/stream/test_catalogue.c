/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/stream/summary.h"
#include "tests/support/words.h"
#include "touchmove/law/game.h"

/* The words of the stream in people's languages. */

static bool is_known(enum catalogue_section section, const char *word)
{
	const char *known;

	for (size_t i = 0; (known = catalogue_word(section, i)) != NULL; i++)
		if (strcmp(known, word) == 0)
			return true;
	return false;
}

static enum catalogue_language language_of(const char *code)
{
	enum catalogue_language language = CATALOGUE_EN;

	ck_assert(catalogue_language_of(code, &language));
	return language;
}

START_TEST(every_word_has_a_text_in_every_language)
{
	for (int section = 0; section < CATALOGUE_SECTIONS; section++) {
		const char *word;

		for (size_t i = 0;
		     (word = catalogue_word((enum catalogue_section)section, i)) != NULL; i++) {
			for (int language = 0; language < (int)catalogue_languages(); language++) {
				const char *text =
					catalogue_text((enum catalogue_language)language,
						       (enum catalogue_section)section, word);

				ck_assert_msg(text && text[0] != '\0', "%s: no text in %d", word,
					      language);
			}
		}
	}
}
END_TEST

START_TEST(every_kind_reason_remedy_and_state_is_there)
{
	for (int i = 0; i < TOUCH_KINDS; i++) {
		const char *name = touch_kind_name((enum touch_kind)i);

		ck_assert_str_eq(catalogue_text(CATALOGUE_EN, CATALOGUE_KIND, name),
				 summary_of((enum touch_kind)i));
		ck_assert_str_ne(catalogue_text(language_of("da"), CATALOGUE_KIND, name), name);
		ck_assert_str_ne(catalogue_text(language_of("no"), CATALOGUE_KIND, name), name);
	}
	for (int i = 0; i < TOUCH_REASONS; i++)
		ck_assert(is_known(CATALOGUE_REASON, touch_reason_name((enum touch_reason)i)));
	for (int i = TOUCH_REMEDY_NONE + 1; i <= TOUCH_REMEDY_TIME; i++)
		ck_assert(is_known(CATALOGUE_REMEDY, summary_of_remedy((enum touch_remedy)i)));
	for (int i = 0; i < TOUCH_FINDING_STATES; i++)
		ck_assert(is_known(CATALOGUE_FINDING,
				   touch_finding_state_name((enum touch_finding_state)i)));
}
END_TEST

START_TEST(a_word_of_a_newer_daemon_is_shown_as_it_is)
{
	ck_assert_str_eq(catalogue_text(language_of("da"), CATALOGUE_KIND, "new-kind"), "new-kind");
}
END_TEST

START_TEST(languages_have_the_names_of_the_environment)
{
	enum catalogue_language language = CATALOGUE_EN;

	ck_assert(catalogue_language_of("da_DK.UTF-8", &language));
	ck_assert_int_eq(language, language_of("da"));
	ck_assert(catalogue_language_of("nb_NO", &language));
	ck_assert_int_eq(language, language_of("no"));
	ck_assert(catalogue_language_of("C.UTF-8", &language));
	ck_assert_int_eq(language, CATALOGUE_EN);
	ck_assert(!catalogue_language_of("dansk", &language));
	ck_assert(!catalogue_language_of("", &language));
	ck_assert_int_eq(language, CATALOGUE_EN);
}
END_TEST

START_TEST(the_environment_is_asked_in_its_order)
{
	unsetenv("LC_ALL");
	unsetenv("LC_MESSAGES");
	setenv("LANG", "da_DK.UTF-8", 1);
	ck_assert_int_eq(catalogue_language_here(), language_of("da"));
	setenv("LC_MESSAGES", "nn_NO.UTF-8", 1);
	ck_assert_int_eq(catalogue_language_here(), language_of("no"));
	setenv("LC_ALL", "fr_FR", 1);
	ck_assert_int_eq(catalogue_language_here(), CATALOGUE_EN);
}
END_TEST

START_TEST(pieces_have_the_letters_of_the_language)
{
	ck_assert_int_eq(rules_letter(catalogue_letters(language_of("da")), RULES_KNIGHT), 'S');
	ck_assert_int_eq(rules_letter(catalogue_letters(language_of("no")), RULES_BISHOP), 'L');
	ck_assert_int_eq(rules_letter(catalogue_letters(CATALOGUE_EN), RULES_KNIGHT), 'N');
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("catalogue");
	TCase *tests = tcase_create("catalogue");

	tcase_add_test(tests, every_word_has_a_text_in_every_language);
	tcase_add_test(tests, every_kind_reason_remedy_and_state_is_there);
	tcase_add_test(tests, a_word_of_a_newer_daemon_is_shown_as_it_is);
	tcase_add_test(tests, languages_have_the_names_of_the_environment);
	tcase_add_test(tests, the_environment_is_asked_in_its_order);
	tcase_add_test(tests, pieces_have_the_letters_of_the_language);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
