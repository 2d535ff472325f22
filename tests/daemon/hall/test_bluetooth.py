#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boards on Bluetooth: looked for, paired, played on, lost and found again. BlueZ is played by
fake-bluez, the boards by boardsim. TAP.

Usage: test_bluetooth.py BUILD [NAME...]
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from bluez import Bluez  # noqa: E402
from cases import run  # noqa: E402
from hall import Listener, judge, wait_until  # noqa: E402

SCALE = 5
FAST = ["--time-scale", str(SCALE)]
PLAY = ["--random", "7", "--speed", str(SCALE), "--think", "2"]
ONE, TWO, THREE, FOUR, FIVE, UNKNOWN = (f"AA:BB:CC:00:00:0{i}" for i in range(1, 7))


def boards(hall):
    return {b["table"]: b for b in hall.call("boards")["boards"]}


def boardctl(hall, *words, fails=False):
    done = subprocess.run(
        [hall.build + "/daemon/boardctl", "bluetooth", "--socket", hall.socket, *words],
        capture_output=True,
        text=True,
    )
    assert (done.returncode != 0) == fails, (words, done)
    return done.stderr if fails else done.stdout


class Watched(Listener):
    def moves(self, table, count):
        def made():
            self.read()
            return sum(r["event"] == "move" and r["table"] == table for r in self.reports()) >= count

        wait_until(f"{count} moves at table {table}", made)

    def reports(self):
        return self.stream.reports()

    def states(self, table):
        self.read()
        return [r["state"] for r in self.reports() if r["event"] == "board" and r["table"] == table]


def check(hall, watched, *truths):
    """What was published is right or unsure, and nobody is accused."""
    hall.end_play()
    truth = {table: hall.games(file)[1] for table, file in enumerate(truths or [hall.truth], 1)}
    right, _, wrong = judge(watched.reports(), truth)
    accused = [r for r in watched.reports() if r["event"] == "irregularity"]
    assert right > 0 and not wrong and not accused, (right, wrong[:3], accused[:3])
    hall.stop()


def begin(hall, make, name, *words, known="new"):
    bluez = Bluez(hall)
    device = hall.sim("--make", make, *PLAY, *words, kind="--unix")[0]
    bluez.add(make, ONE, name, device.removeprefix("unix:"))
    bluez.start(known)
    hall.start([], *FAST, env=bluez.env)
    wait_until("BlueZ", lambda: hall.call("bluetooth")["bluetooth"] == "on")
    return bluez


def a_board_is_looked_for_paired_and_played_on(hall):
    begin(hall, "chesslink", "MILLENNIUM CHESS")
    assert hall.call("bluetooth")["boards"] == []
    said = boardctl(hall, "scan", "1")
    assert ONE in said and "new" in said and "-60 dBm" in said and "77 %" in said, said
    assert boards(hall) == {}, "nobody said that it is ours"
    assert "no such board" in boardctl(hall, "pair", TWO, fails=True)
    said = boardctl(hall, "pair", ONE)
    assert "is paired" in said, said
    watched = Watched(hall)
    watched.moves(1, 8)
    found = boards(hall)[1]
    assert found["make"] == "chesslink" and found["health"] == "alive", found
    assert found["device"] == "bluetooth:" + ONE and found["board"] == "bt-000001", found
    assert found["transport"] == "bluetooth" and found["signal_dbm"] == -60, found
    assert "open" in boardctl(hall)
    check(hall, watched)


def a_classic_board_is_paired_with_its_pin(hall):
    begin(hall, "dgt", "DGT_BT_12345")
    said = boardctl(hall, "scan", "1")
    assert "DGT_BT_12345" in said, said
    assert "Authentication Failed" in boardctl(hall, "pair", ONE, "9999", fails=True)
    assert "a PIN has" in boardctl(hall, "pair", ONE, "none", fails=True)
    boardctl(hall, "pair", ONE)
    watched = Watched(hall)
    watched.moves(1, 8)
    found = boards(hall)[1]
    assert found["make"] == "dgt" and found["transport"] == "bluetooth", found
    check(hall, watched)


