#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# [MAY_USE='NAME...'] purity.sh LIBRARY [LIBRARY-IT-MAY-USE...]
#	A pure library computes and does nothing else: it calls nothing of the system and
#	keeps nothing between two calls. Read from its object code. MAY_USE names what this
#	one may call all the same; a NAME may end in *.
# purity.sh --self-test
#	Does this script find what it is there to find?
set -eu

# What the compiler calls on its own, or what only moves bytes about. assert() is allowed:
# it speaks when we have made a mistake, and then the program ends.
allowed='memcpy memmove memset memcmp strlen strchr
	__popcountdi2 __stack_chk_fail __assert_fail _GLOBAL_OFFSET_TABLE_'

names_of() {
	nm --format=posix "$@" | awk 'NF >= 2 { print $1 }' | sort -u
}

foreign_symbols() {
	known=$(
		echo "$allowed" | tr -s '[:space:]' '\n'
		names_of --defined-only --extern-only "$@"
	)
	names_of --undefined-only "$1" | grep -vxF "$known" || [ $? -eq 1 ] # nothing foreign
}

# .data.rel.ro is constant once the program is linked.
written_sections() {
	size --format=sysv "$1" | awk '
		/:$/ { object = $1 }
		$1 ~ /^\.t?(data|bss)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 { print object " " $1 }'
}

# not_in NAMES: the lines that none of the names allows
not_in() {
	patterns=$(echo "$1" | tr -s '[:space:]' '\n' | sed '/^$/d; s/\*$/.*/')
	grep -vxE "${patterns:-.^}" || [ $? -eq 1 ]
}

is_pure() {
	calls=$(foreign_symbols "$@" | not_in "${MAY_USE-}")
	keeps=$(written_sections "$1")
	for name in $calls; do
		echo "${1##*/} is not pure: it uses $name"
	done
	[ -z "$keeps" ] || echo "${1##*/} is not pure: it has variables of its own: $keeps"
	[ -z "$calls$keeps" ]
}

# expect WANTED SOURCE: is an object made from this source found pure?
expect() {
	printf '%s\n' "$2" >"$folder/case.c"
	"${CC:-cc}" -O1 -fPIC -c -o "$folder/case.o" "$folder/case.c"
	if is_pure "$folder/case.o"; then found=pure; else found=impure; fi
	[ "$found" = "$1" ] && return
	echo "self-test: found $found, wanted $1: $2"
	exit 1
}

self_test() {
	folder=$(mktemp -d)
	trap 'rm -rf "$folder"' EXIT
	expect pure '#include <string.h>
		void f(char *a, const char *b, unsigned long n) { memcpy(a, b, n); }'
	expect pure 'const char *const names[] = {"king", "queen"};'
	expect impure '#include <stdlib.h>
		void *f(unsigned long n) { return malloc(n); }'
	expect impure '#include <time.h>
		long f(void) { return (long)time(0); }'
	MAY_USE='free mallo*'
	expect pure '#include <stdlib.h>
		void *f(void *p, unsigned long n) { free(p); return malloc(n); }'
	expect impure '#include <stdlib.h>
		void *f(unsigned long n) { return calloc(n, n); }'
	MAY_USE=
	expect impure 'int f(void) { static int calls; return ++calls; }'
	expect impure 'int counter = 1;'
	echo "self-test: it finds what it should"
}

case ${1-} in
--self-test) self_test ;;
'' | -*)
	echo "usage: purity.sh LIBRARY [LIBRARY-IT-MAY-USE...]" >&2
	exit 2
	;;
*)
	nm "$@" >/dev/null # a file that is no library ends here
	is_pure "$@"
	echo "${1##*/} is pure"
	;;
esac
