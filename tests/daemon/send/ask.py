#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ask.py SOCKET CALL [PARAM]: asks boardd over its control socket and prints the answer."""
import json
import socket
import sys

with socket.socket(socket.AF_UNIX) as wire:
    wire.settimeout(20)
    wire.connect(sys.argv[1])
    call = {"id": 1, "call": sys.argv[2]}
    if len(sys.argv) > 3:
        call["param"] = json.loads(sys.argv[3])
    wire.sendall(json.dumps(call).encode() + b"\n")
    for line in wire.makefile():
        answer = json.loads(line)
        if answer.get("id") == 1:
            print(json.dumps(answer.get("result", answer)))
            break
