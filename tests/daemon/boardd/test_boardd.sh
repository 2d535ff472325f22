#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_boardd.sh BOARDD BOARDSIM HEAR-NOTIFY: the daemon as systemd and an operator
# see it: beginning, end, reloading, faults, log. TAP.
boardd=$1
boardsim=$2
hear_notify=$3
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/support/tap.sh
. "$here/../../support/tap.sh"
# shellcheck source=tests/support/service.sh
. "$here/../../support/service.sh"
unset XDG_RUNTIME_DIR XDG_STATE_HOME STATE_DIRECTORY RUNTIME_DIRECTORY JOURNAL_STREAM WATCHDOG_USEC
address=

# lines WORDS: so many lines of the log have them
lines() {
	grep -cF -- "$1" log
}

# in_journal SQL: what the journal answers
in_journal() {
	sqlite3 state/journal.sqlite "$1"
}

# said_in_order WORD...: these, one after the other, with others between
said_in_order() {
	awk -v wanted="$*" 'BEGIN { n = split(wanted, word, " "); at = 1 }
		$0 == word[at] { at++ } END { exit at <= n }' said
}

# --- beginning and end ---

board --careful --random 1 --speed 20 --think 1
start --state state --device unix:board
ok 'it says that it is ready' was_said 'READY=1'
ok 'and where' [ -n "$address" ]
ok 'then the control socket is there' [ -S control.sock ]
ok 'which others cannot use' [ "$(stat -c %a control.sock)" = 660 ]
fetch /healthz
ok 'and the page' gives 0
ok 'systemd is not fed when it has no watchdog' sh -c '! grep -q WATCHDOG said'
wait_until was_logged 'game started'
ok 'a game is played' was_logged 'table 1: game started'
stop TERM
ok 'SIGTERM ends it, and that is success' gives 0
ok 'systemd is told' said_in_order READY=1 STOPPING=1
ok 'the control socket is gone' [ ! -e control.sock ]
ok 'the journal has the loss of the board at the end' \
	[ "$(in_journal "SELECT json_extract(text, '\$.state') FROM report WHERE event = 'board'
		ORDER BY seq DESC LIMIT 1")" = lost ]
ok 'the journal is whole and in one file' \
	[ "$(in_journal 'PRAGMA integrity_check'):$(ls state/*-wal 2>/dev/null)" = 'ok:' ]
last=$(in_journal 'SELECT max(seq) FROM report')

WATCHDOG_USEC=300000
export WATCHDOG_USEC
start --state state --device unix:board
unset WATCHDOG_USEC
was_fed() {
	[ "$(grep -cx 'WATCHDOG=1' said)" -gt "$1" ]
}
ok 'the watchdog is fed again and again' wait_until was_fed 5
ok 'the numbers of reports go on' wait_until sh -c \
	"curl -sS '${address}v1/events?since=$last&limit=1' | grep -q '\"seq\":$((last + 1)),'"
stop INT
ok 'SIGINT ends it, and that is success' gives 0
pull_board

# --- reloading ---

cat >boardd.conf <<-'END'
	[players]
	1.white = Berg, Ane
END
start -c boardd.conf --state state --device unix:board
printf '1.black = Lund, Lars\n' >>boardd.conf
kill -HUP "$daemon"
ok 'SIGHUP reads the configuration again' wait_until was_logged 'loaded again, 1 keys changed'
ok 'systemd is told when it begins and ends' wait_until said_in_order READY=1 RELOADING=1 READY=1
printf '[http]\nprot = 1982\n' >>boardd.conf
kill -HUP "$daemon"
ok 'a fault is named' wait_until was_logged 'boardd.conf:5: [http] prot: unknown key; did you mean port?'
ok 'and changes nothing' wait_until was_logged 'the configuration stays as it was'
ok 'systemd is told of that end too' wait_until said_in_order READY=1 RELOADING=1 READY=1 RELOADING=1 READY=1
sed -i 's/prot = 1982/connections = 77/; $a [control]\ngroup = nobody-has-it' boardd.conf
kill -HUP "$daemon"
ok 'what needs a restart says so' wait_until was_logged '[control] group: takes effect after a restart'
fetch /healthz
ok 'and it runs on' gives 0
stop TERM
ok 'to a clean end' gives 0

# --- what is wrong at the start ---

# refuses STATUS WORDS: it ended with this status, said one line with these words, and was never ready
refuses() {
	cp log err
	: >out
	! was_said 'READY=1' && fails_with "$1" "$2"
}

# try WORD...: a second boardd, beside the one that may run
try() {
	first=$daemon
	first_ear=$ear
	start "$@"
	wait "$daemon"
	status=$?
	kill "$ear"
	daemon=$first
	ear=$first_ear
}

