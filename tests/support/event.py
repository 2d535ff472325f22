# SPDX-License-Identifier: GPL-3.0-or-later
"""An event of many machines: a broker, nodes with simulated boards, hubs."""

import json
import os
import shutil
import subprocess
import sys
import tempfile

from broadcast import Hall, get, wait_until
from mqtt import Broker

# Games that end by themselves, in mate.
GAMES = [
    "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0",
    "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2 Ngf6 6. Nd6# 1-0",
    "1. d4 Nf6 2. Nd2 e5 3. dxe5 Ng4 4. h3 Ne3 5. fxe3 Qh4+ 6. g3 Qxg3# 0-1",
    "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 "
    "9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 "
    "17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0",
]

CONFIG = """
[boards]
first_table = FIRST
[broadcast]
id = open26
event = Open
EXTRA
[mqtt]
host = 127.0.0.1
port = PORT
node = NODE
keepalive = 5s
"""


def in_own_network():
    """This test again, in a network of its own that has addresses beyond loopback: 192.0.2.1 to 9."""
    if "BOARDD_OWN_NETWORK" in os.environ:
        return
    addresses = "".join(f"ip addr add 192.0.2.{i}/32 dev lo && " for i in range(1, 10))
    os.execvpe("unshare", ["unshare", "-rn", "sh", "-c", f"ip link set lo up && {addresses}exec \"$0\" \"$@\"",
                           sys.executable, "-B", *sys.argv], {**os.environ, "BOARDD_OWN_NETWORK": "1"})


def certify(folder):
    """A certificate in a folder, whose name nobody will look at."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                    "-nodes", "-days", "2", "-subj", "/CN=boardd", "-keyout", f"{folder}/key.pem", "-out",
                    f"{folder}/cert.pem"], check=True, capture_output=True)


class Machine(Hall):
    """A boardd that others find again where it was."""

    def choose_ports(self):
        if self.port and hasattr(self, "address"):
            return
        super().choose_ports()


class Event:
    """What begins with it ends with it. Machines have addresses beyond loopback if is_wide. At a broker of
    brokers.py each logs in by its name. extra: of [broadcast]; more: of [mqtt]."""

    def __init__(self, boardd, boardsim, scale="8", lines="allow_anonymous true", extra="", is_wide=False,
                 broker=None, more=""):
        self.boardd, self.boardsim, self.scale, self.extra = boardd, boardsim, scale, extra
        self.more, self.has_users = more, broker is not None
        self.is_wide, self.think_s = is_wide, "1"
        self.folder = tempfile.mkdtemp(prefix="boardd-event-")
        os.chmod(self.folder, 0o755)
        self.broker = broker or Broker(self.folder, lines + ("\nuser root" if is_wide else ""))
        self.nodes, self.hubs = [], []

    def config(self, name, first=1, more=""):
        user = f"user = {name}\npassword_file = {self.broker.folder}/{name}.password\n" if self.has_users else ""
        return (CONFIG.replace("FIRST", str(first)).replace("PORT", str(self.broker.port))
                .replace("NODE", name).replace("EXTRA", self.extra)) + user + self.more + more

    def play(self, hall, seed):
        """Each board plays one game, which ends in mate."""
        file = os.path.join(hall.folder, "games.pgn")
        with open(file, "w", encoding="utf-8") as to:
            for i in range(len(GAMES)):
                text = GAMES[(seed + i) % len(GAMES)]
                to.write(f'[Event "?"]\n[Result "{text.split()[-1]}"]\n\n{text}\n\n')
        hall.plug_in("--pgn", file, "--seed", str(seed), "--serial", str(hall.serial), "--games", "1",
                     "--careful", "--think", self.think_s, "--once")

    def node(self, boards=2, seed=1, first=None, more="", play=None, serial=None):
        """A machine with boards, called hall-a, hall-b, ..."""
        number = len(self.nodes)
        name = "hall-" + chr(ord("a") + number)
        first = first or 1 + sum(n.boards for n in self.nodes)
        hall = Machine(self.boardd, self.boardsim, self.config(name, first, more), boards, self.scale)
        hall.name, hall.first = name, first
        self.widen(hall)
        hall.serial = serial or 2000 + 200 * number
        self.nodes.append(hall)
        if play:
            hall.plug_in("--serial", str(hall.serial), *play)
        else:
            self.play(hall, seed)
        hall.start()
        return hall

    def hub(self, name="main", more=""):
        hall = Machine(self.boardd, self.boardsim,
                       self.config(name, more=f"[hub]\nname = {name}\n" + more), 0, self.scale)
        hall.name = name
        self.widen(hall)
        self.hubs.append(hall)
        hall.start()
        return hall

    def widen(self, hall):
        if self.is_wide:
            certify(hall.folder)
            hall.address = f"192.0.2.{1 + len(self.nodes) + len(self.hubs)}"
            hall.config = (f"listen = 127.0.0.1 {hall.address}\ntls_certificate = {hall.folder}/cert.pem\n"
                           f"tls_key = {hall.folder}/key.pem\n{hall.config}")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        for hall in self.hubs + self.nodes:
            if value is not None:
                print(f"# {hall.name} said:\n# " + hall.said().replace("\n", "\n# "))
            hall.close()
        self.broker.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def status(hall):
    return get(hall.port, "/v1/status").json()


def nodes_of(hub):
    """By name, what the hub says of each."""
    return {n["name"]: n for n in status(hub)["hub"]["nodes"]}


def events(hall, since=0):
    """All reports, as objects."""
    found = []
    while True:
        page = get(hall.port, f"/v1/events?since={since}").text.splitlines()
        found += [json.loads(line) for line in page]
        if not page:
            return found
        since = found[-1]["seq"]
        if since >= status(hall)["last"]:
            return found


def is_over(node):
    """Every board of the machine has a game, and all are over."""
    games = {g["table"]: g for g in get(node.port, "/v1/games").json()["games"]}
    return len(games) == node.boards and all(g["state"] == "ended" for g in games.values())


def is_level(hub, node):
    """The hub has all that the node has told."""
    known = nodes_of(hub).get(node.name)
    return known and known["journal"] == status(node)["journal"] and \
        known["taken"] == status(node)["last"]


def is_played(node):
    """The hands have done all they had to; whoever was away meanwhile has not seen it all."""
    return node.sim.poll() is not None and all(
        b["health"] == "missing" for b in get(node.port, "/v1/boards").json()["boards"])


def wait_level(hub, *nodes):
    """The hub has all that each node has told until now, and has published it."""
    for node in nodes:
        node.level = status(node)["last"]
        wait_until(f"{hub.name} has all of {node.name}", lambda n=node: is_level(hub, n))
    wait_until("it is published", lambda: status(hub)["hub"]["waiting"] == 0)
