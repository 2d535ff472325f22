#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A hub and its nodes, while everything dies once; and a thousand boards through a hub.

    bench_hub.py [BUILD [round NODES BOARDS]]      8 nodes of 32 boards, a game each at ten times life's speed
    bench_hub.py [BUILD pace NODES BOARDS SECONDS] 8 nodes of 125 boards at tournament pace

round: meanwhile the hub is killed, a node is killed, the broker is restarted, and a node is cut off for
a minute; results are given at the hub. Printed are the times of recovery, and whether every output of
the hub ends equal to those of the nodes. pace: processor and memory of the hub, and how long a report
takes from the node to the hub's stream, beside the broker's own round trip.
"""

import json
import os
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/support"))

os.environ.setdefault("PATIENCE_S", "1200")
from broadcast import WebSocket, get, wait_until  # noqa: E402
from event import Event, events, is_played, nodes_of, status, wait_level  # noqa: E402
from mqtt import Client  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
failures = []


def say(what, value, is_good=True):
    if not is_good:
        failures.append(what)
    print(f"{what}: {value}{'' if is_good else ', MISSED'}", flush=True)


def programs(build):
    return f"{build}/daemon/boardd", f"{build}/simulator/boardsim"


# --- a round in which everything dies ---


def moves_at(hub):
    return sum(g["plies"] for g in get(hub.port, "/v1/games").json()["games"])


def wait_moves(hub, count):
    wait_until(f"{count} half-moves", lambda: moves_at(hub) >= count)


def recover(what, begin, hub, nodes):
    """Until the hub has all that every node had told when it was over."""
    began = time.monotonic()
    begin()
    levels = {n.name: status(n)["last"] for n in nodes}
    wait_until(what, lambda: is_current(hub, levels))
    say(f"{what}, s", f"{time.monotonic() - began:.1f}")


def is_current(hub, levels):
    known = nodes_of(hub)
    return all(name in known and known[name]["state"] == "ready" and known[name]["taken"] >= level
               for name, level in levels.items())


def restart_broker(event):
    event.broker.kill()
    event.broker.start()


def cut(node, seconds):
    """Nothing goes between the node and the broker, and nobody is told so: the node stands still."""
    node.daemon.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    node.daemon.send_signal(signal.SIGCONT)


def compare(hub, nodes):
    told = {}
    for report in events(hub):
        if report["event"] != "node":
            told.setdefault(report["node"], []).append(report["origin"])
    same = sum(told[n.name][:n.level] == list(range(1, n.level + 1)) for n in nodes)
    say("streams without a gap, none twice", f"{same} of {len(nodes)}", same == len(nodes))
    tables = [(n, t) for n in nodes for t in range(n.first, n.first + n.boards)]
    good = sum(get(hub.port, f"/pgn/board-{t}.pgn").text == get(n.port, f"/pgn/board-{t}.pgn").text
               for n, t in tables)
    say("games equal to the node's", f"{good} of {len(tables)}", good == len(tables))


def round_of(build, count, boards):
    with Event(*programs(build), scale="10") as event:
        hub = event.hub()
        nodes = [event.node(boards=boards, seed=i) for i in range(count)]
        began = time.monotonic()
        wait_moves(hub, count * boards // 4)
        recover("hub killed, and current again", lambda: (hub.stop(signal.SIGKILL), hub.start()),
                hub, nodes)
        recover("node killed, and current again", lambda: (nodes[0].stop(signal.SIGKILL), nodes[0].start()),
                hub, nodes)
        recover("broker restarted, all current again", lambda: restart_broker(event),
                hub, nodes)
        recover("node cut off for a minute, and current again", lambda: cut(nodes[-1], 60),
                hub, nodes)
        wait_until("all is played", lambda: all(is_played(n) for n in nodes))
        wait_level(hub, *nodes)
        say("the round took, s", f"{time.monotonic() - began:.0f}")
        compare(hub, nodes)


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
    if what == "round":
        round_of(build, *(numbers or [8, 32]))
    else:
        pace_of(build, *(numbers or [8, 125, 60]))
    sys.exit(1 if failures else 0)


main()
