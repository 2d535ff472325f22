#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_lichess_push.sh BOARDD BOARDSIM: games pushed to a server that answers as
# Lichess does, and fails as it does. TAP.
boardd=$1
boardsim=$2
here=$(cd "${0%/*}" && pwd)
# shellcheck source=tests/support/tap.sh
. "$here/../../support/tap.sh"

folder=${folder-}
server=
sim=
daemon=
trap 'kill -9 $server $sim $daemon 2>/dev/null; rm -rf "$folder"' EXIT

: >plan
python3 "$here/lichess.py" heard store plan lip_Secret1 &
server=$!
within 300 test -s heard
port=$(head -n 1 heard)
echo lip_Secret1 >token
cat >boardd.conf <<END
[game]
time_control = 3m+2s
[players]
1.white = Berg, Ane
1.black = Lund, Jörg Peter
2.white = Okafor, Chidi
2.black = Vik, Mia
[broadcast]
id = hbr26
event = Harbour Open 2026
site = Aarhus DEN
[lichess]
round.1 = abcd1234
url = http://127.0.0.1:$port
token_file = $PWD/token
repeat = 5s
timeout = 3s
END
"$boardsim" --unix "$PWD/b" --boards 2 --random 3 --speed 8 >/dev/null 2>&1 &
sim=$!
within 300 test -e b2
"$boardd" -c boardd.conf --state state --socket sock --port 0 --device "unix:$PWD/b1" \
	--device "unix:$PWD/b2" --time-scale 8 >out 2>err &
daemon=$!

# The word was done, and a push was taken behind it.
is_over() {
	[ ! -s plan ] && tail -n 1 heard | grep -q '"done": ""'
}

# planned WORD...: the server does that, then it takes a push again
planned() {
	echo "$*" >plan
	within 300 is_over
}

logged() {
	grep -qF -- "$1" err
}

status_says() {
	python3 "$here/ask.py" sock status | grep -qF -- "$1"
}

ok 'one game arrives' within 300 grep -qs 'r1-b1-1' store
ok 'and the other' within 300 grep -qs 'r1-b2-1' store
ok 'at their round' grep -q '"path": "/api/broadcast/round/abcd1234/push"' heard
ok 'with the token' grep -q '"Authorization": "Bearer lip_Secret1"' heard
ok 'as text in UTF-8' grep -q '"Content-Type": "text/plain; charset=utf-8"' heard
ok 'from us' grep -q '"User-Agent": "boardd/' heard
ok 'with names' grep -q 'Berg, Ane' store

# A name that is put right is the same game, though it is under way.
says() {
	python3 "$here/ask.py" sock round "$1" >answer && grep -q '"tables"' answer
}

ok 'a name is put right' says '{"pairings":"board,white,black\n1,\"Berg, Ane Marie\",Lund\n"}'
ok 'and confirmed' says '{"confirm":true}'
ok 'the name arrives' within 300 grep -q 'Berg, Ane Marie' store
ok 'and the game is the same' test "$(grep -o 'hbr26-r1-b1-[0-9]*' store | sort -u)" = hbr26-r1-b1-1

ok 'and a time control that is not taken for three hours' grep -q '3 min + 2 sec' store
ok 'after 500, 503 it is tried again' planned 500 503
ok 'which was logged' logged 'lichess: it answered 500'
ok 'after 429 too' planned 429
ok 'a connection that hangs is given up' planned hang
ok 'an answer that is no JSON' planned garbage
ok 'is told' within 300 logged 'the answer is not understood'
ok 'one that says nothing' planned empty
ok 'is told' within 300 logged 'nothing about this game in the answer'
ok 'a game that is not understood' planned error2
ok 'is told in one line' within 300 logged 'Error parsing PGN: at line 14, column 7'
ok 'a round with a source' planned upstream
ok 'is told' within 300 logged 'upstream URL'
ok 'a game that is cut' planned cut cut
ok 'is told with the ply' within 300 logged 'plies were understood'
ok 'a body that is too long' planned 413
ok 'what 400 says' planned 400

# A wrong token: nothing is sent any more, until the file has another.
echo lip_Wrong >token
within 300 logged 'it answered 401'
sleep 1
before=$(wc -l <heard)
sleep 4
ok 'with a token that is refused nothing more is sent' test "$(wc -l <heard)" -eq "$before"
ok 'and the status says so' status_says 'No such token'
echo lip_Secret1 >token
ok 'until it is another' within 300 is_over

# All ends equal: the games as the daemon has them, and as the server has them.
cat >equal.py <<'END'
import json, re, sys, urllib.request
store = json.load(open("store"))
address = re.findall(r"ready: (http://\S+)", open("err").read())[-1]
for board in "12":
    pgn = urllib.request.urlopen(f"{address}pgn/board-{board}.pgn").read().decode()
    gid = re.search(r'\[GameId "(.*)"\]', pgn).group(1)
    text = re.sub(r"\{[^}]*\}", " ", re.sub(r"^\[.*\]$", "", pgn, flags=re.M))
    moves = [word for word in text.split()
             if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word)]
    if store[gid]["moves"] != moves or len(moves) < 4:
        sys.exit(1)
END
kill -9 "$sim"
ok 'what was pushed is what was played' within 300 python3 equal.py

# Never two at a time, never less than a second apart; the pause after 429 is kept.
cat >pace.py <<'END'
import json
lines = [json.loads(line) for line in open("heard").read().splitlines()[1:]]
for one, next in zip(lines, lines[1:]):
    gap = next["at"] - one["at"]
    assert gap >= 0.99, (one, next)
    assert one["done"] != "429" or gap >= 2.99, (one, next)
assert all(line["at_once"] == 1 for line in lines)
assert all(line["length"] <= 256 * 1024 for line in lines)
print(f"# {len(lines)} pushes")
END
ok 'one push at a time, a second apart' python3 pace.py
kill "$daemon"
wait "$daemon"
status=$?
daemon=
ok 'it ends well' test "$status" -eq 0
ok 'the token is in no log' test -z "$(grep lip_ out err)"
finish
