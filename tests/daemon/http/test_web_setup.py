# SPDX-License-Identifier: GPL-3.0-or-later
"""Setting up by the page: what is set is in force and in a file, what /etc fixes is fixed, secrets stay secret."""

import json
import os
import re
import sqlite3
import stat
import unittest

from web import Daemon, wait_until

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

    def test_which_devices_there_are(self):
        found = self.daemon.ask("/v1/ports").json()
        self.assertEqual(set(found), {"ports", "lonely", "modem_manager"})


if __name__ == "__main__":
    unittest.main()
