#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies of the journal that are made by themselves, and a journal that is restored from one. TAP.

Usage: test_backup.py BUILD [CASE...]
"""

import json
import os
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from cases import run  # noqa: E402
from hall import Stream, wait_until  # noqa: E402
from journals import (FAST, Page, boardctl, check_replays, journal_of, online,  # noqa: E402
                      play_some, sql, watch_until)

VERY_FAST = ["--time-scale", "100"]  # a minute passes in 0.6 s


def configure(hall, **keys):
    with open(hall.path("conf"), "w") as file:
        file.write("[journal]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items()))
    return ["-c", hall.path("conf")]


def copies(folder):
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(".sqlite"))
    except FileNotFoundError:
        return []


def restore(hall, backup, state):
    found = boardctl(hall, "restore", backup, "--state", state)
    assert "consistent" in found.stdout and "restored" in found.stdout, found
    hall.state = state
    return found.stdout


def copies_are_made_and_the_oldest_go(hall):
    """Each can be restored: boardd starts on it, and what it has replays and verifies."""
    _, stream = play_some(hall)
    head = hall.call("status")["head"]
    hall.stop()
    folder = hall.path("other-disk") + "/copies"
    words = configure(hall, backup="1m", backup_folder=folder, backup_keep=2)
    hall.start([], *VERY_FAST, *words)
    seen = set()
    wait_until("four copies", lambda: seen.update(copies(folder)) or len(seen) >= 4)
    wait_until("two are left", lambda: len(copies(folder)) == 2)
    status = hall.call("status")["backup"]
    assert status["every_s"] == 60 and status["folder"] == folder, status
    assert status["last"] and status["failing"] is None, status
    assert "last " in online(hall, "status").stdout
    hall.stop()
    newest = f"{folder}/{copies(folder)[-1]}"
    assert os.stat(newest).st_mode & 0o077 == 0, "only its owner may read it"
    restore(hall, newest, hall.path("new/state"))
    hall.start([], *FAST)
    client, again = hall.client(), Stream()
    client.watch(0)
    watch_until(hall, client, again, "all reports", lambda _: again.last >= stream.last)
    assert all(again.lines[seq] == line for seq, line in stream.lines.items()), "a report differs"
    client.close()
    hall.stop()
    check_replays(hall)
    assert "unchanged" in boardctl(hall, "verify", journal_of(hall), "--head", head).stdout


def a_journal_with_a_log_gives_way_to_a_backup(hall):
    """What was there is kept; what was published since is another record, and readers start over."""
    devices, stream = play_some(hall)
    before = hall.call("status")
    backup = hall.path("copy")
    online(hall, "backup", backup)
    client = hall.client()
    client.watch(stream.last)
    watch_until(hall, client, stream, "more moves", lambda _: stream.last > before["last"] + 10)
    client.close()
    refused = boardctl(hall, "restore", backup, "--state", hall.state, code=1)
    assert "another boardd uses" in refused.stderr, refused
    hall.kill()
    assert os.path.getsize(journal_of(hall) + "-wal") > 0, "a log is left"
    restore(hall, backup, hall.state)
    aside = [name for name in os.listdir(hall.state) if name.startswith("journal-replaced-")]
    assert len(aside) == 2, aside
    kept = next(f"{hall.state}/{name}" for name in aside if name.endswith(".sqlite"))
    assert sql(kept, "SELECT max(seq) FROM report")[0][0] >= stream.last
    hall.start(devices, *FAST)
    after = hall.call("status")
    assert after["journal"] != before["journal"], "numbers are given again"
    assert "cannot be computed again" not in hall.said()
    client, again = hall.client(), Stream()
    client.watch(0)
    watch_until(hall, client, again, "the game goes on", lambda reports: any(
        r["event"] == "move" and r["seq"] > before["last"] for r in reports))
    again.check_whole()
    for seq in range(1, before["last"] + 1):
        assert again.lines[seq] == stream.lines[seq], f"report {seq} differs"
    client.close()
    hall.stop()
    check_replays(hall)
    boardctl(hall, "verify", journal_of(hall), "--head", before["head"])


def what_is_no_backup_is_not_restored(hall):
    play_some(hall, 1)
    hall.stop()
    with open(journal_of(hall), "rb") as file:
        good = file.read()
    online_copy = hall.path("bad")
    for text in (b"", b"no journal at all" * 300, good[: len(good) // 2]):
        with open(online_copy, "wb") as file:
            file.write(text)
        boardctl(hall, "restore", online_copy, "--state", hall.state, code=1)
    with open(online_copy, "wb") as file:
        file.write(good)
    sql(online_copy, "UPDATE report SET text = replace(text, 'observed', 'presumed')")
    found = boardctl(hall, "restore", online_copy, "--state", hall.state, code=1)
    assert "not as it was written" in found.stderr, found
    with open(online_copy, "wb") as file:
        file.write(good)
    sql(online_copy, "DROP TABLE report")
    found = boardctl(hall, "restore", online_copy, "--state", hall.state, code=1)
    assert "no such table" in found.stderr, found
    os.mkfifo(hall.path("pipe"))
    for command in (["restore", hall.path("pipe"), "--state", hall.state], ["verify", hall.path("pipe")],
                    ["replay", "--journal", hall.path("pipe"), "--game", "any"]):
        assert "nvalid argument" in boardctl(hall, *command, code=1).stderr
    boardctl(hall, "restore", hall.path("none"), "--state", hall.state, code=1)
    with open(journal_of(hall), "rb") as file:
        assert file.read() == good, "it is untouched"
    assert not [name for name in os.listdir(hall.state) if "copy" in name or "replaced" in name]


def a_copy_that_fails_is_said(hall):
    with open(hall.path("file"), "w"):
        pass
    words = configure(hall, backup="1m", backup_folder=hall.path("file") + "/below")
    hall.start([], *VERY_FAST, *words)
    page = Page(hall)
    why = wait_until("it is said", lambda: hall.call("status")["backup"]["failing"])
    assert "Not a directory" in why, why
    status, text, _ = page.ask("/healthz")
    assert (status, json.loads(text)["backup"]) == (200, "failing"), text
    assert "boardd_backup_failing 1" in page.ask("/metrics")[1].decode()
    assert "FAILS" in online(hall, "status").stdout
    configure(hall, backup="1m", backup_folder=hall.path("folder"))
    hall.daemon.send_signal(signal.SIGHUP)
    wait_until("a copy", lambda: copies(hall.path("folder")))
    wait_until("it is good", lambda: hall.call("status")["backup"]["failing"] is None)
    assert json.loads(page.ask("/healthz")[1])["backup"] == "good"
    assert hall.said().count("it is tried again") == 1, hall.said()


def a_copy_is_not_due_again_after_a_restart(hall):
    words = configure(hall, backup="366d")
    folder = hall.state + "/backups"
    hall.start([], *words)
    first = wait_until("a copy", lambda: copies(folder))
    hall.stop()
    with open(f"{folder}/{first[0]}.part", "w"), open(f"{folder}/notes.sqlite.part", "w"):
        pass
    hall.start([], *words)
    wait_until("it has looked", lambda: hall.call("status")["backup"]["last"])
    assert copies(folder) == first, copies(folder)
    assert sorted(os.listdir(folder)) == [first[0], "notes.sqlite.part"], "what is not ours stays"
    hall.stop()


CASES = [
    copies_are_made_and_the_oldest_go,
    a_journal_with_a_log_gives_way_to_a_backup,
    what_is_no_backup_is_not_restored,
    a_copy_that_fails_is_said,
    a_copy_is_not_due_again_after_a_restart,
]

if __name__ == "__main__":
    run(CASES, sys.argv[1], sys.argv[2:])
