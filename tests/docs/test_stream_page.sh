#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_stream_page.sh BOARDCTL BOARDSIM STREAM-FIELDS SOURCE-ROOT: the page of the report stream
# has every event and every field that the code can emit, and no other; and what streams of
# played games have stands under its event. TAP.
boardctl=$1
boardsim=$2
stream_fields=$3
root=$4
page=$root/docs/boardd-stream.5
. "$root/tests/support/tap.sh"

# The fields of the page, "EVENT FIELD"; those of every report are of the event "Every".
fields_of_page() {
	awk '/^\.S[hs] / { event = $2 } /^\.It Ic / { print event, $3 }' "$page" | sort -u
}

# The names that the code gives to fields: of the helpers that set one, and of hello.
names_of_code() {
	cat "$root"/daemon/stream/*.c "$root/daemon/hub/take.c" | tr -s '\n\t' ' ' |
		grep -oE '(stream_)?set(_string|_color|_filled)?\( ?[a-z]+, "[a-z0-9_]+"' |
		sed 's/.*"\(.*\)"/\1/'
	tr -d '\n' <"$root/daemon/publish/publish.c" | grep -oE 'publish_hello\([^{]*\{[^}]*\{[^}]*\}[^}]*\}' |
		sed 's/json_pack("[^"]*"//; s/"hello"//' | grep -oE '"[a-z_]+"' | tr -d '"'
}

events_of_code() {
	awk '/^static const char \*build_(report|news)/, /^}/' "$root/daemon/stream/stream.c" |
		grep -oE 'return "[a-z]+"' | sed 's/.*"\(.*\)"/\1/' | grep -vx unknown
	grep -oE 'set\(report, "event", json_string\("[a-z]+"' "$root/daemon/hub/take.c" | sed 's/.*"\(.*\)"/\1/'
	echo hello
}

# Streams of games with all that players do wrong, and of arbiters who act.
streams() {
	for capture in "$root"/tests/captures/*.capture; do
		"$boardctl" replay "$capture"
	done
	for seed in 1 2 3; do
		"$boardsim" --capture sim.capture --random "$seed" --games 1 --violations all=0.2 >/dev/null &&
			{
				head -n 1 sim.capture
				sed -n '2,$p' sim.capture | awk '{ print } NR % 400 == 0 {
					match($0, /"t":[0-9]+/)
					t = substr($0, RSTART, RLENGTH)
					split("uphold;dismiss;penalty white warning;penalty black opponent-time 2;note a;seal white", a, ";")
					print "{" t ",\"arbiter\":\"" a[++n % 6 + 1] "\"}"
				}'
			} >acted.capture && "$boardctl" replay acted.capture
	done 2>/dev/null
}

# within WHAT ALL: every line of the one is in the other; says which is not
within() {
	! grep -vxF -f "$2" "$1" >out
}

fields_of_page >page
awk '$1 == "Every" { print $2 }' page >common
awk '$1 != "Every" { print $2 }' page | sed 's/.*\.//' | cat - common | sort -u >page_names
names_of_code | sort -u >code_names
ok 'the code names fields' [ "$(wc -l <code_names)" -gt 50 ]
ok 'every name of the code is in the page' within code_names page_names
ok 'and the page has no other' within page_names code_names
cut -d ' ' -f 1 page | grep -v Every | sort -u >page_events
events_of_code | sort -u >code_events
ok 'every event of the code is in the page' within code_events page_events
ok 'and the page has no other event' within page_events code_events
streams >stream
ok 'streams were played' [ "$(wc -l <stream)" -gt 500 ]
"$stream_fields" <stream | sort -u >played
while read -r event; do
	sed "s/^/$event /" common
done <code_events | cat - page | sort -u >allowed
ok 'what is played stands in the page under its event' within played allowed
ok 'most events were played' [ "$(cut -d ' ' -f 1 played | sort -u | wc -l)" -ge 12 ]
ok 'the page opens with its version' sh -c "grep -m 1 -A 1 '^.Sh DESCRIPTION' '$page' | grep -q 'version 1'"

finish
