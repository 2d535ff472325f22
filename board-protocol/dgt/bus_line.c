/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/session_private.h"

#include <string.h>

#define ENTER_MS         200
#define ANSWER_MS        300  /* 80 on a bare line; adapters and RFCOMM add their own */
#define LISTEN_MS        1500 /* to a broadcast ping: answers are spread over 1.1 s */
#define CHECK_MS         1200 /* the same, where an adapter need not be slow */
#define CHECK_ROUNDS     2
#define GAP_MS           5  /* between an answer and the next request */
#define CLEAR_MS         50 /* after damage */
#define TRIES_MAX        3
#define ROUNDS_MAX       10 /* of finding, when they keep colliding */
#define EMPTY_ROUNDS_MAX 3
#define POLL_MS          250 /* one scan: more often there is nothing new */
#define POLL_LOST_MS     2000
#define BOARD_EVERY_MS   5000
#define CLOCK_EVERY_MS   5000
#define FIND_EVERY_MS    60000
#define LOST_MS          5000

#define NOTHING   ((enum dgt_bus_command)0)
#define EVERYBODY SIZE_MAX /* asked by a broadcast */

static void choose(struct dgt_session *s);

static struct dgt_bus_board *whom(struct dgt_session *s)
{
	return s->bus.whom < s->bus.count ? &s->bus.boards[s->bus.whom] : NULL;
}

static void say(struct dgt_session *s, const struct dgt_bus_board *b, struct board_event event)
{
	event.address = b->address;
	dgt_session_say(s, event);
}

/* Sends a request; what happens next is decided by its answer or by the timer. */
static void ask(struct dgt_session *s, enum dgt_bus_command command, size_t index)
{
	uint16_t address = index < s->bus.count ? s->bus.boards[index].address : DGT_BUS_ALL;
	uint8_t bytes[DGT_BUS_REQUEST_LEN];

	s->bus.asked = command;
	s->bus.whom = index;
	s->bus.tries++;
	dgt_bus_request(command, address, bytes);
	dgt_session_write(s, bytes, sizeof(bytes));
	if (index != EVERYBODY)
		dgt_session_wait(s, DGT_TIMER_PHASE, ANSWER_MS);
	else
		dgt_session_wait(s, DGT_TIMER_PHASE, s->bus.is_check ? CHECK_MS : LISTEN_MS);
}

static void ask_first(struct dgt_session *s, enum dgt_bus_command command, size_t index)
{
	s->bus.tries = 0;
	s->bus.has_damage = false;
	ask(s, command, index);
}

void dgt_bus_line_open(struct dgt_session *s)
{
	dgt_parser_init(&s->parser);
	s->state = DGT_ST_BUS_ENTERING;
	s->bus.asked = NOTHING;
	s->bus.rounds = 0;
	s->bus.wants_find = s->bus.is_check = false;
	for (size_t i = 0; i < s->bus.count; i++)
		s->bus.boards[i].is_here = false;
	dgt_session_command(s, DGT_CMD_TO_BUS);
	dgt_session_wait(s, DGT_TIMER_PHASE, ENTER_MS);
}

void dgt_bus_line_check(struct dgt_session *s)
{
	dgt_session_forget_writes(s);
	dgt_bus_line_open(s);
	s->bus.is_check = true;
}

/* Away, and when it comes back what happened meanwhile is a gap. */
static void leave(struct dgt_bus_board *b)
{
	b->is_here = false;
	b->has_version = false;
	b->has_suspect = false;
	b->has_gap = b->mirror.is_known;
	b->has_recovered = false;
	b->replay.power_was_lost = false;
	b->clock = (struct dgt_clock_view){0};
}

static struct dgt_bus_board *board_at(struct dgt_session *s, uint16_t address)
{
	for (size_t i = 0; i < s->bus.count; i++)
		if (s->bus.boards[i].address == address)
			return &s->bus.boards[i];
	return NULL;
}

