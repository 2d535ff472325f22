# SPDX-License-Identifier: GPL-3.0-or-later
"""A machine of an event with a network of its own, behind a cable that can be pulled."""

import ctypes
import os
import re
import socket
import subprocess
import threading

from broadcast import wait_until
from event import Event
from hall import die_with_parent

NEAR, FAR = "198.51.100.1", "198.51.100.2"


def pump(source, target):
    try:
        while True:
            data = source.recv(65536)
            if not data:
                break
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Far:
    """A network behind a cable, which can be pulled. What listens there on its loopback can be reached
    from here all the same, as somebody who sits at the machine reaches it."""

    def __init__(self, folder):
        self.holder = subprocess.Popen(["unshare", "-n", "sleep", "infinity"], preexec_fn=die_with_parent)
        own = os.readlink("/proc/self/ns/net")
        wait_until("a network", lambda: os.readlink(f"/proc/{self.holder.pid}/ns/net") != own)
        self.net = f"/proc/{self.holder.pid}/ns/net"
        self.run(f"ip link add name near type veth peer name far netns {self.holder.pid}")
        self.run(f"ip addr add {NEAR}/24 dev near && ip link set near up")
        self.inside = f"nsenter --net={self.net}"
        self.run(f"{self.inside} sh -c 'ip link set lo up && ip addr add {FAR}/24 dev far && ip link set far up && "
                 f"ip route add default via {NEAR}'")
        self.boardd = os.path.join(folder, "boardd-far")

    def run(self, words):
        subprocess.run(words, shell=True, check=True)

    def wrap(self, boardd):
        """A boardd that runs there."""
        with open(self.boardd, "w", encoding="utf-8") as to:
            to.write(f'#!/bin/sh\nexec {self.inside} "{os.path.abspath(boardd)}" "$@"\n')
        os.chmod(self.boardd, 0o755)
        return self.boardd

    def let_in(self, port):
        listener = socket.create_server(("127.0.0.1", port), backlog=64)
        threading.Thread(target=self.serve, args=(listener, port), daemon=True).start()

    def serve(self, listener, port):
        with open(self.net, encoding="utf-8") as net:  # of this thread alone
            if ctypes.CDLL(None, use_errno=True).setns(net.fileno(), 0x40000000) != 0:
                raise OSError(ctypes.get_errno(), "setns")
        while True:
            here, there = listener.accept()[0], socket.socket()
            try:
                there.connect(("127.0.0.1", port))
            except OSError:
                here.close()
                continue
            for pair in ((here, there), (there, here)):
                threading.Thread(target=pump, args=pair, daemon=True).start()

    def close(self):
        self.holder.kill()
        self.holder.wait()


class FarEvent(Event):
    """An event in a network of its own (in_own_network()); the last of its count nodes is far."""

    def __init__(self, boardd, boardsim, count, broker=None, **how):
        super().__init__(boardd, boardsim, is_wide=True, broker=broker, **how)
        self.count, self.far = count, Far(self.folder)
        if broker:
            return
        self.broker.kill()
        with open(self.broker.file, "a", encoding="utf-8") as to:
            to.write(f"listener {self.broker.port} {NEAR}\n")
        self.broker.start()

    def widen(self, hall):
        super().widen(hall)
        if not hall.name.startswith("hall-") or len(self.nodes) + 1 < self.count:
            return
        hall.config = hall.config.replace(hall.address, FAR).replace("host = 127.0.0.1", f"host = {NEAR}")
        hall.config = re.sub("(?m)^others = .*", lambda m: m.group().replace("127.0.0.1", NEAR), hall.config)
        hall.address, hall.boardd = FAR, self.far.wrap(hall.boardd)
        choose = hall.choose_ports

        def choose_ports():
            is_first = not hall.port
            choose()
            for port in (hall.port, hall.public) if is_first else ():
                self.far.let_in(port)

        hall.choose_ports = choose_ports

    def cut(self):
        """Nothing goes between the far node and all others, and nobody is told so."""
        self.far.run("ip link set near down")

    def mend(self):
        self.far.run("ip link set near up")

    def __exit__(self, kind, value, trace):
        super().__exit__(kind, value, trace)
        self.far.close()
