/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/clock_command.h"

#include <assert.h>
#include <string.h>

#define CLOCK_MESSAGE 0x2b
#define OPENING       0x03 /* after the count */
#define AROUND        3    /* opening, order and closing zero */
#define COUNTS_UP     0x10

static struct dgt_clock_command make(enum dgt_clock_order order, const uint8_t *content, size_t len)
{
	struct dgt_clock_command command = {.len = (uint8_t)(len + AROUND + 2)};
	uint8_t *b = command.bytes;

	assert(command.len <= sizeof(command.bytes));
	b[0] = CLOCK_MESSAGE;
	b[1] = (uint8_t)(len + AROUND);
	b[2] = OPENING;
	b[3] = (uint8_t)order;
	if (len > 0)
		memcpy(b + 4, content, len);
	return command;
}

struct dgt_clock_command dgt_clock_ask(enum dgt_clock_order order)
{
	assert(order == DGT_CLOCK_VERSION || order == DGT_CLOCK_END || order == DGT_CLOCK_BUTTON);
	return make(order, NULL, 0);
}

/* Plain binary, unlike the times the clock sends. */
struct dgt_clock_command dgt_clock_set(struct dgt_clock_setting left,
				       struct dgt_clock_setting right, unsigned run)
{
	const uint8_t content[] = {
		(uint8_t)(left.hours | (left.counts_up ? COUNTS_UP : 0)),
		left.minutes,
		left.seconds,
		(uint8_t)(right.hours | (right.counts_up ? COUNTS_UP : 0)),
		right.minutes,
		right.seconds,
		(uint8_t)(run & 0x0f),
	};

	assert(left.hours <= 9 && left.minutes <= 59 && left.seconds <= 59);
	assert(right.hours <= 9 && right.minutes <= 59 && right.seconds <= 59);
	return make(DGT_CLOCK_SET_AND_RUN, content, sizeof(content));
}

struct dgt_clock_command dgt_clock_beep(uint8_t units)
{
	uint8_t content = units & 0x7f;

	return make(DGT_CLOCK_BEEP, &content, 1);
}

/* Copies text, never with a top bit, and fills up with blanks. */
static void put_text(uint8_t *to, size_t width, const char *text)
{
	size_t i = 0;

	for (; i < width && text[i] != '\0'; i++)
		to[i] = text[i] >= 0x20 && text[i] < 0x7f ? (uint8_t)text[i] : '?';
	for (; i < width; i++)
		to[i] = ' ';
}

struct dgt_clock_command dgt_clock_text(const char *text, uint8_t beep)
{
	uint8_t content[9];

	put_text(content, 8, text);
	content[8] = beep & 0x0f;
	return make(DGT_CLOCK_ASCII, content, sizeof(content));
}

struct dgt_clock_command dgt_clock_text_pi(const char *text, uint8_t beep)
{
	uint8_t content[12];

	put_text(content, 11, text);
	content[11] = beep & 0x0f;
	return make(DGT_CLOCK_ASCII_PI, content, sizeof(content));
}

uint8_t dgt_clock_segment_of(char c)
{
	static const uint8_t digits[] = {0x3f, 0x06, 0x5b, 0x4f, 0x66,
					 0x6d, 0x7d, 0x07, 0x7f, 0x6f};
	static const uint8_t letters[] = {0x5f, 0x7c, 0x58, 0x5e, 0x7b, 0x71, 0x3d, 0x74, 0x10,
					  0x1e, 0x75, 0x38, 0x55, 0x54, 0x5c, 0x73, 0x67, 0x50,
					  0x6d, 0x78, 0x3e, 0x2a, 0x7e, 0x64, 0x6e, 0x5b};

	if (c >= '0' && c <= '9')
		return digits[c - '0'];
	if (c >= 'a' && c <= 'z')
		return letters[c - 'a'];
	if (c >= 'A' && c <= 'Z')
		return letters[c - 'A'];
	if (c == '-')
		return 0x40;
	if (c == '=')
		return 0x48;
	return c == '_' ? 0x08 : 0;
}

struct dgt_clock_command dgt_clock_segments(const char *text, uint8_t dots, bool beep)
{
	/* Where each cell, left to right, stands in the command: C B A F E D. */
	static const uint8_t place[6] = {2, 1, 0, 5, 4, 3};
	uint8_t content[8] = {[6] = dots & 0x3f, [7] = beep ? 0x03 : 0x01};

	for (size_t i = 0; i < sizeof(place) && text[i] != '\0'; i++)
		content[place[i]] = dgt_clock_segment_of(text[i]);
	return make(DGT_CLOCK_DISPLAY, content, sizeof(content));
}

struct dgt_clock_command dgt_clock_icons(const uint8_t icons[DGT_ICON_COUNT])
{
	uint8_t content[DGT_ICON_COUNT];

	for (size_t i = 0; i < DGT_ICON_COUNT; i++)
		content[i] = icons[i] & 0x7f;
	return make(DGT_CLOCK_ICONS, content, sizeof(content));
}

bool dgt_clock_command_read(const uint8_t *bytes, size_t len, enum dgt_clock_order *ret_order,
			    const uint8_t **ret_content, size_t *ret_len)
{
	static const uint8_t lengths[] = {
		[DGT_CLOCK_DISPLAY] = 8, [DGT_CLOCK_ICONS] = 8, [DGT_CLOCK_SET_AND_RUN] = 7,
		[DGT_CLOCK_BEEP] = 1,    [DGT_CLOCK_ASCII] = 9, [DGT_CLOCK_ASCII_PI] = 12,
	};
	uint8_t order;

	if (len < AROUND || bytes[0] != OPENING || bytes[len - 1] != 0)
		return false;
	order = bytes[1];
	if (order == 0 || order >= sizeof(lengths) ||
	    (order > DGT_CLOCK_END && order < DGT_CLOCK_BUTTON))
		return false;
	if (len - AROUND != lengths[order])
		return false;
	*ret_order = (enum dgt_clock_order)order;
	*ret_content = bytes + 2;
	*ret_len = len - AROUND;
	return true;
}
