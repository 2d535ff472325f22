/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/certabo/message.h"

#include <string.h>

void certabo_parser_init(struct certabo_parser *p)
{
	memset(p, 0, sizeof(*p));
}

/* All since p->began is a message, or none. */
static void give(struct certabo_parser *p, enum certabo_type type, enum board_damage damage,
		 struct certabo_message *ret)
{
	*ret = (struct certabo_message){.type = type,
					.damage = damage,
					.at = p->began,
					.len = p->at - p->began,
					.tag = type == CERTABO_TAGS ? p->tag : NULL};
	p->began = p->at;
	p->is_open = false;
}

static void begin_line(struct certabo_parser *p)
{
	p->is_open = true;
	p->is_in_number = false;
	p->number = 0;
	p->count = 0;
}

/* a8 comes first. */
static bool end_number(struct certabo_parser *p)
{
	size_t square = p->count / CERTABO_TAG;

	if (!p->is_in_number)
		return true;
	if (p->count == CERTABO_NUMBERS)
		return false;
	p->tag[square ^ 56].bytes[p->count % CERTABO_TAG] = (uint8_t)p->number;
	p->count++;
	p->is_in_number = false;
	p->number = 0;
	return true;
}

static bool add_digit(struct certabo_parser *p, uint8_t digit)
{
	p->is_in_number = true;
	p->number = p->number * 10 + digit;
	return p->number <= UINT8_MAX;
}

/* One more byte of a line. */
static void go_on(struct certabo_parser *p, uint8_t byte, struct certabo_message *ret)
{
	if (byte >= '0' && byte <= '9') {
		if (!add_digit(p, (uint8_t)(byte - '0')))
			give(p, CERTABO_DAMAGED, BOARD_DAMAGE_CONTENT, ret);
	} else if (byte == ' ') {
		if (!end_number(p))
			give(p, CERTABO_DAMAGED, BOARD_DAMAGE_LENGTH, ret);
	} else if (byte == '\r') {
		bool is_whole = end_number(p) && p->count == CERTABO_NUMBERS;

		give(p, is_whole ? CERTABO_TAGS : CERTABO_DAMAGED,
		     is_whole ? BOARD_DAMAGE_NONE : BOARD_DAMAGE_LENGTH, ret);
	} else {
		give(p, CERTABO_DAMAGED, BOARD_DAMAGE_CONTENT, ret);
	}
}

/* What the board says between two lines of its own: of its lights, and the end of a line. */
static bool is_between(uint8_t byte)
{
	return byte == '\r' || byte == '\n' || byte == 'L' || byte == 'D';
}

static void pass(struct certabo_parser *p, uint8_t byte)
{
	if (byte == 'L' || byte == 'D')
		p->lights = (char)byte;
	p->began = p->at;
}

/* A colon begins a line wherever it stands; what was open is cut off there. */
static void take_colon(struct certabo_parser *p, struct certabo_message *ret)
{
	if (p->at > p->began)
		give(p, CERTABO_DAMAGED, p->is_open ? BOARD_DAMAGE_CUT : BOARD_DAMAGE_STRAY, ret);
	begin_line(p);
	p->at++;
}

static void take(struct certabo_parser *p, uint8_t byte, struct certabo_message *ret)
{
	if (byte == ':') {
		take_colon(p, ret);
		return;
	}
	p->at++;
	if (p->is_open && byte != '\n')
		go_on(p, byte, ret);
	else if (!p->is_open && is_between(byte) && p->at == p->began + 1)
		pass(p, byte);
}

size_t certabo_parser_feed(struct certabo_parser *p, const uint8_t *bytes, size_t len,
			   struct certabo_message *ret)
{
	size_t used = 0;

	*ret = (struct certabo_message){.type = CERTABO_NONE};
	while (used < len && ret->type == CERTABO_NONE)
		take(p, bytes[used++], ret);
	return used;
}

bool certabo_parser_end(struct certabo_parser *p, struct certabo_message *ret)
{
	*ret = (struct certabo_message){.type = CERTABO_NONE};
	if (p->at == p->began)
		return false;
	give(p, CERTABO_DAMAGED, p->is_open ? BOARD_DAMAGE_END : BOARD_DAMAGE_STRAY, ret);
	return true;
}

/* --- writing --- */

static size_t put_number(uint8_t number, uint8_t *ret)
{
	size_t len = 0;

	if (number >= 100)
		ret[len++] = (uint8_t)('0' + number / 100);
	if (number >= 10)
		ret[len++] = (uint8_t)('0' + number / 10 % 10);
	ret[len++] = (uint8_t)('0' + number % 10);
	return len;
}

size_t certabo_encode(const struct certabo_tag tag[BOARD_SQUARES], uint8_t *ret_bytes, size_t cap)
{
	size_t len = 0;

	if (cap < CERTABO_LINE_MAX)
		return 0;
	ret_bytes[len++] = ':';
	for (size_t i = 0; i < CERTABO_NUMBERS; i++) {
		if (i > 0)
			ret_bytes[len++] = ' ';
		len += put_number(tag[i / CERTABO_TAG ^ 56].bytes[i % CERTABO_TAG],
				  ret_bytes + len);
	}
	ret_bytes[len++] = '\r';
	ret_bytes[len++] = '\n';
	return len;
}

/* --- lights --- */

#define BLUE   2    /* of red, green, blue */
#define BRIGHT 0x40 /* of 255: four of them shine for a square */

/* Rank 8 comes first, and in it the lowest bit is file a: not so the boards that are read. */
size_t certabo_encode_lights(uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	if (cap < CERTABO_LIGHTS)
		return 0;
	for (unsigned rank = 0; rank < CERTABO_LIGHTS; rank++)
		ret_bytes[7 - rank] = (uint8_t)(squares >> 8 * rank);
	return CERTABO_LIGHTS;
}

/* The first light is at the corner of h1; along rank 1, then upwards. */
static void colour_square(unsigned square, uint8_t *ret_lights)
{
	unsigned light = square / 8 * CERTABO_COLOURED_EDGE + 7 - square % 8;

	ret_lights[3 * light + BLUE] = BRIGHT;
	ret_lights[3 * (light + 1) + BLUE] = BRIGHT;
	ret_lights[3 * (light + CERTABO_COLOURED_EDGE) + BLUE] = BRIGHT;
	ret_lights[3 * (light + CERTABO_COLOURED_EDGE + 1) + BLUE] = BRIGHT;
}

size_t certabo_encode_coloured(uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	if (cap < CERTABO_COLOURED)
		return 0;
	memset(ret_bytes, 0, CERTABO_COLOURED);
	ret_bytes[0] = 0xff;
	ret_bytes[1] = 0x55;
	for (unsigned square = 0; square < BOARD_SQUARES; square++)
		if ((squares >> square & 1) != 0)
			colour_square(square, ret_bytes + 2);
	ret_bytes[CERTABO_COLOURED - 2] = '\r';
	ret_bytes[CERTABO_COLOURED - 1] = '\n';
	return CERTABO_COLOURED;
}
