/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/describe.h"
#include "board-protocol/dgt/host.h"
#include "board-protocol/dgt/mirror.h"
#include "board-protocol/dgt/parser.h"
#include "tests/fuzz/fuzz.h"

/*
 * The first byte chooses mode and chunks; the rest is what a board sends. In
 * chunks and whole it must give the same messages, which cover every byte once.
 */

static uint64_t mix(uint64_t hash, uint64_t value)
{
	return (hash ^ value) * UINT64_C(1099511628211);
}

static uint64_t mix_log(uint64_t hash, const struct dgt_value *value)
{
	struct dgt_value values[DGT_VALUES_MAX];
	struct dgt_log_event event;
	struct dgt_log log;

	dgt_log_init(&log, value->bytes, value->len, value->number != 0);
	while (dgt_log_next(&log, &event)) {
		hash = mix(hash, dgt_describe_log(&event, values));
		hash = mix(hash, (uint64_t)(unsigned char)dgt_log_name(event.type)[0]);
	}
	return hash;
}

static uint64_t mix_message(uint64_t hash, const struct dgt_message *msg)
{
	struct dgt_value values[DGT_VALUES_MAX];
	size_t count = dgt_describe(msg, values);

	hash = mix(hash, msg->type);
	hash = mix(hash, msg->damage);
	hash = mix(hash, msg->at);
	for (size_t i = 0; i < msg->frame_len; i++)
		hash = mix(hash, msg->frame[i]);
	for (size_t i = 0; i < count; i++) {
		hash = mix(hash, (uint64_t)values[i].number);
		if (values[i].type == DGT_VALUE_LOG)
			hash = mix_log(hash, &values[i]);
	}
	return hash;
}

static uint64_t read_all(const uint8_t *data, size_t size, enum dgt_mode mode, size_t chunk)
{
	static struct dgt_parser p;
	struct dgt_message msg;
	uint64_t hash = UINT64_C(14695981039346656037), next = 0;
	size_t at = 0;

	dgt_parser_init(&p);
	while (at < size) {
		size_t len = size - at < chunk ? size - at : chunk;
		size_t n = dgt_parser_feed(&p, mode, 0, data + at, len, &msg);

		expect(n <= len, "%zu of %zu", n, len);
		expect(n > 0 || msg.type == DGT_MSG_DAMAGED, "at %zu", at);
		at += n;
		if (msg.type == DGT_MSG_NONE)
			continue;
		expect(msg.at == next, "byte %zu", at);
		next += msg.frame_len;
		hash = mix_message(hash, &msg);
	}
	if (dgt_parser_end(&p, &msg)) {
		next += msg.frame_len;
		hash = mix_message(hash, &msg);
	}
	expect(next == size, "%zu bytes", size);
	return hash;
}

static void read_requests(const uint8_t *data, size_t size)
{
	static struct dgt_host host;
	struct dgt_host_request request;

	dgt_host_init(&host);
	for (size_t at = 0; at < size;) {
		size_t n = dgt_host_feed(&host, data + at, size - at, &request);

		expect(n > 0 || request.type != DGT_HOST_NONE, "at %zu", at);
		at += n;
	}
}

/* Any bytes as a log, with a mirror in the start position beside it. */
static void read_log(const uint8_t *data, size_t size)
{
	struct board_men start = board_men_start(false);
	struct dgt_mirror mirror = {0};
	struct dgt_replay replay;
	struct board_event event;
	size_t at = 0, events = 0;

	dgt_mirror_adopt(&mirror, &start);
	if (dgt_gap_find(data, size, &mirror, NULL, &at))
		expect(at <= size, "gap at %zu", at);
	dgt_replay_init(&replay, at);
	while (dgt_replay_next(&replay, &mirror, data, size, &event))
		expect(++events <= 2 * size, "%zu events", events);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum dgt_mode mode;
	size_t chunk;

	if (size < 1)
		return 0;
	mode = (data[0] & 1) != 0 ? DGT_MODE_BUS : DGT_MODE_SINGLE;
	chunk = (size_t)(data[0] >> 1) + 1;
	expect(read_all(data + 1, size - 1, mode, SIZE_MAX) ==
		       read_all(data + 1, size - 1, mode, chunk),
	       "chunks of %zu", chunk);
	read_requests(data + 1, size - 1);
	read_log(data + 1, size - 1);
	return 0;
}
