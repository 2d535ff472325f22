#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an attacker, a bad disk or a bad day does to the journal: nothing is lost, nothing changes
unseen, and boardd starts. TAP.

Usage: test_evidence.py BUILD [CASE...]
"""

import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../support"))

from cases import run  # noqa: E402
from hall import Stream, preloading, wait_until  # noqa: E402
from journals import (ANE, FAST, MAGDA, PLAY, Page, boardctl, check_replays, journal_of,  # noqa: E402
                      online, play_round, play_some, sql, watch_until)


LONG = 17 << 20  # bytes; no reader takes so much
LONG_COLUMNS = {"report": "at_ms board table_no game event input text",
                "input": "at_ms kind line table_no author data",
                "game": "board table_no first_seq last_ms is_over", "snapshot": "build sha256 data",
                "chain": "seq inputs head", "meta": "value"}


def allow_null(path):
    db = sqlite3.connect(path)
    db.executescript(
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '');"
    )
    db.close()


# --- damaged rows ---


def a_damaged_report_does_not_stop_boardd(hall):
    """The row is named, the others are served, and the game goes on."""
    devices, stream = play_some(hall)
    hall.kill()
    reports = stream.reports()
    pairs = list(zip(reports, reports[1:]))
    touch, press = (
        [r["seq"] for r, next_one in pairs if r["event"] == event != next_one["event"]][-1]
        for event in ("touch", "press")
    )
    allow_null(journal_of(hall))
    sql(journal_of(hall), f"UPDATE report SET event = NULL, text = NULL WHERE seq = {touch}",
        f"UPDATE report SET text = '{{\"event\":' WHERE seq = {press}")
    moves = sum(r["event"] == "move" for r in reports)
    hall.start(devices, *FAST)
    said = hall.said()
    assert f"report {touch} is damaged and passed over" in said, said
    assert f"report {press} is damaged and passed over" in said, said
    assert "cannot be computed again" not in said, said
    client, after = hall.client(), Stream()
    client.watch(stream.last)
    watch_until(hall, client, after, "the game goes on", lambda new: sum(
        r["event"] == "move" and r["ply"] > moves for r in new) > 1)
    games = {r["game"] for r in after.reports() if r.get("game")}
    assert games == {reports[-1]["game"]}, games
    hall.stop()
    found = boardctl(hall, "replay", "--journal", journal_of(hall), "--game", games.pop(), code=1)
    assert found.stderr.count("nobody can say what was published as") == 2, found.stderr
    assert "differs" not in found.stderr, found.stderr


def rows_of_all_kinds_that_are_damaged(hall):
    """Whatever stands in a column, boardd starts, and answers."""
    play_some(hall, 2)
    for i in range(8):
        Page(hall).log_in(f"Person {i}")
    hall.stop()
    allow_null(journal_of(hall))
    shutil.copy(journal_of(hall), hall.path("good"))
    columns = [("report", c) for c in ("at_ms", "board", "table_no", "game", "event", "input", "text")]
    columns += [("input", c) for c in ("at_ms", "kind", "line", "table_no", "author", "data")]
    columns += [("snapshot", c) for c in ("after_input", "at_ms", "build", "sha256", "data")]
    columns += [("login", c) for c in ("name", "token", "at_ms", "until_ms", "revoked_ms")]
    values = ["NULL", "''", "x'00ff'", "-1", "9223372036854775807", "1e300", "'{\"a\":[1'",
              "CAST(x'fffec080' AS TEXT)"]
    n = len(values)
    for table, column in columns:  # each row has another of them
        start_with(hall, [f"UPDATE {table} SET {column} = {value} WHERE rowid % {n} = {i}"
                          for i, value in enumerate(values)])
    for column in ("id", "board", "table_no", "first_seq", "last_ms", "is_over"):
        for value in values:  # there is but one
            start_with(hall, [f"UPDATE OR IGNORE game SET {column} = {value}"])


def start_with(hall, damage):
    shutil.copy(hall.path("good"), journal_of(hall))
    sql(journal_of(hall), *damage)
    hall.start([], *FAST)
    hall.call("boards")
    hall.call("games")
    hall.call("archive")
    hall.stop()


def a_row_that_is_longer_than_any(hall):
    """It is named, wherever its length stands; all other rows are read."""
    _, stream = play_some(hall, 2)
    hall.stop()
    allow_null(journal_of(hall))
    shutil.copy(journal_of(hall), hall.path("good"))
    last = len(stream.lines) - 1
    row = {"report": f"seq = {last}", "input": "id = (SELECT max(id) - 3 FROM input)",
           "game": "TRUE", "snapshot": "TRUE", "meta": "key = 'created'",
           "chain": "id = (SELECT max(id) - 1 FROM chain)"}
    for table, columns in LONG_COLUMNS.items():
        for column in columns.split():
            shutil.copy(hall.path("good"), journal_of(hall))
            sql(journal_of(hall),
                f"UPDATE {table} SET {column} = zeroblob({LONG}) WHERE {row[table]}")
            check_long(hall, table, f"{table}.{column}")


def check_long(hall, table, what):
    began = len(hall.said())
    hall.start([], *FAST)
    hall.call("boards")
    hall.call("games")
    hall.stop()
    said = hall.said()[began:]
    assert "cannot be read" not in said, f"{what}: {said}"
    if table in ("report", "input", "game"):
        assert "damaged and passed over: it is longer than any may be" in said, f"{what}: {said}"
    if table in ("report", "input", "chain"):
        found = boardctl(hall, "verify", journal_of(hall), code=1)
        assert "CHANGED" in found.stderr, f"{what}: {found}"


# --- whatever is answered is in the journal ---


def who_was_told_to_be_in_or_out_is_so_after_a_kill(hall):
    page, tries = Page(hall), 10
    hall.start([])
    for i in range(tries):
        stays, goes = page.log_in(f"Stays {i}"), page.log_in(f"Goes {i}")
        if i % 2:
            hall.call("logout", name=f"Goes {i}")
        else:
            assert page.ask("/v1/logout", {}, goes)[0] == 200
        hall.kill()
        hall.start([])
        assert page.who(stays) == f"Stays {i}", f"try {i}: a login was answered and is lost"
        assert page.who(goes) is None, f"try {i}: a logout was answered and is lost"


# --- time ---


def a_clock_put_back_while_boardd_was_down(hall):
    """The machine stood still, so what is shown is ahead; boardd is killed, and starts on a clock
    that was put back. What is published then replays equal."""
    jump = hall.path("jump")

    def set_ahead(seconds):
        with open(jump + ".new", "w") as file:
            file.write(f"{seconds}\n")
        os.rename(jump + ".new", jump)

    env = {"WALL_CLOCK": jump, **preloading(f"{hall.build}/tests/libwall-clock.so")}
    set_ahead(0)
    devices = hall.sim(*PLAY, boards=2)
    hall.start(devices, *FAST, env=env)
    stream = Stream()
    for i in range(6):
        client = hall.client()
        client.watch(stream.last)
        before = stream.last
        watch_until(hall, client, stream, "moves", lambda reports: all(
            any(r["event"] in ("move", "completed", "unsure") and r["table"] == t
                for r in reports[before:]) for t in (1, 2)))
        hall.daemon.send_signal(signal.SIGSTOP)
        time.sleep(1.5)
        hall.daemon.send_signal(signal.SIGCONT)
        watch_until(hall, client, stream, "a word after it",
                    lambda reports: len(reports) > len(reports[:before]) + 6)
        hall.kill()
        client.close()
        set_ahead(-60 * (i + 1))
        hall.start(devices, *FAST, env=env)
        assert "cannot be computed again" not in hall.said(), hall.said()
    hall.stop()
    check_replays(hall)


# --- copies ---


def ask_with(hall, call, fds, **param):
    """A call with descriptors beside it; the answer."""
    client = hall.client()
    line = json.dumps({"id": 1, "call": call, "param": param}).encode() + b"\n"
    socket.send_fds(client.socket, [line], fds)
    answer = json.loads(client.line())
    client.close()
    return answer


def open_files(hall):
    return len(os.listdir(f"/proc/{hall.daemon.pid}/fd"))


def copies_into_pipes_that_nobody_reads(hall):
    """They hold up nobody: neither who reads old games, nor who stops boardd."""
    play_some(hall, 2)
    hall.end_play()
    game = sql(journal_of(hall), "SELECT id FROM game")[0][0]
    pipes = [os.pipe() for _ in range(4)]
    for _, end in pipes:
        assert "no pipe" in ask_with(hall, "backup", [end])["error"]
        assert "no pipe" in ask_with(hall, "export", [end], game=game)["error"]
    assert hall.call("game", game=game)
    with open(hall.path("copy"), "wb") as copy:
        assert "result" in ask_with(hall, "backup", [copy.fileno()])
    for full in hall.path("copy"), journal_of(hall):
        with open(full, "r+b") as file:
            for call in "backup", "export", "report":
                assert "that is empty" in ask_with(hall, call, [file.fileno()], game=game)["error"]
    hall.stop()
    for pipe in pipes:
        for end in pipe:
            os.close(end)
    assert sql(hall.path("copy"), "PRAGMA integrity_check") == [("ok",)]
    assert not [name for name in os.listdir(hall.state) if "copy" in name]


def descriptors_that_nobody_asked_for(hall):
    hall.start([])
    ask_with(hall, "status", [])
    with open(os.devnull) as null:
        wait_until("all are closed", lambda: open_files(hall) > 0)
        before = open_files(hall)
        for _ in range(20):
            ask_with(hall, "status", [null.fileno()] * 5)
            ask_with(hall, "nonsense", [null.fileno()] * 2)
            ask_with(hall, "backup", [null.fileno()] * 2)
    wait_until("all are closed", lambda: open_files(hall) <= before)


def copies_do_not_outlive_a_kill(hall):
    hall.start([])
    hall.stop()
    for name in ("journal.sqlite-copy-0x1", "journal.sqlite-copy-0x1.part"):
        open(f"{hall.state}/{name}", "w").close()
    hall.start([])
    assert not [name for name in os.listdir(hall.state) if "copy" in name]


# --- names ---

def has_bytes(path, text):
    try:
        with open(path, "rb") as file:
            return text.encode() in file.read()
    except FileNotFoundError:
        return False


def a_player_is_forgotten_everywhere(hall):
    devices, game = play_round(hall)
    head = hall.call("status")["head"]
    path = journal_of(hall)
    for word in ("1", "e4", "Holm", "white"):
        found = online(hall, "forget", word, "--yes", code=1)
        assert "no player is called" in found.stderr, found
    assert MAGDA in online(hall, "forget", "Holm", "--yes", code=1).stderr, "who is meant is said"
    assert "--yes" in online(hall, "forget", MAGDA, code=2).stderr, "nobody can be asked"
    assert hall.call("forget", player=MAGDA)["forgotten"] is False
    assert MAGDA in json.dumps(hall.call("game", game=game)), "it was only asked for"
    online(hall, "forget", MAGDA, "--yes")
    for call in ({"call": "games"}, {"call": "game", "game": game}, {"call": "round"}):
        text = json.dumps(hall.call(**call), ensure_ascii=False)
        assert MAGDA not in text and "1503014" not in text, text
        assert call["call"] == "games" or ("N.N. " in text and ANE in text), text
    client, stream = hall.client(), Stream()
    client.watch(0)
    watch_until(hall, client, stream, "the game goes on", lambda reports: len(reports) > 60)
    assert MAGDA not in json.dumps(stream.reports())
    client.close()
    online(hall, "backup", hall.path("copy"))
    for file in (path, path + "-wal", hall.path("copy")):
        assert not has_bytes(file, MAGDA) and not has_bytes(file, "1503014"), file
    boardctl(hall, "verify", path, "--head", head)
    hall.kill()
    hall.start(devices, *FAST)
    assert "cannot be computed again" not in hall.said(), hall.said()
    assert MAGDA not in json.dumps(hall.call("game", game=game))
    hall.stop()
    check_replays(hall)
    assert "unchanged" in boardctl(hall, "verify", path, "--head", head).stdout


def a_name_is_forgotten_though_boardd_is_killed(hall):
    """Whenever it is killed: who was told that it is gone never sees it again."""
    devices, game = play_round(hall)
    head = hall.call("status")["head"]
    client = hall.client()
    client.send("forget", player=MAGDA, confirmed=True)
    hall.kill()
    client.close()
    hall.start(devices, *FAST)
    hall.call("forget", player=ANE, confirmed=True)
    hall.kill()
    hall.start(devices, *FAST)
    assert ANE not in json.dumps(hall.call("game", game=game)), "it was answered and came back"
    if MAGDA in json.dumps(hall.call("game", game=game)):  # nobody was told
        hall.call("forget", player=MAGDA, confirmed=True)
    hall.stop()
    for name in (MAGDA, ANE):
        assert not has_bytes(journal_of(hall), name), name
    check_replays(hall)
    boardctl(hall, "verify", journal_of(hall), "--head", head)


# --- proof ---


def a_record_can_be_proved(hall):
    play_some(hall)
    head = hall.call("status")["head"]
    online(hall, "backup", hall.path("copy"))
    hall.stop()
    copy = hall.path("copy")
    assert "consistent" in boardctl(hall, "verify", copy).stdout
    assert "unchanged" in boardctl(hall, "verify", copy, "--head", head).stdout
    assert "no commit" in boardctl(hall, "verify", copy, "--head", "0" * 64, code=1).stderr
    game = sql(copy, "SELECT id FROM game")[0][0]
    boardctl(hall, "replay", "--journal", copy, "--game", game)
    os.mkdir(hall.path("restored"))  # a backup is a journal: boardd goes on with it
    shutil.copy(copy, hall.path("restored") + "/journal.sqlite")
    hall.state = hall.path("restored")
    hall.start([], *FAST)
    assert hall.call("game", game=game)["game"] == game
    hall.stop()
    assert "unchanged" in boardctl(hall, "verify", journal_of(hall), "--head", head).stdout
    sql(copy, "UPDATE report SET text = replace(text, 'observed', 'presumed') WHERE event = 'move'")
    assert "CHANGED" in boardctl(hall, "verify", copy, "--head", head, code=1).stderr


def an_export_can_be_proved(hall):
    play_some(hall)
    hall.stop()
    game = sql(journal_of(hall), "SELECT id FROM game")[0][0]
    hall.start([], *FAST)
    online(hall, "export", game, hall.path("game"))
    hall.stop()
    with open(hall.path("game"), encoding="utf-8") as file:
        lines = file.readlines()
    head = json.loads(lines[-1])["sha256"]
    assert f"consistent: game {game}" in boardctl(hall, "verify", hall.path("game")).stdout
    assert "unchanged" in boardctl(hall, "verify", hall.path("game"), "--head", head).stdout
    refused = boardctl(hall, "verify", hall.path("game"), "--head", "0" * 64, code=1).stderr
    assert "made anew" in refused and head in refused, refused
    observed = next(i for i, line in enumerate(lines) if "observed" in line)
    for what, bad in (
        ("a word", [line.replace("observed", "presumed") if i == observed else line
                    for i, line in enumerate(lines)]),
        ("a line left out", lines[:5] + lines[6:]),
        ("cut", lines[:-3]),
        ("no end of the last line", lines[:-1] + [lines[-1][:-1]]),
        ("more behind it", lines + lines[-2:-1]),
        ("of nothing", lines[:1]),
    ):
        with open(hall.path("bad"), "w", encoding="utf-8") as file:
            file.writelines(bad)
        assert "CHANGED" in boardctl(hall, "verify", hall.path("bad"), code=1).stderr, what


def bits_that_flip(hall):
    """No flipped bit changes a report and stays unseen."""
    play_some(hall, 2)
    hall.stop()
    with open(journal_of(hall), "rb") as file:
        good = bytearray(file.read())
    game = sql(journal_of(hall), "SELECT id FROM game")[0][0]
    stored = ["replay", "--journal", hall.path("bad"), "--game", game, "--stored"]
    shutil.copy(journal_of(hall), hall.path("bad"))
    truth = boardctl(hall, *stored).stdout
    chance = random.Random(7)
    silent = changed = 0
    for _ in range(60):
        bad = bytearray(good)
        bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
        with open(hall.path("bad"), "wb") as file:
            file.write(bad)
        found = boardctl(hall, *stored, code=None)
        assert found.returncode in (0, 1), found
        if found.returncode == 0 and found.stdout != truth:
            changed += 1
            silent += boardctl(hall, "verify", hall.path("bad"), code=None).returncode == 0
    assert silent == 0, f"{silent} of {changed} changes were not seen"


def a_journal_of_the_version_before(hall):
    os.mkdir(hall.state)
    old = os.path.join(HERE, "../../data/journal-v3.sqlite")
    shutil.copy(old, journal_of(hall))
    refused = boardctl(hall, "verify", journal_of(hall), code=1).stderr
    assert "older boardd" in refused, refused
    hall.start([])
    games = sql(journal_of(hall), "SELECT id FROM game")
    assert MAGDA in json.dumps(hall.call("game", game=games[0][0]))
    hall.stop()
    # What another version of the Laws' machine published need not be computed again to the letter.
    assert "consistent" in boardctl(hall, "verify", journal_of(hall)).stdout
    lines = [row for row in sql(journal_of(hall), "SELECT seq, text FROM report WHERE seq <= 46")]
    assert lines == sql(old, "SELECT seq, text FROM report"), "what was published is the same"


CASES = [
    a_player_is_forgotten_everywhere,
    a_name_is_forgotten_though_boardd_is_killed,
    a_record_can_be_proved,
    an_export_can_be_proved,
    bits_that_flip,
    a_journal_of_the_version_before,
    copies_into_pipes_that_nobody_reads,
    copies_do_not_outlive_a_kill,
    descriptors_that_nobody_asked_for,
    a_clock_put_back_while_boardd_was_down,
    who_was_told_to_be_in_or_out_is_so_after_a_kill,
    a_damaged_report_does_not_stop_boardd,
    rows_of_all_kinds_that_are_damaged,
    a_row_that_is_longer_than_any,
]

if __name__ == "__main__":
    run(CASES, sys.argv[1], sys.argv[2:])
