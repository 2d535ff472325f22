#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""boardd is killed at any moment, again and again, while games are played.

After every start: nothing that was published is missing or another, seq has
no gap, the journal is the same, the games go on, and what was published is
computed again to the letter. Who was told to be logged in or out is so, and a
name that was said to be forgotten is nowhere. At the end the games are those
that were played, boardctl replay finds no report that differs, and the chain of
commits is whole.

Usage: test_kill.py BUILD [ROUNDS [BOARDS [SEED [SCALE [bus]]]]]
"""

import http.client
import json
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from hall import PATIENCE_S, Hall, Stream, judge, wait_until  # noqa: E402
from journals import boardctl, check_replays, journal_of, sql  # noqa: E402

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


class People:
    """Who is logged in, who no longer is, and whose name is forgotten, by what boardd has answered."""

    def __init__(self, hall, chance):
        self.hall, self.chance = hall, chance
        self.inside, self.outside = {}, {}  # cookies by name
        self.forgotten, self.kept = [], []
        self.count = self.looked = 0

    def ask(self, path, body=None, cookie=None):
        address = self.hall.call("status")["address"].split("/")[2]
        connection = http.client.HTTPConnection(address, timeout=PATIENCE_S)
        headers = {"Cookie": cookie} if cookie else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request("POST" if body is not None else "GET", path,
                           json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status == 200, (path, answer.status, text)
        return json.loads(text), (answer.getheader("Set-Cookie") or "").split(";")[0]

    def come_and_go(self):
        """One comes, perhaps one goes. What is answered has to be so after the kill."""
        name = f"Person {self.count}"
        self.count += 1
        invitation = self.hall.call("login", name=name)["link"].split("#login=")[1]
        self.inside[name] = self.ask("/v1/login", {"invitation": invitation})[1]
        if len(self.inside) > 2:
            goes = self.chance.choice(sorted(self.inside))
            cookie = self.inside.pop(goes)
            if self.chance.random() < 0.5:
                self.hall.call("logout", name=goes)
            else:
                self.ask("/v1/logout", {}, cookie)
            self.outside[goes] = cookie

    def forget_one(self):
        n = len(self.forgotten)
        gone, kept = f"Gone{n}, Olga", f"Kept{n}, Ida"
        pairs = f"board;white;black\n{900 + n % 90};{gone};{kept}\n"
        self.hall.call("round", round=900 + n % 90, pairings=pairs, by="Anna")
        self.hall.call("forget", player=gone, confirmed=True)
        self.forgotten.append(gone)
        self.kept.append(kept)

    def check(self):
        """Some of them, after a start."""
        for cookies, is_in in ((self.inside, True), (self.outside, False)):
            for name in self.chance.sample(sorted(cookies), min(2, len(cookies))):
                found = self.ask("/v1/me", cookie=cookies[name])[0]["name"]
                assert found == (name if is_in else None), f"{name} should be {is_in}: {found}"
                self.looked += 1

    def check_journal(self):
        rows = dict(sql(journal_of(self.hall), "SELECT name, revoked_ms IS NULL FROM login"))
        for name in self.inside:
            assert rows.get(name) == 1, f"{name} is not logged in"
        for name in self.outside:
            assert rows.get(name) == 0, f"{name} is not logged out"
        with open(journal_of(self.hall), "rb") as file:
            journal = file.read()
        for name in self.forgotten:
            assert name.encode() not in journal, f"{name} was forgotten, and is there"
        for name in self.kept:
            assert name.encode() in journal, f"{name} is gone"


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
    is_bus = sys.argv[-1] == "bus"
    numbers = [int(word) for word in sys.argv[2 : 6 if not is_bus else -1]]
    initial = [rounds, boards, seed, BUS_SCALE if is_bus else SCALE]
    rounds, boards, seed, scale = map(int, numbers + initial[len(numbers) :])
    scale = str(scale)
    longest_s = 3 if is_bus else 1.5
    chance = random.Random(seed)
    stream = Stream()
    young, slowest = 0, 0.0

    with Hall(build) as hall:
        people = People(hall, chance)
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
                people.check()
                if i % 3 == 0:
                    people.come_and_go()
                if i % 10 == 5:
                    people.forget_one()
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
        head = hall.call("status")["head"]
        hall.stop()
        people.check_journal()
        check_replays(hall)
        boardctl(hall, "verify", journal_of(hall), "--head", head)
        hall.end_play()
        right, doubtful, wrong = judge(whole.reports(), hall.games())
        print(
            f"# {rounds} kills ({young} while starting), {boards} boards{' of a bus' * is_bus}: "
            f"{whole.last} reports, {people.count} logins, {len(people.outside)} logouts, "
            f"{len(people.forgotten)} forgotten, {people.looked} looks; 0 missing, 0 changed, "
            f"0 differ; ready after {slowest:.2f} s at most; "
            f"half-moves: {right} right, {doubtful} doubtful, {len(wrong)} wrong"
        )
        assert not wrong, "\n".join(wrong[:20])
    print("ok")


main()
