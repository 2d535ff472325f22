#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_mqtt_hall.py BOARDD BOARDSIM: what displays, hubs and the public get from a broker. TAP."""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from datetime import datetime

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from broadcast import PATIENCE_S, Hall, WebSocket, get, run, wait_until  # noqa: E402
from mqtt import Broker, Client, retained  # noqa: E402

BOARDD, BOARDSIM = sys.argv[1:3]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
ROOT = "boardd/1/hall-a"


def config_of(broker, more="", node="hall-a"):
    return f"""
[boards]
id.01025 = b1
[broadcast]
id = hbr26
MORE
[mqtt]
host = 127.0.0.1
port = {broker.port}
node = {node}
keepalive = 5s
""".replace("MORE", more)


def hall_with(broker, hands=None, more="", scale="8", **how):
    hall = Hall(BOARDD, BOARDSIM, config_of(broker, more, **how), scale=scale)
    if hands:
        script = os.path.join(hall.folder, "hands")
        with open(script, "w", encoding="utf-8") as to:
            to.write(hands)
        hall.plug_in("--script", script)
    return hall


class Scene:
    """A broker in a folder; both go at the end."""

    def __init__(self, lines="allow_anonymous true"):
        self.folder = subprocess.check_output(["mktemp", "-d"], text=True).strip()
        os.chmod(self.folder, 0o755)
        self.broker = Broker(self.folder, lines.replace("FOLDER", self.folder))

    def __enter__(self):
        return self.broker

    def __exit__(self, kind, value, trace):
        self.broker.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def word(broker, topic):
    return retained(broker.port, f"{ROOT}/#", quiet_s=0.3).get(f"{ROOT}/{topic}")


def wait_for(broker, topic, text):
    return wait_until(f"{topic} {text}", lambda: text in (word(broker, topic) or ""))


# --- what a newcomer sees ---


def check_picture(seen):
    """Whatever the instant, what is retained fits together. False: it is just being told, topic
    by topic; see whole_picture()."""
    if f"{ROOT}/$state" not in seen or seen[f"{ROOT}/$state"] != "ready":
        return False
    node = json.loads(seen[f"{ROOT}/$node"])
    for board in node["boards"]:
        at = f"{ROOT}/board/{board}/"
        state = seen.get(at + "$state")
        if state is None:
            return False  # it is just being told
        assert state in ("init", "ready", "lost"), state
        parts = {leaf: json.loads(seen[at + leaf]) for leaf in ("info", "clock")}
        if at + "game" in seen:
            game = json.loads(seen[at + "game"])
            assert len(game["san"]) == len(game["uci"]) == len(game["clk"]), game
            assert game["completed"] <= len(game["san"]), game
            position = json.loads(seen[at + "position"])
            same = game["fen"].split(" ")[0] == position["board"]
            if position["match"] and not same and position["seq"] > game["seq"]:
                return False  # the game of this position follows it
            if position["match"] and position["seq"] >= game["seq"]:
                assert same, (game["fen"], position)
        assert all(part["seq"] > 0 for part in parts.values())
        lost = f"{ROOT}/alert/{board}-link" in seen
        if lost and state == "ready":
            return False  # the alert goes next
    return True


def whole_picture(broker):
    """Nobody moves any more: what was being told has been told, and fits."""
    wait_until("a whole picture", lambda: check_picture(retained(broker.port, f"{ROOT}/#")))


