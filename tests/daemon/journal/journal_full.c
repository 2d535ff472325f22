/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/journal/journal_support.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/words.h"

/*
 * A disk that is full, read-only or broken. To be run where one may mount:
 * unshare -rm journal_full.
 */

#define PATH    state_path(JOURNAL_FILE)
#define DISK    "size=8m"
#define BALLAST (1UL << 20)

static void mount_disk(void)
{
	make_state();
	ck_assert_msg(mount("disk", state, "tmpfs", 0, DISK) == 0, "mount: %s", strerror(errno));
}

static void unmount_disk(void)
{
	close_journal();
	ck_assert_int_eq(umount2(state, MNT_DETACH), 0);
	clear_state();
}

/* Leaves no room at all, or this much. */
static void fill_disk(long leave)
{
	static const char bytes[4096];
	int fd = open(state_path("filler"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	struct stat s;

	ck_assert_int_ge(fd, 0);
	while (write(fd, bytes, sizeof(bytes)) == (ssize_t)sizeof(bytes))
		;
	ck_assert_int_eq(fstat(fd, &s), 0);
	ck_assert_int_eq(ftruncate(fd, s.st_size > leave ? s.st_size - leave : 0), 0);
	close(fd);
}

static void empty_disk(void)
{
	ck_assert_int_eq(unlink(state_path("filler")), 0);
}

/* More than what the log may still take in the pages it has. */
static void put_much(void)
{
	put_reports(2000);
}

static void wait_for_ballast(bool is_there)
{
	while ((access(state_path("journal.ballast"), F_OK) == 0) != is_there)
		pause_ms(10); /* the time limit of the test ends it */
}

/* --- full --- */

START_TEST(nothing_is_shown_that_is_not_written)
{
	struct journal_note note;
	uint64_t before;

	open_journal();
	put_reports(3);
	wait_durable();
	fill_disk(0);
	put_much();
	note = wait_note(JOURNAL_NOTE_FAILED);
	ck_assert_msg(strstr(note.text, "full") && strstr(note.text, state), "%s", note.text);
	ck_assert(journal_stats(journal).is_failing);
	before = journal_durable(journal);
	ck_assert_uint_lt(before, journal_last_seq(journal));
	put_reports(100);
	pause_ms(200); /* some retries later */
	ck_assert_uint_eq(journal_durable(journal), before);
	ck_assert_uint_eq(journal_released(journal), before);
	has_all_reports(before);
	empty_disk();
	wait_note(JOURNAL_NOTE_RECOVERED);
	wait_durable();
	ck_assert(!journal_stats(journal).is_failing);
	ck_assert_uint_eq(journal_released(journal), 2103);
	has_all_reports(2103);
}
END_TEST

START_TEST(the_show_goes_on_if_so_wished)
{
	journal_setup.on_full = JOURNAL_PUBLISH;
	open_journal();
	put_reports(3);
	wait_durable();
	fill_disk(0);
	put_much();
	wait_note(JOURNAL_NOTE_FAILED);
	ck_assert_uint_eq(journal_released(journal), 2003);
	put_reports(5);
	ck_assert_uint_eq(journal_released(journal), 2008);
	ck_assert_uint_lt(journal_durable(journal), 2003);
	empty_disk();
	wait_note(JOURNAL_NOTE_RECOVERED);
	wait_durable();
	has_all_reports(2008); /* nothing that was shown is lost */
	close_journal();
	open_journal();
	ck_assert(!opened.has_lost);
}
END_TEST

START_TEST(what_was_shown_and_lost_makes_consumers_start_over)
{
	char first[JOURNAL_UUID_MAX], second[JOURNAL_UUID_MAX];

	journal_setup.on_full = JOURNAL_PUBLISH;
	open_journal();
	memcpy(first, opened.uuid, sizeof(first));
	put_reports(3);
	wait_durable();
	fill_disk(0);
	put_much();
	wait_note(JOURNAL_NOTE_FAILED);
	ck_assert_int_eq(journal_close(journal), -EIO);
	empty_disk();
	open_journal();
	ck_assert(opened.has_lost);
	ck_assert_str_ne(opened.uuid, first);
	memcpy(second, opened.uuid, sizeof(second));
	ck_assert_str_eq(sql_text(PATH, "SELECT value FROM meta WHERE key = 'uuid'"), second);
	close_journal();
	open_journal();
	ck_assert(!opened.has_lost);
	ck_assert_str_eq(opened.uuid, second);
}
END_TEST

START_TEST(ballast_makes_room)
{
	journal_setup.ballast = BALLAST;
	open_journal();
	put_reports(3);
	wait_durable();
	wait_for_ballast(true);
	fill_disk(0);
	put_much();
	wait_note(JOURNAL_NOTE_BALLAST);
	wait_durable();
	has_all_reports(2003);
	ck_assert(!journal_stats(journal).is_failing);
	wait_for_ballast(false);
	empty_disk();
	wait_for_ballast(true);
}
END_TEST

START_TEST(a_full_disk_does_not_keep_it_from_starting)
{
	journal_setup.ballast = BALLAST;
	open_journal();
	put_much();
	wait_durable();
	wait_for_ballast(true);
	close_journal();
	fill_disk(0);
	open_journal();
	ck_assert_uint_eq(opened.last_seq, 2000);
	put_reports(1);
	wait_durable();
}
END_TEST

START_TEST(a_full_disk_without_ballast_is_named)
{
	fill_disk(0);
	ck_assert_int_eq(is_refused("full"), -EIO);
}
END_TEST

START_TEST(what_was_not_written_at_the_end_is_confessed)
{
	uint64_t durable;

	open_journal();
	put_reports(3);
	wait_durable();
	fill_disk(0);
	put_much();
	wait_note(JOURNAL_NOTE_FAILED);
	durable = journal_durable(journal);
	ck_assert_int_eq(journal_close(journal), -EIO);
	journal = NULL;
	empty_disk();
	open_journal();
	ck_assert_uint_eq(opened.last_seq, durable);
	ck_assert(opened.was_unclean);
}
END_TEST

START_TEST(the_disk_is_watched)
{
	struct journal_note note;

	open_journal();
	fill_disk(600L << 10); /* of 8 MiB */
	note = wait_note(JOURNAL_NOTE_LOW);
	ck_assert_msg(strstr(note.text, "% of the disk is free"), "%s", note.text);
	fill_disk(60L << 10);
	wait_note(JOURNAL_NOTE_SCARCE);
	ck_assert_uint_lt(journal_stats(journal).free_percent, 2);
	empty_disk();
	wait_note(JOURNAL_NOTE_ROOM);
}
END_TEST

/* --- memory is not without end --- */

static int put_bytes(void)
{
	static const char bytes[1000];
	struct journal_input input = {.kind = JOURNAL_INPUT_BYTES,
				      .at_ms = 1000,
				      .table = 1,
				      .data = bytes,
				      .len = sizeof(bytes)};

	return journal_put_input(journal, &input, NULL);
}

START_TEST(bytes_of_devices_are_refused_first)
{
	int r = 0, taken = 0;

	journal_setup.queue_bytes = 512 << 10;
	open_journal();
	put_reports(3);
	wait_durable();
	fill_disk(0);
	put_reports(200); /* 203 */
	wait_note(JOURNAL_NOTE_FAILED);
	while ((r = put_bytes()) == 0)
		taken++;
	ck_assert_int_eq(r, -ENOBUFS);
	ck_assert_int_gt(taken, 100);
	ck_assert(journal_is_full(journal));
	for (int i = 0; i < 5; i++) /* what followed from them is taken */
		put_report_of(1, "test-r1-b1-1", "press", 1000, "{}");
	put_input_of(JOURNAL_INPUT_GAP, 1, 1000, "1 s");
	ck_assert_int_eq(put_bytes(), -ENOBUFS);
	empty_disk();
	wait_note(JOURNAL_NOTE_RECOVERED);
	wait_durable();
	ck_assert(!journal_is_full(journal));
	has_all_reports(208);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM input WHERE kind = 'bytes'"),
			 203 + taken);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM input WHERE kind = 'gap'"), 1);
}
END_TEST

START_TEST(when_no_more_can_wait_it_is_said)
{
	struct journal_report report = {.event = "move", .text = "{}", .len = 2};
	int r = 0;

	journal_setup.queue_bytes = 64 << 10;
	open_journal();
	put_reports(3);
	wait_durable();
	fill_disk(0);
	for (int i = 0; i < 5000 && r == 0; i++) {
		report.seq = journal_last_seq(journal) + 1;
		r = journal_put_report(journal, &report);
		if (i == 200)
			wait_note(JOURNAL_NOTE_FAILED);
	}
	ck_assert_int_eq(r, -ENOBUFS);
	ck_assert(journal_is_full(journal));
	ck_assert_uint_eq(journal_last_seq(journal), report.seq - 1);
	empty_disk();
	wait_durable();
	ck_assert(!journal_is_full(journal));
	has_all_reports(report.seq - 1);
}
END_TEST

/* --- other trouble --- */

START_TEST(a_read_only_directory_is_named)
{
	open_journal();
	close_journal();
	ck_assert_int_eq(mount("disk", state, "tmpfs", MS_REMOUNT | MS_RDONLY, DISK), 0);
	ck_assert_int_eq(is_refused("Read-only file system"), -EIO);
	ck_assert_int_eq(mount("disk", state, "tmpfs", MS_REMOUNT, DISK), 0);
}
END_TEST

static void limit_files_to(rlim_t size)
{
	struct rlimit limit;

	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = size;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

START_TEST(an_error_of_the_disk_is_waited_out)
{
	struct journal_note note;

	signal(SIGXFSZ, SIG_IGN);
	open_journal();
	put_reports(3);
	wait_durable();
	limit_files_to(4096); /* every write behind that fails */
	put_reports(10);
	note = wait_note(JOURNAL_NOTE_FAILED);
	ck_assert_msg(strstr(note.text, "disk I/O error"), "%s", note.text);
	ck_assert_uint_eq(journal_durable(journal), 3);
	limit_files_to(RLIM_INFINITY);
	wait_note(JOURNAL_NOTE_RECOVERED);
	wait_durable();
	has_all_reports(13);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("journal on a full disk");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 250);
	tcase_add_checked_fixture(tests, mount_disk, unmount_disk);
	tcase_add_test(tests, nothing_is_shown_that_is_not_written);
	tcase_add_test(tests, the_show_goes_on_if_so_wished);
	tcase_add_test(tests, what_was_shown_and_lost_makes_consumers_start_over);
	tcase_add_test(tests, ballast_makes_room);
	tcase_add_test(tests, a_full_disk_does_not_keep_it_from_starting);
	tcase_add_test(tests, a_full_disk_without_ballast_is_named);
	tcase_add_test(tests, what_was_not_written_at_the_end_is_confessed);
	tcase_add_test(tests, the_disk_is_watched);
	tcase_add_test(tests, bytes_of_devices_are_refused_first);
	tcase_add_test(tests, when_no_more_can_wait_it_is_said);
	tcase_add_test(tests, a_read_only_directory_is_named);
	tcase_add_test(tests, an_error_of_the_disk_is_waited_out);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
