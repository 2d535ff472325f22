#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_tournament.py BOARDD BOARDSIM BOARDCTL MAKE-GAMES: a small tournament, whole. TAP.

The full size is bench/bench_tournament.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from broadcast import run  # noqa: E402
from tournament import Tournament  # noqa: E402


def a_small_tournament_is_broadcast_as_it_was_played():
    with Tournament(sys.argv[1:5], boards=4, rounds=2, scale=10, delay_s=30, plies=16) as event:
        print("# " + event.run())


run([a_small_tournament_is_broadcast_as_it_was_played])
