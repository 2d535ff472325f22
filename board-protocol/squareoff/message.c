/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/squareoff/message.h"

#include <string.h>

enum { CODE_CHANGE = 0, CODE_BATTERY = 22, CODE_BOARD = 30 };

void squareoff_parser_init(struct squareoff_parser *p)
{
	memset(p, 0, sizeof(*p));
}

static bool is_digit(uint8_t byte)
{
	return byte >= '0' && byte <= '9';
}

/* The frame, or its beginning, is no message. */
static void give_damage(struct squareoff_parser *p, enum board_damage why,
			struct squareoff_message *ret)
{
	ret->type = SQUAREOFF_DAMAGED;
	ret->damage = why;
	ret->at = p->at;
	ret->len = p->have;
	p->at += p->have;
	p->have = 0;
}

/* --- what it says --- */

static bool read_change(const uint8_t *text, size_t len, struct squareoff_message *ret)
{
	if (len != 3 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' ||
	    (text[2] != 'u' && text[2] != 'd'))
		return false;
	ret->square = (board_square)((text[1] - '1') * 8 + text[0] - 'a');
	ret->type = text[2] == 'u' ? SQUAREOFF_LIFTED : SQUAREOFF_PLACED;
	return true;
}

static bool read_board(const uint8_t *text, size_t len, struct squareoff_message *ret)
{
	if (len != BOARD_SQUARES)
		return false;
	for (unsigned i = 0; i < BOARD_SQUARES; i++) {
		if (text[i] != '0' && text[i] != '1')
			return false;
		ret->men.at[i % 8 * 8 + i / 8] = text[i] == '1' ? BOARD_UNKNOWN : BOARD_EMPTY;
	}
	ret->type = SQUAREOFF_BOARD;
	return true;
}

/* Volts, such as "3.65". */
static bool read_battery(const uint8_t *text, size_t len, struct squareoff_message *ret)
{
	unsigned scale = 1000, value = 0;
	bool has_point = false;

	if (len == 0 || len > 6 || !is_digit(text[0]))
		return false;
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '.' && !has_point) {
			has_point = true;
			continue;
		}
		if (!is_digit(text[i]) || (!has_point && i > 0) || scale == 0)
			return false;
		scale /= has_point ? 10 : 1;
		value += (text[i] - '0') * scale;
	}
	ret->millivolts = value;
	ret->type = SQUAREOFF_BATTERY;
	return true;
}

static void give(struct squareoff_parser *p, struct squareoff_message *ret)
{
	size_t head = p->frame[1] == '#' ? 2 : 3;
	unsigned code = p->frame[0] - '0';
	const uint8_t *text = p->frame + head;
	size_t len = p->have - head - 1;
	bool is_good = true;

	if (head == 3)
		code = code * 10 + p->frame[1] - '0';
	ret->type = SQUAREOFF_OTHER;
	if (code == CODE_CHANGE)
		is_good = read_change(text, len, ret);
	else if (code == CODE_BATTERY)
		is_good = read_battery(text, len, ret);
	else if (code == CODE_BOARD)
		is_good = read_board(text, len, ret);
	if (!is_good) {
		give_damage(p, BOARD_DAMAGE_CONTENT, ret);
		return;
	}
	ret->at = p->at;
	ret->len = p->have;
	p->at += p->have;
	p->have = 0;
}

/* --- bytes --- */

/* May this byte stand there? One or two digits, '#', then anything that can be printed. */
static bool fits(const struct squareoff_parser *p, uint8_t byte)
{
	if (p->have == 0)
		return is_digit(byte);
	if (p->have == 1)
		return byte == '#' || is_digit(byte);
	if (p->have == 2 && p->frame[1] != '#')
		return byte == '#';
	return byte >= ' ' && byte <= '~';
}

static void take(struct squareoff_parser *p, uint8_t byte, struct squareoff_message *ret)
{
	bool is_end = p->have >= 2 && byte == '*';

	if (p->have == 0 && (byte == '\r' || byte == '\n')) {
		p->at++;
		return;
	}
	if (!fits(p, byte)) {
		p->have++; /* the byte itself is lost with what it broke */
		give_damage(p, p->have > 1 ? BOARD_DAMAGE_CUT : BOARD_DAMAGE_STRAY, ret);
		return;
	}
	p->frame[p->have++] = byte;
	if (is_end)
		give(p, ret);
	else if (p->have == SQUAREOFF_FRAME_MAX)
		give_damage(p, BOARD_DAMAGE_LENGTH, ret);
}

size_t squareoff_parser_feed(struct squareoff_parser *p, const uint8_t *bytes, size_t len,
			     struct squareoff_message *ret)
{
	size_t used = 0;

	ret->type = SQUAREOFF_NONE;
	while (used < len && ret->type == SQUAREOFF_NONE)
		take(p, bytes[used++], ret);
	return used;
}

bool squareoff_parser_end(struct squareoff_parser *p, struct squareoff_message *ret)
{
	ret->type = SQUAREOFF_NONE;
	if (p->have == 0)
		return false;
	give_damage(p, BOARD_DAMAGE_END, ret);
	return true;
}

/* --- writing --- */

size_t squareoff_encode_board(const struct board_men *men, uint8_t *ret_bytes, size_t cap)
{
	size_t len = 0;

	if (cap < SQUAREOFF_FRAME_MAX)
		return 0;
	memcpy(ret_bytes, "30#", 3);
	len = 3;
	for (unsigned i = 0; i < BOARD_SQUARES; i++)
		ret_bytes[len++] = men->at[i % 8 * 8 + i / 8] == BOARD_EMPTY ? '0' : '1';
	ret_bytes[len++] = '*';
	return len;
}

size_t squareoff_encode_change(board_square square, bool is_lift, uint8_t *ret_bytes, size_t cap)
{
	const uint8_t bytes[] = {'0',
				 '#',
				 (uint8_t)('a' + square % 8),
				 (uint8_t)('1' + square / 8),
				 is_lift ? 'u' : 'd',
				 '*'};

	if (cap < sizeof(bytes))
		return 0;
	memcpy(ret_bytes, bytes, sizeof(bytes));
	return sizeof(bytes);
}

size_t squareoff_encode_lights(uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	size_t len = 3;

	if (cap < SQUAREOFF_LIGHTS_MAX)
		return 0;
	memcpy(ret_bytes, "25#", len);
	for (unsigned square = 0; square < BOARD_SQUARES; square++) {
		if ((squares >> square & 1) == 0)
			continue;
		ret_bytes[len++] = (uint8_t)('a' + square % 8);
		ret_bytes[len++] = (uint8_t)('1' + square / 8);
	}
	ret_bytes[len++] = '*';
	return len;
}