void dgt_session_meet(struct dgt_session *s, uint16_t address)
{
	struct dgt_bus_board *b = board_at(s, address);

	if (!b)
		return;
	b->has_version = false;
	b->has_gap = b->has_recovered = b->has_suspect = false;
	b->mirror.is_known = false;
	b->clock = (struct dgt_clock_view){0};
	b->wants_board = b->wants_clock = true;
	dgt_replay_init(&b->replay, 0);
}

bool dgt_session_is_here(const struct dgt_session *s, uint16_t address, uint64_t *ret_heard_ms)
{
	for (size_t i = 0; i < s->bus.count; i++) {
		if (s->bus.boards[i].address != address)
			continue;
		*ret_heard_ms = s->bus.boards[i].heard_ms;
		return s->bus.boards[i].is_here && s->bus.boards[i].has_version;
	}
	return false;
}

void dgt_bus_line_close(struct dgt_session *s)
{
	for (size_t i = 0; i < s->bus.count; i++) {
		struct dgt_bus_board *b = &s->bus.boards[i];

		/* What was asked last may have been answered to nobody. */
		if (s->bus.whom == i && s->bus.asked == DGT_BUS_SEND_CHANGES)
			b->owes_changes = true;
		leave(b);
	}
	s->bus.asked = NOTHING;
	s->bus.replay_len = 0;
}

/* 6.3 of the protocol: hush those we know, call for the others, until nobody new answers. */
static void call(struct dgt_session *s)
{
	s->bus.has_news = false;
	s->bus.rounds++;
	ask_first(s, DGT_BUS_PING, EVERYBODY);
}

static void hush_next(struct dgt_session *s, size_t from)
{
	while (from < s->bus.count && !s->bus.boards[from].is_here)
		from++;
	if (from < s->bus.count)
		ask_first(s, DGT_BUS_IGNORE_NEXT_PING, from);
	else
		call(s);
}

static void knock_next(struct dgt_session *s, size_t from)
{
	while (from < s->bus.count && s->bus.boards[from].is_here)
		from++;
	if (from < s->bus.count)
		ask_first(s, DGT_BUS_PING, from);
	else
		hush_next(s, 0);
}

static void find(struct dgt_session *s)
{
	s->state = DGT_ST_BUS_FINDING;
	s->bus.rounds = 0;
	s->bus.wants_find = false;
	dgt_session_stop(s, DGT_TIMER_SILENCE);
	knock_next(s, 0);
}

static bool is_anybody_here(const struct dgt_session *s)
{
	for (size_t i = 0; i < s->bus.count; i++) {
		if (s->bus.boards[i].is_here)
			return true;
	}
	return false;
}

/* Tables are given in this order: it must not hang on who was heard first. */
static void sort_boards(struct dgt_bus_line *bus)
{
	for (size_t i = 1; i < bus->count; i++) {
		for (size_t j = i; j > 0 && bus->boards[j].address < bus->boards[j - 1].address;
		     j--) {
			struct dgt_bus_board board = bus->boards[j];

			bus->boards[j] = bus->boards[j - 1];
			bus->boards[j - 1] = board;
		}
	}
	bus->whom = bus->count - 1; /* the first is next */
}

/*
 * One board is no bus, even if it was slow to answer as a single one; and where
 * one has answered so, it may be one that knows no bus.
 */
static bool is_alone(const struct dgt_session *s)
{
	return s->bus.is_check ? s->bus.count <= 1 : s->config.only_meet && s->bus.count == 1;
}

static void go_single(struct dgt_session *s)
{
	s->bus.count = 0;
	s->bus.asked = NOTHING;
	s->bus.is_check = false;
	s->wiring = BOARD_WIRING_SINGLE;
	dgt_parser_init(&s->parser);
	dgt_single_open(s);
}

