#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# abi.sh WORK-FOLDER [--record]: does a program that was built with the recorded libboardd run with this
# one? libboardd/libboardd.abi is what abidw(1) says of the library that was released last, or, before the first
# release, is to be. What is added is well; all else asks for another number of the library (BOARDD_SOVERSION),
# or, before the release, for another record.
set -u -o pipefail

cd "$(dirname "$0")/../.." || exit 1
mkdir -p "$1" && work=$(cd "$1" && pwd) || exit 1

# soname LIBRARY: the name that programs ask for
soname() {
	objdump -p "$1" | awk '$1 == "SONAME" { print $2 }'
}

# soname_of_record RECORD: the same, of what abidw said
soname_of_record() {
	sed -n "1s/.*soname='\([^']*\)'.*/\1/p" "$1"
}

# record LIBRARY FILE: all that other programs can see of it, and nothing of this machine
record() {
	abidw --no-corpus-path --no-comp-dir-path --no-show-locs --type-id-style hash \
		--exported-interfaces-only "$1" |
		sed "s, path='[^']*/\(rules-core\|touchmove\|board-protocol\)/, path='\1/," >"$2"
}

# runs_on RECORD LIBRARY: whoever was built with the recorded one runs with this, or does not ask for it
runs_on() {
	[ "$(soname_of_record "$1")" = "$(soname "$2")" ] || return 0
	abidiff --no-added-syms "$1" "$2"
}

# small NAME TEXT: a library
small() {
	gcc -g -shared -fPIC -Wl,-soname,"${3:-libsmall.so.0}" -x c -o "$work/$1.so" - <<<"$2"
}

try_itself() {
	local struct='struct s { int a; };' get='int get(struct s *s) { return s->a; }'

	small old "$struct $get" && small same "$struct $get" &&
		small more "$struct $get int set(struct s *s) { return s->a = 1; }" &&
		small larger "struct s { int a, b; }; $get" &&
		small less "$struct int other(struct s *s) { return s->a; }" &&
		small renamed 'int new(void) { return 0; }' libsmall.so.1 &&
		record "$work/old.so" "$work/old.abi" || return
	for name in same more renamed; do
		runs_on "$work/old.abi" "$work/$name.so" || return
	done
	for name in larger less; do
		! runs_on "$work/old.abi" "$work/$name.so" >"$work/why" || return
		grep -qE '1 (Changed|Removed)' "$work/why" || return
	done
}

# With what a debugger needs, which is where the types stand.
library() {
	cmake -S . -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DBOARDD_TESTS=OFF -DBOARDD_BENCH=OFF >&2 &&
		cmake --build "$work/build" --target libboardd >&2 && realpath -e "$work/build/libboardd/libboardd.so"
}

try_itself >"$work/itself" 2>&1 || {
	cat "$work/itself"
	echo 'not ok - abidiff does not find what it has to'
	exit 1
}
recorded=libboardd/libboardd.abi
new=$(library) || exit 1
if [ "${2-}" = --record ]; then
	record "$new" "$recorded" && echo "ok - $recorded is what this library is" && exit
	exit 1
fi
machine=$(sed -n "1s/.*architecture='\([^']*\)'.*/\1/p" "$recorded")
if [ "$machine" != elf-amd-x86_64 ] || [ "$(uname -m)" != x86_64 ]; then
	echo "not ok - the record is of $machine, and this machine is $(uname -m)"
	exit 1
fi
if runs_on "$recorded" "$new"; then
	echo 'ok - what was built with the recorded library runs with this'
else
	echo 'not ok - what was built with the recorded library does not run with this: after a release'
	echo '# BOARDD_SOVERSION has to rise; before the first one ./dev abi records what it is now'
	exit 1
fi
