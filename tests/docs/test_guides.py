#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_guides.py ROOT BOARDCTL BOARDSIM TRY-OPTIONS: what the guides and the README tell people to type exists.

Commands of boardctl and their options, options of boardsim, keys of the configuration, links between the documents, and pictures that the
tests of the page make. The README stays under two screens."""
import glob
import os
import re
import subprocess
import sys

root, boardctl, boardsim, try_options = sys.argv[1:5]
faults = []


def said(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


commands = set(re.findall(r"^  ([a-z]+) ", said(boardctl, "--help"), re.MULTILINE))
helps = {name: said(boardctl, name, "--help") for name in commands}
sim_help = said(boardsim, "--help")
assert len(commands) > 15 and "--pgn" in sim_help


def check_command(where, line):
    for name, rest in re.findall(r"\bboardctl ([a-z]+)([^|`\n]*)", line):
        if name not in commands:
            faults.append(f"{where}: boardctl has no command {name}")
            continue
        for option in re.findall(r"(?<![\w-])--[a-z-]+", rest):
            if option not in helps[name]:
                faults.append(f"{where}: boardctl {name} has no option {option}")
    for rest in re.findall(r"\bboardsim ([^|`\n]*)", line):
        for option in re.findall(r"(?<![\w-])--[a-z-]+", rest):
            if option not in sim_help:
                faults.append(f"{where}: boardsim has no option {option}")


def check_links(where, path, text):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if not re.match(r"[a-z]+:", target) and not os.path.exists(os.path.join(os.path.dirname(path), target)):
            faults.append(f"{where}: there is no {target}")


def check_configuration(where, text):
    """Each block of the configuration, as boardd --check would read it."""
    for i, block in enumerate(re.findall(r"```ini\n(.*?)```", text, re.DOTALL)):
        lines = "".join(line.lstrip() + "\n" for line in block.splitlines())
        name = f"guide-{os.getpid()}-{i}.conf"
        with open(name, "w", encoding="utf-8") as file:
            file.write(lines)
        done = subprocess.run([try_options, "--check", "-c", name], capture_output=True, text=True, check=False)
        os.unlink(name)
        wrong = [line for line in done.stderr.splitlines() if "unknown" in line or "no such" in line]
        faults.extend(f"{where}: {line}" for line in wrong)


def check_pictures(where, text, made):
    """They come from the tests of the page: ./dev pictures brings them here."""
    for name in re.findall(r"\]\([^)]*?page-([a-z-]+)\.png\)", text):
        if name not in made:
            faults.append(f"{where}: no test of the page makes a picture called {name}")


def check_length(where, text):
    """Two screens, of fifty lines of a hundred characters."""
    lines = sum(max(1, -(-len(line) // 100)) for line in text.splitlines())
    if lines > 100:
        faults.append(f"{where}: {lines} lines are more than two screens")


made = set()
for script in glob.glob(os.path.join(root, "tests/web/*.mjs")):
    with open(script, encoding="utf-8") as opened:
        made |= set(re.findall(r"shot\(\w+, '([a-z-]+)'", opened.read()))
guides = sorted(glob.glob(os.path.join(root, "docs/guide/*.md"))) + [
    os.path.join(root, name) for name in ("README.md", "docs/raspberry-pi.md")]
assert len(guides) >= 5
for guide in guides:
    here = os.path.relpath(guide, root)
    with open(guide, encoding="utf-8") as opened:
        text = opened.read()
    check_links(here, guide, text)
    check_pictures(here, text, made)
    if here == "README.md":
        check_length(here, text)
    check_configuration(here, text)
    for number, line in enumerate(text.splitlines(), 1):
        check_command(f"{here}:{number}", line)
print("\n".join(faults))
print("not ok" if faults else "ok", f"- what {len(guides)} documents tell people to type exists")
sys.exit(1 if faults else 0)
