#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_library.py ROOT LIBRARY CC: libboardd.so exports what debian/libboardd0.symbols says, and all
of it is declared in a public header that compiles as C and as C++."""
import os
import re
import subprocess
import sys

# Types that a public struct needs, without functions for others.
TYPES_ONLY = ["touchmove/law/hands.h", "touchmove/sense/sense.h", "touchmove/read/act.h",
              "touchmove/read/bill.h", "touchmove/read/event.h", "touchmove/read/gap.h",
              "touchmove/read/keep.h", "touchmove/read/manner.h", "touchmove/read/read.h",
              "touchmove/read/spawn.h", "touchmove/read/world.h"]


def public_headers(root):
    for folder in ["board-protocol", "rules-core", "touchmove"]:
        for path, _, names in os.walk(os.path.join(root, folder)):
            for name in sorted(names):
                header = os.path.relpath(os.path.join(path, name), root)
                if name.endswith(".h"):
                    with open(os.path.join(root, header), encoding="utf-8") as file:
                        text = file.read()
                    if "\nBOARDD_PUBLIC_BEGIN\n" in text or header in TYPES_ONLY:
                        yield header, text


def exported_by(library):
    out = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True,
                         check=True).stdout
    return {line.split()[2] for line in out.splitlines()}


def listed_in(text):
    return set(re.findall(r"^ (\w+)@Base", text, re.MULTILINE))


def compare(exported, listed, declared):
    """What is wrong, a line each."""
    hint = "debian/libboardd0.symbols"
    yield from (f"{hint}: add {name}, with the version that brings it" for name in
                sorted(exported - listed))
    yield from (f"{hint}: {name} is gone: programs that use it stop working, so the number of the "
                "library has to rise" for name in sorted(listed - exported))
    yield from (f"{name} is exported, but no public header has it" for name in
                sorted(exported - declared))


def compile_errors(root, headers, compiler, *options):
    for header in headers:
        done = subprocess.run([*compiler, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *options,
                               os.path.join(root, header)], capture_output=True, text=True,
                              cwd=root, check=False)
        if done.returncode:
            yield f"{header} does not compile as {options[-1]}: {done.stderr.strip()}"


def self_test():
    assert not list(compare({"a"}, {"a"}, {"a", "b"}))
    assert len(list(compare({"a", "b"}, {"a", "c"}, {"a"}))) == 3
    assert listed_in("libboardd.so.0 libboardd0 #MINVER#\n rules_undo@Base 0.2.0\n") == {"rules_undo"}


def main():
    root, library, compiler = sys.argv[1], sys.argv[2], sys.argv[3]
    self_test()
    headers = dict(public_headers(root))
    assert len(headers) > 30, headers
    declared = set(re.findall(r"\b([a-z]\w+)(?=[\[(])", "".join(headers.values())))
    with open(os.path.join(root, "debian/libboardd0.symbols"), encoding="utf-8") as file:
        listed = listed_in(file.read())
    wrong = list(compare(exported_by(library), listed, declared))
    wrong += compile_errors(root, headers, [compiler], "-std=c17", "-I.", "-x", "c")
    wrong += compile_errors(root, headers, ["c++"], "-std=c++17", "-I.", "-x", "c++")
    print("\n".join(wrong) or f"{len(listed)} symbols, {len(headers)} headers")
    sys.exit(1 if wrong else 0)


main()
