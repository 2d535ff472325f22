/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/clock.h"

#include <assert.h>
#include <string.h>

/* The hour bytes: a digit and three indicators. */
#define FLAG_BLOCKED 0x10
#define PER_MOVE     0x20
#define FLAG_SHOWN   0x40
#define ACK_NIBBLE   0x0a /* no hour: the message is an answer */

/* The status byte. */
#define RUNNING     0x01
#define RIGHT_UP    0x02
#define BATTERY_LOW 0x04
#define LEFT_TURN   0x08
#define RIGHT_TURN  0x10
#define NO_CLOCK    0x20

bool dgt_bcd_is_sixtieth(uint8_t bcd)
{
	return bcd <= 0x59 && (bcd & 0x0f) <= 9;
}

uint8_t dgt_bcd_read(uint8_t bcd)
{
	return (uint8_t)((bcd >> 4) * 10 + (bcd & 0x0f));
}

uint8_t dgt_bcd_write(uint8_t number)
{
	return (uint8_t)(number / 10 << 4 | number % 10);
}

static bool is_side(const uint8_t bytes[3])
{
	return (bytes[0] & 0x8f) <= 9 && dgt_bcd_is_sixtieth(bytes[1]) &&
	       dgt_bcd_is_sixtieth(bytes[2]);
}

enum dgt_clock_kind dgt_clock_kind(const uint8_t bytes[DGT_CLOCK_BYTES])
{
	static const uint8_t zeros[DGT_CLOCK_BYTES];

	/* Either nibble: one emulator and some clocks set only the second. */
	if ((bytes[0] & 0x0f) == ACK_NIBBLE || (bytes[3] & 0x0f) == ACK_NIBBLE)
		return DGT_CLOCK_ACK;
	if (memcmp(bytes, zeros, sizeof(zeros)) == 0)
		return DGT_CLOCK_EMPTY;
	if ((bytes[6] & NO_CLOCK) != 0)
		return DGT_CLOCK_ABSENT; /* whatever the digits are */
	return is_side(bytes) && is_side(bytes + 3) ? DGT_CLOCK_TIME : DGT_CLOCK_INVALID;
}

static struct board_side_time side_read(const uint8_t bytes[3])
{
	return (struct board_side_time){
		.hours = bytes[0] & 0x0f,
		.minutes = dgt_bcd_read(bytes[1]),
		.seconds = dgt_bcd_read(bytes[2]),
		.is_known = true,
		.flag_blocked = (bytes[0] & FLAG_BLOCKED) != 0,
		.flag_shown = (bytes[0] & FLAG_SHOWN) != 0,
		.per_move = (bytes[0] & PER_MOVE) != 0,
	};
}

struct board_time dgt_time_read(const uint8_t bytes[DGT_CLOCK_BYTES])
{
	uint8_t status = bytes[6];

	if (dgt_clock_kind(bytes) != DGT_CLOCK_TIME)
		return (struct board_time){.connected = false};
	return (struct board_time){
		.side = {[BOARD_RIGHT] = side_read(bytes), [BOARD_LEFT] = side_read(bytes + 3)},
		/* Bit 1 alone: clocks differ in bits 3 and 4, asyncdgt met a stopped one reversed.
		 */
		.to_move = (status & RIGHT_UP) != 0 ? BOARD_RIGHT : BOARD_LEFT,
		.running = (status & RUNNING) != 0,
		.connected = true,
		.battery_low = (status & BATTERY_LOW) != 0,
		.right_turn = (status & RIGHT_TURN) != 0,
		.left_turn = (status & LEFT_TURN) != 0,
	};
}

static void side_write(const struct board_side_time *side, uint8_t bytes[3])
{
	assert(side->hours <= 9 && side->minutes <= 59 && side->seconds <= 59);
	bytes[0] = (uint8_t)(side->hours | (side->flag_blocked ? FLAG_BLOCKED : 0) |
			     (side->per_move ? PER_MOVE : 0) | (side->flag_shown ? FLAG_SHOWN : 0));
	bytes[1] = dgt_bcd_write(side->minutes);
	bytes[2] = dgt_bcd_write(side->seconds);
}

