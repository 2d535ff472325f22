#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""boardd is killed at any moment, again and again, while games are played.

After every start: nothing that was published is missing or another, seq has
no gap, the journal is the same, the games go on, and what was published is
computed again to the letter. At the end the games are those that were played.

Usage: test_kill.py BUILD [ROUNDS [BOARDS [SEED [bus]]]]
"""

import json
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from hall import Hall, Stream, judge, wait_until  # noqa: E402

SCALE = 10
BUS_SCALE = 5  # boards of a bus answer in milliseconds, which a loaded machine has not got
OVERLAP = 200  # reports that are read again after a start


def live(hall, stream, seconds):
    """Watches for so long and keeps what was seen, up to the last byte before the kill."""
    client = hall.client()
    client.watch(max(0, stream.last - OVERLAP))
    lines = client.read(seconds)
    hall.kill()
    lines += client.read(5)
    client.close()
    stream.take(client, lines)


def die_young(hall, chance):
    time.sleep(chance.uniform(0, 0.15))
    hall.kill()


def catch_up(hall, stream, boards):
    """Every game is under way: a move more, or the arbiter is asked which it was."""
    client = hall.client()
    client.watch(stream.last)
    asked = {r["table"] for r in stream.reports() if r["event"] == "unsure"}
    seen = set()

    def all_moved():
        lines = client.read(0.2)
        stream.take(client, lines)
        for report in map(json.loads, lines):
            if report["event"] in ("move", "revised", "unsure"):
                seen.add(report["table"])
        return len(seen | asked) == boards

    wait_until(f"a move at each of {boards} tables", all_moved)
    client.close()


def main():
    build, rounds, boards, seed = sys.argv[1], 30, 4, 1
    numbers = [int(word) for word in sys.argv[2:5]]
    rounds, boards, seed = numbers + [rounds, boards, seed][len(numbers) :]
    is_bus = sys.argv[5:] == ["bus"]
    scale = str(BUS_SCALE if is_bus else SCALE)
    longest_s = 3 if is_bus else 1.5
    chance = random.Random(seed)
    stream = Stream()
    young, slowest = 0, 0.0

    with Hall(build) as hall:
        words = ["--random", str(seed), "--speed", scale, "--think", "15" if is_bus else "6"]
        devices = hall.sim(*words, *(["--bus"] if is_bus else []), boards=boards)
        hall.start(devices, "--time-scale", scale)
        catch_up(hall, stream, boards)
        hall.kill()
        if is_bus:  # by address
            names = [r["board"] for r in stream.reports() if r.get("state") == "connected"]
            assert names == sorted(names) and len(names) == boards, names
        for i in range(rounds):
            is_young = i > 3 and chance.random() < 0.2
            took = hall.start(devices, "--time-scale", scale, wait=not is_young)
            if is_young:
                young += 1
                die_young(hall, chance)
            else:
                slowest = max(slowest, took)
                live(hall, stream, chance.uniform(0.05, longest_s))
            assert "cannot be computed again" not in hall.said(), f"after kill {i}"
            if i % 50 == 49:
                print(f"# {i + 1} kills, {stream.last} reports", flush=True)
        hall.start(devices, "--time-scale", scale)
        catch_up(hall, stream, boards)
        hall.kill()
        hall.start([], "--time-scale", scale)
        live(hall, stream, 1.0)
        whole = Stream()
        hall.start([], "--time-scale", scale)
        client = hall.client()
        client.watch(0)
        whole.take(client, client.read(3))
        wait_until("all reports", lambda: whole.last >= stream.last or whole.take(
            client, client.read(1)))
        whole.check_whole()
        for seq, line in stream.lines.items():
            assert whole.lines[seq] == line, f"report {seq} is another in the end"
        assert "cannot be computed again" not in hall.said()
        hall.end_play()
        right, doubtful, wrong = judge(whole.reports(), hall.games())
        print(
            f"# {rounds} kills ({young} while starting), {boards} boards{' of a bus' * is_bus}: "
            f"{whole.last} reports, ready after {slowest:.2f} s at most; "
            f"half-moves: {right} right, {doubtful} doubtful, {len(wrong)} wrong"
        )
        assert not wrong, "\n".join(wrong[:20])
    print("ok")


main()
