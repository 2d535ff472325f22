/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/paths.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/daemon/journal/journal_support.h"
#include "tests/support/words.h"

static char path[256];

static void forget_all(void)
{
	unsetenv("STATE_DIRECTORY");
	unsetenv("XDG_STATE_HOME");
	unsetenv("RUNTIME_DIRECTORY");
	unsetenv("XDG_RUNTIME_DIR");
	unsetenv("HOME");
}

START_TEST(the_state_is_where_the_user_or_the_system_says)
{
	forget_all();
	setenv("HOME", "/people/ane", 1);
	ck_assert_int_eq(paths_state(NULL, path, sizeof(path)), 0);
	ck_assert_str_eq(path, "/people/ane/.local/state/boardd");
	setenv("XDG_STATE_HOME", "/x", 1);
	ck_assert_int_eq(paths_state(NULL, path, sizeof(path)), 0);
	ck_assert_str_eq(path, "/x/boardd");
	setenv("STATE_DIRECTORY", "/var/lib/boardd", 1);
	ck_assert_int_eq(paths_state(NULL, path, sizeof(path)), 0);
	ck_assert_str_eq(path, "/var/lib/boardd");
	ck_assert_int_eq(paths_state("/own", path, sizeof(path)), 0);
	ck_assert_str_eq(path, "/own");
}
END_TEST

START_TEST(the_socket_is_where_the_user_says_or_near_the_state)
{
	forget_all();
	ck_assert_int_eq(paths_socket(NULL, "/own", path, sizeof(path)), 0);
	ck_assert_str_eq(path, "/own/control.sock");
	setenv("XDG_RUNTIME_DIR", "/run/user/1", 1);
	ck_assert_int_eq(paths_socket(NULL, "/own", path, sizeof(path)), 0);
	ck_assert_str_eq(path, "/run/user/1/boardd/control.sock");
	setenv("RUNTIME_DIRECTORY", "/run/boardd", 1);
	ck_assert_int_eq(paths_socket(NULL, NULL, path, sizeof(path)), 0);
	ck_assert_str_eq(path, "/run/boardd/control.sock");
	ck_assert_int_eq(paths_socket("/s", NULL, path, sizeof(path)), 0);
	ck_assert_str_eq(path, "/s");
}
END_TEST

START_TEST(a_machine_that_says_nothing_has_no_place_for_it)
{
	forget_all();
	ck_assert_int_eq(paths_state(NULL, path, sizeof(path)), -ENOENT);
	ck_assert_int_eq(paths_socket(NULL, NULL, path, sizeof(path)), -ENOENT);
	ck_assert_int_eq(paths_state("/a/long/path", path, 5), -ENAMETOOLONG);
	ck_assert_int_eq(paths_socket("/a/long/path", NULL, path, 5), -ENAMETOOLONG);
}
END_TEST

START_TEST(folders_are_made_for_their_owner_only)
{
	struct stat info;

	snprintf(path, sizeof(path), "%s", state_path("one/two/three"));
	ck_assert_int_eq(paths_make(path), 0);
	ck_assert_int_eq(stat(path, &info), 0);
	ck_assert(S_ISDIR(info.st_mode));
	ck_assert_uint_eq(info.st_mode & 0777, 0700);
	ck_assert_int_eq(paths_make(path), 0); /* again */
	snprintf(path, sizeof(path), "%s", state_path("file"));
	ck_assert_int_eq(symlink("/nowhere", path), 0);
	snprintf(path, sizeof(path), "%s", state_path("file/below"));
	ck_assert_int_lt(paths_make(path), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("paths");
	TCase *tests = tcase_create("tests");

	tcase_add_checked_fixture(tests, make_state, clear_state);
	tcase_add_test(tests, the_state_is_where_the_user_or_the_system_says);
	tcase_add_test(tests, the_socket_is_where_the_user_says_or_near_the_state);
	tcase_add_test(tests, a_machine_that_says_nothing_has_no_place_for_it);
	tcase_add_test(tests, folders_are_made_for_their_owner_only);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
