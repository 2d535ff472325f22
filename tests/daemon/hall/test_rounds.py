#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_rounds.py BUILD PGN-EXTRACT: rounds, from the file of a pairing program to the broadcast. TAP.

Boards that do what a script says play two rounds. Pairings come in every form; players are
swapped, absent, called otherwise; boardd is stopped and killed in between. What is broadcast is
looked at from outside.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time

import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from broadcast import free_port  # noqa: E402
from hall import Hall, wait_until  # noqa: E402

BUILD, PGN_EXTRACT = sys.argv[1:3]
TID = "5b1f0c6e-6a0e-4c5b-9d57-0d5f6c1e2a11"
CONFIG = f"""
[broadcast]
event = Harbour Open 2026
site = Aarhus DEN
id = hbr26
cloud_id = {TID}
[game]
time_control = 90m+30s
[players]
4.white = Nobody, Known
"""

PLAYERS = [  # number, sex, title, name, elo, federation, FIDE id, points, rank, first round
    (1, "m", "   ", "Lund, Jörg Peter", 2104, "SWE", "1700002", "0.5", 4, "   2 b ="),
    (2, "w", "WFM", "Berg, Ane", 2051, "DEN", "1400001", "1.0", 3, "   1 w ="),
    (3, "w", " CM", "Vik, Mia", 1987, "NOR", "1500003", "1.0", 1, "   4 b 1"),
    (4, "m", "   ", "Okafor, Chidi", 1850, "NGR", "", "0.0", 5, "   3 w 0"),
    (5, "w", "   ", "Holm, Åse", 1700, "DEN", "1400055", "1.0", 2, "0000 - U"),
]
SECOND = {1: "   4 w", 2: "0000 - H", 3: "   5 w", 4: "   1 b", 5: "   3 b"}

def trf(with_second=True):
    lines = ["012 Harbour Open 2026"]
    for number, sex, title, name, elo, land, fide, points, rank, first in PLAYERS:
        lines.append(f"001 {number:4} {sex}{title} {name:33} {elo} {land} {fide:>11} {'':10} "
                     f"{points:>4} {rank:4}  {first}" + ("  " + SECOND[number] if with_second else ""))
    return "\n".join(lines) + "\n"

def pgn(pairs, number):
    return "".join(f'[Event "Harbour Open 2026"]\n[Site "?"]\n[Date "?"]\n[Round "{number}.{board}"]\n'
                   f'[White "{white}"]\n[Black "{black}"]\n[Result "*"]\n[WhiteElo "2000"]\n\n*\n\n'
                   for board, (white, black) in enumerate(pairs, 1))

def index(pairs):
    def player(name):
        last, _, first = name.partition(", ")
        return {"fname": first or None, "mname": None, "lname": last, "title": None,
                "federation": None, "gender": None, "fideid": None}

    return json.dumps({"date": "2026-01-02", "pairings": [
        {"white": player(white), "black": player(black), "result": "*", "live": False}
        for white, black in pairs]})

CSV = """board;white;white_title;white_elo;white_fide;white_team;black;black_elo;black_team
1;"Berg, Ane";wf;2051;1400001;Havnen;"Lund, Jörg Peter";2104;Lund
2;Okafor, Chidi;;1850;;;Vik, Mia;1987;
3;Holm, Åse;;1700;;;Solo, Uno;;
9;Solo, Due;;;;;bye;;
"""

# Two moves each and then the kings: both on light squares, White has won.
KINGS = """
lift e2; place e4 P; press white; lift e7; place e5 p; press black
lift g1; place f3 N; press white; lift b8; place c6 n; press black
wait 4; lift e4; lift e1; place e4 K; lift e8; place d5 k
"""
MATE = """
lift f2; place f3 P; press white; lift e7; place e5 p; press black
lift g2; place g4 P; press white; lift d8; place h4 q; press black
"""
ONE_MOVE = "lift e2; place e4 P; press white\n"
STILL = "wait 1\n"

