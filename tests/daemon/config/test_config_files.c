/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/daemon/config/configured.h"

/* The files of the configuration, and the options over them. */

/* --- lines --- */

START_TEST(lines_are_taken_as_people_write_them)
{
	expect_good("\xef\xbb\xbf[laws]\r\nedition=2009\r\n\r\n  ; a comment\n# another [x\n"
		    "[http] ; the page\n\tport = 80 ; mine\n\tconnections =7\n"
		    "[laws]\nmode =\t blitz");
	ck_assert_int_eq(config.laws.edition, TOUCH_LAWS_2009);
	ck_assert_uint_eq(config.http.port, 80);
	ck_assert_uint_eq(config.http.connections, 7);
	ck_assert_int_eq(config.laws.mode, TOUCH_BLITZ);
}
END_TEST

START_TEST(a_line_that_is_none_is_told)
{
	expect_fault("[laws]\nmode\n", "f:2: neither [SECTION] nor KEY = VALUE");
	expect_fault("[laws]\nmode ; = blitz\n", "f:2: neither [SECTION] nor KEY = VALUE");
	expect_fault("[laws]\nmode: blitz\n", "f:2: KEY = VALUE is wanted, with = and not :");
	expect_fault("mode = blitz\n", "f:1: mode stands before the first [SECTION]");
	expect_fault("[laws\nmode = x\n",
		     "f:1: a line for a section is [NAME], and a comment begins with ;");
	expect_fault("[laws] mode = x\n",
		     "f:1: a line for a section is [NAME], and a comment begins with ;");
	expect_fault("[broadcast]\nevent = \xc5rhus\n", "f:2: the line is not UTF-8");
	expect_fault("[broadcast]\nevent = a\x01\n", "f:2: the line has a control character in it");
	ck_assert_int_eq(load_bytes("[laws]\0\n", 8), -EINVAL);
	ck_assert_str_eq(faults.lines[0], "f:1: the line has a control character in it");
}
END_TEST

START_TEST(a_long_line_is_whole_or_refused)
{
	static char text[700000];

	snprintf(text, sizeof(text),
		 "[notify]\nwebhook = https://a.example/%0600d\n[laws]\nmode = x", 1);
	expect_fault(text, "f:4: [laws] mode: 'x' is not one of standard, rapid, blitz");
	snprintf(text, sizeof(text), "[broadcast]\n; %0300000d\nevent = %0300000d\n", 1, 1);
	expect_fault(text, "f:3: the line is too long");
	/* A key may well be longer than any of ours. */
	snprintf(text, sizeof(text), "[laws]\n%0200000d = 1\n", 1);
	ck_assert_int_eq(load(text), -EINVAL);
	ck_assert_uint_eq(faults.count, 1);
	ck_assert_ptr_nonnull(strstr(faults.lines[0], "000: unknown key; did you mean edition?"));
}
END_TEST

START_TEST(an_unknown_word_is_answered_with_the_nearest)
{
	expect_fault("[htpp]\nport = 1\n", "f:1: [htpp]: unknown section; did you mean [http]?");
	expect_fault("[]\n", "f:1: []: unknown section; did you mean [hub]?");
	expect_fault("[laws]\nediton = 2023\n",
		     "f:2: [laws] editon: unknown key; did you mean edition?");
	expect_fault("[http]\nsettle = 1s\n",
		     "f:2: [http] settle: unknown key; did you mean that of [game]?");
	expect_fault("[players]\n1.whit = x\n",
		     "f:2: [players] 1.whit: unknown key; did you mean N.white?");
	expect_fault("[boards]\nid. = x\n",
		     "f:2: [boards] id.: unknown key; did you mean id.SERIAL?");
}
END_TEST

START_TEST(a_key_given_twice_in_a_file_is_told)
{
	expect_fault("[http]\nport = 1\n[laws]\n[http]\nport = 1\n",
		     "f:5: [http] port: given twice, first in line 2");
	expect_fault("[boards]\nid.1 = a\nid.1 = a\n",
		     "f:3: [boards] id.1: given twice, first in line 2");
}
END_TEST

