/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/session_private.h"

#include <assert.h>
#include <string.h>

/*
 * Between two commands: the board's buffer holds ten bytes, drivers wait from
 * 3 to 100 ms. A bus waits for the answer instead.
 */
#define PACE_MS           50
#define PACE_BLUETOOTH_MS 100
#define SILENCE_MS        5000  /* without a message: the board is gone */
#define DAMAGE_GATHER_MS  100   /* damage is told when the burst is over, */
#define DAMAGE_AGAIN_MS   1000  /* and no more often than this */
#define SINGLE_MS         60000 /* so long after its first word a board is known to be alone */
#define DAMAGE_COUNT      5     /* told so often in a row: no single board is that bad */
#define ORDER_AGAIN_MS    2000
#define ORDER_ONCE_MS     4000 /* the last answers on a cable take two seconds, and then the line */
#define ORDER_TRIES       3
#define STALE_ACK_MS      1000
#define ANSWER_MS         500 /* a dump takes a fifth of it */
#define INCREMENT_MAX_S   60
#define LEVER_MS          500 /* nothing guards the lever's bit: nobody presses back so soon */

void dgt_session_init(struct dgt_session *s, struct board_config config)
{
	memset(s, 0, sizeof(*s));
	s->config = config;
	s->wiring = config.wiring;
	for (size_t i = 0; i < DGT_TIMERS; i++)
		s->timers[i] = BOARD_NEVER;
}

bool dgt_session_is_bus(const struct dgt_session *s)
{
	return s->state == DGT_ST_BUS_ENTERING || s->state == DGT_ST_BUS_FINDING ||
	       s->state == DGT_ST_BUS_RUNNING;
}

static bool is_open(const struct dgt_session *s)
{
	return s->state != DGT_ST_CLOSED && s->state != DGT_ST_LOST;
}

/* True once something at the other end has been recognised. */
static bool is_talking(const struct dgt_session *s)
{
	return s->state == DGT_ST_STARTING || s->state == DGT_ST_RUNNING ||
	       s->state == DGT_ST_FETCHING || s->state == DGT_ST_BUS_RUNNING;
}

void dgt_session_wait(struct dgt_session *s, enum dgt_timer timer, uint64_t ms)
{
	s->timers[timer] = s->now_ms + ms;
}

void dgt_session_stop(struct dgt_session *s, enum dgt_timer timer)
{
	s->timers[timer] = BOARD_NEVER;
}

void dgt_session_say(struct dgt_session *s, struct board_event event)
{
	assert(s->event_count < DGT_EVENTS_MAX);
	event.at_ms = s->now_ms;
	s->events[(s->event_first + s->event_count++) % DGT_EVENTS_MAX] = event;
}

void dgt_session_say_dump(struct dgt_session *s, uint16_t address, const struct board_men *board,
			  enum board_resync resync)
{
	dgt_session_say(s, (struct board_event){
				   .type = BOARD_EV_DUMP, .address = address, .board = *board});
	dgt_session_say(s, (struct board_event){.type = BOARD_EV_RESYNCED,
						.address = address,
						.resync = resync});
}

void dgt_session_write(struct dgt_session *s, const uint8_t *bytes, size_t len)
{
	struct dgt_write *write = &s->writes[(s->write_first + s->write_count) % DGT_WRITES_MAX];

	assert(len <= sizeof(write->bytes));
	if (s->write_count == DGT_WRITES_MAX)
		return; /* whatever it was will be asked again */
	write->len = (uint8_t)len;
	memcpy(write->bytes, bytes, len);
	s->write_count++;
	if (s->timers[DGT_TIMER_WRITE] == BOARD_NEVER)
		s->timers[DGT_TIMER_WRITE] = s->write_ms > s->now_ms ? s->write_ms : s->now_ms;
}

void dgt_session_command(struct dgt_session *s, enum dgt_command command)
{
	uint8_t byte = (uint8_t)command;

	assert(dgt_command_is_safe(byte));
	for (size_t i = 0; i < s->write_count; i++) {
		const struct dgt_write *w = &s->writes[(s->write_first + i) % DGT_WRITES_MAX];

		if (w->len == 1 && w->bytes[0] == byte)
			return;
	}
	dgt_session_write(s, &byte, 1);
}

void dgt_session_forget_writes(struct dgt_session *s)
{
	s->write_count = 0;
	dgt_session_stop(s, DGT_TIMER_WRITE);
}

