#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""boardctl report: all that whoever helps needs, and nothing that is nobody's business. TAP.

Usage: test_report.py BUILD [CASE...]
"""

import json
import os
import socket
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))

from cases import run  # noqa: E402
from hall import Stream  # noqa: E402
from journals import FAST, PLAY, Page, boardctl, online, watch_until  # noqa: E402

# Every text that somebody can write somewhere begins with this, and nothing else has it.
MARK = "zq"
PEOPLE = {"white": "zqwhite, Magda", "black": "zqblack, Ane", "third": "zqthird, Bo",
          "fourth": "zqfourth, Ib", "fide": "1503014", "team": "zqteam"}
CONFIG = """
[broadcast]
event = zqevent Open
site = zqsite
id = zqid
folder = {folder}/zqfolder
cloud_id = 5b1f0c6e-6a0e-4c5b-9d57-0d5f6c1e2a11
[players]
3.white = {third}
3.black = {fourth}
[boards]
id.12345 = zqboard
[lichess]
round.1 = zqround1
token_file = {folder}/zqtoken
url = https://zqurl.invalid
[mqtt]
host = zqhost.invalid
user = zquser
password_file = {folder}/zqpassword
prefix = zqprefix
node = zqnode
[notify]
webhook = http://127.0.0.1:1/zqhook
ntfy = http://127.0.0.1:1/zqntfy
ntfy_topic = zqtopic
ntfy_token_file = {folder}/zqntfytoken
[http]
names = zqname.example
origins = https://zqorigin.example
[journal]
keep = 30d
backup = 1h
backup_folder = {folder}/zqbackups
"""


def set_up(hall):
    with open(hall.path("conf"), "w") as file:
        file.write(CONFIG.format(folder=hall.folder, **PEOPLE))
    for name, secret in (("zqtoken", "zqsecret1"), ("zqpassword", "zqsecret2"), ("zqntfytoken", "zqsecret3")):
        with open(hall.path(name), "w", opener=lambda p, f: os.open(p, f, 0o600)) as file:
            file.write(secret + "\n")
    with open(hall.path("pairs.csv"), "w") as file:
        file.write("board;white;white_fide;white_team;black\n"
                   f"1;{PEOPLE['white']};{PEOPLE['fide']};{PEOPLE['team']};{PEOPLE['black']}\n")


def play(hall):
    """A game with everything that people say and do; returns the secrets that were given out."""
    hall.start(hall.sim(*PLAY), *FAST, "-c", hall.path("conf"))
    online(hall, "round", "start", "1", "--pairings", hall.path("pairs.csv"), "--by", "zqarbiter")
    client, stream = hall.client(), Stream()
    client.watch(0)
    watch_until(hall, client, stream, "moves", lambda reports: sum(
        r["event"] == "move" for r in reports) >= 3)
    client.close()
    page = Page(hall)
    cookie = page.log_in("zqperson")
    link = hall.call("login", name="zqinvited")["link"]
    hall.call("act", board="1", action="note zqnote was said", by="zqarbiter")
    page.ask("/v1/boards/1/actions", {"action": "note zqpagenote"}, cookie)
    hall.call("act", board="1", action="result 1-0", by="zqarbiter")
    hall.client().send("nonsense", zqparam="zqvalue")
    return [cookie.split("=")[1], link.split("#login=")[1]]


def it_has_no_secret_and_no_name(hall):
    set_up(hall)
    secrets = play(hall)
    found = online(hall, "report", hall.path("report"))
    assert "without names" in found.stdout, found
    with open(hall.path("report")) as file:
        text = file.read()
    secrets += [PEOPLE["fide"], "5b1f0c6e", hall.folder, hall.socket, hall.state, socket.gethostname(),
                "127.0.0.1", "localhost"]
    for word in secrets:
        assert word not in text, f"{word} is in it"
    assert MARK not in text.lower(), [t for t in text.splitlines() if MARK in t.lower()][:3]
    lines = [json.loads(line) for line in text.splitlines()]
    events = {line.get("event") for line in lines}
    assert {"move", "touch", "sensed", "decision", "result"} <= events, events
    assert {"note", "result"} <= {line.get("action") for line in lines}
    state = lines[1]
    assert state["config"]["[journal] keep"] == "30d", state["config"]
    assert state["config"]["[mqtt] host"] == "(not shown)", state["config"]
    assert state["log"] and all("%" in s["sentence"] or s["sentence"] for s in state["log"])
    assert any(line.get("hex") for line in lines), "bytes of the board"
    assert os.stat(hall.path("report")).st_mode & 0o077 == 0
    refused = online(hall, "report", hall.path("report"), code=1)
    assert "is there already" in refused.stderr, refused


def without_a_daemon_it_has_the_machine(hall):
    found = boardctl(hall, "report", hall.path("report"), "--socket", hall.socket, code=1)
    assert "only the machine" in found.stdout and "no boardd listens" in found.stderr, found
    with open(hall.path("report")) as file:
        assert json.loads(file.read())["machine"]["system"] == "Linux"


CASES = [it_has_no_secret_and_no_name, without_a_daemon_it_has_the_machine]

if __name__ == "__main__":
    run(CASES, sys.argv[1], sys.argv[2:])
