# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may act: logging in, on loopback and by TLS beyond it."""

import json
import os
import pwd
import socket
import ssl
import subprocess
import tempfile
import unittest

from web import Daemon, WebSocket, read_all, wait_until

BOARD = ("--random", "5", "--speed", "20", "--think", "1")


class Login(unittest.TestCase):
    def start(self, **how):
        daemon = Daemon(**how)
        self.addCleanup(daemon.close)
        return daemon

    def invite(self, daemon, name):
        link = daemon.call("login", name=name)["result"]["link"]
        self.assertTrue(link.startswith(f"http://localhost:{daemon.port}/#login="), link)
        return link.split("#login=")[1]

    def who(self, daemon, cookie):
        return daemon.ask("/v1/me", headers={"Cookie": cookie}).json()["name"]

    def test_a_link_works_once(self):
        daemon = self.start()
        secret = self.invite(daemon, "Anna Arbiter")
        found = daemon.ask("/v1/login", "POST", {"invitation": secret})
        self.assertEqual((found.status, found.json()), (200, {"name": "Anna Arbiter"}))
        cookie, *flags = found.headers["set-cookie"].split("; ")
        self.assertEqual(sorted(flags),
                         ["HttpOnly", "Max-Age=1209600", "Path=/", "SameSite=Strict"])
        self.assertEqual(self.who(daemon, cookie), "Anna Arbiter")
        self.assertEqual(self.who(daemon, "boardd=" + secret), None)
        self.assertEqual(daemon.ask("/v1/login", "POST", {"invitation": secret}).status, 401)

    def test_a_link_is_too_old_after_ten_minutes(self):
        daemon = self.start(time_scale=100)
        secret = self.invite(daemon, "Anna")
        began = daemon.call("status")["result"]["uptime_s"]
        wait_until("ten minutes", lambda: daemon.call("status")["result"]["uptime_s"] > began + 601)
        self.assertEqual(daemon.ask("/v1/login", "POST", {"invitation": secret}).status, 401)

    def test_a_session_outlives_the_daemon_and_ends_with_logout(self):
        daemon = self.start()
        anna, other = daemon.log_in("Anna"), daemon.log_in("Bo")
        daemon.stop()
        daemon.start()
        self.assertEqual((self.who(daemon, anna), self.who(daemon, other)), ("Anna", "Bo"))
        found = daemon.ask("/v1/logout", "POST", {}, headers={"Cookie": anna})
        self.assertEqual((found.status, found.json()), (200, {"name": None}))
        self.assertIn("Max-Age=0", found.headers["set-cookie"])
        self.assertEqual((self.who(daemon, anna), self.who(daemon, other)), (None, "Bo"))
        self.assertEqual(daemon.call("logout", name="Bo")["result"], {"name": "Bo"})
        daemon.stop()
        daemon.start()
        self.assertEqual((self.who(daemon, anna), self.who(daemon, other)), (None, None))

    def test_the_first_takes_a_name_and_lets_others_in(self):
        daemon = self.start()
        self.assertEqual(daemon.ask("/v1/me").json(), {"name": None, "claim": True})
        for body, status in (({}, 400), ({"name": 7}, 400), ({"name": " x"}, 400)):
            self.assertEqual(daemon.ask("/v1/claim", "POST", body).status, status)
        self.assertEqual(daemon.ask("/v1/invite", "POST", {"name": "Bo"}).status, 401)
        self.assertEqual(daemon.ask("/v1/people").status, 401)
        found = daemon.ask("/v1/claim", "POST", {"name": "Anna"})
        self.assertEqual((found.status, found.json()), (200, {"name": "Anna"}))
        anna = {"Cookie": found.headers["set-cookie"].split("; ")[0]}
        self.assertEqual(daemon.ask("/v1/claim", "POST", {"name": "Eve"}).status, 409)
        self.assertEqual(daemon.ask("/v1/me").json(), {"name": None})
        lent = daemon.ask("/v1/invite", "POST", {"name": "Bo"}, headers=anna).json()
        self.assertRegex(lent["pin"], r"^\d{6}$")
        self.assertEqual(daemon.ask("/v1/login", "POST", {"pin": "x"}).status, 401)
        found = daemon.ask("/v1/login", "POST", {"pin": lent["pin"]})
        self.assertEqual((found.status, found.json()), (200, {"name": "Bo"}))
        bo = found.headers["set-cookie"].split("; ")[0]
        self.assertEqual(daemon.ask("/v1/login", "POST", {"invitation": lent["invitation"]}).status,
                         401)
        people = daemon.ask("/v1/people", headers=anna).json()["people"]
        self.assertEqual([one["name"] for one in people], ["Anna", "Bo"])
        self.assertEqual(daemon.ask("/v1/people", "POST", {"end": "Bo"}).status, 401)
        self.assertEqual(daemon.ask("/v1/people", "POST", {"end": "Eve"}, headers=anna).status, 404)
        found = daemon.ask("/v1/people", "POST", {"end": "Bo"}, headers=anna)
        self.assertEqual([one["name"] for one in found.json()["people"]], ["Anna"])
        self.assertEqual(self.who(daemon, bo), None)
        daemon.stop()
        daemon.start()
        self.assertEqual(daemon.ask("/v1/me").json(), {"name": None})
        self.assertEqual(daemon.ask("/v1/claim", "POST", {"name": "Eve"}).status, 409)

    def test_a_decision_carries_the_name(self):
        daemon = self.start(board=BOARD)
        cookie = daemon.log_in("Anna Arbiter")
        board = wait_until("a game", lambda: next(
            (b for b in daemon.ask("/v1/boards").json()["boards"] if b["game"]), None))["board"]
        found = daemon.ask(f"/v1/boards/{board}/actions", "POST", {"action": "note all well"},
                           headers={"Cookie": cookie, "Origin": "http://localhost"})
        self.assertEqual(found.status, 200, found)
        seq = found.json()["seq"]
        line = daemon.ask(f"/v1/events?since={seq - 1}&limit=1").json()
        self.assertEqual((line["event"], line["seq"], line["by"]), ("decision", seq, "Anna Arbiter"))
        self.assertEqual(daemon.ask(f"/v1/boards/{board}/actions", "POST", {"action": "fly away"},
                                    headers={"Cookie": cookie}).status, 400)
        self.assertEqual(daemon.ask("/v1/boards/none/actions", "POST", {"action": "note x"},
                                    headers={"Cookie": cookie}).status, 404)


