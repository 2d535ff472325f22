#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_hub_cut.py BOARDD BOARDSIM BOARDCTL: a node whose cable to all others is pulled plays on alone, and
the hub has all of it when the cable is back. TAP. Runs in a network of its own."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from broadcast import get, run, wait_until  # noqa: E402
from event import events, in_own_network, is_played, nodes_of, status, wait_level  # noqa: E402
from far import FarEvent  # noqa: E402

BOARDD, BOARDSIM, BOARDCTL = sys.argv[1:4]


def ctl(hall, *words):
    """Whether it was done, and what boardctl says."""
    found = subprocess.run([BOARDCTL, *words, "--json", "--socket", os.path.join(hall.folder, "control")],
                           capture_output=True, text=True, check=False)
    return found.returncode == 0, found.stdout if found.returncode == 0 else found.stderr


def join(hub, node):
    is_done, text = ctl(hub, "hub", "invite", node.name, str(node.first), "--by", "Chief", "--address",
                        f"https://{hub.address}:{hub.port}")
    assert is_done, text
    is_done, text = ctl(node, "hub", "join", json.loads(text)["line"])
    assert is_done, text
    wait_until(f"{node.name} is there", lambda: nodes_of(hub).get(node.name, {}).get("state") == "ready")


def moves_of(node, since=0):
    return sum(e["event"] == "move" for e in events(node, since))


def notes(hall):
    return [e["action"] for e in events(hall) if e["event"] == "decision" and e["by"] == "Ane"]


def a_node_that_is_cut_off_plays_on_and_nothing_is_lost():
    with FarEvent(BOARDD, BOARDSIM, 2, scale="4", extra="delay = 0s") as event:
        hub = event.hub()
        a, b = event.node(boards=1, seed=3), event.node(boards=1, seed=3)
        for node in (a, b):
            join(hub, node)
        wait_until("a move there", lambda: moves_of(b))
        event.cut()
        at = status(b)["last"]
        wait_until("it is lost", lambda: nodes_of(hub)["hall-b"]["state"] == "lost")
        assert nodes_of(hub)["hall-a"]["state"] == "ready", nodes_of(hub)
        # Nobody there answers: that is said, and nothing else hangs meanwhile.
        is_done, text = ctl(hub, "act", "2", "note", "lost", "--by", "Ane")
        assert not is_done and "hall-b" in text, text
        assert ctl(hub, "act", "1", "note", "near", "--by", "Ane")[0]
        assert ctl(b, "act", "2", "note", "alone", "--by", "Ane")[0]
        wait_until("it plays on", lambda: moves_of(b, at) >= 2)
        known = nodes_of(hub)["hall-b"]["taken"]
        event.mend()
        wait_until("it is back", lambda: nodes_of(hub)["hall-b"]["state"] == "ready")
        wait_until("what was missed", lambda: nodes_of(hub)["hall-b"]["taken"] > known)
        assert ctl(hub, "act", "2", "note", "found", "--by", "Ane")[0]
        wait_until("the games are played", lambda: is_played(a) and is_played(b))
        wait_level(hub, a, b)
        assert notes(hub).count("note near") == 1 and notes(a) == ["note near"], notes(hub)
        assert notes(b) == ["note alone", "note found"], notes(b)
        for node in (a, b):
            told = [e["origin"] for e in events(hub) if e.get("node") == node.name and e["event"] != "node"]
            assert told == list(range(1, len(told) + 1)) and len(told) >= node.level, (node.name, told[-3:], node.level)
            path = f"/pgn/board-{node.first}.pgn"
            for of in ("port", "public"):  # it may have gone on
                wait_until(f"{path} at both", lambda n=node, o=of, p=path: get(getattr(hub, o), p).text == get(
                    getattr(n, o), p).text)


in_own_network()
run([a_node_that_is_cut_off_plays_on_and_nothing_is_lost])
