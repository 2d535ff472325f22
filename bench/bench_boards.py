#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Games with human hands on boards of each make, read by boardd over sockets, or, those that
have no cable, over Bluetooth with a BlueZ of the test's own.

Usage: bench_boards.py BUILD [--games N] [--at-once N] [--speed X] [--hands KIND] [--keep FOLDER] [MAKE...]

For each make: how many half-moves were played, how many of them were told right, in how many
games the arbiter was asked, how often a board was lost and found again, and what must be 0:
half-moves that are wrong before any doubt, games without a doubt that were not told to their
end, and findings, observed or presumed, against hands that broke no law. In every game
boardd is cut off once in the middle. Exit status 1 if one of these is not 0.

Under tests' `paced` the boards play no faster than the machine can follow.
"""

import argparse
import os
import shutil
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/support"))

from bluez import Bluez  # noqa: E402
from hall import Hall, Listener, fold, judge, paced_s  # noqa: E402

MAKES = ["dgt", "certabo", "chesslink", "chessnut", "sentio", "squareoff", "pegasus", "eone"]
NAMES = {"pegasus": "DGT_Pegasus_", "eone": "MILLENNIUM CHESS eONE "}  # on the radio
CUTS = 12  # so often in a game's time some boards are cut off
OUT_S = 8  # of the board's time: more than the silence after which a board is lost


def wait(seconds, is_over):
    """So long in the time of the boards' machine; False if play has ended."""
    end = paced_s() + seconds
    while paced_s() < end:
        if is_over.wait(0.01):
            return False
    return True


def cut_off(sims, speed, is_over):
    """Every board falls silent for a while, some together, until all have."""
    together = -(-len(sims) // CUTS)
    for first in range(0, len(sims), together):
        if not wait(20 / speed, is_over):
            return
        cut = [sim for sim in sims[first : first + together] if sim.poll() is None]
        for sim in cut:
            sim.send_signal(signal.SIGSTOP)
        wait(OUT_S / speed, is_over)
        for sim in cut:
            sim.send_signal(signal.SIGCONT)


def untold(reports, truth):
    """A sentence for each game that ends too early although nothing was in doubt.

    Right after the last half-move the boards are switched off: it need not have been seen.
    """
    told = {}
    for game in fold(reports).values():
        last = max(game["moves"], default=0)
        told[game["table"]] = max(told.get(game["table"], 0), last)
    unsure = {r["table"] for r in reports if r["event"] == "unsure"}
    return [
        f"table {table}: told are {told.get(table, 0)} of {len(played[0])} half-moves"
        for table, played in truth.items()
        if table not in unsure and played and told.get(table, 0) < len(played[0]) - 1
    ]


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
        lost = sum(r["event"] == "board" and r["state"] == "lost" for r in reports)
        found = sum(r["event"] == "board" and r["state"] == "resynced" for r in reports)
        hall.stop()
        if args.keep:
            shutil.copytree(hall.folder, f"{args.keep}/{make}-{seed}", symlinks=True,
                            ignore=lambda _, names: [n for n in names if n[0] == "b" or n == "socket"])
        return {
            "half-moves": sum(len(game) for games in truth.values() for game in games),
            "right": right, "doubtful": doubtful, "unsure games": len(unsure),
            "lost": lost, "found again": found,
            "wrong (0)": wrong, "untold (0)": untold(reports, truth),
            "accused (0)": [
                f"{r['game']}: {r['color']} {r['kind']} {r['article']}, {r['certainty']}"
                for r in accused
            ],
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--speed", type=float, default=10)
    parser.add_argument("--at-once", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands")
    parser.add_argument("--keep", help="a folder for journals, logs and truths")
    parser.add_argument("makes", nargs="*", default=MAKES)
    args = parser.parse_intermixed_args()
    is_good, is_first = True, True
    for make in args.makes or MAKES:
        total = {}
        for first in range(0, args.games, args.at_once):
            count = min(args.at_once, args.games - first)
            for what, found in play(args.build, make, args.seed + first, count, args).items():
                total[what] = total[what] + found if what in total else found
        if is_first:
            print(f"{'make':10} {'games':>5} " + " ".join(f"{what:>12}" for what in total))
        is_first = False
        values = [len(v) if isinstance(v, list) else v for v in total.values()]
        print(f"{make:10} {args.games:5} " + " ".join(f"{v:12}" for v in values), flush=True)
        for what, found in total.items():
            for line in found[:3] if isinstance(found, list) else []:
                is_good = False
                print(f"  {what[:-4]}: {line}", flush=True)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
