#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_hub_brokers.py BOARDD BOARDSIM mosquitto|nats: the documented brokers, with TLS, users and access
lists: a hub follows, the public sees nothing undelayed, a node cannot speak as another. TAP."""

import json
import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
import event as events_of  # noqa: E402
from broadcast import PATIENCE_S, run, wait_until  # noqa: E402
from brokers import Cluster, Guarded  # noqa: E402
from early import House, Public, ages  # noqa: E402
from event import Event, events, is_played, nodes_of, wait_level  # noqa: E402
from mqtt import Client, retained  # noqa: E402

BOARDD, BOARDSIM = sys.argv[1:3]
SCALE, DELAY_S = 8, 60


def guarded_event(broker, authority=None, more="", scale=str(SCALE)):
    if authority:
        more += f"tls_ca = {authority}\n"
    return Event(BOARDD, BOARDSIM, scale=scale, extra=f"delay = {DELAY_S}s", broker=broker, more=more)


def lie(client, report):
    """What only a hub or hall-a may say; and that the public is a machine with boards."""
    told = json.dumps({**report, "seq": 10**6, "event": "move"})
    for topic, text in (("boardd/1/hall-a/event", told), ("$MQTT/msgs/boardd/1/hall-a/event", told),
                        ("boardd/1/hall-a/$state", "lost"), ("boardd/1/public/$state", "ready"),
                        ("boardd/1/hall-c/$state", "ready"),
                        ("boardd/1/$hub", '{"hub":"hall-b","session":"x"}'),
                        ("boardd/1/hall-a/ask/main", '{"id":1,"ask":"state"}')):
        client.publish(topic, text, retained=not topic.endswith("event"))
    client.close()


def heard_by(client):
    """The topics of all that has come, until nothing comes any more; the first after the delay."""
    heard = []
    while True:
        message = client.receive(3 if heard else PATIENCE_S)
        if not message:
            return heard
        heard.append(message.topic)


def check_people_are_apart(event, port):
    """The public sees what is delayed and nothing else; nobody speaks as another."""
    hub, a = event.hub(), event.node(seed=1)
    houses, somebody = {a.name: House(a, SCALE)}, Public([port], hub, user="public", password="pw-public")
    public = Client(port, "phone", user="public", password="pw-public")
    for topic in ("#", "boardd/1/#", "boardd/1/hall-a/event", "boardd/1/hall-a/board/+/+", "boardd/1/+/public/#",
                  "$MQTT/#", "$MQTT/msgs/#", "$MQTT/rmsgs/#", "$MQTT/sub/#", "$JS/#", "_INBOX/#"):
        public.subscribe(topic)
    wait_until("a move", lambda: any(e["event"] == "move" for e in events(hub)))
    for user in ("hall-b", "public"):
        lie(Client(port, f"liar-{user}", user=user, password=f"pw-{user}"), events(a)[-1])
    wait_until("the game is played", lambda: is_played(a))
    wait_level(hub, a)
    assert all(e["seq"] != 10**6 and e.get("origin") != 10**6 for e in events(hub))
    assert set(nodes_of(hub)) == {"hall-a"} and nodes_of(hub)["hall-a"]["state"] == "ready", nodes_of(hub)
    assert events_of.status(hub)["hub"]["leader"] in (None, "main")  # a server of three may be slow with the claim
    heard = heard_by(public)
    assert heard, "the public sees nothing at all"
    for topics in (heard, retained(port, "#", user="public", password="pw-public"),
                   retained(port, "boardd/1/+/public/#", user="public", password="pw-public")):
        assert all(re.fullmatch(r"boardd/1/hall-a/public/\d+/(game|pgn)", t) for t in topics), set(topics)
    wait_until("games at the hub's address", lambda: any(sum(page.values()) for _, page in somebody.pages))
    somebody.end()
    for found in ages(somebody, houses, [a]):
        assert found and SCALE * min(found) >= DELAY_S, sorted(found)[:3]
    assert not somebody.others, somebody.others


def mosquitto_as_documented_keeps_people_apart():
    broker = Guarded()
    with guarded_event(broker, f"{broker.folder}/server.crt") as event:
        check_people_are_apart(event, broker.plain)


# --- three nats-server ---


def nats_as_documented_keeps_people_apart():
    cluster = Cluster()
    with guarded_event(cluster) as event:
        check_people_are_apart(event, cluster.port)


def nats_as_documented_speaks_tls():
    cluster = Cluster(is_tls=True)
    with guarded_event(cluster, f"{cluster.folder}/server.crt") as event:
        hub, a = event.hub(), event.node(seed=2)
        wait_until("the game is played", lambda: is_played(a))
        wait_level(hub, a)
        with open(f"{cluster.folder}/n0.conf", encoding="utf-8") as conf:
            assert "tls {" in conf.read()
        try:
            Client(cluster.port, "plain", user="hall-b", password="pw-hall-b").close()
        except (OSError, TypeError):
            return
        raise AssertionError("it speaks without TLS, too")


def one_of_three_nats_servers_dies_and_nothing_is_lost():
    cluster = Cluster()
    others = "others = " + " ".join(f"127.0.0.1:{p}" for p in cluster.ports[1:]) + "\n"
    with guarded_event(cluster, more=others, scale="4") as event:
        hub, a = event.hub(), event.node(seed=3)
        wait_until("a move", lambda: any(e["event"] == "move" for e in events(hub)))
        cluster.kill(0)
        killed = time.monotonic()
        wait_until("the game is played", lambda: is_played(a))
        wait_level(hub, a)
        print(f"# all there {time.monotonic() - killed:.1f} s after a server of three was killed")
        told = [e["origin"] for e in events(hub) if e["event"] != "node"]
        assert told == list(range(1, len(told) + 1)) and len(told) >= a.level, (told[-3:], a.level)


run({"mosquitto": [mosquitto_as_documented_keeps_people_apart],
     "nats": [nats_as_documented_keeps_people_apart, nats_as_documented_speaks_tls,
              one_of_three_nats_servers_dies_and_nothing_is_lost]}[sys.argv[3]])