static void run(struct dgt_session *s)
{
	s->state = DGT_ST_BUS_RUNNING;
	s->wiring = BOARD_WIRING_BUS;
	s->bus.is_check = false;
	sort_boards(&s->bus);
	dgt_session_wait(s, DGT_TIMER_FIND, FIND_EVERY_MS);
	dgt_session_wait(s, DGT_TIMER_SILENCE, LOST_MS);
	choose(s);
}

static unsigned empty_rounds(const struct dgt_session *s)
{
	if (s->bus.is_check)
		return CHECK_ROUNDS;
	return s->wiring == BOARD_WIRING_UNKNOWN ? 1 : EMPTY_ROUNDS_MAX;
}

static void call_ended(struct dgt_session *s)
{
	/* Damage is a collision: somebody was not heard. */
	if ((s->bus.has_news || s->bus.has_damage) && s->bus.rounds < ROUNDS_MAX)
		hush_next(s, 0);
	else if (is_anybody_here(s) && !is_alone(s))
		run(s);
	else if (s->bus.rounds < empty_rounds(s))
		call(s);
	else if (is_alone(s))
		go_single(s);
	else
		dgt_session_lose(s, BOARD_LOST_NO_ANSWER);
}

static void find_on(struct dgt_session *s, bool is_answered)
{
	size_t index = s->bus.whom;

	if (index == EVERYBODY)
		call_ended(s);
	else if (!is_answered && s->bus.tries < 2)
		ask(s, s->bus.asked, index); /* a board in single mode swallows the first */
	else if (s->bus.asked == DGT_BUS_PING)
		knock_next(s, index + 1);
	else
		hush_next(s, index + 1);
}

/* A ping was answered. */
static void hear_ping(struct dgt_session *s, uint16_t address)
{
	size_t i = 0;

	while (i < s->bus.count && s->bus.boards[i].address != address)
		i++;
	if (i == BOARD_BUS_MAX || address == DGT_BUS_ALL)
		return;
	if (i == s->bus.count) {
		s->bus.boards[i] = (struct dgt_bus_board){.address = address};
		s->bus.count++;
	}
	if (!s->bus.boards[i].is_here)
		s->bus.has_news = true;
	s->bus.boards[i].is_here = true;
	s->bus.boards[i].heard_ms = s->now_ms;
	if (s->state == DGT_ST_BUS_FINDING && s->bus.whom == i)
		find_on(s, true);
}

/* What this board should be asked now; NOTHING, and when to look again. */
static enum dgt_bus_command wish(const struct dgt_bus_board *b, uint64_t now_ms, uint64_t *ret_ms)
{
	*ret_ms = b->poll_ms;
	if (!b->is_here)
		return now_ms >= b->poll_ms ? DGT_BUS_PING : NOTHING;
	if (!b->has_version)
		return DGT_BUS_SEND_VERSION;
	if (b->owes_changes && b->has_emptied)
		return DGT_BUS_REPEAT_CHANGES;
	if (!b->has_emptied || now_ms >= b->poll_ms)
		return DGT_BUS_SEND_CHANGES;
	if (b->wants_board || now_ms >= b->board_ms)
		return DGT_BUS_SEND_BOARD;
	if (b->wants_start)
		return DGT_BUS_START_GAME;
	return b->wants_clock || now_ms >= b->clock_ms ? DGT_BUS_SEND_TIME : NOTHING;
}

/* Whose turn is it? Each after the one before, so that nobody is forgotten. */
static void choose(struct dgt_session *s)
{
	uint64_t first = s->now_ms + POLL_MS;

	s->bus.asked = NOTHING;
	if (s->bus.wants_find) {
		find(s);
		return;
	}
	for (size_t i = 1; i <= s->bus.count; i++) {
		size_t last = s->bus.whom < s->bus.count ? s->bus.whom : 0;
		size_t index = (last + i) % s->bus.count;
		uint64_t when;
		enum dgt_bus_command command = wish(&s->bus.boards[index], s->now_ms, &when);

		if (s->config.only_meet && s->bus.boards[index].has_version)
			continue;
		if (command != NOTHING) {
			ask_first(s, command, index);
			return;
		}
		first = when < first ? when : first;
	}
	s->timers[DGT_TIMER_PHASE] = first > s->now_ms ? first : s->now_ms + GAP_MS;
}

