/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/chesslink/message.h"
#include "tests/board-protocol/dgt/model.h"
#include "tests/driver/testbed.h"
#include "tests/support/words.h"

#include <check.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

/* boardctl, run beside us on a machine of umockdev; argv[1] of this program. */
static const char *boardctl;

static struct model models[ADAPTERS];
static bool is_played[ADAPTERS];
static char report[65536];
static int status;

/* The board of another make, on an adapter of its own: it says who it is, and what stands there. */
static bool is_link[ADAPTERS];

static void play_link(int adapter)
{
	const struct board_men men = board_men_start(false);
	uint8_t heard[3], answer[CHESSLINK_FRAME_MAX];
	ssize_t n = read(board(adapter)->fd, heard, sizeof(heard));
	size_t len = 0;

	if (n == 3 && memcmp(heard, "\xd6\xb5\xb6", 3) == 0)
		len = chesslink_encode("v0103", answer, sizeof(answer));
	else if (n == 3 && memcmp(heard, "\xd3\xb5\xb3", 3) == 0)
		len = chesslink_encode_board(&men, answer, sizeof(answer));
	ck_assert_int_eq(write(board(adapter)->fd, answer, len), (ssize_t)len);
}

static void play_all(void)
{
	for (int i = 0; i < ADAPTERS; i++) {
		struct model *m = &models[i];
		uint8_t bytes[64];
		ssize_t n;

		if (is_link[i])
			play_link(i);
		if (!is_played[i])
			continue;
		n = read(board(i)->fd, bytes, sizeof(bytes));
		if (n > 0)
			model_hear(m, bytes, (size_t)n);
		n = m->out_len > 0 ? write(board(i)->fd, m->out, m->out_len) : 0;
		if (n > 0)
			memmove(m->out, m->out + n, m->out_len -= (size_t)n);
	}
}

static void plug_board(int adapter, const char *vid_pid, const char *serial)
{
	plug(adapter, vid_pid, NULL);
	model_init(&models[adapter], serial, 1);
	is_played[adapter] = true;
}

/* Runs the doctor to its end, the boards answering meanwhile. Returns what it found. */
static json_t *ask_doctor(void)
{
	size_t len = 0;
	ssize_t got = 1;
	int out[2];
	json_t *found;
	pid_t pid;

	ck_assert_int_eq(pipe2(out, O_CLOEXEC), 0);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(out[1], STDOUT_FILENO);
		execl(boardctl, "boardctl", "doctor", "--json", (char *)NULL);
		_exit(127);
	}
	close(out[1]);
	while (got != 0) {
		play_all();
		if (!is_ready(out[0], POLLIN, 5))
			continue;
		got = read(out[0], report + len, sizeof(report) - len - 1);
		ck_assert_int_ge(got, 0);
		len += (size_t)got;
	}
	report[len] = '\0';
	close(out[0]);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	found = json_loads(report, 0, NULL);
	ck_assert_msg(found != NULL, "no JSON: %s", report);
	return found;
}

static json_t *port(const json_t *found, size_t i)
{
	return json_array_get(json_object_get(found, "ports"), i);
}

static const char *text(const json_t *object, const char *a, const char *b)
{
	const char *value = json_string_value(json_object_get(json_object_get(object, a), b));

	return value ? value : "";
}

static const char *first_serial(const json_t *found_port)
{
	const json_t *first = json_array_get(json_object_get(found_port, "boards"), 0);
	const char *serial = json_string_value(json_object_get(first, "serial"));

	return serial ? serial : "";
}

START_TEST(boards_on_usb_are_found_and_answer)
{
	json_t *found;

	plug_board(0, "0403:6001", "12345");
	plug_board(1, "045b:8111", "23456");
	plug(2, "10c4:ea60", NULL); /* somebody else's: not even looked at */
	found = ask_doctor();
	ck_assert_uint_eq(json_array_size(json_object_get(found, "ports")), 2);
	ck_assert_str_eq(first_serial(port(found, 0)), "12345");
	ck_assert_str_eq(first_serial(port(found, 1)), "23456");
	ck_assert_str_eq(text(port(found, 0), "usb", "path"), "1-2");
	ck_assert_str_eq(text(port(found, 0), "usb", "id"), "0403:6001");
	ck_assert_str_eq(text(port(found, 1), "usb", "known_as"), "DGT board with USB-C");
	ck_assert_str_eq(text(port(found, 1), "access", "node"), "/dev/ttyUSB1");
	ck_assert_uint_eq(models[0].harmful + models[1].harmful, 0);
	json_decref(found);
}
END_TEST

START_TEST(a_board_of_another_make_is_found_on_the_same_chip)
{
	json_t *found;

	plug(0, "0403:6001", NULL);
	is_link[0] = true;
	found = ask_doctor();
	ck_assert_msg(json_is_true(json_object_get(port(found, 0), "answers")), "%s", report);
	ck_assert_str_eq(json_string_value(json_object_get(port(found, 0), "make")), "chesslink");
	ck_assert_str_eq(first_serial(port(found, 0)), "");
	json_decref(found);
}
END_TEST

