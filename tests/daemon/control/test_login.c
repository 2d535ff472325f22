/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/login.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "tests/daemon/journal/journal_support.h"
#include "tests/support/words.h"

#define MINUTE_MS (60ull * 1000)
#define DAY_MS    (24ull * 60 * MINUTE_MS)

static struct server server;
static struct login *login;

static void setup(void)
{
	make_state();
	open_journal();
	memset(&server, 0, sizeof(server));
	moment_begin(&server.publish.moment, 1, 0);
	server.publish.journal = journal;
	snprintf(server.publish.journal_path, sizeof(server.publish.journal_path), "%s",
		 state_path(JOURNAL_FILE));
	snprintf(server.address, sizeof(server.address), "http://localhost:1982/");
	ck_assert_int_eq(login_new(&login, &server), 0);
}

static void teardown(void)
{
	login_free(login);
	close_journal();
	clear_state();
}

static void wait_until_written(void)
{
	uint64_t mark = journal_hurry(journal);

	while (!journal_has(journal, mark))
		usleep(500);
}

static void start_again(void)
{
	wait_until_written();
	login_free(login);
	ck_assert_int_eq(login_new(&login, &server), 0);
}

static void pass(uint64_t ms)
{
	server.publish.moment.began_ms += ms;
}

/* What stands behind #login= in the link. */
static const char *invited(const char *name)
{
	static char link[LOGIN_LINK_MAX];
	char why[LOGIN_WHY_MAX] = "";
	static const char before[] = "http://localhost:1982/#login=";

	ck_assert_int_eq(login_invite(login, name, link, why), 0);
	ck_assert_int_eq(strncmp(link, before, sizeof(before) - 1), 0);
	ck_assert_uint_eq(strlen(link), sizeof(before) - 1 + LOGIN_SECRET_MAX - 1);
	return link + sizeof(before) - 1;
}

static const char *logged_in(const char *name)
{
	static char secrets[4][LOGIN_SECRET_MAX];
	static unsigned next;
	char *secret = secrets[next++ % 4];

	ck_assert(login_accept(login, invited(name), secret));
	return secret;
}

START_TEST(an_invitation_is_good_once)
{
	char invitation[LOGIN_SECRET_MAX], secret[LOGIN_SECRET_MAX], other[LOGIN_SECRET_MAX];

	snprintf(invitation, sizeof(invitation), "%s", invited("Anna Hansen"));
	ck_assert_ptr_null(login_who(login, invitation)); /* it is no session */
	ck_assert(login_accept(login, invitation, secret));
	ck_assert_str_ne(secret, invitation);
	ck_assert_str_eq(login_who(login, secret), "Anna Hansen");
	ck_assert(!login_accept(login, invitation, other));
	ck_assert(!login_accept(login, secret, other)); /* a session is no invitation */
}
END_TEST

START_TEST(an_invitation_is_good_for_ten_minutes)
{
	char invitation[LOGIN_SECRET_MAX], secret[LOGIN_SECRET_MAX];

	snprintf(invitation, sizeof(invitation), "%s", invited("Anna"));
	pass(9 * MINUTE_MS);
	ck_assert(login_accept(login, invitation, secret));
	snprintf(invitation, sizeof(invitation), "%s", invited("Anna"));
	pass(10 * MINUTE_MS);
	ck_assert(!login_accept(login, invitation, secret));
}
END_TEST

