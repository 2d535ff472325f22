#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_pace.sh PACED LIBRARY READ-PACE: the clock that waits for the machine. TAP.
paced=$1
library=$2
read_pace=$3
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/tap.sh"

cp "$read_pace" boardsim && cp "$read_pace" other || exit 1

# passed PROGRAM WORD...: how many milliseconds of its clock are in a second of the machine's
passed() {
	"$paced" "$library" "$@" | sed -n '/^[0-9]*$/p'
}

ok 'a program that is none of ours has the time of the machine' [ "$(passed ./other --speed 5)" -ge 990 ]
ok 'and one that runs at life'"'"'s speed' [ "$(passed ./boardsim)" -ge 990 ]

# A pacemaker that stands still is a machine that is late: after its last step time waits.
# shellcheck disable=SC2016 # for the inner shell
stopped() {
	"$paced" "$library" sh -c 'kill -STOP $PPID; ./boardsim --speed 5 >said; echo $? >status; kill -CONT $PPID' >out
	[ "$(cat status)" -eq 0 ] && [ "$(cat said)" -le 20 ]
}
ok 'where the pacemaker is late it stands, and never falls' stopped
boardctl=$paced
run "$library" sh -c 'exit 3'
ok 'the status is that of the test' gives 3

finish