def a_newcomer_at_any_instant_sees_a_whole_picture():
    hands = ("wait 6; lift e2; wait 1; place e4 P; wait 2; press white; wait 3; lift d7; place d5 p;"
             "wait 1; press black; wait 3; lift d5; lift e4; place d5 P; wait 2; press white;"
             "wait 200; lift h7\n")
    with Scene() as broker, hall_with(broker, hands) as hall:
        hall.start()
        pictures, game = 0, {}
        end = time.monotonic() + PATIENCE_S
        while len(game.get("san", [])) < 3:
            assert time.monotonic() < end, game
            seen = retained(broker.port, f"{ROOT}/#", quiet_s=0.1)
            pictures += check_picture(seen)
            game = json.loads(seen.get(f"{ROOT}/board/b1/game", "{}"))
        assert pictures > 3, pictures
        whole_picture(broker)
        assert game["san"] == ["e4", "d5", "exd5"] and game["game"] == "hbr26-r1-b1-1", game
        hall.pull()
        wait_for(broker, "board/b1/$state", "lost")
        alert = json.loads(wait_until("the alert", lambda: word(broker, "alert/b1-link")))
        assert alert["alert"] == "fault" and alert["what"] == "board-lost", alert
        whole_picture(broker)
        hall.plug_in("--script", os.path.join(hall.folder, "hands"))
        wait_for(broker, "board/b1/$state", "ready")
        wait_until("no alert", lambda: word(broker, "alert/b1-link") is None)
        whole_picture(broker)
        # it dies, and is back at once: the will of the first life may come after the birth
        for _ in range(3):
            hall.stop(9)
            hall.start()
            wait_for(broker, "$state", "ready")
        time.sleep(1)  # it has come by now, and if so it was put right
        wait_for(broker, "$state", "ready")
        assert hall.stop() == 0, hall.said()
        wait_for(broker, "$state", "disconnected")
        assert word(broker, "board/b1/$state") == "lost", "a board goes with its node"


# --- a hub ---


class Hub:
    """Reports once and in order, whatever comes twice or late; what is missing it asks for."""

    def __init__(self, port, name="hub", clean=False):
        self.client = Client(port, name, clean=clean)
        self.name = name
        self.client.subscribe(f"{ROOT}/event", f"{ROOT}/tell/{name}")
        self.held, self.kept, self.reports, self.asked = {}, None, [], 0
        self.gaps = 0

    def take(self, report):
        if self.kept is None:
            self.kept = report["seq"] - 1
        if report["seq"] > self.kept:
            self.held[report["seq"]] = report
        while self.kept + 1 in self.held:
            self.kept += 1
            self.reports.append(self.held.pop(self.kept))

    def ask(self):
        self.asked += 1
        self.client.publish(f"{ROOT}/ask/{self.name}", json.dumps(
            {"id": self.asked, "ask": "replay", "since": self.kept, "max": 500}))

    def hear(self, seconds):
        end, asked_at = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            message = self.client.receive(0.1)
            if message:
                found = json.loads(message.text)
                for report in found.get("reports", [found] if "seq" in found else []):
                    self.take(report)
            if (self.held or (self.reports and not message)) and time.monotonic() > asked_at + 0.5:
                asked_at = time.monotonic()
                self.gaps += bool(self.held)
                self.ask()  # when nothing comes, too: it may be the last that the broker dropped


def journal_reports(hall, since=0):
    """All behind that number, as far as there are any now: they go on coming."""
    lines = []
    while True:
        more = get(hall.port, f"/v1/events?since={since}").text.splitlines()
        lines += more
        if len(more) < 10000:
            return [json.loads(line) for line in lines]
        since = json.loads(lines[-1])["seq"]


def a_hub_that_was_away_has_no_gap():
    lines = "allow_anonymous true\nmax_queued_messages 20\npersistence false"
    with Scene(lines) as broker, hall_with(broker, scale="20") as hall:
        hall.plug_in("--random", "5", "--think", "2")
        hall.start()
        hub = Hub(broker.port)
        wait_until("reports", lambda: hub.hear(0.5) or len(hub.reports) > 20)
        first = hub.reports[0]["seq"]
        # its session is kept, but of what comes meanwhile the broker drops most: it has all that
        # another client has heard
        hub.client.socket.close()
        last = hub.kept
        witness = Hub(broker.port, "witness", clean=True)
        wait_until("much more", lambda: witness.hear(0.5) or (witness.kept or 0) > last + 200)
        witness.client.socket.close()
        again = Hub(broker.port)
        again.kept, again.reports, again.held = hub.kept, hub.reports, hub.held
        wait_until("all of it", lambda: again.hear(1) or again.kept > last + 200)
        assert again.gaps > 0, "nothing was missing: the test shows nothing"
        hall.pull()
        # What it saw at last may settle after that.
        wait_until("the end", lambda: again.hear(1) or any(r.get("state") == "lost" for r in again.reports))
        wanted = [r for r in journal_reports(hall) if r["seq"] >= first]
        assert again.reports == wanted[: len(again.reports)], "they differ"
        assert again.kept == again.reports[-1]["seq"], (again.kept, again.reports[-1])
        # every event twice, and shuffled in windows of twenty: the same end
        twice = [r for r in wanted for _ in range(2)]
        for i in range(0, len(twice), 20):
            window = twice[i : i + 20]
            random.Random(i).shuffle(window)
            twice[i : i + 20] = window
        shuffled = Hub.__new__(Hub)
        shuffled.held, shuffled.kept, shuffled.reports = {}, first - 1, []
        for report in twice:
            shuffled.take(report)
        assert shuffled.reports == wanted and not shuffled.held
        again.client.close()


