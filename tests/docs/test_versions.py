#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_versions.py ROOT VERSION BOARDD BOARDCTL BOARDSIM: one version everywhere.

CMakeLists.txt has the number (VERSION); programs, changelogs, man pages and packages repeat it. What
has a version of its own has the same one in code and documents."""
import glob
import os
import re
import subprocess
import sys

faults = []


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def expect(where, found, wanted):
    if found != wanted:
        faults.append(f"{where}: {found!r} instead of {wanted!r}")


def first(pattern, text):
    found = re.search(pattern, text, re.MULTILINE)
    return found and found.group(1)


def check_number(root, version, programs):
    for program in programs:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        expect(program, said.splitlines()[0].split()[1], version)
    expect("CHANGELOG.md", first(r"^## (\d+\.\d+\.\d+)", read(root, "CHANGELOG.md")), version)
    expect("debian/changelog", first(r"^boardd \(([^)]*)\)", read(root, "debian/changelog")), version)
    pages = glob.glob(os.path.join(root, "docs/*.[1-8]"))
    assert len(pages) >= 6, pages
    for page in pages:
        expect(page, first(r"^\.Os boardd (.*)$", read(page)), version)


def check_own_versions(root, boardctl):
    said = subprocess.run([boardctl, "--version"], capture_output=True, text=True, check=True).stdout
    told = dict(line.split() for line in said.splitlines()[1:])
    table = dict(re.findall(r"^\| [^|]+ \| (stream|journal|api|capture|mqtt) (\d+) \|",
                            read(root, "docs/versions.md"), re.MULTILINE))
    expect("docs/versions.md", table, told)
    documents = {"stream": ("docs/boardd-stream.5", r"^This is version (\d+) of"),
                 "journal": ("docs/boardd-journal.5", r"version (\d+) of this layout"),
                 "api": ("docs/openapi.yaml", r'^  version: "(\d+)"'),
                 "capture": ("docs/boardctl.1", r'^\{"capture":(\d+),'),
                 "mqtt": ("docs/broadcast.md", r"Topics begin with `boardd/(\d+)/")}
    expect("what has a version", sorted(documents), sorted(told))
    for name, (document, pattern) in documents.items():
        expect(document, first(pattern, read(root, document)), told[name])


def main():
    root, version, boardd, boardctl, boardsim = sys.argv[1:6]
    check_number(root, version, [boardd, boardctl, boardsim])
    check_own_versions(root, boardctl)
    print("\n".join(faults) or f"{version} everywhere")
    sys.exit(1 if faults else 0)


main()
