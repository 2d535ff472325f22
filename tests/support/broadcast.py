# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the tests of what is broadcast: a real boardd, simulated boards, and clients
written from the outside with nothing but the standard library. TAP on standard output."""

import base64
import hashlib
import http.client
import json
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

from cases import run_all
from hall import die_with_parent

PATIENCE_S = int(os.environ.get("PATIENCE_S", "300"))  # the machine may be loaded


def wait_until(what, is_so, patience_s=PATIENCE_S):
    """What is_so() gives, as soon as that is something."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        found = is_so()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {patience_s} s in vain: {what}")


PORTS = range(10000, 32000)  # below those that the kernel gives to whoever connects
leases = []


def free_port():
    """A port that no other test gets while this process lives: each has a name in the kernel's list
    of sockets, which only one process can hold."""
    while True:
        port, lease = random.choice(PORTS), socket.socket(socket.AF_UNIX)
        try:
            lease.bind(f"\0boardd-test-port-{port}")
            with socket.socket() as s:
                s.bind(("127.0.0.1", port))
        except OSError:
            lease.close()
            continue
        leases.append(lease)
        return port


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = {k.lower(): v for k, v in response.getheaders()}
        self.text = response.read().decode()

    def json(self):
        return json.loads(self.text)


def get(port, path, method="GET", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        names = {k.replace("_", "-"): v for k, v in headers.items()}
        connection.request(method, path, headers=names)
        return Answer(connection.getresponse())
    finally:
        connection.close()


class Refused(Exception):
    def __init__(self, status):
        super().__init__(str(status))
        self.status = status


class WebSocket:
    """A client by RFC 6455, as small as it can be."""

    def __init__(self, port, path="/api/v1.0", origin=None, room=None):
        self.socket = socket.socket()
        if room:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        )
        if origin:
            head += f"Origin: {origin}\r\n"
        self.socket.sendall(head.encode() + b"\r\n")
        self.rest, self.pongs = b"", []
        while b"\r\n\r\n" not in self.rest:
            self.more()
        answer, self.rest = self.rest.split(b"\r\n\r\n", 1)
        status = int(answer.split()[1])
        if status != 101:
            self.socket.close()
            raise Refused(status)
        wanted = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert base64.b64encode(wanted) in answer, answer
        assert b"permessage-deflate" not in answer and b"sec-websocket-protocol" not in answer.lower()

    def more(self):
        bytes_ = self.socket.recv(65536)
        if not bytes_:
            raise ConnectionError("closed")
        self.rest += bytes_

    def take(self, count):
        while len(self.rest) < count:
            self.more()
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def frame(self, payload, first):
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            head = bytes([first, 0x80 | size])
        else:
            head = bytes([first, 0x80 | 126]) + struct.pack(">H", size)
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def send(self, text, opcode=1, fragments=1):
        payload = text.encode() if isinstance(text, str) else text
        size = (len(payload) + fragments - 1) // fragments
        for i in range(fragments):
            first = (opcode if i == 0 else 0) | (0x80 if i == fragments - 1 else 0)
            self.frame(payload[i * size:(i + 1) * size], first)

    def receive(self, timeout_s=PATIENCE_S):
        """The next message; None: none has come in that time."""
        self.socket.settimeout(timeout_s)
        try:
            while True:
                first, second = self.take(2)
                size = second & 0x7F
                if size == 126:
                    size = struct.unpack(">H", self.take(2))[0]
                payload = self.take(size)
                if first & 0x0F == 9:
                    self.send(payload, 10)
                    continue
                if first & 0x0F == 10:
                    self.pongs.append(payload)
                    continue
                if first & 0x0F == 8:
                    raise ConnectionError("closed")
                assert first == 0x81, f"one whole text message in each frame, not {first:#x}"
                return payload.decode()
        except socket.timeout:
            return None
        finally:
            self.socket.settimeout(PATIENCE_S)

    def call(self, text):
        self.send(text)
        return self.receive()

    def close(self):
        self.socket.close()


class Hall:
    """A folder with a boardsim and a boardd in it; both go when it is closed."""

    def __init__(self, boardd, boardsim, config="", boards=1, scale="1"):
        self.boardd, self.boardsim = boardd, boardsim
        self.boards, self.scale = boards, scale
        self.folder = tempfile.mkdtemp(prefix="boardd-")
        self.port = self.public = 0
        self.config = config.replace("FOLDER", self.folder)
        self.file = os.path.join(self.folder, "boardd.conf")
        self.log = open(os.path.join(self.folder, "log"), "w", encoding="utf-8")
        self.sim = self.daemon = None

    def path(self, number):
        end = str(number) if self.boards > 1 else ""
        return os.path.join(self.folder, "board" + end)

    def plug_in(self, *words):
        command = [self.boardsim, "--unix", os.path.join(self.folder, "board")]
        command += ["--boards", str(self.boards), "--speed", self.scale, *words]
        self.sim = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.log,
                                    preexec_fn=die_with_parent)
        wait_until("boardsim", lambda: all(
            os.path.exists(self.path(i + 1)) for i in range(self.boards)))

    def pull(self):
        if self.sim:
            self.sim.send_signal(signal.SIGTERM)
            self.sim.wait()
            self.sim = None

    def choose_ports(self):
        self.port, self.public = free_port(), free_port()
        with open(self.file, "w", encoding="utf-8") as to:
            to.write(
                f"[http]\nport = {self.port}\npublic = 127.0.0.1:{self.public}\n"
                f"request_rate = 100000\n{self.config}"
            )

    def start(self):
        command = [self.boardd, "-c", self.file, "--time-scale", self.scale]
        command += ["--state", os.path.join(self.folder, "state")]
        command += ["--socket", os.path.join(self.folder, "control")]
        for i in range(self.boards):
            command += ["--device", "unix:" + self.path(i + 1)]
        self.choose_ports()
        self.daemon = subprocess.Popen(command, stderr=self.log, preexec_fn=die_with_parent)
        wait_until("boardd", self.answers)

    def answers(self):
        assert self.daemon.poll() is None, "boardd does not start:\n" + self.said()
        try:
            return get(self.port, "/healthz").status == 200
        except OSError:
            return False

    def stop(self, how=signal.SIGTERM):
        if self.daemon:
            self.daemon.send_signal(how)
            status = self.daemon.wait(PATIENCE_S)
            self.daemon = None
            return status
        return None

    def said(self):
        with open(self.log.name, encoding="utf-8") as log:
            return log.read()

    def close(self):
        self.pull()
        if self.daemon:
            self.stop(signal.SIGKILL)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if value is not None:
            value.said = self.said()
            print("# " + value.said.replace("\n", "\n# "))
        self.close()


def run(tests):
    """Each function is a test; its name, as words, is what it shows."""
    run_all(tests, lambda test: test())
