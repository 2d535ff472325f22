#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# abi.sh WORK-FOLDER [COMMIT]: does a program that was built with the last release run with this
# libboardd? Both are built and compared by abidiff(1): what is added is well, all else asks for another
# number of the library (BOARDD_SOVERSION). A release is a tag vX.Y.Z; COMMIT stands for another one. Before the
# first release there is nothing to keep, and only the comparison itself is tried.
set -u -o pipefail

cd "$(dirname "$0")/../.." || exit 1
mkdir -p "$1" && work=$(cd "$1" && pwd) || exit 1

# soname LIBRARY: the name that programs ask for
soname() {
	objdump -p "$1" | awk '$1 == "SONAME" { print $2 }'
}

# runs_on OLD NEW: whoever was built with OLD runs with NEW, or does not ask for it
runs_on() {
	[ "$(soname "$1")" = "$(soname "$2")" ] || return 0
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
		small renamed 'int new(void) { return 0; }' libsmall.so.1 || return
	for name in same more renamed; do
		runs_on "$work/old.so" "$work/$name.so" || return
	done
	for name in larger less; do
		! runs_on "$work/old.so" "$work/$name.so" >"$work/why" || return
		grep -qE '1 (Changed|Removed)' "$work/why" || return
	done
}

# library_of SOURCE FOLDER: prints where it is
library_of() {
	cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DBOARDD_TESTS=OFF -DBOARDD_BENCH=OFF >&2 &&
		cmake --build "$2" --target libboardd >&2 && find "$2" -name 'libboardd.so.*.*' -type f
}

try_itself >"$work/itself" 2>&1 || {
	cat "$work/itself"
	echo 'not ok - abidiff does not find what it has to'
	exit 1
}
last=${2:-$(git -c safe.directory="$PWD" describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null)}
if [ -z "$last" ]; then
	echo 'ok - there is no release yet: nothing to compare with'
	exit 0
fi
rm -rf "$work/source" && mkdir -p "$work/source" &&
	git -c safe.directory="$PWD" archive "$last" | tar -x -C "$work/source" || exit 1
old=$(library_of "$work/source" "$work/old") && new=$(library_of . "$work/new") || exit 1
if runs_on "$old" "$new"; then
	echo "ok - what was built with $last runs with this"
else
	echo "not ok - what was built with $last does not run with this: BOARDD_SOVERSION has to rise"
	exit 1
fi