def the_info_of_a_board_comes_when_it_changes():
    with Scene() as broker, hall_with(broker, scale="20") as hall:
        client = Client(broker.port, "display")
        client.subscribe(f"{ROOT}/board/b1/info", f"{ROOT}/board/b1/game")
        hall.plug_in("--random", "6", "--think", "2")
        hall.start()
        infos, games, end = [], 0, time.monotonic() + PATIENCE_S
        while games < 30:
            assert time.monotonic() < end, (infos, games)
            message = client.receive(1)
            if message and message.topic.endswith("/info"):
                infos.append(json.loads(message.text))
            games += bool(message) and message.topic.endswith("/game")
        client.close()
        plain = [{k: v for k, v in info.items() if k != "seq"} for info in infos]
        assert plain and all(a != b for a, b in zip(plain, plain[1:])), infos


def a_retained_text_never_goes_back():
    """Of a topic a later text has a higher number, or is the same text."""
    with Scene() as broker, hall_with(broker, scale="20") as hall:
        client = Client(broker.port, "display")
        client.subscribe(f"{ROOT}/board/+/+", f"{ROOT}/public/+/game")
        hall.plug_in("--random", "6", "--think", "2")
        hall.start()
        last, count, end = {}, 0, time.monotonic() + 10
        while time.monotonic() < end or count < 100:
            message = client.receive(1)
            if not message or message.topic.endswith(("$state", "/equipment")):  # of these the last is true
                continue
            seq = json.loads(message.text)["seq"]
            before = last.get(message.topic, (0, ""))
            assert seq > before[0] or (seq == before[0] and message.text == before[1]), (
                before, message)
            last[message.topic] = (seq, message.text)
            count += 1
        client.close()


# --- who may see what ---


def write_people(folder):
    subprocess.check_call(["touch", f"{folder}/users"])
    for name in ("hall-a", "hub", "public"):
        subprocess.check_call(["mosquitto_passwd", "-b", f"{folder}/users", name, "pw-" + name],
                              stderr=subprocess.DEVNULL)
    with open(f"{folder}/acl", "w", encoding="utf-8") as to:
        to.write("pattern readwrite boardd/1/%u/#\nuser hub\ntopic read boardd/1/#\n"
                 "topic write boardd/1/+/ask/hub\nuser public\ntopic read boardd/1/+/public/#\n")
    for name in ("users", "acl"):
        os.chmod(f"{folder}/{name}", 0o644)
    with open(f"{folder}/password", "w", encoding="utf-8") as to:
        to.write("pw-hall-a\n")


class Guarded(Scene):
    def __init__(self):
        self.folder = subprocess.check_output(["mktemp", "-d"], text=True).strip()
        os.chmod(self.folder, 0o755)
        write_people(self.folder)
        self.broker = Broker(self.folder, f"password_file {self.folder}/users\n"
                             f"acl_file {self.folder}/acl\npersistence false")
        self.broker.password = f"{self.folder}/password"


