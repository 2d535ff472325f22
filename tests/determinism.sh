#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# determinism.sh SOURCE FOLDER [BUILD]
#	The same events give the same reports, byte for byte, whoever compiled the program and
#	how: boardctl and boardsim are built in FOLDER by gcc and by clang, for debugging and for
#	release, and all four must say the same. BUILD is one by gcc for release that is there
#	already. TAP. Exit status 77: a compiler is missing.
source=$1
built=${3-}
mkdir -p "$2" && builds=$(cd "$2" && pwd) || exit 1
for compiler in gcc clang; do
	command -v "$compiler" >/dev/null || {
		echo "1..0 # SKIP there is no $compiler here"
		exit 77
	}
done
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/support/tap.sh"

# build COMPILER TYPE
build() {
	if [ -n "$built" ] && [ "$1-$2" = gcc-Release ]; then
		rm -rf "$builds/$1-$2" && ln -s "$built" "$builds/$1-$2"
		return
	fi
	cmake -S "$source" -B "$builds/$1-$2" -G Ninja -DCMAKE_C_COMPILER="$1" \
		-DCMAKE_BUILD_TYPE="$2" -DBOARDD_TESTS=OFF >out 2>err &&
		cmake --build "$builds/$1-$2" --target boardctl boardsim >out 2>err
}

all='gcc-Debug gcc-Release clang-Debug clang-Release'
for one in $all; do
	ok "built by $one" build "${one%-*}" "${one#*-}"
done

# alike NAME: the file NAME of every build is that of the first
alike() {
	for one in $all; do
		[ -s "$one/$1" ] && cmp "gcc-Debug/$1" "$one/$1" >out 2>&1 || return
	done
}

# replayed NAME CAPTURE: all say the same about it
replayed() {
	for one in $all; do
		"$builds/$one/daemon/boardctl" replay "$2" >"$one/$1.stream" 2>err || return
	done
	alike "$1.stream"
}

# played NAME WORD...: all play the same game, and all say the same about it
played() {
	name=$1
	shift
	for one in $all; do
		"$builds/$one/simulator/boardsim" "$@" --games 1 --think 2 \
			--capture "$one/$name.capture" --truth "$one/$name.truth" >out 2>err || return
	done
	alike "$name.capture" && alike "$name.truth" && replayed "$name" "gcc-Debug/$name.capture"
}

# judged FILE...: all run the scenarios to the end, and to the same lines. Which of them have to
# pass is for test_law_scenarios to say.
judged() {
	for one in $all; do
		"$builds/$one/daemon/boardctl" scenarios "$@" >"$one/scenarios" 2>err
		[ $? -le 1 ] && tail -n 1 "$one/scenarios" | grep -qE '^[0-9]+ passed, [0-9]+ failed$' ||
			return
	done
	alike scenarios
}

# shellcheck disable=SC2086 # words, not one name
mkdir $all
for capture in "$source"/tests/captures/*.capture; do
	name=$(basename "$capture" .capture)
	ok "$name is replayed alike" replayed "$name" "$capture"
done
for seed in 1 2 3 4 5; do
	ok "a game with all manners, seed $seed" played "clean-$seed" --random $seed
	ok "a game with violations, seed $seed" \
		played "wrong-$seed" --random $seed --violations all=0.1
	ok "a game on a bad line, seed $seed" \
		played "faulty-$seed" --random $seed --faults drop=0.0005,flip=0.0005,unplug=0.001
done
ok 'a game over Bluetooth' played bluetooth --random 6 --bluetooth
ok 'the scenarios' judged "$source"/tests/data/scenarios*.txt

finish
