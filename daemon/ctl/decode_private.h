/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_DECODE_PRIVATE_H
#define BOARDD_CTL_DECODE_PRIVATE_H

#include <jansson.h>

#include "board-protocol/board.h"
#include "board-protocol/chesslink/message.h"

/* What the files of `boardctl decode` share. Out of memory ends the program. */

void decode_put(json_t *object, const char *name, json_t *value);
json_t *decode_hex(const uint8_t *bytes, size_t len);

/* As in a FEN; what is no piece of chess keeps its sign. */
json_t *decode_placement(const struct board_men *board);

/* One line; the object is gone then. */
void decode_print(json_t *line);

/* --- decode_chesslink.c --- */

void decode_chesslink_bytes(struct chesslink_parser *parser, const uint8_t *bytes, size_t len);
void decode_chesslink_end(struct chesslink_parser *parser);

/* --- decode_make.c: of any make, by its session --- */

struct decode_make {
	struct board_session session;
	uint64_t at; /* bytes so far */
};

void decode_make_begin(struct decode_make *d, uint8_t make);
void decode_make_bytes(struct decode_make *d, const uint8_t *bytes, size_t len);

#endif
