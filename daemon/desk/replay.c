/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/replay.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "board-protocol/dgt/command.h"
#include "board-protocol/dgt/encode.h"

#define AFTER_MS  60000 /* time runs on after the last line */
#define LEAD_MS   2000  /* a stand-in has greeted us before the first line */
#define TICK_MS   1000
#define NO_SERIAL "00000"

/* --- inputs --- */

static void keep_input(struct replay *r, struct rerun_input input)
{
	struct rerun_input *inputs = r->inputs;
	size_t room = r->room;

	if (r->count == room) {
		room = room > 0 ? 2 * room : 1024;
		inputs = realloc(r->inputs, room * sizeof(*inputs));
		r->has_failed |= !inputs;
		if (!inputs)
			return;
	}
	r->inputs = inputs;
	r->room = room;
	inputs[r->count++] = input;
}

static bool hand_out(void *data, size_t index, struct rerun_input *ret)
{
	const struct replay *r = data;

	if (index >= r->count)
		return false;
	*ret = r->inputs[index];
	return true;
}

static void hear(struct replay *r, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	keep_input(r, (struct rerun_input){
			      .at_ms = at_ms, .kind = RERUN_BYTES, .bytes = bytes, .len = len});
	table_bytes(&r->table, at_ms, bytes, len);
}

static void reopen(struct replay *r, uint64_t at_ms)
{
	keep_input(r, (struct rerun_input){.at_ms = at_ms, .kind = RERUN_OPENED});
	table_open(&r->table, at_ms);
}

/* --- what is told --- */

/* Nobody knows the number of a board that did not tell it. */
static void forget_stand_in(struct replay *r)
{
	struct dgt_identity *identity = &r->table.identity;
	const char *serial = r->capture->serial[0] != '\0' ? r->capture->serial : r->serial;

	if (r->lead_ms == 0)
		return;
	*identity = (struct dgt_identity){0};
	memcpy(identity->serial, serial, sizeof(identity->serial));
}

static uint64_t pass_on(void *data, const struct table *table, const struct table_news *news)
{
	struct replay *r = data;
	struct table_news told = *news;

	if (r->is_silent)
		return 1;
	forget_stand_in(r);
	told.at_ms = news->at_ms > r->lead_ms ? news->at_ms - r->lead_ms : 0;
	return r->tell(r->data, table, &told);
}

/* --- the stand-in: answers what a recording by another program does not --- */

/* What stands on a board that is never shown: the start given, or the usual one. */
static struct dgt_board board_of(const struct capture *capture)
{
	struct dgt_board board = dgt_board_start(false);

	for (rules_square square = 0; capture->config.has_start && square < 64; square++) {
		rules_piece piece = capture->config.start.at[square];

		board.at[square] = piece == RULES_NO_PIECE ? DGT_EMPTY : rules_fen_letter(piece);
	}
	return board;
}

/*
 * Which way a board lies that is never shown: the first man put down is one that
 * was lifted, so his kind tells from which end of the board he came.
 */
static void look_at_field(struct replay *r, const struct dgt_board *start, struct dgt_field field)
{
	bool is_usual = false, is_turned = false;

	if (field.piece == DGT_EMPTY)
		r->lifted |= UINT64_C(1) << field.square;
	for (unsigned i = 0; field.piece != DGT_EMPTY && i < DGT_SQUARES; i++) {
		bool is_lifted = r->lifted >> i & 1;

		is_usual |= is_lifted && start->at[i] == field.piece;
		is_turned |= is_lifted && start->at[DGT_SQUARES - 1 - i] == field.piece;
	}
	if (is_usual == is_turned || r->is_oriented)
		return;
	r->is_oriented = true;
	r->is_turned = is_turned;
}

