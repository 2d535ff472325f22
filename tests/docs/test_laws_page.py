#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_laws_page.py ROOT: docs/laws.md names what is there. TAP.

Every file and test of its tables exists, what is called "scenarios" expects one of the row's
articles in each edition that has it, and no article that edition.c quotes is missing.
"""

import fnmatch
import glob
import os
import re
import sys

EDITIONS = ["2001", "2009", "2023"]
DEFAULT = "tests/touchmove/law/test_articles.c"
ROW = re.compile(r"^\| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$")
# How a test is named in the languages of our tests: START_TEST(name), def name(, test('name'.
DEFINED = re.compile(r"START_TEST\((\w+)\)|^def (\w+)\(|^\ttest(?:_\w+)?\('((?:[^'\\]|\\.)*)'|^test\('((?:[^'\\]|\\.)*)'",
                     re.MULTILINE)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rows_of(text):
    found = [match.groups() for match in map(ROW.match, text.splitlines()) if match]
    return [row for row in found if row[0] not in ("2001", "---")]


def is_there(name):
    """A path from the root, or the name of a file somewhere in touchmove/."""
    if "/" in name:
        return os.path.exists(name)
    return bool(glob.glob(f"touchmove/{name}") + glob.glob(f"touchmove/*/{name}"))


def tests_in(path):
    return [next(filter(None, found)) for found in DEFINED.findall(read(path))]


def is_test(name, path):
    return any(fnmatch.fnmatchcase(one, name) or one.startswith(name) for one in tests_in(path))


def check_tests(cell):
    """Names belong to the file behind "in", or to the default; a file may stand alone."""
    faults = []
    groups = re.findall(r"((?:`[^`]+`(?:, )?)+)(?: in (tests/[\w./-]+))?|(tests/[\w./-]+)", cell)
    for names, path, file in groups:
        if file and not glob.glob(file):
            faults.append(f"{file} is not there")
        if not names:
            continue
        where = path or DEFAULT
        if not os.path.exists(where):
            faults.append(f"{where} is not there")
            continue
        faults += [f"no test {one} in {where}" for one in re.findall(r"`([^`]+)`", names) if not is_test(one, where)]
    return faults if groups or "scenarios" in cell else [f"no test at all: {cell!r}"]


def numbers(cell):
    """"4.6a to 4.6c, 9.6": single numbers, and both ends of what lies between."""
    return [one for one in re.split(", | to ", cell) if one != "-"]


def expected():
    """(edition, article) of all lines that scenarios expect."""
    found = set()
    for path in sorted(glob.glob("tests/data/scenarios*.txt")):
        editions = []
        for line in read(path).splitlines():
            if line.startswith("edition: "):
                word = line.split(": ", 1)[1].strip()
                editions = EDITIONS if word == "all" else word.split()
            line = re.match(r"expect([ 0-9]*): (?:irregularity|result) (.*)", line)
            if line:
                found |= {(edition, word) for edition in line[1].split() or editions for word in line[2].split()}
    return found


def covers(listed, article):
    """4.3 covers 4.3a and 4.3.1; D.2.9 does not cover D.2.1."""
    return article == listed or (article.startswith(listed) and re.match(r"[.a-z(]", article[len(listed):]) is not None)


def between(cell, article):
    """Is the article one of "4.6a-4.6c"?"""
    for part in cell.split(", "):
        ends = numbers(part)
        if len(ends) == 2 and len(ends[0]) == len(article) and ends[0] <= article <= ends[1]:
            return True
    return False


def quoted():
    """What edition.c can quote: for each law the articles of each edition."""
    path = (glob.glob("touchmove/law/edition.c") + glob.glob("touchmove/*/edition.c"))[0]
    text = read(path)
    found = set()
    for call, words in re.findall(r"\] = (ROW|SAME|NOT_BEFORE_2023)\(([^)]*(?:\(\d\)[^)]*)*)\)", text):
        articles = re.findall(r'"([^"]+)"', words)
        if call == "SAME":
            articles *= 3
        elif call == "NOT_BEFORE_2023":
            articles = ["-", "-", *articles]
        found |= set(zip(EDITIONS, articles))
    for block in re.findall(r"\] = \{\{(\{.*?\})\}\},", text, re.DOTALL):
        for edition, cell in zip(EDITIONS, re.findall(r"\{([^{}]*)\}", block)):
            found |= {(edition, one) for one in re.findall(r'"([^"]+)"', cell)}
    return {(edition, article) for edition, article in found if article != "-"}


def main():
    os.chdir(sys.argv[1])
    text = read("docs/laws.md")
    rows, known, faults = rows_of(text), expected(), []
    for row in rows:
        where = " / ".join(row[:3])
        faults += [f"{where}: {one} is not there" for one in row[4].split(", ") if not is_there(one)]
        faults += [f"{where}: {one}" for one in check_tests(row[5])]
        if not re.search(r"(^|; )scenarios(;|$)", row[5]):
            continue
        for edition, cell in zip(EDITIONS, row[:3]):
            if numbers(cell) and not any((covers(one, article) or between(cell, article)) for one in numbers(cell)
                                         for of, article in known if of == edition):
                faults.append(f"{where}: no scenario of {edition} expects {cell}")
    missing = sorted(f"{edition}: {article}" for edition, article in quoted()
                     if not any(covers(one, article) or between(row[EDITIONS.index(edition)], article)
                                for row in rows for one in numbers(row[EDITIONS.index(edition)])))
    results = [("there are rows, and articles that can be quoted", len(rows) > 80 and len(quoted()) > 150, []),
               ("every file, test and scenario that docs/laws.md names is there", not faults, faults),
               ("every article that edition.c quotes has its row", not missing, missing)]
    for number, (what, is_so, why) in enumerate(results, 1):
        print(f"{'ok' if is_so else 'not ok'} {number} - {what}")
        for one in why:
            print(f"# {one}")
    print(f"1..{len(results)}")
    return 0 if all(is_so for _, is_so, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
