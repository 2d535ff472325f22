/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "tests/daemon/config/configured.h"

/* The linker puts these in the place of calloc() and realloc(): one call of them fails. */

static int left = -1; /* calls until then; below 0: never */

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool is_time(void)
{
	return left >= 0 && left-- == 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
	return is_time() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return is_time() ? NULL : __real_realloc(old, size);
}

/* Each call in turn fails, until so few are made that all is done. */
static void fail_each(const struct config_source *source, int expected)
{
	int r = -ENOMEM, calls = 0;

	for (int n = 0; r == -ENOMEM; n++) {
		struct config before;
		bool has_failed;

		memset(&config, n, sizeof(config));
		memcpy(&before, &config, sizeof(before));
		left = n;
		r = config_load(&config, source, &faults);
		has_failed = left < 0;
		left = -1; /* Check allocates too */
		ck_assert_int_eq(r, has_failed ? -ENOMEM : expected);
		if (r < 0) {
			ck_assert_mem_eq(&config, &before, sizeof(before));
			config = (struct config){0};
		}
		forget();
		calls = n;
	}
	ck_assert_int_gt(calls, 20);
}

static char path[] = "/tmp/boardd-config-XXXXXX";

static void write_file(const char *text)
{
	int fd;

	memcpy(path + sizeof(path) - 7, "XXXXXX", 6);
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

static void remove_file(void)
{
	unlink(path);
}

START_TEST(without_memory_a_good_configuration_is_not_half_loaded)
{
	static const struct config_override options[] = {
		{"--device", "boards", "device", "/dev/a"},
		{"--device", "boards", "device", "/dev/b"},
	};

	write_file("[boards]\nid.1 = a\nid.2 = b\nid.3 = c\nid.4 = d\nid.5 = e\n"
		   "probe = /1 /2 /3 /4 /5\n[http]\npublic = [::1]:80\n");
	fail_each(&(struct config_source){.file = path,
					  .may_be_absent = false,
					  .overrides = options,
					  .override_count = 2},
		  0);
}
END_TEST

START_TEST(without_memory_a_bad_one_is_still_refused)
{
	write_file("[boards]\nid.1 = a\nid.2 = a\nx = y\n[http]\nport = 99999\n");
	fail_each(&(struct config_source){.file = path}, -EINVAL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("daemon: configuration without memory");
	TCase *tc = tcase_create("memory");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, NULL, remove_file);
	tcase_add_test(tc, without_memory_a_good_configuration_is_not_half_loaded);
	tcase_add_test(tc, without_memory_a_bad_one_is_still_refused);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
