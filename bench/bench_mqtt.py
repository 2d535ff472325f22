#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How soon a subscriber knows what happened at a board: a hall at blitz pace, and a real broker.

Every board makes a half-move in a few seconds. A subscriber notes when the press of a clock comes as
an event, and when the game with that move comes as a whole; both count from the time that boardd
read the press, so they include the journal. The yardstick is a bare message that goes through the
same broker at the same time, from one small client to the other. Exits with 1 if the 99th
percentile is more than 100 ms above that of the yardstick, or if an event is missing.

Usage: bench_mqtt.py [BUILD [BOARDS [SECONDS]]]
"""

import json
import os
import sys
import time
from datetime import datetime

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/support"))

from hall import Hall, wait_until  # noqa: E402
from mqtt import Broker, Client  # noqa: E402

THINK_S = 3
BUDGET_S = 0.1
BARE_S = 0.05  # between two bare messages
PREFIX = "boardd/1/bench/"


def seconds_of(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


class Watch:
    """What a subscriber has seen, and when."""

    def __init__(self, port):
        self.seen, self.sender = Client(port, "watch"), Client(port, "bare")
        self.next = 0.0
        self.forget()

    def forget(self):
        self.events, self.bare = [], []
        self.presses = []  # board, seq, when it was, when it came
        self.games = {}  # by board: seq, when it came

    def begin(self):
        self.seen.subscribe(PREFIX + "event", PREFIX + "board/+/game", "bare")

    def send_bare(self):
        now = time.time()
        if now >= self.next:
            self.next = now + BARE_S
            self.sender.publish("bare", repr(now))
        self.sender.packet(0)  # its acknowledgement

    def take(self, message):
        now = time.time()
        if message.topic == "bare":
            self.bare.append(now - float(message.text))
        elif message.topic.endswith("/game"):
            if not message.retained:
                board = message.topic.split("/")[-2]
                self.games.setdefault(board, []).append((json.loads(message.text)["seq"], now))
        else:
            event = json.loads(message.text)
            self.events.append(event["seq"])
            if event["event"] == "completed":
                self.presses.append((event["board"], event["seq"], seconds_of(event["time"]), now))

    def run(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.send_bare()
            message = self.seen.receive(0.01)
            if message:
                self.take(message)

    def of_events(self):
        return [came - was for _, _, was, came in self.presses]

    def of_games(self):
        """The first game of the board that has it."""
        first = [(was, next((came for number, came in self.games.get(board, ()) if number >= seq), None))
                 for board, seq, was, _ in self.presses]
        return [came - was for was, came in first if came]


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def line_of(name, values, bare_s):
    p50, p99 = percentile(values, 0.5), percentile(values, 0.99)
    is_good = p99 <= bare_s + BUDGET_S
    print(f"{name}: {len(values)}, p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, "
          f"{p99 / bare_s:.1f} times the bare message (budget it + {BUDGET_S * 1000:.0f} ms"
          f"{'' if is_good else ', MISSED'})")
    return is_good


def main():
    words = sys.argv[1:] + ["build/release", "100", "30"][len(sys.argv) - 1 :]
    build, boards, seconds = words[0], int(words[1]), int(words[2])
    with Hall(build) as hall:
        broker = Broker(hall.folder)
        try:
            with open(hall.path("conf"), "w") as file:
                file.write(f"[mqtt]\nhost = 127.0.0.1\nport = {broker.port}\nnode = bench\n")
            hall.start(hall.sim("--random", "3", "--think", str(THINK_S), boards=boards,
                                kind="--unix"), "-c", hall.path("conf"))
            wait_until("games under way", lambda: sum(
                game["plies"] > 1 for game in hall.call("games")["games"]) == boards, 300)
            wait_until("the broker has all", lambda: (
                status := hall.call("status"))["mqtt"]["acked"] > status["last"] - boards, 300)
            watch = Watch(broker.port)
            watch.begin()
            watch.run(1)  # what is retained comes first
            watch.forget()
            watch.run(seconds)
        finally:
            broker.close()
    bare_s = percentile(watch.bare, 0.99)
    print(f"MQTT, {boards} boards for {seconds} s, {len(watch.events)} events; a bare message: "
          f"p50 {percentile(watch.bare, 0.5) * 1000:.1f} ms, p99 {bare_s * 1000:.1f} ms")
    is_whole = watch.events == list(range(watch.events[0], watch.events[0] + len(watch.events)))
    print(f"events without a gap{'' if is_whole else ': MISSED'}")
    is_good = line_of("a press as an event", watch.of_events(), bare_s)
    is_good &= line_of("the game with that move", watch.of_games(), bare_s)
    sys.exit(0 if is_good and is_whole else 1)


main()
