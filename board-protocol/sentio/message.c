/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/sentio/message.h"

#include <string.h>

void sentio_parser_init(struct sentio_parser *p)
{
	memset(p, 0, sizeof(*p));
}

static void read_men(const uint8_t rank[SENTIO_RANKS], struct board_men *ret)
{
	for (unsigned square = 0; square < BOARD_SQUARES; square++)
		ret->at[square] = (rank[7 - square / 8] >> (7 - square % 8) & 1) != 0
					  ? BOARD_UNKNOWN
					  : BOARD_EMPTY;
}

/* All since p->began is a message, or none. */
static void give(struct sentio_parser *p, enum sentio_type type, enum board_damage damage,
		 struct sentio_message *ret)
{
	ret->type = type;
	ret->damage = damage;
	ret->at = p->began;
	ret->len = p->at - p->began;
	if (type == SENTIO_BOARD)
		read_men(p->rank, &ret->men);
	p->began = p->at;
	p->is_open = false;
}

static bool end_number(struct sentio_parser *p)
{
	if (!p->is_in_number)
		return true;
	if (p->count == SENTIO_RANKS)
		return false;
	p->rank[p->count++] = (uint8_t)p->number;
	p->is_in_number = false;
	p->number = 0;
	return true;
}

static bool add_digit(struct sentio_parser *p, uint8_t digit)
{
	p->is_in_number = true;
	p->number = p->number * 10 + digit;
	return p->number <= UINT8_MAX;
}

/* One more byte of a line. */
static void go_on(struct sentio_parser *p, uint8_t byte, struct sentio_message *ret)
{
	if (byte >= '0' && byte <= '9') {
		if (!add_digit(p, (uint8_t)(byte - '0')))
			give(p, SENTIO_DAMAGED, BOARD_DAMAGE_CONTENT, ret);
	} else if (byte == ' ') {
		if (!end_number(p))
			give(p, SENTIO_DAMAGED, BOARD_DAMAGE_LENGTH, ret);
	} else if (byte == '\r') {
		bool is_whole = end_number(p) && p->count == SENTIO_RANKS;

		give(p, is_whole ? SENTIO_BOARD : SENTIO_DAMAGED,
		     is_whole ? BOARD_DAMAGE_NONE : BOARD_DAMAGE_LENGTH, ret);
	} else {
		give(p, SENTIO_DAMAGED, BOARD_DAMAGE_CONTENT, ret);
	}
}

/* What the board says between two lines of its own: of its lights, and the end of a line. */
static bool is_between(uint8_t byte)
{
	return byte == '\r' || byte == '\n' || byte == 'L' || byte == 'D';
}

/* A colon begins a line wherever it stands; what was open is cut off there. */
static void take_colon(struct sentio_parser *p, struct sentio_message *ret)
{
	if (p->at > p->began)
		give(p, SENTIO_DAMAGED, p->is_open ? BOARD_DAMAGE_CUT : BOARD_DAMAGE_STRAY, ret);
	p->is_open = true;
	p->is_in_number = false;
	p->number = 0;
	p->count = 0;
	p->at++;
}

static void take(struct sentio_parser *p, uint8_t byte, struct sentio_message *ret)
{
	if (byte == ':') {
		take_colon(p, ret);
		return;
	}
	p->at++;
	if (p->is_open && byte != '\n')
		go_on(p, byte, ret);
	else if (!p->is_open && is_between(byte) && p->at == p->began + 1)
		p->began = p->at;
}

size_t sentio_parser_feed(struct sentio_parser *p, const uint8_t *bytes, size_t len,
			  struct sentio_message *ret)
{
	size_t used = 0;

	ret->type = SENTIO_NONE;
	while (used < len && ret->type == SENTIO_NONE)
		take(p, bytes[used++], ret);
	return used;
}

bool sentio_parser_end(struct sentio_parser *p, struct sentio_message *ret)
{
	ret->type = SENTIO_NONE;
	if (p->at == p->began)
		return false;
	give(p, SENTIO_DAMAGED, p->is_open ? BOARD_DAMAGE_END : BOARD_DAMAGE_STRAY, ret);
	return true;
}

/* --- writing --- */

static size_t put_number(unsigned number, uint8_t *ret)
{
	size_t len = 0;

	if (number >= 100)
		ret[len++] = (uint8_t)('0' + number / 100);
	if (number >= 10)
		ret[len++] = (uint8_t)('0' + number / 10 % 10);
	ret[len++] = (uint8_t)('0' + number % 10);
	return len;
}

size_t sentio_encode(const struct board_men *men, uint8_t *ret_bytes, size_t cap)
{
	size_t len = 0;

	if (cap < SENTIO_LINE_MAX)
		return 0;
	ret_bytes[len++] = ':';
	for (unsigned rank = SENTIO_RANKS; rank-- > 0;) {
		unsigned bits = 0;

		for (unsigned file = 0; file < 8; file++)
			bits |= (unsigned)(men->at[rank * 8 + file] != BOARD_EMPTY) << (7 - file);
		if (len > 1)
			ret_bytes[len++] = ' ';
		len += put_number(bits, ret_bytes + len);
	}
	ret_bytes[len++] = '\r';
	ret_bytes[len++] = '\n';
	return len;
}

/* Rank 8 comes first, and in it the lowest bit is file a: not so in the boards that are read. */
size_t sentio_encode_lights(uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	if (cap < SENTIO_LIGHTS)
		return 0;
	for (unsigned rank = 0; rank < SENTIO_LIGHTS; rank++)
		ret_bytes[7 - rank] = (uint8_t)(squares >> 8 * rank);
	return SENTIO_LIGHTS;
}