static void connect(struct dgt_session *s, struct dgt_bus_board *b)
{
	struct board_event event = {.type = BOARD_EV_CONNECTED};
	unsigned rest = b->address;

	/* The address is the serial number in binary. */
	for (size_t i = 5; i-- > 0; rest /= 10)
		event.identity.serial[i] = (char)('0' + rest % 10);
	event.identity.firmware = b->firmware;
	b->has_version = true;
	b->wants_board = true;
	b->wants_clock = true;
	say(s, b, event);
}

/* Given up for this turn. */
static void give_up(struct dgt_session *s, struct dgt_bus_board *b)
{
	b->poll_ms = s->now_ms + (b->is_here ? POLL_MS : POLL_LOST_MS);
	if (b->is_here && s->now_ms - b->heard_ms >= LOST_MS) {
		say(s, b, (struct board_event){.type = BOARD_EV_LOST, .lost = BOARD_LOST_SILENT});
		leave(b);
	} else if (s->bus.asked == DGT_BUS_SEND_VERSION) {
		connect(s, b); /* it pings; firmware before 1.2 may not tell */
	} else if (s->bus.asked == DGT_BUS_SEND_FROM_START) {
		b->owes_changes = false; /* nothing more can be done: a dump will tell */
		b->wants_board = true;
	} else if (s->bus.asked == DGT_BUS_START_GAME) {
		b->wants_start = false;
	} else if (s->bus.asked == DGT_BUS_SEND_TIME) {
		b->wants_clock = false;
		b->clock_ms = s->now_ms + CLOCK_EVERY_MS;
	}
	choose(s);
}

/* No answer, or a damaged one. Changes must be repeated, not asked anew: they are consumed. */
static void failed(struct dgt_session *s)
{
	struct dgt_bus_board *b = whom(s);

	b->was_late = true;
	if (s->bus.asked == DGT_BUS_SEND_CHANGES) {
		b->owes_changes = true;
		s->bus.asked = DGT_BUS_REPEAT_CHANGES;
	}
	if (b->is_here && s->bus.tries < TRIES_MAX)
		ask(s, s->bus.asked, s->bus.whom);
	else if (s->bus.asked == DGT_BUS_REPEAT_CHANGES && s->bus.has_damage && b->has_emptied)
		ask_first(s, DGT_BUS_SEND_FROM_START, s->bus.whom);
	else
		give_up(s, b);
}

void dgt_bus_line_phase(struct dgt_session *s)
{
	if (s->state == DGT_ST_BUS_ENTERING)
		find(s);
	else if (s->state == DGT_ST_BUS_FINDING)
		find_on(s, false);
	else if (s->bus.asked != NOTHING)
		failed(s);
	else
		choose(s);
}

void dgt_bus_line_damage(struct dgt_session *s)
{
	s->bus.has_damage = true;
	if (s->state == DGT_ST_BUS_RUNNING && s->bus.asked != NOTHING)
		dgt_session_wait(s, DGT_TIMER_PHASE, CLEAR_MS);
}

/* Answered. After a second try the first answer may still come late: let it pass. */
static void answered(struct dgt_session *s)
{
	bool may_come_again = s->bus.tries > 1;

	s->bus.asked = NOTHING;
	dgt_session_wait(s, DGT_TIMER_PHASE, may_come_again ? ANSWER_MS : GAP_MS);
}

static uint32_t fingerprint(const struct dgt_message *msg)
{
	uint32_t hash = 2166136261U; /* FNV-1a */

	hash = (hash ^ (uint32_t)msg->type) * 16777619U;
	for (size_t i = 0; i < msg->len; i++)
		hash = (hash ^ msg->payload[i]) * 16777619U;
	return hash;
}

