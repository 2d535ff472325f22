# SPDX-License-Identifier: GPL-3.0-or-later
"""Rounds of the past: of an event that is over too, as long as the journal has its games."""

import unittest

from web import Daemon, wait_until

CONFIG = "[http]\nrequest_rate = 10000\n[broadcast]\nid = {}\n[players]\n1.white = Berg, Ane\n1.black = Lund, J\u00f6rg\n"


class Archive(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(config=CONFIG.format("spring-r26"), board=("--random", "5"))
        self.addCleanup(self.daemon.close)

    def archive(self, query=""):
        return self.daemon.ask("/v1/archive" + query)

    def rounds(self):
        return [(one["event"], one["round"]) for one in self.archive().json()["rounds"]]

    def played(self):
        return self.daemon.ask("/v1/boards").json()["boards"][0]["game"]

    def test_an_event_that_is_over(self):
        wait_until("a game is played", lambda: (self.played() or {}).get("plies", 0) > 3)
        game = self.played()["game"]
        wait_until("the journal has it", lambda: self.rounds() == [("spring-r26", 1)])
        self.daemon.unplug()
        self.daemon.stop()
        with open(f"{self.daemon.folder}/boardd.conf", "w", encoding="utf-8") as file:
            file.write(CONFIG.format("autumn26"))
        self.daemon.start()
        begun = self.daemon.ask("/v1/round", "POST", {"start": 1, "abandon": [1]}, headers={"Cookie": self.daemon.log_in("Anna")})
        self.assertEqual(begun.status, 200, begun)
        self.assertIn(("spring-r26", 1), self.rounds())
        [told] = [one for one in self.archive("?event=spring-r26&round=1").json()["games"] if one["game"] == game]
        self.assertEqual((told["white"]["name"], told["table"]), ("Berg, Ane", 1))
        self.assertGreater(told["plies"], 3)
        whole = self.daemon.ask("/v1/games/" + game).json()
        self.assertEqual(len(whole["moves"]), told["plies"])

    def test_what_is_not_there(self):
        for query, status in (("?event=spring-r26", 400), ("?event=none&round=1", 404), ("?event=spring-r26&round=7", 404),
                              ("?event=spring-r26&round=-1", 400), ("?event=%FF&round=1", 400)):
            with self.subTest(query=query):
                self.assertEqual(self.archive(query).status, status)


if __name__ == "__main__":
    unittest.main()