class Rounds:
    def __init__(self, hall):
        self.hall = hall
        self.count = 0
        # Of four boards with four numbers, the i-th: every board has a number of its own.
        self.devices = [hall.path(f"t{i}-{i}") for i in range(1, 5)]
        with open(hall.path("conf"), "w") as file:
            file.write(CONFIG)

    # --- what people do ---

    def boards(self, *scripts):
        """Other boards come to the tables, one for each script, in the position they begin with."""
        for process in self.hall.sims:
            process.terminate()
            process.wait()
        self.hall.sims.clear()
        for i, script in enumerate(scripts, 1):
            path = self.hall.path(f"script{i}")
            with open(path, "w") as file:
                file.write("wait 120\n" + script + "wait 100000\n")
            self.hall.sim("--script", path, "--speed", "20", name=f"t{i}-", boards=4,
                          truth=self.hall.path(f"truth{i}"))

    def start(self):
        self.hall.start(self.devices, "-c", self.hall.path("conf"), "--time-scale", "20")

    def file(self, name, text):
        with open(self.hall.path(name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return self.hall.path(name)

    def ctl(self, *words):
        return subprocess.run(
            [BUILD + "/daemon/boardctl", "round", *words, "--socket", self.hall.socket,
             "--by", "Ane", "--lang", "en"], capture_output=True, text=True, check=False)

    def say(self, *words):
        """The answer for programs; what is refused is an error of the test."""
        done = self.ctl(*words, "--json")
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return json.loads(done.stdout)

    def refused(self, *words):
        done = self.ctl(*words)
        assert done.returncode == 1 and not done.stdout, f"{words}: {done.stdout}"
        return done.stderr

    # --- what is seen ---

    def table(self, number, answer=None):
        return next(t for t in (answer or self.say())["tables"] if t["table"] == number)

    def names(self, number, answer=None):
        table = self.table(number, answer)
        return tuple(table[c] and table[c]["name"] for c in ("white", "black"))

    def get(self, path):
        address = self.hall.call("status")["address"].rstrip("/")
        with urllib.request.urlopen(address + path) as found:
            return found.read().decode()

    def games(self):
        """The tags of each game of the live PGN, by board."""
        text = self.get("/pgn/games.pgn")
        judged = subprocess.run([PGN_EXTRACT, "-s", "-r"], input=text.encode(),
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        assert judged.returncode == 0 and not judged.stderr, judged.stderr.decode() + text
        games = {}
        for part in re.split(r"\n\n(?=\[Event )", text):
            tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.M))
            if tags:
                games[int(tags["Board"])] = tags
        return games

    def is_so(self, number, **wanted):
        table = self.table(number)
        return all(table[key] == value for key, value in wanted.items())

    def wait_for(self, what, number, **wanted):
        wait_until(what, lambda: self.is_so(number, **wanted))

    def play(self, scripts, **wanted):
        """The boards come and play, until table 1 is so. Hands begin six seconds after they
        come; where a machine is too slow to see the men at their start by then, once more."""
        for patience_s in (20, 40, 80):
            self.boards(*scripts)
            try:
                wait_until(f"table 1 is {wanted}", lambda: self.is_so(1, **wanted), patience_s)
                return
            except AssertionError:
                print(f"# {self.table(1)}", flush=True)
        raise AssertionError(f"table 1 never was {wanted}")

    def ok(self, what):
        self.count += 1
        print(f"ok {self.count} - {what}", flush=True)

def expect_first_round(r):
    """What LiveChess Cloud has of round 1 while another is played."""
    rounds = json.loads(r.get(f"/get/{TID}/tournament.json"))["rounds"]
    assert rounds[0] == {"count": 4, "live": 0}, rounds
    pairings = json.loads(r.get(f"/get/{TID}/round-1/index.json"))["pairings"]
    assert [(p["white"] or {}).get("lname") for p in pairings] == ["Berg", "Okafor", "Holm", "Nobody"]
    assert [p["result"] for p in pairings] == ["1/2-1/2", "0-1", "*", "*"], pairings
    mate = json.loads(r.get(f"/get/{TID}/round-1/game-2.json"))
    assert mate["result"] == "BLACKWIN" and mate["live"] is False and mate["clock"] is None, mate
    assert [move.split()[0] for move in mate["moves"]] == ["f3", "e5", "g4", "Qh4#"], mate
    games = r.games()
    assert games[1]["Round"] == "2.1" and games[2]["Round"] == "2.2", games
    assert r.get("/pgn/games.pgn").count("[Event ") == len(games)

def first_round(r):
    """By CSV: a mate, kings that the arbiter contradicts, somebody who does not come."""
    r.start()
    answer = r.say("start", "1", "--pairings", r.file("round1.csv", CSV))
    assert answer["form"] == "CSV" and answer["imported"] == 3, answer
    assert answer["unused"] == [{"line": 5, "why": "nobody plays on one side"}], answer
    r.ok("CSV is read, and the line that was of no use is named")
    assert r.names(1) == ("Berg, Ane", "Lund, Jörg Peter")
    assert r.names(4) == ("Nobody, Known", None)
    r.ok("whoever is not paired is as configured")

    r.say("swap", "3")
    assert r.names(3) == ("Solo, Uno", "Holm, Åse")
    answer = r.say("absent", "3", "white")
    assert r.table(3, answer)["result"] == "0-1" and r.table(3, answer)["by"] == "forfeit"
    r.ok("two are swapped, and one of them is absent")
    assert "nobody is paired at table 77" in r.refused("absent", "77", "white")
    assert "nobody is paired at table 4" in r.refused("swap", "4")

    assert r.games()[2]["Black"] == "Vik, Mia" and r.games()[2]["GameId"] == "hbr26-r1-b2-1"
    r.ok("the pairings are broadcast before there is a board")

    r.play((KINGS, MATE, STILL, STILL), result="1-0", by="kings")
    r.wait_for("the mate", 2, result="0-1", by="law")
    assert r.table(1)["unconfirmed"] == ["result"]
    r.hall.call("act", board="1", action="result 1/2-1/2 agreement", by="Bo")
    r.wait_for("the arbiter's result", 1, result="1/2-1/2", by="arbiter")
    assert r.table(1)["conflicts"] == [{"what": "kings", "result": "1-0"}], r.table(1)
    r.say("pairings", r.file("results.csv", 'board,white,black,result\n1,"Berg, Ane",Lund,1/2-1/2\n'
                             "2,A,B,1-0\n3,C,D,*\n"))
    assert r.table(2)["conflicts"] == [{"what": "file-reversed", "result": "1-0"}], r.table(2)
    assert r.table(1)["conflicts"] == [{"what": "kings", "result": "1-0"}], r.table(1)
    r.say("pairings", r.hall.path("round1.csv"))
    r.say("swap", "3")
    r.say("absent", "3", "white")
    assert r.table(2)["conflicts"] == [] and r.table(2)["unconfirmed"] == []
    r.ok("results of a file are held against those of the boards")
    r.ok("kings in the centre are a result until the arbiter has another, and that is a conflict")

    games = r.games()
    assert games[1]["WhiteTitle"] == "WFM" and games[1]["WhiteElo"] == "2051"
    assert games[1]["WhiteFideId"] == "1400001" and games[1]["WhiteTeam"] == "Havnen"
    assert games[1]["Round"] == "1.1" and games[1]["TimeControl"] == "5400+30"
    assert games[1]["Result"] == "1/2-1/2" and games[1]["GameId"] == "hbr26-r1-b1-1"
    assert games[3]["White"] == "Solo, Uno" and games[3]["Result"] == "0-1"
    assert "Termination" not in games[3], games[3]
    r.ok("PGN has all of it, and a forfeit without moves")
    cloud = json.loads(r.get(f"/get/{TID}/round-1/index.json"))["pairings"]
    assert cloud[0]["white"]["fideid"] == 1400001 and cloud[0]["white"]["fname"] == "Ane"
    assert cloud[2]["result"] == "0-1" and cloud[2]["live"] is False
    brief = [g for g in json.loads(r.get("/v1/games"))["games"] if g["table"] == 1][0]
    assert brief["white"]["title"] == "WFM" and brief["black"]["team"] == "Lund"
    r.ok("so have LiveChess Cloud and /v1/games")

    r.hall.kill()
    r.start()
    assert r.say()["round"] == 1 and r.table(3)["result"] == "0-1"
    assert {b: g["GameId"] for b, g in r.games().items()} == {
        b: g["GameId"] for b, g in games.items()}
    r.ok("after kill -9 all of it is as it was, GameIds too")

    done = r.ctl("end")
    assert done.returncode == 0 and "the kings on the board showed 1-0" in done.stdout, done
    assert r.say()["state"] == "ended"
    assert "over already" in r.refused("end")
    assert "round 1 is over" in r.refused("swap", "1")
    r.ok("the round ends, and the conflict is named")
    r.say("start", "1", "--pairings", r.hall.path("round1.csv"))
    assert r.say()["state"] == "playing" and r.games()[1]["GameId"] == "hbr26-r1-b1-2"
    r.ok("a round that is over can begin again, with new games")

def second_round(r):
    """By a TRF alone, then by the list of an engine; names change under way. Before it begins
    boardd stands still: what is shown is later than its own time from here on."""
    r.hall.daemon.send_signal(signal.SIGSTOP)
    time.sleep(0.5)
    r.hall.daemon.send_signal(signal.SIGCONT)
    answer = r.say("start", "2", "--pairings", r.file("open.trf", trf()))
    assert answer["guessed"] and answer["form"] == "TRF"
    assert r.names(1, answer) == ("Vik, Mia", "Holm, Åse")
    assert r.table(2, answer)["unconfirmed"] == ["table"]
    assert [u["line"] for u in answer["unused"]] == [3], answer["unused"]
    r.ok("a TRF gives the tables by the usual order, and they are not confirmed")
    expect_first_round(r)
    r.ok("LiveChess Cloud still has the first round, and the PGN has the games of the tables")
    done = r.ctl()
    assert "the usual order" in done.stdout, done.stdout
    assert "sædvanlige" in subprocess.run(
        [BUILD + "/daemon/boardctl", "round", "--lang", "da", "--socket", r.hall.socket],
        capture_output=True, text=True, check=False).stdout
    r.ok("people are told, in their language")
    r.say("confirm", "2")
    assert r.table(2)["unconfirmed"] == [] and r.table(1)["unconfirmed"] == ["table"]
    r.say("confirm")
    assert r.table(1)["unconfirmed"] == []

    r.play((ONE_MOVE, STILL, STILL, STILL), plies=1)
    before = r.games()
    assert before[2]["White"] == "Lund, Jörg Peter" and before[2]["GameId"] == "hbr26-r2-b2-1"
    answer = r.say("pairings", "--players", r.file("players.trf", trf(False)),
                   r.file("pairs.txt", "2\n5 3\n4 1\n"))
    assert answer["form"] == "engine" and r.names(2, answer) == ("Okafor, Chidi", "Lund, Jörg Peter")
    assert r.names(1, answer) == ("Vik, Mia", "Holm, Åse")
    table = r.table(1, answer)
    assert table["unconfirmed"] == ["players"] and table["paired"]["white"]["name"] == "Holm, Åse"
    assert table["conflicts"] == [{"what": "colours-reversed", "result": None}], table
    r.ok("another list changes games without moves; others wait, and reversed colours are noticed")
    after = r.games()
    assert after[1]["White"] == "Vik, Mia" and after[2]["White"] == "Okafor, Chidi"
    assert after[2]["GameId"] == before[2]["GameId"]
    r.say("confirm", "1")
    assert r.games()[1]["White"] == "Holm, Åse" and r.games()[1]["GameId"] == before[1]["GameId"]
    r.ok("confirmed they change, and the GameId does not")

    answer = r.say("swap", "1")
    assert answer["restart"] is True and r.names(1, answer) == ("Holm, Åse", "Vik, Mia")
    game = json.loads(r.get("/v1/games/" + before[1]["GameId"]))
    assert [i["kind"] for i in game["irregularities"]] == ["colours-reversed-restart"]
    assert game["irregularities"][0]["article"] == "7.3"
    r.ok("Art. 7.3: colours reversed before the tenth move are a new game, not a swap")

    assert "under way, the first at table 1" in r.refused("end")
    r.hall.stop()
    r.start()
    assert r.names(1) == ("Holm, Åse", "Vik, Mia") and r.say()["round"] == 2
    wait_until("the first round again", lambda: json.loads(
        r.get(f"/get/{TID}/tournament.json"))["rounds"][0]["count"] == 4)
    expect_first_round(r)
    r.ok("so it has after a restart, from the journal")
    taken_back(r, before[1]["GameId"])
    answer = r.say("end", "--force")
    assert answer["state"] == "ended" and r.table(1, answer)["result"] == "*"
    r.ok("a round with games under way ends only by force")

def taken_back(r, gid):
    """A round that begins by mistake while a game is played, and what becomes of that game."""
    assert "under way, at table 1: end them" in r.refused("start", "3")
    assert "under way, at table 1: end them" in r.refused("start", "3", "--abandon", "2,7")
    assert "not a number" in r.ctl("start", "3", "--abandon", "1,x").stderr
    assert r.say()["round"] == 2 and r.say()["before"] == 1
    r.ok("no round begins while a game is under way that was not named as abandoned")
    answer = r.say("start", "3", "--abandon", "1")
    assert answer["round"] == 3 and answer["before"] == 2 and answer["unfinished"] == [1], answer
    assert r.say("show", "2")["state"] == "ended"
    game = json.loads(r.get("/v1/boards/1"))["game"]
    assert game["game"] == gid and game["state"] == "started", game
    r.hall.kill()
    r.start()
    assert r.say()["before"] == 2
    answer = r.say("back")
    assert answer["round"] == 2 and answer["state"] == "playing" and answer["before"] is None, answer
    assert r.names(1, answer) == ("Holm, Åse", "Vik, Mia") and r.table(1, answer)["plies"] == 1
    assert r.table(1, answer)["game"] == gid, r.table(1, answer)
    assert "can be taken back" in r.refused("back")
    r.hall.stop()
    r.start()
    assert r.say()["round"] == 2 and r.table(1)["game"] == gid and r.table(1)["plies"] == 1
    r.ok("the start is taken back, over restarts too, and the abandoned game goes on")

def other_forms(r):
    pairs = [("Vik, Mia", "Berg, Ane"), ("Holm, Åse", "Okafor, Chidi")]
    answer = r.say("start", "3", "--pairings", r.file("round3.pgn", pgn(pairs, 3)))
    assert answer["form"] == "PGN" and r.names(2, answer) == pairs[1]
    first = r.games()
    assert first[1]["White"] == "Vik, Mia" and first[1]["WhiteElo"] == "2000"
    assert first[1]["GameId"] == "hbr26-r3-b1-1" and first[1]["Result"] == "*"
    r.ok("PGN is read, and the pairings are broadcast before a man is set up")
    answer = r.say("pairings", r.file("index.json", index(pairs)))
    assert answer["form"] == "index.json" and r.names(1, answer) == pairs[0]
    again = r.say("pairings", r.hall.path("index.json"))
    assert all(one[key] == other[key] for key in ("table", "white", "black", "unconfirmed")
               for one, other in zip(again["tables"], answer["tables"], strict=True))
    r.ok("so is index.json, and twice is the same")
    latin = "board,white,black\n1,\"L\xf8vland, \xc5ge\",B\n".encode("latin-1")
    assert r.names(1, r.say("pairings", r.file("latin.csv", latin))) == ("Løvland, Åge", "B")
    assert r.games()[1]["GameId"] == first[1]["GameId"]
    r.ok("and a file in an old code")

    bad = r.file("bad.csv", "white,black\nA,B\n")
    assert f"{bad}:1: no column \"board\"" in r.refused("pairings", bad)
    assert "No such file" in r.refused("pairings", r.hall.path("none"))
    assert "only numbers" in r.refused("pairings", r.file("pairs.txt", "1\n1 2\n"))
    assert "no pairings of round 5" in r.refused("pairings", "--round", "5", r.hall.path("round3.pgn"))
    assert "no pairings of round 4" in r.refused("start", "4", "--pairings", r.hall.path("round3.pgn"))
    assert r.say()["round"] == 3 and r.names(1) == ("Løvland, Åge", "B")
    r.ok("what is wrong is said with file and line, and nothing has changed")

    r.say("absent", "1", "white")
    r.say("absent", "1", "black")
    assert r.table(1)["result"] == "0-0" and r.table(1)["by"] == "forfeit", r.table(1)
    assert r.games()[1]["Result"] == "*" and "\n0-0" not in r.get("/pgn/board-1.pgn")
    game = json.loads(r.get("/v1/games/" + first[1]["GameId"]))
    assert (game["result"], game["reason"], game["state"]) == ("0-0", "forfeit", "ended"), game
    assert json.loads(r.get(f"/get/{TID}/round-3/game-1.json"))["result"] == "NOTPLAYED"
    r.hall.kill()
    r.start()
    assert r.table(1)["result"] == "0-0"
    assert json.loads(r.get("/v1/games/" + first[1]["GameId"]))["result"] == "0-0"
    r.say("present", "1")
    assert r.table(1)["result"] == "*" and r.table(1)["absent"] == []
    game = json.loads(r.get("/v1/games/" + first[1]["GameId"]))
    assert game["result"] == "*" and game["state"] != "ended", game
    r.ok("both may be absent, and come after all")
    large = "round,board,white,black\n" + "".join(
        f'4,{i},"White with a rather long name, {i}","Black with a rather long name, {i}"\n'
        for i in range(1, 2001))
    answer = r.say("pairings", r.file("large.csv", large))
    assert answer["imported"] == 2000 and len(answer["tables"]) == 2000
    assert len(r.say("show", "4")["tables"]) == 2000
    r.ok("two thousand boards")

def configured(r):
    """A file of the configuration is taken once, and again when it has changed."""
    path = r.file("configured.csv", 'round,board,white,black\n5,1,"Vik, Mia",Holm\n5,2,x,-\n')
    with open(r.hall.path("conf"), "a") as file:
        file.write(f"[broadcast]\npairings = {path}\n")
    r.hall.stop()
    r.start()
    wait_until("the pairings", lambda: r.say("show", "5")["tables"])
    wait_until("the line that is not used is told", lambda:
               "line 3 not used: nobody plays on one side" in r.hall.said())
    r.say("end", "--force")  # a man of the last game still stands on e4: that is a move here
    r.say("start", "5")
    r.say("swap", "1")
    r.hall.stop()
    r.start()
    assert r.say()["round"] == 5
    r.hall.daemon.send_signal(signal.SIGHUP)
    wait_until("the reload", lambda: "configuration loaded again" in r.hall.said())
    assert r.names(1) == ("Holm", "Vik, Mia")
    r.ok("a configured file is taken when it is new, and what was changed since stays")
    r.file("configured.csv", 'round,board,white,black\n5,1,"Vik, Mia",Lund\n')
    r.hall.daemon.send_signal(signal.SIGHUP)
    wait_until("the other pairings", lambda: r.names(1) == ("Vik, Mia", "Lund"))
    r.file("configured.csv", "nonsense")
    r.hall.daemon.send_signal(signal.SIGHUP)
    wait_until("the complaint", lambda: f"{path}:1: no column" in r.hall.said())
    assert r.names(1) == ("Vik, Mia", "Lund")
    with open(r.hall.path("conf"), "a") as file:
        file.write(f"players = {r.file('players.trf', trf(False))}\n")
    r.file("configured.csv", "2\n3 5\n4 1\n")
    r.hall.daemon.send_signal(signal.SIGHUP)
    wait_until("the list of an engine", lambda: r.names(1) == ("Vik, Mia", "Holm, Åse"))
    r.ok("and again when it has changed; one that is wrong changes nothing")


def held_back(r):
    """With a delay the public has nothing of rounds that ended within it, restart or not."""
    port = free_port()

    def count(address):
        with urllib.request.urlopen(address.rstrip("/") + f"/get/{TID}/tournament.json") as found:
            return json.loads(found.read())["rounds"][0]["count"]

    def is_so(live, public):
        return (count(r.hall.call("status")["address"]), count(f"http://127.0.0.1:{port}")) == (
            live, public)

    with open(r.hall.path("conf")) as file:
        text = file.read() + f"round = 1\n[http]\npublic = 127.0.0.1:{port}\n[broadcast]\n"
    r.file("conf", text)
    r.hall.stop()
    r.start()
    wait_until("round 1 for all", lambda: is_so(4, 4))
    r.file("conf", text + "delay = 12h\n")
    r.hall.daemon.send_signal(signal.SIGHUP)
    wait_until("round 1 for the hall alone", lambda: is_so(4, 0))
    r.hall.stop()
    r.start()
    wait_until("round 1 for the hall again", lambda: is_so(4, 0))
    r.file("conf", text)
    r.hall.daemon.send_signal(signal.SIGHUP)
    wait_until("round 1 for all again", lambda: is_so(4, 4))
    r.ok("of rounds that ended within the delay the public has nothing, after a restart too")

def another_tournament(r):
    """Its rounds are read beside the boards; the first one's are all there when it comes back."""
    with open(r.hall.path("conf")) as file:
        text = file.read()
    shown = r.say()
    assert "id = hbr26" in text and shown["round"] > 0 and shown["tables"]
    r.file("conf", text.replace("id = hbr26", "id = other26"))
    for _ in range(3):
        r.hall.daemon.send_signal(signal.SIGHUP)
    wait_until("no pairings", lambda: not r.say("show", "2")["tables"])
    r.file("conf", text)
    for _ in range(3):
        r.hall.daemon.send_signal(signal.SIGHUP)
    wait_until("the pairings", lambda: r.say("show", "2")["tables"])
    assert r.say()["round"] == shown["round"]
    r.ok("another tournament has its own rounds, and the first one finds its own again")


def pushed(r):
    """Lichess orders games as they come: the first push has all of the round, by table."""
    for name in ("heard", "plan"):
        r.file(name, "")
    r.file("token", "lip_Secret1\n")
    server = subprocess.Popen(
        [sys.executable, "-B", os.path.join(os.path.dirname(__file__), "..", "send", "lichess.py"),
         r.hall.path("heard"), r.hall.path("store"), r.hall.path("plan"), "lip_Secret1"])
    try:
        push_round(r, server)
    finally:
        server.terminate()
        server.wait()

def push_round(r, server):
    def heard():
        assert server.poll() is None
        with open(r.hall.path("heard")) as file:
            return file.read().splitlines()

    def pushes():
        return [push["games"] for push in map(json.loads, heard()[1:]) if "round007" in push["path"]]

    def stored():
        """The games in Lichess's order."""
        try:
            with open(r.hall.path("store")) as file:
                return json.load(file)
        except FileNotFoundError:
            return {}

    port = wait_until("Lichess", heard)[0]
    with open(r.hall.path("conf")) as file:
        text = file.read()
    r.file("conf", text + f"[lichess]\nround.7 = round007\nurl = http://127.0.0.1:{port}\n"
           f"token_file = {r.hall.path('token')}\n")
    r.hall.stop()
    r.start()
    wait_until("four boards", lambda: sum(
        b["health"] != "missing" and b["game"] is not None for b in r.hall.call("boards")["boards"]) == 4)
    # Listed in another order than that of the boards, one of which nobody plays at yet.
    lines = ["7,4,Fire,Four", "7,1,En,One", "7,3,Tre,Three"]
    gids = {table: f"hbr26-r7-b{table}-1" for table in range(1, 5)}
    r.say("start", "7", "--pairings",
          r.file("round7.csv", "\n".join(["round,board,white,black", *lines]) + "\n"))
    wait_until("the round at Lichess", lambda: len(stored()) == 3)
    # Table 2 is in it if its board was quick to show its men; Lichess leaves out who has no names.
    first = pushes()[0]
    assert first == sorted(first) and {*first, gids[2]} == set(gids.values()), pushes()
    assert list(stored()) == [gids[1], gids[3], gids[4]], list(stored())
    r.ok("the first push of a round has all of its games, by table")
    r.say("pairings", r.file("round7.csv", "\n".join(
        ["round,board,white,black", "7,2,To,Two", *lines]) + "\n"))
    wait_until("the other game", lambda: len(stored()) == 4)
    assert list(stored()) == [gids[1], gids[3], gids[4], gids[2]], list(stored())
    r.ok("a pairing that comes later is behind them")
    for color in ("white", "black"):
        r.say("absent", "3", color)
    wait_until("who did not come", lambda: stored()[gids[3]]["tags"]["Result"] == "0-0")
    assert stored()[gids[3]]["moves"] == [] and len(stored()) == 4
    assert r.games()[3]["Result"] == "*"
    r.ok("that both have lost is told to Lichess, and to no other")

def replayed(r):
    """The journal gives the same reports again."""
    r.hall.stop()
    journal = r.hall.state + "/journal.sqlite"
    for game in ("hbr26-r1-b1-1", "hbr26-r1-b3-1", "hbr26-r2-b1-1", "hbr26-r2-b2-1"):
        done = subprocess.run([BUILD + "/daemon/boardctl", "replay", "--journal", journal, "--game",
                               game], capture_output=True, text=True, check=False)
        assert done.returncode == 0 and done.stdout, f"{game}: {done.stderr}"
    r.ok("games of rounds are computed again from the journal")
    said = subprocess.run(
        ["sqlite3", journal, "SELECT author || ' ' || substr(data, 1, 11) FROM input"
         " WHERE kind = 'round' ORDER BY id LIMIT 2"], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[0] == 'Ane {"pairings"', said.stdout
    r.ok("and who said what is in it")

def main():
    with Hall(BUILD) as hall:
        r = Rounds(hall)
        first_round(r)
        second_round(r)
        other_forms(r)
        configured(r)
        held_back(r)
        another_tournament(r)
        pushed(r)
        replayed(r)
        print(f"1..{r.count}")

main()
