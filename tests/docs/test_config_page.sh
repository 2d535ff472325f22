#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_config_page.sh LIST-KEYS TRY-OPTIONS PAGE EXAMPLE: the page has every key with its
# default and what holds for it, and no other; the example has the same defaults. TAP.
set -u

list_keys=$1
try_options=$2
page=$3
example=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
count=0
failures=0

# ok WHAT COMMAND...: the test passes if the command does
ok() {
	what=$1
	shift
	count=$((count + 1))
	if "$@" >"$folder/said" 2>&1; then
		echo "ok $count - $what"
		return
	fi
	failures=$((failures + 1))
	echo "not ok $count - $what"
	sed 's/^/# /' "$folder/said"
}

# The entries of the page, one a line: section, key, default, what is said about it.
entries() {
	awk '
	function finish() { if (entry != "") print entry "\t" text; entry = text = "" }
	/^\.(Ss|Sh)/ { finish(); section = /^\.Ss \[/ ? $2 : "" }
	/^\.El/ { finish() }
	/^\.It/ && section != "" {
		finish()
		sub(/^\.It /, "")
		gsub(/Ar [A-Z]+/, "*")
		gsub(/ Ns /, "")
		gsub(/Ic /, "")
		at = index($0, " =")
		entry = section "\t" substr($0, 1, at - 1) "\t" substr($0, at + 3)
		next
	}
	entry != "" {
		sub(/^\.[A-Z][a-z] /, "")
		gsub(/ Ns /, "")
		text = text $0 " "
	}' "$page"
}

# Every further field of a key is among the words of its entry.
words_are_there() {
	awk -F '\t' '
	NR == FNR { said[$1 $2] = $4; next }
	{ for (i = 4; i <= NF; i++) if (index(said[$1 $2], $i) == 0) {
		print $1 " " $2 ": nothing about \"" $i "\""
		bad = 1
	} }
	END { exit bad || FNR < 10 }' "$folder/entries" "$folder/keys"
}

# The lines of a configuration, with what a comment sign at the beginning hides.
uncomment() {
	sed 's/^#\([a-z_]* =\)/\1/' "$example"
}

effective() {
	"$try_options" -c "$1" --print-config | grep -v '^#'
}

same() {
	diff -u "$1" "$2"
}

"$list_keys" >"$folder/keys"
entries >"$folder/entries"
cut -f 1-3 "$folder/keys" >"$folder/known"
cut -f 1-3 "$folder/entries" >"$folder/written"
: >"$folder/empty.conf"
uncomment >"$folder/all.conf"
effective "$folder/empty.conf" >"$folder/defaults"
effective "$example" >"$folder/as-it-is"
effective "$folder/all.conf" >"$folder/uncommented"
grep -vE '^(#|$)' "$folder/all.conf" >"$folder/lines"
grep -vE '^(#|$)' "$folder/defaults" >"$folder/wanted"

ok "${page##*/}: every key, in order, with its default, and no other" \
	same "$folder/known" "$folder/written"
ok "${page##*/}: ranges, words and when a change holds" words_are_there
ok 'the example changes nothing' same "$folder/defaults" "$folder/as-it-is"
ok 'its hidden lines are the defaults' same "$folder/defaults" "$folder/uncommented"
ok 'and there is one for every key' same "$folder/wanted" "$folder/lines"
echo "1..$count"
[ "$failures" -eq 0 ]
