/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/config/configured.h"

#include <errno.h>
#include <string.h>

struct config config;
struct config_faults faults;

void forget(void)
{
	config_clear(&config);
	config_faults_clear(&faults);
}

int load_bytes(const char *text, size_t len)
{
	forget();
	return config_load_text(&config, "f", text, len, &faults);
}

int load(const char *text)
{
	return load_bytes(text, strlen(text));
}

void expect_good(const char *text)
{
	int r = load(text);

	ck_assert_msg(r == 0, "%s\n%s", text, faults.count > 0 ? faults.lines[0] : "no memory");
}

void expect_fault(const char *text, const char *line)
{
	ck_assert_int_eq(load(text), -EINVAL);
	ck_assert_uint_ge(faults.count, 1);
	ck_assert_str_eq(faults.lines[0], line);
	ck_assert_msg(faults.count == 1, "%s, and then %s", line, faults.lines[faults.count - 1]);
}

static char printed[PRINTED_MAX];

const char *print(const struct config *c)
{
	FILE *to = fmemopen(printed, sizeof(printed), "w");

	config_print(c, to);
	ck_assert_int_eq(fclose(to), 0);
	return printed;
}

const char *print_bare(const struct config *c)
{
	char *to = printed;

	print(c);
	for (char *line = printed; *line;) {
		size_t len = strcspn(line, "\n") + 1;

		if (*line != '#') {
			memmove(to, line, len);
			to += len;
		}
		line += len;
	}
	*to = '\0';
	return printed;
}
