#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One boardd with a whole tournament, and with one board.

A thousand simulated boards play at tournament pace: a half-move a minute each,
and clocks that speak every second. Printed are the processor time, the memory
and whether anything was lost; then how long a restart in mid-game takes; then
the same for one board.

Usage: bench_hall.py [BUILD [BOARDS [SECONDS]]]
"""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/support"))

from hall import Hall, Stream, judge, wait_until  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
THINK_S = 54  # with the hands and the press a half-move takes a minute
failures = []


def verdict(is_good):
    if not is_good:
        failures.append(1)
    return "" if is_good else ", MISSED"


def cpu_s(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mib(pid, what):
    with open(f"/proc/{pid}/smaps_rollup") as rollup:
        for line in rollup:
            if line.startswith(what + ":"):
                return int(line.split()[1]) / 1024
    return 0


def all_there(hall, boards):
    def look():
        found = hall.call("boards")["boards"]
        return sum(b["health"] != "missing" for b in found) == boards

    wait_until(f"{boards} boards", look, 300)


def tournament(build, boards, seconds):
    with Hall(build) as hall:
        words = ["--random", "3", "--think", str(THINK_S)]
        devices = hall.sim(*words, boards=boards, kind="--unix")
        ready = hall.start(devices)
        all_there(hall, boards)
        client, stream = hall.client(), Stream()
        client.watch(0)
        stream.take(client, client.read(5))
        pid, before, began = hall.daemon.pid, cpu_s(hall.daemon.pid), time.monotonic()
        while time.monotonic() < began + seconds:
            stream.take(client, client.read(1))
        used = (cpu_s(pid) - before) / (time.monotonic() - began)
        memory = memory_mib(pid, "Rss")
        hall.end_play()
        stream.take(client, client.read(5))
        stream.check_whole()
        right, doubtful, wrong = judge(stream.reports(), hall.games())
        played = sum(len(game) for games in hall.games().values() for game in games)
        lost = played - right - doubtful
        print(
            f"hall, {boards} boards for {seconds} s: {used * 100:.0f} % of a core (budget 100"
            f"{verdict(used < 1)}), {memory:.0f} MiB (budget 200{verdict(memory < 200)}), ready "
            f"after {ready:.2f} s; {len(stream.lines)} reports, {played} half-moves played, "
            f"{right} right, {doubtful} doubtful, {len(wrong)} wrong, {lost} in the air at the end"
            f"{verdict(not wrong and lost <= boards / 20)}"
        )


def restart(build, boards):
    with Hall(build) as hall:
        devices = hall.sim("--random", "3", "--think", "5", boards=boards, kind="--unix")
        hall.start(devices)
        all_there(hall, boards)
        time.sleep(20)
        times = []
        for _ in range(3):
            hall.kill()
            times.append(hall.start(devices))
            time.sleep(5)
        assert "cannot be computed again" not in hall.said()
        print(
            f"hall, {boards} boards killed in mid-game: answers again after "
            f"{sorted(times)[1]:.2f} s (budget 5{verdict(sorted(times)[1] < 5)})"
        )


def one_board(build, seconds):
    with Hall(build) as hall:
        devices = hall.sim("--random", "3", "--think", str(THINK_S))
        times = []
        for _ in range(5):
            times.append(hall.start(devices))
            hall.kill()
        hall.start(devices)
        all_there(hall, 1)
        time.sleep(3)
        pid, before = hall.daemon.pid, cpu_s(hall.daemon.pid)
        time.sleep(seconds)
        used = (cpu_s(pid) - before) / seconds
        anonymous = memory_mib(pid, "Anonymous")
        ready = sorted(times)[2]
        print(
            f"one board: {used * 100:.2f} % of a core (budget 1{verdict(used < 0.01)}), "
            f"{anonymous:.1f} MiB of anonymous memory (budget 8{verdict(anonymous < 8)}), ready "
            f"after {ready * 1000:.0f} ms (budget 200{verdict(ready < 0.2)})"
        )


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build/release"
    boards = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 60
    tournament(build, boards, seconds)
    restart(build, min(boards, 300))
    one_board(build, min(seconds, 20))
    sys.exit(1 if failures else 0)


main()
