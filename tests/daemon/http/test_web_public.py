# SPDX-License-Identifier: GPL-3.0-or-later
"""What the public page asks every few seconds: the tables that have changed since, and no others."""

import shutil
import tempfile
import unittest

from web import Daemon, wait_until

BOARD = ("--random", "7", "--speed", "8", "--think", "1")


class Changes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="boardd-web-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.daemon = Daemon(folder=self.folder, config="[http]\nrequest_rate = 10000\n", board=BOARD)
        self.addCleanup(self.daemon.close)

    def ask(self, since, **how):
        return (how.get("daemon") or self.daemon).ask(f"/public.json?since={since}").json()

    def test_only_what_has_changed_is_told(self):
        first = self.ask(0)
        self.assertTrue(first["whole"])
        wait_until("a move at the table", lambda: any("1. " in one["pgn"] for one in self.ask(0)["tables"]))
        whole = self.ask(0)
        games = {one["table"]: one["pgn"] for one in whole["tables"]}
        change = whole["change"]

        # From one answer to the next the games are what they are when all are asked for.
        for _ in range(40):
            news = self.ask(change)
            self.assertGreaterEqual(news["change"], change)
            self.assertFalse(news["whole"] and news["change"] == change)
            games.update({one["table"]: one["pgn"] for one in news["tables"]})
            change = news["change"]
        self.daemon.unplug()
        wait_until("no news", lambda: self.ask(self.ask(change)["change"])["tables"] == [])
        games.update({one["table"]: one["pgn"] for one in self.ask(change)["tables"]})
        self.assertEqual(games, {one["table"]: one["pgn"] for one in self.ask(0)["tables"]})
        self.assertEqual("".join(games[table] for table in sorted(games)).split(),
                         self.daemon.ask("/pgn/games.pgn").body.decode().split())

    def test_who_comes_from_before_a_restart_is_told_all(self):
        change = self.ask(0)["change"]
        self.assertFalse(self.ask(change)["whole"])
        self.daemon.stop()
        self.daemon.start()
        again = self.ask(change)
        self.assertTrue(again["whole"])
        self.assertGreater(again["change"], change)

    def test_a_change_that_is_none_is_refused_or_told_all(self):
        self.assertEqual(self.daemon.ask("/public.json?since=x").status, 400)
        self.assertTrue(self.ask(10 ** 17)["whole"])


if __name__ == "__main__":
    unittest.main()
