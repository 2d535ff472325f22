/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/parser.h"

#include "board-protocol/dgt/bus.h"

#include <assert.h>
#include <string.h>

#define BUS_OVERHEAD (DGT_HEADER + 2) /* header and address, before the data */

void dgt_parser_init(struct dgt_parser *p)
{
	memset(p, 0, sizeof(*p));
}

static void forget(struct dgt_parser *p)
{
	p->have = 0;
	p->need = 0;
	p->noise = BOARD_DAMAGE_NONE;
}

/* The bytes in frame become a damaged message; they stay there until the next feed. */
static void give_damage(struct dgt_parser *p, enum board_damage damage, struct dgt_message *ret_msg)
{
	if (p->noise == BOARD_DAMAGE_NONE) {
		p->dropped_frames++;
		p->dropped_bytes += p->have;
	} else {
		damage = p->noise;
	}
	*ret_msg = (struct dgt_message){
		.type = DGT_MSG_DAMAGED,
		.damage = damage,
		.at = p->seen - p->have,
		.payload = p->frame,
		.len = p->have,
		.frame = p->frame,
		.frame_len = p->have,
	};
	forget(p);
}

/* What is in frame will never be a message; more bytes may join it until the next start. */
static void give_up(struct dgt_parser *p, enum board_damage why)
{
	p->noise = why;
	p->dropped_bytes += p->have;
	if (why != BOARD_DAMAGE_STRAY)
		p->dropped_frames++;
}

static void read_header(struct dgt_parser *p, enum dgt_mode mode)
{
	size_t len = (size_t)p->frame[1] << 7 | p->frame[2];

	p->mode = mode;
	if (!dgt_message_is_known(mode, p->frame[0]))
		give_up(p, BOARD_DAMAGE_UNKNOWN_ID);
	else if (!dgt_message_fits(mode, p->frame[0], len))
		give_up(p, BOARD_DAMAGE_LENGTH);
	else
		p->need = len;
}

/* The frame is complete: is it true? */
static void give_message(struct dgt_parser *p, struct dgt_message *ret_msg)
{
	struct dgt_message msg = {
		.type = (enum dgt_message_type)p->frame[0],
		.at = p->seen - p->have,
		.payload = p->frame + DGT_HEADER,
		.len = p->have - DGT_HEADER,
		.frame = p->frame,
		.frame_len = p->have,
	};

	if (p->mode == DGT_MODE_BUS) {
		msg.type = (enum dgt_message_type)(DGT_BUS | p->frame[0]);
		msg.address = (uint16_t)(p->frame[3] << 7 | p->frame[4]);
		msg.payload = p->frame + BUS_OVERHEAD;
		msg.len = p->have - BUS_OVERHEAD - 1;
		if (dgt_bus_checksum(p->frame, p->have - 1) != p->frame[p->have - 1]) {
			give_damage(p, BOARD_DAMAGE_CHECKSUM, ret_msg);
			return;
		}
	}
	if (!dgt_message_is_valid(&msg)) {
		give_damage(p, BOARD_DAMAGE_CONTENT, ret_msg);
		return;
	}
	*ret_msg = msg;
	forget(p);
}

/* How many of the bytes, at most max, have their top bit clear. */
static size_t plain_run(const uint8_t *bytes, size_t max)
{
	size_t n = 0;

	while (n < max && bytes[n] < 0x80)
		n++;
	return n;
}

static size_t append(struct dgt_parser *p, const uint8_t *bytes, size_t n)
{
	assert(p->have + n <= sizeof(p->frame));
	memcpy(p->frame + p->have, bytes, n);
	p->have += n;
	p->seen += n;
	return n;
}

/* How many more bytes the frame may take before something has to be decided. */
static size_t room(const struct dgt_parser *p)
{
	if (p->noise != BOARD_DAMAGE_NONE)
		return DGT_NOISE_MAX - p->have;
	if (p->need == 0)
		return DGT_HEADER - p->have;
	return p->need - p->have;
}

static size_t begin(struct dgt_parser *p, uint8_t byte)
{
	append(p, &byte, 1);
	if (byte < 0x80)
		give_up(p, BOARD_DAMAGE_STRAY);
	return 1;
}

/* One stretch of bytes; len is above 0. */
static size_t step(struct dgt_parser *p, enum dgt_mode mode, const uint8_t *bytes, size_t len,
		   struct dgt_message *ret_msg)
{
	size_t most, n;

	if (p->have == 0)
		return begin(p, bytes[0]);

	most = room(p);
	n = append(p, bytes, plain_run(bytes, len < most ? len : most));
	if (p->noise != BOARD_DAMAGE_NONE) {
		p->dropped_bytes += n;
		if (p->have == DGT_NOISE_MAX || n < len)
			give_damage(p, p->noise, ret_msg);
	} else if (n == most && p->need == 0) {
		read_header(p, mode);
		if (p->need == DGT_HEADER)
			give_message(p, ret_msg);
	} else if (n == most) {
		give_message(p, ret_msg);
	} else if (n < len) {
		give_damage(p, BOARD_DAMAGE_CUT, ret_msg);
	}
	return n;
}

uint64_t dgt_parser_deadline(const struct dgt_parser *p)
{
	bool is_log = p->need > 0 && p->frame[0] == DGT_MSG_LOG && p->mode == DGT_MODE_SINGLE;

	if (p->have == 0)
		return UINT64_MAX;
	return p->last_ms + (is_log ? DGT_LOG_SILENCE_MS : DGT_SILENCE_MS) + 1;
}

bool dgt_parser_expire(struct dgt_parser *p, uint64_t at_ms, struct dgt_message *ret_msg)
{
	*ret_msg = (struct dgt_message){0};
	if (at_ms < dgt_parser_deadline(p))
		return false;
	if (p->have > 0)
		give_damage(p, BOARD_DAMAGE_TIMEOUT, ret_msg);
	return ret_msg->type == DGT_MSG_DAMAGED;
}

size_t dgt_parser_feed(struct dgt_parser *p, enum dgt_mode mode, uint64_t at_ms,
		       const uint8_t *bytes, size_t len, struct dgt_message *ret_msg)
{
	size_t used = 0;

	*ret_msg = (struct dgt_message){0};
	if (len == 0 || dgt_parser_expire(p, at_ms, ret_msg))
		return 0;
	p->last_ms = at_ms;
	while (used < len && ret_msg->type == DGT_MSG_NONE)
		used += step(p, mode, bytes + used, len - used, ret_msg);
	return used;
}

bool dgt_parser_end(struct dgt_parser *p, struct dgt_message *ret_msg)
{
	*ret_msg = (struct dgt_message){0};
	if (p->have == 0)
		return false;
	give_damage(p, BOARD_DAMAGE_END, ret_msg);
	return true;
}
