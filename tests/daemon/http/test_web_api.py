# SPDX-License-Identifier: GPL-3.0-or-later
"""The running daemon against docs/openapi.yaml: every documented path and status is
asked for, every answer has the documented fields and no others."""

import glob
import json
import os
import re
import tempfile
import unittest

import jsonschema
import yaml

from web import Daemon, WebSocket, wait_until

BOARD = ("--random", "5", "--speed", "20", "--think", "1", "--violations", "all=0.2")
PAIRINGS = "board,white,white_elo,black\n1,Vik,1987,Holm\n2,Lund,,bye\n"
TID = "5b1f0c6e-6a0e-4c5b-9d57-0d5f6c1e2a11"
CONFIG = f"""[http]
request_rate = 10000
public = 127.0.0.1:0
[broadcast]
round = 1
cloud_id = {TID}
"""
OFTEN_ELSEWHERE = {"429", "503"}  # test_web_answers.py; a disk that cannot be written


def close(schema, is_part=False):
    """A field that is not documented is an error, though clients must not mind it."""
    if isinstance(schema, list):
        for one in schema:
            close(one, is_part)
    if not isinstance(schema, dict):
        return
    for key, value in schema.items():
        if key == "properties":
            for one in value.values():
                close(one)
        else:
            close(value, key == "allOf")
    is_object = "properties" in schema or "allOf" in schema
    if is_object and not is_part and "additionalProperties" not in schema:
        schema["unevaluatedProperties"] = False


def routes():
    """What the server answers, as its sources have it: (path, method, whether more may follow)."""
    found = set()
    for name in glob.glob(os.path.join(os.environ["SOURCE"], "daemon", "http", "*.c")):
        with open(name, encoding="utf-8") as file:
            text = file.read()
        found |= {(path, method.lower(), more == "true") for path, method, more in re.findall(
            r'\{"(/[^"]*)", \w+, HTTP_(GET|POST), (true|false), \w+\}', text)}
        found |= {(path, "get", False) for path in re.findall(r'\.path = "(/[^"]*)"', text)}
        found |= {(path, "get", False) for path in re.findall(r'strcmp\(path, "(/\w*)"\)', text)}
    return found


# What takes a hub and a node is tried in tests/daemon/hub/test_hub_acts.py.
BETWEEN_MACHINES = {("/v1/hub/join", "200"), ("/v1/hub/join", "400"), ("/v1/hub/join", "401"),
                    ("/v1/hub/call", "200"), ("/v1/hub/call", "400"), ("/v1/hub/call", "404"),
                    ("/v1/hub/call", "409"), ("/v1/hub/event", "200"), ("/v1/hub/event", "400")}


