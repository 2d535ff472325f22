#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""lichess.py OUT STORE PLAN TOKEN: the broadcast part of Lichess, as its pushes see it.

Its port is the first line of OUT; then a line of JSON for each request. STORE is
rewritten after each push, as a whole, with all games that are shown, by GameId. PLAN
is a file that is read for each request: a list of words with blanks between, of which the first is done and taken
off. When it is empty, pushes are taken:

	500 503 429 413 400 401 403 404   that status (429: Retry-After 2)
	hang        the connection stays open without an answer
	garbage     200 and no JSON
	empty       200 and no games
	upstream    200 and one entry with an error, as for a round that has a source
	error2      the second game, or else the first, is not understood
	cut         of every game two moves fewer than were sent are understood
"""
import http.server
import json
import os
import re
import socketserver
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
import lila  # noqa: E402

out_path, store_path, plan_path, token = sys.argv[1:5]
out = open(out_path, "w", buffering=1)
rounds = {}  # by id
under_way = 0
lock = threading.Lock()


def next_word():
    with open(plan_path) as file:
        words = file.read().split()
    if not words:
        return ""
    with open(plan_path, "w") as file:
        file.write(" ".join(words[1:]))
    return words[0]


def entry_of(stored, game, index, count, word):
    if word == "error2" and index == min(1, count - 1):
        return {"tags": {}, "error": "Error parsing PGN: at line 14,\ncolumn 7"}
    try:
        tags, moves, _ = lila.parse(game)
    except lila.Refused as why:
        return {"tags": {}, "error": f"refused: {why}"}
    if word == "cut":
        moves = moves[:-2]
    stored.push(tags, moves)
    return {"tags": tags, "moves": len(moves)}


class Lichess(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, text, headers=()):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text.encode())))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_POST(self):
        global under_way
        with lock:
            under_way += 1
            at_once = under_way
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        word = next_word()
        print(json.dumps({"at": time.monotonic(), "at_once": at_once, "path": self.path,
                          "headers": dict(self.headers), "length": len(body.encode()),
                          "games": re.findall(r'^\[GameId "(.*)"\]$', body, re.M),
                          "done": word}), file=out)
        try:
            self.take(word, body)
        finally:
            with lock:
                under_way -= 1

    def take(self, word, body):
        if self.headers["Authorization"] != "Bearer " + token or word == "401":
            self.answer(401, '{"error":"No such token"}')
        elif not re.fullmatch(r"/api/broadcast/round/[A-Za-z0-9]{8}/push", self.path):
            self.answer(404, '{"error":"Not found"}')
        elif word == "429":
            self.answer(429, '{"error":"Too many requests"}', [("Retry-After", "2")])
        elif word.isdigit():
            self.answer(int(word), '{"error":"as planned"}')
        elif word == "hang":
            self.connection.recv(1)  # until the other gives up
            self.close_connection = True
        elif word == "garbage":
            self.answer(200, "<html>")
        elif word == "empty":
            self.answer(200, '{"games":[]}')
        elif word == "upstream":
            self.answer(200, json.dumps({"games": [{"tags": {}, "error": "The relay has an "
                        "upstream URL, and cannot be pushed to."}]}))
        else:
            texts = lila.split(body)
            stored = rounds.setdefault(self.path.split("/")[-2], lila.Round())
            entries = [entry_of(stored, game, i, len(texts), word)
                       for i, game in enumerate(texts)]
            with open(store_path + ".new", "w") as file:
                json.dump({game["tags"]["GameId"]: game for one in rounds.values()
                           for game in one.games}, file)
            os.rename(store_path + ".new", store_path)
            self.answer(200, json.dumps({"games": entries}))

    def log_message(self, *args):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


server = Server(("127.0.0.1", 0), Lichess)
print(server.server_address[1], file=out)
server.serve_forever()
