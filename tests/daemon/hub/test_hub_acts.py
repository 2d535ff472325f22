#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_hub_acts.py BOARDD BOARDSIM BOARDCTL: nodes join a hub by an invitation; decisions, rounds and
the delay reach them over HTTPS. TAP. Runs in a network of its own."""

import contextlib
import hashlib
import http.client
import json
import os
import pty
import re
import signal
import sqlite3
import ssl
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from broadcast import get, run, wait_until  # noqa: E402
from event import GAMES, Event, certify, events, in_own_network, is_played, nodes_of, status, wait_level  # noqa: E402
from mqtt import retained  # noqa: E402

BOARDD, BOARDSIM, BOARDCTL = sys.argv[1:4]
PAIRINGS = """[Event "Open"]
[Round "2.1"]
[White "Berg, Ane"]
[Black "Lund, Per"]
[Result "*"]

*

[Event "Open"]
[Round "2.3"]
[White "Vik, Mia"]
[Black "Dahl, Ole"]
[Result "*"]

*
"""


def ctl(hall, *words, good=True):
    """What boardctl answers, as an object; or, if it is to fail, what it says."""
    found = subprocess.run([BOARDCTL, *words, "--json", "--socket", os.path.join(hall.folder, "control")],
                           capture_output=True, text=True, check=False)
    if not good:
        assert found.returncode == 1, found
        return found.stderr
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def doctor(hall):
    """What it says of the event, and what it advises."""
    found = subprocess.run([BOARDCTL, "doctor", "--json", "--socket", os.path.join(hall.folder, "control")],
                           capture_output=True, text=True, check=False)
    told = json.loads(found.stdout)
    return told["event"], "\n".join(told["advice"])


def export(hall, game):
    """What came in of a game, as lines; its hash is right."""
    file = os.path.join(hall.folder, "game.export")
    ctl(hall, "export", game, file)
    with open(file, "rb") as text:
        *lines, last = text.read().splitlines(True)
    assert json.loads(last)["sha256"] == hashlib.sha256(b"".join(lines)).hexdigest()
    return lines


def invite(hub, name, table):
    address = f"https://{hub.address}:{hub.port}"
    return ctl(hub, "hub", "invite", name, str(table), "--by", "Chief", "--address", address)["line"]


def join(hub, node):
    line = invite(hub, node.name, node.first)
    answer = ctl(node, "hub", "join", line)
    assert answer["hub"] == hub.name and answer["name"] == node.name, answer
    return line


def joined_event(count=2, **how):
    event = Event(BOARDD, BOARDSIM, is_wide=True, **how)
    hub = event.hub()
    nodes = [event.node(seed=i + 1) for i in range(count)]
    for node in nodes:
        join(hub, node)
        wait_until(f"{node.name} is there", lambda n=node: nodes_of(hub).get(n.name, {}).get("state") == "ready")
    return event, hub, nodes


def printed(hall, *words, terminal=None):
    """What boardctl prints; in a terminal if there is one."""
    found = subprocess.Popen([BOARDCTL, *words, "--socket", os.path.join(hall.folder, "control")],
                             stdout=terminal[1] if terminal else subprocess.PIPE)
    if not terminal:
        return found.communicate()[0].decode()
    os.close(terminal[1])
    text = b""
    try:
        while part := os.read(terminal[0], 65536):
            text += part
    except OSError:  # nobody writes there any more
        pass
    assert found.wait() == 0
    return text.decode()


def read_code(text, folder):
    """What a telephone reads on the screen: two squares above one another in each letter, where a block is light.
    Around the code the screen is dark."""
    rows = [row.replace("\r", "") for row in re.sub(r"\x1b\[[0-9;]*m", "", text).split("\n") if set(row) & set("█▀▄")]
    width, dots = max(map(len, rows)), []
    for row in rows:
        row = row.ljust(width)
        dots += [[c in "█▀" for c in row], [c in "█▄" for c in row]]
    dark = [[False] * (width + 4)]
    dots = 2 * dark + [[False] * 2 + line + [False] * 2 for line in dots] + 2 * dark
    scale, file = 4, os.path.join(folder, "code.pgm")
    with open(file, "wb") as to:
        to.write(b"P5 %d %d 255\n" % (scale * (width + 4), scale * len(dots)))
        for line in dots:
            to.write(scale * b"".join(scale * (b"\xff" if light else b"\0") for light in line))
    return subprocess.run(["zbarimg", "-q", "--raw", "-S*.enable=0", "-Sqrcode.enable=1", file], capture_output=True, text=True,
                          check=False).stdout.strip()


def post(hall, path, body):
    to = http.client.HTTPSConnection(hall.address, hall.port, context=ssl._create_unverified_context())
    to.request("POST", path, json.dumps(body), {
        "Content-Type": "application/json", "Origin": f"https://{hall.address}:{hall.port}"})
    answer = to.getresponse()
    return answer.status, json.loads(answer.read())


def an_invitation_works_once_and_the_hub_shows_who_took_it():
    event, hub, (a,) = joined_event(1)
    with event:
        line = invite(hub, "hall-x", 9)
        assert line.startswith(f"https://{hub.address}:{hub.port}/#") and "\n" not in line, line
        assert [i["state"] for i in ctl(hub, "hub", "show")["invitations"]] == ["taken", "open"]
        assert ctl(a, "hub", "show")["hubs"] == ["main"]
        hub.stop(signal.SIGKILL)  # the hour is not over
        hub.start()
        assert post(hub, "/v1/hub/join", {"secret": line.split(".")[-3], "name": "hall-a", "token": "0" * 64})[0] == 401
        ctl(a, "hub", "join", line)
        assert "used before" in ctl(a, "hub", "join", line, good=False)
        shown = ctl(hub, "hub", "show")
        assert [(i["state"], i["taken_from"]) for i in shown["invitations"]] == [
            ("taken", shown["nodes"][0]["from"])] * 2, shown
        assert shown["nodes"][0]["by"] == "Chief" and shown["nodes"][0]["address"] == \
            f"https://{a.address}:{a.port}", shown
        for name in ("main", "public"):
            assert "a name of its own" in ctl(hub, "hub", "invite", name, "9", "--by", "Chief", good=False)
        assert "no invitation" in ctl(a, "hub", "join", "https://elsewhere/", good=False)
        # Somebody in between has another key, and learns nothing.
        pin = line.split("#")[1].split(".")[0]
        other = invite(hub, "hall-x", 9).replace(pin, "A" * 43 + "=")
        assert "cannot be reached" in ctl(a, "hub", "join", other, good=False)
        assert ctl(hub, "hub", "show")["invitations"][-1]["state"] == "open"
        assert post(a, "/v1/hub/call", {"token": "0" * 64, "call": "act", "by": "X", "param": {}})[0] == 401
        token = json.load(open(os.path.join(hub.folder, "state", "hub-nodes.json"), encoding="utf-8"))["hall-x"]["token"]
        assert post(a, "/v1/hub/call", {"token": token, "call": "round", "by": "X", "param": {}})[0] == 404
        assert post(a, "/v1/hub/call", {"token": token, "call": "act", "by": "", "param": {}})[0] == 400
        assert post(a, "/v1/hub/event", {"token": token, "by": "X", "state": {}})[0] == 400
        assert post(hub, "/v1/hub/join", {"secret": "0" * 64, "name": "hall-a", "token": token})[0] == 401
        with open(os.path.join(hub.folder, "state", "hub-nodes.json"), encoding="utf-8") as file:
            assert os.fstat(file.fileno()).st_mode & 0o77 == 0


def an_invitation_is_read_from_the_screen():
    with Event(BOARDD, BOARDSIM, is_wide=True) as event:
        hub, a = event.hub(), event.node()
        words = ("hub", "invite", a.name, "1", "--by", "Chief", "--address", f"https://{hub.address}:{hub.port}")
        for terminal in (None, pty.openpty()):
            text = printed(hub, *words, terminal=terminal)
            line = re.search(r"boardctl hub join '([^']*)'", text).group(1)
            assert read_code(text, hub.folder) == line, text
        ctl(a, "hub", "join", line)


def an_invitation_is_good_for_an_hour():
    with Event(BOARDD, BOARDSIM, is_wide=True, scale="1000") as event:
        hub, a = event.hub(), event.node()
        line = invite(hub, "hall-a", 1)
        wait_until("it is too old", lambda: ctl(hub, "hub", "show")["invitations"][0]["state"] == "too old")
        assert "older than an hour" in ctl(a, "hub", "join", line, good=False)


def what_is_decided_at_the_hub_is_journalled_at_the_node():
    event, hub, (a, b) = joined_event(scale="2")
    with event:
        wait_until("a game at table 3", lambda: any(
            e["event"] == "move" and e["table"] == 3 for e in events(hub)))
        a.pull()
        b.pull()  # the game stays as it is
        answer = ctl(hub, "act", "3", "note", "hello", "--by", "Ane")
        told = {e["seq"]: e for e in events(hub)}[answer["seq"]]
        assert told["event"] == "decision" and told["by"] == "Ane" and told["node"] == "hall-b", told
        there = {e["seq"]: e for e in events(b)}[told["origin"]]
        assert there["by"] == "Ane" and there["action"] == told["action"] == "note hello", there
        answer = ctl(hub, "act", "3", "result", "1-0", "--by", "Ane")
        ctl(hub, "act", "3", "undo", str(answer["seq"]), "--by", "Ane")
        undone = [e for e in events(hub) if e["event"] == "decision"][-1]
        assert undone["undoes"] == answer["seq"] and undone["action"] == f"undo {answer['seq']}", undone
        theirs = [e for e in events(b) if e["event"] == "decision"][-1]
        assert theirs["undoes"] < answer["seq"] and theirs["action"] == f"undo {theirs['undoes']}", theirs
        assert "dance" in ctl(hub, "act", "3", "dance", "--by", "Ane", good=False)
        assert "no board" in ctl(hub, "act", "99", "note", "x", "--by", "Ane", good=False)
        # The bytes of the board are at its node, and are fetched when somebody asks.
        wait_level(hub, b)
        mine, theirs = export(hub, told["game"]), export(b, told["game"])
        assert len(mine) > 20 and mine == theirs, (len(mine), len(theirs))
        assert "no node with the table" in ctl(hub, "export", "open26-r1-b99-1", good=False)
        event_of_hub, advice = doctor(hub)
        assert event_of_hub["broker"]["ready"] and [w["good"] for w in event_of_hub["ways"]] == [True, True], event_of_hub
        assert "Node" not in advice and "No board" not in advice, advice
        assert [(w["name"], w["good"]) for w in doctor(b)[0]["ways"]] == [("main", True)]
        # A machine with another key is none of ours: nothing is done there.
        b.stop()
        certify(b.folder)
        b.start()
        wait_until("it is back", lambda: nodes_of(hub)["hall-b"]["state"] == "ready")
        before = status(b)["last"]
        event_of_hub, advice = doctor(hub)
        assert [w["good"] for w in event_of_hub["ways"]] == [True, False] and "Node hall-b" in advice, advice
        said = ctl(hub, "act", "3", "note", "x", "--by", "Ane", good=False)
        assert "nothing was done" in said, said
        assert not [e for e in events(b, before) if e["event"] == "decision"]


def rounds_pairings_and_delay_are_the_hubs_and_reach_who_was_away():
    event, hub, (a, b) = joined_event(extra="delay = 0s")
    with event:
        wait_until("both know the round", lambda: all(
            n["told"] for n in ctl(hub, "hub", "show")["nodes"]))
        a.pull()
        b.pull()  # nobody plays on
        wait_level(hub, a, b)
        b.stop()
        wait_until("it is away", lambda: nodes_of(hub)["hall-b"]["state"] == "disconnected")
        file = os.path.join(hub.folder, "pairs.pgn")
        with open(file, "w", encoding="utf-8") as to:
            to.write(PAIRINGS)
        playing = [t["table"] for t in get(hub.port, "/v1/round").json()["tables"] if t["state"] == "started"]
        words = ["--abandon", ",".join(map(str, playing))] if playing else []
        ctl(hub, "round", "start", "2", "--pairings", file, "--by", "Chief", *words)
        wait_until("hall-a has it", lambda: get(a.port, "/v1/round").json()["round"] == 2)
        white = {t["table"]: t["white"]["name"] for t in get(a.port, "/v1/round").json()["tables"] if t["white"]}
        assert white[1] == "Berg, Ane", white
        b.start()
        wait_until("hall-b has it, late", lambda: get(b.port, "/v1/round").json()["round"] == 2)
        white = {t["table"]: t["white"]["name"] for t in get(b.port, "/v1/round").json()["tables"] if t["white"]}
        assert white[3] == "Vik, Mia", white
        assert status(b)["outputs"]["delay_s"] == 0
        ctl(hub, "round", "absent", "1", "black", "--by", "Chief")
        wait_until("the absence is known there", lambda: [
            t["absent"] for t in get(a.port, "/v1/round").json()["tables"] if t["table"] == 1] == [["black"]])
        ctl(hub, "round", "present", "1", "--by", "Chief")
        wait_until("and that it is none", lambda: [
            t["absent"] for t in get(a.port, "/v1/round").json()["tables"] if t["table"] == 1] == [[]])
        # Another delay at the hub is that of the nodes.
        with open(hub.file, encoding="utf-8") as was:
            text = was.read()
        with open(hub.file, "w", encoding="utf-8") as to:
            to.write(text.replace("delay = 0s", "delay = 90s"))
        hub.daemon.send_signal(1)
        wait_until("the delay", lambda: status(a)["outputs"]["delay_s"] == 90 == status(b)["outputs"]["delay_s"])
        wait_until("they say so", lambda: [json.loads(text)["delay"] for text in retained(
            event.broker.port, "boardd/1/+/$node").values() if "delay" in text] == [90, 90])
        # It holds over a restart, also while the hub is gone.
        hub.stop()
        a.stop()
        a.start()
        assert status(a)["outputs"]["delay_s"] == 90
        assert get(a.port, "/v1/round").json()["round"] == 2
        hub.start()
        wait_level(hub, a, b)


def public_at(event, node, table):
    """The game as the public reads it at the broker; None: there is none."""
    text = retained(event.broker.port, f"boardd/1/{node.name}/public/{table}/game").get(
        f"boardd/1/{node.name}/public/{table}/game")
    return json.loads(text) if text else None


def white_to_the_public(event, node, table):
    game = public_at(event, node, table)
    return game and game["white"] and game["white"]["name"]


def plies_of(node):
    return {g["table"]: g["plies"] for g in get(node.port, "/v1/games").json()["games"]}


def the_public_of_a_node_waits_as_long_as_that_of_the_hub():
    with Event(BOARDD, BOARDSIM, is_wide=True, scale="4") as event:
        hub, a = event.hub(more="[broadcast]\ndelay = 1h\n"), event.node(seed=3)
        join(hub, a)
        wait_until("it is told", lambda: ctl(hub, "hub", "show")["nodes"][0]["told"])
        shown = {t: len((public_at(event, a, t) or {"san": []})["san"]) for t in (1, 2)}
        wait_until("moves", lambda: all(plies_of(a).get(t, 0) > shown[t] + 2 for t in (1, 2)))
        for is_anew in (False, True):
            if is_anew:
                a.stop(signal.SIGKILL)
                a.start()
                wait_level(hub, a)
            wait_until("it is heard", lambda: status(a)["mqtt"]["ready"])
            assert status(a)["outputs"]["delay_s"] == 3600
            for table in (1, 2):
                assert get(a.public, f"/pgn/board-{table}.pgn").status == 404, is_anew
                game = public_at(event, a, table)
                assert not game or len(game["san"]) <= shown[table], (is_anew, game, shown)
        assert plies_of(a)[1] > shown[1] + 2


def who_is_hidden_at_the_hub_is_hidden_at_the_nodes():
    event, hub, (a,) = joined_event(1, scale="4", extra="hidden = Mia Vik\n")
    with event:
        a.pull()
        file = os.path.join(hub.folder, "pairs.pgn")
        with open(file, "w", encoding="utf-8") as to:
            to.write(PAIRINGS.replace("2.3", "2.2"))
        with open(hub.file, encoding="utf-8") as was:
            text = was.read()
        wait_until("it is told", lambda: ctl(hub, "hub", "show")["nodes"][0]["told"])
        playing = [str(t["table"]) for t in get(hub.port, "/v1/round").json()["tables"] if t["state"] == "started"]
        ctl(hub, "round", "start", "2", "--pairings", file, "--by", "Chief",
            *(["--abandon", ",".join(playing)] if playing else []))
        event.play(a, 2)
        wait_until("games of that round", lambda: [
            white_to_the_public(event, a, table) for table in (1, 2)] == ["Berg, Ane", "NN"])
        a.pull()  # nothing more is told of them
        for names, is_shown in (("Berg, Ane", False), ("Nobody", True)):
            with open(hub.file, "w", encoding="utf-8") as to:
                to.write(text.replace("hidden = Mia Vik", f"hidden = {names}"))
            hub.daemon.send_signal(signal.SIGHUP)
            wait_until(f"hidden are {names}", lambda name="Berg, Ane" if is_shown else "NN": name in get(
                a.public, "/pgn/board-1.pgn").text and white_to_the_public(event, a, 1) == name)
            assert "Berg, Ane" in get(a.port, "/pgn/board-1.pgn").text
            if not is_shown:
                a.stop(signal.SIGKILL)
                a.start()
                wait_until("it is heard", lambda: status(a)["mqtt"]["ready"])
                assert "Berg" not in get(a.public, "/pgn/board-1.pgn").text
                assert white_to_the_public(event, a, 1) == "NN"
            assert white_to_the_public(event, a, 2) == "NN", "whom the node hides it hides"


def due_at(hall, table):
    """What is to be done there, by the list of boards and by that of the round."""
    boards = [b["due"] for b in get(hall.port, "/v1/boards").json()["boards"] if b["table"] == table]
    tables = [t["due"] for t in get(hall.port, "/v1/round").json()["tables"] if t["table"] == table]
    return boards, tables


def stands(hall):
    (board,) = get(hall.port, "/v1/boards").json()["boards"]
    return board["clock"]["running"] is None


def stops_clock(hall):
    """A simulated clock may run on after it was set."""
    subprocess.run([BOARDCTL, "act", "1", "clock", "0:10:00", "0:10:00", "--by", "Chief", "--yes", "--socket",
                    os.path.join(hall.folder, "control")], capture_output=True, check=False)
    return stands(hall)


def what_is_to_be_done_at_a_node_is_known_at_the_hub():
    with Event(BOARDD, BOARDSIM, is_wide=True, scale="1") as event:
        hub = event.hub()
        a = event.node(boards=1, more="[game]\ntime_control = 60m\n", play=("--script", os.devnull, "--remote-clock"))
        join(hub, a)
        wait_until("its clock", lambda: [b for b in get(hub.port, "/v1/boards").json()["boards"] if b["clock"]])
        wait_until("it stands", lambda: stops_clock(hub))
        for hall in (hub, a):
            wait_until(f"{hall.name} knows", lambda h=hall: (stands(hub) or stops_clock(hub)) and [
                [d["what"] for d in due] for found in due_at(h, 1) for due in found] == [["clock-setting"] * 2] * 2)
        wait_until("alike", lambda: due_at(hub, 1) == due_at(a, 1))
        for _ in (1, 2):  # an order is known by itself, not by the one before
            wait_until("it stands", lambda: stands(hub) or stops_clock(hub))
            text = printed(hub, "round", "clocks", "--yes", "--by", "Chief")
            assert "table 1: the clock has acknowledged it" in text, text
        wait_until("nothing more", lambda: due_at(hub, 1) == due_at(a, 1) == ([[]], [[]]))
        (board,) = get(hub.port, "/v1/boards").json()["boards"]
        assert (board["make"], board["time_control"], board["clock_order"]) == ("dgt", "3600", "set"), board
        a.stop()
        wait_until("its board is missing", lambda: [d["what"] for d in due_at(hub, 1)[1][0]] == ["board"])


def moves_of(pgn):
    text = pgn.partition("\n\n")[2] or pgn
    return re.sub(r"\{[^}]*\}|\$\d+|\d+\.+", " ", text).split()


def who_joins_in_the_middle_of_a_game_plays_on():
    for round_of_hub in (1, 2):
        with Event(BOARDD, BOARDSIM, is_wide=True, scale="4") as event:
            hub = event.hub(more=f"[broadcast]\nround = {round_of_hub}\n")
            a = event.node(seed=1)
            wait_until("moves", lambda: all(g["plies"] > 1 for g in get(a.port, "/v1/games").json()["games"]) and
                       len(get(a.port, "/v1/games").json()["games"]) == 2)
            join(hub, a)
            wait_until("it knows the round", lambda: ctl(hub, "hub", "show")["nodes"][0]["told"])
            assert get(a.port, "/v1/round").json()["round"] == round_of_hub
            wait_until("the games are played", lambda: is_played(a))
            for table in (1, 2):
                text = get(a.port, f"/pgn/board-{table}.pgn").text
                assert moves_of(text) in [moves_of(game) for game in GAMES], text


def pairings_of(number, tables):
    """Enough of them to be long."""
    return "".join(f'[Event "Open"]\n[Round "{number}.{table}"]\n[White "White of table {table}, Round {number}"]\n'
                   f'[Black "Black of table {table}, Round {number}"]\n[WhiteTitle "GM"]\n[WhiteElo "2500"]\n'
                   f'[BlackFideId "17000{table:03}"]\n[Result "*"]\n\n*\n\n' for table in range(1, tables + 1))


def take_in(hub, number, tables):
    file = os.path.join(hub.folder, f"round-{number}.pgn")
    with open(file, "w", encoding="utf-8") as to:
        to.write(pairings_of(number, tables))
    ctl(hub, "round", "pairings", file, "--round", str(number), "--by", "Chief")


def white_at(hall, table, number):
    tables = get(hall.port, f"/v1/round/{number}").json()["tables"]
    return next((t["white"]["name"] for t in tables if t["table"] == table and t["white"]), None)


def who_started(hall, number):
    """By its journal."""
    file = os.path.join(hall.folder, "state", "journal.sqlite")
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as journal:
        said = journal.execute("SELECT author, data FROM input WHERE kind = 'round'").fetchall()
    return [author for author, data in said if json.loads(data).get("start") == number]


def what_was_said_at_one_hub_is_known_at_the_other():
    event, main, (a,) = joined_event(1)
    with event:
        spare = event.hub("spare")
        join(spare, a)
        a.pull()
        wait_until("the first leads", lambda: status(main)["hub"]["leads"])
        wait_until("the node knows the round", lambda: ctl(main, "hub", "show")["nodes"][0]["told"])
        take_in(main, 2, 400)
        take_in(main, 3, 400)
        playing = [t["table"] for t in get(main.port, "/v1/round").json()["tables"] if t["state"] == "started"]
        words = ["--abandon", ",".join(map(str, playing))] if playing else []
        ctl(main, "round", "start", "2", "--by", "Chief", *words)
        wait_until("the node has both", lambda: white_at(a, 2, 2) and white_at(a, 400, 3))
        wait_until("the spare has the round", lambda: get(spare.port, "/v1/round").json()["round"] == 2)
        assert white_at(spare, 400, 2) == "White of table 400, Round 2"
        assert white_at(spare, 2, 3) == "White of table 2, Round 3"
        main.stop(signal.SIGKILL)
        wait_until("the spare leads", lambda: status(spare)["hub"]["leads"])
        ctl(spare, "round", "absent", "2", "black", "--by", "Deputy")
        ctl(spare, "round", "start", "3", "--by", "Deputy")
        wait_until("the node plays on", lambda: get(a.port, "/v1/round").json()["round"] == 3)
        assert white_at(a, 1, 3) == "White of table 1, Round 3"
        # Who comes back does not put it back.
        main.start()
        wait_until("the first knows", lambda: get(main.port, "/v1/round").json()["round"] == 3)
        assert [t["absent"] for t in get(main.port, "/v1/round/2").json()["tables"] if t["table"] == 2] == [["black"]]
        assert get(a.port, "/v1/round").json()["round"] == 3
        for hall in (a, main):
            wait_until("it is written down", lambda h=hall: who_started(h, 3) == ["Deputy"])


in_own_network()
run([an_invitation_works_once_and_the_hub_shows_who_took_it, an_invitation_is_read_from_the_screen,
     an_invitation_is_good_for_an_hour, what_is_decided_at_the_hub_is_journalled_at_the_node,
     rounds_pairings_and_delay_are_the_hubs_and_reach_who_was_away,
     the_public_of_a_node_waits_as_long_as_that_of_the_hub, who_is_hidden_at_the_hub_is_hidden_at_the_nodes,
     what_is_to_be_done_at_a_node_is_known_at_the_hub, who_joins_in_the_middle_of_a_game_plays_on,
     what_was_said_at_one_hub_is_known_at_the_other])