/* The next command goes out, as far as the session is concerned. */
static void write_next(struct dgt_session *s)
{
	const struct dgt_write *write = &s->writes[s->write_first];
	uint64_t pace = s->config.is_bluetooth ? PACE_BLUETOOTH_MS : PACE_MS;

	if (s->write_count == 0)
		return;
	/* Nobody takes them when a recording is replayed; then they go nowhere. */
	if (s->out_len + write->len <= sizeof(s->out)) {
		memcpy(s->out + s->out_len, write->bytes, write->len);
		s->out_len += write->len;
	}
	s->write_first = (s->write_first + 1) % DGT_WRITES_MAX;
	s->write_count--;
	s->write_ms = s->now_ms + (dgt_session_is_bus(s) ? 0 : pace);
	if (s->write_count > 0)
		s->timers[DGT_TIMER_WRITE] = s->write_ms;
}

/* A board that has talked alone for a while is no bus, however bad its line becomes. */
static bool is_single(const struct dgt_session *s)
{
	return s->single.first_ms > 0 && s->now_ms - s->single.first_ms > SINGLE_MS;
}

void dgt_session_lose(struct dgt_session *s, enum board_lost why)
{
	for (size_t i = 0; i < DGT_TIMERS; i++)
		s->timers[i] = BOARD_NEVER;
	dgt_session_forget_writes(s);
	s->single.replay_len = 0;
	s->order.len = 0;
	s->clock = (struct dgt_clock_view){0};
	s->damaged_bytes = 0;
	dgt_bus_line_close(s);
	s->state = DGT_ST_LOST;
	if (why == BOARD_LOST_NO_ANSWER && !is_single(s))
		s->wiring = s->config.wiring; /* next time look for either again */
	dgt_session_say(s, (struct board_event){.type = BOARD_EV_LOST, .lost = why});
}

/*
 * Damage without end: several boards of a bus answer at once, and one of them
 * was understood by chance. (A single board behind a line as bad as that is
 * better off as a bus too, where every message has a checksum.)
 */
static bool are_many(struct dgt_session *s)
{
	bool goes_on = s->now_ms - s->damage_told_ms <= 2 * DAMAGE_AGAIN_MS;

	s->damage_count = goes_on ? s->damage_count + 1 : 0;
	return s->damage_count >= DAMAGE_COUNT && s->config.wiring == BOARD_WIRING_UNKNOWN &&
	       !dgt_session_is_bus(s) && !is_single(s);
}

static void tell_damage(struct dgt_session *s)
{
	bool looks_like_bus;

	if (s->damaged_bytes == 0)
		return;
	looks_like_bus = are_many(s);
	dgt_session_say(s, (struct board_event){.type = BOARD_EV_DAMAGED,
						.damage = s->damage,
						.bytes = (uint32_t)s->damaged_bytes});
	s->damaged_bytes = 0;
	s->damage_told_ms = s->now_ms;
	if (!looks_like_bus)
		return;
	s->damage_count = 0;
	dgt_session_lose(s, BOARD_LOST_NO_ANSWER);
	s->wiring = BOARD_WIRING_BUS;
}

/* Bytes were lost: count them, tell of them in time, and let the machine repair it. */
static void hear_damage(struct dgt_session *s, const struct dgt_message *msg, uint64_t bytes)
{
	uint64_t again = s->damage_told_ms + DAMAGE_AGAIN_MS;
	uint64_t gathered = s->now_ms + DAMAGE_GATHER_MS;

	s->dropped_bytes += bytes;
	if (is_talking(s)) {
		s->damaged_bytes += bytes;
		s->damage = msg->type == DGT_MSG_DAMAGED ? msg->damage : s->parser.noise;
		if (s->timers[DGT_TIMER_DAMAGE] == BOARD_NEVER)
			s->timers[DGT_TIMER_DAMAGE] = again > gathered ? again : gathered;
	}
	if (dgt_session_is_bus(s))
		dgt_bus_line_damage(s);
	else
		dgt_single_damage(s, msg->type == DGT_MSG_DAMAGED ? msg : NULL);
}

static void hear(struct dgt_session *s, const struct dgt_message *msg, uint64_t dropped_before)
{
	uint64_t dropped = s->parser.dropped_bytes - dropped_before;

	s->timers[DGT_TIMER_PARSER] = dgt_parser_deadline(&s->parser);
	if (dropped > 0)
		hear_damage(s, msg, dropped);
	if (msg->type == DGT_MSG_NONE || msg->type == DGT_MSG_DAMAGED)
		return;
	if (is_talking(s))
		dgt_session_wait(s, DGT_TIMER_SILENCE, SILENCE_MS);
	if (dgt_session_is_bus(s))
		dgt_bus_line_message(s, msg);
	else
		dgt_single_message(s, msg);
}