class Names(unittest.TestCase):
    """Whoever decides is named in the report, whatever the name is."""

    def test_a_name_is_whole_or_refused_and_the_user_stands_beside_it(self):
        daemon = Daemon(board=BOARD)
        self.addCleanup(daemon.close)
        board = wait_until("a game", lambda: next(
            (b for b in daemon.ask("/v1/boards").json()["boards"] if b["game"]), None))["board"]
        for name in ("Anna", "Søren Østergård", "é" * 60, "𝕏" * 60, "居文君"):
            with self.subTest(name=name):
                found = daemon.call("act", board=board, action="note x", by=name)
                seq = found["result"]["seq"]
                line = daemon.ask(f"/v1/events?since={seq - 1}&limit=1").json()
                self.assertEqual((line["event"], line["by"], line["uid"]),
                                 ("decision", name, os.getuid()))
        for name in ("é" * 61, "a" * 62 + "é", "a" * 63 + "é", "Anna\u202e", "An\nna", " Anna",
                     "A\u0085", "a" * 5000, 7, ["Anna"]):
            with self.subTest(name=name):
                self.assertIn("error", daemon.call("act", board=board, action="note x", by=name))
                self.assertIn("error", daemon.call("login", name=name))
        seq = daemon.call("act", board=board, action="note x")["result"]["seq"]
        line = daemon.ask(f"/v1/events?since={seq - 1}&limit=1").json()
        self.assertEqual((line["by"], line["uid"]),
                         (pwd.getpwuid(os.getuid()).pw_name, os.getuid()))
        cookie = daemon.log_in("é" * 60)
        self.assertEqual(daemon.ask("/v1/me", headers={"Cookie": cookie}).json(),
                         {"name": "é" * 60})
        found = daemon.ask(f"/v1/boards/{board}/actions", "POST", {"action": "note y"},
                           headers={"Cookie": cookie, "Origin": "http://localhost"})
        line = daemon.ask(f"/v1/events?since={found.json()['seq'] - 1}&limit=1").json()
        self.assertEqual(line["by"], "é" * 60)
        self.assertNotIn("uid", line)

    def test_what_is_said_of_a_round_has_the_user_beside_it_too(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        pairs = "board;white;black\n1;Berg, Ane;Vik, Mia\n"
        self.assertIn("result", daemon.call("round", start=1, pairings=pairs, by="Anna"))
        self.assertIn("result", daemon.call("round", absent=1, color="white", by="Anna"))
        lines = [json.loads(line) for line in daemon.ask("/v1/events").body.splitlines()]
        decisions = [line for line in lines if line["event"] == "decision"]
        self.assertIn("result 0-1 forfeit", [line["action"] for line in decisions])
        for line in decisions:
            self.assertEqual((line["by"], line["uid"]), ("Anna", os.getuid()), line)


class Ended(unittest.TestCase):
    """Access ends with the person, on every connection that is open in that name."""

    def start(self, **how):
        daemon = Daemon(**how)
        self.addCleanup(daemon.close)
        return daemon

    def open_as(self, daemon, cookie, path="/v1/stream"):
        stream = WebSocket(daemon, path, {"Cookie": cookie, "Origin": "http://localhost"})
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 101)
        return stream

    def expect_ended(self, stream):
        while stream.read():
            pass
        self.assertEqual(stream.closed, (1008, "logged out"))

    def test_a_stream_ends_when_its_person_is_logged_out(self):
        daemon = self.start(board=BOARD)
        anna, bo = daemon.log_in("Anna"), daemon.log_in("Bo")
        again = daemon.log_in("Anna")
        ended = [self.open_as(daemon, anna), self.open_as(daemon, anna),
                 self.open_as(daemon, again)]
        livechess = self.open_as(daemon, anna, "/api/v1.0")
        stays = [self.open_as(daemon, bo), WebSocket(daemon, "/v1/stream")]
        self.addCleanup(stays[1].close)
        self.assertEqual(daemon.call("logout", name="Anna")["result"], {"name": "Anna"})
        last = daemon.call("status")["result"]["last"]
        for stream in ended:
            seen = 0
            while report := stream.read():
                seen = report.get("seq", 0)
            self.assertLessEqual(seen, last)
            self.assertEqual(stream.closed, (1008, "logged out"))
        self.expect_ended(livechess)
        for stream in stays:
            while (report := stream.read()).get("seq", 0) <= last:
                self.assertIsNotNone(report)

    def test_it_ends_by_the_page_too(self):
        daemon = self.start()
        cookie = daemon.log_in("Anna")
        stream = self.open_as(daemon, cookie)
        self.assertEqual(daemon.ask("/v1/logout", "POST", {}, headers={"Cookie": cookie}).status,
                         200)
        self.expect_ended(stream)

    def test_a_long_answer_ends(self):
        daemon = self.start(board=("--random", "5", "--speed", "100", "--think", "1"),
                            time_scale=100)
        wait_until("many reports", lambda: daemon.call("status")["result"]["last"] > 3000)
        cookie = daemon.log_in("Anna")
        to = socket.socket()
        self.addCleanup(to.close)
        to.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        to.connect(("127.0.0.1", daemon.port))
        to.settimeout(60)
        to.sendall(f"GET /v1/events HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
                   .encode())
        self.assertTrue(to.recv(100).startswith(b"HTTP/1.1 200"))
        daemon.call("logout", name="Anna")
        lines = read_all(to).count(b'"event"')
        self.assertLess(lines, 3000)


