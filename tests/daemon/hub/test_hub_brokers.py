#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_hub_brokers.py BOARDD BOARDSIM EXAMPLES mosquitto|nats: the documented brokers, with TLS, users and access
lists: a hub follows, the public sees nothing undelayed, a node cannot speak as another. TAP."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
import event as events_of  # noqa: E402
from broadcast import PATIENCE_S, free_port, run, wait_until  # noqa: E402
from event import Event, events, is_played, nodes_of, wait_level  # noqa: E402
from hall import die_with_parent  # noqa: E402
from mqtt import Client, retained  # noqa: E402

BOARDD, BOARDSIM, EXAMPLES = sys.argv[1:4]
USERS = ("hall-a", "hall-b", "main", "public")


def example(name):
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
        return file.read()


def make_authority(folder):
    """A certificate that vouches for itself, for 127.0.0.1."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                    "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", f"{folder}/server.key",
                    "-out", f"{folder}/server.crt"], check=True, capture_output=True)
    os.chmod(f"{folder}/server.key", 0o644)


def write_passwords(folder):
    for user in USERS:
        with open(f"{folder}/{user}.password", "w", encoding="utf-8") as to:
            to.write(f"pw-{user}\n")
        os.chmod(f"{folder}/{user}.password", 0o600)


class Guarded:
    """mosquitto as documented, at a free port by TLS, and at another without for our own clients."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="boardd-broker-")
        os.chmod(self.folder, 0o755)
        make_authority(self.folder)
        write_passwords(self.folder)
        open(f"{self.folder}/users", "w", encoding="utf-8").close()
        for user in USERS:
            subprocess.run(["mosquitto_passwd", "-b", f"{self.folder}/users", user, f"pw-{user}"],
                           check=True, capture_output=True)
        with open(f"{self.folder}/acl", "w", encoding="utf-8") as to:
            to.write(example("mosquitto.acl"))
        for name in ("users", "acl"):
            os.chmod(f"{self.folder}/{name}", 0o644)
        self.port, self.plain = free_port(), free_port()
        text = example("mosquitto.conf")
        for old, new in (("/etc/mosquitto/certs/ca.crt", "server.crt"), ("/etc/mosquitto/certs/", ""),
                         ("/etc/mosquitto/boardd.", "")):
            text = text.replace(old, f"{self.folder}/{new}")
        text = text.replace("listener 8883", f"listener {self.port} 127.0.0.1")
        text = text.replace("persistence_location /var/lib/mosquitto/", f"persistence_location {self.folder}/")
        text = text.replace("persistence true", "persistence false")
        self.lines = text + f"\nlistener {self.plain} 127.0.0.1\n"
        with open(f"{self.folder}/broker.conf", "w", encoding="utf-8") as to:
            to.write(self.lines)
        self.process = subprocess.Popen(["mosquitto", "-c", f"{self.folder}/broker.conf"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        preexec_fn=die_with_parent)
        wait_until("the broker", self.answers)

    def answers(self):
        try:
            Client(self.plain, "look", user="public", password="pw-public").close()
            return True
        except (OSError, ConnectionError):
            return False

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class GuardedEvent(Event):
    """Nodes and hub log in, each by its name."""

    def config(self, name, first=1, more=""):
        text = super().config(name, first, "")
        text += f"user = {name}\npassword_file = {self.people}/{name}.password\n"
        if self.authority:
            text += f"tls_ca = {self.authority}\n"
        return text + self.more + more


def guarded_event(broker, folder, authority, more="", scale="8"):
    made = GuardedEvent.__new__(GuardedEvent)
    made.people, made.authority, made.more, made.think_s = folder, authority, more, "1"
    made.boardd, made.boardsim, made.scale, made.extra, made.is_wide = BOARDD, BOARDSIM, scale, "delay = 60s", False
    made.folder, made.broker, made.nodes, made.hubs = tempfile.mkdtemp(prefix="boardd-event-"), broker, [], []
    return made


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


def mosquitto_as_documented_keeps_people_apart():
    broker = Guarded()
    with guarded_event(broker, broker.folder, f"{broker.folder}/server.crt") as event:
        check_people_are_apart(event, broker.plain)


# --- three nats-server ---


class Cluster:
    """Three nats-server as documented, without TLS between our clients and them."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="boardd-nats-")
        write_passwords(self.folder)
        self.ports = [free_port() for _ in range(3)]
        routes = [free_port() for _ in range(3)]
        self.processes = [None] * 3
        for i in range(3):
            text = example("nats-1.conf")
            text = re.sub(r"(?m)^\s*tls \{.*\n", "", text)
            text = text.replace("n1", f"n{i + 1}").replace("127.0.0.1:4222", f"127.0.0.1:{free_port()}")
            text = text.replace("0.0.0.0:8883", f"127.0.0.1:{self.ports[i]}")
            text = text.replace("0.0.0.0:6222", f"127.0.0.1:{routes[i]}")
            for k in range(3):
                text = text.replace(f"10.0.0.{k + 1}:6222", f"127.0.0.1:{routes[k]}")
            text = text.replace("/var/lib/nats", f"{self.folder}/js{i}").replace("max_mem: 256M", "max_mem: 64M")
            text = text.replace("max_file: 4G", "max_file: 256M")
            block = re.search(r"\t+\{\n\t+user: \"hall-a\".*?\n\t\t\t\}\n", text, re.S).group()
            text = text.replace(block, block + block.replace("hall-a", "hall-b"))
            for user in USERS:
                text = text.replace(f'"{user}", password: "change-me"', f'"{user}", password: "pw-{user}"')
            with open(f"{self.folder}/n{i}.conf", "w", encoding="utf-8") as to:
                to.write(text)
            self.start(i)
        self.port = self.ports[0]
        wait_until("the cluster", self.answers)

    def start(self, i):
        log = open(f"{self.folder}/n{i}.log", "a", encoding="utf-8")
        self.processes[i] = subprocess.Popen(["nats-server", "-c", f"{self.folder}/n{i}.conf"], stdout=log,
                                             stderr=log, preexec_fn=die_with_parent)

    def kill(self, i):
        self.processes[i].kill()
        self.processes[i].wait()

    def answers(self):
        try:
            Client(self.ports[0], "look", user="public", password="pw-public").close()
            return True
        except (OSError, ConnectionError, TypeError, AssertionError):
            return False

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def nats_as_documented_keeps_people_apart():
    cluster = Cluster()
    with guarded_event(cluster, cluster.folder, None) as event:
        check_people_are_apart(event, cluster.port)


def one_of_three_nats_servers_dies_and_nothing_is_lost():
    cluster = Cluster()
    others = "others = " + " ".join(f"127.0.0.1:{p}" for p in cluster.ports[1:]) + "\n"
    with guarded_event(cluster, cluster.folder, None, others, "4") as event:
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
     "nats": [nats_as_documented_keeps_people_apart, one_of_three_nats_servers_dies_and_nothing_is_lost]}[sys.argv[4]])