def a_certabo_box_is_paired_and_played_on(hall):
    """A small computer beside the board, with the name of all such; what hangs on it is listened to."""
    begin(hall, "certabo", "raspberrypi", "--think", "4")
    said = boardctl(hall, "scan", "1")
    assert "raspberrypi" in said and "certabo" in said, said
    boardctl(hall, "pair", ONE)
    watched = Watched(hall)
    watched.moves(1, 8)
    found = boards(hall)[1]
    assert found["make"] == "certabo" and found["transport"] == "bluetooth", found
    check(hall, watched)


def a_sentio_on_such_a_box_is_played_on(hall):
    begin(hall, "sentio", "raspberrypi", known="known")
    watched = Watched(hall)
    watched.moves(1, 8)
    assert boards(hall)[1]["make"] == "sentio", boards(hall)
    check(hall, watched)


def a_board_is_found_again_in_mid_game(hall):
    """Out of reach, BlueZ begins anew, boardd is killed: it is the same board and the same game."""
    bluez = begin(hall, "chessnut", "Chessnut Air", known="known")
    watched = Watched(hall)
    watched.moves(1, 3)
    game = boards(hall)[1]["game"]["game"]
    bluez.do("drop " + ONE)
    wait_until("a loss", lambda: "lost" in watched.states(1))
    wait_until("it is back", lambda: watched.states(1)[-1] == "resynced")
    bluez.kill()
    wait_until("BlueZ is gone", lambda: hall.call("bluetooth")["bluetooth"] == "no-bluez")
    bluez.start("known")
    wait_until("it is there again", lambda: boards(hall)[1]["health"] == "alive")
    hall.kill()
    hall.start([], *FAST, env=bluez.env)
    watched.listen()
    wait_until("boardd has it again", lambda: boards(hall)[1]["health"] == "alive")
    found = boards(hall)[1]
    assert found["game"]["game"] == game and found["board"] == "bt-000001", found
    assert "cannot be computed again" not in hall.said()
    check(hall, watched)


def boards_of_one_kind_are_told_apart(hall):
    bluez = Bluez(hall)
    truths = [hall.path("first"), hall.path("second")]
    for name, address, truth in (("one", ONE, truths[0]), ("two", TWO, truths[1])):
        device = hall.sim("--make", "chessnut", *PLAY, name=name, kind="--unix", truth=truth)[0]
        bluez.add("chessnut", address, "Chessnut Air", device.removeprefix("unix:"))
    bluez.start("known")
    hall.start([], *FAST, env=bluez.env)
    watched = Watched(hall)
    watched.moves(1, 4)
    watched.moves(2, 4)
    names = {b["board"]: b["table"] for b in boards(hall).values()}
    assert sorted(names) == ["bt-000001", "bt-000002"], names
    said = boardctl(hall, "forget", ONE)
    assert "is forgotten" in said, said
    wait_until("it is gone", lambda: boards(hall)[names["bt-000001"]]["health"] == "missing")
    assert boards(hall)[names["bt-000002"]]["health"] == "alive"
    order = truths if names["bt-000001"] == 1 else truths[::-1]
    check(hall, watched, *order)


def boards_that_see_no_men_are_played_on(hall):
    """What follows from the game is told, or asked; nobody is accused of what nobody has seen."""
    bluez = Bluez(hall)
    truths = []
    for make, name, address in (
        ("pegasus", "DGT_Pegasus_12345", ONE),
        ("squareoff", "Squareoff Pro", TWO),
        ("eone", "MILLENNIUM CHESS eONE", THREE),
    ):
        truth = hall.path("t" + make)
        device = hall.sim("--make", make, *PLAY, name=make, kind="--unix", truth=truth)
        bluez.add(make, address, name, device[0].removeprefix("unix:"))
    bluez.start("known")
    hall.start([], *FAST, env=bluez.env)
    watched = Watched(hall)

    def found():
        watched.read()
        return {b["make"]: b for b in boards(hall).values() if b["health"] == "alive"}

    wait_until("all three", lambda: len(found()) == 3)
    assert found()["pegasus"]["tells"] == ["events", "lights"], found()
    assert found()["squareoff"]["tells"] == ["events", "lights"], found()
    assert found()["eone"]["tells"] == ["lights"], found()
    wait_until("their batteries", lambda: found().get("pegasus", {}).get("battery") == 88)
    assert "may want a key" in hall.said()
    for make in ("pegasus", "squareoff", "eone"):
        truths.append((found()[make]["table"], hall.path("t" + make)))
        watched.moves(truths[-1][0], 8)
    check(hall, watched, *(truth for _, truth in sorted(truths)))


