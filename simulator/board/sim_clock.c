/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/board/sim_clock.h"

#define ACK_GOOD    0x10
#define ACK_REFUSED 0x40
#define DGT_3000    0x20 /* version 2.0 */
#define HOUR_MS     3600000u
#define HOURS_MASK  0x0f /* the bit above it counts up, which we do not */

void sim_clock_init(struct sim_clock *c)
{
	*c = (struct sim_clock){.is_connected = true, .up = BOARD_LEFT, .version = DGT_3000};
}

static void count(struct sim_clock *c, uint64_t at_ms)
{
	uint64_t gone = at_ms - c->now_ms;
	uint32_t *left = &c->left_ms[c->up];

	c->now_ms = at_ms;
	if (!c->is_running)
		return;
	if (gone < *left) {
		*left -= (uint32_t)gone;
		return;
	}
	*left = 0;
	c->has_fallen[c->up] = true;
	c->is_running = false; /* with an increment the clock blocks at zero */
}

void sim_clock_set(struct sim_clock *c, uint64_t at_ms, uint32_t time_ms, uint32_t increment_ms,
		   enum board_side first)
{
	count(c, at_ms);
	c->is_running = false;
	c->up = first;
	c->increment_ms = increment_ms;
	for (int side = 0; side < 2; side++) {
		c->left_ms[side] = time_ms;
		c->has_fallen[side] = false;
	}
}

void sim_clock_run(struct sim_clock *c, uint64_t at_ms, bool is_running)
{
	count(c, at_ms);
	c->is_running = is_running && !c->has_fallen[BOARD_LEFT] && !c->has_fallen[BOARD_RIGHT];
}

bool sim_clock_press(struct sim_clock *c, uint64_t at_ms, enum board_side side)
{
	count(c, at_ms);
	if (c->up != side)
		return false;
	if (c->is_running)
		c->left_ms[side] += c->increment_ms;
	c->up = board_side_opposite(side);
	return true;
}

static struct board_side_time side_time(const struct sim_clock *c, enum board_side side)
{
	uint32_t seconds = (c->left_ms[side] + 999) / 1000;

	if (seconds >= 10 * 3600) /* there is one digit for hours */
		seconds = 10 * 3600 - 1;
	return (struct board_side_time){
		.hours = (uint8_t)(seconds / 3600),
		.minutes = (uint8_t)(seconds / 60 % 60),
		.seconds = (uint8_t)(seconds % 60),
		.is_known = true,
		.flag_blocked = c->has_fallen[side],
		.per_move = c->increment_ms > 0,
	};
}

struct board_time sim_clock_read(struct sim_clock *c, uint64_t at_ms)
{
	count(c, at_ms);
	return (struct board_time){
		.side = {[BOARD_RIGHT] = side_time(c, BOARD_RIGHT),
			 [BOARD_LEFT] = side_time(c, BOARD_LEFT)},
		.to_move = c->up,
		.running = c->is_running,
		.connected = c->is_connected,
		.left_turn = c->is_connected && c->up == BOARD_LEFT,
		.right_turn = c->is_connected && c->up == BOARD_RIGHT,
	};
}

static uint32_t setting_ms(const uint8_t time[3])
{
	return (time[0] & HOURS_MASK) * HOUR_MS + time[1] * 60000u + time[2] * 1000u;
}

/* Left first here, and plain binary: unlike the times it shows. */
static void set_and_run(struct sim_clock *c, const uint8_t *content)
{
	uint8_t run = content[6];

	c->left_ms[BOARD_LEFT] = setting_ms(content);
	c->left_ms[BOARD_RIGHT] = setting_ms(content + 3);
	c->has_fallen[BOARD_LEFT] = c->has_fallen[BOARD_RIGHT] = false;
	if (run & DGT_RUN_LEFT)
		c->up = BOARD_LEFT;
	else if (run & DGT_RUN_RIGHT)
		c->up = BOARD_RIGHT;
	c->is_running = (run & (DGT_RUN_LEFT | DGT_RUN_RIGHT)) != 0 && !(run & DGT_RUN_PAUSE);
}

struct dgt_ack sim_clock_obey(struct sim_clock *c, uint64_t at_ms, enum dgt_clock_order order,
			      const uint8_t *content)
{
	struct dgt_ack ack = {{ACK_GOOD, (uint8_t)order, 0, 0}};

	count(c, at_ms);
	switch (order) {
	case DGT_CLOCK_SET_AND_RUN:
		if (c->is_remote)
			set_and_run(c, content);
		else
			ack.codes[0] = ACK_REFUSED;
		break;
	case DGT_CLOCK_VERSION: ack.codes[2] = c->version; break;
	case DGT_CLOCK_ASCII_PI: ack.codes[1] = DGT_ACK_ASCII; break;
	case DGT_CLOCK_DISPLAY:
	case DGT_CLOCK_ICONS:
	case DGT_CLOCK_END:
	case DGT_CLOCK_BUTTON:
	case DGT_CLOCK_BEEP:
	case DGT_CLOCK_ASCII: break;
	}
	return ack;
}
