# SPDX-License-Identifier: GPL-3.0-or-later
"""What the status says of each output: when something last arrived, and why nothing does."""

import http.server
import os
import tempfile
import threading
import unittest

from web import Daemon, WebSocket, wait_until


class Listener(http.server.BaseHTTPRequestHandler):
    """A web-hook that is well, or not."""

    status = 200

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(type(self).status)
        self.end_headers()

    def log_message(self, *_):
        pass


class Outputs(unittest.TestCase):
    def setUp(self):
        self.hook = http.server.HTTPServer(("127.0.0.1", 0), Listener)
        self.addCleanup(self.hook.server_close)
        self.addCleanup(self.hook.shutdown)
        threading.Thread(target=self.hook.serve_forever, daemon=True).start()
        script = os.path.join(self.folder(), "script")
        with open(script, "w", encoding="utf-8") as file:
            file.write("lift g1; place g3 N; press white; wait 2\n")
        self.daemon = Daemon(board=("--script", script, "--speed", "10"), config=f"[http]\nrequest_rate = 10000\n[broadcast]\nfolder = {self.folder()}/games\n"
                             f"[notify]\nwebhook = http://127.0.0.1:{self.hook.server_port}/\n")
        self.addCleanup(self.daemon.close)

    def folder(self):
        if not hasattr(self, "kept"):
            self.kept = tempfile.TemporaryDirectory(prefix="boardd-outputs-")
            self.addCleanup(self.kept.cleanup)
        return self.kept.name

    def status(self):
        return self.daemon.ask("/v1/status").json()

    def metrics(self):
        """By name, of the outputs."""
        lines = (line.split(" ") for line in self.daemon.ask("/metrics").body.decode().splitlines())
        return {line[0]: float(line[1]) for line in lines if line[0].startswith("boardd_output_")}

    def test_files_and_notices(self):
        folder = wait_until("a file is written", lambda: (self.status()["folder"] or {}).get("last") and self.status()["folder"])
        self.assertEqual((folder["path"], folder["why"]), (f"{self.folder()}/games", None))
        notices = wait_until("a notice arrives", lambda: self.status()["notices"]["sent"] > 0 and self.status()["notices"])
        self.assertRegex(notices["last"], r"^20\d\d-.*Z$")
        self.assertIsNone(notices["why"])
        metrics = self.metrics()
        for name in ("folder", "notices"):
            self.assertEqual(metrics[f'boardd_output_failing{{output="{name}"}}'], 0, metrics)
            self.assertGreaterEqual(metrics[f'boardd_output_silent_seconds{{output="{name}"}}'], 0, metrics)
        self.assertNotIn('boardd_output_failing{output="lichess"}', metrics)

    def test_a_program_that_listens(self):
        self.assertEqual(self.status()["livechess"], {"clients": 0})
        with WebSocket(self.daemon, "/api/v1.0") as client:
            self.assertEqual(client.status, 101)
            wait_until("it is counted", lambda: self.status()["livechess"]["clients"] == 1)
        wait_until("it is gone", lambda: self.status()["livechess"]["clients"] == 0)


class Trouble(Outputs):
    """The same where nothing arrives."""

    def setUp(self):
        Listener.status = 404
        self.addCleanup(setattr, Listener, "status", 200)
        super().setUp()

    def test_files_and_notices(self):
        notices = wait_until("a notice is refused", lambda: self.status()["notices"]["why"] and self.status()["notices"])
        self.assertEqual((notices["sent"], notices["last"], notices["why"]), (0, None, "it answered 404"))
        metrics = self.metrics()
        self.assertEqual(metrics['boardd_output_failing{output="notices"}'], 1, metrics)
        self.assertNotIn('boardd_output_silent_seconds{output="notices"}', metrics)


if __name__ == "__main__":
    unittest.main()
