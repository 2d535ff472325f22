/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_DECODE_PRIVATE_H
#define BOARDD_CTL_DECODE_PRIVATE_H

#include <jansson.h>

#include "board-protocol/certabo/message.h"
#include "board-protocol/chesslink/message.h"
#include "board-protocol/chessnut/message.h"
#include "board-protocol/sentio/message.h"
#include "board-protocol/squareoff/message.h"

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

/* --- decode_make.c: of the makes with messages of their own --- */

struct decode_how;

struct decode_make {
	/* Private to decode_make.c. */
	const struct decode_how *how;
	uint64_t from;   /* where the bytes that are kept stood in the stream */
	uint64_t wanted; /* nobody asks any more for those before this place */
	size_t have, room;
	uint8_t *kept;
	enum board_damage damage; /* of bytes that are not printed yet */
	uint64_t damaged_at, damaged_len;
	struct certabo_parser certabo;
	struct sentio_parser sentio;
	struct chessnut_parser chessnut;
	struct squareoff_parser squareoff;
};

/* Returns false when no such make has messages of its own. */
bool decode_make_begin(struct decode_make *d, const char *name);
void decode_make_bytes(struct decode_make *d, const uint8_t *bytes, size_t len);

/* The stream has ended; nothing is kept any more. */
void decode_make_end(struct decode_make *d);

#endif
