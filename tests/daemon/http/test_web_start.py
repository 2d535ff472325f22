# SPDX-License-Identifier: GPL-3.0-or-later
"""Where boardd listens, and nowhere else."""

import os
import shutil
import socket
import subprocess
import tempfile
import unittest

from web import PATIENCE_S, Daemon


def fails_to_start(*options):
    folder = tempfile.mkdtemp(prefix="boardd-web-")
    try:
        return subprocess.run([os.environ["BOARDD"], "--state", folder, "--socket",
                               f"{folder}/control.sock", "--device", f"unix:{folder}/board",
                               *options], stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    finally:
        shutil.rmtree(folder)


class Start(unittest.TestCase):
    def start(self, **how):
        daemon = Daemon(**how)
        self.addCleanup(daemon.close)
        return daemon

    def test_it_listens_on_both_loopbacks_and_nowhere_else(self):
        daemon = self.start()
        self.assertEqual(daemon.listeners(), [("127.0.0.1", daemon.port), ("::1", daemon.port)])
        self.assertEqual(daemon.ask("/v1/me").status, 200)
        with daemon.connect("::1") as to:
            to.sendall(b"GET /v1/me HTTP/1.1\r\nHost: [::1]\r\n\r\n")
            self.assertTrue(to.recv(100).startswith(b"HTTP/1.1 200"))

    def test_only_what_is_named(self):
        daemon = self.start(options=("--listen", "127.0.0.5"))
        self.assertEqual(daemon.listeners(), [("127.0.0.5", daemon.port)])

    def test_a_port_that_is_taken_is_named(self):
        for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            with self.subTest(host=host), socket.socket(family) as taken:
                taken.bind((host, 0))
                taken.listen()
                port = taken.getsockname()[1]
                found = fails_to_start("--port", str(port))
                self.assertEqual(found.returncode, 1, found.stderr)
                self.assertIn(f"cannot listen on {host} port {port}: Address already in use",
                              found.stderr)

    def test_an_address_that_is_not_ours_is_named(self):
        found = fails_to_start("--port", "0", "--listen", "127.0.0.1", "--listen", "192.0.2.77")
        self.assertEqual(found.returncode, 2, found.stderr)  # it would need TLS

    def test_without_ipv6_the_other_serves_alone(self):
        script = ("ip link set lo up && echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6 && "
                  "echo 1 >/proc/sys/net/ipv6/conf/lo/disable_ipv6 && exec \"$0\" \"$@\"")
        daemon = self.start(prefix=("unshare", "-rn", "sh", "-c", script))
        self.assertEqual(daemon.listeners(), [("127.0.0.1", daemon.port)])
        self.assertTrue([line for line in daemon.lines if "no page on ::1" in line], daemon.lines)


class Public(unittest.TestCase):
    def test_the_public_has_its_own_listener(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        daemon = Daemon(config=f"[http]\npublic = 127.0.0.1:{port}\n")
        self.addCleanup(daemon.close)
        self.assertEqual(sorted(daemon.listeners()),
                         sorted([("127.0.0.1", daemon.port), ("::1", daemon.port),
                                 ("127.0.0.1", port)]))
        for path in ("/v1/boards", "/v1/events", "/v1/me", "/metrics", "/v1/stream",
                     "/healthz", "/index.html", "/page.js", "/en.js"):
            with self.subTest(path=path):
                found = daemon.ask(path, port=port)
                self.assertEqual(found.status, 404)
                self.assertEqual(found.headers["access-control-allow-origin"], "*")
                self.assertIn("error", found.json())
                self.assert_guarded(found)
        self.assertEqual(daemon.ask("/v1/login", "POST", {}, port=port).status, 405)
        for path in ("/", "/public", "/public/overlay", "/public.js", "/public.json", "/page.css",
                     "/pgn/games.pgn"):
            with self.subTest(path=path):
                found = daemon.ask(path, port=port)
                self.assertEqual(found.status, 302 if path == "/" else 200)
                self.assert_guarded(found)

    def assert_guarded(self, found):
        """Nothing but our own files runs there; a club may show it in a frame of its own page."""
        policy = dict((*part.split(" ", 1), "")[:2]
                      for part in found.headers["content-security-policy"].split("; "))
        self.assertEqual(policy["default-src"], "'none'")
        for name in ("script-src", "style-src", "connect-src"):
            self.assertEqual(policy[name], "'self'")
        for name in ("base-uri", "form-action"):
            self.assertEqual(policy[name], "'none'")
        self.assertNotIn("frame-ancestors", policy)
        self.assertNotIn("x-frame-options", found.headers)
        self.assertEqual(found.headers["x-content-type-options"], "nosniff")
        self.assertEqual(found.headers["referrer-policy"], "no-referrer")


class Cautions(unittest.TestCase):
    def said(self, config, mode=0o600):
        folder = tempfile.mkdtemp(prefix="boardd-web-")
        for name in ("password", "token"):
            with open(f"{folder}/{name}", "w", encoding="ascii") as file:
                file.write("secret\n")
            os.chmod(f"{folder}/{name}", mode)
        daemon = Daemon(folder=folder, config=config.replace("FOLDER", folder))
        lines = list(daemon.lines)
        daemon.close()
        return [line for line in lines if "in clear" in line or "everybody" in line]

    def test_secrets_that_others_can_read_are_named(self):
        config = "[lichess]\ntoken_file = FOLDER/token\nround.1 = abcdefgh\n"
        self.assertEqual(self.said(config), [])
        self.assertEqual(self.said(config, 0o640), [])
        self.assertEqual(len(self.said(config, 0o644)), 1)

    def test_secrets_that_go_in_clear_are_named(self):
        mqtt = "[mqtt]\nhost = %s\nuser = hall\npassword_file = FOLDER/password\n"
        self.assertEqual(self.said(mqtt % "127.0.0.1"), [])
        self.assertEqual(len(self.said(mqtt % "192.0.2.1")), 1)
        ntfy = "[notify]\nntfy = %s\nntfy_topic = hall\nntfy_token_file = FOLDER/token\n"
        for url in ("http://localhost:1", "http://127.0.0.1/x", "http://[::1]:80",
                    "https://ntfy.example"):
            self.assertEqual(self.said(ntfy % url), [], url)
        for url in ("http://ntfy.example", "http://192.0.2.1:80/x", "http://[2001:db8::1]:80"):
            self.assertEqual(len(self.said(ntfy % url)), 1, url)


if __name__ == "__main__":
    unittest.main()
