#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""hear_posts.py OUT [REFUSED]: a web server that writes down what it is sent.

Its port is the first line of OUT; then a line of JSON for each POST. The first
REFUSED ones are answered with 500.
"""
import http.server
import json
import sys

out = open(sys.argv[1], "w", buffering=1)
refused = int(sys.argv[2]) if len(sys.argv) > 2 else 0


class Hearer(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        global refused
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        print(json.dumps({"path": self.path, "body": body, "headers": dict(self.headers)}), file=out)
        self.send_response(500 if refused > 0 else 200)
        refused -= 1
        self.end_headers()

    def log_message(self, *args):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Hearer)
print(server.server_address[1], file=out)
server.serve_forever()
