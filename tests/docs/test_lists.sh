#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_lists.sh LIST-WORDS ROOT: editions, modes and kinds are lists of the code, and whatever
# repeats them for people has all of them: help, man pages, completion, the page. TAP.
list_words=$1
root=$2
# shellcheck source=tests/support/tap.sh
. "$root/tests/support/tap.sh"

"$list_words" >words

# has_all LIST FILE [BEFORE AFTER]: each word of the list stands in the file, between the two
has_all() {
	missing=$(sed -n "s/^$1 //p" words | while read -r word; do
		grep -qF -- "${3-}$word${4-}" "$root/$2" || echo "$word"
	done)
	[ -z "$missing" ] || {
		echo "$2 lacks $missing"
		return 1
	}
}

# is_line LIST FILE: the words of the list stand in the file in one line, one after the other
is_line() {
	grep -qF -- "$(sed -n "s/^$1 //p" words | tr '\n' ' ' | sed 's/ $//')" "$root/$2"
}

# The page's list of languages is the one that CMake reads.
languages=$(sed -n 's/^export const LANGUAGES = {\(.*\)};$/\1/p' "$root/web/src/words.js" | grep -o '[a-z]*:' | tr -d :)
for language in $languages; do
	echo "language $language" >>words
done
ok 'there are languages' test "$(grep -c '^language ' words)" -ge 3
ok 'there are editions' grep -q '^edition 2023$' words
ok 'there are kinds' test "$(grep -c '^kind ' words)" -gt 30
for list in edition mode; do
	ok "completion offers every $list" is_line "$list" completions/boardctl
	ok "boardd --help names every $list" has_all "$list" daemon/config/options_help.c
	ok "boardd(8) names every $list" has_all "$list" docs/boardd.8
	ok "boardd.conf(5) names every $list" has_all "$list" docs/boardd.conf.5
done
ok 'the page knows the articles of every edition' has_all edition web/src/laws.js '	' ': {'
for language in $languages; do
	ok "every kind has its words in $language" has_all kind "web/src/$language.js" "'" "': "
done
ok 'completion offers every language' is_line language completions/boardctl
ok 'boardctl(1) names every language' has_all language docs/boardctl.1
ok 'boardctl watch --help names every language' has_all language daemon/ctl/watch.c
ok 'boardd-stream(5) names every kind' has_all kind docs/boardd-stream.5
ok 'boardsim(1) names every edition' has_all edition docs/boardsim.1
finish
