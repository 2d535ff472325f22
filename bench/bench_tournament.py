#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench_tournament.py [BUILD [BOARDS [ROUNDS [SCALE [PLIES]]]]]: a whole tournament, broadcast.

32 boards play 3 rounds at 20 times the pace of life, with a delay of two minutes, decisions that
are wrong and undone, a broker that dies twice, and a Lichess that answers 429 and 500 now and then.
Everything that the public can see is looked at all the time. Exits with 1 if anything was shown too
early, or does not end as it was played. tests/daemon/boardd/test_tournament.py is the same in small."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "support"))
from tournament import Tournament  # noqa: E402

words = sys.argv[1:] + ["build/release", "32", "3", "20", "60"][len(sys.argv) - 1 :]
build = os.path.abspath(words[0])
boards, rounds, scale, plies = (int(word) for word in words[1:5])
programs = [f"{build}/{name}" for name in ("daemon/boardd", "simulator/boardsim", "daemon/boardctl",
                                           "tests/make-games")]
began = time.monotonic()
with Tournament(programs, boards, rounds, scale, delay_s=120, plies=plies) as event:
    said = event.run()
print(f"tournament of {boards} boards, {rounds} rounds, {scale} times as fast: {said}; "
      f"{time.monotonic() - began:.0f} s")
