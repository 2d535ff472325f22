# SPDX-License-Identifier: GPL-3.0-or-later
"""A broker, and an MQTT 3.1.1 client written from the standard, for tests that need one of each."""

import os
import re
import select
import socket
import struct
import subprocess
import time

from broadcast import free_port, wait_until
from hall import die_with_parent

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, PINGREQ, DISCONNECT = 1, 2, 3, 4, 8, 12, 14


class Broker:
    """mosquitto in a folder of its own; nothing survives its death unless persistence is asked for."""

    def __init__(self, folder, lines="allow_anonymous true"):
        self.port = free_port()
        self.file = os.path.join(folder, "broker.conf")
        self.log = open(os.path.join(folder, "broker.log"), "a", encoding="utf-8")
        with open(self.file, "w", encoding="utf-8") as to:
            to.write(f"listener {self.port} 127.0.0.1\n{lines}\n")
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(["mosquitto", "-c", self.file], stdout=self.log,
                                        stderr=subprocess.STDOUT, preexec_fn=die_with_parent)
        wait_until("the broker", self.answers)

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
            return True
        except OSError:
            return False

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def close(self):
        self.kill()
        self.log.close()


def text_of(text):
    data = text.encode() if isinstance(text, str) else text
    return struct.pack(">H", len(data)) + data


def length_of(count):
    out = b""
    while True:
        count, low = divmod(count, 128)
        out += bytes([low | (128 if count else 0)])
        if not count:
            return out


class Message:
    def __init__(self, topic, payload, retained, again):
        self.topic, self.payload, self.retained, self.again = topic, payload, retained, again
        self.text = payload.decode()

    def __repr__(self):
        return f"{'r ' if self.retained else '  '}{self.topic} {self.text[:200]}"


class Client:
    """One connection. A dead one raises ConnectionError; whoever wants may begin another."""

    def __init__(self, port, name, user=None, password="", clean=True, keepalive_s=60):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.rest = b""
        self.mid = 0
        self.waiting = []
        flags = (2 if clean else 0) | (0xC0 if user else 0)
        body = text_of("MQTT") + bytes([4, flags]) + struct.pack(">H", keepalive_s) + text_of(name)
        if user:
            body += text_of(user) + text_of(password)
        self.send(CONNECT, 0, body)
        kind, _, body = self.packet(30)
        assert kind == CONNACK, kind
        if body[1] != 0:
            raise PermissionError(f"the broker refuses: {body[1]}")

    def send(self, kind, flags, body):
        self.socket.sendall(bytes([kind << 4 | flags]) + length_of(len(body)) + body)

    def packet(self, seconds):
        """(kind, flags, body), or None when none came in that time."""
        end = time.monotonic() + seconds
        while True:
            found = self.cut()
            if found:
                return found
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.socket], [], [], left)[0]:
                return None
            more = self.socket.recv(1 << 16)
            if not more:
                raise ConnectionError("the broker is gone")
            self.rest += more

    def cut(self):
        length = 0
        for i in range(1, 5):
            if len(self.rest) <= i:
                return None
            length |= (self.rest[i] & 127) << 7 * (i - 1)
            if self.rest[i] < 128:
                break
        if len(self.rest) < 1 + i + length:
            return None
        head, body = self.rest[0], self.rest[1 + i : 1 + i + length]
        self.rest = self.rest[1 + i + length :]
        return head >> 4, head & 15, body

    def subscribe(self, *topics):
        self.mid += 1
        body = struct.pack(">H", self.mid) + b"".join(text_of(t) + b"\x01" for t in topics)
        self.send(SUBSCRIBE, 2, body)

    def publish(self, topic, payload, retained=False):
        self.mid += 1
        data = payload.encode() if isinstance(payload, str) else payload
        self.send(PUBLISH, 2 | retained, text_of(topic) + struct.pack(">H", self.mid) + data)

    def receive(self, seconds=0.0):
        """The next message, or None when none came in that time."""
        end = time.monotonic() + seconds
        while True:
            found = self.packet(max(0.0, end - time.monotonic()))
            if not found:
                return None
            kind, flags, body = found
            if kind == PUBLISH:
                return self.take(flags, body)

    def take(self, flags, body):
        length = struct.unpack(">H", body[:2])[0]
        topic, rest = body[2 : 2 + length].decode(), body[2 + length :]
        if flags >> 1 & 3:
            self.send(PUBACK, 0, rest[:2])
            rest = rest[2:]
        return Message(topic, rest, bool(flags & 1), bool(flags & 8))

    def ping(self):
        self.send(PINGREQ, 0, b"")

    def close(self):
        try:
            self.send(DISCONNECT, 0, b"")
        except OSError:
            pass
        self.socket.close()


def retained(port, topic="#", name="newcomer", quiet_s=0.5, **who):
    """What somebody sees who comes now: by topic the text."""
    client = Client(port, name, **who)
    client.subscribe(topic)
    found, until = {}, time.monotonic() + quiet_s
    while time.monotonic() < until:
        message = client.receive(until - time.monotonic())
        if message and message.retained:  # what happens meanwhile is not
            found[message.topic] = message.text
            until = time.monotonic() + quiet_s
    client.close()
    return found


def matches(topic, pattern):
    return re.fullmatch(re.escape(pattern).replace(r"\+", "[^/]+").replace(r"\#", ".*"), topic)
