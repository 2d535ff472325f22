#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_online.sh BOARDCTL BOARDD BOARDSIM COMPLETION: the commands that ask the daemon, with a real
# one and a simulated board. TAP.
boardctl=$1
boardd=$2
boardsim=$3
completion=$4
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/support/tap.sh
. "$here/../../support/tap.sh"

sim=
daemon=
watcher=
end_all() {
	for process in $watcher $daemon $sim; do
		kill "$process" 2>/dev/null
	done
	wait
	rm -rf "$folder"
}
trap end_all EXIT
unset XDG_RUNTIME_DIR RUNTIME_DIRECTORY STATE_DIRECTORY XDG_STATE_HOME NO_COLOR
export HOME="$folder" LC_ALL=C TZ=UTC TERM=xterm
socket=$folder/control.sock

# wait_for COMMAND...: until it succeeds, for as long as a busy machine may take
wait_for() {
	within 300 "$@" >/dev/null 2>&1
}

answers() {
	"$boardctl" status --socket "$socket"
}

start_daemon() {
	"$boardd" --state state --socket "$socket" --port 0 --device "$folder/board" --time-scale 5 \
		>>log 2>&1 &
	daemon=$!
	wait_for answers
}

stop_daemon() {
	kill "$daemon"
	wait "$daemon"
	daemon=
}

# ask WORD...: as run(), of our daemon
ask() {
	run "$@" --socket "$socket"
}

lines_in() {
	[ -f "$1" ] && [ "$(wc -l <"$1")" -ge "$2" ]
}

has_moves() {
	"$boardctl" boards --json --socket "$socket" | grep -q '"plies":[1-9][0-9]'
}

is_json() {
	[ "$(wc -l <out)" -eq 1 ] && head -c 1 out | grep -q '[{"]' && is_silent err
}

# seqs FILE: the numbers of the reports
seqs() {
	sed -n 's/^{"event":"[a-z]*","seq":\([0-9]*\),.*/\1/p' "$1"
}

# follows FILE: the numbers are 1, 2, 3, ...
follows() {
	seqs "$1" | awk '$1 != NR { exit 1 }'
}

# words_are TEXT: the lines of what was printed, a blank behind each
words_are() {
	[ "$(tr '\n' ' ' <out)" = "$1" ]
}

# is_plain FILE: no sequence for a terminal
is_plain() {
	! grep -q "$(printf '\033')" "$1"
}

is_export() {
	head -n 1 "$1" | grep -q '^{"export":1,' && tail -n 1 "$1" | grep -qE '^\{"sha256":"[0-9a-f]{64}"\}$'
}

only_hello() {
	[ "$(cut -c -16 "$1")" = '{"event":"hello"' ]
}

# --- without a daemon ---

for words in boards status watch 'game 1' round 'round start 2' 'assign 1 2' 'login a' 'logout a' \
	'backup file' 'export a' 'export a file' 'forget a --yes' 'act 1 note a'; do
	# shellcheck disable=SC2086 # several words
	ask $words
	ok "$words without a daemon" fails_with 1 "no boardd listens at $socket: is it running?"
done
ok 'no file is left by that' [ ! -e file ]
run status
ok 'the usual place is tried' fails_with 1 "no boardd listens at $folder/.local/state/boardd/control.sock"
for words in 'boards x' 'watch x' 'watch --since x' 'watch --since -1' 'watch --lang xx' game 'game 1 2' \
	'round begin' 'round start' 'round start x' 'round start 1 2' 'assign 1' 'assign 1 x' login logout \
	backup export forget act 'act 1' 'boards --since 1' 'status --lang da'; do
	# shellcheck disable=SC2086
	ask $words
	ok "'$words' is a wrong call" fails_with 2 "boardctl: ${words%% *}: "
done

# --- with one ---

"$boardsim" --pty board --random 5 --speed 5 --think 1 --violations all=0.1 >sim.log 2>&1 &
sim=$!
wait_for [ -e board ]
ok 'the daemon starts' start_daemon
"$boardctl" watch --since 0 --json --socket "$socket" >watched 2>watched.err &
watcher=$!
ok 'a game is played' wait_for has_moves

ask status
ok 'status' says 'Version '
ask boards
ok 'boards has a heading' grep -q '^TABLE  BOARD ' out
ok 'and the board' grep -qE '^1      [0-9]+  dgt   cable  -      (alive|silent) ' out
ok 'without colours' is_plain out
for words in status boards round 'game 1' 'act 1 note json' 'login json' 'logout json'; do
	# shellcheck disable=SC2086
	ask $words --json
	ok "$words --json is one document" is_json
done
board=$("$boardctl" boards --json --socket "$socket" | sed 's/^{"boards":\[{"board":"\([^"]*\)".*/\1/')
if command -v script >/dev/null; then
	script -qec "$boardctl boards --socket $socket" /dev/null </dev/null >terminal 2>&1
	ok 'on a terminal there is bold' grep -q "$(printf '\033\\[1m')" terminal
	script -qec "NO_COLOR=1 $boardctl boards --socket $socket" /dev/null </dev/null >terminal 2>&1
	ok 'unless NO_COLOR' is_plain terminal
	ok 'and then it is the same' grep -q '^TABLE' terminal