static void hear_changes(struct dgt_session *s, struct dgt_bus_board *b,
			 const struct dgt_message *msg)
{
	uint32_t packet = fingerprint(msg);
	bool is_old =
		s->bus.asked == DGT_BUS_REPEAT_CHANGES && b->has_packet && packet == b->packet;

	b->owes_changes = false;
	b->has_packet = true;
	b->packet = packet;
	b->poll_ms = s->now_ms + POLL_MS;
	if (is_old) {
		b->poll_ms = s->now_ms; /* our request had been lost, not its answer */
	} else if (!b->has_emptied || !b->mirror.is_known) {
		b->has_emptied = true; /* what was before us is not our game */
		b->wants_board = true;
		b->has_suspect &= msg->len == 0;
	} else if (msg->len > 0) {
		b->replay.at = 0;
		s->bus.replay_len = msg->len;
	}
	answered(s);
}

/* All since the start of the game: what we have not heard of it yet. */
static void hear_from_start(struct dgt_session *s, struct dgt_bus_board *b,
			    const struct dgt_message *msg)
{
	size_t at;

	b->owes_changes = false;
	b->wants_board = true;
	if (b->mirror.is_known && dgt_gap_find(msg->payload, msg->len, &b->mirror, NULL, &at)) {
		b->replay.at = at;
		s->bus.replay_len = msg->len;
	}
	answered(s);
}

bool dgt_bus_line_replay(struct dgt_session *s, struct board_event *ret_event)
{
	struct dgt_bus_board *b = whom(s);

	if (!dgt_replay_next(&b->replay, &b->mirror, s->parser.frame + DGT_HEADER + 2,
			     s->bus.replay_len, ret_event)) {
		s->bus.replay_len = 0;
		b->wants_board = b->wants_board || b->replay.is_listing || b->replay.power_was_lost;
		return false;
	}
	if (ret_event->type == BOARD_EV_DAMAGED)
		b->wants_board = true;
	if (ret_event->type == BOARD_EV_PRESSED)
		b->wants_clock = true; /* the tag tells one side only */
	b->has_recovered = true;
	ret_event->source = b->has_gap ? BOARD_FROM_LOG : BOARD_LIVE;
	ret_event->address = b->address;
	ret_event->at_ms = s->now_ms;
	return true;
}

static void settle(struct dgt_session *s, struct dgt_bus_board *b, enum board_resync resync)
{
	b->has_gap = false;
	b->has_suspect = false;
	b->replay.is_listing = false;
	b->replay.power_was_lost = false;
	dgt_session_say_dump(s, b->address, &b->mirror.board, resync);
}

/* The dump before it showed the same, and nothing has changed since. */
static bool is_confirmed(struct dgt_bus_board *b, const struct board_men *dump)
{
	bool is = b->has_suspect && board_men_equal(&b->suspect, dump);

	b->has_suspect = true;
	b->suspect = *dump;
	return is;
}

