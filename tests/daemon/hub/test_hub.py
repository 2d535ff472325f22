#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_hub.py BOARDD BOARDSIM: two machines and a hub; what dies comes back, and nothing is lost. TAP."""

import json
import os
import shutil
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from broadcast import get, run, wait_until  # noqa: E402
from event import Event, events, is_over, is_played, nodes_of, status, wait_level  # noqa: E402
from mqtt import retained  # noqa: E402

BOARDD, BOARDSIM = sys.argv[1:3]
PLAYS = ("--random", "5", "--think", "2")
OURS = ("seq", "node", "origin", "evidence", "undoes", "action")


def check_reports(hub, *nodes):
    """What the hub tells is what the nodes told: each once, in order, with its own words."""
    told = [e for e in events(hub) if e["event"] != "node"]
    assert [e["seq"] for e in events(hub)] == list(range(1, status(hub)["last"] + 1))
    for node in nodes:
        theirs = [e for e in told if e["node"] == node.name]
        assert len(theirs) >= node.level, (node.name, len(theirs), node.level)
        own = events(node)[:len(theirs)]  # it may have gone on
        assert [e["origin"] for e in theirs] == [e["seq"] for e in own], (node.name, len(theirs), len(own))
        for mine, other in zip(theirs, own):
            assert {k: v for k, v in mine.items() if k not in OURS} == \
                {k: v for k, v in other.items() if k not in OURS}, (mine, other)
        by_seq = {e["seq"]: e for e in told}
        for mine, other in zip(theirs, own):
            if "evidence" in other:
                assert [by_seq[s]["origin"] for s in mine["evidence"]] == other["evidence"]


def boards_at(hall):
    return {b["serial"]: {key: b[key] for key in ("board", "table", "men", "make", "tells", "due")}
            for b in get(hall.port, "/v1/boards").json()["boards"]}


def check_outputs(hub, *nodes):
    """Every output of the hub is made of the same games as those of the nodes, which may have gone on."""
    for node in nodes:
        for table in range(node.first, node.first + node.boards):
            path = f"/pgn/board-{table}.pgn"
            for of in ("port", "public"):
                wait_until(f"{path} at both", lambda n=node, o=of, p=path: get(getattr(hub, o), p).text == get(
                    getattr(n, o), p).text)
        wait_until("the same boards", lambda n=node: boards_at(n).items() <= boards_at(hub).items())
        serials, at_hub = boards_at(node), get(hub.port, "/v1/boards").json()["boards"]
        assert {b["node"] for b in at_hub if b["serial"] in serials} == {node.name}, at_hub
    count = sum(n.boards for n in nodes)
    assert get(hub.port, "/pgn/games.pgn").text.count("[Event ") == count
    assert len(get(hub.port, "/api/v1.0/eboards").json()) == count


def the_hub_shows_what_its_nodes_tell():
    with Event(BOARDD, BOARDSIM) as event:
        hub, a, b = event.hub(), event.node(seed=1), event.node(seed=2)
        wait_until("both are there", lambda: {"hall-a", "hall-b"} <= {
            n for n, v in nodes_of(hub).items() if v["state"] == "ready"})
        wait_until("the games are played", lambda: is_played(a) and is_played(b))
        assert is_over(a) and is_over(b)
        wait_level(hub, a, b)
        check_reports(hub, a, b)
        check_outputs(hub, a, b)
        known = nodes_of(hub)["hall-a"]
        assert known["tables"] == 2 and known["missing"] == 0 and known["health"]["disk_free_percent"] > 0, known
        metrics = get(hub.port, "/metrics").text
        assert 'boardd_node_ready{node="hall-b"} 1' in metrics and "boardd_hub_connected 1" in metrics, metrics
        # A hub without a memory makes it again from the nodes.
        hub.stop()
        shutil.rmtree(os.path.join(hub.folder, "state"))
        hub.start()
        wait_level(hub, a, b)
        check_reports(hub, a, b)
        check_outputs(hub, a, b)


def what_dies_comes_back_and_nothing_is_lost():
    with Event(BOARDD, BOARDSIM, scale="8") as event:
        hub, a, b = event.hub(), event.node(seed=3), event.node(seed=4)
        wait_until("moves are made", lambda: any(e["event"] == "move" for e in events(hub)))
        hub.stop(signal.SIGKILL)
        wait_until("the game goes on", lambda: sum(e["event"] == "move" for e in events(a)) > 6)
        hub.start()
        wait_until("the hub has caught up", lambda: sum(e["event"] == "move" for e in events(hub)) > 6)
        a.stop(signal.SIGKILL)
        wait_until("the node is lost", lambda: nodes_of(hub)["hall-a"]["state"] == "lost")
        lost = [v for v in get(hub.port, "/v1/boards").json()["boards"] if v["node"] == "hall-a"]
        assert lost and all(v["health"] == "missing" for v in lost), lost
        event.broker.kill()
        a.start()
        event.broker.start()
        wait_until("the node is back", lambda: nodes_of(hub)["hall-a"]["state"] == "ready")
        wait_until("the games are played", lambda: is_played(a) and is_played(b))
        wait_level(hub, a, b)
        check_reports(hub, a, b)
        check_outputs(hub, a, b)
        states = [(e["node"], e["state"]) for e in events(hub) if e["event"] == "node"]
        assert ("hall-a", "lost") in states and states[-1][1] == "ready", states


