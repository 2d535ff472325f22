/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/chesslink/message.h"

#include <string.h>

static const char hex[] = "0123456789ABCDEF";

/* --- what a message must look like --- */

/* Which signs may stand in the middle of a board, and in every other message. */
enum sign_use { SIGN_MAN = 1 << 0, SIGN_HEX = 1 << 1 };

/* Every byte of the line is looked up here once, so both are tables. */
static const uint8_t sign_uses[0x80] = {
	['0'] = SIGN_HEX, ['1'] = SIGN_HEX, ['2'] = SIGN_HEX, ['3'] = SIGN_HEX,
	['4'] = SIGN_HEX, ['5'] = SIGN_HEX, ['6'] = SIGN_HEX, ['7'] = SIGN_HEX,
	['8'] = SIGN_HEX, ['9'] = SIGN_HEX, ['A'] = SIGN_HEX, ['B'] = SIGN_HEX | SIGN_MAN,
	['C'] = SIGN_HEX, ['D'] = SIGN_HEX, ['E'] = SIGN_HEX, ['F'] = SIGN_HEX,
	['.'] = SIGN_MAN, ['K'] = SIGN_MAN, ['Q'] = SIGN_MAN, ['R'] = SIGN_MAN,
	['N'] = SIGN_MAN, ['P'] = SIGN_MAN, ['k'] = SIGN_MAN, ['q'] = SIGN_MAN,
	['r'] = SIGN_MAN, ['n'] = SIGN_MAN, ['b'] = SIGN_MAN, ['p'] = SIGN_MAN,
};

/* How many signs a message with this letter has in all; 0: there is none. */
static const uint8_t lengths[0x80] = {
	[CHESSLINK_LEDS] = 3,    [CHESSLINK_LEDS_OFF] = 3, [CHESSLINK_READ] = 7,
	[CHESSLINK_WRITTEN] = 7, [CHESSLINK_VERSION] = 7,  [CHESSLINK_BOARD] = CHESSLINK_FRAME_MAX,
};

static size_t length_of(uint8_t letter)
{
	return lengths[letter & 0x7f];
}

/* May this sign stand there? */
static bool fits(const struct chesslink_parser *p, size_t index)
{
	size_t len = length_of(p->frame[0]);
	bool is_man = len == CHESSLINK_FRAME_MAX && index < CHESSLINK_FRAME_MAX - 2;

	if (index == 0)
		return len > 0;
	return sign_uses[p->frame[index] & 0x7f] & (is_man ? SIGN_MAN : SIGN_HEX);
}

static uint8_t digit_of(uint8_t sign)
{
	sign &= 0x7f;
	return (uint8_t)(sign >= 'A' ? sign - 'A' + 10 : sign - '0');
}

static uint8_t number_at(const uint8_t *signs)
{
	return (uint8_t)(digit_of(signs[0]) << 4 | digit_of(signs[1]));
}

/* How long the message is that the bytes begin with; 0: it is not all there. */
static size_t whole(const struct chesslink_parser *p)
{
	size_t len = p->have > 0 ? length_of(p->frame[0]) : 0;

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
	p->good = 0;
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

/* Looks at what was not looked at yet, until all of it may be the beginning of a message. */
static void resume(struct chesslink_parser *p)
{
	while (p->good < p->have && p->lost_len < CHESSLINK_LOST_MAX &&
	       (p->good == 0 || p->good < length_of(p->frame[0]))) {
		if (fits(p, p->good))
			p->good++;
		else
			lose_byte(p, p->good == 0 ? BOARD_DAMAGE_STRAY : BOARD_DAMAGE_CUT);
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

	ret->type = CHESSLINK_NONE; /* no more, for bytes may come one by one */
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

/* --- lights --- */

#define LINES  9    /* of lights, and so many lights in each */
#define SLOT   0x32 /* 205 ms, of which a light has eight to shine in */
#define ALWAYS 0xff

static void light_square(unsigned square, uint8_t pattern[CHESSLINK_LIGHTS])
{
	unsigned column = square % 8, row = 7 - square / 8;

	pattern[LINES * column + row] = ALWAYS;
	pattern[LINES * column + row + 1] = ALWAYS;
	pattern[LINES * (column + 1) + row] = ALWAYS;
	pattern[LINES * (column + 1) + row + 1] = ALWAYS;
}

static char *put_hex(char *at, unsigned number)
{
	*at++ = hex[number >> 4 & 0x0f];
	*at++ = hex[number & 0x0f];
	return at;
}

size_t chesslink_encode_lights(uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	uint8_t pattern[CHESSLINK_LIGHTS] = {0};
	char signs[CHESSLINK_ORDER_MAX] = "L", *at = signs + 1;

	if (squares == 0)
		return chesslink_encode("X", ret_bytes, cap);
	for (unsigned square = 0; square < BOARD_SQUARES; square++)
		if ((squares >> square & 1) != 0)
			light_square(square, pattern);
	at = put_hex(at, SLOT);
	for (size_t i = 0; i < CHESSLINK_LIGHTS; i++)
		at = put_hex(at, pattern[i]);
	*at = '\0';
	return chesslink_encode(signs, ret_bytes, cap);
}
