/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/session_private.h"

#include <string.h>

#define SETTLE_MS          100 /* after 0x40: what was under way arrives and is forgotten */
#define VERSION_AGAIN_MS   500
#define VERSION_TRIES      3
#define SERIAL_TRIES       3
#define DUMP_AGAIN_MS      1500 /* asked for and not come */
#define DUMP_EVERY_MS      3000 /* nothing but a dump shows what the line has lost */
#define DUMP_LATE_MS       1500 /* so much later while hands are at work */
#define OVERTAKEN_MAX      8    /* squares of changes that may be on the line */
#define QUIET_MS           300  /* one scan after the last change: now a dump will agree */
#define QUIET_BLUETOOTH_MS 600
#define BATTERY_EVERY_MS   60000

static uint64_t quiet_ms(const struct dgt_session *s)
{
	return s->config.is_bluetooth ? QUIET_BLUETOOTH_MS : QUIET_MS;
}

/*
 * A dump once the hands are still. Its 67 bytes hold up what the board has
 * noticed meanwhile: a man gone for one scan would seem to be gone for longer,
 * and that is no noise. So even the regular one waits a little for hands.
 */
static void want_dump(struct dgt_session *s)
{
	uint64_t quiet = s->now_ms + quiet_ms(s);
	uint64_t regular = s->single.dumped_ms + DUMP_EVERY_MS + DUMP_LATE_MS;
	uint64_t again = s->single.dump_asked_ms + quiet_ms(s);

	if (s->single.is_asked)
		return;
	if (regular < again)
		regular = again; /* noise without end must not become questions without end */
	s->timers[DGT_TIMER_DUMP] = quiet < regular ? quiet : regular;
}

void dgt_single_ask_board(struct dgt_session *s, uint64_t at_ms)
{
	uint64_t again = s->single.dump_asked_ms + quiet_ms(s);
	uint64_t at = again > at_ms ? again : at_ms;

	s->single.is_asked = true;
	if (at < s->timers[DGT_TIMER_DUMP])
		s->timers[DGT_TIMER_DUMP] = at;
}

static bool is_same_serial(const char a[BOARD_SERIAL_MAX], const char b[BOARD_SERIAL_MAX])
{
	return memcmp(a, b, BOARD_SERIAL_MAX) == 0; /* always filled up with zeros */
}

void dgt_single_forget_pending(struct dgt_single *one)
{
	one->pending_count = 0;
	one->pending_overflow = false;
}

void dgt_single_open(struct dgt_session *s)
{
	struct dgt_single *one = &s->single;

	if (!one->has_gap) /* else what is known dates from before the one that is still open */
		one->gap_ms = one->heard_ms;
	one->has_gap = one->mirror.is_known;
	one->identity = (struct board_identity){0};
	memset(one->heard_serial, 0, sizeof(one->heard_serial));
	one->has_suspect = one->is_asked = false;
	one->is_unexplained = false;
	one->fetches = 0;
	one->time_asked_ms = 0;
	dgt_replay_init(&one->replay, 0);
	dgt_single_forget_pending(one);
	s->state = DGT_ST_GREETING;
	dgt_session_command(s, DGT_CMD_IDLE);
	dgt_session_wait(s, DGT_TIMER_PHASE, SETTLE_MS);
}

static void ask_version(struct dgt_session *s)
{
	s->single.tries++;
	dgt_session_command(s, DGT_CMD_SEND_VERSION);
	dgt_session_wait(s, DGT_TIMER_PHASE, VERSION_AGAIN_MS);
}

static void ask_serial(struct dgt_session *s)
{
	const uint8_t byte = DGT_CMD_SEND_SERIAL;

	dgt_session_write(s, &byte, 1); /* nothing guards the digits: two answers must agree */
	dgt_session_write(s, &byte, 1);
}

/* The update mode before the dump: nothing between them is lost then. */
void dgt_single_ask_dump(struct dgt_session *s)
{
	dgt_session_command(s, DGT_CMD_UPDATE_NICE);
	dgt_session_command(s, DGT_CMD_SEND_BOARD);
	s->single.is_mute = s->single.dumped_ms < s->single.dump_asked_ms;
	s->single.dump_asked_ms = s->now_ms;
	s->single.is_asked = false;
	dgt_session_wait(s, DGT_TIMER_DUMP, DUMP_AGAIN_MS);
}

