#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The lights of boards: what they show, and that they are dark unless somebody wants them. TAP.

Usage: test_lights.py BUILD [NAME...]
"""

import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from bluez import Bluez  # noqa: E402
from broadcast import WebSocket, get  # noqa: E402
from cases import run  # noqa: E402
from hall import Listener, wait_until  # noqa: E402
from hand_board import START, HandLink  # noqa: E402

CORNERS = {"a1", "a8", "h1", "h8"}
AFTER_NF3 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


def begin(hall, lights=None, men=START):
    """A ChessLink under the hand of the test; [boards] lights as given."""
    link = HandLink(men)
    config = hall.path("conf")
    with open(config, "w") as file:
        file.write(f"[boards]\nlights = {lights}\n" if lights else "")
    hall.start([link.path], "-c", config)
    wait_until("the board", lambda: health(hall) == "alive")
    return link


def health(hall):
    found = hall.call("boards")["boards"]
    return found[0]["health"] if found else None


def plays(hall, link, *moves):
    watched = Listener(hall)
    for move in moves:
        link.move(move[:2], move[2:])

    def are_told():
        watched.read()
        return sum(r["event"] == "move" for r in watched.stream.reports()) >= len(moves)

    wait_until("the moves", are_told)


def shows(link, *squares):
    wait_until(f"light on {squares}", lambda: link.lit == set(squares))


def boardctl(hall, *words):
    return subprocess.run(
        [hall.build + "/daemon/boardctl", *words, "--socket", hall.socket],
        capture_output=True,
        text=True,
    )


def sets_up(hall, fen):
    """What a page does that plays on the board: it follows it, and says how it should look."""
    port = int(re.search(r"http://localhost:(\d+)/", hall.said()).group(1))
    serial = get(port, "/api/v1.0/eboards").json()[0]["serialnr"]
    client = WebSocket(port)
    feed = {"feed": "eboardevent", "id": 1, "param": {"serialnr": serial}}
    client.send(json.dumps({"id": 1, "call": "subscribe", "param": feed}))
    call = {"id": 1, "method": "setup", "param": {"fen": fen}}
    client.send(json.dumps({"id": 2, "call": "call", "param": call}))

    def is_answered():
        said = json.loads(client.receive() or "{}")
        return said.get("response") == "call" and said.get("id") == 2

    wait_until("an answer to setup", is_answered)
    return client


def men_are_put_back(hall):
    """The arbiter stops play; what is moved meanwhile shines until it stands as before."""
    link = begin(hall, "yes")
    plays(hall, link, "e2e4", "e7e5")
    shows(link)
    hall.call("act", board="1", action="pause", author="test")
    link.move("g1", "f3")
    shows(link, "g1", "f3")
    link.move("f3", "g1")
    shows(link)
    hall.call("act", board="1", action="resume", author="test")
    plays(hall, link, "g1f3")
    assert link.lit == set(), link.lit


def men_that_are_set_up_wrongly_shine(hall):
    link = begin(hall, "yes", START[:-5] + "KQ" + START[-3:])
    shows(link, "d1", "e1")
    link.lift("d1")
    link.lift("e1")
    link.place("d1", "Q")
    link.place("e1", "K")
    shows(link)


def the_move_of_the_opponent_is_shown(hall):
    """As the page of lichess tells it; when it stands on the board nothing shines any more."""
    link = begin(hall, "yes")
    plays(hall, link, "e2e4", "e7e5")
    client = sets_up(hall, AFTER_NF3)
    shows(link, "g1", "f3")
    plays(hall, link, "g1f3")
    shows(link)
    plays(hall, link, "b8c6")  # the own answer is nobody's to show
    assert link.lit == set(), link.lit
    client.close()


def a_client_that_leaves_shows_nothing(hall):
    link = begin(hall, "yes")
    plays(hall, link, "e2e4", "e7e5")
    client = sets_up(hall, AFTER_NF3)
    shows(link, "g1", "f3")
    client.close()
    shows(link)


def by_default_nothing_shines(hall):
    """In a tournament boardd speaks to no player: no order to the lights is ever written."""
    link = begin(hall)
    plays(hall, link, "e2e4", "e7e5")
    client = sets_up(hall, AFTER_NF3)
    hall.call("act", board="1", action="pause", author="test")
    link.move("g1", "f3")
    link.move("f3", "g1")
    hall.call("act", board="1", action="resume", author="test")
    plays(hall, link, "g1f3")
    client.close()
    done = boardctl(hall, "boards", "blink", "1")
    assert done.returncode == 1 and "a game is played" in done.stderr, done
    assert link.orders == 0, link.orders


def a_board_is_found_by_its_lights(hall):
    """Blinking needs no setting: whoever sets up the hall asks for it, before a game."""
    link = begin(hall)
    done = boardctl(hall, "boards", "blink", "1")
    assert done.returncode == 0 and "blinks" in done.stdout, done
    for squares in (CORNERS, (), CORNERS):
        shows(link, *squares)
    wait_until("it is dark again", lambda: link.lit == set(), 20)
    for words in (["blink"], ["blink", "1", "2"], ["shine", "1"]):
        assert boardctl(hall, "boards", *words).returncode == 2, words
    done = boardctl(hall, "boards", "blink", "7")
    assert done.returncode == 1 and 'no board "7"' in done.stderr, done


def lights(hall, make):
    """What has shone on the board of that make, one after the other."""
    with open(hall.path(f"t-{make}")) as file:
        done = [json.loads(line) for line in file if line.endswith("\n")]
    return [one["squares"] for one in done if one["truth"] == "lights"]


def every_make_blinks(hall):
    """Each understands its own order; a DGT board has no lights, and that is said."""
    makes = ["chesslink", "chessnut", "squareoff", "certabo", "sentio", "dgt"]
    empty = hall.path("script")
    open(empty, "w").close()
    devices = []
    for make in makes:
        devices += hall.sim(
            "--make", make, "--script", empty, name=make, kind="--unix", truth=hall.path(f"t-{make}")
        )
    hall.start(devices)

    def are_there():
        found = hall.call("boards")["boards"]
        return len(found) == len(makes) and all(b["health"] == "alive" for b in found)

    wait_until("all boards", are_there, 120)

    for table, make in enumerate(makes[:-1], 1):
        assert lights(hall, make) == [], make
        hall.call("blink", board=str(table), seconds=3)
    for make in makes[:-1]:
        wanted = ["a1 h1 a8 h8", "", "a1 h1 a8 h8"]
        wait_until(f"{make} blinks", lambda m=make: lights(hall, m)[:3] == wanted)
        wait_until(f"{make} is dark", lambda m=make: lights(hall, m)[-1] == "")
    done = boardctl(hall, "boards", "blink", "6")
    assert done.returncode == 1 and "no board with lights" in done.stderr, done


def boards_on_bluetooth_blink(hall):
    """Orders longer than a message of the radio, and those whose maker wants a pause."""
    makes = {"pegasus": "DGT_Pegasus_12345", "eone": "MILLENNIUM CHESS eONE"}
    empty = hall.path("script")
    open(empty, "w").close()
    bluez = Bluez(hall)
    for number, (make, name) in enumerate(makes.items(), 1):
        device = hall.sim(
            "--make", make, "--script", empty, name=make, kind="--unix", truth=hall.path(f"t-{make}")
        )
        bluez.add(make, f"AA:BB:CC:00:00:0{number}", name, device[0].removeprefix("unix:"))
    bluez.start("known")
    hall.start([], env=bluez.env)

    def alive():
        found = hall.call("boards")["boards"]
        return {b["make"]: b["table"] for b in found if b["health"] == "alive"}

    wait_until("both", lambda: len(alive()) == 2)
    for make in makes:
        hall.call("blink", board=str(alive()[make]), seconds=3)
        wait_until(f"{make} blinks", lambda m=make: lights(hall, m)[:2] == ["a1 h1 a8 h8", ""])
        wait_until(f"{make} is dark", lambda m=make: lights(hall, m)[-1] == "")


CASES = [
    men_are_put_back,
    men_that_are_set_up_wrongly_shine,
    the_move_of_the_opponent_is_shown,
    a_client_that_leaves_shows_nothing,
    by_default_nothing_shines,
    a_board_is_found_by_its_lights,
    every_make_blinks,
    boards_on_bluetooth_blink,
]

if __name__ == "__main__":
    run(CASES, sys.argv[1], sys.argv[2:])
