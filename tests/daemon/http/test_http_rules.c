/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/rules.h"

#include "daemon/http/head.h"
#include "tests/support/words.h"

static unsigned status_of(const char *head)
{
	return http_head_check(head, strlen(head), 100).status;
}

START_TEST(a_head_is_judged_when_it_is_whole_and_not_before)
{
	const char *head =
		"POST /v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n";

	for (size_t i = 0; i < strlen(head); i++)
		ck_assert_uint_eq(http_head_check(head, i, 100).status, 0);
	ck_assert_uint_eq(status_of(head), 200);
}
END_TEST

START_TEST(what_is_wrong_with_a_head_has_its_status)
{
	ck_assert_uint_eq(status_of("GET / HTTP/1.1\r\n\r\n"), 400);
	ck_assert_uint_eq(status_of("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"), 400);
	ck_assert_uint_eq(status_of("PUT / HTTP/1.1\r\n"), 405);
	ck_assert_uint_eq(status_of("GET / HTTP/2.0\r\n"), 505);
	ck_assert_uint_eq(status_of("GET /%00 HTTP/1.1\r\n"), 400);
	ck_assert_uint_eq(status_of("POST / HTTP/1.1\r\nHost: a\r\n\r\n"), 411);
	ck_assert_uint_eq(status_of("POST / HTTP/1.1\r\nContent-Length: 101\r\n"), 413);
	ck_assert_uint_eq(status_of("POST / HTTP/1.1\r\nContent-Length: 1x\r\n"), 400);
	ck_assert_uint_eq(status_of("\x16\x03\x01"), 400);
}
END_TEST

START_TEST(a_control_character_is_refused_however_it_is_written)
{
	static const char name[] = "GET / HTTP/1.1\r\nX\0Y: a\r\nHost: a\r\n\r\n";
	char head[128];

	for (unsigned c = 0; c < 256; c++) {
		unsigned expected = c < 32 || c == 127 ? 400 : 200;

		snprintf(head, sizeof(head), "GET /a%%%02x HTTP/1.1\r\nHost: a\r\n\r\n", c);
		ck_assert_uint_eq(status_of(head), expected);
		snprintf(head, sizeof(head), "GET /?a=%%%02X HTTP/1.1\r\nHost: a\r\n\r\n", c);
		ck_assert_uint_eq(status_of(head), expected);
	}
	ck_assert_uint_eq(http_head_check(name, sizeof(name) - 1, 100).status, 400);
}
END_TEST

