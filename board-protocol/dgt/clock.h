/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_CLOCK_H
#define BOARDD_DGT_CLOCK_H

#include "board-protocol/event.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * The seven bytes a clock sends through its board: times and lever, or the
 * answer to a command. Left and right are the clock's sides seen from its
 * front; who sits there is not known here.
 */

#define DGT_CLOCK_BYTES 7

/* An answer of the clock. codes[1] names the command, or what the clock tells by itself. */
struct dgt_ack {
	uint8_t codes[4];
};

enum dgt_clock_kind {
	DGT_CLOCK_INVALID, /* digits no clock can show */
	DGT_CLOCK_EMPTY,   /* Bluetooth firmware 2.10, after a command: says nothing at all */
	DGT_CLOCK_ABSENT,  /* no clock on the socket */
	DGT_CLOCK_TIME,
	DGT_CLOCK_ACK,
};

enum dgt_ack_kind {
	DGT_ACK_DISPLAY = 0x01,
	DGT_ACK_ICONS = 0x02,
	DGT_ACK_END = 0x03,
	DGT_ACK_BUTTON = 0x08, /* to a request; carries no button */
	DGT_ACK_VERSION = 0x09,
	DGT_ACK_SET_AND_RUN = 0x0a,
	DGT_ACK_BEEP = 0x0b,
	DGT_ACK_ASCII = 0x0c,
	/* From here on the clock speaks unasked. */
	DGT_ACK_READY = 0x81,
	DGT_ACK_PRESSED = 0x88,
	DGT_ACK_REMOTE = 0x8a, /* entered mode 23 or 25: may be set from here */
	DGT_ACK_LOCAL = 0x90,  /* left it */
};

/* Several may be down at once. */
enum dgt_button {
	DGT_BUTTON_BACK = 1 << 0,
	DGT_BUTTON_PLUS = 1 << 1,
	DGT_BUTTON_RUN = 1 << 2,
	DGT_BUTTON_MINUS = 1 << 3,
	DGT_BUTTON_OK = 1 << 4,
};

enum dgt_clock_kind dgt_clock_kind(const uint8_t bytes[DGT_CLOCK_BYTES]);

/* Of kind TIME; of kind ABSENT only connected is set, to false. */
struct board_time dgt_time_read(const uint8_t bytes[DGT_CLOCK_BYTES]);
/* Hours above 9 and minutes or seconds above 59 are a mistake of the caller. */
void dgt_time_write(const struct board_time *time, uint8_t bytes[DGT_CLOCK_BYTES]);

/* Of kind ACK. */
struct dgt_ack dgt_ack_read(const uint8_t bytes[DGT_CLOCK_BYTES]);
void dgt_ack_write(struct dgt_ack ack, uint8_t bytes[DGT_CLOCK_BYTES]);

/* True when the clock did as told: a DGT XL in the wrong mode answers 0x40 to SETNRUN. */
bool dgt_ack_is_good(struct dgt_ack ack);
bool dgt_ack_is_unsolicited(struct dgt_ack ack);
/* Of DGT_ACK_PRESSED: a set of enum dgt_button, 0 when none is known. */
unsigned dgt_ack_buttons(struct dgt_ack ack);
struct dgt_ack dgt_ack_of_buttons(unsigned buttons);
/* The stable word for codes[1], such as "set_and_run"; "unknown" for the rest. */
const char *dgt_ack_name(struct dgt_ack ack);

/* Two decimal digits in a byte. */
bool dgt_bcd_is_sixtieth(uint8_t bcd); /* 00 to 59 */
uint8_t dgt_bcd_read(uint8_t bcd);
uint8_t dgt_bcd_write(uint8_t number);

BOARDD_PUBLIC_END

#endif
