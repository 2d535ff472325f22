#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A hall over a long time: boards that are unplugged and fall silent, clients that read, that do not
read and that come and go, and boardd killed now and then. Its memory and its descriptors stay as they
are, and at the end every output tells what was played.

Usage: test_soak.py BUILD [BOARDS [SCALE [SECONDS [KILLS [SEED]]]]]
"""

import http.client
import os
import re
import resource
import sys
import threading
import time
from datetime import datetime

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from hall import PATIENCE_S, Client, Hall, Stream, fold, has_sanitizers, judge, wait_until  # noqa: E402
from journals import boardctl, check_replays, journal_of  # noqa: E402

FAULTS = "unplug={rate},silence={rate}"  # each board about once in a thousand seconds of life
REPLAYED_MAX = 24  # games that are computed again: each reads all of the journal in its time
PATHS = ["/v1/boards", "/v1/games", "/pgn/games.pgn", "/metrics", "/healthz", "/public.json",
         "/v1/events?since=0&limit=100", "/nothing"]
GROWTH_MIB = 24  # and what each board's games may take
GROWTH_OF_BOARD_MIB = 0.5
GROWTH_FILES = 24


def anonymous_mib(pid):
    with open(f"/proc/{pid}/smaps_rollup") as rollup:
        return next(int(line.split()[1]) / 1024 for line in rollup if line.startswith("Anonymous:"))


def get(hall, path):
    address = hall.call("status")["address"].split("/")[2]
    connection = http.client.HTTPConnection(address, timeout=PATIENCE_S)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


class Crowd:
    """Clients of every kind, on a thread, as long as boardd is there."""

    def __init__(self, hall):
        self.hall, self.ends, self.asked = hall, threading.Event(), 0
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        lazy = []
        while not self.ends.is_set():
            try:
                lazy.append(Client(self.hall.socket))  # asks for everything, and reads nothing
                lazy[-1].send("watch", since=0)
                for path in PATHS:
                    get(self.hall, path)
                    self.asked += 1
                if len(lazy) > 8:
                    lazy.pop(0).close()
            except (OSError, AssertionError, http.client.HTTPException, ValueError):
                pass  # it was killed meanwhile
            self.ends.wait(0.3)
        for client in lazy:
            client.close()

    def end(self):
        self.ends.set()
        self.thread.join()


def watch(hall, stream, seconds):
    """Reads all that is published in that time."""
    client = hall.client()
    client.watch(stream.last)
    stream.take(client, client.read(seconds))
    client.close()


def live(hall, stream, seconds, boards):
    """One life of boardd: in its second half it does not grow. Returns by how much it did."""
    watch(hall, stream, seconds / 2)
    pid = hall.daemon.pid
    memory, files = anonymous_mib(pid), len(os.listdir(f"/proc/{pid}/fd"))
    watch(hall, stream, seconds / 2)
    grown = anonymous_mib(pid) - memory
    more = len(os.listdir(f"/proc/{pid}/fd")) - files
    assert has_sanitizers(hall.build) or grown < GROWTH_MIB + boards * GROWTH_OF_BOARD_MIB, (
        f"{grown:.1f} MiB more, of {memory:.1f}")
    assert more < GROWTH_FILES + boards / 4, f"{more} descriptors more, of {files}"
    return grown, more


def plies_of(pgn):
    """How many half-moves each game of a PGN has."""
    plies = {}
    for game in re.split(r"\n(?=\[Event )", pgn):
        found = re.search(r'\[GameId "([^"]+)"\]', game)
        text = re.sub(r"\{[^}]*\}|^\[.*\]$|\$\d+", " ", game, flags=re.M)
        moves = [w for w in text.split() if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*|0-0", w)]
        if found:
            plies[found.group(1)] = len(moves)
    return plies


def moment(report):
    return datetime.fromisoformat(report["time"].replace("Z", "+00:00")).timestamp()


def scores(reports):
    """How many half-moves the score of each game has: it ends where another position was given,
    because nobody knows how that was reached."""
    plies, ended = {}, set()
    for report in reports:
        gid = report.get("game")
        if report["event"] == "game" and report["state"] == "position" and plies.get(gid):
            ended.add(gid)
        elif report["event"] == "move" and gid not in ended:
            plies.setdefault(gid, set()).add(report["ply"])
        elif report["event"] == "revised" and report["uci"] is None and gid in plies:
            plies[gid] = {ply for ply in plies[gid] if ply < report["ply"]}
    return {gid: len(of_game) for gid, of_game in plies.items()}


def compare(hall, stream):
    """What is asked for in other ways is what the stream has told."""
    reports = stream.reports()
    told, score = fold(reports), scores(reports)
    for board in hall.call("boards")["boards"]:
        if not board["game"]:
            continue
        gid = board["game"]["game"]
        moves = told[gid]["moves"]
        shown = [move["uci"] for move in hall.call("game", game=gid)["moves"]]
        assert shown == [moves[ply][0] for ply in sorted(moves)], f"{gid}: {shown}"
    shown = plies_of(get(hall, "/pgn/games.pgn")[1])
    for gid, count in shown.items():
        assert count == score.get(gid, 0), f"{gid}: {count} in PGN, {score.get(gid, 0)} told"
    status, text = get(hall, "/v1/events?since=0&limit=10000")
    assert status == 200
    for seq, line in enumerate(text.encode().splitlines(), 1):
        assert line == stream.lines[seq], f"report {seq} is another by HTTP"
    return len(shown)


def main():
    given = [float(word) for word in sys.argv[2:]]
    boards, scale, seconds, kills, seed = given + [8, 8, 10, 1, 7][len(given) :]
    boards, kills, seed = int(boards), int(kills), int(seed)
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    stream, growth = Stream(), []
    with Hall(sys.argv[1]) as hall:
        devices = hall.sim("--random", str(seed), "--speed", f"{scale:g}", "--think", "8", "--careful",
                           "--faults", FAULTS.format(rate=0.001), boards=boards, kind="--unix")
        words = ["--time-scale", f"{scale:g}"]
        hall.start(devices, *words)
        crowd = Crowd(hall)
        try:
            for i in range(kills + 1):
                growth.append(live(hall, stream, seconds / (kills + 1), boards))
                if i < kills:
                    hall.kill()
                    hall.start(devices, *words)
        finally:
            crowd.end()
        hall.stop()
        hall.start([], *words)
        last = hall.call("status")["last"]
        wait_until("all reports", lambda: watch(hall, stream, 0.5) or stream.last >= last)
        stream.check_whole()
        shown = compare(hall, stream)
        head = hall.call("status")["head"]
        hall.stop()
        assert "cannot be computed again" not in hall.said(), hall.said()[-2000:]
        boardctl(hall, "verify", journal_of(hall), "--head", head)
        check_replays(hall, REPLAYED_MAX)
        hall.end_play()
        reports = stream.reports()
        right, doubtful, wrong = judge(reports, hall.games())
        life_min = (moment(reports[-1]) - moment(reports[0])) / 60
        print(f"# {boards} boards, {scale:g} times as fast, {seconds:g} s, {life_min:.0f} min of life, "
              f"{kills} kills: {stream.last} reports, {crowd.asked} requests, {shown} games; in half "
              f"a life at most {max(g for g, _ in growth):.1f} MiB and "
              f"{max(m for _, m in growth)} descriptors more; "
              f"half-moves: {right} right, {doubtful} doubtful, {len(wrong)} wrong")
        assert not wrong, "\n".join(wrong[:20])
    print("ok")


main()
