# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the tests of boardd's HTTP server: a daemon with a board, and
clients of every kind, well behaved or not. BOARDD and BOARDSIM name the programs."""

import base64
import json
import os
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE_S = int(os.environ.get("PATIENCE_S", "300"))  # for what takes a moment; the machine may be busy


def wait_until(what, is_so):
    """Waits for something to be so, and says what was waited for when it never is."""
    end = time.monotonic() + PATIENCE_S
    while not (found := is_so()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {PATIENCE_S} s for {what}")
        time.sleep(0.02)
    return found


class Daemon:
    """boardd in a folder of its own, with one simulated board or none."""

    def __init__(self, config="", options=(), board=None, folder=None, prefix=(), port=0,
                 time_scale=10):
        self.folder = folder or tempfile.mkdtemp(prefix="boardd-web-")
        self.socket_path = f"{self.folder}/control.sock"
        self.lines = []
        self.board = None
        self.process = None
        words = [*prefix, os.environ["BOARDD"], "-c", f"{self.folder}/boardd.conf", "--state",
                 self.folder, "--socket", self.socket_path, "--port", str(port), "--time-scale",
                 str(time_scale)]
        with open(f"{self.folder}/boardd.conf", "w", encoding="utf-8") as file:
            file.write(config)
        self.device = f"unix:{self.folder}/board"
        if board is not None:
            self.plug(*board)
        self.words = [*words, "--device", self.device, *options]
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    def plug(self, *options):
        self.board = subprocess.Popen([os.environ["BOARDSIM"], "--unix", f"{self.folder}/board",
                                       *options], stdout=subprocess.DEVNULL)

    def unplug(self):
        if self.board:
            self.board.kill()
            self.board.wait()
            self.board = None

    def start(self):
        self.process = subprocess.Popen(self.words, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        text=True, env={
                                            **os.environ,
                                            # what is freed counts as free
                                            "ASAN_OPTIONS": ":".join(
                                                [os.environ.get("ASAN_OPTIONS", ""),
                                                 "quarantine_size_mb=4"])})
        self.lines = []
        self.reader = threading.Thread(target=self._read, args=(self.process.stderr, self.lines))
        self.reader.start()
        self.ready = wait_until("the daemon", self._is_ready)
        self.port = int(re.search(r":(\d+)/$", self.ready).group(1))

    @staticmethod
    def _read(stream, lines):
        for line in stream:
            lines.append(line.rstrip("\n"))
        stream.close()

    def _is_ready(self):
        if self.process.poll() is not None:
            self.reader.join()
            raise AssertionError("boardd ended: " + "\n".join(self.lines))
        return next((line for line in list(self.lines) if "ready: http" in line), None)

    def stop(self):
        """Ends it as systemd does; returns its exit status."""
        if self.process is None:
            return None
        process, self.process = self.process, None
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            status = "killed"
        self.reader.join()
        return status

    def close(self):
        """Ends all of it; whatever a sanitizer found fails the test."""
        status = self.stop()
        self.unplug()
        shutil.rmtree(self.folder)
        if status not in (0, None):
            raise AssertionError(f"boardd ended with {status}:\n" + "\n".join(self.lines[-60:]))

    def call(self, name, /, **param):
        """Asks over the control socket."""
        with socket.socket(socket.AF_UNIX) as to:
            to.settimeout(PATIENCE_S)
            to.connect(self.socket_path)
            to.sendall(json.dumps({"id": 1, "call": name, "param": param}).encode() + b"\n")
            return json.loads(to.makefile().readline())

    def anonymous_kib(self):
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as file:
            return int(re.search(r"^Anonymous:\s+(\d+)", file.read(), re.M).group(1))

    def listeners(self):
        """What the kernel says this process listens on: (address, port), in order."""
        links = []
        for name in os.listdir(f"/proc/{self.process.pid}/fd"):
            try:
                links.append(os.readlink(f"/proc/{self.process.pid}/fd/{name}"))
            except FileNotFoundError:
                pass
        own = {link[8:-1] for link in links if link.startswith("socket:[")}
        found = []
        for name, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
            path = f"/proc/{self.process.pid}/net/{name}"
            if not os.path.exists(path):
                continue
            with open(path, encoding="ascii") as file:
                for line in file.readlines()[1:]:
                    words = line.split()
                    if words[3] == "0A" and words[9] in own:
                        found.append(_address_of(words[1], family))
        return sorted(found)

    # --- requests ---

    def connect(self, host="127.0.0.1", port=None, tls=None):
        to = socket.create_connection((host, port or self.port), timeout=PATIENCE_S)
        return tls.wrap_socket(to, server_hostname="localhost") if tls else to

    def send(self, request, **where):
        """Bytes as they are; the answers, until the other end closes."""
        with self.connect(**where) as to:
            try:
                to.sendall(request)
            except (BrokenPipeError, ConnectionResetError):
                pass
            return answers_of(read_all(to))

    def ask(self, path, method="GET", body=None, headers=None, host="localhost", **where):
        """One request as a program makes it."""
        lines = [f"{method} {path} HTTP/1.1", "Connection: close"]
        if host is not None:
            lines.append(f"Host: {host}")
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            headers = {"Content-Type": "application/json", **(headers or {})}
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        head = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"
        found = self.send(head + (body or b""), **where)
        if len(found) != 1:
            raise AssertionError(f"{method} {path}: {len(found)} answers")
        return found[0]

    def log_in(self, name, **how):
        """The cookie of a person."""
        link = self.call("login", name=name)["result"]["link"]
        answer = self.ask("/v1/login", "POST", {"invitation": link.split("#login=")[1]}, **how)
        assert answer.status == 200, answer
        return answer.headers["set-cookie"].split(";")[0]


# --- beyond loopback ---

BEYOND = "192.0.2.10"


def in_own_network(test):
    """Runs a test method in a network of its own, where an address beyond loopback can be had."""
    def run(self):
        if "BOARDD_OWN_NETWORK" in os.environ:
            test(self)
            return
        script = (f"ip link set lo up && ip addr add {BEYOND}/32 dev lo && "
                  f"ip addr add 192.0.2.11/32 dev lo && exec \"$0\" \"$@\"")
        name = ".".join(self.id().split(".")[-2:])
        found = subprocess.run(
            ["unshare", "-rn", "sh", "-c", script, sys.executable, "-B", sys.argv[0], name],
            capture_output=True, text=True, env={**os.environ, "BOARDD_OWN_NETWORK": "1"},
            check=False)
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


def make_certificate(folder, name="localhost", kind="ec"):
    """key.pem and cert.pem in a folder."""
    how = {"ec": ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"], "rsa": ["rsa:2048"]}[kind]
    subprocess.run(["openssl", "req", "-x509", "-newkey", *how, "-nodes", "-days", "2", "-subj",
                    f"/CN={name}", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"],
                   check=True, capture_output=True)


class Beyond(Daemon):
    """A daemon that is reached by TLS, from another address."""

    def __init__(self, config="", kind="ec", listen=f"127.0.0.1 {BEYOND}", **how):
        folder = tempfile.mkdtemp(prefix="boardd-web-")
        make_certificate(folder, kind=kind)
        super().__init__(folder=folder, config=(
            f"[http]\nlisten = {listen}\nnames = hall.example\n"
            f"tls_certificate = {folder}/cert.pem\ntls_key = {folder}/key.pem\n{config}"), **how)

    def tls(self, **how):
        made = ssl.create_default_context(cafile=f"{self.folder}/cert.pem")
        made.check_hostname = False
        for name, value in how.items():
            setattr(made, name, value)
        return made

    def connect(self, host=BEYOND, port=None, tls=None):
        return super().connect(host, port, self.tls() if tls is None else tls or None)


def _address_of(text, family):
    """'0100007F:07BE' of the kernel's table."""
    address, port = text.split(":")
    words = [int(address[i:i + 8], 16) for i in range(0, len(address), 8)]
    packed = b"".join(struct.pack("=I", word) for word in words)
    return socket.inet_ntop(family, packed), int(port, 16)


