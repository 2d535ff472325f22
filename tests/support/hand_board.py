# SPDX-License-Identifier: GPL-3.0-or-later
"""A DGT board and its clock on a pseudo-terminal, moved by the hand of a test."""

import os
import select
import threading
import tty

CODES = {name: i for i, name in enumerate(".PRNBKQprnbkq")}
ORDER = 167  # bytes of an order to the lights of a ChessLink
START = "rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "RNBQKBNR"  # a8 first, as the board counts


def number(square):
    return (8 - int(square[1])) * 8 + ord(square[0]) - ord("a")


class HandBoard:
    """A port at .path; what hands do is told at once, if the board was asked to."""

    def __init__(self, serial, men=START):
        self.serial = serial
        self.men = list(men)
        self.side = None  # of the clock whose time runs: "left", "right"; None: no clock
        self.is_stopped = False  # its lever stands as it was
        self.times = {"left": (0, 57, 56), "right": (0, 59, 58)}
        self.flag = None  # the side whose flag has fallen: the clock blocks
        self.updates = False
        self.skip = 0  # bytes of a request of a bus
        self.lock = threading.Lock()
        self.fd, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self.slave = slave
        self.is_gone = False
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    # --- hands ---

    def lift(self, square):
        self.change(square, ".")

    def place(self, square, man):
        self.change(square, man)

    def move(self, start, end):
        man = self.men[number(start)]
        self.lift(start)
        self.place(end, man)

    def press(self, side):
        """The player on this side of the clock presses: the other's time runs."""
        with self.lock:
            self.side = "right" if side == "left" else "left"
            if self.updates:
                self.say_clock()

    def set_clock(self, **what):
        """times, is_stopped, flag, side: as the clock shows them from now on."""
        with self.lock:
            for key, value in what.items():
                setattr(self, key, value)
            if self.updates:
                self.say_clock()

    def noise(self, data):
        with self.lock:
            os.write(self.fd, data)

    def change(self, square, man):
        with self.lock:
            self.men[number(square)] = man
            if self.updates:
                self.say(0x8E, bytes([number(square), CODES[man]]))

    # --- the board ---

    def say(self, kind, data):
        size = len(data) + 3
        os.write(self.fd, bytes([kind, size >> 7, size & 127]) + data)

    def say_clock(self):
        status = {None: 0x20, "left": 0x09, "right": 0x13}[self.side]
        if self.is_stopped:
            status &= 0xFE
        shown = []
        for side in ("right", "left"):
            hours, *rest = (16 * (n // 10) + n % 10 for n in self.times[side])
            shown += [hours | 0x10 * (side == self.flag), *rest]
        self.say(0x8D, bytes([*shown, status]))

    def obey(self, byte):
        if byte == 0x40:
            self.updates = False
        elif byte == 0x42:
            self.say(0x86, bytes(CODES[man] for man in self.men))
        elif byte == 0x41:
            self.say_clock()
        elif byte in (0x43, 0x44, 0x4B):
            self.updates = True
        elif byte == 0x45:
            self.say(0x91, self.serial.encode())
        elif byte == 0x4D:
            self.say(0x93, bytes([1, 8]))

    def hear(self, byte):
        if self.skip > 0:
            self.skip -= 1
        elif byte >= 0x81:
            self.skip = 3  # a request of a bus: this board knows none
        elif byte == 0x4A:
            self.updates = False
        else:
            self.obey(byte)

    def listen(self):
        while not self.is_gone:
            if not select.select([self.fd], [], [], 0.02)[0]:
                continue
            try:
                heard = os.read(self.fd, 256)
            except OSError:
                return
            with self.lock:
                for byte in heard:
                    self.hear(byte)

    def unplug(self):
        """Nothing answers any more. The listener ends first: its number is the next socket's."""
        self.is_gone = True
        self.listener.join()
        os.close(self.slave)
        os.close(self.fd)


class HandLink(HandBoard):
    """A Millennium ChessLink: shows the whole board when it is asked, or changes. No clock."""

    def __init__(self, men=START):
        self.heard = self.order = b""
        self.lit = set()  # the squares that shine
        self.orders = 0  # how often it was told which
        super().__init__("", men)

    def change(self, square, man):
        with self.lock:
            self.men[number(square)] = man
            self.show()

    def show(self):
        self.speak("s" + "".join(self.men))

    def speak(self, signs):
        check = 0
        for sign in signs:
            check ^= ord(sign)
        signs += f"{check:02X}"
        ones = [bin(ord(sign)).count("1") for sign in signs]
        odd = [ord(sign) | (0 if n % 2 else 0x80) for sign, n in zip(signs, ones)]
        os.write(self.fd, bytes(odd))

    def hear(self, byte):
        if self.order or byte & 0x7F == ord("L"):
            self.hear_order(byte)
            return
        self.heard = self.heard[-2:] + bytes([byte & 0x7F])
        if self.heard == b"V56":
            self.speak("v0103")
        elif self.heard == b"S53":
            self.show()
        elif self.heard == b"X58":
            self.shine("x", set())

    def hear_order(self, byte):
        """To the lights: which shine in the corners of squares."""
        self.order += bytes([byte & 0x7F])
        if len(self.order) < ORDER:
            return
        text = self.order[1:-2].decode()
        lit = [text[2 + 2 * i : 4 + 2 * i] != "00" for i in range(81)]
        squares = set()
        for square in (f"{f}{r}" for f in "abcdefgh" for r in "12345678"):
            at = 9 * (ord(square[0]) - ord("a")) + 8 - int(square[1])
            if all(lit[at + i] for i in (0, 1, 9, 10)):
                squares.add(square)
        self.order = b""
        self.shine("l", squares)

    def shine(self, answer, squares):
        self.orders += 1
        self.lit = squares
        self.speak(answer)
