/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_TOLD_H
#define BOARDD_TESTS_TOLD_H

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "board-protocol/board.h"

/* The talk with one board of a make, in words: what it was told, and what came out. */

static struct board_session session;
static char story[1024];

static inline void begin_talk(const char *make, bool only_meet, uint64_t at_ms)
{
	struct board_config config = {.wiring = BOARD_WIRING_SINGLE, .only_meet = only_meet};

	story[0] = '\0';
	ck_assert(board_make_find(make, &config.make));
	board_session_init(&session, &config);
	board_session_open(&session, at_ms);
}

/* "lifted e2", or only the kind where no square says more. */
static inline void take_events(void)
{
	struct board_event event;

	while (board_session_next(&session, &event)) {
		size_t len = strlen(story);
		bool has_square = event.type == BOARD_EV_LIFTED || event.type == BOARD_EV_PLACED ||
				  event.type == BOARD_EV_REPLACED;

		len += (size_t)snprintf(story + len, sizeof(story) - len, "%s%s",
					len > 0 ? ", " : "", board_event_name(event.type));
		if (has_square)
			snprintf(story + len, sizeof(story) - len, " %c%c", 'a' + event.square % 8,
				 '1' + event.square / 8);
	}
}

static inline void hears(uint64_t at_ms, const void *bytes, size_t len)
{
	const uint8_t *at = bytes;
	size_t used = 0;

	while (used < len) {
		used += board_session_feed(&session, at_ms, at + used, len - used);
		take_events();
	}
}

#define hears_text(at_ms, text) hears(at_ms, text, strlen(text))

static inline void expect_told(const char *what)
{
	ck_assert_str_eq(story, what);
	story[0] = '\0';
}

/* What is written by then, as text or, where it is none, in hexadecimal; "" for nothing. */
static inline void expect_asked(uint64_t at_ms, const char *what)
{
	uint8_t bytes[BOARD_OUT_MAX];
	char text[2 * BOARD_OUT_MAX + 1] = "";
	size_t len, at = 0;

	board_session_tick(&session, at_ms);
	take_events();
	len = board_session_take(&session, bytes, sizeof(bytes));
	for (size_t i = 0; i < len; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at,
				       bytes[0] < 0x40 ? "%c" : "%02x", bytes[i]);
	ck_assert_str_eq(text, what);
}

/* The order that these squares shine, "e2 e4" or "" for none, in hexadecimal. */
static inline void expect_lights(const char *squares, const char *what)
{
	uint8_t bytes[BOARD_OUT_MAX];
	char text[2 * BOARD_OUT_MAX + 1] = "";
	uint64_t set = 0;
	size_t len;

	for (; *squares != '\0'; squares += squares[2] == ' ' ? 3 : 2)
		set |= (uint64_t)1 << (squares[0] - 'a' + 8 * (squares[1] - '1'));
	len = board_session_lights(&session, set, bytes, sizeof(bytes));
	for (size_t i = 0; i < len; i++)
		snprintf(text + 2 * i, sizeof(text) - 2 * i, "%02x", bytes[i]);
	ck_assert_str_eq(text, what);
	ck_assert_uint_eq(board_session_lights(&session, set, bytes, 0), 0);
}

/* An x where something stands, rank by rank from the eighth. */
static inline void expect_men(const char *what)
{
	const struct board_men *men = board_session_men(&session, 0);
	char text[BOARD_SQUARES + 8] = "";
	size_t len = 0;

	ck_assert_ptr_nonnull(men);
	for (int rank = 7; rank >= 0; rank--) {
		if (rank < 7)
			text[len++] = '/';
		for (int file = 0; file < 8; file++)
			text[len++] = men->at[rank * 8 + file] == BOARD_EMPTY ? '.' : 'x';
	}
	ck_assert_str_eq(text, what);
}

#define START_MEN "xxxxxxxx/xxxxxxxx/......../......../......../......../xxxxxxxx/xxxxxxxx"

#endif
