# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the cases of a test. TAP; what failed stands once more in the last lines, for of a long
log often only the end is kept."""

import os
import sys
import time
import traceback

from hall import Hall

LAST_WORDS = 12  # lines of boardd that are worth repeating


def where(why):
    """The line of the test that it came from, and what it says."""
    frames = traceback.extract_tb(why.__traceback__)
    own = [f for f in frames if os.path.basename(f.filename) == os.path.basename(sys.argv[0])]
    frame = (own or frames)[-1]
    return f"line {frame.lineno}, {frame.name}: {type(why).__name__}: {why}"


def as_comment(text):
    return "".join(f"# {line}\n" for line in text.splitlines())


def finish(count, failures):
    """Of each failure its name, what went wrong, and what boardd said last. Ends the test."""
    for name, why, said in failures:
        print(f"# FAILED: {name}: {why}")
        print(as_comment("\n".join(said.splitlines()[-LAST_WORDS:])), end="")
    if failures:
        print(f"# {len(failures)} of {count} failed: " + "; ".join(name for name, _, _ in failures))
    sys.stdout.flush()
    sys.exit(len(failures) > 0)


def run(cases, build, wanted=()):
    """Each case has a hall of its own; those of these names, or all."""
    unknown = set(wanted) - {c.__name__ for c in cases}
    if unknown:
        sys.exit(f"there is no case {', '.join(sorted(unknown))}")
    cases = [c for c in cases if not wanted or c.__name__ in wanted]
    failures = []
    print(f"1..{len(cases)}", flush=True)
    for number, case in enumerate(cases, 1):
        name, began, word = case.__name__.replace("_", " "), time.monotonic(), "ok"
        hall = None
        try:
            with Hall(build) as hall:
                try:
                    case(hall)
                finally:  # what it said is gone with the hall
                    said = hall.said()
        except Exception as why:  # of the case or of the hall; the next case is tried
            failures.append((name, where(why), said if hall else ""))
            print(as_comment(traceback.format_exc()), end="")
            word = "not ok"
        print(f"{word} {number} - {name} # {time.monotonic() - began:.1f} s", flush=True)
    finish(len(cases), failures)
