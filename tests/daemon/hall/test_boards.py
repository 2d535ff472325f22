#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boards that share a bus, and boards that change tables. TAP.

Usage: test_boards.py BUILD [NAME...]
"""

import json
import os
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from cases import run  # noqa: E402
from hall import Listener, judge, wait_until  # noqa: E402
from hand_board import HandBoard  # noqa: E402

SCALE = 5  # boards of a bus answer in milliseconds, which a loaded machine has not got
FAST = ["--time-scale", str(SCALE)]
PLAY = ["--random", "7", "--speed", str(SCALE), "--think", "8"]


# --- words ---


class Watched(Listener):
    def __init__(self, hall):
        super().__init__(hall)
        self.unread = []

    def until(self, what, is_so):
        """Reads on until one of the new reports is so; returns it."""

        def look():
            if not self.unread:
                self.unread = [json.loads(line) for line in self.read()]
            while self.unread:
                report = self.unread.pop(0)
                if is_so(report):
                    return report
            return None

        return wait_until(what, look)

    def moves_at(self, tables, count=2):
        seen = dict.fromkeys(tables, 0)

        def counted(report):
            if report["event"] == "move" and report["table"] in seen:
                seen[report["table"]] += 1
            return min(seen.values()) >= count

        self.until(f"{count} moves at tables {list(tables)}", counted)

    def goes_on_at(self, tables):
        """A move at each table, unless too much was played while its board was not heard."""
        waiting = {table for table in tables if not self.of(table, "unsure")}

        def told(report):
            if report["event"] in ("move", "unsure"):
                waiting.discard(report["table"])
            return not waiting

        if waiting:
            self.until(f"a move at tables {waiting}", told)
        for table in tables:
            self.check_unsure(table)

    def check_unsure(self, table):
        """Who asks the arbiter has missed more than one half-move, by the hands' own account."""
        games = self.hall.games().get(table, [[]])
        for report in self.of(table, "unsure"):
            missed = max(map(len, games)) - (report["ply"] - 1)
            assert missed > 1, f"{report}: {missed} half-moves were made since"

    def move(self, table, uci):
        report = self.until(
            f"{uci} at table {table}",
            lambda r: r["event"] in ("move", "revised") and r["table"] == table,
        )
        assert report["uci"] == uci and report["event"] == "move", report
        return report

    def of(self, table, *events):
        return [r for r in self.stream.reports() if r["table"] == table and r["event"] in events]


