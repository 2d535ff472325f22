/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/chessnut/message.h"

#include <string.h>

#define TAIL     4 /* bytes after the men; what they mean is not known */
#define CHARGING 0x80
#define LIGHTS   0x0a

/* By the number that stands for them. */
static const char men[] = ".qkbpnRPrBNQK";

void chessnut_parser_init(struct chessnut_parser *p)
{
	memset(p, 0, sizeof(*p));
}

static bool is_kind(uint8_t byte)
{
	return byte == CHESSNUT_BOARD || (byte >= 0x20 && byte < 0x48);
}

/* How long the message is in all, by its first two bytes; 0: there is none such. */
static size_t length_of(const uint8_t *frame)
{
	size_t len = frame[1];

	if (!is_kind(frame[0]) || len > CHESSNUT_LEN_MAX ||
	    (frame[0] == CHESSNUT_BOARD && len < CHESSNUT_MEN) ||
	    (frame[0] == CHESSNUT_BATTERY && len < 2))
		return 0;
	return CHESSNUT_HEADER + len;
}

/* h8 comes first, then g8, and so on to a1; the lower half of a byte before the upper. */
static bool read_men(const uint8_t *bytes, struct board_men *ret)
{
	for (unsigned i = 0; i < BOARD_SQUARES; i++) {
		unsigned number = bytes[i / 2] >> (i % 2 * 4) & 0x0f;

		if (number >= sizeof(men) - 1)
			return false;
		ret->at[63 - i] = men[number];
	}
	return true;
}

/* Two sources differ in where it says that it is charging: it may be in either place. */
static struct board_battery battery_of(const uint8_t *content)
{
	uint8_t percent = content[0] & 0x7f;
	bool is_charging = (content[0] & CHARGING) != 0 || content[1] == 1;

	return (struct board_battery){.percent = percent > 100 ? 100 : percent,
				      .charging = is_charging,
				      .discharging = !is_charging,
				      .left_minutes = -1};
}

static void give(struct chessnut_parser *p, size_t len, struct chessnut_message *ret)
{
	const uint8_t *content = p->frame + CHESSNUT_HEADER;

	ret->type = CHESSNUT_OTHER;
	if (p->frame[0] == CHESSNUT_BOARD)
		ret->type = CHESSNUT_BOARD;
	if (p->frame[0] == CHESSNUT_BATTERY)
		ret->type = CHESSNUT_BATTERY;
	if (ret->type == CHESSNUT_BOARD && !read_men(content, &ret->men)) {
		ret->type = CHESSNUT_DAMAGED;
		ret->damage = BOARD_DAMAGE_CONTENT;
	}
	if (ret->type == CHESSNUT_BATTERY)
		ret->battery = battery_of(content);
	ret->at = p->at;
	ret->len = len;
	p->at += len;
	p->have = 0;
}

/* The first byte begins no message; the second may. */
static void lose_byte(struct chessnut_parser *p, enum board_damage why,
		      struct chessnut_message *ret)
{
	*ret = (struct chessnut_message){
		.type = CHESSNUT_DAMAGED, .damage = why, .at = p->at, .len = 1};
	p->at++;
	memmove(p->frame, p->frame + 1, --p->have);
}

static void look(struct chessnut_parser *p, struct chessnut_message *ret)
{
	size_t len = p->have >= CHESSNUT_HEADER ? length_of(p->frame) : 0;

	if (p->have > 0 && p->frame[0] == 0) { /* the rest of a report */
		p->at++;
		memmove(p->frame, p->frame + 1, --p->have);
	} else if (p->have > 0 && !is_kind(p->frame[0])) {
		lose_byte(p, BOARD_DAMAGE_UNKNOWN_ID, ret);
	} else if (p->have >= CHESSNUT_HEADER && len == 0) {
		lose_byte(p, BOARD_DAMAGE_LENGTH, ret);
	} else if (len > 0 && p->have >= len) {
		give(p, len, ret);
	}
}

size_t chessnut_parser_feed(struct chessnut_parser *p, const uint8_t *bytes, size_t len,
			    struct chessnut_message *ret)
{
	size_t used = 0;

	ret->type = CHESSNUT_NONE; /* no more, for bytes may come one by one */
	ret->damage = BOARD_DAMAGE_NONE;
	while (used < len && ret->type == CHESSNUT_NONE) {
		p->frame[p->have++] = bytes[used++];
		look(p, ret);
	}
	return used;
}

bool chessnut_parser_end(struct chessnut_parser *p, struct chessnut_message *ret)
{
	*ret = (struct chessnut_message){.type = CHESSNUT_NONE};
	if (p->have == 0)
		return false;
	ret->type = CHESSNUT_DAMAGED;
	ret->damage = BOARD_DAMAGE_END;
	ret->at = p->at;
	ret->len = p->have;
	p->at += p->have;
	p->have = 0;
	return true;
}

/* --- writing --- */

static uint8_t number_of(board_piece piece)
{
	const char *at = strchr(men, piece);

	return piece != '\0' && at ? (uint8_t)(at - men) : 0;
}

size_t chessnut_encode_board(const struct board_men *board, uint8_t *ret_bytes, size_t cap)
{
	if (cap < CHESSNUT_BOARD_BYTES)
		return 0;
	memset(ret_bytes, 0xff, CHESSNUT_BOARD_BYTES);
	ret_bytes[0] = CHESSNUT_BOARD;
	ret_bytes[1] = CHESSNUT_MEN + TAIL;
	for (unsigned i = 0; i < CHESSNUT_MEN; i++)
		ret_bytes[CHESSNUT_HEADER + i] = (uint8_t)(number_of(board->at[63 - 2 * i]) |
							   number_of(board->at[62 - 2 * i]) << 4);
	return CHESSNUT_BOARD_BYTES;
}

/* Rank 8 comes first, and in it the highest bit is file a. */
size_t chessnut_encode_lights(uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	if (cap < CHESSNUT_LIGHTS_BYTES)
		return 0;
	memset(ret_bytes, 0, CHESSNUT_LIGHTS_BYTES);
	ret_bytes[0] = LIGHTS;
	ret_bytes[1] = CHESSNUT_LIGHTS_BYTES - CHESSNUT_HEADER;
	for (unsigned square = 0; square < BOARD_SQUARES; square++)
		if ((squares >> square & 1) != 0)
			ret_bytes[CHESSNUT_HEADER + 7 - square / 8] |=
				(uint8_t)(0x80 >> square % 8);
	return CHESSNUT_LIGHTS_BYTES;
}
