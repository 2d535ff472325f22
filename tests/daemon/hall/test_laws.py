#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole games by the Laws, from the outside: from the first event to what the report prints. TAP.

Usage: test_laws.py BUILD [NAME...]
"""

import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../support"))

from cases import run  # noqa: E402
from hall import Listener, has_sanitizers, wait_until  # noqa: E402
from hand_board import HandBoard  # noqa: E402

HOUR = {"left": (1, 0, 0), "right": (1, 0, 0)}


class Watched(Listener):
    def of(self, event, **fields):
        return [r for r in self.stream.reports()
                if r["event"] == event and all(r[key] == value for key, value in fields.items())]

    def until(self, event, count=1, **fields):
        """Reads on until so many reports are like this; returns the last."""

        def look():
            found = self.of(event, **fields)
            if len(found) < count:
                self.read()
            return found[-1] if len(found) >= count else None

        return wait_until(f"{event} {fields}", look)


def act(hall, action, board="1"):
    """By boardctl, as an arbiter at a terminal. Returns what it said when it was refused."""
    done = subprocess.run([hall.build + "/daemon/boardctl", "act", "--socket", hall.socket, "--by", "Anna",
                           board, *action.split()], capture_output=True, text=True, timeout=120)
    return None if done.returncode == 0 else done.stderr


def acted(hall, action, board="1"):
    why = act(hall, action, board)
    assert why is None, f"{action}: {why}"


def due(hall, board="1"):
    """What is to be done at the table, by name."""
    return {one["what"]: one for one in hall.call("board", board=board)["due"]}


def until_due(hall, names, board="1"):
    wait_until(f"due {names}, not {due(hall, board)}", lambda: set(due(hall, board)) == set(names))
    return due(hall, board)


def seated(hall, config, *words, boards=1):
    hands = [HandBoard(f"1111{i}") for i in range(boards)]
    for hand in hands:
        hand.set_clock(side="left", is_stopped=True, times=HOUR)
    with open(hall.path("conf"), "w", encoding="utf-8") as file:
        file.write(config)
    hall.words = ["-c", hall.path("conf"), *words]
    hall.start([hand.path for hand in hands], *hall.words)
    watched = Watched(hall)
    for hand in hands:
        watched.until("board", state="connected", serial=hand.serial)
    return hands, watched


def start_clocks(hand):
    hand.set_clock(side="left", is_stopped=False)


def move(hand, watched, start, end, side):
    """Made, seen, and pressed."""
    count = len(watched.of("completed", board=hand.serial))
    hand.move(start, end)
    watched.until("move", uci=start + end, board=hand.serial)
    hand.press(side)
    watched.until("completed", count + 1, board=hand.serial)


def until_shown(hall, hand, board="1"):
    """boardd has seen all men where they stand: an arbiter looks before he lets play go on."""

    def shown():
        men = hall.call("board", board=board)["men"]
        return "".join("." * int(sign) if sign.isdigit() else sign for sign in men if sign != "/") == "".join(hand.men)

    wait_until("the men on the board", shown)


def on_paper(hall, gid):
    """The text of the report of the page, in a browser; nothing where the page is not tried."""
    modules = hall.build + "/tests/web/npm"
    if has_sanitizers(hall.build) or not os.path.isdir(modules + "/node_modules"):
        return None
    url = hall.call("login", name="Anna")["link"].split("#")[0]
    env = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    done = subprocess.run(["node", os.path.join(HERE, "../../web/print.mjs"), url + "#/report/" + gid],
                          capture_output=True, text=True, timeout=120,
                          env={**env, "MODULES": modules, "CHROMIUM": shutil.which("chromium") or ""})
    assert done.returncode == 0, done.stderr
    return done.stdout


def killed(hall, watched, *hands):
    """kill -9 in the middle, and a new start: the boards are met again."""
    count = len(watched.of("board", state="connected", board=hands[0].serial))
    hall.kill()
    hall.start([hand.path for hand in hands], *hall.words)
    watched.listen()
    watched.until("board", count + 1, state="connected", board=hands[0].serial)


def printed(hall, watched, *words, **of):
    """The game as the daemon tells it; these words are in the printed report, and the journal gives the same again."""
    gid = (watched.of("game", state="started", **of) or watched.of("game", **of))[0]["game"]
    game = hall.call("game", game=gid)
    paper = on_paper(hall, gid)
    for word in [*words, *[one["san"] for one in game["moves"]], game["result"]] if paper is not None else []:
        assert word in paper, f"{word} is not in the printed report: {paper}"
    hall.stop()
    done = subprocess.run([hall.build + "/daemon/boardctl", "replay", "--journal", hall.state + "/journal.sqlite",
                           "--game", gid], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    again = done.stdout.splitlines()
    told = [line.decode() for line in watched.stream.lines.values() if json.loads(line).get("game") == gid]
    assert set(told) <= set(again), [line for line in told if line not in again][:3]
    return game


# --- cases ---


def a_quickplay_claim_is_postponed_and_drawn_after_the_flag(hall):
    (hand,), watched = seated(hall, "[game]\ntime_control = 60m\n")
    until_due(hall, [])
    start_clocks(hand)
    move(hand, watched, "e2", "e4", "left")
    move(hand, watched, "e7", "e5", "right")
    why = act(hall, "claim white quickplay")
    assert "two minutes or more" in why, why
    hand.set_clock(times={"left": (0, 1, 30), "right": (0, 8, 0)})
    watched.until("clock", white=90)
    acted(hall, "claim white quickplay")
    waits = until_due(hall, ["claim"])["claim"]
    assert (waits["claim"], waits["color"], waits["article"]) == ("quickplay", "white", "III.5"), waits
    acted(hall, "postpone 2")
    killed(hall, watched, hand)
    until_due(hall, ["postponed"])
    move(hand, watched, "g1", "f3", "left")
    move(hand, watched, "b8", "c6", "right")
    hand.set_clock(times={"left": (0, 0, 0), "right": (0, 8, 0)}, flag="left")
    watched.until("clock", state="flag")
    assert not watched.of("result"), watched.of("result")
    killed(hall, watched, hand)
    acted(hall, "uphold")
    result = watched.until("result")
    assert (result["result"], result["reason"], result["article"]) == ("1/2-1/2", "quickplay", "III.5.2"), result
    game = printed(hall, watched, "III.5.2", "Postpone the decision", "Claim in a quickplay finish (III.5)",
                   "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", "White 0:01:30,Black 0:08:00",
                   "Played since", "2. Nf3 (0:01:30) 2… Nc6")
    assert [one["action"] for one in game["decisions"]] == ["claim white quickplay", "postpone 2", "uphold"], game
    assert game["result"] == "1/2-1/2" and game["reason"] == "quickplay", game
    assert [one["san"] for one in game["moves"]] == ["e4", "e5", "Nf3", "Nc6"], game


def who_does_not_come_has_lost_when_the_arbiter_says_so(hall):
    (hand,), watched = seated(hall, "[laws]\ndefault_minutes = 1\n[game]\ntime_control = 60m\n", "--time-scale", "10")
    hand.set_clock(times={"left": (0, 59, 0), "right": (1, 0, 0)})
    setting = until_due(hall, ["clock-setting"])["clock-setting"]
    assert (setting["color"], setting["is_s"], setting["should_be_s"]) == ("white", 3540, 3600), setting
    assert setting["article"] == "6.10.2", setting
    hand.set_clock(times=HOUR)
    until_due(hall, [])
    acted(hall, "start")
    acted(hall, "arrived white")
    killed(hall, watched, hand)
    absent = until_due(hall, ["clock-started", "absent"])["absent"]
    assert (absent["color"], absent["article"]) == ("black", "6.7.1"), absent
    start_clocks(hand)
    move(hand, watched, "e2", "e4", "left")
    killed(hall, watched, hand)
    late = watched.until("irregularity", kind="default-time")
    assert (late["color"], late["article"]) == ("black", "6.7.1"), late
    acted(hall, "uphold")
    result = watched.until("result")
    assert (result["result"], result["reason"], result["article"]) == ("1-0", "forfeit", "6.7.1"), result
    game = printed(hall, watched, "6.7.1", "upheld", "Waited for 1 min from the arbiter’s start of the game")
    assert game["irregularities"][0]["state"] == "upheld", game


def a_flag_falls_before_the_claim_is_decided(hall):
    """The claim came first: it is decided first, and the flag afterwards."""
    (hand,), watched = seated(hall, "[laws]\nedition = 2009\n[game]\ntime_control = 60m\n")
    start_clocks(hand)
    move(hand, watched, "e2", "e4", "left")
    move(hand, watched, "e7", "e5", "right")
    hand.set_clock(times={"left": (0, 0, 9), "right": (0, 8, 0)})
    watched.until("clock", white=9)
    acted(hall, "claim white quickplay")
    hand.set_clock(times={"left": (0, 0, 0), "right": (0, 8, 0)}, flag="left")
    watched.until("clock", state="flag")
    killed(hall, watched, hand)
    assert not watched.of("result"), watched.of("result")
    until_due(hall, ["claim"])
    acted(hall, "dismiss")
    result = watched.until("result")
    assert (result["result"], result["reason"], result["article"]) == ("0-1", "time", "6.9"), result
    acted(hall, "undo " + str(watched.of("decision", action="dismiss")[0]["seq"]))
    until_due(hall, ["claim"])
    acted(hall, "uphold")
    result = watched.until("result", reason="quickplay")
    assert (result["result"], result["article"]) == ("1/2-1/2", "10.2a"), result
    game = printed(hall, watched, "Claim in a quickplay finish (10.2)", "10.2a")
    assert game["result"] == "1/2-1/2", game


def a_claim_where_no_arbiter_is_ends_play(hall):
    """2001 D1: the position and the times are written down, the opponent confirms them, another decides."""
    (hand,), watched = seated(hall, "[laws]\nedition = 2001\n[game]\ntime_control = 60m\n")
    start_clocks(hand)
    move(hand, watched, "e2", "e4", "left")
    hand.set_clock(times={"left": (0, 7, 0), "right": (0, 1, 10)})
    watched.until("clock", black=70)
    acted(hall, "claim black quickplay absent")
    waits = until_due(hall, ["claim"])["claim"]
    assert (waits["color"], waits["article"]) == ("black", "D1"), waits
    assert "nothing to wait for" in act(hall, "postpone")
    hand.set_clock(is_stopped=True)
    hand.move("e7", "e5")
    until_shown(hall, hand)
    hand.move("e5", "e7")
    until_shown(hall, hand)
    killed(hall, watched, hand)
    acted(hall, "uphold")
    result = watched.until("result")
    assert (result["result"], result["reason"], result["article"]) == ("1/2-1/2", "quickplay", "D1"), result
    noted = watched.of("decision", action="claim black quickplay absent")[0]["args"]
    assert (noted["claimed_by"], noted["is_final"], noted["after_ply"]) == ("black", True, 1), noted
    game = printed(hall, watched, "Claim in a quickplay finish (D1)", "White 0:07:00,Black 0:01:10",
                   "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "confirmed by the opponent",
                   "no arbiter was there")
    assert [one["san"] for one in game["moves"]] == ["e4"], game


def a_clock_that_is_started_begins_the_default_time(hall):
    """Nobody has said start at this table: White's clock was started, and is what is counted from."""
    (hand,), watched = seated(hall, "[laws]\nedition = 2009\ndefault_minutes = 1\n[game]\ntime_control = 60m\n",
                              "--time-scale", "2")
    until_due(hall, [])
    start_clocks(hand)
    wait_until("both awaited", lambda: [one["color"] for one in hall.call("board", board="1")["due"]
                                        if one["what"] == "absent"] == ["white", "black"])
    acted(hall, "arrived black")
    assert until_due(hall, ["absent"])["absent"]["article"] == "6.6a"
    killed(hall, watched, hand)
    late = watched.until("irregularity", kind="default-time")
    assert (late["color"], late["article"]) == ("white", "6.6a"), late
    assert (late["args"]["waited_from"], late["args"]["waited_minutes"]) == ("clock", 1), late
    acted(hall, "uphold")
    result = watched.until("result")
    assert (result["result"], result["reason"], result["article"]) == ("0-1", "forfeit", "6.6a"), result
    game = printed(hall, watched, "Waited for 1 min from the start of the clock", "6.6a", "upheld")
    assert len(game["irregularities"]) == 1, game


