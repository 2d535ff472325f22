#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boards of several makes in one hall, each played by boardsim with human hands. TAP.

Usage: test_makes.py BUILD [NAME...]
"""

import json
import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from broadcast import WebSocket, get  # noqa: E402
from cases import run  # noqa: E402
from hall import Listener, judge, wait_until  # noqa: E402
from hand_board import HandBoard, HandLink  # noqa: E402

SCALE = 5
FAST = ["--time-scale", str(SCALE)]
PLAY = ["--random", "7", "--speed", str(SCALE), "--think", "2"]


class Watched(Listener):
    def reports(self):
        return self.stream.reports()

    def until(self, what, is_so):
        """Reads on until all that was published is so."""

        def look():
            self.read()
            return is_so(self.reports())

        return wait_until(what, look)

    def moves(self, table, count):
        def made(reports):
            return sum(r["event"] == "move" and r["table"] == table for r in reports) >= count

        self.until(f"{count} moves at table {table}", made)

    def states(self, table):
        return [r["state"] for r in self.reports() if r["event"] == "board" and r["table"] == table]


def boards(hall):
    return {b["table"]: b for b in hall.call("boards")["boards"]}


def check(hall, watched, *truths):
    """What was published is right or unsure, nobody is accused, and it can be computed again."""
    hall.end_play()
    truth = {}
    for table, file in enumerate(truths or [hall.truth], 1):
        truth[table] = hall.games(file)[1]
    right, _, wrong = judge(watched.reports(), truth)
    accused = [r for r in watched.reports() if r["event"] == "irregularity"]
    assert right > 0 and not wrong and not accused, (right, wrong[:3], accused[:3])
    hall.stop()
    for game in sorted({r["game"] for r in watched.reports() if r.get("game")}):
        done = subprocess.run(
            [hall.build + "/daemon/boardctl", "replay", "--journal"]
            + [hall.state + "/journal.sqlite", "--game", game],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{game}: {done.stderr}"
        published = [
            line.decode()
            for _, line in sorted(watched.stream.lines.items())
            if json.loads(line).get("game") == game
        ]
        assert done.stdout.splitlines()[: len(published)] == published, f"{game} is another"


def plays(hall, make, *words, kind="--pty"):
    """A board of this make is found among all, and its game is followed to the letter."""
    hall.start(hall.sim("--make", make, *PLAY, *words, kind=kind), *FAST)
    watched = Watched(hall)
    watched.moves(1, 8)
    found = boards(hall)[1]
    assert found["make"] == make and found["health"] == "alive", found
    check(hall, watched)
    return found


def a_chesslink_plays(hall):
    found = plays(hall, "chesslink")
    assert found["firmware"] == "1.3" and found["tells"] == ["men", "lights"], found
    assert found["transport"] == "cable" and found["battery"] is None, found


def a_chesslink_lies_the_other_way_round(hall):
    plays(hall, "chesslink", "--rotated")


def a_chesslink_comes_back_in_mid_game(hall):
    """It falls silent, and boardd is killed: the game goes on, or the arbiter is asked."""
    devices = hall.sim("--make", "chesslink", *PLAY)
    hall.start(devices, *FAST)
    watched = Watched(hall)
    watched.moves(1, 3)
    hall.sims[0].send_signal(signal.SIGSTOP)  # board and hands stand still
    watched.until("a loss", lambda _: "lost" in watched.states(1))
    hall.sims[0].send_signal(signal.SIGCONT)
    watched.until("it is back", lambda _: watched.states(1)[-1] == "resynced")
    hall.kill()
    hall.start(devices, *FAST)
    watched.listen()
    before = len(watched.reports())
    watched.until(
        "play goes on",
        lambda reports: any(r["event"] in ("move", "unsure") for r in reports[before:]),
    )
    assert "cannot be computed again" not in hall.said()
    check(hall, watched)


def a_certabo_plays(hall):
    """It is only listened to, and learns its men from the start position."""
    found = plays(hall, "certabo", "--think", "4", kind="--unix")
    assert found["firmware"] is None and found["tells"] == ["men", "lights"], found


def a_chessnut_plays(hall):
    found = plays(hall, "chessnut", kind="--unix")
    assert found["battery"] == 88 and found["tells"] == ["men", "lights"], found


def a_sentio_plays(hall):
    """It tells where something stands, and no more: what follows from the game is told, or unsure."""
    found = plays(hall, "sentio", kind="--unix")
    assert found["tells"] == ["lights"], found


def a_sentio_lies_the_other_way_round(hall):
    """The start looks alike from both sides: White's first move shows where White sits."""
    plays(hall, "sentio", "--rotated", kind="--unix")


