/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "vectors.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static void add_bytes(struct vector *v, const char *word)
{
	const char *times = strchr(word, 'x');
	unsigned long count = times ? strtoul(word, NULL, 10) : 1;
	char *end;
	unsigned long byte = strtoul(times ? times + 1 : word, &end, 16);

	ck_assert_msg(*end == '\0' && byte <= 0xff, "vector %s: bad byte '%s'", v->name, word);
	ck_assert_uint_le(v->len + count, sizeof(v->bytes));
	memset(v->bytes + v->len, (int)byte, count);
	v->len += count;
}

static void add_line(struct vector *v, const char *key, char *rest)
{
	char *save = NULL;

	if (strcmp(key, "bytes") == 0) {
		for (char *w = strtok_r(rest, " ", &save); w; w = strtok_r(NULL, " ", &save))
			add_bytes(v, w);
	} else if (strcmp(key, "wait") == 0) {
		v->wait_ms = (unsigned)strtoul(rest, NULL, 10);
	} else {
		ck_assert_str_eq(key, "says");
		ck_assert_uint_lt(v->says_len + strlen(rest) + 1, sizeof(v->says));
		v->says_len += (size_t)sprintf(v->says + v->says_len, "%s\n", rest);
	}
}

size_t vectors_read(struct vector *ret_vectors, size_t max)
{
	FILE *file = fopen(BOARDD_TEST_DATA "/dgt-vectors.txt", "r");
	size_t count = 0;
	char line[1024];

	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof(line), file)) {
		char *rest;

		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '#' || line[0] == '\0')
			continue;
		rest = strchr(line, ' ');
		ck_assert_ptr_nonnull(rest);
		*rest++ = '\0';
		if (strcmp(line, "vector") == 0) {
			ck_assert_uint_lt(count, max);
			memset(&ret_vectors[count], 0, sizeof(ret_vectors[count]));
			ck_assert_int_eq(sscanf(rest, "%15s %15s", ret_vectors[count].name,
						ret_vectors[count].reader),
					 2);
			count++;
		} else {
			ck_assert_uint_gt(count, 0);
			add_line(&ret_vectors[count - 1], line, rest);
		}
	}
	fclose(file);
	return count;
}

const struct vector *vector_named(const char *name)
{
	static struct vector vectors[VECTORS_MAX];
	size_t count = vectors_read(vectors, VECTORS_MAX);

	for (size_t i = 0; i < count; i++) {
		if (strcmp(vectors[i].name, name) == 0)
			return &vectors[i];
	}
	ck_abort_msg("no vector %s", name);
	return NULL;
}