fi

ask act "$board" note one two
ok 'an action is answered with its number' grep -qx 'Decision [0-9]*' out
seq=$(sed 's/[^0-9]*//' out)
seen() {
	grep -q "\"event\":\"decision\",\"seq\":$seq,.*\"action\":\"note one two\"" watched
}
ok 'and seen by who watches' wait_for seen
ask act 1 note three --by 'Anna B'
seq=$(sed 's/[^0-9]*//' out)
by_anna() {
	grep -q "\"seq\":$seq,.*\"by\":\"Anna B\"" watched
}
ok 'in the name of a person' wait_for by_anna
ask act 1 penalty white warning
seq=$(sed 's/[^0-9]*//' out)
ask act 1 undo "$seq"
ok 'a decision is taken back' grep -qx 'Decision [0-9]*' out
taken_back() {
	grep -q "\"action\":\"undo $seq\",.*\"undoes\":$seq" watched
}
ok 'and the report says which' wait_for taken_back
ask act 1 nonsense
ok 'no such action' fails_with 1 'unknown action'
ask act 1 note "$(printf '\377')"
ok 'a text that is none' fails_with 2 'not UTF-8'
ask act 1 note "$(printf 'one\ntwo')"
ok 'a note of two lines is one line of the log' grep -q ': note one two$' log
ask act 99 note a
ok 'no such board' fails_with 1 'there is no board "99"'
ask assign "$board" 100000
ok 'no such table' fails_with 1 'table'
ask round start 1000
ok 'no such round' fails_with 1 'round'

ask game 1
ok 'a game has its players' says 'N.N. - N.N.'
ok 'a board' grep -qx '     a b c d e f g h' out
ok 'and moves' grep -q '^1\. ' out
gid=$(sed -n '1s/.*  //p' out)
ask game "$gid" --pgn
ok 'a game by its GID, as PGN' says "[GameId \"$gid\"]"
cp out game.pgn
run pgn game.pgn
ok 'which is PGN' gives 0
ask game nobody
ok 'no such game' fails_with 1 'no such game'

ask login Anna
ok 'login prints a link' grep -qE '^http://.*#login=[0-9a-f]{20,}$' out
ask logout Anna
ok 'logout' gives 0
ask logout Anna
ok 'logout of nobody' fails_with 1 'Anna is not logged in'

# --- files ---

ask backup copy.sqlite
ok 'a backup' gives 0
ok 'is a journal' sh -c 'head -c 15 copy.sqlite | grep -q "SQLite format 3"'
cp copy.sqlite before.sqlite
ask backup copy.sqlite
ok 'is not written over' fails_with 1 'copy.sqlite: is there already'
ok 'nor changed' cmp -s copy.sqlite before.sqlite
ask backup missing/copy.sqlite
ok 'nor in a folder that is not there' fails_with 1 'missing/copy.sqlite: No such file'
# A daemon that stands still cannot answer.
kill -STOP "$daemon"
for signal in INT TERM HUP; do
	"$boardctl" backup half.sqlite --socket "$socket" >out 2>err &
	backup=$!
	wait_for [ -e half.sqlite ]
	kill -"$signal" "$backup"
	wait "$backup"
	status=$?
	ok "SIG$signal leaves no half file" [ ! -e half.sqlite ]
	ok "and is no success ($signal)" fails_with 1 'backup: interrupted'
done
kill -CONT "$daemon"
ask export "$gid" game.jsonl
ok 'an export' gives 0
ok 'has head and hash' is_export game.jsonl
ask export "$gid" game.jsonl
ok 'is not written over' fails_with 1 'game.jsonl: is there already'
ask export "$gid"
ok 'goes to standard output without a file' is_export out
ask export nobody nobody.jsonl
ok 'no such game to export' fails_with 1 'no such game'
ok 'leaves no file' [ ! -e nobody.jsonl ]

# --- completion ---

# completed WORD...: what bash offers for the last one
completed() {
	bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
		_boardctl '"$boardctl"' "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
		printf "%s\n" "${COMPREPLY[@]}"' bash "$completion" boardctl "$@" >out 2>err
}

completed re
ok 'commands are completed' words_are 'record replay report restore '
completed watch --s
ok 'and options' words_are '--since --socket '
completed act --socket "$socket" ''
ok 'boards are asked from the daemon' grep -qx "$board" out
ok 'and tables' grep -qx 1 out
completed watch --socket "$socket" --board ''
ok 'also behind --board' grep -qx "$board" out
completed export --socket "$socket" ''
ok 'and games' grep -qx "$gid" out
completed act 1 pen
ok 'actions' grep -qx penalty out
completed game --lang ''
ok 'languages' words_are 'en da no '
bash -c '. "$1"; COMP_WORDS=(boardd --ti); COMP_CWORD=1; _boardd "$2" --ti boardd; echo "${COMPREPLY[@]}"' \
	bash "$completion" "$boardd" >out 2>err
