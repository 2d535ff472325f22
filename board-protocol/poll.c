/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/poll.h"

#include <assert.h>
#include <string.h>

#define WHO_AGAIN_MS    500
#define WHO_TRIES       3
#define BOARD_AGAIN_MS  500 /* an answer that has not come by then will not come */
#define SILENCE_MS      5000
#define LISTEN_MS       4000 /* to a board that is never asked who it is */
#define DAMAGE_EVERY_MS 1000
#define AGREE_EVERY_MS  2000
#define ROOM            (BOARD_SQUARES + 4) /* events that one message may make */
#define ROOM_KEPT       4                   /* for open, close and timers */

void board_poll_init(struct board_poll *p, const struct board_config *config,
		     const struct board_questions *questions)
{
	memset(p, 0, sizeof(*p));
	p->config = *config;
	p->questions = *questions;
	p->ask_ms = p->silence_ms = p->damage_ms = p->later_ms = BOARD_NEVER;
}

static bool is_open(const struct board_poll *p)
{
	return p->state != BOARD_ST_CLOSED && p->state != BOARD_ST_LOST;
}

static void say(struct board_poll *p, struct board_event event)
{
	assert(p->event_count < BOARD_POLL_EVENTS);
	event.at_ms = p->now_ms;
	p->events[(p->event_first + p->event_count++) % BOARD_POLL_EVENTS] = event;
}

bool board_poll_next(struct board_poll *p, struct board_event *ret_event)
{
	if (p->event_count == 0)
		return false;
	*ret_event = p->events[p->event_first];
	p->event_first = (p->event_first + 1) % BOARD_POLL_EVENTS;
	p->event_count--;
	return true;
}

bool board_poll_is_ready(const struct board_poll *p)
{
	return p->event_count + ROOM + ROOM_KEPT <= BOARD_POLL_EVENTS;
}

/* --- writing --- */

/* Nobody takes the bytes when a recording is replayed; then they go nowhere. */
static void write_words(struct board_poll *p, const struct board_words *words)
{
	if (p->out_len + words->len > sizeof(p->out))
		return;
	memcpy(p->out + p->out_len, words->bytes, words->len);
	p->out_len += words->len;
}

size_t board_poll_take(struct board_poll *p, uint8_t *ret_bytes, size_t cap)
{
	size_t len = p->out_len < cap ? p->out_len : cap;

	memcpy(ret_bytes, p->out, len);
	memmove(p->out, p->out + len, p->out_len - len);
	p->out_len -= len;
	return len;
}

static void ask(struct board_poll *p)
{
	if (p->questions.board.len == 0) {
		p->ask_ms = BOARD_NEVER;
		return;
	}
	write_words(p, &p->questions.board);
	if (!p->is_asked)
		p->asked_ms = p->now_ms;
	p->is_asked = true;
	p->ask_ms = p->now_ms + BOARD_AGAIN_MS;
}

static void ask_who(struct board_poll *p)
{
	write_words(p, &p->questions.who);
	p->tries++;
	p->ask_ms = p->questions.who.len > 0 ? p->now_ms + WHO_AGAIN_MS : BOARD_NEVER;
}

/* The first of those that wait, in the order of their times. */
static void plan_later(struct board_poll *p)
{
	p->later_ms = BOARD_NEVER;
	for (size_t i = 0; i < p->later_count; i++)
		if (p->later[i].at_ms < p->later_ms)
			p->later_ms = p->later[i].at_ms;
}

void board_poll_later(struct board_poll *p, const struct board_words *words, uint32_t in_ms)
{
	if (p->later_count == BOARD_POLL_LATER)
		return;
	p->later[p->later_count].at_ms = p->now_ms + in_ms;
	p->later[p->later_count++].words = *words;
	plan_later(p);
}

static void later_due(struct board_poll *p)
{
	size_t i = 0;

	while (p->later[i].at_ms != p->later_ms)
		i++;
	write_words(p, &p->later[i].words);
	p->later[i] = p->later[--p->later_count];
	plan_later(p);
}

static void drop_later(struct board_poll *p)
{
	p->later_count = 0;
	p->later_ms = BOARD_NEVER;
}

/* --- time --- */

static void lose(struct board_poll *p, enum board_lost why)
{
	p->state = BOARD_ST_LOST;
	p->ask_ms = p->silence_ms = p->damage_ms = BOARD_NEVER;
	drop_later(p);
	p->damaged_bytes = 0;
	p->has_gap = p->is_known;
	say(p, (struct board_event){.type = BOARD_EV_LOST, .lost = why});
}

static void ask_due(struct board_poll *p)
{
	p->ask_ms = BOARD_NEVER;
	if (p->state == BOARD_ST_MEETING && p->tries >= WHO_TRIES)
		lose(p, BOARD_LOST_NO_ANSWER);
	else if (p->state == BOARD_ST_MEETING)
		ask_who(p);
	else
		ask(p);
}

