/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/replay.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/desk/examine.h"

#define AFTER_MS  60000 /* time runs on after the last line */
#define LEAD_MS   2000  /* a stand-in has greeted us before the first line */
#define PACE_MS   300   /* between two messages of a recording whose times mean nothing */
#define PACE_SCAN 500   /* that is within a scan, */
#define PACE_REST 3000  /* nobody knows how long a man has stood, */
#define PAUSE_MS  5000  /* but so long is a pause, whoever put the times in */
#define STEPS_MIN 20    /* fewer say nothing of who measured them */
#define ALIKE     3     /* changes that came after the same time, on the average */
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

/* --- whether its times mean anything --- */

/* The time from the message before to a change of the board. */
static void count_step(struct replay *r, uint64_t step_ms)
{
	size_t i = 0;

	r->steps++;
	while (i < r->lengths && r->length_ms[i] != step_ms)
		i++;
	if (i == r->lengths && i < REPLAY_LENGTHS_MAX)
		r->length_ms[r->lengths++] = step_ms;
}

/*
 * Other programs keep the order of what a board says, and some not the times: who
 * puts times in takes the same steps again and again, and no hand does.
 */
static bool are_times_put_in(const struct replay *r)
{
	return r->steps >= STEPS_MIN && r->lengths < REPLAY_LENGTHS_MAX &&
	       r->lengths * ALIKE <= r->steps;
}

/* --- what is told --- */

/* Nobody knows the number of a board that did not tell it. */
static void forget_stand_in(struct replay *r)
{
	struct board_identity *identity = &r->table.identity;
	const char *serial = r->capture->serial[0] != '\0' ? r->capture->serial : r->serial;

	if (r->lead_ms == 0)
		return;
	*identity = (struct board_identity){0};
	memcpy(identity->serial, serial, sizeof(identity->serial));
}

/*
 * Nobody can say when what another program noted was seen: only the order of its
 * messages is right. So they get the pace of a hand, and what is told the times
 * of the recording again.
 */
static uint64_t pace_ms(struct replay *r, uint64_t at_ms, bool is_change)
{
	uint64_t step_ms = at_ms - r->noted_ms[0];

	if (!r->is_paced)
		return at_ms;
	if ((step_ms > PACE_MS || is_change) && step_ms < PAUSE_MS)
		step_ms = PACE_MS;
	r->noted_ms[1] = r->noted_ms[0];
	r->paced_ms[1] = r->paced_ms[0];
	r->noted_ms[0] = at_ms;
	return r->paced_ms[0] += step_ms;
}

static uint64_t noted_ms(const struct replay *r, uint64_t at_ms)
{
	unsigned of = at_ms < r->paced_ms[0];
	uint64_t since_ms = at_ms - r->paced_ms[of];

	if (!r->is_paced)
		return at_ms;
	if (at_ms < r->paced_ms[of]) /* it was sensed a while ago */
		return r->noted_ms[of];
	if (of == 1 && since_ms > r->noted_ms[0] - r->noted_ms[1])
		return r->noted_ms[0];
	return r->noted_ms[of] + since_ms;
}

static uint64_t pass_on(void *data, const struct table *table, const struct table_news *news)
{
	struct replay *r = data;
	struct table_news told = *news;

	if (r->is_silent)
		return 1;
	forget_stand_in(r);
	told.at_ms = noted_ms(r, news->at_ms);
	told.at_ms = told.at_ms > r->lead_ms ? told.at_ms - r->lead_ms : 0;
	return r->tell(r->data, table, &told);
}

/* --- the stand-in: answers what a recording by another program does not --- */

/* What stands on a board that is never shown: the start given, or the usual one. */
static struct board_men board_of(const struct capture *capture)
{
	struct board_men board = board_men_start(false);

	for (rules_square square = 0; capture->config.has_start && square < 64; square++) {
		rules_piece piece = capture->config.start.at[square];

		board.at[square] = piece == RULES_NO_PIECE ? BOARD_EMPTY : rules_fen_letter(piece);
	}
	return board;
}

/*
 * Which way a board lies that is never shown: the first man put down is one that
 * was lifted, so its kind tells from which end of the board it came.
 */