start --state state --device unix:board
mv log first.log
port=${address##*:}
port=${port%/}
try --state other --socket other.sock --device unix:none --port "$port"
ok 'a port that is taken' refuses 1 "127.0.0.1 port $port"
try --state state --socket other.sock --device unix:none
ok 'a state directory that is in use' refuses 1 "$folder/state: another boardd"
try --state other --device unix:none
ok 'a control socket that is in use' refuses 1 "$folder/control.sock: another boardd"
try --state /proc/none --socket other.sock --device unix:none
ok 'a state directory that cannot be' refuses 1 '/proc/none: cannot make the state directory'
try --state boardd.conf --socket other.sock --device unix:none
ok 'a state directory that is none' refuses 1 'boardd.conf: cannot open the state directory'
try -c absent.conf --state other --socket other.sock
ok 'a configuration that is not there' refuses 2 'absent.conf: cannot be opened: No such file'
try -c state --state other --socket other.sock
ok 'a configuration that cannot be read' refuses 2 'state: cannot be read: Is a directory'
printf '[laws]\nedition = 1997\n' >bad.conf
try -c bad.conf --state other --socket other.sock
ok 'a configuration that is wrong' refuses 2 'bad.conf:2: [laws] edition'
try --state other --socket other.sock --wrong
ok 'an option that there is not' refuses 2 '--wrong'
kill -0 "$daemon"
status=$?
ok 'the first one runs on' gives 0
kill "$daemon" "$ear"
wait "$daemon"
status=$?
ok 'to a clean end, too' gives 0
daemon=
ear=
try --state other --socket other.sock --device unix:none --port 70000
ok 'a port that cannot be' refuses 2 '--port'

# --- the log ---

start --state quiet --device unix:board --time-scale 20
ok 'a board that is not there is named' was_logged 'table 1: cannot open unix:'
sleep 3 # a minute of its time
ok 'once, however often it is tried' [ "$(lines 'cannot open')" -eq 1 ]
board --careful --random 3 --speed 20 --think 1
ok 'and it was tried' wait_until was_logged 'table 1: game started'
has_moves() {
	fetch '/v1/events?limit=10000' && [ "$(grep -c '"event":"move"' out)" -ge "$1" ]
}
wait_until has_moves 30
grep -E 'move|touch|press|must|sensed|lift|place' log >err
ok 'of thirty moves nothing is logged' is_silent err
ok 'and little besides' [ "$(grep -c . log)" -lt 20 ]
ok 'and no bytes' sh -c '! grep -qE "(->|<-) [0-9a-f]{2}" log'
pull_board
ok 'a board that goes is named' wait_until was_logged 'lost: '
sleep 2
# A machine that stands still for a while loses a board, too: what counts is that nothing is
# said twice in a row.
ok 'once, and that it cannot be opened, once more' awk '
	/board lost: / { count++; lost++; tries = 0 } /: connected/ { lost = tries = 0 }
	/cannot open/ { count++; tries++ } lost > 1 || tries > 1 { bad = 1 }
	END { exit bad || count < 3 }' log
stop TERM

board --careful --random 3 --speed 20
start --state loud --device unix:board --verbose
ok '--verbose shows what is said to a board' wait_until grep -qE 'table 1: -> [0-9a-f]{2}' log
ok 'and what it says' wait_until grep -qE 'table 1: <- [0-9a-f]{2}' log
stop TERM

# In a world of its own there is a journald that is ours.
if unshare -rm true 2>/dev/null; then
	: >stream
	# shellcheck disable=SC2016 # for the inner shell
	JOURNAL_STREAM=$(stat -c '%d:%i' stream) unshare -rm sh -c '
		mount -t tmpfs run /run && mkdir -p /run/systemd/journal || exit 1
		"$1" /run/systemd/journal/socket >>entries &
		ear=$!
		until [ -S /run/systemd/journal/socket ]; do sleep 0.1; done
		"$2" --port 0 --state logged --socket control.sock --device unix:board 2>>stream &
		daemon=$!
		i=0
		until grep -q "^MESSAGE=table 1: board" entries || [ $i -gt 900 ]; do
			i=$((i + 1))
			sleep 0.1
		done
		kill $daemon
		wait $daemon
		status=$?
		kill $ear
		exit $status' sh "$hear_notify" "$boardd" >out 2>err
	status=$?
	ok 'under journald it runs as well' gives 0
	ok 'a line is an entry' grep -q '^MESSAGE=ready: http:' entries
	awk '/^MESSAGE=/ { in_it = /table 1: board/ } in_it' entries >entry
	ok 'with its table' grep -qx 'BOARDD_TABLE=1' entry
	ok 'its board' grep -qE '^BOARDD_BOARD=[0-9]+' entry
	ok 'and its weight' grep -qx 'PRIORITY=5' entry
	ok 'and nothing comes twice' is_silent stream
fi
pull_board

finish