/* Who is it? That is all that is asked. */
static void meet(struct dgt_session *s)
{
	s->single.tries++;
	ask_serial(s);
	dgt_session_wait(s, DGT_TIMER_PHASE, VERSION_AGAIN_MS);
	dgt_session_wait(s, DGT_TIMER_SILENCE, 5 * DGT_ALIVE_MS);
}

static void say_who_it_is(struct dgt_session *s)
{
	dgt_session_stop(s, DGT_TIMER_PHASE);
	s->single.tries = 0; /* nothing is asked any more */
	dgt_session_say(s, (struct board_event){.type = BOARD_EV_CONNECTED,
						.identity = s->single.identity});
}

static void start(struct dgt_session *s)
{
	s->state = DGT_ST_STARTING;
	s->single.tries = 0;
	dgt_session_stop(s, DGT_TIMER_PHASE);
	if (s->config.only_meet) {
		meet(s);
		return;
	}
	ask_serial(s);
	dgt_session_command(s, DGT_CMD_SEND_LONG_SERIAL);
	dgt_single_ask_dump(s);
	dgt_session_command(s, DGT_CMD_SEND_TIME);
	s->single.time_asked_ms = s->now_ms;
	s->single.battery_asked_ms = s->now_ms;
	if (s->config.is_bluetooth)
		dgt_session_command(s, DGT_CMD_SEND_BATTERY);
	dgt_session_wait(s, DGT_TIMER_ALIVE, DGT_ALIVE_MS);
	dgt_session_wait(s, DGT_TIMER_SILENCE, 5 * DGT_ALIVE_MS);
}

void dgt_single_phase(struct dgt_session *s)
{
	if (s->state == DGT_ST_GREETING) {
		dgt_parser_init(&s->parser);
		s->state = DGT_ST_IDENTIFYING;
		s->single.tries = 0;
		s->single.fetch_until_ms = s->now_ms + DGT_FETCH_MS;
		ask_version(s);
	} else if (s->state == DGT_ST_FETCHING) {
		dgt_single_log_failed(s);
	} else if (s->state == DGT_ST_RUNNING && s->single.unread.is_owed) {
		if (s->single.has_gap || s->single.has_suspect)
			dgt_single_log_wait(s);
		else
			dgt_single_log_fetch_unread(s);
	} else if (s->state == DGT_ST_STARTING && s->single.tries < SERIAL_TRIES) {
		meet(s);
	} else if (s->state == DGT_ST_STARTING) {
		say_who_it_is(s); /* it does not say */
	} else if (s->state == DGT_ST_IDENTIFYING && s->single.tries < VERSION_TRIES) {
		ask_version(s);
	} else if (s->state == DGT_ST_IDENTIFYING && s->wiring == BOARD_WIRING_UNKNOWN) {
		dgt_bus_line_open(s);
	} else if (s->state == DGT_ST_IDENTIFYING) {
		dgt_session_lose(s, BOARD_LOST_NO_ANSWER);
	}
}

void dgt_single_dump_due(struct dgt_session *s)
{
	struct dgt_single *one = &s->single;

	dgt_single_ask_dump(s);
	if (s->now_ms - one->time_asked_ms >= DUMP_EVERY_MS) {
		one->time_asked_ms = s->now_ms;
		dgt_session_command(s, DGT_CMD_SEND_TIME); /* a clock may be unplugged silently */
	}
	if (s->config.is_bluetooth && s->now_ms - one->battery_asked_ms >= BATTERY_EVERY_MS) {
		one->battery_asked_ms = s->now_ms;
		dgt_session_command(s, DGT_CMD_SEND_BATTERY);
	}
}

void dgt_single_alive_due(struct dgt_session *s)
{
	dgt_session_command(s, DGT_CMD_SEND_SERIAL);
	dgt_session_wait(s, DGT_TIMER_ALIVE, DGT_ALIVE_MS);
}

/*
 * A board that still sends the log somebody before us has asked for answers
 * behind it: as long as it speaks it is not asked again, nor taken for a bus.
 */
static void hear_who_it_is(struct dgt_session *s)
{
	if (s->now_ms + VERSION_AGAIN_MS < s->single.fetch_until_ms)
		dgt_session_wait(s, DGT_TIMER_PHASE, VERSION_AGAIN_MS);
}