static void expire(struct dgt_session *s)
{
	uint64_t before = s->parser.dropped_bytes;
	struct dgt_message msg;

	(void)dgt_parser_expire(&s->parser, s->now_ms, &msg);
	hear(s, &msg, before);
}

/* A clock that is set twice has its time back that ran between. */
static bool is_sent_once(const struct dgt_clock_command *order)
{
	return order->bytes[3] == DGT_CLOCK_SET_AND_RUN;
}

static void order_due(struct dgt_session *s)
{
	if (s->order.len == 0)
		return;
	if (s->order_tries >= (is_sent_once(&s->order) ? 1 : ORDER_TRIES)) {
		s->order.len = 0;
		dgt_session_say(s,
				(struct board_event){.type = BOARD_EV_ACK, .ack.is_answer = true});
		return;
	}
	s->order_tries++;
	dgt_session_write(s, s->order.bytes, s->order.len);
	dgt_session_wait(s, DGT_TIMER_ORDER,
			 is_sent_once(&s->order) ? ORDER_ONCE_MS : ORDER_AGAIN_MS);
}

static void fire(struct dgt_session *s, enum dgt_timer timer)
{
	dgt_session_stop(s, timer);
	switch (timer) {
	case DGT_TIMER_WRITE: write_next(s); break;
	case DGT_TIMER_PARSER: expire(s); break;
	case DGT_TIMER_SILENCE: dgt_session_lose(s, BOARD_LOST_SILENT); break;
	case DGT_TIMER_PHASE:
		if (dgt_session_is_bus(s))
			dgt_bus_line_phase(s);
		else
			dgt_single_phase(s);
		break;
	case DGT_TIMER_DUMP: dgt_single_dump_due(s); break;
	case DGT_TIMER_ALIVE: dgt_single_alive_due(s); break;
	case DGT_TIMER_ORDER: order_due(s); break;
	case DGT_TIMER_DAMAGE: tell_damage(s); break;
	case DGT_TIMER_FIND: s->bus.wants_find = true; break;
	case DGT_TIMERS: break;
	}
}

static enum dgt_timer earliest(const struct dgt_session *s)
{
	enum dgt_timer first = DGT_TIMER_WRITE;

	for (int i = 0; i < DGT_TIMERS; i++) {
		if (s->timers[i] < s->timers[first])
			first = (enum dgt_timer)i;
	}
	return first;
}

uint64_t dgt_session_deadline(const struct dgt_session *s)
{
	return s->timers[earliest(s)];
}

/* Nothing may be read before what is already there has been taken. */
static bool is_ready(const struct dgt_session *s)
{
	return s->event_count + DGT_EVENTS_ROOM + DGT_EVENTS_KEPT <= DGT_EVENTS_MAX &&
	       s->single.replay_len == 0 && s->bus.replay_len == 0;
}

/* Runs what is due, each thing as if at its own time. Returns false when events must go first. */
static bool run(struct dgt_session *s, uint64_t at_ms)
{
	while (is_ready(s)) {
		enum dgt_timer timer = earliest(s);
		uint64_t due = s->timers[timer];

		if (due == BOARD_NEVER || due > at_ms) {
			if (at_ms > s->now_ms)
				s->now_ms = at_ms;
			return true;
		}
		if (due > s->now_ms)
			s->now_ms = due;
		fire(s, timer);
	}
	return false;
}

void dgt_session_tick(struct dgt_session *s, uint64_t at_ms)
{
	(void)run(s, at_ms);
}

size_t dgt_session_feed(struct dgt_session *s, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	size_t used = 0;

	while (used < len && run(s, at_ms)) {
		uint64_t before = s->parser.dropped_bytes;
		struct dgt_message msg;

		if (!is_open(s))
			return len;
		used += dgt_parser_feed(&s->parser,
					dgt_session_is_bus(s) ? DGT_MODE_BUS : DGT_MODE_SINGLE,
					s->now_ms, bytes + used, len - used, &msg);
		dgt_single_bytes(s);
		hear(s, &msg, before);
	}
	(void)run(s, at_ms);
	return used;
}

void dgt_session_open(struct dgt_session *s, uint64_t at_ms)
{
	if (at_ms > s->now_ms)
		s->now_ms = at_ms;
	for (size_t i = 0; i < DGT_TIMERS; i++)
		s->timers[i] = BOARD_NEVER;
	dgt_session_forget_writes(s);
	s->out_len = 0;
	s->write_ms = 0;
	s->single.replay_len = 0;
	s->bus.replay_len = 0;
	s->clock = (struct dgt_clock_view){0};
	s->damaged_bytes = 0;
	s->order.len = 0;
	dgt_parser_init(&s->parser);
	if (s->wiring == BOARD_WIRING_BUS)
		dgt_bus_line_open(s);
	else
		dgt_single_open(s);
	(void)run(s, at_ms);
}

