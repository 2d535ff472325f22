#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every call to the system that boardd or SQLite makes fails, the first, the second, and so on until a
# run has no failure; see tests/daemon/boardd/test_injected.py.
here=$(cd "${0%/*}" && pwd)
exec python3 -B "$here/../tests/daemon/boardd/test_injected.py" "${1:-$here/../build/release}" 0
