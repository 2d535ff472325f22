#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_replay.sh BOARDCTL BOARDSIM CAPTURES: captures and what is reported of them. TAP.
boardctl=$1
boardsim=$2
captures=$3
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"

# moves_of WORDS FILE: ply and move of every line with these words
moves_of() {
	grep -F -- "$1" "$2" | sed 's/.*"ply":\([0-9]*\).*"uci":"\([a-h1-8qrbn]*\)".*/\1 \2/'
}

# plays_clean WORD...: a game of boardsim is read as it was played, and nobody is accused
plays_clean() {
	"$boardsim" "$@" --games 1 --think 2 --capture game.capture --truth truth || return
	run replay game.capture
	gives 0 && is_silent err || return
	moves_of '"truth":"made"' truth >made
	moves_of '"event":"move"' out >found
	[ -s made ] && cmp -s made found && ! grep -qE '"event":"(irregularity|revised|unsure)"' out
}

# --- captures with their streams ---

for capture in "$captures"/*.capture; do
	name=$(basename "$capture" .capture)
	run replay "$capture"
	ok "$name succeeds" gives 0
	ok "$name gives its stream" cmp -s out "${capture%.capture}.stream"
	cp out first
	"$boardctl" replay - <"$capture" >out 2>err
	ok "$name from standard input gives the same" cmp -s out first
done

# --- games that were played ---

for seed in 1 2 3 4 5; do
	ok "a careful game, seed $seed" plays_clean --random $seed --careful
done
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	ok "a game with all manners, seed $seed" plays_clean --random $seed
done
ok 'a board the other way round' plays_clean --random 3 --rotated
ok 'which is said' says '"state":"rotated"'
cp out first
run replay game.capture
ok 'twice the same, byte for byte' cmp -s out first
ok 'numbers have no gap' [ "$(sed 's/.*"seq":\([0-9]*\).*/\1/' out | awk '$1 != NR' | wc -l)" -eq 0 ]
ok 'times never fall' sh -c 'sed "s/.*\"time\":\"\([^\"]*\)\".*/\1/" out | sort -c'

# --- recordings of other programs ---

"$boardsim" --random 3 --games 1 --think 2 --capture game.capture --truth truth
moves_of '"truth":"made"' truth >made
grep -v '"out"' game.capture >others.capture
run replay others.capture
moves_of '"event":"move"' out >found
ok 'a recording without what the board was told' cmp -s made found

# --- what is no capture ---

head='{"capture":1,"protocol":"dgt"}'
# fault LINE WORDS TEXT...: the text is refused with the line and the words
fault() {
	line=$1
	words=$2
	shift 2
	printf '%s\n' "$@" >bad.capture
	run replay bad.capture
	ok "refused: $words" fails_with 1 "bad.capture:$line: "
	ok '  and why' grep -qF -- "$words" err
}
fault 1 'no JSON' 'hello'
fault 1 'no object' '[1]'
fault 1 'must have "capture" and "protocol"' '{"t":1,"in":"00"}'
fault 1 '"capture" must be 1' '{"capture":2,"protocol":"dgt"}'
fault 1 '"protocol" must be "dgt"' '{"capture":1,"protocol":"abc"}'
fault 1 '"laws" must be one of' '{"capture":1,"protocol":"dgt","laws":"1997"}'
fault 1 '"mode" must be one of' '{"capture":1,"protocol":"dgt","mode":"slow"}'
fault 1 '"supervised" must be' '{"capture":1,"protocol":"dgt","supervised":"no"}'
fault 1 '"start", character' '{"capture":1,"protocol":"dgt","start":"x"}'
fault 1 'unknown key "law"' '{"capture":1,"protocol":"dgt","law":"2023"}'
fault 2 'no JSON' "$head" ''
fault 2 '"t" must be a time' "$head" '{"t":-1,"in":"00"}'
fault 2 '"t" must be a time' "$head" '{"in":"00"}'
fault 3 '"t" falls from 5 to 4' "$head" '{"t":5,"in":"00"}' '{"t":4,"in":"00"}'
fault 2 'odd number of digits' "$head" '{"t":5,"in":"000"}'
fault 2 'no hexadecimal digit' "$head" '{"t":5,"in":"0x"}'
fault 2 'needs "in", "out" or "arbiter"' "$head" '{"t":5}'
fault 2 'are all such a line has' "$head" '{"t":5,"in":"00","out":"00"}'
fault 2 'unknown action' "$head" '{"t":5,"arbiter":"shout"}'
: >empty.capture
run replay empty.capture
ok 'an empty file is no capture' fails_with 1 'empty.capture:1: the file is empty'
run replay missing.capture
ok 'a missing capture' fails_with 1 'missing.capture: No such file'
run replay
ok 'replay wants a file' fails_with 2 'FILE'
echo "$head" >nothing.capture
run replay nothing.capture
ok 'a capture without a line' gives 0

finish
