#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_rule_table.py RULES PRINT-IDENTITIES: the rules of udev and the table of makes agree.

Whatever a make lists on USB has a line for the device and one for its port; and no line is there
for what no make lists, so that nobody else's adapter changes hands. A chip that a make says is in
others' adapters too is marked as shared, by the line for its port."""
import re
import subprocess
import sys


def products(pattern):
    """8[0-6]?? is 8000-86ff."""
    first = re.sub(r"\[(.)-(.)\]", r"\1", pattern).replace("?", "0")
    last = re.sub(r"\[(.)-(.)\]", r"\2", pattern).replace("?", "f")
    return first if first == last else f"{first}-{last}"


def rows_of_rules(text, key):
    """What the lines with ATTR (the device) or ATTRS (its port) match, as print-identities writes it."""
    found = set()
    for line in text.splitlines():
        match = dict(re.findall(key + r'\{(idVendor|idProduct|manufacturer|product)\}=="([^"]*)"', line))
        if match and not line.startswith("#"):
            found.add("|".join((match.get("idVendor", "0000"), products(match.get("idProduct", "0000")),
                                match.get("manufacturer", ""), match.get("product", ""),
                                "shared" if 'BOARDD_SHARED}="1"' in line else "")))
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    printed = subprocess.run([sys.argv[2]], capture_output=True, text=True, check=True).stdout
    makes = set(printed.split("\n")) - {""}
    wrong = [] if makes else ["the makes list no board"]
    for key, what in ((r"\bATTR", "device"), (r"\bATTRS", "port")):
        rules = rows_of_rules(text, key)
        listed = makes if what == "port" else {row.removesuffix("shared") for row in makes}
        wrong += [f"{row}: a make lists it, and no rule for a {what} does" for row in listed - rules]
        wrong += [f"{row}: a rule for a {what} takes it, and no make lists it" for row in rules - listed]
    print("\n".join(wrong))
    print("not ok" if wrong else "ok", "- the rules of udev have the boards of the makes, and no others")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
