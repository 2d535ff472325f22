#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_makes.py ROOT: a make of board is known by name in its own folder only.

The folders of board-protocol/ are the makes. Each has a line in makes.c; none of its names
(dgt_session, DGT_CMD_IDLE) stands in the product outside its folder, the simulator and `decode`."""
import os
import re
import sys

PRODUCT = ["board-protocol", "broadcast", "daemon", "driver", "rules-core", "touchmove"]
MAY_NAME_MAKES = re.compile(r"^daemon/ctl/decode\w*\.[ch]$")


def sources(root):
    for folder in PRODUCT:
        for path, _, names in os.walk(os.path.join(root, folder)):
            for name in sorted(names):
                if name.endswith((".c", ".h")):
                    yield os.path.relpath(os.path.join(path, name), root)


def faults_of_file(makes, name, text):
    for make in makes:
        if name.startswith(f"board-protocol/{make}/") or MAY_NAME_MAKES.match(name):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            found = re.search(rf"\b({make}_|{make.upper()}_|board-protocol/{make}/)", line)
            if found:
                yield f"{name}:{number}: names a make of board: {line.strip()}"


def self_test():
    assert list(faults_of_file(["dgt"], "daemon/hall/line.c", "struct dgt_session s;"))
    assert list(faults_of_file(["dgt"], "driver/link.c", '#include "board-protocol/dgt/bus.h"'))
    assert not list(faults_of_file(["dgt"], "board-protocol/dgt/bus.c", "dgt_bus_request()"))
    assert not list(faults_of_file(["dgt"], "daemon/ctl/decode.c", "dgt_parser_init()"))


def main():
    root = sys.argv[1]
    folder = os.path.join(root, "board-protocol")
    makes = [name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name))]
    self_test()
    with open(os.path.join(folder, "makes.c"), encoding="utf-8") as file:
        listed = re.findall(r"\bMAKE\((\w+)\)", file.read())
    found = [f"board-protocol/makes.c does not list {make}" for make in makes if make not in listed]
    for name in sources(root):
        with open(os.path.join(root, name), encoding="utf-8") as file:
            found += faults_of_file(makes, name, file.read())
    print("\n".join(found))
    print("not ok" if found else "ok", "- a make is known by name in its own folder only")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
