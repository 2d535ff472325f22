#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""stall.py OUT TO-PORT: a wire to a port of this machine that can go dead.

Its port is written to OUT. After SIGUSR1 nothing passes any more, in either
direction, and nothing is closed, as when a cable is pulled; after SIGUSR2 new
connections pass again, and the old ones stay dead.
"""
import selectors
import signal
import socket
import sys

is_dead = False
pairs = {}
look = selectors.DefaultSelector()


def kill(*_):
    global is_dead
    is_dead = True
    for one in list(pairs):
        look.unregister(one)
    graves.extend(pairs)
    pairs.clear()


def mend(*_):
    global is_dead
    is_dead = False


graves = []  # kept open
signal.signal(signal.SIGUSR1, kill)
signal.signal(signal.SIGUSR2, mend)
server = socket.create_server(("127.0.0.1", 0))
look.register(server, selectors.EVENT_READ)
with open(sys.argv[1], "w") as out:
    print(server.getsockname()[1], file=out)


def accept():
    near, _ = server.accept()
    if is_dead:
        graves.append(near)
        return
    try:
        far = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
    except OSError:
        near.close()
        return
    for one, other in ((near, far), (far, near)):
        pairs[one] = other
        look.register(one, selectors.EVENT_READ)


def close(one):
    for each in (one, pairs.get(one)):
        if each in pairs:
            look.unregister(each)
            pairs.pop(each)
            each.close()


while True:
    for key, _ in look.select(0.2):
        if key.fileobj is server:
            accept()
        elif key.fileobj in pairs:
            try:
                data = key.fileobj.recv(65536)
                pairs[key.fileobj].sendall(data)
            except OSError:
                data = b""
            if not data:
                close(key.fileobj)