START_TEST(a_pin_is_good_once_and_for_two_minutes)
{
	char secret[LOGIN_SECRET_MAX], other[LOGIN_SECRET_MAX], why[LOGIN_WHY_MAX];
	struct login_lent lent;

	ck_assert_int_eq(login_lend(login, "Ane", "Bo", &lent, why), 0);
	ck_assert_uint_eq(strspn(lent.pin, "0123456789"), 6);
	ck_assert_uint_eq(lent.seconds, 120);
	pass(2 * MINUTE_MS - 1000);
	ck_assert(login_accept_pin(login, lent.pin, secret));
	ck_assert_str_eq(login_who(login, secret), "Bo");
	ck_assert(!login_accept_pin(login, lent.pin, other));
	ck_assert(!login_accept(login, lent.secret, other)); /* either of them, once */

	ck_assert_int_eq(login_lend(login, "Ane", "Bo", &lent, why), 0);
	pass(2 * MINUTE_MS);
	ck_assert(!login_accept_pin(login, lent.pin, other));
	ck_assert(!login_accept(login, lent.secret, other));
	ck_assert_int_eq(login_lend(login, "Ane", "Bo\n", &lent, why), -EINVAL);
}
END_TEST

START_TEST(the_link_of_a_pin_is_the_same_invitation)
{
	char secret[LOGIN_SECRET_MAX], other[LOGIN_SECRET_MAX], why[LOGIN_WHY_MAX];
	struct login_lent first, lent;

	ck_assert_int_eq(login_lend(login, "Ane", "Bo", &first, why), 0);
	ck_assert_int_eq(login_lend(login, "Ane", "Bo", &lent, why),
			 0); /* takes the place of the first */
	ck_assert(!login_accept(login, first.secret, other));
	ck_assert(login_accept(login, lent.secret, secret));
	ck_assert_str_eq(login_who(login, secret), "Bo");
	ck_assert(!login_accept_pin(login, lent.pin, other));
}
END_TEST

/* Any PIN but this one. */
static const char *wrong_pin(const char *pin)
{
	static char wrong[LOGIN_PIN_MAX];

	snprintf(wrong, sizeof(wrong), "%s", pin);
	wrong[5] = wrong[5] == '9' ? '0' : (char)(wrong[5] + 1);
	return wrong;
}

START_TEST(after_five_wrong_pins_the_right_one_is_refused)
{
	char secret[LOGIN_SECRET_MAX], why[LOGIN_WHY_MAX];
	struct login_lent lent;

	for (int tries = 4; tries <= 5; tries++) {
		ck_assert_int_eq(login_lend(login, "Ane", "Bo", &lent, why), 0);
		for (int i = 0; i < tries; i++)
			ck_assert(!login_accept_pin(login, wrong_pin(lent.pin), secret));
		ck_assert_int_eq(login_accept_pin(login, lent.pin, secret), tries == 4);
	}
	ck_assert(!login_accept(login, lent.secret, secret));
	ck_assert(!login_accept_pin(login, "", secret)); /* what has no PIN is not met by none */
}
END_TEST

START_TEST(what_a_person_gave_goes_with_that_person)
{
	char secret[LOGIN_SECRET_MAX], why[LOGIN_WHY_MAX], link[LOGIN_LINK_MAX];
	struct login_lent lent, other;

	ck_assert_int_eq(login_invite(login, "Ane", link, why), 0);
	ck_assert_int_eq(login_lend(login, "Ane", "Bo", &lent, why), 0);
	ck_assert_int_eq(login_lend(login, "Cy", "Di", &other, why), 0);
	ck_assert_int_eq(login_revoke(login, "Ane"), 1);
	ck_assert(!login_accept(login, lent.secret, secret));
	ck_assert(!login_accept_pin(login, lent.pin, secret));
	ck_assert(login_accept_pin(login, other.pin, secret));
	ck_assert_int_eq(login_revoke(login, "Di"), 1);
	ck_assert_int_eq(login_lend(login, "Ane", "Bo", &lent, why), 0);
	ck_assert_int_eq(login_revoke(login, "Ane"), 0); /* nobody of that name is logged in */
	ck_assert(!login_accept(login, lent.secret, secret));
}
END_TEST

static void count_people(void *data, const char *name, uint64_t since_ms)
{
	ck_assert_str_eq(name, "Anna");
	ck_assert_uint_ge(since_ms, MINUTE_MS);
	++*(unsigned *)data;
}

