#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the version of boardd wherever it stands; ./dev release and ./dev next call it.

release.py ROOT release DATE     the version in CMakeLists.txt is released on that day (2026-12-24)
release.py ROOT next VERSION     work on the next version begins
release.py ROOT version          prints the version, and fails if it is released already"""
import datetime
import glob
import os
import re
import sys

UNRELEASED = "not released yet"
MAINTAINER = "The boardd developers <developers@boardd.example>"


class Refused(Exception):
    pass


class Tree:
    def __init__(self, root):
        self.root = root

    def read(self, name):
        with open(os.path.join(self.root, name), encoding="utf-8") as file:
            return file.read()

    def change(self, name, pattern, new):
        """The first place where the pattern stands; there has to be one."""
        text, count = re.subn(pattern, lambda _: new, self.read(name), count=1, flags=re.MULTILINE)
        if count == 0:
            raise Refused(f"{name}: nothing looks like {pattern}")
        with open(os.path.join(self.root, name), "w", encoding="utf-8") as file:
            file.write(text)

    def version(self):
        return re.search(r"^project\(boardd VERSION (\d+\.\d+\.\d+)", self.read("CMakeLists.txt"),
                         re.MULTILINE)[1]

    def changelog(self):
        """The version of the newest section, and what stands behind it."""
        return re.search(r"^## (\d+\.\d+\.\d+), (.*)$", self.read("CHANGELOG.md"), re.MULTILINE).groups()


def unreleased(tree):
    version, (newest, when) = tree.version(), tree.changelog()
    if newest != version or when != UNRELEASED:
        raise Refused(f"CHANGELOG.md begins with {newest}, {when}: {version} is not to be released")
    return version


def release(tree, day):
    version = unreleased(tree)
    tree.change("CHANGELOG.md", f"^## {re.escape(version)}, {UNRELEASED}$",
                f"## {version}, {day.day} {day:%B %Y}")
    noon = datetime.datetime.combine(day, datetime.time(12))
    tree.change("debian/changelog", "^ -- .*$", f" -- {MAINTAINER}  {noon:%a, %d %b %Y %H:%M:%S} +0000")


def number(version):
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Refused(f"{version} is no version: MAJOR.MINOR.PATCH")
    return [int(part) for part in version.split(".")]


def begin_next(tree, version):
    before, (newest, when) = tree.version(), tree.changelog()
    if when == UNRELEASED:
        raise Refused(f"{newest} is {UNRELEASED}")
    if number(version) <= number(before):
        raise Refused(f"{version} does not follow {before}")
    tree.change("CMakeLists.txt", r"^project\(boardd VERSION [0-9.]+", f"project(boardd VERSION {version}")
    tree.change("CHANGELOG.md", f"^## {re.escape(before)}, ",
                f"## {version}, {UNRELEASED}\n\n### Added\n\n### Changed\n\n### Fixed\n\n## {before}, ")
    last = re.search(r"^ -- .*$", tree.read("debian/changelog"), re.MULTILINE)[0]
    tree.change("debian/changelog", r"\A", f"boardd ({version}) unstable; urgency=medium\n\n"
                f"  * See CHANGELOG.md.\n\n{last}\n\n")
    for page in glob.glob(os.path.join(tree.root, "docs/*.[1-8]")):
        tree.change(os.path.relpath(page, tree.root), r"^\.Os boardd .*$", f".Os boardd {version}")


def main(root, what, *words):
    tree = Tree(root)
    try:
        if what == "release":
            release(tree, datetime.date.fromisoformat(words[0]))
        elif what == "next":
            begin_next(tree, words[0])
        else:
            print(unreleased(tree))
    except (Refused, ValueError) as why:
        sys.exit(f"release: {why}")


if __name__ == "__main__":
    main(*sys.argv[1:])
