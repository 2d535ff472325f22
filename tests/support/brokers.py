# SPDX-License-Identifier: GPL-3.0-or-later
"""The brokers of docs/examples: mosquitto with TLS and an access list, and three nats-server."""

import os
import re
import shutil
import subprocess
import tempfile

from broadcast import free_port, wait_until
from hall import die_with_parent
from mqtt import Client

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/examples")
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


def write_passwords(folder, users=USERS):
    for user in users:
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


class Cluster:
    """Three nats-server as documented; but our own clients do not speak TLS, so with it only if is_tls. Of all
    addresses if is_wide."""

    def __init__(self, users=USERS, is_wide=False, is_tls=False):
        self.folder = tempfile.mkdtemp(prefix="boardd-nats-")
        self.is_tls = is_tls
        write_passwords(self.folder, users)
        if is_tls:
            make_authority(self.folder)
        self.ports = [free_port() for _ in range(3)]
        routes = [free_port() for _ in range(3)]
        self.processes = [None] * 3
        for i in range(3):
            text = example("nats-1.conf")
            text = text.replace("/etc/nats/", f"{self.folder}/") if is_tls else \
                re.sub(r"(?m)^\s*tls \{.*\n", "", text)
            text = text.replace("n1", f"n{i + 1}").replace("127.0.0.1:4222", f"127.0.0.1:{free_port()}")
            text = text.replace("0.0.0.0:8883", f"{'0.0.0.0' if is_wide else '127.0.0.1'}:{self.ports[i]}")
            text = text.replace("0.0.0.0:6222", f"127.0.0.1:{routes[i]}")
            for k in range(3):
                text = text.replace(f"10.0.0.{k + 1}:6222", f"127.0.0.1:{routes[k]}")
            text = text.replace("/var/lib/nats", f"{self.folder}/js{i}").replace("max_mem: 256M", "max_mem: 64M")
            text = text.replace("max_file: 4G", "max_file: 256M")
            block = re.search(r"\t+\{\n\t+user: \"hall-a\".*?\n\t\t\t\}\n", text, re.S).group()
            text = text.replace(block, "".join(
                block.replace("hall-a", user) for user in users if user.startswith("hall-")))
            for user in users:
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
        if self.is_tls:
            return True  # boardd tries until somebody is there
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