static void look_at(struct replay *r, size_t line, const struct dgt_board *start,
		    const struct dgt_message *msg)
{
	if (msg->type == DGT_MSG_FIELD_UPDATE && dgt_message_is_valid(msg))
		look_at_field(r, start, dgt_message_field(msg));
	if (msg->type == DGT_MSG_BOARD_DUMP && r->dump_line == SIZE_MAX)
		r->dump_line = line;
	if (msg->type == DGT_MSG_SERIAL && r->serial[0] == '\0')
		memcpy(r->serial, dgt_message_serial(msg).number, sizeof(r->serial));
}

/* What the board tells of itself somewhere in the recording. */
static void look_through(struct replay *r)
{
	struct dgt_board start = board_of(r->capture);
	struct dgt_parser parser;
	struct dgt_message msg;

	dgt_parser_init(&parser);
	memset(r->serial, 0, sizeof(r->serial));
	r->dump_line = SIZE_MAX;
	for (size_t i = 0; i < r->capture->count; i++) {
		const struct capture_line *line = &r->capture->lines[i];
		size_t used = 0;

		while (line->way == CAPTURE_IN && used < line->len) {
			used += dgt_parser_feed(&parser, DGT_MODE_SINGLE, line->at_ms,
						line->bytes + used, line->len - used, &msg);
			look_at(r, i, &start, &msg);
		}
	}
}

static void prepare_stand_in(struct replay *r)
{
	const char *serial = r->serial[0] != '\0' ? r->serial : NO_SERIAL;
	struct dgt_board start = board_of(r->capture), board = start;
	struct replay_said *said = r->said;

	for (unsigned i = 0; r->is_turned && i < DGT_SQUARES; i++)
		board.at[i] = start.at[DGT_SQUARES - 1 - i];
	said[REPLAY_VERSION].len =
		dgt_encode_version(DGT_MSG_VERSION, (struct dgt_version){1, 0},
				   said[REPLAY_VERSION].bytes, sizeof(said[0].bytes));
	said[REPLAY_SERIAL].len = dgt_encode_text(DGT_MSG_SERIAL, serial, said[REPLAY_SERIAL].bytes,
						  sizeof(said[0].bytes));
	said[REPLAY_BOARD].len =
		dgt_encode_board(&board, said[REPLAY_BOARD].bytes, sizeof(said[0].bytes));
}

/* The answer to a command; REPLAY_WORDS: none. */
static enum replay_word answer(const struct replay *r, uint8_t command, bool is_before)
{
	if (command == DGT_CMD_SEND_VERSION)
		return REPLAY_VERSION;
	if (command == DGT_CMD_SEND_SERIAL)
		return REPLAY_SERIAL;
	if (command == DGT_CMD_SEND_BOARD && is_before && r->dump_line == SIZE_MAX)
		return REPLAY_BOARD;
	return REPLAY_WORDS;
}

/* Never into the middle of a message: what is asked will be asked again. */
static void stand_in(struct replay *r, uint64_t at_ms)
{
	uint8_t asked[DGT_OUT_MAX];
	size_t count = table_take(&r->table, asked, sizeof(asked));

	for (size_t i = 0; r->lead_ms > 0 && i < count; i++) {
		enum replay_word word = answer(r, asked[i], at_ms < r->lead_ms);

		if (word < REPLAY_WORDS &&
		    dgt_parser_deadline(&r->table.session.parser) == UINT64_MAX)
			hear(r, at_ms, r->said[word].bytes, r->said[word].len);
	}
}

/* --- playing --- */

static void run_to(struct replay *r, uint64_t at_ms)
{
	uint64_t due;

	while ((due = table_deadline(&r->table)) <= at_ms && due != UINT64_MAX) {
		table_tick(&r->table, due);
		stand_in(r, due);
	}
	table_tick(&r->table, at_ms);
}

/* The greeting in a capture shows that the port was opened again. */
static bool reopens(const struct replay *r, const struct capture_line *line)
{
	return r->lead_ms == 0 && r->table.session.state == DGT_ST_LOST && line->len > 0 &&
	       line->bytes[0] == DGT_CMD_IDLE;
}

