#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Half an hour each: 100 boards at 16 times life's speed, which is 8 hours of life, and 1,000 boards at
# life's speed, with faults, clients and kills; see tests/daemon/boardd/test_soak.py. WHICH is 100 or
# 1000: that one alone. Another SEED gives other games, for a machine that has the time in pieces only.
# The clock of boards and boardd is paced: it waits for a machine that is late (tests/support/pace.h).
#
# Usage: bench_soak.sh [BUILD [SECONDS [WHICH [SEED]]]]
here=$(cd "${0%/*}" && pwd)
build=${1:-$here/../build/release}
seconds=${2:-1800}
which=${3:-both}
seed=${4:-7}

# soak BOARDS SCALE KILLS
soak() {
	[ "$which" != both ] && [ "$which" != "$1" ] && return
	"$build/tests/paced" "$build/tests/libpace-clock.so" \
		python3 -B "$here/../tests/daemon/boardd/test_soak.py" "$build" "$1" "$2" "$seconds" "$3" "$seed"
}

soak 100 16 5 && soak 1000 1 2