START_TEST(a_host_is_a_name_and_perhaps_a_port)
{
	static const char *const good[] = {"a",     "a.b:80",      "127.0.0.1:1", "[::1]",
					   "a_b-c", "[::1]:65535", "a."};
	static const char *const bad[] = {"",    ":80",      "a:",  "a b",  "a:80:80",  "a/b",
					  "u@a", "a:123456", "a:x", "[::1", "[]",       "[::1]x",
					  "a,b", "a?b",      "a#b", "a\\b", "[::1%lo]", "a%0a"};

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		ck_assert_msg(http_host_is_plain(good[i], strlen(good[i])), "%s", good[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(!http_host_is_plain(bad[i], strlen(bad[i])), "%s", bad[i]);
}
END_TEST

START_TEST(a_header_that_decides_something_is_there_once)
{
	static const char *const names[] = {
		"Host",   "Content-Length", "Content-Type",     "Origin",
		"cookie", "UPGRADE",        "Sec-WebSocket-Key"};
	char head[256];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = strcmp(names[i], "UPGRADE") == 0 ? "websocket" : "1";

		snprintf(head, sizeof(head),
			 "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n%s: %s\r\n%s: "
			 "%s\r\n\r\n",
			 names[i], value, names[i], value);
		ck_assert_uint_eq(status_of(head), 400);
	}
	ck_assert_uint_eq(status_of("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nX: 1\r\n\r\n"), 200);
}
END_TEST

#define SHAKES  "Host: a\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
#define KEY     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"

START_TEST(a_websocket_begins_as_it_has_to)
{
	ck_assert_uint_eq(status_of("GET / HTTP/1.1\r\n" SHAKES KEY VERSION "\r\n"), 200);
	ck_assert_uint_eq(status_of("HEAD / HTTP/1.1\r\n" SHAKES KEY VERSION "\r\n"), 400);
	ck_assert_uint_eq(
		status_of("POST / HTTP/1.1\r\nContent-Length: 0\r\n" SHAKES KEY VERSION "\r\n"),
		400);
	ck_assert_uint_eq(status_of("GET / HTTP/1.1\r\n" SHAKES VERSION "\r\n"), 400);
	ck_assert_uint_eq(
		status_of("GET / HTTP/1.1\r\n" SHAKES VERSION "Sec-WebSocket-Key: x\r\n\r\n"), 400);
	ck_assert_uint_eq(status_of("GET / HTTP/1.1\r\n" SHAKES KEY "\r\n"), 426);
	ck_assert_uint_eq(
		status_of("GET / HTTP/1.1\r\n" SHAKES KEY "Sec-WebSocket-Version: 8\r\n\r\n"), 426);
	ck_assert_uint_eq(status_of("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
				    "Connection: upgraded\r\n" KEY VERSION "\r\n"),
			  400);
	ck_assert_uint_eq(status_of("GET / HTTP/1.1\r\n" SHAKES KEY VERSION
				    "Sec-WebSocket-Protocol: http\r\n\r\n"),
			  400);
}
END_TEST

START_TEST(a_host_is_ours_or_it_is_not)
{
	const char *item = "hall.example";
	struct config_list names = {.count = 1, .items = &item};

	ck_assert(http_host_is_ours("localhost:1982", "127.0.0.1", &names));
	ck_assert(http_host_is_ours("[::1]:1982", "127.0.0.1", &names));
	ck_assert(http_host_is_ours("HALL.example.", "127.0.0.1", &names));
	ck_assert(http_host_is_ours("192.0.2.1", "192.0.2.1", &names));
	ck_assert(!http_host_is_ours("192.0.2.1", "127.0.0.1", &names));
	ck_assert(!http_host_is_ours("localhost.evil", "127.0.0.1", &names));
	ck_assert(!http_host_is_ours("", "127.0.0.1", &names));
}
END_TEST

START_TEST(an_origin_is_ours_or_it_is_not)
{
	struct config_list none = {0};

	ck_assert(http_origin_is_allowed("http://localhost:1", "localhost:1", false, true, &none));
	ck_assert(http_origin_is_allowed("", "localhost", false, true, &none));
	ck_assert(!http_origin_is_allowed("", "localhost", true, false, &none));
	ck_assert(!http_origin_is_allowed("null", "localhost", false, true, &none));
	ck_assert(!http_origin_is_allowed("https://localhost", "localhost", false, true, &none));
}
END_TEST

START_TEST(parts_of_a_request)
{
	static const char *const names[] = {"since", "board", NULL};
	char text[8], query[64] = "";
	uint64_t number = 7;

	ck_assert(http_cookie("a=1; boardd=abc; c=2", "boardd", text, sizeof(text)));
	ck_assert_str_eq(text, "abc");
	ck_assert(!http_cookie("xboardd=abc", "boardd", text, sizeof(text)));
	ck_assert(!http_cookie("boardd=12345678", "boardd", text, sizeof(text)));
	ck_assert(http_query_number("board=x", "since", &number) && number == 7);
	ck_assert(!http_query_number("since=1x", "since", &number));
	ck_assert(http_query_is_known("since=1&board=x", names));
	ck_assert(!http_query_is_known("since=1&since=2", names));
	ck_assert(!http_query_is_known("since", names));
	ck_assert(http_query_add(query, sizeof(query), "board=a&b =c"));
	ck_assert_str_eq(query, "board=a%26b%20%3Dc");
	ck_assert(http_query_text(query, "board", text, sizeof(text)));
	ck_assert_str_eq(text, "a&b =c");
	ck_assert(http_tag_matches("\"x\", W/\"y\"", "\"y\""));
	ck_assert(!http_tag_matches("\"yy\"", "\"y\""));
}
END_TEST

START_TEST(who_asks_too_often_waits)
{
	static struct http_peers peers;

	for (int i = 0; i < 6; i++)
		ck_assert(http_peer_asks(&peers, "a", 2, 1000));
	ck_assert(!http_peer_asks(&peers, "a", 2, 1000));
	ck_assert(http_peer_asks(&peers, "b", 2, 1000));
	ck_assert(http_peer_asks(&peers, "a", 2, 1500));
	ck_assert(!http_peer_asks(&peers, "a", 2, 1500));
}
END_TEST

START_TEST(an_address_has_so_many_connections)
{
	static struct http_peers peers;

	ck_assert(http_peer_comes(&peers, "a", 1, 0));
	ck_assert(!http_peer_comes(&peers, "a", 1, 0));
	http_peer_goes(&peers, "a");
	ck_assert(http_peer_comes(&peers, "a", 1, 0));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("daemon: who is let in over HTTP");
	TCase *tc = tcase_create("rules");

	tcase_add_test(tc, a_head_is_judged_when_it_is_whole_and_not_before);
	tcase_add_test(tc, what_is_wrong_with_a_head_has_its_status);
	tcase_add_test(tc, a_control_character_is_refused_however_it_is_written);
	tcase_add_test(tc, a_host_is_a_name_and_perhaps_a_port);
	tcase_add_test(tc, a_header_that_decides_something_is_there_once);
	tcase_add_test(tc, a_websocket_begins_as_it_has_to);
	tcase_add_test(tc, a_host_is_ours_or_it_is_not);
	tcase_add_test(tc, an_origin_is_ours_or_it_is_not);
	tcase_add_test(tc, parts_of_a_request);
	tcase_add_test(tc, who_asks_too_often_waits);
	tcase_add_test(tc, an_address_has_so_many_connections);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
