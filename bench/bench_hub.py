#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A hub and its nodes, while everything dies once; and a thousand boards through a hub.

    bench_hub.py [BUILD [round NODES BOARDS]]      8 nodes of 32 boards, a game each at ten times life's speed
    bench_hub.py [BUILD cluster NODES BOARDS]      the same with three nats-server, of which one is killed
    bench_hub.py [BUILD pace NODES BOARDS SECONDS] 8 nodes of 125 boards at tournament pace

round: meanwhile the hub is killed, a node is killed, the broker is restarted (or one of three is killed),
and the network of the last node, which has one of its own, is cut for a minute; notes are made at the
hub. Printed are the times of recovery, whether the public saw anything before the delay of a minute, and
whether every output of the hub ends equal to those of the nodes, and to what was played. pace: processor and
memory of the hub, and how long a report takes from the node to the hub's stream, beside the broker's own
round trip.
"""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/support"))

os.environ.setdefault("PATIENCE_S", "1200")
from broadcast import WebSocket, get, wait_until  # noqa: E402
from brokers import Cluster  # noqa: E402
from event import GAMES, Event, events, in_own_network, is_played, nodes_of, status, wait_level  # noqa: E402
from early import House, Public, ages  # noqa: E402
from far import FarEvent  # noqa: E402
from mqtt import Client  # noqa: E402

SCALE, DELAY_S = 10, 60
TICKS = os.sysconf("SC_CLK_TCK")
failures = []


def say(what, value, is_good=True):
    if not is_good:
        failures.append(what)
    print(f"{what}: {value}{'' if is_good else ', MISSED'}", flush=True)


def programs(build):
    return f"{build}/daemon/boardd", f"{build}/simulator/boardsim"


class WideEvent(FarEvent):
    """With an arbiter at the hub; at mosquitto, or at three nats-server."""

    def __init__(self, build, count, is_cluster):
        cluster = Cluster(("main", "public", *(f"hall-{chr(ord('a') + i)}" for i in range(count))),
                          is_wide=True) if is_cluster else None
        others = "others = " + " ".join(f"127.0.0.1:{p}" for p in cluster.ports[1:]) + "\n" if cluster else ""
        super().__init__(*programs(build), count, broker=cluster, scale=str(SCALE), more=others,
                         extra=f"delay = {DELAY_S}s")
        self.ports, self.user = ([self.broker.port], {}) if not cluster else (
            cluster.ports, {"user": "public", "password": "pw-public"})
        self.ctl, self.think_s = f"{build}/daemon/boardctl", "20"

    def ask(self, hall, *words):
        found = subprocess.run([self.ctl, *words, "--json", "--socket", os.path.join(hall.folder, "control")],
                               capture_output=True, text=True, check=False)
        return json.loads(found.stdout) if found.returncode == 0 else None

    def join(self, hub, node):
        """A machine whose boards have all just been plugged in may be slow: it is tried again."""
        for _ in range(10):
            invitation = self.ask(hub, "hub", "invite", node.name, str(node.first), "--by", "Chief", "--address",
                                  f"https://{hub.address}:{hub.port}")
            if invitation and self.ask(node, "hub", "join", invitation["line"]):
                return
        raise AssertionError(f"{node.name} cannot join")


# --- a round in which everything dies ---


def moves_at(hub):
    return sum(g["plies"] for g in get(hub.port, "/v1/games").json()["games"])


def wait_moves(hub, count):
    wait_until(f"{count} half-moves", lambda: moves_at(hub) >= count)


def connections(machine):
    """To the broker: how many there were since the machine began; 0: there is none now."""
    told = status(machine)
    link = told["hub"] or told["mqtt"]
    return link["connections"] if link["ready"] else 0


def recover(what, begin, hub, nodes, anew=()):
    """Until the hub has all that every node had told when it was over; anew: who has to connect once more
    before that. In the machine's time."""
    before, began = {m: connections(m) for m in anew}, time.time()
    begin()
    wait_until(what, lambda: all(connections(m) > before.get(m, 0) for m in (hub, *nodes)))
    levels = {n.name: status(n)["last"] for n in nodes}
    wait_until(what, lambda: is_current(hub, levels))
    say(f"{what}, s", f"{time.time() - began:.1f}")


