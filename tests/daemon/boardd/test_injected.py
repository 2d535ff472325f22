#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every call to the system that boardd or SQLite makes fails once, the first, the second, and so on
until a run has no failure; and, the other half, it goes on failing. As SQLite is tested.

Each time boardd starts on a journal with a game, is asked to do things, and stops. It may end with
another status and a word, or not do what it is asked; it never crashes or hangs, and what it has answered
is in the journal, which is whole.

Usage: test_injected.py BUILD [SECONDS [CALL...]]     without SECONDS: every point there is
"""

import errno
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from hall import PATIENCE_S, Client, Hall, has_sanitizers  # noqa: E402
from journals import FAST, boardctl, journal_of, play_some, sql  # noqa: E402

CALLS = {  # and how they fail
    "pwrite64": [errno.EIO, errno.ENOSPC], "fdatasync": [errno.EIO], "fsync": [errno.EIO],
    "pread64": [errno.EIO], "open64": [errno.EMFILE, errno.EACCES], "ftruncate64": [errno.EIO],
    "mmap64": [errno.ENOMEM], "malloc": [errno.ENOMEM], "open": [errno.EMFILE],
    "openat": [errno.ENOSPC], "write": [errno.EIO, errno.ENOSPC], "read": [errno.EIO],
    "flock": [errno.ENOLCK], "fstatvfs": [errno.EIO], "eventfd": [errno.EMFILE],
    "socket": [errno.EMFILE], "bind": [errno.EACCES], "listen": [errno.EADDRINUSE],
    "accept4": [errno.EMFILE], "recvmsg": [errno.ECONNRESET], "send": [errno.EPIPE],
    "epoll_ctl": [errno.ENOMEM], "renameat": [errno.EIO], "mkdir": [errno.EACCES],
}
ASK_S = 1.5  # a disk that takes nothing: what is asked waits, and nobody else does
END_S = 30


class Answered:
    """What boardd has said that it did."""

    def __init__(self):
        self.seqs, self.gone = {}, set()


def ask_all(hall, *questions):
    """Asks them at the same time; for each the answer, or None: there was none in time."""
    clients, answers = [], []
    for call, param in questions:
        try:
            clients.append(Client(hall.socket, ASK_S))
            clients[-1].send(call, **param)
        except OSError:
            clients.append(None)
    end = time.monotonic() + ASK_S
    for client in clients:
        line = client and client.line(max(0.001, end - time.monotonic()))
        answers.append(json.loads(line).get("result") if line else None)
        if client:
            client.close()
    return answers


def do_things(hall, answered):
    notes = [f"note injected {i}" for i in range(3)]
    acts = [("act", {"board": "1", "action": note, "by": "Anna"}) for note in notes]
    done = ask_all(hall, *acts, ("logout", {"name": "Old"}), ("login", {"name": "Bo"}),
                   ("boards", {}), ("game", {"board": "1"}), ("forget", {"player": "Nobody"}))
    answered.seqs = {answer["seq"]: note for answer, note in zip(done, notes) if answer}
    if done[len(notes)]:
        answered.gone.add("Old")


def listens(hall):
    return hall.daemon.poll() is not None or (
        os.path.exists(hall.socket) and ask_all(hall, ("status", {}))[0])


def run_once(hall, call, at, with_errno, goes_on):
    """Returns whether a call has failed."""
    shutil.rmtree(hall.state, ignore_errors=True)
    shutil.copytree(hall.path("prepared"), hall.state)
    mark = hall.path("failed")
    for path in (mark, hall.log, hall.socket):
        if os.path.exists(path):
            os.unlink(path)
    env = {"LD_PRELOAD": f"{hall.build}/tests/libfail-nth.so", "FAIL_CALL": call,
           "FAIL_AT": str(at), "FAIL_WITH": str(with_errno), "FAIL_TELL": mark,
           "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0:" + os.environ.get("ASAN_OPTIONS", "")}
    if goes_on:
        env["FAIL_ON"] = "1"
    answered = Answered()
    hall.start([], *FAST, env=env, wait=False)
    end = time.monotonic() + PATIENCE_S
    while not listens(hall) and time.monotonic() < end:
        time.sleep(0.005)
    if hall.daemon.poll() is None:
        do_things(hall, answered)
    end_it(hall)
    check(hall, answered)
    return os.path.exists(mark)


def end_it(hall):
    if hall.daemon.poll() is None:
        hall.daemon.send_signal(signal.SIGTERM)
    try:
        status = hall.daemon.wait(END_S)
    except subprocess.TimeoutExpired:
        hall.daemon.send_signal(signal.SIGABRT)
        raise AssertionError("it does not end") from None
    gave_up = status == -signal.SIGABRT and "out of memory: stopping" in hall.said()  # and said so
    assert status in (0, 1, 2) or gave_up, f"ended with {status}"
    assert status == 0 or hall.said().strip(), "ended without a word"


def check(hall, answered):
    """The journal is whole, and what was answered is in it; what was put aside counts too."""
    files = [f"{hall.state}/{name}" for name in os.listdir(hall.state) if name.endswith(".sqlite")]
    decisions = {}
    for path in files:
        try:
            rows = sql(path, "SELECT seq, text FROM report WHERE event = 'decision'")
        except sqlite3.DatabaseError as why:
            assert "damaged" in path, f"{path}: {why}"
            continue
        decisions.update({(seq, json.loads(text)["action"]) for seq, text in rows})
    for done in answered.seqs.items():
        assert done in decisions.items(), f"{done} was answered, and is not in the journal"
    if os.path.exists(journal_of(hall)) and sql(journal_of(hall), "SELECT count(*) FROM sqlite_schema")[0][0]:
        found = boardctl(hall, "verify", journal_of(hall), code=None)
        assert found.returncode == 0, found.stderr
        for name in answered.gone:
            assert not sql(journal_of(hall), f"SELECT 1 FROM login WHERE name = '{name}'"
                           " AND revoked_ms IS NULL"), f"{name} was logged out, and is not"


def prepare(hall):
    """A journal with a game under way, a login, and a log: boardd was killed."""
    play_some(hall, 2)
    link = hall.call("login", name="Old")["link"]
    assert link
    hall.kill()
    db = sqlite3.connect(journal_of(hall))
    db.execute("INSERT INTO login (name, token, at_ms) VALUES ('Old', 'aa', 1)")
    db.commit()
    db.close()
    shutil.copytree(hall.state, hall.path("prepared"))


def points(call, is_all):
    """The first ones each, and then farther and farther apart, unless all are wanted: of the tens
    of thousands of allocations every 17th."""
    at, step = 1, 17.0 if is_all and call == "malloc" else 1.0
    while True:
        yield int(at)
        step = step if is_all else step * 1.5
        at += step


def sweep(hall, call, is_all, until):
    """Returns how many points were tried and how many failures there were, for one call."""
    tried = failed = 0
    for at in points(call, is_all):
        any_failed = False
        for number, with_errno in enumerate(CALLS[call]):
            for goes_on in (False, True):
                if not is_all and (at + number) % 2 == goes_on:  # one of the two
                    continue
                if time.monotonic() > until:
                    return tried, failed, False
                try:
                    has_failed = run_once(hall, call, at, with_errno, goes_on)
                except AssertionError as why:
                    raise AssertionError(f"{call} number {at}, {errno.errorcode[with_errno]}"
                                         f"{', going on' * goes_on}: {why}") from why
                tried += 1
                failed += has_failed
                any_failed |= has_failed
        if not any_failed:
            return tried, failed, True


def main():
    build = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0
    calls = sys.argv[3:] or [c for c in CALLS if c != "malloc" or not has_sanitizers(build)]
    with Hall(build) as hall:
        prepare(hall)
        began = time.monotonic()
        total = 0
        for i, call in enumerate(calls):
            share = began + seconds * (i + 1) / len(calls) if seconds else float("inf")
            tried, failed, is_whole = sweep(hall, call, not seconds, share)
            total += failed
            print(f"# {call}: {tried} runs, {failed} with a failure"
                  f"{'' if is_whole else ', then the time was up'}", flush=True)
        print(f"# {total} failures in {time.monotonic() - began:.0f} s: no crash, nothing lost")
    print("ok")


main()