START_TEST(all_that_is_wrong_is_told)
{
	ck_assert_int_eq(load("x = 1\n[laws]\nmode = a\nmod = b\n[nothing]\n[http]\nport = c\n"),
			 -EINVAL);
	ck_assert_uint_eq(faults.count, 5);
	ck_assert_str_eq(faults.lines[4], "f:7: [http] port: 'c' is not a number from 0 to 65535");
}
END_TEST

/* --- files --- */

static char folder[] = "/tmp/boardd-config-XXXXXX";

static const char *path_of(const char *name)
{
	static char path[200];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void write_file(const char *name, const char *text)
{
	FILE *to = fopen(path_of(name), "w");

	ck_assert_ptr_nonnull(to);
	fputs(text, to);
	ck_assert_int_eq(fclose(to), 0);
}

static void make_folder(void)
{
	memcpy(folder + sizeof(folder) - 7, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(mkdir(path_of("c.d"), 0700), 0);
}

static void remove_folder(void)
{
	static const char *const names[] = {"c.d/10.conf", "c.d/9.conf", "c.d/.x.conf", "c.d/x",
					    "c"};

	forget();
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		unlink(path_of(names[i]));
	rmdir(path_of("c.d"));
	ck_assert_int_eq(rmdir(folder), 0);
}

static int load_files(bool may_be_absent, const struct config_override *overrides, size_t count)
{
	char path[200];
	struct config_source source = {.file = path,
				       .may_be_absent = may_be_absent,
				       .overrides = overrides,
				       .override_count = count};

	memcpy(path, path_of("c"), sizeof(path));
	forget();
	return config_load(&config, &source, &faults);
}

/* A fault in a file of the folder. */
static void expect_line(size_t i, const char *rest)
{
	ck_assert_uint_lt(i, faults.count);
	ck_assert_int_eq(strncmp(faults.lines[i], folder, strlen(folder)), 0);
	ck_assert_str_eq(faults.lines[i] + strlen(folder), rest);
}

START_TEST(drop_ins_go_before_the_file_in_the_order_of_their_names)
{
	write_file("c", "[http]\nport = 1\nconnections = 1\n[laws]\nmode = blitz\n");
	write_file("c.d/9.conf", "[http]\nport = 3\n[boards]\nid.1 = a\n");
	write_file("c.d/10.conf",
		   "[http]\nport = 2\nconnections = 2\n[boards]\nid.1 = b\nid.2 = c\n");
	write_file("c.d/.x.conf", "[http]\nport = 4\n");
	write_file("c.d/x", "[http]\nport = 5\n");
	ck_assert_int_eq(load_files(false, NULL, 0), 0);
	ck_assert_uint_eq(config.http.port, 3);
	ck_assert_uint_eq(config.http.connections, 2);
	ck_assert_int_eq(config.laws.mode, TOUCH_BLITZ);
	ck_assert_str_eq(config_board_id(&config, "1"), "a");
	ck_assert_str_eq(config_board_id(&config, "2"), "c");
	ck_assert_uint_eq(config.files.count, 3);
}
END_TEST

START_TEST(faults_of_all_files_are_told)
{
	static const struct config_override port = {"--port", "http", "port", "x"};

	write_file("c", "[http]\nport = x\n");
	write_file("c.d/10.conf", "[http]\nprt = 1\n");
	ck_assert_int_eq(load_files(false, &port, 1), -EINVAL);
	expect_line(0, "/c:2: [http] port: 'x' is not a number from 0 to 65535");
	expect_line(1, "/c.d/10.conf:2: [http] prt: unknown key; did you mean port?");
	ck_assert_str_eq(faults.lines[2], "--port: 'x' is not a number from 0 to 65535");
	ck_assert_uint_eq(faults.count, 3);
}
END_TEST

START_TEST(only_the_usual_file_may_be_absent)
{
	ck_assert_int_eq(load_files(true, NULL, 0), 0);
	ck_assert_uint_eq(config.files.count, 0);
	ck_assert_int_eq(load_files(false, NULL, 0), -EINVAL);
	expect_line(0, "/c: cannot be opened: No such file or directory");
	write_file("c.d/10.conf", "[http]\nport = 7\n");
	ck_assert_int_eq(load_files(true, NULL, 0), 0);
	ck_assert_uint_eq(config.http.port, 7);
}
END_TEST

START_TEST(what_is_no_file_is_told)
{
	ck_assert_int_eq(mkdir(path_of("c"), 0700), 0);
	ck_assert_int_eq(load_files(true, NULL, 0), -EINVAL);
	expect_line(0, "/c: cannot be read: Is a directory");
	ck_assert_int_eq(rmdir(path_of("c")), 0);
}
END_TEST

START_TEST(a_file_that_is_far_too_long_is_told)
{
	FILE *to = fopen(path_of("c"), "w");

	for (int i = 0; i < (1 << 20); i++)
		fputc('\n', to);
	ck_assert_int_eq(fclose(to), 0);
	ck_assert_int_eq(load_files(false, NULL, 0), 0);
	to = fopen(path_of("c"), "a");
	fputc('\n', to);
	ck_assert_int_eq(fclose(to), 0);
	ck_assert_int_eq(load_files(false, NULL, 0), -EINVAL);
	expect_line(0, "/c: is longer than 1048576 bytes");
}
END_TEST

START_TEST(options_go_before_files_and_join_in_a_list)
{
	static const struct config_override options[] = {
		{"--device", "boards", "device", "/dev/a"},
		{"--port", "http", "port", "1"},
		{"--device", "boards", "device", "/dev/b"},
		{"--port", "http", "port", "2"},
	};

	write_file("c", "[boards]\ndevice = /dev/x /dev/y\n[http]\nport = 7\n");
	ck_assert_int_eq(load_files(false, options, 4), 0);
	ck_assert_uint_eq(config.boards.devices.count, 2);
	ck_assert_str_eq(config.boards.devices.items[0], "/dev/a");
	ck_assert_str_eq(config.boards.devices.items[1], "/dev/b");
	ck_assert_uint_eq(config.http.port, 2);
	ck_assert_ptr_nonnull(strstr(print(&config), "# from the command line, --port; the default "
						     "is 1982\nport = 2\n"));
}
END_TEST

START_TEST(an_option_that_could_not_stand_in_a_file_is_told)
{
	static const struct {
		const char *value, *why;
	} cases[] = {
		{"/dev/a b", "--device: '/dev/a b': nothing in a list can hold a blank"},
		{"/dev/a ;b", "--device: the value has a ; behind a blank, which begins a comment"},
		{";", "--device: the value has a ; behind a blank, which begins a comment"},
		{" /dev/a", "--device: the value begins or ends with a blank"},
		{"/dev/\n", "--device: the value has a control character in it"},
		{"/dev/\xff", "--device: the value is not UTF-8"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct config_override option = {"--device", "boards", "device", cases[i].value};

		ck_assert_int_eq(load_files(true, &option, 1), -EINVAL);
		ck_assert_uint_eq(faults.count, 1);
		ck_assert_str_eq(faults.lines[0], cases[i].why);
	}
}
END_TEST

static TCase *lines(void)
{
	TCase *tc = tcase_create("lines");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, NULL, forget);
	tcase_add_test(tc, lines_are_taken_as_people_write_them);
	tcase_add_test(tc, a_line_that_is_none_is_told);
	tcase_add_test(tc, a_long_line_is_whole_or_refused);
	tcase_add_test(tc, an_unknown_word_is_answered_with_the_nearest);
	tcase_add_test(tc, a_key_given_twice_in_a_file_is_told);
	tcase_add_test(tc, all_that_is_wrong_is_told);
	return tc;
}

static TCase *files(void)
{
	TCase *tc = tcase_create("files");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, make_folder, remove_folder);
	tcase_add_test(tc, drop_ins_go_before_the_file_in_the_order_of_their_names);
	tcase_add_test(tc, faults_of_all_files_are_told);
	tcase_add_test(tc, only_the_usual_file_may_be_absent);
	tcase_add_test(tc, what_is_no_file_is_told);
	tcase_add_test(tc, a_file_that_is_far_too_long_is_told);
	tcase_add_test(tc, options_go_before_files_and_join_in_a_list);
	tcase_add_test(tc, an_option_that_could_not_stand_in_a_file_is_told);
	return tc;
}

int main(void)
{
	Suite *suite = suite_create("daemon: files of the configuration");

	suite_add_tcase(suite, lines());
	suite_add_tcase(suite, files());
	return run_suite(suite);
}
