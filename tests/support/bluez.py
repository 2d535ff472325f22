# SPDX-License-Identifier: GPL-3.0-or-later
"""A bus of the test's own, and BlueZ on it as fake-bluez plays it."""

import os
import subprocess

from hall import die_with_parent


class Bluez:
    def __init__(self, hall):
        self.hall, self.devices = hall, []
        self.bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=die_with_parent,
        )
        self.env = {"DBUS_SYSTEM_BUS_ADDRESS": self.bus.stdout.readline().strip()}
        assert self.env["DBUS_SYSTEM_BUS_ADDRESS"], "no dbus-daemon"
        self.daemon = None
        hall.sims.append(self.bus)  # ends with the test

    def add(self, make, address, name, socket):
        self.devices.append([make, address, name, socket])

    def start(self, known="new"):
        """known: BlueZ remembers the boards, as after a restart."""
        words = ["|".join(device + [known]) for device in self.devices]
        self.daemon = subprocess.Popen(
            [self.hall.build + "/tests/fake-bluez", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=die_with_parent,
            env={**os.environ, **self.env},
        )
        assert self.daemon.stdout.readline() == "ready\n", "fake-bluez is not ready"
        self.hall.sims.append(self.daemon)

    def do(self, line):
        self.daemon.stdin.write(line + "\n")
        self.daemon.stdin.flush()

    def kill(self):
        self.daemon.kill()
        self.daemon.wait()
