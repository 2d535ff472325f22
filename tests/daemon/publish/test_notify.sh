#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_notify.sh BOARDD BOARDSIM: notices to the arbiter, heard by a web server. TAP.
boardd=$1
boardsim=$2
here=$(cd "${0%/*}" && pwd)
# shellcheck source=tests/support/tap.sh
. "$here/../../support/tap.sh"

python3 "$here/hear_posts.py" heard 2 &
hearer=$!
within 300 test -s heard
port=$(head -n 1 heard)
echo 'a secret' >token
cat >boardd.conf <<END
[notify]
webhook = http://127.0.0.1:$port/hook
ntfy = http://127.0.0.1:$port
ntfy_topic = hall-5
ntfy_token_file = $PWD/token
END
echo 'wait 60; lift e2; place e5 P; wait 2; press white; wait 30' >story
"$boardsim" --pty board --script story --speed 4 >/dev/null 2>&1 &
sim=$!
within 300 test -e board
"$boardd" -c boardd.conf --state state --socket sock --port 0 --device board --time-scale 4 \
	>out 2>err &
daemon=$!
trap 'kill $hearer $sim $daemon 2>/dev/null; rm -rf "$folder"' EXIT

# heard WORDS: somebody was told so
heard() {
	grep -qF -- "$1" heard
}

ok 'the web-hook is told of the irregularity' within 300 heard '\"kind\":\"illegal-move\"'
ok 'with its article' within 300 heard '\"article\":\"7.5.1\"'
ok 'and its table' within 300 heard '\"table\":1'
ok 'the phone is told in words' within 300 heard 'Table 1: illegal-move, Art. 7.5.1, white'
ok 'at its topic' within 300 heard '"path": "/hall-5"'
ok 'with its token' within 300 heard 'Bearer a secret'
was_sent_again() {
	[ "$(grep -c /hook heard)" -ge 2 ]
}
ok 'what was refused was sent again' within 300 was_sent_again
for word in fen uci san moves must; do
	ok "no move leaves the hall: $word" test -z "$(grep -F "\\\"$word\\\"" heard)"
done
kill "$daemon"
wait "$daemon"
status=$?
ok 'it ends well' test "$status" -eq 0
finish