ok 'options of boardd' words_are '--time-scale '

# --- watching across a restart ---

"$boardctl" watch --since 0 --socket "$socket" >plain 2>plain.err &
plain=$!
ok 'people see the game' wait_for grep -q 'table 1  1\. ' plain
kill "$plain"
wait "$plain"
ok 'with the time' grep -qE '^[0-9:]{8}  table 1  1\. [^ ]+ +[0-9]+:[0-9]{2}:[0-9]{2}  [0-9]' plain
ok 'without what is for programs' sh -c '! grep -qE "^[0-9:]{8}  table [0-9]+  (sensed|press|touch)\b" plain'
"$boardctl" watch --since 0 --lang da --socket "$socket" >plain 2>plain.err &
plain=$!
ok 'in Danish' wait_for grep -q 'bord 1  partiet er begyndt' plain
kill "$plain"
wait "$plain"
"$boardctl" watch --since 0 --board nobody --json --socket "$socket" >unseen 2>&1 &
plain=$!
ok 'of a board that is not there' wait_for lines_in unseen 1
kill "$plain"
wait "$plain"
ok 'nothing but hello is seen' only_hello unseen

had=$(wc -l <watched)
stop_daemon
ok 'the daemon starts again' start_daemon
ok 'and reports go on' wait_for lines_in watched $((had + 50))
ok 'none is missing, and none comes twice' follows watched
ok 'it is said' grep -q 'boardd is back' watched.err
had=$(wc -l <watched)
kill -KILL "$daemon"
wait "$daemon" 2>/dev/null
start_daemon
ok 'the same after a crash' wait_for lines_in watched $((had + 50))
ok 'none is missing then, and none twice' follows watched

# --- far behind ---

last_report() {
	"$boardctl" status --json --socket "$socket" | python3 -c 'import json, sys
print(json.load(sys.stdin)["last"])'
}

has_many() { # more than the 500 that are read from the journal at a time
	[ "$(last_report)" -ge 600 ]
}

is_quiet() {
	before=$(last_report)
	sleep 1
	[ "$(last_report)" = "$before" ]
}

ok 'there is much to read' wait_for has_many
kill -STOP "$sim" # nothing happens that could wake the daemon
ok 'nothing happens' wait_for is_quiet
"$boardctl" watch --since 0 --json --socket "$socket" >behind 2>&1 &
plain=$!
ok 'who is far behind gets all of it all the same' wait_for lines_in behind "$(last_report)"
kill -CONT "$sim"
kill "$plain"
wait "$plain"
ok 'in order' follows behind

"$boardctl" backup last.sqlite --socket "$socket" >/dev/null
stop_daemon
mv state aside
cp watched first
start_daemon
starts_over() {
	grep -q 'starting over' watched.err && [ "$(seqs watched | grep -cx 1)" -eq 2 ]
}
ok 'another journal: it starts over' wait_for starts_over
kill "$watcher"
wait "$watcher"
watcher=
stop_daemon
ok 'no restart gave up a game' sh -c '! grep "cannot be computed again" log'

# --- computing again ---

gids=$(sed -n 's/.*"game":"\([^"]*\)".*/\1/p' first | sort -u)
ok 'there are games' [ -n "$gids" ]
for gid in $gids; do
	run replay --journal aside/journal.sqlite --game "$gid" --stored
	ok "$gid: what was published" gives 0
	cp out stored
	grep -F "\"game\":\"$gid\"" first | head -n 100 >seen
	# What the daemon says at its end nobody sees any more.
	head -n "$(wc -l <seen)" stored >begun
	ok "$gid: is what was seen" cmp -s seen begun
	run replay --journal aside/journal.sqlite --game "$gid"
	ok "$gid: nothing differs" gives 0
	ok "$gid: not a byte" cmp -s out stored
	ok "$gid: in silence" is_silent err
done
first=$(echo "$gids" | head -n 1)
run replay --journal last.sqlite --game "$first"
ok 'a backup can be replayed' gives 0
LC_ALL=C sed 's/"certainty":"observed","legal"/"certainty":"observEd","legal"/' last.sqlite >changed.sqlite
run replay --journal changed.sqlite --game "$first"
ok 'what was changed is found' gives 1
ok 'and named' grep -qE '^changed.sqlite: report [0-9]+ differs from what was published: certainty$' err
run replay --journal last.sqlite --game nobody
ok 'no such game' fails_with 1 'there is no game nobody'
run replay --journal missing.sqlite --game "$first"
ok 'no such journal' fails_with 1 missing.sqlite
run replay --journal last.sqlite
ok 'a journal without a game' fails_with 2 '--game'
run replay --game a
ok 'a game without a journal' fails_with 2 '--journal'
run replay --stored file
ok '--stored of a capture' fails_with 2 '--stored'

finish
