#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_demo.sh BOARDD HEAR-NOTIFY: what a newcomer sees of boardd --demo, ten times as fast. TAP.
boardd=$1
hear_notify=$2
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/support/tap.sh
. "$here/../../support/tap.sh"
# shellcheck source=tests/support/service.sh
. "$here/../../support/service.sh"
unset XDG_RUNTIME_DIR XDG_STATE_HOME STATE_DIRECTORY RUNTIME_DIRECTORY
TMPDIR=$folder
export TMPDIR

# shows EVENT TABLE: among the events there is one of this table
shows() {
	fetch '/v1/events?limit=10000' && grep "\"event\":\"$1\"" out | grep -q "\"table\":$2[,}]"
}

start --demo --time-scale 10
ok 'the demonstration begins' was_said 'READY=1'
ok 'it says where the page is, and what to type' grep -qE 'open http.* or run boardctl watch' log
for table in 1 2 3 4 5 6; do
	ok "moves are made at table $table" wait_until shows move "$table"
done
fetch /v1/boards
ok 'every board has a name of its own, though three have the same number' \
	[ "$(grep -o '"board": *"[^"]*"' out | sort -u | grep -c .)" -eq 6 ]
ok 'a law is broken at table 5' wait_until shows irregularity 5
fetch /
ok 'there is a page' grep -qi '<html' out
stop INT
ok 'Ctrl-C ends it cleanly' gives 0
ok 'and leaves nothing behind' [ -z "$(ls -d boardd-demo-* 2>/dev/null)" ]
finish