static void hear_board(struct dgt_session *s, struct dgt_bus_board *b,
		       const struct dgt_message *msg)
{
	bool was_off = b->replay.power_was_lost;
	struct board_men dump;

	b->wants_board = false;
	b->board_ms = s->now_ms + BOARD_EVERY_MS;
	answered(s);
	if (!dgt_message_board(msg, &dump))
		return;
	if (!b->mirror.is_known && b->was_late && !is_confirmed(b, &dump)) {
		b->wants_board = true; /* it may be from before what was emptied */
		b->poll_ms = s->now_ms;
	} else if (!b->mirror.is_known) {
		b->has_suspect = b->was_late = false;
		dgt_mirror_adopt(&b->mirror, &dump);
		say(s, b, (struct board_event){.type = BOARD_EV_DUMP, .board = dump});
	} else if (board_men_equal(&b->mirror.board, &dump)) {
		b->has_suspect = false;
		if (was_off)
			settle(s, b, BOARD_RESYNC_POWER_LOST);
		else if (b->has_gap)
			settle(s, b,
			       b->has_recovered ? BOARD_RESYNC_RECOVERED : BOARD_RESYNC_UNCHANGED);
	} else if (b->replay.is_listing ||
		   (b->has_suspect && board_men_equal(&b->suspect, &dump))) {
		enum board_resync unknown = b->has_gap ? BOARD_RESYNC_UNKNOWN : BOARD_RESYNC_LOST;

		dgt_mirror_adopt(&b->mirror, &dump);
		settle(s, b, was_off ? BOARD_RESYNC_POWER_LOST : unknown);
	} else { /* the board may be ahead of its changes: fetch those, then look again */
		b->has_suspect = true;
		b->suspect = dump;
		b->wants_board = true;
		b->poll_ms = s->now_ms;
	}
}

static void hear_time(struct dgt_session *s, struct dgt_bus_board *b, const struct dgt_message *msg)
{
	enum board_side side;

	b->wants_clock = false;
	b->clock_ms = s->now_ms + CLOCK_EVERY_MS;
	/* Presses are told by the changes, with their place among them. */
	(void)dgt_session_hear_clock(s, &b->clock, b->address, msg->payload, &side);
	answered(s);
}

static void hear_version(struct dgt_session *s, struct dgt_bus_board *b,
			 const struct dgt_message *msg)
{
	b->firmware = dgt_message_version(msg);
	connect(s, b);
	answered(s);
}

static void hear_started(struct dgt_session *s, struct dgt_bus_board *b,
			 const struct dgt_message *msg)
{
	(void)msg;
	b->wants_start = false;
	answered(s);
}

static void hear_return(struct dgt_session *s, struct dgt_bus_board *b,
			const struct dgt_message *msg)
{
	(void)b;
	hear_ping(s, msg->address);
	answered(s);
}

void dgt_bus_line_message(struct dgt_session *s, const struct dgt_message *msg)
{
	static const struct {
		enum dgt_bus_command asked;
		enum dgt_message_type answer;
		void (*hear)(struct dgt_session *s, struct dgt_bus_board *b,
			     const struct dgt_message *msg);
	} answers[] = {
		{DGT_BUS_SEND_CHANGES, DGT_MSG_BUS_CHANGES, hear_changes},
		{DGT_BUS_SEND_CHANGES, DGT_MSG_BUS_CHANGES_EVEN, hear_changes},
		{DGT_BUS_REPEAT_CHANGES, DGT_MSG_BUS_CHANGES, hear_changes},
		{DGT_BUS_REPEAT_CHANGES, DGT_MSG_BUS_CHANGES_EVEN, hear_changes},
		{DGT_BUS_SEND_BOARD, DGT_MSG_BUS_BOARD, hear_board},
		{DGT_BUS_SEND_TIME, DGT_MSG_BUS_TIME, hear_time},
		{DGT_BUS_SEND_VERSION, DGT_MSG_BUS_VERSION, hear_version},
		{DGT_BUS_START_GAME, DGT_MSG_BUS_GAME_STARTED, hear_started},
		{DGT_BUS_SEND_FROM_START, DGT_MSG_BUS_FROM_START, hear_from_start},
		{DGT_BUS_PING, DGT_MSG_BUS_PING, hear_return},
	};
	struct dgt_bus_board *b = whom(s);

	if (s->state == DGT_ST_BUS_FINDING && msg->type == DGT_MSG_BUS_PING)
		hear_ping(s, msg->address);
	if (s->state != DGT_ST_BUS_RUNNING || !b || b->address != msg->address)
		return; /* not what was asked, or too late */
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		if (answers[i].asked == s->bus.asked && answers[i].answer == msg->type) {
			b->heard_ms = s->now_ms;
			answers[i].hear(s, b, msg);
			return;
		}
	}
}
