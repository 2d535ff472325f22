/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/chesslink/message.h"

#include <string.h>

static const char hex[] = "0123456789ABCDEF";
static const char men[] = ".KQRNBPkqrnbp";

/* --- what a message must look like --- */

/* How many signs a message with this letter has in all; 0: there is none. */
static size_t length_of(uint8_t letter)
{
	switch (letter) {
	case CHESSLINK_LEDS:
	case CHESSLINK_LEDS_OFF: return 3;
	case CHESSLINK_READ:
	case CHESSLINK_WRITTEN:
	case CHESSLINK_VERSION: return 7;
	case CHESSLINK_BOARD: return CHESSLINK_FRAME_MAX;
	default: return 0;
	}
}

static bool is_one_of(const char *signs, uint8_t sign)
{
	return sign != 0 && strchr(signs, sign);
}

/* May this sign stand there? */
static bool fits(const struct chesslink_parser *p, size_t index)
{
	uint8_t sign = p->frame[index] & 0x7f;
	size_t len = length_of(p->frame[0] & 0x7f);

	if (index == 0)
		return len > 0;
	return is_one_of(len == CHESSLINK_FRAME_MAX && index < len - 2 ? men : hex, sign);
}

static uint8_t digit_of(uint8_t sign)
{
	return (uint8_t)(strchr(hex, sign & 0x7f) - hex);
}

static uint8_t number_at(const uint8_t *signs)
{
	return (uint8_t)(digit_of(signs[0]) << 4 | digit_of(signs[1]));
}

/* How long the message is that the bytes begin with; 0: it is not all there. */
static size_t whole(const struct chesslink_parser *p)
{
	size_t len = p->have > 0 ? length_of(p->frame[0] & 0x7f) : 0;

	return p->have >= len ? len : 0;
}

static bool is_checked(const uint8_t *frame, size_t len)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < len - 2; i++)
		sum ^= frame[i] & 0x7f;
	return sum == number_at(frame + len - 2);
}

/* --- reading --- */

void chesslink_parser_init(struct chesslink_parser *p)
{
	memset(p, 0, sizeof(*p));
}

static void drop_frame(struct chesslink_parser *p, size_t len)
{
	p->have -= len;
	p->at += len;
	memmove(p->frame, p->frame + len, p->have);
}

static void give_damage(struct chesslink_parser *p, struct chesslink_message *ret)
{
	memcpy(p->given, p->lost, p->lost_len);
	*ret = (struct chesslink_message){.type = CHESSLINK_DAMAGED,
					  .damage = p->why,
					  .at = p->at - p->lost_len,
					  .len = p->lost_len,
					  .bytes = p->given};
	p->lost_len = 0;
}

static void read_men(const uint8_t *signs, struct board_men *ret)
{
	for (unsigned i = 0; i < BOARD_SQUARES; i++)
		ret->at[i ^ 56] = (board_piece)(signs[i] & 0x7f); /* a8 comes first */
}

static void give_message(struct chesslink_parser *p, size_t len, struct chesslink_message *ret)
{
	memcpy(p->given, p->frame, len);
	*ret = (struct chesslink_message){.type = (enum chesslink_type)(p->frame[0] & 0x7f),
					  .at = p->at,
					  .len = len,
					  .bytes = p->given};
	if (ret->type == CHESSLINK_BOARD)
		read_men(p->frame + 1, &ret->men);
	if (ret->type == CHESSLINK_VERSION)
		ret->firmware =
			(struct board_version){number_at(p->frame + 1), number_at(p->frame + 3)};
	if (ret->type == CHESSLINK_READ || ret->type == CHESSLINK_WRITTEN) {
		ret->address = number_at(p->frame + 1);
		ret->value = number_at(p->frame + 3);
	}
	drop_frame(p, len);
}

/* The first byte begins no message; what follows it may. */
static void lose_byte(struct chesslink_parser *p, enum board_damage why)
{
	p->why = p->lost_len == 0 ? why : p->why;
	p->lost[p->lost_len++] = p->frame[0];
	drop_frame(p, 1);
}

