#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Inside a chroot: installed, used, removed, purged.
# shellcheck source=tests/support/tap.sh
. /opt/boardd/tap.sh
# shellcheck source=tests/package/machine.sh
. /opt/boardd/machine.sh

has_no_compiler() {
	! command -v cc && ! command -v gcc && ! command -v clang
}

are_there() {
	for file; do
		[ -s "$file" ] || {
			echo "# no $file"
			return 1
		}
	done
}

ok 'there is no compiler' has_no_compiler
install_packages "$at"/boardd_*.deb "$at"/boardd-simulator_*.deb "$at"/libboardd0_*.deb
ok 'it can be installed' gives 0
ok 'documents and rules come with it' are_there /usr/share/doc/boardd/README.md.gz \
	/usr/share/doc/boardd/CHANGELOG.md.gz /usr/share/doc/boardd/broadcast.md.gz \
	/usr/share/doc/boardd/openapi.yaml.gz /lib/udev/rules.d/70-boardd.rules \
	/usr/share/bash-completion/completions/boardctl
ok 'so do user and group' sh -c 'getent passwd boardd && getent group boardd-arbiter' >/dev/null
ok 'the service is enabled' [ "$(systemctl is-enabled boardd 2>&1)" = enabled ]
systemd-analyze verify --man=no "$(unit_file)" >out 2>&1
status=$?
ok 'systemd understands it' gives 0
systemd-analyze security --offline=true --threshold=20 --no-pager "$(unit_file)" >out 2>err
status=$?
ok 'its exposure is 2.0 at most' gives 0
echo "# $(tail -n 1 out)"

printf '[boards]\ndevice = unix:/run/board\n' >>/etc/boardd/boardd.conf
cp /etc/boardd/boardd.conf changed.conf
ok 'boardd runs' start_boardd
ok 'boardctl watch sees the moves of a board in another process' play_game 'Rd8#'
boardctl game 1 --pgn >out 2>err
ok 'the game can be had as PGN' says 'Rd8#'
stop_boardd
ok 'it ends without a fault' gives 0
before=$(games_in_journal)
ok 'the game is in the journal' [ "$before" -ge 1 ]

install_packages --reinstall "$at"/boardd_*.deb
ok 'it can be installed again' gives 0
ok 'and leaves the configuration' cmp -s changed.conf /etc/boardd/boardd.conf

journal_sum >before
apt-get -q remove -y boardd >out 2>&1
status=$?
ok 'it can be removed' gives 0
ok 'programs and unit are gone' sh -c '! command -v boardd && ! command -v boardctl && [ ! -e /lib/systemd/system/boardd.service ]'
ok 'the configuration stays' cmp -s changed.conf /etc/boardd/boardd.conf
apt-get -q purge -y boardd >out 2>&1
status=$?
ok 'it can be purged' gives 0
ok 'which says where the games still are' says 'the journals in /var/lib/boardd are kept'
ok 'the configuration is gone' [ ! -e /etc/boardd/boardd.conf ]
journal_sum >after
ok 'the journal is as it was' cmp -s before after
ok 'nothing is enabled any more' [ ! -L /etc/systemd/system/multi-user.target.wants/boardd.service ]
finish