void dgt_single_bytes(struct dgt_session *s)
{
	uint64_t pause = s->now_ms + DGT_FETCH_PAUSE_MS;

	if (s->state == DGT_ST_IDENTIFYING)
		hear_who_it_is(s);
	if (s->state != DGT_ST_FETCHING)
		return;
	s->timers[DGT_TIMER_PHASE] =
		pause < s->single.fetch_until_ms ? pause : s->single.fetch_until_ms;
	dgt_session_wait(s, DGT_TIMER_SILENCE, 5 * DGT_ALIVE_MS);
}

/* A field update with a code that is no piece: what stands there is not known any more. */
static void doubt_square(struct dgt_single *one, const struct dgt_message *msg)
{
	if (msg->damage == BOARD_DAMAGE_CONTENT && msg->frame[0] == DGT_MSG_FIELD_UPDATE &&
	    msg->frame[3] < BOARD_SQUARES && one->mirror.is_known && !one->has_gap)
		one->mirror.board.at[dgt_square_of(msg->frame[3])] = BOARD_UNKNOWN;
}

void dgt_single_damage(struct dgt_session *s, const struct dgt_message *msg)
{
	if (s->state == DGT_ST_FETCHING && msg && msg->frame[0] == DGT_MSG_LOG) {
		dgt_single_log_failed(s);
	} else if (s->state == DGT_ST_RUNNING) {
		if (msg)
			doubt_square(&s->single, msg);
		want_dump(s);
	}
}

/* Returns false while the board has still to say who it is. */
static bool connect(struct dgt_session *s)
{
	struct dgt_single *one = &s->single;
	struct board_event event = {.type = BOARD_EV_CONNECTED};

	if (one->identity.serial[0] == '\0' && ++one->tries < SERIAL_TRIES) {
		ask_serial(s);
		dgt_single_ask_dump(s);
		return false;
	}
	event.is_other = one->told.serial[0] != '\0' && one->identity.serial[0] != '\0' &&
			 !is_same_serial(one->told.serial, one->identity.serial);
	if (event.is_other) { /* another board: its game is not this one */
		one->mirror.is_known = false;
		one->has_gap = false;
		one->unread.is_owed = false;
	}
	if (one->identity.serial[0] != '\0')
		one->told = one->identity;
	event.identity = one->identity;
	dgt_session_say(s, event);
	s->state = DGT_ST_RUNNING;
	s->wiring = BOARD_WIRING_SINGLE;
	if (one->first_ms == 0)
		one->first_ms = s->now_ms;
	return true;
}

static void close_gap(struct dgt_session *s, const struct board_men *board,
		      enum board_resync resync)
{
	dgt_session_say_dump(s, 0, board, resync);
	s->single.has_gap = false;
	s->single.has_suspect = false;
}

/* What came in while the gap was open, told now that it is closed. */
static void tell_pending(struct dgt_session *s)
{
	struct dgt_single *one = &s->single;

	for (size_t i = 0; i < one->pending_count; i++) {
		const struct dgt_pending *pending = &one->pending[i];
		struct board_event event;

		if (pending->is_press) {
			one->mirror.is_pressed = true;
			dgt_session_say_press(s, &s->clock, 0, pending->side);
			dgt_single_log_note(s, NULL);
		} else if (dgt_mirror_apply(&one->mirror, pending->change, &event)) {
			dgt_session_say(s, event);
			dgt_single_log_note(s, &pending->change);
		}
	}
	dgt_single_forget_pending(one);
}

static enum board_resync how_recovered(const struct dgt_single *one)
{
	if (one->fetches == 0)
		return BOARD_RESYNC_UNCHANGED;
	if (one->is_unexplained)
		return BOARD_RESYNC_UNKNOWN;
	return one->replay.power_was_lost ? BOARD_RESYNC_POWER_LOST : BOARD_RESYNC_RECOVERED;
}

/* True when the dump is what we knew, with what came in since. */
static bool is_explained(const struct dgt_single *one, const struct board_men *dump)
{
	struct board_men board = one->mirror.board;

	for (size_t i = 0; i < one->pending_count; i++) {
		if (!one->pending[i].is_press)
			board.at[one->pending[i].change.square] = one->pending[i].change.piece;
	}
	return !one->pending_overflow && board_men_equal(&board, dump);
}

static void suspect(struct dgt_session *s, const struct board_men *dump)
{
	struct dgt_single *one = &s->single;

	one->has_suspect = true;
	one->suspect = *dump;
	one->doubted = 0;
	for (board_square square = 0; square < BOARD_SQUARES; square++)
		if (dump->at[square] != one->mirror.board.at[square])
			one->doubted |= UINT64_C(1) << square;
	dgt_session_wait(s, DGT_TIMER_DUMP, quiet_ms(s));
}

