#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_python.sh EXAMPLE.py LIBRARY PROGRAM: the example in Python finds what the one in C finds.
set -eu

example=$1
LIBBOARDD=$2
program=$3
export LIBBOARDD
count=0
while read -r fen; do
	wanted=$("$program" "$fen" 2>&1) || true
	found=$(python3 -B "$example" "$fen" 2>&1) || true
	if [ "$wanted" != "$found" ]; then
		printf '%s: wanted\n%s\nfound\n%s\n' "$fen" "$wanted" "$found"
		exit 1
	fi
	count=$((count + 1))
done <<END
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
R6k/6pp/8/8/8/8/8/7K b - - 0 1
7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
8/8/8/8/8/8/8/9 w - - 0 1
END
echo "$count positions"
