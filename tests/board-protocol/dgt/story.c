/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "story.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct story story;

uint32_t story_random(uint32_t limit)
{
	story.seed ^= story.seed << 13;
	story.seed ^= story.seed >> 17;
	story.seed ^= story.seed << 5;
	return story.seed % limit;
}

void story_begin(struct board_config config, size_t boards)
{
	static const char *const serials[] = {"01025", "01026", "01027", "01028"};

	memset(&story, 0, sizeof(story));
	story.seed = 1;
	story.now_ms = 1000;
	story.board_count = boards;
	dgt_session_init(&story.session, config);
	for (size_t i = 0; i < boards; i++)
		model_init(&story.boards[i], serials[i], (uint16_t)(1025 + i));
}

static void path_add(struct path *path, struct dgt_field change, board_piece before)
{
	size_t last = path->count - 1;

	if (path->count > 0 && path->changes[last].square == change.square) {
		path->changes[last] = change;
		if (path->before[last] == change.piece)
			path->count--;
		return;
	}
	if (before == change.piece)
		return;
	if (path->count == sizeof(path->before) / sizeof(path->before[0]))
		ck_abort_msg("the path is too long");
	path->changes[path->count] = change;
	path->before[path->count++] = before;
}

static void tell_place(const struct board_event *ev)
{
	char name[3];

	square_name(ev->square, name);
	if (ev->type == BOARD_EV_LIFTED)
		text_add(&story.told, " %s %c", name, ev->was);
	else if (ev->type == BOARD_EV_PLACED)
		text_add(&story.told, " %s %c", name, ev->piece);
	else
		text_add(&story.told, " %s %c was %c", name, ev->piece, ev->was);
}

static long seconds(const struct board_side_time *side)
{
	return side->hours * 3600L + side->minutes * 60L + side->seconds;
}

static const char *ack_name(const struct board_ack *ack)
{
	struct dgt_ack own;

	memcpy(own.codes, ack->codes, sizeof(own.codes));
	return dgt_ack_name(own);
}

static void tell(const struct board_event *ev)
{
	struct board_men start = board_men_start(false);

	if (ev->address != 0)
		text_add(&story.told, "[%u] ", ev->address);
	text_add(&story.told, "%s%s", ev->source == BOARD_FROM_LOG ? "log " : "",
		 board_event_name(ev->type));
	switch (ev->type) {
	case BOARD_EV_NONE: ck_abort_msg("an event that is none"); break;
	case BOARD_EV_CONNECTED:
		text_add(&story.told, " %s %u.%u%s", ev->identity.serial,
			 ev->identity.firmware.main, ev->identity.firmware.sub,
			 ev->is_other ? " other" : "");
		break;
	case BOARD_EV_LIFTED:
	case BOARD_EV_PLACED:
	case BOARD_EV_REPLACED:
		if (ev->address == 0 || ev->address == story.boards[0].address)
			path_add(&story.told_path, (struct dgt_field){ev->square, ev->piece},
				 ev->was);
		tell_place(ev);
		break;
	case BOARD_EV_DUMP:
		if (board_men_equal(&ev->board, &start))
			text_add(&story.told, " start");
		else
			text_add(&story.told, " %.64s", ev->board.at);
		break;
	case BOARD_EV_CLOCK:
		if (ev->time.connected)
			text_add(&story.told, " right %ld left %ld to_move %s",
				 seconds(&ev->time.side[BOARD_RIGHT]),
				 seconds(&ev->time.side[BOARD_LEFT]),
				 ev->time.to_move == BOARD_LEFT ? "left" : "right");
		else
			text_add(&story.told, " absent");
		break;
	case BOARD_EV_PRESSED:
		text_add(&story.told, " %s %ld", ev->side == BOARD_LEFT ? "left" : "right",
			 seconds(&ev->time.side[ev->side]));
		break;
	case BOARD_EV_ACK: text_add(&story.told, " %s", ack_name(&ev->ack)); break;
	case BOARD_EV_BATTERY: text_add(&story.told, " %u", ev->battery.percent); break;
	case BOARD_EV_DAMAGED:
		text_add(&story.told, " %s %u", board_damage_name(ev->damage), ev->bytes);
		break;
	case BOARD_EV_LOST: text_add(&story.told, " %s", board_lost_name(ev->lost)); break;
	case BOARD_EV_READING: break;
	case BOARD_EV_RESYNCED: text_add(&story.told, " %s", board_resync_name(ev->resync)); break;
	}
	text_add(&story.told, "\n");
}

static void tell_all(void)
{
	struct board_event event;

	while (dgt_session_next(&story.session, &event))
		tell(&event);
}

static void record(uint16_t what)
{
	if (story.heard_count < STORY_HEARD_MAX)
		story.heard[story.heard_count++] = (struct heard){story.now_ms, what};
}

static void hear(const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		record(bytes[i]);
	while (len > 0) {
		size_t n = dgt_session_feed(&story.session, story.now_ms, bytes, len);

		tell_all();
		bytes += n;
		len -= n;
	}
}

/* The line between board and session, faults included. */
static void deliver(struct model *m)
{
	for (size_t i = 0; i < m->out_len; i++) {
		uint8_t byte = m->out[i];

		if (story_random(1000) < story.flip)
			byte ^= (uint8_t)(1 << story_random(8));
		if (story_random(1000) < story.drop)
			continue;
		hear(&byte, 1);
		if (story_random(1000) < story.twice)
			hear(&byte, 1);
	}
	m->out_len = 0;
}

