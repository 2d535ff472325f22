# SPDX-License-Identifier: GPL-3.0-or-later
"""Clients that are many, slow or deaf: the boards are read all the same."""

import json
import resource
import socket
import struct
import time
import unittest

from web import Daemon, WebSocket, answers_of, read_all, wait_until

BOARD = ("--random", "5", "--speed", "100", "--think", "1")


class Limits(unittest.TestCase):
    def start(self, config, rate=10000, **others):
        daemon = Daemon(config=f"[http]\nrequest_rate = {rate}\n" + config, **others)
        self.addCleanup(daemon.close)
        return daemon

    def expect_alive(self, daemon):
        """The control socket answers, and the board is still read."""
        last = daemon.call("status")["result"]["last"]
        wait_until("another report", lambda: daemon.call("status")["result"]["last"] > last)

    def test_a_request_that_dribbles_in_is_not_waited_for(self):
        daemon = self.start("timeout = 2s\n")
        with daemon.connect() as to:
            for byte in b"GET /v1/me HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 40:
                try:
                    to.sendall(bytes([byte]))
                except (BrokenPipeError, ConnectionResetError):
                    break
                time.sleep(0.1)
            found = answers_of(read_all(to))
        self.assertEqual([answer.status for answer in found], [408])

    def test_a_body_that_does_not_come_is_not_waited_for(self):
        daemon = self.start("timeout = 1s\n")
        with daemon.connect() as to:
            to.sendall(b"POST /v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n"
                       b"Content-Type: application/json\r\n\r\n{")
            self.assertEqual(read_all(to), b"")

    def test_one_address_has_so_many_connections(self):
        daemon = self.start("connections_each = 3\n")
        held = [daemon.connect() for _ in range(3)]
        wait_until("three connections", lambda: b"503" in self.knock(daemon))
        self.assertIn(b"200", self.knock(daemon, b"/healthz"))
        held.pop().close()
        wait_until("room again", lambda: b"200" in self.knock(daemon))
        for to in held:
            to.close()

    def test_there_is_always_room_to_ask_for_health(self):
        daemon = self.start("connections = 20\n")
        held = [daemon.connect() for _ in range(60)]
        wait_until("a crowd", lambda: b"503" in self.knock(daemon))
        for _ in range(20):
            self.assertIn(b"200", self.knock(daemon, b"/healthz"))
            held.append(daemon.connect())
        for to in held:
            to.close()

    def test_a_crowd_at_the_public_page_leaves_the_arbiter_alone(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        daemon = self.start(f"public = 127.0.0.1:{port}\nconnections = 30\n"
                            "connections_each = 30\n")
        held = [daemon.connect(port=port) for _ in range(60)]
        wait_until("a crowd", lambda: b"503" in self.knock(daemon, b"/public", port=port))
        for _ in range(50):
            self.assertIn(b"200", self.knock(daemon))
        for to in held:
            to.close()

    def test_a_message_counts_like_a_request(self):
        for path in ("/api/v1.0", "/v1/stream"):
            daemon = self.start("", rate=20)
            with self.subTest(path=path), WebSocket(daemon, path) as stream:
                self.assertEqual(stream.status, 101)
                try:
                    for i in range(2000):
                        stream.send(1, json.dumps({"call": "eboards", "id": i}).encode())
                except (BrokenPipeError, ConnectionResetError):
                    pass
                while stream.read():
                    pass
                self.assertIn(stream.closed, (None, (1008, "too many messages")))
            self.assertIn("result", daemon.call("status"))

    def test_frames_that_are_no_message_are_counted_too(self):
        floods = {"pings": (b"", b"\x89\x80mask"), "pongs": (b"", b"\x8a\x80mask"),
                  "continued": (b"\x01\x80mask", b"\x00\x80mask"),
                  "a frame without end": (b"\x82\xff" + struct.pack(">Q", 2 ** 62) + b"mask", bytes(16384))}
        for path in ("/api/v1.0", "/v1/stream", "/v1/tables"):
            for name, (first, again) in floods.items():
                daemon = self.start("", rate=20)
                with self.subTest(path=path, flood=name), WebSocket(daemon, path) as stream:
                    stream.socket.sendall(first)
                    wait_until("it to be cut off", lambda: self.is_cut_off(stream, again * 100))
                self.assertIn("result", daemon.call("status"))
        with WebSocket(daemon, "/v1/stream?since=0") as stream:
            self.assertEqual(stream.read()["event"], "hello")
            for _ in range(30):
                stream.send(9, b"are you there?")
            stream.send(8, struct.pack(">H", 1000))
            self.assertIsNone(stream.read())
            self.assertEqual(stream.closed[0], 1000)

    @staticmethod
    def is_cut_off(stream, text):
        try:
            stream.socket.sendall(text)
        except (BrokenPipeError, ConnectionResetError):
            return True
        return False

    @staticmethod
    def knock(daemon, path=b"/v1/me", **where):
        with daemon.connect(**where) as to:
            try:
                to.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
            except (BrokenPipeError, ConnectionResetError):
                pass
            return read_all(to)[:15]

    def test_ten_thousand_connections(self):
        daemon = self.start("connections_each = 500\ntimeout = 2s\n", board=BOARD)
        before = daemon.anonymous_kib()
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = 10000 if limit[1] >= 10100 else limit[1] // 2  # all at once, where we may
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, limit)
        held = []
        for i in range(10000):
            to = socket.socket()
            to.setblocking(False)
            to.connect_ex(("127.0.0.1", daemon.port))
            held.append(to)
            if len(held) > most:
                held.pop(0).close()
            if i % 2500 == 0:
                self.assertIn("result", daemon.call("status"))
        self.expect_alive(daemon)
        for to in held:
            to.close()
        wait_until("room again", lambda: b"200" in self.knock(daemon))
        self.assertLess(daemon.anonymous_kib() - before, 64 * 1024)

    def test_one_who_does_not_read_the_stream_is_dropped(self):
        daemon = self.start("timeout = 2s\nbacklog_max = 64K\n", board=BOARD, time_scale=100)
        deaf = WebSocket(daemon, "/v1/stream?since=0", receive_buffer=2048)
        self.addCleanup(deaf.close)
        self.assertEqual(deaf.status, 101)
        wait_until("the connection to be dropped", lambda: self.connections(daemon) == 1)
        self.expect_alive(daemon)

    @staticmethod
    def connections(daemon):
        text = daemon.ask("/metrics").body.decode()
        return int(text.split("\nboardd_http_connections ")[1].split("\n")[0])

    def test_one_who_does_not_read_the_events_is_dropped(self):
        daemon = self.start("timeout = 2s\nbacklog_max = 64K\n", board=BOARD, time_scale=100)
        wait_until("many reports", lambda: daemon.call("status")["result"]["last"] > 1000)
        before = daemon.anonymous_kib()
        held = []
        for _ in range(20):
            to = socket.socket()
            to.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            to.connect(("127.0.0.1", daemon.port))
            to.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.addCleanup(to.close)
            held.append(to)
        wait_until("all to be dropped", lambda: self.connections(daemon) == 1)
        self.expect_alive(daemon)
        self.assertLess(daemon.anonymous_kib() - before, 64 * 1024)

    def test_what_a_websocket_says_is_not_listened_to(self):
        daemon = self.start("")
        with WebSocket(daemon, "/v1/stream?since=0") as stream:
            self.assertEqual(stream.read()["event"], "hello")
            stream.send(1, json.dumps({"call": "status"}).encode())
            stream.send(2, bytes(200000))
            stream.send(9, b"are you there?")
            stream.send(3, b"no such opcode")
            self.assertIsNone(stream.read())
        for frame in (b"\x81\x02ab", b"\x81\x81abcda\x01\x01a", b"\xc1\x81abcda", b"\x89\x01a"):
            for path in ("/v1/stream", "/api/v1.0"):
                with self.subTest(frame=frame, path=path), WebSocket(daemon, path) as stream:
                    self.assertEqual(stream.status, 101)
                    stream.socket.sendall(frame)
                    while stream.read():
                        pass
        with WebSocket(daemon, "/v1/stream") as stream:
            stream.socket.sendall(b"\xff" * 5000)
            while stream.read():
                pass
        self.assertEqual(daemon.ask("/v1/me").status, 200)


if __name__ == "__main__":
    unittest.main()
