#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes wrong around boardd must not stop the boards. TAP.

Usage: unshare -rm test_faults.py BUILD [NAME...]

Small disks are mounted, which nobody else sees: hence the namespace.
"""

import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from datetime import datetime, timedelta, timezone

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from cases import run  # noqa: E402
from hall import (  # noqa: E402
    Client, Stream, die_with_parent, fold, judge, paced_s, preloading, wait_until)
from hand_board import HandBoard  # noqa: E402

SCALE = 5  # a board that says nothing for a second, on a machine that is busy, is not yet lost
FAST = ["--time-scale", str(SCALE)]
PLAY = ["--random", "5", "--speed", str(SCALE), "--think", "2"]


# --- words ---


def watch(hall, since=0):
    client = hall.client()
    client.watch(since)
    return client


def read_until(client, stream, what, is_so):
    """Reads on until what was read makes it so."""

    def look():
        lines = client.read(0.1)
        stream.take(client, lines)
        return is_so([json.loads(line) for line in lines])

    return wait_until(what, look)


def told_at(client, stream, tables, count, what, is_one):
    seen = {table: 0 for table in tables}

    def counted(reports):
        for report in reports:
            if is_one(report) and report["table"] in seen:
                seen[report["table"]] += 1
        return min(seen.values()) >= count

    read_until(client, stream, f"{count} {what} at tables {tables}", counted)


def moves_at(client, stream, tables, count=3):
    """So many more moves at each of these tables."""
    told_at(client, stream, tables, count, "moves", lambda r: r["event"] == "move")


def presses_at(client, stream, tables, count=2):
    """They play on; which moves it were may be for the arbiter to say, after a gap."""
    told_at(client, stream, tables, count, "presses", lambda r: r["event"] == "press")


def right_so_far(hall, stream, truth=None):
    hall.end_play()
    right, doubtful, wrong = judge(stream.reports(), hall.games(truth))
    assert not wrong, wrong[:5]
    assert right > 0
    return right, doubtful


def times_of(hall, words):
    return hall.said().count(words)


def made_so_far(hall):
    """Half-moves that hands have really made, by board."""
    return {number: sum(map(len, games)) for number, games in hall.games().items()}


def play_on(hall, count=2):
    """Hands make so many more half-moves at each board, whatever boardd makes of it."""
    before = made_so_far(hall)
    wait_until(
        "hands that move",
        lambda: all(made_so_far(hall)[board] >= made + count for board, made in before.items()),
    )


def check_written(hall):
    """Nothing is published that is not written. The journal can have more, never less."""
    published = hall.call("status")["last"]
    journal = sqlite3.connect(f"file:{hall.state}/journal.sqlite?mode=ro", uri=True, timeout=60)
    (written,) = journal.execute("SELECT max(seq) FROM report").fetchone()
    journal.close()
    assert published <= written, f"report {published} is published, {written} is written"
    return written


def check_holds_back(hall):
    """Moves are made that cannot be written: boards are read, and nobody is told."""
    wait_until("the alarm", lambda: hall.call("status")["journal_failing"])
    for _ in range(5):
        play_on(hall, 1)
        check_written(hall)
    waiting = hall.call("status")["journal_waiting_bytes"]
    assert waiting > 0 and hall.call("status")["journal_failing"], waiting


def mount(where, size):
    os.makedirs(where, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", where], check=True)


def fill(path):
    with open(path, "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"\0" * 4096)
        except OSError:
            pass


def check_replays(hall, stream):
    """All that was published is computed again from the journal, to the letter."""
    for game in sorted({r["game"] for r in stream.reports() if r.get("game")}):
        done = subprocess.run(
            [hall.build + "/daemon/boardctl", "replay", "--journal"]
            + [hall.state + "/journal.sqlite", "--game", game],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{game}: {done.stderr}"


def board(hall, table):
    return hall.call("board", board=str(table))


def is_alive(hall, table):
    """It is heard; at a bad moment of a busy machine it is asked for again."""
    wait_until(f"table {table} is alive", lambda: board(hall, table)["health"] == "alive")


# --- the disk ---


def a_disk_that_is_full(hall):
    mount(hall.state, "4m")
    with open(hall.path("conf"), "w") as conf:
        conf.write("[journal]\nballast = 0\n")
    hall.start(hall.sim(*PLAY, boards=2), *FAST, "-c", hall.path("conf"))
    client, stream = watch(hall), Stream()
    moves_at(client, stream, [1, 2])
    fill(hall.state + "/filler")
    check_holds_back(hall)
    os.unlink(hall.state + "/filler")
    read_until(client, stream, "the end of it", lambda _: times_of(hall, "is written again") > 0)
    moves_at(client, stream, [1, 2])
    assert times_of(hall, "cannot be written") == 1, "an error is said once"
    stream.check_whole()
    hall.kill()
    right_so_far(hall, stream)
    hall.start([], "-c", hall.path("conf"), *FAST)
    whole, again = Stream(), watch(hall)
    read_until(again, whole, "all of it", lambda _: whole.last >= stream.last)
    assert all(whole.lines[seq] == line for seq, line in stream.lines.items())


def a_disk_that_is_full_at_the_start(hall):
    mount(hall.state, "64k")
    fill(hall.state + "/filler")
    hall.start([], wait=False)
    assert hall.daemon.wait(60) == 1
    assert hall.state in hall.said(), hall.said()


def a_state_directory_that_is_read_only(hall):
    mount(hall.state, "4m")
    subprocess.run(["mount", "-o", "remount,ro", hall.state], check=True)
    hall.start([], wait=False)
    assert hall.daemon.wait(60) == 1
    assert hall.state in hall.said() and "ead-only" in hall.said(), hall.said()
    assert len(hall.said().splitlines()) == 1, hall.said()


def preloaded(hall, library, **env):
    return {**env, **preloading(f"{hall.build}/tests/lib{library}.so")}


def a_disk_that_becomes_read_only(hall):
    """The kernel has found errors, and lets nobody write any more; then it is mounted anew."""
    mark = hall.path("read-only")
    env = preloaded(hall, "read-only", READ_ONLY=mark, READ_ONLY_BELOW=hall.state)
    devices = hall.sim(*PLAY, boards=2)
    hall.start(devices, *FAST, env=env)
    client, stream = watch(hall), Stream()
    moves_at(client, stream, [1, 2])
    open(mark, "w").close()
    check_holds_back(hall)
    for table in (1, 2):
        is_alive(hall, table)
    assert times_of(hall, "cannot be written") == 1, hall.said()
    assert times_of(hall, "the journal is damaged") == 0, "the file is good"
    os.unlink(mark)
    read_until(client, stream, "the end of it", lambda _: times_of(hall, "is written again") > 0)
    moves_at(client, stream, [1, 2])
    stream.check_whole()
    check_replays(hall, stream)
    hall.kill()
    client.close()
    hall.start(devices, *FAST, env=env)
    client = watch(hall, stream.last)
    presses_at(client, stream, [1, 2])
    assert times_of(hall, "cannot be computed again") == 0
    right_so_far(hall, stream)


def a_disk_that_is_full_until_memory_is_too(hall):
    """What boards say is lost at last, but they are read, and what is recorded replays equal."""
    mount(hall.state, "4m")
    with open(hall.path("conf"), "w") as conf:
        conf.write("[journal]\nballast = 0\nmemory = 128K\n")
    devices = hall.sim(*PLAY, boards=2)
    hall.start(devices, *FAST, "-c", hall.path("conf"))
    client, stream = watch(hall), Stream()
    moves_at(client, stream, [1, 2])
    fill(hall.state + "/filler")
    wait_until("memory is full", lambda: times_of(hall, "the journal can take no more") > 0)
    for _ in range(5):  # moves that are lost
        play_on(hall, 1)
        check_written(hall)
    for table in (1, 2):
        is_alive(hall, table)
    os.unlink(hall.state + "/filler")
    read_until(client, stream, "the gaps", lambda _: times_of(hall, "were lost") >= 2)
    read_until(client, stream, "boards that are known again", lambda _: all(
        any(r["table"] == t and r.get("state") == "resynced" for r in stream.reports())
        for t in (1, 2)))
    stream.check_whole()
    hall.stop()
    check_replays(hall, stream)
    right_so_far(hall, stream)


# --- another version ---


def a_game_that_another_version_has_read(hall):
    """It goes on from its published half-moves: none is told again, and none is another."""
    devices = hall.sim(*PLAY, boards=1)
    hall.start(devices, *FAST)
    client, stream = watch(hall), Stream()
    moves_at(client, stream, [1], 4)
    hall.kill()
    client.close()
    journal = sqlite3.connect(hall.state + "/journal.sqlite")
    with journal:
        changed = 0
        for number, data in journal.execute(
                "SELECT id, CAST(data AS TEXT) FROM input WHERE kind = 'settings'").fetchall():
            older = re.sub(r'"reader":\d+', '"reader":1', data)
            changed += older != data
            journal.execute("UPDATE input SET data = CAST(? AS BLOB) WHERE id = ?", (older, number))
        journal.execute("DELETE FROM snapshot")
    journal.close()
    assert changed > 0
    before = [r for r in stream.reports() if r["event"] == "move"]
    hall.start(devices, *FAST)
    client = watch(hall, stream.last)
    assert times_of(hall, "goes on from its") == 1
    moves_at(client, stream, [1], 2)
    moves = [r for r in stream.reports() if r["event"] == "move"]
    assert moves[:len(before)] == before
    assert {r["game"] for r in moves} == {before[0]["game"]}
    assert [r["ply"] for r in moves] == list(range(1, len(moves) + 1))
    found = subprocess.run([hall.build + "/daemon/boardctl", "replay", "--journal",
                            hall.state + "/journal.sqlite", "--game", before[0]["game"]],
                           capture_output=True, text=True, check=False)
    assert "read by reader 1" in found.stderr.splitlines()[0], found.stderr[:200]


# --- the clock ---


def again(hall, client, stream, devices, env):
    """boardd is killed and starts anew; games go on. Returns who watches then."""
    hall.kill()
    client.close()
    hall.start(devices, env=env)
    client = watch(hall, stream.last)
    presses_at(client, stream, [1, 2])
    return client


def a_clock_that_jumps(hall):
    jump = hall.path("jump")

    def set_ahead(seconds):
        with open(jump + ".new", "w") as file:
            file.write(f"{seconds}\n")
        os.rename(jump + ".new", jump)

    env = preloaded(hall, "wall-clock", WALL_CLOCK=jump)
    set_ahead(0)
    devices = hall.sim("--random", "5", "--think", "1", boards=2)
    hall.start(devices, env=env)
    client, stream = watch(hall), Stream()
    moves_at(client, stream, [1, 2], 2)
    set_ahead(3600)
    read_until(client, stream, "a word about it", lambda _: times_of(hall, "put forward") > 0)
    moves_at(client, stream, [1, 2], 1)
    client = again(hall, client, stream, devices, env)
    late = stream.times()[-1] - (datetime.now(timezone.utc) + timedelta(hours=1))
    assert abs(late) < timedelta(minutes=10), f"what is shown is {late} after the machine's clock"
    set_ahead(-3600)
    read_until(client, stream, "a word about it", lambda _: times_of(hall, "put back") > 0)
    presses_at(client, stream, [1, 2])
    client = again(hall, client, stream, devices, env)
    stream.check_whole()
    times = stream.times()
    # What a hand did is told a moment later, with the time of the hand.
    fallen = [(a, b) for a, b in zip(times, times[1:]) if b < a - timedelta(seconds=2)]
    assert not fallen, f"times have gone back: {fallen[:3]}"
    assert times_of(hall, "put forward") == 1 and times_of(hall, "put back") in (1, 2)
    assert times_of(hall, "cannot be computed again") == 0
    right_so_far(hall, stream)


def a_machine_that_stands_still(hall):
    """Boards that nobody could listen to were not silent: none is lost, and what is shown is
    soon as late as it is."""
    devices = hall.sim(*PLAY, boards=2)
    began = paced_s()
    hall.start(devices, *FAST)
    client, stream = watch(hall), Stream()

    def lag_s():
        """How far the times of reports are behind, since the first."""
        times = stream.times()
        return (paced_s() - began) * SCALE - (times[-1] - times[0]).total_seconds()

    moves_at(client, stream, [1, 2])
    sim, at_first_s = hall.sims[0], lag_s()
    for stopped in [hall.daemon], [hall.daemon, sim], [hall.daemon, sim]:
        for process in stopped:
            process.send_signal(signal.SIGSTOP)
        time.sleep(2)  # ten seconds for them, and five are too many
        for process in reversed(stopped):
            process.send_signal(signal.SIGCONT)
        moves_at(client, stream, [1, 2])
        read_until(client, stream, "the time", lambda _: lag_s() < at_first_s + SCALE)
        assert lag_s() >= 0, f"what is shown is {-lag_s()} s ahead"
    assert not [r for r in stream.reports() if r.get("state") == "lost"], hall.said()
    assert "stood still for" in hall.said(), hall.said()
    stream.check_whole()
    hall.kill()
    check_replays(hall, stream)
    right_so_far(hall, stream)


# --- devices ---


def fake(hall, *words, name="mad"):
    process = subprocess.Popen(
        [hall.build + "/tests/daemon/ctl/fake-board", hall.path(name), *words],
        preexec_fn=die_with_parent,
    )
    hall.sims.append(process)
    wait_until("the port of fake-board", lambda: os.path.islink(hall.path(name)))
    return hall.path(name)


def a_board_that_floods(hall):
    devices = hall.sim(*PLAY, boards=2)
    hall.start([*devices, fake(hall, "flood")], *FAST)
    client, stream = watch(hall), Stream()
    moves_at(client, stream, [1, 2], 6)
    wait_until("it is seen", lambda: board(hall, 3)["flooding"])
    assert times_of(hall, "sends more than any board") == 1, "a flood is said once"
    damaged = [r for r in stream.reports() if r["event"] == "board" and r["table"] == 3]
    assert len(damaged) < 50, f"{len(damaged)} reports of a mad board"
    right_so_far(hall, stream)


def a_board_that_sends_rubbish(hall):
    master, slave = os.openpty()
    import tty

    tty.setraw(slave)
    rubbish = os.ttyname(slave)
    os.set_blocking(master, False)
    chance = random.Random(4)
    devices = hall.sim(*PLAY, boards=2)
    hall.start([devices[0], rubbish, devices[1]], *FAST)
    client, stream = watch(hall), Stream()
    for _ in range(200):
        try:
            os.write(master, chance.randbytes(chance.randrange(1, 40)))
        except BlockingIOError:
            pass
        try:
            os.read(master, 4096)
        except BlockingIOError:
            pass
        time.sleep(0.01)
    moves_at(client, stream, [1, 3])
    hall.end_play()
    truth = {1: hall.games()[1], 3: hall.games()[2]}
    right, _, wrong = judge(stream.reports(), truth)
    assert right > 0 and not wrong, wrong


def ask_at_once(hall, *calls):
    """The answers to calls that are sent together, by name, in the order in which they come."""
    client, answers = hall.client(), {}
    client.socket.sendall(b"".join(
        json.dumps({"id": name, "call": name, "param": {}}).encode() + b"\n" for name in calls))
    while len(answers) < len(calls):
        found = json.loads(client.line())
        if "id" in found:
            answers[found["id"]] = found["result"]
    client.close()
    return answers


def check_one_moment(client, stream, answer):
    """While games are played: every table is as it was told to be up to the answer's seq."""
    read_until(client, stream, "the reports before it", lambda _: stream.last >= answer["seq"])
    told = fold(r for r in stream.reports() if r["seq"] <= answer["seq"])
    for board in answer["boards"]:
        if board["game"]:
            gid, plies = board["game"]["game"], board["game"]["plies"]
            assert plies == len(told[gid]["moves"]), f"{gid}: {plies}, {told[gid]['moves']}"


