# SPDX-License-Identifier: GPL-3.0-or-later
"""The report stream: gapless, also over a restart, by WebSocket and by line."""

import json
import unittest

from web import Daemon, WebSocket, wait_until

BOARD = ("--random", "5", "--speed", "20", "--think", "1")


class Stream(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(board=BOARD, config="[http]\nrequest_rate = 10000\n")
        wait_until("reports", lambda: cls.last() > 100)

    @classmethod
    def tearDownClass(cls):
        cls.daemon.close()

    @classmethod
    def last(cls):
        return cls.daemon.call("status")["result"]["last"]

    def events(self, query):
        found = self.daemon.ask("/v1/events" + query)
        self.assertEqual(found.status, 200, found)
        self.assertEqual(found.headers["content-type"], "application/x-ndjson")
        return [json.loads(line) for line in found.body.splitlines()]

    def read(self, count, query):
        with WebSocket(self.daemon, "/v1/stream" + query) as stream:
            hello = stream.read()
            return hello, [stream.read() for _ in range(count)]

    def test_it_resumes_over_a_restart_without_a_gap(self):
        hello, before = self.read(60, "?since=0")
        self.assertEqual((hello["event"], hello["stream"]), ("hello", 1))
        self.assertNotIn("seq", hello)
        self.daemon.stop()
        self.daemon.start()
        again, after = self.read(60, "?since=60")
        self.assertEqual(again["journal"], hello["journal"])
        self.assertEqual([report["seq"] for report in before + after], list(range(1, 121)))
        self.assertEqual(self.events("?since=0&limit=120"), before + after)

    def test_without_since_it_begins_now(self):
        hello, found = self.read(1, "")
        self.assertGreater(found[0]["seq"], hello["last"])

    def test_events_end(self):
        self.assertEqual([r["seq"] for r in self.events("?since=10&limit=7")],
                         list(range(11, 18)))
        self.assertEqual(self.events(f"?since={self.last()}&limit=1")[1:], [])

    def test_of_one_board(self):
        board = self.events("?since=0&limit=1")[0]["board"]
        self.assertEqual({r["board"] for r in self.events(f"?board={board}&limit=50")}, {board})
        self.assertEqual(self.events("?board=nobody"), [])
        _, found = self.read(5, f"?since=0&board={board}")
        self.assertEqual([r["seq"] for r in found], [1, 2, 3, 4, 5])

    def test_a_place_that_is_not_there_is_told(self):
        for query, reason in (("?since=99999999", "since is beyond the last report"),
                              ("?since=x", "since is a number from 0"),
                              ("?sinc=1", "since and board can be asked for, each once"),
                              ("?board=" + "x" * 200, "board is no name")):
            with self.subTest(query=query), WebSocket(self.daemon, "/v1/stream" + query) as stream:
                self.assertEqual(stream.status, 400)
                self.assertEqual(json.loads(stream.body()), {"error": reason})
        self.assertEqual(self.daemon.ask("/v1/events?since=99999999").status, 400)

    def test_who_may_not_open_it_is_told(self):
        for path, headers, host, status in (
                ("/v1/stream", {"Origin": "http://evil.example"}, "localhost", 403),
                ("/v1/stream", {"Origin": "https://lichess.org"}, "localhost", 403),
                ("/v1/stream", {}, "evil.example", 421),
                ("/v1/nothing", {}, "localhost", 404)):
            with self.subTest(path=path, headers=headers, host=host), \
                    WebSocket(self.daemon, path, headers, host=host) as stream:
                self.assertEqual(stream.status, status)
                self.assertEqual(list(json.loads(stream.body())), ["error"])
        with WebSocket(self.daemon, "/v1/stream", {"Origin": "http://localhost"}) as stream:
            self.assertEqual(stream.status, 101)

    def test_it_is_asked_whether_it_is_still_there(self):
        with WebSocket(self.daemon, "/v1/stream?board=nobody") as stream:
            self.assertEqual(stream.read()["event"], "hello")
            stream.socket.settimeout(55)
            head = stream.stream.read(2)  # nothing else is said here for half a minute
            self.assertEqual(head[0], 0x89)


if __name__ == "__main__":
    unittest.main()