static void look_at_square(struct replay *r, const struct board_men *start,
			   const struct board_event *event)
{
	bool is_usual = false, is_turned = false;

	if (event->type == BOARD_EV_LIFTED)
		r->lifted |= UINT64_C(1) << event->square;
	for (unsigned i = 0; event->type == BOARD_EV_PLACED && i < BOARD_SQUARES; i++) {
		bool is_lifted = r->lifted >> i & 1;

		is_usual |= is_lifted && start->at[i] == event->piece;
		is_turned |= is_lifted && start->at[BOARD_SQUARES - 1 - i] == event->piece;
	}
	if (is_usual == is_turned || r->is_oriented)
		return;
	r->is_oriented = true;
	r->is_turned = is_turned;
}

static bool is_change(const struct board_event *event)
{
	return event->type == BOARD_EV_LIFTED || event->type == BOARD_EV_PLACED;
}

static void look_at(struct replay *r, size_t line, const struct board_men *start,
		    const struct board_event *event)
{
	if (is_change(event))
		look_at_square(r, start, event);
	if (event->type == BOARD_EV_DUMP && r->dump_line == SIZE_MAX)
		r->dump_line = line;
	if (event->type == BOARD_EV_CONNECTED && r->serial[0] == '\0')
		memcpy(r->serial, event->identity.serial, sizeof(r->serial));
}

/* What the board tells of itself somewhere in the recording. */
static void look_through(struct replay *r)
{
	struct board_men start = board_of(r->capture);
	struct board_event event;
	uint64_t before_ms = 0;

	board_session_init(&r->peeked, &r->capture->config.board);
	memset(r->serial, 0, sizeof(r->serial));
	r->dump_line = SIZE_MAX;
	for (size_t i = 0; i < r->capture->count; i++) {
		const struct capture_line *line = &r->capture->lines[i];
		size_t used = 0;

		while (line->way == CAPTURE_IN && used < line->len) {
			used += board_session_peek(&r->peeked, line->at_ms, line->bytes + used,
						   line->len - used, &event);
			look_at(r, i, &start, &event);
			if (is_change(&event))
				count_step(r, line->at_ms - before_ms);
			before_ms = line->at_ms;
		}
	}
}

static void prepare_stand_in(struct replay *r)
{
	struct board_men start = board_of(r->capture);

	for (unsigned i = 0; i < BOARD_SQUARES; i++)
		r->men.at[i] = start.at[r->is_turned ? BOARD_SQUARES - 1 - i : i];
}

/* An undo plays inputs again, and they borrow their bytes. NULL: there is no room. */
static const struct replay_said *keep_said(struct replay *r, const struct replay_said *said)
{
	struct replay_said *kept = r->said;

	while (kept < r->said + r->said_count &&
	       (kept->len != said->len || memcmp(kept->bytes, said->bytes, said->len) != 0))
		kept++;
	if (kept == r->said + REPLAY_SAID_MAX)
		return NULL;
	if (kept == r->said + r->said_count) {
		*kept = *said;
		r->said_count++;
	}
	return kept;
}

/* A board that the recording shows is not shown by us. */
static void stand_in(struct replay *r, uint64_t at_ms)
{
	bool shows_men = at_ms < r->lead_ms && r->dump_line == SIZE_MAX;
	struct board_stand_in as = {.serial = r->serial[0] != '\0' ? r->serial : NO_SERIAL,
				    .men = shows_men ? &r->men : NULL};
	uint8_t asked[BOARD_OUT_MAX];
	size_t count = table_take(&r->table, asked, sizeof(asked)), used;

	for (size_t i = 0; r->lead_ms > 0 && i < count; i += used) {
		struct replay_said said = {0};
		const struct replay_said *kept;

		said.len = board_session_stand_in(&r->table.session, &as, asked + i, count - i,
						  &used, said.bytes, sizeof(said.bytes));
		kept = said.len > 0 ? keep_said(r, &said) : NULL;
		if (kept)
			hear(r, at_ms, kept->bytes, kept->len);
	}
}

/* --- playing --- */

/* What takes longer is found out on the spot: in a capture nobody has noted when it was. */
static void examine_open(struct replay *r)
{
	const struct touch_question *question = table_question(&r->table);
	struct rules_fault fault;
	char *words;

	if (!question)
		return;
	words = examine(question);
	r->has_failed |= !words;
	if (!words)
		return;
	keep_input(r, (struct rerun_input){.at_ms = r->table.now_ms,
					   .kind = RERUN_ANSWER,
					   .bytes = (const uint8_t *)words,
					   .len = strlen(words)});
	(void)table_answer(&r->table, r->table.now_ms, rules_slice_of(words), &fault);
}