def is_current(hub, levels):
    known = nodes_of(hub)
    return all(name in known and known[name]["state"] == "ready" and known[name]["taken"] >= level
               for name, level in levels.items())


def restart_broker(event):
    event.broker.kill()
    event.broker.start()


def kill_one_of_three(event, hub, nodes):
    """The one that all of them spoke to; and afterwards it is there again, and nobody needs it."""
    recover("one of three nats-server killed, all current again", lambda: event.broker.kill(0), hub, nodes,
            (hub, *nodes))
    recover("it is started again, all current", lambda: event.broker.start(0), hub, nodes)


def cut(event, hub, seconds):
    """Nothing goes between the node and the broker, and nobody is told so. The hub gives it up."""
    began = time.time()
    event.cut()
    wait_until("it is lost", lambda: nodes_of(hub)[event.nodes[-1].name]["state"] == "lost")
    say("cut off, and known to be lost after, s", f"{time.time() - began:.1f}")
    time.sleep(max(0, seconds - (time.time() - began)))
    event.mend()


def note_all(event, hub, nodes, word):
    """The arbiter at the hub says something of every table: how many notes were made there."""
    return sum(event.ask(hub, "act", str(table), "note", word, "--by", "Chief") is not None
               for n in nodes for table in range(n.first, n.first + n.boards))


def moves_of(pgn):
    """Only the moves, and the result."""
    text = re.sub(r"\{[^}]*\}|\$\d+|\d+\.+", " ", pgn.split("\n\n", 1)[1] if "\n\n" in pgn else "")
    return text.split()


def compare(hub, nodes):
    told, notes = {}, 0
    for report in events(hub):
        if report["event"] != "node":
            told.setdefault(report["node"], []).append(report["origin"])
            notes += report["event"] == "decision" and report["by"] == "Chief" and "note" in report["action"]
    same = sum(told[n.name][:n.level] == list(range(1, n.level + 1)) for n in nodes)
    say("streams without a gap, none twice", f"{same} of {len(nodes)}", same == len(nodes))
    tables = [(n, t) for n in nodes for t in range(n.first, n.first + n.boards)]
    shown = {t: get(hub.port, f"/pgn/board-{t}.pgn").text for _, t in tables}
    for what, of in (("arbiter's", "port"), ("public's", "public")):
        good = sum(get(getattr(hub, of), f"/pgn/board-{t}.pgn").text == get(getattr(n, of), f"/pgn/board-{t}.pgn").text
                   for n, t in tables)
        say(f"games equal to the node's, {what}", f"{good} of {len(tables)}", good == len(tables))
    count = len(get(hub.port, "/api/v1.0/eboards").json())
    say("boards on the LiveChess API", count, count == len(tables))
    played = [moves_of("\n\n" + game) for game in GAMES]
    good = sum(moves_of(text) in played for text in shown.values())
    say("games as they were played (whoever was away has not seen all)", f"{good} of {len(tables)}")
    return notes


def check_early(public, houses, nodes):
    """In the time of the machines."""
    for what, found in zip(("broker", "hub's address"), ages(public, houses, nodes)):
        least_s = SCALE * min(found, default=0)
        say(f"the public at the {what}: games seen, the youngest after, s", f"{len(found)}, {least_s:.1f}",
            bool(found) and least_s >= DELAY_S)
    say("topics that are not the public's, seen by it", len(public.others), not public.others)


