/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_CLOCK_COMMAND_H
#define BOARDD_DGT_CLOCK_COMMAND_H

#include "board-protocol/dgt/clock.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * What can be said to a clock through its board. Each function fills a
 * command that is ready to be written; the clock answers with a dgt_ack,
 * and only while the board is in an update mode with clock data.
 */

#define DGT_CLOCK_COMMAND_MAX 17

enum dgt_clock_order {
	DGT_CLOCK_DISPLAY = 0x01, /* XL and 2010: seven segments */
	DGT_CLOCK_ICONS = 0x02,
	DGT_CLOCK_END = 0x03, /* back to the times */
	DGT_CLOCK_BUTTON = 0x08,
	DGT_CLOCK_VERSION = 0x09,
	DGT_CLOCK_SET_AND_RUN = 0x0a,
	DGT_CLOCK_BEEP = 0x0b,
	DGT_CLOCK_ASCII = 0x0c,    /* DGT 3000 */
	DGT_CLOCK_ASCII_PI = 0x0d, /* Revelation II in Pi mode */
};

struct dgt_clock_command {
	uint8_t len;
	uint8_t bytes[DGT_CLOCK_COMMAND_MAX];
};

struct dgt_clock_setting {
	uint8_t hours, minutes, seconds;
	bool counts_up; /* not on an XL up to 1.14 */
};

/* How the clock goes on after it is set; may be combined. */
enum dgt_clock_run {
	DGT_RUN_LEFT = 0x01,
	DGT_RUN_RIGHT = 0x02,
	DGT_RUN_PAUSE = 0x04,
	DGT_RUN_LEVER = 0x08, /* the lever changes the running side */
};

#define DGT_ICON_COUNT 8

/* VERSION, END and BUTTON, which carry nothing. */
struct dgt_clock_command dgt_clock_ask(enum dgt_clock_order order);

/* Works in mode 23 (XL, 2010) or 25 (DGT 3000) only. */
struct dgt_clock_command dgt_clock_set(struct dgt_clock_setting left,
				       struct dgt_clock_setting right, unsigned run);

/* Length in units of 64 ms, at most 127. */
struct dgt_clock_command dgt_clock_beep(uint8_t units);

/* Up to eight characters, eleven for the Pi mode, filled with blanks; beep 0 to 15. */
struct dgt_clock_command dgt_clock_text(const char *text, uint8_t beep);
struct dgt_clock_command dgt_clock_text_pi(const char *text, uint8_t beep);

/* Up to six characters in seven segments; dots are the bits of the two colons and ones. */
struct dgt_clock_command dgt_clock_segments(const char *text, uint8_t dots, bool beep);
struct dgt_clock_command dgt_clock_icons(const uint8_t icons[DGT_ICON_COUNT]);

/* The segments that show a character best, 0 for what has no shape. */
uint8_t dgt_clock_segment_of(char c);

/*
 * The order inside the bytes of a command, without its first two (0x2b and
 * the count). Returns false when it is not one of ours, or not whole.
 * ret_content borrows: what stands between order and closing zero.
 */
bool dgt_clock_command_read(const uint8_t *bytes, size_t len, enum dgt_clock_order *ret_order,
			    const uint8_t **ret_content, size_t *ret_len);

BOARDD_PUBLIC_END

#endif
