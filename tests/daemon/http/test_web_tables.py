# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of every table by WebSocket: all of it, then changes that add up to what is asked for."""

import json
import unittest

from web import Daemon, WebSocket, wait_until

BOARD = ("--random", "7", "--speed", "20", "--think", "1")


def merge_game(before, change):
    """As the page does it: a game with its name is told wholly, another by what has changed."""
    if not before or not change or "game" in change:
        return change
    after = {**before, **change}
    if "moves" in change:
        after["moves"] = before["moves"][:change["moves"]["from"]] + change["moves"]["rest"]
    return after


class Follower:
    """What a client knows that takes in every message."""

    def __init__(self, daemon):
        self.socket = WebSocket(daemon, "/v1/tables")
        self.hello = self.socket.read()
        self.tables = {}
        self.is_complete = False
        while not self.is_complete:
            self.hear()

    def hear(self):
        message = self.socket.read()
        self.is_complete = message["complete"]
        self.seq = message["seq"]
        for change in message["tables"]:
            before = self.tables.get(change["table"], {"game": None, "whole": None})
            after = {**before, **change}
            for key in ("game", "whole"):
                if key in change:
                    after[key] = merge_game(before[key], change[key])
            self.tables[change["table"]] = after
        return message


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(board=BOARD, config="[http]\nrequest_rate = 10000\n")
        wait_until("moves", lambda: cls.plies() > 4)

    @classmethod
    def tearDownClass(cls):
        cls.daemon.close()

    @classmethod
    def plies(cls):
        games = cls.daemon.ask("/v1/games").json()["games"]
        return games[0]["plies"] if games else 0

    def test_changes_add_up_to_the_state(self):
        follower = Follower(self.daemon)
        self.assertEqual(follower.hello["event"], "hello")
        begin = follower.tables[1]["game"]["plies"]
        while follower.tables[1]["game"]["plies"] < begin + 3:
            follower.hear()
        self.assertEqual(set(follower.tables[1]), set(Follower(self.daemon).tables[1]))
        asked = self.daemon.ask("/v1/games/" + follower.tables[1]["game"]["game"]).json()
        while follower.tables[1]["game"]["seq"] < asked["seq"]:
            follower.hear()
        if follower.tables[1]["game"]["seq"] == asked["seq"]:  # nothing was played meanwhile
            self.assertEqual(follower.tables[1]["game"]["fen"], asked["fen"])
            self.assertEqual(follower.tables[1]["touched"], asked["touched"])

    def test_the_whole_game_of_the_table_that_is_watched(self):
        follower = Follower(self.daemon)
        self.assertIsNone(follower.tables[1]["whole"])
        follower.socket.send(1, b'{"watch":1}')
        while follower.tables[1].get("whole") is None:
            follower.hear()
        begin = len(follower.tables[1]["whole"]["moves"])
        told = []
        while len(follower.tables[1]["whole"]["moves"]) < begin + 3:
            told += [change for change in follower.hear()["tables"] if "moves" in change.get("whole", {})]
        self.assertTrue(all(change["whole"]["moves"]["from"] > 0 for change in told if "game" not in change["whole"]))
        table = follower.tables[1]
        self.assertEqual(table["whole"]["seq"], table["game"]["seq"])
        asked = self.daemon.ask("/v1/games/" + table["game"]["game"]).json()["moves"]
        self.assertEqual([move["uci"] for move in table["whole"]["moves"]],
                         [move["uci"] for move in asked][:len(table["whole"]["moves"])])

    def test_little_is_told_of_little(self):
        follower = Follower(self.daemon)
        sizes = []
        while len(sizes) < 20:
            message = follower.hear()
            sizes.append(len(json.dumps(message)))
            for change in message["tables"]:
                self.assertLess(len(change), len(follower.tables[1]))
        self.assertLess(sum(sizes) / len(sizes), 1500)

    def test_what_makes_no_sense_ends_it(self):
        for said in ('{"watch":-1}', '{"watch":"x"}', "[]", "x" * 200, '{"watch":1000000}'):
            with self.subTest(said=said), WebSocket(self.daemon, "/v1/tables") as socket:
                self.assertEqual(socket.status, 101)
                socket.read()
                socket.send(1, said.encode())
                while socket.read():
                    pass
                self.assertEqual(socket.closed[0], 1008)

    def test_who_may_not_open_it_is_told(self):
        with WebSocket(self.daemon, "/v1/tables", {"Origin": "http://evil.example"}) as socket:
            self.assertEqual(socket.status, 403)
        self.assertEqual(self.daemon.ask("/v1/tables").status, 426)


if __name__ == "__main__":
    unittest.main()
