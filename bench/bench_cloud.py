#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The LiveChess Cloud files of a hall, asked for by many who have them already.

Every board has a game of a few moves, and then nobody moves. Each poller asks every four seconds
for the tournament, the round, all its games, and all of them as PGN, each with the tag it has, and
gets 304. Printed is the processor time of boardd, without pollers and with them, and what one of
these answers takes beside the yardstick: a file of the page, which never changes. Exits with 1 if
anything else than 304 was answered, or if one took twice as long as the yardstick.

Usage: bench_cloud.py [BUILD [BOARDS [POLLERS [SECONDS]]]]
"""

import http.client
import os
import sys
import threading
import time
from urllib.parse import urlsplit

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/support"))

from hall import Hall, wait_until  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
TID = "5b1f0c6e-6a0e-4c5b-9d57-0d5f6c1e2a11"
PERIOD_S = 4
SCRIPT = """wait 10
lift e2; place e4 P; press white; lift e7; place e5 p; press black
lift g1; place f3 N; press white; lift b8; place c6 n; press black
wait 100000
"""


def cpu_s(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Poller:
    """One who reads the tournament over one connection."""

    def __init__(self, address, boards):
        where = urlsplit(address)
        self.connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
        self.tags = {}
        self.answers = []
        self.slowest_s = 0
        self.paths = ["/pgn/games.pgn", f"/get/{TID}/tournament.json",
                      f"/get/{TID}/round-1/index.json"]
        self.paths += [f"/get/{TID}/round-1/game-{i}.json" for i in range(1, boards + 1)]

    def ask(self, path):
        headers = {"If-None-Match": self.tags[path]} if path in self.tags else {}
        began = time.monotonic()
        self.connection.request("GET", path, headers=headers)
        answer = self.connection.getresponse()
        answer.read()
        self.slowest_s = max(self.slowest_s, time.monotonic() - began)
        if answer.status == 200:
            self.tags[path] = answer.headers["ETag"]
        return answer.status

    def look(self):
        self.answers += [self.ask(path) for path in self.paths]

    def run(self, first_s, until_s):
        at = first_s
        while at < until_s:
            time.sleep(max(0, at - time.monotonic()))
            self.look()
            at += PERIOD_S


def use_of(pid, seconds):
    before, began = cpu_s(pid), time.monotonic()
    time.sleep(seconds)
    return (cpu_s(pid) - before) / (time.monotonic() - began)


def poll(pid, pollers, seconds):
    before, began = cpu_s(pid), time.monotonic()
    threads = [threading.Thread(target=one.run, args=(
        began + PERIOD_S * i / len(pollers), began + seconds)) for i, one in enumerate(pollers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return (cpu_s(pid) - before) / (time.monotonic() - began)


def each_s(pid, address, path, count=2000):
    """What one answer takes, of the processor's time."""
    one = Poller(address, 0)
    one.ask(path)
    before = cpu_s(pid)
    for _ in range(count):
        assert one.ask(path) == 304, path
    return (cpu_s(pid) - before) / count


def main():
    words = sys.argv[1:] + ["build/release", "100", "20", "20"][len(sys.argv) - 1 :]
    build, boards, count, seconds = words[0], *map(int, words[1:4])
    with Hall(build) as hall:
        for name, text in (("script", SCRIPT), ("conf", "[http]\nrequest_rate = 100000\n"
                           f"[broadcast]\nid = hbr26\nround = 1\ncloud_id = {TID}\n")):
            with open(hall.path(name), "w") as file:
                file.write(text)
        hall.start(hall.sim("--script", hall.path("script"), boards=boards, kind="--unix"),
                   "-c", hall.path("conf"))
        wait_until("the moves", lambda: sum(
            game["plies"] == 4 for game in hall.call("games")["games"]) == boards, 120)
        address = hall.call("status")["address"]
        pollers = [Poller(address, boards) for _ in range(count)]
        for one in pollers:
            one.look()
            assert set(one.answers) == {200}, set(one.answers)
            one.answers, one.slowest_s = [], 0
        idle = use_of(hall.daemon.pid, seconds)
        used = poll(hall.daemon.pid, pollers, seconds)
        answers = [status for one in pollers for status in one.answers]
        others = sum(status != 304 for status in answers)
        bare = each_s(hall.daemon.pid, address, "/public")
        ratios = {path.rsplit("/", 1)[1]: each_s(hall.daemon.pid, address, path) / bare for path in (
            *pollers[0].paths[:4], "/pgn/board-1.pgn")}
        slow = max(ratios.values()) > 2
        print(f"cloud files, {boards} boards, {count} pollers every {PERIOD_S} s for {seconds} s: "
              f"{used * 100:.1f} % of a core, without them {idle * 100:.1f} %; {len(answers)} answers"
              f", {others} of them not 304{', MISSED' if others else ''}; the slowest took "
              f"{max(one.slowest_s for one in pollers) * 1000:.0f} ms")
        print(f"an answer 304 takes {bare * 1e6:.0f} us; beside that: " + ", ".join(
            f"{name} {ratio:.2f}" for name, ratio in ratios.items()) +
            f" (budget 2){', MISSED' if slow else ''}")
    sys.exit(1 if others or slow else 0)


main()
