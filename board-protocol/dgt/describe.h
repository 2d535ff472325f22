/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_DESCRIBE_H
#define BOARDD_DGT_DESCRIBE_H

#include "board-protocol/dgt/eeprom.h"
#include "board-protocol/dgt/message.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * A message as a list of named values, for whoever prints it. With
 * dgt_message_name() this is all a printer needs to know of the protocol.
 * Names are stable; no format is chosen here.
 */

#define DGT_VALUES_MAX 16

enum dgt_value_type {
	DGT_VALUE_NUMBER,
	DGT_VALUE_BOOL,
	DGT_VALUE_WORD,   /* one of a fixed set of words, ended by zero */
	DGT_VALUE_TEXT,   /* bytes from the board, below 0x80, of any kind, not ended */
	DGT_VALUE_BYTES,  /* the same, but no text */
	DGT_VALUE_SQUARE, /* number: a1 = 0 ... h8 = 63 */
	DGT_VALUE_PIECE,  /* number: a board_piece */
	DGT_VALUE_BOARD,
	DGT_VALUE_LOG, /* bytes for dgt_log_init(); number: is_trusted */
};

struct dgt_value {
	const char *name;
	enum dgt_value_type type;
	int64_t number;
	const char *word;
	const uint8_t *bytes; /* borrowed from the message */
	size_t len;
	struct board_men board;
};

/* Fills in the values of a message. Returns how many, 0 for one without content. */
size_t dgt_describe(const struct dgt_message *msg, struct dgt_value ret_values[DGT_VALUES_MAX]);

/* The same for one event of a log, whose name is dgt_log_name(). */
size_t dgt_describe_log(const struct dgt_log_event *event,
			struct dgt_value ret_values[DGT_VALUES_MAX]);

BOARDD_PUBLIC_END

#endif