def three_hundred_boards(hall):
    devices = hall.sim("--random", "5", "--speed", "2", "--think", "10", boards=300)
    hall.start(devices, "--time-scale", "2")
    client, stream = watch(hall), Stream()
    moves_at(client, stream, range(1, 301), 1)
    stream.check_whole()
    answers = ask_at_once(hall, "boards", "status")
    assert list(answers) == ["status", "boards"], "a long answer lets others pass"
    assert [b["table"] for b in answers["boards"]["boards"]] == list(range(1, 301))
    for _ in range(5):
        check_one_moment(client, stream, hall.call("boards"))
    wait_until("all are there", lambda: all(
        b["health"] != "missing" for b in hall.call("boards")["boards"]))
    right_so_far(hall, stream)


def a_device_that_comes_later(hall):
    later = hall.path("board")
    hall.start([later], *FAST)
    wait_until("a word about it", lambda: times_of(hall, f"cannot open {later}") > 0)
    assert board(hall, 1)["health"] == "missing"
    time.sleep(2)
    hall.sim(*PLAY)
    client, stream = watch(hall), Stream()
    moves_at(client, stream, [1])
    assert times_of(hall, "cannot open") == 1, "an error is said once"
    is_alive(hall, 1)
    right_so_far(hall, stream)


def a_cable_that_comes_back_elsewhere(hall):
    """Boards are known by their serial numbers, not by their ports or the order they come in."""
    hall.sim(*PLAY, boards=2, name="real")
    with open(hall.path("conf"), "w") as conf:
        conf.write(f"[boards]\nprobe = {hall.path('port')}*\n")
    os.symlink(os.readlink(hall.path("real1")), hall.path("port-a"))
    hall.start([], *FAST, "-c", hall.path("conf"))
    client, stream = watch(hall), Stream()
    moves_at(client, stream, [1])
    os.symlink(os.readlink(hall.path("real2")), hall.path("port-b"))
    moves_at(client, stream, [1, 2])
    serials = {b["table"]: b["board"] for b in hall.call("boards")["boards"]}
    os.rename(hall.path("port-a"), hall.path("port-c"))
    presses_at(client, stream, [1, 2])
    hall.kill()
    client.close()
    os.rename(hall.path("port-c"), hall.path("port-d"))
    hall.start([], *FAST, "-c", hall.path("conf"))
    client = watch(hall, stream.last)
    presses_at(client, stream, [1, 2])
    assert serials == {b["table"]: b["board"] for b in hall.call("boards")["boards"]}
    games = {report["game"] for report in stream.reports() if report.get("game")}
    assert all(gid.endswith("-1") for gid in games), f"the games have gone on: {games}"
    right_so_far(hall, stream)


