#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_man_page.sh BOARDCTL PAGE: the page has every command and option that --help has. TAP.
set -u

boardctl=$1
page=$2
count=0
failures=0

# page_has WHAT MACRO WORD: somewhere in the page the word stands behind the macro
page_has() {
	count=$((count + 1))
	if grep -qE "(^|[. ])$2 $3( |\$)" "$page"; then
		echo "ok $count - $1"
	else
		failures=$((failures + 1))
		echo "not ok $count - $1 is not in ${page##*/}"
	fi
}

options_of() {
	"$boardctl" "$@" --help | grep -oE -- '--[a-z0-9][a-z0-9-]*' | sort -u
}

commands=$("$boardctl" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z0-9]*\) .*/\1/p')
[ -n "$commands" ] || {
	echo "Bail out! --help names no command"
	exit 1
}
for option in $(options_of); do
	page_has "$option" Fl "${option#-}"
done
for command in $commands; do
	page_has "$command" Cm "$command"
	page_has "a section on $command" Ss "$command"
	for option in $(options_of "$command"); do
		page_has "$command $option" Fl "${option#-}"
	done
done
echo "1..$count"
[ "$failures" -eq 0 ]
