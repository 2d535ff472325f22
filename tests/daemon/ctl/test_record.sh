#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_record.sh /PATH/TO/BOARDCTL /PATH/TO/FAKE-BOARD: captures of a board. TAP.
boardctl=$1
fake_board=$2
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/support/tap.sh
. "$here/../../support/tap.sh"
# shellcheck source=tests/support/fake_board.sh
. "$here/../../support/fake_board.sh"

# is_capture FILE: the head, then lines with times that never fall
is_capture() {
	head -n 1 "$1" | grep -qx '{"capture":1,"protocol":"dgt"\(,"serial":"12345"\)\?}' &&
		[ "$(tail -c 1 "$1" | wc -l)" -eq 1 ] &&
		! tail -n +2 "$1" | grep -qvE '^\{"t":[0-9]+,"(in|out)":"([0-9a-f]{2})+"\}$' &&
		sed -n 's/^{"t":\([0-9]*\),.*/\1/p' "$1" | sort -nc
}

# what DIRECTION FILE: all bytes that went this way, as hexadecimal digits
what() {
	sed -n "s/.*\"$1\":\"\\([0-9a-f]*\\)\".*/\\1/p" "$2" | tr -d '\n'
}

plug_in play
run record --device board --seconds 2 game.capture
ok 'a recording of two seconds succeeds' gives 0
ok 'in silence' is_silent err
ok 'it is a capture' is_capture game.capture
ok 'it begins with the serial number' grep -q '"serial":"12345"' game.capture
ok 'the greeting stands in it' [ "$(what out game.capture | head -c 2)" = 40 ]
ok 'nothing harmful was sent' [ -z "$(what out game.capture | fold -w 2 | grep -E '4e|51|53|54')" ]
what in game.capture | "$boardctl" decode --hex >decoded
ok 'the moves stand in it' grep -q '"field_update","square":"e4","piece":"P"' decoded
ok 'and nothing is damaged' sh -c '! grep damaged decoded'
ok 'it took two seconds' [ "$(sed -n 's/^{"t":\([0-9]*\),.*/\1/p' game.capture | tail -n 1)" -gt 1500 ]
run record --device board --seconds 1 game.capture
ok 'a recording is not written over' fails_with 1 'game.capture: is there already'
run record --device board --seconds 1 --force game.capture
ok 'unless by force' gives 0
ok 'and then it is a capture again' is_capture game.capture
: >empty.capture
run record --device board --seconds 1 empty.capture
ok 'an empty file is filled' is_capture empty.capture
run record --device board --seconds 1 -
cp out stdout.capture
ok '- is standard output' is_capture stdout.capture

for signal in INT TERM; do
	rm -f stopped.capture
	# A shell lets what it puts in the background ignore SIGINT.
	"$boardctl" record --device board stopped.capture >out 2>err &
	recording=$!
	within 300 [ -s stopped.capture ]
	kill -"$signal" "$recording"
	wait "$recording"
	status=$?
	ok "SIG$signal ends a recording, and that is success" gives 0
	ok "after SIG$signal it is a capture" is_capture stopped.capture
done

"$boardctl" record --device board first.capture >/dev/null 2>&1 &
recording=$!
within 300 [ -s first.capture ]
run record --device board --seconds 1 second.capture
ok 'a board that is in use' fails_with 1 'in use by'
ok 'leaves a capture without bytes' [ "$(wc -l <second.capture)" -eq 1 ]
kill "$recording"
wait "$recording"
if [ -e /dev/full ]; then
	run record --device board --seconds 3 /dev/full
	ok 'a full disk' fails_with 1 '/dev/full: No space left'
fi
if command -v prlimit >/dev/null; then
	# A file that may grow no further is a disk that is full, but for the signal.
	(
		trap '' XFSZ
		exec prlimit --fsize=600 "$boardctl" record --device board --seconds 5 --force full.capture
	) >out 2>err
	status=$?
	ok 'a disk that fills up' fails_with 1 'full.capture: File too large'
	ok 'leaves a capture' is_capture full.capture
	ok 'and as much of it as there was room for' [ "$(wc -c <full.capture)" -gt 400 ]
fi
pull

plug_in play unplug=1500
run record --device board gone.capture
ok 'a board that is unplugged' fails_with 1 'board: unplugged'
ok 'leaves a capture' is_capture gone.capture
ok 'with what was heard of it' [ "$(wc -l <gone.capture)" -gt 5 ]
pull

plug_in mute
run record --device board mute.capture
ok 'a board that says nothing' fails_with 1 'board: nothing answers'
ok 'leaves a capture of the questions' grep -q '^{"capture":1,"protocol":' mute.capture
pull

run record --device board nobody.capture
ok 'a board that is not there' fails_with 1 'board: there is no such device'
run record nobody.capture
ok 'record wants a device' fails_with 2 '--device'
run record --device board
ok 'record wants a file' fails_with 2 'FILE'
run record --device board one two
ok 'record wants one file' fails_with 2 'FILE'
run record --device board missing/folder.capture
ok 'a folder that is not there' fails_with 1 'missing/folder.capture: No such file'
for seconds in 0 -1 x 1x '' 99999999999999999999; do
	run record --device board --seconds "$seconds" file
	ok "'$seconds' is no number of seconds" fails_with 2 '--seconds'
done

finish
