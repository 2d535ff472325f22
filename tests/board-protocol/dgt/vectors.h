/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_DGT_VECTORS_H
#define BOARDD_TESTS_DGT_VECTORS_H

#include "text.h"

#define VECTORS_MAX 128

struct vector {
	char name[16];
	char reader[16];
	size_t len;
	uint8_t bytes[DGT_FRAME_MAX];
	unsigned wait_ms;
	size_t says_len;
	char says[4096];
};

/* All of tests/data/dgt-vectors.txt; the test fails on a malformed line. */
size_t vectors_read(struct vector *ret_vectors, size_t max);

/* The vector with this name; the test fails when there is none. */
const struct vector *vector_named(const char *name);

#endif
