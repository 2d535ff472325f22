# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the public of an event saw anything before its delay: at the broker, and at the hub's address."""

import json
import re
import threading
import time
from datetime import datetime

from broadcast import get
from event import events
from mqtt import Client


def ms_of(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000


class House:
    """The time of a boardd beside ours. Each of its lives has begun at another time of ours."""

    def __init__(self, machine, scale):
        self.machine, self.scale, self.lives = machine, scale, []
        self.look()

    def look(self):
        """After each start. A report told at a time of the house was told not before begun_s() of ours."""
        found = []
        for _ in range(5):
            before = time.monotonic()
            shown_ms = get(self.machine.port, "/public.json").json()["shown_ms"]
            found.append((time.monotonic() - before, shown_ms - 1000 * self.scale * before, shown_ms))
        self.lives.append(min(found)[1:])

    def begun_s(self, time_ms):
        began = [ahead for ahead, since in self.lives if since <= time_ms]
        return (time_ms - (began[-1] if began else self.lives[0][0])) / (1000 * self.scale)


class Public:
    """Somebody with only the public's rights, who writes down what comes, and when. A broker that is gone is
    looked for again. Games at the hub's address are looked at each second."""

    def __init__(self, ports, hub=None, root="boardd/1", **user):
        self.ports, self.hub, self.root, self.user = ports, hub, root, user
        self.games, self.pages, self.others = [], [], set()
        self.stop = threading.Event()
        self.threads = [threading.Thread(target=t, daemon=True) for t in (self.listen, *([self.look] if hub else []))]
        for thread in self.threads:
            thread.start()

    def listen(self):
        tries = 0
        while not self.stop.is_set():
            try:
                client = Client(self.ports[tries % len(self.ports)], "somebody", **self.user)
                client.subscribe("#", f"{self.root}/+/public/#", f"{self.root}/+/event") if self.user else \
                    client.subscribe(f"{self.root}/+/public/#")
                while not self.stop.is_set():
                    self.take(client.receive(1))
                client.close()
            except (OSError, AssertionError, TypeError):
                tries += 1
                time.sleep(0.5)

    def take(self, message):
        now_s = time.monotonic()
        found = message and re.fullmatch(re.escape(self.root) + r"/([^/]+)/public/(\d+)/(game|pgn)", message.topic)
        if found and found.group(3) == "game" and message.text:
            self.games.append((now_s, found.group(1), json.loads(message.text)["seq"]))
        elif message and not found:
            self.others.add(message.topic)

    def look(self):
        while not self.stop.wait(1):
            try:
                text = get(self.hub.public, "/pgn/games.pgn").text
            except OSError:
                continue
            self.pages.append((time.monotonic(), plies_by_table(text)))

    def end(self):
        self.stop.set()
        for thread in self.threads:
            thread.join()


def plies_by_table(pgn):
    plies = {}
    for game in pgn.split("[Event ")[1:]:
        table = re.search(r'\[Board "(\d+)"\]|\[Round "\d+\.(\d+)', game)
        moves = re.sub(r"\{[^}]*\}|\$\d+|\d+\.+|1-0|0-1|1/2-1/2|\*", " ", game.partition("\n\n")[2])
        plies[int(table.group(1) or table.group(2))] = len(moves.split())
    return plies


def ages(public, houses, nodes):
    """How many seconds of ours after it was told each thing was shown: at the broker, and of the last half-move of a
    game at the hub's address."""
    told, moves = {}, {}
    for node in nodes:
        for report in events(node):
            at_s = houses[node.name].begun_s(ms_of(report["time"]))
            told[node.name, report["seq"]] = at_s
            if report["event"] == "move":
                moves.setdefault(report["table"], []).append(at_s)
    for times in moves.values():
        times.sort()
    at_broker = [now_s - told[node, seq] for now_s, node, seq in public.games if (node, seq) in told]
    at_hub = [now_s - moves[table][plies - 1] for now_s, page in public.pages for table, plies in page.items() if plies]
    return at_broker, at_hub
