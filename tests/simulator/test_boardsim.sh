#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_boardsim.sh /PATH/TO/BOARDSIM PAGE COMPLETION: its words, captures and truth, seen from outside. TAP.
set -u

boardsim=$1
page=$2
completion=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

count=0
failures=0

# ok WHAT COMMAND...: the test passes if the command does
ok() {
	what=$1
	shift
	count=$((count + 1))
	if "$@"; then
		echo "ok $count - $what"
		return
	fi
	failures=$((failures + 1))
	echo "not ok $count - $what"
	echo "# exit status $status"
	head -n 5 out | sed 's/^/# out: /'
	sed 's/^/# err: /' err
}

# run WORD...: calls boardsim; status, out and err are what it gave
run() {
	"$boardsim" "$@" >out 2>err </dev/null
	status=$?
}

gives() {
	[ "$status" -eq "$1" ]
}

# fails_with STATUS WORDS: nothing on standard output, and on the other one line with these words
fails_with() {
	gives "$1" && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -qF -- "$2" err
}

# times_rise FILE: of a capture
times_rise() {
	sed -n 's/^{"t":\([0-9]*\),.*/\1/p' "$1" | sort -nc
}

# has_lines COUNT WORDS FILE
has_lines() {
	[ "$(grep -cF -- "$2" "$3")" -eq "$1" ]
}

differ() {
	! cmp -s "$1" "$2"
}

# has_bytes HEX HEX FILE: what came in has these, in this order
has_bytes() {
	sed -n 's/.*"in":"\(.*\)"}/\1/p' "$3" | tr -d '\n' | grep -q "$1.*$2"
}

# --- help, version, and the page ---

run --version
ok 'it says its version' grep -qE '^boardsim [0-9]+\.[0-9]+' out
run --help
ok 'it helps' gives 0
for option in $(grep -oE '^  --[a-z-]+' out | tr -d ' ' | sort -u); do
	ok "$option is in ${page##*/}" grep -qE "(Fl|\\|) -${option#--}( |\$)" "$page"
done
violations=$(sed -n '/^the occasion/,$s/^  \([a-z-]*\)$/\1/p' out)
for name in $violations; do
	run --violations "$name=0.5" --games 1 --capture /dev/null
	ok "violation $name can be asked for" gives 0
done
ok 'there are violations' [ -n "$violations" ]

hands=$("$boardsim" --help | sed -n '/^The kinds of hands/,$s/^  \([a-z-]*\) .*/\1/p')
for name in $hands; do
	run --hands "$name" --games 1 --think 0.5 --capture /dev/null
	ok "hands $name can be asked for" gives 0
	ok "and are in ${page##*/}" grep -qE "^\.It Cm $name\$" "$page"
done
ok 'there are hands' [ -n "$hands" ]
# offers WORD OPTION NAME: bash offers the name for the word behind the option
offers() {
	bash -c '. "$1"; COMP_WORDS=(boardsim "$4" "$3"); COMP_CWORD=2
		_boardd "$2" "$3" "$4"; echo "${COMPREPLY[*]}"' - "$completion" "$boardsim" "$1" "$2" |
		grep -qxF -- "$3"
}
ok 'bash knows the hands' offers bul --hands bullet
ok 'and the options' offers --remote --once --remote-clock

# --- a command line that is wrong ---

run --nonsense
ok 'an unknown option' fails_with 2 --nonsense
run --tcp
ok 'a missing value' fails_with 2 '--tcp needs a value'
run --tcp 70000
ok 'a port that cannot be' fails_with 2 '--tcp'
run --speed 0
ok 'no speed' fails_with 2 '--speed'
run --boards 0
ok 'no boards' fails_with 2 '--boards'
run --faults drop=0.1,fire=1
ok 'an unknown fault' fails_with 2 fire
run --violations rudeness=1
ok 'an unknown violation' fails_with 2 rudeness
run --hands clumsy
ok 'unknown hands' fails_with 2 clumsy
run --hands blitz --careful
ok 'two kinds of hands' fails_with 2 'choose one'
run --serial 100000
ok 'a number of six digits' fails_with 2 '--serial'
run --pgn a --script b
ok 'two sources' fails_with 2 'choose one'
run --pty a --tcp 0
ok 'two ports' fails_with 2 'choose one'
run word
ok 'a word too many' fails_with 2 word
run --capture out2 --boards 2
ok 'a capture of two boards' fails_with 2 'one board'
run --capture out2
ok 'a capture without end' fails_with 2 '--games'

# --- input that is wrong ---

run --pgn missing.pgn
ok 'a missing file' fails_with 1 missing.pgn
echo '1. e4 e5 2. Ke3 *' >bad.pgn
run --pgn bad.pgn
ok 'an illegal move' fails_with 1 'bad.pgn:1: game 1: 2. Ke3'
: >empty.pgn
run --pgn empty.pgn
ok 'no game' fails_with 1 'no game'
printf 'lift e2\nplace e4 P; prss white\n' >bad.script
run --script bad.script
ok 'a script with a fault' fails_with 1 'bad.script:2:13: no such event'
echo file >file
run --pty file
ok 'a link that is a file' fails_with 1 file
ok 'which is left alone' grep -q file file
run --unix missing/folder
ok 'a socket without a folder' fails_with 1 missing/folder
run --games 1 --capture missing/folder
ok 'a capture without a folder' fails_with 1 missing/folder

# --- captures and truth ---

echo '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 1-0' >game.pgn
run --pgn game.pgn --capture one --truth truth
ok 'a game becomes a capture' gives 0
ok 'that says what it is' has_lines 1 '{"capture":1,"protocol":"dgt"' one
ok 'whose times never fall' times_rise one
ok 'which has the bytes of e4' has_bytes 8e00053400 8e00052401 one
ok 'each move is in the truth' has_lines 6 '"truth":"made"' truth
ok 'with its names' grep -q '"ply":3,"color":"white","uci":"e4d5","san":"exd5"' truth
ok 'and the result' grep -q '"truth":"result","result":"1-0"' truth
run --pgn game.pgn --capture two --truth truth2
ok 'the same again' cmp -s one two
ok 'and the same truth' cmp -s truth truth2
run --pgn game.pgn --capture two --seed 2
ok 'another seed, other hands' differ one two
run --pgn game.pgn --capture numbered --serial 777
ok 'a board has the number that is asked for' has_bytes 910008 3030373737 numbered
run --random 5 --games 4 --violations all=0.3 --capture - --truth truth
ok 'violations are in the truth' grep -q '"kind":"[a-z-]*","article":{"2001":"[0-9.a-d]*","2009"' truth
run --random 5 --games 1 --faults unplug=0.02,drop=0.01,flip=0.01 --capture - --truth truth
ok 'faults are in the truth' grep -q '"truth":"fault over","fault":"unplug"' truth
printf 'fen: 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nlift h1; arbiter accidental; place h1 R\n' >script
run --script script --capture -
ok 'a script keeps its position' grep -q '"start":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"' out
ok 'and what is said' grep -q '"arbiter":"accidental"' out

echo "1..$count"
[ "$failures" -eq 0 ]