/* Two dumps in a row agree against us. One alone may have overtaken a field update. */
static bool is_confirmed(struct dgt_session *s, const struct board_men *dump)
{
	struct dgt_single *one = &s->single;

	if (one->has_suspect && board_men_equal(&one->suspect, dump))
		return true;
	suspect(s, dump);
	return false;
}

/*
 * Hands seldom rest for two dumps: a square on which both say the same against
 * us, and of which nothing was heard between them, has lost a change.
 */
static bool find_lost(const struct dgt_single *one, const struct board_men *dump,
		      struct board_men *ret)
{
	bool is_found = false;

	*ret = one->mirror.board;
	for (board_square square = 0; one->has_suspect && square < BOARD_SQUARES; square++) {
		if (!(one->doubted >> square & 1) || one->suspect.at[square] != dump->at[square])
			continue;
		ret->at[square] = dump->at[square];
		is_found = true;
	}
	return is_found;
}

/*
 * Nobody asks a recording again. No change that a dump has overtaken explains so
 * many squares: the program was started anew, for the next game.
 */
static bool is_another_board(const struct dgt_session *s, const struct board_men *dump)
{
	unsigned count = 0;

	for (board_square square = 0; s->config.is_recorded && square < BOARD_SQUARES; square++)
		count += dump->at[square] != s->single.mirror.board.at[square];
	return count > OVERTAKEN_MAX;
}

static void hear_other_dump(struct dgt_session *s, const struct board_men *dump)
{
	struct dgt_single *one = &s->single;
	struct board_men board;

	if (is_another_board(s, dump)) {
		dgt_mirror_adopt(&one->mirror, dump);
		close_gap(s, dump, BOARD_RESYNC_LOST);
		return;
	}
	if (find_lost(one, dump, &board)) {
		dgt_mirror_adopt(&one->mirror, &board);
		close_gap(s, &board, BOARD_RESYNC_LOST);
	}
	if (!board_men_equal(&one->mirror.board, dump))
		suspect(s, dump);
}

static void hear_dump_after_gap(struct dgt_session *s, const struct board_men *dump)
{
	struct dgt_single *one = &s->single;
	struct board_men before = one->mirror.board;

	if (is_explained(one, dump)) {
		if (one->fetches == 0)
			dgt_single_log_owe(s);
		close_gap(s, &before, how_recovered(one));
		tell_pending(s);
		dgt_single_log_wait(s);
	} else if (!is_confirmed(s, dump)) {
		return;
	} else if (dgt_single_log_is_worth(s)) {
		one->unread.is_owed = false; /* the board says no longer that nothing happened */
		dgt_single_log_fetch(s);
	} else {
		dgt_single_forget_pending(one);
		dgt_mirror_adopt(&one->mirror, dump);
		close_gap(s, dump, BOARD_RESYNC_UNKNOWN);
	}
}

static void hear_dump(struct dgt_session *s, const struct dgt_message *msg)
{
	struct dgt_single *one = &s->single;
	struct board_men dump;

	if (!dgt_message_board(msg, &dump))
		return;
	one->dumped_ms = s->now_ms;
	one->is_mute = false;
	if (s->state == DGT_ST_STARTING && !connect(s))
		return;
	if (s->state != DGT_ST_RUNNING)
		return;
	dgt_session_wait(s, DGT_TIMER_DUMP, DUMP_EVERY_MS);
	if (!one->mirror.is_known) {
		dgt_single_forget_pending(one);
		dgt_mirror_adopt(&one->mirror, &dump);
		dgt_session_say(s, (struct board_event){.type = BOARD_EV_DUMP, .board = dump});
	} else if (one->has_gap) {
		hear_dump_after_gap(s, &dump);
	} else if (board_men_equal(&one->mirror.board, &dump)) {
		one->has_suspect = false;
		one->agreed_ms = one->dump_asked_ms;
	} else {
		hear_other_dump(s, &dump);
	}
}

static void keep_pending(struct dgt_single *one, struct dgt_pending pending)
{
	if (one->pending_count < DGT_PENDING_MAX)
		one->pending[one->pending_count++] = pending;
	else
		one->pending_overflow = true;
}

