#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_withdrawal.py BOARDD BOARDSIM BOARDCTL: what becomes of moves that are taken back, were
others, or are illegal and stand, in everything that is broadcast. TAP."""

import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
import lila  # noqa: E402
from broadcast import Hall, WebSocket, get, run, wait_until  # noqa: E402
from mqtt import Broker, retained  # noqa: E402

BOARDD, BOARDSIM, BOARDCTL = sys.argv[1:4]
TID = "5b1f0c6e-6a0e-4c5b-9d57-0d5f6c1e2a11"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
HEAD = "wait 3; lift e2; place e4 P; wait 2; press white; wait 2; lift e7; place e5 p; wait 2; press black;"


class Scene:
    """One board, a script, and everything that boardd can send to."""

    def __init__(self, hands, more="", policy="stop"):
        self.hall = Hall(BOARDD, BOARDSIM, scale="8")
        folder = self.hall.folder
        self.broker = Broker(folder)
        for name in ("plan", "heard"):
            open(os.path.join(folder, name), "w").close()
        with open(os.path.join(folder, "token"), "w", encoding="utf-8") as to:
            to.write("lip_Secret1\n")
        server = os.path.join(os.path.dirname(__file__), "lichess.py")
        self.lichess = subprocess.Popen(
            [sys.executable, "-B", server, *(os.path.join(folder, n) for n in
                                             ("heard", "store", "plan")), "lip_Secret1"])
        port = wait_until("Lichess", lambda: self.read("heard").split("\n")[0])
        self.hall.config = f"""
{more}
[players]
1.white = Berg, Ane
1.black = Vik, Mia
[broadcast]
id = hbr26
illegal = {policy}
folder = {folder}/games
cloud_id = {TID}
[lichess]
round.1 = abcd1234
url = http://127.0.0.1:{port}
token_file = {folder}/token
[mqtt]
host = 127.0.0.1
port = {self.broker.port}
node = hall-a
"""
        with open(os.path.join(folder, "hands"), "w", encoding="utf-8") as to:
            to.write(hands + "\n")
        self.hall.plug_in("--script", os.path.join(folder, "hands"))
        self.hall.start()
        self.page = WebSocket(self.hall.port)
        wait_until("a board", lambda: get(self.hall.port, "/api/v1.0/eboards").json())
        self.page.call('{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,'
                       '"param":{"serialnr":"01025"}}}')
        self.page.send('{"id":3,"call":"call","param":{"id":1,"method":"setup","param":'
                       f'{{"fen":"{START}"}}}}}}')
        self.san = []

    def read(self, name):
        path = os.path.join(self.hall.folder, name)
        try:
            with open(path, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def act(self, *words):
        subprocess.check_call([BOARDCTL, "act", "1", "--by", "Ane", "--socket",
                               os.path.join(self.hall.folder, "control"), *words],
                              stdout=subprocess.DEVNULL)

    def status(self):
        return get(self.hall.port, "/v1/status").json()

    def says(self, *words):
        return subprocess.run([BOARDCTL, "status", "--socket",
                               os.path.join(self.hall.folder, "control")], check=True,
                              capture_output=True, text=True).stdout

    # --- what each output has ---

    def hear_page(self):
        while (text := self.page.receive(0.05)) is not None:
            self.san = json.loads(text)["param"].get("san", self.san) if "feed" in text else self.san
        return self.san

    def pgn(self):
        return [(tags["GameId"], moves) for tags, moves, _ in lila.check(
            get(self.hall.public, "/pgn/games.pgn").text)]

    def folder(self):
        return [(tags["GameId"], moves) for tags, moves, _ in lila.check(
            self.read("games/round-1/game-1.pgn"))]

    def cloud(self):
        game = get(self.hall.public, f"/get/{TID}/round-1/game-1.json")
        return [move.split(" ")[0] for move in game.json()["moves"]]

    def mqtt(self):
        game = retained(self.broker.port, "boardd/1/hall-a/public/1/game", quiet_s=0.3)
        return json.loads(next(iter(game.values()), '{"san":null}'))["san"]

    def shown_at_lichess(self):
        return {gid: game["moves"] for gid, game in json.loads(self.read("store") or "{}").items()}

    def expect(self, moves, pgn=None, lichess=None, mqtt=None):
        """All of them say this, as soon as they have heard of it."""
        gid = "hbr26-r1-b1-1"
        pgn = [(gid, moves)] if pgn is None else pgn
        wanted = {
            "the page": (self.hear_page, moves), "PGN": (self.pgn, pgn),
            "the folder": (self.folder, pgn), "the cloud": (self.cloud, moves),
            "MQTT": (self.mqtt, moves if mqtt is None else mqtt),
            "Lichess": (self.shown_at_lichess, dict(pgn) if lichess is None else lichess),
        }
        for name, (look, value) in wanted.items():
            seen = []
            try:
                wait_until(name, lambda: seen.append(look()) or seen[-1] == value, 60)
            except AssertionError as why:
                raise AssertionError(f"{name} has {seen[-1]}, not {value}") from why

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.page.close()
        self.lichess.kill()
        self.lichess.wait()
        self.broker.close()
        self.hall.__exit__(kind, value, trace)


def moves_are_corrected_and_taken_back():
    with Scene(HEAD + "wait 300; lift h7") as scene:
        scene.expect(["e4", "e5"])
        scene.act("set-move", "2", "e7e6")
        scene.expect(["e4", "e6"])
        events = [json.loads(line) for line in get(scene.hall.port, "/v1/events").text.splitlines()]
        assert any(e["event"] == "revised" and e["was"] == "e5" and e["uci"] == "e7e6"
                   for e in events)
        scene.act("takeback", "1")
        scene.expect(["e4"])
        assert scene.status()["halts"] == []
        # Lichess keeps what it has when there is nothing left, so somebody has to know
        scene.act("takeback", "1")
        scene.expect([], lichess={"hbr26-r1-b1-1": ["e4"]})
        wait_until("the operator is told", lambda: "reset the round" in json.dumps(
            scene.status()["lichess"]))
        assert "reset the round" in scene.says(), scene.says()
        assert re.search("table 1: .*lichess: hbr26-r1-b1-1: all moves were taken back",
                         scene.hall.said()), scene.hall.said()


ILLEGAL = (HEAD + "wait 2; lift f1; place f5 B; wait 2; press white; wait 2; lift b8; place c6 n;"
           "wait 2; press black; wait 300; lift h7")
RAPID = "[laws]\nmode = rapid\nsupervised = no"


def an_illegal_move_stands_and_scores_stop():
    with Scene(ILLEGAL, RAPID) as scene:
        scene.expect(["e4", "e5"], mqtt=["e4", "e5", None, "Nc6"])
        halts = wait_until("the operator is told", lambda: scene.status()["halts"])
        assert halts == [{"game": "hbr26-r1-b1-1", "table": 1, "ply": 3, "illegal": True,
                          "outputs": ["livechess", "cloud", "pgn", "folder", "lichess"]}], halts
        assert "table 1 before ply 3 (an illegal move that stands): livechess cloud pgn folder " \
            "lichess" in scene.says(), scene.says()
        assert "ply 3 is an illegal move that stands: these stop before it: the LiveChess API, " \
            "LiveChess Cloud, PGN, the folder, Lichess" in scene.hall.said(), scene.hall.said()
        scene.act("takeback", "2")
        scene.expect(["e4", "e5"])
        assert scene.status()["halts"] == [] and "nothing stops any more" in scene.hall.said()


def an_illegal_move_stands_and_another_game_begins():
    with Scene(ILLEGAL, RAPID, "fen") as scene:
        later = ("hbr26-r1-b1-1-p3", ["Nc6"])
        scene.expect(["e4", "e5"], pgn=[("hbr26-r1-b1-1", ["e4", "e5"]), later], mqtt=["e4", "e5", None, "Nc6"],
                     lichess={"hbr26-r1-b1-1": ["e4", "e5"], later[0]: later[1]})
        assert scene.status()["halts"][0]["outputs"] == ["livechess", "cloud"], scene.status()
        assert "PGN goes on from the position as another game" in scene.hall.said()


run([
    moves_are_corrected_and_taken_back,
    an_illegal_move_stands_and_scores_stop,
    an_illegal_move_stands_and_another_game_begins,
])
