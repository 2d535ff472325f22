/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hall/round.h"

#include <errno.h>
#include <string.h>

#include "tests/support/words.h"

/* What people say of rounds, and what becomes of it. */

static struct rounds rounds;
static char why[ROUND_WHY_MAX];

static void end(void)
{
	rounds_clear(&rounds);
}

/* Words written with ' for ". */
static int saying(const char *words)
{
	char text[2000];
	json_t *object;
	int r;

	snprintf(text, sizeof(text), "%s", words);
	for (char *at = text; *at != '\0'; at++)
		*at = *at == '\'' ? '"' : *at;
	object = json_loads(text, 0, NULL);
	ck_assert_ptr_nonnull(object);
	why[0] = '\0';
	r = rounds_apply(&rounds, object, why);
	json_decref(object);
	return r;
}

static void say(const char *words)
{
	ck_assert_msg(saying(words) == 0, "%s: %s", words, why);
}

static void refused(const char *words, const char *reason)
{
	ck_assert_int_eq(saying(words), -EINVAL);
	ck_assert_msg(strstr(why, reason), "%s: %s", words, why);
}

static const struct round_pairing *at(unsigned number, unsigned table)
{
	const struct round_pairing *pairing = rounds_pairing(&rounds, number, table);

	ck_assert_ptr_nonnull(pairing);
	return pairing;
}

#define PAIRS                                                                                 \
	"{'pairings':[{'table':1,'white':{'name':'Vik','elo':1987},'black':{'name':'Holm'}}," \
	"{'table':3,'white':{'name':'Lund'},'black':{'name':'Okafor'},'guessed':true,"        \
	"'result':'1-0'}],'round':2}"

START_TEST(a_round_has_its_pairings_before_it_begins)
{
	say(PAIRS);
	ck_assert_uint_eq(rounds.current, 0);
	ck_assert_str_eq(at(2, 1)->player[RULES_WHITE].name, "Vik");
	ck_assert_uint_eq(at(2, 1)->player[RULES_WHITE].elo, 1987);
	ck_assert(at(2, 3)->is_guessed && !at(2, 1)->is_guessed);
	ck_assert_str_eq(at(2, 3)->result, "1-0");
	ck_assert_str_eq(at(2, 1)->result, "*");
	ck_assert_ptr_null(rounds_pairing(&rounds, 2, 2));
	ck_assert_ptr_null(rounds_pairing(&rounds, 1, 1));
	say("{'start':2}");
	ck_assert_uint_eq(rounds.current, 2);
	ck_assert_uint_eq(rounds_find(&rounds, 2)->count, 2);
}
END_TEST

START_TEST(players_are_swapped_absent_and_there_again)
{
	say(PAIRS);
	say("{'absent':1,'color':'white','round':2}");
	ck_assert_str_eq(round_forfeit(at(2, 1)), "0-1");
	say("{'swap':1,'round':2}");
	ck_assert_str_eq(at(2, 1)->player[RULES_BLACK].name, "Vik");
	ck_assert_str_eq(round_forfeit(at(2, 1)), "1-0"); /* it is Vik who is absent */
	say("{'absent':1,'color':'white','round':2}");
	ck_assert_str_eq(round_forfeit(at(2, 1)), "0-0");
	say("{'present':1,'round':2}");
	ck_assert_ptr_null(round_forfeit(at(2, 1)));
	say("{'absent':3,'color':'both','round':2}");
	ck_assert_str_eq(round_forfeit(at(2, 3)), "0-0");
}
END_TEST

START_TEST(another_list_replaces_all_but_what_was_said_of_the_same_two)
{
	say(PAIRS);
	say("{'confirm':3,'round':2}");
	say("{'absent':3,'color':'black','round':2}");
	say("{'absent':1,'color':'black','round':2}");
	say("{'pairings':[{'table':1,'white':{'name':'Vik'},'black':{'name':'Berg'}},"
	    "{'table':3,'white':{'name':'Lund','elo':2104},'black':{'name':'Okafor'},"
	    "'guessed':true}],'round':2}");
	ck_assert_ptr_null(round_forfeit(at(2, 1)));
	ck_assert_str_eq(round_forfeit(at(2, 3)), "1-0");
	ck_assert(!at(2, 3)->is_guessed);
	ck_assert_uint_eq(at(2, 3)->player[RULES_WHITE].elo, 2104);
}
END_TEST

START_TEST(a_round_that_is_over_stays_as_it_is)
{
	say(PAIRS);
	say("{'start':2}");
	say("{'end':2,'results':[{'table':1,'result':'1-0','by':'law'},"
	    "{'table':9,'result':'0-1','by':'law'}]}");
	ck_assert(rounds_find(&rounds, 2)->is_ended);
	ck_assert_str_eq(at(2, 1)->final, "1-0");
	ck_assert_str_eq(at(2, 1)->by, "law");
	ck_assert_str_eq(at(2, 3)->final, "*");
	refused(PAIRS, "round 2 is over");
	refused("{'swap':1,'round':2}", "round 2 is over");
	refused("{'absent':1,'color':'white','round':2}", "round 2 is over");
	say("{'pairings':[{'table':1,'white':{'name':'A'},'black':{'name':'B'}}],'round':2,"
	    "'again':true}");
	ck_assert_str_eq(at(2, 1)->player[RULES_BLACK].name, "B");
	say("{'start':2}"); /* after all */
	say("{'swap':1,'round':2}");
}
END_TEST