class BeyondLoopback(unittest.TestCase):
    """In a network of its own, where an address beyond loopback can be had."""

    def test_tls_and_sessions(self):
        if "BOARDD_OWN_NETWORK" not in os.environ:
            script = ("ip link set lo up && ip addr add 192.0.2.10/32 dev lo && exec \"$0\" \"$@\"")
            found = subprocess.run(
                ["unshare", "-rn", "sh", "-c", script, "python3", __file__,
                 "BeyondLoopback.test_tls_and_sessions"], capture_output=True, text=True,
                env={**os.environ, "BOARDD_OWN_NETWORK": "1"}, check=False)
            self.assertEqual(found.returncode, 0, found.stderr)
            return
        self.in_the_network()

    def in_the_network(self):
        folder = tempfile.mkdtemp(prefix="boardd-web-")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-keyout", f"{folder}/key.pem", "-out",
                        f"{folder}/cert.pem"], check=True, capture_output=True)
        daemon = Daemon(folder=folder, config=(
            f"[http]\nlisten = 127.0.0.1 192.0.2.10\nnames = hall.example\n"
            f"tls_certificate = {folder}/cert.pem\ntls_key = {folder}/key.pem\n"))
        self.addCleanup(daemon.close)
        self.assertEqual(daemon.listeners(),
                         [("127.0.0.1", daemon.port), ("192.0.2.10", daemon.port)])
        tls = ssl.create_default_context(cafile=f"{folder}/cert.pem")
        tls.check_hostname = False
        there = {"tls": tls}

        def ask(path, *args, **how):
            with_host = {"host": f"192.0.2.10:{daemon.port}", **how}
            return Daemon.ask(Beyond(daemon), path, *args, **with_host, **there)

        self.assertEqual(ask("/healthz").status, 200)
        self.assertEqual(ask("/").status, 200)
        self.assertEqual(ask("/healthz", host="hall.example").status, 200)
        self.assertEqual(ask("/healthz", host="evil.example").status, 421)
        for path in ("/v1/boards", "/v1/me", "/v1/events", "/metrics", "/v1/status", "/v1/nothing"):
            with self.subTest(path=path):
                self.assertEqual(ask(path).status, 401)
        secret = daemon.call("login", name="Anna")["result"]["link"].split("#login=")[1]
        own = {"Origin": f"https://192.0.2.10:{daemon.port}"}
        self.assertEqual(ask("/v1/login", "POST", {"invitation": secret}).status, 403)
        found = ask("/v1/login", "POST", {"invitation": secret}, headers=own)
        self.assertEqual(found.status, 200, found)
        self.assertIn("Secure", found.headers["set-cookie"].split("; "))
        cookie = {"Cookie": found.headers["set-cookie"].split(";")[0]}
        self.assertEqual(ask("/v1/me", headers=cookie).json(), {"name": "Anna"})
        self.assertEqual(ask("/v1/boards", headers=cookie).status, 200)
        with WebSocket(Beyond(daemon), "/v1/stream", own, host=f"192.0.2.10:{daemon.port}",
                       **there) as stream:
            self.assertEqual(stream.status, 401)
        with WebSocket(Beyond(daemon), "/v1/stream", {**own, **cookie},
                       host=f"192.0.2.10:{daemon.port}", **there) as stream:
            self.assertEqual(stream.read()["event"], "hello")
        # Without TLS there is nothing.
        with daemon.connect("192.0.2.10") as to:
            to.sendall(b"GET /healthz HTTP/1.1\r\nHost: 192.0.2.10\r\n\r\n")
            self.assertNotIn(b"200", read_all(to))


class Beyond:
    """The daemon as it is reached from another machine."""

    def __init__(self, daemon):
        self.daemon = daemon

    def connect(self, **where):
        return self.daemon.connect("192.0.2.10", **where)

    def send(self, request, **where):
        return Daemon.send(self, request, **where)


if __name__ == "__main__":
    unittest.main()
