#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Inside a chroot: from a package of 0.1 to the packages, back, and there again.
# shellcheck source=tests/support/tap.sh
. /opt/boardd/tap.sh
# shellcheck source=tests/package/machine.sh
. /opt/boardd/machine.sh

install_packages "$at"/old/boardd_*.deb
ok '0.1 can be installed' gives 0
printf '[boards]\ndevice = unix:/run/board\n[broadcast]\nevent = Kept\n' >>/etc/boardd/boardd.conf
cp /etc/boardd/boardd.conf changed.conf
ok '0.1 runs' start_boardd
ok 'and plays' play_game 'Rd8#'
stop_boardd
before=$(games_in_journal)

install_packages "$at"/boardd_*.deb "$at"/boardd-simulator_*.deb
ok 'it can be upgraded' gives 0
ok 'to the new one' [ "$(version_of)" != 0.1.0 ]
ok 'the configuration is kept' cmp -s changed.conf /etc/boardd/boardd.conf
ok 'the service is enabled' [ "$(systemctl is-enabled boardd 2>&1)" = enabled ]
ok 'the new boardd runs' start_boardd
ok 'and plays' play_game 'Rd8#'
stop_boardd
ok 'the games of before are there' [ "$(games_in_journal)" -gt "$before" ]
all=$(games_in_journal)

journal_sum >before
install_packages --allow-downgrades "$at"/old/boardd_*.deb
ok 'it can be downgraded' gives 0
ok 'to the old one' [ "$(version_of)" = 0.1.0 ]
start_boardd
ok 'which does not run with a newer journal' is_gone
stop_boardd
ok 'but fails' [ "$status" -ne 0 ]
ok 'and says why in a sentence' grep -q 'was written by a newer boardd' "$log"
sed 's/^/# /' "$log"
journal_sum >after
diff before after >out
ok 'and has not touched it' cmp -s before after

install_packages "$at"/boardd_*.deb "$at"/boardd-simulator_*.deb
ok 'it can be upgraded again' gives 0
ok 'and goes on' start_boardd
stop_boardd
ok 'with all games' [ "$(games_in_journal)" -eq "$all" ]
finish