void dgt_session_close(struct dgt_session *s, uint64_t at_ms)
{
	(void)run(s, at_ms);
	if (is_open(s))
		dgt_session_lose(s, BOARD_LOST_CLOSED);
	s->state = DGT_ST_CLOSED;
}

bool dgt_session_next(struct dgt_session *s, struct board_event *ret_event)
{
	if (s->event_count == 0) {
		*ret_event = (struct board_event){.type = BOARD_EV_NONE};
		if (s->single.replay_len > 0 && dgt_single_replay(s, ret_event))
			return true;
		if (s->bus.replay_len > 0 && dgt_bus_line_replay(s, ret_event))
			return true;
		if (s->event_count == 0)
			return false;
	}
	*ret_event = s->events[s->event_first];
	s->event_first = (s->event_first + 1) % DGT_EVENTS_MAX;
	s->event_count--;
	return true;
}

size_t dgt_session_take(struct dgt_session *s, uint8_t *ret_bytes, size_t cap)
{
	size_t n = s->out_len < cap ? s->out_len : cap;

	memcpy(ret_bytes, s->out, n);
	memmove(s->out, s->out + n, s->out_len - n);
	s->out_len -= n;
	return n;
}

/* An answer: does it close the open order? */
static void hear_ack(struct dgt_session *s, struct dgt_ack ack)
{
	uint8_t order = s->order.len > 0 ? s->order.bytes[3] : 0;

	if (order == 0 || dgt_ack_is_unsolicited(ack))
		return;
	if (!dgt_ack_is_good(ack) && s->order_tries < 2 && !is_sent_once(&s->order)) {
		dgt_session_wait(s, DGT_TIMER_ORDER,
				 0); /* once more: an XL answers 0x20 at times */
	} else if (!dgt_ack_is_good(ack) || ack.codes[1] == order ||
		   (order == DGT_CLOCK_ASCII_PI && ack.codes[1] == DGT_ACK_ASCII)) {
		s->order.len = 0;
		dgt_session_stop(s, DGT_TIMER_ORDER);
	}
}

/* Bluetooth firmware 2.10 repeats an old answer for a while; a button may be pressed twice. */
static bool is_stale(const struct dgt_session *s, const struct dgt_clock_view *view,
		     struct dgt_ack ack)
{
	return view->has_ack && memcmp(view->ack.codes, ack.codes, sizeof(ack.codes)) == 0 &&
	       s->now_ms - view->ack_ms < STALE_ACK_MS &&
	       (s->config.is_bluetooth || !dgt_ack_is_unsolicited(ack));
}

static struct board_event ack_event(uint16_t address, struct dgt_ack ack)
{
	struct board_event event = {
		.type = BOARD_EV_ACK, .address = address, .ack.is_good = dgt_ack_is_good(ack)};

	memcpy(event.ack.codes, ack.codes, sizeof(event.ack.codes));
	return event;
}

static void hear_answer(struct dgt_session *s, struct dgt_clock_view *view, uint16_t address,
			struct dgt_ack ack)
{
	bool had_order = s->order.len > 0;
	struct board_event event;

	if (is_stale(s, view, ack))
		return;
	view->has_ack = true;
	view->ack = ack;
	view->ack_ms = s->now_ms;
	event = ack_event(address, ack);
	hear_ack(s, ack);
	event.ack.is_answer = had_order && s->order.len == 0;
	dgt_session_say(s, event);
}

static bool has_flag(const struct board_time *time)
{
	return time->side[0].flag_blocked || time->side[1].flag_blocked ||
	       time->side[0].flag_shown || time->side[1].flag_shown;
}

/* Do dumps of a single board come when they are asked for? Not in another program's recording. */
static bool answers(const struct dgt_session *s)
{
	const struct dgt_single *one = &s->single;

	return s->state == DGT_ST_RUNNING && !s->config.is_recorded && one->agreed_ms > 0 &&
	       !one->is_mute &&
	       (one->dumped_ms >= one->dump_asked_ms || s->now_ms < one->dump_asked_ms + ANSWER_MS);
}

/* Can what the clock says be asked for again? Not in another program's recording. */
static bool asks_again(const struct dgt_session *s)
{
	return dgt_session_is_bus(s) || answers(s);
}

