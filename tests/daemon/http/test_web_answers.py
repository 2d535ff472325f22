# SPDX-License-Identifier: GPL-3.0-or-later
"""What boardd answers over HTTP: the right status, and errors as JSON."""

import gzip
import os
import unittest

from web import Daemon, answers_of, read_all

HEAD = b"Host: localhost\r\nConnection: close\r\n\r\n"
JSON = b"Content-Type: application/json\r\n"


class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(config="[http]\nrequest_rate = 10000\nnames = hall.example\n")

    @classmethod
    def tearDownClass(cls):
        cls.daemon.close()

    def expect(self, status, request):
        """One answer, and an error is {"error": TEXT} and nothing else."""
        found = self.daemon.send(request)
        self.assertEqual([answer.status for answer in found], [status], request[:200])
        if status >= 400:
            self.assertEqual(found[0].headers["content-type"], "application/json")
            self.assertEqual(list(found[0].json()), ["error"])
            self.assertIsInstance(found[0].json()["error"], str)
        return found[0]

    def get(self, status, path, headers=b""):
        return self.expect(status, b"GET " + path + b" HTTP/1.1\r\n" + headers + HEAD)

    def post(self, status, path, body, headers=JSON):
        length = b"Content-Length: %d\r\n" % len(body)
        return self.expect(status, b"POST " + path + b" HTTP/1.1\r\n" + length + headers + HEAD
                           + body)

    # --- where from ---

    def test_the_page_is_packed_for_who_takes_it_so(self):
        for path in ("/", "/page.js", "/public"):
            plain = self.daemon.ask(path)
            packed = self.daemon.ask(path, headers={"Accept-Encoding": "gzip, deflate, br"})
            self.assertNotIn("content-encoding", plain.headers)
            self.assertEqual(packed.headers["content-encoding"], "gzip")
            self.assertEqual(gzip.decompress(packed.body), plain.body)
            self.assertNotEqual(packed.headers["etag"], plain.headers["etag"])
            self.assertNotIn("content-encoding", self.daemon.ask(path, headers={"Accept-Encoding": "gzip;q=0"}).headers)

    def test_only_names_that_are_ours_are_answered(self):
        for host in (b"localhost", b"LOCALHOST:1982", b"127.0.0.1", b"127.9.9.9:80", b"[::1]:1982",
                     b"hall.example", b"Hall.Example.:1982"):
            with self.subTest(host=host):
                self.expect(200, b"GET /v1/me HTTP/1.1\r\nHost: " + host +
                            b"\r\nConnection: close\r\n\r\n")
        for host in (b"evil.example", b"localhost.evil.example", b"192.0.2.1", b"[::2]",
                     b"127.0.0.1.evil.example", b"hall.example.evil"):
            with self.subTest(host=host):
                self.expect(421, b"GET /v1/me HTTP/1.1\r\nHost: " + host +
                            b"\r\nConnection: close\r\n\r\n")
        for host in (b"", b"[::1", b":80", b"localhost:", b"localhost:80:80", b"localhost/",
                     b"localhost, evil.example", b"evil.example@localhost", b"localhost evil"):
            with self.subTest(host=host):
                self.expect(400, b"GET /v1/me HTTP/1.1\r\nHost: " + host +
                            b"\r\nConnection: close\r\n\r\n")

    def test_a_path_cannot_bring_a_host_of_its_own(self):
        """libwebsockets decodes %0a and reads on as if a line had ended."""
        for mark in (b"%0a", b"%0A", b"%0d%0a", b"%0d", b"%0b", b"%1f", b"%7f", b"\t"):
            for place in (b"/v1/games", b"/v1/games?lang=da", b"/v1/events?board=x&limit=1"):
                with self.subTest(mark=mark, place=place):
                    self.expect(400, b"GET " + place + mark + b"Host:localhost: HTTP/1.1\r\n"
                                b"Host: evil.example\r\n\r\n")

    def test_there_must_be_one_host(self):
        self.expect(400, b"GET /v1/me HTTP/1.1\r\nConnection: close\r\n\r\n")
        self.expect(400, b"GET /v1/me HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n")

    def test_only_our_own_page_may_post(self):
        own = b"Origin: http://localhost\r\n"
        self.post(401, b"/v1/login", b'{"invitation":"x"}', JSON + own)
        self.post(401, b"/v1/login", b'{"invitation":"x"}')
        for origin in (b"http://evil.example", b"https://localhost", b"http://localhost:1",
                       b"null", b"https://lichess.org", b"http://" + b"a" * 400):
            with self.subTest(origin=origin):
                self.post(403, b"/v1/login", b'{"invitation":"x"}',
                          JSON + b"Origin: " + origin + b"\r\n")

    def test_nobody_may_act_without_a_name(self):
        for path in (b"/v1/boards/x/actions", b"/v1/assign"):
            self.post(401, path, b'{"action":"new-game","board":"x","table":1}')
        self.post(401, b"/v1/round", b'{"start":2}')
        self.post(401, b"/v1/logout", b"{}")

    # --- what ---

    def test_head_is_get_without_the_body(self):
        for path in (b"/v1/boards", b"/v1/events", b"/healthz", b"/metrics", b"/"):
            with self.subTest(path=path), self.daemon.connect() as to:
                to.sendall(b"HEAD " + path + b" HTTP/1.1\r\n" + HEAD)
                found = answers_of(read_all(to), is_head=True)
                self.assertEqual([(a.status, a.body) for a in found], [(200, b"")])
        self.assertEqual(self.daemon.send(b"HEAD /v1/nothing HTTP/1.1\r\n" + HEAD)[0].status, 404)

    def test_what_is_not_there(self):
        for path in (b"/v1", b"/v1/", b"/v1/nothing", b"/v1/boards/nobody", b"/v1/games/none",
                     b"/v1/games/none.pgn", b"/v1/eventsx", b"/favicon", b"/v1/me/", b"/V1/me"):
            with self.subTest(path=path):
                self.get(404, path)

    def test_a_path_does_not_leave_the_page(self):
        for path in (b"/../../etc/passwd", b"/%2e%2e/%2e%2e/etc/passwd", b"/..%2f..%2fetc/passwd",
                     b"/v1/boards/..%2f..%2fetc", b"/./../web/CMakeLists.txt", b"/CMakeLists.txt",
                     b"/..", b"/%5c..%5c.."):
            with self.subTest(path=path):
                found = self.daemon.send(b"GET " + path + b" HTTP/1.1\r\n" + HEAD)[0]
                self.assertIn(found.status, (200, 404))
                if found.status == 200:  # what is left of it is "/"
                    self.assertEqual(found.body, self.get(200, b"/").body)

    def test_a_path_may_be_percent_encoded(self):
        self.get(200, b"/v1/%6d%65")
        self.assertEqual(self.get(404, b"/v1/boards/a%20b%2Fc").json(),
                         {"error": 'there is no board "a b/c"'})

    def test_methods(self):
        for method in (b"PUT", b"DELETE", b"OPTIONS", b"PATCH", b"TRACE", b"CONNECT", b"BREW",
                       b"get"):
            with self.subTest(method=method):
                found = self.expect(405, method + b" /v1/boards HTTP/1.1\r\n" + HEAD)
                self.assertEqual(found.headers["allow"], "GET, HEAD, POST")
        self.assertEqual(self.get(405, b"/v1/login").headers["allow"], "POST")
        self.assertEqual(self.get(405, b"/v1/boards/x/actions").headers["allow"], "POST")
        for path in (b"/v1/games", b"/v1/boards", b"/v1/boards/x", b"/healthz", b"/v1/events"):
            with self.subTest(path=path):
                self.assertEqual(self.post(405, path, b"{}").headers["allow"], "GET, HEAD")

    def test_queries(self):
        for query in (b"since=x", b"since=-1", b"since=", b"since=1e3", b"limit=0", b"limit=-1",
                      b"since=99999999999999999999", b"sinc=0", b"since=0&since=0",
                      b"board=" + b"x" * 300, b"since=1000", b"=", b"since"):
            with self.subTest(query=query):
                self.get(400, b"/v1/events?" + query)
        self.assertEqual(self.get(200, b"/v1/events?since=0&limit=5&board=nobody").body, b"")

    def test_a_name_in_a_query_cannot_become_another_parameter(self):
        self.get(200, b"/v1/events?board=a%26limit%3D0")

    def test_a_websocket_wants_to_be_one(self):
        self.assertEqual(self.get(426, b"/v1/stream").headers["upgrade"], "websocket")
        begin = b"GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        shake = b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        version = b"Sec-WebSocket-Version: 13\r\n"
        for status, head in ((400, version), (426, shake), (426, shake + version[:-4] + b"8\r\n"),
                             (400, shake + version + b"Sec-WebSocket-Protocol: chat\r\n")):
            with self.subTest(head=head):
                found = self.daemon.send(begin + head + b"\r\n")
                self.assertEqual([answer.status for answer in found], [status])
                self.assertEqual(list(found[0].json()), ["error"])

    # --- bodies ---

    def test_a_body_is_json(self):
        for body in (b"{", b"[]", b'"x"', b"nothing", b"{}{}", b'{"a":1,}', b"\xff\xfe", b"{\0}"):
            with self.subTest(body=body):
                self.post(400, b"/v1/login", body)
        self.expect(411, b"POST /v1/login HTTP/1.1\r\n" + JSON + HEAD)
        self.expect(400, b"POST /v1/login HTTP/1.1\r\nContent-Length: 0\r\n" + JSON + HEAD)

    def test_a_body_says_that_it_is_json(self):
        for kind in (b"", b"Content-Type: text/plain\r\n", b"Content-Type: application/jsonp\r\n",
                     b"Content-Type: application/x-www-form-urlencoded\r\n",
                     b"Content-Type: " + b"a" * 200 + b"\r\n"):
            with self.subTest(kind=kind):
                self.post(415, b"/v1/login", b'{"invitation":"x"}', kind)
        self.post(401, b"/v1/login", b'{"invitation":"x"}',
                  b"content-type: Application/JSON; charset=utf-8\r\n")

    def test_a_body_is_not_too_long(self):
        self.post(413, b"/v1/login", b" " * 65537)
        self.post(413, b"/v1/login", b" " * 900000)
        self.post(400, b"/v1/login", b" " * 65536)

    def test_how_long_a_body_is(self):
        for length in (b"-5", b"5x", b"", b"0x10", b"99999999999999999999", b"1 1"):
            with self.subTest(length=length):
                self.expect(400, b"POST /v1/login HTTP/1.1\r\nContent-Length: " + length +
                            b"\r\n" + JSON + HEAD)
        self.expect(400, b"POST /v1/login HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 2\r\n"
                    + JSON + HEAD + b"{}")
        self.expect(411, b"POST /v1/login HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + JSON +
                    HEAD + b"2\r\n{}\r\n0\r\n\r\n")
        self.get(400, b"/v1/me", b"Content-Length: 5\r\n")

    # --- what is hardly HTTP ---

    def test_long_heads(self):
        self.get(431, b"/v1/me", b"X-Long: " + b"a" * 9000 + b"\r\n")
        self.get(431, b"/v1/me", b"X-Long: " + b"a" * 100000 + b"\r\n")
        self.get(431, b"/v1/me", b"".join(b"X-%d: a\r\n" % i for i in range(2000)))
        self.get(431, b"/v1/me", b"Cookie: " + b"a" * 3000 + b"\r\n")
        self.expect(431, b"GET / HTTP/1.1\r\nHost: " + b"a" * 500 + b"\r\n\r\n")
        self.get(414, b"/" + b"a" * 700)
        self.get(414, b"/" + b"a" * 2000)
        self.get(414, b"/" + b"a" * 20000)
        self.get(200, b"/v1/me", b"X-Long: " + b"a" * 7900 + b"\r\n")

    def test_garbage(self):
        for text in (b"\0", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc" + bytes(200), b"\r\n\r\n",
                     b"hello\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/1.1\n\n", b"GET /\r\n\r\n",
                     b"GET  / HTTP/1.1\r\n" + HEAD, b"GET / FTP/1.1\r\n" + HEAD,
                     b"GET / HTTP/1.1 \r\n" + HEAD, b"GET /\0 HTTP/1.1\r\n" + HEAD,
                     b"GET /a b HTTP/1.1\r\n" + HEAD, b"GET * HTTP/1.1\r\n" + HEAD,
                     b"GET http://localhost/ HTTP/1.1\r\n" + HEAD,
                     b"GET /\xc3\xa9 HTTP/1.1\r\n" + HEAD):
            with self.subTest(text=text):
                self.expect(400, text)
        for path in (b"/%", b"/%4", b"/%zz", b"/%00", b"/v1/me%00", b"/v1/events?board=%0"):
            with self.subTest(path=path):
                self.get(400, path)
        for header in (b"X: a\0b\r\n", b"X\r\n", b": x\r\n", b"X : y\r\n", b"X: a\r\n b\r\n",
                       b"X: \x7f\r\n", b"X: a\nY: b\r\n", b"Upgrade: h2c\r\n", b"X\0Y: a\r\n",
                       b"Origin: http://localhost\r\nOrigin: http://localhost\r\n"):
            with self.subTest(header=header):
                self.get(400, b"/v1/me", header)
        self.expect(505, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        self.expect(505, b"GET / HTTP/3.0\r\n" + HEAD)
        for _ in range(50):
            found = self.daemon.send(b"G" + os.urandom(300) + b"\r\n\r\n")
            self.assertLessEqual({answer.status for answer in found}, {400, 505})

    def test_old_http(self):
        self.expect(200, b"GET /v1/me HTTP/1.0\r\nHost: localhost\r\n\r\n")

    def test_one_request_a_connection(self):
        """What follows the first one is not read: the client is told, and asks again."""
        get = b"GET /v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n"
        post = b"POST /v1/login HTTP/1.1\r\nContent-Length: 2\r\n" + JSON + \
            b"Host: localhost\r\n\r\n{}"
        for first, second, status in ((get, get, 200), (get, post, 200), (post, get, 401),
                                      (post, b"junk", 401), (get, b"\0" * 1000, 200)):
            with self.subTest(first=first, second=second):
                found = self.expect(status, first + second)
                self.assertEqual(found.headers["connection"], "close")
        self.get(200, b"/v1/me")

    def test_a_request_may_come_byte_by_byte(self):
        with self.daemon.connect() as to:
            for byte in b"GET /v1/me HTTP/1.1\r\n" + HEAD:
                to.sendall(bytes([byte]))
            self.assertEqual(answers_of(read_all(to))[0].json()["name"], None)

    # --- what every answer has ---

    def test_the_page_is_guarded(self):
        found = self.get(200, b"/")
        self.assertIn("default-src 'none'", found.headers["content-security-policy"])
        self.assertEqual(found.headers["x-content-type-options"], "nosniff")
        self.assertEqual(found.headers["x-frame-options"], "DENY")
        self.assertNotIn("access-control-allow-origin", found.headers)

    def test_what_the_client_has_is_not_sent_again(self):
        tag = self.get(200, b"/").headers["etag"]
        for known in (tag, "*", f'"other", {tag}', f"W/{tag}"):
            with self.subTest(known=known):
                found = self.get(304, b"/", f"If-None-Match: {known}\r\n".encode())
                self.assertEqual((found.body, found.headers["etag"]), (b"", tag))
        for other in ('"other"', tag[:-2] + '"', tag.strip('"')):
            with self.subTest(other=other):
                self.get(200, b"/", f"If-None-Match: {other}\r\n".encode())


class Rates(unittest.TestCase):
    def test_who_asks_too_often_is_told_to_wait(self):
        daemon = Daemon(config="[http]\nrequest_rate = 1\n")
        try:
            found = [daemon.ask("/v1/me") for _ in range(30)]
            statuses = [answer.status for answer in found]
            self.assertEqual(statuses[:3], [200, 200, 200])
            self.assertEqual(set(statuses), {200, 429})
            refused = found[statuses.index(429)]
            self.assertEqual(refused.headers["retry-after"], "1")
            self.assertEqual(refused.json(), {"error": "too many requests"})
        finally:
            daemon.close()


if __name__ == "__main__":
    unittest.main()
