# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# A machine without systemd as its first process: what it would do for boardd, as the unit says. To be
# sourced after tap.sh, inside the chroot. What boardd says is in log.
at=/opt/boardd
log=/tmp/log
daemon=
sim=

# unit_file: the one of several that systemd takes
unit_file() {
	for place in /etc/systemd/system /usr/local/lib/systemd/system /lib/systemd/system /usr/lib/systemd/system; do
		if [ -f "$place/boardd.service" ]; then
			echo "$place/boardd.service"
			return
		fi
	done
}

# commands_of TITLE: what the document has typed there; what is in a console is typed elsewhere
commands_of() {
	sed -n "/^## $1/,/^## /{ /^\`\`\`sh\$/,/^\`\`\`\$/{ /^\`\`\`/d; p } }" "$at/raspberry-pi.md"
}

# setting NAME: its value in the unit
setting() {
	sed -n "s/^$1=//p" "$(unit_file)"
}

# install_packages WORD...: as people do, who answer a question by Enter
install_packages() {
	yes '' | apt-get -q install -y --no-install-recommends "$@" >out 2>&1
	status=$?
}

is_up() {
	boardctl status >out 2>err
}

is_gone() {
	! kill -0 "$daemon" 2>/dev/null || grep -qs ') Z ' "/proc/$daemon/stat"
}

is_up_or_gone() {
	is_up || is_gone
}

# start_boardd: as systemd would, until it answers or has given up
start_boardd() {
	user=$(setting User)
	install -d -o "$user" -g "$(setting Group)" -m "$(setting StateDirectoryMode)" /var/lib/boardd
	install -d -o "$user" -g "$(setting Group)" -m "$(setting RuntimeDirectoryMode)" /run/boardd
	setpriv --reuid "$user" --regid "$(setting Group)" --groups \
		"$(setting SupplementaryGroups | tr ' ' ',')" --no-new-privs --bounding-set=-all \
		env -i STATE_DIRECTORY=/var/lib/boardd RUNTIME_DIRECTORY=/run/boardd \
		CONFIGURATION_DIRECTORY=/etc/boardd "$(setting ExecStart)" 2>"$log" &
	daemon=$!
	within 60 is_up_or_gone
	is_up
}

# stop_boardd: status is what it exits with
stop_boardd() {
	kill "$daemon" 2>/dev/null
	wait "$daemon"
	# shellcheck disable=SC2034 # tap.sh reads it
	status=$?
	daemon=
}

# plug_in WORD...: a board in a process of its own, at unix:/run/board, that anybody may open
plug_in() {
	(umask 0 && exec boardsim --unix /run/board --careful --speed 10 --think 1 "$@" >/dev/null) &
	sim=$!
	within 10 [ -S /run/board ]
}

pull_out() {
	kill "$sim"
	wait "$sim" 2>/dev/null
	rm -f /run/board
}

# moves_seen WORDS: boardctl watch, a process of its own, has seen this move
moves_seen() {
	grep -q -- "$1" watched
}

# play_game: a game on the board, until a watcher has seen its last move
play_game() {
	boardctl pgn --lang da "$at/opera.pgn" >opera.pgn
	boardctl watch >watched 2>&1 &
	watch=$!
	plug_in --pgn opera.pgn
	within 300 moves_seen "$1"
	seen=$?
	pull_out
	kill "$watch"
	wait "$watch" 2>/dev/null
	return "$seen"
}

games_in_journal() {
	python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM game").fetchone()[0])' /var/lib/boardd/journal.sqlite
}

# journal_sum: SQLite may leave empty files beside it
journal_sum() {
	find /var/lib/boardd -type f -name 'journal.sqlite*' ! -name '*-shm' -size +0 -exec sha256sum {} + | sort
}

version_of() {
	boardctl --version | head -n 1 | cut -d' ' -f2
}