/* A clock that stops, is gone or shows a flag must say so twice: a game may end with it. */
static bool is_sudden(const struct dgt_session *s, const struct dgt_clock_view *view,
		      const struct board_time *time)
{
	return asks_again(s) && view->is_known && !view->has_stopped && view->time.connected &&
	       (!time->connected || (view->time.running && !time->running) ||
		(has_flag(time) && !has_flag(&view->time)));
}

static uint32_t seconds_of(const struct board_side_time *side)
{
	return side->hours * 3600u + side->minutes * 60u + side->seconds;
}

/*
 * With an increment a press is more than a bit: the time of who pressed rises,
 * and that of the other has hardly begun to fall.
 */
static bool has_gained(const struct board_time *before, const struct board_time *after)
{
	enum board_side who = before->to_move, other = board_side_opposite(who);
	uint32_t was = seconds_of(&before->side[who]), is = seconds_of(&after->side[who]);
	uint32_t had = seconds_of(&before->side[other]), has = seconds_of(&after->side[other]);

	return is > was && is - was <= INCREMENT_MAX_S && has <= had && had - has <= 1;
}

bool dgt_session_hear_clock(struct dgt_session *s, struct dgt_clock_view *view, uint16_t address,
			    const uint8_t *bytes, enum board_side *ret_side)
{
	enum dgt_clock_kind kind = dgt_clock_kind(bytes);
	struct board_time before = view->time, time;
	bool had_lever, is_over, is_back;

	if (kind == DGT_CLOCK_ACK)
		hear_answer(s, view, address, dgt_ack_read(bytes));
	if (kind != DGT_CLOCK_TIME && kind != DGT_CLOCK_ABSENT)
		return false;
	time = dgt_time_read(bytes);
	if (!time.connected) { /* the digits mean nothing: keep what it showed last */
		time = before;
		time.connected = false;
	}
	if (is_sudden(s, view, &time)) {
		view->has_stopped = true;
		if (!dgt_session_is_bus(s))
			dgt_session_command(s, DGT_CMD_SEND_TIME);
		return false;
	}
	view->has_stopped = false;
	had_lever = view->is_known && before.connected && time.connected;
	is_over = had_lever && before.to_move != time.to_move;
	is_back = is_over && view->has_doubt && !has_gained(&before, &time) &&
		  s->now_ms - view->over_ms <= LEVER_MS &&
		  (asks_again(s) || s->single.mirror.is_pressed); /* or a move is between */
	view->has_doubt = is_over && !is_back;
	view->over_ms = is_over ? s->now_ms : view->over_ms;
	if (view->is_known && board_time_equal(&before, &time))
		return false;
	view->is_known = true;
	view->time = time;
	dgt_session_say(s, (struct board_event){.type = BOARD_EV_CLOCK,
						.address = address,
						.is_back = is_back,
						.time = time});
	*ret_side = board_side_opposite(time.to_move);
	return is_over && !is_back;
}

void dgt_session_say_press(struct dgt_session *s, const struct dgt_clock_view *view,
			   uint16_t address, enum board_side side)
{
	dgt_session_say(s, (struct board_event){.type = BOARD_EV_PRESSED,
						.address = address,
						.side = side,
						.time = view->time});
}

void dgt_session_ask_board(struct dgt_session *s, uint64_t at_ms)
{
	if (s->state == DGT_ST_RUNNING)
		dgt_single_ask_board(s, at_ms);
}

uint64_t dgt_session_agreed_ms(const struct dgt_session *s)
{
	return s->single.agreed_ms;
}

const struct board_men *dgt_session_board(const struct dgt_session *s, uint16_t address)
{
	const struct dgt_single *single = &s->single;

	if (address == 0)
		return s->state == DGT_ST_RUNNING && single->mirror.is_known && !single->has_gap &&
				       !single->has_suspect
			       ? &single->mirror.board
			       : NULL;
	for (size_t i = 0; i < s->bus.count; i++) {
		const struct dgt_bus_board *b = &s->bus.boards[i];

		if (b->address == address && b->is_here && b->mirror.is_known && !b->has_gap &&
		    !b->has_suspect)
			return &b->mirror.board;
	}
	return NULL;
}

bool dgt_session_start_game(struct dgt_session *s, uint16_t address)
{
	for (size_t i = 0; i < s->bus.count; i++) {
		if (s->bus.boards[i].address == address && address != DGT_BUS_ALL) {
			s->bus.boards[i].wants_start = true;
			return true;
		}
	}
	return false;
}

bool dgt_session_clock(struct dgt_session *s, const struct dgt_clock_command *order)
{
	if (s->state != DGT_ST_RUNNING || s->order.len > 0)
		return false;
	s->order = *order;
	s->order_tries = 0;
	order_due(s);
	return true;
}
