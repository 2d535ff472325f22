/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/board.h"

#include <assert.h>
#include <string.h>

/* Hands every call on to the make; says what holds for a make that cannot do it. */

const struct board_make *board_session_make(const struct board_session *s)
{
	return board_make_at(s->make);
}

void board_session_init(struct board_session *s, const struct board_config *config)
{
	const struct board_make *make = board_make_at(config->make);

	assert(make->session_size <= sizeof(s->own));
	memset(s, 0, sizeof(*s));
	s->make = config->make;
	make->init(s->own, config);
}

void board_session_open(struct board_session *s, uint64_t at_ms)
{
	board_session_make(s)->open(s->own, at_ms);
}

void board_session_close(struct board_session *s, uint64_t at_ms)
{
	board_session_make(s)->close(s->own, at_ms);
}

size_t board_session_feed(struct board_session *s, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	return board_session_make(s)->feed(s->own, at_ms, bytes, len);
}

void board_session_tick(struct board_session *s, uint64_t at_ms)
{
	board_session_make(s)->tick(s->own, at_ms);
}

uint64_t board_session_deadline(const struct board_session *s)
{
	return board_session_make(s)->deadline(s->own);
}

bool board_session_next(struct board_session *s, struct board_event *ret_event)
{
	return board_session_make(s)->next(s->own, ret_event);
}

size_t board_session_take(struct board_session *s, uint8_t *ret_bytes, size_t cap)
{
	return board_session_make(s)->take(s->own, ret_bytes, cap);
}

enum board_state board_session_state(const struct board_session *s)
{
	return board_session_make(s)->state(s->own);
}

uint64_t board_session_now(const struct board_session *s)
{
	return board_session_make(s)->now_ms(s->own);
}

const struct board_men *board_session_men(const struct board_session *s, uint16_t address)
{
	return board_session_make(s)->men(s->own, address);
}

/* --- what not every make can do --- */

void board_session_ask_board(struct board_session *s, uint64_t at_ms)
{
	const struct board_make *make = board_session_make(s);

	if (make->ask_board)
		make->ask_board(s->own, at_ms);
}

uint64_t board_session_agreed_ms(const struct board_session *s)
{
	const struct board_make *make = board_session_make(s);

	return make->agreed_ms ? make->agreed_ms(s->own) : 0;
}

bool board_session_set_clock(struct board_session *s, const struct board_clock_setting *setting)
{
	const struct board_make *make = board_session_make(s);

	return make->set_clock && make->set_clock(s->own, setting);
}

size_t board_session_lights(const struct board_session *s, uint64_t squares, uint8_t *ret_bytes,
			    size_t cap)
{
	const struct board_make *make = board_session_make(s);

	return make->lights ? make->lights(s->own, squares, ret_bytes, cap) : 0;
}

bool board_session_is_here(const struct board_session *s, uint16_t address, uint64_t *ret_heard_ms)
{
	const struct board_make *make = board_session_make(s);

	return make->is_here && make->is_here(s->own, address, ret_heard_ms);
}

void board_session_meet(struct board_session *s, uint16_t address)
{
	const struct board_make *make = board_session_make(s);

	if (make->meet)
		make->meet(s->own, address);
}

/* --- recordings --- */

size_t board_session_peek(struct board_session *s, uint64_t at_ms, const uint8_t *bytes, size_t len,
			  struct board_event *ret_event)
{
	const struct board_make *make = board_session_make(s);

	*ret_event = (struct board_event){.type = BOARD_EV_NONE};
	return make->peek ? make->peek(s->own, at_ms, bytes, len, ret_event) : len;
}

size_t board_session_stand_in(const struct board_session *s, const struct board_stand_in *as,
			      const uint8_t *asked, size_t len, size_t *ret_used,
			      uint8_t *ret_bytes, size_t cap)
{
	const struct board_make *make = board_session_make(s);

	*ret_used = len;
	return make->stand_in ? make->stand_in(s->own, as, asked, len, ret_used, ret_bytes, cap)
			      : 0;
}
