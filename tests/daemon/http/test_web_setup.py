# SPDX-License-Identifier: GPL-3.0-or-later
"""Setting up by the page: what is set is in force and in a file, what /etc fixes is fixed, secrets stay secret."""

import json
import os
import re
import shutil
import sqlite3
import stat
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from broadcast import free_port  # noqa: E402
from web import Daemon, wait_until  # noqa: E402

TID = "5b1f0c6e-6a0e-4c5b-9d57-0d5f6c1e2a11"
ROUND = f"/get/{TID}/round-1/index.json"
PUBLIC = ("/pgn/games.pgn", "/pgn/board-1.pgn", "/public.json", f"/get/{TID}/tournament.json", ROUND,
          f"/get/{TID}/round-1/game-1.json", f"/meta/{TID}")

CONFIG = "[http]\nrequest_rate = 10000\n[laws]\nmode = rapid\n"


class Setup(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(config=CONFIG)
        self.addCleanup(self.daemon.close)
        self.cookie = self.daemon.log_in("Anna")

    def ask(self, body=None, cookie=True):
        return self.daemon.ask("/v1/setup", "POST" if body else "GET", body, headers={"Cookie": self.cookie} if cookie else {})

    def key(self, name):
        section, _, key = name.partition(".")
        found = [one for one in self.ask().json()["keys"] if (one["section"], one["key"]) == (section, key)]
        return found[0] if found else None

    def file(self):
        return os.path.join(self.daemon.folder, "conf.d", "50-page.conf")

    def test_what_is_set_is_in_force_after_a_restart_too(self):
        self.assertEqual(self.key("laws.edition")["from"], "default")
        answer = self.ask({"set": {"laws.edition": "2009", "broadcast.event": "Spring Open, \u00e5r 1", "players.3.white": "Ane, A"}})
        self.assertEqual(answer.status, 200, answer)
        wait_until("it is in force", lambda: self.key("laws.edition")["value"] == "2009")
        self.assertEqual(self.key("laws.edition")["from"], "page")
        self.assertEqual(self.key("players.3.white")["value"], "Ane, A")
        with open(self.file(), encoding="utf-8") as file:
            self.assertIn("edition = 2009\n", file.read())
        self.daemon.stop()
        self.daemon.start()
        self.assertEqual(self.key("broadcast.event")["value"], "Spring Open, \u00e5r 1")
        self.assertEqual(self.ask({"set": {"laws.edition": None}}).status, 200)
        wait_until("the default", lambda: self.key("laws.edition")["from"] == "default")
        self.assertEqual(self.key("broadcast.event")["from"], "page")

    def test_what_a_file_of_the_system_says_is_fixed(self):
        fixed = self.key("laws.mode")
        self.assertEqual((fixed["value"], fixed["from"]), ("rapid", "fixed"))
        self.assertRegex(fixed["where"], r":4$")
        self.assertEqual(self.ask({"set": {"laws.mode": "blitz"}}).status, 200)
        self.assertEqual(self.key("laws.mode")["value"], "rapid")

    def test_what_makes_no_sense_changes_nothing(self):
        for body, why in (({"set": {"laws.edition": "1850"}}, "[laws] edition"),
                          ({"set": {"broadcast.event": "a\nb"}}, "no value"),
                          ({"set": {"broadcast.event": "a ; b"}}, "no value"),
                          ({"set": {"broadcast.event": 3}}, "no value"),
                          ({"set": {"http.listen": "0.0.0.0"}}, "cannot be set here"),
                          ({"set": {"broadcast.folder": "/tmp"}}, "cannot be set here"),
                          ({"set": {"lichess.token_file": "/etc/shadow"}}, "cannot be set here"),
                          ({"set": {"nonsense": "1"}}, "cannot be set here"),
                          ({"set": {"http.public": "0.0.0.0:8080"}}, "tls_certificate"),
                          ({"set": []}, "object"),
                          ({"set": {"laws.edition": "2009"}, "token": "a b"}, "token")):
            with self.subTest(body=body):
                answer = self.ask(body)
                self.assertEqual(answer.status, 400, answer)
                self.assertIn(why, answer.json()["error"])
        self.assertFalse(os.path.exists(self.file()))
        self.assertEqual(self.ask({"set": {"laws.edition": "2009"}}, cookie=False).status, 401)

    def test_a_token_is_kept_and_never_told(self):
        self.assertFalse(self.ask().json()["token"])
        self.assertEqual(self.ask({"token": "lip_verySecret"}).status, 200)
        wait_until("it is known", lambda: self.ask().json()["token"])
        path = os.path.join(self.daemon.folder, "lichess-token")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        self.assertNotIn(b"verySecret", self.ask().body)
        with open(self.file(), encoding="utf-8") as file:
            self.assertNotIn("verySecret", file.read())
        self.daemon.stop()
        journal = sqlite3.connect(os.path.join(self.daemon.folder, "journal.sqlite"))
        rows = journal.execute("SELECT author, data FROM input WHERE kind = 'config'").fetchall()
        journal.close()
        self.assertEqual([(author, json.loads(data)) for author, data in rows], [("Anna", {"token": True})])
        self.daemon.start()
        self.assertEqual(self.ask({"token": None}).status, 200)
        wait_until("it is gone", lambda: not self.ask().json()["token"])
        self.assertFalse(os.path.exists(path))

    def test_what_holds_after_a_restart_can_be_brought_about(self):
        self.assertFalse(self.ask().json()["restart"])
        self.assertEqual(self.ask({"set": {"boards.id.123": "left"}}).status, 200)
        wait_until("it is said", lambda: self.ask().json()["restart"])
        process = self.daemon.process.pid
        self.assertEqual(self.ask({"restart": True}, cookie=False).status, 401)
        self.assertEqual(self.ask({"restart": True}).status, 200)
        ready = lambda: [line for line in list(self.daemon.lines) if "ready: http" in line]
        wait_until("it has begun again", lambda: len(ready()) == 2)
        self.daemon.port = int(re.search(r":(\d+)/$", ready()[1]).group(1))
        self.assertEqual(self.daemon.process.pid, process)
        self.assertFalse(self.ask().json()["restart"])
        self.assertEqual(self.key("boards.id.123")["value"], "left")

    def test_pairings_of_any_size_are_taken_from_who_is_logged_in(self):
        text = "round,board,white,black,result\n" + "".join(
            f'1,{i},"Long-Lastname, White {i} of the Very Large Open","Long-Lastname, Black {i}",*\n' for i in range(1, 1001))
        body = {"round": 1, "pairings": text, "name": "large.csv"}
        self.assertGreater(len(text), 70000)
        answer = self.daemon.ask("/v1/round", "POST", body, headers={"Cookie": self.cookie})
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(answer.json()["imported"], 1000)
        self.assertEqual(self.daemon.ask("/v1/round", "POST", body).status, 413)

    def test_which_devices_there_are(self):
        found = self.daemon.ask("/v1/ports").json()
        self.assertEqual(set(found), {"ports", "lonely", "modem_manager"})


PLAYED = "wait 1; lift e2; place e4 P; press white; wait 1\n"


class Hidden(unittest.TestCase):
    """Names of minors: nothing public has them, once somebody has said so, and after a restart too."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="boardd-hidden-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        with open(f"{self.folder}/script", "w", encoding="utf-8") as file:
            file.write(PLAYED)
        self.public = free_port()
        self.daemon = Daemon(config="[http]\nrequest_rate = 10000\n"
                             f"public = 127.0.0.1:{self.public}\n"
                             f"[broadcast]\nid = open\nfolder = {self.folder}/games\n"
                             f"cloud_id = {TID}\n"
                             "[players]\n1.white = Berg, Ane\n1.black = Vik, Mia\n",
                             board=("--script", f"{self.folder}/script"))
        self.addCleanup(self.daemon.close)
        self.cookie = self.daemon.log_in("Anna")

    def shown(self):
        """All that the public can ask for, and the folder."""
        text = "".join(self.daemon.ask(path, port=self.public).body.decode() for path in PUBLIC)
        for folder, _, names in os.walk(f"{self.folder}/games"):
            for name in [one for one in names if not one.endswith(".new")]:  # being written
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    text += file.read()
        return text

    def hide(self, names):
        answer = self.daemon.ask("/v1/setup", "POST", {"set": {"broadcast.hidden": names}},
                                 headers={"Cookie": self.cookie})
        self.assertEqual(answer.status, 200, answer)

    def test_nothing_public_has_the_name(self):
        wait_until("a move", lambda: "1. e4" in self.shown() and "Berg" in self.shown())
        self.hide("berg, ane | Somebody, Else")
        wait_until("the name is gone", lambda: not re.search("Berg|Ane", self.shown()))
        self.assertIn("NN", self.shown())
        self.assertIn("Vik", self.shown())
        self.assertIn("1. e4", self.shown())
        arbiter = self.daemon.ask("/v1/games").body.decode()
        self.assertIn("Berg, Ane", arbiter)
        self.assertEqual(self.daemon.ask("/v1/round", "POST", {"start": 2}, headers={"Cookie": self.cookie}).status, 409)
        self.assertEqual(self.daemon.ask("/v1/round", "POST", {"start": 2, "abandon": [1]},
                                         headers={"Cookie": self.cookie}).status, 200)
        self.daemon.stop()
        self.daemon.start()
        wait_until("an earlier round", lambda: "NN" in self.daemon.ask(ROUND, port=self.public).body.decode())
        self.assertNotRegex(self.shown(), "Berg|Ane")
        self.hide(None)
        wait_until("the name is there again", lambda: "Berg" in self.daemon.ask(ROUND, port=self.public).body.decode())


if __name__ == "__main__":
    unittest.main()