void dgt_time_write(const struct board_time *time, uint8_t bytes[DGT_CLOCK_BYTES])
{
	memset(bytes, 0, DGT_CLOCK_BYTES);
	if (!time->connected) {
		bytes[6] = NO_CLOCK;
		return;
	}
	side_write(&time->side[BOARD_RIGHT], bytes);
	side_write(&time->side[BOARD_LEFT], bytes + 3);
	bytes[6] =
		(uint8_t)((time->running ? RUNNING : 0) |
			  (time->to_move == BOARD_RIGHT ? RIGHT_UP : 0) |
			  (time->battery_low ? BATTERY_LOW : 0) |
			  (time->left_turn ? LEFT_TURN : 0) | (time->right_turn ? RIGHT_TURN : 0));
}

/* Eight bits do not fit below the top bit: bytes 3 and 0 carry the missing four. */
struct dgt_ack dgt_ack_read(const uint8_t bytes[DGT_CLOCK_BYTES])
{
	return (struct dgt_ack){{
		(uint8_t)((bytes[1] & 0x7f) | (bytes[3] << 3 & 0x80)),
		(uint8_t)((bytes[2] & 0x7f) | (bytes[3] << 2 & 0x80)),
		(uint8_t)((bytes[4] & 0x7f) | (bytes[0] << 3 & 0x80)),
		(uint8_t)((bytes[5] & 0x7f) | (bytes[0] << 2 & 0x80)),
	}};
}

void dgt_ack_write(struct dgt_ack ack, uint8_t bytes[DGT_CLOCK_BYTES])
{
	const uint8_t *c = ack.codes;

	bytes[0] = (uint8_t)(ACK_NIBBLE | (c[2] & 0x80) >> 3 | (c[3] & 0x80) >> 2);
	bytes[1] = c[0] & 0x7f;
	bytes[2] = c[1] & 0x7f;
	bytes[3] = (uint8_t)(ACK_NIBBLE | (c[0] & 0x80) >> 3 | (c[1] & 0x80) >> 2);
	bytes[4] = c[2] & 0x7f;
	bytes[5] = c[3] & 0x7f;
	bytes[6] = 0;
}

bool dgt_ack_is_good(struct dgt_ack ack)
{
	return ack.codes[0] == 0x10;
}

bool dgt_ack_is_unsolicited(struct dgt_ack ack)
{
	return (ack.codes[1] & 0x80) != 0;
}

/* The set stands in bits 2 to 6, always with bit 0. */
unsigned dgt_ack_buttons(struct dgt_ack ack)
{
	if (ack.codes[1] != DGT_ACK_PRESSED)
		return 0;
	return ack.codes[2] >> 2 & 0x1f;
}

/* The digit names one button; of several, the last in the clock's order. */
struct dgt_ack dgt_ack_of_buttons(unsigned buttons)
{
	uint8_t digit = '0';

	for (unsigned i = 0; i < 5; i++) {
		if ((buttons >> i & 1) != 0)
			digit = (uint8_t)('1' + i);
	}
	return (struct dgt_ack){
		{0x10, DGT_ACK_PRESSED, (uint8_t)((buttons & 0x1f) << 2 | 1), digit}};
}

const char *dgt_ack_name(struct dgt_ack ack)
{
	static const struct {
		uint8_t code;
		const char *name;
	} names[] = {
		{DGT_ACK_DISPLAY, "display"}, {DGT_ACK_ICONS, "icons"},
		{DGT_ACK_END, "end"},         {DGT_ACK_BUTTON, "button"},
		{DGT_ACK_VERSION, "version"}, {DGT_ACK_SET_AND_RUN, "set_and_run"},
		{DGT_ACK_BEEP, "beep"},       {DGT_ACK_ASCII, "ascii"},
		{DGT_ACK_READY, "ready"},     {DGT_ACK_PRESSED, "pressed"},
		{DGT_ACK_REMOTE, "remote"},   {DGT_ACK_LOCAL, "local"},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (names[i].code == ack.codes[1])
			return names[i].name;
	}
	return "unknown";
}
