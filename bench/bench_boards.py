#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Games with human hands on boards of each make, read by boardd over sockets, or, those that
have no cable, over Bluetooth with a BlueZ of the test's own.

Usage: bench_boards.py BUILD [--games N] [--at-once N] [--speed X] [--hands KIND] [MAKE...]

For each make: how many games were read right to the end, how many otherwise with an
`unsure`, and what must be 0: half-moves that are wrong before any doubt, and players
accused who did nothing. In every game boardd is cut off once in the middle.
Exit status 1 if one of these is not 0.
"""

import argparse
import os
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/support"))

from bluez import Bluez  # noqa: E402
from hall import Hall, Listener, judge  # noqa: E402

MAKES = ["dgt", "certabo", "chesslink", "chessnut", "sentio", "squareoff", "pegasus", "eone"]
NAMES = {"pegasus": "DGT_Pegasus_", "eone": "MILLENNIUM CHESS eONE "}  # on the radio
OUT_S = 8  # of the board's time: more than the silence after which a board is lost


def cut_off(sims, speed, is_over):
    """Every board falls silent for a while, one after the other."""
    for sim in sims:
        if is_over.wait(20 / speed):
            return
        sim.send_signal(signal.SIGSTOP)
        time.sleep(OUT_S / speed)
        sim.send_signal(signal.SIGCONT)


def tables_of(hall, make, count):
    """Boards on the radio come in any order; each is called by the end of its address."""
    if make not in NAMES:
        return list(range(1, count + 1))
    found = {b["board"]: b["table"] for b in hall.call("boards")["boards"]}
    return [
        found[str(i + 10001) if make == "pegasus" else f"bt-{i + 1:06x}"] for i in range(count)
    ]


def play(build, make, seed, count, args):
    """So many boards at once, a game on each; returns what came of it."""
    with Hall(build) as hall:
        words = ["--make", make, "--games", "1", "--speed", str(args.speed), "--once"]
        words += ["--hands", args.hands] if args.hands else []
        devices = []
        truths = [hall.path(f"truth{i}") for i in range(count)]
        for i in range(count):
            devices += hall.sim(
                *words, "--serial", str(10001 + i), "--random", str(seed + i),
                name=f"b{i}", kind="--unix", truth=truths[i]
            )
        env = {}
        if make in NAMES:
            bluez = Bluez(hall)
            for i, device in enumerate(devices):
                socket = device.removeprefix("unix:")
                bluez.add(make, f"AA:BB:CC:00:00:{i + 1:02X}", f"{NAMES[make]}{i + 10001}", socket)
            bluez.start("known")
            env = bluez.env
            devices = []
        hall.start(devices, "--time-scale", str(args.speed), env=env)
        watched = Listener(hall)
        is_over = threading.Event()
        sims = hall.sims[:count]
        cutter = threading.Thread(target=cut_off, args=(sims, args.speed, is_over))
        cutter.start()
        while any(sim.poll() is None for sim in sims):
            watched.read()
        is_over.set()
        cutter.join()
        end = time.monotonic() + 10
        while time.monotonic() < end:
            watched.read()
        tables = tables_of(hall, make, count)
        truth = {tables[i]: hall.games(file)[1] for i, file in enumerate(truths)}
        reports = watched.stream.reports()
        right, doubtful, wrong = judge(reports, truth)
        accused = [r for r in reports if r["event"] == "irregularity"]
        unsure = {r["table"] for r in reports if r["event"] == "unsure"}
        hall.stop()
        return right, doubtful, wrong, accused, len(unsure)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--speed", type=float, default=10)
    parser.add_argument("--at-once", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands")
    parser.add_argument("makes", nargs="*", default=MAKES)
    args = parser.parse_intermixed_args()
    is_good = True
    print(f"{'make':10} {'games':>5} {'right':>6} {'doubtful':>8} {'unsure games':>12} "
          f"{'wrong (0)':>9} {'observed (0)':>12} {'presumed':>8}")
    for make in args.makes or MAKES:
        total = [0, 0, [], [], 0]
        for first in range(0, args.games, args.at_once):
            count = min(args.at_once, args.games - first)
            done = play(args.build, make, args.seed + first, count, args)
            total = [a + b for a, b in zip(total, done)]
        right, doubtful, wrong, accused, unsure = total
        observed = [r for r in accused if r["certainty"] == "observed"]
        print(f"{make:10} {args.games:5} {right:6} {doubtful:8} {unsure:12} {len(wrong):9} "
              f"{len(observed):12} {len(accused) - len(observed):8}", flush=True)
        for line in wrong[:3]:
            print("  " + line)
        for report in observed[:3]:
            print(f"  {report['game']}: {report['kind']} {report['article']}")
        is_good &= not wrong and not observed
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
