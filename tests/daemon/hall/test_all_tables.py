#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_all_tables.py BOARDD BOARDSIM BOARDCTL PGN-EXTRACT: a hall with more tables than boards. TAP.

One board plays at table 1; tables 7 to 10 are paired and have none. What is broadcast of them is
looked at from outside, before and after results, a crash, and a board that comes after all.
"""

import json
import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
import lila  # noqa: E402
from broadcast import Hall, get, run, wait_until  # noqa: E402
from mqtt import Broker, retained  # noqa: E402

BOARDD, BOARDSIM, BOARDCTL, PGN_EXTRACT = sys.argv[1:5]
TID = "5b1f0c6e-6a0e-4c5b-9d57-0d5f6c1e2a11"
TABLES = {1: ("Vik, Mia", "Holm, Åse"), 7: ("Lund, Jo", "Okafor, Al"), 8: ("Ann, B", "Cee, D"),
          9: ("Eva, F", "Gro, H"), 10: ("Ida, J", "Kai, L")}
HANDS = "wait 60; lift e2; place e4 P; wait 2; press white; wait 100000; lift e7\n"


def config_with(all_tables, port):
    return (f"[broadcast]\nid = hbr26\ncloud_id = {TID}\nall_tables = {all_tables}\n"
            f"[mqtt]\nhost = 127.0.0.1\nport = {port}\nnode = hall\n")


class Round:
    """A round that has begun with the pairings of all tables."""

    def __init__(self, hall):
        self.hall = hall
        script = os.path.join(hall.folder, "hands")
        with open(script, "w", encoding="utf-8") as to:
            to.write(HANDS)
        hall.plug_in("--script", script)
        hall.start()
        wait_until("the board", lambda: get(hall.port, "/api/v1.0/eboards").json())
        self.ctl("round", "start", "1", "--pairings", self.pairings())

    def pairings(self, **results):
        path = os.path.join(self.hall.folder, "pairings.csv")
        with open(path, "w", encoding="utf-8") as to:
            to.write("board,white,black,result\n")
            for table, (white, black) in TABLES.items():
                to.write(f'{table},"{white}","{black}",{results.get(f"table_{table}", "*")}\n')
        return path

    def ctl(self, *words):
        done = subprocess.run([BOARDCTL, *words, "--socket", os.path.join(self.hall.folder, "control")],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    def games(self):
        """By table: GameId, moves, result. Every reader takes the text."""
        text = get(self.hall.port, "/pgn/games.pgn").text
        done = subprocess.run([PGN_EXTRACT, "-s", "-r"], input=text.encode(), capture_output=True,
                              check=False)
        assert done.returncode == 0 and not done.stderr, done.stderr.decode() + text
        return {int(tags["Board"]): (tags["GameId"], len(moves), tags["Result"])
                for tags, moves, _ in lila.check(text)}

    def expect(self, **results):
        wanted = {table: results.get(f"table_{table}", "*") for table in TABLES}
        found = self.games()
        assert {table: game[2] for table, game in found.items()} == wanted, found
        assert all(game[0] == f"hbr26-r1-b{table}-1" for table, game in found.items()), found

    def decisions(self):
        lines = get(self.hall.port, "/v1/events").text.splitlines()
        return [one for one in map(json.loads, lines) if one["event"] == "decision"]


def tables_without_a_board_are_shown_only_if_wanted():
    with Hall(BOARDD, BOARDSIM, config_with("no", 1), scale="10") as hall:
        one = Round(hall)
        assert list(one.games()) == [1], one.games()
        assert "Eva, F" in one.ctl("round", "show")


def players_and_results_of_tables_without_a_board():
    with Hall(BOARDD, BOARDSIM, "", scale="10") as hall:
        broker = Broker(hall.folder)
        hall.config = config_with("yes", broker.port)
        try:
            play(Round(hall), broker)
        finally:
            broker.close()


def play(one, broker):
    hall = one.hall
    one.expect()
    index = get(hall.port, f"/get/{TID}/round-1/index.json").json()["pairings"]
    assert len(index) == 10 and index[7]["white"]["lname"] == "Ann" and not index[1]["white"], index

    # results: the arbiter's, of one who did not come, and those that the pairing program knows
    one.ctl("act", "8", "result 0-1")
    one.expect(table_8="0-1")
    one.ctl("act", "8", f"undo {one.decisions()[-1]['seq']}")
    one.expect()
    one.ctl("act", "8", "result 0-1")
    one.ctl("round", "absent", "9", "white")
    one.ctl("round", "pairings", one.pairings(table_7="1-0", table_1="0-1"))
    results = {"table_7": "1-0", "table_8": "0-1", "table_9": "0-1"}
    one.expect(**results)  # at table 1 the board knows better
    count = len(one.decisions())
    one.ctl("round", "pairings", one.pairings(table_7="1-0"))
    one.expect(**results)
    assert len(one.decisions()) == count, "what stands already was decided again"
    assert get(hall.port, f"/get/{TID}/round-1/game-8.json").json()["result"] == "BLACKWIN"
    text = get(hall.port, "/pgn/board-8.pgn").text
    assert "Termination" not in text and re.search(r"\n\n0-1\n\n\Z", text), text

    # the same after a crash, and from the journal
    hall.stop(signal.SIGKILL)
    hall.start()
    one.expect(**results)
    one.ctl("round", "present", "9")
    del results["table_9"]
    one.expect(**results)

    check_broker(broker)

    # a board that comes goes on with the game that was announced
    wait_until("the board is there again", lambda: one.ctl("boards").count("alive") == 1)
    one.ctl("assign", "1", "10")
    wait_until("the board is at table 10", lambda: one.ctl("boards").count("alive") == 1)
    one.expect(**results)
    one.ctl("act", "10", "set-position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    one.ctl("act", "10", "result 1/2-1/2")
    assert one.games()[10] == ("hbr26-r1-b10-1", 0, "1/2-1/2"), one.games()
    assert hall.stop() == 0, hall.said()
    journal = os.path.join(hall.folder, "state", "journal.sqlite")
    for table in (8, 9, 10):
        subprocess.run([BOARDCTL, "replay", "--journal", journal, "--game", f"hbr26-r1-b{table}-1"],
                       stdout=subprocess.DEVNULL, check=True)


def check_broker(broker):
    """Tables are for the public; under board/ are boards, and nothing that only waits for one."""
    seen = wait_until("the broker", lambda: "boardd/1/hall/public/9/pgn" in (
        found := retained(broker.port, "boardd/1/hall/#")) and found)
    assert json.loads(seen["boardd/1/hall/public/8/game"])["result"] == "0-1", seen
    boards = {topic.split("/")[4] for topic in seen if topic.startswith("boardd/1/hall/board/")}
    assert not [board for board in boards if board.startswith("dev-")], boards
    assert json.loads(seen["boardd/1/hall/$node"])["boards"] == sorted(boards), seen


run([tables_without_a_board_are_shown_only_if_wanted,
     players_and_results_of_tables_without_a_board])