def what_nobody_wrote_is_printed_before_a_reconstruction(hall):
    """Under five minutes on both clocks nobody writes (8.4): the moves are those that the board saw (8.5.1, 8.5.3)."""
    (hand,), watched = seated(hall, "[game]\ntime_control = 60m\n")
    start_clocks(hand)
    move(hand, watched, "e2", "e4", "left")
    move(hand, watched, "e7", "e5", "right")
    hand.set_clock(times={"left": (0, 4, 0), "right": (0, 4, 30)})
    watched.until("clock", white=240)
    move(hand, watched, "g1", "f3", "left")
    move(hand, watched, "b8", "c6", "right")
    killed(hall, watched, hand)
    hand.set_clock(is_stopped=True)
    wait_until("the clock stands", lambda: hall.call("board", board="1")["clock"]["running"] is None)
    acted(hall, "reconstruct")
    note = watched.until("decision", action="reconstruct")["args"]
    assert (note["article"], note["because"], note["completed"]) == ("8.5.3", "8.5.1", {"white": 2, "black": 2}), note
    assert (note["unrecorded"], note["running"]) == ({"white": 3, "black": 3}, None), note
    acted(hall, "result 1/2-1/2 agreement")
    printed(hall, watched, "Note before the reconstruction (8.5.1, 8.5.3)", "White 2,Black 2", "2. Nf3 2… Nc6",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")


def a_draw_is_agreed_when_the_event_allows_it(hall):
    (hand,), watched = seated(hall, "[laws]\nedition = 2009\ndraw_moves = 2\n[game]\ntime_control = 60m\n")
    start_clocks(hand)
    move(hand, watched, "e2", "e4", "left")
    hand.move("e7", "e5")
    watched.until("move", uci="e7e5")
    acted(hall, "offer black")
    hand.press("right")
    watched.until("completed", 2)
    acted(hall, "accept white")
    early = watched.until("irregularity", kind="draw-too-early")
    assert (early["article"], early["color"]) == ("9.1a", "both"), early
    killed(hall, watched, hand)
    assert not watched.of("result"), watched.of("result")
    acted(hall, "result 1/2-1/2 agreement")
    watched.until("result", result="1/2-1/2", reason="agreement", by="arbiter")
    printed(hall, watched, "9.1a", "A draw was agreed or offered too early.")


def the_record_is_shown_five_times(hall):
    (hand,), watched = seated(hall, "[laws]\nmode = rapid\n[game]\ntime_control = 25m\n")
    start_clocks(hand)
    move(hand, watched, "e2", "e4", "left")
    assert "having the move" in act(hall, "record white")
    for _ in range(5):
        acted(hall, "record black")
    killed(hall, watched, hand)
    assert not watched.of("irregularity"), watched.of("irregularity")
    acted(hall, "record black")
    sixth = watched.until("irregularity", kind="record-asked-too-often")
    assert (sixth["article"], sixth["color"]) == ("A.4.3", "black"), sixth
    acted(hall, "resign black")
    printed(hall, watched, "A.4.3")


def one_illegal_move_of_blitz_decides_if_it_was_claimed(hall):
    """2009 B3c: uphold asks, and both answers are tried."""
    (hand,), watched = seated(hall, "[laws]\nedition = 2009\nmode = blitz\nsupervised = no\n[game]\ntime_control = 5m\n")
    start_clocks(hand)
    move(hand, watched, "e2", "e4", "left")
    hand.move("e7", "e4")
    hand.press("right")
    found = watched.until("irregularity", kind="illegal-move")
    assert (found["article"], found["color"]) == ("B3c", "black"), found
    assert "was it claimed" in act(hall, "uphold")
    acted(hall, "uphold unclaimed")
    assert not watched.of("result"), watched.of("result")
    acted(hall, "undo " + str(watched.until("decision", action="uphold unclaimed")["seq"]))
    killed(hall, watched, hand)
    acted(hall, "uphold claimed")
    result = watched.until("result")
    assert (result["result"], result["reason"], result["article"]) == ("1-0", "illegal-move", "B3c"), result
    printed(hall, watched, "B3c", "upheld")


def an_adjourned_game_goes_on_the_next_day(hall):
    (hand,), watched = seated(hall, "[game]\ntime_control = 60m\n")
    start_clocks(hand)
    move(hand, watched, "e2", "e4", "left")
    move(hand, watched, "e7", "e5", "right")
    acted(hall, "seal white")
    envelope = watched.until("decision", action="seal white")["args"]
    assert envelope["sealed_by"] == "white" and envelope["move_number"] == 2, envelope
    hand.set_clock(times={"left": (0, 5, 0), "right": (0, 7, 0)}, is_stopped=True)
    watched.until("clock", state="stopped", white=300)
    acted(hall, "pause")
    until_due(hall, ["envelope"])
    hall.stop()
    hall.start([hand.path], *hall.words)
    watched.listen()
    watched.until("board", 2, state="connected")
    until_due(hall, ["envelope"])
    hand.lift("a2")
    hand.set_clock(times={"left": (0, 5, 0), "right": (0, 9, 0)})
    found = until_due(hall, ["envelope", "position", "times"])
    assert (found["position"]["square"], found["times"]["color"]) == ("a2", "black"), found
    hand.place("a2", "P")
    hand.set_clock(times={"left": (0, 5, 0), "right": (0, 7, 0)})
    until_due(hall, ["envelope"])
    acted(hall, "start")
    acted(hall, "arrived black")
    acted(hall, "sealed white Nf3")
    killed(hall, watched, hand)
    hand.move("g1", "f3")
    until_shown(hall, hand)
    acted(hall, "resume")
    hand.set_clock(side="right", is_stopped=False)
    move(hand, watched, "b8", "c6", "right")
    acted(hall, "result 1-0 resignation")
    watched.until("result")
    game = printed(hall, watched, "(I.2)", "Resumption: day, time, place", "White 0:05:00", "Black 0:07:00", "the sealed move White Nf3")
    assert [one["san"] for one in game["moves"]] == ["e4", "e5", "Nf3", "Nc6"], game
    assert "sealed white Nf3" in [one["action"] for one in game["decisions"]], game


def two_boards_of_a_blind_game_differ_and_are_put_right(hall):
    """White's board is table 1, Black's table 2; what is announced is what the other board shows."""
    (white, black), watched = seated(hall, "[game]\ntime_control = 60m\n", boards=2)
    start_clocks(white)
    start_clocks(black)
    acted(hall, "announce white e4")
    move(black, watched, "e2", "e4", "left")
    move(white, watched, "e2", "e4", "left")
    acted(hall, "announce black e5")
    move(white, watched, "e7", "e5", "right")
    move(black, watched, "e7", "e5", "right")
    assert not watched.of("irregularity"), watched.of("irregularity")
    acted(hall, "announce white Nf3")
    move(black, watched, "g1", "f3", "left")
    move(white, watched, "g1", "h3", "left")
    found = watched.until("irregularity", kind="announced-otherwise")
    assert (found["article"], found["color"], found["must"]) == ("D.2.9", "white", ["g1f3"]), found
    assert hall.call("board", board="1")["men"] != hall.call("board", board="2")["men"]
    acted(hall, "uphold")
    white.set_clock(is_stopped=True)
    white.move("h3", "g1")
    white.move("g1", "f3")
    until_shown(hall, white)
    acted(hall, "resume")
    white.set_clock(side="left", is_stopped=False)
    watched.until("move", uci="g1f3", board=white.serial)
    white.press("left")
    watched.until("completed", 4, board=white.serial)
    men = [hall.call("board", board=str(table))["men"] for table in (1, 2)]
    assert men[0] == men[1], men
    acted(hall, "result 1/2-1/2 agreement")
    watched.until("result")
    game = printed(hall, watched, "D.2.9", "upheld", board=white.serial)
    assert [one["san"] for one in game["moves"]] == ["e4", "e5", "Nf3"], game


def two_boards_declared_as_a_pair_are_compared_with_each_other(hall):
    """Nobody enters an announcement: what the other board shows stands for it; also after kill -9."""
    (white, black), watched = seated(hall, "[game]\ntime_control = 60m\n", boards=2)
    for wrong in ("second-board", "second-board black", "second-board black 1", "second-board black 9",
                  "second-board both 2", "second-board none 2"):
        assert act(hall, wrong), wrong
    acted(hall, "second-board black 2")
    assert [(one["board"], one["action"]) for one in watched_decisions(watched, 2)] == [
        (white.serial, "second-board black 2"), (black.serial, "second-board white 1")]
    start_clocks(white)
    move(white, watched, "e2", "e4", "left")
    black.move("e2", "e4")
    watched.until("move", uci="e2e4", board=black.serial)
    black.move("e7", "e5")
    watched.until("move", uci="e7e5", board=black.serial)
    move(white, watched, "e7", "e5", "right")
    move(white, watched, "g1", "h3", "left")
    assert due(hall) == {} and not watched.of("irregularity"), watched.of("irregularity")
    killed(hall, watched, black, white)
    black.move("g1", "f3")
    found = watched.until("irregularity", kind="announced-otherwise")
    assert (found["article"], found["color"], found["must"], found["certainty"], found["board"]) == (
        "D.2.9", "white", ["g1f3"], "presumed", white.serial), found
    differ = until_due(hall, ["boards-differ"])["boards-differ"]
    assert (differ["article"], differ["color"], differ["count"]) == ("D.2.9", "white", 2), differ
    killed(hall, watched, white, black)
    until_due(hall, ["boards-differ"])
    acted(hall, "uphold")
    white.set_clock(is_stopped=True)
    white.move("h3", "g1")
    white.move("g1", "f3")
    until_shown(hall, white)
    acted(hall, "resume")
    white.set_clock(side="left", is_stopped=False)
    watched.until("move", uci="g1f3", board=white.serial)
    white.press("left")
    watched.until("completed", 4, board=white.serial)
    until_due(hall, [])
    assert len(watched.of("irregularity")) == 1, watched.of("irregularity")
    men = [hall.call("board", board=str(table))["men"] for table in (1, 2)]
    assert men[0] == men[1], men
    acted(hall, "result 1/2-1/2 agreement")
    watched.until("result")
    game = printed(hall, watched, "D.2.9", "presumed", board=white.serial)
    assert [one["san"] for one in game["moves"]] == ["e4", "e5", "Nf3"], game


def a_pair_of_boards_is_undone_and_dissolved(hall):
    (white, black), watched = seated(hall, "[game]\ntime_control = 60m\n", boards=2)
    acted(hall, "second-board black 2")
    decisions = watched_decisions(watched, 2)
    acted(hall, "undo " + str(decisions[0]["seq"]))
    start_clocks(white)
    move(white, watched, "e2", "e4", "left")
    black.move("d2", "d4")
    watched.until("move", uci="d2d4", board=black.serial)
    acted(hall, "second-board black 2")
    until_due(hall, ["boards-differ"])
    watched.until("irregularity", kind="announced-otherwise")
    acted(hall, "second-board none", board="2")
    until_due(hall, [])
    assert [(one["action"], one["board"]) for one in watched_decisions(watched, 8)] == [
        ("second-board black 2", white.serial), ("second-board white 1", black.serial),
        ("undo " + str(decisions[0]["seq"]), white.serial), ("second-board none", black.serial),
        ("second-board black 2", white.serial), ("second-board white 1", black.serial),
        ("second-board none", black.serial), ("second-board none", white.serial)], watched.of("decision")
    acted(hall, "dismiss")


def published(hall):
    """By table: who plays in the games that everybody is shown."""
    return [game["table"] for game in hall.call("games")["games"]]


def two_boards_are_one_game_with_one_result(hall):
    """Published, ended and resumed as one; other settings in the middle of it change nothing of that."""
    (white, black), watched = seated(hall, "[game]\ntime_control = 60m\n", boards=2)
    watched.until("game", 2, state="ready")
    assert published(hall) == [1, 2], published(hall)
    acted(hall, "second-board white 1", board="2")
    watched_decisions(watched, 2)
    wait_until("one game", lambda: published(hall) == [1])
    start_clocks(white)
    move(white, watched, "e2", "e4", "left")
    black.move("e2", "e4")
    watched.until("move", uci="e2e4", board=black.serial)
    killed(hall, watched, white, black)
    assert published(hall) == [1], published(hall)
    acted(hall, "resign white", board="2")
    watched.until("result", result="0-1", reason="resignation", board=white.serial)
    acted(hall, "undo " + str(watched.of("decision", action="resign white")[0]["seq"]), board="2")
    watched.until("decision", action="result *", board=white.serial)
    black.move("e7", "e5")
    watched.until("move", uci="e7e5", board=black.serial)
    white.move("e7", "e6")
    until_due(hall, ["boards-differ"], board="2")
    acted(hall, "result 1/2-1/2 agreement")
    ended = watched.until("result", reason="agreement", board=black.serial)
    assert (ended["result"], ended["by"]) == ("1/2-1/2", "arbiter"), ended
    assert published(hall) == [1], published(hall)
    assert [one["reason"] for one in watched.of("result", board=white.serial)] == [
        "resignation", "withdrawn", "agreement"], watched.of("result")
    assert "there is no game at table 2" in act(hall, "second-board black 2")
    game = printed(hall, watched, board=white.serial)
    assert game["result"] == "1/2-1/2", game


def watched_decisions(watched, count):
    watched.until("decision", count)
    return watched.of("decision")


def set_up(hand, placement):
    """All men off, and those of a FEN placed: as hands do it, one after the other."""
    should = [man for row in placement.split("/") for sign in row for man in ("." * int(sign) if sign.isdigit() else sign)]
    squares = [file + str(rank) for rank in range(8, 0, -1) for file in "abcdefgh"]
    wrong = [(square, man) for square, is_, man in zip(squares, list(hand.men), should) if is_ != man]
    for square, _ in wrong:
        hand.lift(square)
    for square, man in wrong:
        hand.place(square, man)


def a_chess960_position_is_drawn_by_lot_set_up_and_played(hall):
    (hand,), watched = seated(hall, "[game]\ntime_control = 60m\n")
    watched.until("game", state="ready")
    for wrong in ("chess960 960", "chess960 1000", "chess960 1 2", "chess960 x"):
        assert "0 to 959" in act(hall, wrong), wrong
    acted(hall, "chess960 0")
    game = hall.call("board", board="1")["game"]
    assert game["fen"].split()[0] == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR", game
    found = until_due(hall, ["set-up"])["set-up"]
    assert (found["article"], found["square"], found["should_be"]) == ("7.2.1", "a1", "B"), found
    acted(hall, "chess960")
    drawn = watched.until("decision", 2)["action"]
    assert drawn.startswith("chess960 ") and 0 <= int(drawn.split()[1]) < 960, drawn
    acted(hall, "undo " + str(watched.of("decision")[1]["seq"]))
    until_due(hall, ["set-up"])
    assert hall.call("board", board="1")["game"]["fen"] == game["fen"]
    hall.stop()
    hall.start([hand.path], *hall.words)
    watched.listen()
    watched.until("board", 2, state="connected")
    until_due(hall, ["set-up"])
    set_up(hand, game["fen"].split()[0])
    until_due(hall, [])
    acted(hall, "start")
    start_clocks(hand)
    move(hand, watched, "e2", "e4", "left")
    move(hand, watched, "e7", "e5", "right")
    assert "the game has begun" in act(hall, "chess960 5")
    move(hand, watched, "e1", "f3", "left")
    assert not watched.of("irregularity"), watched.of("irregularity")
    acted(hall, "result 1/2-1/2 agreement")
    game = printed(hall, watched)
    assert [one["san"] for one in game["moves"]] == ["e4", "e5", "Nf3"], game
    assert game["decisions"][0]["action"] == "chess960 0", game


def a_clock_started_before_the_men_stand_as_drawn_is_a_wrong_start(hall):
    (hand,), watched = seated(hall, "[game]\ntime_control = 60m\n")
    watched.until("game", state="ready")
    acted(hall, "chess960 0")
    start_clocks(hand)
    found = watched.until("irregularity", kind="wrong-start-position")
    assert (found["article"], found["args"]["square"], found["args"]["should_be"]) == ("7.2.1", "a1", "B"), found


CASES = [
    a_chess960_position_is_drawn_by_lot_set_up_and_played,
    a_clock_started_before_the_men_stand_as_drawn_is_a_wrong_start,
    a_quickplay_claim_is_postponed_and_drawn_after_the_flag,
    a_flag_falls_before_the_claim_is_decided,
    a_claim_where_no_arbiter_is_ends_play,
    a_clock_that_is_started_begins_the_default_time,
    what_nobody_wrote_is_printed_before_a_reconstruction,
    a_draw_is_agreed_when_the_event_allows_it,
    the_record_is_shown_five_times,
    one_illegal_move_of_blitz_decides_if_it_was_claimed,
    who_does_not_come_has_lost_when_the_arbiter_says_so,
    an_adjourned_game_goes_on_the_next_day,
    two_boards_of_a_blind_game_differ_and_are_put_right,
    two_boards_declared_as_a_pair_are_compared_with_each_other,
    two_boards_are_one_game_with_one_result,
    a_pair_of_boards_is_undone_and_dissolved,
]

if __name__ == "__main__":
    run(CASES, sys.argv[1], sys.argv[2:])