def a_board_that_is_thinking_and_one_that_is_dead(hall):
    with open(hall.path("story"), "w") as story:
        story.write("lift e2; place e4 P; wait 2; press white; wait 1000\n")
    thinking = hall.sim("--script", hall.path("story"), name="thinking")
    with open(hall.path("story2"), "w") as story:
        story.write("lift e2; place e4 P; wait 2; press white; wait 1; silence 1000; wait 1000\n")
    dead = hall.sim("--script", hall.path("story2"), name="dead", truth=hall.path("truth2"))
    hall.start(thinking + dead)
    wait_until("silence", lambda: board(hall, 2)["health"] == "silent")
    is_alive(hall, 1)
    wait_until("the board is given up", lambda: board(hall, 2)["health"] == "missing")
    is_alive(hall, 1)
    assert "table 1: board 01025: lost" not in hall.said() or "stood still" in hall.said(), hall.said()


def a_board_whose_power_comes_back(hall):
    """Its line is up all the while, and a board that was off says nothing until it is asked."""
    with open(hall.path("story"), "w") as story:
        story.write("lift e2; place e4 P; press white; wait 1; power 30; lift e7; place e5 p; press black; ")
        story.write("wait 40; lift g1; place f3 N; press white; wait 1\n")
    hall.start(hall.sim("--script", hall.path("story"), "--speed", str(SCALE)), *FAST)
    client, stream = watch(hall), Stream()
    for state in "connected", "lost", "connected":
        read_until(client, stream, state, lambda new, s=state: s in [r.get("state") for r in new])
    told = [r["uci"] for r in stream.reports() if r["event"] == "move"]
    read_until(
        client, stream, "g1f3", lambda new: told.extend(r["uci"] for r in new if r["event"] == "move") or "g1f3" in told
    )
    assert told == ["e2e4", "e7e5", "g1f3"], told


