#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""lichess.py PORT TOKEN ROUND: takes pushes to that round from who has the token; prints the PGN."""
import http.server
import json
import re
import sys

port, token, round_id = int(sys.argv[1]), sys.argv[2], sys.argv[3]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        wanted = (f"/api/broadcast/round/{round_id}/push", f"Bearer {token}")
        if (self.path, self.headers["Authorization"]) != wanted:
            self.send_error(401)
            return
        print(body, flush=True)
        games = [{"tags": dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.MULTILINE)),
                  "moves": len(re.findall(r"\b(?:O-O(?:-O)?|[KQRBN]?[a-h]?x?[a-h][1-8])", game.split("\n\n")[1]))}
                 for game in re.split(r"\n\n+(?=\[)", body) if game.strip()]
        answer = json.dumps({"games": games}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *words):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
