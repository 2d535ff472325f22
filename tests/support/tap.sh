# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# The words of the black-box tests. To be sourced: $boardctl is the program to run();
# the test then runs in an empty folder of its own that is gone at the end.
set -u

boardctl=${boardctl-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

count=0
failures=0
failed=
status=0
: >out
: >err

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
	failed="$failed
# FAILED: $count - $what"
	echo "not ok $count - $what"
	echo "# exit status $status"
	sed 's/^/# out: /' out
	sed 's/^/# err: /' err
}

# run WORD...: calls boardctl; status, out and err are what it gave
run() {
	"$boardctl" "$@" >out 2>err </dev/null
	status=$?
}

gives() {
	[ "$status" -eq "$1" ]
}

says() {
	grep -qF -- "$1" out
}

last_line_is() {
	[ "$(tail -n 1 out)" = "$1" ]
}

is_silent() {
	[ ! -s "$1" ]
}

# fails_with STATUS WORDS: nothing on standard output, and on the other one line with these words
fails_with() {
	gives "$1" && is_silent out && [ "$(wc -l <err)" -eq 1 ] && grep -qF -- "$2" err
}

# within SECONDS COMMAND...: tries until it succeeds, by the clock of the machine
within() {
	until_s=$(($(date +%s) + $1))
	shift
	until "$@"; do
		[ "$(date +%s)" -lt "$until_s" ] || return 1
		sleep 0.1
	done
}

# The last line of every test. What failed is said once more: of a long log often only the end
# is kept.
finish() {
	echo "1..$count"
	[ "$failures" -gt 0 ] || return 0
	[ ! -s log ] || tail -n 12 log | sed 's/^/# log: /'
	echo "# $failures of $count failed:$failed"
	return 1
}