def a_new_journal_is_a_new_beginning_and_said_so():
    with Event(BOARDD, BOARDSIM) as event:
        hub, a = event.hub(), event.node(seed=5)
        wait_until("a move is made", lambda: any(e["event"] == "move" for e in events(hub)))
        a.stop()
        a.pull()
        shutil.rmtree(os.path.join(a.folder, "state"))
        event.play(a, 6)
        a.start()
        wait_until("the games are played", lambda: is_played(a))
        wait_level(hub, a)
        begun = [e for e in events(hub) if e["event"] == "node" and e["state"] == "begun"]
        assert len({e["journal"] for e in begun}) == 2, begun
        assert begun[-1]["journal"] == status(a)["journal"]
        after = [e for e in events(hub, begun[-1]["seq"]) if e["event"] != "node"]
        assert [e["origin"] for e in after] == [e["seq"] for e in events(a)][:len(after)]


def two_machines_with_one_table_are_told_apart():
    with Event(BOARDD, BOARDSIM) as event:
        hub, a, b = event.hub(), event.node(seed=7), event.node(seed=8, first=2)
        wait_until("it is said", lambda: "2" in nodes_of(hub).get("hall-b", {}).get("refused", {}))
        wait_until("the other table is shown", lambda: [
            v["node"] for v in get(hub.port, "/v1/boards").json()["boards"]].count("hall-b") == 1)
        shown = {v["table"]: v["node"] for v in get(hub.port, "/v1/boards").json()["boards"]}
        assert shown == {1: "hall-a", 2: "hall-a", 3: "hall-b"}, shown
        assert "first_table" in hub.said()
        # Whose it was it is after a start, whoever is heard first.
        for _ in range(3):
            hub.stop(signal.SIGKILL)
            hub.start()
            wait_until("both are there", lambda: all(
                nodes_of(hub).get(n, {}).get("state") == "ready" for n in ("hall-a", "hall-b")))
            wait_level(hub, a, b)
            shown = {v["table"]: v["node"] for v in get(hub.port, "/v1/boards").json()["boards"]}
            assert shown == {1: "hall-a", 2: "hall-a", 3: "hall-b"}, shown
        a.stop()
        b.stop()


def alerts(event):
    """By board, what the hub says of boards that are at two machines."""
    seen = retained(event.broker.port, "boardd/1/main/alert/+", quiet_s=0.3)
    return {a["board"]: a["nodes"] for a in map(json.loads, seen.values()) if a["what"] == "board-twice"}


def boards_of(hub):
    return {v["table"]: (v["board"], v["health"]) for v in get(hub.port, "/v1/boards").json()["boards"]}


def a_board_id_at_two_machines_is_that_of_the_later_one():
    with Event(BOARDD, BOARDSIM, scale="1") as event:  # or a slow start counts as a later one
        hub = event.hub()
        a = event.node(boards=1, play=PLAYS)
        wait_until("the board is there", lambda: boards_of(hub).get(1) == ("02000", "alive"))
        assert not alerts(event)
        b = event.node(boards=1, play=PLAYS, serial=a.serial)
        wait_until("both are told apart", lambda: boards_of(hub) == {
            1: ("02000-hall-a", "alive"), 2: ("02000", "alive")})
        wait_until("the alert", lambda: alerts(event) == {"02000": ["hall-a", "hall-b"]})
        assert "02000 is at hall-a and at hall-b" in hub.said()
        # It was the other: that one is pulled out, and what is left has the ID.
        b.pull()
        wait_until("the alert is over", lambda: not alerts(event))
        wait_until("it is called after itself", lambda: boards_of(hub)[1] == ("02000", "alive"))
        a.pull()
        wait_level(hub, a, b)
        for node in (a, b):
            path = f"/pgn/board-{node.first}.pgn"
            assert get(hub.port, path).text.split("\n\n", 1)[1] == get(node.port, path).text.split("\n\n", 1)[1], path


run([the_hub_shows_what_its_nodes_tell, what_dies_comes_back_and_nothing_is_lost,
     a_new_journal_is_a_new_beginning_and_said_so, two_machines_with_one_table_are_told_apart,
     a_board_id_at_two_machines_is_that_of_the_later_one])
