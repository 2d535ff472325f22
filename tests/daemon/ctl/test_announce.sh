#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_announce.sh BOARDCTL BOARDD BOARDSIM: moves in words, as they are made, corrected and taken
# back, and a program that says them. TAP.
boardctl=$1
boardd=$2
boardsim=$3
here=$(cd "${0%/*}" && pwd)
# shellcheck source=tests/support/tap.sh
. "$here/../../support/tap.sh"

sim=
daemon=
announcers=
cleanup() {
	for one in $sim $daemon $announcers; do
		kill "$one" 2>/dev/null
	done
	wait
	rm -rf "$folder"
}
trap cleanup EXIT
export LC_ALL=C
socket=$folder/sock

cat >hands <<END
wait 3; lift e2; place e4 P; wait 2; press white; wait 2; lift d7; place d5 p; wait 2; press black
wait 2; lift d5; lift e4; place d5 P; wait 2; press white; wait 2; lift g8; place f6 n; wait 2
press black; wait 2; lift g1; place f3 N; wait 3; lift f3; place g1 N; wait 1; lift f1; place c4 B; wait 3
press white; wait 100; lift h7
END
"$boardsim" --pty board --script hands --speed 8 >/dev/null 2>&1 &
sim=$!
within 300 test -e board
"$boardd" --state state --socket "$socket" --port 0 --device "$folder/board" --time-scale 8 \
	>log 2>&1 &
daemon=$!

answers() {
	"$boardctl" announce 1 --lang xx --socket "$socket" 2>&1 | grep -q 'no language' &&
		"$boardctl" boards --json --socket "$socket" 2>/dev/null | grep -q '"plies"'
}
within 300 answers

# announce FILE WORD...: in the background
announce() {
	file=$1
	shift
	"$boardctl" announce 1 --socket "$socket" --since 0 "$@" >"$file" 2>"$file.err" &
	announcers="$announcers $!"
}

# has FILE LINE: the line is there
has() {
	grep -qxF -- "$2" "$1"
}

# what is said is what the program is given, one sentence a call
mkdir bin
cat >bin/espeak-ng <<'END'
#!/bin/sh
[ "$1" = --version ] || printf '%s|' "$@" >>"$SPOKEN"
[ "$1" = --version ] || echo >>"$SPOKEN"
END
chmod +x bin/espeak-ng
: >spoken
export SPOKEN="$folder/spoken"

run announce 1 --socket "$socket" --speak --lang da
if command -v espeak-ng >/dev/null; then
	echo "# espeak-ng is installed here"
else
	ok 'who wants speech is told what is missing' fails_with 1 'apt install espeak-ng'
fi
announce de --lang de
announce da --lang da
announce no --lang no_NO.UTF-8
announce json --lang en --json
PATH=$folder/bin:$PATH
announce loud --lang no --speak

ok 'a move that its player takes back' within 300 has da 'Rettelse: Træk 3, Hvid: Løber Cecilie fire'
ok 'German' within 300 has de 'Springer Felix sechs'
ok 'a capture' has de 'Bauer Eva schlägt David fünf'
ok 'Danish' within 300 has da 'Springer Frederik seks'
ok 'Norwegian' within 300 has no 'Springer Felix seks'
ok 'for programs' within 300 grep -q '"ply":4,"written":"Nf6","spoken":"Knight Felix six"' json
ok 'aloud' within 300 has spoken '-v|nb|--|Rettelse: Trekk 3, Hvit: Løper Cæsar fire|'
ok 'each once' test "$(wc -l <spoken)" -eq 6

run act 1 --socket "$socket" --by Ane takeback 2
ok 'taken back' within 300 has de 'Zurückgenommen: Zug 2, Schwarz'
ok 'in Danish' within 300 has da 'Taget tilbage: Træk 2, Sort'
run act 1 --socket "$socket" --by Ane set-move 3 b1c3
ok 'corrected' within 300 has de 'Korrektur: Zug 2, Weiß: Springer Cesar drei'
run act 1 --socket "$socket" --by Ane result 1-0 resignation
ok 'the result' within 300 has no 'Hvit vinner'
run act 1 --socket "$socket" --by Ane set-move 1 e2e5
ok 'an illegal move is not made one by hand' gives 1

run game 1 --socket "$socket" --lang da
ok 'a game as people write it' says 'Sc3'
run announce
ok 'a board is needed' fails_with 2 'too few words'
run announce 99 --socket "$socket"
ok 'no such board' fails_with 1 'no board "99"'
run announce 1 --lang fr
ok 'no such language' fails_with 2 "no language 'fr' (en, da, no, de)"
ok 'nothing was complained of' test ! -s de.err
finish