START_TEST(the_first_name_is_claimed_once_and_never_again)
{
	char secret[LOGIN_SECRET_MAX], why[LOGIN_WHY_MAX];
	unsigned people = 0;

	ck_assert_int_eq(login_claim(login, "Anna", secret, why), -EPERM); /* not configured */
	server.publish.config.http.claim = true;
	ck_assert(login_may_claim(login));
	ck_assert_int_eq(login_claim(login, "", secret, why), -EINVAL);
	ck_assert_int_eq(login_claim(login, "Anna", secret, why), 0);
	ck_assert_str_eq(login_who(login, secret), "Anna");
	ck_assert_int_eq(login_claim(login, "Bo", secret, why), -EPERM);
	(void)invited("Bo"); /* who is only invited is not here */
	pass(MINUTE_MS);
	login_people(login, count_people, &people);
	ck_assert_uint_eq(people, 1);
	ck_assert_int_eq(login_revoke(login, "Anna"), 1);
	ck_assert(!login_may_claim(login));
	start_again();
	ck_assert(!login_may_claim(login)); /* the journal knows that somebody was here */
}
END_TEST

START_TEST(a_session_ends_after_a_fortnight)
{
	const char *secret = logged_in("Anna");

	pass(13 * DAY_MS);
	ck_assert_str_eq(login_who(login, secret), "Anna");
	pass(DAY_MS);
	ck_assert_ptr_null(login_who(login, secret));
}
END_TEST

static unsigned endings;

static void count_endings(void *data)
{
	(void)data;
	endings++;
}

START_TEST(what_is_open_in_a_name_ends_with_the_session)
{
	uint64_t anna = login_session(login, logged_in("Anna"));
	uint64_t again = login_session(login, logged_in("Anna"));
	uint64_t bo = login_session(login, logged_in("Bo"));

	endings = 0;
	login_listen(login, count_endings, NULL);
	ck_assert(anna > 0 && anna != again && login_is_open(login, anna));
	ck_assert(login_revoke(login, "Anna"));
	ck_assert_uint_eq(endings, 1);
	ck_assert(!login_is_open(login, anna) && !login_is_open(login, again));
	ck_assert(login_session(login, logged_in("Anna")) > bo);
	ck_assert(!login_is_open(login, anna));
	ck_assert(login_is_open(login, bo));
	pass(14 * DAY_MS);
	ck_assert(!login_is_open(login, bo));
	ck_assert(!login_is_open(login, 0));
}
END_TEST

START_TEST(who_is_logged_in_stays_so_over_a_restart)
{
	const char *anna = logged_in("Anna"), *bo = logged_in("Bo");
	char invitation[LOGIN_SECRET_MAX], secret[LOGIN_SECRET_MAX];

	snprintf(invitation, sizeof(invitation), "%s", invited("Carla"));
	ck_assert(login_revoke(login, "Bo"));
	start_again();
	ck_assert_str_eq(login_who(login, anna), "Anna");
	ck_assert_ptr_null(login_who(login, bo));
	ck_assert(!login_accept(login, invitation, secret)); /* those were never written */
	pass(14 * DAY_MS);
	start_again();
	ck_assert_ptr_null(login_who(login, anna));
}
END_TEST

START_TEST(logging_out_ends_all_sessions_and_invitations_of_a_person)
{
	const char *laptop = logged_in("Anna"), *phone = logged_in("Anna"), *bo = logged_in("Bo");
	char invitation[LOGIN_SECRET_MAX], secret[LOGIN_SECRET_MAX];

	snprintf(invitation, sizeof(invitation), "%s", invited("Anna"));
	ck_assert(login_revoke(login, "Anna"));
	ck_assert_ptr_null(login_who(login, laptop));
	ck_assert_ptr_null(login_who(login, phone));
	ck_assert(!login_accept(login, invitation, secret));
	ck_assert_str_eq(login_who(login, bo), "Bo");
	ck_assert(!login_revoke(login, "Anna"));
	ck_assert(!login_revoke(login, "nobody"));
}
END_TEST