def ctl(hall, *words, status=0):
    done = subprocess.run(
        [hall.build + "/daemon/boardctl", *words, "--socket", hall.socket],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == status, f"{words}: {done.returncode} {done.stdout} {done.stderr}"
    return done.stdout + done.stderr


def boards(hall):
    return {b["table"]: b for b in hall.call("boards")["boards"]}


def check_replays(hall, watched):
    """All that was published is computed again from the journal, to the letter."""
    games = sorted({r["game"] for r in watched.stream.reports() if r.get("game")})
    for game in games:
        done = subprocess.run(
            [hall.build + "/daemon/boardctl", "replay", "--journal"]
            + [hall.state + "/journal.sqlite", "--game", game],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{game}: {done.stderr}"
        computed = done.stdout.splitlines()
        published = [
            line.decode()
            for _, line in sorted(watched.stream.lines.items())
            if json.loads(line).get("game") == game
        ]
        # There may be more of it than we have read.
        assert computed[: len(published)] == published, f"{game} is another"
    return games


def right_so_far(hall, watched, truth=None):
    hall.end_play()
    right, doubtful, wrong = judge(watched.stream.reports(), truth or hall.games())
    assert right > 0 and not wrong, wrong[:5]
    return right, doubtful


# --- a bus ---


def a_bus_behind_one_device(hall):
    hall.start(hall.sim(*PLAY, "--bus", boards=4), *FAST)
    watched = Watched(hall)
    watched.moves_at(range(1, 5))
    states = [r["state"] for r in watched.stream.reports() if r["event"] == "board"]
    names = [r["board"] for r in watched.stream.reports() if r.get("state") == "connected"][:4]
    assert names == sorted(set(names)) and len(names) == 4, f"by address: {names}"
    assert [b["board"] for b in boards(hall).values()] == names
    wait_until("all alive", lambda: all(b["health"] == "alive" for b in boards(hall).values()))
    watched.stream.check_whole()
    export = [json.loads(line) for line in ctl(hall, "export", watched.of(2, "move")[0]["game"]).splitlines()]
    kinds = {(line["kind"], line.get("table", 2)) for line in export if "input" in line}
    holder = max(table for _, table in kinds)
    assert holder > 9999 and {("bytes", holder), ("assign", 2), ("settings", 2)} <= kinds, kinds
    hall.kill()
    check_replays(hall, watched)
    doubtful = right_so_far(hall, watched)[1]
    assert doubtful == 0 or "lost" in states, f"{doubtful} doubtful moves, and no board was lost"


def sleeps_of(process):
    """How often it had nothing more to do: however late the machine is, it has got on when that grows."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M)[1])


def a_bus_found_late(hall):
    """boardd stands still again and again while it looks for the boards: what the bus said before
    a board had its table is not told of it when all is computed again."""
    devices = hall.sim(*PLAY, "--bus", boards=3)
    hall.start(devices, *FAST)
    while "connected" not in hall.said():
        hall.daemon.send_signal(signal.SIGSTOP)
        time.sleep(0.5)
        slept = sleeps_of(hall.daemon)
        hall.daemon.send_signal(signal.SIGCONT)
        wait_until("boardd has gone on", lambda: sleeps_of(hall.daemon) > slept)
        time.sleep(0.03)
    watched = Watched(hall)
    watched.moves_at(range(1, 4), 1)
    hall.kill()
    hall.start(devices, *FAST)
    watched.listen()
    watched.goes_on_at(range(1, 4))
    assert "cannot be computed again" not in hall.said()
    hall.stop()
    check_replays(hall, watched)


def irregularities_on_a_bus(hall):
    words = ["--violations", "press-without-move=0.5,touched-own=0.5,illegal-move=0.3"]
    hall.start(hall.sim(*PLAY, *words, "--bus", boards=3), *FAST)
    watched = Watched(hall)
    found = watched.until("an irregularity", lambda r: r["event"] == "irregularity")
    assert found["article"] and found["table"] in (1, 2, 3), found
    watched.moves_at(range(1, 4), 3)
    hall.stop()
    check_replays(hall, watched)


def a_bus_beside_another_board(hall):
    """Each device has its table; the other boards of the bus take the next that are free."""
    bus = hall.sim(*PLAY, "--bus", boards=3, name="bus", truth=hall.path("truth1"))
    hand = HandBoard("55555")
    hall.start([*bus, hand.path], *FAST)
    watched = Watched(hall)
    watched.moves_at([1, 3, 4], 1)
    wait_until("the board alone", lambda: boards(hall)[2]["health"] == "alive")
    assert boards(hall)[2]["board"] == "55555"
    hand.move("d2", "d4")
    watched.move(2, "d2d4")


def a_decision_on_a_bus_is_undone(hall):
    devices = hall.sim(*PLAY, "--bus", boards=3)
    hall.start(devices, *FAST)
    watched = Watched(hall)
    watched.moves_at(range(1, 4))
    for table in (2, 1):
        ctl(hall, "act", str(table), "result", "1-0")
        decision = watched.until("the decision", lambda r: r["event"] == "decision")
        assert decision["table"] == table
        ctl(hall, "act", str(table), "undo", str(decision["seq"]))
        undone = watched.until("it is undone", lambda r: r.get("undoes") == decision["seq"])
        assert undone["event"] == "decision" and undone["table"] == table
    watched.moves_at(range(1, 4))
    hall.kill()
    hall.start(devices, *FAST)
    watched.listen()
    watched.goes_on_at(range(1, 4))
    assert "cannot be computed again" not in hall.said()
    games = {r["game"] for r in watched.stream.reports() if r.get("game")}
    assert all(game.endswith("-1") for game in games), f"the games have gone on: {games}"
    hall.stop()
    check_replays(hall, watched)
    right_so_far(hall, watched)


def boards_of_a_bus_change_tables(hall):
    """Two boards of a bus change places while nobody plays; the second comes from far away."""
    devices = hall.sim(*PLAY, "--bus", "--games", "1", boards=3)
    hall.start(devices, *FAST)
    watched = Watched(hall)
    watched.moves_at(range(1, 4), 1)
    before = {table: b["board"] for table, b in boards(hall).items()}
    ctl(hall, "assign", before[3], "9")
    wait_until("it is at table 9", lambda: boards(hall).get(9, {}).get("health") == "alive")
    assert boards(hall)[9]["board"] == before[3] and boards(hall)[3]["health"] == "missing"
    hall.kill()
    hall.start(devices, *FAST)
    watched.listen()
    watched.goes_on_at([1, 2])
    assert "cannot be computed again" not in hall.said()
    wait_until("all are there", lambda: sum(b["health"] == "alive" for b in boards(hall).values()) == 3)
    assert boards(hall)[1]["board"] == before[1] and boards(hall)[2]["board"] == before[2]
    hall.stop()
    check_replays(hall, watched)


def a_bus_is_pulled_out_and_comes_back(hall):
    hall.start(hall.sim(*PLAY, "--bus", "--faults", "unplug=0.01", boards=3), *FAST)
    watched = Watched(hall)
    watched.goes_on_at(range(1, 4))
    lost = watched.until("the loss", lambda r: r.get("state") == "lost")
    assert lost["event"] == "board"
    watched.until("it is back", lambda r: r.get("state") in ("connected", "resynced"))
    watched.goes_on_at(range(1, 4))
    hall.stop()
    check_replays(hall, watched)
    right_so_far(hall, watched)


def a_bus_at_another_port(hall):
    """Boards are known by their serial numbers, and their games wait for them."""
    (bus,) = hall.sim(*PLAY, "--bus", boards=3, name="bus")
    os.symlink(bus, hall.path("other"))
    hall.start([bus], *FAST)
    watched = Watched(hall)
    watched.moves_at(range(1, 4), 1)
    before = {table: b["board"] for table, b in boards(hall).items()}
    hall.kill()
    hall.start([hall.path("other")], *FAST)
    watched.listen()
    watched.goes_on_at(range(1, 4))
    assert {table: b["board"] for table, b in boards(hall).items()} == before
    hall.kill()
    with open(hall.path("conf"), "w") as conf:  # and now it is found
        conf.write(f"[boards]\nprobe = {hall.path('oth')}*\n")
    hall.start([], *FAST, "-c", hall.path("conf"))
    watched.listen()
    watched.goes_on_at(range(1, 4))
    assert {table: b["board"] for table, b in boards(hall).items()} == before
    assert "cannot be computed again" not in hall.said()
    games = {r["game"] for r in watched.stream.reports() if r.get("game")}
    assert len(games) == 3, f"the games have gone on: {games}"
    hall.stop()
    check_replays(hall, watched)
    right_so_far(hall, watched)


# --- boards that change tables ---


def open_game(hall, watched, *hands):
    """The same two half-moves on each of the boards, at tables 1, 2, ..."""
    without = set(range(1, len(hands) + 1))

    def has_clock(report):
        if report["event"] == "clock":
            without.discard(report["table"])
        return not without

    watched.until("clocks that run", has_clock)
    for table, hand in enumerate(hands, 1):
        hand.move("e2", "e4")
        watched.move(table, "e2e4")
        hand.press("left")
        hand.move("e7", "e5")
        watched.move(table, "e7e5")
        hand.press("right")


def a_board_and_clock_are_replaced_in_mid_game(hall):
    old, spare = HandBoard("11111"), HandBoard("22222")
    old.side = spare.side = "left"
    hall.start([old.path, spare.path])
    watched = Watched(hall)
    open_game(hall, watched, old, spare)
    old.lift("g1")  # and then it breaks
    ctl(hall, "assign", "22222", "1")
    watched.until(
        "the other board",
        lambda r: r.get("state") == "connected" and r["table"] == 1 and r["board"] == "22222",
    )
    spare.move("g1", "f3")
    report = watched.move(1, "g1f3")
    assert report["ply"] == 3 and report["game"].endswith("-b1-1"), report
    spare.press("left")
    watched.until("it is completed", lambda r: r["event"] == "completed" and r["table"] == 1)
    spare.move("b8", "c6")
    watched.move(1, "b8c6")
    assert not watched.of(1, "irregularity", "unsure", "revised")
    there = boards(hall)
    assert there[1]["board"] == "22222" and there[2]["board"] == "11111", there
    hall.kill()
    hall.start([old.path, spare.path])  # in the order of before
    watched.listen()
    wait_until("the spare board is there", lambda: boards(hall)[1]["health"] == "alive")
    assert boards(hall)[1]["board"] == "22222", boards(hall)
    spare.press("right")
    spare.move("f1", "b5")
    report = watched.move(1, "f1b5")
    assert report["ply"] == 5 and report["game"].endswith("-b1-1"), report
    assert "cannot be computed again" not in hall.said()
    pgn = re.sub(r"\{.*?\}|\d+\.\.\.", "", ctl(hall, "game", "1", "--pgn"), flags=re.S)
    assert "1. e4 e5 2. Nf3 Nc6 3. Bb5" in " ".join(pgn.split()), pgn
    hall.stop()
    check_replays(hall, watched)


def a_single_board_replaces_one_of_a_bus(hall):
    slow = ["--random", "7", "--speed", str(SCALE), "--think", "60"]  # no move before it is back
    bus = hall.sim(*slow, "--bus", boards=2, name="bus")
    spare = HandBoard("22222")
    hall.start([*bus, spare.path])
    watched = Watched(hall)
    wait_until("three boards", lambda: sum(b["health"] == "alive" for b in boards(hall).values()) == 3)
    before = boards(hall)[1]["board"]
    ctl(hall, "assign", "22222", "1")
    wait_until("the spare board", lambda: boards(hall)[1]["board"] == "22222")
    wait_until("the other", lambda: boards(hall)[2]["board"] == before)
    wait_until("all alive", lambda: sum(b["health"] == "alive" for b in boards(hall).values()) == 3)
    ctl(hall, "assign", before, "1")
    wait_until("back", lambda: boards(hall)[1]["board"] == before)
    watched.moves_at([1, 3], 1)
    hall.stop()
    check_replays(hall, watched)


def what_seems_a_board_and_babbles(hall):
    """It may be a bus that was taken for one board: it is looked at once more."""
    hand = HandBoard("11111")
    hall.start([hand.path], *FAST)
    wait_until("the board", lambda: boards(hall)[1]["health"] == "alive")

    def doubted():
        hand.noise(bytes([0x8E, 0, 5, 99, 99, 0x91, 0, 3, 0x86]))
        return "is it a bus?" in hall.said()

    wait_until("a word about it", doubted)
    wait_until("the board again", lambda: hall.said().count("11111: connected") == 2)
    wait_until("and it is well", lambda: boards(hall)[1]["health"] == "alive")
    watched = Watched(hall)
    hand.move("d2", "d4")
    watched.move(1, "d2d4")
    assert hall.said().count("is it a bus?") == 1


def a_game_waits_for_another_board(hall):
    hand = HandBoard("11111")
    hand.side = "left"
    hall.start([hand.path])
    watched = Watched(hall)
    open_game(hall, watched, hand)
    ctl(hall, "assign", "11111", "5")
    wait_until("it is at table 5", lambda: boards(hall).get(5, {}).get("health") == "alive")
    wait_until("its game is at table 1", lambda: boards(hall)[1]["game"] is not None)
    there = boards(hall)
    assert there[1]["health"] == "missing" and there[1]["board"] == "dev-1", there[1]
    assert there[5]["board"] == "11111" and there[5]["game"] is None, there[5]
    ctl(hall, "act", "dev-1", "note", "the board is broken")
    hall.kill()
    hall.start([hand.path])
    watched.listen()
    assert boards(hall)[1]["board"] == "dev-1"
    ctl(hall, "game", "1", "--pgn")


def what_cannot_be_assigned(hall):
    hand = HandBoard("11111")
    hall.start([hand.path], "--time-scale", "5")
    wait_until("the board", lambda: boards(hall)[1]["health"] == "alive")
    assert "there is no board" in ctl(hall, "assign", "nobody", "2", status=1)
    assert "from 1 to 9999" in ctl(hall, "assign", "11111", "10000", status=1)
    ctl(hall, "assign", "11111", "1")
    ctl(hall, "assign", "11111", "7")
    wait_until("table 7", lambda: boards(hall)[7]["health"] == "alive")
    assert "not connected" in ctl(hall, "assign", "1", "2", status=1)
    assert boards(hall)[7]["board"] == "11111"


CASES = [
    a_bus_behind_one_device,
    a_bus_found_late,
    irregularities_on_a_bus,
    a_bus_beside_another_board,
    a_decision_on_a_bus_is_undone,
    boards_of_a_bus_change_tables,
    a_bus_is_pulled_out_and_comes_back,
    a_bus_at_another_port,
    a_board_and_clock_are_replaced_in_mid_game,
    a_single_board_replaces_one_of_a_bus,
    what_seems_a_board_and_babbles,
    a_game_waits_for_another_board,
    what_cannot_be_assigned,
]

run(CASES, sys.argv[1], sys.argv[2:])