/* Looks at what is there again, until it may be the beginning of a message. */
static void resume(struct chesslink_parser *p)
{
	size_t good = 0;

	while (good < p->have && p->lost_len < CHESSLINK_LOST_MAX &&
	       (good == 0 || good < length_of(p->frame[0] & 0x7f))) {
		if (fits(p, good)) {
			good++;
			continue;
		}
		lose_byte(p, good == 0 ? BOARD_DAMAGE_STRAY : BOARD_DAMAGE_CUT);
		good = 0;
	}
}

/* True: a message or damage came out. */
static bool look(struct chesslink_parser *p, struct chesslink_message *ret)
{
	size_t len = whole(p);
	bool is_good = len > 0 && is_checked(p->frame, len);

	if (p->lost_len > 0 && (is_good || p->lost_len == CHESSLINK_LOST_MAX))
		give_damage(p, ret);
	else if (is_good)
		give_message(p, len, ret);
	else if (len > 0)
		lose_byte(p, BOARD_DAMAGE_CHECKSUM);
	resume(p);
	return ret->type != CHESSLINK_NONE;
}

size_t chesslink_parser_feed(struct chesslink_parser *p, const uint8_t *bytes, size_t len,
			     struct chesslink_message *ret)
{
	size_t used = 0;

	*ret = (struct chesslink_message){.type = CHESSLINK_NONE};
	while (!look(p, ret)) {
		if (whole(p) > 0 || p->lost_len == CHESSLINK_LOST_MAX)
			continue; /* there is more to look at */
		if (used == len)
			break;
		p->frame[p->have++] = bytes[used++];
		resume(p);
	}
	return used;
}

bool chesslink_parser_end(struct chesslink_parser *p, struct chesslink_message *ret)
{
	*ret = (struct chesslink_message){.type = CHESSLINK_NONE};
	while (p->have > 0 && p->lost_len < CHESSLINK_LOST_MAX)
		lose_byte(p, BOARD_DAMAGE_END);
	if (p->lost_len == 0)
		return false;
	give_damage(p, ret);
	return true;
}

const char *chesslink_message_name(enum chesslink_type type)
{
	switch (type) {
	case CHESSLINK_NONE: return "none";
	case CHESSLINK_DAMAGED: return "damaged";
	case CHESSLINK_LEDS: return "leds";
	case CHESSLINK_READ: return "read";
	case CHESSLINK_BOARD: return "board";
	case CHESSLINK_VERSION: return "version";
	case CHESSLINK_WRITTEN: return "written";
	case CHESSLINK_LEDS_OFF: return "leds_off";
	}
	return "none";
}

/* --- writing --- */

static uint8_t with_parity(char sign)
{
	unsigned ones = 0;

	for (unsigned bit = 0; bit < 7; bit++)
		ones += (unsigned)sign >> bit & 1;
	return (uint8_t)((uint8_t)sign | (ones % 2 == 0 ? 0x80 : 0));
}

size_t chesslink_encode(const char *signs, uint8_t *ret_bytes, size_t cap)
{
	size_t len = strlen(signs);
	uint8_t sum = 0;

	if (len + 2 > cap)
		return 0;
	for (size_t i = 0; i < len; i++) {
		sum ^= (uint8_t)signs[i];
		ret_bytes[i] = with_parity(signs[i]);
	}
	ret_bytes[len] = with_parity(hex[sum >> 4]);
	ret_bytes[len + 1] = with_parity(hex[sum & 0x0f]);
	return len + 2;
}

size_t chesslink_encode_board(const struct board_men *board, uint8_t *ret_bytes, size_t cap)
{
	char signs[BOARD_SQUARES + 2] = {CHESSLINK_BOARD};

	for (unsigned i = 0; i < BOARD_SQUARES; i++)
		signs[1 + i] = board->at[i ^ 56];
	return chesslink_encode(signs, ret_bytes, cap);
}