def a_square_off_lies_the_other_way_round(hall):
    plays(hall, "squareoff", "--rotated", kind="--unix")


def a_clock_is_set_by_wire(hall):
    """An arbiter adds two minutes; and to a clock that cannot be set that is said."""
    devices = hall.sim(*PLAY, "--remote-clock", name="one", truth=hall.path("1"))
    devices += hall.sim(*PLAY, name="two", truth=hall.path("2"))
    devices += hall.sim("--make", "chesslink", *PLAY, name="three", truth=hall.path("3"))
    hall.start(devices, *FAST)
    for table in (1, 2, 3):
        wait_until("a board", lambda t=table: boards(hall)[t]["health"] == "alive")
    wait_until("a clock", lambda: boards(hall)[1]["clock"] and boards(hall)[2]["clock"])

    def act(table, *words):
        return subprocess.run(
            [hall.build + "/daemon/boardctl", "act", "--socket", hall.socket, "--yes", str(table)]
            + ["clock", *words],
            capture_output=True,
            text=True,
        )

    done = act(1, "3:00:00", "2:58:30", "white")
    assert done.returncode == 0 and "has acknowledged" in done.stdout, done
    wait_until("its time", lambda: boards(hall)[1]["clock"]["black"] // 60 == 178)
    assert boards(hall)[1]["clock_order"] == "set"
    done = act(2, "3:00:00", "3:00:00")
    assert done.returncode == 1 and "has not acknowledged" in done.stderr, done
    done = act(3, "3:00:00", "3:00:00")
    assert done.returncode == 1 and "cannot be set by wire" in done.stderr, done
    for bad in (["3:00"], ["3:00:00", "x"], ["0:61:00", "0:10:00"], ["1:00:00", "1:00:00", "red"]):
        assert act(1, *bad).returncode == 1, bad
    hall.end_play()
    hall.stop()


def all_clocks_are_set_before_a_round(hall):
    """To the time control of the event: those that can be set by wire, and stand before a game."""
    empty = hall.path("script")
    open(empty, "w").close()
    devices = hall.sim("--script", empty, "--remote-clock", name="one")
    devices += hall.sim("--script", empty, "--remote-clock", name="two")
    devices += hall.sim("--make", "chesslink", "--script", empty, name="three")
    config = hall.path("conf")
    with open(config, "w") as file:
        file.write("[game]\ntime_control = 40/90m+30s 30m+30s\n")
    hall.start(devices, "-c", config)
    for table in (1, 2, 3):
        wait_until("a board", lambda t=table: boards(hall)[t]["health"] == "alive")
    wait_until("a clock", lambda: boards(hall)[1]["clock"] and boards(hall)[2]["clock"])
    assert boards(hall)[1]["time_control"] == "40/5400+30:1800+30", boards(hall)[1]
    command = [hall.build + "/daemon/boardctl", "round", "clocks", "--socket", hall.socket]
    done = subprocess.run([*command, "--yes"], capture_output=True, text=True)
    assert done.stdout.count("its clock runs") == 2, done  # that is left alone
    for table in "12":  # stopped, as before a round
        hall.call("act", board=table, action="clock 0:10:00 0:10:00", author="test")
    wait_until(
        "the clocks stand",
        lambda: all(
            boards(hall)[t]["clock"]["running"] is None and boards(hall)[t]["clock_order"] == "set"
            for t in (1, 2)
        ),
    )
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and "--yes" in done.stderr, done
    done = subprocess.run([*command, "--yes"], capture_output=True, text=True)
    assert done.stdout.count("has acknowledged it") == 2, done
    assert "table 3: its board cannot set a clock" in done.stdout, done
    wait_until("its time", lambda: boards(hall)[2]["clock"]["white"] == 5400)
    hall.end_play()
    hall.stop()


def makes_side_by_side(hall):
    truths = [hall.path("dgt"), hall.path("chesslink"), hall.path("chessnut")]
    devices = hall.sim(*PLAY, name="one", truth=truths[0])
    devices += hall.sim("--make", "chesslink", *PLAY, name="two", truth=truths[1])
    devices += hall.sim("--make", "chessnut", *PLAY, name="three", truth=truths[2])
    hall.start(devices, *FAST)
    watched = Watched(hall)
    for table in (1, 2, 3):
        watched.moves(table, 6)
    assert [b["make"] for b in boards(hall).values()] == ["dgt", "chesslink", "chessnut"]
    check(hall, watched, *truths)


def a_livechess_client_follows_each_make(hall):
    """As the page of lichess does: a feed for each board, of whichever make."""
    truths = [hall.path("dgt"), hall.path("chessnut")]
    devices = hall.sim(*PLAY, name="one", truth=truths[0])
    devices += hall.sim("--make", "chessnut", *PLAY, name="two", truth=truths[1])
    hall.start(devices, *FAST)
    watched = Watched(hall)
    for table in (1, 2):
        watched.moves(table, 2)
    port = int(re.search(r"http://localhost:(\d+)/", hall.said()).group(1))
    found = get(port, "/api/v1.0/eboards").json()
    assert len(found) == 2 and len({board["serialnr"] for board in found}) == 2, found
    clients = []
    for number, board in enumerate(found, 1):
        client = WebSocket(port)
        feed = {"feed": "eboardevent", "id": number, "param": {"serialnr": board["serialnr"]}}
        client.send(json.dumps({"id": 1, "call": "subscribe", "param": feed}))
        clients.append(client)
    for number, client in enumerate(clients, 1):
        shown = set()

        def follows(client=client, number=number, shown=shown):
            said = json.loads(client.receive() or "{}")
            if said.get("response") == "feed":
                assert said["id"] == number, said
                shown.add(said["param"].get("board"))
            return len(shown) >= 6

        wait_until("six boards of the feed", follows)
        client.close()
    check(hall, watched, *truths)


def a_board_of_another_make_takes_over(hall):
    """The board breaks in mid-game; one of another make is set up, and the game goes on there."""
    old = HandBoard("11111")
    hall.start([old.path, hall.path("two")], *FAST)
    watched = Watched(hall)
    wait_until("the board", lambda: boards(hall)[1]["health"] == "alive")
    old.move("e2", "e4")
    old.move("e7", "e5")
    watched.moves(1, 2)
    game = boards(hall)[1]["game"]["game"]
    spare = HandLink("".join(old.men))
    os.symlink(spare.path, hall.path("two"))
    wait_until("the other board", lambda: boards(hall)[2]["health"] == "alive")
    old.unplug()
    hall.call("assign", board=boards(hall)[2]["board"], table=1)
    wait_until("it is at table 1", lambda: boards(hall)[1]["health"] == "alive")
    spare.move("g1", "f3")
    watched.moves(1, 3)
    assert boards(hall)[1]["make"] == "chesslink"
    # A decision from the time of the first board is undone, with what both boards said.
    decided = hall.call("act", board="1", action="result 1-0", author="test")
    hall.call("act", board="1", action=f"undo {decided['seq']}", author="test")
    hall.kill()
    hall.start([old.path, hall.path("two")], *FAST)
    wait_until("it is there again", lambda: boards(hall)[1]["health"] == "alive")
    found = boards(hall)[1]
    assert found["make"] == "chesslink" and found["game"]["game"] == game, found
    assert found["game"]["plies"] == 3, found
    assert "cannot be computed again" not in hall.said()


CASES = [
    a_chesslink_plays,
    a_chesslink_lies_the_other_way_round,
    a_certabo_plays,
    a_chessnut_plays,
    a_sentio_plays,
    a_sentio_lies_the_other_way_round,
    a_square_off_lies_the_other_way_round,
    a_clock_is_set_by_wire,
    all_clocks_are_set_before_a_round,
    a_chesslink_comes_back_in_mid_game,
    makes_side_by_side,
    a_livechess_client_follows_each_make,
    a_board_of_another_make_takes_over,
]

if __name__ == "__main__":
    run(CASES, sys.argv[1], sys.argv[2:])