static void run_to(struct replay *r, uint64_t at_ms)
{
	uint64_t due;

	while ((due = table_deadline(&r->table)) <= at_ms && due != UINT64_MAX) {
		table_tick(&r->table, due);
		examine_open(r);
		stand_in(r, due);
	}
	table_tick(&r->table, at_ms);
	examine_open(r);
}

/* The greeting in a capture shows that the port was opened again. */
static bool reopens(const struct replay *r, const struct capture_line *line)
{
	return r->lead_ms == 0 && board_session_state(&r->table.session) == BOARD_ST_LOST &&
	       line->len > 0 &&
	       line->bytes[0] == board_session_make(&r->table.session)->greeting.bytes[0];
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

/* One message of a recording by another program after the other. */
static void hear_parts(struct replay *r, const struct capture_line *line)
{
	struct board_event event;

	for (size_t at = 0, used; at < line->len; at += used) {
		uint64_t at_ms;

		used = board_session_peek(&r->parted, line->at_ms, line->bytes + at, line->len - at,
					  &event);
		at_ms = pace_ms(r, r->lead_ms + line->at_ms, is_change(&event));
		run_to(r, at_ms);
		hear(r, at_ms, line->bytes + at, used);
		stand_in(r, at_ms);
	}
}

static void play_line(struct replay *r, const struct capture_line *line, size_t number)
{
	uint64_t at_ms;

	if (r->lead_ms > 0 && line->way == CAPTURE_IN) {
		hear_parts(r, line);
		examine_open(r);
		return;
	}
	at_ms = pace_ms(r, r->lead_ms + line->at_ms, false);
	run_to(r, at_ms);
	switch (line->way) {
	case CAPTURE_IN: hear(r, at_ms, line->bytes, line->len); break;
	case CAPTURE_OUT:
		if (reopens(r, line))
			reopen(r, at_ms);
		break;
	case CAPTURE_ARBITER: act(r, at_ms, line, number); break;
	}
	examine_open(r);
	stand_in(r, at_ms);
}

/* The words of an answer are in memory of the replay's own. */
static void forget_inputs(struct replay *r)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->inputs[i].kind == RERUN_ANSWER)
			free((void *)r->inputs[i].bytes);
	r->count = 0;
}

static void play(struct replay *r)
{
	const struct capture *c = r->capture;
	struct table_config config = c->config;

	config.board.is_recorded = r->lead_ms > 0;
	if (r->is_paced) {
		config.rules.scan_ms = config.rules.late_ms = PACE_SCAN;
		config.rules.settle_ms = PACE_REST;
	}
	board_session_init(&r->parted, &c->config.board);
	for (int i = 0; i < 2; i++)
		r->noted_ms[i] = r->paced_ms[i] = r->lead_ms;
	table_init(&r->table, &config, pass_on, r);
	r->from = r->table;
	forget_inputs(r);
	reopen(r, 0);
	for (size_t i = 0; i < c->count; i++) {
		play_line(r, &c->lines[i], i + 2); /* the first line is the head */
		if (i == r->dump_line)
			r->is_met = board_session_state(&r->table.session) == BOARD_ST_RUNNING;
	}
}

/* Did the recorder begin as our session does? */
static bool greets_like_us(const struct capture *capture)
{
	const struct board_words *ours = &board_make_at(capture->config.board.make)->greeting;
	size_t same = 0;

	for (size_t i = 0; i < capture->count; i++) {
		const struct capture_line *line = &capture->lines[i];

		for (size_t j = 0; line->way == CAPTURE_OUT && j < line->len; j++) {
			if (line->bytes[j] != ours->bytes[same])
				return false;
			if (++same == ours->len)
				return true;
		}
	}
	return false;
}

/* A recording of our own session is a talk; others hold answers to other questions. */
static bool is_talk(struct replay *r)
{
	if (!board_make_at(r->capture->config.board.make)->peek)
		return true; /* no other program's are known of it */
	r->is_silent = true;
	r->is_met = false;
	play(r);
	r->is_silent = false;
	return r->table.identity.firmware.main > 0 &&
	       board_session_state(&r->table.session) != BOARD_ST_LOST &&
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
	if (!is_talk(r)) {
		r->lead_ms = LEAD_MS;
		r->is_paced = are_times_put_in(r);
	}
	play(r);
	if (r->is_paced)
		end_ms = r->paced_ms[0] - r->lead_ms;
	table_rest(&r->table, r->lead_ms + end_ms + AFTER_MS);
	examine_open(r);
	forget_inputs(r);
	free(r->inputs);
	r->inputs = NULL;
	return !r->has_failed;
}