START_TEST(a_board_that_is_silent_is_not_well)
{
	json_t *found;

	plug(0, "0403:6001", NULL);
	found = ask_doctor();
	ck_assert(!json_is_true(json_object_get(found, "well")));
	ck_assert_int_eq(WEXITSTATUS(status), 1);
	ck_assert_ptr_nonnull(strstr(report, "/dev/ttyUSB0: nothing answers"));
	json_decref(found);
}
END_TEST

START_TEST(a_board_without_a_port_is_told)
{
	json_t *found;

	plug_device(0, "0403:6001", NULL);
	found = ask_doctor();
	ck_assert_uint_eq(json_array_size(json_object_get(found, "without_port")), 1);
	ck_assert_int_eq(WEXITSTATUS(status), 1);
	ck_assert_ptr_nonnull(strstr(report, "modprobe ftdi_sio"));
	json_decref(found);
}
END_TEST

START_TEST(no_board_is_told)
{
	json_t *found;

	plug(0, "10c4:ea60", NULL);
	found = ask_doctor();
	ck_assert_uint_eq(json_array_size(json_object_get(found, "ports")), 0);
	ck_assert_int_eq(WEXITSTATUS(status), 1);
	ck_assert_ptr_nonnull(strstr(report, "No board is plugged in"));
	/* The chip of two makes, and of all kinds of things: who has such a board names it. */
	ck_assert_ptr_nonnull(strstr(report, "\"not_asked\":[{\"device\":\"/dev/ttyUSB0\","
					     "\"id\":\"10c4:ea60\",\"may_be\":"));
	ck_assert(strstr(report, "\"certabo\"") && strstr(report, "\"sentio\""));
	json_decref(found);
}
END_TEST

/* Somebody else's adapter hears nothing from us. */
START_TEST(a_foreign_port_is_not_written_to)
{
	json_t *found;

	plug(0, "10c4:ea60", NULL);
	found = ask_doctor();
	ck_assert(!is_ready(board(0)->fd, POLLIN, 50));
	json_decref(found);
}
END_TEST

/* --- where udev runs, or seems to: in a world of its own, with a /run of ours --- */

static bool has_udev(void)
{
	return access("/run/udev/control", F_OK) == 0;
}

/* What udev would write down of this port, had it the rule. */
static void apply_rule(int adapter)
{
	struct stat st;
	char path[64];
	FILE *file;

	ck_assert_int_eq(stat(board(adapter)->address, &st), 0);
	snprintf(path, sizeof(path), "/run/udev/data/c%u:%u", major(st.st_rdev), minor(st.st_rdev));
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs("E:ID_MM_DEVICE_IGNORE=1\nE:ID_MM_PORT_IGNORE=1\nG:uaccess\n", file);
	fclose(file);
}

static pid_t start_modem_manager(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		prctl(PR_SET_NAME, "ModemManager");
		pause();
		_exit(0);
	}
	ck_assert_int_gt(pid, 0);
	usleep(50000);
	return pid;
}

START_TEST(a_missing_rule_is_told)
{
	json_t *found;

	if (!has_udev())
		return;
	plug_board(0, "0403:6001", "12345");
	found = ask_doctor();
	ck_assert_int_eq(WEXITSTATUS(status), 1);
	ck_assert_str_eq(first_serial(port(found, 0)), "12345"); /* it answers all the same */
	ck_assert_ptr_nonnull(strstr(report, "70-boardd.rules is not installed. Install it"));
	json_decref(found);
}
END_TEST

START_TEST(modem_manager_is_in_the_way)
{
	pid_t pid;
	json_t *found;

	if (!has_udev())
		return;
	plug_board(0, "0403:6001", "12345");
	pid = start_modem_manager();
	found = ask_doctor();
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	ck_assert_int_eq(WEXITSTATUS(status), 1);
	ck_assert(json_is_true(json_object_get(found, "modem_manager")));
	ck_assert_ptr_nonnull(strstr(report, "ModemManager is running and writes to this port"));
	json_decref(found);
}
END_TEST

START_TEST(with_the_rule_all_is_well_even_beside_modem_manager)
{
	pid_t pid;
	json_t *found;

	if (!has_udev())
		return;
	plug_board(0, "0403:6001", "12345");
	apply_rule(0);
	pid = start_modem_manager();
	found = ask_doctor();
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	ck_assert_msg(WEXITSTATUS(status) == 0, "%s", report);
	json_decref(found);
}
END_TEST

int main(int argc, char **argv)
{
	Suite *suite = suite_create("doctor under umockdev");
	TCase *tcase = tcase_create("doctor");

	if (argc != 2)
		return 2;
	boardctl = argv[1];
	tcase_add_checked_fixture(tcase, testbed_begin, testbed_end);
	tcase_add_test(tcase, boards_on_usb_are_found_and_answer);
	tcase_add_test(tcase, a_board_of_another_make_is_found_on_the_same_chip);
	tcase_add_test(tcase, a_board_that_is_silent_is_not_well);
	tcase_add_test(tcase, a_board_without_a_port_is_told);
	tcase_add_test(tcase, no_board_is_told);
	tcase_add_test(tcase, a_foreign_port_is_not_written_to);
	tcase_add_test(tcase, a_missing_rule_is_told);
	tcase_add_test(tcase, modem_manager_is_in_the_way);
	tcase_add_test(tcase, with_the_rule_all_is_well_even_beside_modem_manager);
	tcase_set_timeout(tcase, 60);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