class Api(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.environ["OPENAPI"], encoding="utf-8") as file:
            cls.api = yaml.safe_load(file)
        cls.components = cls.api["components"]
        for name, schema in cls.components["schemas"].items():
            close(schema, name == "GameCommon")
        cls.exercised = set()
        cls.daemon = Daemon(board=BOARD, config=CONFIG)
        wait_until("moves", lambda: [
            b for b in cls.daemon.ask("/v1/boards").json()["boards"]
            if b["game"] and b["game"]["plies"] > 3])
        cls.cookie = {"Cookie": cls.daemon.log_in("Anna")}

    @classmethod
    def tearDownClass(cls):
        cls.daemon.close()

    def response_of(self, path, method, status):
        found = self.api["paths"][path][method]["responses"][str(status)]
        if "$ref" in found:
            found = self.components["responses"][found["$ref"].split("/")[-1]]
        return found

    def check(self, path, status, method="get", at=None, daemon=None, **how):
        with self.subTest(path=path, status=status, method=method):
            found = (daemon or self.daemon).ask(at or path, method.upper(), **how)
            self.assertEqual(found.status, status, found)
            self.exercised.add((path, method, str(status)))
            content = self.response_of(path, method, status).get("content", {})
            kind = found.headers["content-type"].split(";")[0]
            if status == 304:
                return found
            self.assertIn(kind, content)
            lines = [found.body]
            if kind == "application/x-ndjson":
                lines = found.body.splitlines()
            for line in lines if "json" in kind else []:
                self.validate(json.loads(line), content[kind]["schema"])
            return found

    def validate(self, value, schema):
        if "$ref" not in schema:
            schema = json.loads(json.dumps(schema))
            close(schema)
        jsonschema.Draft202012Validator({**schema, "components": self.components}).validate(value)

    def test_everything_that_is_documented(self):
        boards = self.check("/v1/boards", 200).json()["boards"]
        board, game = boards[0]["board"], boards[0]["game"]["game"]
        self.ask_for_bluetooth()
        self.ask_for_light(board)
        self.check("/v1/boards", 421, host="evil.example")
        self.check("/v1/boards/{id}", 200, at=f"/v1/boards/{board}")
        self.check("/v1/boards/{id}", 404, at="/v1/boards/none")
        self.check("/v1/games", 200)
        self.check("/v1/games/{id}", 200, at=f"/v1/games/{game}")
        told = self.check("/v1/games/{id}", 200, at=f"/v1/games/{game}?lang=de").json()
        self.assertRegex(told["moves"][0]["spoken"], "^(Bauer|Springer) [A-Z][a-z]+ ")
        self.check("/v1/games/{id}", 400, at=f"/v1/games/{game}?lang=xx")
        self.check("/v1/games/{id}", 404, at="/v1/games/none")
        pgn = "/v1/games/{id}.pgn"
        self.check(pgn, 200, at=f"/v1/games/{game}.pgn")
        self.check(pgn, 304, at=f"/v1/games/{game}.pgn", headers={"If-None-Match": "*"})
        self.check(pgn, 404, at="/v1/games/none.pgn")
        self.check("/v1/events", 200)
        self.check("/v1/events", 400, at="/v1/events?since=x")
        for path in ("/v1/status", "/v1/me", "/metrics", "/healthz"):
            self.check(path, 200)
        self.check("/v1/stream", 426)
        for query, headers, status in (("?since=x", {}, 400), ("", {"Origin": "null"}, 403),
                                       ("", {}, 101)):
            with WebSocket(self.daemon, "/v1/stream" + query, headers) as stream:
                self.assertEqual(stream.status, status)
                self.exercised.add(("/v1/stream", "get", str(status)))
        self.check("/v1/tables", 426)
        for headers, status in (({"Origin": "null"}, 403), ({}, 101)):
            with WebSocket(self.daemon, "/v1/tables", headers) as tables:
                self.assertEqual(tables.status, status)
                self.exercised.add(("/v1/tables", "get", str(status)))
        self.check("/v1/ports", 200)
        self.check("/v1/setup", 200)
        self.check("/v1/setup", 401, "post", body={"set": {}})
        self.check("/v1/setup", 400, "post", body={"set": {"laws.edition": "1"}}, headers=self.cookie)
        self.check("/v1/setup", 200, "post", body={"set": {"broadcast.site": "Aarhus"}}, headers=self.cookie)
        self.post_as_hub()
        self.post_everything(board)
        self.ask_for_games()
        port = next(port for _, port in self.daemon.listeners() if port != self.daemon.port)
        self.assertEqual(self.daemon.ask("/", "GET", port=port).status, 302)
        self.exercised.add(("/", "get", "302"))
        documented = {(path, method, status) for path, item in self.api["paths"].items()
                      for method, operation in item.items() for status in operation["responses"]
                      if status not in OFTEN_ELSEWHERE and (path, status) not in BETWEEN_MACHINES}
        self.assertEqual(documented, self.exercised)

    def ask_for_bluetooth(self):
        """Without a radio, and switched off."""
        path, nobody = "/v1/bluetooth", {"do": "forget", "address": "00:00:00:00:00:01"}
        self.check(path, 200)
        self.check(path, 401, "post", body={"do": "scan"})
        self.check(path, 200, "post", body={}, headers=self.cookie)
        self.check(path, 400, "post", body={"do": "fly"}, headers=self.cookie)
        self.check(path, 404, "post", body=nobody, headers=self.cookie)
        off = Daemon(config="[boards]\nbluetooth = no\n")
        try:
            self.check(path, 409, daemon=off)
            self.check(path, 409, "post", daemon=off, body={"do": "scan"},
                       headers={"Cookie": off.log_in("Anna")})
        finally:
            off.close()

    def ask_for_light(self, board):
        """A board that has lights, and one that has none."""
        path = "/v1/blink"
        self.check(path, 401, "post", body={"board": board})
        self.check(path, 400, "post", body={}, headers=self.cookie)
        self.check(path, 404, "post", body={"board": "none"}, headers=self.cookie)
        self.check(path, 409, "post", body={"board": board}, headers=self.cookie)
        with tempfile.NamedTemporaryFile("w", prefix="boardd-script-") as script:
            bright = Daemon(board=("--make", "chessnut", "--script", script.name))
            try:
                wait_until("it is there", lambda: any(
                    b["health"] == "alive" for b in bright.ask("/v1/boards").json()["boards"]))
                self.check(path, 200, "post", daemon=bright, body={"board": "1", "seconds": 1},
                           headers={"Cookie": bright.log_in("Anna")})
            finally:
                bright.close()

    def post_as_hub(self):
        """A machine that is no hub, and has joined none."""
        token = "0" * 64
        self.check("/v1/hub/join", 404, "post", body={"secret": token})
        self.check("/v1/hub/call", 401, "post", body={"token": token, "call": "act", "by": "X", "param": {}})
        self.check("/v1/hub/event", 401, "post", body={"token": token, "by": "X", "state": {}})

    def ask_for_games(self):
        """What is broadcast, to those who have it already and those who have not."""
        folder = f"/get/{TID}/round-1"
        for path, at in (("/pgn/games.pgn", None), ("/pgn/board-{table}.pgn", "/pgn/board-1.pgn"),
                         ("/get/{uuid}/tournament.json", f"/get/{TID}/tournament.json?poll"),
                         ("/get/{uuid}/round-{number}/index.json", f"{folder}/index.json"),
                         ("/get/{uuid}/round-{number}/game-{table}.json", f"{folder}/game-1.json"),
                         ("/", None), ("/public", None), ("/public/overlay", None)):
            self.check(path, 200, at=at)
            self.check(path, 304, at=at, headers={"If-None-Match": "*"})
        for path, at in (("/pgn/board-{table}.pgn", "/pgn/board-9.pgn"),
                         ("/get/{uuid}/tournament.json", "/get/none/tournament.json"),
                         ("/get/{uuid}/round-{number}/index.json", f"/get/{TID}/round-2/index.json"),
                         ("/get/{uuid}/round-{number}/game-{table}.json", f"{folder}/game-9.json"),
                         ("/meta/{uuid}", "/meta/none")):
            self.check(path, 404, at=at)
        self.check("/meta/{uuid}", 200, at=f"/meta/{TID}")
        self.check("/public.json", 200)
        self.check("/public.json", 400, at="/public.json?since=x")
        whole = self.check("/public.json", 200, at="/public.json?since=0").json()
        self.assertTrue(whole["whole"])
        self.assertIn("[Board \"1\"]", whole["tables"][0]["pgn"])
        self.check("/v1/archive", 200)
        self.check("/v1/archive", 400, at="/v1/archive?event=none")
        self.check("/v1/archive", 404, at="/v1/archive?event=none&round=1")
        self.check("/api/v1.0/eboards", 200)
        self.check("/api/v1.0/sources", 200)
        self.check("/doc/index.html", 200)
        self.check("/api/v1.0", 426)
        for headers, status in (({"Origin": "https://evil.example"}, 403), ({}, 101)):
            with WebSocket(self.daemon, "/api/v1.0", headers) as client:
                self.assertEqual(client.status, status)
                self.exercised.add(("/api/v1.0", "get", str(status)))

    def test_everything_that_is_answered_is_documented(self):
        found = routes()
        self.assertGreater(len(found), 20)
        documented = {(path, method) for path, item in self.api["paths"].items() for method in item}
        for path, method, more in found:
            with self.subTest(path=path, method=method):
                self.assertTrue((path, method) in documented or more and any(
                    one.startswith(path + "/") and how == method for one, how in documented))

    def test_the_public_sees_what_is_marked_and_nothing_else(self):
        port = next(port for _, port in self.daemon.listeners() if port != self.daemon.port)
        fill = {"{uuid}": TID, "{number}": "1", "{table}": "1", "{id}": "1"}
        for path, item in self.api["paths"].items():
            at = re.sub(r"\{\w+\}", lambda name: fill[name.group()], path)
            for method, operation in item.items():
                with self.subTest(path=path, method=method):
                    found = self.daemon.ask(at, method.upper(), port=port,
                                            body={} if method == "post" else None)
                    self.assertEqual(found.status, 302 if path == "/" else
                                     200 if "public" in operation.get("tags", ())
                                     else 405 if method == "post" else 404)

    def post_everything(self, board):
        actions, at, cookie = "/v1/boards/{id}/actions", f"/v1/boards/{board}/actions", self.cookie

        def post(path, status, body=None, headers=None, at=None):
            self.check(path, status, "post", at=at, body=body, headers=headers)

        post(actions, 200, {"action": "note all is well"}, cookie, at)
        post(actions, 400, {"action": "fly away"}, cookie, at)
        post(actions, 401, {"action": "note x"}, None, at)
        post(actions, 403, {"action": "note x"}, {"Origin": "http://evil.example"}, at)
        post(actions, 404, {"action": "note x"}, cookie, "/v1/boards/none/actions")
        post(actions, 405, {"action": "note x"}, cookie, f"/v1/boards/{board}")
        post(actions, 411, None, cookie, at)
        post(actions, 413, b" " * 5000000, cookie, at)
        post(actions, 415, b"{}", cookie, at)
        self.check("/v1/round", 200)
        self.check("/v1/round/{number}", 200, at="/v1/round/7")
        self.check("/v1/round/{number}", 404, at="/v1/round/none")
        self.check("/v1/round/{number}/games", 200, at="/v1/round/1/games")
        self.check("/v1/round/{number}/games", 404, at="/v1/round/1000/games")
        post("/v1/round", 200, {}, cookie)
        post("/v1/round", 200, {"pairings": PAIRINGS}, cookie)
        post("/v1/round", 400, {"start": -1}, cookie)
        post("/v1/round", 401, {"start": 2})
        post("/v1/round", 409, {"end": True}, cookie)
        post("/v1/round", 200, {"confirm": True}, cookie)
        post("/v1/assign", 200, {"board": board, "table": 1}, cookie)
        post("/v1/assign", 400, {"board": board, "table": 0}, cookie)
        post("/v1/assign", 401, {"board": board, "table": 1})
        post("/v1/assign", 404, {"board": "none", "table": 1}, cookie)
        link = self.daemon.call("login", name="Bo")["result"]["link"]
        post("/v1/login", 200, {"invitation": link.split("#login=")[1]})
        post("/v1/login", 400, b"", {"Content-Type": "application/json"})
        post("/v1/login", 401, {"invitation": "x"})
        post("/v1/claim", 400, {"name": 7}, cookie)
        post("/v1/claim", 403, {"name": "Eve"}, {"Origin": "http://evil.example"})
        post("/v1/claim", 409, {"name": "Eve"})
        post("/v1/invite", 200, {"name": "Cis"}, cookie)
        post("/v1/invite", 400, {}, cookie)
        post("/v1/invite", 401, {"name": "Cis"})
        self.check("/v1/people", 200, headers=cookie)
        self.check("/v1/people", 401)
        post("/v1/people", 200, {"end": "Bo"}, cookie)
        post("/v1/people", 400, {}, cookie)
        post("/v1/people", 401, {"end": "Anna"})
        post("/v1/people", 404, {"end": "Bo"}, cookie)
        post("/v1/logout", 200, {}, cookie)
        post("/v1/logout", 401, {})
        self.daemon = Daemon()  # nobody has come there yet
        self.addCleanup(self.daemon.close)
        self.check("/v1/me", 200)
        post("/v1/claim", 200, {"name": "Dan"})
        del self.daemon


if __name__ == "__main__":
    unittest.main()
