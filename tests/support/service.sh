# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# A boardd for the black-box tests. To be sourced after tap.sh: $boardd is the program,
# $hear_notify plays systemd. What they say is in log and in said.
boardd=${boardd-}
folder=${folder-}
boardsim=${boardsim-}
hear_notify=${hear_notify-}
daemon=
ear=
sim=

trap 'end_all; rm -rf "$folder"' EXIT

end_all() {
	for process in $daemon $ear $sim; do
		kill -9 "$process" 2>/dev/null
	done
}

# is_gone PROCESS: it has ended, whether or not the shell has asked for it
is_gone() {
	! kill -0 "$1" 2>/dev/null || grep -qs ') Z ' "/proc/$1/stat"
}

# wait_until COMMAND...: five minutes at most, because others may have the machine, and not for
# what a boardd that is gone should have done
wait_until() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ "$tries" -lt 3000 ] || return 1
		[ -z "$daemon" ] || ! is_gone "$daemon" || [ "$tries" -lt 20 ] || return 1
		sleep 0.1
	done
}

was_said() {
	grep -qx "$1" said
}

was_logged() {
	grep -qF -- "$1" log
}

listen_as_systemd() {
	rm -f notify said
	: >said
	"$hear_notify" notify >>said &
	ear=$!
	wait_until [ -S notify ]
}

is_up_or_down() {
	was_said 'READY=1' || is_gone "$daemon"
}

# start WORD...: boardd, until it is ready or has failed
start() {
	listen_as_systemd
	NOTIFY_SOCKET="$folder/notify" "$boardd" --port 0 --socket control.sock "$@" 2>log &
	daemon=$!
	wait_until is_up_or_down
	address=$(sed -n 's/^STATUS=.*\(http:[^ ]*\)$/\1/p' said)
}

# stop SIGNAL: status is what boardd exits with
stop() {
	kill -"$1" "$daemon"
	wait "$daemon"
	status=$?
	daemon=
	# What was said last may still be on its way.
	wait_until was_said 'STOPPING=1'
	kill "$ear"
	wait "$ear" 2>/dev/null
	ear=
}

# board WORD...: boardsim at unix:board
board() {
	"$boardsim" --unix board "$@" >/dev/null &
	sim=$!
	wait_until [ -S board ]
}

pull_board() {
	kill "$sim"
	wait "$sim"
	sim=
	rm -f board
}

# fetch PATH: of the page, to out
fetch() {
	curl -sS --max-time 60 "${address%/}$1" >out 2>err
	# shellcheck disable=SC2034 # tap.sh reads it
	status=$?
}
