#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_doctor.sh /PATH/TO/BOARDCTL /PATH/TO/FAKE-BOARD /PATH/TO/BOARDSIM: what the doctor finds. TAP.
# Boards on USB are examined in mock_doctor.
boardctl=$1
fake_board=$2
boardsim=$3
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/support/tap.sh
. "$here/../../support/tap.sh"
# shellcheck source=tests/support/fake_board.sh
. "$here/../../support/fake_board.sh"

is_well() {
	gives 0 && is_silent err && last_line_is '  Nothing: all is well.'
}

# wants WORDS: not well, and these words stand under "What to do"
wants() {
	gives 1 && is_silent err && sed '1,/^What to do:$/d' out | grep -qF -- "$1"
}

plug_in battery
run doctor --device board
ok 'a board that answers is well' is_well
ok 'its number and firmware' says 'answers: board 12345, firmware 1.2'
ok 'its battery' says 'battery 88 %'
ok 'its clock' says 'clock left 0:04:00 right 0:05:00, running'
ok 'where it is' grep -qE 'leads to /dev/pts/[0-9]+' out
ok 'who may open it' grep -qE 'you may open it: owner [^,]+, group [^,]+, mode 0[0-7]{3}' out
run doctor --json --device board
ok '--json succeeds' gives 0
ok '--json is one line' [ "$(wc -l <out)" -eq 1 ]
ok '--json says that all is well' grep -q '^{"well":true,' out
ok '--json has the board' says '"serial":"12345","long_serial":"","firmware":"1.2","address":0,"battery":{"percent":88,"charging":false}'
run doctor --device board --device missing
ok 'of two devices each is examined' says 'answers: board 12345'
ok 'and one is not well' wants 'missing: there is no such device'
"$boardctl" record --device board held.capture >/dev/null 2>&1 &
recording=$!
within 300 [ -s held.capture ]
run doctor --device board
ok 'a board in use is not well' wants 'board: in use by'
kill "$recording"
wait "$recording"
pull

plug_in noclock
run doctor --device board
ok 'a board without a clock is well' is_well
ok 'but it is said' says 'no clock'
pull

plug_in mute
run doctor --device board
ok 'a silent board is not well' wants 'board: nothing answers. Is it a board'
ok 'and it is said' says 'does not answer'
run doctor --json --device board
ok '--json says so, too' grep -q '^{"well":false,.*"answers":false' out
ok 'with the same status' gives 1
pull

plug_in mute flood
run doctor --device board
ok 'a flood of rubbish is no board' wants 'board: nothing answers'
pull

plug_in unplug=600
run doctor --device board
ok 'a board unplugged meanwhile' wants 'board: unplugged'
pull

# simulate KIND PATH WORD...: a board of the simulator
simulate() {
	"$boardsim" "$@" --random 1 >simulator.log 2>&1 &
	simulator=$!
	within 300 [ -e "$2" ]
}

stop_simulator() {
	kill "$simulator"
	wait "$simulator" 2>/dev/null
}

simulate --unix board.sock --bluetooth
run doctor --device unix:board.sock
ok 'a board behind a socket is well' is_well
ok 'and tells its battery' says '; battery '
stop_simulator
simulate --pty bus --bus --boards 3
run doctor --bus --device bus
ok 'a bus is well' is_well
ok 'and all its boards answer' [ "$(grep -c 'answers: .*on a bus at address' out)" -eq 3 ]
run record --bus --device bus --seconds 6 bus.capture
ok 'a bus is recorded' gives 0
sed -n 's/.*"in":"\(.*\)".*/\1/p' bus.capture | "$boardctl" decode --bus --hex >out
ok 'with the changes of its boards' says '"message":"bus_changes"'
stop_simulator

# Boards of another make, each: there, open in another program, without rights, silent, gone. All
# are examined at once, for each make is asked in turn and some are only listened to.
doctors() { # WORDS FILTER...: all doctors to their end
	words=$1
	for make in $makes; do
		"$boardctl" doctor --device "$make" >"$make.$words" 2>&1 &
		eval "doctor_$make=\$!"
	done
	for make in $makes; do
		eval "wait \$doctor_$make"
		echo "$?" >"$make.$words.status"
	done
}

# each NAME FILE STATUS WORDS
each() {
	for make in $makes; do
		ok "$make: $1" [ "$(cat "$make.$2.status")" -eq "$3" ]
		ok "$make: $1, in words" grep -qF -- "$4" "$make.$2"
	done
}

makes='chesslink certabo chessnut sentio squareoff'
for make in $makes; do
	"$boardsim" --pty "$make" --make "$make" --random 1 >"$make.log" 2>&1 &
	eval "sim_$make=\$!"
	within 300 [ -e "$make" ]
done
doctors there
each 'is well' there 0 'Nothing: all is well.'
each 'is named' there 0 'is a '
# What udev's rule gives, another user has not.
if [ "$(id -u)" -eq 0 ] && setpriv --reuid=65534 --clear-groups "$boardctl" --version >/dev/null 2>&1; then
	for make in $makes; do
		setpriv --reuid=65534 --clear-groups "$boardctl" doctor --device "$(readlink -f "$make")" \
			>"$make.rights" 2>&1
		echo "$?" >"$make.rights.status"
	done
	each 'without rights' rights 1 'you may not open it'
fi
for make in $makes; do
	"$boardctl" record --device "$make" --seconds 60 "$make.capture" >/dev/null 2>&1 &
	eval "record_$make=\$!"
	within 300 [ -s "$make.capture" ]
done
doctors taken
each 'open in another program' taken 1 ': in use by'
for make in $makes; do
	eval "kill \$record_$make; wait \$record_$make 2>/dev/null"
	eval "kill -STOP \$sim_$make"
done
doctors silent
each 'silent' silent 1 ': nothing answers'
for make in $makes; do
	eval "kill -CONT \$sim_$make; kill \$sim_$make; wait \$sim_$make 2>/dev/null"
done
doctors gone
each 'gone' gone 1 ': there is no such device'

run doctor --device /dev/null
ok 'what is no port' wants '/dev/null: is no serial port'
run doctor --device unix:nowhere
ok 'a socket that is not there' wants 'unix:nowhere: there is no such device'
run doctor --device tcp:127.0.0.1:1
ok 'a host that refuses' wants 'tcp:127.0.0.1:1: nobody listens there'
run doctor --device tcp:nonsense
ok 'what is no address' wants 'tcp:nonsense: is no address of a device'
run doctor board
ok 'a device needs its option' fails_with 2 '--device'
run doctor --device
ok '--device wants a value' fails_with 2 '--device'
run doctor
ok 'without a device it looks for boards' says 'Boards:'
ok 'and says what to do' says 'What to do:'

finish
