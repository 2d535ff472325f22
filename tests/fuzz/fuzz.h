/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_FUZZ_H
#define BOARDD_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What libFuzzer calls with any bytes; it returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

/* What must be true of any input; else the story is told and the input kept as a crash. */
#define expect(true_thing, ...)                                                                  \
	do {                                                                                     \
		if (!(true_thing)) {                                                             \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #true_thing); \
			fprintf(stderr, __VA_ARGS__);                                            \
			fputc('\n', stderr);                                                     \
			abort();                                                                 \
		}                                                                                \
	} while (0)

#endif
