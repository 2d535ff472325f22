/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "broadcast/fold/hidden.h"
#include "tests/support/words.h"

static void expect(const char *list, const char *report, const char *shown)
{
	json_t *before = json_loads(report, 0, NULL), *after = hidden_report(before, list);
	char *text = json_dumps(after, JSON_SORT_KEYS | JSON_COMPACT);
	char *was = json_dumps(before, JSON_SORT_KEYS | JSON_COMPACT);

	ck_assert_str_eq(text, shown);
	ck_assert_str_eq(was, report); /* others have it as it was told */
	free(text);
	free(was);
	json_decref(before);
	json_decref(after);
}

START_TEST(names_are_found_as_they_are_written)
{
	ck_assert(hidden_has("Berg, Ane", "Berg, Ane"));
	ck_assert(hidden_has("Vik, Mia |  berg, ane ", "Berg, Ane"));
	ck_assert(hidden_has("*", "Anybody"));
	ck_assert(hidden_has("Vik, Mia | *", "Anybody"));
	ck_assert(!hidden_has("Berg, Ane", "Berg, Anette"));
	ck_assert(!hidden_has("Berg, Anette", "Berg, Ane"));
	ck_assert(!hidden_has("Berg", "Berg, Ane"));
	ck_assert(!hidden_has("| |", "Berg, Ane"));
	ck_assert(!hidden_has("", "Berg, Ane"));
	ck_assert(!hidden_has(NULL, "Berg, Ane"));
	ck_assert(!hidden_has("*", "")); /* nobody is known: there is nothing to hide */
}
END_TEST

START_TEST(a_name_is_found_as_people_read_it)
{
	static const char *const same[][2] = {
		{"Berg, Ane", "Ane Berg"},
		{"ANE BERG", "Berg,Ane"},
		{"Åsbjørn Sæther", "AASBJOERN SAETHER"},
		{"SØRENSEN, ÅSE", "Åse Sørensen"},
		{"Müller, Jörg", "Joerg Mueller"},
		{"Muller, Jorg", "Jörg Müller"},
		{"Re\u0301my Lefe\u0300vre", "Lefèvre, Rémy"},
		{"Groß, Þóra", "Thora Gross"},
		{"Łukasz Żak", "Zak, Lukasz"},
		{"Hans-Peter O'Neil", "O’Neil, Hans Peter"},
		{"Berg, Ane M.", "Ane M Berg"},
		{"M\xfcller", "Müller"}, /* a list in Latin-1 */
		{"ФЁДОРОВ, ИВАН", "Иван Федоров"},
	};
	static const char *const other[][2] = {
		{"Berg, Ane", "Berg Ane"}, /* without a comma the order tells who it is */
		{"Berg, Ane", "Bergh, Ane"}, {"Thomas Vik", "Tomas Vik"}, {"-", "Ane"},
		{"Ane", "Ane Berg"},
	};

	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		for (size_t j = 0; j < 2; j++)
			ck_assert_msg(hidden_has(same[i][j], same[i][1 - j]), "%s", same[i][0]);
	for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
		for (size_t j = 0; j < 2; j++)
			ck_assert_msg(!hidden_has(other[i][j], other[i][1 - j]), "%s", other[i][0]);
}
END_TEST

START_TEST(what_tells_who_it_is_goes_with_the_name)
{
	expect("Berg, Ane", "{\"black\":\"Lund, Jo\",\"event\":\"game\",\"white\":\"Berg, Ane\"}",
	       "{\"black\":\"Lund, Jo\",\"event\":\"game\",\"white\":\"NN\"}");
	expect("Berg, Ane",
	       "{\"event\":\"players\",\"players\":{\"black\":{\"elo\":2000,\"name\":\"Lund, "
	       "Jo\"},\"white\":{\"elo\":1500,\"fide\":1,\"name\":\"Berg, "
	       "Ane\",\"team\":\"Rooks\",\"title\":\"WCM\"}},\"white\":\"Berg, Ane\"}",
	       "{\"event\":\"players\",\"players\":{\"black\":{\"elo\":2000,\"name\":\"Lund, "
	       "Jo\"},\"white\":{\"name\":\"NN\",\"team\":\"Rooks\"}},\"white\":\"NN\"}");
}
END_TEST

START_TEST(other_reports_are_not_copied)
{
	json_t *report = json_loads("{\"event\":\"move\",\"san\":\"e4\"}", 0, NULL);
	json_t *nobody = json_loads("{\"event\":\"game\",\"white\":null,\"black\":null}", 0, NULL);

	for (size_t i = 0; i < 2; i++) {
		json_t *of = i == 0 ? report : nobody, *shown = hidden_report(of, "*");

		ck_assert_ptr_eq(shown, of);
		json_decref(shown);
	}
	json_decref(report);
	json_decref(nobody);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: hidden names");
	TCase *tc = tcase_create("hidden");

	tcase_add_test(tc, names_are_found_as_they_are_written);
	tcase_add_test(tc, a_name_is_found_as_people_read_it);
	tcase_add_test(tc, what_tells_who_it_is_goes_with_the_name);
	tcase_add_test(tc, other_reports_are_not_copied);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
