#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Half an hour each: 100 boards at 16 times life's speed, which is 8 hours of life, and 1,000 boards at
# life's speed, with faults, clients and kills; see tests/daemon/boardd/test_soak.py.
#
# Usage: bench_soak.sh [BUILD [SECONDS]]
here=$(cd "${0%/*}" && pwd)
build=${1:-$here/../build/release}
soak="$here/../tests/daemon/boardd/test_soak.py"
python3 -B "$soak" "$build" 100 16 "${2:-1800}" 5 && exec python3 -B "$soak" "$build" 1000 1 "${2:-1800}" 2
