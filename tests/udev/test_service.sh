#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_service.sh UNIT BOARDD BOARDSIM HEAR-NOTIFY UNDER-FILTER: the unit of systemd, and that
# boardd lives with what it forbids. TAP.
unit=$1
boardd=$2
boardsim=$3
hear_notify=$4
under_filter=$5
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/support/tap.sh
. "$here/../support/tap.sh"
# shellcheck source=tests/support/service.sh
. "$here/../support/service.sh"
unset XDG_RUNTIME_DIR XDG_STATE_HOME STATE_DIRECTORY RUNTIME_DIRECTORY

command -v systemd-analyze >/dev/null || {
	echo '1..0 # SKIP no systemd-analyze here'
	exit 77
}

# setting NAME: all its values, a line each
setting() {
	sed -n "s/^$1=//p" "$unit"
}

# --- what systemd thinks of it ---

# The same, with the program where it is now.
sed "s|^ExecStart=.*|ExecStart=$boardd|" "$unit" >boardd.service
systemd-analyze verify --man=no "$folder/boardd.service" >out 2>err
status=$?
ok 'systemd understands it' gives 0
ok 'without a word' is_silent err
sed 's|^Type=.*|Typ=notify|' boardd.service >wrong.service
systemd-analyze verify --man=no "$folder/wrong.service" >out 2>err
ok 'and would have said something' grep -q 'Typ' err
systemd-analyze security --offline=true --threshold=20 --no-pager "$folder/boardd.service" >out 2>err
status=$?
ok 'its exposure is 2.0 at most' gives 0
ok 'the program is the one that is installed' [ "$(setting ExecStart | grep -c '^/.*/boardd$')" -eq 1 ]
ok 'no device but boards' [ "$(setting DevicePolicy) $(setting DeviceAllow | sort | tr '\n' ' ')" = \
	'closed char-hidraw rw char-rfcomm rw char-ttyACM rw char-ttyUSB rw char-usb_device r ' ]

# --- and how boardd lives with it ---

# expand WORD...: the system calls of these sets
expand() {
	for word; do
		case $word in
		@*)
			# shellcheck disable=SC2046 # words
			expand $(systemd-analyze syscall-filter "$word" | sed -n 's/^ *\([-@a-z_0-9]*\)$/\1/p' |
				grep -vFx -- "$word")
			;;
		*) echo "$word" ;;
		esac
	done
}

# Each line adds to what is allowed, or with ~ takes away.
: >allowed
setting SystemCallFilter >lines
while read -r line; do
	# shellcheck disable=SC2086 # words
	expand ${line#\~} | sort -u >these
	case $line in
	~*) comm -23 allowed these >result ;;
	*) sort -u allowed these >result ;;
	esac
	mv result allowed
done <lines
expand @default | sort -u - allowed >calls # always allowed
setting RestrictAddressFamilies | tr ' ' '\n' >>calls
ok 'it allows most of what a service needs' [ "$(grep -c . calls)" -gt 200 ]
ok 'it does not allow what boardd has no use for' sh -c '! grep -qxE "mount|ptrace|bpf|setuid|reboot" calls'

cat >confined <<-END
	#!/bin/sh
	exec "$under_filter" "$folder/calls" "$boardd" "\$@"
END
chmod +x confined
# LeakSanitizer, where it is built in, stops the process and looks at it.
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
echo 'exec "$@"' >try.sh
"$under_filter" calls /bin/sh try.sh unshare -m true >out 2>err
ok 'the filter is in force' [ $? -ge 128 ]

program=$boardd
boardd=$folder/confined
board --careful --random 1 --speed 20 --think 1
start --state state --device unix:board
ok 'under the filter it becomes ready' was_said 'READY=1'
ok 'plays' wait_until was_logged 'table 1: game started'
fetch /v1/boards
ok 'serves its page' grep -q '"table":1' out
kill -HUP "$daemon"
ok 'reloads' wait_until was_logged 'loaded again'
stop TERM
ok 'and ends' gives 0
pull_board
start --state state
ok 'looking for boards on USB it becomes ready as well' was_said 'READY=1'
stop TERM
ok 'and ends, too' gives 0
boardd=$program

# ProtectSystem=strict: nothing can be written to but the state and the socket's folder.
if unshare -rm true 2>/dev/null; then
	mkdir state run 2>/dev/null
	cat >confined <<-END
		#!/bin/sh
		exec unshare -rm sh -c '
			mount --bind "$folder/state" "$folder/state" &&
			mount --bind "$folder/run" "$folder/run" &&
			mount -o remount,bind,ro / && ! touch "$folder/x" 2>/dev/null &&
			exec "\$@"' sh "$program" "\$@"
	END
	boardd=$folder/confined
	RUNTIME_DIRECTORY=$folder/run
	STATE_DIRECTORY=$folder/state
	export RUNTIME_DIRECTORY STATE_DIRECTORY
	start --socket run/control.sock --device unix:none
	ok 'where little can be written it becomes ready' was_said 'READY=1'
	ok 'with the control socket where it may be' [ -S run/control.sock ]
	stop TERM
	ok 'and ends without a fault' gives 0
fi

finish