START_TEST(what_makes_no_sense_changes_nothing)
{
	say(PAIRS);
	refused("{}", "nothing of a round");
	refused("{'start':0}", "1 to 999");
	refused("{'start':1000}", "1 to 999");
	refused("{'start':'2'}", "1 to 999");
	refused("{'end':-1}", "1 to 999");
	refused("{'swap':2,'round':2}", "nobody is paired at table 2 in round 2");
	refused("{'swap':1,'round':7}", "nobody is paired at table 1 in round 7");
	refused("{'absent':1,'round':2}", "white, black or both");
	refused("{'absent':1,'color':'red','round':2}", "white, black or both");
	refused("{'confirm':0,'round':7}", "nobody is paired in round 7");
	refused("{'pairings':[],'round':2}", "no pairings");
	refused("{'pairings':[{'table':1,'white':{'name':'A'},'black':null}],'round':2}",
		"no pairings");
	refused("{'pairings':[{'table':2,'white':{'name':'A'},'black':{'name':'B'}},"
		"{'table':1,'white':{'name':'A'},'black':{'name':'B'}}],'round':2}",
		"no pairings");
	ck_assert_str_eq(at(2, 1)->player[RULES_WHITE].name, "Vik");
	ck_assert_uint_eq(rounds.count, 1);
}
END_TEST

START_TEST(the_same_words_make_the_same_round)
{
	json_t *words, *again;

	say(PAIRS);
	say("{'absent':1,'color':'black','round':2}");
	say("{'swap':3,'round':2}");
	words = round_words_again(rounds_find(&rounds, 2));
	rounds_clear(&rounds);
	ck_assert_int_eq(rounds_apply(&rounds, words, why), 0);
	again = round_words_again(rounds_find(&rounds, 2));
	ck_assert(json_equal(words, again));
	ck_assert_str_eq(round_forfeit(at(2, 1)), "1-0");
	ck_assert_str_eq(at(2, 3)->player[RULES_WHITE].name, "Okafor");
	json_decref(words);
	json_decref(again);
}
END_TEST

START_TEST(a_file_becomes_words_of_each_of_its_rounds)
{
	static const char text[] = "round,board,white,black\n1,2,A,B\n2,1,C,D\n2,5,E,F\n";
	struct pairing_source source = {.text = {text, sizeof(text) - 1}};
	struct pairing_list list;
	struct pairing_fault fault;
	json_t *words;

	ck_assert_int_eq(pairing_read(&list, &source, &fault), 0);
	words = round_words(&list, 2);
	ck_assert_int_eq(rounds_apply(&rounds, words, why), 0);
	ck_assert_uint_eq(rounds_find(&rounds, 2)->count, 2);
	ck_assert_str_eq(at(2, 5)->player[RULES_BLACK].name, "F");
	ck_assert_ptr_null(rounds_find(&rounds, 1));
	json_decref(words);
	pairing_list_clear(&list);
}
END_TEST

START_TEST(the_start_of_a_round_is_taken_back)
{
	say(PAIRS);
	say("{'start':2}");
	refused("{'back':2}", "can be taken back"); /* nothing is known of what was before */
	say("{'end':2,'results':[{'table':1,'result':'1-0','by':'law'}]}");
	say("{'start':3,'before':2,'ended':true,'abandon':[3]}");
	refused("{'back':2}", "can be taken back");
	say("{'back':3,'keep':[1]}");
	ck_assert_uint_eq(rounds.current, 2);
	ck_assert_uint_eq(rounds.withdrawn, 3);
	ck_assert(!rounds_find(&rounds, 2)->is_ended);
	ck_assert_str_eq(at(2, 1)->final, "1-0");
	refused("{'back':2}", "can be taken back"); /* once, and no further */
	say("{'end':2}");
	say("{'start':3,'before':2,'ended':false}");
	ck_assert_uint_eq(rounds.withdrawn, 0);
	say("{'back':3}");
	ck_assert(rounds_find(&rounds, 2)->is_ended); /* it had ended by itself */
	say("{'start':2,'before':3}");
	ck_assert_str_eq(at(2, 1)->final, "*");
}
END_TEST

START_TEST(words_of_a_hub_have_a_stamp)
{
	say(PAIRS);
	ck_assert_uint_eq(rounds.stamp, 0);
	say("{'start':2,'stamp':1893456000000,'by':'Ane'}");
	ck_assert_uint_eq(rounds.stamp, 1893456000000);
	ck_assert_str_eq(rounds.by, "Ane");
	ck_assert_uint_eq(rounds.current, 2);
	say("{'absent':1,'color':'black','round':2}"); /* said at a node alone */
	ck_assert_uint_eq(rounds.stamp, 1893456000000);
	refused("{'start':3,'stamp':0}", "a stamp");
	refused("{'start':3,'stamp':'x'}", "a stamp");
	refused("{'start':1000,'stamp':1893456000001}", "1 to 999");
	ck_assert_uint_eq(rounds.current, 2);
	ck_assert_uint_eq(rounds.stamp, 1893456000000);
	say("{'stamp':1893456000001}");
	ck_assert_uint_eq(rounds.stamp, 1893456000001);
	ck_assert_str_eq(rounds.by, "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rounds");
	TCase *tests = tcase_create("rounds");

	tcase_add_checked_fixture(tests, NULL, end);
	tcase_add_test(tests, a_round_has_its_pairings_before_it_begins);
	tcase_add_test(tests, players_are_swapped_absent_and_there_again);
	tcase_add_test(tests, another_list_replaces_all_but_what_was_said_of_the_same_two);
	tcase_add_test(tests, a_round_that_is_over_stays_as_it_is);
	tcase_add_test(tests, what_makes_no_sense_changes_nothing);
	tcase_add_test(tests, the_same_words_make_the_same_round);
	tcase_add_test(tests, a_file_becomes_words_of_each_of_its_rounds);
	tcase_add_test(tests, the_start_of_a_round_is_taken_back);
	tcase_add_test(tests, words_of_a_hub_have_a_stamp);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