def a_piece_in_the_hand_of_a_player(hall):
    """What boardd told last came from a timer, after the last word of the board: it is computed
    again all the same."""
    hand = HandBoard("11111")
    hall.start([hand.path])
    client, stream = watch(hall), Stream()
    read_until(client, stream, "a game", lambda new: "ready" in [r.get("state") for r in new])
    hand.lift("e2")
    read_until(client, stream, "the touch", lambda new: "must" in [r["event"] for r in new])
    check_replays(hall, stream)
    hall.kill()
    check_replays(hall, stream)


# --- clients ---


def clients_of_all_kinds(hall):
    hall.start(hall.sim(*PLAY, boards=2), *FAST)
    watching, stream = watch(hall), Stream()
    moves_at(watching, stream, [1, 2], 1)

    deaf = Client(hall.socket)  # asks for everything and reads nothing
    for _ in range(300):
        deaf.send("watch", since=0)
        deaf.send("boards")
    rude = Client(hall.socket)
    chance = random.Random(1)
    for _ in range(300):
        rude.socket.sendall(chance.randbytes(50) + b"\n")
        rude.socket.sendall(b'{"id":1,"call":[]}\n{"call":"watch","param":7}\n[]\n\n')
    long = Client(hall.socket)
    long.socket.settimeout(60)
    try:
        long.socket.sendall(b"x" * (10 << 20))
    except OSError:
        pass
    answer = long.line()
    assert answer and b"64 KiB" in answer, answer
    many = []
    for _ in range(500):
        many.append(socket.socket(socket.AF_UNIX))
        many[-1].connect(hall.socket)
    moves_at(watching, stream, [1, 2], 3)
    assert times_of(hall, "connections are open, others are refused") == 1
    for one in [*many, deaf.socket, rude.socket, long.socket]:
        one.close()
    wait_until("room again", lambda: can_ask(hall))
    moves_at(watching, stream, [1, 2], 1)
    stream.check_whole()
    right_so_far(hall, stream)


def can_ask(hall):
    client = hall.client()
    try:
        client.send("status")
        return client.line(5)
    except OSError:
        return None
    finally:
        client.close()


CASES = [
    a_disk_that_is_full,
    a_disk_that_is_full_at_the_start,
    a_state_directory_that_is_read_only,
    a_disk_that_becomes_read_only,
    a_disk_that_is_full_until_memory_is_too,
    a_game_that_another_version_has_read,
    a_clock_that_jumps,
    a_machine_that_stands_still,
    a_board_that_floods,
    a_board_that_sends_rubbish,
    three_hundred_boards,
    a_device_that_comes_later,
    a_cable_that_comes_back_elsewhere,
    a_board_that_is_thinking_and_one_that_is_dead,
    a_board_whose_power_comes_back,
    a_piece_in_the_hand_of_a_player,
    clients_of_all_kinds,
]

run(CASES, sys.argv[1], sys.argv[2:])
