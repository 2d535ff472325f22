# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the tests that run the whole daemon with simulated boards.

A Hall is a folder with one boardsim and one boardd in it; both go when it is
closed. A Client speaks on the control socket. Stream keeps what was published
and complains when a later telling differs from an earlier one.
"""

import ctypes
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from datetime import datetime

PATIENCE_S = int(os.environ.get("PATIENCE_S", "300"))  # nothing that works takes so long
PR_SET_PDEATHSIG = 1


def die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def preloading(*libraries):
    """The environment in which a program loads these first, and what all others load."""
    own = os.environ.get("LD_PRELOAD")
    return {"LD_PRELOAD": ":".join([*libraries, *([own] if own else [])]),
            "ASAN_OPTIONS": "verify_asan_link_order=0:" + os.environ.get("ASAN_OPTIONS", "")}


def paced_s():
    """The monotonic time of a boardd and a boardsim that run faster than life; see pace.h."""
    lag_ns = 0
    if "PACE" in os.environ:
        with open(os.environ["PACE"], "rb") as pace:
            _, lag_ns = struct.unpack("=QQ", pace.read(16))
    return time.monotonic() - lag_ns / 1e9


def has_sanitizers(build):
    """Then memory is not the program's own: what is freed is kept back for a while."""
    with open(os.path.join(build, "CMakeCache.txt")) as file:
        return "-fsanitize" in file.read()


def wait_until(what, is_so, patience_s=PATIENCE_S):
    """Returns what is_so() returns as soon as that is something."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        found = is_so()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {patience_s} s in vain: {what}")


class Client:
    """A connection to the control socket."""

    def __init__(self, path, timeout_s=PATIENCE_S):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout_s)
        self.socket.connect(path)
        self.rest = b""
        self.hello = None
        self.reports = []  # lines that came between answers

    def close(self):
        self.socket.close()

    def send(self, call, **param):
        line = json.dumps({"id": 1, "call": call, "param": param})
        self.socket.sendall(line.encode() + b"\n")

    def line(self, timeout_s=PATIENCE_S):
        """The next line, or None: none has come in that time, or the other end is gone."""
        end = time.monotonic() + timeout_s
        while b"\n" not in self.rest:
            left = end - time.monotonic()
            if left <= 0:
                return None
            self.socket.settimeout(left)
            try:
                more = self.socket.recv(1 << 20)
            except (socket.timeout, ConnectionError):
                return None
            if not more:
                return None
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return line

    def call(self, call, **param):
        """The result; what is refused is an error of the test."""
        answer = self.ask(call, **param)
        assert "error" not in answer, f"{call} {param}: {answer}"
        return answer["result"]

    def ask(self, call, **param):
        self.send(call, **param)
        while True:
            line = self.line()
            assert line is not None, f"no answer to {call} {param}"
            found = json.loads(line)
            if "id" in found:
                return found
            self.keep(found, line)

    def keep(self, found, line):
        if found["event"] == "hello":
            self.hello = found
        else:
            self.reports.append(line)

    def watch(self, since):
        self.call("watch", since=since)

    def read(self, seconds):
        """All reports that come in that time, as lines."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            line = self.line(left)
            if line is not None:
                self.keep(json.loads(line), line)
            elif time.monotonic() < end:
                break  # it is gone
        lines, self.reports = self.reports, []
        return lines


class Stream:
    """All that was published, over any number of restarts."""

    def __init__(self):
        self.lines = {}  # by seq
        self.journal = None
        self.last = 0

    def take(self, client, lines):
        hello, client.hello = client.hello, None
        if hello:
            self.greet(hello)
        expected = None
        for line in lines:
            seq = json.loads(line)["seq"]
            assert expected in (None, seq), f"report {expected} is missing before {seq}"
            assert self.lines.setdefault(seq, line) == line, (
                f"report {seq} was {self.lines[seq]} and is {line}"
            )
            expected = seq + 1
        if lines:
            self.last = max(self.last, expected - 1)

    def greet(self, hello):
        if self.journal is None:
            self.journal = hello["journal"]
        assert hello["journal"] == self.journal, "the journal's UUID has changed"
        assert hello["last"] >= self.last, f"report {self.last} is gone, {hello['last']} is last"

    def check_whole(self):
        numbers = sorted(self.lines)
        assert numbers == list(range(1, len(numbers) + 1)), "seq has gaps"

    def reports(self):
        return [json.loads(self.lines[seq]) for seq in sorted(self.lines)]

    def times(self):
        return [datetime.fromisoformat(r["time"].replace("Z", "+00:00")) for r in self.reports()]


