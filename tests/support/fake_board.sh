# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# A board for the black-box tests. To be sourced after tap.sh: $fake_board is the program.
fake_board=${fake_board-}
board=

# plug_in WORD...: a board at the link "board"
plug_in() {
	"$fake_board" board "$@" &
	board=$!
	until [ -e board ]; do
		kill -0 "$board" || exit 1
		sleep 0.02
	done
}

pull() {
	kill "$board" 2>/dev/null
	wait "$board" 2>/dev/null
	rm -f board
}