/* What the game refuses is named, and has not happened. */
static void act(struct replay *r, uint64_t at_ms, const struct capture_line *line, size_t number)
{
	struct rerun rerun = {
		.from = &r->from, .scratch = &r->scratch, .input = hand_out, .data = r};
	struct rerun_input input = {.at_ms = at_ms,
				    .kind = RERUN_ACTION,
				    .bytes = line->bytes,
				    .len = line->len,
				    .game = r->table.games};
	struct rules_slice words = {(const char *)line->bytes, line->len};
	struct rules_fault fault;

	if (rerun_act(&r->table, &rerun, at_ms, words, &fault)) {
		input.seq = r->table.decided;
		keep_input(r, input);
	} else if (!r->is_silent && r->refused) {
		r->refused(r->data, number, words, fault.why);
	}
}

static void play_line(struct replay *r, const struct capture_line *line, size_t number)
{
	uint64_t at_ms = r->lead_ms + line->at_ms;

	run_to(r, at_ms);
	switch (line->way) {
	case CAPTURE_IN: hear(r, at_ms, line->bytes, line->len); break;
	case CAPTURE_OUT:
		if (reopens(r, line))
			reopen(r, at_ms);
		break;
	case CAPTURE_ARBITER: act(r, at_ms, line, number); break;
	}
	stand_in(r, at_ms);
}

static void play(struct replay *r)
{
	const struct capture *c = r->capture;
	struct table_config config = c->config;

	/*
	 * Nobody can say when what another program noted was seen. Its clock tells
	 * the time once a second: each of two messages may be a second off.
	 */
	if (r->lead_ms > 0) {
		config.board.is_recorded = true;
		config.rules.late_ms = 2 * TICK_MS + config.rules.scan_ms;
	}
	table_init(&r->table, &config, pass_on, r);
	r->from = r->table;
	r->count = 0;
	reopen(r, 0);
	for (size_t i = 0; i < c->count; i++) {
		play_line(r, &c->lines[i], i + 2); /* the first line is the head */
		if (i == r->dump_line)
			r->is_met = r->table.session.state == DGT_ST_RUNNING;
	}
}

/* Did the recorder begin as our session does? */
static bool greets_like_us(const struct capture *capture)
{
	static const uint8_t ours[] = {DGT_CMD_IDLE, DGT_CMD_SEND_VERSION, DGT_CMD_SEND_SERIAL};
	size_t same = 0;

	for (size_t i = 0; i < capture->count; i++) {
		const struct capture_line *line = &capture->lines[i];

		for (size_t j = 0; line->way == CAPTURE_OUT && j < line->len; j++) {
			if (line->bytes[j] != ours[same])
				return false;
			if (++same == sizeof(ours))
				return true;
		}
	}
	return false;
}

/* A recording of our own session is a talk; others hold answers to other questions. */
static bool is_talk(struct replay *r)
{
	r->is_silent = true;
	r->is_met = false;
	play(r);
	r->is_silent = false;
	return r->table.identity.firmware.main > 0 && r->table.session.state != DGT_ST_LOST &&
	       (r->is_met || greets_like_us(r->capture));
}

bool replay_run(struct replay *r, const struct capture *capture, table_tell *tell,
		replay_refused *refused, void *data)
{
	uint64_t end_ms = capture->count > 0 ? capture->lines[capture->count - 1].at_ms : 0;

	memset(r, 0, sizeof(*r));
	r->capture = capture;
	r->tell = tell;
	r->refused = refused;
	r->data = data;
	look_through(r);
	prepare_stand_in(r);
	if (!is_talk(r))
		r->lead_ms = LEAD_MS;
	play(r);
	table_rest(&r->table, r->lead_ms + end_ms + AFTER_MS);
	free(r->inputs);
	r->inputs = NULL;
	return !r->has_failed;
}