static void hear_field(struct dgt_session *s, const struct dgt_message *msg)
{
	struct dgt_single *one = &s->single;
	struct dgt_field field = dgt_message_field(msg);
	struct board_event event;

	if (s->state != DGT_ST_STARTING && s->state != DGT_ST_RUNNING)
		return;
	one->doubted &= ~(UINT64_C(1) << field.square);
	if (one->has_gap) {
		keep_pending(one, (struct dgt_pending){.change = field});
	} else if (one->mirror.is_known && dgt_mirror_apply(&one->mirror, field, &event)) {
		dgt_session_say(s, event);
		dgt_single_log_note(s, &field);
	}
	if (s->state == DGT_ST_RUNNING)
		want_dump(s);
}

static void hear_time(struct dgt_session *s, const struct dgt_message *msg)
{
	struct dgt_single *one = &s->single;
	enum board_side side;

	if (s->state != DGT_ST_STARTING && s->state != DGT_ST_RUNNING)
		return;
	if (!dgt_session_hear_clock(s, &s->clock, 0, msg->payload, &side))
		return;
	if (one->has_gap) {
		keep_pending(one, (struct dgt_pending){.is_press = true, .side = side});
		return;
	}
	one->mirror.is_pressed = true;
	dgt_session_say_press(s, &s->clock, 0, side);
	dgt_single_log_note(s, NULL);
	if (s->state == DGT_ST_RUNNING)
		dgt_session_command(s, DGT_CMD_SEND_TIME); /* is it really over there? */
}

/* Boards of a bus that were called out of it all answer, and spoil each other's digits. */
static bool are_many(const struct dgt_session *s, const char *serial)
{
	bool is_spoilt = false;

	for (; *serial != '\0'; serial++)
		is_spoilt |= *serial < '0' || *serial > '9';
	return is_spoilt && s->wiring == BOARD_WIRING_UNKNOWN && s->state == DGT_ST_STARTING;
}

/* No checksum guards a serial number, and a game hangs on it: two answers must agree. */
static void hear_serial(struct dgt_session *s, const struct dgt_message *msg)
{
	struct dgt_single *one = &s->single;
	struct dgt_serial serial = dgt_message_serial(msg);
	bool is_believed = is_same_serial(serial.number, one->heard_serial);

	memcpy(one->heard_serial, serial.number, sizeof(one->heard_serial));
	if (!is_believed)
		return;
	if (are_many(s, serial.number))
		dgt_bus_line_open(s);
	else if (one->identity.serial[0] == '\0')
		memcpy(one->identity.serial, serial.number, sizeof(one->identity.serial));
	else if (!is_same_serial(one->identity.serial, serial.number))
		dgt_session_open(s, s->now_ms); /* the cable was put on another board */
	if (s->config.only_meet && s->state == DGT_ST_STARTING && one->tries > 0 &&
	    one->identity.serial[0] != '\0')
		say_who_it_is(s);
}

void dgt_single_message(struct dgt_session *s, const struct dgt_message *msg)
{
	struct dgt_single *one = &s->single;

	one->heard_ms = s->now_ms;
	if (s->state == DGT_ST_STARTING || s->state == DGT_ST_RUNNING)
		dgt_session_wait(s, DGT_TIMER_ALIVE, DGT_ALIVE_MS);

	if (msg->type == DGT_MSG_FIELD_UPDATE) {
		hear_field(s, msg);
	} else if (msg->type == DGT_MSG_TIME) {
		hear_time(s, msg);
	} else if (msg->type == DGT_MSG_BOARD_DUMP) {
		hear_dump(s, msg);
	} else if (msg->type == DGT_MSG_LOG) {
		dgt_single_log_hear(s, msg);
	} else if (msg->type == DGT_MSG_SERIAL && s->state != DGT_ST_GREETING) {
		hear_serial(s, msg);
	} else if (msg->type == DGT_MSG_LONG_SERIAL) {
		memcpy(one->identity.long_serial, dgt_message_serial(msg).number, BOARD_SERIAL_MAX);
	} else if (msg->type == DGT_MSG_BATTERY && s->state == DGT_ST_RUNNING) {
		dgt_session_say(s, (struct board_event){.type = BOARD_EV_BATTERY,
							.battery = dgt_message_battery(msg)});
	} else if (msg->type == DGT_MSG_VERSION && s->state == DGT_ST_IDENTIFYING) {
		one->identity.firmware = dgt_message_version(msg);
		if (s->wiring == BOARD_WIRING_UNKNOWN && s->config.only_meet)
			dgt_bus_line_check(s);
		else
			start(s);
	}
}
