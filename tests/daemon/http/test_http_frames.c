/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/frames.h"

#include "tests/support/words.h"

static bool passes(const void *bytes, size_t len)
{
	struct http_frames whole = {0};
	bool is_good = http_frames_feed(&whole, bytes, len);

	for (size_t step = 1; step < len; step++) {
		struct http_frames frames = {0};
		bool is_still = true;

		for (size_t at = 0; at < len && is_still; at += step)
			is_still = http_frames_feed(&frames, (const char *)bytes + at,
						    len - at < step ? len - at : step);
		ck_assert_msg(is_still == is_good, "in pieces of %zu", step);
	}
	return is_good;
}

#define PASSES(text) passes(text, sizeof(text) - 1)

START_TEST(frames_of_a_client_are_masked)
{
	ck_assert(PASSES("\x81\x82mask"
			 "ab"));
	ck_assert(PASSES("\x01\x81maska\x80\x81maskb\x89\x80mask\x88\x82mask\x03\xe8"));
	ck_assert(PASSES("\x82\xfe\x00\x80mask"));
	ck_assert(PASSES("\x82\xff\x00\x00\x00\x00\x00\x01\x00\x00mask"));
	ck_assert(!PASSES("\x81\x02"
			  "ab"));
	ck_assert(!PASSES("\x81\x81maska\x81\x01"
			  "a"));
}
END_TEST

START_TEST(what_was_not_agreed_on_is_refused)
{
	ck_assert(!PASSES("\xc1\x81maska")); /* a reserved bit */
	ck_assert(!PASSES("\x83\x81maska")); /* opcodes of nobody */
	ck_assert(!PASSES("\x8b\x81maska"));
	ck_assert(!PASSES("\x09\x81maska"));        /* a ping in pieces */
	ck_assert(!PASSES("\x89\xfe\x00\x80xxxx")); /* a long one */
	ck_assert(!PASSES("\x82\xff\x80\x00\x00\x00\x00\x00\x00\x00mask"));
}
END_TEST

START_TEST(what_begins_no_message_is_counted_and_so_is_length)
{
	static const char long_one[HTTP_FRAME_SHORT] = {0};
	struct http_frames frames = {0};

	ck_assert(http_frames_feed(&frames, "\x81\x81maska\x01\x81maska", 14));
	ck_assert_uint_eq(frames.extra, 0);
	ck_assert(http_frames_feed(&frames, "\x89\x80mask\x00\x81maska\x80\x80mask", 19));
	ck_assert_uint_eq(frames.extra, 3);
	ck_assert(http_frames_feed(&frames, "\x82\xff\x00\x00\x00\x00\x00\x00\xc0\x00mask", 14));
	for (int i = 0; i < 3; i++)
		ck_assert(http_frames_feed(&frames, long_one, sizeof(long_one)));
	ck_assert_uint_eq(frames.extra, 6);
	ck_assert(http_frames_feed(&frames, "\x81\x80mask", 6));
	ck_assert_uint_eq(frames.extra, 6);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("daemon: frames of WebSockets");
	TCase *tc = tcase_create("frames");

	tcase_add_test(tc, frames_of_a_client_are_masked);
	tcase_add_test(tc, what_was_not_agreed_on_is_refused);
	tcase_add_test(tc, what_begins_no_message_is_counted_and_so_is_length);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