def the_public_gets_the_delayed_tree_and_nothing_else():
    delay_s, scale = 60, 20
    with Guarded() as broker:
        more = f"delay = {delay_s}s\n"
        hall = Hall(BOARDD, BOARDSIM, config_of(broker, more) +
                    f"user = hall-a\npassword_file = {broker.password}\n", scale=str(scale))
        with hall:
            public = Client(broker.port, "phone", user="public", password="pw-public")
            public.subscribe("#", "boardd/1/hall-a/#", f"{ROOT}/event", f"{ROOT}/board/+/+")
            hall.plug_in("--random", "4", "--think", "3")
            hall.start()
            heard, times = 0, {}
            end = time.monotonic() + 15
            while time.monotonic() < end or heard < 10:
                message = public.receive(1)
                if not message:
                    continue
                assert message.topic in (f"{ROOT}/public/1/game", f"{ROOT}/public/1/pgn"), message
                if not message.topic.endswith("/game"):
                    continue
                heard += 1
                # how old the newest of it was when it came, by the clock of the house
                now_ms = house_ms(hall)
                seq = json.loads(message.text)["seq"]
                known = max(times, default=0)
                times.update((r["seq"], r["time"]) for r in journal_reports(hall, known))
                age_s = (now_ms - ms_of(times[seq])) / 1000
                assert age_s >= delay_s - 0.001, (age_s, message)
            seen = retained(broker.port, "#", user="public", password="pw-public")
            assert seen and all(t.startswith(f"{ROOT}/public/1/") for t in seen), seen.keys()
            seen = retained(broker.port, "#", user="hub", password="pw-hub")
            assert f"{ROOT}/board/b1/game" in seen, seen.keys()
            public.close()


def house_ms(hall):
    client = WebSocket(hall.port)
    now = json.loads(client.call('{"id":1,"call":"eboards"}'))["time"]
    client.close()
    return now


def ms_of(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000


# --- other machines, other houses ---


def a_board_that_goes_to_another_node():
    with Scene() as broker, hall_with(broker, "wait 300; lift e2") as a, hall_with(
            broker, node="hall-b") as b:
        a.start()
        wait_for(broker, "board/b1/$state", "ready")
        b.start()
        a.pull()
        wait_for(broker, "board/b1/$state", "lost")
        script = os.path.join(a.folder, "hands")
        b.plug_in("--script", script)

        def is_there():
            seen = retained(broker.port, quiet_s=0.3)
            return seen.get("boardd/1/hall-b/board/b1/$state") == "ready" and seen
        seen = wait_until("it is at the other", is_there)
        assert seen[f"{ROOT}/board/b1/$state"] == "lost"
        sessions = [json.loads(seen[f"boardd/1/{n}/$node"])["session"] for n in ("hall-a", "hall-b")]
        assert sessions[1] > sessions[0], sessions


def home_assistant_finds_the_boards():
    link = "homeassistant/binary_sensor/boardd-hall-a/b1-link/config"
    battery = "homeassistant/sensor/boardd-hall-a/b1-battery/config"
    old = "homeassistant/sensor/boardd-hall-a/b9-battery/config"
    other = "homeassistant/sensor/boardd-hall-b/b9-battery/config"
    with Scene() as broker, hall_with(broker, "wait 300; lift e2") as hall:
        home = Client(broker.port, "home")
        home.publish(old, "{}", retained=True)
        home.publish(other, "{}", retained=True)
        wait_until("they are there", lambda: other in retained(broker.port, "homeassistant/#"))
        hall.config += "homeassistant = yes\n"
        hall.start()
        seen = wait_until("it is found", lambda: (
            s := retained(broker.port, "homeassistant/#", quiet_s=0.3)).keys() >= {link}
            and old not in s and s)
        assert battery not in seen, "a board on a cable has no battery"
        assert json.loads(seen[link])["state_topic"] == f"{ROOT}/board/b1/$state", seen
        assert json.loads(seen[link])["device"]["serial_number"] == "01025", seen
        assert seen[other] == "{}", "what another node has told is not ours"
        assert not any("game" in text or "fen" in text for text in seen.values())
        home.subscribe(link)
        wait_until("what it has", lambda: home.receive(1))
        home.publish("homeassistant/status", "online")
        wait_until("it is told again", lambda: (m := home.receive(1)) and m.topic == link)
        home.close()
        hall.stop()
        hall.config = hall.config.replace("homeassistant = yes\n", "")
        hall.start()
        wait_until("it is not wanted any more", lambda: retained(
            broker.port, "homeassistant/#", quiet_s=0.3).keys() == {other})


run([
    a_newcomer_at_any_instant_sees_a_whole_picture,
    a_hub_that_was_away_has_no_gap,
    the_info_of_a_board_comes_when_it_changes,
    a_retained_text_never_goes_back,
    the_public_gets_the_delayed_tree_and_nothing_else,
    a_board_that_goes_to_another_node,
    home_assistant_finds_the_boards,
])
