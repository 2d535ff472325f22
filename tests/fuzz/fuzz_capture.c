/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>

#include "daemon/desk/replay.h"
#include "daemon/stream/stream.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any text is a capture: it is refused with its line, or played to its end, and what is reported
 * then has all that a report must have.
 */

#define INPUT_MAX (1 << 14)
#define SPAN_MS   (24 * 3600 * 1000) /* a longer one is only longer */

static uint64_t last_seq;

static uint64_t take_news(void *data, const struct table *table, const struct table_news *news)
{
	struct stream_head head = {
		.seq = ++last_seq, .table = 1, .event = "local-19700101", .round = 1, .board = "b"};
	json_t *object = stream_build(&head, table, news);

	(void)data;
	expect(json_is_string(json_object_get(object, "event")) &&
		       json_is_string(json_object_get(object, "time")),
	       "report %llu", (unsigned long long)head.seq);
	json_decref(object);
	return head.seq;
}

static void take_refusal(void *data, size_t line, struct rules_slice words, const char *why)
{
	(void)data;
	expect(line > 0 && why[0] != '\0', "%.*s", (int)words.len, words.at);
}

static bool is_short(const struct capture *capture)
{
	return capture->count == 0 ||
	       capture->lines[capture->count - 1].at_ms - capture->lines[0].at_ms < SPAN_MS;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static struct replay replay;
	struct capture capture;
	struct capture_fault fault = {0};
	struct rules_slice text = {(const char *)bytes, len < INPUT_MAX ? len : INPUT_MAX};
	int r = capture_read(&capture, text, &fault);

	expect((r == -EINVAL) == (fault.why[0] != '\0'), "%d: %s", r, fault.why);
	last_seq = 0;
	if (r == 0 && is_short(&capture))
		expect(replay_run(&replay, &capture, take_news, take_refusal, NULL), "no memory");
	capture_clear(&capture);
	return 0;
}
