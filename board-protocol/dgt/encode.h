/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_ENCODE_H
#define BOARDD_DGT_ENCODE_H

#include "board-protocol/dgt/clock.h"
#include "board-protocol/dgt/message.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * What a board says in single-board mode, made rather than read: for the
 * simulator and the tests. Each returns the length of the message, or 0 when
 * it is longer than cap. The replies of a bus are made by dgt_bus_reply().
 */

/* Any kind of message; the payload must have its top bits clear. */
size_t dgt_encode(enum dgt_message_type type, const uint8_t *payload, size_t len,
		  uint8_t *ret_bytes, size_t cap);

size_t dgt_encode_board(const struct board_men *board, uint8_t *ret_bytes, size_t cap);
size_t dgt_encode_field(struct dgt_field field, uint8_t *ret_bytes, size_t cap);
size_t dgt_encode_time(const struct board_time *time, uint8_t *ret_bytes, size_t cap);
size_t dgt_encode_ack(struct dgt_ack ack, uint8_t *ret_bytes, size_t cap);
/* VERSION or HARDWARE_VERSION */
size_t dgt_encode_version(enum dgt_message_type type, struct board_version version,
			  uint8_t *ret_bytes, size_t cap);
size_t dgt_encode_bus_address(uint16_t address, uint8_t *ret_bytes, size_t cap);
/* SERIAL, LONG_SERIAL or TRADEMARK: characters above 0x7f become '?'. */
size_t dgt_encode_text(enum dgt_message_type type, const char *text, uint8_t *ret_bytes,
		       size_t cap);
size_t dgt_encode_battery(const struct board_battery *battery, uint8_t *ret_bytes, size_t cap);

BOARDD_PUBLIC_END

#endif
