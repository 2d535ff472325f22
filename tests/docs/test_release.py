#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_release.py ROOT: debian/release.py dates a version once, and begins the next one everywhere."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

FILES = ["CMakeLists.txt", "CHANGELOG.md", "debian/changelog"]


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def run(root, *words, refused=None):
    done = subprocess.run([sys.executable, "-B", "debian/release.py", root, *words], capture_output=True,
                          text=True, check=False)
    assert (done.returncode == 0) == (refused is None), (words, done)
    assert not refused or refused in done.stderr, (words, done.stderr)
    return done.stdout.strip()


def copy(source, target):
    pages = [os.path.relpath(page, source) for page in glob.glob(os.path.join(source, "docs/*.[1-8]"))]
    for name in FILES + pages:
        os.makedirs(os.path.dirname(os.path.join(target, name)), exist_ok=True)
        shutil.copy(os.path.join(source, name), os.path.join(target, name))
    return pages


def as_if_unreleased(root):
    text = re.sub(r"^## (\d+\.\d+\.\d+), .*$", r"## \1, not released yet", read(root, "CHANGELOG.md"),
                  count=1, flags=re.MULTILINE)
    with open(os.path.join(root, "CHANGELOG.md"), "w", encoding="utf-8") as file:
        file.write(text)


def main(source):
    os.chdir(source)
    with tempfile.TemporaryDirectory() as root:
        pages = copy(source, root)
        as_if_unreleased(root)
        version = run(root, "version")
        major, minor, patch = (int(part) for part in version.split("."))
        following = f"{major}.{minor + 1}.0"
        run(root, "next", following, refused="is not released yet")
        run(root, "release", "tomorrow", refused="isoformat")
        run(root, "release", "2026-12-04")
        assert f"\n## {version}, 4 December 2026\n" in read(root, "CHANGELOG.md")
        assert "Fri, 04 Dec 2026 12:00:00 +0000" in read(root, "debian/changelog").splitlines()[4]
        run(root, "release", "2026-12-05", refused="is not to be released")
        run(root, "version", refused="is not to be released")
        for wrong in (version, f"{major}.{minor}.{patch - 1 if patch else 0}"):
            run(root, "next", wrong, refused="does not follow")
        run(root, "next", "three", refused="is no version")
        run(root, "next", following)
        assert run(root, "version") == following
        assert f"VERSION {following} " in read(root, "CMakeLists.txt")
        for page in pages:
            assert f".Os boardd {following}\n" in read(root, page), page
        assert read(root, "debian/changelog").startswith(f"boardd ({following}) unstable; ")
    print(f"{version}, then {following}")


main(os.path.abspath(sys.argv[1]))