static void tell_damage(struct board_poll *p)
{
	p->damage_ms = BOARD_NEVER;
	say(p, (struct board_event){
		       .type = BOARD_EV_DAMAGED, .damage = p->damage, .bytes = p->damaged_bytes});
	p->damaged_bytes = 0;
	p->damage_told_ms = p->now_ms;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t board_poll_deadline(const struct board_poll *p)
{
	return least(least(p->ask_ms, p->later_ms), least(p->silence_ms, p->damage_ms));
}

/* Each timer acts as if at its own time. */
void board_poll_tick(struct board_poll *p, uint64_t at_ms)
{
	uint64_t due;

	while (p->event_count + ROOM_KEPT <= BOARD_POLL_EVENTS &&
	       (due = board_poll_deadline(p)) <= at_ms && due != BOARD_NEVER) {
		p->now_ms = due > p->now_ms ? due : p->now_ms;
		if (due == p->damage_ms)
			tell_damage(p);
		else if (due == p->silence_ms)
			lose(p, p->state == BOARD_ST_MEETING ? BOARD_LOST_NO_ANSWER
							     : BOARD_LOST_SILENT);
		else if (due == p->later_ms)
			later_due(p);
		else
			ask_due(p);
	}
	p->now_ms = at_ms > p->now_ms ? at_ms : p->now_ms;
}

void board_poll_open(struct board_poll *p, uint64_t at_ms)
{
	p->now_ms = at_ms > p->now_ms ? at_ms : p->now_ms;
	p->state = BOARD_ST_MEETING;
	p->out_len = 0;
	drop_later(p);
	p->tries = 0;
	p->is_asked = false;
	p->has_gap = p->is_known;
	p->identity = (struct board_identity){0};
	p->damage_ms = BOARD_NEVER;
	p->silence_ms = p->now_ms + (p->questions.who.len > 0 ? SILENCE_MS : LISTEN_MS);
	ask_who(p);
}

void board_poll_close(struct board_poll *p, uint64_t at_ms)
{
	board_poll_tick(p, at_ms);
	if (is_open(p))
		lose(p, BOARD_LOST_CLOSED);
	p->state = BOARD_ST_CLOSED;
}

/* --- what is heard --- */

static void connect(struct board_poll *p)
{
	bool is_other = p->has_told && memcmp(&p->told, &p->identity, sizeof(p->told)) != 0;

	if (is_other)
		p->is_known = p->has_gap = false;
	p->told = p->identity;
	p->has_told = true;
	say(p, (struct board_event){
		       .type = BOARD_EV_CONNECTED, .identity = p->identity, .is_other = is_other});
}

void board_poll_met(struct board_poll *p, const struct board_identity *identity)
{
	if (p->state != BOARD_ST_MEETING)
		return;
	p->identity = *identity;
	p->state = BOARD_ST_STARTING;
	p->silence_ms = p->now_ms + SILENCE_MS;
	p->ask_ms = BOARD_NEVER;
	if (p->config.only_meet) {
		drop_later(p);
		connect(p);
	} else if (p->questions.pace_ms > 0) {
		p->ask_ms = p->now_ms + p->questions.pace_ms;
	} else {
		ask(p);
	}
}

/* One of three looks at the squares: lifts, then men exchanged, then places. */
static void tell_changes(struct board_poll *p, const struct board_men *men,
			 enum board_event_type type)
{
	for (board_square square = 0; square < BOARD_SQUARES; square++) {
		board_piece was = p->men.at[square], piece = men->at[square];
		bool is_lift = piece == BOARD_EMPTY, is_place = was == BOARD_EMPTY;
		enum board_event_type what = is_lift    ? BOARD_EV_LIFTED
					     : is_place ? BOARD_EV_PLACED
							: BOARD_EV_REPLACED;

		if (was != piece && what == type)
			say(p, (struct board_event){
				       .type = type, .square = square, .piece = piece, .was = was});
	}
}

static void tell_gap(struct board_poll *p, const struct board_men *men)
{
	bool is_same = p->is_known && board_men_equal(&p->men, men);

	say(p, (struct board_event){.type = BOARD_EV_DUMP, .board = *men});
	if (p->has_gap)
		say(p, (struct board_event){.type = BOARD_EV_RESYNCED,
					    .resync = is_same ? BOARD_RESYNC_UNCHANGED
							      : BOARD_RESYNC_UNKNOWN});
}

/*
 * A board answers for all that was asked before it; one that comes unasked was
 * looked at after the one before it came.
 */
static void agree(struct board_poll *p)
{
	if (p->is_asked)
		p->agreed_ms = p->asked_ms;
	else if (p->seen_ms >= p->agreed_ms + AGREE_EVERY_MS)
		p->agreed_ms = p->seen_ms;
	p->seen_ms = p->now_ms;
	p->is_asked = false;
	p->silence_ms = p->now_ms + SILENCE_MS;
	p->ask_ms = p->questions.board.len > 0 ? p->now_ms + p->questions.every_ms : BOARD_NEVER;
}

/* A board that cannot say who it is, is met when it shows itself. */
void board_poll_saw(struct board_poll *p, const struct board_men *men)
{
	if (p->state == BOARD_ST_MEETING && p->questions.who.len == 0)
		board_poll_met(p, &(struct board_identity){0});
	if (!is_open(p) || p->state == BOARD_ST_MEETING || p->config.only_meet)
		return;
	if (p->state == BOARD_ST_STARTING)
		connect(p);
	if (p->state == BOARD_ST_STARTING || !p->is_known) {
		tell_gap(p, men);
	} else {
		tell_changes(p, men, BOARD_EV_LIFTED);
		tell_changes(p, men, BOARD_EV_REPLACED);
		tell_changes(p, men, BOARD_EV_PLACED);
	}
	p->state = BOARD_ST_RUNNING;
	p->men = *men;
	p->is_known = true;
	p->has_gap = false;
	agree(p);
}

/* A change on a square that shows it already is an echo. */
void board_poll_changed(struct board_poll *p, board_square square, board_piece piece)
{
	board_piece was = p->men.at[square];

	if (p->state != BOARD_ST_RUNNING || !p->is_known)
		return;
	p->silence_ms = p->now_ms + SILENCE_MS;
	if (was == piece)
		return;
	say(p, (struct board_event){.type = piece == BOARD_EMPTY ? BOARD_EV_LIFTED
					    : was == BOARD_EMPTY ? BOARD_EV_PLACED
								 : BOARD_EV_REPLACED,
				    .square = square,
				    .piece = piece,
				    .was = was});
	p->men.at[square] = piece;
}

/* The board answers, and nothing has changed: so says one that shows only changes. */
void board_poll_lives(struct board_poll *p, const struct board_battery *battery)
{
	bool is_new = !p->has_battery || p->battery.percent != battery->percent ||
		      p->battery.charging != battery->charging;

	if (p->state != BOARD_ST_RUNNING)
		return;
	p->is_asked = false;
	p->silence_ms = p->now_ms + SILENCE_MS;
	p->ask_ms = p->now_ms + p->questions.every_ms;
	if (is_new)
		say(p, (struct board_event){.type = BOARD_EV_BATTERY, .battery = *battery});
	p->has_battery = true;
	p->battery = *battery;
}

void board_poll_damaged(struct board_poll *p, enum board_damage damage, uint32_t bytes)
{
	uint64_t due = p->damage_told_ms + DAMAGE_EVERY_MS;

	if (p->state != BOARD_ST_RUNNING)
		return;
	p->damage = damage;
	p->damaged_bytes += bytes;
	if (p->damage_ms == BOARD_NEVER)
		p->damage_ms = due > p->now_ms ? due : p->now_ms;
}

/* --- what is known --- */

const struct board_men *board_poll_men(const struct board_poll *p)
{
	return p->state == BOARD_ST_RUNNING && p->is_known ? &p->men : NULL;
}

void board_poll_ask_board(struct board_poll *p, uint64_t at_ms)
{
	board_poll_tick(p, at_ms);
	if (p->state != BOARD_ST_RUNNING)
		return;
	p->is_asked = false; /* an answer on its way shows what was before */
	ask(p);
}

uint64_t board_poll_agreed_ms(const struct board_poll *p)
{
	return p->agreed_ms;
}

/* --- for makes that begin with one --- */

void board_poll_make_close(void *s, uint64_t at_ms)
{
	board_poll_close(s, at_ms);
}

void board_poll_make_tick(void *s, uint64_t at_ms)
{
	board_poll_tick(s, at_ms);
}

uint64_t board_poll_make_deadline(const void *s)
{
	return board_poll_deadline(s);
}

bool board_poll_make_next(void *s, struct board_event *ret_event)
{
	return board_poll_next(s, ret_event);
}

size_t board_poll_make_take(void *s, uint8_t *ret_bytes, size_t cap)
{
	return board_poll_take(s, ret_bytes, cap);
}

enum board_state board_poll_make_state(const void *s)
{
	return ((const struct board_poll *)s)->state;
}

uint64_t board_poll_make_now(const void *s)
{
	return ((const struct board_poll *)s)->now_ms;
}

const struct board_men *board_poll_make_men(const void *s, uint16_t address)
{
	return address == 0 ? board_poll_men(s) : NULL;
}
