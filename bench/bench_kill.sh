#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A thousand kills at any moment while eight boards play at 20 times life's speed, people log in and
# out and are forgotten; see tests/daemon/boardd/test_kill.py.
here=$(cd "${0%/*}" && pwd)
exec python3 "$here/../tests/daemon/boardd/test_kill.py" "${1:-$here/../build/release}" "${2:-1000}" 8 3 20
