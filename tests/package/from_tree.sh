#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Inside a chroot: boardd 0.1 was installed from its source, and the packages come.
# shellcheck source=tests/support/tap.sh
. /opt/boardd/tap.sh
# shellcheck source=tests/package/machine.sh
. /opt/boardd/machine.sh

# What its README said. Of the packages only what its programs are linked with.
install_packages libwebsockets-evlib-uv libserialport0 libusb-1.0-0 libjansson4 libinih1 libcurl4 \
	libmosquitto1 libutf8proc2 libsqlite3-0
tar -x -C / -f "$at/old/tree.tar"
systemd-sysusers && systemctl enable boardd >out 2>&1
mkdir -p /etc/boardd
printf '[boards]\ndevice = unix:/run/board\n[broadcast]\nevent = Kept\n' >/etc/boardd/boardd.conf
cp /etc/boardd/boardd.conf changed.conf
ok '0.1 runs' start_boardd
ok 'and plays' play_game 'Rd8#'
stop_boardd
before=$(games_in_journal)
ok '0.1 wrote the game' [ "$before" -ge 1 ]
ok 'and it is 0.1' [ "$(version_of)" = 0.1.0 ]

install_packages "$at"/boardd_*.deb "$at"/boardd-simulator_*.deb
ok 'the packages can be installed over it' gives 0
ok 'and say what stands in their way' says '/usr/local/lib/systemd/system/boardd.service'
ok 'the configuration is kept' cmp -s changed.conf /etc/boardd/boardd.conf
# The document's commands, as root.
commands_of 'From a boardd' >commands
ok 'there are commands for that' [ -s commands ]
sh -e commands >out 2>&1
status=$?
ok 'they work' gives 0
hash -r
ok 'the service is the one of the package' [ "$(unit_file)" = /lib/systemd/system/boardd.service ]
ok 'and enabled' [ "$(readlink -e /etc/systemd/system/multi-user.target.wants/boardd.service)" = \
	"$(readlink -e /lib/systemd/system/boardd.service)" ]
ok 'boardctl is the new one' [ "$(version_of)" != 0.1.0 ]
ok 'the new boardd runs' start_boardd
boardctl watch --since 0 --json >watched 2>err &
watch=$!
ok 'it has the game of before' within 30 moves_seen 'Rd8#'
kill "$watch"
stop_boardd
ok 'nothing was lost' [ "$(games_in_journal)" -ge "$before" ]
finish