def what_is_in_the_way_is_said(hall):
    bluez = begin(hall, "chesslink", "MILLENNIUM CHESS", known="known")
    wait_until("the board", lambda: boards(hall) and boards(hall)[1]["health"] == "alive")
    bluez.do("acquire " + ONE)
    bluez.do("drop " + ONE)
    wait_until("another program is named", lambda: "another program has it open" in hall.said())
    bluez.do("power off")
    wait_until("the radio is off", lambda: hall.call("bluetooth")["bluetooth"] == "off")
    assert "switched off" in boardctl(hall)
    assert "switched off" in boardctl(hall, "scan", fails=True)
    bluez.kill()
    wait_until("BlueZ is gone", lambda: hall.call("bluetooth")["bluetooth"] == "no-bluez")
    assert "BlueZ does not run" in boardctl(hall)


def the_doctor_knows_boards_on_bluetooth(hall):
    """There, taken, switched off, unknown, and no BlueZ at all; of every make that has a radio."""
    bluez = Bluez(hall)
    for make, address, name in (
        ("chesslink", ONE, "MILLENNIUM CHESS"),
        ("pegasus", TWO, "DGT_Pegasus_12345"),
        ("squareoff", THREE, "Squareoff Pro"),
        ("eone", FOUR, "MILLENNIUM CHESS eONE"),
        ("chessnut", FIVE, "Chessnut Air"),
    ):
        device = hall.sim("--make", make, *PLAY, name=make, kind="--unix")[0]
        bluez.add(make, address, name, device.removeprefix("unix:"))
    bluez.start("known")

    def doctor(*words):
        return subprocess.run(
            [hall.build + "/daemon/boardctl", "doctor", *words],
            capture_output=True,
            text=True,
            env={**os.environ, **bluez.env},
        ).stdout

    said = doctor()
    assert f"bluetooth:{ONE}: MILLENNIUM CHESS, a Millennium ChessLink, paired" in said, said
    assert "Bluetooth is on" in said, said
    said = doctor("--device", "bluetooth:" + ONE)
    assert "is a Millennium ChessLink" in said and "firmware 1.3" in said, said
    assert "all is well" in said, said
    assert "BlueZ does not know it" in doctor("--device", "bluetooth:" + UNKNOWN)
    for address, title in (
        (TWO, "DGT Pegasus"),
        (THREE, "Square Off Pro"),
        (FOUR, "Millennium eONE"),
        (FIVE, "Chessnut"),
    ):
        said = doctor("--device", "bluetooth:" + address)
        assert f"is a {title}" in said and "all is well" in said, said
    for address in (ONE, TWO, THREE, FOUR, FIVE):
        bluez.do("acquire " + address)
        wait_until(
            "it is taken",
            lambda a=address: "another program has it open" in doctor("--device", "bluetooth:" + a),
        )
    bluez.do("power off")
    wait_until(
        "it is off",
        lambda: "Bluetooth is switched off" in doctor("--device", "bluetooth:" + ONE),
    )
    bluez.kill()
    assert "Bluetooth does not run" in doctor()


CASES = [
    a_board_is_looked_for_paired_and_played_on,
    a_classic_board_is_paired_with_its_pin,
    a_certabo_box_is_paired_and_played_on,
    a_sentio_on_such_a_box_is_played_on,
    a_board_is_found_again_in_mid_game,
    boards_of_one_kind_are_told_apart,
    boards_that_see_no_men_are_played_on,
    what_is_in_the_way_is_said,
    the_doctor_knows_boards_on_bluetooth,
]

if __name__ == "__main__":
    run(CASES, sys.argv[1], sys.argv[2:])
