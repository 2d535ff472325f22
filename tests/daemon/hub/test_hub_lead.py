#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_hub_lead.py BOARDD BOARDSIM: of two hubs one leads and pushes; the other is warm. TAP."""

import http.server
import os
import shutil
import signal
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from broadcast import get, run, wait_until  # noqa: E402
from event import Event, is_played, status, wait_level  # noqa: E402
from file_servers import PASSWORD, USER, ftp  # noqa: E402
from hall import paced_s  # noqa: E402

BOARDD, BOARDSIM = sys.argv[1:3]
KEEPALIVE_S = 5


class Listener:
    """Hears what hubs push: (when, which hub)."""

    def __init__(self):
        heard = self.heard = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                heard.append((time.monotonic(), self.path.strip("/")))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def config(self, name):
        return (f"[notify]\nwebhook = http://127.0.0.1:{self.server.server_port}/{name}\n"
                "events = game result irregularity unsure board\n")

    def who(self, since=0.0):
        return {name for at, name in self.heard if at >= since}


class Shelf:
    """A server for files, with a folder for each hub: who has stored what, and when."""

    def __init__(self, *names):
        self.folder = tempfile.mkdtemp(prefix="boardd-shelf-")
        for name in names:
            os.mkdir(f"{self.folder}/{name}")
        self.server = ftp(self.folder, None)
        with open(os.open(f"{self.folder}/password", os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as to:
            to.write(PASSWORD + "\n")

    def config(self, name):
        return (f"[upload]\nurl = ftp://127.0.0.1:{self.server.port}/{name}/\ntls = no\nuser = {USER}\n"
                f"password_file = {self.folder}/password\n")

    def files(self, name):
        """By path, when it was stored and its text."""
        found = {}
        for path, _, names in os.walk(f"{self.folder}/{name}"):
            for file in (os.path.join(path, n) for n in names if not n.endswith(".new")):
                try:
                    with open(file, encoding="utf-8") as text:
                        found[os.path.relpath(file, f"{self.folder}/{name}")] = os.stat(file).st_mtime, text.read()
                except FileNotFoundError:
                    pass  # it is being replaced
        return found

    def close(self):
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def leader(hubs):
    """The name of the one that leads; None: not one."""
    found = [h.name for h in hubs if h.daemon and status(h)["hub"]["leads"]]
    return found[0] if len(found) == 1 else None


def one_of_two_hubs_leads_and_the_other_takes_over():
    ears = Listener()
    with Event(BOARDD, BOARDSIM, scale="4") as event:
        hubs = [event.hub(name, ears.config(name)) for name in ("main", "spare")]
        first = wait_until("one leads", lambda: leader(hubs))
        time_led = time.monotonic()
        a = event.node(seed=1)
        wait_until("it pushes", lambda: ears.heard)
        assert ears.who() == {first}, ears.who()
        lead = next(h for h in hubs if h.name == first)
        warm = next(h for h in hubs if h.name != first)
        assert status(warm)["hub"]["leader"] == first
        lead.stop(signal.SIGKILL)
        killed = time.monotonic()
        wait_until("the other leads", lambda: leader(hubs) == warm.name)
        print(f"# taken over after {time.monotonic() - killed:.1f} s")
        lead.start()
        wait_until("it follows", lambda: status(lead)["hub"]["leader"] == warm.name)
        back = time.monotonic()
        b = event.node(seed=2)
        wait_until("the new one pushes", lambda: ears.who(back))
        wait_until("the games are played", lambda: is_played(a) and is_played(b))
        wait_level(lead, a, b)
        wait_level(warm, a, b)
        assert ears.who(back) == {warm.name}, ears.who(back)
        assert ears.who(time_led) == {lead.name, warm.name}
        for table in range(1, 5):
            path = f"/pgn/board-{table}.pgn"
            assert get(lead.port, path).text == get(warm.port, path).text, path


def a_hub_that_the_broker_does_not_hear_stops_pushing():
    ears = Listener()
    with Event(BOARDD, BOARDSIM) as event:
        hub = event.hub("main", ears.config("main"))
        wait_until("it leads", lambda: leader([hub]))
        event.broker.process.send_signal(signal.SIGSTOP)
        stopped_s = paced_s()
        wait_until("it does not lead", lambda: not status(hub)["hub"]["leads"])
        waited_s = paced_s() - stopped_s  # by the hub's time, which waits for a late machine
        print(f"# it stopped after {waited_s:.1f} s; the will would come after {1.5 * KEEPALIVE_S} s at the earliest")
        assert waited_s < 1.5 * KEEPALIVE_S, waited_s
        event.broker.process.send_signal(signal.SIGCONT)
        wait_until("it leads again", lambda: leader([hub]))
        event.broker.kill()
        wait_until("it does not lead", lambda: not status(hub)["hub"]["leads"])
        event.broker.start()
        wait_until("it leads once more", lambda: leader([hub]))


def files_are_uploaded_by_the_hub_that_leads():
    shelf = Shelf("main", "spare")
    with Event(BOARDD, BOARDSIM, scale="4", extra="delay = 0s") as event:
        hubs = [event.hub(name, shelf.config(name)) for name in ("main", "spare")]
        first = wait_until("one leads", lambda: leader(hubs))
        lead = next(h for h in hubs if h.name == first)
        warm = next(h for h in hubs if h.name != first)
        a = event.node(seed=1)
        wait_until("moves are uploaded", lambda: "1." in shelf.files(first).get("round-1/games.pgn", (0, ""))[1])
        wait_level(warm, a)
        wait_until("they wait at the other", lambda: status(warm)["upload"]["waiting"] > 2)
        assert not shelf.files(warm.name), shelf.files(warm.name)
        # One that the broker does not hear any more leaves the files to the other.
        event.broker.process.send_signal(signal.SIGSTOP)
        wait_until("nobody leads", lambda: not leader(hubs))
        stopped = time.time()
        lead.stop(signal.SIGKILL)
        event.broker.process.send_signal(signal.SIGCONT)
        wait_until("the other leads", lambda: leader(hubs) == warm.name)
        wait_until("the game is played", lambda: is_played(a))
        wait_level(warm, a)
        for table in (1, 2):
            shown = get(warm.public, f"/pgn/board-{table}.pgn").text.split("\n\n")[1]
            wait_until("the game is uploaded", lambda text=shown: text in shelf.files(warm.name).get(
                "round-1/games.pgn", (0, ""))[1])
        assert {"tournament.json", "round-1/index.json"} <= set(shelf.files(warm.name)), set(shelf.files(warm.name))
        assert all(at <= stopped for at, _ in shelf.files(first).values()), (stopped, shelf.files(first))
    shelf.close()


run([one_of_two_hubs_leads_and_the_other_takes_over, a_hub_that_the_broker_does_not_hear_stops_pushing,
     files_are_uploaded_by_the_hub_that_leads])
