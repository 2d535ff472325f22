#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A thousand kills at any moment while eight boards play at 20 times life's speed, people log in and
# out and are forgotten; see tests/daemon/boardd/test_kill.py. A machine that has not got the time at
# once does them in pieces, each with another SEED: the games and the moments of the kills are others.
# The clock of boards and boardd is paced: it waits for a machine that is late (tests/support/pace.h).
#
# Usage: bench_kill.sh [BUILD [KILLS [SEED]]]
here=$(cd "${0%/*}" && pwd)
build=${1:-$here/../build/release}
exec "$build/tests/paced" "$build/tests/libpace-clock.so" python3 -B \
	"$here/../tests/daemon/boardd/test_kill.py" "$build" "${2:-1000}" 8 "${3:-3}" 20