def read_all(to):
    found = b""
    try:
        while chunk := to.recv(65536):
            found += chunk
    except (ConnectionResetError, ssl.SSLError):
        pass
    return found


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.headers} {self.body[:300]!r}"


def answers_of(text, is_head=False):
    """What a server has sent, taken apart. What is not HTTP is an error."""
    found = []
    while text:
        head, mark, rest = text.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        first = re.fullmatch(r"HTTP/1\.[01] (\d{3}).*", lines[0])
        if not mark or not first:
            raise AssertionError(f"this is no answer: {text[:200]!r}")
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        length = headers.get("content-length")
        status = int(first.group(1))
        has_body = not is_head and status != 304
        size = (int(length) if length is not None else len(rest)) if has_body else 0
        found.append(Answer(status, headers, rest[:size]))
        text = rest[size:]
    return found


class WebSocket:
    """A client of /v1/stream."""

    def __init__(self, daemon, path, headers=None, host="localhost", receive_buffer=None, **where):
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket = daemon.connect(**where)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        self.stream = self.socket.makefile("rb")
        head = []
        while (line := self.stream.readline().decode("latin-1").rstrip("\r\n")):
            head.append(line)
        self.status = int(head[0].split()[1]) if head else None
        self.head = {line.partition(":")[0].lower(): line.partition(":")[2].strip()
                     for line in head[1:]}
        self.closed = None  # (code, reason)
        self.pings = 0

    def body(self):
        """Of a refusal."""
        return self.stream.read(int(self.head["content-length"]))

    def send(self, opcode, payload, is_final=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([(0x80 if is_final else 0) | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def read(self):
        """The next report; None when the other end has closed."""
        while True:
            try:
                head = self.stream.read(2)
            except ConnectionResetError:
                return None
            if len(head) < 2:
                return None
            size = head[1] & 0x7F
            if size == 126:
                size = struct.unpack(">H", self.stream.read(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.stream.read(8))[0]
            payload = self.stream.read(size)
            opcode = head[0] & 0x0F
            if opcode == 1:
                assert head[0] & 0x80, "a report is one frame"
                return json.loads(payload)
            if opcode == 8:
                self.closed = (struct.unpack(">H", payload[:2])[0], payload[2:].decode())
                return None
            if opcode == 9:
                self.pings += 1
                self.send(10, payload)

    def close(self):
        self.stream.close()
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
