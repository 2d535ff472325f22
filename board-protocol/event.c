/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/event.h"

#include <string.h>

bool board_men_equal(const struct board_men *a, const struct board_men *b)
{
	return memcmp(a->at, b->at, sizeof(a->at)) == 0;
}

struct board_men board_men_of(board_piece piece)
{
	struct board_men board;

	memset(board.at, piece, sizeof(board.at));
	return board;
}

struct board_men board_men_start(bool rotated)
{
	static const char normal[] = "RNBQKBNRPPPPPPPP"
				     "................................"
				     "pppppppprnbqkbnr";
	struct board_men board;

	for (unsigned i = 0; i < BOARD_SQUARES; i++)
		board.at[i] = normal[rotated ? 63 - i : i];
	return board;
}

static bool side_equal(const struct board_side_time *a, const struct board_side_time *b)
{
	return a->hours == b->hours && a->minutes == b->minutes && a->seconds == b->seconds &&
	       a->is_known == b->is_known && a->flag_blocked == b->flag_blocked &&
	       a->flag_shown == b->flag_shown && a->per_move == b->per_move;
}

bool board_time_equal(const struct board_time *a, const struct board_time *b)
{
	return side_equal(&a->side[BOARD_RIGHT], &b->side[BOARD_RIGHT]) &&
	       side_equal(&a->side[BOARD_LEFT], &b->side[BOARD_LEFT]) && a->to_move == b->to_move &&
	       a->running == b->running && a->connected == b->connected &&
	       a->battery_low == b->battery_low && a->right_turn == b->right_turn &&
	       a->left_turn == b->left_turn;
}

const char *board_event_name(enum board_event_type type)
{
	static const char *const names[] = {
		[BOARD_EV_NONE] = "none",         [BOARD_EV_CONNECTED] = "connected",
		[BOARD_EV_LIFTED] = "lifted",     [BOARD_EV_PLACED] = "placed",
		[BOARD_EV_REPLACED] = "replaced", [BOARD_EV_DUMP] = "dump",
		[BOARD_EV_CLOCK] = "clock",       [BOARD_EV_PRESSED] = "pressed",
		[BOARD_EV_ACK] = "ack",           [BOARD_EV_BATTERY] = "battery",
		[BOARD_EV_DAMAGED] = "damaged",   [BOARD_EV_LOST] = "lost",
		[BOARD_EV_RESYNCED] = "resynced", [BOARD_EV_READING] = "reading",
	};

	return names[type];
}

const char *board_lost_name(enum board_lost lost)
{
	static const char *const names[] = {
		[BOARD_LOST_CLOSED] = "closed",
		[BOARD_LOST_SILENT] = "silent",
		[BOARD_LOST_NO_ANSWER] = "no_answer",
	};

	return names[lost];
}

const char *board_resync_name(enum board_resync resync)
{
	static const char *const names[] = {
		[BOARD_RESYNC_UNCHANGED] = "unchanged",   [BOARD_RESYNC_RECOVERED] = "recovered",
		[BOARD_RESYNC_POWER_LOST] = "power_lost", [BOARD_RESYNC_LOST] = "lost",
		[BOARD_RESYNC_UNKNOWN] = "unknown",       [BOARD_RESYNC_MISSED] = "missed",
	};

	return names[resync];
}

const char *board_damage_name(enum board_damage damage)
{
	static const char *const names[] = {
		[BOARD_DAMAGE_NONE] = "none",
		[BOARD_DAMAGE_STRAY] = "stray",
		[BOARD_DAMAGE_CUT] = "cut",
		[BOARD_DAMAGE_LENGTH] = "length",
		[BOARD_DAMAGE_UNKNOWN_ID] = "unknown_id",
		[BOARD_DAMAGE_CHECKSUM] = "checksum",
		[BOARD_DAMAGE_CONTENT] = "content",
		[BOARD_DAMAGE_TIMEOUT] = "timeout",
		[BOARD_DAMAGE_END] = "end",
	};

	return names[damage];
}
