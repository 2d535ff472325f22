#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_demo_outputs.py BOARDD PGN-EXTRACT: the demonstration, seen by programs from outside. TAP."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
import lila  # noqa: E402
from broadcast import PATIENCE_S, WebSocket, free_port, get, run, wait_until  # noqa: E402
from hall import die_with_parent  # noqa: E402
from mqtt import Broker, retained  # noqa: E402

BOARDD, PGN_EXTRACT = sys.argv[1:3]
TABLES = 6
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EBOARD = {"serialnr", "source", "state", "battery", "comment", "board", "flipped", "clock"}
EVENT = {"serialnr", "flipped", "board", "clock", "start", "san", "match"}


class Demo:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="boardd-demo-")
        self.broker = Broker(self.folder)
        self.port, self.log = free_port(), open(os.path.join(self.folder, "log"), "w+")
        config = os.path.join(self.folder, "boardd.conf")
        with open(config, "w", encoding="utf-8") as to:
            to.write(f"[http]\nrequest_rate = 100000\n[mqtt]\nhost = 127.0.0.1\n"
                     f"port = {self.broker.port}\nnode = demo\n")
        self.daemon = subprocess.Popen(
            [BOARDD, "--demo", "-c", config, "--port", str(self.port), "--time-scale", "6",
             "--state", os.path.join(self.folder, "state"), "--socket",
             os.path.join(self.folder, "control")], stdout=self.log, stderr=self.log,
            preexec_fn=die_with_parent)
        wait_until("the demonstration", self.is_on)

    def is_on(self):
        assert self.daemon.poll() is None, open(self.log.name).read()
        try:
            return len(get(self.port, "/v1/games").json()["games"]) == TABLES
        except OSError:
            return False

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind:
            print("# " + open(self.log.name).read().replace("\n", "\n# "))
        self.daemon.terminate()
        status = self.daemon.wait(PATIENCE_S)
        self.broker.close()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        assert kind or status == 0, status


class Client:
    """As the DGT page of lichess.org: strict, and it can take nothing back."""

    def __init__(self, port):
        self.socket = WebSocket(port, origin="https://lichess.org")
        self.time, self.lists, self.count = 0, {}, 0
        boards = self.ask(1, "eboards")
        assert boards and all(set(board) == EBOARD for board in boards), boards
        self.serials = [board["serialnr"] for board in boards]
        assert len(set(self.serials)) == len(boards), self.serials  # a key, and the only one
        for number, serial in enumerate(self.serials, 1):
            assert self.ask(number, "subscribe", {"feed": "eboardevent", "id": number,
                                                  "param": {"serialnr": serial}}) is None
            first = self.next()
            assert first["response"] == "feed" and {"board", "clock"} <= set(first["param"]), first

    def next(self, timeout_s=PATIENCE_S):
        text = self.socket.receive(timeout_s)
        if text is None:
            return None
        said = json.loads(text)
        assert list(said) == ["response", "id", "param", "time"], said
        assert type(said["id"]) is int and type(said["time"]) is int, said
        assert said["time"] >= self.time, said
        self.time = said["time"]
        if said["response"] == "feed":
            self.check(said["id"], said["param"])
        return said

    def check(self, number, event):
        assert set(event) <= EVENT and event["serialnr"] == self.serials[number - 1], event
        clock = event.get("clock")
        assert not clock or set(clock) == {"white", "black", "run", "time"}, clock
        assert not clock or all(type(clock[k]) is int for k in ("white", "black", "time")), clock
        self.count += 1
        if "san" in event:
            assert event["start"] == START and type(event["match"]) is bool, event
            self.lists.setdefault(number, []).append(event["san"])

    def ask(self, number, call, param=None):
        self.socket.send(json.dumps({"id": number, "call": call, "param": param}))
        while True:
            said = self.next()
            if said["response"] != "feed":
                assert said["response"] == "call" and said["id"] == number, said
                return said["param"]

    def set_up(self):
        for number in range(1, len(self.serials) + 1):
            assert self.ask(number, "call", {"id": number, "method": "setup",
                                             "param": {"fen": START}}) is None


def accepts(text):
    done = subprocess.run([PGN_EXTRACT, "-s", "-r"], input=text.encode(),
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr.decode() + text
    return lila.check(text)


def revised(port):
    """Boards where a move was told anew, because it was misread, or made and taken back."""
    told, anew = set(), set()
    for line in get(port, "/v1/events").text.splitlines():
        event = json.loads(line)
        if event["event"] in ("move", "revised"):
            place = (event["game"], event["ply"])
            if event["event"] == "revised" or place in told:
                anew.add(event["board"])
            told.add(place)
    return anew


def programs_from_outside_follow_the_demonstration():
    with Demo() as demo:
        client = Client(demo.port)
        client.set_up()
        end, texts, plies = time.monotonic() + 20, set(), 0
        while time.monotonic() < end or plies < 30:
            text = get(demo.port, "/pgn/games.pgn").text
            if text not in texts:
                texts.add(text)
                games = accepts(text)
                plies = sum(len(moves) for _, moves, _ in games)
                assert [tags["Board"] for tags, _, _ in games] == [
                    str(i + 1) for i in range(TABLES)], text
            while client.next(0.01) is not None:
                pass
        # unless a move was told anew no list is shorter or another
        anew = revised(demo.port)
        for number, lists in client.lists.items():
            if client.serials[number - 1] not in anew:
                for before, after in zip(lists, lists[1:]):
                    assert after[: len(before)] == before, (number, before, after)
        assert any(len(lists[-1]) > 3 for lists in client.lists.values()), client.lists
        # who comes to the broker now knows as much as those who were there from the beginning
        games = get(demo.port, "/v1/games").json()["games"]
        seen = retained(demo.broker.port, "boardd/1/demo/#", quiet_s=1)
        assert seen["boardd/1/demo/$state"] == "ready", seen.keys()
        for game in games:
            told = json.loads(seen[f"boardd/1/demo/board/{game['board']}/game"])
            assert told["game"] == game["game"] and len(told["san"]) >= game["plies"] - 1, (told, game)
        print(f"# {len(texts)} texts, {plies} plies, {client.count} feed messages")


run([programs_from_outside_follow_the_demonstration])