def round_of(build, count, boards, is_cluster):
    in_own_network()
    with WideEvent(build, count, is_cluster) as event:
        hub = event.hub()
        nodes = [event.node(boards=boards, seed=i) for i in range(count)]
        for node in nodes:
            event.join(hub, node)
        houses = {n.name: House(n, SCALE) for n in nodes}
        public = Public(event.ports, hub, **event.user)
        began = time.time()
        wait_moves(hub, count * boards // 4)
        recover("hub killed, and current again", lambda: (hub.stop(signal.SIGKILL), hub.start()),
                hub, nodes)
        recover("node killed, and current again", lambda: (nodes[0].stop(signal.SIGKILL), nodes[0].start()),
                hub, nodes)
        houses[nodes[0].name].look()
        if is_cluster:
            kill_one_of_three(event, hub, nodes)
        else:
            recover("broker restarted, all current again", lambda: restart_broker(event), hub, nodes,
                    (hub, *nodes))
        made = note_all(event, hub, nodes[1:3], "seen")
        recover("node cut off for a minute, and current again", lambda: cut(event, hub, 60), hub, nodes,
                nodes[-1:])
        made += note_all(event, hub, nodes[-1:], "seen")
        wait_until("all is played", lambda: all(is_played(n) for n in nodes))
        wait_level(hub, *nodes)
        say("the round took, s", f"{time.time() - began:.0f}")
        ended = time.monotonic()
        wait_until("the delay is over", lambda: time.monotonic() > ended + 2 * DELAY_S / SCALE)
        public.end()
        check_early(public, houses, nodes)
        notes = compare(hub, nodes)
        say("notes made at the hub, and journalled at the nodes", f"{made}, {notes}",
            made == notes == boards * len(nodes[1:3] + nodes[-1:]))


# --- tournament pace ---


def cpu_s(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mib(pid):
    with open(f"/proc/{pid}/smaps_rollup", encoding="utf-8") as rollup:
        return sum(int(line.split()[1]) for line in rollup if line.startswith("Rss:")) / 1024


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0.0


def listen(port, since, key, times, stop):
    """When each report came: by node and number there."""
    stream = WebSocket(port, f"/v1/stream?since={since}")
    while not stop.is_set():
        text = stream.receive(1)
        if text:
            report = json.loads(text)
            if report["event"] not in ("hello", "node"):
                times[key(report)] = time.monotonic()


def round_trips(port, stop, found):
    client = Client(port, "yardstick")
    client.subscribe("yardstick")
    while not stop.is_set():
        began = time.monotonic()
        client.publish("yardstick", "x")
        if client.receive(5):
            found.append(time.monotonic() - began)
        time.sleep(0.05)


def pace_of(build, count, boards, seconds):
    with Event(*programs(build), scale="1") as event:
        hub = event.hub()
        nodes = [event.node(boards=boards, seed=i, play=("--random", str(i), "--think", "54"))
                 for i in range(count)]
        wait_until("all boards", lambda: len(get(hub.port, "/v1/boards").json()["boards"]) == count * boards)
        wait_level(hub, *nodes)
        stop, at_hub, at_node, trips = threading.Event(), {}, {}, []
        threads = [threading.Thread(target=listen, args=(
            hub.port, status(hub)["last"], lambda r: (r["node"], r["origin"]), at_hub, stop))]
        threads += [threading.Thread(target=listen, args=(
            n.port, status(n)["last"], lambda r, name=n.name: (name, r["seq"]), at_node, stop)) for n in nodes]
        threads += [threading.Thread(target=round_trips, args=(event.broker.port, stop, trips))]
        before, began = cpu_s(hub.daemon.pid), time.monotonic()
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        used = (cpu_s(hub.daemon.pid) - before) / (time.monotonic() - began)
        stop.set()
        for thread in threads:
            thread.join()
        took = [at_hub[k] - at_node[k] for k in at_hub if k in at_node]
        beyond_ms = 1000 * (percentile(took, 0.99) - percentile(trips, 0.99))
        say("reports measured", len(took), len(took) > 0)
        say("hub, cores", f"{used:.2f}", used < 1)
        say("hub, MiB", f"{memory_mib(hub.daemon.pid):.0f}", memory_mib(hub.daemon.pid) < 300)
        say("broker's round trip p50, p99, ms", f"{1000 * percentile(trips, 0.5):.1f} {1000 * percentile(trips, 0.99):.1f}")
        say("node to hub p50, p99, ms", f"{1000 * percentile(took, 0.5):.1f} {1000 * percentile(took, 0.99):.1f}")
        say("beyond the round trip, p99, ms", f"{beyond_ms:.1f}", beyond_ms <= 250)


def main():
    words = sys.argv[1:]
    build = words[0] if words else "build/release"
    what = words[1] if len(words) > 1 else "round"
    numbers = [int(w) for w in words[2:]]
    paced = [f"{build}/tests/paced", f"{build}/tests/libpace-clock.so"]
    if what != "pace" and "PACE" not in os.environ and os.path.exists(paced[0]):
        os.execv(paced[0], [*paced, sys.executable, "-B", *sys.argv])  # see tests/support/pace.h
    if what != "pace":
        round_of(build, *(numbers or [8, 32]), what == "cluster")
    else:
        pace_of(build, *(numbers or [8, 125, 60]))
    sys.exit(1 if failures else 0)


main()
