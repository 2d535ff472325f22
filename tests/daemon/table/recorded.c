/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/table/recorded.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "board-protocol/dgt/clock.h"

#define GAP_MS      40   /* messages are at least this far apart */
#define QUIET_MS    300  /* after a change, before the board is asked for */
#define ALIVE_MS    1000 /* between questions that only want an answer */
#define AFTER_MS    5000
#define TOGETHER_MS 60 /* what one read may bring */

/* --- what the host asks, and what the board says --- */

static const char *greeting(enum recorded_host host)
{
	switch (host) {
	case RECORDED_PLAIN: return "\x40\x42\x41\x4b";
	case RECORDED_CURIOUS: return "\x4b\x4d\x45\x46\x47\x42\x55";
	case RECORDED_UPDATING: return "\x40\x45\x4d\x42\x43";
	case RECORDED_BLIND: return "\x40\x47\x44\x42";
	case RECORDED_HOSTS: break;
	}
	return "";
}

static void note(struct recorded *r, const uint8_t *bytes, size_t len, bool is_out)
{
	assert(r->count < RECORDED_MAX && r->byte_count + len <= sizeof(r->bytes));
	r->messages[r->count++] = (struct recorded_message){
		.at_ms = r->played.now_ms, .is_out = is_out, .at = r->byte_count, .len = len};
	memcpy(r->bytes + r->byte_count, bytes, len);
	r->byte_count += len;
}

static void ask(struct recorded *r, const uint8_t *bytes, size_t len)
{
	note(r, bytes, len, true);
	sim_table_hear(&r->played.sim, bytes, len);
}

static void listen(struct recorded *r)
{
	struct played *p = &r->played;
	uint8_t bytes[2];
	uint64_t at_us;
	size_t len;

	while ((len = sim_table_say(&p->sim, bytes, &at_us)) > 0) {
		assert(len == 1);
		p->message[p->len++] = bytes[0];
		if (p->len < DGT_HEADER || p->len < p->message[1] * 128u + p->message[2])
			continue;
		if (p->message[0] == DGT_MSG_FIELD_UPDATE)
			r->ask_ms = p->now_ms + QUIET_MS;
		note(r, p->message, p->len, false);
		p->len = 0;
	}
}

static void step(struct recorded *r, uint64_t at_ms)
{
	static const uint8_t board = 0x42;
	struct played *p = &r->played;
	struct sim_truth truth;

	while (sim_table_step(&p->sim, at_ms, &truth)) {
		p->now_ms = p->sim.now_ms;
		listen(r);
		played_keep(p, &truth);
	}
	p->now_ms = p->sim.now_ms;
	listen(r);
	if (r->config.host != RECORDED_CURIOUS || p->now_ms < r->ask_ms)
		return;
	ask(r, &board, 1);
	r->ask_ms = UINT64_MAX;
}

static void keep_alive(struct recorded *r, uint64_t *alive_ms)
{
	static const uint8_t serial = 0x45;

	if (r->config.host != RECORDED_CURIOUS || r->played.now_ms < *alive_ms)
		return;
	ask(r, &serial, 1);
	*alive_ms = r->played.now_ms + ALIVE_MS;
}

static void play(struct recorded *r)
{
	struct played *p = &r->played;
	const char *asked = greeting(r->config.host);
	uint64_t end_ms = UINT64_MAX, alive_ms = ALIVE_MS;

	r->ask_ms = UINT64_MAX;
	step(r, 0);
	for (size_t i = 0; asked[i] != '\0'; i++) {
		ask(r, (const uint8_t *)&asked[i], 1);
		step(r, p->now_ms + 100);
	}
	while (p->now_ms < end_ms) {
		uint64_t next = sim_table_deadline(&p->sim);

		next = r->ask_ms < next ? r->ask_ms : next;
		step(r, next > p->now_ms ? next : p->now_ms + 1);
		keep_alive(r, &alive_ms);
		if (end_ms == UINT64_MAX && sim_table_is_over(&p->sim))
			end_ms = p->now_ms + AFTER_MS;
	}
}

/* --- times nobody noted --- */

static const uint8_t *bytes_of(const struct recorded *r, const struct recorded_message *m)
{
	return r->bytes + m->at;
}

static bool is_time(const struct recorded *r, size_t i)
{
	return !r->messages[i].is_out && bytes_of(r, &r->messages[i])[0] == DGT_MSG_TIME;
}

/* The seconds that have gone on the side that ran; a press hides them behind the increment. */
static uint64_t gone_ms(const struct board_time *before, const struct board_time *after)
{
	const struct board_side_time *a = &before->side[before->to_move],
				     *b = &after->side[before->to_move];
	long gone = (a->hours * 3600L + a->minutes * 60L + a->seconds) -
		    (b->hours * 3600L + b->minutes * 60L + b->seconds);

	return before->running && gone > 0 ? (uint64_t)gone * 1000 : 0;
}

