/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/board/sim_log.h"

#include <string.h>

#define QUICK_MS   250 /* a change so soon after the one before is marked */
#define LEAVES     2   /* more squares than this must differ before a pattern is looked for again */
#define PIECE_BITS 0x0f

static void put_end(struct sim_log *log)
{
	static const struct dgt_log_event end = {.type = DGT_LOG_END};
	uint8_t bytes[DGT_TAG_MAX];

	dgt_log_write(&end, bytes);
	log->ring[log->end % DGT_LOG_RING] = bytes[0];
}

void sim_log_init(struct sim_log *log)
{
	memset(log, 0, sizeof(*log)); /* 00 is a tag that means nothing */
	put_end(log);
}

static void append(struct sim_log *log, const struct dgt_log_event *event)
{
	uint8_t bytes[DGT_TAG_MAX];
	size_t len = dgt_log_write(event, bytes);

	for (size_t i = 0; i < len; i++)
		log->ring[log->end++ % DGT_LOG_RING] = bytes[i];
	put_end(log);
	log->is_change = event->type == DGT_LOG_CHANGE;
	log->square = event->square;
}

static void append_tag(struct sim_log *log, enum dgt_log_type type)
{
	append(log, &(struct dgt_log_event){.type = type});
}

void sim_log_change(struct sim_log *log, uint64_t at_ms, struct dgt_field change)
{
	struct dgt_log_event event = {
		.type = DGT_LOG_CHANGE,
		.square = change.square,
		.piece = change.piece,
		.is_quick = log->has_changed && at_ms - log->changed_ms < QUICK_MS,
	};
	uint8_t *tag = &log->ring[(log->end - 2) % DGT_LOG_RING];

	log->has_changed = true;
	log->changed_ms = at_ms;
	/* What a host has got already cannot be overwritten any more. */
	if (log->is_change && log->square == change.square && log->sent < log->end) {
		*tag = (uint8_t)((*tag & ~PIECE_BITS) | dgt_code_of(change.piece));
		return;
	}
	append(log, &event);
}

void sim_log_time(struct sim_log *log, enum board_side side, struct board_side_time time)
{
	append(log, &(struct dgt_log_event){
			    .type = DGT_LOG_TIME,
			    .side = side,
			    .hours = time.hours,
			    .minutes = time.minutes,
			    .seconds = time.seconds,
		    });
}

static void append_board(struct sim_log *log, uint64_t at_ms, const struct board_men *board)
{
	memset(log->is_found, 0, sizeof(log->is_found));
	for (uint8_t number = 0; number < BOARD_SQUARES; number++) {
		board_square square = dgt_square_of(number);

		if (board->at[square] == BOARD_EMPTY)
			continue;
		append(log, &(struct dgt_log_event){.type = DGT_LOG_CHANGE,
						    .square = square,
						    .piece = board->at[square]});
	}
	log->is_change = false; /* a list is not a change that goes on */
	log->has_changed = true;
	log->changed_ms = at_ms;
}

void sim_log_power_up(struct sim_log *log, uint64_t at_ms, const struct board_men *board)
{
	for (int i = 0; i < 3; i++)
		append_tag(log, DGT_LOG_NOTHING);
	append_tag(log, DGT_LOG_POWER_UP);
	append_board(log, at_ms, board);
	sim_log_recognise(log, board);
}

void sim_log_game_started(struct sim_log *log, uint64_t at_ms, const struct board_men *board)
{
	log->started = log->end;
	append_tag(log, DGT_LOG_GAME_STARTED);
	append_board(log, at_ms, board);
	sim_log_recognise(log, board);
}

static unsigned count_other(const struct board_men *a, const struct board_men *b)
{
	unsigned count = 0;

	for (size_t i = 0; i < BOARD_SQUARES; i++)
		count += a->at[i] != b->at[i];
	return count;
}

/* How far the board is from a pattern; 0 is the pattern itself. */
static unsigned distance(enum sim_pattern pattern, const struct board_men *board)
{
	struct board_men other = board_men_of(BOARD_EMPTY);
	unsigned holes = 0;

	switch (pattern) {
	case SIM_PATTERN_START:
	case SIM_PATTERN_START_ROTATED:
		other = board_men_start(pattern == SIM_PATTERN_START_ROTATED);
		return count_other(board, &other);
	case SIM_PATTERN_FOUR_ROWS:
		for (size_t i = 0; i < BOARD_SQUARES; i++)
			holes += (i / 8 <= 1 || i / 8 >= 6) && board->at[i] == BOARD_EMPTY;
		return holes;
	case SIM_PATTERN_EMPTY:
	case SIM_PATTERNS: break;
	}
	return count_other(board, &other);
}

void sim_log_recognise(struct sim_log *log, const struct board_men *board)
{
	static const enum dgt_log_type tags[SIM_PATTERNS] = {
		[SIM_PATTERN_START] = DGT_LOG_START,
		[SIM_PATTERN_START_ROTATED] = DGT_LOG_START_ROTATED,
		[SIM_PATTERN_FOUR_ROWS] = DGT_LOG_FOUR_ROWS,
		[SIM_PATTERN_EMPTY] = DGT_LOG_BOARD_EMPTY,
	};
	bool is_start = distance(SIM_PATTERN_START, board) == 0 ||
			distance(SIM_PATTERN_START_ROTATED, board) == 0;

	for (size_t i = 0; i < SIM_PATTERNS; i++) {
		unsigned far = distance((enum sim_pattern)i, board);

		if (far > LEAVES)
			log->is_found[i] = false;
		if (far > 0 || log->is_found[i])
			continue;
		log->is_found[i] = true;
		if (i != SIM_PATTERN_FOUR_ROWS || !is_start)
			append_tag(log, tags[i]);
	}
}

/* The bytes between two places, as far as the ring still has them. */
static size_t copy(const struct sim_log *log, uint64_t from, uint64_t to, uint8_t *ret_bytes)
{
	size_t len = 0;

	if (log->end - from > DGT_LOG_RING - 1)
		from = log->end - (DGT_LOG_RING - 1);
	for (; from < to; from++)
		ret_bytes[len++] = log->ring[from % DGT_LOG_RING];
	return len;
}

size_t sim_log_download(struct sim_log *log, bool only_new, uint8_t ret_bytes[DGT_LOG_RING])
{
	uint64_t from = only_new ? log->downloaded : log->end;
	size_t len = 0;

	if (only_new)
		len = copy(log, from, log->end, ret_bytes);
	else
		for (size_t i = 1; i < DGT_LOG_RING; i++)
			ret_bytes[len++] = log->ring[(from + i) % DGT_LOG_RING];
	ret_bytes[len++] = log->ring[log->end % DGT_LOG_RING];
	append_tag(log, DGT_LOG_DOWNLOADED);
	log->downloaded = log->end;
	return len;
}

size_t sim_log_changes(struct sim_log *log, uint8_t ret_bytes[DGT_LOG_RING])
{
	log->packet = log->sent;
	log->sent = log->end;
	return sim_log_repeat(log, ret_bytes);
}

size_t sim_log_repeat(const struct sim_log *log, uint8_t ret_bytes[DGT_LOG_RING])
{
	return copy(log, log->packet, log->sent, ret_bytes);
}

size_t sim_log_from_start(const struct sim_log *log, uint8_t ret_bytes[DGT_LOG_RING])
{
	return copy(log, log->started, log->sent, ret_bytes);
}
