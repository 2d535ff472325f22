/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_PARSER_H
#define BOARDD_DGT_PARSER_H

#include "board-protocol/dgt/message.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * Bytes from the board in, messages out, damage included.
 * No I/O, no clock, no allocation. Bytes may arrive in chunks of any size
 * and give the same messages. The caller owns the struct; it is plain data.
 *
 * Only the first byte of a message has its top bit set, so every such byte
 * begins a new message, whatever was open. A length that the id cannot have
 * is never waited for.
 */

#define DGT_SILENCE_MS     1000 /* a message open so long without a byte is dropped */
#define DGT_LOG_SILENCE_MS 3000 /* the log: the board may pause to read its EEPROM */
#define DGT_NOISE_MAX      256  /* longer noise is reported in pieces */

struct dgt_parser {
	uint64_t dropped_bytes;  /* counted as soon as they are known to be lost */
	uint64_t dropped_frames; /* messages begun and not believed */
	/* The rest is private to parser.c. */
	uint64_t seen; /* bytes of the stream so far */
	uint64_t last_ms;
	size_t have;             /* bytes in frame */
	size_t need;             /* 0 until the header is complete */
	enum dgt_mode mode;      /* when the header was read */
	enum board_damage noise; /* why the bytes in frame are already given up */
	uint8_t frame[DGT_FRAME_MAX];
};

void dgt_parser_init(struct dgt_parser *p);

/*
 * Feeds bytes until one message is out or the bytes run out.
 * Returns how many bytes were consumed. That is 0 only when len is 0 or when
 * a damaged message came out: call again with the same bytes. ret_msg is
 * always set; its type is DGT_MSG_NONE when no message is complete yet.
 */
size_t dgt_parser_feed(struct dgt_parser *p, enum dgt_mode mode, uint64_t at_ms,
		       const uint8_t *bytes, size_t len, struct dgt_message *ret_msg);

/* Drops what has been open too long. Returns true, and the damage, when there was such. */
bool dgt_parser_expire(struct dgt_parser *p, uint64_t at_ms, struct dgt_message *ret_msg);

/* When dgt_parser_expire will have something to do; UINT64_MAX when nothing is open. */
uint64_t dgt_parser_deadline(const struct dgt_parser *p);

/* The stream has ended. Returns true, and the damage, when it ended inside a message. */
bool dgt_parser_end(struct dgt_parser *p, struct dgt_message *ret_msg);

BOARDD_PUBLIC_END

#endif
