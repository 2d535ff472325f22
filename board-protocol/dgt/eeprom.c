/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/eeprom.h"

#include <string.h>

#define TAG_CHANGE     0x40 /* to 0x5f */
#define TAG_QUICK      0x10
#define TAG_TIME_RIGHT 0x60 /* to 0x69 */
#define TAG_TIME_LEFT  0x70 /* to 0x79 */
#define TAG_NOTHING    0x7f

/* The tags of one byte. A hard one cannot be the inside of a cut event. */
static const struct {
	uint8_t tag;
	bool is_hard;
	enum dgt_log_type type;
} tags[] = {
	{0x6a, true, DGT_LOG_POWER_UP},      {0x6b, false, DGT_LOG_END},
	{0x6c, false, DGT_LOG_FOUR_ROWS},    {0x6d, true, DGT_LOG_BOARD_EMPTY},
	{0x6e, true, DGT_LOG_DOWNLOADED},    {0x6f, true, DGT_LOG_START},
	{0x7a, true, DGT_LOG_START_ROTATED}, {0x7b, true, DGT_LOG_GAME_STARTED},
	{0x7c, true, DGT_LOG_WATCHDOG},      {0x7d, false, DGT_LOG_CLOCK_STATE},
	{0x7e, false, DGT_LOG_BUS_ADDRESS},  {TAG_NOTHING, false, DGT_LOG_NOTHING},
	{0x00, false, DGT_LOG_NOTHING},
};

void dgt_log_init(struct dgt_log *log, const uint8_t *bytes, size_t len, bool is_trusted)
{
	*log = (struct dgt_log){.bytes = bytes, .len = len, .is_trusted = is_trusted};
}

/* Each reader returns how many bytes the event has, 0 when it is damaged. */
static size_t read_change(const uint8_t *b, size_t left, struct dgt_log_event *ev)
{
	if (left < 2 || b[1] >= BOARD_SQUARES)
		return 0;
	ev->type = DGT_LOG_CHANGE;
	ev->piece = dgt_piece_of(b[0] & 0x0f);
	ev->is_quick = (b[0] & TAG_QUICK) != 0;
	ev->square = dgt_square_of(b[1]);
	return 2;
}

static size_t read_time(const uint8_t *b, size_t left, struct dgt_log_event *ev)
{
	if (left < 3 || !dgt_bcd_is_sixtieth(b[1]) || !dgt_bcd_is_sixtieth(b[2]))
		return 0;
	ev->type = DGT_LOG_TIME;
	ev->side = b[0] >= TAG_TIME_LEFT ? BOARD_LEFT : BOARD_RIGHT;
	ev->hours = b[0] & 0x0f;
	ev->minutes = dgt_bcd_read(b[1]);
	ev->seconds = dgt_bcd_read(b[2]);
	return 3;
}

static void read_tag(struct dgt_log *log, uint8_t tag, struct dgt_log_event *ev)
{
	ev->type = DGT_LOG_SKIPPED;
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (tags[i].tag == tag) {
			ev->type = tags[i].type;
			log->is_trusted = log->is_trusted || tags[i].is_hard;
		}
	}
	log->nothings = tag == TAG_NOTHING ? log->nothings + 1 : 0;
	if (log->nothings >= 3)
		log->is_trusted = true;
}

static bool is_change(uint8_t tag)
{
	return tag >= TAG_CHANGE && tag < TAG_TIME_RIGHT;
}

static bool is_time(uint8_t tag)
{
	return tag >= TAG_TIME_RIGHT && tag < TAG_TIME_LEFT + 0x10 && (tag & 0x0f) <= 9;
}

bool dgt_log_next(struct dgt_log *log, struct dgt_log_event *ret_event)
{
	const uint8_t *b = log->bytes + log->at;
	size_t left = log->len - log->at;
	size_t used = 1;

	*ret_event = (struct dgt_log_event){.type = DGT_LOG_END, .at = log->at};
	if (left == 0)
		return false;
	ret_event->byte = b[0];
	if (is_change(b[0])) {
		used = read_change(b, left, ret_event);
	} else if (is_time(b[0])) {
		used = read_time(b, left, ret_event);
	} else {
		read_tag(log, b[0], ret_event);
	}
	if (is_change(b[0]) || is_time(b[0]))
		log->nothings = 0;
	ret_event->is_trusted = log->is_trusted;
	if (used == 0)
		ret_event->type = DGT_LOG_DAMAGED;
	log->at += used > 0 ? used : 1; /* a damaged tag is dropped, its second byte read again */
	if (ret_event->type == DGT_LOG_END)
		log->at = log->len;
	return ret_event->type != DGT_LOG_END;
}

size_t dgt_log_write(const struct dgt_log_event *event, uint8_t ret_bytes[DGT_TAG_MAX])
{
	if (event->type == DGT_LOG_CHANGE) {
		ret_bytes[0] = (uint8_t)(TAG_CHANGE | (event->is_quick ? TAG_QUICK : 0) |
					 dgt_code_of(event->piece));
		ret_bytes[1] = dgt_number_of(event->square);
		return 2;
	}
	if (event->type == DGT_LOG_TIME) {
		ret_bytes[0] =
			(uint8_t)((event->side == BOARD_LEFT ? TAG_TIME_LEFT : TAG_TIME_RIGHT) |
				  event->hours);
		ret_bytes[1] = dgt_bcd_write(event->minutes);
		ret_bytes[2] = dgt_bcd_write(event->seconds);
		return 3;
	}
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (tags[i].type == event->type) {
			ret_bytes[0] = tags[i].tag;
			return 1;
		}
	}
	return 0;
}

const char *dgt_log_name(enum dgt_log_type type)
{
	static const char *const names[] = {
		[DGT_LOG_CHANGE] = "change",
		[DGT_LOG_TIME] = "time",
		[DGT_LOG_POWER_UP] = "power_up",
		[DGT_LOG_FOUR_ROWS] = "four_rows",
		[DGT_LOG_BOARD_EMPTY] = "board_empty",
		[DGT_LOG_DOWNLOADED] = "downloaded",
		[DGT_LOG_START] = "start_position",
		[DGT_LOG_START_ROTATED] = "start_position_rotated",
		[DGT_LOG_GAME_STARTED] = "game_started",
		[DGT_LOG_WATCHDOG] = "watchdog",
		[DGT_LOG_CLOCK_STATE] = "clock_state",
		[DGT_LOG_BUS_ADDRESS] = "bus_address",
		[DGT_LOG_NOTHING] = "nothing",
		[DGT_LOG_SKIPPED] = "skipped",
		[DGT_LOG_DAMAGED] = "damaged",
		[DGT_LOG_END] = "end",
	};

	return names[type];
}