class Hall:
    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.folder = tempfile.mkdtemp(prefix="boardd-hall-")
        self.socket = self.folder + "/socket"
        self.state = self.folder + "/state"
        self.log = self.folder + "/log"
        self.truth = self.folder + "/truth"
        self.sims = []
        self.daemon = None
        self.starts = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, why, trace):
        # boardd first: the link of a board that is killed leads to a terminal whose number the
        # next test's board may get, and boardd would open that.
        for process in [self.daemon, *self.sims]:
            if process and process.poll() is None:
                process.kill()
                process.wait()
        if kind and os.environ.get("BOARDD_KEEP"):
            subprocess.run(["cp", "-r", self.folder, os.environ["BOARDD_KEEP"]], check=False)
        if kind:  # what it said is gone with the hall
            why.said = self.said()
            print(f"the end of the log of boardd:\n{why.said[-4000:]}", flush=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return f"{self.folder}/{name}"

    def sim(self, *words, name="board", boards=1, kind="--pty", truth=None):
        """Simulated boards; returns what boardd has to open."""
        out = open(self.path(f"sim-{len(self.sims)}"), "w+")
        command = [self.build + "/simulator/boardsim", kind, self.path(name)]
        command += ["--boards", str(boards), "--truth", truth or self.truth, *words]
        process = subprocess.Popen(
            command, stdout=out, stderr=subprocess.STDOUT, preexec_fn=die_with_parent
        )
        self.sims.append(process)
        wanted = 1 if "--bus" in words else boards

        def ports():
            assert process.poll() is None, f"boardsim has ended: {open(out.name).read()}"
            return open(out.name).read().count("\n") >= wanted

        wait_until("the ports of boardsim", ports)
        prefix = "unix:" if kind == "--unix" else ""
        if wanted == 1:
            return [prefix + self.path(name)]
        return [f"{prefix}{self.path(name)}{i + 1}" for i in range(boards)]

    def start(self, devices, *words, env=None, wait=True, wrap=()):
        """boardd; returns how many seconds it took to answer."""
        command = [*wrap, self.build + "/daemon/boardd", "--state", self.state]
        command += ["--socket", self.socket, "--port", "0", *words]
        for device in devices:
            command += ["--device", device]
        began = time.monotonic()
        self.starts += 1
        with open(self.log, "a") as log:
            self.daemon = subprocess.Popen(
                command,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=die_with_parent,
                env={**os.environ, **(env or {})},
            )
        if wait:
            self.client().close()
        return time.monotonic() - began

    def client(self):
        def connected():
            assert self.daemon.poll() is None, f"boardd has ended: {self.said()[-2000:]}"
            try:
                return Client(self.socket)
            except (FileNotFoundError, ConnectionRefusedError):
                return None

        return wait_until("the control socket", connected)

    def kill(self):
        self.daemon.kill()
        self.daemon.wait()

    def stop(self):
        """As systemd does it; must end well."""
        self.daemon.terminate()
        assert self.daemon.wait(PATIENCE_S) == 0, "boardd did not end well"

    def said(self):
        try:
            with open(self.log, errors="replace") as log:
                return log.read()
        except FileNotFoundError:
            return ""

    def call(self, call, **param):
        client = self.client()
        try:
            return client.call(call, **param)
        finally:
            client.close()

    def end_play(self):
        """The boards go, and what was played is written down to the end."""
        for process in self.sims:
            process.terminate()
        for process in self.sims:
            process.wait()

    def games(self, truth=None):
        """What was really played: for each board a list of games, each a list of UCI moves."""
        games = {}
        with open(truth or self.truth) as file:
            for line in file.read().split("\n")[:-1]:
                told = json.loads(line)
                of_board = games.setdefault(told["board"], [])
                if told["truth"] == "ready":
                    of_board.append([])
                elif told["truth"] == "made":
                    of_board[-1].append(told["uci"])
        return games


class Listener:
    """What is published, over restarts of the daemon."""

    def __init__(self, hall):
        self.hall, self.stream, self.client = hall, Stream(), None
        self.listen()

    def listen(self):
        if self.client:
            self.client.close()
        self.client = self.hall.client()
        self.client.watch(self.stream.last)

    def read(self):
        """What has come meanwhile, as lines; the stream has it too."""
        lines = self.client.read(0.1)
        self.stream.take(self.client, lines)
        return lines


def fold(reports):
    """The games as published: for each GID its table and (move, certainty) by ply."""
    games = {}
    for report in reports:
        gid = report.get("game")
        if not gid:
            continue
        game = games.setdefault(gid, {"table": report["table"], "moves": {}, "unsure": set()})
        if report["event"] == "move":
            game["moves"][report["ply"]] = (report["uci"], report["certainty"])
        elif report["event"] == "revised":
            for ply in [p for p in game["moves"] if p >= report["ply"]]:
                if report["uci"] is None or ply == report["ply"]:
                    del game["moves"][ply]
            if report["uci"] is not None:
                game["moves"][report["ply"]] = (report["uci"], report["certainty"])
        elif report["event"] == "unsure":
            game["unsure"].add(report["ply"])
    return games


def common(a, b):
    """How many half-moves two games share from the start on."""
    n = 0
    while n < min(len(a), len(b)) and a[n] == b[n]:
        n += 1
    return n


def judge(reports, truth):
    """Compares what was published with what was played.

    Returns how many half-moves are right, how many are wrong and marked as
    doubtful, and a sentence for each that is wrong and said to be certain.
    """
    right, doubtful, wrong = 0, 0, []
    for gid, game in fold(reports).items():
        moves = game["moves"]
        if not moves:
            continue
        told = [moves[ply][0] if ply in moves else None for ply in range(1, max(moves) + 1)]
        played = max(truth.get(game["table"], [[]]), key=lambda t: common(told, t), default=[])
        for ply, move in enumerate(told, 1):
            really = played[ply - 1] if ply <= len(played) else None
            if move == really:
                right += 1
            elif ply not in moves or moves[ply][1] != "observed" or min(
                game["unsure"], default=ply + 1
            ) <= ply:
                doubtful += 1
            else:
                wrong.append(f"{gid}: half-move {ply} is {move}, and {really} was played")
    return right, doubtful, wrong