static void exchange(void)
{
	uint8_t bytes[BOARD_OUT_MAX];
	size_t len;

	tell_all();
	do {
		len = dgt_session_take(&story.session, bytes, sizeof(bytes));
		if (story.written_len + len <= sizeof(story.written)) {
			memcpy(story.written + story.written_len, bytes, len);
			story.written_len += len;
		}
		for (size_t i = 0; i < story.board_count && story.is_plugged; i++)
			model_hear(&story.boards[i], bytes, len);
		for (size_t i = 0; i < story.board_count; i++) {
			if (story.is_plugged)
				deliver(&story.boards[i]);
			story.boards[i].out_len = 0;
		}
	} while (len > 0);
}

void pass(uint64_t ms)
{
	uint64_t end = story.now_ms + ms;

	exchange();
	while (story.now_ms < end) {
		uint64_t next = dgt_session_deadline(&story.session);

		story.now_ms = next > story.now_ms && next < end ? next : end;
		dgt_session_tick(&story.session, story.now_ms);
		exchange();
	}
}

void plug(void)
{
	story.is_plugged = true;
	record(HEARD_OPEN);
	dgt_session_open(&story.session, story.now_ms);
	exchange();
}

void unplug(void)
{
	story.is_plugged = false;
	record(HEARD_CLOSE);
	dgt_session_close(&story.session, story.now_ms);
	exchange();
}

void on_board(size_t index, const char *square, char piece)
{
	board_square at = square_named(square);

	if (index == 0)
		path_add(&story.true_path, (struct dgt_field){at, piece},
			 story.boards[0].board.at[at]);
	model_change(&story.boards[index], square_named(square), piece);
	exchange();
}

void put(const char *square, char piece)
{
	on_board(0, square, piece);
}

void carry(const char *from, const char *to)
{
	char piece = story.boards[0].board.at[square_named(from)];

	put(from, BOARD_EMPTY);
	pass(400);
	put(to, piece);
	pass(400);
}

void press(enum board_side side)
{
	model_press(&story.boards[0], side);
	exchange();
}

void noise(const char *hex)
{
	char *end;

	while (*hex != '\0') {
		uint8_t byte = (uint8_t)strtoul(hex, &end, 16);

		hear(&byte, 1);
		hex = *end == ' ' ? end + 1 : end;
	}
}

void forget(void)
{
	text_clear(&story.told);
}

void expect(const char *lines)
{
	ck_assert_msg(strcmp(story.told.line, lines) == 0, "told:\n%sshould have told:\n%s",
		      story.told.line, lines);
	forget();
}

void expect_among(const char *line)
{
	ck_assert_msg(strstr(story.told.line, line), "told:\n%sshould have told:\n%s",
		      story.told.line, line);
	forget();
}

void expect_nothing(void)
{
	expect("");
}

void expect_same_when_replayed(void)
{
	static struct text first;
	uint64_t end_ms = story.now_ms;
	size_t count = story.heard_count;

	first = story.told;
	forget();
	dgt_session_init(&story.session, story.session.config);
	for (size_t i = 0; i < count; i++) {
		const struct heard *heard = &story.heard[i];
		uint8_t byte = (uint8_t)heard->what;

		story.now_ms = heard->at_ms;
		if (heard->what == HEARD_OPEN)
			dgt_session_open(&story.session, heard->at_ms);
		else if (heard->what == HEARD_CLOSE)
			dgt_session_close(&story.session, heard->at_ms);
		else
			hear(&byte, 1);
		tell_all();
	}
	dgt_session_tick(&story.session, end_ms);
	tell_all();
	ck_assert_str_eq(story.told.line, first.line);
}

void expect_whole_path(void)
{
	const struct path *truth = &story.true_path, *told = &story.told_path;
	size_t same = 0;

	while (same < truth->count && same < told->count &&
	       truth->changes[same].square == told->changes[same].square &&
	       truth->changes[same].piece == told->changes[same].piece)
		same++;
	ck_assert_msg(same == truth->count && same == told->count,
		      "of %zu changes %zu were told, the first %zu of them right", truth->count,
		      told->count, same);
}

void expect_agreement(void)
{
	const struct board_men *board =
		dgt_session_board(&story.session, story.session.bus.count > 0 ? 1025 : 0);

	ck_assert_msg(board, "the session does not know; it told:\n%s", story.told.line);
	ck_assert_msg(board_men_equal(board, &story.boards[0].board),
		      "session %.64s\nboard   %.64s\ntold:\n%s", board->at,
		      story.boards[0].board.at, story.told.line);
}

void connected(void)
{
	story_begin(CABLE, 1);
	plug();
	pass(1000);
	expect("connected 01025 1.2\ndump start\nclock absent\n");
}

void connected_with_clock(void)
{
	story_begin(CABLE, 1);
	story.boards[0].time = (struct board_time){
		.connected = true,
		.to_move = BOARD_LEFT,
		.side = {{.minutes = 3, .is_known = true}, {.minutes = 3, .is_known = true}}};
	plug();
	pass(1000);
	expect("connected 01025 1.2\ndump start\nclock right 180 left 180 to_move left\n");
}
