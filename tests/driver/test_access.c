/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "far_end.h"

#include "driver/access.h"
#include "tests/support/words.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void explains(const char *address, int error, const char *words)
{
	char text[512];

	driver_explain(address, error, text, sizeof(text));
	ck_assert_msg(strstr(text, words) != NULL, "\"%s\" does not say \"%s\"", text, words);
	ck_assert_msg(strncmp(text, address, strlen(address)) == 0, "\"%s\" names no %s", text,
		      address);
}

START_TEST(owner_group_and_mode_are_named)
{
	struct driver_access access;
	struct far_end end = far_pty();

	ck_assert_int_eq(chmod(end.address, 0620), 0);
	ck_assert_int_eq(driver_access_of(end.address, &access), 0);
	ck_assert_str_eq(access.node, end.address);
	ck_assert_uint_eq(access.mode, 0620);
	ck_assert(access.may_open);
	ck_assert(access.owner[0] != '\0' && access.group[0] != '\0');
	ck_assert_int_eq(driver_access_of("/dev/no-such-board", &access), -ENOENT);
	far_close(&end);
}
END_TEST

/* Another process with the device open; killed by the caller. */
static pid_t hold(const char *node)
{
	int ready[2];
	pid_t pid;
	char c;

	ck_assert_int_eq(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		prctl(PR_SET_NAME, "chess-hog");
		if (open(node, O_RDWR | O_NOCTTY) >= 0 && write(ready[1], "", 1) == 1)
			pause();
		_exit(1);
	}
	ck_assert_int_eq(read(ready[0], &c, 1), 1);
	close(ready[0]);
	close(ready[1]);
	return pid;
}

START_TEST(the_program_that_has_a_device_open_is_found)
{
	struct far_end end = far_pty();
	struct driver_holder holder;
	char words[64];
	pid_t pid;

	ck_assert(!driver_holder_of(end.address, &holder)); /* ourselves do not count */
	pid = hold(end.address);
	ck_assert(driver_holder_of(end.address, &holder));
	ck_assert_int_eq(holder.pid, pid);
	ck_assert_str_eq(holder.name, "chess-hog");
	snprintf(words, sizeof(words), "in use by chess-hog (process %d)", pid);
	explains(end.address, -EBUSY, words);
	ck_assert(driver_process_runs("chess-hog", &holder));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	ck_assert(!driver_process_runs("chess-hog", &holder));
	explains(end.address, -EBUSY, "in use by another program");
	far_close(&end);
}
END_TEST

START_TEST(permission_denied_says_which_group_helps)
{
	struct far_end end = far_pty();

	ck_assert_int_eq(chmod(end.address, 0660), 0);
	if (geteuid() == 0)
		ck_assert_int_eq(chown(end.address, 0, 20), 0); /* dialout, where there is one */
	explains(end.address, -EACCES, "it is for group");
	explains(end.address, -EACCES, "\"adduser ");
	ck_assert_int_eq(chmod(end.address, 0600), 0);
	explains(end.address, -EACCES, "alone; let root do \"setfacl -m u:");
	far_close(&end);
}
END_TEST

START_TEST(every_error_has_a_sentence)
{
	explains("/dev/no-such-board", -EACCES, "permission denied");
	explains("/dev/no-such-board", -ENOENT, "is it plugged in?");
	explains("/dev/no-such-board", -ENODEV, "unplugged");
	explains("/dev/no-such-board", -EBUSY, "in use by another program");
	explains("/dev/null", -ENOTTY, "is no serial port");
	explains("tcp:x", -EINVAL, "is no address of a device");
	explains("tcp:x:1", -ECONNREFUSED, "nobody listens there");
	explains("tcp:x:1", -EHOSTUNREACH, "no such host");
	explains("tcp:x:1", -ETIMEDOUT, "timed out");
	explains("/dev/x", 0, "nothing answers");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("access");
	TCase *tcase = tcase_create("access");

	tcase_add_test(tcase, owner_group_and_mode_are_named);
	tcase_add_test(tcase, the_program_that_has_a_device_open_is_found);
	tcase_add_test(tcase, permission_denied_says_which_group_helps);
	tcase_add_test(tcase, every_error_has_a_sentence);
	tcase_set_timeout(tcase, 20);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
