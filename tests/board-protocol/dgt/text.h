/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_DGT_TEXT_H
#define BOARDD_TESTS_DGT_TEXT_H

#include "board-protocol/dgt/host.h"
#include "board-protocol/dgt/parser.h"

#include <stdio.h>

/* Messages as the lines of tests/data/dgt-vectors.txt. */

#define TEXT_MAX 65536

struct text {
	size_t len;
	char line[TEXT_MAX];
};

void text_clear(struct text *t);
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_message(struct text *t, const struct dgt_message *msg);
void text_log(struct text *t, const uint8_t *bytes, size_t len, bool is_trusted);
void text_request(struct text *t, const struct dgt_host_request *request);

/* "e2" as a1 = 0, or the reverse into a string of three. */
board_square square_named(const char *name);
const char *square_name(board_square square, char ret_name[3]);

#endif
