# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the cases of a test. TAP; what failed stands once more in the last lines, for of a long
log often only the end is kept."""

import json
import os
import sys
import tempfile
import time
import traceback

from hall import Hall, die_with_parent

LAST_WORDS = 12  # lines of boardd that are worth repeating
AT_ONCE = int(os.environ.get("CASES_AT_ONCE", "4"))


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


def tried(case, attempt):
    """Returns what failed, or None, and how many seconds it took."""
    began, failure = time.monotonic(), None
    try:
        attempt(case)
    except Exception as why:  # of the case or of the hall
        failure = (where(why), getattr(why, "said", ""))
        print(as_comment(traceback.format_exc()), end="", flush=True)
    return failure, time.monotonic() - began


class Attempt:
    """A case in a process of its own, with what it prints in a file."""

    def __init__(self, number, case, attempt):
        self.number, self.name = number, case.__name__.replace("_", " ")
        self.out, self.result = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")
        sys.stdout.flush()
        self.process = os.fork()
        if self.process == 0:
            self.live(case, attempt)

    def live(self, case, attempt):
        die_with_parent()
        os.dup2(self.out.fileno(), 1)
        os.dup2(self.out.fileno(), 2)
        json.dump(tried(case, attempt), self.result)
        self.result.flush()
        sys.stdout.flush()
        os._exit(0)

    def end(self):
        """Prints what it said, and its line. Returns (why, what boardd said), or None."""
        self.out.seek(0)
        self.result.seek(0)
        text = self.result.read()
        failure, took_s = json.loads(text) if text else (("its process was killed", ""), 0)
        word = "not ok" if failure else "ok"
        print(self.out.read() + f"{word} {self.number} - {self.name} # {took_s:.1f} s", flush=True)
        return failure


def run_all(cases, attempt):
    """Each case is tried by attempt(case). Most of their time they wait, for hands and for time to
    pass: so some run beside one another."""
    failures, waiting, running = [], list(enumerate(cases, 1)), {}
    print(f"1..{len(cases)}", flush=True)
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            begun = Attempt(*waiting.pop(0), attempt)
            running[begun.process] = begun
        ended = running.pop(os.wait()[0])
        failure = ended.end()
        if failure:
            failures.append((ended.name, *failure))
    finish(len(cases), failures)


def run(cases, build, wanted=()):
    """Each case has a hall of its own; those of these names, or all."""
    unknown = set(wanted) - {c.__name__ for c in cases}
    if unknown:
        sys.exit(f"there is no case {', '.join(sorted(unknown))}")

    def in_a_hall(case):
        with Hall(build) as hall:
            case(hall)

    run_all([c for c in cases if not wanted or c.__name__ in wanted], in_a_hall)
