/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/poll.h"

#include <string.h>

/*
 * A make of board to begin with: copy this folder to board-protocol/NAME, add
 * MAKE(NAME) to makes.c, and change what is said below. docs/writing-a-board.md
 * goes through it.
 *
 * The board that is meant here does not exist. It speaks lines that end with a
 * line feed: to "i" it answers "i" and its number, to "b" it answers "b" and
 * 64 signs, a1 first, and it sends such a line by itself whenever a man moves.
 */

#define LINE_MAX 80

/* Plain data without pointers: it is copied, and kept for the next start of boardd. */
struct skeleton_session {
	struct board_poll poll;
	size_t have;
	char line[LINE_MAX];
};

_Static_assert(sizeof(struct skeleton_session) <= BOARD_SESSION_MAX, "a session has its room");

/* 0, 0 would mean any number: a name must then say whose it is. */
static const struct board_usb usb[] = {
	{.vendor = 0x1209, .product = 0x0001, .name = "skeleton board"},
};

static void init(void *s, const struct board_config *config)
{
	static const struct board_questions questions = {
		.who = {2, "i\n"}, .board = {2, "b\n"}, .every_ms = 1000};
	struct skeleton_session *session = s;

	board_poll_init(&session->poll, config, &questions);
	session->have = 0;
}

static void open_it(void *s, uint64_t at_ms)
{
	struct skeleton_session *session = s;

	session->have = 0;
	board_poll_open(&session->poll, at_ms);
}

static void close_it(void *s, uint64_t at_ms)
{
	board_poll_close(&((struct skeleton_session *)s)->poll, at_ms);
}

static void hear_identity(struct skeleton_session *session)
{
	struct board_identity identity = {.firmware = {1, 0}};
	size_t len = session->have - 1;

	if (len < sizeof(identity.serial))
		memcpy(identity.serial, session->line + 1, len);
	board_poll_met(&session->poll, &identity);
}

/* False: a sign that is no man. */
static bool read_men(const char *signs, struct board_men *ret)
{
	for (board_square square = 0; square < BOARD_SQUARES; square++) {
		char sign = signs[square];

		if (sign == '\0' || !strchr(".PNBRQKpnbrqk", sign))
			return false;
		ret->at[square] = sign;
	}
	return true;
}

static void hear_line(struct skeleton_session *session)
{
	struct board_men men;

	if (session->have > 0 && session->line[0] == 'i')
		hear_identity(session);
	else if (session->have == 1 + BOARD_SQUARES && session->line[0] == 'b' &&
		 read_men(session->line + 1, &men))
		board_poll_saw(&session->poll, &men);
	else
		board_poll_damaged(&session->poll, BOARD_DAMAGE_CONTENT, (uint32_t)session->have);
	session->have = 0;
}

/* Timers come first; and no line is read before the events of the last are taken. */
static size_t feed(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	struct skeleton_session *session = s;
	size_t used = 0;

	board_poll_tick(&session->poll, at_ms);
	while (used < len && board_poll_is_ready(&session->poll)) {
		char sign = (char)bytes[used++];

		if (sign == '\n')
			hear_line(session);
		else if (session->have < LINE_MAX)
			session->line[session->have++] = sign;
	}
	return used;
}

static void tick(void *s, uint64_t at_ms)
{
	board_poll_tick(&((struct skeleton_session *)s)->poll, at_ms);
}

static uint64_t deadline(const void *s)
{
	return board_poll_deadline(&((const struct skeleton_session *)s)->poll);
}

static bool next(void *s, struct board_event *ret_event)
{
	return board_poll_next(&((struct skeleton_session *)s)->poll, ret_event);
}

static size_t take(void *s, uint8_t *ret_bytes, size_t cap)
{
	return board_poll_take(&((struct skeleton_session *)s)->poll, ret_bytes, cap);
}

static enum board_state state(const void *s)
{
	return ((const struct skeleton_session *)s)->poll.state;
}

static uint64_t now_ms(const void *s)
{
	return ((const struct skeleton_session *)s)->poll.now_ms;
}

static const struct board_men *men(const void *s, uint16_t address)
{
	return address == 0 ? board_poll_men(&((const struct skeleton_session *)s)->poll) : NULL;
}

static void ask_board(void *s, uint64_t at_ms)
{
	board_poll_ask_board(&((struct skeleton_session *)s)->poll, at_ms);
}

static uint64_t agreed_ms(const void *s)
{
	return board_poll_agreed_ms(&((const struct skeleton_session *)s)->poll);
}

extern const struct board_make board_make_skeleton; /* in board-protocol/ makes.c says so */

const struct board_make board_make_skeleton = {
	.name = "skeleton",
	.title = "Skeleton",
	.tells = BOARD_TELLS_MEN,
	.baud = 9600,
	.usb_count = sizeof(usb) / sizeof(usb[0]),
	.usb = usb,
	.greeting = {2, "i\n"},
	.session_size = sizeof(struct skeleton_session),
	.init = init,
	.open = open_it,
	.close = close_it,
	.feed = feed,
	.tick = tick,
	.deadline = deadline,
	.next = next,
	.take = take,
	.state = state,
	.now_ms = now_ms,
	.men = men,
	.ask_board = ask_board,
	.agreed_ms = agreed_ms,
};
