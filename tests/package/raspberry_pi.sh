#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Inside a chroot: what docs/raspberry-pi.md tells people to type, typed by a person who may use
# sudo, with a simulated board and somebody who plays Lichess.
# shellcheck source=tests/support/tap.sh
. /opt/boardd/tap.sh
# shellcheck source=tests/package/machine.sh
. /opt/boardd/machine.sh

# typed TITLE: the section's commands, by the person, until one fails
typed() {
	commands_of "$1" >commands
	[ -s commands ] || return 1
	setpriv --reuid pi --regid pi --init-groups env -i HOME="$home" USER=pi PATH="$PATH" SYSTEMD_OFFLINE=1 \
		sh -e -c 'cd && . /dev/stdin' <commands >out 2>err
	status=$?
	return "$status"
}

has_pushed() {
	grep -q 'Rd8#' pushed
}

chmod 755 "$folder"
adduser --quiet --disabled-password --gecos '' pi
# systemd does not run here: systemctl is to say so, and not to fail.
printf 'pi ALL=(ALL) NOPASSWD: ALL\nDefaults env_keep += "SYSTEMD_OFFLINE"\n' >/etc/sudoers.d/pi
home=$(getent passwd pi | cut -d: -f6)
cp "$at"/boardd_*.deb "$home/"

ok 'Install' typed Install
ok 'the service is enabled' [ "$(systemctl is-enabled boardd 2>&1)" = enabled ]
ok 'the person is an arbiter' sh -c 'id -nG pi | grep -qw boardd-arbiter'
# The simulator stands in for the board that is plugged in.
install_packages "$at"/boardd-simulator_*.deb
mkdir -p /etc/boardd/boardd.conf.d
printf '[boards]\ndevice = unix:/run/board\n' >/etc/boardd/boardd.conf.d/board.conf
ok 'boardd runs' start_boardd
boardctl pgn --lang da "$at/opera.pgn" >opera.pgn
plug_in --pgn opera.pgn
ok 'its board is at a table' within 30 sh -c 'boardctl game 1 >/dev/null 2>&1'
ok 'Plug in' typed 'Plug in'
ok 'which shows the game' says 'table 1'
ok 'the page is at the address that is named' sh -c 'curl -sS http://localhost:1982/ | grep -qi "<!doctype html>"'
ok 'Open the page' typed 'Open the page'
ok 'which gives a link' says 'http://localhost:1982/'

python3 "$at/lichess.py" 8082 lip_your_token abcd1234 >pushed &
lichess=$!
printf '[lichess]\nurl = http://127.0.0.1:8082\n' >/etc/boardd/boardd.conf.d/zz-server.conf
ok 'Broadcast to Lichess' typed 'Broadcast to Lichess'
kill -HUP "$daemon" # what systemctl reload did not do
ok 'Lichess has the whole game' within 120 has_pushed
boardctl status >out 2>err
ok 'and boardctl status says so' sh -c 'grep -i lichess out'
pull_out
kill "$lichess"
stop_boardd
finish
