#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_rooms.py ROOT: every include of the daemon and of the pure libraries goes along an arrow of
docs/architecture.md.

The table there says which room may use which. Arrows are transitive; there are no cycles; every
room is a folder with a README, a target and a line in the table, and nothing lies between them.
The same holds of the libraries, whose table is shorter: library, and what it may use."""
import os
import re
import sys

HEAD = "| room | may use | and of the other folders |"
ROW = re.compile(r"^\| `(\w+)` \|([^|]*)\|([^|]*)\|")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
LIBRARY_HEAD = "| library | may use |"
LIBRARY_ROW = re.compile(r"^\| `([\w/-]+)` \|([^|]*)\|")
LIBRARIES = ["rules-core", "board-protocol", "touchmove"]  # folders that are libraries, or hold some
FOLDERS = ["rules-core", "touchmove", "board-protocol", "driver", "broadcast", "simulator"]


def words(cell):
    return re.findall(r"`([\w/-]+)`", cell)


def read_table(text):
    """room -> (rooms it may use, folders it may use), as written."""
    lines = text[text.index(HEAD):].splitlines()[2:]
    table = {}
    for line in lines:
        row = ROW.match(line)
        if not row:
            break
        table[row[1]] = (words(row[2]), words(row[3]))
    return table


def reach(table, room, seen=()):
    """All rooms that one may use, by however many arrows; a cycle is a fault."""
    if room in seen:
        raise ValueError("a cycle: " + " → ".join(seen + (room,)))
    found = set()
    for other in table[room][0]:
        found |= {other} | reach(table, other, seen + (room,))
    return found


def folders_of(table, room):
    found = set(table[room][1])
    for other in reach(table, room):
        found |= set(table[other][1])
    return found


def faults_of_file(table, room, name, text):
    rooms, folders = reach(table, room) | {room}, folders_of(table, room)
    for include in INCLUDE.findall(text):
        parts = include.split("/")
        if parts[0] == "daemon":
            if len(parts) != 3 or parts[1] not in rooms:
                yield f"{name}: {room} may not include {include}"
        elif parts[0] in FOLDERS and parts[0] not in folders:
            yield f"{name}: {room} may not use {parts[0]} ({include})"


def read_libraries(text):
    """library -> (libraries it may use, nothing), as written."""
    table = {}
    for line in text[text.index(LIBRARY_HEAD):].splitlines()[2:]:
        row = LIBRARY_ROW.match(line)
        if not row:
            break
        table[row[1]] = (words(row[2]), [])
    return table


def library_of(table, path):
    """The library that a file or an include belongs to, or its first folder."""
    for name in table:
        if path.startswith(name + "/"):
            return name
    return path.split("/")[0]


def faults_of_library_file(table, library, name, text):
    allowed = reach(table, library) | {library, "libboardd"}
    for include in INCLUDE.findall(text):
        if library_of(table, include) not in allowed:
            yield f"{name}: {library} may not include {include}"


def library_faults(root, text):
    try:
        table = read_libraries(text)
        for library in table:
            reach(table, library)
    except (ValueError, KeyError) as wrong:
        return [f"docs/architecture.md: {wrong}"]
    found = [f"docs/architecture.md: there is no {library}" for library in table
             if not os.path.isdir(os.path.join(root, library))]
    for folder in LIBRARIES:
        for path, _, names in sorted(os.walk(os.path.join(root, folder))):
            for name in sorted(names):
                file_name = os.path.relpath(os.path.join(path, name), root)
                if not name.endswith((".c", ".h")):
                    continue
                library = library_of(table, file_name)
                if library not in table:
                    found.append(f"{file_name} is in no library of docs/architecture.md")
                    continue
                with open(os.path.join(root, file_name), encoding="utf-8") as file:
                    found += faults_of_library_file(table, library, file_name, file.read())
    return found


def faults(root, text):
    try:
        table = read_table(text)
        for room in table:
            reach(table, room)
    except (ValueError, KeyError) as wrong:
        return [f"docs/architecture.md: {wrong}"]
    found = []
    daemon = os.path.join(root, "daemon")
    rooms = {name for name in os.listdir(daemon) if os.path.isdir(os.path.join(daemon, name))}
    found += [f"docs/architecture.md has no row for daemon/{room}" for room in rooms - set(table)]
    found += [f"docs/architecture.md: there is no daemon/{room}" for room in set(table) - rooms]
    flat = [name for name in os.listdir(daemon) if name.endswith((".c", ".h")) and name != "boardd.c"]
    found += [f"daemon/{name} is in no room" for name in flat]
    for room in rooms & set(table):
        folder = os.path.join(daemon, room)
        if not os.path.isfile(os.path.join(folder, "README.md")):
            found.append(f"daemon/{room} has no README.md")
        for name in sorted(os.listdir(folder)):
            if name.endswith((".c", ".h")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found += faults_of_file(table, room, f"daemon/{room}/{name}", file.read())
    return found


def self_test(text):
    """What it must find, it finds."""
    table = read_table(text)
    assert list(faults_of_file(table, "table", "x.c", '#include "daemon/journal/journal.h"\n'))
    assert list(faults_of_file(table, "journal", "x.c", '#include "driver/link.h"\n'))
    assert list(faults_of_file(table, "http", "x.c", '#include "daemon/boardd.h"\n'))
    assert not list(faults_of_file(table, "http", "x.c", '#include "daemon/base/log.h"\n'))
    libraries = read_libraries(text)
    read = "touchmove/read"
    assert list(faults_of_library_file(libraries, read, "x.c", '#include "touchmove/law/law.h"\n'))
    assert list(faults_of_library_file(libraries, "rules-core", "x.c",
                                       '#include "touchmove/sense/sense.h"\n'))
    assert list(faults_of_library_file(libraries, read, "x.c", '#include "daemon/base/log.h"\n'))
    assert not list(faults_of_library_file(libraries, read, "x.c",
                                           '#include "touchmove/sense/sense.h"\n'
                                           '#include "rules-core/move.h"\n'))
    try:
        reach({"a": (["b"], []), "b": (["a"], [])}, "a")
    except ValueError:
        return
    raise AssertionError("a cycle was not found")


def main():
    root = sys.argv[1]
    with open(os.path.join(root, "docs/architecture.md"), encoding="utf-8") as file:
        text = file.read()
    self_test(text)
    found = faults(root, text) + library_faults(root, text)
    print("\n".join(found))
    print("not ok" if found else "ok", "- the arrows between rooms are those of docs/architecture.md")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
