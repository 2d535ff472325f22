#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The loop never waits for SQLite: once boardd runs, whatever has to be read is read by a thread. TAP.

Usage: test_loop.py BUILD [CASE...]
"""

import json
import os
import signal
import sys
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from broadcast import free_port  # noqa: E402
from cases import run  # noqa: E402
from hall import Stream, preloading, wait_until  # noqa: E402
from hand_board import HandBoard  # noqa: E402
from journals import ANE, MAGDA, online, watch_until  # noqa: E402

TID = "0b3c9f1e-6a34-4f0e-9a39-2f6c8f1a7d15"
CONFIG = """[broadcast]
id = {event}
round = 1
cloud_id = """ + TID + """
{more}
[http]
public = 127.0.0.1:{port}
"""


class Noted:
    """A hall whose boardd notes who reads; see support/note_reads.c."""

    def __init__(self, hall):
        self.hall, self.port, self.notes = hall, free_port(), hall.path("notes")
        self.env = {**preloading(hall.build + "/tests/libnote-reads.so"), "NOTE_READS": self.notes}

    def configure(self, event="one", more=""):
        with open(self.hall.path("conf"), "w", encoding="utf-8") as file:
            file.write(CONFIG.format(event=event, more=more, port=self.port))

    def reload(self, **how):
        before = self.reloads()
        self.configure(**how)
        self.hall.daemon.send_signal(signal.SIGHUP)
        wait_until("the configuration", lambda: self.reloads() > before)

    def reloads(self):
        return self.hall.said().count("configuration loaded again")

    def start(self, devices):
        self.configure()
        self.hall.start(devices, "-c", self.hall.path("conf"), env=self.env)

    def lines(self):
        with open(self.notes, encoding="utf-8") as file:
            return file.read().split()

    def public(self):
        address = f"http://127.0.0.1:{self.port}/pgn/games.pgn"
        with urllib.request.urlopen(address) as answer:
            return answer.read().decode()


def play(hall, hand, stream):
    client = hall.client()
    client.watch(stream.last)

    def until(what, count, **fields):
        watch_until(hall, client, stream, f"{count} of {what}", lambda reports: sum(
            r["event"] == what and all(r[key] == value for key, value in fields.items())
            for r in reports) >= count)

    until("board", 1, state="connected")
    for count, (start, end) in enumerate((("e2", "e4"), ("e7", "e5")), 1):
        hand.move(start, end)
        until("move", count)
    client.close()


def whatever_is_asked_a_thread_reads(hall):
    noted, hand, stream = Noted(hall), HandBoard("11111"), Stream()
    with open(hall.path("pairs.csv"), "w", encoding="utf-8") as file:
        file.write(f"board;white;black\n1;{MAGDA};{ANE}\n")
    noted.start([hand.path])
    online(hall, "round", "start", "1", "--pairings", hall.path("pairs.csv"), "--by", "Anna")
    play(hall, hand, stream)
    game = next(r["game"] for r in stream.reports() if r["event"] == "move")
    wait_until("the public sees the game", lambda: "1. e4" in noted.public())
    before = noted.lines()
    assert "loop" in before, "nothing was read at the start: the library is not there"

    seq = hall.call("act", board="1", action="note too late", by="Anna")["seq"]
    hall.call("act", board="1", action=f"undo {seq}", by="Anna")
    noted.reload(more="delay = 12h")
    wait_until("nothing is public", lambda: "1. e4" not in noted.public())
    noted.reload(more=f"hidden = {MAGDA}")
    wait_until("a name is hidden", lambda: "1. e4" in noted.public() and "Holm" not in noted.public())
    noted.reload()
    wait_until("it is told again", lambda: "Holm" in noted.public())
    noted.reload(event="two")
    noted.reload()
    assert hall.call("round")["round"] == 1
    hall.call("game", game=game)
    online(hall, "export", game, hall.path("exported"))
    online(hall, "backup", hall.path("copy"))
    online(hall, "report", hall.path("report"))
    hall.call("forget", player=ANE, confirmed=True)
    assert "Berg" not in noted.public() and "Berg" not in json.dumps(hall.call("game", game=game))
    hand.unplug()
    wait_until("it is lost", lambda: ": lost" in hall.said())

    after = noted.lines()[len(before):]
    assert "loop" not in after, f"the loop has read {after.count('loop')} rows"
    assert "thread" in after
    hall.stop()


if __name__ == "__main__":
    run([whatever_is_asked_a_thread_reads], sys.argv[1], sys.argv[2:])
