#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Can they still mate? What a worker finds out later, from the outside. TAP.

Usage: test_winnable.py BUILD [NAME...]
"""

import json
import os
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from cases import run  # noqa: E402
from hall import Listener, wait_until  # noqa: E402
from hand_board import HandBoard  # noqa: E402

# A pawn on the last rank is none of chess: the try leaves it open, and so does the longer look.
STRANGE = "P3k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 40"
# Black takes the rook, and White's king is shut in for ever: a try cannot prove it today. Should it
# learn to, nothing is asked, and the game ends all the same.
ROOK = "8/8/1p6/1P6/1P6/KP6/PP3k2/4R3 b - - 0 40"
DEAD = "8/8/1p6/1P6/1P6/KP6/PP6/4k3 w - - 0 41"
# Nothing of White's can ever come out: a try proves it at once.
LOCKED = "8/4k2p/6pP/p4pPK/Pp1p1P2/1PpPB1b1/2P5/8 w - - 0 1"


def men_of(fen):
    """As a board counts: a8 first, a point for nobody."""
    return "".join("." * int(c) if c.isdigit() else c for c in fen.split()[0] if c != "/")


class Watched(Listener):
    def of(self, event, **fields):
        return [
            r
            for r in self.stream.reports()
            if r["event"] == event and all(r[key] == value for key, value in fields.items())
        ]

    def until(self, event, count=1, **fields):
        """Reads on until so many reports are like this; returns the last."""

        def look():
            found = self.of(event, **fields)
            if len(found) < count:
                self.read()
            return found[-1] if len(found) >= count else None

        return wait_until(f"{event} {fields}", look)

    def now(self):
        self.stream.take(self.client, self.client.read(0.3))


def act(hall, action):
    return hall.call("act", board="1", action=action, by="Anna")


def answers(hall):
    """The inputs of the journal that are answers, in words."""
    journal = sqlite3.connect(f"file:{hall.state}/journal.sqlite?mode=ro", uri=True)
    try:
        rows = journal.execute("SELECT data FROM input WHERE kind = 'answer' ORDER BY id").fetchall()
        return [row[0] if isinstance(row[0], str) else row[0].decode() for row in rows]
    finally:
        journal.close()


def computed_again(hall, watched):
    """All that was published follows from the journal, to the letter."""
    for game in {r["game"] for r in watched.stream.reports() if r["game"]}:
        done = subprocess.run(
            [hall.build + "/daemon/boardctl", "replay", "--journal"]
            + [hall.state + "/journal.sqlite", "--game", game],
            capture_output=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr.decode()
        published = [
            line
            for _, line in sorted(watched.stream.lines.items())
            if json.loads(line)["game"] == game
        ]
        # There may be more of it than we have read.
        assert done.stdout.splitlines()[: len(published)] == published, f"{game} is another one"


def seated(hall, fen):
    hand = HandBoard("11111", men_of(fen))
    hall.start([hand.path])
    watched = Watched(hall)
    watched.until("board", state="connected")
    return hand, watched


# --- cases ---


def a_move_into_a_dead_position_ends_the_game_when_it_is_proven(hall):
    hand, watched = seated(hall, ROOK)
    act(hall, "set-position " + ROOK)
    act(hall, "resume")
    hand.lift("e1")
    hand.move("f2", "e1")
    watched.until("move", uci="f2e1")
    result = watched.until("result")
    assert (result["result"], result["reason"]) == ("1/2-1/2", "dead-position"), result
    assert (result["article"], result["by"]) == ("5.2.2", "law"), result
    watched.now()
    asked = watched.of("winnable", state="asked", fen=DEAD)
    answered = watched.of("winnable", state="answered", fen=DEAD)
    assert len(asked) == len(answered) <= 1, (asked, answered)
    for report in answered:
        assert (report["dead"], report["late"], report["ply"]) == (True, False, 1), report
        assert asked[0]["seq"] < report["seq"] < result["seq"]
        assert answers(hall)[-1] == f"ply 1 white no black no fen {DEAD} line"
    hall.stop()
    computed_again(hall, watched)


def a_flag_has_its_result_when_it_is_answered(hall):
    _, watched = seated(hall, STRANGE)
    act(hall, "new-game")
    act(hall, "set-position " + STRANGE)
    watched.until("winnable", state="answered", color="both")
    act(hall, "flag black")
    result = watched.until("result")
    assert (result["result"], result["reason"], result["article"]) == ("1-0", "time", "6.9"), result
    asked = watched.of("winnable", state="asked", color="white")
    answered = watched.of("winnable", state="answered", color="white")
    assert [r["reason"] for r in asked + answered] == ["time", "time"]
    assert answered[0]["white"] == "unknown" and answered[0]["black"] is None
    assert asked[0]["seq"] < answered[0]["seq"] < result["seq"]
    assert len(answers(hall)) == 2
    hall.stop()
    computed_again(hall, watched)


def a_flag_against_men_that_are_locked_is_a_draw_at_once(hall):
    _, watched = seated(hall, LOCKED)
    act(hall, "set-position " + LOCKED)
    act(hall, "flag black")
    result = watched.until("result")
    assert (result["result"], result["reason"], result["article"]) == ("1/2-1/2", "time", "6.9")
    assert not watched.of("winnable", color="white")
    hall.stop()
    computed_again(hall, watched)


def killed_between_question_and_answer_it_is_answered_once(hall):
    hand, watched = seated(hall, STRANGE)
    for number, pause_s in enumerate([0, 0.004, 0.02], 1):
        act(hall, "new-game")
        act(hall, "set-position " + STRANGE)
        watched.until("winnable", number, state="answered", color="both")
        client = hall.client()
        client.send("act", board="1", action="flag black", by="Anna")
        watched.until("winnable", number, state="asked", color="white")
        time.sleep(pause_s)  # wherever it is by then
        hall.kill()
        client.close()
        hall.start([hand.path])
        watched.listen()
        watched.until("result", number, result="1-0")
        watched.now()
        for state in ("asked", "answered"):
            found = watched.of("winnable", state=state, color="white")
            assert len(found) == number, found
        assert len(answers(hall)) == 2 * number, answers(hall)
    watched.stream.check_whole()
    hall.stop()
    computed_again(hall, watched)


CASES = [
    a_move_into_a_dead_position_ends_the_game_when_it_is_proven,
    a_flag_has_its_result_when_it_is_answered,
    a_flag_against_men_that_are_locked_is_a_draw_at_once,
    killed_between_question_and_answer_it_is_answered_once,
]

if __name__ == "__main__":
    run(CASES, sys.argv[1], sys.argv[2:])
