# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the tests that look into a journal: SQL, boardctl, a game to look at, people."""

import http.client
import json
import random
import sqlite3
import subprocess

from hall import PATIENCE_S, Stream, wait_until

SCALE = "5"
FAST = ["--time-scale", SCALE]
PLAY = ["--random", "3", "--speed", SCALE, "--think", "6"]


def journal_of(hall):
    return hall.state + "/journal.sqlite"


def sql(path, *statements):
    """Runs statements, also ones that a journal's own rules forbid; returns the last rows."""
    db = sqlite3.connect(path, timeout=PATIENCE_S)
    try:
        for statement in statements:
            rows = db.execute(statement).fetchall()
        db.commit()
        return rows
    finally:
        db.close()


def boardctl(hall, *words, code=0):
    found = subprocess.run(
        [hall.build + "/daemon/boardctl", *words], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert code is None or found.returncode == code, f"{words}: {found.stderr} {found.stdout[:200]}"
    return found


def online(hall, *words, code=0):
    return boardctl(hall, *words, "--socket", hall.socket, code=code)


def watch_until(hall, client, stream, what, is_so):
    def seen():
        stream.take(client, client.read(0.1))
        return is_so(stream.reports())

    return wait_until(what, seen)


def play_some(hall, moves=4, boards=1):
    """A hall with so many half-moves on every board; returns the devices and the stream."""
    devices = hall.sim(*PLAY, boards=boards)
    hall.start(devices, *FAST)
    client, stream = hall.client(), Stream()
    client.watch(0)
    watch_until(hall, client, stream, f"{moves} moves", lambda reports: all(
        sum(r["event"] == "move" and r["table"] == t for r in reports) >= moves
        for t in range(1, boards + 1)))
    client.close()
    return devices, stream


class Page:
    """The arbiter's page of a hall: who is logged in."""

    def __init__(self, hall):
        self.hall = hall

    def ready(self):
        return [line for line in self.hall.said().splitlines() if "ready: " in line]

    def ask(self, path, body=None, cookie=None):
        """The status, the answer and its cookie."""
        ready = wait_until("it listens", lambda: self.ready()[self.hall.starts - 1 :])
        address = ready[-1].split("ready: ")[1]
        connection = http.client.HTTPConnection(address.split("/")[2], timeout=PATIENCE_S)
        headers = {"Cookie": cookie} if cookie else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request("GET" if body is None else "POST", path,
                           None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text, (answer.getheader("Set-Cookie") or "").split(";")[0]

    def log_in(self, name):
        invitation = self.hall.call("login", name=name)["link"].split("#login=")[1]
        status, text, cookie = self.ask("/v1/login", {"invitation": invitation})
        assert status == 200 and json.loads(text)["name"] == name, text
        return cookie

    def who(self, cookie):
        return json.loads(self.ask("/v1/me", cookie=cookie)[1]).get("name")


def check_replays(hall, most=None):
    """Every game is computed again as it was published; or so many of them, by lot."""
    games = sql(journal_of(hall), "SELECT id FROM game")
    if most is not None and len(games) > most:
        games = random.Random(1).sample(sorted(games), most)
    for (game,) in games:
        found = boardctl(hall, "replay", "--journal", journal_of(hall), "--game", game)
        assert found.stderr == "", found.stderr


MAGDA, ANE = "Holm, Magda", "Berg, Ane"


def play_round(hall):
    """A game of two people with names; returns the device and the game's ID."""
    with open(hall.path("pairs.csv"), "w") as file:
        file.write(f"board;white;white_fide;black\n1;{MAGDA};1503014;{ANE}\n")
    devices = hall.sim(*PLAY)
    hall.start(devices, *FAST)
    online(hall, "round", "start", "1", "--pairings", hall.path("pairs.csv"), "--by", "Anna")
    client, stream = hall.client(), Stream()
    client.watch(0)
    watch_until(hall, client, stream, "moves", lambda reports: sum(
        r["event"] == "move" for r in reports) >= 4)
    hall.call("act", board="1", action=f"note {MAGDA} was late", by="Anna")
    client.close()
    return devices, next(r["game"] for r in stream.reports() if r["event"] == "move")