static void read_digits(struct recorded *r)
{
	struct board_time before = {0};
	uint64_t at_ms = 0;

	for (size_t i = 0; i < r->count; i++) {
		struct board_time time;

		if (!is_time(r, i))
			continue;
		time = dgt_time_read(bytes_of(r, &r->messages[i]) + DGT_HEADER);
		at_ms += gone_ms(&before, &time);
		r->messages[i].at_ms = at_ms;
		before = time;
	}
}

/* Events after one message of the clock (before `first`) and before the next one. */
static void put_between(struct recorded *r, size_t first, size_t end)
{
	uint64_t from = first > 0 ? r->messages[first - 1].at_ms : 0;
	uint64_t to = end < r->count ? r->messages[end].at_ms : from;
	uint64_t count = end - first;

	for (size_t i = first; i < end; i++) {
		uint64_t nth = i - first + 1, left = count - nth + 1;

		switch (r->config.times) {
		case RECORDED_SPREAD:
		case RECORDED_DIGITS:
			r->messages[i].at_ms = from + (to - from) * nth / (count + 1);
			break;
		case RECORDED_LATE:
			r->messages[i].at_ms = to > left * GAP_MS ? to - left * GAP_MS : 0;
			break;
		case RECORDED_EARLY:
		case RECORDED_PACKED: r->messages[i].at_ms = 0; break;
		case RECORDED_TRUE:
		case RECORDED_TIMES: break;
		}
	}
}

static void retime(struct recorded *r)
{
	size_t first = 0;

	if (r->config.times == RECORDED_TRUE)
		return;
	if (r->config.times == RECORDED_DIGITS)
		read_digits(r);
	for (size_t i = 0; i <= r->count; i++) {
		if (i < r->count && !is_time(r, i))
			continue;
		put_between(r, first, i);
		first = i + 1;
	}
	for (size_t i = 0; i < r->count; i++) {
		uint64_t least = i > 0 ? r->messages[i - 1].at_ms + GAP_MS : 0;

		if (r->messages[i].at_ms < least || r->config.times == RECORDED_PACKED)
			r->messages[i].at_ms = least;
	}
}

/* --- lines --- */

static void print(struct recorded *r, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(r->text + r->text_len, sizeof(r->text) - r->text_len, format, args);
	va_end(args);
	assert(len >= 0 && r->text_len + (size_t)len < sizeof(r->text));
	r->text_len += (size_t)len;
}

static void print_head(struct recorded *r)
{
	r->text_len = 0;
	print(r, "{\"capture\":1,\"protocol\":\"dgt\"");
	if (r->config.has_start)
		print(r, ",\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"");
	if (r->config.serial)
		print(r, ",\"serial\":\"%s\"", r->config.serial);
	print(r, ",\"mode\":\"blitz\"}\n");
}

static void print_line(struct recorded *r, const char *way, uint64_t at_ms, const uint8_t *bytes,
		       size_t len)
{
	print(r, "{\"t\":%" PRIu64 ",\"%s\":\"", at_ms, way);
	for (size_t i = 0; i < len; i++)
		print(r, "%02x", bytes[i]);
	print(r, "\"}\n");
}

/* Does the reader get what comes after this message together with it? */
static bool is_together(struct recorded *r, size_t i)
{
	return r->config.lines == RECORDED_JOINED && i + 1 < r->count &&
	       !r->messages[i + 1].is_out &&
	       r->messages[i + 1].at_ms <= r->messages[i].at_ms + TOGETHER_MS &&
	       sim_random_below(&r->random, 2);
}

static void print_all(struct recorded *r)
{
	static const uint8_t tail[] = {0x00, 0x05, 0x34, 0x00};
	size_t first = 0;

	print_head(r);
	if (r->config.begins_late)
		print_line(r, "in", 0, tail, sizeof(tail));
	for (size_t i = 0; i < r->count; i++) {
		const struct recorded_message *m = &r->messages[i], *begin = &r->messages[first];
		size_t len = m->at + m->len - begin->at, cut = 0;

		if (m->is_out && r->config.has_outs)
			print_line(r, "out", m->at_ms, bytes_of(r, m), m->len);
		if (!m->is_out && is_together(r, i))
			continue;
		first = i + 1;
		if (m->is_out)
			continue;
		if (r->config.lines == RECORDED_BROKEN)
			cut = sim_random_below(&r->random, (uint32_t)len);
		if (cut > 0)
			print_line(r, "in", m->at_ms, bytes_of(r, begin), cut);
		print_line(r, "in", m->at_ms + (cut > 0), bytes_of(r, begin) + cut, len - cut);
	}
}

void recorded_run(struct recorded *r, struct recorded_config config)
{
	struct capture capture;
	struct capture_fault fault;
	int status;

	memset(r, 0, offsetof(struct recorded, messages));
	r->byte_count = 0;
	r->config = config;
	r->random = sim_random_of(config.played.seed, 3);
	played_seat(&r->played, &config.played);
	play(r);
	retime(r);
	print_all(r);
	status = capture_read(&capture, (struct rules_slice){r->text, r->text_len}, &fault);
	assert(status == 0);
	(void)status;
	replay_run(&r->replay, &capture, played_tell, NULL, &r->played);
	capture_clear(&capture);
}