START_TEST(the_journal_has_no_secret)
{
	const char *secret = logged_in("Anna");
	char sql[200];

	wait_until_written();
	snprintf(sql, sizeof(sql), "SELECT count(*) FROM login WHERE token LIKE '%%%s%%'", secret);
	ck_assert_int_eq(sql_number(state_path(JOURNAL_FILE), sql), 0);
	ck_assert_int_eq(sql_number(state_path(JOURNAL_FILE),
				    "SELECT count(*) FROM login WHERE name = 'Anna'"),
			 1);
}
END_TEST

START_TEST(what_is_no_name_is_refused)
{
	static const char *const wrong[] = {
		"",
		" Anna",
		"Anna ",
		"An\nna",
		"An\x7fna",
		"a name that is longer than any name that may stand in a report of ours"};
	char link[LOGIN_LINK_MAX], why[LOGIN_WHY_MAX];

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		why[0] = '\0';
		ck_assert_int_eq(login_invite(login, wrong[i], link, why), -EINVAL);
		ck_assert_str_ne(why, "");
	}
	ck_assert_ptr_nonnull(invited("Åse Bjørnsdóttir-O'Neill"));
}
END_TEST

START_TEST(what_is_no_secret_opens_nothing)
{
	char secret[LOGIN_SECRET_MAX], zeros[LOGIN_SECRET_MAX];

	memset(zeros, '0', sizeof(zeros) - 1);
	zeros[sizeof(zeros) - 1] = '\0';
	logged_in("Anna");
	ck_assert_ptr_null(login_who(login, ""));
	ck_assert_ptr_null(login_who(login, zeros));
	ck_assert_ptr_null(login_who(login, "short"));
	ck_assert(!login_accept(login, zeros, secret));
}
END_TEST

/* Whoever can invite could fill the memory. */
START_TEST(of_too_many_invitations_the_oldest_goes)
{
	char first[LOGIN_SECRET_MAX], second[LOGIN_SECRET_MAX], secret[LOGIN_SECRET_MAX];
	const char *anna = logged_in("Anna");

	snprintf(first, sizeof(first), "%s", invited("Bo"));
	pass(1000);
	snprintf(second, sizeof(second), "%s", invited("Carla"));
	pass(1000);
	for (int i = 0; i < 1022; i++)
		invited("Everybody");
	ck_assert(!login_accept(login, first, secret));
	ck_assert(login_accept(login, second, secret));
	ck_assert_str_eq(login_who(login, anna), "Anna"); /* a session outlives them all */
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("login");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 120);
	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, an_invitation_is_good_once);
	tcase_add_test(tests, an_invitation_is_good_for_ten_minutes);
	tcase_add_test(tests, what_is_open_in_a_name_ends_with_the_session);
	tcase_add_test(tests, a_pin_is_good_once_and_for_two_minutes);
	tcase_add_test(tests, the_link_of_a_pin_is_the_same_invitation);
	tcase_add_test(tests, after_five_wrong_pins_the_right_one_is_refused);
	tcase_add_test(tests, what_a_person_gave_goes_with_that_person);
	tcase_add_test(tests, the_first_name_is_claimed_once_and_never_again);
	tcase_add_test(tests, a_session_ends_after_a_fortnight);
	tcase_add_test(tests, who_is_logged_in_stays_so_over_a_restart);
	tcase_add_test(tests, logging_out_ends_all_sessions_and_invitations_of_a_person);
	tcase_add_test(tests, the_journal_has_no_secret);
	tcase_add_test(tests, what_is_no_name_is_refused);
	tcase_add_test(tests, what_is_no_secret_opens_nothing);
	tcase_add_test(tests, of_too_many_invitations_the_oldest_goes);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
