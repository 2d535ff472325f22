# SPDX-License-Identifier: GPL-3.0-or-later
"""By TLS a request comes through the same door as in clear."""

import os
import signal
import socket
import ssl
import unittest

from web import BEYOND, Beyond, WebSocket, answers_of, in_own_network, make_certificate, read_all, \
    wait_until

HOST = b"Host: 192.0.2.10\r\n"
BAD = [
    (400, b"GET /v1/me HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"),
    (400, b"GET /v1/me HTTP/1.1\r\n\r\n"),
    (400, b"GET /v1/me%00 HTTP/1.1\r\n" + HOST + b"\r\n"),
    (400, b"GET /v1/games%0aHost:localhost: HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
    (400, b"GET / HTTP/1.1\n" + HOST + b"\n"),
    (400, b"GET / HTTP/1.1\r\n" + HOST + b"X: a\nY: b\r\n\r\n"),
    (400, b"GET / HTTP/1.1\r\n" + HOST + b"X\0: a\r\n\r\n"),
    (400, b"POST /v1/login HTTP/1.1\r\n" + HOST + b"Content-Length: 2\r\n"
          b"Content-Length: 3\r\n\r\n{}"),
    (400, b"hello\r\n\r\n"),
    (405, b"PUT / HTTP/1.1\r\n" + HOST + b"\r\n"),
    (411, b"POST /v1/login HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"),
    (413, b"POST /v1/login HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999\r\n\r\n"),
    (414, b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + HOST + b"\r\n"),
    (421, b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
    (431, b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 9000 + b"\r\n\r\n"),
    (505, b"GET / HTTP/2.0\r\n" + HOST + b"\r\n"),
]


def files_of(daemon):
    """How many files are open, but for the journal's own: SQLite keeps the descriptor of a reader
    that ends while the writer holds a lock, for the next reader."""
    folder, count = f"/proc/{daemon.process.pid}/fd", 0
    for name in os.listdir(folder):
        try:
            count += not os.readlink(os.path.join(folder, name)).endswith("/journal.sqlite")
        except FileNotFoundError:  # closed meanwhile
            pass
    return count


class Tls(unittest.TestCase):
    def start(self, *args, **how):
        daemon = Beyond(*args, **how)
        self.addCleanup(daemon.close)
        return daemon

    @in_own_network
    def test_a_bad_request_is_refused_as_it_is_in_clear(self):
        daemon = self.start("request_rate = 10000\nconnections_each = 1000\n")
        for status, request in BAD:
            for where in ({}, {"host": "127.0.0.1", "tls": False}):
                with self.subTest(request=request[:60], where=where):
                    found = daemon.send(request, **where)
                    self.assertEqual([answer.status for answer in found], [status])
                    self.assertEqual(found[0].headers["content-type"], "application/json")
                    self.assertEqual(list(found[0].json()), ["error"])

    @in_own_network
    def test_what_strangers_do_does_not_fill_the_log(self):
        daemon = self.start("request_rate = 10000\nconnections_each = 1000\n")
        before = len(daemon.lines)
        for i in range(300):
            status, request = BAD[i % len(BAD)]
            self.assertEqual(daemon.send(request)[0].status, status)
            with daemon.connect(tls=False) as to:
                to.sendall((b"\x16\x03\x01" + os.urandom(50), b"GET / HTTP/1.1\r\n")[i % 2])
            with daemon.connect(tls=False) as to:
                to.shutdown(socket.SHUT_WR)
                read_all(to)
        self.assertEqual(daemon.ask("/healthz").status, 200)
        self.assertLess(len(daemon.lines) - before, 20, daemon.lines[before:before + 40])

    @in_own_network
    def test_in_clear_it_is_told_so(self):
        daemon = self.start()
        found = daemon.send(b"GET / HTTP/1.1\r\n" + HOST + b"\r\n", tls=False)
        self.assertEqual([(a.status, a.json()) for a in found],
                         [(400, {"error": "here it is https"})])

    @in_own_network
    def test_a_handshake_that_does_not_come_is_not_waited_for(self):
        daemon = self.start("timeout = 1s\n")
        with daemon.connect(tls=False) as to:
            to.sendall(b"\x16\x03\x01\x02\x00\x01")
            self.assertIn(read_all(to)[:12], (b"", b"HTTP/1.1 408"))
        with daemon.connect() as to:
            to.sendall(b"GET /healthz HTTP/1.1\r\n")
            self.assertEqual([a.status for a in answers_of(read_all(to))], [408])

    @in_own_network
    def test_only_what_is_safe_today_is_spoken(self):
        daemon = self.start(kind="rsa")
        for options, version in (({}, "TLSv1.3"),
                                 ({"maximum_version": ssl.TLSVersion.TLSv1_2}, "TLSv1.2")):
            with daemon.connect(tls=daemon.tls(**options)) as to:
                self.assertEqual(to.version(), version)
                self.assertRegex(to.cipher()[0], "GCM|CHACHA20")
        for ciphers in ("ECDHE-RSA-AES256-SHA384", "ECDHE-RSA-AES128-SHA", "AES128-GCM-SHA256",
                        "AES256-SHA256"):
            with self.subTest(ciphers=ciphers), self.assertRaises((ssl.SSLError, OSError)):
                old = daemon.tls(maximum_version=ssl.TLSVersion.TLSv1_2)
                old.set_ciphers(ciphers + ":@SECLEVEL=0")
                daemon.connect(tls=old)
        with self.assertRaises((ssl.SSLError, OSError)):
            old = daemon.tls()
            old.set_ciphers("ALL:@SECLEVEL=0")
            old.minimum_version = ssl.TLSVersion.TLSv1
            old.maximum_version = ssl.TLSVersion.TLSv1_1
            daemon.connect(tls=old)

    def subject(self, daemon):
        with socket.create_connection((BEYOND, daemon.port)) as to:
            plain = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            plain.check_hostname = False
            plain.verify_mode = ssl.CERT_NONE
            with plain.wrap_socket(to) as tls:
                return tls.getpeercert(binary_form=True)

    @in_own_network
    def test_a_new_certificate_is_taken_when_the_configuration_is_read_again(self):
        daemon = self.start()
        first = self.subject(daemon)
        with daemon.connect() as held:
            make_certificate(daemon.folder, "hall.example")
            daemon.process.send_signal(signal.SIGHUP)
            wait_until("another certificate", lambda: self.subject(daemon) != first)
            held.sendall(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
            self.assertEqual(answers_of(read_all(held))[0].status, 200)
        second = self.subject(daemon)
        with open(f"{daemon.folder}/cert.pem", "w", encoding="ascii") as file:
            file.write("no certificate")
        daemon.process.send_signal(signal.SIGHUP)
        wait_until("a word", lambda: any("stays as it was" in line for line in daemon.lines))
        self.assertEqual(self.subject(daemon), second)

    @in_own_network
    def test_long_answers_and_long_questions(self):
        daemon = self.start(board=("--random", "5", "--speed", "100", "--think", "1"),
                            time_scale=100)
        cookie = {"Cookie": daemon.log_in("Anna", headers={"Origin": f"https://{BEYOND}"},
                                          host=BEYOND)}
        wait_until("many reports", lambda: daemon.call("status")["result"]["last"] > 2000)
        last = daemon.call("status")["result"]["last"]
        found = daemon.ask(f"/v1/events?limit={last}", headers=cookie, host=BEYOND)
        self.assertEqual(len(found.body.splitlines()), last)
        own = {"Origin": f"https://{BEYOND}", **cookie}
        body = b'{"action":"' + b"x" * 60000 + b'"}'
        found = daemon.ask("/v1/boards/none/actions", "POST", body, host=BEYOND,
                           headers={"Content-Type": "application/json", **own})
        self.assertEqual(found.status, 404, found)
        with WebSocket(daemon, "/v1/stream?since=0", own, host=BEYOND) as stream:
            seqs = []
            self.assertEqual(stream.read()["event"], "hello")
            while len(seqs) < last:
                seqs.append(stream.read()["seq"])
            self.assertEqual(seqs, list(range(1, last + 1)))

    @in_own_network
    def test_one_who_does_not_read_is_dropped_and_nothing_is_left_of_it(self):
        daemon = self.start("timeout = 2s\nbacklog_max = 64K\nrequest_rate = 1000\n",
                            board=("--random", "5", "--speed", "100", "--think", "1"),
                            time_scale=100)
        cookie = daemon.log_in("Anna", headers={"Origin": f"https://{BEYOND}"}, host=BEYOND)
        wait_until("many reports", lambda: daemon.call("status")["result"]["last"] > 2000)
        before = files_of(daemon)
        for _ in range(10):
            to = socket.socket()
            to.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            to.connect((BEYOND, daemon.port))
            to = daemon.tls().wrap_socket(to)
            self.addCleanup(to.close)
            to.sendall(b"GET /v1/events HTTP/1.1\r\n" + HOST + f"Cookie: {cookie}\r\n\r\n".encode())
        wait_until("all of them to be there", lambda: files_of(daemon) > before + 10)
        wait_until("all to be dropped", lambda: files_of(daemon) <= before)


if __name__ == "__main__":
    unittest.main()
