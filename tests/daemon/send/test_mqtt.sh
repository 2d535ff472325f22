#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_mqtt.sh BOARDD BOARDSIM MQTT-WATCH: boardd and a real broker, which is killed
# twice and then cut off, and boardd killed and started again. TAP.
boardd=$1
boardsim=$2
watch=$3
here=$(cd "${0%/*}" && pwd)
# shellcheck source=tests/support/tap.sh
. "$here/../../support/tap.sh"

folder=${folder-}
broker=
wire=
hub=
sim=
daemon=
cleanup() {
	for one in $broker $wire $hub $sim $daemon; do
		kill -9 "$one" 2>/dev/null
	done
	rm -rf "$folder"
}
trap cleanup EXIT

# Below those that the kernel gives to whoever connects: nobody takes it while the broker is dead.
free_port() {
	PYTHONPATH="$here/../../support" python3 -B -c 'import broadcast; print(broadcast.free_port())'
}

# Nothing survives in this broker: whatever it had, boardd has to bring back.
port=$(free_port)
cat >broker.conf <<END
listener $port 127.0.0.1
allow_anonymous true
persistence false
END
start_broker() {
	mosquitto -c broker.conf >>broker.log 2>&1 &
	broker=$!
	within 300 python3 -c "import socket; socket.create_connection(('127.0.0.1', $port))" \
		2>/dev/null
}

kill_now() {
	kill -9 "$1"
	wait "$1" 2>/dev/null
}

start_broker
python3 "$here/stall.py" wire-port "$port" &
wire=$!
within 300 test -s wire-port
cat >boardd.conf <<END
[boards]
id.00000 = b1
[players]
1.white = Berg, Ane
1.black = Lund, Jörg Peter
[broadcast]
id = hbr26
[mqtt]
host = 127.0.0.1
port = $(cat wire-port)
node = hall-a
keepalive = 5s
END

start_daemon() {
	"$boardd" -c boardd.conf --state state --socket sock --port 0 --device "$PWD/board" \
		--time-scale 8 >out 2>>err &
	daemon=$!
}

"$boardsim" --pty board --random 7 --speed 8 >/dev/null 2>&1 &
sim=$!
within 300 test -e board
: >heard
"$watch" "$port" hall-a heard 2>/dev/null &
hub=$!
start_daemon

heard_more() {
	[ "$(grep -vc '^#' heard)" -gt "$1" ]
}

# hears_on WHAT: reports go on coming
hears_on() {
	before=$(grep -vc '^#' heard)
	ok "$1" within 300 heard_more $((before + 10))
}

# newcomer: what somebody sees who comes now
newcomer() {
	"$watch" "$port" hall-a - 1 >seen
}

sees() {
	grep -qF -- "$1" seen
}

# newcomer_sees WORDS...: all of them; what is retained comes one after the other
newcomer_sees() {
	newcomer || return
	for words; do
		sees "$words" || return
	done
}

ok 'reports are heard' within 300 heard_more 20
ok 'the node is ready' within 300 newcomer_sees "hall-a/\$state ready" "/01025/\$state ready" \
	'/position {"seq":' '/clock {"seq":' '"certainty":["observed"' 'public/1/pgn [Event '
cp seen newcomer.txt
ok 'a newcomer is told of the node' sees '"journal":"'
ok 'and of the board' sees '/info {"seq":'
ok 'and that it answers' grep -q "hall-a/board/[^/]*/\$state ready" seen
ok 'what it senses' sees '/position {"seq":'
ok 'its clock' sees '/clock {"seq":'
ok 'the game with its players' sees '"white":{"name":"Berg, Ane"'
ok 'and its moves' sees '"certainty":["observed"'
ok 'the public game by its table' sees 'public/1/game {"seq":'
ok 'and as PGN' sees 'public/1/pgn [Event '

for time in first second; do
	kill_now "$broker"
	sleep 2
	start_broker
	ok "the broker died the $time time: ready again" \
		within 300 newcomer_sees "hall-a/\$state ready" '"white":{"name":"Berg, Ane"'
	ok 'with the game' sees '"white":{"name":"Berg, Ane"'
	hears_on 'and reports go on'
done

kill -USR1 "$wire"
ok 'the wire is dead: the broker says lost' within 300 newcomer_sees "hall-a/\$state lost"
sleep 3
kill -USR2 "$wire"
ok 'and alive: ready again' within 300 newcomer_sees "hall-a/\$state ready"
hears_on 'reports go on behind it'

kill_now "$daemon"
ok 'boardd died: the broker says lost' within 300 newcomer_sees "hall-a/\$state lost"
start_daemon
ok 'and started again: ready' within 300 newcomer_sees "hall-a/\$state ready"
hears_on 'reports go on with the next'
python3 "$here/ask.py" sock status >status.json
ok 'the status tells of it' grep -q '"mqtt": *{"ready": *true' status.json

kill_now "$sim"
ok 'the board is lost' within 300 newcomer_sees 'board-lost'
kill "$daemon"
wait "$daemon"
status=$?
daemon=
ok 'it ends well' test "$status" -eq 0
ok 'and says so' newcomer_sees "hall-a/\$state disconnected"

# All that is in the journal up to the last heard, each once, word for word.
last=$(grep -v '^#' heard | tail -n 1 | cut -d ' ' -f 1)
first=$(grep -v '^#' heard | head -n 1 | cut -d ' ' -f 1)
grep -v '^#' heard | cut -d ' ' -f 2- >heard.reports
sqlite3 state/journal.sqlite "SELECT text FROM report WHERE seq BETWEEN $first AND $last ORDER BY seq" \
	>journal.reports
ok 'nothing is lost, nothing comes twice' cmp heard.reports journal.reports
ok 'and that was a lot' test "$(wc -l <heard.reports)" -gt 100
# With a password, over TLS.
port=$(free_port)
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost \
	-addext subjectAltName=DNS:localhost >/dev/null 2>&1
chmod 644 key.pem
chmod 755 .
mosquitto_passwd -b -c users hall-a s3cret
chmod 644 users
cat >broker.conf <<END
listener $port 127.0.0.1
certfile $PWD/cert.pem
keyfile $PWD/key.pem
password_file $PWD/users
END
kill_now "$broker"
start_broker
cat >boardd.conf <<END
[mqtt]
host = localhost
port = $port
node = hall-a
user = hall-a
password_file = $PWD/password
tls_ca = $PWD/cert.pem
END
echo wrong >password
: >err
start_daemon
ok 'a wrong password is told' within 300 grep -q 'not authori[sz]ed' err
echo s3cret >password
ok 'the right one opens' within 300 grep -q 'mqtt: connected to localhost' err
ok 'and is not logged' test -z "$(grep s3cret err out)"
kill "$daemon"
wait "$daemon"
daemon=
echo "# $(wc -l <heard.reports) reports, $(grep -c connected heard) connections of the hub"
finish
